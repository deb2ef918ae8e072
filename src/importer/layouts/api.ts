// What was learned about the layouts of statements: /api/layouts. An import key may look, as it sees the layouts of its
// imports anyway; everything that changes how files are read, or takes it elsewhere, is for people.

import { Hono } from "hono";
import * as z from "zod";
import {
  ANSWER_CHARS_MAX,
  ANSWERS_MAX,
  LAYOUTS_FILE_BYTES_MAX,
  LAYOUTS_PAGE_MAX,
} from "../../platform/limits.ts";
import { isSettable } from "../../statements/settings.ts";
import { peopleOnly } from "../keys/api.ts";
import { pageOf } from "../imports/api.ts";
import type { Importer } from "../object.ts";
import type { LearnedLayout } from "./layouts.ts";
import { parseFile } from "./layouts-file.ts";
import { jsonOf } from "../../platform/json.ts";
import { refuse } from "../problem.ts";

interface ApiEnv {
  readonly Bindings: Env;
  readonly Variables: { readonly connection: string; readonly isPerson: boolean };
}

const answer = z.strictObject({
  question: z.string().min(1).max(ANSWER_CHARS_MAX),
  choice: z.string().max(ANSWER_CHARS_MAX),
  for_account: z.int().positive().nullable().default(null),
});
const answers = z.array(answer).max(ANSWERS_MAX);
const layoutBody = z.strictObject({ answers });
const previewBody = z.strictObject({
  answers: answers.optional(),
  import: z.string().max(100).optional(),
});
const ANSWERS_SHAPE = "answers: [{question, choice, for_account}]";

/** The routes; `connection` and `isPerson` are set by whoever checked the caller. */
export const layoutsApi = new Hono<ApiEnv>();

layoutsApi.get("/api/layouts", async (c) => {
  const page = pageOf(c.req.query(), LAYOUTS_PAGE_MAX);
  if (!page.ok) return refuse(page.error);
  const { layouts, has_more } = await importerOf(c.env, c.get("connection")).layouts(
    page.value.limit,
    page.value.offset,
  );
  return c.json({ layouts: layouts.map(onWire), has_more });
});

layoutsApi.get("/api/layouts/export", peopleOnly, async (c) => {
  const made = await importerOf(c.env, c.get("connection")).exportLayouts();
  if (!made.ok) return refuse(made.error);
  return c.json(made.value, 200, {
    "content-disposition": 'attachment; filename="tributary-layouts.json"',
    "cache-control": "no-store",
  });
});

layoutsApi.post("/api/layouts/import", peopleOnly, async (c) => {
  const mode = c.req.query("mode") ?? "merge";
  const preview = c.req.query("preview") ?? "false";
  if (mode !== "merge" && mode !== "replace")
    return refuse({ kind: "invalid", field: "/query/mode", message: "mode is merge or replace." });
  if (preview !== "true" && preview !== "false")
    return refuse({
      kind: "invalid",
      field: "/query/preview",
      message: "preview is true or false.",
    });
  const text = await c.req.text();
  if (text.length > LAYOUTS_FILE_BYTES_MAX)
    return refuse({ kind: "too large", bytes_max: LAYOUTS_FILE_BYTES_MAX });
  const file = parseFile(jsonOf(text));
  if (!file.ok) return refuse({ kind: "invalid", field: "/body", message: file.error });
  const changes = await importerOf(c.env, c.get("connection")).importLayouts(
    file.value,
    mode,
    preview === "true",
  );
  return changes.ok
    ? c.json({ applied: preview === "false", changes: changes.value })
    : refuse(changes.error);
});

layoutsApi.get("/api/layouts/:fingerprint", async (c) => {
  const fingerprint = c.req.param("fingerprint");
  const found = await importerOf(c.env, c.get("connection")).layout(fingerprint);
  return found === null ? refuse({ kind: "no such layout", fingerprint }) : c.json(onWire(found));
});

layoutsApi.put("/api/layouts/:fingerprint", peopleOnly, async (c) => {
  const body = layoutBody.safeParse(jsonOf(await c.req.text()));
  if (!body.success)
    return refuse({
      kind: "invalid",
      field: "/body/answers",
      message: `The body is {${ANSWERS_SHAPE}}, at most ${ANSWERS_MAX}: all that is to be remembered.`,
    });
  const saved = await importerOf(c.env, c.get("connection")).saveLayout(
    c.req.param("fingerprint"),
    body.data.answers,
  );
  return saved.ok ? c.json(onWire(saved.value)) : refuse(saved.error);
});

layoutsApi.delete("/api/layouts/:fingerprint", peopleOnly, async (c) => {
  const fingerprint = c.req.param("fingerprint");
  const forgotten = await importerOf(c.env, c.get("connection")).forgetLayout(fingerprint);
  return forgotten
    ? new Response(null, { status: 204 })
    : refuse({ kind: "no such layout", fingerprint });
});

layoutsApi.post("/api/layouts/:fingerprint/preview", peopleOnly, async (c) => {
  const text = await c.req.text();
  const body = previewBody.safeParse(text === "" ? {} : jsonOf(text));
  if (!body.success)
    return refuse({
      kind: "invalid",
      field: "/body",
      message: `The body is {${ANSWERS_SHAPE}, import}; both may be left out.`,
    });
  const read = await importerOf(c.env, c.get("connection")).previewLayout(
    c.req.param("fingerprint"),
    body.data.answers ?? null,
    body.data.import ?? null,
  );
  if (!read.ok) return refuse(read.error);
  const { rows, ...rest } = read.value;
  return c.json({ ...rest, rows: rows.map((row) => ({ ...row, transaction_id: null })) }, 200, {
    "cache-control": "no-store",
  });
});

function onWire({
  fingerprint,
  layout,
  answers: remembered,
  imports,
  last_import,
  learned_at,
  used_at,
  kept,
}: LearnedLayout) {
  return {
    ...layout,
    fingerprint,
    settable: isSettable(layout.format),
    answers: remembered.map((one) => ({ ...one, answered_at: instant(one.answered_at) })),
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

function importerOf(env: Env, connection: string): DurableObjectStub<Importer> {
  return env.IMPORTER.getByName(connection);
}
