// The importer's own interface, /api/imports, for a caller already known to act for a connection.
// Errors have the service's envelope.

import { Hono } from "hono";
import Papa from "papaparse";
import * as z from "zod";
import { ANSWERS_MAX, IMPORTS_PAGE_MAX, ROWS_PAGE_MAX } from "../../platform/limits.ts";
import { getDocument } from "./documents.ts";
import { receiveUpload } from "./upload.ts";
import { BALANCE_CHOICES } from "../balances/balance.ts";
import { findAccount } from "./accounts.ts";
import type { Importer } from "../object.ts";
import { ROW_STATES, type ImportRow, type RowState } from "./rows.ts";
import type { Import, RunOptions } from "./runs.ts";
import { refuse, type ImportProblem } from "../problem.ts";
import { err, ok, type Result } from "../../platform/result.ts";

interface ApiEnv {
  readonly Bindings: Env;
  readonly Variables: { readonly connection: string };
}

const answersBody = z.strictObject({ answers: z.record(z.string().max(500), z.string().max(500)) });

const confirmBody = z.strictObject({
  balances: z.record(z.string().max(20), z.enum(BALANCE_CHOICES)).default({}),
});

/** The routes; `connection` is set by whoever checked the caller. */
export const importApi = new Hono<ApiEnv>();

importApi.post("/api/imports", async (c) => {
  const importer = importerOf(c.env, c.get("connection"));
  const upload = await receiveUpload(c.req.raw, c.env.DOCUMENTS);
  if (!upload.ok) return refuse(upload.error);
  const { document, pieces, options, idempotency_key, asked } = upload.value;
  const named = await accountNamed(importer, upload.value.account);
  if (!named.ok) return refuse(named.error);
  const received = await importer.receive({
    door: "upload",
    document,
    pieces,
    options: { ...options, ...named.value },
    idempotency_key,
    asked,
  });
  return received.ok ? accepted(received.value) : refuse(received.error);
});

/** One import as itself, several of an archive as a list; refused where nobody can read any of them. */
function accepted(imports: readonly Import[]): Response {
  const files = imports.flatMap((run) =>
    run.state === "failed" && run.error !== null ? [{ message: run.error, import_id: run.id }] : [],
  );
  const [only, ...others] = imports;
  const [first] = files;
  if (only !== undefined && others.length === 0) {
    if (first !== undefined) return refuse({ kind: "unreadable", ...first });
    return Response.json(only, { status: 202, headers: { location: `/api/imports/${only.id}` } });
  }
  if (files.length === imports.length) return refuse({ kind: "unreadable archive", files });
  return Response.json({ imports }, { status: 202, headers: { location: "/api/imports" } });
}

importApi.get("/api/imports", async (c) => {
  const page = pageOf(c.req.query(), IMPORTS_PAGE_MAX);
  if (!page.ok) return refuse(page.error);
  const importer = importerOf(c.env, c.get("connection"));
  const { limit, offset } = page.value;
  const waiting = c.req.query("waiting");
  if (waiting === "true") return c.json(await importer.waiting(limit, offset));
  if (waiting !== undefined && waiting !== "false") {
    return refuse({
      kind: "invalid",
      field: "/query/waiting",
      message: "waiting is true or false.",
    });
  }
  return c.json(await importer.list(limit, offset, c.req.query("layout") ?? null));
});

importApi.get("/api/imports/:id", async (c) => {
  const id = c.req.param("id");
  const run = await importerOf(c.env, c.get("connection")).get(id);
  return run === null ? refuse({ kind: "no such import", id }) : c.json(run);
});

importApi.get("/api/imports/:id/rows", async (c) => {
  const id = c.req.param("id");
  const state = rowState(c.req.query("state"));
  if (!state.ok) return refuse(state.error);
  const page = pageOf(c.req.query(), ROWS_PAGE_MAX);
  if (!page.ok) return refuse(page.error);
  const found = await importerOf(c.env, c.get("connection")).rows(
    id,
    state.value,
    page.value.limit,
    page.value.offset,
  );
  if (found === null) return refuse({ kind: "no such import", id });
  return c.json({ rows: found.rows.map(rowOnWire), has_more: found.has_more });
});

importApi.get("/api/imports/:id/rejects.csv", async (c) => {
  const id = c.req.param("id");
  const importer = importerOf(c.env, c.get("connection"));
  if ((await importer.get(id)) === null) return refuse({ kind: "no such import", id });
  const headers = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="rejects-${id}.csv"`,
  };
  return new Response(rejectsCsv(importer, id), { headers });
});

importApi.get("/api/imports/:id/events", async (c) => {
  const id = c.req.param("id");
  const events = await importerOf(c.env, c.get("connection")).events(id);
  return events ?? refuse({ kind: "no such import", id });
});

importApi.get("/api/imports/:id/document", async (c) => {
  const id = c.req.param("id");
  const run = await importerOf(c.env, c.get("connection")).get(id);
  if (run === null) return refuse({ kind: "no such import", id });
  const document = await getDocument(c.env.DOCUMENTS, run.document.sha256);
  if (document === null) return refuse({ kind: "document missing", id, name: run.document.name });
  // Somebody else's bytes: never rendered by a browser under our own address.
  const name = encodeURIComponent(run.document.name);
  const headers = {
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename*=UTF-8''${name}`,
  };
  return new Response(document.body, { headers });
});

importApi.post("/api/imports/:id/answers", async (c) => {
  const body = answersBody.safeParse(await jsonBody(c.req.raw));
  if (!body.success || Object.keys(body.data.answers).length > ANSWERS_MAX) {
    return refuse({
      kind: "invalid",
      field: "/body/answers",
      message: "The body is {answers: {<question id>: <choice>}}.",
    });
  }
  return answered(
    await importerOf(c.env, c.get("connection")).answer(c.req.param("id"), body.data.answers),
  );
});

importApi.post("/api/imports/:id/confirm", async (c) => {
  const sent = await c.req.text();
  const body =
    sent === ""
      ? { success: true as const, data: { balances: {} } }
      : confirmBody.safeParse(parsed(sent));
  if (!body.success)
    return refuse({
      kind: "invalid",
      field: "/body/balances",
      message: `The body is {balances: {<account id>: one of ${BALANCE_CHOICES.join(", ")}}}, or none.`,
    });
  return answered(
    await importerOf(c.env, c.get("connection")).confirm(c.req.param("id"), body.data.balances),
  );
});

importApi.post("/api/imports/:id/dismiss", async (c) =>
  answered(await importerOf(c.env, c.get("connection")).dismiss(c.req.param("id"))),
);

importApi.post("/api/imports/:id/undo", async (c) =>
  answered(await importerOf(c.env, c.get("connection")).undo(c.req.param("id"))),
);

function importerOf(env: Env, connection: string): DurableObjectStub<Importer> {
  return env.IMPORTER.getByName(connection);
}

/** The account by its id; by its name still where the service cannot be asked just now. */
async function accountNamed(
  importer: DurableObjectStub<Importer>,
  named: string | null,
): Promise<Result<Pick<RunOptions, "account" | "account_named">, ImportProblem>> {
  if (named === null) return ok({ account: null, account_named: null });
  const listed = await importer.accounts();
  if (listed.kind !== "accounts") return ok({ account: null, account_named: named });
  const found = findAccount(named, listed.accounts);
  return found.ok ? ok({ account: found.value.id, account_named: null }) : found;
}

function answered(result: Result<Import, ImportProblem>): Response {
  return result.ok ? Response.json(result.value) : refuse(result.error);
}

function rowState(text: string | undefined): Result<RowState | null, ImportProblem> {
  if (text === undefined || text === "") return ok(null);
  const state = ROW_STATES.find((known) => known === text);
  if (state !== undefined) return ok(state);
  return err({
    kind: "invalid",
    field: "/query/state",
    message: `A row's state is ${ROW_STATES.join(", ")}; not "${text.slice(0, 40)}".`,
  });
}

/** The page of a list that a query asks for. */
export function pageOf(
  query: Record<string, string>,
  max: number,
): Result<{ limit: number; offset: number }, ImportProblem> {
  const limit = query["limit"] ?? String(Math.min(100, max));
  const offset = query["offset"] ?? "0";
  if (!/^\d{1,9}$/.test(limit) || Number(limit) < 1 || Number(limit) > max) {
    return err({
      kind: "invalid",
      field: "/query/limit",
      message: `limit is a whole number from 1 to ${max}.`,
    });
  }
  if (!/^\d{1,9}$/.test(offset))
    return err({
      kind: "invalid",
      field: "/query/offset",
      message: "offset is a whole number from 0.",
    });
  return ok({ limit: Number(limit), offset: Number(offset) });
}

function rowOnWire(row: ImportRow) {
  const { line, state, transaction_id, reason } = row;
  const item: unknown = row.item === null ? null : JSON.parse(row.item);
  const raw: unknown = JSON.parse(row.cells);
  return { line, state, item, transaction_id, reason, raw };
}

async function jsonBody(request: Request): Promise<unknown> {
  return parsed(await request.text());
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// A spreadsheet would run a cell that begins like a formula, also behind characters that it drops or does not show; a plain
// number is left as it is.
const FORMULA = /^(?![+-]?[\d.,' ]+$)(?:[\p{C}\p{Z}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|\p{Cc})/u;

function rejectsCsv(importer: DurableObjectStub<Importer>, id: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let offset = 0;
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode("\ufeffline,reason,row\r\n")),
    pull: async (controller) => {
      const page = await importer.rows(id, "rejected", ROWS_PAGE_MAX, offset);
      offset += page?.rows.length ?? 0;
      const lines = (page?.rows ?? []).map((row) => [
        String(row.line),
        row.reason ?? "",
        ...cellsOf(row),
      ]);
      if (lines.length > 0)
        controller.enqueue(
          encoder.encode(`${Papa.unparse(lines, { escapeFormulae: FORMULA })}\r\n`),
        );
      if (page === null || !page.has_more) controller.close();
    },
  });
}

function cellsOf(row: ImportRow): string[] {
  return z.array(z.string()).parse(JSON.parse(row.cells));
}
