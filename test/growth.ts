// Whether work grows with what it is given and no faster, or is done in time, on a machine that
// does other things as well: what counts is the best of several rounds. Sizes are such that a
// square would take many seconds.

import { expect } from "vitest";

const ROUNDS_MAX = 6;
/** Four times the input: its square would be sixteen times the time. */
const TIMES = 4;
const RATIO_MAX = 10;
/** Less says nothing: of two times the longer is the one that a busy machine interrupts. */
const SLACK_MS = 1_000;

/** Does the work on `size` and on a quarter of it, until the times of both are in proportion. */
export async function expectLinear(size: number, work: (size: number) => unknown): Promise<void> {
  const timed = async (times: number): Promise<number> => {
    const started = performance.now();
    await work(times);
    return performance.now() - started;
  };
  const part = Math.ceil(size / TIMES);
  await work(part);
  // A small time that was disturbed would hide what grows too fast: it is taken often.
  let small = Math.min(await timed(part), await timed(part));
  let large = Infinity;
  for (let round = 0; round < ROUNDS_MAX && large >= RATIO_MAX * small + SLACK_MS; round += 1) {
    small = Math.min(small, await timed(part));
    large = Math.min(large, await timed(size));
  }
  expect(large).toBeLessThan(RATIO_MAX * small + SLACK_MS);
}

/** Does the work until it took less than so long, in several rounds at most. */
export async function expectWithin(milliseconds: number, work: () => unknown): Promise<void> {
  let best = Infinity;
  for (let round = 0; round < ROUNDS_MAX && best >= milliseconds; round += 1) {
    const started = performance.now();
    await work();
    best = Math.min(best, performance.now() - started);
  }
  expect(best).toBeLessThan(milliseconds);
}
