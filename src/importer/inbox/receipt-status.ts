// Decides the state of a receipt of a reading: it waits for the bank's row, asks the user, names
// the receipt it repeats, or is ignored. A charge has a number among those with the same base.

import type { Sql } from "../../platform/sql/sql.ts";
import type { Reason } from "../../receipts/receipt.ts";
import { externalIdBase, type ChargeFacts } from "./identity.ts";
import { isAnsweredByRow, type ReceiptRow } from "./rows.ts";
import type { Relation } from "./purchase.ts";
import type { ReadReceipt } from "./read-receipt.ts";

/** The columns that say which state a receipt is in, and why. */
export interface ReceiptStatus {
  readonly state: ReceiptRow["state"];
  readonly reason: Reason | null;
  readonly detail: string | null;
  readonly base: string | null;
  readonly seq: number | null;
  readonly duplicate_of: number | null;
}

interface RelatedReceipts {
  readonly relation: Relation | null;
  readonly again: number | null;
  readonly superseded: ReceiptRow | null;
  readonly stored: ReceiptRow | null;
}

/**
 * The state of a receipt that was read: it is settled, waits, asks the user, or names the charge it
 * repeats.
 */
export function deriveStatus(
  sql: Sql,
  { facts, identity, asks = null }: ReadReceipt,
  whole: ChargeFacts | null,
  { relation, again, superseded, stored }: RelatedReceipts,
): ReceiptStatus {
  const none = { reason: null, detail: null, base: null, seq: null, duplicate_of: null };
  if (facts.class === "none") {
    if (facts.kind === "forwarding confirmation")
      return {
        ...none,
        state: "review",
        reason: "forwarding_confirmation",
        detail: "Tributary does not confirm it for you",
      };
    return { ...none, state: "ignored", reason: "not_a_transaction", detail: facts.kind };
  }
  if (again !== null)
    return {
      ...none,
      state: "duplicate",
      detail: "the same document was read before, in another mail",
      duplicate_of: again,
    };
  if (relation?.kind === "duplicate")
    return { ...none, state: "duplicate", detail: relation.why, duplicate_of: relation.of };
  const doubts = [...facts.doubts, ...(relation?.kind === "doubt" ? [relation] : [])];
  const doubt = doubts.find(({ reason }) => !isAnsweredByRow(reason)) ?? doubts[0];
  const numbered =
    whole === null
      ? { base: null, seq: null }
      : chooseNumber(sql, externalIdBase(whole, identity.texts[0]), superseded ?? stored);
  const known = relation?.kind === "doubt" ? { duplicate_of: relation.of } : {};
  // The bank's row may answer the doubt, so the receipt is matched while the user is asked.
  const waits =
    doubt !== undefined &&
    isAnsweredByRow(doubt.reason) &&
    whole !== null &&
    whole.currency !== null;
  if (doubt !== undefined)
    return {
      ...none,
      ...numbered,
      ...known,
      state: waits ? "waiting" : "review",
      reason: doubt.reason,
      detail: doubt.detail,
    };
  return { ...none, ...numbered, ...asks, state: "waiting" };
}

/**
 * Its number among charges with the same base: the one it has, that of the receipt it replaces, or
 * the next.
 */
function chooseNumber(
  sql: Sql,
  base: string,
  before: ReceiptRow | null,
): { base: string; seq: number } {
  if (before !== null && before.seq !== null && before.base === base)
    return { base, seq: before.seq };
  const last =
    sql.first<{ seq: number | null }>("SELECT MAX(seq) AS seq FROM receipts WHERE base = ?", base)
      ?.seq ?? 0;
  return { base, seq: last + 1 };
}
