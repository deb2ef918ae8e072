// A statement of distinct payees on its way through the whole product, in a Worker of its own for
// each journey: upload to readable, the jobs that run after "done", the same file again, read back.
// Once into an empty account, and once into one that holds the rows already, entered by another
// program.

import { bookings, distinctStatement } from "./merchants.mjs";
import { call, JSON_TYPE, makeAccount, timed, timedImport, timedReadBack } from "./service.mjs";
import { money } from "./statement.mjs";

const SIZES = [10_000, 40_000];
const SIZES_LONG = [...SIZES, 160_000];
const SEED = 5;
const POST_ROWS = 500;
const PROBE_MS = 20;
/** After so many answers in a row that say that nothing is due, the jobs have ended. */
const IDLE_ANSWERS = 5;
const PATIENCE_MS = 900_000;
/** What looks like a row that is there already is said to be the same. */
const HOW = { patience: PATIENCE_MS, answers: { already_there: "same" } };

/** The journeys of each size; what runs after "done" is waited for before the next step starts. */
export async function journey({ report, long, withWorker }) {
  for (const rows of long ? SIZES_LONG : SIZES) {
    const file = distinctStatement(rows, SEED);
    await withWorker(async ({ base }) => {
      report.heading(`${rows} distinct rows, upload to readable, in an empty account`);
      const account = await prepare(base, rows);
      await travel(report, { base, account, file, name: `${rows}` });
    });
    await withWorker(async ({ base }) => {
      report.heading(`${rows} distinct rows that another program has entered already`);
      const account = await prepare(base, rows);
      await enter(
        base,
        bookings(rows, SEED).map((booking, i) => entered(booking, i, account)),
      );
      await travel(report, { base, account, file, name: `${rows} known` });
    });
  }
}

/** A new account, beside one that holds the other side of the transfers. */
async function prepare(base, rows) {
  const account = await makeAccount(base, "Journey");
  const savings = await makeAccount(base, "Journey savings");
  const transfers = bookings(rows, SEED).filter(({ isTransfer }) => isTransfer);
  await enter(
    base,
    transfers.map(({ date, cents }) => itemOf(date, -cents, "From checking", savings)),
  );
  return account;
}

/** Half without an external id, half with one that is not ours; half by the bank's text, half by a name. */
function entered({ date, cents, payee, merchant }, i, account) {
  const item = itemOf(date, cents, i % 4 < 2 ? payee : merchant, account);
  return i % 2 === 0 ? item : { ...item, external_id: `other-program-${i}` };
}

function itemOf(date, cents, payee, account) {
  return { date, amount: money(-cents), currency: "usd", payee, manual_account_id: account };
}

async function enter(base, transactions) {
  for (let from = 0; from < transactions.length; from += POST_ROWS) {
    const some = { transactions: transactions.slice(from, from + POST_ROWS) };
    const init = { method: "POST", body: JSON.stringify(some), headers: JSON_TYPE };
    await call(base, "/v2/transactions", init, 201);
  }
}

async function travel(report, { base, account, file, name }) {
  for (const label of ["first upload", "the same file again"]) {
    const { ms, counts, askedAfter } = await timedImport(base, file, account, HOW);
    if (askedAfter !== null)
      report.line("  until the question", askedAfter, "", { name: `${name}, ${label}, question` });
    report.line(label, ms, JSON.stringify(counts), { name: `${name}, ${label}` });
    const jobs = await watchJobs(base);
    report.line("  jobs after it", jobs.ms, "", { name: `${name}, jobs after ${label}` });
    for (const [path, longest] of Object.entries(jobs.longest))
      report.line(`  longest GET ${path} meanwhile`, longest, "", {
        name: `${name}, longest GET ${path} during the jobs after ${label}`,
      });
  }
  const read = await timedReadBack(base, account);
  report.line("read back", read.ms, `${read.offset} rows asked for`, {
    name: `${name}, read back`,
  });
}

/**
 * Waits until nothing is due any more: { ms, longest (of each request that is made meanwhile, by
 * its path) }.
 */
async function watchJobs(base) {
  const start = performance.now();
  const longest = { "/v2/manual_accounts": 0, "/api/imports": 0 };
  let idleSince = null;
  for (let idle = 0; idle < IDLE_ANSWERS;) {
    if (performance.now() - start > PATIENCE_MS) throw new Error("the jobs do not end");
    for (const path of Object.keys(longest))
      longest[path] = Math.max(longest[path], await timed(() => call(base, path)));
    const { busy } = await call(base, "/bench/busy");
    idleSince = busy ? null : (idleSince ?? performance.now());
    idle = busy ? 0 : idle + 1;
    await new Promise((resolve) => setTimeout(resolve, PROBE_MS));
  }
  return { ms: idleSince - start, longest };
}
