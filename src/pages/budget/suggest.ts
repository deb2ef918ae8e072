// The amounts that the page suggests, for one category or for all at once. Pure: nothing is saved
// here. A fill is a proposal of amounts, which a person accepts or not.

import { parseCurrency, exponentOf } from "../../money/currency.ts";
import { BUDGET_MEAN_PERIODS } from "../../platform/limits.ts";
import { findOwnAmount, type Budget, type Line, type Section } from "./model.ts";

/** A suggested amount, and its reason. */
export interface Suggestion {
  readonly label: string;
  readonly amount: number;
}

/** The suggestions of a category; equal amounts once. Negative amounts are never suggested. */
export function listSuggestions(
  line: Line,
  pot: Budget["pot"],
  noun: string,
  currency: string,
): readonly Suggestion[] {
  const last = line.past.at(-1);
  const did = line.isIncome ? "received" : "spent";
  const mean = computeMeanSpent(line, currency);
  const all = pot.left + (line.budgeted ?? 0);
  const offered: readonly (Suggestion | null)[] = [
    last === undefined || last.budgeted === null
      ? null
      : { label: `last ${noun}’s budget`, amount: last.budgeted },
    last === undefined ? null : { label: `${did} last ${noun}`, amount: last.spent },
    mean === null ? null : { label: `mean of ${line.past.length} ${noun}s`, amount: mean },
    { label: `${did} this ${noun}`, amount: line.spent },
    { label: "expected, recurring", amount: line.recurring },
    line.isIncome || line.left === null
      ? null
      : { label: "so that nothing is left", amount: line.spent - line.carried },
    line.isIncome || pot.left <= 0 ? null : { label: "all that is left to budget", amount: all },
  ];
  const found = offered.filter((one) => one !== null).filter(({ amount }) => amount > 0);
  return found.filter(
    ({ amount }, index) => found.findIndex((one) => one.amount === amount) === index,
  );
}

/** The mean spending of the periods before; null if there are none. */
export function computeMeanSpent({ past }: Pick<Line, "past">, currency: string): number | null {
  const known = past.slice(-BUDGET_MEAN_PERIODS);
  if (known.length === 0) return null;
  const sum = known.reduce((total, { spent }) => total + spent, 0);
  return roundToCoin(sum / known.length, currency);
}

/** The ways to fill all amounts at once. */
export const FILLS = {
  "copy-empty": "Copy into what is empty",
  copy: "Copy all",
  mean: "Fill from the mean",
  clear: "Clear all",
} as const;
export type Fill = keyof typeof FILLS;

/** A change that a fill proposes; null clears the amount. */
export interface Proposed {
  readonly line: Line;
  readonly amount: number | null;
}

/** Whether the text names a fill. */
export function isFill(text: string): text is Fill {
  return Object.hasOwn(FILLS, text);
}

/** Lists the changes of a fill. Notes stay, but clearing removes the notes with the amounts. */
export function proposeFill(budget: Budget, fill: Fill, currency: string): readonly Proposed[] {
  const sections = [...budget.income, ...budget.spending];
  const lines = sections.flatMap(({ members }) => members);
  const groups = fill === "clear" ? sections.flatMap(listOwn) : [];
  return [...groups, ...lines]
    .map((line) => ({ line, amount: propose(line, fill, currency) }))
    .filter(({ line, amount }) => amount !== undefined && amount !== line.budgeted)
    .map(({ line, amount }) => ({ line, amount: amount ?? null }));
}

function listOwn(section: Section): readonly Line[] {
  return section.group === null || findOwnAmount(section) === null ? [] : [section.group];
}

/** The proposed amount of a line; undefined leaves it as it is. */
function propose(line: Line, fill: Fill, currency: string): number | null | undefined {
  switch (fill) {
    case "copy-empty":
      return line.budgeted === null ? (line.past.at(-1)?.budgeted ?? undefined) : undefined;
    case "copy":
      return line.past.at(-1)?.budgeted ?? undefined;
    case "mean": {
      const mean = computeMeanSpent(line, currency);
      return mean === null || mean <= 0 ? undefined : mean;
    }
    case "clear":
      return null;
  }
}

/** Rounded to the currency's smallest coin, half up. */
function roundToCoin(amount: number, currency: string): number {
  const known = parseCurrency(currency);
  const coin = 10 ** Math.max(0, 4 - (known === null ? 2 : exponentOf(known)));
  return Math.round(amount / coin) * coin;
}
