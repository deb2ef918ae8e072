// The object is killed at every request of what imports make of one another, with the request done
// or not, and at every write of it: a pending transaction is changed once, a transfer is one group,
// an answer counts once, and undo finds what was before.

import { runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test } from "vitest";
import type { SuggestedTransfer } from "../../src/importer/matching/transfers.ts";
import {
  call,
  fake,
  importer,
  look,
  passTime,
  settle,
  statement,
  upload,
  type KeptTransaction,
} from "./driver.ts";
import { killedAtRequests, killedAtWrites, requests, type Story, type Write } from "./stories.ts";
import { reset } from "../reset.ts";
import { callsTo } from "../importer-calls.ts";

afterEach(() => reset());

async function json<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  const response = await call(path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json<T>();
}

/** Lets time pass until `done` gives something. */
async function until<T>(done: () => Promise<T | null>): Promise<T> {
  for (let round = 0; round < 40; round += 1) {
    const found = await done().catch(() => null);
    if (found !== null) return found;
    await passTime();
  }
  throw new Error("it does not come to an end");
}

/** Its import is done, and no job is left. */
async function isDone(id: string): Promise<boolean> {
  const jobs = await runInDurableObject(
    importer(),
    (_, { storage }) => storage.sql.exec<{ n: number }>("SELECT COUNT(*) AS n FROM jobs").one().n,
  );
  return (await look(id)).state === "done" && jobs === 0;
}

/** Without the change of a job's time, which the driver makes as well. */
const WRITES: readonly Write[] = [
  "updates",
  "pendings",
  "lookalikes",
  "claims",
  "transfers",
  "jobs",
]
  .flatMap((table) => ["INSERT", "UPDATE", "DELETE"].map((event) => ({ table, event })))
  .filter(({ table, event }) => table !== "jobs" || event !== "UPDATE")
  .concat({ table: "rows", event: "UPDATE" });

/** Uploads a file, once more where the object dies before it says that it has it. */
async function uploadThrough(file: string, query = "account=Checking"): Promise<string> {
  const send = () => upload(file, query, { "idempotency-key": "the file" });
  return (await send().catch(send)).id;
}

const kept = async (): Promise<KeptTransaction[]> => (await fake("/look")).kept;
const facts = (all: readonly KeptTransaction[]) =>
  all.map(({ date, amount, payee }) => `${date} ${amount} ${payee}`).sort();

const bank = (...rows: readonly string[]) =>
  `Date,Description,Amount,Status\n2026-03-01,Salary,2000.00,Booked\n${rows.join("\n")}\n`;
const QUERY = "account=Checking&include_pending=true";

/** So many purchases of one shop, of which the bank shows all as pending first, and as posted two days later. */
function posted(count: number): Story {
  const days = Array.from({ length: count }, (_, index) => 10 + index);
  const was = days.map((day) => `2026-03-${day},LIDL 0042,-31.00,Pending`);
  const is = days.map((day) => `2026-03-${day + 2},LIDL GROCERIES,-31.00,Booked`);
  return {
    before: async () => (await settle((await upload(bank(...was), QUERY)).id)).id,
    begin: () => uploadThrough(bank(...is), QUERY),
    isOver: isDone,
    end: async (first, id, unanswered) => {
      const run = await settle(id);

      expect(run.counts).toEqual({
        read: 1 + count,
        inserted: 0,
        duplicate: 1 + count,
        rejected: 0,
        skipped: 0,
        waiting: 0,
      });
      expect(facts(await kept())).toEqual([
        "2026-03-01 -2000.0000 Salary",
        ...days.map((day) => `2026-03-${day + 2} 31.0000 LIDL GROCERIES`),
      ]);
      const puts = [await requests(), unanswered].map(
        (methods) => methods.filter((method) => method === "PUT").length,
      );
      expect((puts[0] ?? 0) - (puts[1] ?? 0)).toBe(count);
      await callsTo(importer()).undo(id);
      expect(await settle(id)).toMatchObject({ state: "undone", error: null });
      expect(facts(await kept())).toEqual([
        "2026-03-01 -2000.0000 Salary",
        ...days.map((day) => `2026-03-${day} 31.0000 LIDL`),
      ]);
      await callsTo(importer()).undo(first);
      expect((await settle(first)).state).toBe("undone");
      expect(await kept()).toEqual([]);
    },
  };
}

test(
  "a pending transaction is changed once, whichever request the object dies in",
  () => killedAtRequests(posted(1)),
  300_000,
);
test(
  "of two pending transactions each is changed once, whichever write the object dies at",
  () => killedAtWrites(posted(2), WRITES),
  300_000,
);

const OUT = statement([
  ["2026-03-13", "To savings", "-500.00"],
  ["2026-03-20", "Salary", "2100.00"],
]);
const IN = statement([
  ["2026-03-14", "From checking", "500.00"],
  ["2026-03-25", "Fee", "-2.00"],
]);

const OFFERED: Story = {
  before: async () => (await settle((await upload(OUT)).id)).id,
  begin: () => uploadThrough(IN, "account=Savings"),
  isOver: isDone,
  end: async (first, id) => {
    expect((await settle(id)).counts).toMatchObject({ read: 2, inserted: 2 });
    const path = `/api/imports/${id}/transfers`;
    const { transfers } = await until(async () => {
      const found = await json<{ transfers: SuggestedTransfer[]; looking: boolean }>(path);
      return found.looking ? null : found;
    });
    expect(transfers).toMatchObject([
      { state: "suggested", debit: { payee: "To savings" }, credit: { payee: "From checking" } },
    ]);
    expect(
      (await json<{ transfers: SuggestedTransfer[] }>(`/api/imports/${first}/transfers`)).transfers,
    ).toEqual([]);
    expect(await kept()).toHaveLength(4);
  },
};

test(
  "a transfer is offered once, whichever request the object dies in",
  () => killedAtRequests(OFFERED),
  300_000,
);
test(
  "a transfer is offered once, whichever write the object dies at",
  () => killedAtWrites(OFFERED, WRITES),
  300_000,
);

const LOOKS_ALIKE: Story = {
  before: async () => {
    await fake("/type-by-hand", {
      date: "2026-03-14",
      amount: "3.5000",
      payee: "Coffee with Ann",
      manual_account_id: 1,
      currency: "usd",
      external_id: null,
    });
    const { id } = await upload(
      statement([
        ["2026-03-14", "BLUE BOTTLE", "-3.50"],
        ["2026-03-17", "Salary", "2000.00"],
      ]),
    );
    expect((await settle(id)).state).toBe("question");
    return id;
  },
  begin: async (id) => {
    // Asked for twice at once, as by two tabs; one of them may die with the object.
    const answer = () =>
      call(`/api/imports/${id}/answers`, {
        method: "POST",
        body: JSON.stringify({ answers: { already_there: "same" } }),
      }).catch(() => null);
    await Promise.all([answer(), answer()]);
    return id;
  },
  isOver: isDone,
  end: async (_, id) => {
    if ((await look(id)).state === "question")
      await json(`/api/imports/${id}/answers`, "POST", { answers: { already_there: "same" } });
    expect((await settle(id)).counts).toEqual({
      read: 2,
      inserted: 1,
      duplicate: 1,
      rejected: 0,
      skipped: 0,
      waiting: 0,
    });
    expect((await kept()).map(({ payee }) => payee).sort()).toEqual(["Coffee with Ann", "Salary"]);
    const again = await upload(
      statement([
        ["2026-03-14", "BLUE BOTTLE", "-3.50"],
        ["2026-03-17", "Salary", "2000.00"],
      ]),
    );
    expect(await settle(again.id)).toMatchObject({
      state: "done",
      counts: { inserted: 0, duplicate: 2 },
    });
    expect(await kept()).toHaveLength(2);
  },
};

test(
  "an answer given twice counts once, whichever request the object dies in",
  () => killedAtRequests(LOOKS_ALIKE),
  300_000,
);
test(
  "an answer given twice counts once, whichever write the object dies at",
  () => killedAtWrites(LOOKS_ALIKE, WRITES),
  300_000,
);
