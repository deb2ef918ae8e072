// The facts of a booking in another currency, as printed; only those that are known.

import { parseCurrency, type Currency } from "../../money/currency.ts";
import type { StatementRow } from "../../statements/statement.ts";
import { clean, fit } from "../../platform/text.ts";

/** The facts of a booking in another currency, as printed; only those that are known. */
export interface Foreign {
  readonly original_amount?: string;
  readonly original_currency?: string;
  readonly rate?: string;
  readonly fee?: string;
}

const NONE: Foreign = {};
const TEXT_CHARS_MAX = 600;
const NOTE_CHARS_MAX = 120;

/** The row's facts in another currency; empty if it has none. */
export function readForeign(row: StatementRow, own: Currency): Foreign {
  const { original_amount: printed = "", original_currency: code = "" } = row.facts;
  if (printed === "" && code === "")
    return isMarked(row.description)
      ? foreignIn(row.description.slice(0, TEXT_CHARS_MAX), own, row.amount)
      : NONE;
  const { rate = "", fee = "" } = row.facts;
  const split = amountAndCurrency(printed);
  const currency = parseCurrency(code) ?? split?.currency ?? null;
  if (currency !== null && currency !== own && !isZero(split?.amount ?? printed)) {
    return known({
      original_amount: split?.amount ?? printed,
      original_currency: currency.toUpperCase(),
      rate,
      fee: isZero(fee) ? "" : fee,
    });
  }
  if (currency !== null || printed !== "" || !isMarked(row.description)) return NONE;
  return foreignIn(row.description.slice(0, TEXT_CHARS_MAX), own, row.amount);
}

function known(facts: Record<keyof Foreign, string>): Foreign {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== ""));
}

/** A line for the notes, or null: "Original amount: 25.00 USD, rate 0.7891, fee 0.30". */
export function foreignNote({
  original_amount: amount,
  original_currency: currency,
  rate,
  fee,
}: Foreign): string | null {
  if (currency === undefined || amount === undefined) return null;
  return fit(
    clean(
      `Original amount: ${amount} ${currency}${rate === undefined ? "" : `, rate ${rate}`}${fee === undefined ? "" : `, fee ${fee}`}`,
    ),
    NOTE_CHARS_MAX,
  );
}

const CODE = "[A-Z]{3}|EUROS?|US DOLLARS?";
const NUMBER = "-?\\d{1,3}(?:[.,'’ ]?\\d{3}){0,3}[.,]\\d{2}-?";
const MARKED = /\d[.,]\d\d/;
const BEFORE = new RegExp(`(?<![\\p{L}\\d])(${CODE})[ :]{0,2}(${NUMBER})(?![\\d.,]*\\d)`, "gu");
const BEHIND = new RegExp(`(?<![\\d.,'])(${NUMBER}) ?(${CODE})(?![\\p{L}\\d])`, "gu");
const RATE =
  /(?:@|(?<![\p{L}\d])(?:AT|ZU|A|RATE|EXCH(?:ANGE)? ?RATE|FX ?RATE|XR|VISAXR|KURS(?:EN)?|UMRECHNUNGSKURS|WECHSELKURS|DEVISENKURS|COURS|TAUX(?: DE CHANGE)?|CAMBIO|TIPO DE CAMBIO|TASSO(?: DI CAMBIO)?|KOERS|WISSELKOERS|VALUTAKURS|VÄXELKURS|KURSSI|KURZ|ÁRFOLYAM|TC))[ :.=]{0,3}(\d{1,6}[.,]\d{1,10})(?![\d.,]*\d)/iu;
const FEE = new RegExp(
  `(?:FEE|CHARGE|GEB(?:Ü|UE)HR|ENTGELT|SPESEN|FRAIS|COMMISSION|COMMISSIONE|COMISION|KOSTEN|GEBYR|AVGIFT|PROWIZJA|POPLATEK)[ :.]{0,3}(?:[A-Z]{3} ?)?(${NUMBER})`,
  "iu",
);

/**
 * An amount in another currency and the rate behind it, both in the text, that lead to the booked
 * amount.
 */
function foreignIn(text: string, own: Currency, booked: number): Foreign {
  const rate = RATE.exec(text)?.[1];
  if (rate === undefined) return NONE;
  const found = [...text.matchAll(BEFORE)]
    .map(([, code = "", amount = ""]) => ({ code, amount }))
    .concat([...text.matchAll(BEHIND)].map(([, amount = "", code = ""]) => ({ code, amount })));
  for (const { code, amount } of found) {
    const currency = currencyNamed(code);
    if (currency === null || currency === own || !leadsTo(amount, rate, booked)) continue;
    return known({
      original_amount: amount,
      original_currency: currency.toUpperCase(),
      rate,
      fee: FEE.exec(text)?.[1] ?? "",
    });
  }
  return NONE;
}

/** A cheap test whether a text may contain an amount in a currency. */
function isMarked(text: string): boolean {
  return (text.includes(".") || text.includes(",")) && MARKED.test(text);
}

function currencyNamed(word: string): Currency | null {
  if (word.startsWith("EURO")) return "eur";
  return word.startsWith("US DOLLAR") ? "usd" : parseCurrency(word);
}

function amountAndCurrency(text: string): { amount: string; currency: Currency } | null {
  const parts = /^([A-Za-z]{3}) ?(-?[\d.,'’ ]{1,24})$|^(-?[\d.,'’ ]{1,24}) ?([A-Za-z]{3})$/.exec(
    text.trim(),
  );
  const currency = parseCurrency(parts?.[1] ?? parts?.[4] ?? "");
  return parts === null || currency === null
    ? null
    : { amount: (parts[2] ?? parts[3] ?? "").trim(), currency };
}

/**
 * Whether original times rate, or divided by it, is the booked amount within the bank's margin:
 * rates are quoted both ways. For that reason a rate alone never tells which of two amounts is the
 * account's.
 */
export function leadsTo(original: string, rate: string, booked: number): boolean {
  const from = scaled(original);
  const by = scaled(rate);
  if (from === null || by === null || from === 0n || by === 0n) return false;
  const target = BigInt(Math.abs(booked)) * (SCALE / 10_000n);
  return near((from * by) / SCALE, target) || near((from * SCALE) / by, target);
}

const SCALE = 10n ** 10n;
/** The booking may include fees: up to a twentieth. */
const MARGIN = 20n;

function near(a: bigint, b: bigint): boolean {
  const apart = a > b ? a - b : b - a;
  return apart * MARGIN <= b;
}

/**
 * A printed number without its sign, in 1/10,000,000,000; the last dot or comma precedes the
 * decimals.
 */
function scaled(text: string): bigint | null {
  const parts = /^[-+]?(\d[\d.,'’ ]{0,23}?)(?:[.,](\d{1,10}))?-?$/.exec(text.trim());
  if (parts === null) return null;
  return BigInt(`${(parts[1] ?? "").replace(/\D/g, "")}${(parts[2] ?? "").padEnd(10, "0")}`);
}

function isZero(text: string): boolean {
  return !/[1-9]/.test(text);
}

const CONVERSION =
  /^(general |allgemeine )?(currency conversion|currency exchange|währungsumrechnung|waehrungsumrechnung|conversion de devises?|conversione (di )?valuta|conversi[oó]n de divisas?|valutawissel|valutaomrekening|wymiana walut|exchange|exchanged to [a-z]{3}|converted [\d.,]{1,16} [a-z]{3} to (?:[\d.,]{1,16} )?[a-z]{3}.{0,40})$/i;

/** The beginning of such a text: two lower-case letters, packed into a number. */
const CONVERSION_BEGINNINGS = new Set(
  ["ge", "al", "cu", "wä", "wa", "co", "va", "wy", "ex"].map(packedBeginning),
);

/** The first two UTF-16 units, letters in lower case ("Ä" as "ä"). */
function packedBeginning(text: string): number {
  return ((text.charCodeAt(0) | 32) << 16) | (text.charCodeAt(1) | 32);
}

function isConversionText(text: string): boolean {
  return CONVERSION_BEGINNINGS.has(packedBeginning(text)) && CONVERSION.test(text);
}

/**
 * Whether the booking only moves money between the user's own balances: neither income nor
 * spending.
 */
export function isConversion(row: StatementRow): boolean {
  return (
    isConversionText(row.facts["type"] ?? "") ||
    (row.description.length <= 80 && isConversionText(row.description))
  );
}
