// Rows of a table that are written back: many by one statement, and each as it was.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { writeRows, type TableRow } from "../../../src/platform/sql/tables.ts";
import { reset } from "../../reset.ts";

afterEach(async () => {
  await reset();
});

const SCHEMA = `
CREATE TABLE parents (id INTEGER PRIMARY KEY) STRICT;
INSERT INTO parents VALUES (1), (2);
CREATE TABLE notes (
  id INTEGER PRIMARY KEY,
  text TEXT,
  amount INTEGER CHECK (amount < 1000),
  share REAL,
  parent INTEGER REFERENCES parents (id),
  owner INTEGER NOT NULL REFERENCES parents (id)
) STRICT;`;

async function written(rows: readonly TableRow[]) {
  return runInDurableObject(env.BUDGET.getByName("rows"), (_, { storage }) => {
    const sql = new Sql(storage);
    sql.run(SCHEMA);
    const result = writeRows(sql, "notes", rows);
    return { result, notes: sql.all<TableRow>("SELECT * FROM notes ORDER BY id") };
  });
}

const note = (id: number, more: Record<string, string | number | null> = {}): TableRow => ({
  id,
  text: `note ${id}`,
  amount: id,
  share: null,
  parent: null,
  owner: 1,
  ...more,
});

const TEXTS = ["", "é 🛒 \u2028", '"}]', "0", "1e3", "null", "true", "\\u0041", "a\nb\tc"];
const exact = [
  ...TEXTS.map((text, index) => note(index + 1, { text })),
  note(20, { text: null, amount: -5 }),
  note(22, { amount: -Number.MAX_SAFE_INTEGER }),
];

test.each([
  ["many rows at once", exact],
  ["rows of which one is stored by itself", [...exact, note(30, { text: "a\u0000b" })]],
  ["rows with a fraction", [...exact, note(30, { share: 0.1, amount: null })]],
])("%s come back as they were", async (_, rows) => {
  const { result, notes } = await written(rows);

  expect(result).toEqual({ ok: true, value: rows.length });
  expect(notes).toEqual(rows);
});

test("a reference to a row that is gone is left empty, or leaves its row out", async () => {
  const { result, notes } = await written([
    note(1, { parent: 2 }),
    note(2, { parent: 9 }),
    note(3, { owner: 9 }),
  ]);

  expect(result).toEqual({ ok: true, value: 2 });
  expect(notes).toEqual([note(1, { parent: 2 }), note(2, { parent: null })]);
});

test("the row that cannot be stored is named, wherever it is", async () => {
  const odd = [{ amount: 1000 }, { amount: "many" }, { owner: null }, { text: 7, amount: "x" }];
  for (const more of odd) {
    const { result } = await written([note(1), note(2), note(3, more), note(4)]);
    expect(result, JSON.stringify(more)).toMatchObject(
      "owner" in more ? { ok: true, value: 3 } : { ok: false, error: { index: 2 } },
    );
    await reset();
  }
});

test("rows with other columns than the ones before are stored as well, and a row only once", async () => {
  const short = { id: 2, text: "short", owner: 2 };

  const { result, notes } = await written([note(1), short, note(3), note(1, { text: "again" })]);

  expect(result).toEqual({ ok: true, value: 3 });
  expect(notes.map(({ id, text }) => [id, text])).toEqual([
    [1, "note 1"],
    [2, "short"],
    [3, "note 3"],
  ]);
});

test("a column that the table does not have is refused", async () => {
  const { result } = await written([note(1), note(2, { colour: "red" })]);

  expect(result).toMatchObject({
    ok: false,
    error: { index: 1, message: 'this version knows no column "colour"' },
  });
});
