// The routes for imports that are not confirmed yet: /api/uploads, and for one import its preview,
// leaving out rows, and reading the file again.

import * as z from "zod";
import {
  ANSWER_CHARS_MAX,
  ANSWERS_MAX,
  PREVIEWED_ROWS_MAX,
  UPLOAD_IMPORTS_MAX,
} from "../../platform/limits.ts";
import { err, ok } from "../../platform/result.ts";
import { ID, page, route, whole, type Row } from "../route.ts";
import { MARKS, type Mark, type MarkedRow } from "./marks.ts";
import type { Previewed, Previews } from "./previews.ts";
import { CONFIRMED, PREVIEWED_ROWS, UPLOAD } from "./preview-wire.ts";
import { IMPORT } from "./wire.ts";

const EVERYBODY = { by: "everybody", tag: "imports" } as const;

const marksQuery = z
  .string()
  .default(MARKS.join(","))
  .transform((text, context): readonly Mark[] => {
    const wanted = text.split(",").filter((word) => word !== "");
    const marks = MARKS.filter((mark) => wanted.includes(mark));
    if (marks.length === wanted.length) return marks;
    const message = `marks are some of ${MARKS.join(", ")}; not "${text.slice(0, 60)}".`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  })
  .meta({ example: "new,odd" });

export const PREVIEW_ROUTES: readonly Row<Previews>[] = [
  route({
    method: "GET",
    path: "/uploads/{upload}",
    ...EVERYBODY,
    summary: "List the imports of files that were uploaded together",
    params: z.object({ upload: z.string() }),
    status: 200,
    response: UPLOAD,
    failures: [404],
    handle: async (previews: Previews, { params: { upload } }) => {
      const imports = previews.upload(upload);
      return imports === null
        ? err({ kind: "no such upload", id: upload })
        : ok({ id: upload, imports: imports.map(toApi) });
    },
  }),
  route({
    method: "POST",
    path: "/uploads/{upload}/confirm",
    ...EVERYBODY,
    summary: "Post several previews to the budget; each is confirmed by itself, and once",
    params: z.object({ upload: z.string() }),
    body: z.strictObject({ imports: z.array(z.string().max(100)).max(UPLOAD_IMPORTS_MAX) }),
    wrongBody: () => ({
      field: "/body/imports",
      message: `The body is {imports: [<import id>]}, at most ${UPLOAD_IMPORTS_MAX}.`,
    }),
    example: { imports: ["mf3k2a9x"] },
    status: 200,
    response: CONFIRMED,
    failures: [400, 404],
    handle: async (previews: Previews, { params: { upload }, body }) => {
      const own = previews.idsOf(upload);
      if (own === null) return err({ kind: "no such upload", id: upload });
      return ok(await previews.confirm(body.imports.filter((id) => own.includes(id))));
    },
  }),
  route({
    method: "GET",
    path: "/imports/{id}/preview",
    ...EVERYBODY,
    summary: "Show what confirming an import would do with each row",
    params: ID,
    query: z.object({ marks: marksQuery, ...page(PREVIEWED_ROWS_MAX) }),
    status: 200,
    response: PREVIEWED_ROWS,
    failures: [400, 404],
    handle: async (previews: Previews, { params: { id }, query: { marks, limit, offset } }) => {
      const one = previews.one(id);
      const listed = previews.rows(id, marks, limit, offset);
      if (one === null || listed === null) return err({ kind: "no such import", id });
      return ok({ ...toApi(one), ...listed, rows: listed.rows.map(rowToApi) });
    },
  }),
  route({
    method: "PUT",
    path: "/imports/{id}/rows/{row}",
    ...EVERYBODY,
    summary: "Leave a row out of a preview, or take it in again",
    params: ID.extend({ row: whole("row", 0, Number.MAX_SAFE_INTEGER) }),
    body: z.strictObject({ left_out: z.boolean() }),
    example: { left_out: true },
    status: 200,
    response: z.object({ left_out: z.boolean() }),
    failures: [400, 404, 409],
    handle: async (previews: Previews, { params: { id, row }, body }) =>
      previews.leaveOut(id, row, body.left_out),
  }),
  route({
    method: "POST",
    path: "/imports/{id}/read-again",
    by: "people",
    tag: "imports",
    summary: "Read the file again with other settings, which are remembered for its layout",
    params: ID,
    body: z
      .strictObject({
        settings: z.record(z.string().max(ANSWER_CHARS_MAX), z.string().max(ANSWER_CHARS_MAX)),
      })
      .refine(({ settings }) => Object.keys(settings).length <= ANSWERS_MAX),
    wrongBody: () => ({
      field: "/body/settings",
      message: "The body is {settings: {<setting>: <choice>}}: all that hold from now on.",
    }),
    example: { settings: { "set:date_order": "mdy" } },
    status: 200,
    response: IMPORT,
    failures: [400, 404, 409],
    handle: async (previews: Previews, { params: { id }, body }) =>
      previews.readAgain(id, body.settings),
  }),
];

function toApi({ import: one, marked: { counts, from, to }, imported_before }: Previewed) {
  return { import: one, marks: counts, from, to, imported_before };
}

function rowToApi(row: MarkedRow) {
  const { n, line, mark, transaction_id, other, other_name: name, changes } = row;
  const item: unknown = row.item === null ? null : JSON.parse(row.item);
  const raw: unknown = JSON.parse(row.cells);
  return {
    n,
    line,
    mark,
    item,
    transaction_id,
    other: other === null ? null : { id: other, name: name ?? "" },
    reason: row.reason ?? changes,
    raw,
  };
}
