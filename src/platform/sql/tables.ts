// Whole tables as rows of JSON, for backups: read a page at a time in the order of the primary key,
// and written back with the ids that they had. A page is one moment; the next one may be later. So
// a row may name a row that was deleted between two pages: written back, such a reference becomes
// NULL, or its row is left out where the reference is required.
//
// Writing is safe twice: a row whose primary key is there already is left as it is.

import { err, ok, type Result } from "../result.ts";
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

interface Column {
  readonly name: string;
  readonly notnull: number;
  /** Its place in the primary key, from 1; 0 outside of it. */
  readonly pk: number;
}

interface Reference {
  readonly column: string;
  readonly table: string;
  readonly target: string;
}

/** The columns of a table, without generated ones. Only for names that the code itself has. */
function columnsOf(sql: Sql, table: string): Column[] {
  return sql.all<Column>('SELECT name, "notnull", pk FROM pragma_table_info(?)', table);
}

function keyOf(columns: readonly Column[]): string[] {
  return columns
    .filter(({ pk }) => pk > 0)
    .toSorted((a, b) => a.pk - b.pk)
    .map(({ name }) => name);
}

function referencesOf(sql: Sql, table: string): Reference[] {
  return sql.all<Reference>(
    'SELECT "from" AS "column", "table" AS "table", "to" AS target FROM pragma_foreign_key_list(?)',
    table,
  );
}

/** The rows behind the key `after`, in the order of the primary key. */
export function readTablePage(
  sql: Sql,
  table: string,
  after: readonly TableValue[] | null,
  { rows: rowsMax, chars: charsMax }: PageBounds,
): TablePage {
  const columns = columnsOf(sql, table);
  const key = keyOf(columns);
  const names = columns.map(({ name }) => quote(name)).join(", ");
  const place = key.map(quote).join(", ");
  const behind = after === null ? "" : `WHERE (${place}) > (${key.map(() => "?").join(", ")})`;
  const rows: TableRow[] = [];
  let chars = 0;
  const found = sql.each<TableRow>(
    `SELECT ${names} FROM ${quote(table)} ${behind} ORDER BY ${place} LIMIT ?`,
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
  const references = referencesOf(sql, table).filter(({ column }) => !later.includes(column));
  let stored = 0;
  for (const [index, row] of rows.entries()) {
    const fault = faultOf(columns, row);
    if (fault !== null) return err({ index, message: fault });
    try {
      stored += writeRow(sql, { table, columns, references, later }, row) > 0 ? 1 : 0;
    } catch (thrown) {
      return err({ index, message: sentenceOf(thrown) });
    }
  }
  return ok(stored);
}

function writeRow(
  sql: Sql,
  {
    table,
    columns,
    references,
    later,
  }: {
    readonly table: string;
    readonly columns: readonly Column[];
    readonly references: readonly Reference[];
    readonly later: readonly string[];
  },
  row: TableRow,
): number {
  const given = columns.filter(({ name }) => name in row && !later.includes(name));
  const required: Reference[] = [];
  const values = given.map(({ name, notnull, pk }) => {
    const reference = references.find(({ column }) => column === name);
    if (reference === undefined) return "?";
    if (notnull === 1 || pk > 0) required.push(reference);
    return `(SELECT ${quote(reference.target)} FROM ${quote(reference.table)} WHERE ${quote(reference.target)} = ?)`;
  });
  for (const { column, table: parent, target } of required) {
    const there = sql.first(
      `SELECT 1 FROM ${quote(parent)} WHERE ${quote(target)} = ?`,
      row[column] ?? null,
    );
    if (there === null) return 0;
  }
  const key = keyOf(columns).map(quote).join(", ");
  return sql.run(
    `INSERT INTO ${quote(table)} (${given.map(({ name }) => quote(name)).join(", ")}) VALUES (${values.join(", ")})
     ON CONFLICT (${key}) DO NOTHING`,
    ...given.map(({ name }) => row[name] ?? null),
  );
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

function faultOf(columns: readonly Column[], row: TableRow): string | null {
  for (const [name, value] of Object.entries(row)) {
    if (!columns.some((column) => column.name === name))
      return `this version knows no column "${name.slice(0, 60)}"`;
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

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
