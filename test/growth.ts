// Whether work grows with what it is given and no faster, on a machine that does other things as well: what is compared is
// the best of several rounds with one size and with four times as much, never a number of seconds.

import { expect } from "vitest";

const ROUNDS_MAX = 6;
/** Four times the input: its square would be sixteen times the time. */
const TIMES = 4;
const RATIO_MAX = 10;
/** Smaller times say nothing. */
const SLACK_MS = 40;

/** Does the work on `size` and on a quarter of it, until the times of both are in proportion. */
export async function expectLinear(size: number, work: (size: number) => unknown): Promise<void> {
  const timed = async (times: number): Promise<number> => {
    const started = performance.now();
    await work(times);
    return performance.now() - started;
  };
  const part = Math.ceil(size / TIMES);
  let [small, large] = [await timed(part), Infinity];
  for (let round = 0; round < ROUNDS_MAX && large >= RATIO_MAX * small + SLACK_MS; round += 1) {
    small = round === 0 ? await timed(part) : Math.min(small, await timed(part));
    large = Math.min(large, await timed(size));
  }
  expect(large).toBeLessThan(RATIO_MAX * small + SLACK_MS);
}
