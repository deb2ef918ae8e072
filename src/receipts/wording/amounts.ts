// How likely each amount of a message is what moved, by the words around it: a logistic regression over its signs
// (choices.ts), learned together with that of the wording.

import type { Amount } from "../totals/money/amount.ts";
import { findChoices, type Choice } from "./choices.ts";
import { addUp, logOfPowers, toChances } from "./weights.ts";
import LEARNED from "./learned-amounts.json" with { type: "json" };

export interface RankedAmount {
  readonly amount: Amount;
  /** The probability that it is what moved, if one of them is; together 1. */
  readonly chance: number;
}

export interface Ranking {
  /** The distinct amounts, the likeliest first. */
  readonly amounts: readonly RankedAmount[];
  /** How much the words around the amounts say that one of them moved; 0 where there are no amounts. */
  readonly evidence: number;
}

/** The amounts of a message's subject and text. */
export function rankAmounts(subject: string, text: string): Ranking {
  const choices = findChoices(subject, text);
  const sums = sumsOfChoices(choices, (sign) => weightOf(sign));
  const chances = toChances(sums);
  const amounts = choices
    .map(({ amount }, at) => ({ amount, chance: chances[at] ?? 0 }))
    .toSorted((a, b) => b.chance - a.chance);
  return { amounts, evidence: logOfPowers(sums) };
}

/** What the signs of each choice come to. */
export function sumsOfChoices(
  choices: readonly Pick<Choice, "signs">[],
  weigh: (sign: string) => number | undefined,
): readonly number[] {
  return choices.map(({ signs }) => {
    const known = [...signs].flatMap((sign) => weigh(sign) ?? []);
    return addUp(
      known.reduce((total, weight) => total + weight, 0),
      known.length,
    );
  });
}

let learned: ReadonlyMap<string, number> | null = null;

function weightOf(sign: string): number | undefined {
  learned ??= readLearned();
  return learned.get(sign);
}

/** The file has, for each weight, the signs that have it: "12": "before total|after eur". */
function readLearned(): ReadonlyMap<string, number> {
  return new Map(
    Object.entries<string>(LEARNED.signs).flatMap(([weight, signs]) =>
      signs.split("|").map((sign) => [sign, Number(weight)] as const),
    ),
  );
}
