// The inbox at a glance: counts by state, the receipts that have met no transaction, and those that
// an import brought theirs.

import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OF_RUN } from "../../../src/importer/inbox/overview.ts";
import { bring, call, holdAlarms, importer, mailOf, post, work } from "./driver.ts";
import { reset } from "../../reset.ts";

beforeEach(() => holdAlarms());
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

interface Listed {
  readonly receipts: {
    merchant: string | null;
    state: string;
    message: { id: string; subject: string | null };
  }[];
  readonly has_more: boolean;
}

const listed = async (path: string): Promise<Listed> => (await call(path)).json();
const counts = async (): Promise<Record<string, number>> =>
  (await call("/api/inbox/counts")).json();

async function brought(number: string, date: string, extra: object = {}): Promise<string> {
  const charges = [{ total: "40.77", number, date, merchant: `Shop ${number}`, ...extra }];
  const { id } = await bring(
    mailOf({
      id: `<${number}@corner.example>`,
      subject: `Order ${number}`,
      body: `Your order ${number} of the Corner Shop is on its way to you.`,
      charges,
    }),
  );
  await work();
  return id;
}

test("an empty inbox counts nothing and lists nothing", async () => {
  expect(Object.values(await counts()).every((count) => count === 0)).toBe(true);
  expect(await listed("/api/inbox/unmatched")).toEqual({ receipts: [], has_more: false });
});

test("what waits and what was looked for in vain is listed, the newest day first; what asks for something else is not", async () => {
  const early = await brought("A-1001", "2026-10-01");
  const late = await brought("A-1002", "2026-10-19");
  await brought("A-1003", "2026-10-10", { doubt: "conflicting_totals" });
  const gone = await brought("A-1004", "2026-10-11");
  await post(`/api/inbox/${gone}/ignore`);
  await runInDurableObject(importer(), (_, state) =>
    state.storage.sql.exec(
      "UPDATE receipts SET state = 'review', reason = 'no_match', next_attempt_at = NULL WHERE date = '2026-10-01'",
    ),
  );

  const { receipts, has_more } = await listed("/api/inbox/unmatched");

  expect(receipts.map(({ message, state }) => [message.id, state])).toEqual([
    [late, "waiting"],
    [early, "review"],
  ]);
  expect(receipts[0]?.message.subject).toBe("Order A-1002");
  expect(has_more).toBe(false);
  expect(await listed("/api/inbox/unmatched?limit=1")).toMatchObject({
    receipts: [{ message: { id: late } }],
    has_more: true,
  });
  expect(await listed("/api/inbox/unmatched?limit=1&offset=1")).toMatchObject({
    receipts: [{ message: { id: early } }],
    has_more: false,
  });
  expect((await call("/api/inbox/unmatched?limit=0")).status).toBe(400);
  expect(await counts()).toMatchObject({ unmatched: 2, review: 1, ignored: 1 });
});

test("an import lists the receipts whose transactions its rows became, and no other", async () => {
  await brought("B-2001", "2026-10-20");
  await brought("B-2002", "2026-10-21");
  vi.restoreAllMocks();
  const { id } = await (
    await call("/api/imports?account=Checking", {
      method: "POST",
      body: "Date,Description,Amount\n2026-10-21,Corner,-40.77\n2026-10-22,Salary,100.00\n2026-10-23,Third,-4.00\n",
    })
  ).json<{ id: string }>();
  for (
    let round = 0;
    round < 4_000 &&
    (await (await call(`/api/imports/${id}`)).json<{ state: string }>()).state !== "done";
    round += 1
  )
    await scheduler.wait(10);
  // The alarm looks for the receipts' transactions yet, which is waited for.
  await runInDurableObject(importer(), (object) => object.alarm());
  holdAlarms();
  const { rows } = await (
    await call(`/api/imports/${id}/rows`)
  ).json<{ rows: { transaction_id: number }[] }>();
  await runInDurableObject(importer(), (_, state) => {
    const settle = (order: string, transaction: number) =>
      state.storage.sql.exec(
        "UPDATE receipts SET state = 'matched', transaction_id = ?, reason = NULL, next_attempt_at = NULL WHERE order_number = ?",
        transaction,
        order,
      );
    settle("B-2001", rows[0]?.transaction_id ?? 0);
    settle("B-2002", 999_999);
  });

  expect(
    (await listed(`/api/imports/${id}/receipts`)).receipts.map(({ merchant }) => merchant),
  ).toEqual(["Shop B-2001"]);
  expect(await listed("/api/imports/nothing/receipts")).toEqual({ receipts: [], has_more: false });
});

test("an import's receipts are found from their side, whatever the number of its rows", async () => {
  await call("/api/inbox/counts");
  const plan = await runInDurableObject(importer(), (_, state) =>
    state.storage.sql
      .exec<{ detail: string }>(`EXPLAIN QUERY PLAN ${OF_RUN}`, 1, 50, 0)
      .toArray()
      .map(({ detail }) => detail),
  );

  expect(plan.join("\n")).toContain(
    "SEARCH rows USING INDEX rows_by_transaction (transaction_id=? AND run=?)",
  );
  expect(plan.filter((line) => /\b(SCAN|SEARCH) receipts\b/.test(line))).toEqual([
    expect.stringContaining("receipts_by_transaction"),
  ]);
  expect(
    plan.filter((line) => line.startsWith("SCAN rows") || line.startsWith("SCAN settlings")),
  ).toEqual([]);
});
