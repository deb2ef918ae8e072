// Goal: each real transaction ends in the budget exactly once and each row in exactly one state, whatever is
// killed, lost, refused or repeated. Method: random statements with twins, uploaded again and in overlapping
// windows, beside transactions typed by hand, over a network and a disk that fail by a seeded chance.

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { MemoryStore, type MemoryRow } from "./memory-store.ts";
import { chanceOf, drainAll, FakeBudget, rowsOf, type Coffee, type Poison } from "./simulation.ts";
import { randomStatement, windowsOf } from "./statements.ts";

/** SCALE is another number of runs: SCALE=10000. */
const SEEDS = Number(env.SCALE) > 0 ? Number(env.SCALE) : 4_000;
const POISONS: readonly Poison[] = ["named", "unnamed", "500"];

test(`${SEEDS.toLocaleString("en")} seeded runs under faults lose nothing, double nothing and settle every row once`, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const violation = await simulate(seed).catch((error: unknown) => String(error));
    expect(violation, `seed ${seed}`).toBeNull();
  }
}, 300_000);

test("a seed replays bit for bit", async () => {
  const traces = await Promise.all([trace(77), trace(77)]);
  expect(traces[0]).toBe(traces[1]);
});

/** Null, or what went wrong. */
async function simulate(seed: number): Promise<string | null> {
  return (await play(seed)).violation;
}

async function trace(seed: number): Promise<string> {
  const { budget } = await play(seed);
  return JSON.stringify([budget.requests, budget.kept]);
}

async function play(seed: number): Promise<{ violation: string | null; budget: FakeBudget }> {
  const random = chanceOf(seed);
  const statement = randomStatement(random);
  const budget = new FakeBudget(
    random,
    random() * 0.5,
    POISONS[Math.floor(random() * POISONS.length)] ?? "named",
  );
  const byHand = statement.filter((row) => !row.poison && random() < 0.1);
  for (const row of byHand) budget.typeByHand(row);
  const claims = new Map<string, number>();
  const uploads = windowsOf(statement, random);
  const before: MemoryRow[] = [];
  for (const [index, file] of uploads.entries()) {
    const run = `run${index}`;
    const store = new MemoryStore(rowsOf(file, run), before, claims, random, random() * 0.3);
    await drainAll(store, budget, run, random);
    before.push(...store.rows);
    for (const row of store.rows) {
      if (!["inserted", "duplicate", "rejected"].includes(row.state))
        return { violation: `row ${row.seq} is ${row.state}`, budget };
      const poison = row.item.includes('"poison":true');
      if ((row.state === "rejected") !== poison)
        return { violation: `row ${row.seq}, poison ${poison}, is ${row.state}`, budget };
      if (
        row.state === "inserted" &&
        !budget.kept.some((t) => t.id === row.transaction && t.run === run)
      ) {
        return { violation: `row ${row.seq} claims an insert that is not its own`, budget };
      }
    }
    const inserted = store.rows.filter((row) => row.state === "inserted").length;
    const owned = budget.kept.filter((t) => t.run === run).length;
    if (inserted !== owned)
      return { violation: `${run} inserted ${owned}, its rows say ${inserted}`, budget };
  }
  return { violation: compare(statement, budget), budget };
}

/** Every transaction of the statement, and nothing else, is in the budget exactly once. */
function compare(statement: readonly Coffee[], budget: FakeBudget): string | null {
  const wanted = countBy(
    statement.filter((row) => !row.poison).map((row) => `${row.date} ${row.amount} ${row.payee}`),
  );
  const found = countBy(budget.kept.map((t) => `${t.date} ${t.amount} ${t.payee}`));
  for (const key of new Set([...wanted.keys(), ...found.keys()])) {
    if (wanted.get(key) !== found.get(key))
      return `${key}: wanted ${wanted.get(key) ?? 0}, found ${found.get(key) ?? 0}`;
  }
  const ids = budget.kept.flatMap((t) => (t.external_id === null ? [] : [t.external_id]));
  return new Set(ids).size === ids.length ? null : "an external_id is there twice";
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
