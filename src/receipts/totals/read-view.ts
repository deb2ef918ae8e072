// One view of a document read by its labels: its charges, each with the parts that are printed beside its total. Several
// documents in one mail (a transaction number or a card each, with a total each) are several charges.

import type { Day } from "../../money/day.ts";
import { findCards, type CardSeen } from "./money/cards.ts";
import type { Claim, SeenAmount, View } from "../receipt.ts";
import type { Reason } from "../receipt.ts";
import { paidInCash } from "./cash.ts";
import { candidatesOf, type Candidate } from "./candidates.ts";
import { choose, distinct, same, type Choice } from "./choose.ts";
import { documentDate } from "./document-date.ts";
import { bestNumber, findNumbers, numberRank, type NumberSeen } from "./document-numbers.ts";
import { itemsOf } from "./items.ts";
import type { Role } from "./lexicon.ts";
import { isWhole } from "./lines.ts";

export interface ViewRead {
  readonly claims: readonly Claim[];
  readonly doubts: readonly { readonly reason: Reason; readonly detail: string }[];
  /** The choice behind the first claim. */
  readonly total: Candidate | null;
}

interface Section {
  readonly start: number;
  readonly end: number;
  readonly choice: Choice;
  readonly candidates: readonly Candidate[];
}

const SECTIONS_MAX = 50;

/** Reads a view. `sent` is the day the document was written, where known; `inSubject` the numbers that its subject names; `refund` that it tells of money given back. */
export function readView(
  view: View,
  sent: Day | null,
  inSubject: readonly NumberSeen[] = [],
  refund = false,
): ViewRead {
  const { lines, candidates: all } = candidatesOf(view.text);
  const candidates = refund ? ofRefund(all) : all;
  const numbers = findNumbers(lines);
  const cards = findCards(view.text);
  const sections = sectionsOf(view.text, candidates, numbers, cards);
  const doubts: { reason: Reason; detail: string }[] = [];
  if (!isWhole(view.text, lines))
    doubts.push({
      reason: "too_large",
      detail: "The text has more lines or figures than are read.",
    });
  const day = documentDate(view.text, lines, sent);
  if (day.rivals.length > 0)
    doubts.push({
      reason: "ambiguous_date",
      detail: `The date may be ${day.rivals.slice(0, 4).join(" or ")}.`,
    });
  const orders = ordersOf(numbers, inSubject);
  if (sections.length === 1 && orders.size > 1)
    doubts.push({
      reason: "several_charges",
      detail: `There is one total for ${orders.size} orders (${[...orders].slice(0, 4).join(", ")}), which may be charged one by one.`,
    });
  for (const { choice } of sections) {
    if (choice.rivals.length > 0)
      doubts.push({
        reason: "conflicting_totals",
        detail: `${choice.why} Others: ${choice.rivals
          .slice(0, 4)
          .map((one) => `${one.amount.value} ("${one.phrase}")`)
          .join(", ")}.`,
      });
    if (choice.total?.amount.otherwise !== null && choice.total !== null)
      doubts.push({
        reason: "conflicting_totals",
        detail: `${view.text.slice(choice.total.amount.start, choice.total.amount.end)} may be ${choice.total.amount.value} or ${choice.total.amount.otherwise}.`,
      });
  }
  const cash = sections.length === 1 ? paidInCash(view.text, lines) : null;
  const claims = sections.map((section): Claim => {
    const within = (at: number) =>
      sections.length === 1 || (at >= section.start && at < section.end);
    const number =
      sections.length > 1
        ? (bestNumber(
            numbers.filter(({ start }) => within(start)),
            [],
            ["transaction", "order"],
          ) ??
          bestNumber(
            numbers.filter(({ start }) => start < (sections[0]?.start ?? 0)),
            [],
          ))
        : bestNumber(numbers, inSubject);
    const titled = sections.length > 1 ? null : bestNumber(inSubject, []);
    const named =
      number !== null && (titled === null || numberRank(number) <= numberRank(titled))
        ? { number, in: view.name }
        : titled === null
          ? null
          : { number: titled, in: "subject" };
    const card = cardOf(
      cards.filter(({ start }) => within(start)),
      section,
    );
    const ownDay =
      sections.length === 1
        ? day
        : documentDate(
            view.text,
            lines.filter(({ start }) => within(start)),
            sent,
          );
    const date =
      (ownDay.rivals.length === 0 ? ownDay.date : null) ??
      (day.rivals.length === 0 ? day.date : null);
    const [reading] = date?.readings ?? [];
    const items = itemsOf(view, lines, section.candidates, section.choice.total);
    return {
      source: "label",
      ...(section.choice.total === null ? {} : { total: seen(view, section.choice.total) }),
      ...(reading === undefined || date === null
        ? {}
        : {
            date: {
              value: reading,
              span: { view: view.name, start: date.start, end: date.end },
              rule: ownDay.rule === "" ? day.rule : ownDay.rule,
            },
          }),
      ...(named === null
        ? {}
        : {
            order_number: {
              value: named.number.value,
              span: { view: named.in, start: named.number.start, end: named.number.end },
              rule: `${named.number.kind} number`,
            },
          }),
      ...(card === null
        ? {}
        : {
            card_last4: {
              value: card.last4,
              span: { view: view.name, start: card.start, end: card.end },
              rule: "card's last four",
            },
          }),
      ...(cash === null
        ? {}
        : {
            cash: {
              value: view.text.slice(cash.start, cash.end),
              span: { view: view.name, ...cash },
              rule: "paid in cash",
            },
          }),
      ...parts(view, section.candidates),
      ...(items.length === 0 ? {} : { items }),
    };
  });
  const total = sections[0]?.choice.total ?? null;
  if (
    new Set(cards.map(({ last4 }) => last4)).size > 1 &&
    sections.length === 1 &&
    total !== null &&
    severalPaid(candidates)
  )
    doubts.push({ reason: "several_charges", detail: "Several cards were charged." });
  return { claims, doubts, total };
}

/** What was given back stands over what was once paid for it, and may be printed with a minus. */
function ofRefund(candidates: readonly Candidate[]): readonly Candidate[] {
  const back = candidates.filter(({ role }) => role === "refunded");
  if (back.length === 0) return candidates;
  return candidates
    .filter(({ role }) => role !== "charged")
    .map((one) =>
      one.role === "refunded" && one.amount.negative
        ? { ...one, amount: { ...one.amount, negative: false } }
        : one,
    );
}

/** Whether two different cards each stand beside an amount that was charged to them. */
function severalPaid(candidates: readonly Candidate[]): boolean {
  return (
    new Set(
      candidates
        .filter(({ card, rank, amount }) => card !== null && rank > 0 && !amount.negative)
        .map(({ card }) => card?.last4),
    ).size > 1
  );
}

/** The document in parts of a charge each; the whole where it is one. */
function sectionsOf(
  text: string,
  candidates: readonly Candidate[],
  numbers: readonly NumberSeen[],
  cards: readonly CardSeen[],
): readonly Section[] {
  const whole: Section = { start: 0, end: text.length, choice: choose(candidates), candidates };
  for (const anchors of [
    anchorsOf(
      numbers
        .filter(({ kind }) => kind === "transaction")
        .map(({ value, start }) => ({ value, start })),
    ),
    anchorsOf(cards.map(({ last4, from }) => ({ value: last4, start: from }))),
  ]) {
    if (anchors.length < 2 || anchors.length > SECTIONS_MAX) continue;
    const sections = anchors.map((start, at): Section => {
      const end = anchors[at + 1] ?? text.length;
      const own = candidates.filter(({ amount }) => amount.start >= start && amount.start < end);
      return { start, end, choice: choose(own), candidates: own };
    });
    const before = candidates.filter(
      ({ amount, rank }) => rank > 10 && amount.start < (anchors[0] ?? 0),
    );
    if (
      sections.every(({ choice }) => choice.total !== null && choice.rivals.length === 0) &&
      samePhrase(sections) &&
      distinct(before).length <= 1 &&
      !repeated(sections)
    )
      return sections;
  }
  return [whole];
}

/** Where each value begins first; values that come back in between divide nothing. */
function anchorsOf(
  places: readonly { readonly value: string; readonly start: number }[],
): readonly number[] {
  const first = new Map<string, number>();
  let last = "";
  for (const { value, start } of places) {
    if (first.has(value) && value !== last) return [];
    if (!first.has(value)) first.set(value, start);
    last = value;
  }
  return [...first.values()];
}

function samePhrase(sections: readonly Section[]): boolean {
  return new Set(sections.map(({ choice }) => choice.total?.phrase)).size === 1;
}

/** All sections with one and the same total are one charge that is told twice. */
function repeated(sections: readonly Section[]): boolean {
  const [first, ...others] = sections.map(({ choice }) => choice.total);
  return (
    first !== null &&
    first !== undefined &&
    others.every((other) => other !== null && same(first, other))
  );
}

/** The orders named; the one of the subject alone where the text names it too, and one whose number is a part of another's is that. */
function ordersOf(
  numbers: readonly NumberSeen[],
  inSubject: readonly NumberSeen[],
): ReadonlySet<string> {
  const orders = new Set(numbers.filter(({ kind }) => kind === "order").map(({ value }) => value));
  const titled = inSubject.find(({ kind, value }) => kind === "order" && orders.has(value));
  if (titled !== undefined) return new Set([titled.value]);
  return new Set(
    [...orders].filter(
      (value) => ![...orders].some((other) => other !== value && other.includes(value)),
    ),
  );
}

/** The one card of the section, or the one its total was charged to. */
function cardOf(cards: readonly CardSeen[], section: Section): CardSeen | null {
  const charged = section.choice.total?.card ?? null;
  if (charged !== null) return charged;
  const [first] = cards;
  return first !== undefined && cards.every(({ last4 }) => last4 === first.last4) ? first : null;
}

const PARTS: readonly (readonly [Role, "subtotal" | "tax" | "shipping" | "tip" | "discount"])[] = [
  ["subtotal", "subtotal"],
  ["tax", "tax"],
  ["shipping", "shipping"],
  ["tip", "tip"],
  ["discount", "discount"],
];

/** Tax, shipping and the like, where one amount alone says that it is. */
function parts(view: View, candidates: readonly Candidate[]): Partial<Claim> {
  const found: Partial<Record<(typeof PARTS)[number][1], SeenAmount>> = {};
  for (const [role, field] of PARTS) {
    const [only, ...others] = distinct(candidates.filter((one) => one.role === role));
    if (only !== undefined && others.length === 0) found[field] = seen(view, only);
  }
  return found;
}

function seen(view: View, { amount, role, phrase }: Candidate): SeenAmount {
  return {
    value: amount.value,
    span: { view: view.name, start: amount.start, end: amount.end },
    rule: `${role}: ${phrase}`,
    currency: amount.currency,
    candidates: amount.currency === null ? amount.candidates : [],
  };
}
