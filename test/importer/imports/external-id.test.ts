import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  externalId,
  identityKey,
  isOurs,
  dayKeyRange,
  type IdentityFacts,
} from "../../../src/importer/imports/external-id.ts";
import { EXTERNAL_ID_CHARS_MAX } from "../../../src/platform/limits.ts";
import { parseDay } from "../../../src/money/day.ts";
import { units } from "../../../src/money/money.ts";
import { must } from "../../../src/platform/assert.ts";

const day = must(parseDay("2024-03-01"), "a day");
const coffee: IdentityFacts = {
  account: 7,
  date: day,
  amount: units(-30_000),
  currency: "usd",
  reference: null,
  description: "Café Müller 12",
};

test("the id leads with the scheme and the date and fits the service's 75 characters", async () => {
  const id = externalId(identityKey(coffee), 2_000_000);

  expect(id).toMatch(/^t1:20240301:[a-z2-7]{26}:2000000$/);
  expect(id.length).toBeLessThanOrEqual(EXTERNAL_ID_CHARS_MAX);
  expect(isOurs(id)).toBe(true);
});

test("case, blanks and Unicode form do not change it", async () => {
  const key = identityKey(coffee);

  for (const description of [
    "CAFÉ MÜLLER 12",
    "  Cafe\u0301   Mu\u0308ller\u00a012 ",
    "café\tmüller\r\n12",
  ]) {
    expect(identityKey({ ...coffee, description }), description).toBe(key);
  }
});

test("each fact changes it", async () => {
  const others: IdentityFacts[] = [
    { ...coffee, account: 8 },
    { ...coffee, date: must(parseDay("2024-03-02"), "a day") },
    { ...coffee, amount: units(30_000) },
    { ...coffee, currency: "eur" },
    { ...coffee, description: "Café Müller 13" },
    { ...coffee, reference: "TX1" },
    { ...coffee, reference: "Café Müller 12" },
  ];
  const keys = [coffee, ...others].map(identityKey);

  expect(new Set(keys).size).toBe(keys.length);
});

test("with a bank reference the description, which banks rewrite, does not matter", async () => {
  const first = identityKey({ ...coffee, reference: "TX1" });

  expect(identityKey({ ...coffee, reference: "TX1", description: "rewritten" })).toBe(first);
});

test("a lone surrogate gives a stable id", async () => {
  expect(identityKey({ ...coffee, description: "a\ud800b" })).toBe(
    identityKey({ ...coffee, description: "a\ufffdb" }),
  );
});

test("a day's keys lie in its range and no other day's do", async () => {
  const [from, to] = dayKeyRange(day);
  await fc.assert(
    fc.asyncProperty(fc.string(), async (description) => {
      const key = identityKey({ ...coffee, description });
      expect(key >= from && key < to).toBe(true);
    }),
    { numRuns: 50 },
  );
  const next = identityKey({ ...coffee, date: must(parseDay("2024-03-02"), "a day") });
  expect(next >= from && next < to).toBe(false);
});

test("ids of others are not taken for ours", () => {
  for (const id of [null, "", "INV-1", "t1:20240301:short:1", "YNAB:-3000:2024-03-01:1"])
    expect(isOurs(id)).toBe(false);
});
