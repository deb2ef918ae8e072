// /api/layouts: the layouts of statements. An import key may read them, as it sees the layouts of
// its imports anyway; everything that changes how files are read, or exports it, is for people.

import * as z from "zod";
import {
  ANSWER_CHARS_MAX,
  ANSWERS_MAX,
  LAYOUTS_FILE_BYTES_MAX,
  LAYOUTS_PAGE_MAX,
} from "../../platform/limits.ts";
import { err, ok } from "../../platform/result.ts";
import { parseJson } from "../../platform/json.ts";
import { isSettable } from "../../statements/settings.ts";
import { done, page, route, type Row } from "../route.ts";
import type { Layouts } from "./feature.ts";
import type { LearnedLayout } from "./layouts.ts";
import { parseFile } from "./layouts-file.ts";
import { LAYOUT, LAYOUT_CHANGES, LAYOUT_LIST, LAYOUT_PREVIEW, LAYOUTS_FILE } from "./wire.ts";

const answer = z.strictObject({
  question: z.string().min(1).max(ANSWER_CHARS_MAX),
  choice: z.string().max(ANSWER_CHARS_MAX),
  for_account: z.int().positive().nullable().default(null),
});
const answers = z.array(answer).max(ANSWERS_MAX);
const ANSWERS_SHAPE = "answers: [{question, choice, for_account}]";
const PARAMS = z.object({ fingerprint: z.string() });
const EXAMPLE = { answers: [{ question: "account", choice: "12" }] };
const tag = "layouts";

export const LAYOUT_ROUTES: readonly Row<Layouts>[] = [
  route({
    method: "GET",
    path: "/layouts",
    by: "everybody",
    tag,
    summary: "List the layouts, the last used first",
    query: z.object(page(LAYOUTS_PAGE_MAX)),
    status: 200,
    response: LAYOUT_LIST,
    failures: [400],
    handle: async (layouts: Layouts, { query: { limit, offset } }) => {
      const listed = layouts.list(limit, offset);
      return ok({ layouts: listed.layouts.map(toApi), has_more: listed.has_more });
    },
  }),
  route({
    method: "GET",
    path: "/layouts/export",
    by: "people",
    tag,
    summary: "Download all layouts as a file",
    status: 200,
    response: LAYOUTS_FILE,
    failures: [502],
    handle: async (layouts: Layouts) => {
      const made = await layouts.export();
      if (!made.ok) return made;
      const headers = {
        "content-disposition": 'attachment; filename="tributary-layouts.json"',
        "cache-control": "no-store",
      };
      return ok(Response.json(made.value, { headers }));
    },
  }),
  route({
    method: "POST",
    path: "/layouts/import",
    by: "people",
    tag,
    summary: "Bring in layouts from a file, or only see what that would change",
    query: z.object({
      mode: z.enum(["merge", "replace"], { error: "mode is merge or replace." }).default("merge"),
      preview: z.enum(["true", "false"], { error: "preview is true or false." }).default("false"),
    }),
    body: LAYOUTS_FILE,
    takesText: true,
    status: 200,
    response: LAYOUT_CHANGES,
    failures: [400, 413, 502],
    handle: async (layouts: Layouts, { query: { mode, preview }, sent }) => {
      const text = String(sent);
      if (text.length > LAYOUTS_FILE_BYTES_MAX)
        return err({ kind: "too large", bytes_max: LAYOUTS_FILE_BYTES_MAX });
      const file = parseFile(parseJson(text));
      if (!file.ok) return err({ kind: "invalid", field: "/body", message: file.error });
      const changes = await layouts.import(file.value, mode, preview === "true");
      return changes.ok ? ok({ applied: preview === "false", changes: changes.value }) : changes;
    },
  }),
  route({
    method: "GET",
    path: "/layouts/{fingerprint}",
    by: "everybody",
    tag,
    summary: "Show a layout",
    params: PARAMS,
    status: 200,
    response: LAYOUT,
    failures: [404],
    handle: async (layouts: Layouts, { params: { fingerprint } }) => {
      const known = layouts.get(fingerprint);
      return known === null ? err({ kind: "no such layout", fingerprint }) : ok(toApi(known));
    },
  }),
  route({
    method: "PUT",
    path: "/layouts/{fingerprint}",
    by: "people",
    tag,
    summary: "Set all that is remembered for a layout",
    params: PARAMS,
    body: z.strictObject({ answers }),
    wrongBody: () => ({
      field: "/body/answers",
      message: `The body is {${ANSWERS_SHAPE}}, at most ${ANSWERS_MAX}: the complete list to remember.`,
    }),
    example: EXAMPLE,
    status: 200,
    response: LAYOUT,
    failures: [400, 404],
    handle: async (layouts: Layouts, { params: { fingerprint }, body }) => {
      const saved = await layouts.save(fingerprint, body.answers);
      return saved.ok ? ok(toApi(saved.value)) : saved;
    },
  }),
  route({
    method: "DELETE",
    path: "/layouts/{fingerprint}",
    by: "people",
    tag,
    summary: "Forget a layout",
    params: PARAMS,
    status: 204,
    failures: [404],
    handle: async (layouts: Layouts, { params: { fingerprint } }) =>
      done(layouts.forget(fingerprint), { kind: "no such layout", fingerprint }),
  }),
  route({
    method: "POST",
    path: "/layouts/{fingerprint}/preview",
    by: "people",
    tag,
    summary: "Read a document of the layout under other answers; nothing is changed",
    params: PARAMS,
    body: z.strictObject({ answers: answers.optional(), import: z.string().max(100).optional() }),
    mayBeEmpty: true,
    wrongBody: () => ({
      field: "/body",
      message: `The body is {${ANSWERS_SHAPE}, import}; both may be left out.`,
    }),
    example: EXAMPLE,
    status: 200,
    response: LAYOUT_PREVIEW,
    noStore: true,
    failures: [400, 404, 422],
    handle: async (layouts: Layouts, { params: { fingerprint }, body }) => {
      const read = await layouts.preview(fingerprint, body.answers ?? null, body.import ?? null);
      if (!read.ok) return read;
      const { rows, ...rest } = read.value;
      return ok({ ...rest, rows: rows.map((row) => ({ ...row, transaction_id: null })) });
    },
  }),
];

function toApi(learned: LearnedLayout) {
  const { fingerprint, layout, imports, last_import, learned_at, used_at, kept } = learned;
  return {
    ...layout,
    fingerprint,
    settable: isSettable(layout.format),
    answers: learned.answers.map((one) => ({ ...one, answered_at: instant(one.answered_at) })),
    imports,
    last_import,
    learned_at: instant(learned_at),
    used_at: used_at === null ? null : instant(used_at),
    kept,
  };
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
