// Compares what was read with how messages of its kind are worded. Where they contradict each other, a
// person is asked; the bank's transaction answers too.

import { isOfProvenList } from "../alerts/claims.ts";
import { isFromPdf } from "../charge-groups.ts";
import type { ReadDocument } from "../reading.ts";
import type { Claim, Doubt, Receipt } from "../receipt.ts";
import { judgeWording, type Report, type Wording } from "./wording.ts";

/** In messages never seen before this denied 3 in 100 movements that were read right, and 8 in 10 that were none. */
const NOTHING_MOVED = 0.62;
/** The chance of the direction that was read, of both: it doubted 1 in 100 that were right, and most that were wrong. */
const DIRECTION_MIN = 0.25;
/** "Refunded: 12.50" says its direction itself. */
const OF_REFUNDS = /^refunded: /u;

/**
 * Adds a doubt to receipts that only sentences and labels tell if the wording of the message is that of messages in
 * which nothing moved, or in which money moved the other way. A list that its sums prove needs no words.
 */
export function withWordingDoubts(read: ReadDocument, claims: readonly Claim[]): ReadDocument {
  const { document, receipts } = read;
  if (!claims.every(isOfWords) || claims.some(isOfProvenList) || !receipts.some(isSilent))
    return read;
  const wording = judgeWording(document);
  if (wording === null) return read;
  const isOneWay = new Set(receipts.map(({ incoming }) => incoming)).size === 1;
  const withDoubt = (receipt: Receipt): Receipt => {
    if (!isSilent(receipt)) return receipt;
    const doubt =
      doubtMovement(receipt, wording) ?? (isOneWay ? doubtDirection(receipt, wording) : null);
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
  if (chances.none <= NOTHING_MOVED) return null;
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

/** ': "low balance", "falls below"'; empty without phrases. */
export function quote(phrases: readonly string[]): string {
  return phrases.length === 0 ? "" : `: ${phrases.map((phrase) => `"${phrase}"`).join(", ")}`;
}
