// npm run import -- FILE --account NAME: a bank's export into the budget from a terminal, through a
// running Worker. Exit code 0: everything is in the budget; 1: rows were rejected, the import failed, or whoever
// was asked about another currency said no; 2: the file leaves a question open and there is nobody to ask.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { createInterface } from "node:readline/promises";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { fail, readSecrets } from "./local.mjs";

const USAGE = `Usage: npm run import -- FILE [--account NAME-OR-ID] [--currency CODE] [--preview] [--leave-balance] [--url ADDRESS]

  --account   a manual account of the budget; may be left out where the file or an earlier answer names it
  --preview   show how the file is read and post nothing
  --leave-balance   do not set the account's balance to the one that the file states
  --url       where Tributary runs, http://localhost:8787 unless told
  The token is TRIBUTARY_TOKEN, or else the LOCAL_TOKEN of .dev.vars.`;

/** The first look comes soon, since a month's file is read within it; each later one waits twice as long. */
const POLL_MS_MIN = 20;
const POLL_MS_MAX = 200;
const REJECTS_SHOWN_MAX = 50;
const ROWS_LOOKED_AT_MAX = 500;
/** Formats whose every file names its currencies. */
const NAMING_FORMATS = ["camt", "mt940", "ofx"];
const WORKING = ["received", "reading", "posting", "waiting", "undoing"];

const { file, options } = readArguments();
const url = (options.url ?? "http://localhost:8787").replace(/\/+$/, "");
const token = process.env.TRIBUTARY_TOKEN || readSecrets().LOCAL_TOKEN;
if (!token)
  fail("There is no token: set TRIBUTARY_TOKEN, or run npm start once, which writes .dev.vars.");

const terminal = process.stderr.isTTY;
const interactive = process.stdin.isTTY && process.stdout.isTTY;
let shown = "";

process.exitCode = await main();

async function main() {
  const uploaded = await upload();
  // An archive of several files is an import each.
  const codes = [];
  for (const run of uploaded.imports ?? [uploaded]) codes.push(await finish(run));
  return Math.max(...codes);
}

/** Sees one import through; its exit code. */
async function finish(started) {
  let run = started;
  for (;;) {
    run = await follow(run);
    if (run.state !== "question") break;
    const answers = await ask(run);
    if (answers === null) return 2;
    run = await call(`/api/imports/${run.id}/answers`, {
      method: "POST",
      body: JSON.stringify({ answers }),
    });
  }
  let currency = await currencyWords(run);
  if (isHeld(run)) {
    console.log(`\n${currency}`);
    currency = null;
    const goesOn = !interactive || (await agree("Import it all the same? (y/n) "));
    run = await follow(
      await call(`/api/imports/${run.id}/${goesOn ? "confirm" : "undo"}`, { method: "POST" }),
    );
    if (!goesOn) {
      console.log("Nothing was imported.");
      return 1;
    }
  }
  await report(run, currency);
  return run.state === "failed" || run.counts.rejected > 0 ? 1 : 0;
}

/** Whether the import waits for a yes because of its currency, and not because a preview was asked for. */
function isHeld(run) {
  return run.state === "preview" && !options.preview;
}

/** How the currencies of the file and its account differ, or which one is assumed; null where neither is so. */
async function currencyWords(run) {
  const { id, layout, account } = run;
  if (layout === null) return null;
  const { rows } = await call(`/api/imports/${id}/rows?limit=${ROWS_LOOKED_AT_MAX}`);
  const found = [...new Set(rows.flatMap(({ item }) => item?.currency?.toUpperCase() ?? []))];
  if (found.length === 0) return null;
  const [own, name] =
    account === null ? [null, null] : [account.currency.toUpperCase(), plain(account.name)];
  const foreign = own === null ? [] : found.filter((one) => one !== own);
  const hasColumn = layout.columns.some(({ role }) => role.includes("currency"));
  const isNamed =
    layout.currency !== null ||
    found.length > 1 ||
    hasColumn ||
    NAMING_FORMATS.includes(layout.format);
  const printed = found.join(", ");
  if (foreign.length > 0) {
    const file = `The file ${isNamed ? `is in ${printed}` : `names no currency and is taken as ${printed}, as you said`}`;
    return `${file}; the account ${name} is in ${own}. The transactions are imported in ${printed}.`;
  }
  // One account of several, or a row beyond those looked at.
  if (isHeld(run))
    return "Some transactions are in another currency than their account. They are imported in theirs.";
  if (isNamed || own === null) return null;
  return `The file names no currency: its amounts are taken as ${own}, the currency of ${name}.`;
}

/** Asks for yes or no until it gets one of them. */
async function agree(sentence) {
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  let said = "";
  while (!/^(y|yes|n|no)$/i.test(said)) said = (await reader.question(sentence)).trim();
  reader.close();
  return /^y/i.test(said);
}

async function upload() {
  const { size } = await stat(file).catch((error) => fail(`Cannot read ${file}: ${error.message}`));
  const query = new URLSearchParams({ name: basename(file) });
  for (const name of ["account", "currency"])
    if (options[name] !== undefined) query.set(name, options[name]);
  query.set("preview", options.preview ? "true" : "foreign");
  if (options["leave-balance"]) query.set("set_balance", "false");
  let sent = 0;
  async function* counted() {
    for await (const chunk of createReadStream(file)) {
      sent += chunk.length;
      progress("sending", sent, size, "bytes");
      yield chunk;
    }
  }
  const body = Readable.toWeb(Readable.from(counted()));
  return call(`/api/imports?${query}`, { method: "POST", body, duplex: "half" });
}

/** Waits until the import rests, showing how far it is. */
async function follow(first) {
  let run = first;
  let pause = POLL_MS_MIN;
  while (WORKING.includes(run.state)) {
    const { counts } = run;
    const settled = counts.read - counts.waiting;
    if (run.state === "posting") progress("importing", settled, counts.read, "rows");
    else if (run.state === "waiting")
      say(
        `waiting: ${run.error ?? "the service is busy"} Next attempt ${clock(run.next_attempt_at)}.`,
      );
    else
      say(
        run.error === null
          ? `${run.state} ${counts.read > 0 ? `${grouped(counts.read)} rows` : ""}`
          : run.error,
      );
    await sleep(pause);
    pause = Math.min(2 * pause, POLL_MS_MAX);
    run = await call(`/api/imports/${run.id}`);
  }
  settleLine();
  return run;
}

/**
 * Asks about accounts, and the first question about the reading with those of its kind: the others
 * depend on its answer and come again. Null where there is no terminal to ask on.
 */
async function ask(run) {
  const answers = {};
  const reader = interactive
    ? createInterface({ input: process.stdin, output: process.stdout })
    : null;
  for (const question of reader === null ? run.questions : listAskedNow(run.questions)) {
    printQuestion(question);
    if (reader === null) continue;
    let chosen;
    while (chosen === undefined)
      chosen = question.choices[Number(await reader.question("Your choice: ")) - 1];
    answers[question.id] = chosen.value;
  }
  reader?.close();
  if (reader !== null) return answers;
  console.error(`\nAnswer in a browser: ${url}/imports/${run.id}`);
  return null;
}

function listAskedNow(questions) {
  const isAccount = ({ id }) => id === "account" || id.startsWith("account:");
  const kind = ({ id }) => id.split(":")[0];
  const first = questions.find((question) => !isAccount(question));
  return questions.filter(
    (question) => isAccount(question) || kind(question) === (first && kind(first)),
  );
}

/** The question with rows of the file, the cells in dispute in brackets, and what would follow. */
function printQuestion({ ask: sentence, note, shown, choices }) {
  console.log(`\n${plain(sentence)}`);
  if (note !== undefined) console.log(plain(note));
  if (shown !== undefined) {
    const marked = (cells) =>
      cells.map((cell, at) => (shown.marked.includes(at) && cell !== "" ? `[${cell}]` : cell));
    console.log(`\n     ${plain(shown.labels.join(" | "))}`);
    for (const { cells } of shown.rows) console.log(`     ${plain(marked(cells).join(" | "))}`);
    console.log("");
  }
  for (const [index, { label, example, follows = [] }] of choices.entries()) {
    console.log(`  ${index + 1}) ${plain(label)}`);
    for (const [at, what] of follows.entries())
      console.log(`     ${plain(`${shown.rows[at].text}: ${what}`)}`);
    if (example !== "") console.log(`     ${plain(example)}`);
  }
}

async function report(run, currency) {
  const { counts, layout, state } = run;
  if (layout !== null) console.log(`\n${plain(run.document.name)}: ${reading(layout)}`);
  if (currency !== null) console.log(currency);
  if (state === "failed") console.log(`\nFailed: ${plain(run.error ?? "no reason was given")}`);
  const lines = [["rows read", counts.read]];
  if (state === "preview") lines.push(["to import", counts.waiting]);
  else lines.push(["inserted", counts.inserted], ["already there", counts.duplicate]);
  lines.push(["rejected", counts.rejected], ["skipped", counts.skipped]);
  const width = Math.max(...lines.map(([, count]) => grouped(count).length));
  console.log("");
  for (const [label, count] of lines)
    console.log(`  ${label.padEnd(15)}${grouped(count).padStart(width)}`);
  for (const balance of run.balances) console.log(`\n${balanceWords(balance)}`);
  if (counts.rejected > 0) await reportRejected(run);
  if (state === "preview")
    console.log(`\nNothing is in the budget yet. Confirm: ${url}/imports/${run.id}`);
}

/** What was or will be done with the balance that the file states. */
function balanceWords({
  account,
  balance,
  currency,
  debt,
  as_of: day,
  state,
  sets,
  after,
  reason,
}) {
  const what = plain(debt ? `what is owed on ${account.name}` : `the balance of ${account.name}`);
  const says = `the bank says ${amount(balance, { currency: currency ?? "" })} on ${day}`;
  const why = reason === null ? "" : ` ${plain(reason)}`;
  if (state === "set") return `${capital(what)} is now ${amount(after, account)}: ${says}.${why}`;
  if (state === "planned" && sets)
    return `Importing sets ${what} to ${amount(after, account)}: ${says}.${why}`;
  return `${capital(what)} is left as it is, though ${says}.${why}`;
}

function amount(decimal, { currency }) {
  return `${plain(decimal).replace(/(\.\d\d)00$/, "$1")} ${plain(currency).toUpperCase()}`;
}

function capital(text) {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

async function reportRejected(run) {
  const { rows } = await call(
    `/api/imports/${run.id}/rows?state=rejected&limit=${REJECTS_SHOWN_MAX}`,
  );
  console.log("\nRejected:");
  for (const row of rows) {
    console.log(`  line ${row.line}: ${plain(row.reason ?? "no reason was given")}`);
    if (row.raw.length > 0) console.log(`    ${plain(row.raw.join(" | "))}`);
  }
  if (run.counts.rejected > rows.length)
    console.log(
      `  and ${grouped(run.counts.rejected - rows.length)} more: ${url}/imports/${run.id}`,
    );
}

function reading(layout) {
  const {
    kind,
    rows_checked: checked,
    rows_proven: proven,
    breaks_at: first,
    break_lines: lines = first === null ? [] : [first],
    breaks = lines.length,
  } = layout.proof;
  const parts = [layout.bank ?? layout.format, layout.encoding];
  if (layout.date_format !== null) parts.push(`dates ${layout.date_format}`);
  if (layout.sign !== null) parts.push(`money out ${layout.sign}`);
  if (kind === "none") parts.push("nothing in the file proves the amounts");
  else if (proven === checked && breaks === 0)
    parts.push(`${kind} proves ${grouped(proven)} of ${grouped(checked)} rows`);
  else
    parts.push(
      `${kind} fits ${grouped(proven)} of ${grouped(checked)} rows${breaks === 0 ? "" : `, breaks at ${breaks === 1 ? "line" : "lines"} ${lines.join(", ")}${breaks > lines.length ? ` and ${grouped(breaks - lines.length)} more` : ""}`}`,
    );
  return plain(parts.join(", "));
}

/** The JSON of a call; ends with the refusal's own words where it is refused. */
async function call(path, init = {}) {
  const headers = { authorization: `Bearer ${token}` };
  if (typeof init.body === "string") headers["content-type"] = "application/json";
  let response;
  try {
    response = await fetch(url + path, { ...init, headers });
  } catch (error) {
    settleLine();
    return fail(
      `Cannot reach ${url}: ${error.cause?.message || error.cause?.code || error.message}. Is Tributary running (npm start)?`,
    );
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  settleLine();
  const details = (answer?.errors ?? []).map((error) => error.errMsg);
  return fail(plain(details.join(" ") || answer?.message || `${url} answered ${response.status}.`));
}

/** A bar on a terminal; elsewhere a plain line at each tenth. */
function progress(what, done, total, unit) {
  const share = total === 0 ? 1 : done / total;
  if (!terminal) {
    say(`${what} ${Math.floor(share * 10) * 10} %`);
    return;
  }
  const filled = Math.round(share * 30);
  const bar = "█".repeat(filled) + "░".repeat(30 - filled);
  process.stderr.write(`\r\u001b[K${what} ${bar} ${grouped(done)} of ${grouped(total)} ${unit}`);
  shown = "bar";
}

function say(line) {
  const text = plain(line).trim();
  if (text === shown) return;
  shown = text;
  process.stderr.write(terminal ? `\r\u001b[K${text}` : `${text}\n`);
}

function settleLine() {
  if (terminal && shown !== "") process.stderr.write("\r\u001b[K");
  shown = "";
}

/** A file's text must not steer the terminal: no control characters, no direction overrides. */
function plain(text) {
  return String(text).replace(/[\p{Cc}\p{Cf}]+/gu, " ");
}

function grouped(count) {
  return count.toLocaleString("en-US");
}

function clock(iso) {
  return iso === null ? "soon" : `at ${new Date(iso).toLocaleTimeString()}`;
}

function readArguments() {
  let parsed;
  try {
    parsed = parseArgs({
      allowPositionals: true,
      options: {
        account: { type: "string" },
        currency: { type: "string" },
        url: { type: "string" },
        preview: { type: "boolean" },
        "leave-balance": { type: "boolean" },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    return fail(`${error.message}\n\n${USAGE}`);
  }
  if (parsed.values.help === true) {
    console.log(USAGE);
    process.exit(0);
  }
  if (parsed.positionals.length !== 1) fail(`Name one file.\n\n${USAGE}`);
  return { file: parsed.positionals[0], options: parsed.values };
}
