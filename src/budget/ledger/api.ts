// /api/transactions: the ledger, for people and for programs that read it as a person does. Version
// 2 lists transactions by number of rows; this goes by place, searches texts and sums what it finds.

import * as z from "zod";
import { ok, type Result } from "../../platform/result.ts";
import type { Problem } from "../../platform/api/problem.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { route, type Context, type Route } from "../route.ts";
import { tooManyChildren, tooMuchText } from "../transactions/bound.ts";
import { present } from "../transactions/present.ts";
import { readRulesOfEach } from "../rules/effects.ts";
import { CHILD, TRANSACTION } from "../transactions/schemas.ts";
import * as wire from "../wire.ts";
import { buildWanted, type Wanted } from "./filter.ts";
import { printSum } from "./sums.ts";
import { printCursor, QUERY, type Cursor, type LedgerQuery } from "./query.ts";
import {
  addTotals,
  countFilesOfEach,
  findPlaces,
  readPlaces,
  readTotals,
  type Totals,
  type Walk,
} from "./store.ts";

const LEDGER_CHILD = CHILD.omit({ files: true })
  .extend({ file_count: z.int() })
  .meta({ id: "LedgerChild" });
const LEDGER_TRANSACTION = TRANSACTION.omit({ files: true })
  .extend({
    file_count: z.int(),
    rule_ids: z.array(z.int()),
    children: z.array(LEDGER_CHILD).optional(),
  })
  .meta({ id: "LedgerTransaction" });
const CURSOR_OUT = z.string().nullable();
const ANSWER = z.strictObject({
  transactions: z.array(LEDGER_TRANSACTION),
  before: CURSOR_OUT,
  after: CURSOR_OUT,
  totals: z.strictObject({ count: z.int(), in: wire.AMOUNT_OUT, out: wire.AMOUNT_OUT }).nullable(),
});

export const LEDGER_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/transactions",
    scope: "transactions:read",
    tag: "transactions",
    summary: "The ledger: transactions searched, filtered and summed, newest first",
    query: QUERY,
    response: ANSWER,
    failures: [400],
    handle: (context, { query }) => answerLedger(context, query),
  }),
];

function answerLedger(
  { sql }: Context,
  query: LedgerQuery,
): Result<z.input<typeof ANSWER>, Problem> {
  const wanted = buildWanted(sql, query);
  const { places, before, after } = readPage(sql, wanted, query);
  const rows = readPlaces(sql, places);
  const many = tooMuchText(rows) ?? tooManyChildren(sql, rows);
  if (many !== null) return many;
  const isWhole = before === null && after === null;
  return ok({
    transactions: presentLedger(sql, rows),
    before: before === null ? null : printCursor(before),
    after: after === null ? null : printCursor(after),
    totals: query.totals ? printTotals(isWhole ? addTotals(rows) : readTotals(sql, wanted)) : null,
  });
}

interface Page {
  readonly places: readonly Cursor[];
  readonly before: Cursor | null;
  readonly after: Cursor | null;
}

/** The page, and where its neighbours begin; null where there is nothing more that way. */
function readPage(sql: Sql, wanted: Wanted, query: LedgerQuery): Page {
  const way = query.after === undefined ? "older" : "newer";
  const from = query.after ?? query.before ?? null;
  const found = findPlaces(sql, wanted, { from, way }, query.limit + 1);
  const places = found.slice(0, query.limit);
  const ahead = found.length > query.limit ? (places.at(-1) ?? null) : null;
  const behind = from === null ? null : findBehind(sql, wanted, { from, way }, places[0]);
  return way === "older"
    ? { places, before: ahead, after: behind }
    : { places, before: behind, after: ahead };
}

/** Where the page behind a walk begins; null where nothing is behind it. */
function findBehind(
  sql: Sql,
  wanted: Wanted,
  { from, way }: Walk & { readonly from: Cursor },
  first: Cursor | undefined,
): Cursor | null {
  // An empty page has no first place; what is at `from` itself is behind it.
  const step = way === "older" ? -1 : 1;
  const edge = first ?? { date: from.date, id: Math.max(0, from.id + step) };
  const back = way === "older" ? "newer" : "older";
  return findPlaces(sql, wanted, { from: edge, way: back }, 1).length > 0 ? edge : null;
}

function presentLedger(
  sql: Sql,
  rows: Parameters<typeof present>[1],
): z.input<typeof LEDGER_TRANSACTION>[] {
  const shown = present(sql, rows, { metadata: true, children: true, files: false });
  const ids = shown.flatMap(({ id, children = [] }) => [id, ...children.map((child) => child.id)]);
  const files = countFilesOfEach(sql, ids);
  const rules = readRulesOfEach(
    sql,
    shown.map(({ id, split_parent_id: whole }) => whole ?? id),
  );
  return shown.map(({ children, ...one }) => ({
    ...one,
    file_count: files.get(one.id) ?? 0,
    rule_ids: rules.get(one.split_parent_id ?? one.id) ?? [],
    ...(children !== undefined && {
      children: children.map((child) => ({ ...child, file_count: files.get(child.id) ?? 0 })),
    }),
  }));
}

function printTotals(totals: Totals): z.input<typeof ANSWER>["totals"] {
  return { count: totals.count, in: printSum(totals.in), out: printSum(totals.out) };
}
