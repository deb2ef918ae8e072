// Which sentence or row says what happened to the amount of a row, and which way the money went: the row
// of the operation or a certain sentence, else the purpose of the payment, and whose account the rows name.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
import type { AlertText } from "./alert-text.ts";
import { amountsWithin } from "./amounts-within.ts";
import { readDirection } from "./direction.ts";
import type { Head, Reading } from "./movement.ts";
import { endOfRows } from "./row-blocks.ts";
import { findVerbs, mainRole, type LabelRole } from "./vocabulary.ts";

const EITHER_WAY: ReadonlySet<string> = new Set(wordsIn(SENTENCES["either way"]));

/** An uncertain sentence further below the rows is not about them. */
const NEAR_SEGMENTS = 4;
/** A sentence so far below an amount is not about it, where the subject does not speak of a payment. */
const BELOW_SEGMENTS_MAX = 6;

/**
 * The row that names the operation, else a certain sentence; the subject where neither is certain.
 */
export function chooseHead(
  alert: AlertText,
  found: readonly Head[],
  subject: Reading | null,
  index: number,
): Head | undefined {
  const { segments } = alert;
  const heads = found.filter((one) => !tellsOfOwn(alert, one, index));
  const hasAbove = heads.some((one) => one.index <= index);
  // "You have a pre-approved payroll loan" in the footer, below "Bank transfer" and the rows.
  const isInFooter = (one: Head): boolean =>
    hasAbove && one.index - index > BELOW_SEGMENTS_MAX && segments[one.index]?.row === null;
  const certain = heads.filter((one) => one.reading.isCertain && !isInFooter(one));
  const operation = certain.find(
    (one) => segments[one.index]?.row?.roles.includes("operation") === true,
  );
  const directed = findDirected(segments, heads);
  const best = operation ?? certain[0] ?? directed ?? heads[0];
  // "[Credit: NGN 85,000.00]" over "a transaction has occurred".
  if (subject?.verb.sense === "maybe in" && best !== undefined && isEitherWay(best.reading))
    return { reading: subject, index };
  // Advertising below the amount says less than the subject.
  const isBelow = best !== undefined && best.index > index && segments[best.index]?.row === null;
  if (subject?.isCertain === true && isBelow) return { reading: subject, index };
  if (subject === null && isBelow && best.index - index > BELOW_SEGMENTS_MAX) return undefined;
  return best?.reading.isCertain === true ||
    subject === null ||
    (best !== undefined && !subject.isCertain)
    ? best
    : { reading: subject, index };
}

/**
 * "Six months without a missed debit order (43 % of R15 000)", "We no longer charge fees": whether a sentence below the
 * row has amounts of its own, or none and a verb that may be of anything.
 */
function tellsOfOwn(alert: AlertText, { index, reading }: Head, row: number): boolean {
  const own = alert.segments[index];
  const isSentence = own?.row === null && /[.!?]\s*$/u.test(alert.text.slice(own.start, own.end));
  return (
    index > row &&
    own?.row === null &&
    (amountsWithin(alert.amounts, own).length > 0 ||
      (isSentence && !reading.isCertain && index > endOfRows(alert, row) + NEAR_SEGMENTS))
  );
}

/**
 * "A transaction has occurred", below it "Transaction Type: CREDIT": the value of the row says which way
 * money went, and the noun does not.
 */
function findDirected(segments: AlertText["segments"], heads: readonly Head[]): Head | undefined {
  const inRow = heads.find(({ index, reading }) => {
    const row = segments[index]?.row;
    return (
      row?.roles.includes("operation") === true &&
      reading.verb.start >= row.start &&
      reading.verb.sense === "maybe in"
    );
  });
  return inRow ?? heads.find(isToReader);
}

/**
 * "La transferencia de Ada Lark a tu cuenta fue exitosa" below the heading "Comprobante de transferencia": the noun is
 * of money either way, and the sentence says that it went to the reader's account.
 */
function isToReader({ reading: { direction, verb } }: Head): boolean {
  return direction === "in" && verb.sense === "maybe out";
}

/**
 * The row of the purpose ("Description  Refund of the deposit"), if its words say which way the money went. In a
 * transfer to a recipient the reader wrote the message, which says nothing of that.
 */
export function findNarrated({ folded, segments }: AlertText): Head | undefined {
  const has = (role: LabelRole): boolean =>
    segments.some(({ row }) => row?.roles.includes(role) === true);
  const isToOther = has("merchant") && !has("payer");
  for (const [index, { row }] of segments.entries()) {
    const role = row === null ? null : mainRole(row.roles);
    if (row === null || (role !== "purpose" && role !== "merchant")) continue;
    if (role === "purpose" && isToOther) continue;
    const reading = readDirection(findVerbs(folded, row.start, row.end));
    if (reading?.isCertain === true) return { reading, index };
  }
  return undefined;
}

/** An account of which digits are hidden, as a bank prints the reader's own. */
const HIDDEN = /(?:[*•.xX]{2,}|…)[\s*•.xX…-]{0,12}\d{2,6}\s*$/u;

/**
 * Whether the reader's own account was paid: the recipient's account has hidden digits and the payer's has not, or the
 * rows name a payer and no recipient.
 */
export function isToOwnAccount({ text, folded, segments }: AlertText): boolean {
  const listValues = (side: LabelRole): readonly string[] =>
    segments.flatMap(({ row }) =>
      row?.roles.includes(side) === true ? [text.slice(row.start, row.end)] : [],
    );
  // "Type: SEPA core", "Ordering party: Larch Power": in words that are not known it may be a direct debit.
  const isOfUnknownKind = segments.some(
    ({ row }) =>
      row !== null &&
      mainRole(row.roles) === "operation" &&
      findVerbs(folded, row.start, row.end).length === 0,
  );
  if (isOfUnknownKind) return false;
  const [paid, payers] = [listValues("merchant"), listValues("payer")];
  const isHidden = (value: string): boolean => HIDDEN.test(value);
  if (paid.length === 0) return payers.some((value) => /^[^\d*•]*\p{L}{3}[^\d*•]*$/u.test(value));
  return paid.some(isHidden) && payers.length > 0 && !payers.some(isHidden);
}

/** Whether the verb is a noun for money in as well as money out: "transaction". */
export function isEitherWay({ verb, isCertain }: Reading): boolean {
  return !isCertain && EITHER_WAY.has(verb.phrase);
}
