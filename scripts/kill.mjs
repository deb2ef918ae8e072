// npm run kill [-- --rounds N --built FOLDER]: real kill -9 of workerd under load. Each round
// starts the built Worker on the same data, posts transactions, uploads statements and brings mail,
// and kills everything at a random moment. At the end every row whose answer arrived must be in the
// budget exactly once, every upload that was taken must be done, and every mail be there once and
// read; every receipt among the mails must have met its row, with its number once in the notes and
// its file once. Prints a line of JSON; exits 1 when anything was lost or doubled.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { TOKEN } from "./built.mjs";
import { writeBundle } from "./bundle.mjs";
import { killAll } from "./kill/all.mjs";
import { ROOT } from "./local.mjs";

const { values: options } = parseArgs({
  options: { rounds: { type: "string", default: "20" }, built: { type: "string" } },
});
const rounds = Number(options.rounds);
const BATCH = 50;
const STATEMENT_ROWS = 120;
const SETTLE_MS = 120_000;
const ANSWERED_MS_MAX = 60_000;
const HEADERS = { authorization: `Bearer ${TOKEN}` };

const scratch = mkdtempSync(join(tmpdir(), "tributary-kill-"));
const state = join(scratch, "state");
const folder = options.built ?? join(scratch, "built");
/** external_id of rows posted directly and answered 201; -> nothing else is known of them. */
const acknowledged = new Set();
/** external_ids posted whose answer never came. */
const unknown = new Set();
/** Payees of the statements that were answered 202, by import id. */
const uploads = new Map();
/** Ids of the messages whose delivery was answered, by the number in them. */
const mails = new Map();
/** Rows of statements that were taken, whose receipt has not been brought yet: [payee, amount, day]. */
const unclaimed = [];
/** What receipts must have met, by the number of the mail. */
const receipts = new Map();
/** The mail that was sent and not answered. */
let sending = null;
let posted = 0;
let uploaded = 0;
let mailed = 0;

try {
  if (options.built === undefined) await writeBundle(folder);
  for (let round = 0; round < rounds; round += 1)
    await life(30 + Math.random() * 470, round % 2 === 1);
  const found = await inspect();
  console.log(
    JSON.stringify({
      rounds,
      acknowledged_rows: acknowledged.size,
      answer_lost_rows: unknown.size,
      uploads: uploads.size,
      mails: mails.size,
      ...found,
    }),
  );
  process.exitCode = found.lost === 0 && found.twice === 0 && found.unfinished === 0 ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/**
 * One life under load, killed after so many milliseconds: from its first moment, or from when one
 * of each kind was answered.
 */
async function life(milliseconds, fromAnswers) {
  const server = await start();
  // The first requests start the isolate and open the databases; the load is to meet the kill at work.
  await Promise.all([get(server, "/v2/me"), get(server, "/api/imports")]);
  let alive = true;
  const answered = () => [acknowledged.size, uploads.size, mails.size];
  const before = answered();
  const load = [
    poster(server, () => alive),
    poster(server, () => alive),
    uploader(server, () => alive),
    mailer(server, () => alive),
  ];
  // A slow machine may answer none in half a second: then a kill would meet nothing at work.
  const until = fromAnswers ? Date.now() + ANSWERED_MS_MAX : 0;
  while (answered().some((count, kind) => count === before[kind]) && Date.now() < until)
    await sleep(5);
  await sleep(milliseconds);
  const dead = killAll(server.child.pid);
  alive = false;
  await Promise.allSettled([dead, ...load]);
}

async function start() {
  const child = spawn(process.execPath, [join(ROOT, "scripts/kill/serve.mjs"), folder, state], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const base = await new Promise((resolve, reject) => {
    child.stdout.once("data", (data) => resolve(String(data).trim()));
    child.once("exit", () => reject(new Error("the server ended before it was ready")));
  });
  return { child, base };
}

/** Posts transactions as fast as they are answered. */
async function poster(server, alive) {
  while (alive()) {
    const items = Array.from({ length: BATCH }, () => {
      const n = (posted += 1);
      const date = `2026-0${1 + (n % 9)}-1${n % 10}`;
      return {
        date,
        amount: `${n}.25`,
        payee: `Direct ${n}`,
        manual_account_id: 1,
        external_id: `direct-${n}`,
      };
    });
    try {
      // Its own address each time: the quota of 100 requests a minute is not what is tested.
      const headers = {
        ...HEADERS,
        "content-type": "application/json",
        "cf-connecting-ip": `10.${posted % 250}.${(posted >> 8) % 250}.1`,
      };
      const response = await fetch(new URL("/v2/transactions", server.base), {
        method: "POST",
        headers,
        body: JSON.stringify({ transactions: items }),
      });
      if (response.status !== 201) throw new Error(`answered ${response.status}`);
      await response.json();
      for (const item of items) acknowledged.add(item.external_id);
    } catch {
      for (const item of items) unknown.add(item.external_id);
    }
  }
}

/** Uploads statements one after the other; each holds two equal rows. */
async function uploader(server, alive) {
  while (alive()) {
    const name = `S${(uploaded += 1)}`;
    const lines = ["Date,Description,Amount"];
    for (let i = 0; i < STATEMENT_ROWS; i += 1) {
      lines.push(
        `2026-10-${String(13 + (i % 15)).padStart(2, "0")},${name} shop ${i},${i % 20 === 0 ? "" : "-"}${i + 1}.50`,
      );
    }
    lines.push(lines.at(-1));
    try {
      const response = await fetch(new URL("/api/imports?account=Savings", server.base), {
        method: "POST",
        headers: HEADERS,
        body: `${lines.join("\n")}\n`,
      });
      if (response.status !== 202) throw new Error(`answered ${response.status}`);
      uploads.set((await response.json()).id, name);
      for (const i of [3, 47])
        unclaimed.push([`${name} shop ${i}`, `${i + 1}.50`, `2026-10-${13 + (i % 15)}`]);
    } catch {
      // Not answered: it may or may not have been taken, and is not counted.
    }
  }
}

/** Brings mail, one after the other; what is not answered is sent again in the next life, as a mail server would. */
async function mailer(server, alive) {
  while (alive()) {
    sending ??= written(mailed + 1);
    const { n, raw, row } = sending;
    try {
      const response = await fetch(new URL("/api/inbox", server.base), {
        method: "POST",
        headers: { ...HEADERS, "content-type": "message/rfc822" },
        body: raw,
      });
      if (!response.ok) throw new Error(`answered ${response.status}`);
      mails.set(n, (await response.json()).id);
      if (row !== null) receipts.set(n, row);
      mailed = n;
      sending = null;
    } catch {
      await sleep(5);
    }
  }
}

/** A mail: the receipt of a row that was uploaded, where there is one that has none, else one about nothing. */
function written(n) {
  const row = unclaimed.shift() ?? null;
  const head = `Subject: Mail ${n}\r\nMessage-ID: <${n}@shop.example>\r\n`;
  if (row === null)
    return {
      n,
      row,
      raw: `From: Shop <s@shop.example>\r\n${head}\r\nThe story of mail ${n}, about nothing that costs money.\r\n`,
    };
  const [payee, amount, day] = row;
  return {
    n,
    row,
    raw: `From: ${payee} <s@shop.example>\r\n${head}Date: ${new Date(day).toUTCString()}\r\n\r\nThank you for your order.\r\nOrder number: K-${1000 + n}\r\nTotal: USD ${amount}\r\n`,
  };
}

/** Starts once more, lets the queue drain, and counts. */
async function inspect() {
  const server = await start();
  try {
    const unfinished = await drain(server);
    const direct = new Map();
    const statements = new Map();
    const noted = new Map();
    for (let offset = 0, more = true; more; offset += 2000) {
      const page = await get(server, `/v2/transactions?limit=2000&offset=${offset}`);
      for (const { external_id, payee, notes, id } of page.transactions) {
        if (notes !== null) noted.set(payee, { id, notes });
        if (external_id.startsWith("direct-"))
          direct.set(external_id, (direct.get(external_id) ?? 0) + 1);
        else statements.set(payee, (statements.get(payee) ?? 0) + 1);
      }
      more = page.has_more;
    }
    const lostDirect = [...acknowledged].filter((id) => !direct.has(id)).length;
    const twiceDirect = [...direct.values()].filter((count) => count > 1).length;
    let lostRows = 0;
    let twiceRows = 0;
    for (const name of uploads.values()) {
      for (let i = 0; i < STATEMENT_ROWS; i += 1) {
        const count = statements.get(`${name} shop ${i}`) ?? 0;
        const wanted = i === STATEMENT_ROWS - 1 ? 2 : 1;
        if (count < wanted) lostRows += wanted - count;
        if (count > wanted) twiceRows += count - wanted;
      }
    }
    const mail = await inbox(server);
    const lostMails = [...mails].filter(([n, id]) => mail.get(`Mail ${n}`)?.[0] !== id).length;
    const twiceMails = [...mail.values()].filter((ids) => ids.length > 1).length;
    const wrongReceipts = await notMet(server, noted);
    const committedUnanswered = [...unknown].filter((id) => direct.has(id)).length;
    const stored = {
      direct_rows: direct.size,
      committed_with_answer_lost: committedUnanswered,
      statement_rows: uploads.size * (STATEMENT_ROWS + 1),
    };
    return {
      ...stored,
      receipts: receipts.size,
      lost: lostDirect + lostRows + lostMails + wrongReceipts,
      twice: twiceDirect + twiceRows + twiceMails,
      unfinished,
    };
  } finally {
    await killAll(server.child.pid);
  }
}

/** How many receipts have not met their row, or more than once. */
async function notMet(server, noted) {
  let wrong = 0;
  for (const [n, [payee]] of receipts) {
    const { id, notes } = noted.get(payee) ?? {};
    const files = id === undefined ? [] : (await get(server, `/v2/transactions/${id}`)).files;
    if (notes === `Order K-${1000 + n}` && files?.length === 1) continue;
    wrong += 1;
    console.error(
      `mail ${n}: ${payee} has the notes ${JSON.stringify(notes)} and ${files?.length} files: ${JSON.stringify((await get(server, `/api/inbox/${mails.get(n)}`)).history)}`,
    );
  }
  return wrong;
}

/** The ids of the messages in the inbox, by subject. */
async function inbox(server) {
  const found = new Map();
  for (let offset = 0, more = true; more; offset += 100) {
    const page = await get(server, `/api/inbox?limit=100&offset=${offset}`);
    for (const { id, subject } of page.messages)
      found.set(subject, [...(found.get(subject) ?? []), id]);
    more = page.has_more;
  }
  return found;
}

/** Waits until every import that was taken is done, and all mail is read; how many are not. */
async function drain(server) {
  const until = Date.now() + SETTLE_MS;
  let open = [...uploads.keys()];
  while (open.length > 0 && Date.now() < until) {
    const states = await Promise.all(open.map((id) => get(server, `/api/imports/${id}`)));
    open = states.filter((run) => run.state !== "done").map((run) => run.id);
    await sleep(200);
  }
  let unread = 1;
  while (unread > 0 && Date.now() < until) {
    const pages = await Promise.all(
      ["received", "reading"].map((state) => get(server, `/api/inbox?state=${state}`)),
    );
    unread = pages.reduce((sum, { messages }) => sum + messages.length, 0);
    if (unread > 0) await sleep(200);
  }
  let waiting = 1;
  while (waiting > 0 && Date.now() < until) {
    waiting = (await get(server, "/api/inbox?state=waiting")).messages.length;
    if (waiting > 0) await sleep(200);
  }
  return open.length + unread + waiting;
}

async function get(server, path) {
  const response = await fetch(new URL(path, server.base), {
    headers: { ...HEADERS, "cf-connecting-ip": `10.9.9.${Math.floor(Math.random() * 250)}` },
  });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}
