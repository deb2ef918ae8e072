// The same month in two formats, or in two habits of one. Where both print the bank's reference, or both print none and
// the same text, the second inserts nothing; else each row is another identity, is inserted, and none is dropped.

import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { complete, Ledger, readAnswered } from "./ledger.ts";
import { WRITERS } from "./print/all.ts";
import type { Writer } from "./print/writer.ts";
import { decimal, isoDay, month, type Month } from "./truth.ts";

type Read = ReturnType<typeof complete>;

const read = async (all: Month, writer: Writer): Promise<Read> =>
  complete(await readAnswered(await writer.write(all), writer.answers));

async function take(first: Read, second: Read) {
  const ledger = new Ledger();
  await ledger.take(first);
  const outcome = await ledger.take(second);
  return { outcome, contents: ledger.contents() };
}

/** Whether a row has one identity in both. */
function agree(first: Writer, second: Writer): boolean {
  const referenced = first.witness === "reference";
  if (referenced !== (second.witness === "reference")) return false;
  return referenced || first.text === second.text;
}

const told = (rows: Month) => rows.map((entry) => `${isoDay(entry)} ${decimal(entry.cents)}`);
const writer = fc.constantFrom(...WRITERS);

test("what agrees in reference or text inserts nothing twice, what does not is inserted whole", async () => {
  await fc.assert(
    fc.asyncProperty(month, writer, writer, async (all, first, second) => {
      const { outcome, contents } = await take(await read(all, first), await read(all, second));

      const same = agree(first, second);
      expect(outcome, `${first.name}, then ${second.name}`).toEqual(
        same ? { inserted: 0, duplicate: all.length } : { inserted: all.length, duplicate: 0 },
      );
      expect(contents).toEqual((same ? told(all) : [...told(all), ...told(all)]).toSorted());
    }),
    { numRuns: 3 * (Number(env.SCALE) || 20) },
  );
});

test("every pair of printers, on one month", async () => {
  const [all = []] = fc.sample(month, { numRuns: 1, seed: 20_240_301 });
  const wrong: string[] = [];
  const files = new Map<Writer, Read>();
  for (const each of WRITERS) files.set(each, await read(all, each));
  for (const [first, firstRead] of files) {
    for (const [second, secondRead] of files) {
      const { outcome } = await take(firstRead, secondRead);
      if (outcome.inserted !== (agree(first, second) ? 0 : all.length))
        wrong.push(
          `${first.name}, then ${second.name}: ${outcome.inserted} of ${all.length} inserted`,
        );
    }
  }

  expect(wrong).toEqual([]);
});
