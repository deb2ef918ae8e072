// How likely each amount of a message is what moved, by the words around it: a logistic regression over its signs
// (choices.ts), learned as that of the wording is.

import type { MailDocument } from "../mail.ts";
import type { Amount } from "../totals/money/amount.ts";
import { findChoices, type Choice } from "./choices.ts";
import { bodyOf, SCALE } from "./wording.ts";
import LEARNED from "./learned-amounts.json" with { type: "json" };

export interface RankedAmount {
  readonly amount: Amount;
  /** The probability that it is what moved, if one of them is; together 1. */
  readonly chance: number;
}

/** The distinct amounts of a message's text, the likeliest first. */
export function rankAmounts(document: MailDocument): readonly RankedAmount[] {
  const choices = findChoices(document.subject, bodyOf(document));
  const chances = chancesOfChoices(choices, (sign) => weightOf(sign));
  return choices
    .map(({ amount }, at) => ({ amount, chance: chances[at] ?? 0 }))
    .toSorted((a, b) => b.chance - a.chance);
}

/** The softmax of the sums of each choice's weights. */
export function chancesOfChoices(
  choices: readonly Pick<Choice, "signs">[],
  weigh: (sign: string) => number | undefined,
): readonly number[] {
  const sums = choices.map(({ signs }) => {
    const known = [...signs].flatMap((sign) => weigh(sign) ?? []);
    const sum = known.reduce((total, weight) => total + weight, 0);
    return sum / (SCALE * Math.sqrt(Math.max(known.length, 1)));
  });
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const whole = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / whole);
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
