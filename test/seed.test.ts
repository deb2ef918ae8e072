// The cases of property tests are those of the run's seed.

import * as fc from "fast-check";
import { expect, inject, test } from "vitest";

const drawn = (seed?: number) =>
  fc.sample(
    fc.string({ minLength: 5 }),
    seed === undefined ? { numRuns: 5 } : { numRuns: 5, seed },
  );

test("a property that sets no seed draws the cases of the run's, each time", () => {
  expect(drawn()).toEqual(drawn(inject("seed")));
  expect(drawn()).toEqual(drawn());
  expect(drawn(inject("seed") + 1)).not.toEqual(drawn());
});
