// The rows of a document that was read before are copied. They are what reading it again gives.

import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { copyRows } from "../../../src/importer/imports/copy-rows.ts";
import { openDocument } from "../../../src/importer/imports/documents.ts";
import { read } from "../../../src/importer/imports/read-rows.ts";
import { forgetReading } from "../../../src/importer/imports/readings.ts";
import { Runs, type Run } from "../../../src/importer/imports/runs.ts";
import { CLOCK, type Tools } from "../../../src/importer/tools.ts";
import { must } from "../../../src/platform/assert.ts";
import { COPIED_ROWS_MAX } from "../../../src/platform/limits.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { reset } from "../../reset.ts";
import { csv, importer, send, undo } from "../posting/driver.ts";

afterEach(() => reset());

/** Two equal coffees, a row printed twice with its reference, one without a date, and a pending one. */
const FILE = [
  "Date,Description,Amount,Reference,Status",
  "2026-03-07,Opening,-1.00,,booked",
  "2026-03-08,Coffee,-3.50,,booked",
  "2026-03-08,Coffee,-3.50,,booked",
  '2026-03-09,"The ""run"":""x"" shop",-20.00,,booked',
  "2026-03-09,Salary,2100.00,A17,booked",
  "2026-03-09,Salary,2100.00,A17,booked",
  "no date,Lost,-5.00,,booked",
  "2026-03-10,Hotel,-180.00,,pending",
  "2026-03-12,Closing,-2.00,,booked",
  "",
].join("\n");

describe("a second import of the same bytes", () => {
  test("has the rows that reading them gives", async () => {
    await send(FILE, "Checking");
    const copied = await send(FILE, "Checking");
    await withSql((sql) => sql.run("DELETE FROM readings"));
    const again = await send(FILE, "Checking");

    expect(await rowsOf(copied.id)).toEqual(await rowsOf(again.id));
    expect({ ...copied.counts }).toEqual({ ...again.counts });
    expect(copied.layout).toEqual(again.layout);
  });

  test("copies them where the same version has read them", async () => {
    await send(FILE, "Checking");
    await mark();

    const copied = await send(FILE, "Checking");

    expect((await rowsOf(copied.id))[0]).toMatchObject({ cells: '["copied"]' });
  });

  test("is undone like any other, and its rows can be inserted again", async () => {
    const first = await send(FILE, "Checking");
    await undo(first.id);
    await mark();

    const copied = await send(FILE, "Checking");

    expect((await rowsOf(copied.id))[0]).toMatchObject({ cells: '["copied"]' });
    expect(copied.counts).toMatchObject({
      inserted: first.counts.inserted,
      duplicate: first.counts.duplicate,
      rejected: first.counts.rejected,
    });
  });

  test.each([
    ["another version has read them", "UPDATE readings SET sources = 'another'"],
    ["they were decided about otherwise", "UPDATE runs SET reading = json_set(reading, '$.a', 1)"],
    [
      "the currency was another",
      "UPDATE runs SET options = json_set(options, '$.currency', 'chf')",
    ],
    ["the reading was forgotten", "DELETE FROM readings"],
  ])("reads them again where %s", async (_, change) => {
    await send(FILE, "Checking");
    await mark();
    await withSql((sql) => sql.run(change));

    const again = await send(FILE, "Checking");

    expect((await rowsOf(again.id))[0]).not.toMatchObject({ cells: '["copied"]' });
  });

  test("reads them again under another name or for another account", async () => {
    await send(FILE, "Checking");
    await mark();

    const renamed = await send(FILE, "Checking", "", "other.csv");
    const elsewhere = await send(FILE, "Savings");

    expect((await rowsOf(renamed.id))[0]).not.toMatchObject({ cells: '["copied"]' });
    expect((await rowsOf(elsewhere.id))[0]).not.toMatchObject({ cells: '["copied"]' });
  });
});

describe("copying that is cut short", () => {
  const rows = COPIED_ROWS_MAX * 2 + 10;
  const long = csv(
    ...Array.from({ length: rows }, (_, i) => {
      const day = new Date(Date.UTC(2020, 0, 1 + Math.floor(i / 4))).toISOString().slice(0, 10);
      // Every third row equals the one before it.
      return [day, `Shop ${i % 3 === 2 ? i - 1 : i}`, "-3.50"] as const;
    }),
  );

  beforeEach(async () => {
    await send(long, "Checking");
  });

  test("goes on where it was", async () => {
    const whole = await send(long, "Checking");
    const expected = await rowsOf(whole.id);

    await again(whole.id, async (tools, run) => {
      const copying = copyRows(tools, run);
      tools.sql.run("UPDATE runs SET state = 'undoing' WHERE seq = ?", run.seq);
      await copying;
      expect(tools.runs.bySeq(run.seq)?.read_next).toBe(COPIED_ROWS_MAX);
      tools.sql.run("UPDATE runs SET state = 'reading' WHERE seq = ?", run.seq);
      expect(await copyRows(tools, must(tools.runs.bySeq(run.seq), "it exists"))).toBe(true);
    });

    expect(asRead(await rowsOf(whole.id))).toEqual(asRead(expected));
  });

  test("is followed by reading where the earlier reading was forgotten", async () => {
    const whole = await send(long, "Checking");
    const expected = await rowsOf(whole.id);

    await again(whole.id, async (tools, run) => {
      const copying = copyRows(tools, run);
      for (const one of tools.runs.page(10, 0)) forgetReading(tools.sql, one);
      await copying;
      expect(tools.runs.bySeq(run.seq)?.read_next).toBe(COPIED_ROWS_MAX);
      for (let open = null, state = "reading"; state === "reading";) {
        const now = must(tools.runs.bySeq(run.seq), "it exists");
        open = await read(tools, now, open);
        state = tools.runs.bySeq(run.seq)?.state ?? "";
      }
    });

    expect(asRead(await rowsOf(whole.id))).toEqual(asRead(expected));
  });
});

type StoredRow = Record<string, unknown>;

/** All columns of an import's rows, but for what names the import. */
async function rowsOf(id: string): Promise<StoredRow[]> {
  return withSql((sql) =>
    sql
      .all<StoredRow>(
        `SELECT * FROM rows JOIN row_texts USING (run, seq)
         WHERE run = (SELECT seq FROM runs WHERE id = ?) ORDER BY seq`,
        id,
      )
      .map((row) => ({ ...row, run: 0, item: String(row["item"]).replaceAll(id, "ID") })),
  );
}

/** The rows without what became of them. */
function asRead(rows: readonly StoredRow[]): StoredRow[] {
  return rows.map((row) => ({ ...row, state: "", transaction_id: null, reason: null }));
}

async function mark(): Promise<void> {
  await withSql((sql) => sql.run(`UPDATE row_texts SET cells = '["copied"]' WHERE seq = 0`));
}

async function withSql<T>(use: (sql: Sql) => T): Promise<T> {
  return runInDurableObject(await importer(), (_, state) => use(new Sql(state.storage)));
}

/** Puts an import back to where its rows are about to be read, and lets `work` go on. */
async function again(id: string, work: (tools: Tools, run: Run) => Promise<void>): Promise<void> {
  await runInDurableObject(await importer(), async (_, state) => {
    const sql = new Sql(state.storage);
    const runs = new Runs(sql);
    const { seq } = must(runs.byId(id), "it exists");
    sql.run("DELETE FROM rows WHERE run = ?", seq);
    sql.run("DELETE FROM row_texts WHERE run = ?", seq);
    sql.run(
      `UPDATE runs SET state = 'reading', read_next = 0, read_done = 0, read = 0, inserted = 0, duplicate = 0,
         rejected = 0, skipped = 0 WHERE seq = ?`,
      seq,
    );
    const tools: Tools = {
      sql,
      runs,
      upstream: { base: "", paced: false, fetch: () => Promise.reject(new Error("not asked")) },
      chance: CLOCK,
      pace: async () => 0,
      document: (sha256, name, bytes) => openDocument(env.DOCUMENTS, sha256, name, bytes),
      isStored: async () => true,
    };
    // The alarm that still looks for transfers of the import would read its rows as well.
    await state.blockConcurrencyWhile(async () => {
      await work(tools, must(runs.bySeq(seq), "it exists"));
      sql.run("UPDATE runs SET state = 'done' WHERE seq = ?", seq);
    });
  });
}
