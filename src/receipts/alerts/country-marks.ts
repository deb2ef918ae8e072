// The currency of an alert's country, for amounts whose symbol several currencies share. It shows
// in what only that country's banks write of (its deposit insurance, its payment network, its kinds
// of account), and in rows that name the currency. It counts only where everything agrees.

import { isCurrency, parseCurrency, type Currency } from "../../money/currency.ts";
import { findCurrencies } from "../totals/money/currency-symbols.ts";
import MARKS from "../words/country-marks.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import { Phrases, type PhraseHit } from "../words/phrases.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { BANKS } from "./banks.ts";
import { keepLines } from "./digests.ts";
import { findLabels } from "./vocabulary.ts";

/** Where a mark must be to show the country. */
type Condition = Exclude<keyof typeof MARKS, "decides" | "in a column">;

interface Mark {
  readonly currency: Currency;
  readonly condition: Condition;
}

const COUNTRY_MARKS = new Phrases<Mark>(
  [
    ...listMarks(MARKS.anywhere, "anywhere"),
    ...listMarks(MARKS["behind an amount"], "behind an amount"),
    ...listMarks(MARKS["before an amount"], "before an amount"),
  ],
  IN_PLACE,
);

/**
 * Letters that are also a state or a road need an amount next to them: "63.37 MN", "RD 9112.00".
 */
const AMOUNT_BEFORE = /\d ?$/;
const AMOUNT_BEHIND = /^ ?\$? ?\d{1,3}(?:[\d,]{1,9}\.\d{2}|\d{0,4}(?:\s|$))/;
const CURRENCY_LABEL =
  /(?<!\p{L})(?:currency|moneda|moeda|devise|monnaie|wahrung|valuta|waluta|mena|penznem|para birimi|doviz|валюта|νομισμα|mata uang|loai tien|通貨|币种|幣別|통화|العملة|מטבע)[\s:：]{1,3}(?<code>[a-z]{3})(?!\p{L})/gu;

function listMarks<C extends Currency>(
  table: Readonly<Record<C, readonly string[]>>,
  condition: Condition,
): readonly (readonly [mark: Mark, phrases: string])[] {
  const currencies = Object.keys(table) as C[];
  return currencies.map(
    (currency) => [{ currency, condition }, table[currency].join("|")] as const,
  );
}

function isShown(folded: string, { tag, start, end }: PhraseHit<Mark>): boolean {
  if (tag.condition === "behind an amount")
    return AMOUNT_BEFORE.test(folded.slice(Math.max(0, start - 2), start));
  return tag.condition === "anywhere" || AMOUNT_BEHIND.test(folded.slice(end, end + 16));
}

/** "Défilez vers le bas pour le français": a notice in both languages of a country is for its people. */
const DECIDES = new Phrases<keyof typeof MARKS.decides>(
  Object.entries(MARKS.decides).map(
    ([currency, phrases]) => [currency as keyof typeof MARKS.decides, phrases.join("|")] as const,
  ),
  IN_PLACE,
);

/** The currency of the country that a text names beyond doubt, whatever bank writes; or null. */
export function findDecidedCurrency(
  folded: string,
  candidates: readonly Currency[],
): Currency | null {
  return onlyOne(
    DECIDES.find(folded).map(({ tag }) => tag),
    candidates,
  );
}

/**
 * The currency of the alert's country, if it is one of the candidates; null if that is not clear. The
 * bank of a cash machine may be in another country than the bank that writes, which `byDomain` shows.
 */
export function findCountryCurrency(
  folded: string,
  candidates: readonly Currency[],
  byDomain: Currency | null = null,
): Currency | null {
  const marks = COUNTRY_MARKS.find(folded).filter((hit) => isShown(folded, hit));
  const banks = BANKS.find(folded).flatMap(({ tag }) =>
    tag === "several" || tag === "method" ? [] : [tag],
  );
  const domain = byDomain === null ? [] : [byDomain];
  return onlyOne([...marks.map(({ tag }) => tag.currency), ...banks, ...domain], candidates);
}

/**
 * "จำนวนเงิน (บาท): 1,250.00", "Amount (USD)": the currency in brackets in the amount's own label.
 */
export function findLabelCurrency(
  { text, segments }: AlertText,
  { start, end }: Place,
  candidates: readonly Currency[],
): Currency | null {
  const segment = segments.find(({ row }) => row !== null && start >= row.start && end <= row.end);
  const label = segment?.row == null ? "" : text.slice(segment.start, segment.row.start);
  const named = [...label.matchAll(/[(（[]([^()（）[\]]{1,10})[)）\]]/gu)].flatMap(
    ([, name = ""]) => {
      const code = parseCurrency(name);
      return code === null ? findCurrencies(name.trim()) : [code];
    },
  );
  const [only, ...more] = named;
  return only !== undefined && more.length === 0 && isCandidate(only, candidates) ? only : null;
}

/** "Moneda: PEN": the currency that a row names; null if none does, or several differ. */
export function findRowCurrency(
  { text, folded }: AlertText,
  candidates: readonly Currency[],
): Currency | null {
  const codes = [...folded.matchAll(CURRENCY_LABEL)].map((match) => match.groups?.["code"] ?? "");
  const inHeads = findInHeads(text, folded);
  return onlyOne(
    [...codes.filter(isCurrency), ...findInColumn(text, folded), ...inHeads],
    candidates,
  );
}

/** "Time  Description  Amount (RSD)": the code in brackets right behind the label of a column of amounts. */
function findInHeads(text: string, folded: string): readonly Currency[] {
  return [...text.matchAll(/ ?[(（]([A-Z]{3})[)）](?=[^\S\n]*(?:\n|\t|$))/gu)].flatMap((match) => {
    const code = parseCurrency(match[1] ?? "");
    const before = findLabels(folded, Math.max(0, match.index - LABEL_CHARS_MAX), match.index);
    const isOfAmount = before.some(({ role, end }) => role === "amount" && end === match.index);
    return code !== null && isOfAmount ? [code] : [];
  });
}

const LABEL_CHARS_MAX = 30;

const COLUMN = /^(?:currency|moneda|moeda|devise|waehrung|wahrung|valuta|divisa)$/u;
const NAMES: ReadonlyMap<string, Currency> = new Map(
  Object.entries(MARKS["in a column"]).flatMap(([code, names]) =>
    names.map((name) => [name, code as keyof (typeof MARKS)["in a column"]] as const),
  ),
);

/** "Amount\tCurrency\tShop" over "4,000.00\tCOLON COSTA RICA\tLA CALI": the names below the label. */
function findInColumn(text: string, folded: string): readonly Currency[] {
  if (!text.includes("\t")) return [];
  const lines = keepLines(text, folded).split("\n");
  return lines.flatMap((line, at) => {
    const labels = line.split("\t");
    const column = labels.length < 3 ? -1 : labels.findIndex((one) => COLUMN.test(one.trim()));
    if (column === -1) return [];
    const below = lines
      .slice(at + 1, at + 1 + COLUMN_LINES_MAX)
      .map((one) => one.split("\t"))
      .filter((cells) => cells.length === labels.length);
    return below.flatMap((cells) => {
      const name = cells[column]?.trim() ?? "";
      const code = NAMES.get(name) ?? (isCurrency(name) ? name : null);
      return code === null ? [] : [code];
    });
  });
}

const COLUMN_LINES_MAX = 50;

function onlyOne(named: readonly Currency[], candidates: readonly Currency[]): Currency | null {
  const [only, ...more] = new Set(named.filter((one) => isCandidate(one, candidates)));
  return only !== undefined && more.length === 0 ? only : null;
}

function isCandidate(currency: Currency, candidates: readonly Currency[]): boolean {
  return candidates.length === 0 || candidates.includes(currency);
}
