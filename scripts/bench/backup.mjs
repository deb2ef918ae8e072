// A backup of a full budget, and its restoring in another Worker: time, and the peak of the isolate's
// heap, which must not grow with the backup.

import { HeapWatch } from "./heap.mjs";
import { distinctStatement } from "./merchants.mjs";
import { compareBackups } from "./same-backup.mjs";
import { call, JSON_TYPE, makeAccount, timedImport } from "./service.mjs";

const ROWS = 100_000;
const MAILS = 1_000;
const ATTACHMENT_BYTES = 40_000;
const MONTHS = 12;
const POLL_MS = 100;
const REDIRECTS_MAX = 12;

/** Exports and restores 100,000 transactions, 1,000 receipts and 12 months of history. */
export async function backup({ report, withWorker }) {
  report.heading(
    `A backup of ${ROWS} transactions, ${MAILS} receipts and ${MONTHS} months of history`,
  );
  let zip = null;
  await withWorker(async ({ base, inspectorPort }) => {
    await fill(base);
    const watch = await HeapWatch.start(inspectorPort);
    const before = await watch.now();
    const start = performance.now();
    zip = await download(base);
    report.line("download", performance.now() - start, `${(zip.length / 1e6).toFixed(1)} MB`);
    const { peak } = await watch.stop();
    report.figure("download: heap", peak / 1e6, "MB", `${(before / 1e6).toFixed(1)} MB before`);
  });
  await withWorker(async ({ base, inspectorPort }) => {
    const person = await signUp(base);
    const watch = await HeapWatch.start(inspectorPort);
    const before = await watch.now();
    const start = performance.now();
    await restore(person, zip);
    report.line("restore", performance.now() - start, "sent, checked and written");
    const { peak } = await watch.stop();
    report.figure("restore: heap", peak / 1e6, "MB", `${(before / 1e6).toFixed(1)} MB before`);
    const copy = new Uint8Array(await (await person("GET", "/api/backup")).arrayBuffer());
    const { files, differ } = compareBackups(zip, copy);
    console.log(
      `  downloaded from the copy: ${files} files, ${differ.length} differ ${differ.slice(0, 5).join(", ")}`,
    );
  });
}

async function fill(base) {
  const account = await makeAccount(base, "Backup");
  const { counts } = await timedImport(base, distinctStatement(ROWS, 7), account, {
    patience: 900_000,
  });
  if (counts.inserted !== ROWS) throw new Error(`${counts.inserted} of ${ROWS} rows`);
  for (let n = 0; n < MAILS; n += 1) {
    const headers = { "content-type": "message/rfc822" };
    await call(base, "/api/inbox", { method: "POST", headers, body: mail(n) }, 202);
  }
  for (let count = -1; count !== 0;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const { messages } = await call(base, "/api/inbox?state=received&limit=100");
    count = messages.length;
  }
  const balances = Array.from({ length: MONTHS }, (_, month) => ({
    month: `2025-${String(month + 1).padStart(2, "0")}`,
    balance: String(1000 + month),
  }));
  const body = JSON.stringify({ balances });
  const init = { method: "PUT", headers: JSON_TYPE, body };
  await call(base, `/v2/balance_history/manual/${account}`, init);
}

/** A receipt with a file of some size that packs badly, as a PDF does. */
function mail(n) {
  const bytes = Buffer.alloc(ATTACHMENT_BYTES);
  for (let at = 0, seed = n + 1; at < bytes.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    bytes[at] = seed >> 16;
  }
  return [
    "From: Corner Shop <orders@corner.example>",
    "To: ada@mail.example",
    `Subject: Your order ${n}`,
    `Message-ID: <${n}@corner.example>`,
    "Date: Tue, 20 Oct 2026 14:32:08 +0000",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    `Thank you for order ${n}. Total: USD ${n + 1}.20`,
    "--b",
    'Content-Type: image/jpeg; name="receipt.jpg"',
    "Content-Disposition: attachment",
    "Content-Transfer-Encoding: base64",
    "",
    bytes.toString("base64").replace(/(.{76})/g, "$1\r\n"),
    "--b--",
    "",
  ].join("\r\n");
}

async function download(base) {
  const response = await fetch(new URL("/api/backup", base), {
    headers: { authorization: "Bearer script-token" },
  });
  if (!response.ok) throw new Error(`the backup is answered with ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function restore(ask, zip) {
  const sent = await ask("POST", "/api/restore", zip);
  if (sent.status !== 202) throw new Error(await sent.text());
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const shown = await (await ask("GET", "/api/restore")).json();
    if (shown.state === "done") return;
    if (shown.finished_at !== null) throw new Error(shown.error);
  }
}

/** Somebody who has just signed up: requests of their browser. */
async function signUp(base) {
  const cookies = new Map();
  const ask = async (method, path, body = null) => {
    const headers = {
      cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
      "sec-fetch-site": "same-origin",
      origin: new URL(base).origin,
    };
    const init = { method, body, headers, redirect: "manual" };
    const response = await fetch(new URL(path, base), init);
    for (const text of response.headers.getSetCookie()) {
      const [pair = ""] = text.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    return response;
  };
  const form = new URLSearchParams({
    email: "ada@mail.example",
    name: "Ada Example",
    password: "a long sentence of mine",
    budget: "Household",
    currency: "usd",
  });
  let response = await ask("POST", "/sign-up", form);
  for (let count = 0; count < REDIRECTS_MAX && response.status === 303; count += 1)
    response = await ask("GET", response.headers.get("location") ?? "/");
  if (response.status !== 200) throw new Error(`signing up led to ${response.status}`);
  return ask;
}
