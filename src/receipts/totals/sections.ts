// Splits a view into the charges it holds: several documents in one message (a transaction's or an
// order's number or a card each, with a total each) are several charges. Anything else is one.

import type { Candidate } from "./candidates.ts";
import { choose, distinctAmounts, isSameAmount, type Choice } from "./choose.ts";
import type { NumberSeen } from "./document-numbers.ts";
import { isMadeOfItems } from "./items.ts";
import { splitLines, type Line } from "./lines.ts";
import type { CardSeen } from "./money/cards.ts";
import { RANKS } from "./money-labels.ts";

/** The part of a view that is about one charge. */
export interface Section {
  readonly start: number;
  readonly end: number;
  readonly choice: Choice;
  readonly candidates: readonly Candidate[];
}

const SECTIONS_MAX = 50;

/** The sections of a view: by the numbers of transactions or orders, else by cards, else the whole view. */
export function splitSections(
  text: string,
  candidates: readonly Candidate[],
  numbers: readonly NumberSeen[],
  cards: readonly CardSeen[],
): readonly Section[] {
  const startsOf = (wanted: NumberSeen["kind"]) =>
    sectionStarts(
      withoutList(
        numbers.filter(({ kind }) => kind === wanted),
        candidates,
      ),
    );
  return (
    sectionsAt(text, candidates, startsOf("transaction")) ??
    sectionsAt(text, candidates, startsOf("order")) ??
    sectionsAt(
      text,
      candidates,
      sectionStarts(cards.map(({ last4, from }) => ({ value: last4, start: from }))),
    ) ??
    sectionsByCharge(text, candidates) ??
    sectionsByItems(text, candidates, cards) ?? [
      { start: 0, end: text.length, choice: choose(candidates), candidates },
    ]
  );
}

/**
 * Shipments of one order that are charged one by one: each ends with the line of its charge to a
 * card, which its own subtotal and further parts explain. Null where any does not.
 */
function sectionsByCharge(
  text: string,
  candidates: readonly Candidate[],
): readonly Section[] | null {
  const charges = candidates.filter(({ role, card }) => role === "charged" && card !== null);
  if (distinctAmounts(charges).length !== charges.length) return null;
  if (charges.length < 2 || charges.length > SECTIONS_MAX) return null;
  const ends = charges.map(({ amount }) => amount.end);
  const sections = ends.map((end, at): Section => {
    const [from, to] = [ends[at - 1] ?? 0, at === ends.length - 1 ? text.length : end];
    const own = candidates.filter(({ amount }) => amount.start >= from && amount.start < to);
    return { start: from, end: to, choice: choose(own), candidates: own };
  });
  return sections.every(
    ({ choice, candidates: own }) =>
      choice.total !== null &&
      choice.rivals.length === 0 &&
      own.some(({ role }) => role === "subtotal"),
  ) && haveSameLabel(sections)
    ? sections
    : null;
}

/**
 * Shipments of one order that are charged one by one: each lists its items, which make the charge
 * below them. The card may be on the line after the charge. Null where any does not.
 */
function sectionsByItems(
  text: string,
  candidates: readonly Candidate[],
  cards: readonly CardSeen[],
): readonly Section[] | null {
  const charges = candidates.filter(
    ({ role, label }) => role === "charged" && label.place === "before",
  );
  if (distinctAmounts(charges).length !== charges.length) return null;
  if (charges.length < 2 || charges.length > SECTIONS_MAX) return null;
  const lines = splitLines(text);
  const ends = charges.map((charge) => endOfCharge(lines, charge, cards));
  const sections = charges.map((charge, at): Section | null => {
    const start = ends[at - 1] ?? 0;
    const end = at === charges.length - 1 ? text.length : (ends[at] ?? text.length);
    const own = candidates.filter(({ amount }) => amount.start >= start && amount.start < end);
    return isMadeOfItems(lines, own, charge, start)
      ? { start, end, choice: choose(own), candidates: own }
      : null;
  });
  const made = sections.filter((section) => section !== null);
  return made.length === charges.length &&
    made.every(({ choice }) => choice.total !== null && choice.rivals.length === 0) &&
    haveSameLabel(made)
    ? made
    : null;
}

/** Where a charge's lines end: with the card on the next line, if there is one. */
function endOfCharge(
  lines: readonly Line[],
  { line, amount }: Candidate,
  cards: readonly CardSeen[],
): number {
  const next = lines[line + 1];
  const hasCard =
    next?.amounts.length === 0 &&
    cards.some(({ start }) => start >= next.start && start < next.end);
  return hasCard ? next.end : amount.end;
}

/** The numbers without the list of all of them above the first amount, where each comes back below. */
function withoutList(
  numbers: readonly NumberSeen[],
  candidates: readonly Candidate[],
): readonly NumberSeen[] {
  const count = new Set(numbers.map(({ value }) => value)).size;
  const [listed, below] = [numbers.slice(0, count), numbers.slice(count)];
  const end = listed.at(-1)?.end ?? 0;
  const isList =
    new Set(listed.map(({ value }) => value)).size === count &&
    new Set(below.map(({ value }) => value)).size === count &&
    candidates.every(({ amount }) => amount.start > end);
  return isList ? below : numbers;
}

/** Where each value begins first. A value that comes back after another one divides nothing. */
function sectionStarts(
  values: readonly { readonly value: string; readonly start: number }[],
): readonly number[] {
  const first = new Map<string, number>();
  let last = "";
  for (const { value, start } of values) {
    if (first.has(value) && value !== last) return [];
    if (!first.has(value)) first.set(value, start);
    last = value;
  }
  return [...first.values()];
}

/** The sections that begin there; null if they are not charges of their own. */
function sectionsAt(
  text: string,
  candidates: readonly Candidate[],
  starts: readonly number[],
): readonly Section[] | null {
  if (starts.length < 2 || starts.length > SECTIONS_MAX) return null;
  const sections = starts.map((start, at): Section => {
    const end = starts[at + 1] ?? text.length;
    const own = candidates.filter(({ amount }) => amount.start >= start && amount.start < end);
    return { start, end, choice: choose(own), candidates: own };
  });
  const totalsBefore = candidates.filter(
    ({ amount, rank }) => rank > RANKS.amount && amount.start < (starts[0] ?? 0),
  );
  return sections.every(({ choice }) => choice.total !== null && choice.rivals.length === 0) &&
    haveSameLabel(sections) &&
    distinctAmounts(totalsBefore).length <= 1 &&
    !haveSameTotal(sections)
    ? sections
    : null;
}

function haveSameLabel(sections: readonly Section[]): boolean {
  return new Set(sections.map(({ choice }) => choice.total?.phrase)).size === 1;
}

/** Sections that all have one and the same total are one charge that is printed twice. */
function haveSameTotal(sections: readonly Section[]): boolean {
  const [first, ...others] = sections.map(({ choice }) => choice.total);
  return (
    first !== null &&
    first !== undefined &&
    others.every((other) => other !== null && isSameAmount(first, other))
  );
}
