// /api/restoring: puts a backup into an empty budget, table by table. Only an owner may. Each
// request may be sent again after a lost answer.

import * as z from "zod";
import { ATTACHMENT_BYTES_MAX, RESTORED_ROWS_MAX } from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import { readBytes } from "../../platform/api/json.ts";
import { refuse, type Problem } from "../../platform/api/problem.ts";
import { findRole } from "../members.ts";
import { route, type Context, type Outside, type Route } from "../route.ts";
import { STEPS } from "../schema/steps.ts";
import { TABLE_PATH, TABLE_ROW } from "./api.ts";
import {
  abandonRestoring,
  beginRestoring,
  findFilled,
  finishRestoring,
  storeLinks,
  storeRows,
  UUID,
} from "./restoring.ts";
import { isRestoring } from "./state.ts";
import { findDataTable } from "./tables.ts";

const STATE = z.strictObject({ restoring: z.boolean() });
const STORED = z.strictObject({ stored: z.int() });

export const RESTORING_ROUTES: readonly Route[] = [
  route({
    method: "POST",
    path: "/restoring",
    scope: null,
    tag: "backup",
    summary: "Begin to restore a backup into this budget, which must be empty",
    body: z.strictObject({ steps: z.int().min(1), person: z.int() }),
    example: { steps: STEPS.length, person: 1 },
    response: STATE,
    failures: [400, 403, 409],
    handle: ({ sql, caller, now }, { body: { steps, person } }) => {
      if (findRole(sql, caller.userId) !== "owner")
        return refuse("forbidden", { errMsg: "Only an owner of the budget restores a backup." });
      if (steps > STEPS.length)
        return refuse("conflict", {
          errMsg:
            "The backup was made by a newer Tributary than this one. Restore it there, or update this one first.",
        });
      const filled = isRestoring(sql) ? null : findFilled(sql);
      if (filled !== null)
        return refuse("conflict", {
          errMsg: `This budget is not empty: it has ${filled.replaceAll("_", " ")}. A backup is restored into an empty budget.`,
        });
      beginRestoring(sql, caller.userId, person, now);
      return ok({ restoring: true });
    },
  }),
  route({
    method: "POST",
    path: "/restoring/tables/{table}",
    scope: null,
    tag: "backup",
    summary: "Store rows of a table; with links: true the references of its rows to each other",
    params: TABLE_PATH,
    body: z.strictObject({
      rows: z.array(TABLE_ROW).max(RESTORED_ROWS_MAX),
      links: z.boolean().optional(),
    }),
    example: { rows: [{ id: 1, name: "Vacation", created_at: 0, updated_at: 0 }] },
    response: STORED,
    failures: [400, 404, 409, 413],
    handle: ({ sql }, { params, body: { rows, links = false } }) => {
      const table = findDataTable(params.table);
      if (table === null)
        return refuse("not found", {
          errMsg: `This version knows no table ${params.table} of a backup.`,
        });
      if (!isRestoring(sql)) return refuse("conflict", NOT_BEGUN);
      if (links) {
        storeLinks(sql, table, rows);
        return ok({ stored: 0 });
      }
      const stored = storeRows(sql, table, rows);
      if (stored.ok) return ok({ stored: stored.value });
      const { index, message } = stored.error;
      return refuse("invalid body", {
        errMsg: `Row ${index + 1} cannot be stored: ${message}.`,
        rows_index: index,
      });
    },
  }),
  route({
    method: "PUT",
    path: "/restoring/files/{key}",
    scope: null,
    tag: "backup",
    summary: "Store the bytes of an attachment whose row is there",
    params: z.strictObject({ key: z.string().regex(UUID, "must be the key of an attachment") }),
    bodyMedia: "application/octet-stream",
    status: 204,
    failures: [400, 404, 409, 413],
    prepare: (outside, { params }) => keepFile(outside, params.key),
    handle: () => ok(undefined),
  }),
  route({
    method: "POST",
    path: "/restoring/finish",
    scope: null,
    tag: "backup",
    summary: "End the restoring: the budget works again",
    body: z.strictObject({ sequences: z.record(z.string(), z.int().min(0)) }),
    example: { sequences: { transactions: 1200 } },
    response: STATE,
    failures: [400],
    handle: ({ sql, now }, { body: { sequences } }) => {
      finishRestoring(sql, sequences, now);
      return ok({ restoring: false });
    },
  }),
  route({
    method: "DELETE",
    path: "/restoring",
    scope: null,
    tag: "backup",
    summary: "Give the restoring up: the budget is empty again",
    response: STATE,
    handle: ({ sql }) => {
      abandonRestoring(sql);
      return ok({ restoring: false });
    },
  }),
];

const NOT_BEGUN = { errMsg: "No backup is being restored into this budget." };

async function keepFile(
  { sql, ports, request }: Outside,
  key: string,
): Promise<Result<undefined, Problem>> {
  const file = findFile(sql, key);
  if (!file.ok) return file;
  const bytes = await readBytes(request, ATTACHMENT_BYTES_MAX);
  if (bytes === null)
    return refuse("too large", {
      errMsg: `An attachment has at most ${ATTACHMENT_BYTES_MAX} bytes.`,
    });
  await ports.files.put(key, { ...file.value, bytes });
  return ok(undefined);
}

function findFile(
  sql: Context["sql"],
  key: string,
): Result<{ readonly name: string; readonly type: string }, Problem> {
  if (!isRestoring(sql)) return refuse("conflict", NOT_BEGUN);
  const file = sql.first<{ name: string; type: string }>(
    "SELECT name, type FROM attachments WHERE key = ?",
    key,
  );
  return file === null
    ? refuse("not found", { errMsg: `No attachment has the key ${key}.` })
    : ok(file);
}
