import { expect, test } from "vitest";
import type { Accepted, StoredTransaction } from "../../../src/importer/posting/client.ts";
import {
  listDoubts,
  relevantTo,
  settleAccepted,
  settleRefused,
  type Batch,
} from "../../../src/importer/posting/settle.ts";

const ours = (letter: string, n = 1) => `t1:20260301:${letter.repeat(26)}:${n}`;

function batchOf(ids: readonly string[], doubtful = false): Batch {
  const rows = ids.map((external_id, seq) => ({
    seq,
    external_id,
    account: 1,
    date: "2026-03-01",
  }));
  return { id: 1, rows, doubtful, skip_duplicates: true };
}

function storedAs(id: number, facts: Partial<StoredTransaction> = {}): StoredTransaction {
  const same = { date: "2026-03-01", amount: "3.0000", payee: "Blue Bottle", manual_account_id: 1 };
  return {
    id,
    external_id: null,
    run: null,
    part: false,
    currency: "usd",
    text: null,
    bound: false,
    facts: {},
    ...same,
    ...facts,
  };
}

function answer(inserted: [string, number][], skipped: Accepted["skipped"]): Accepted {
  return { kind: "accepted", inserted: new Map(inserted), skipped };
}

const equal = (index: number, existing: number) => ({
  reason: "duplicate_payee_amount_date" as const,
  index,
  existing,
});
const sameId = (index: number, existing: number) => ({
  reason: "duplicate_external_id" as const,
  index,
  existing,
});
const NONE = new Map<string, number>();

test("a row the service skipped for one typed by hand is that transaction, and is remembered as it", () => {
  const batch = batchOf([ours("a")]);

  const settled = settleAccepted(
    batch,
    answer([], [equal(0, 9)]),
    { stored: [storedAs(9)], claims: NONE },
    "run1",
  );

  expect(settled.fates).toMatchObject([
    { seq: 0, state: "duplicate", transaction_id: 9, claims: true },
  ]);
  expect(settled.followUps).toEqual([]);
});

test("one typed by hand stands for one row only: the second coffee is sent again without skip_duplicates", () => {
  const batch = batchOf([ours("a"), ours("a", 2)]);

  const settled = settleAccepted(
    batch,
    answer([], [equal(0, 9), equal(1, 9)]),
    { stored: [storedAs(9)], claims: NONE },
    "run1",
  );

  expect(settled.fates.map((fate) => fate.seq)).toEqual([0]);
  expect(settled.followUps).toEqual([{ seqs: [1], skip_duplicates: false, doubtful: false }]);
});

test("a row skipped for one that carries another of our ids is a twin and is sent again", () => {
  const stored = [storedAs(9, { external_id: ours("b") })];

  const settled = settleAccepted(
    batchOf([ours("a")]),
    answer([], [equal(0, 9)]),
    { stored, claims: NONE },
    "run1",
  );

  expect(settled.followUps).toEqual([{ seqs: [0], skip_duplicates: false, doubtful: false }]);
});

test("uploaded again, the row that is the hand-typed one is it still, though the service names another", () => {
  const stored = [storedAs(9), storedAs(10, { external_id: ours("a", 2) })];
  const claims = new Map([[ours("a"), 9]]);

  const settled = settleAccepted(
    batchOf([ours("a")]),
    answer([], [equal(0, 10)]),
    { stored, claims },
    "run2",
  );

  expect(settled.fates).toMatchObject([{ state: "duplicate", transaction_id: 9 }]);
});

test("after a lost answer a row with this run's mark was inserted by it, one without was there before", () => {
  const batch = batchOf([ours("a"), ours("b")], true);
  const stored = [storedAs(5, { run: "run1" }), storedAs(6, { run: "run0" })];

  const settled = settleAccepted(
    batch,
    answer([], [sameId(0, 5), sameId(1, 6)]),
    { stored, claims: NONE },
    "run1",
  );

  expect(settled.fates.map((fate) => fate.state)).toEqual(["inserted", "duplicate"]);
});

test("a request that the service carried out twice leaves rows with this run's mark: they were inserted by it", () => {
  const batch = batchOf([ours("a"), ours("b")]);
  const stored = [storedAs(5, { run: "run1" }), storedAs(6, { run: "run0" })];

  const settled = settleAccepted(
    batch,
    answer([], [sameId(0, 5), sameId(1, 6)]),
    { stored, claims: NONE },
    "run1",
  );

  expect(settled.fates.map((fate) => fate.state)).toEqual(["inserted", "duplicate"]);
});

test("a row left behind by an import that was undone belongs to the run that finds it", () => {
  const stored = [storedAs(5, { run: "run0" })];
  const evidence = { stored, claims: NONE, undone: new Set(["run0"]) };

  const settled = settleAccepted(
    batchOf([ours("a")]),
    answer([], [sameId(0, 5)]),
    evidence,
    "run1",
  );

  expect(settled.fates).toMatchObject([{ state: "inserted", transaction_id: 5, origin: "run0" }]);
});

test("only what is in doubt is looked up: nothing where rows of ours already are the transactions", () => {
  const batch = batchOf([ours("a"), ours("b")]);
  const days = [{ account: 1, from: "2026-03-01", to: "2026-03-01" }];

  expect(listDoubts(batch, answer([], [sameId(0, 5), sameId(1, 6)]), new Set([5, 6]))).toEqual([]);
  expect(listDoubts(batch, answer([], [sameId(0, 5), sameId(1, 6)]), new Set([5]))).toEqual(days);
  expect(listDoubts(batch, answer([], [equal(1, 6)]), new Set([6]))).toEqual(days);
});

test("named items are rejected with the service's reason, the others go on", () => {
  const named = new Map([[1, "category 9 does not exist"]]);

  const settled = settleRefused(batchOf([ours("a"), ours("b"), ours("c")]), {
    kind: "refused",
    status: 400,
    message: "validation",
    named,
  });

  expect(settled.fates).toMatchObject([
    { seq: 1, state: "rejected", reason: "category 9 does not exist" },
  ]);
  expect(settled.followUps).toEqual([{ seqs: [0, 2], skip_duplicates: true, doubtful: false }]);
});

test("where the service names nobody the poison is found by halving, in at most 18 requests among 500", () => {
  for (const poison of [0, 249, 499]) {
    let batches = [batchOf(Array.from({ length: 500 }, (_, i) => `row${i}`))];
    let requests = 0;
    const rejected: number[] = [];
    let accepted = 0;
    while (batches.length > 0) {
      const [batch, ...rest] = batches;
      if (batch === undefined) break;
      requests += 1;
      if (!batch.rows.some((row) => row.seq === poison)) {
        accepted += batch.rows.length;
        batches = rest;
        continue;
      }
      const settled = settleRefused(batch, {
        kind: "refused",
        status: 400,
        message: "no",
        named: new Map(),
      });
      rejected.push(...settled.fates.map((fate) => fate.seq));
      const halves = settled.followUps.map((f) => ({
        ...batch,
        rows: batch.rows.filter((row) => f.seqs.includes(row.seq)),
      }));
      batches = [...halves, ...rest];
    }

    expect(rejected).toEqual([poison]);
    expect(accepted).toBe(499);
    expect(requests - 1).toBeLessThanOrEqual(18);
  }
});

test("a part of a split settles nothing, whatever it is equal to: the transaction that was split does", () => {
  const batch = batchOf([ours("a"), ours("b")]);
  const relevant = relevantTo(batch, answer([], [equal(0, 5), equal(1, 5)]));

  expect(relevant(storedAs(5))).toBe(true);
  expect(relevant(storedAs(6))).toBe(true);
  expect(relevant(storedAs(7, { part: true }))).toBe(false);
});
