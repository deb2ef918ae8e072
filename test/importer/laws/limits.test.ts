// What no identity can give: without reference, time or balance, equal purchases on either side of
// a cut within a day look like one. Stated in docs/reference/formats.md.

import { expect, test } from "vitest";
import { must } from "../../../src/platform/assert.ts";
import * as fc from "fast-check";
import { complete, Ledger, readAnswered } from "./ledger.ts";
import { WRITERS } from "./print/all.ts";
import { days, month } from "./truth.ts";

const MONTH = must(fc.sample(month, { numRuns: 1, seed: 7 })[0], "a month");
const BARE = WRITERS.filter(({ witness }) => witness === null);

test.each(BARE.map((writer) => [writer.name, writer] as const))(
  "%s: of two equal purchases on either side of a cut one is missing, and no other row",
  async (_, writer) => {
    const [first, ...others] = days(MONTH, 27, 27).filter(
      ({ payee, cents }) => payee === "Café Müller" && cents === -1_730,
    );
    const before = [...days(MONTH, 1, 26), must(first, "the first coffee")];
    const after = [...others, ...days(MONTH, 28, 31)];
    const ledger = new Ledger();

    for (const rows of [before, after])
      await ledger.take(complete(await readAnswered(await writer.write(rows), writer.answers)));

    expect(others.length).toBeGreaterThan(0);
    expect(ledger.transactions.size).toBe(before.length + after.length - 1);
  },
);
