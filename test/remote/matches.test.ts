// What imports make of one another, against somebody else's service over HTTP, with every kind of
// fault between them and the budget: a group is made once, a pending transaction is changed to one
// thing, nothing is deleted or inserted twice.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SuggestedTransfer } from "../../src/importer/matching/transfers.ts";
import {
  call,
  fail,
  fake,
  importer,
  look,
  passTime,
  settle,
  statement,
  upload,
  type KeptTransaction,
} from "./driver.ts";
import type { Fault } from "./fake-budget.ts";
import { abortAllDurableObjects, reset } from "../reset.ts";
import { callsTo } from "../importer-calls.ts";

beforeEach(async () => {
  await fake("/reset");
});
afterEach(() => reset());

const FAULTS: Record<string, Omit<Fault, "on">> = {
  "the connection drops after the commit": { commit: true, drop: true },
  "the connection drops before it": { drop: true },
  "the answer is cut in the middle": { commit: true, drop: 20 },
  "a 500 after the commit": { commit: true, status: 500 },
  "a 500 before it": { status: 500 },
  "a page in HTML": { status: 502, body: "<html>" },
  "a 429": { status: 429, headers: { "retry-after": "1" } },
};

async function json<T>(path: string, method = "GET"): Promise<T> {
  const response = await call(path, { method });
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json<T>();
}

async function kept(): Promise<KeptTransaction[]> {
  return (await fake("/look")).kept;
}

/** Lets time pass until `done` gives something. */
async function until<T>(done: () => Promise<T | null>): Promise<T> {
  for (let round = 0; round < 40; round += 1) {
    const found = await done();
    if (found !== null) return found;
    await passTime();
  }
  throw new Error("it does not come to an end");
}

describe("a transfer", () => {
  const OUT = statement([
    ["2026-03-13", "To savings", "-500.00"],
    ["2026-03-20", "Salary", "2100.00"],
  ]);
  const IN = statement([
    ["2026-03-14", "From checking", "500.00"],
    ["2026-03-25", "Fee", "-2.00"],
  ]);

  async function suggested(): Promise<{ first: string; id: string; n: number }> {
    const first = await settle((await upload(OUT)).id);
    const { id } = await settle((await upload(IN, "account=Savings")).id);
    const n = await until(
      async () =>
        (await json<{ transfers: SuggestedTransfer[] }>(`/api/imports/${id}/transfers`))
          .transfers[0]?.n ?? null,
    );
    return { first: first.id, id, n };
  }

  async function settled(id: string): Promise<SuggestedTransfer> {
    return until(async () => {
      const { transfers } = await json<{ transfers: SuggestedTransfer[] }>(
        `/api/imports/${id}/transfers`,
      );
      const [one] = transfers;
      return one === undefined || one.state === "accepting" ? null : one;
    });
  }

  for (const [name, fault] of Object.entries(FAULTS)) {
    test(`is one group: ${name}, with a kill behind it`, async () => {
      const { first, id, n } = await suggested();
      await fail({ ...fault, on: "POST" }, { ...fault, on: "GET" });

      await json(`/api/imports/${id}/transfers/${n}/accept`, "POST");
      await abortAllDurableObjects();
      await passTime();
      const one = await settled(id);

      const groups = (await kept()).filter((t) => t.is_group_parent === true);
      expect(groups).toMatchObject([{ id: one.group_id, amount: "0.0000", date: "2026-03-13" }]);
      expect(one).toMatchObject({ state: "accepted", problem: null });
      await callsTo(importer()).undo(first);
      await settle(first);
      expect(
        (await kept()).filter((t) => t.is_group_parent === true || t.group_parent_id != null),
      ).toEqual([]);
      expect((await kept()).map((t) => t.payee).sort()).toEqual(["Fee", "From checking"]);
    });
  }

  test("is looked for through faults of the list", async () => {
    await settle((await upload(OUT)).id);
    const { id } = await settle((await upload(IN, "account=Savings")).id);
    await fail(...Object.values(FAULTS).map((fault) => ({ ...fault, on: "GET" as const })));

    const found = await until(
      async () =>
        (await json<{ transfers: SuggestedTransfer[] }>(`/api/imports/${id}/transfers`))
          .transfers[0] ?? null,
    );
    expect(found.state).toBe("suggested");
  });

  test("undone while the request to group it was under way leaves no group and no half of it", async () => {
    const { first, id, n } = await suggested();
    await fail({ on: "POST", commit: true, drop: true });
    await json(`/api/imports/${id}/transfers/${n}/accept`, "POST");

    await callsTo(importer()).undo(first);
    await settle(first);
    await callsTo(importer()).undo(id);
    await settle(id);

    expect(await kept()).toEqual([]);
  });
});

describe("a pending row", () => {
  const bank = (...rows: readonly string[]) =>
    `Date,Description,Amount,Status\n2026-03-01,Salary,2000.00,Booked\n${rows.join("\n")}\n`;
  const BEFORE = bank("2026-03-10,LIDL 0042,-31.00,Pending");
  const AFTER = bank("2026-03-13,LIDL GROCERIES,-31.00,Booked", "2026-03-20,Rent,-900.00,Booked");
  const QUERY = "account=Checking&include_pending=true";
  const facts = (all: readonly KeptTransaction[]) =>
    all.map(({ date, amount, payee }) => `${date} ${amount} ${payee}`).sort();

  for (const [name, fault] of Object.entries(FAULTS)) {
    test(`is changed to what is posted, and back: ${name}, with kills`, async () => {
      const first = await settle((await upload(BEFORE, QUERY)).id);
      const before = await kept();
      await fail({ ...fault, on: "PUT" }, { ...fault, on: "GET" }, { ...fault, on: "PUT" });
      const { id } = await upload(AFTER, QUERY);
      await abortAllDurableObjects();
      const second = await settle(id);

      expect(second.counts).toEqual({
        read: 3,
        inserted: 1,
        duplicate: 2,
        rejected: 0,
        skipped: 0,
        waiting: 0,
      });
      expect(facts(await kept())).toEqual([
        "2026-03-01 -2000.0000 Salary",
        "2026-03-13 31.0000 LIDL GROCERIES",
        "2026-03-20 900.0000 Rent",
      ]);
      await fail({ ...fault, on: "PUT" }, { ...fault, on: "GET" }, { ...fault, on: "DELETE" });
      await callsTo(importer()).undo(id);
      await abortAllDurableObjects();
      await settle(id);
      expect(await kept()).toEqual(before);
      await callsTo(importer()).undo(first.id);
      await settle(first.id);
      expect(await kept()).toEqual([]);
    });

    test(`that expired is deleted once: ${name}`, async () => {
      const first = await settle((await upload(BEFORE, QUERY)).id);
      const { id } = await settle((await upload(bank("2026-03-20,Rent,-900.00,Booked"), QUERY)).id);
      const path = `/api/imports/${id}/pending`;
      const { no_longer_pending: gone } = await json<{
        no_longer_pending: { transaction_id: number }[];
      }>(path);
      await fail({ ...fault, on: "DELETE" });

      await json(`${path}/${gone[0]?.transaction_id ?? 0}/delete`, "POST");
      await abortAllDurableObjects();
      await until(async () =>
        (await json<{ no_longer_pending: { state: string }[] }>(path)).no_longer_pending[0]
          ?.state === "deleted"
          ? true
          : null,
      );

      expect(facts(await kept())).toEqual([
        "2026-03-01 -2000.0000 Salary",
        "2026-03-20 900.0000 Rent",
      ]);
      expect((await look(first.id)).counts).toMatchObject({ read: 2, inserted: 1, skipped: 1 });
    });
  }

  test("that a person deleted meanwhile is inserted as what is posted", async () => {
    await settle((await upload(BEFORE, QUERY)).id);
    const lidl = (await kept()).find((t) => t.payee.startsWith("LIDL"));
    await fake("/delete", [lidl?.id]);

    const second = await settle((await upload(AFTER, QUERY)).id);
    expect(second.counts).toMatchObject({ inserted: 2, duplicate: 1 });
    expect(await kept()).toHaveLength(3);
  });

  test("is not changed to a row that the budget has already", async () => {
    const known = "2026-03-13,LIDL GROCERIES,-31.00,Booked";
    await settle((await upload(bank(known, "2026-03-20,Rent,-900.00,Booked"), QUERY)).id);
    await settle((await upload(bank("2026-03-10,LIDL 0042,-31.00,Pending", known), QUERY)).id);

    const last = await settle((await upload(AFTER, QUERY)).id);
    expect(last.counts).toMatchObject({ inserted: 0, duplicate: 3 });
    expect((await fake("/look")).log.filter(({ method }) => method === "PUT")).toEqual([]);
    expect(await kept()).toHaveLength(4);
  });

  test("an import taken back while its change was under way leaves the transaction as it was", async () => {
    await settle((await upload(BEFORE, QUERY)).id);
    const before = await kept();
    await fail({ on: "PUT", commit: true, drop: true });
    const { id } = await upload(AFTER, QUERY);
    await passTime();

    await callsTo(importer()).undo(id);
    await settle(id);
    expect(await kept()).toEqual(before);
  });
});
