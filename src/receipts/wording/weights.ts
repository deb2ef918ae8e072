// How learned weights are added up. Weights are stored as whole numbers, and the sum of many grows with their root
// only, so that a long message is not judged more surely than a short one.

/** 1 is stored as so much; finer weights judged no better. */
export const SCALE = 4;

/** The sum of stored weights, of which there are `count`. */
export function addUp(sum: number, count: number): number {
  return sum / (SCALE * Math.sqrt(Math.max(count, 1)));
}

/** The shares of 1 that sums on a logarithmic scale stand for. */
export function toChances(sums: readonly number[]): readonly number[] {
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const whole = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / whole);
}

/** The logarithm of the sum of the powers of some sums; 0 where there are none. */
export function logOfPowers(sums: readonly number[]): number {
  if (sums.length === 0) return 0;
  const most = Math.max(...sums);
  return most + Math.log(sums.reduce((total, sum) => total + Math.exp(sum - most), 0));
}
