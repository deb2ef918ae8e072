// /api/inbox: what came in by mail, what it was understood to be, and what is decided about it, for a caller already known to act
// for a connection. A message's bytes are somebody else's: they leave as a download, or cleaned and under a policy of their own.

import { Hono, type Context } from "hono";
import * as z from "zod";
import { INBOX_PAGE_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { receivePostedMail } from "./mailbox.ts";
import { peopleOnly } from "../keys/api.ts";
import { pageOf } from "../imports/api.ts";
import type { Importer } from "../object.ts";
import { wireOf, type ImportProblem } from "../problem.ts";
import { PARTS_MAX } from "./match/suggest.ts";
import { ATTACHMENT_POLICY, attachmentOf, downloadOf, numbered } from "./attachment.ts";
import { correctionsSchema } from "./facts.ts";
import type { InboxMessage } from "./message.ts";
import { MESSAGE_STATES, MODES, type MessageState } from "./rows.ts";
import type { KeptDocument, KeptReading } from "./reading.ts";
import { SHOWN_HTML_POLICY, shownHtml, shownText } from "./shown-html.ts";

interface ApiEnv {
  readonly Bindings: Env;
  /** `ownPolicy`: the content security policy of this answer, for who sets all others. */
  readonly Variables: {
    readonly connection: string;
    readonly isPerson: boolean;
    ownPolicy?: string;
  };
}

const importBody = correctionsSchema.extend({
  receipt: z.int().positive().optional(),
  mode: z.enum(MODES).optional(),
});
const several = z
  .array(z.int().positive())
  .min(2)
  .max(PARTS_MAX)
  .refine((ids) => new Set(ids).size === ids.length);
const matchBody = z
  .strictObject({
    transaction_id: z.int().positive().optional(),
    transactions: several.optional(),
    receipt: z.int().positive().optional(),
    is_it: z.boolean().default(true),
  })
  .refine((body) => (body.transaction_id === undefined) !== (body.transactions === undefined));
const receiptBody = z.strictObject({ receipt: z.int().positive().optional() });
const rereadBody = z.strictObject({ all: z.boolean().optional() });

/** The routes; `connection` is set by whoever checked the caller. */
export const inboxApi = new Hono<ApiEnv>();

// An import key brings mail and sees what became of it. What the mail says, the address it came by among it, and every decision
// are for people.
inboxApi.use("/api/inbox/*", async (c, next) => {
  const [, , , id, what] = c.req.path.split("/");
  return id === undefined || (c.req.method === "GET" && what === undefined)
    ? next()
    : peopleOnly(c, next);
});

inboxApi.use("/api/inbox/*", async (c, next) => {
  await next();
  c.res.headers.set("cache-control", "no-store");
});

inboxApi.post("/api/inbox", async (c) => {
  const taken = await receivePostedMail(c.req.raw, c.env, c.get("connection"));
  if (!taken.ok) return refuse(taken.error);
  const { message, fresh } = taken.value;
  return Response.json(message, {
    status: fresh ? 202 : 200,
    headers: { location: `/api/inbox/${message.id}` },
  });
});

inboxApi.get("/api/inbox", async (c) => {
  const state = stateOf(c.req.query("state"));
  if (!state.ok) return refuse(state.error);
  const page = pageOf(c.req.query(), INBOX_PAGE_MAX);
  if (!page.ok) return refuse(page.error);
  return c.json(
    await importerOf(c.env, c.get("connection")).mail(
      state.value,
      page.value.limit,
      page.value.offset,
    ),
  );
});

inboxApi.get("/api/inbox/counts", async (c) =>
  c.json(await importerOf(c.env, c.get("connection")).mailCounts()),
);

inboxApi.get("/api/inbox/unmatched", async (c) => {
  const page = pageOf(c.req.query(), INBOX_PAGE_MAX);
  if (!page.ok) return refuse(page.error);
  return c.json(
    await importerOf(c.env, c.get("connection")).receipts(
      "unmatched",
      page.value.limit,
      page.value.offset,
    ),
  );
});

inboxApi.get("/api/imports/:id/receipts", async (c) => {
  const page = pageOf(c.req.query(), INBOX_PAGE_MAX);
  if (!page.ok) return refuse(page.error);
  return c.json(
    await importerOf(c.env, c.get("connection")).receipts(
      { run: c.req.param("id") },
      page.value.limit,
      page.value.offset,
    ),
  );
});

inboxApi.post("/api/inbox/reread", async (c) => {
  const body = rereadBody.safeParse(await bodyOf(c.req.raw));
  if (!body.success)
    return refuse(
      invalid(
        "/body",
        "The body is empty, or {all: true} to read again also what the present version read.",
      ),
    );
  return c.json(
    { messages: await importerOf(c.env, c.get("connection")).rereadAll(body.data.all === true) },
    202,
  );
});

inboxApi.get("/api/inbox/:id", async (c) => {
  const id = c.req.param("id");
  const found = await importerOf(c.env, c.get("connection")).mailDetail(id);
  if (found === null) return refuse({ kind: "no such message", id });
  const reading: KeptReading | null =
    found.reading === null || !c.get("isPerson") ? null : JSON.parse(found.reading);
  const { message, history, remembered } = found;
  return c.json({
    ...message,
    history,
    remembered: c.get("isPerson") ? remembered : [],
    reading:
      reading === null
        ? null
        : { ...reading, documents: numbered(reading.documents.map(withoutMarkup)) },
  });
});

inboxApi.get("/api/inbox/:id/message", async (c) => {
  const id = c.req.param("id");
  const key = await importerOf(c.env, c.get("connection")).mailKey(id);
  const stored = key === null ? null : await c.env.DOCUMENTS.get(key);
  if (stored === null) return refuse({ kind: "no such message", id });
  return new Response(stored.body, {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="${encodeURIComponent(id)}.eml"`,
    },
  });
});

inboxApi.get("/api/inbox/:id/html", async (c) => {
  const id = c.req.param("id");
  const index = c.req.query("document") ?? "0";
  if (!/^\d{1,3}$/.test(index))
    return refuse(
      invalid("/query/document", "document is the number of a document in the message, from 0."),
    );
  const found = await importerOf(c.env, c.get("connection")).mailDetail(id);
  const reading: KeptReading | null =
    found === null || found.reading === null ? null : JSON.parse(found.reading);
  const document = reading?.documents[Number(index)];
  if (document === undefined) return refuse({ kind: "no such message", id });
  c.set("ownPolicy", SHOWN_HTML_POLICY);
  return new Response(bodyShown(document), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": SHOWN_HTML_POLICY,
    },
  });
});

inboxApi.get("/api/inbox/:id/attachments/:n", async (c) => {
  const { id, n } = c.req.param();
  if (!/^\d{1,4}$/.test(n)) return refuse({ kind: "no such attachment", n: n.slice(0, 20) });
  const importer = importerOf(c.env, c.get("connection"));
  const [found, key] = await Promise.all([importer.mailDetail(id), importer.mailKey(id)]);
  const stored =
    found === null || found.reading === null || key === null
      ? null
      : await c.env.DOCUMENTS.get(key);
  if (stored === null || found === null || found.reading === null)
    return refuse({ kind: "no such message", id });
  const attachment = await attachmentOf(
    new Uint8Array(await stored.arrayBuffer()),
    JSON.parse(found.reading),
    Number(n),
  );
  if (!attachment.ok) return refuse(attachment.error);
  c.set("ownPolicy", ATTACHMENT_POLICY);
  return downloadOf(attachment.value);
});

inboxApi.post("/api/inbox/:id/import", async (c) => {
  const body = importBody.safeParse(await bodyOf(c.req.raw));
  if (!body.success) return refuse(invalid(pathOf(body.error), IMPORT_BODY));
  const { receipt, mode, ...corrections } = body.data;
  return answer(
    await importerOf(c.env, c.get("connection")).importMail(c.req.param("id"), {
      receipt: receipt ?? null,
      mode: mode ?? null,
      corrections,
    }),
  );
});

inboxApi.post("/api/inbox/:id/ignore", (c) =>
  ofReceipt(c, (importer, id, receipt) => importer.ignoreMail(id, receipt)),
);

inboxApi.post("/api/inbox/:id/match", async (c) => {
  const body = matchBody.safeParse(await bodyOf(c.req.raw));
  if (!body.success)
    return refuse(
      invalid(
        pathOf(body.error),
        `The body is {transaction_id, receipt, is_it}, or {transactions, receipt, is_it} for 2 to ${PARTS_MAX} that it is together: is_it false says that it is not.`,
      ),
    );
  const { transaction_id, transactions, receipt, is_it } = body.data;
  return answer(
    await importerOf(c.env, c.get("connection")).matchMail(
      c.req.param("id"),
      receipt ?? null,
      transactions ?? [transaction_id ?? 0],
      is_it,
    ),
  );
});

inboxApi.post("/api/inbox/:id/look", (c) =>
  ofReceipt(c, (importer, id, receipt) => importer.lookAgain(id, receipt)),
);

inboxApi.post("/api/inbox/:id/split", (c) =>
  ofReceipt(c, (importer, id, receipt) => importer.splitMail(id, receipt, true)),
);

inboxApi.post("/api/inbox/:id/unsplit", (c) =>
  ofReceipt(c, (importer, id, receipt) => importer.splitMail(id, receipt, false)),
);

inboxApi.post("/api/inbox/:id/undo", (c) =>
  ofReceipt(c, (importer, id, receipt) => importer.takeBackMail(id, receipt)),
);

inboxApi.post("/api/inbox/:id/reread", async (c) =>
  answer(await importerOf(c.env, c.get("connection")).rereadMail(c.req.param("id"))),
);

inboxApi.delete("/api/inbox/:id", async (c) => {
  const id = c.req.param("id");
  const deleted = await importerOf(c.env, c.get("connection")).deleteMail(id);
  return deleted.ok ? new Response(null, { status: 204 }) : refuse(deleted.error);
});

const IMPORT_BODY =
  "The body is empty, or {receipt, kind, merchant, total, currency, date, order_number, card_last4, account_id, mode}: total is a plain decimal, " +
  "currency a code, date YYYY-MM-DD, mode wait or insert; what is left out stays as it was read.";

/** Something that is done to one charge, or to the message's only one. */
async function ofReceipt(
  c: Context<ApiEnv>,
  act: (
    importer: DurableObjectStub<Importer>,
    id: string,
    receipt: number | null,
  ) => Promise<Result<InboxMessage, ImportProblem>>,
): Promise<Response> {
  const body = receiptBody.safeParse(await bodyOf(c.req.raw));
  if (!body.success)
    return refuse(
      invalid("/body", "The body is empty, or {receipt: <id>} for one charge of several."),
    );
  return answer(
    await act(
      importerOf(c.env, c.get("connection")),
      c.req.param("id") ?? "",
      body.data.receipt ?? null,
    ),
  );
}

function withoutMarkup({ html, ...document }: KeptDocument) {
  return { ...document, has_html: html !== null };
}

function bodyShown({ html, views }: KeptDocument): string {
  if (html !== null) return shownHtml(html);
  return shownText(views.find(({ name }) => name === "text" || name === "html")?.text ?? "");
}

function importerOf(env: Env, connection: string): DurableObjectStub<Importer> {
  return env.IMPORTER.getByName(connection);
}

function answer(result: Result<InboxMessage, ImportProblem>): Response {
  return result.ok ? Response.json(result.value) : refuse(result.error);
}

function refuse(problem: ImportProblem): Response {
  const { status, body } = wireOf(problem);
  return Response.json(body, { status });
}

function stateOf(text: string | undefined): Result<MessageState | null, ImportProblem> {
  if (text === undefined || text === "") return ok(null);
  const state = MESSAGE_STATES.find((known) => known === text);
  return state === undefined
    ? err(
        invalid(
          "/query/state",
          `A message's state is ${MESSAGE_STATES.join(", ")}; not "${text.slice(0, 40)}".`,
        ),
      )
    : ok(state);
}

/** The body as JSON, {} where there is none; undefined where it is not JSON. */
async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.text();
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pathOf({ issues }: z.ZodError): string {
  return ["", "body", ...(issues[0]?.path ?? [])].join("/");
}

function invalid(field: string, message: string): ImportProblem {
  return { kind: "invalid", field, message };
}
