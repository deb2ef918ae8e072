// The object is killed at every request that a receipt makes of the budget, carried out or not, and at every write: in either
// order, inserted or matched, the purchase is one transaction with its number once in the notes and its file once, and taken
// back all is as it was.

import { reset } from "cloudflare:test";
import { afterEach, expect, test } from "vitest";
import type { InboxMessage } from "../../src/import/inbox/message.ts";
import { call, fake, passTime, settle, statement, upload, type KeptTransaction } from "./driver.ts";
import { killedAtRequests, killedAtWrites, type Story, type Write } from "./stories.ts";

afterEach(() => reset());

const MAIL = [
  "From: Lakeside Books <orders@lakeside.example>", "To: ada@mail.example", "Subject: Your receipt for order LB-5512", "Date: Wed, 11 Mar 2026 14:32:08 +0000", "Message-ID: <LB-5512@lakeside.example>",
  "Content-Type: text/plain; charset=utf-8", "", "Thank you for your order at Lakeside Books!", "", "Order number: LB-5512", "Date: March 11, 2026", "", "Total: USD 41.18", "",
].join("\r\n");
const STATEMENT = statement([["2026-03-10", "Coffee", "-3.50"], ["2026-03-12", "LAKESIDE BOOKS", "-41.18"], ["2026-03-20", "Salary", "2100.00"]]);

/** Without a job's or a receipt's time, which the driver changes as well. */
const WRITES: readonly Write[] = [
  ...["inbox", "receipts", "settlings", "pendings", "updates", "inbox_documents"].map((table) => ({ table, event: "INSERT" })),
  { table: "inbox", event: "UPDATE OF state" },
  { table: "receipts", event: "UPDATE OF state, match, transaction_id" },
  { table: "settlings", event: "UPDATE OF state, put, put_done, file, file_done, transaction_id" },
  ...["pendings", "updates"].flatMap((table) => ["UPDATE", "DELETE"].map((event) => ({ table, event }))),
  { table: "settlings", event: "DELETE" },
  { table: "rows", event: "UPDATE" },
];

/** Sends it until it is taken, as a mail program does. */
async function bring(): Promise<string> {
  for (let round = 0; round < 20; round += 1) {
    const response = await call("/api/inbox", { method: "POST", body: MAIL, headers: { "content-type": "message/rfc822" } }).catch(() => null);
    if (response?.ok === true) return (await response.json<InboxMessage>()).id;
  }
  return "not taken";
}

const look = async (id: string): Promise<InboxMessage> => (await call(`/api/inbox/${id}`)).json();
const kept = async (): Promise<KeptTransaction[]> => (await fake("/look")).kept;

async function until(id: string, state: InboxMessage["state"]): Promise<InboxMessage> {
  const known = id === "not taken" ? await bring() : id;
  for (let round = 0; round < 60; round += 1) {
    const now = await look(known).catch(() => null);
    if (now?.state === state) return now;
    // Three times it could not be stored: that is a person's, who has it read again.
    if (now?.reason === "parse_error") await call(`/api/inbox/${known}/reread`, { method: "POST" });
    await passTime();
  }
  throw new Error(`the message does not become ${state}: ${JSON.stringify(await look(known))}`);
}

async function theOne(): Promise<KeptTransaction> {
  const [one, ...others] = (await kept()).filter(({ amount }) => Number(amount) === 41.18);
  expect(others).toEqual([]);
  if (one === undefined) throw new Error("the purchase is not in the budget");
  return one;
}

function enriched({ notes, files }: KeptTransaction): void {
  expect(notes).toBe("Order LB-5512");
  expect(files).toHaveLength(1);
}

async function undone(id: string): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    const response = await call(`/api/inbox/${id}/undo`, { method: "POST" }).catch(() => null);
    if (response?.ok === true) break;
  }
  for (let round = 0; round < 6; round += 1) await passTime();
}

const plain = (all: readonly KeptTransaction[]) => all.map(({ date, amount, payee, notes, files }) => [date, amount, payee, notes ?? null, files?.length ?? 0]);
const ROWS = [["2026-03-10", "3.5000", "Coffee", null, 0], ["2026-03-12", "41.1800", "LAKESIDE BOOKS", null, 0], ["2026-03-20", "-2100.0000", "Salary", null, 0]];

const BEHIND: Story = {
  before: async () => (await settle((await upload(STATEMENT)).id)).id,
  begin: bring,
  isOver: async (id) => (await look(id)).state === "matched",
  end: async (_, id) => {
    const message = await until(id, "matched");
    enriched(await theOne());
    await undone(message.id);
    expect(plain(await kept())).toEqual(ROWS);
  },
};

const BEFORE: Story = {
  before: async () => (await until(await bring(), "waiting")).id,
  begin: async (id) => {
    const send = () => upload(STATEMENT, "account=Checking", { "idempotency-key": "the file" });
    await send().catch(send);
    return id;
  },
  isOver: BEHIND.isOver,
  end: BEHIND.end,
};

const INSERTED: Story = {
  before: BEFORE.before,
  begin: async (id) => {
    for (let round = 0; round < 20; round += 1) {
      const response = await call(`/api/inbox/${id}/import`, { method: "POST", body: JSON.stringify({ mode: "insert", account_id: 1 }) }).catch(() => null);
      if (response?.ok === true) break;
    }
    return id;
  },
  isOver: async (id) => (await look(id)).state === "inserted",
  end: async (_, id) => {
    if ((await look(id)).state === "waiting" && (await kept()).length === 0) await INSERTED.begin(id);
    await until(id, "inserted");
    const { id: transaction } = await theOne();
    enriched(await theOne());
    await settle((await upload(STATEMENT)).id);
    await until(id, "matched");
    expect(await theOne()).toMatchObject({ id: transaction, date: "2026-03-12" });
    enriched(await theOne());
    expect(await kept()).toHaveLength(3);
  },
};

const TAKEN_BACK: Story = {
  before: async () => {
    await BEHIND.before();
    return (await until(await bring(), "matched")).id;
  },
  begin: async (id) => {
    await call(`/api/inbox/${id}/undo`, { method: "POST" }).catch(() => null);
    return id;
  },
  isOver: async () => (await theOne()).notes === null,
  end: async (_, id) => {
    await undone(id);
    expect(plain(await kept())).toEqual(ROWS);
    expect(await look(id)).toMatchObject({ state: "review", transaction_id: null });
  },
};

const STORIES = { "behind the bank's row": BEHIND, "before the bank's row": BEFORE, "that is inserted": INSERTED, "that is taken back": TAKEN_BACK };

for (const [name, story] of Object.entries(STORIES)) {
  // Met from either side it asks the service for the same.
  if (story !== BEFORE) test(`a receipt ${name} counts once, whichever request the object dies in`, () => killedAtRequests(story), 120_000);
  test(`a receipt ${name} counts once, whichever write the object dies at`, () => killedAtWrites(story, WRITES), 120_000);
}
