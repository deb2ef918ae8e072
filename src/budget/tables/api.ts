// /api/tables: the rows of the budget's tables as they are stored, for backups. Nothing here gives
// access to anything: tables.ts says what is left out.

import * as z from "zod";
import { TABLE_PAGE_CHARS_MAX, TABLE_PAGE_ROWS_MAX } from "../../platform/limits.ts";
import { ok } from "../../platform/result.ts";
import { refuse } from "../../platform/api/problem.ts";
import { readSequences, readTablePage, type TableRow } from "../../platform/sql/tables.ts";
import { route, type Route } from "../route.ts";
import { STEPS } from "../schema/steps.ts";
import { DATA_TABLES, findDataTable } from "./tables.ts";

/** A value as a table has it. */
export const VALUE = z.union([z.string(), z.number(), z.null()]);
/** A row of a table, by column. */
export const TABLE_ROW = z.record(z.string(), VALUE);
export const TABLE_PATH = z.strictObject({ table: z.string().max(60) });

/** The key of the last row that was read, as `next` had it. */
const AFTER = z
  .string()
  .max(1_000)
  .transform((text, context) => {
    try {
      return z.array(z.union([z.string(), z.number()])).parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: "custom", message: "must be what next was", input: text });
      return z.NEVER;
    }
  });

const BOUNDS = { rows: TABLE_PAGE_ROWS_MAX, chars: TABLE_PAGE_CHARS_MAX };

export const TABLE_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/tables",
    scope: null,
    tag: "backup",
    summary: "The tables of a backup, in the order in which they are written back",
    response: z.strictObject({
      steps: z.int(),
      person: z.int(),
      tables: z.array(z.string()),
      sequences: z.record(z.string(), z.int()),
      /** By table, the columns that refer to rows of the same table. */
      links: z.record(z.string(), z.array(z.string())),
    }),
    handle: ({ sql, caller }) =>
      ok({
        steps: STEPS.length,
        person: caller.userId,
        tables: DATA_TABLES.map(({ name }) => name),
        sequences: readSequences(
          sql,
          DATA_TABLES.map(({ name }) => name),
        ),
        links: Object.fromEntries(
          DATA_TABLES.flatMap(({ name, later }) =>
            later === undefined ? [] : [[name, [...later]]],
          ),
        ),
      }),
  }),
  route({
    method: "GET",
    path: "/tables/{table}",
    scope: null,
    tag: "backup",
    summary: "A page of a table's rows, in the order of its primary key",
    params: TABLE_PATH,
    query: z.strictObject({ after: AFTER.optional() }),
    response: z.strictObject({ rows: z.array(TABLE_ROW), next: z.string().nullable() }),
    failures: [400, 404],
    handle: ({ sql, caller }, { params, query }) => {
      const table = findDataTable(params.table);
      if (table === null)
        return refuse("not found", { errMsg: `A backup has no table ${params.table}.` });
      const page = readTablePage(sql, table.name, query.after ?? null, BOUNDS);
      const rows =
        table.name === "users"
          ? page.rows.map((row) => withoutAddress(row, caller.userId))
          : page.rows;
      return ok({ rows, next: page.next === null ? null : JSON.stringify(page.next) });
    },
  }),
];

/** Other people's e-mail addresses are not the caller's data. */
function withoutAddress(row: TableRow, userId: number): TableRow {
  return row["id"] === userId ? row : { ...row, email: "" };
}
