// /api/imports, the importer's main API: the results of uploaded files, and decisions about them.
// Files are uploaded and downloaded through the Worker's own rows (doors.ts).

import Papa from "papaparse";
import * as z from "zod";
import {
  ANSWERS_MAX,
  IMPORTS_PAGE_MAX,
  IMPORTS_SEARCH_CHARS_MAX,
  ROWS_PAGE_MAX,
} from "../../platform/limits.ts";
import { err, ok } from "../../platform/result.ts";
import { printUnits } from "../../money/money.ts";
import { BALANCE_CHOICES } from "../balances/balance.ts";
import type { StatedBalance } from "../balances/store.ts";
import { found, ID, page, route, stateQuery, whole, type Row } from "../route.ts";
import { ACCOUNT_DATES } from "./account-dates.ts";
import type { Imports } from "./feature.ts";
import { ROW_STATES, type ImportRow } from "./rows.ts";
import {
  IMPORT,
  IMPORT_LIST,
  ROW_LIST,
  STATED_LIST,
  STATEMENT_BALANCES,
  TRANSACTION_DATES,
} from "./wire.ts";

const EVERYBODY = { by: "everybody", tag: "imports" } as const;
const PEOPLE = { by: "people", tag: "imports" } as const;

const answersBody = z
  .strictObject({ answers: z.record(z.string().max(500), z.string().max(500)) })
  .refine(({ answers }) => Object.keys(answers).length <= ANSWERS_MAX);

const confirmBody = z.strictObject({
  balances: z.record(z.string().max(20), z.enum(BALANCE_CHOICES)).default({}),
});

const IMPORTS_QUERY = z
  .object({
    ...page(IMPORTS_PAGE_MAX),
    waiting: z.enum(["true", "false"], { error: "waiting is true or false." }).optional(),
    layout: z.string().optional(),
    search: z
      .string()
      .max(IMPORTS_SEARCH_CHARS_MAX, {
        error: `search has at most ${IMPORTS_SEARCH_CHARS_MAX} characters.`,
      })
      .meta({ description: "Words in the name of the file, its archive or the account." })
      .optional(),
  })
  .refine(
    ({ waiting, layout, search = "" }) =>
      search.trim() === "" || (waiting !== "true" && layout === undefined),
    { path: ["search"], error: "search goes without waiting=true and without layout." },
  );

const STATE = stateQuery("row", ROW_STATES);

/** An action on an import, without a body. */
const act = (what: "dismiss" | "undo", summary: string): Row<Imports> =>
  route({
    method: "POST",
    path: `/imports/{id}/${what}`,
    ...EVERYBODY,
    summary,
    params: ID,
    status: 200,
    response: IMPORT,
    failures: [404, 409],
    handle: async (imports: Imports, { params: { id } }) => imports[what](id),
  });

export const IMPORT_ROUTES: readonly Row<Imports>[] = [
  route({
    method: "GET",
    path: "/statement-balances",
    ...PEOPLE,
    summary: "List the manual accounts whose balance statements never set",
    status: 200,
    response: STATEMENT_BALANCES,
    failures: [],
    handle: async (imports: Imports) => ok({ never: imports.unfollowed() }),
  }),
  route({
    method: "PUT",
    path: "/statement-balances/{account}",
    ...PEOPLE,
    summary: "Say whether later statements set an account's balance",
    params: z.object({ account: whole("account", 1, 9_999_999_999) }),
    body: z.strictObject({ set: z.boolean() }),
    example: { set: false },
    status: 200,
    response: STATEMENT_BALANCES,
    failures: [400],
    handle: async (imports: Imports, { params: { account }, body: { set } }) =>
      imports.follow(account, set),
  }),
  route({
    method: "GET",
    path: "/transaction-dates",
    ...PEOPLE,
    summary: "List the accounts whose transactions have the purchase date",
    status: 200,
    response: TRANSACTION_DATES,
    failures: [],
    handle: async (imports: Imports) => ok({ purchase: imports.purchaseDated() }),
  }),
  route({
    method: "PUT",
    path: "/transaction-dates/{account}",
    ...PEOPLE,
    summary: "Say whether an account's transactions have the posting date or the purchase date",
    params: z.object({ account: whole("account", 1, 9_999_999_999) }),
    body: z.strictObject({ date: z.enum(ACCOUNT_DATES) }),
    example: { date: "purchase" },
    status: 200,
    response: TRANSACTION_DATES,
    failures: [400],
    handle: async (imports: Imports, { params: { account }, body: { date } }) =>
      imports.dateBy(account, date),
  }),
  route({
    method: "GET",
    path: "/stated-balances",
    ...PEOPLE,
    summary:
      "List the balances that imports state of an account, or the latest of each; money owed is negative",
    query: z.object({ account: whole("account", 1, 9_999_999_999).optional() }),
    status: 200,
    response: STATED_LIST,
    failures: [400],
    handle: async (imports: Imports, { query: { account } }) =>
      ok({ stated: imports.stated(account ?? null).map(statedToApi) }),
  }),
  route({
    method: "GET",
    path: "/imports",
    ...EVERYBODY,
    summary: "List the imports, the newest first",
    query: IMPORTS_QUERY,
    status: 200,
    response: IMPORT_LIST,
    failures: [400],
    handle: async (imports: Imports, { query: { limit, offset, waiting, layout, search } }) =>
      ok(
        waiting === "true"
          ? imports.waiting(limit, offset)
          : imports.list(limit, offset, { layout: layout ?? null, search: search?.trim() ?? "" }),
      ),
  }),
  route({
    method: "GET",
    path: "/imports/of-schedules",
    ...EVERYBODY,
    summary: "List the ids of the newest imports that schedules made",
    status: 200,
    response: z.object({ ids: z.array(z.string()) }),
    failures: [],
    handle: async (imports: Imports) => ok({ ids: imports.idsOfSchedules() }),
  }),
  route({
    method: "GET",
    path: "/imports/{id}",
    ...EVERYBODY,
    summary: "Show an import",
    params: ID,
    status: 200,
    response: IMPORT,
    failures: [404],
    handle: async (imports: Imports, { params: { id } }) =>
      found(imports.get(id), { kind: "no such import", id }),
  }),
  route({
    method: "GET",
    path: "/imports/{id}/rows",
    ...EVERYBODY,
    summary: "List an import's rows, in the file's order",
    params: ID,
    query: z.object({ state: STATE, ...page(ROWS_PAGE_MAX) }),
    status: 200,
    response: ROW_LIST,
    failures: [400, 404],
    handle: async (imports: Imports, { params: { id }, query: { state, limit, offset } }) => {
      const listed = imports.rows(id, state, limit, offset);
      if (listed === null) return err({ kind: "no such import", id });
      return ok({ rows: listed.rows.map(rowToApi), has_more: listed.has_more });
    },
  }),
  route({
    method: "GET",
    path: "/imports/{id}/rejects.csv",
    ...EVERYBODY,
    summary: "Download the rows that were rejected, with why, as CSV",
    media: "text/csv",
    params: ID,
    status: 200,
    failures: [404],
    handle: async (imports: Imports, { params: { id } }) => {
      if (imports.get(id) === null) return err({ kind: "no such import", id });
      const headers = {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="rejects-${id}.csv"`,
      };
      return ok(new Response(rejectsCsv(imports, id), { headers }));
    },
  }),
  route({
    method: "GET",
    path: "/imports/{id}/events",
    ...EVERYBODY,
    summary: "Server-sent events: the import at each change, until it rests",
    media: "text/event-stream",
    params: ID,
    status: 200,
    failures: [404],
    handle: async (imports: Imports, { params: { id } }) =>
      found(imports.events(id), { kind: "no such import", id }),
  }),
  route({
    method: "POST",
    path: "/imports/{id}/answers",
    ...EVERYBODY,
    summary: "Answer an import's questions",
    params: ID,
    body: answersBody,
    wrongBody: () => ({
      field: "/body/answers",
      message: "The body is {answers: {<question id>: <choice>}}.",
    }),
    example: { answers: { account: "12" } },
    status: 200,
    response: IMPORT,
    failures: [400, 404, 409],
    handle: async (imports: Imports, { params: { id }, body }) => imports.answer(id, body.answers),
  }),
  route({
    method: "POST",
    path: "/imports/{id}/confirm",
    ...EVERYBODY,
    summary: "Post a preview to the budget",
    params: ID,
    body: confirmBody,
    mayBeEmpty: true,
    wrongBody: () => ({
      field: "/body/balances",
      message: `The body is {balances: {<account id>: one of ${BALANCE_CHOICES.join(", ")}}}, or none.`,
    }),
    example: { balances: { 12: "set" } },
    status: 200,
    response: IMPORT,
    failures: [400, 404, 409],
    handle: async (imports: Imports, { params: { id }, body }) =>
      imports.confirm(id, body.balances),
  }),
  act("dismiss", "Mark an import that failed as seen"),
  act("undo", "Take back what an import inserted"),
];

function rowToApi(row: ImportRow) {
  const { line, state, transaction_id, reason } = row;
  const item: unknown = row.item === null ? null : JSON.parse(row.item);
  const raw: unknown = JSON.parse(row.cells);
  return { line, state, item, transaction_id, reason, raw };
}

// A spreadsheet would run a cell that begins like a formula, also after characters that it drops or
// hides; a plain number is left as it is.
const FORMULA = /^(?![+-]?[\d.,' ]+$)(?:[\p{C}\p{Z}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|\p{Cc})/u;

function rejectsCsv(imports: Imports, id: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let offset = 0;
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode("\ufeffline,reason,row\r\n")),
    pull: (controller) => {
      const found = imports.rows(id, "rejected", ROWS_PAGE_MAX, offset);
      offset += found?.rows.length ?? 0;
      const lines = (found?.rows ?? []).map((row) => [
        String(row.line),
        row.reason ?? "",
        ...toCells(row),
      ]);
      if (lines.length > 0)
        controller.enqueue(
          encoder.encode(`${Papa.unparse(lines, { escapeFormulae: FORMULA })}\r\n`),
        );
      if (found === null || !found.has_more) controller.close();
    },
  });
}

function toCells(row: ImportRow): string[] {
  return z.array(z.string()).parse(JSON.parse(row.cells));
}

function statedToApi({ balance, opening, ...rest }: StatedBalance) {
  return {
    ...rest,
    balance: printUnits(balance),
    opening: opening === null ? null : printUnits(opening),
  };
}
