// One import that has to wait, and those that come after it: another account's go on, the same
// account's say what they wait for, and a row that the service fails at is found and rejected
// alone, while a service that fails at everything rejects nothing.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Import } from "../../src/importer/imports/runs.ts";
import {
  call,
  fail,
  fake,
  look,
  manyRows,
  passTime,
  settle,
  statement,
  untilWaiting,
  upload,
} from "./driver.ts";
import { reset } from "../reset.ts";

beforeEach(async () => {
  await fake("/reset");
});
afterEach(() => reset());

const FEW = statement(manyRows(20));

async function done(id: string): Promise<Import> {
  for (let round = 0; round < 1_000; round += 1) {
    const now = await look(id);
    if (now.state === "done") return now;
    await scheduler.wait(10);
  }
  throw new Error(`the import is not done: ${JSON.stringify(await look(id))}`);
}

describe.each([401, 403, 500])("an import that the service answers %i", (status) => {
  test("waits by itself: one of another account is posted meanwhile", async () => {
    await fake("/set", { failing: { account: 1, status } });
    const { id } = await upload(FEW);
    const waiting = await untilWaiting(id);

    const other = await upload(FEW, "account=Savings");

    expect((await done(other.id)).counts.inserted).toBe(20);
    expect(waiting).toMatchObject({
      state: "waiting",
      error: expect.stringContaining(String(status)),
      waits_for: null,
    });
    expect(Date.parse(waiting.next_attempt_at ?? "")).toBeGreaterThan(0);
    await fake("/set", { failing: null });
    expect((await settle(id)).counts).toMatchObject({ inserted: 20, rejected: 0 });
  });

  test("is tried again within seconds at first, not after a quarter of an hour", async () => {
    await fake("/set", { failing: { account: 1, status } });
    const { id } = await upload(FEW);

    const next = Date.parse((await untilWaiting(id)).next_attempt_at ?? "");

    expect(next - Date.now()).toBeLessThanOrEqual(5_000);
  });
});

test("an import of the same account says which one it waits for, why, and until when", async () => {
  await fake("/set", { failing: { account: 1, status: 403 } });
  const first = await upload(FEW, "account=Checking&name=march.csv");
  const waiting = await untilWaiting(first.id);

  const { id } = await upload(statement(manyRows(40)), "account=Checking&name=april.csv");
  while ((await look(id)).state !== "posting") await scheduler.wait(10);

  const behind = await look(id);
  expect(behind).toMatchObject({
    state: "posting",
    waits_for: first.id,
    next_attempt_at: waiting.next_attempt_at,
    counts: { waiting: 40 },
  });
  expect(behind.error).toContain("march.csv goes to the same account");
  expect(behind.error).toContain("403");
  const { imports } = await (await call("/api/imports")).json<{ imports: Import[] }>();
  expect(imports.map(({ waits_for }) => waits_for)).toEqual([first.id, null]);
  await fake("/set", { failing: null });
  await settle(first.id);
  expect(await settle(id)).toMatchObject({
    waits_for: null,
    error: null,
    counts: { inserted: 20, duplicate: 20 },
  });
});

test("two imports of different accounts take turns: neither waits for the other's end", async () => {
  const large = statement(manyRows(1_500));
  const hold = { headers: { "retry-after": "60" }, status: 429 };
  await fail(hold);
  const one = await upload(large);
  await untilWaiting(one.id);
  await fail(hold);
  const two = await upload(large, "account=Savings");
  await untilWaiting(two.id);

  await settle(one.id);
  await settle(two.id);

  const posted = (await fake("/look")).log.filter(({ method }) => method === "POST").length;
  expect(posted).toBe(8);
  const { kept } = await fake("/look");
  const accounts = kept.map(
    (t) => (t as unknown as { manual_account_id: number }).manual_account_id,
  );
  const changes = accounts.filter(
    (account, index) => index > 0 && account !== accounts[index - 1],
  ).length;
  expect(changes).toBe(5);
});

describe("a row that the service answers 500 for", () => {
  test("is found by halving and rejected alone, with the reason; all others are inserted", async () => {
    const rows = manyRows(300).map((row, index) =>
      index === 123 ? ([row[0], "POISON", row[2]] as const) : row,
    );
    await fake("/reset", { poison: "POISON", poisonStatus: 500 });

    const run = await settle((await upload(statement(rows))).id, 200);

    expect(run.counts).toMatchObject({ read: 300, inserted: 299, rejected: 1 });
    const { rows: rejected } = await (
      await call(`/api/imports/${run.id}/rows?state=rejected`)
    ).json<{ rows: { line: number; reason: string }[] }>();
    expect(rejected).toMatchObject([
      { line: 125, reason: expect.stringMatching(/500.*again and again.*accepted other rows/) },
    ]);
    expect((await fake("/look")).kept).toHaveLength(299);
  });

  test("and was inserted all the same is inserted, not rejected", async () => {
    const { id } = await upload(statement(manyRows(2)));
    await fail(
      { commit: true, status: 500 },
      ...Array.from({ length: 2 }, () => ({ status: 500 })),
      { status: 500 },
      {},
      ...Array.from({ length: 8 }, () => ({ status: 500 })),
    );

    const run = await settle(id, 100);

    expect(run.counts).toMatchObject({ inserted: 2, rejected: 0 });
    expect((await fake("/look")).kept).toHaveLength(2);
  });

  test("alone in its file waits until another import is accepted, and is rejected then", async () => {
    await fake("/reset", { poison: "POISON", poisonStatus: 500 });
    const { id } = await upload(statement([["2026-03-01", "POISON", "-5.00"]]));
    for (let round = 0; round < 10; round += 1) await passTime();
    expect(await look(id)).toMatchObject({
      state: "waiting",
      counts: { waiting: 1, rejected: 0 },
      error: expect.stringContaining("500"),
    });

    await settle((await upload(FEW, "account=Savings")).id);

    expect((await settle(id)).counts).toMatchObject({ inserted: 0, rejected: 1 });
  });
});

test("a service that answers everything with 500 rejects no row, however long it does", async () => {
  await fail(...Array.from({ length: 60 }, () => ({ status: 500 })));
  const { id } = await upload(statement(manyRows(30)));
  for (let round = 0; round < 50; round += 1) await passTime();
  expect(await look(id)).toMatchObject({ counts: { inserted: 0, rejected: 0, waiting: 30 } });

  expect((await settle(id, 100)).counts).toMatchObject({ inserted: 30, rejected: 0 });
  expect((await fake("/look")).kept).toHaveLength(30);
});
