// A debit/credit column in unknown words. The running balance teaches what each word means, or a
// person is asked. Only columns with a few short words on every row count; a word on both sides
// teaches nothing.

import { readAmount } from "./amount.ts";
import { stripCell } from "../shape/cells.ts";
import { matchRoles, normalLabel } from "../columns/labels.ts";
import { readAmountUnder, signedPlan, type MoneyContext } from "./money.ts";
import type { MoneyPlan } from "../plan.ts";
import { holdsAmounts, holdsDates, type Profile } from "../columns/profile.ts";
import type { Role } from "../columns/role.ts";

export type WordedPlan = MoneyPlan & { readonly kind: "worded" };

const WORDS_MAX = 6;
const WORD_CHARS_MAX = 24;
const TAUGHT_ROWS_MIN = 3;
/** Columns whose words may name sides. */
const SPEAKING: readonly (Role | null)[] = [
  null,
  "type",
  "side",
  "category",
  "description",
  "status",
];

/**
 * The readings in which a column's words give unsigned amounts the sides that the balance shows.
 */
export function learnSideWords(
  context: MoneyContext,
  column: number,
  balance: number,
): readonly WordedPlan[] {
  return listWordColumns(context).flatMap((side) =>
    [1, -1].flatMap((direction) => learnWords(context, column, balance, side, direction) ?? []),
  );
}

/** The roles of columns whose words are asked about if there are more than two. */
const MANY_WORDS: readonly (Role | null)[] = ["type", "side"];

/** A column of a few words on the rows with an amount, as printed. */
export interface WordList {
  readonly column: number;
  readonly words: readonly string[];
}

/**
 * The columns of a few words on the rows with an amount, for the questions which of them are money
 * out; none in which a row has no word, or whose words may be names.
 */
export function findWordLists(context: MoneyContext, amount: number): readonly WordList[] {
  return listWordColumns(context, false).flatMap((column) => {
    const words = [...new Set(listWords(context, column, amount))];
    const label = context.columns.profiles[column]?.label ?? "";
    const isAsked =
      words.length >= 2 &&
      words.length <= WORDS_MAX &&
      words.every((word) => word !== "" && !/\d/.test(word)) &&
      (words.length === 2 || MANY_WORDS.includes(context.columns.roles[column] ?? null)) &&
      !mayBeNames(label, words);
    return isAsked ? [{ column, words }] : [];
  });
}

const ASKED: readonly Role[] = ["side", "type", "debit", "credit", "amount"];

/**
 * Whether words may be the names of people or places: written like names, under a label that is of
 * no sides. No question has a name as its key.
 */
function mayBeNames(label: string, words: readonly string[]): boolean {
  if (label.includes("/")) return false;
  // Without a heading a word of two letters is rather a word: "Ra" and "Vào" are out and in.
  if (label === "" && words.some((word) => word.length < 3)) return false;
  const isOfSides = matchRoles(label).some(({ role }) => ASKED.includes(role));
  return !isOfSides && words.every((word) => /^\p{Lu}(?:\p{Ll}|\p{Lu}{3})/u.test(word));
}

function listWords(context: MoneyContext, column: number, amount: number): readonly string[] {
  return context.rows
    .filter(({ cells }) => (readAmountUnder(context, signedPlan(amount), cells) ?? 0) !== 0)
    .map(({ cells }) => stripCell(cells[column] ?? ""));
}

/** The plan under which `out` is money out and the column's other word money in. */
export function planWithWords(column: number, side: number, out: string, into: string): WordedPlan {
  return planWithWordLists(column, side, [out], [into]);
}

/** The plan under which some words are money out and others money in. */
export function planWithWordLists(
  column: number,
  side: number,
  out: readonly string[],
  into: readonly string[],
): WordedPlan {
  return { kind: "worded", column, side, out: out.map(normalLabel), in: into.map(normalLabel) };
}

function listWordColumns(context: MoneyContext, whole = true): readonly number[] {
  return context.columns.profiles
    .filter(
      (profile) =>
        SPEAKING.includes(context.columns.roles[profile.index] ?? null) &&
        mayNameSides(profile) &&
        (!whole || profile.filled === profile.rows),
    )
    .map(({ index }) => index);
}

function mayNameSides(profile: Profile): boolean {
  return (
    profile.rows >= 2 &&
    profile.distinct >= 2 &&
    profile.distinct <= WORDS_MAX &&
    profile.distinct < profile.rows &&
    profile.chars <= WORD_CHARS_MAX * profile.filled &&
    !holdsAmounts(profile) &&
    !holdsDates(profile)
  );
}

function learnWords(
  context: MoneyContext,
  column: number,
  balance: number,
  side: number,
  direction: number,
): WordedPlan | null {
  const sides = new Map<string, number>();
  let before: number | null = null;
  let rows = 0;
  const ordered = direction === 1 ? context.rows : context.rows.toReversed();
  for (const row of ordered) {
    const amount = readAmountUnder(context, signedPlan(column), row.cells);
    const after = readAmount(stripCell(row.cells[balance] ?? ""), context.mark, context.decimals);
    if (amount === null || typeof after !== "number") return null;
    const step: number = before === null ? 0 : after - before;
    before = after;
    if (amount === 0 || (step !== amount && step !== -amount)) continue;
    const word = normalLabel(row.cells[side] ?? "");
    if ((sides.get(word) ?? step) * step < 0) return null;
    sides.set(word, step);
    rows += 1;
  }
  const of = (sign: number) =>
    [...sides].flatMap(([word, step]) => (step * sign > 0 ? [word] : []));
  const [out, into] = [of(-1), of(1)];
  return rows >= TAUGHT_ROWS_MIN &&
    rows >= 0.9 * (context.rows.length - 1) &&
    out.length > 0 &&
    into.length > 0
    ? { kind: "worded", column, side, out, in: into }
    : null;
}
