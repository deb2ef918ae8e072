// Mail to the built Worker by the platform's own e-mail trigger, as npm start serves it.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { describe as workerOf, TOKEN } from "../../scripts/built.mjs";
import type { InboxMessage } from "../../src/importer/inbox/message.ts";
import { until } from "./connecting.ts";

const scratch = mkdtempSync(join(tmpdir(), "tributary-mail-"));
const HEADERS = { authorization: `Bearer ${TOKEN}` };
let worker: Miniflare;
let base = "";

beforeAll(async () => {
  worker = new Miniflare(
    workerOf(inject("builtWorker"), scratch, {
      bindings: { RECEIPT_ADDRESS: "receipts@tributary.localhost" },
    }),
  );
  base = (await worker.ready).origin;
});
afterAll(async () => {
  await worker.dispose();
  rmSync(scratch, { recursive: true, force: true });
});

function send(raw: string, to: string): Promise<Response> {
  const query = new URLSearchParams({ from: "elena.rivera@mail.example", to });
  return fetch(`${base}/cdn-cgi/local/email?${query.toString()}`, { method: "POST", body: raw });
}

async function messages(): Promise<InboxMessage[]> {
  const response = await fetch(`${base}/api/inbox`, { headers: HEADERS });
  const page: { messages: InboxMessage[] } = JSON.parse(await response.text());
  return page.messages;
}

test("a receipt sent to an address is in the inbox, complete, and only once after sending it twice", async () => {
  const made = await fetch(`${base}/api/addresses`, {
    method: "POST",
    headers: HEADERS,
    body: '{"label":"shops"}',
  });
  const { address }: { address: string } = JSON.parse(await made.text());
  const raw = readFileSync(
    fileURLToPath(new URL("../../samples/receipt.eml", import.meta.url).href),
    "utf8",
  );

  expect((await send(raw, address)).status).toBe(200);
  expect((await send(raw, address)).status).toBe(200);
  const read = await until(async () => {
    const listed = await messages();
    return listed.some(({ state }) => state === "received" || state === "reading") ? null : listed;
  });

  const [second, first, ...others] = read;
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    door: "email",
    envelope_from: "elena.rivera@mail.example",
    subject: "Your receipt for order TW-20461",
    from: { address: "orders@tidewater.example" },
  });
  expect(second).toMatchObject({ state: "duplicate", duplicate_of: first?.id });
  const stored = await fetch(`${base}/api/inbox/${first?.id ?? ""}/message`, { headers: HEADERS });
  expect(await stored.text()).toBe(raw);
});

test("mail to an invented address is rejected, without the reason", async () => {
  const before = await messages();
  const response = await send(
    "From: a@b.example\r\nMessage-ID: <1@b.example>\r\n\r\nx",
    `receipts+1-${"a".repeat(16)}@tributary.localhost`,
  );

  expect([response.status, await response.text()]).toEqual([
    400,
    expect.stringContaining("No such mailbox"),
  ]);
  expect(await messages()).toEqual(before);
});

interface Held {
  readonly amount: string;
  readonly notes: string | null;
  readonly files: readonly { readonly name: string; readonly type: string }[];
}

/** What the budget holds of the sample's purchase. */
async function purchases(): Promise<Held[]> {
  const response = await fetch(`${base}/v2/transactions?limit=2000&include_files=true`, {
    headers: HEADERS,
  });
  const { transactions }: { transactions: Held[] } = JSON.parse(await response.text());
  return transactions.filter(({ amount }) => amount === "40.7700");
}

async function importSample(): Promise<void> {
  const body = readFileSync(
    fileURLToPath(new URL("../../samples/us-card.csv", import.meta.url).href),
  );
  const taken = await fetch(`${base}/api/imports?account=Credit%20Card`, {
    method: "POST",
    headers: HEADERS,
    body,
  });
  const { id }: { id: string } = JSON.parse(await taken.text());
  await until(async () => {
    const { state }: { state: string } = JSON.parse(
      await (await fetch(`${base}/api/imports/${id}`, { headers: HEADERS })).text(),
    );
    return state === "done" ? true : null;
  });
}

test("a statement with the same purchase gives one transaction with the receipt; repeating changes nothing", async () => {
  const [sent] = (await messages()).filter(({ state }) => state !== "duplicate");
  expect(await purchases()).toEqual([]);

  await importSample();
  await importSample();
  await expect
    .poll(async () => (await messages()).find(({ id }) => id === sent?.id)?.state, {
      timeout: 60_000,
    })
    .toBe("matched");

  expect(await purchases()).toMatchObject([
    {
      notes: expect.stringContaining("TW-20461"),
      files: [{ name: expect.stringMatching(/^receipt-.*\.pdf$/), type: "application/pdf" }],
    },
  ]);
});
