// Derives a receipt's facts: what was read, then what the user corrected for this sender before,
// then what they corrected in this very mail; later ones override earlier ones. Pure.

import * as z from "zod";
import { exponentOf, isCurrency, type Currency } from "../../money/currency.ts";
import { parseDay, type Day } from "../../money/day.ts";
import { parseUnits, type Units } from "../../money/money.ts";
import type { SentAt } from "../../receipts/mail.ts";
import type { Kind, Reason, Receipt } from "../../receipts/receipt.ts";
import type { ReceiptRow } from "./rows.ts";
import { classifyCharge, type ChargeClass } from "./identity.ts";

const MERCHANT_CHARS_MAX = 120;
const NUMBER_CHARS_MAX = 100;
const KINDS_CORRECTED = [
  "receipt",
  "order",
  "invoice",
  "refund",
  "bank alert",
  "authorisation",
  "income",
] as const;
const oneLine = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{C}+$/u);

/** The fields that the user may correct. */
export const correctionsSchema = z.strictObject({
  kind: z.enum(KINDS_CORRECTED).optional(),
  merchant: oneLine(MERCHANT_CHARS_MAX).optional(),
  total: z
    .string()
    .regex(/^\d{1,12}(?:\.\d{1,4})?$/)
    .optional(),
  currency: z.string().toLowerCase().refine(isCurrency).optional(),
  date: z
    .string()
    .refine((text) => parseDay(text) !== null)
    .optional(),
  order_number: oneLine(NUMBER_CHARS_MAX).nullable().optional(),
  card_last4: z
    .string()
    .regex(/^\d{4,5}$/)
    .nullable()
    .optional(),
  account_id: z.int().positive().optional(),
  /** It was paid in cash: the bank will have no row. */
  cash: z.literal(true).optional(),
});

export type Corrections = z.infer<typeof correctionsSchema>;

/** Earlier corrections for the sender. */
export interface Remembered {
  readonly merchant?: string;
  readonly currency?: Currency;
  readonly account?: number;
  /** For what was paid in cash. */
  readonly cashAccount?: number;
}

/** A reason why a receipt cannot go on, or a question about it. */
export type Doubt = { readonly reason: Reason; readonly detail: string };

export interface Facts {
  readonly kind: Kind;
  readonly class: ChargeClass;
  readonly merchant: string | null;
  readonly total: Units | null;
  readonly currency: Currency | null;
  readonly date: Day | null;
  readonly order_number: string | null;
  readonly card_last4: string | null;
  /** For a bank alert: the card or account, and the time of day; see ChargeFacts. */
  readonly moment?: string;
  readonly incoming: boolean;
  readonly cash: boolean;
  readonly account: number | null;
  /** The doubts that are left. */
  readonly doubts: readonly Doubt[];
  readonly why: readonly string[];
}

const NO_CORRECTIONS: Corrections = {};

/**
 * `corrected` is null if the user has not looked at it. Once the user imports it, only doubts about
 * missing facts are left.
 */
export function deriveFacts(
  receipt: Receipt,
  sent: SentAt | null,
  remembered: Remembered,
  corrected: Corrections | null,
): Facts {
  const set = corrected ?? NO_CORRECTIONS;
  const why: string[] = [];
  const recalled = mayMean(receipt, remembered.currency) ? (remembered.currency ?? null) : null;
  if (recalled !== null && set.currency === undefined)
    why.push(`${recalled.toUpperCase()}, as corrected for this sender before`);
  if (receipt.date === null && sent !== null && set.date === undefined)
    why.push("the date is the mail's");
  const kind = set.kind ?? receipt.kind;
  const incoming =
    set.kind === undefined ? receipt.incoming : kind === "refund" || kind === "income";
  const currency =
    set.currency !== undefined && isCurrency(set.currency)
      ? set.currency
      : (recalled ?? receipt.currency);
  const facts = {
    kind,
    class: classifyCharge(kind, incoming),
    merchant:
      set.merchant ?? remembered.merchant ?? clean(receipt.merchant?.value, MERCHANT_CHARS_MAX),
    total: parseOptionalUnits(set.total ?? receipt.total?.value),
    currency,
    date:
      (set.date === undefined ? null : parseDay(set.date)) ??
      receipt.date?.value ??
      sent?.day ??
      null,
    order_number:
      set.order_number === undefined
        ? clean(receipt.order_number?.value, NUMBER_CHARS_MAX)
        : set.order_number,
    card_last4: set.card_last4 === undefined ? clean(receipt.card_last4?.value, 8) : set.card_last4,
    ...cardMoment(kind, receipt),
    incoming,
    cash: set.cash === true || (receipt.cash !== undefined && kind === "receipt"),
    account: set.account_id ?? remembered.account ?? null,
  };
  const read =
    corrected !== null
      ? []
      : receipt.doubts.filter(
          ({ reason }) => !(reason === "ambiguous_currency" && recalled !== null),
        );
  return { ...facts, doubts: [...read, ...findMissing(facts, read)], why };
}

/** Whether a stored receipt was paid in cash, as it says or as the user corrected it. */
export function isCash({
  corrected,
  receipt,
  kind,
}: Pick<ReceiptRow, "corrected" | "receipt" | "kind">): boolean {
  const set: Corrections = corrected === null ? {} : JSON.parse(corrected);
  const read: Receipt = JSON.parse(receipt);
  return set.cash === true || (read.cash !== undefined && kind === "receipt");
}

/** The card's digits and the time, to the minute, of a bank alert that has both. */
function cardMoment(kind: Kind, { time, card_last4 }: Receipt): Pick<Facts, "moment"> {
  const [hour = "", minute = ""] = (time?.value ?? "").match(/\d{1,2}/g) ?? [];
  if (kind !== "bank alert" || card_last4 === null || minute === "") return {};
  const half = /[ap](?=\.?m)/i.exec(time?.value ?? "")?.[0].toLowerCase() ?? "";
  return { moment: `${card_last4.value}-${hour.padStart(2, "0")}${minute}${half}` };
}

/** Doubts about facts that are required and missing. */
function findMissing(
  { class: what, total, currency, date }: Pick<Facts, "class" | "total" | "currency" | "date">,
  known: readonly Doubt[],
): Doubt[] {
  if (what === "none") return [];
  const absent: Doubt[] = [];
  const add = (reason: Reason, detail: string) => {
    if (!known.some((doubt) => doubt.reason === reason)) absent.push({ reason, detail });
  };
  if (total === null) add("no_total", "no amount was found");
  if (currency === null) add("ambiguous_currency", "no currency was found for certain");
  if (date === null) add("ambiguous_date", "no date was found for certain");
  return absent;
}

/**
 * Whether the total may be in this currency: its symbol may mean it, or the total has no symbol.
 */
function mayMean({ total, sign }: Receipt, currency: Currency | undefined): boolean {
  if (currency === undefined) return false;
  if (total === null) return true;
  if ((total.value.split(".")[1] ?? "").length > exponentOf(currency)) return false;
  const means = sign?.means ?? (total.currency === null ? total.candidates : [total.currency]);
  return means.length === 0 || means.includes(currency);
}

function parseOptionalUnits(text: string | undefined): Units | null {
  const read = text === undefined ? null : parseUnits(text);
  return read !== null && read.ok && read.value >= 0 ? read.value : null;
}

/** A text of a mail as it is stored: without control and direction characters. */
function clean(text: string | undefined, most: number): string | null {
  const plain = (text ?? "")
    .replace(/\p{C}+/gu, " ")
    .trim()
    .slice(0, most)
    .toWellFormed();
  return plain === "" ? null : plain;
}
