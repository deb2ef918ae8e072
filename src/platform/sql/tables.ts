// Whole tables as rows of JSON, for backups: read a page at a time in the order of the primary key,
// and written back with the ids that they had. A page is one moment; the next one may be later. So
// a row may name a row that was deleted between two pages: written back, such a reference becomes
// NULL, or its row is left out where the reference is required.
//
// Writing is safe twice: a row whose primary key is there already is left as it is.

import { err, ok, type Result } from "../result.ts";
import {
  insertOf,
  keyIn,
  keyOf,
  quote,
  type Column,
  type Insert,
  type Reference,
} from "./insert.ts";
import { bind, type Sql } from "./sql.ts";

/** A value as a table has it. */
export type TableValue = string | number | null;
/** A row of a table, by column. */
export type TableRow = Readonly<Record<string, TableValue>>;

/** The bounds of a page. The first row is always read. */
export interface PageBounds {
  readonly rows: number;
  readonly chars: number;
}

/** A page of a table; `next` is the key of its last row, null behind the last page. */
export interface TablePage {
  readonly rows: readonly TableRow[];
  readonly next: readonly TableValue[] | null;
}

/** The columns of a table, without generated ones. Only for names that the code itself has. */
function columnsOf(sql: Sql, table: string): Column[] {
  return sql.all<Column>('SELECT name, "notnull", pk FROM pragma_table_info(?)', table);
}

function referencesOf(sql: Sql, table: string): Reference[] {
  return sql.all<Reference>(
    'SELECT "from" AS "column", "table" AS "table", "to" AS target FROM pragma_foreign_key_list(?)',
    table,
  );
}

/**
 * The rows behind the key `after`, in the order of the primary key. `beside` names a table with the same key, whose
 * other columns each row gets as well.
 */
export function readTablePage(
  sql: Sql,
  table: string,
  after: readonly TableValue[] | null,
  { rows: rowsMax, chars: charsMax }: PageBounds,
  beside: string | null = null,
): TablePage {
  const columns = columnsOf(sql, table);
  const key = keyOf(columns);
  const others = beside === null ? [] : columnsOf(sql, beside).filter(({ pk }) => pk === 0);
  const names = [...columns, ...others].map(({ name }) => quote(name)).join(", ");
  const joined =
    beside === null ? "" : `LEFT JOIN ${quote(beside)} USING (${key.map(quote).join(", ")})`;
  const place = key.map(quote).join(", ");
  const behind = after === null ? "" : `WHERE (${place}) > (${key.map(() => "?").join(", ")})`;
  const rows: TableRow[] = [];
  let chars = 0;
  const found = sql.each<TableRow>(
    `SELECT ${names} FROM ${quote(table)} ${joined} ${behind} ORDER BY ${place} LIMIT ?`,
    ...(after ?? []),
    rowsMax + 1,
  );
  for (const row of found) {
    const size = JSON.stringify(row).length;
    const last = rows.at(-1);
    if (last !== undefined && (rows.length === rowsMax || chars + size > charsMax))
      return { rows, next: key.map((name) => last[name] ?? null) };
    rows.push(row);
    chars += size;
  }
  return { rows, next: null };
}

/** Why a row was not stored. */
export interface RowFault {
  /** Its index among the rows. */
  readonly index: number;
  readonly message: string;
}

/**
 * Stores rows with their ids. `later` names the columns that refer to the table itself: they stay
 * NULL until `linkRows`. A column that the table does not have is refused.
 */
export function writeRows(
  sql: Sql,
  table: string,
  rows: readonly TableRow[],
  later: readonly string[] = [],
): Result<number, RowFault> {
  const columns = columnsOf(sql, table);
  const known = new Set(columns.map(({ name }) => name));
  const references = referencesOf(sql, table).filter(({ column }) => !later.includes(column));
  let stored = 0;
  for (let at = 0; at < rows.length;) {
    const given = givenColumns(columns, rows[at] ?? {}, later);
    const insert = insertOf(table, columns, references, given);
    const end = endOfAlike(rows, at, (row) => isSame(given, givenColumns(columns, row, later)));
    for (let index = at; index < end; index += 1) {
      const fault = faultOf(known, rows[index] ?? {});
      if (fault !== null) return err({ index, message: fault });
    }
    const wrote = writeAlike(sql, insert, rows.slice(at, end));
    if (!wrote.ok) return err({ ...wrote.error, index: at + wrote.error.index });
    stored += wrote.value;
    at = end;
  }
  return ok(stored);
}

function givenColumns(
  columns: readonly Column[],
  row: TableRow,
  later: readonly string[],
): readonly Column[] {
  return columns.filter(({ name }) => name in row && !later.includes(name));
}

function isSame(one: readonly Column[], other: readonly Column[]): boolean {
  return one.length === other.length && one.every((column, at) => column === other[at]);
}

/** Where the rows end that are like the one at `from`. */
function endOfAlike(
  rows: readonly TableRow[],
  from: number,
  isAlike: (row: TableRow) => boolean,
): number {
  let end = from + 1;
  for (let row = rows[end]; row !== undefined && isAlike(row); row = rows[end]) end += 1;
  return end;
}

/**
 * Stores rows with the same columns by one statement, since each one leaves a cursor behind. If a
 * row cannot be stored, they are stored one by one, to say which.
 */
function writeAlike(sql: Sql, insert: Insert, rows: readonly TableRow[]): Result<number, RowFault> {
  const values = rows.map((row) => insert.given.map(({ name }) => row[name] ?? null));
  if (rows.length > 1 && values.every((row) => row.every(isExactInJson))) {
    try {
      return ok(
        sql.transaction(() => {
          sql.run(insert.ofMany, JSON.stringify(values));
          return sql.first<{ n: number }>("SELECT changes() AS n")?.n ?? 0;
        }),
      );
    } catch {
      // Stored one by one below, which says what is wrong with which.
    }
  }
  let stored = 0;
  for (const [index, row] of rows.entries()) {
    try {
      stored += writeRow(sql, insert, row) > 0 ? 1 : 0;
    } catch (thrown) {
      return err({ index, message: sentenceOf(thrown) });
    }
  }
  return ok(stored);
}

/** Whether SQLite reads the value out of JSON as it would take it by itself. */
function isExactInJson(value: TableValue): boolean {
  if (typeof value === "number") return Number.isSafeInteger(value);
  return value === null || (!value.includes("\0") && value.isWellFormed());
}

function writeRow(sql: Sql, { given, required, ofOne }: Insert, row: TableRow): number {
  for (const reference of required) {
    if (sql.first(keyIn(reference, "?"), row[reference.column] ?? null) === null) return 0;
  }
  return sql.run(ofOne, ...given.map(({ name }) => row[name] ?? null));
}

/** Sets the columns that refer to the table itself, now that all its rows are there. */
export function linkRows(
  sql: Sql,
  table: string,
  rows: readonly TableRow[],
  later: readonly string[],
): void {
  for (const row of rows) {
    for (const column of later) {
      if (row[column] == null) continue;
      sql.run(
        `UPDATE ${quote(table)} SET ${quote(column)} = (SELECT id FROM ${quote(table)} WHERE id = ?) WHERE id = ?`,
        row[column],
        row["id"] ?? null,
      );
    }
  }
}

/** The last id that each table gave out, so that no id is ever used again. */
export function readSequences(sql: Sql, tables: readonly string[]): Record<string, number> {
  const rows = sql.all<{ name: string; seq: number }>("SELECT name, seq FROM sqlite_sequence");
  return Object.fromEntries(
    rows.filter(({ name }) => tables.includes(name)).map(({ name, seq }) => [name, seq]),
  );
}

/** Lets each table give out only ids beyond these. A lower number than it has changes nothing. */
export function raiseSequences(
  sql: Sql,
  tables: readonly string[],
  sequences: Readonly<Record<string, number>>,
): void {
  for (const table of tables) {
    const seq = sequences[table];
    if (seq === undefined) continue;
    sql.run("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", seq, table);
    sql.run(
      `INSERT INTO sqlite_sequence (name, seq)
       SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)`,
      table,
      seq,
    );
  }
}

function faultOf(known: ReadonlySet<string>, row: TableRow): string | null {
  for (const [name, value] of Object.entries(row)) {
    if (!known.has(name)) return `this version knows no column "${name.slice(0, 60)}"`;
    try {
      bind(value);
    } catch {
      return `the value of "${name}" cannot be stored`;
    }
  }
  return null;
}

/** What SQLite says, without its own numbers. */
function sentenceOf(thrown: unknown): string {
  return String(thrown instanceof Error ? thrown.message : thrown)
    .replace(/^D1_ERROR: |: SQLITE_\w+$/g, "")
    .slice(0, 200);
}
