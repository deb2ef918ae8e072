// The inbox's pages and the targets of their forms. A form is answered with 303 to its message, or
// with the page again, the form's content, and the reason.

import { Hono, type Context } from "hono";
import { readConfig } from "../../config.ts";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod";
import { MAIL_BYTES_MAX, FORM_BYTES_MAX } from "../../platform/limits.ts";
import {
  readAnswer,
  openAccounts,
  read,
  readService,
  send,
  passOnStatus,
  type PassedOn,
  type Refusal,
} from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readPage, readText } from "../ui/form.ts";
import { connected, shownConnection, signedIn } from "../ui/gate.ts";
import { findCorrections, findField, typedIn, type Refused } from "./correct.tsx";
import { InboxList, MAIL_FILTERS, Unmatched } from "./list.tsx";
import { acceptAllPages, findAcceptable } from "./accept-all.tsx";
import { findSureMatches, matchAllPages } from "./match-all.tsx";
import { MessagePage, REFRESH_SECONDS } from "./message.tsx";
import {
  inboxMessageSchema,
  transactionSchema,
  type InboxDetail,
  type Transaction,
} from "./wire.ts";
import { COUNTS, MESSAGE_LIST, RECEIPT_LIST } from "../../importer/inbox/wire.ts";
import { MAIL_STATES } from "./words.ts";
import { refusalPage } from "../ui/refusal-page.tsx";

type PageContext = Context<PageEnv>;
type Status = 200 | PassedOn;

const PAGE_ROWS = 50;

/** To be mounted at "/". */
export const inboxPages = new Hono<PageEnv>();

for (const path of ["/inbox", "/inbox/*"])
  inboxPages.use(path, signedIn, connected, shownConnection);

inboxPages.route("/", matchAllPages);
inboxPages.route("/", acceptAllPages);

inboxPages.get("/inbox", (c) => list(c, null, 200));

// A saved message, uploaded by a form.
inboxPages.post(
  "/inbox",
  bodyLimit({
    maxSize: MAIL_BYTES_MAX + FORM_BYTES_MAX,
    onError: (c) => list(c, tooLarge(MAIL_BYTES_MAX), 413),
  }),
  async (c) => {
    const { file } = await readForm(c);
    if (!(file instanceof File) || file.size === 0) return list(c, "No file was chosen.", 400);
    const { mailBytes } = readConfig(c.env).limits;
    if (file.size > mailBytes) return list(c, tooLarge(mailBytes), 413);
    const init = {
      method: "POST",
      headers: { "content-type": "message/rfc822" },
      body: await file.arrayBuffer(),
    };
    const taken = await readAnswer(
      await c.get("api")("/api/inbox", init),
      inboxMessageSchema.pick({ id: true }),
    );
    return taken.ok
      ? c.redirect(`/inbox/${encodeURIComponent(taken.value.id)}`, 303)
      : list(c, taken.error.message, passOnStatus(taken.error));
  },
);

inboxPages.get("/inbox/unmatched", async (c) => {
  const page = readPage(c);
  const [found, counts] = await Promise.all([
    read(
      c.get("api"),
      `/api/inbox/unmatched?limit=${PAGE_ROWS}&offset=${(page - 1) * PAGE_ROWS}`,
      RECEIPT_LIST,
    ),
    read(c.get("api"), "/api/inbox/counts", COUNTS),
  ]);
  if (!found.ok) return refusalPage(c, found.error);
  if (!counts.ok) return refusalPage(c, counts.error);
  c.header("cache-control", "no-store");
  return c.html(
    <Unmatched
      receipts={found.value.receipts}
      counts={counts.value}
      page={page}
      hasMore={found.value.has_more}
    />,
  );
});

inboxPages.get("/inbox/:id", (c) => messagePage(c, null, null, 200));

inboxPages.post("/inbox/:id/import", async (c) => {
  const form = await readForm(c);
  const receipt = parseId(readText(form["receipt"])) || null;
  const which = receipt === null ? {} : { receipt };
  // Accepts what was read, with what was chosen otherwise. The receipt waits for its bank transaction unless
  // its address says otherwise.
  const chosen = ["currency", "total", "kind"]
    .map((name) => [name, readText(form[name])] as const)
    .filter(([, value]) => value !== "");
  if (readText(form["as_read"]) === "yes")
    return after(
      c,
      await send(
        c.get("api"),
        `${messagePath(c)}/import`,
        { ...which, ...Object.fromEntries(chosen) },
        z.unknown(),
      ),
    );
  if (readText(form["cash"]) === "yes")
    return after(
      c,
      await send(
        c.get("api"),
        `${messagePath(c)}/import`,
        { ...which, cash: true, account_id: parseId(readText(form["account_id"])) },
        z.unknown(),
      ),
    );
  const mode = readText(form["mode"]) === "insert" ? "insert" : "wait";
  const found = await read(c.get("api"), messagePath(c), inboxMessageSchema);
  if (!found.ok) return refusalPage(c, found.error);
  const typed = typedIn(form);
  const before = found.value.receipts.find(({ id }) => id === receipt) ?? null;
  const done = await send(
    c.get("api"),
    `${messagePath(c)}/import`,
    { ...which, mode, ...findCorrections(typed, before) },
    z.unknown(),
  );
  if (done.ok) return c.redirect(pageOfMessage(c), 303);
  const field = findField(done.error.path ?? null);
  return messagePage(
    c,
    { receipt, typed, field },
    sayingWhere(done.error, field),
    passOnStatus(done.error),
  );
});

inboxPages.post("/inbox/:id/ignore", async (c) => {
  const receipt = parseId(readText((await readForm(c))["receipt"]));
  return after(
    c,
    await send(
      c.get("api"),
      `${messagePath(c)}/ignore`,
      receipt === 0 ? {} : { receipt },
      z.unknown(),
    ),
  );
});

// Confirms or rejects the match of a charge and a transaction.
inboxPages.post("/inbox/:id/match", async (c) => {
  const form = await readForm(c);
  const transactions = readText(form["transactions"]).split(",").map(parseId);
  const which =
    transactions.length > 1 ? { transactions } : { transaction_id: transactions[0] ?? 0 };
  const body = {
    receipt: parseId(readText(form["receipt"])),
    ...which,
    is_it: readText(form["is_it"]) !== "no",
  };
  return after(c, await send(c.get("api"), `${messagePath(c)}/match`, body, z.unknown()));
});

for (const what of ["undo", "look", "split", "unsplit"] as const) {
  inboxPages.post(`/inbox/:id/${what}`, async (c) => {
    const receipt = parseId(readText((await readForm(c))["receipt"]));
    return after(
      c,
      await send(
        c.get("api"),
        `${messagePath(c)}/${what}`,
        receipt === 0 ? {} : { receipt },
        z.unknown(),
      ),
    );
  });
}

// Forgets a correction: the sender's next message will not use it.
inboxPages.post("/inbox/:id/forget", async (c) => {
  const form = await readForm(c);
  const path = `/api/corrections/${encodeURIComponent(readText(form["domain"]))}?field=${encodeURIComponent(readText(form["field"]))}`;
  return after(c, await readAnswer(await c.get("api")(path, { method: "DELETE" }), z.unknown()));
});

inboxPages.post("/inbox/:id/reread", async (c) =>
  after(c, await send(c.get("api"), `${messagePath(c)}/reread`, {}, z.unknown())),
);

inboxPages.post("/inbox/:id/delete", async (c) => {
  const done = await readAnswer(
    await c.get("api")(messagePath(c), { method: "DELETE" }),
    z.unknown(),
  );
  return done.ok ? c.redirect("/inbox", 303) : refusalPage(c, done.error);
});

async function list(c: PageContext, alert: string | null, status: Status) {
  const wanted = c.req.query("state");
  const state = MAIL_FILTERS.find((filter) => filter.state === wanted)?.state ?? "";
  const page = readPage(c);
  const query = new URLSearchParams({
    limit: String(PAGE_ROWS),
    offset: String((page - 1) * PAGE_ROWS),
    ...(state === "" ? {} : { state }),
  });
  const [found, counts] = await Promise.all([
    read(c.get("api"), `/api/inbox?${query.toString()}`, MESSAGE_LIST),
    read(c.get("api"), "/api/inbox/counts", COUNTS),
  ]);
  if (!found.ok) return refusalPage(c, found.error);
  if (!counts.ok) return refusalPage(c, counts.error);
  const { messages, has_more } = found.value;
  const working = messages.some((message) => MAIL_STATES[message.state].working);
  c.header("cache-control", "no-store");
  return c.html(
    <InboxList
      messages={messages}
      counts={counts.value}
      state={state}
      page={page}
      hasMore={has_more}
      refresh={working ? REFRESH_SECONDS : null}
      sure={findSureMatches(messages).length}
      acceptable={findAcceptable(messages).length}
      mailBytes={readConfig(c.env).limits.mailBytes}
      alert={alert}
    />,
    status,
  );
}

async function messagePage(
  c: PageContext,
  refused: Refused | null,
  alert: string | null,
  status: Status,
) {
  const [found, accounts] = await Promise.all([
    read(c.get("api"), messagePath(c), inboxMessageSchema),
    openAccounts(c.get("service")),
  ]);
  if (!found.ok) return refusalPage(c, found.error);
  const transactions = await readTransactions(c, found.value);
  c.header("cache-control", "no-store");
  return c.html(
    <MessagePage
      message={found.value}
      accounts={accounts}
      transactions={transactions}
      refused={refused}
      alert={alert}
    />,
    status,
  );
}

/**
 * Reads the matched transactions and the candidates of a message's charges. Those that cannot be
 * read are left out.
 */
async function readTransactions(
  c: PageContext,
  { receipts }: InboxDetail,
): Promise<readonly Transaction[]> {
  const ids = receipts.flatMap(({ transaction_id, match }) => [
    ...(transaction_id === null ? [] : [transaction_id]),
    ...(match?.transactions ?? []),
    ...(match?.candidates ?? []).flatMap(({ transactions }) => transactions),
  ]);
  const found = await Promise.all(
    [...new Set(ids)]
      .slice(0, TRANSACTIONS_SHOWN)
      .map((id) => readService(c.get("service"), `/transactions/${id}`, transactionSchema)),
  );
  return found.flatMap((one) => (one.ok ? [one.value] : []));
}

const TRANSACTIONS_SHOWN = 30;

/** Shows the message again, or why nothing was done. */
function after(c: PageContext, done: Awaited<ReturnType<typeof readAnswer>>) {
  return done.ok
    ? c.redirect(pageOfMessage(c), 303)
    : messagePage(c, null, done.error.message, passOnStatus(done.error));
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  kind: "Choose a type.",
  merchant: "The merchant must be a name of at most 120 characters.",
  total: "The total must be a plain number with a decimal point and without a sign, such as 12.34.",
  currency: "The currency must be an ISO 4217 code, such as USD.",
  date: "The date must be written as YYYY-MM-DD.",
  order_number: "The order or invoice number can have at most 100 characters.",
  card_last4: "The last digits of the card must be four or five digits.",
};

/** The API names the whole body that it takes; a person needs to know about the one field. */
function sayingWhere({ message, status }: Refusal, field: string | null): string {
  return status === 400 && field !== null && message.startsWith("The body is")
    ? (FIELD_WORDS[field] ?? message)
    : message;
}

async function readForm(c: PageContext): Promise<Record<string, unknown>> {
  try {
    return await c.req.parseBody();
  } catch {
    return {};
  }
}

function messagePath(c: PageContext): string {
  return `/api/inbox/${encodeURIComponent(c.req.param("id") ?? "")}`;
}

function pageOfMessage(c: PageContext): string {
  return `/inbox/${encodeURIComponent(c.req.param("id") ?? "")}`;
}

function tooLarge(bytesMax: number): string {
  return `A message can be at most ${bytesMax / (1024 * 1024)} MiB.`;
}
