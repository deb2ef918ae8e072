// Logistic regression over the phrases of mails and over the signs of their amounts, together.

import { EVIDENCE_SHARE, REPORTS } from "../../src/receipts/wording/wording.ts";
import { logOfPowers, SCALE, toChances } from "../../src/receipts/wording/weights.ts";

/** A phrase or a sign of fewer mails may be a name. */
const MAILS_MIN = 3;
/** More did not judge better (40,000 and 93,000 alike), and 15,000 judged worse. */
const PHRASES_MAX = 30_000;
/** All 20,000 judged no better. */
const SIGNS_MAX = 8_000;
const ROUNDS = 8;
const RATE = 0.3;
const BIAS_RATE = 0.05;
const DECAY = 0.0003;

/**
 * Learns the weights of each phrase for each report beside those for none, a bias for each, and the weights of the
 * signs of amounts. Each mail has the keys of its `phrases`, its `shares` of the reports, and the `choices` of its
 * amounts, of which the one at `right` moved. AdaGrad takes the mails in an order that is the same in each run, first
 * with all phrases and signs, then with those that matter most.
 */
export function learn(mails) {
  const phrases = listCommon(mails.flatMap((mail) => mail.phrases));
  const signs = listCommon(
    mails.flatMap(({ choices }) => choices.flatMap((one) => [...one.signs])),
  );
  const first = fit(mails, phrases, signs);
  const kept = [
    keepMost(phrases, first.weights, PHRASES_MAX),
    keepMost(signs, [first.signWeights], SIGNS_MAX),
  ];
  const { weights, bias, signWeights } = fit(mails, ...kept);
  const whole = (weight) => Math.round(weight * SCALE);
  const [keptPhrases, keptSigns] = kept.map((list) => list.map(({ key }) => key));
  return {
    weights: new Map(
      keptPhrases.map((key, at) => [key, nameEach(weights.map((own) => whole(own[at])))]),
    ),
    bias: nameEach(bias),
    signs: new Map(keptSigns.map((sign, at) => [sign, whole(signWeights[at])])),
  };
}

/** The keys of enough mails, each with how often it occurs. */
function listCommon(keys) {
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].flatMap(([key, count]) => (count >= MAILS_MIN ? [{ key, count }] : []));
}

/** Those whose weights differ most, and most often. */
function keepMost(common, weights, most) {
  const matters = (at) => {
    const own = [0, ...weights.map((values) => values[at])];
    return (Math.max(...own) - Math.min(...own)) * Math.sqrt(common[at].count);
  };
  return common
    .map((one, at) => ({ one, matters: matters(at) }))
    .toSorted((a, b) => b.matters - a.matters)
    .slice(0, most)
    .map(({ one }) => one);
}

/** The reports but none, which has the weight 0 everywhere. */
const OTHERS = REPORTS.slice(1);

const nameEach = (values) => Object.fromEntries(OTHERS.map((report, at) => [report, values[at]]));

/** The weights of these phrases, what is added for each report, and the weights of these signs. */
function fit(mails, keys, signs) {
  const [numberOfPhrase, numberOfSign] = [keys, signs].map(
    (list) => new Map(list.map(({ key }, at) => [key, at])),
  );
  const examples = mails.map(({ phrases, shares, choices, right }) => ({
    shares: shares.slice(1),
    right,
    known: phrases.flatMap((key) => numberOfPhrase.get(key) ?? []),
    choices: choices.map((one) => [...one.signs].flatMap((sign) => numberOfSign.get(sign) ?? [])),
  }));
  const weights = OTHERS.map(() => makeWeights(keys.length));
  const ofSigns = makeWeights(signs.length);
  const bias = OTHERS.map(() => 0);
  const random = makeRandom();
  for (let round = 0; round < ROUNDS; round += 1) {
    shuffle(examples, random);
    for (const { shares, right, known, choices } of examples) {
      const sums = choices.map((own) => sumOf(ofSigns, own));
      const evidence = EVIDENCE_SHARE * logOfPowers(sums);
      const [, ...chances] = toChances([
        0,
        ...weights.map((own, at) => bias[at] + sumOf(own, known) + evidence),
      ]);
      const misses = chances.map((chance, at) => chance - shares[at]);
      misses.forEach((miss, at) => {
        descend(weights[at], known, miss);
        bias[at] -= BIAS_RATE * miss;
      });
      const all = misses.reduce((sum, miss) => sum + miss, 0);
      const isRanked = right !== -1 && choices.length > 1;
      toChances(sums).forEach((chance, at) => {
        const missed = isRanked ? chance - Number(at === right) : 0;
        descend(ofSigns, choices[at], EVIDENCE_SHARE * all * chance + missed);
      });
    }
  }
  const values = ({ values: own }) => own;
  return { weights: weights.map(values), bias, signWeights: values(ofSigns) };
}

function makeWeights(count) {
  return { values: new Float64Array(count), squares: new Float64Array(count).fill(1e-8) };
}

function sumOf({ values }, known) {
  return known.reduce((sum, at) => sum + values[at], 0) / Math.sqrt(Math.max(known.length, 1));
}

/** A step of AdaGrad against a miss of the sum of these weights. */
function descend({ values, squares }, known, miss) {
  const step = miss / Math.sqrt(Math.max(known.length, 1));
  if (step === 0) return;
  for (const at of known) {
    squares[at] += step * step;
    values[at] -= (RATE * (step + DECAY * values[at])) / Math.sqrt(squares[at]);
  }
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
