// What is doubtful about a view that was read by its labels: several orders, cards or days, totals that
// disagree, and a text that was not read to its end.

import type { Doubt, View } from "../receipt.ts";
import type { Candidate } from "./candidates.ts";
import type { DocumentDate } from "./document-date.ts";
import type { NumberSeen } from "./document-numbers.ts";
import { isReadToEnd, type Line } from "./lines.ts";
import type { Amount } from "./money/amount.ts";
import type { CardSeen } from "./money/cards.ts";
import type { Section } from "./sections.ts";

/** What a view was found to hold. */
export interface FoundInView {
  readonly view: View;
  readonly lines: readonly Line[];
  readonly candidates: readonly Candidate[];
  readonly numbers: readonly NumberSeen[];
  /** The numbers that the subject names. */
  readonly inSubject: readonly NumberSeen[];
  /** The amount that the subject tells of. */
  readonly told: Amount | null;
  readonly cards: readonly CardSeen[];
  readonly sections: readonly Section[];
  readonly date: DocumentDate;
  /** Each of several charges has a day of its own. */
  readonly haveOwnDates: boolean;
}

/** What is doubtful about a view that was read by its labels. */
export function findDoubts(found: FoundInView): readonly Doubt[] {
  const { view, lines, date, sections, haveOwnDates } = found;
  const doubts: Doubt[] = [];
  if (!isReadToEnd(view.text, lines))
    doubts.push({
      reason: "too_large",
      detail: "The text has more lines or figures than are read.",
    });
  if (date.rivals.length > 0 && !haveOwnDates)
    doubts.push({
      reason: "ambiguous_date",
      detail: `The date may be ${date.rivals.slice(0, 4).join(" or ")}.`,
    });
  return [
    ...doubts,
    ...doubtOrders(found),
    ...sections.flatMap((section) => doubtTotal(found, section)),
    ...doubtCards(found),
  ];
}

/** One total for several orders may be charged order by order. */
function doubtOrders({ numbers, inSubject, sections }: FoundInView): readonly Doubt[] {
  const orders = findOrders(numbers, inSubject);
  // A payout, or a refund, is one movement of all the orders that it names.
  const isGivenBack = sections.some(({ choice }) => choice.total?.role === "refunded");
  if (sections.length > 1 || orders.size < 2 || isGivenBack) return [];
  const named = [...orders].slice(0, 4).join(", ");
  return [
    {
      reason: "several_charges",
      detail: `There is one total for ${orders.size} orders (${named}), which may be charged one by one.`,
    },
  ];
}

/**
 * The orders named; only the subject's where the text names it too. Parts of a longer number are
 * left out.
 */
export function findOrders(
  numbers: readonly NumberSeen[],
  inSubject: readonly NumberSeen[],
): ReadonlySet<string> {
  const orders = new Set(numbers.filter(({ kind }) => kind === "order").map(({ value }) => value));
  const titled = inSubject.find(({ kind, value }) => kind === "order" && orders.has(value));
  if (titled !== undefined) return new Set([titled.value]);
  const isPart = (value: string) =>
    [...orders].some((other) => other !== value && other.includes(value));
  return ofOneKind([...orders].filter((value) => !isPart(value)));
}

/** "Order confirmation #1662572875398", "Order ID 6318cfd5206817a9": one order with two numbers. */
function ofOneKind(orders: readonly string[]): ReadonlySet<string> {
  const withLetters = orders.filter((value) => /\p{L}/u.test(value));
  const digits = orders.filter((value) => !withLetters.includes(value));
  return new Set(withLetters.length > digits.length ? withLetters : digits);
}

/** Other amounts that may be the total, unless the subject tells of the one that was chosen. */
function doubtTotal({ view, told }: FoundInView, { choice }: Section): readonly Doubt[] {
  const doubts: Doubt[] = [];
  const isTold = told !== null && told.value === choice.total?.amount.value;
  if (choice.rivals.length > 0 && !isTold) {
    const others = choice.rivals
      .slice(0, 4)
      .map((one) => `${one.amount.value} ("${one.phrase}")`)
      .join(", ");
    doubts.push({
      reason: "conflicting_totals",
      detail: `${choice.why} Others: ${others}.`,
      totals: choice.rivals.slice(0, 4).map(({ amount }) => amount.value),
    });
  }
  const amount = choice.total?.amount;
  if (amount !== undefined && amount.otherwise !== null) {
    const printed = view.text.slice(amount.start, amount.end);
    doubts.push({
      reason: "conflicting_totals",
      detail: `${printed} may be ${amount.value} or ${amount.otherwise}.`,
      totals: [amount.otherwise],
    });
  }
  return doubts;
}

/** Different cards, each next to an amount that was charged to it. */
function doubtCards({ cards, sections, candidates }: FoundInView): readonly Doubt[] {
  if (new Set(cards.map(({ last4 }) => last4)).size < 2 || sections.length > 1) return [];
  if ((sections[0]?.choice.total ?? null) === null) return [];
  const charged = candidates.filter(
    ({ card, rank, amount }) => card !== null && rank > 0 && !amount.negative,
  );
  return new Set(charged.map(({ card }) => card?.last4)).size > 1
    ? [{ reason: "several_charges", detail: "Several cards were charged." }]
    : [];
}
