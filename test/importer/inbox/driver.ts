// Mail for the inbox's tests: sent through the Worker's own doors, read by the real reader, with
// the charges that a test writes into the body as lines of "%%" and JSON, so that what is tested is
// the inbox and not what readers understand.

import { env, exports } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { receiveEmail, type Incoming } from "../../../src/importer/inbox/mailbox.ts";
import { readMail } from "../../../src/receipts/read-mail.ts";
import type { MailReading } from "../../../src/receipts/reading.ts";
import type { Kind, Reason, Receipt, Seen } from "../../../src/receipts/receipt.ts";
import type { MailVerdict } from "../../../src/receipts/authenticity/verdict.ts";
import { makeInbox, type Settle } from "../../../src/importer/inbox/job.ts";
import type { InboxMessage } from "../../../src/importer/inbox/message.ts";
import type { InboxTools } from "../../../src/importer/inbox/job-tools.ts";
import { Importer } from "../../../src/importer/object.ts";
import { Runs } from "../../../src/importer/imports/runs.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { parseCurrency } from "../../../src/money/currency.ts";
import { parseDay } from "../../../src/money/day.ts";

const TOKEN = "local-token-for-tests";
export const bindings: Env = env;

export function importer() {
  return bindings.IMPORTER.getByName("1");
}

export function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${TOKEN}`);
  return exports.default.fetch(new Request(`https://tributary.test${path}`, { ...init, headers }));
}

export const post = (path: string, body?: unknown): Promise<Response> =>
  call(path, { method: "POST", ...(body === undefined ? {} : { body: JSON.stringify(body) }) });

/** A charge as a test writes it into a mail. */
export interface Charge {
  readonly kind?: Kind;
  readonly merchant?: string;
  readonly total?: string;
  readonly currency?: string | null;
  readonly candidates?: readonly string[];
  readonly date?: string | null;
  readonly number?: string | null;
  readonly doubt?: Reason;
  readonly further?: Reason;
  readonly cash?: boolean;
}

export interface MailParts {
  readonly from?: string;
  readonly to?: string;
  readonly subject?: string;
  readonly id?: string | null;
  readonly date?: string;
  readonly body?: string;
  readonly charges?: readonly Charge[];
  /** Headers stamped on the way, on top. */
  readonly stamped?: string;
}

/** A plain mail of a shop. */
export function mailOf({
  from = "Corner Shop <orders@corner.example>",
  to = "ada@mail.example",
  subject = "Your order",
  id = "<1@corner.example>",
  date = "Tue, 20 Oct 2026 14:32:08 +0000",
  body = "Thank you for your order at the Corner Shop, it is on its way.",
  charges = [],
  stamped = "",
}: MailParts = {}): string {
  const marks = charges.map((charge) => `%% ${JSON.stringify(charge)}`);
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${date}`,
    ...(id === null ? [] : [`Message-ID: ${id}`]),
    "Content-Type: text/plain; charset=utf-8",
  ];
  return `${stamped}${head.join("\r\n")}\r\n\r\n${[body, ...marks].join("\r\n")}\r\n`;
}

/** What the reader makes of it, with the charges that its lines mark. */
export async function readMarked(raw: Uint8Array): Promise<MailReading> {
  const reading = await readMail(raw);
  const documents = reading.documents.map((read) => {
    const text = read.views.find(({ name }) => name === "text")?.text ?? "";
    const receipts = text
      .split("\n")
      .flatMap((line) =>
        /^[> ]*%% /.test(line) ? [receiptOf(JSON.parse(line.slice(line.indexOf("{"))))] : [],
      );
    return { ...read, receipts };
  });
  return { ...reading, documents };
}

function receiptOf(charge: Charge): Receipt {
  const seen = <T>(value: T): Seen<T> => ({
    value,
    span: { view: "text", start: 0, end: 1 },
    rule: "marked",
  });
  const currency = charge.currency === null ? null : parseCurrency(charge.currency ?? "eur");
  const date = parseDay(charge.date ?? "2026-10-20");
  const candidates = (charge.candidates ?? []).flatMap((code) => parseCurrency(code) ?? []);
  return {
    kind: charge.kind ?? "receipt",
    merchant: seen(charge.merchant ?? "Corner Shop"),
    total: charge.total === undefined ? null : { ...seen(charge.total), currency, candidates },
    currency,
    date: charge.date === null || date === null ? null : seen(date),
    order_number:
      charge.number === undefined || charge.number === null ? null : seen(charge.number),
    card_last4: null,
    ...(charge.cash === true && { cash: seen("Cash") }),
    subtotal: null,
    tax: null,
    shipping: null,
    tip: null,
    discount: null,
    incoming: charge.kind === "refund" || charge.kind === "income",
    items: [],
    doubts: [charge.doubt, charge.further].flatMap((reason) =>
      reason === undefined ? [] : [{ reason, detail: "as the test has it" }],
    ),
    why: [],
  };
}

/** A receipt address of the connection. */
export async function newAddress(label = "shops"): Promise<{ id: number; address: string }> {
  return (await post("/api/addresses", { label })).json();
}

/** Sends a mail in by what the Worker's email() does; what it was rejected with, or null. */
export async function email(
  raw: string | Uint8Array,
  to: string,
  from = "bounce@corner.example",
  size?: number,
): Promise<string | null> {
  const bytes = typeof raw === "string" ? new TextEncoder().encode(raw) : raw;
  let rejected: string | null = null;
  const message: Incoming = {
    from,
    to,
    raw: new Blob([bytes]).stream(),
    rawSize: size ?? bytes.byteLength,
    setReject: (reason: string) => {
      rejected = reason;
    },
  };
  await receiveEmail(message, bindings, readConfig(bindings));
  return rejected;
}

/** Brings a mail in over the interface. */
export async function bring(raw: string): Promise<InboxMessage> {
  const response = await call("/api/inbox", {
    method: "POST",
    body: raw,
    headers: { "content-type": "message/rfc822" },
  });
  if (!response.ok)
    throw new Error(`POST /api/inbox answered ${response.status}: ${await response.text()}`);
  return response.json();
}

export async function inbox(query = ""): Promise<InboxMessage[]> {
  return (await (await call(`/api/inbox?${query}`)).json<{ messages: InboxMessage[] }>()).messages;
}

export async function look(id: string): Promise<InboxMessage> {
  return (await call(`/api/inbox/${id}`)).json();
}

export const NEVER: Settle = async () => ({ kind: "none" });

/** What is found of a mail unless a test has it otherwise: its sender's domain vouches for it. */
export const VOUCHED: MailVerdict = {
  result: "pass",
  why: ["the test vouches for it"],
  domain: "corner.example",
  signatures: [],
  platform: "absent",
  signed_at: null,
  carried: {},
};

/** The inbox's tools over the object's own storage. */
export function toolsOn(state: DurableObjectState, changes: Partial<InboxTools> = {}): InboxTools {
  const sql = new Sql(state.storage);
  const unasked = () => Promise.reject(new Error("nobody may be asked"));
  return {
    sql,
    runs: new Runs(sql),
    upstream: { base: "https://nobody.example/v2", fetch: unasked, paced: false },
    chance: { now: () => Date.now(), random: () => 0.5 },
    pace: async () => 0,
    document: () => ({ name: "", bytes: 0, open: unasked }),
    isStored: async () => false,
    connection: "1",
    mailbox: readConfig(bindings).receiptMailbox,
    bucket: bindings.DOCUMENTS,
    read: readMarked,
    authenticate: async () => VOUCHED,
    sync: () => state.storage.sync(),
    forgetting: new Map(),
    ...changes,
  };
}

/** The object's own alarm does nothing, until mocks are restored: a test does the work when it is its time. */
export function holdAlarms(): void {
  vi.spyOn(Importer.prototype, "alarm").mockResolvedValue();
}

/** Does all that the inbox has to do. */
export function work(settle: Settle = NEVER, changes: Partial<InboxTools> = {}): Promise<void> {
  return runInDurableObject(importer(), async (_, state) => {
    const tools = toolsOn(state, changes);
    const inbox = makeInbox(settle);
    for (let step = 0; step < 200 && (await inbox.work(tools)); step += 1);
  });
}
