// Banks from the generator (scripts/generated-banks): the same seed gives the same file, the truth
// agrees with what is printed, and sixty layouts, chosen by seed before they were read, are read.

import { describe, expect, test } from "vitest";
import { ASIDE, makeBank, touchesAside } from "../../scripts/generated-banks/bank.mjs";
import { judgeBank } from "../../scripts/generated-banks/judge.mjs";
import { printSize } from "../../scripts/generated-banks/values.mjs";
import { LANGUAGES } from "../../scripts/generated-banks/languages/parse.mjs";
import { readStatement, surveyStatement } from "../../src/statements/read-statement.ts";
import type { Answers, StatementRecord } from "../../src/statements/statement.ts";
import { documentOf, TODAY } from "./csv/reading.ts";
import { KNOWN_FAULTS } from "./generated-faults.ts";

const FIRST = 5000;
const COUNT = 60;
const SEEDS = Array.from({ length: COUNT }, (_, index) => FIRST + index);

interface Truth {
  readonly amount: number;
  readonly state: string;
}

async function readBytes(bytes: Uint8Array, answers: Answers) {
  const source = documentOf(bytes);
  const survey = await surveyStatement(source, { answers, recall: () => ({}), today: TODAY });
  if (!survey.ok) return { refused: survey.error.message, records: [], questions: [] };
  const records: StatementRecord[] = [];
  for await (const slice of readStatement(source, survey.value.plan, 0))
    records.push(...slice.records);
  return { refused: null, records, questions: survey.value.questions };
}

describe("generated banks", () => {
  test("a seed gives the same bytes and the same truth each time", () => {
    for (const seed of SEEDS.slice(0, 20)) expect(makeBank(seed)).toEqual(makeBank(seed));
    expect(new Set(SEEDS.map((seed) => makeBank(seed).text)).size).toBe(COUNT);
  });

  test("the opening balance and the booked amounts are the closing balance", () => {
    for (const seed of SEEDS) {
      const { plan, truth } = makeBank(seed);
      const booked: readonly Truth[] = truth.booked;
      const sum = booked.reduce((all, { amount }) => all + amount, 0);
      expect(plan.opening + sum, `seed ${seed}`).toBe(plan.closing);
      expect(truth.booked.length + truth.pending.length + truth.declined.length).toBe(plan.count);
    }
  });

  test("each amount of the truth is printed", () => {
    for (const seed of SEEDS) {
      const { plan, text, truth } = makeBank(seed);
      for (const { bare } of truth.booked)
        expect(text, `seed ${seed}`).toContain(printSize(bare, plan.style));
    }
  });

  test("each language has the words of each column and of each kind of row", () => {
    const keys = Object.keys(LANGUAGES[0].words).toSorted();
    expect(LANGUAGES.length).toBeGreaterThanOrEqual(40);
    for (const { code, words } of LANGUAGES) {
      expect(Object.keys(words).toSorted(), code).toEqual(keys);
      expect([words.months.length, words.long.length], code).toEqual([12, 12]);
      for (const key of keys) expect(words[key].includes(""), `${code} ${key}`).toBe(false);
    }
  });

  test("seeds next to those set aside may be shown, those set aside may not", () => {
    expect(touchesAside(ASIDE.first - 10, 10)).toBe(false);
    expect(touchesAside(ASIDE.first - 10, 11)).toBe(true);
    expect(touchesAside(ASIDE.first + ASIDE.count - 1, 1)).toBe(true);
    expect(touchesAside(ASIDE.first + ASIDE.count, 100)).toBe(false);
  });

  test.each(SEEDS)("bank %i is read right, or fails in the way that is known", async (seed) => {
    const bank = makeBank(seed);

    const judged = await judgeBank(bank, async (answers: Answers) =>
      readBytes(bank.bytes, answers),
    );

    const known = KNOWN_FAULTS.get(seed);
    const allowed = known === undefined ? ["right"] : ["right", "asked", known[0]];
    expect(allowed, `${judged.kind}. ${judged.note}`).toContain(judged.verdict);
  });
});
