// Logistic regression over the phrases of mails, and over the signs of their amounts.

import { chancesOfChoices } from "../../src/receipts/wording/amounts.ts";
import { SCALE } from "../../src/receipts/wording/wording.ts";
import { REPORTS } from "./mails.mjs";

/** A phrase of fewer mails may be a name. */
const MAILS_MIN = 3;
/** More did not judge better (40,000 and 93,000 alike), and 15,000 judged worse. */
const PHRASES_MAX = 30_000;
const ROUNDS = 6;
const RATE = 0.3;
const BIAS_RATE = 0.05;
const DECAY = 0.001;

/**
 * Learns the weights of each phrase for money out and money in, beside those for none, and a bias for both. Each mail has
 * the keys of its `phrases` and its `shares` of the reports. AdaGrad takes the mails in an order that is the same in each
 * run, first with all phrases, then with those that matter most.
 */
export function learn(mails) {
  const counts = new Map();
  for (const { phrases } of mails)
    for (const key of phrases) counts.set(key, (counts.get(key) ?? 0) + 1);
  const common = [...counts].flatMap(([key, count]) => (count >= MAILS_MIN ? [key] : []));
  const first = fit(mails, common);
  const range = (at) => {
    const own = first.weights.map((weights) => weights[at]);
    return Math.max(...own) - Math.min(...own);
  };
  const kept = common
    .map((key, at) => ({ key, matters: range(at) * Math.sqrt(counts.get(key)) }))
    .toSorted((a, b) => b.matters - a.matters)
    .slice(0, PHRASES_MAX)
    .map(({ key }) => key);
  const { weights, bias } = fit(mails, kept);
  const [none, out, into] = weights;
  const whole = (weight) => Math.round(weight * SCALE);
  return {
    weights: new Map(
      kept.map((key, at) => [
        key,
        { out: whole(out[at] - none[at]), in: whole(into[at] - none[at]) },
      ]),
    ),
    bias: { out: bias[1] - bias[0], in: bias[2] - bias[0] },
  };
}

/** The weight of each sign of an amount, from mails with their `choices`, of which the one at `right` moved. */
export function learnAmounts(mails) {
  const examples = mails.filter(({ choices, right }) => right !== -1 && choices.length > 1);
  const counts = new Map();
  for (const { choices } of examples)
    for (const { signs } of choices)
      for (const sign of signs) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  const weights = new Map();
  for (const [sign, count] of counts) if (count >= MAILS_MIN) weights.set(sign, 0);
  const squares = new Map([...weights.keys()].map((sign) => [sign, 1e-8]));
  const random = makeRandom();
  for (let round = 0; round < ROUNDS; round += 1) {
    shuffle(examples, random);
    for (const { choices, right } of examples) {
      const chances = chancesOfChoices(choices, (sign) => weights.get(sign));
      choices.forEach(({ signs }, at) => {
        const known = [...signs].filter((sign) => weights.has(sign));
        const step = (chances[at] - Number(at === right)) / Math.sqrt(Math.max(known.length, 1));
        for (const sign of known) {
          const square = squares.get(sign) + step * step;
          const own = weights.get(sign) / SCALE;
          squares.set(sign, square);
          weights.set(sign, SCALE * (own - (RATE * (step + DECAY * own)) / Math.sqrt(square)));
        }
      });
    }
  }
  return new Map([...weights].map(([sign, weight]) => [sign, Math.round(weight)]));
}

/** The weights of these phrases for each report, and what is added for each. */
function fit(mails, keys) {
  const numbers = new Map(keys.map((key, at) => [key, at]));
  const examples = mails.map(({ phrases, shares }) => ({
    shares,
    known: phrases.flatMap((key) => numbers.get(key) ?? []),
  }));
  const make = (value) => REPORTS.map(() => new Float64Array(keys.length).fill(value));
  const [weights, squares, bias] = [make(0), make(1e-8), [0, 0, 0]];
  const random = makeRandom();
  for (let round = 0; round < ROUNDS; round += 1) {
    shuffle(examples, random);
    for (const { shares, known } of examples) {
      const share = 1 / Math.sqrt(Math.max(known.length, 1));
      judge(weights, bias, known).forEach((chance, at) => {
        const miss = chance - shares[at];
        const step = miss * share;
        for (const phrase of known) {
          squares[at][phrase] += step * step;
          weights[at][phrase] -=
            (RATE * (step + DECAY * weights[at][phrase])) / Math.sqrt(squares[at][phrase]);
        }
        bias[at] -= BIAS_RATE * miss;
      });
    }
  }
  return { weights, bias };
}

function judge(weights, bias, known) {
  const share = 1 / Math.sqrt(Math.max(known.length, 1));
  const sums = weights.map(
    (own, at) => bias[at] + share * known.reduce((sum, phrase) => sum + own[phrase], 0),
  );
  const powers = sums.map((sum) => Math.exp(sum - Math.max(...sums)));
  const whole = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / whole);
}

/** An even number below 1 after another, the same in each run. */
function makeRandom() {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

function shuffle(list, random) {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other], list[at]];
  }
}
