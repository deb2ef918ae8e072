// Undoing where imports overlap, and where the service finishes a request after the undo: every
// transaction is one row's, the figures of all imports add up, and undoing all of them leaves
// nothing.

import { beforeEach, afterEach, describe, expect, test } from "vitest";
import type { Import } from "../../src/importer/imports/runs.ts";
import { abortAllDurableObjects, reset } from "../reset.ts";
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

beforeEach(async () => {
  await fake("/reset");
});
afterEach(() => reset());

const ROWS = manyRows(40).toSorted(([a], [b]) => (a < b ? -1 : 1));
const EARLY = statement(ROWS.slice(0, 30));
const LATE = statement(ROWS.slice(20));

const post = (path: string) => call(path, { method: "POST" });
const foreseen = async (id: string) => (await call(`/api/imports/${id}/undo`)).json();

async function undo(id: string): Promise<Import> {
  await post(`/api/imports/${id}/undo`);
  return settle(id);
}

const kept = async () => (await fake("/look")).kept.length;

describe("undoing an import that a later one overlaps", () => {
  test("hands over the rows that both have, and says so before", async () => {
    const early = await settle((await upload(EARLY, "account=Checking&name=early.csv")).id);
    const late = await settle((await upload(LATE, "account=Checking&name=late.csv")).id);
    expect(late.counts).toMatchObject({ inserted: 10, duplicate: 10 });

    expect(await foreseen(early.id)).toEqual({
      deletes: 20,
      stays: [{ import: late.id, name: "late.csv", transactions: 10 }],
    });
    expect((await undo(early.id)).counts).toMatchObject({ read: 30, inserted: 0, skipped: 30 });

    expect(await kept()).toBe(20);
    expect((await look(late.id)).counts).toMatchObject({ read: 20, inserted: 20, duplicate: 0 });
    const { rows } = await (
      await call(`/api/imports/${early.id}/rows?state=skipped&offset=29`)
    ).json<{ rows: { reason: string }[] }>();
    expect(rows).toMatchObject([
      { reason: "undone: the transaction stays because late.csv has it too" },
    ]);
    expect((await undo(late.id)).counts).toMatchObject({ inserted: 0, skipped: 20 });
    expect(await kept()).toBe(0);
  });

  test("gives them to the earliest of several, and passes them on when that is undone as well", async () => {
    const ids: string[] = [];
    for (const file of [EARLY, LATE, LATE]) ids.push((await settle((await upload(file)).id)).id);
    const [first = "", second = "", third = ""] = ids;

    await undo(first);
    expect((await look(second)).counts).toMatchObject({ inserted: 20, duplicate: 0 });
    expect((await look(third)).counts).toMatchObject({ inserted: 0, duplicate: 20 });
    await undo(second);
    expect((await look(third)).counts).toMatchObject({ inserted: 20, duplicate: 0 });
    expect(await kept()).toBe(20);
    await undo(third);
    expect(await kept()).toBe(0);
  });

  test("gives nothing to an import that is undone already", async () => {
    const first = await settle((await upload(EARLY)).id);
    const second = await settle((await upload(LATE)).id);
    await undo(second.id);

    expect(await foreseen(first.id)).toEqual({ deletes: 30, stays: [] });
    await undo(first.id);
    expect(await kept()).toBe(0);
  });

  test("keeps each transaction once though the undo is killed and repeated, and rows deleted meanwhile are found out", async () => {
    const first = await settle((await upload(EARLY)).id);
    const second = await settle((await upload(LATE)).id);
    await fail({ on: "DELETE", commit: true, drop: true }, { on: "DELETE", drop: true });
    await post(`/api/imports/${first.id}/undo`);
    await abortAllDurableObjects();
    await passTime();
    await abortAllDurableObjects();
    await post(`/api/imports/${first.id}/undo`);
    await settle(first.id);
    expect(await kept()).toBe(20);

    await fail({ on: "DELETE", commit: true, drop: true });
    expect((await undo(second.id)).counts).toMatchObject({ inserted: 0, skipped: 20 });
    expect(await kept()).toBe(0);
  });

  test("while the later one is being posted: what it found already there is its own, the rest it inserts", async () => {
    const first = await settle((await upload(EARLY)).id);
    const many = statement([
      ...ROWS.slice(20),
      ...manyRows(1_200)
        .slice(40)
        .map(([, payee, amount]) => ["2026-03-25", payee, amount] as const),
    ]);
    await fail({}, { status: 500 });
    const second = await upload(many);
    await untilWaiting(second.id);

    await undo(first.id);
    const done = await settle(second.id);

    expect(done.counts).toMatchObject({ read: 1_180, inserted: 1_180, duplicate: 0 });
    expect(await kept()).toBe(1_180);
    await undo(second.id);
    expect(await kept()).toBe(0);
  });

  test("a delete that the service carries out late takes nothing from an import that came meanwhile", async () => {
    const first = await settle((await upload(EARLY)).id);
    await fail({ on: "DELETE", drop: true, later: true });
    await post(`/api/imports/${first.id}/undo`);
    for (let round = 0; round < 500 && (await look(first.id)).next_attempt_at === null; round += 1)
      await scheduler.wait(10);
    const again = await upload(EARLY);

    for (const { id } of [first, again]) await settle(id);
    await fake("/carry-out");

    expect(await kept()).toBe(30);
    expect((await look(again.id)).counts).toMatchObject({ inserted: 30, duplicate: 0 });
  });

  test("an import of the same account waits until it is undone", async () => {
    const first = await settle((await upload(EARLY, "account=Checking&name=early.csv")).id);
    await fail({ on: "DELETE", status: 500 });
    await post(`/api/imports/${first.id}/undo`);
    await untilWaiting(first.id);
    for (let round = 0; round < 500 && (await look(first.id)).next_attempt_at === null; round += 1)
      await scheduler.wait(10);
    const { id } = await upload(LATE);
    while ((await look(id)).state !== "posting") await scheduler.wait(10);

    expect(await look(id)).toMatchObject({
      waits_for: first.id,
      error: expect.stringContaining("early.csv goes to the same account and is undone first"),
    });
    await settle(first.id);
    expect((await settle(id)).counts).toMatchObject({ inserted: 20, duplicate: 0 });
  });
});

describe("transactions that arrive after the undo", () => {
  interface Found {
    readonly late: readonly { readonly transaction_id: number; readonly payee: string }[];
    readonly looking: boolean;
  }
  const offered = async (id: string) => (await call(`/api/imports/${id}/late`)).json<Found>();

  /** An import of 30 rows that was undone before the service carried out its first request. */
  async function undoneEarly(): Promise<string> {
    await fail({ drop: true, later: true });
    const { id } = await upload(EARLY);
    await untilWaiting(id);
    await post(`/api/imports/${id}/undo`);
    await settle(id);
    expect(await kept()).toBe(0);
    await fake("/carry-out");
    expect(await kept()).toBe(30);
    return id;
  }

  test("are found some time later, and offered for deletion", async () => {
    const id = await undoneEarly();
    expect((await offered(id)).late).toEqual([]);

    await passTime();

    expect((await offered(id)).late).toHaveLength(30);
    expect(await kept()).toBe(30);
    expect((await post(`/api/imports/${id}/late/delete`)).status).toBe(200);
    expect((await settle(id)).counts).toMatchObject({ read: 30, inserted: 0, skipped: 30 });
    expect(await kept()).toBe(0);
    expect((await offered(id)).late).toEqual([]);
  });

  test("are found when a person asks", async () => {
    const id = await undoneEarly();

    const found = await (await post(`/api/imports/${id}/late/look`)).json<Found>();

    expect(found.late.length === 30 || found.looking).toBe(true);
    await passTime();
    expect((await offered(id)).late).toHaveLength(30);
  });

  test("belong to the same file when it is uploaded again, and go with it", async () => {
    const id = await undoneEarly();
    await passTime();

    const again = await settle((await upload(EARLY)).id);

    expect(again.counts).toMatchObject({ inserted: 30, duplicate: 0 });
    expect((await offered(id)).late).toEqual([]);
    await passTime();
    expect((await offered(id)).late).toEqual([]);
    expect((await undo(again.id)).counts).toMatchObject({ inserted: 0, skipped: 30 });
    expect(await kept()).toBe(0);
  });

  test("of an import that is not undone are not looked for", async () => {
    const { id } = await settle((await upload(EARLY)).id);

    expect((await post(`/api/imports/${id}/late/look`)).status).toBe(409);
    expect((await post(`/api/imports/${id}/late/delete`)).status).toBe(409);
  });
});
