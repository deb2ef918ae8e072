// "For at se din faktura på kr. 3.450,00, klik på linket", "Ďakujeme za Vašu platbu 186,00 €": by its subject the
// message is a bill or a receipt, and it prints one amount, once or more. No label names the amount, but it can be
// nothing else. In a receipt the line of the amount must thank for a payment or name one.

import KINDS from "../words/kinds.json" with { type: "json" };
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { isConditional } from "../alerts/conditions.ts";
import { isOffer } from "../alerts/not-moved.ts";
import { findVerbs, isCertain, MOVING } from "../alerts/vocabulary.ts";
import { foldInPlace } from "../words/in-place.ts";
import { foldWords, phrasesIn } from "../words/phrases.ts";
import type { Candidate } from "./candidates.ts";
import type { Line } from "./lines.ts";
import type { Amount } from "./money/amount.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { RANKS, type Role } from "./money-labels.ts";
import type { KindSeen } from "./kind.ts";
import type { OnlyRole, ViewContext } from "./view-context.ts";
import { thanksForPurchase } from "./thanks.ts";

const TEXT_CHARS_MAX = 5_000;
const LINES_MAX = 40;
const BEFORE_CHARS = 150;
const BEHIND_CHARS = 80;
const ROW_CHARS_MAX = 60;
/** The words by which such a candidate is known. */
const ONLY_AMOUNT = "the only amount";
const OF_SUBJECT = "the subject's amount";

const PAYMENT = phrasesIn<"payment">({
  payment: {
    ...prefixed("receipt", KINDS.receipt),
    ...prefixed("payment", KINDS.payment),
    ...prefixed("paid", KINDS["invoice paid"]),
    ...prefixed("took", PAYMENT_WORDS["took from a card"]),
  },
});

function prefixed<V>(name: string, words: Readonly<Record<string, V>>): Record<string, V> {
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [`${name} ${key}`, value]));
}

/** What the only amount of a message with such a subject is; null if it may be anything. */
export function roleOfOnlyAmount(kind: KindSeen | null): OnlyRole | null {
  if (kind === null || kind.place !== "subject" || !kind.sure || kind.unpaid) return null;
  if (kind.notice || kind.returning || kind.survey || kind.shipment || kind.points) return null;
  if (kind.kind === "invoice") return "due";
  // "Your cashback was paid out": money that came in has the role of money that was given back.
  if (kind.kind === "income" || kind.kind === "refund") return "refunded";
  return kind.kind === "receipt" ? "charged" : null;
}

/** The candidates, with the amount that the subject tells of, or the only one of a short text, if none has a label. */
export function withOnlyAmount(
  text: string,
  lines: readonly Line[],
  candidates: readonly Candidate[],
  { onlyAmountIs: role, told }: Pick<ViewContext, "onlyAmountIs" | "told">,
): readonly Candidate[] {
  if (role === null || text.length > TEXT_CHARS_MAX || lines.length > LINES_MAX) return candidates;
  // Beside what came in stand a balance and what is to come later.
  const isOther = (amount: Amount | undefined): boolean =>
    role === "refunded" && candidates.some((one) => one.amount === amount && OTHER.has(one.role));
  const places = lines.flatMap((line, index) =>
    line.amounts.flatMap((amount) => (isOther(amount) ? [] : [{ amount, line, index }])),
  );
  const [first] = places;
  // "14,60 € cashback was transferred": where the first amount is known to be something else, so may all others be.
  if (isOther(lines.find(({ amounts }) => amounts.length > 0)?.amounts[0])) return candidates;
  if (first === undefined || candidates.some(({ rank }) => rank > 0)) return candidates;
  const { value, currency } = first.amount;
  const isOnly = places.every(
    ({ amount }) => amount.value === value && amount.currency === currency,
  );
  const named =
    isOnly && candidates.every(({ amount }) => isOther(amount))
      ? places.find((place) => isNamed(text, place, role))
      : undefined;
  const only = named ?? places.find((place) => role === "charged" && isTold(text, place, told));
  if (only === undefined) return candidates;
  const { amount, line, index } = only;
  const found: Candidate = {
    amount,
    role,
    tag: role,
    phrase: named === undefined ? OF_SUBJECT : ONLY_AMOUNT,
    rank: RANKS[role],
    label: {
      text: line.text.slice(0, amount.start - line.start),
      start: line.start,
      place: "before",
    },
    line: index,
    card: null,
  };
  return [...candidates.filter((one) => one.amount !== amount), found];
}

interface Place {
  readonly amount: Amount;
  readonly line: Line;
}

/** Whether an amount in a row of few words is the one of "Receipt: purchase at Corner Shop for €3.80". */
function isTold(text: string, place: Place, told: Amount | null): boolean {
  const { amount, line } = place;
  return (
    told !== null &&
    decimalToUnits(amount.value) === decimalToUnits(told.value) &&
    amount.currency === told.currency &&
    amount.candidates.join() === told.candidates.join() &&
    line.end - line.start <= ROW_CHARS_MAX &&
    mayBe(text, place, "charged")
  );
}

/** Whether the words around an amount may name it so. */
function isNamed(text: string, place: Place, role: OnlyRole): boolean {
  if (!mayBe(text, place, role)) return false;
  const words = foldWords(text.slice(...around(place)));
  return role !== "charged" || PAYMENT.has(words) || thanksForPurchase(words);
}

function around({ amount, line }: Place): readonly [start: number, end: number] {
  return [
    Math.max(line.start, amount.start - BEFORE_CHARS),
    Math.min(line.end, amount.end + BEHIND_CHARS),
  ];
}

/** Whether the words around an amount offer nothing and ask for nothing. */
function mayBe(text: string, place: Place, role: OnlyRole): boolean {
  const { amount } = place;
  if (amount.negative || (decimalToUnits(amount.value) ?? 0) === 0) return false;
  // A bare number is of anything: a year, a quantity, a telephone.
  if (amount.currency === null && amount.candidates.length === 0) return false;
  const [start, end] = around(place);
  const folded = foldInPlace(text);
  if (isConditional(folded.slice(start, end), 0) || isOffer(folded.slice(start, end))) return false;
  const verbs = findVerbs(folded, start, end);
  // "We've taken 88.10 on 2 September": what a bill tells of money that moved is not what it asks for.
  if (role === "due" && verbs.some((verb) => MOVING.has(verb.sense) && isCertain(verb)))
    return false;
  return verbs.every(({ sense }) => MOVING.has(sense) || (role === "due" && ASKS.has(sense)));
}

/** What is no movement of the message's own. */
const OTHER: ReadonlySet<Role> = new Set(["veto", "later", "credit"]);
/** What a bill may say of its amount. */
const ASKS: ReadonlySet<string> = new Set(["to come", "asked", "later", "future"]);
