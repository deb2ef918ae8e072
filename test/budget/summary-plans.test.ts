import { afterEach, expect, test } from "vitest";
import {
  activityStatement,
  countsStatement,
  uncategorizedStatement,
} from "../../src/budget/budgets/activity.ts";
import type { Bindable } from "../../src/platform/sql/sql.ts";
import { database, insert } from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

// SQLite calls an index covering only where it holds no virtual column's value, as `hidden` is one: that no
// row is read is seen in the program itself. Rows are sought late, by the first Column taken from the table.
interface Instruction {
  readonly opcode: string;
  readonly p1: number;
  readonly p2: number;
}

const explained = (statement: string, ...values: readonly Bindable[]) =>
  database((sql) => ({
    plan: sql
      .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement}`, ...values)
      .map(({ detail }) => detail),
    program: sql.all<Instruction>(`EXPLAIN ${statement}`, ...values),
    roots: new Map(
      sql
        .all<{ name: string; rootpage: number }>(
          "SELECT name, rootpage FROM sqlite_master WHERE rootpage > 0",
        )
        .map(({ name, rootpage }) => [name, rootpage]),
    ),
  }));

/** The cursors that a program opens on the table or index, and how often it takes a column from them. */
function columnsFrom(program: readonly Instruction[], root: number | undefined): number {
  const cursors = new Set(
    program.filter(({ opcode, p2 }) => opcode === "OpenRead" && p2 === root).map(({ p1 }) => p1),
  );
  return program.filter(({ opcode, p1 }) => opcode === "Column" && cursors.has(p1)).length;
}

const PIECES = JSON.stringify([[2, "2026-11-01", "2026-11-30", 1]]);

test.each([
  ["of categories", activityStatement(true), [PIECES], "category_id=? AND date>? AND date<?", 2],
  [
    "of categories without pending",
    activityStatement(false),
    [PIECES],
    "category_id=? AND date>? AND date<?",
    2,
  ],
  ["counted", countsStatement(true), [PIECES], "category_id=? AND date>? AND date<?", 1],
  [
    "without a category",
    uncategorizedStatement(false),
    ["2026-11-01", "2026-11-30"],
    "category_id=? AND date>? AND date<?",
    1,
  ],
])(
  "the activity %s is searched only in the index of category and day",
  async (_, statement, values, range, searches) => {
    await insert([{ date: "2026-11-20", amount: 1, category_id: 2 }]);

    const { plan, program, roots } = await explained(statement, ...values);
    const onTransactions = plan.filter((detail) => / t\b/.test(detail));
    expect(onTransactions).toEqual(
      Array.from(
        { length: searches },
        () => `SEARCH t USING INDEX transactions_by_category (${range})`,
      ),
    );
    expect(columnsFrom(program, roots.get("transactions"))).toBe(0);
    expect(columnsFrom(program, roots.get("transactions_by_category"))).toBeGreaterThan(0);
  },
);

test("the check counts a row as read if a column is outside the index", async () => {
  const { program, roots } = await explained(
    `SELECT payee FROM transactions INDEXED BY transactions_by_category WHERE category_id = 2`,
  );
  expect(columnsFrom(program, roots.get("transactions"))).toBe(1);
});
