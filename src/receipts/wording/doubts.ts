// Compares what was read with how messages of its kind are worded. Where they contradict each other, a
// person is asked; the bank's transaction answers too.

import { isOfProvenList } from "../alerts/claims.ts";
import { isFromPdf } from "../charge-groups.ts";
import type { ReadDocument } from "../reading.ts";
import type { Claim, Doubt, Receipt } from "../receipt.ts";
import type { MailDocument } from "../mail.ts";
import type { Amount } from "../totals/money/amount.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import { rankAmounts, type RankedAmount } from "./amounts.ts";
import { judgeWording, type Report, type Wording } from "./wording.ts";

// Measured on 892 messages, each judged by what only earlier ones had taught (docs/design/mail.md).
/** Denies 4 of 376 that were read right, and 24 of 34 that were no movement. */
const NOTHING_MOVED = 0.62;
/** The chance of the direction that was read, of both: doubts 1 that was read right, and 9 of 28 that were not. */
const DIRECTION_MIN = 0.25;
/** The chance of the amount that was read: doubts 2 that were read right, and 6 more that were not. */
const AMOUNT_MIN = 0.045;
/** "Refunded: 12.50" says its direction itself. */
const OF_REFUNDS = /^refunded: /u;
/** "Billed to Visa: 12.50" says itself that it was paid. */
const OF_CHARGES = /^charged: /u;

/**
 * Adds a doubt to receipts that only sentences and labels tell if the wording of the message is that of messages in
 * which nothing moved, or in which money moved the other way, or if the only one has an amount beside which other words
 * stand. A list that its sums prove needs no words.
 */
export function withWordingDoubts(read: ReadDocument, claims: readonly Claim[]): ReadDocument {
  const { document, receipts } = read;
  if (!claims.every(isOfWords) || claims.some(isOfProvenList) || !receipts.some(isSilent))
    return read;
  const wording = judgeWording(document);
  const isOnly = receipts.length === 1;
  const isOneWay = new Set(receipts.map(({ incoming }) => incoming)).size === 1;
  const withDoubt = (receipt: Receipt): Receipt => {
    if (!isSilent(receipt)) return receipt;
    const doubt =
      (wording === null ? null : doubtMovement(receipt, wording)) ??
      (wording === null || !isOneWay ? null : doubtDirection(receipt, wording)) ??
      (isOnly ? doubtAmount(receipt, document) : null);
    return doubt === null ? receipt : { ...receipt, doubts: [doubt] };
  };
  return { ...read, receipts: receipts.map(withDoubt) };
}

function isOfWords(claim: Claim): boolean {
  const { source } = claim;
  return (source === "sentence" || source === "label" || source === "header") && !isFromPdf(claim);
}

/** Whether it would become a movement without a question. */
function isSilent({ kind, total, doubts }: Receipt): boolean {
  return (
    doubts.length === 0 &&
    total !== null &&
    kind !== "not a transaction" &&
    kind !== "zero charge" &&
    kind !== "forwarding confirmation" &&
    !OF_REFUNDS.test(total.rule)
  );
}

function doubtMovement(
  { incoming, total }: Receipt,
  { chances, phrasesFor }: Wording,
): Doubt | null {
  if (chances.none <= NOTHING_MOVED || OF_CHARGES.test(total?.rule ?? "")) return null;
  const like = `messages in which nothing was paid${quote(phrasesFor("none", incoming ? "in" : "out"))}`;
  const detail = `It prints the amount ${total?.value ?? ""}, but its words are like those of ${like}.`;
  return { reason: "payment_unproven", detail };
}

function doubtDirection(
  { incoming, total }: Receipt,
  { chances, phrasesFor }: Wording,
): Doubt | null {
  const [read, other]: readonly [Report, Report] = incoming ? ["in", "out"] : ["out", "in"];
  if (chances[read] / (chances[read] + chances[other]) >= DIRECTION_MIN) return null;
  const like = `messages about money ${other}${quote(phrasesFor(other, read))}`;
  const detail = `${total?.value ?? ""} was read as money ${read}, but its words are like those of ${like}.`;
  return { reason: "ambiguous_direction", detail };
}

function doubtAmount({ total }: Receipt, document: MailDocument): Doubt | null {
  const value = Number(total?.value);
  const ranked = rankAmounts(document);
  const [likeliest] = ranked;
  const own = ranked.find(({ amount }) => Number(amount.value) === value);
  if (likeliest === undefined || own === undefined || own.chance >= AMOUNT_MIN) return null;
  if (isExplained(own.amount, likeliest.amount, ranked)) return null;
  const other = likeliest.amount.value;
  return {
    reason: "conflicting_totals",
    detail: `${total?.value ?? ""} was read, but ${other} stands where messages like this print what was paid.`,
    totals: [other],
  };
}

/**
 * Whether the other amount is the price of which the one that was read is what was paid: "CZK 412.00, converted to
 * €16.44", "Total 258.10, deposit 40.00, card 218.10". A tax is the smaller part, so only the larger part counts.
 */
function isExplained(read: Amount, other: Amount, ranked: readonly RankedAmount[]): boolean {
  const isForeign =
    read.currency !== null && other.currency !== null && read.currency !== other.currency;
  const between = Math.abs(unitsOf(read) - unitsOf(other));
  const isLargerPart = unitsOf(read) > between;
  return isForeign || (isLargerPart && ranked.some(({ amount }) => unitsOf(amount) === between));
}

function unitsOf({ value }: Amount): number {
  return decimalToUnits(value) ?? Number.NaN;
}

/** ': "low balance", "falls below"'; empty without phrases. */
export function quote(phrases: readonly string[]): string {
  return phrases.length === 0 ? "" : `: ${phrases.map((phrase) => `"${phrase}"`).join(", ")}`;
}
