// /api/inbox: the mail that came in, what it was read as, and what is decided about it. An import
// key may send mail and see its result. The mail's contents, the address it came by, and every
// decision are for people. A message's bytes are untrusted: they leave as a download (doors.ts), or
// cleaned and under a strict policy.

import * as z from "zod";
import { INBOX_PAGE_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { ID, page, route, stateQuery, type BodyFault, type Row } from "../route.ts";
import type { ImportProblem } from "../problem.ts";
import { numbered } from "./attachment.ts";
import { correctionsSchema } from "./facts.ts";
import type { Inbox } from "./feature.ts";
import { PARTS_MAX } from "./match/suggest.ts";
import type { InboxMessage } from "./message.ts";
import type { KeptDocument } from "./reading.ts";
import { MODES } from "./rows.ts";
import { MESSAGE_STATES } from "./states.ts";
import { COUNTS, DETAIL, MESSAGE, MESSAGE_LIST, RECEIPT_LIST, REREAD } from "./wire.ts";

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

const IMPORT_BODY =
  "The body is empty, or {receipt, kind, merchant, total, currency, date, order_number, card_last4, account_id, mode}: total is a plain decimal, " +
  "currency a code, date YYYY-MM-DD, mode wait or insert; what is left out stays as it was read.";
const MATCH_BODY = `The body is {transaction_id, receipt, is_it}, or {transactions, receipt, is_it} for 2 to ${PARTS_MAX} that it is together: is_it false says that it is not.`;

const SEEN = { by: "everybody", tag: "inbox" } as const;
const DECIDED = { by: "people", tag: "inbox" } as const;

/** An action on one charge, or on the message's only one. */
const ofReceipt = (
  what: string,
  summary: string,
  act: (
    inbox: Inbox,
    id: string,
    receipt: number | null,
  ) => Promise<Result<InboxMessage, ImportProblem>>,
): Row<Inbox> =>
  route({
    method: "POST",
    path: `/inbox/{id}/${what}`,
    ...DECIDED,
    summary,
    params: ID,
    body: receiptBody,
    mayBeEmpty: true,
    wrongBody: () => ({
      field: "/body",
      message: "The body is empty, or {receipt: <id>} for one charge of several.",
    }),
    example: {},
    status: 200,
    response: MESSAGE,
    failures: [400, 404, 409],
    handle: async (inbox: Inbox, { params: { id }, body }) => act(inbox, id, body.receipt ?? null),
  });

export const INBOX_ROUTES: readonly Row<Inbox>[] = [
  route({
    method: "GET",
    path: "/inbox",
    ...SEEN,
    summary: "List the messages, the newest first",
    query: z.object({ state: stateQuery("message", MESSAGE_STATES), ...page(INBOX_PAGE_MAX) }),
    status: 200,
    response: MESSAGE_LIST,
    failures: [400],
    handle: async (inbox: Inbox, { query: { state, limit, offset } }) =>
      ok(inbox.list(state, limit, offset)),
  }),
  route({
    method: "GET",
    path: "/inbox/counts",
    ...SEEN,
    summary: "Count the messages of each state",
    status: 200,
    response: COUNTS,
    failures: [],
    handle: async (inbox: Inbox) => ok(inbox.counts()),
  }),
  route({
    method: "GET",
    path: "/inbox/unmatched",
    ...SEEN,
    summary: "List the receipts that met no transaction",
    query: z.object(page(INBOX_PAGE_MAX)),
    status: 200,
    response: RECEIPT_LIST,
    failures: [400],
    handle: async (inbox: Inbox, { query: { limit, offset } }) =>
      ok(inbox.receipts("unmatched", limit, offset)),
  }),
  route({
    method: "GET",
    path: "/imports/{id}/receipts",
    ...SEEN,
    summary: "List the receipts that met rows of an import",
    params: ID,
    query: z.object(page(INBOX_PAGE_MAX)),
    status: 200,
    response: RECEIPT_LIST,
    failures: [400],
    handle: async (inbox: Inbox, { params: { id: run }, query: { limit, offset } }) =>
      ok(inbox.receipts({ run }, limit, offset)),
  }),
  route({
    method: "POST",
    path: "/inbox/reread",
    ...DECIDED,
    summary: "Read again what an earlier version read, or all",
    body: rereadBody,
    mayBeEmpty: true,
    wrongBody: () => ({
      field: "/body",
      message:
        "The body is empty, or {all: true} to read again also what the present version read.",
    }),
    example: { all: true },
    status: 202,
    response: REREAD,
    failures: [400],
    handle: async (inbox: Inbox, { body }) =>
      ok({ messages: await inbox.rereadAll(body.all === true) }),
  }),
  route({
    method: "GET",
    path: "/inbox/{id}",
    ...SEEN,
    summary: "Show a message; its history, and for people what was read",
    params: ID,
    status: 200,
    response: DETAIL,
    failures: [404],
    handle: async (inbox: Inbox, { params: { id } }, { isPerson }) => {
      const known = await inbox.detail(id);
      if (known === null) return err({ kind: "no such message", id });
      const { message, history, remembered } = known;
      const reading = isPerson ? known.reading : null;
      return ok({
        ...message,
        history,
        remembered: isPerson ? remembered : [],
        reading:
          reading === null
            ? null
            : { ...reading, documents: numbered(reading.documents.map(withoutMarkup)) },
      });
    },
  }),
  route({
    method: "GET",
    path: "/inbox/{id}/html",
    ...DECIDED,
    summary: "Show a message's body, cleaned, as a page",
    media: "text/html",
    params: ID,
    query: z.object({
      document: z
        .string()
        .regex(/^\d{1,3}$/, {
          error: "document is the number of a document in the message, from 0.",
        })
        .default("0"),
    }),
    status: 200,
    failures: [400, 404],
    handle: async (inbox: Inbox, { params: { id }, query }) => {
      const reading = await inbox.reading(id);
      const document = reading?.documents[Number(query.document)];
      if (document === undefined) return err({ kind: "no such message", id });
      return ok(await bodyShown(document));
    },
  }),
  route({
    method: "POST",
    path: "/inbox/{id}/import",
    ...DECIDED,
    summary: "Insert a charge, or have it meet its transaction, with corrections",
    params: ID,
    body: importBody,
    mayBeEmpty: true,
    wrongBody: at(IMPORT_BODY),
    example: { total: "12.50", currency: "eur" },
    status: 200,
    response: MESSAGE,
    failures: [400, 404, 409, 502],
    handle: async (inbox: Inbox, { params: { id }, body }) => {
      const { receipt, mode, ...corrections } = body;
      return inbox.import(id, { receipt: receipt ?? null, mode: mode ?? null, corrections });
    },
  }),
  ofReceipt("ignore", "Ignore a charge", async (inbox, id, receipt) => inbox.ignore(id, receipt)),
  route({
    method: "POST",
    path: "/inbox/{id}/match",
    ...DECIDED,
    summary: "Say which transaction a charge is, or is not",
    params: ID,
    body: matchBody,
    mayBeEmpty: true,
    wrongBody: at(MATCH_BODY),
    example: { transaction_id: 12 },
    status: 200,
    response: MESSAGE,
    failures: [400, 404, 409],
    handle: async (inbox: Inbox, { params: { id }, body }, { principal }) => {
      const { transaction_id, transactions, receipt, is_it } = body;
      const ids = transactions ?? [transaction_id ?? 0];
      const wish = { receipt: receipt ?? null, transactions: ids, isIt: is_it };
      return inbox.match(id, wish, principal);
    },
  }),
  ofReceipt("look", "Look for a charge's transaction again", async (inbox, id, receipt) =>
    inbox.lookAgain(id, receipt),
  ),
  ofReceipt("split", "Split a charge's transaction by its items", async (inbox, id, receipt) =>
    inbox.split(id, receipt, true),
  ),
  ofReceipt("unsplit", "Make a split transaction one again", async (inbox, id, receipt) =>
    inbox.split(id, receipt, false),
  ),
  ofReceipt("undo", "Take back what a charge did in the budget", async (inbox, id, receipt) =>
    inbox.takeBack(id, receipt),
  ),
  route({
    method: "POST",
    path: "/inbox/{id}/reread",
    ...DECIDED,
    summary: "Read a message again",
    params: ID,
    status: 200,
    response: MESSAGE,
    failures: [404, 409],
    handle: async (inbox: Inbox, { params: { id } }) => inbox.reread(id),
  }),
  route({
    method: "DELETE",
    path: "/inbox/{id}",
    ...DECIDED,
    summary: "Delete a message; what is in the budget stays there",
    params: ID,
    status: 204,
    failures: [404, 409],
    handle: async (inbox: Inbox, { params: { id } }) => inbox.remove(id),
  }),
];

function at(message: string): (path: readonly PropertyKey[]) => BodyFault {
  return (path) => ({ field: ["", "body", ...path].map(String).join("/"), message });
}

function withoutMarkup({ html, ...document }: KeptDocument) {
  return { ...document, has_html: html !== null };
}

async function bodyShown({ html, views }: KeptDocument): Promise<Response> {
  const { SHOWN_HTML_POLICY, shownHtml, shownText } = await import("./shown-html.ts");
  const text = views.find(({ name }) => name === "text" || name === "html")?.text ?? "";
  return new Response(html !== null ? shownHtml(html) : shownText(text), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": SHOWN_HTML_POLICY,
    },
  });
}
