// /api/imports/{id}/lookalikes, /transfers, /pending, /late and what undoing would do: what an import's rows were found to be like, and what is decided
// about it, for a caller already known to act for a connection.

import { Hono } from "hono";
import * as z from "zod";
import { MATCHES_PAGE_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { DECISIONS } from "./lookalikes.ts";
import type { MatchAnswer, MatchRequest } from "./matching.ts";
import { jsonOf } from "../../platform/json.ts";
import { refuse, type ImportProblem } from "../problem.ts";

interface ApiEnv {
  readonly Bindings: Env;
  readonly Variables: { readonly connection: string };
}

const PAGE_DEFAULT = 100;
const acceptBody = z.strictObject({
  category_id: z
    .int()
    .positive()
    .max(2 ** 31 - 1)
    .optional(),
});

/** The routes; `connection` is set by whoever checked the caller. */
export const matchingApi = new Hono<ApiEnv>();

for (const [path, kind] of [
  ["lookalikes", "lookalikes"],
  ["transfers", "transfers"],
  ["pending", "pending"],
  ["late", "late"],
] as const) {
  matchingApi.get(`/api/imports/:id/${path}`, async (c) => {
    const limit = whole(
      c.req.query("limit") ?? String(PAGE_DEFAULT),
      1,
      MATCHES_PAGE_MAX,
      "/query/limit",
    );
    const offset = whole(c.req.query("offset") ?? "0", 0, 1_000_000_000, "/query/offset");
    if (!limit.ok) return refuse(limit.error);
    if (!offset.ok) return refuse(offset.error);
    return answer(c.env, c.get("connection"), c.req.param("id"), {
      kind,
      page: { limit: limit.value, offset: offset.value },
    });
  });
}

for (const decision of DECISIONS) {
  matchingApi.post(`/api/imports/:id/lookalikes/:line/${decision}`, async (c) => {
    const line = whole(c.req.param("line"), 1, 1_000_000_000, "/path/line");
    return line.ok
      ? answer(c.env, c.get("connection"), c.req.param("id"), {
          kind: "decide",
          line: line.value,
          decision,
        })
      : refuse(line.error);
  });
}

matchingApi.post("/api/imports/:id/transfers/:n/accept", async (c) => {
  const n = whole(c.req.param("n"), 1, Number.MAX_SAFE_INTEGER, "/path/n");
  if (!n.ok) return refuse(n.error);
  const text = await c.req.text();
  const body = acceptBody.safeParse(text === "" ? {} : jsonOf(text));
  if (!body.success)
    return refuse({
      kind: "invalid",
      field: "/body",
      message:
        "The body is empty, or {category_id: <id>} to categorize both sides instead of grouping them.",
    });
  return answer(c.env, c.get("connection"), c.req.param("id"), {
    kind: "accept",
    n: n.value,
    category: body.data.category_id ?? null,
  });
});

matchingApi.post("/api/imports/:id/transfers/:n/dismiss", async (c) => {
  const n = whole(c.req.param("n"), 1, Number.MAX_SAFE_INTEGER, "/path/n");
  return n.ok
    ? answer(c.env, c.get("connection"), c.req.param("id"), { kind: "dismiss", n: n.value })
    : refuse(n.error);
});

matchingApi.post("/api/imports/:id/pending/:transaction/delete", async (c) => {
  const transaction = whole(
    c.req.param("transaction"),
    1,
    Number.MAX_SAFE_INTEGER,
    "/path/transaction",
  );
  if (!transaction.ok) return refuse(transaction.error);
  return answer(c.env, c.get("connection"), c.req.param("id"), {
    kind: "delete pending",
    transaction: transaction.value,
  });
});

// Tells what undoing the import would do; it changes nothing.
matchingApi.get("/api/imports/:id/undo", (c) =>
  answer(c.env, c.get("connection"), c.req.param("id"), { kind: "undo" }),
);

for (const [act, kind] of [
  ["look", "look for late"],
  ["delete", "delete late"],
] as const) {
  matchingApi.post(`/api/imports/:id/late/${act}`, (c) =>
    answer(c.env, c.get("connection"), c.req.param("id"), { kind }),
  );
}

async function answer(
  env: Env,
  connection: string,
  id: string,
  request: MatchRequest,
): Promise<Response> {
  const done: Result<MatchAnswer, ImportProblem> = await env.IMPORTER.getByName(
    connection,
  ).matching(id, request);
  return done.ok ? Response.json(onWire(done.value)) : refuse(done.error);
}

function onWire(value: MatchAnswer): object {
  if ("transfer" in value) return value.transfer;
  if (!("lookalikes" in value)) return value;
  const lookalikes = value.lookalikes.map(({ item, ...rest }) => ({ ...rest, item: jsonOf(item) }));
  return { lookalikes, has_more: value.has_more };
}

function whole(
  text: string,
  min: number,
  max: number,
  field: string,
): Result<number, ImportProblem> {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : -1;
  if (value >= min && value <= max) return ok(value);
  return err({
    kind: "invalid",
    field,
    message: `${field.split("/").at(-1) ?? ""} is a whole number from ${min} to ${max}.`,
  });
}
