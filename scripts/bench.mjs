// npm run bench: how fast the parts are, each beside a bare rival in the same run, as ratios. The
// Worker is built by wrangler and run on Miniflare's own interface (wrangler dev's proxy would be
// measured instead of the Worker). No network. Figures are medians. Names choose: stage, formats,
// insert, whole, million (these by default), linear (each format at one, two and four times the
// rows), mail (by kind, and made to hurt), large (100 MB), abuse (files made to hurt) and workbooks
// (of 10 MB, and made to hurt), the last three with the isolate's memory watched; and pages (each
// page with 100,000 transactions). After "formats" and "memory" (the
// smallest heap that reads a row), names of formats choose among them.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { ABUSE } from "./bench/abuse.mjs";
import { statements } from "./bench/formats.mjs";
import { HeapWatch } from "./bench/heap.mjs";
import { largest, MAILS } from "./bench/mails.mjs";
import { memoryBench } from "./bench/memory.mjs";
import { statement } from "./bench/statement.mjs";
import { pagesBench } from "./bench/pages.mjs";
import { HOSTILE, LARGE } from "./bench/workbooks.mjs";
import { mails as HOSTILE_MAILS } from "../test/importer/inbox/abuse.ts";
import { build, describe, TOKEN } from "./built.mjs";

const PAGE_COLUMNS = [
  "id",
  "date",
  "amount",
  "currency",
  "to_base",
  "payee",
  "original_name",
  "category_id",
  "notes",
  "status",
  "is_pending",
  "manual_account_id",
  "linked_account_id",
  "recurring_id",
  "external_id",
  "source",
  "is_split_parent",
  "split_parent_id",
  "is_group_parent",
  "group_parent_id",
  "created_at",
  "updated_at",
];

const FILTERS = [
  "start_date=2024-01-01&end_date=2024-12-31",
  "manual_account_id=2",
  "manual_account_id=2,3",
  "manual_account_id=2&start_date=2020-01-01&end_date=2020-12-31",
  "category_id=3",
  "category_id=1",
  "category_id=0",
  "category_id=3&manual_account_id=2",
  "tag_id=1",
  "status=unreviewed",
  "status=reviewed",
  "is_pending=true",
  "is_group_parent=true",
  "recurring_id=1",
  "created_since=2023-11-14",
  "updated_since=2026-11-01",
  "linked_account_id=0&manual_account_id=0",
  "manual_account_id=2&offset=200000",
  "include_children=true&include_metadata=true&include_files=true&include_pending=true",
];

const work = mkdtempSync(join(tmpdir(), "tributary-bench-"));
const INSPECTOR_PORT = 9230 + (process.pid % 500);

build("scripts/bench/wrangler.toml", work);
const worker = new Miniflare(
  describe(work, "worker.js", join(work, "state"), {
    objects: ["Rival"],
    inspectorPort: INSPECTOR_PORT,
  }),
);
try {
  const base = await worker.ready;
  const benches = {
    stage: stageBench,
    formats: formatsBench,
    linear: linearBench,
    insert: insertBench,
    whole: wholeBench,
    million: millionBench,
    large: largeBench,
    abuse: abuseBench,
    workbooks: workbooksBench,
    mail: mailBench,
    pages: pagesBench,
    memory: () => memoryBench(process.argv.slice(2).filter((name) => !(name in benches))),
  };
  const asked = process.argv.slice(2).filter((name) => name in benches);
  for (const name of asked.length > 0 ? asked : ["stage", "formats", "insert", "whole", "million"])
    await benches[name](base);
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
  line("whole stage, without the hash", plain, ratio(plain, papa, 2.5));
  line("whole stage, with SHA-256", hashed, ratio(hashed, papa, 7));
}

/**
 * Bytes to ready request bodies of the same bookings in each format, beside the format's tokenizer alone. Both hold
 * one request's way there and back, which is shown: beside a tokenizer of a few milliseconds it counts.
 */
async function formatsBench(base) {
  const rows = 10_000;
  const named = process.argv.slice(2);
  const idle = [];
  for (let round = 0; round < 15; round += 1)
    idle.push(await timed(() => call(base, "/bench/idle")));
  console.log(
    `\nBytes to ready requests by format, ${rows} rows (median of 7; a request without work takes ${median(idle).toFixed(1)} ms)`,
  );
  for await (const { format, bytes } of statements(rows)) {
    if (named.length > 1 && !named.includes(format)) continue;
    await call(base, "/bench/hold", { method: "POST", body: bytes });
    const time = { alone: [], plain: [], hashed: [] };
    for (let round = 0; round < 8; round += 1) {
      time.alone.push(await timed(() => call(base, `/bench/tokenize?format=${format}`)));
      time.plain.push(await timed(() => expectRows(call(base, "/bench/stage?hash=false"), rows)));
      time.hashed.push(await timed(() => expectRows(call(base, "/bench/stage?hash=true"), rows)));
    }
    const [alone, plain, hashed] = [time.alone, time.plain, time.hashed].map((all) =>
      median(all.slice(1)),
    );
    const times = (ms) =>
      `${(ms / alone).toFixed(1)} times, ${((1000 * ms) / rows).toFixed(0)} µs a row`;
    line(`${format}, ${(bytes.length / 1e6).toFixed(1)} MB, its tokenizer alone`, alone, "");
    line("  without the hash", plain, times(plain));
    line("  with SHA-256", hashed, times(hashed));
  }
}

/** Whether time grows as the rows do: each format at one, two and four times as many, in turns. */
async function linearBench(base) {
  const sizes = [5_000, 10_000, 20_000];
  console.log("\nTwice the rows, how many times the time (best of 5; 2.0 is linear)");
  const found = new Map();
  for (const rows of sizes) {
    for await (const { format, bytes } of statements(rows)) {
      await call(base, "/bench/hold", { method: "POST", body: bytes });
      const time = [];
      for (let round = 0; round < 6; round += 1)
        time.push(await timed(() => expectRows(call(base, "/bench/stage?hash=true"), rows)));
      // The best: what else the machine does only ever adds.
      found.set(format, [...(found.get(format) ?? []), Math.min(...time.slice(1))]);
    }
  }
  for (const [format, [one, two, four]] of found) {
    line(
      format,
      four,
      `${sizes.join(", ")} rows: ${[one, two, four].map((ms) => ms.toFixed(0)).join(", ")} ms; ${ratioOf(two, one)} and ${ratioOf(four, two)} times`,
    );
  }
}

function ratioOf(ms, before) {
  return (ms / before).toFixed(2);
}

/** 500-item requests through POST /v2/transactions beside bare json_each inserts of the same rows. */
async function insertBench(base, first = 0, name = "small") {
  const requests = 40;
  const ours = [];
  const bare = [];
  for (let request = 0; request < requests; request += 1) {
    const items = Array.from({ length: 500 }, (_, i) => itemOf(first + request * 500 + i));
    const body = JSON.stringify({ transactions: items, apply_rules: true, skip_duplicates: true });
    ours.push(
      await timed(() =>
        call(base, "/v2/transactions", { method: "POST", body, headers: json() }, 201),
      ),
    );
    const rows = JSON.stringify(items.map((item, i) => rowOf(first + request * 500 + i + 1, item)));
    bare.push(
      await timed(() => call(base, `/bench/rival?name=${name}`, { method: "POST", body: rows })),
    );
  }
  const [mine, rival] = [median(ours), median(bare)];
  console.log(`\nInserts, ${requests} requests of 500 (median request)`);
  line("bare json_each", rival, `${Math.round((500 / rival) * 1000)} rows/s`);
  line(
    "POST /v2/transactions",
    mine,
    `${Math.round((500 / mine) * 1000)} rows/s, ${Math.round((rival / mine) * 100)} % of bare (target 40 %)`,
  );
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
      more = (
        await call(
          base,
          `/v2/transactions?manual_account_id=${account}&limit=2000&offset=${offset}`,
        )
      ).has_more;
    }
  });
  line("read back", read, `${offset} rows`);
}

/**
 * A budget of a million transactions: pages, a month's summary and inserts beside the bare
 * statements on the same rows.
 */
async function millionBench(base) {
  const total = 1_000_000;
  const step = 50_000;
  await call(base, "/v2/me");
  for (let from = 1; from <= total; from += step) {
    for (const name of ["", "&rival=million"])
      await call(base, `/bench/fill?from=${from}&rows=${step}${name}`, { method: "POST" });
  }
  const columns = PAGE_COLUMNS.map((column) => `t.${column}`).join(", ");
  const page = `SELECT ${columns} FROM transactions t ORDER BY t.date DESC, t.id DESC LIMIT 2000`;
  const month =
    "SELECT category_id, sum(to_base) AS total FROM transactions WHERE date >= '2024-03-01' AND date <= '2024-03-31' GROUP BY category_id";
  const year =
    "SELECT category_id, sum(to_base) AS total FROM transactions WHERE date >= '2024-01-01' AND date <= '2024-12-31' GROUP BY category_id";
  const bare = (statement) => () => call(base, "/bench/bare", { method: "POST", body: statement });
  const get = (path) => () => call(base, path);
  console.log(`\n${total} transactions (medians of 15, alternating)`);
  await compare(
    "GET /transactions, page of 2,000",
    get("/v2/transactions?limit=2000"),
    "bare SELECT as JSON",
    bare(page),
    2,
  );
  await compare(
    "  the same at offset 500,000",
    get("/v2/transactions?limit=2000&offset=500000"),
    "bare, same offset",
    bare(`${page} OFFSET 500000`),
    2,
  );
  await compare(
    "GET /summary of a month",
    get("/v2/summary?start_date=2024-03-01&end_date=2024-03-31"),
    "bare aggregate",
    bare(month),
    3,
  );
  await compare(
    "GET /summary of a year",
    get("/v2/summary?start_date=2024-01-01&end_date=2024-12-31"),
    "bare aggregate",
    bare(year),
    3,
  );
  await expectSameSums(base, "start_date=2024-01-01&end_date=2024-12-31", bare(year));
  console.log("  filters, 1,000 rows each");
  for (const filter of FILTERS) {
    const times = [];
    for (let round = 0; round < 5; round += 1)
      times.push(await timed(get(`/v2/transactions?${filter}`)));
    line(`    ${filter}`, median(times), "");
  }
  console.log("  one of a million changed");
  await timeChanges(base);
  await insertBench(base, total, "million");
}

/** Each kind of single change on the full budget: none may depend on how many transactions there are. */
async function timeChanges(base) {
  const send = (method, path, body, status) =>
    call(
      base,
      path,
      { method, body: body === undefined ? undefined : JSON.stringify(body), headers: json() },
      status,
    );
  const made = async (path, body) => (await send("POST", path, body, 201)).id;
  const steps = {
    "PUT a transaction": (id) =>
      send("PUT", `/v2/transactions/${id}`, { notes: `seen ${id}` }, 200),
    "POST a split": async (id) => {
      const { amount } = await call(base, `/v2/transactions/${id}`);
      await send(
        "POST",
        `/v2/transactions/split/${id}`,
        {
          child_transactions: [
            { amount: "0.0001" },
            { amount: (Number(amount) - 0.0001).toFixed(4) },
          ],
        },
        201,
      );
    },
    "DELETE a split": (id) => send("DELETE", `/v2/transactions/split/${id}`, undefined, 204),
    "DELETE a transaction": (id) => send("DELETE", `/v2/transactions/${id}`, undefined, 204),
    "POST and DELETE a category": async (id) =>
      send(
        "DELETE",
        `/v2/categories/${await made("/v2/categories", { name: `New ${id}` })}`,
        undefined,
        204,
      ),
    "POST and DELETE a tag": async (id) =>
      send("DELETE", `/v2/tags/${await made("/v2/tags", { name: `New ${id}` })}`, undefined, 204),
    "POST and DELETE an account": async (id) =>
      send(
        "DELETE",
        `/v2/manual_accounts/${await made("/v2/manual_accounts", { name: `New ${id}`, type: "cash", balance: 0 })}`,
        undefined,
        204,
      ),
  };
  const ids = Array.from({ length: 7 }, (_, n) => 400_000 + n * 1_000);
  for (const [name, step] of Object.entries(steps)) {
    const times = [];
    for (const id of ids) times.push(await timed(() => step(id)));
    line(`    ${name}`, median(times), "");
  }
}

/** A fast answer must be the right one: the summary's activity is the bare aggregate's, category by category. */
async function expectSameSums(base, range, bare) {
  const { categories } = await call(base, `/v2/summary?${range}&include_exclude_from_budgets=true`);
  const shown = new Map(
    categories.map(({ category_id: id, totals }) => [
      id,
      totals.other_activity + totals.recurring_activity,
    ]),
  );
  for (const { category_id: id, total } of JSON.parse(await bare())) {
    // What has no category is told in the totals, not in an entry.
    if (id === null) continue;
    if (Math.abs((shown.get(id) ?? 0) - total / 10_000) > 0.0001)
      throw new Error(`category ${id}: ${shown.get(id)} is shown, ${total / 10_000} is stored`);
  }
}

/** Two things timed in turn, printed as a ratio beside its target. */
async function compare(name, ours, rivalName, rival, target) {
  const [mine, bare] = [[], []];
  for (let round = 0; round < 16; round += 1) {
    mine.push(await timed(ours));
    bare.push(await timed(rival));
  }
  line(rivalName, median(bare.slice(1)), "");
  line(
    name,
    median(mine.slice(1)),
    `${(median(mine.slice(1)) / median(bare.slice(1))).toFixed(2)} times bare (target at most ${target})`,
  );
}

/** A 100 MB statement, about a million rows, with the isolate's heap watched through the inspector. */
async function largeBench(base) {
  const file = statement(1_080_000, 9);
  console.log(
    `\n${(file.byteLength / 1e6).toFixed(1)} MB, upload to preview (survey and read, no posting)`,
  );
  const account = await makeAccount(base, "Large");
  const heap = await HeapWatch.start(INSPECTOR_PORT);
  const large = await timedImport(base, file, account, "&preview=true", 600_000);
  const { peak } = await heap.stop();
  line("read", large.ms, JSON.stringify(large.counts));
  console.log(
    `  peak of the isolate's used JS heap, buffers included: ${(peak / 1e6).toFixed(1)} MB (limit 128 MB)`,
  );
}

/** Mails of each kind beside their parser alone, and mails made to hurt with the memory they take. */
async function mailBench(base) {
  const hold = (text) =>
    call(base, "/bench/hold", { method: "POST", body: Buffer.from(text, "latin1") });
  const read = (by, rounds) => timed(() => call(base, `/bench/mail?by=${by}&rounds=${rounds}`));
  console.log("\nA mail by kind, beside postal-mime alone (median of 7 times 20)");
  for (const [kind, text] of Object.entries(MAILS)) {
    await hold(text);
    const time = { alone: [], reading: [], whole: [] };
    for (let round = 0; round < 8; round += 1) {
      time.alone.push(await read("postal-mime", 20));
      time.reading.push(await read("reading", 20));
      time.whole.push(await read("whole", 20));
    }
    const [alone, reading, whole] = [time.alone, time.reading, time.whole].map(
      (times) => median(times.slice(1)) / 20,
    );
    line(
      kind,
      whole,
      `${(reading / alone).toFixed(1)} times postal-mime (${alone.toFixed(2)} ms), ${(whole / alone).toFixed(1)} with who vouches`,
    );
  }
  console.log(
    "\nMails made to hurt, read whole (target: within 1,000 ms, less than 64 MB more memory)",
  );
  for (const [kind, make] of Object.entries({
    ...HOSTILE_MAILS,
    "25 MiB": () => largest(25 * 1024 * 1024),
  })) {
    await hold(make());
    const heap = await HeapWatch.start(INSPECTOR_PORT);
    const before = await heap.now();
    const ms = await read("whole", 1);
    const { peak } = await heap.stop();
    line(kind.slice(0, 40), ms, `${((peak - before) / 1e6).toFixed(0)} MB more`);
  }
}

/** Each file made to hurt: how soon it is answered, with what, and the memory it took beyond the upload before. */
async function abuseBench(base) {
  console.log(
    "\nFiles made to hurt (target: answered within 1,000 ms, less than 64 MB more memory)",
  );
  const account = await makeAccount(base, "Abuse");
  for (const [name, text] of Object.entries(ABUSE)) {
    const body = Buffer.from(text());
    const heap = await HeapWatch.start(INSPECTOR_PORT);
    const before = await heap.now();
    const start = performance.now();
    const response = await fetch(new URL(`/api/imports?account=${account}`, base), {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    const answer = await response.json();
    const ms = performance.now() - start;
    const { peak } = await heap.stop();
    const said = answer.errors?.[0]?.errMsg ?? answer.state;
    line(
      name.slice(0, 40),
      ms,
      `${response.status}, ${((peak - before) / 1e6).toFixed(0)} MB more: ${said.slice(0, 110)}`,
    );
    if (answer.state !== undefined)
      await call(base, `/api/imports/${answer.id}/undo`, { method: "POST" });
  }
}

/**
 * Workbooks of some 10 MB read to the preview, and some made to hurt: the memory each took beyond
 * what was there before.
 */
async function workbooksBench(base) {
  console.log("\nWorkbooks, upload to preview (survey and read, no posting; limit 128 MB)");
  const account = await makeAccount(base, "Workbooks");
  for (const [name, bytes] of Object.entries({ ...LARGE, ...HOSTILE })) {
    const file = bytes();
    // Writing the file keeps this process busy; what closed meanwhile is noticed now.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const heap = await HeapWatch.start(INSPECTOR_PORT);
    const before = await heap.now();
    const start = performance.now();
    const response = await fetch(new URL(`/api/imports?account=${account}&preview=true`, base), {
      method: "POST",
      body: file,
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    const answer = await response.json();
    const run =
      response.status === 202
        ? await settled(base, answer.id)
        : { state: "refused", error: answer.errors?.[0]?.errMsg };
    const ms = performance.now() - start;
    const { peak } = await heap.stop();
    line(
      `${name}, ${(file.byteLength / 1e6).toFixed(1)} MB`,
      ms,
      `${((peak - before) / 1e6).toFixed(0)} MB more (peak ${(peak / 1e6).toFixed(0)}): ${run.state} ${JSON.stringify(run.counts ?? {})} ${(run.error ?? "").slice(0, 100)}`,
    );
  }
}

/** The run when it waits for a person or has ended. */
async function settled(base, id) {
  for (;;) {
    const run = await call(base, `/api/imports/${id}`);
    if (["done", "preview", "failed", "question"].includes(run.state)) return run;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function timedImport(base, file, account, query = "", patience = 120_000) {
  const start = performance.now();
  const { id } = await call(
    base,
    `/api/imports?account=${account}${query}`,
    { method: "POST", body: file },
    202,
  );
  for (;;) {
    const run = await call(base, `/api/imports/${id}`);
    if (["done", "preview"].includes(run.state))
      return { ms: performance.now() - start, counts: run.counts };
    if (["failed", "question"].includes(run.state) || performance.now() - start > patience)
      throw new Error(JSON.stringify(run));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function makeAccount(base, name) {
  const body = JSON.stringify({ name, type: "cash", balance: 0, currency: "usd" });
  return (await call(base, "/v2/manual_accounts", { method: "POST", body, headers: json() }, 201))
    .id;
}

async function call(base, path, init = {}, status = 200) {
  const headers = { authorization: `Bearer ${TOKEN}`, ...init.headers };
  const response = await fetch(new URL(path, base), { ...init, headers });
  const text = await response.text();
  if (response.status !== status)
    throw new Error(`${path} answered ${response.status}: ${text.slice(0, 400)}`);
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
  const date = new Date(Date.UTC(2024, 0, 1) + Math.floor(n / 60) * 86_400_000)
    .toISOString()
    .slice(0, 10);
  const external_id = `t1:${date.replaceAll("-", "")}:${String(n).padStart(26, "a")}:1`;
  const custom_metadata = { tributary: { run: "bench", line: n } };
  const payee = `Shop ${n % 977}`;
  return {
    date,
    amount: ((n % 9000) / 100 + 1).toFixed(2),
    currency: "usd",
    payee,
    original_name: payee,
    notes: null,
    manual_account_id: 1,
    external_id,
    custom_metadata,
  };
}

/** The same row as the service stores it, in the order of its columns. */
function rowOf(id, item) {
  const units = Math.round(Number(item.amount) * 10_000);
  const now = 1_790_000_000_000 + id;
  return [
    id,
    item.date,
    units,
    "usd",
    units,
    item.payee,
    item.original_name,
    null,
    null,
    "reviewed",
    0,
    1,
    null,
    null,
    item.external_id,
    "api",
    0,
    null,
    0,
    null,
    units,
    now,
    now,
    null,
    JSON.stringify(item.custom_metadata),
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
