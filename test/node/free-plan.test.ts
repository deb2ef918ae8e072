// A deployment on Workers Free (PLAN = "free"), over the built Worker: what is larger than its limits is refused with
// the limit, and what is within them is imported whole.

import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "./connecting.ts";
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
