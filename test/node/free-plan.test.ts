// A deployment on Workers Free (PLAN = "free"), over the built Worker: what is larger than its limits is refused with
// the limit, and what is within them is imported whole.

import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "./connecting.ts";
import { Visitor } from "./visitor.ts";
import { LOCAL_TOKEN, startWorker, type Worker } from "./worker.ts";

const ROWS = 2_000;

let worker: Worker;
beforeAll(async () => {
  worker = await startWorker({ PLAN: "free", RECEIPT_ADDRESS: "receipts@example.com" });
});
afterAll(async () => worker.close());

async function call(path: string, body?: string, type = "text/csv"): Promise<Response> {
  const headers = { authorization: `Bearer ${LOCAL_TOKEN}`, "content-type": type };
  const init = body === undefined ? { headers } : { method: "POST", body, headers };
  return fetch(`${worker.origin}${path}`, init);
}

test("a file above 5 MB is refused with the limit, and nothing is kept", async () => {
  const file = await call("/api/imports?account=Checking", "x".repeat(5_000_001));

  expect(file.status).toBe(413);
  expect(await file.text()).toContain("5000000");
  const bucket = (await worker.bindings()).DOCUMENTS;
  expect((await bucket.list({ prefix: "documents/" })).objects).toEqual([]);
});

test("a mail server's message above 5 MiB is refused with that reason", async () => {
  const made = await call("/api/addresses", '{"label":"shops"}', "application/json");
  const { address } = (await made.json()) as { address: string };
  const query = new URLSearchParams({ from: "shop@mail.example", to: address }).toString();
  const body = `From: shop@mail.example\r\nMessage-ID: <1@mail.example>\r\nSubject: x\r\n\r\n${"y".repeat(5 * 1024 * 1024)}`;
  const sent = await fetch(`${worker.origin}/cdn-cgi/local/email?${query}`, {
    method: "POST",
    body,
  });

  expect(await sent.text()).toContain("at most 5 MiB are taken");
});

test("a statement within the limits is imported whole", async () => {
  const lines = Array.from({ length: ROWS }, (_, row) => {
    const day = new Date(Date.UTC(2026, 0, 1 + Math.floor(row / 10))).toISOString().slice(0, 10);
    return `${day},SHOP ${row},-${(3 + row / 100).toFixed(2)}`;
  });
  const sent = await call(
    "/api/imports?account=Checking&name=a.csv",
    ["Date,Description,Amount", ...lines].join("\n"),
  );
  const { id } = (await sent.json()) as { id: string };

  const done = await until(async () => {
    const run = (await (await call(`/api/imports/${id}`)).json()) as {
      state: string;
      counts: { inserted: number };
    };
    return run.state === "done" ? run : null;
  });

  expect(done.counts.inserted).toBe(ROWS);
}, 120_000);

test("the pages and the API's description say the limits that hold", async () => {
  const made = await call("/api/sign-in-links", "");
  const { link } = (await made.json()) as { link: string };
  const visitor = new Visitor();
  await visitor.send(`${worker.origin}/sign-in`, { link });
  const pages = await Promise.all(
    ["/imports/new", "/inbox", "/docs/api", "/api/openapi.json"].map(
      async (path) => (await visitor.open(`${worker.origin}${path}`)).text,
    ),
  );
  const [upload = "", inbox = "", reference = "", document = ""] = pages;

  expect(upload).toContain("CSV up to 5 MB");
  expect(upload).toContain('data-bytes-max="5000000"');
  expect(inbox).toContain("Saved message (.eml), up to 5 MB");
  for (const text of [reference, document])
    expect(text).toContain("A file has at most 5 MB, a message at most 5 MiB.");
  for (const text of pages) expect(text).not.toMatch(/\b100 MB|\b25 Mi?B/);
});
