// Goal: nothing that the readers find in the samples, and nothing that the queue does under faults,
// changes unnoticed. Method: digests that were kept before (scripts/golden.mjs) are compared with
// those of now; the corpora are compared by hand.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { digestOf, firstDifference, print, sentence } from "./digest.ts";
import { differences, digestsOf, hashesIn, QUEUE_KEPT, SAMPLES_KEPT, wholeIn } from "./golden.ts";
import { sampleInputs } from "./inputs.ts";
import { queueInputs } from "./queue.ts";

const SAMPLES = await digestsOf(sampleInputs());

test("each sample is read as it was when its digest was written", () => {
  expect(differences(wholeIn(SAMPLES_KEPT), SAMPLES, ["facts"])).toEqual([]);
});

test("the sentences about each sample are those of its digest (a new wording is kept by: npm run golden -- --write --but-facts)", () => {
  expect(differences(wholeIn(SAMPLES_KEPT), SAMPLES, ["texts"])).toEqual([]);
});

test("the queue asks, waits, writes and settles in each seeded run as it did when the hashes were written", async () => {
  const digests = await digestsOf(queueInputs());

  expect(differences(hashesIn(QUEUE_KEPT), digests, ["facts"])).toEqual([]);
});

test("a file is read alike in every process: no pattern changes its flags within a group, which V8 gets wrong in some", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tsx?$/.test(name),
  );

  expect(sources.length).toBeGreaterThan(500);
  expect(
    sources.filter((name) =>
      /^(?!\s*(?:\/\/|\*)).*\(\?(?:[ims]|-[ims])+:/m.test(readFileSync(join("src", name), "utf8")),
    ),
  ).toEqual([]);
});

describe("a digest", () => {
  test("has its sentences apart, under the paths of their facts", () => {
    expect(
      digestOf({
        rows: [{ state: "rejected", reason: sentence("no date") }],
        why: sentence("the header"),
      }),
    ).toEqual({
      facts: { rows: [{ state: "rejected" }] },
      texts: { "/rows/0/reason": "no date", "/why": "the header" },
    });
  });

  test("is the same text in whatever order its members were made", () => {
    expect(print({ b: 1, a: { d: [1, null], c: "x" } })).toBe(
      print({ a: { c: "x", d: [1, null] }, b: 1 }),
    );
  });

  test("differs from another first where they are printed first", () => {
    expect(firstDifference({ a: [1, { b: 2 }], z: 1 }, { a: [1, { b: 3 }], z: 2 })).toEqual({
      path: "/a/1/b",
      before: "2",
      after: "3",
    });
    expect(firstDifference({ a: [1] }, { a: [1, 2] })).toEqual({
      path: "/a/1",
      before: "(nothing)",
      after: "2",
    });
    expect(firstDifference({ a: null }, {})).toEqual({
      path: "/a",
      before: "null",
      after: "(nothing)",
    });
    expect(firstDifference([{ a: 1 }], [{ a: 1 }])).toBeNull();
  });
});
