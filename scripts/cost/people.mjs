// Ten thousand people of npm run cost, one by one: each is of one kind of household, by the households' shares, and
// does each thing so many times a month, drawn around the household's habit. A person's counts are those of each thing
// done once (scripts/cost/month.mjs measures them), times how often.

import { seeded } from "../generated-banks/random.mjs";

const FINE = 2 ** 30;

/** @typedef {Record<string, number>} Counts */
/** @typedef {{share: number, habits: Counts, units: Record<string, Counts>}} Kind */

/**
 * What everybody does in a month, in order: [how often each thing, the counts]. The same seed gives the same people.
 * @param {readonly Kind[]} kinds
 * @param {number} people
 * @param {number} seed
 * @returns {{kind: number, counts: Counts}[]}
 */
export function drawPeople(kinds, people, seed) {
  const { below } = seeded(seed);
  const random = () => (below(FINE) + 0.5) / FINE;
  return Array.from({ length: people }, () => {
    const kind = drawKind(kinds, random());
    const { habits, units } = kinds[kind];
    const times = Object.entries(habits).map(
      ([habit, mean]) => /** @type {const} */ ([habit, drawCount(mean, random)]),
    );
    return { kind, counts: addUp(times, units) };
  });
}

/**
 * The counts of a month in which each thing is done so many times.
 * @param {readonly (readonly [string, number])[]} times
 * @param {Record<string, Counts>} units
 * @returns {Counts}
 */
export function addUp(times, units) {
  /** @type {Counts} */
  const sum = {};
  for (const [habit, often] of times)
    for (const [name, count] of Object.entries(often === 0 ? {} : units[habit]))
      sum[name] = (sum[name] ?? 0) + often * count;
  return sum;
}

/**
 * The place of the kind that a number from 0 to 1 falls into.
 * @param {readonly Kind[]} kinds
 * @param {number} at
 */
function drawKind(kinds, at) {
  let end = 0;
  const place = kinds.findIndex(({ share }) => (end += share) > at);
  return place === -1 ? kinds.length - 1 : place;
}

/**
 * How often something happens that happens `mean` times a month on average, each time by itself (a Poisson number):
 * it happens again as long as the product of random numbers stays above e^-mean.
 * @param {number} mean
 * @param {() => number} random
 */
export function drawCount(mean, random) {
  let often = 0;
  // In pieces, as e^-mean of a large mean is too small for a number.
  for (let rest = mean; rest > 0; rest -= 50) {
    const end = Math.exp(-Math.min(rest, 50));
    for (let product = random(); product > end; product *= random()) often += 1;
  }
  return often;
}
