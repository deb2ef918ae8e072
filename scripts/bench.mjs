// npm run bench: how fast the parts are, each beside a bare rival in the same run, as ratios. The Worker is built by
// wrangler and run on Miniflare's own interface (wrangler dev's proxy would be measured instead of the Worker).
// No network. Figures are medians. Names choose: stage, insert, whole (these by default), large (100 MB) and abuse
// (files made to hurt), both with the isolate's memory watched.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { ABUSE } from "./bench/abuse.mjs";
import { HeapWatch } from "./bench/heap.mjs";
import { statement } from "./bench/statement.mjs";
import { build, describe, TOKEN } from "./built.mjs";

const work = mkdtempSync(join(tmpdir(), "tributary-bench-"));
const INSPECTOR_PORT = 9230 + (process.pid % 500);

build("scripts/bench/wrangler.toml", work);
const worker = new Miniflare(describe(work, "worker.js", join(work, "state"), { objects: ["Rival"], inspectorPort: INSPECTOR_PORT }));
try {
  const base = await worker.ready;
  const benches = { stage: stageBench, insert: insertBench, whole: wholeBench, large: largeBench, abuse: abuseBench };
  const asked = process.argv.slice(2);
  for (const name of asked.length > 0 ? asked : ["stage", "insert", "whole"]) await benches[name](base);
} finally {
  await worker.dispose();
  rmSync(work, { recursive: true, force: true });
}

/** Bytes to ready request bodies beside papaparse alone, on the same 100,000 rows. */
async function stageBench(base) {
  const rows = 100_000;
  await call(base, "/bench/hold", { method: "POST", body: statement(rows, 1) });
  const time = { papa: [], plain: [], hashed: [] };
  for (let round = 0; round < 9; round += 1) {
    time.papa.push(await timed(() => call(base, "/bench/papaparse")));
    time.plain.push(await timed(() => expectRows(call(base, "/bench/stage?hash=false"), rows)));
    time.hashed.push(await timed(() => expectRows(call(base, "/bench/stage?hash=true"), rows)));
  }
  const [papa, plain, hashed] = [median(time.papa), median(time.plain), median(time.hashed)];
  console.log(`\nBytes to ready requests, ${rows} rows (median of 9)`);
  line("papaparse alone", papa, "");
  line("whole stage, without the hash", plain, ratio(plain, papa, 3.5));
  line("whole stage, with SHA-256", hashed, ratio(hashed, papa, 9));
}

/** 500-item requests through POST /v2/transactions beside bare json_each inserts of the same rows. */
async function insertBench(base) {
  const requests = 40;
  const ours = [];
  const bare = [];
  for (let request = 0; request < requests; request += 1) {
    const items = Array.from({ length: 500 }, (_, i) => itemOf(request * 500 + i));
    const body = JSON.stringify({ transactions: items, apply_rules: true, skip_duplicates: true });
    ours.push(await timed(() => call(base, "/v2/transactions", { method: "POST", body, headers: json() }, 201)));
    const rows = JSON.stringify(items.map((item, i) => rowOf(request * 500 + i + 1, item)));
    bare.push(await timed(() => call(base, "/bench/rival?name=r", { method: "POST", body: rows })));
  }
  const [mine, rival] = [median(ours), median(bare)];
  console.log(`\nInserts, ${requests} requests of 500 (median request)`);
  line("bare json_each", rival, `${Math.round(500 / rival * 1000)} rows/s`);
  line("POST /v2/transactions", mine, `${Math.round(500 / mine * 1000)} rows/s, ${Math.round((rival / mine) * 100)} % of bare (target 40 %)`);
}

/** 10,000 rows from file bytes to readable in the service; the same file again; all of them read back. */
async function wholeBench(base) {
  const file = statement(10_000, 5, { twin: 0.02 });
  console.log("\n10,000 rows, upload to readable");
  const account = await makeAccount(base, "Bench");
  const first = await timedImport(base, file, account);
  line("first upload", first.ms, `target 1500 ms; ${JSON.stringify(first.counts)}`);
  const again = await timedImport(base, file, account);
  line("the same file again", again.ms, `target 1000 ms; ${JSON.stringify(again.counts)}`);
  let offset = 0;
  const read = await timed(async () => {
    for (let more = true; more; offset += 2000) {
      more = (await call(base, `/v2/transactions?manual_account_id=${account}&limit=2000&offset=${offset}`)).has_more;
    }
  });
  line("read back", read, `${offset} rows`);
}

/** A 100 MB statement, about a million rows, with the isolate's heap watched through the inspector. */
async function largeBench(base) {
  const file = statement(1_080_000, 9);
  console.log(`\n${(file.byteLength / 1e6).toFixed(1)} MB, upload to preview (survey and read, no posting)`);
  const account = await makeAccount(base, "Large");
  const heap = await HeapWatch.start(INSPECTOR_PORT);
  const large = await timedImport(base, file, account, "&preview=true", 600_000);
  const { peak } = await heap.stop();
  line("read", large.ms, JSON.stringify(large.counts));
  console.log(`  peak of the isolate's used JS heap, buffers included: ${(peak / 1e6).toFixed(1)} MB (limit 128 MB)`);
}

/** Each file made to hurt: how soon it is answered, with what, and the memory it took beyond the upload before. */
async function abuseBench(base) {
  console.log("\nFiles made to hurt (target: answered within 1,000 ms, less than 64 MB more memory)");
  const account = await makeAccount(base, "Abuse");
  for (const [name, text] of Object.entries(ABUSE)) {
    const body = Buffer.from(text());
    const heap = await HeapWatch.start(INSPECTOR_PORT);
    const before = await heap.now();
    const start = performance.now();
    const response = await fetch(new URL(`/api/imports?account=${account}`, base), { method: "POST", body, headers: { authorization: `Bearer ${TOKEN}` } });
    const answer = await response.json();
    const ms = performance.now() - start;
    const { peak } = await heap.stop();
    const said = answer.errors?.[0]?.errMsg ?? answer.state;
    line(name.slice(0, 40), ms, `${response.status}, ${((peak - before) / 1e6).toFixed(0)} MB more: ${said.slice(0, 110)}`);
    if (answer.state !== undefined) await call(base, `/api/imports/${answer.id}/undo`, { method: "POST" });
  }
}

async function timedImport(base, file, account, query = "", patience = 120_000) {
  const start = performance.now();
  const { id } = await call(base, `/api/imports?account=${account}${query}`, { method: "POST", body: file }, 202);
  for (;;) {
    const run = await call(base, `/api/imports/${id}`);
    if (["done", "preview"].includes(run.state)) return { ms: performance.now() - start, counts: run.counts };
    if (["failed", "question"].includes(run.state) || performance.now() - start > patience) throw new Error(JSON.stringify(run));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function makeAccount(base, name) {
  const body = JSON.stringify({ name, type: "cash", balance: 0, currency: "usd" });
  return (await call(base, "/v2/manual_accounts", { method: "POST", body, headers: json() }, 201)).id;
}

async function call(base, path, init = {}, status = 200) {
  const headers = { authorization: `Bearer ${TOKEN}`, ...init.headers };
  const response = await fetch(new URL(path, base), { ...init, headers });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 400)}`);
  return text.startsWith("{") ? JSON.parse(text) : text;
}

async function expectRows(answer, rows) {
  const got = (await answer).rows;
  if (got !== rows) throw new Error(`${got} of ${rows} rows`);
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function itemOf(n) {
  const date = new Date(Date.UTC(2024, 0, 1) + Math.floor(n / 60) * 86_400_000).toISOString().slice(0, 10);
  const external_id = `t1:${date.replaceAll("-", "")}:${String(n).padStart(26, "a")}:1`;
  const custom_metadata = { tributary: { run: "bench", line: n } };
  const payee = `Shop ${n % 977}`;
  return { date, amount: ((n % 9000) / 100 + 1).toFixed(2), currency: "usd", payee, original_name: payee, notes: null, manual_account_id: 1, external_id, custom_metadata };
}

/** The same row as the service stores it, in the order of its columns. */
function rowOf(id, item) {
  const units = Math.round(Number(item.amount) * 10_000);
  const now = 1_790_000_000_000 + id;
  return [
    id, item.date, units, "usd", units, item.payee, item.original_name, null, null, "reviewed", 0, 1, null, null, item.external_id, "api",
    0, null, 0, null, units, now, now, null, JSON.stringify(item.custom_metadata),
  ];
}

function json() {
  return { "content-type": "application/json" };
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function ratio(value, rival, target) {
  return `${(value / rival).toFixed(2)} times papaparse (target at most ${target})`;
}

function line(name, ms, note) {
  console.log(`  ${name.padEnd(40)} ${ms.toFixed(1).padStart(9)} ms   ${note}`);
}
