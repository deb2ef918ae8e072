// Movements of a bank's notice whose verb no table knows, in whatever language. Its structure tells them: a row of the
// amount beside a row that names the other party, or one sentence with the only amount and the person's card or account
// that it left. They count only in a bank's own message that names a past day (read-alerts.ts, evidence.ts).

import NOUNS from "../words/alert-nouns.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { phrasesIn, wordsIn } from "../words/phrases.ts";
import type { Amount } from "../totals/money/amount.ts";
import { findRows, type AlertText, type Place, type Row } from "./alert-text.ts";
import { readAmountWords } from "./amount-words.ts";
import type { Segment } from "./cells.ts";
import { hasSign, leavesYourAccount } from "./direction.ts";
import type { Direction, Movement } from "./movement.ts";
import { findAmountRows, isZero } from "./amount-rows.ts";
import { findVerbs, HOLDINGS, mainRole, MOVING, type LabelRole } from "./vocabulary.ts";

/** The movement that an alert's rows, or its only sentence with an amount, tell without a known verb. */
export function findWithoutVerb(alert: AlertText, subject: string): readonly Movement[] {
  if (hasUnknownStatus(alert)) return [];
  const found =
    findInNamedRows(alert) ??
    findSignedRow(alert) ??
    findHeadline(alert, subject) ??
    findOfCard(alert);
  return found === null ? [] : [found];
}

/** "Amount 25,000.00" beside "Recipient Ada Lane": one amount, and whose the other side is. */
function findInNamedRows(alert: AlertText): Movement | null {
  const sources = [findAmountRows(alert, "account amount"), findAmountRows(alert, "amount")];
  const listed = (sources.find((found) => found.length > 0) ?? []).filter(
    ({ amount }) => !alert.balances.has(amount),
  );
  const [first] = listed;
  if (first === undefined || listed.some(({ amount }) => amount.value !== first.amount.value))
    return null;
  const party = chooseParty(alert);
  if (party === null) return null;
  const { row, direction } = party;
  return toMovement(alert, direction, { start: row.start, end: row.row.start }, first);
}

/** "Amount -86.42", "Date …", "Balance …": the only amount of a row has a sign, beside the balance after it. */
function findSignedRow(alert: AlertText): Movement | null {
  const [only, ...more] = findAmountRows(alert, "amount");
  if (only === undefined || more.length > 0 || !hasSign(alert, only.amount)) return null;
  const isBooked = findRows(alert, "date").length > 0 && findRows(alert, "balance").length > 0;
  const row = alert.segments[only.index];
  return isBooked && row?.row != null
    ? toMovement(
        alert,
        only.amount.negative ? "out" : "in",
        { start: row.start, end: row.row.start },
        only,
      )
    : null;
}

/** "58.42 at Brightstone Fuel": an amount, and where it was spent. */
const SPENT_AT = new RegExp(
  String.raw`^[^\p{L}\d]{0,4}(?:\p{L}{1,3})?[^\p{L}\d]{0,2}(?<number>\d[\d.,' ]*\d)[^\d]{0,5} ` +
    String.raw`(?:${wordsIn(SENTENCES["spent there"]).join("|")}) \p{L}`,
  "u",
);

/**
 * The subject "58.42 at Brightstone Fuel", and in the text the same amount alone on a line, and the digits of the
 * reader's card.
 */
function findHeadline(alert: AlertText, subject: string): Movement | null {
  const number = SPENT_AT.exec(subject)?.groups?.["number"];
  if (number === undefined) return null;
  const { text, amounts, segments } = alert;
  const amount = amounts.find((one) => {
    const from = text.lastIndexOf("\n", one.start) + 1;
    const [line = ""] = text.slice(from).split("\n", 1);
    return line.includes(number) && /^\P{L}*$/u.test(line);
  });
  const index = segments.findIndex(
    ({ start, end }) => amount !== undefined && amount.start >= start && amount.end <= end,
  );
  const segment = segments[index];
  if (amount === undefined || segment === undefined || alert.balances.has(amount)) return null;
  if (!segments.some((one) => namesCardWithDigits(alert, one))) return null;
  // The subject stands for the verb.
  const { isWithoutVerb: _, ...movement } = toMovement(alert, "out", segment, { amount, index });
  return movement;
}

/** "Status: …" in words that are not known may say that it was declined. */
function hasUnknownStatus(alert: AlertText): boolean {
  return findRows(alert, "status").some(({ row: { start, end } }) =>
    findVerbs(alert.folded, start, end).every(({ sense }) => !MOVING.has(sense)),
  );
}

interface Party {
  readonly row: Row;
  readonly direction: Direction;
}

/**
 * The row of the other party: to whom it went, or from whom it came. Where both are named, the one that is no
 * account or card of the reader's; null where that does not tell.
 */
function chooseParty(alert: AlertText): Party | null {
  const named = (role: LabelRole): Row | undefined =>
    findRows(alert, role).find(({ row }) => /\p{L}{2}/u.test(alert.text.slice(row.start, row.end)));
  const [to, from] = [named("merchant"), named("payer")];
  if (to === undefined) return from === undefined ? null : { row: from, direction: "in" };
  if (from === undefined) return { row: to, direction: "out" };
  if (isOwn(alert, to) === isOwn(alert, from)) return null;
  return isOwn(alert, from) ? { row: to, direction: "out" } : { row: from, direction: "in" };
}

/** Digits of an account or a card, hidden or not. */
const DIGITS = /[*x•.]{2,}\s?\d{3,}|\d{4,}/iu;

function isOwn({ text, folded }: AlertText, { row: { start, end } }: Row): boolean {
  return HOLDINGS.has(folded, start, end) || DIGITS.test(text.slice(start, end));
}

const CARDS = phrasesIn({ card: NOUNS.card }, IN_PLACE);
const BEFORE_CARD_CHARS = 24;
const BEHIND_CARD_CHARS = 30;

/** "Bezahlung mit Ihrer Debitkarte *4408: EUR 18,90": one amount, with the reader's card or "from your account". */
function findOfCard(alert: AlertText): Movement | null {
  const { amounts, segments, folded } = alert;
  const moved = amounts.flatMap((amount) => {
    const index = segments.findIndex(
      ({ start, end }) => amount.start >= start && amount.end <= end,
    );
    const segment = segments[index];
    return segment !== undefined && mayHaveMoved(alert, amount, segment)
      ? [{ amount, index, segment }]
      : [];
  });
  const [only, ...more] = moved;
  if (only === undefined || more.length > 0 || only.segment.row !== null) return null;
  const { start, end } = only.segment;
  return namesCardWithDigits(alert, only.segment) || leavesYourAccount(folded.slice(start, end))
    ? toMovement(alert, "out", { start, end }, only)
    : null;
}

/** Whether a sentence names a card by its last digits. */
export function namesCardWithDigits({ text, folded }: AlertText, { start, end }: Place): boolean {
  return CARDS.find(folded, start, end).some((card) =>
    DIGITS.test(
      text.slice(
        Math.max(start, card.start - BEFORE_CARD_CHARS),
        Math.min(end, card.end + BEHIND_CARD_CHARS),
      ),
    ),
  );
}

function mayHaveMoved(
  { folded, balances }: AlertText,
  amount: Amount,
  { row, start, end }: Segment,
): boolean {
  const role = row === null ? null : mainRole(row.roles);
  return (
    !balances.has(amount) &&
    !isZero(amount) &&
    role !== "fee" &&
    role !== "balance" &&
    readAmountWords(folded, amount, { from: start, until: end }) === null
  );
}

function toMovement(
  { folded }: AlertText,
  direction: Direction,
  { start, end }: { readonly start: number; readonly end: number },
  { amount, index }: { readonly amount: Amount; readonly index: number },
): Movement {
  const sense = direction === "in" ? "maybe in" : "maybe out";
  const verb = { sense, isBeforePayee: false, phrase: folded.slice(start, end).trim() } as const;
  return {
    direction,
    isCertain: false,
    isRefund: false,
    isWithoutVerb: true,
    verb: { ...verb, start, end },
    amount,
    others: [],
    segment: index,
    head: index,
  };
}
