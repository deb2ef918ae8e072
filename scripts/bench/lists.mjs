// Lists of a large budget, in a Worker of its own: what the API and the page of transactions answer
// from 100,000 transactions, and with --long from a million.

import { median } from "./compare.mjs";
import { TOKEN } from "../built.mjs";
import { call, timed } from "./service.mjs";

const FILL_ROWS = 50_000;
const ROUNDS = 9;
const MONTH = "start_date=2017-03-01&end_date=2017-03-31";
/** What scripts/bench/worker.ts fills in has been created from this moment on, a millisecond apart. */
const FIRST_CREATED = 1_700_000_000_000;

const BARE_PAGE = "SELECT * FROM transactions ORDER BY date DESC, id DESC LIMIT 2000";
const BARE_MONTH =
  "SELECT category_id, sum(to_base) AS total FROM transactions WHERE date BETWEEN '2017-03-01' AND '2017-03-31' GROUP BY category_id";

/** Pages and sums of many transactions, some beside the bare statement. */
export async function lists({ report, long, withWorker }) {
  for (const rows of long ? [100_000, 1_000_000] : [100_000]) {
    await withWorker(async ({ base }) => {
      await call(base, "/v2/me");
      for (let from = 1; from <= rows; from += FILL_ROWS)
        await call(base, `/bench/fill?from=${from}&rows=${FILL_ROWS}`, { method: "POST" });
      report.heading(`${rows} transactions (median of ${ROUNDS})`);
      for (const list of await listsOf(base, rows)) await timeList(report, rows, list);
    });
  }
}

/** [label, how it is asked for, its bare rival or nothing] of each list. */
async function listsOf(base, rows) {
  const get = (path) => () => call(base, path);
  const bare = (statement) => () => call(base, "/bench/bare", { method: "POST", body: statement });
  const since = (number) => new Date(FIRST_CREATED + number).toISOString();
  const cookie = await signIn(base);
  const page = (path) => async () => {
    const response = await fetch(new URL(path, base), { headers: { cookie }, redirect: "manual" });
    await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  };
  return [
    ["page of 2,000", get("/v2/transactions?limit=2000"), bare(BARE_PAGE)],
    ["created_since, all match", get(`/v2/transactions?created_since=${since(0)}`)],
    ["created_since, 100 match", get(`/v2/transactions?created_since=${since(rows - 99)}`)],
    ["summary of a month", get(`/v2/summary?${MONTH}`), bare(BARE_MONTH)],
    ["search page, common word", page("/transactions?q=shop")],
    ["search page, no match", page("/transactions?q=zymurgy")],
  ];
}

async function timeList(report, rows, [label, ours, rival]) {
  const [mine, bare] = [[], []];
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    mine.push(await timed(ours));
    if (rival !== undefined) bare.push(await timed(rival));
  }
  const name = `${rows}, ${label}`;
  if (rival === undefined) {
    report.line(label, mine.slice(1), "", { name });
    return;
  }
  report.line("bare statement", bare.slice(1), "", { name: `${name}, bare` });
  const times = median(mine.slice(1)) / median(bare.slice(1));
  report.line(label, mine.slice(1), `${times.toFixed(2)} times bare`, {
    name,
    rival: `${name}, bare`,
  });
}

/** The cookie of a session, by the link that npm start prints. */
async function signIn(base) {
  const init = { method: "POST", headers: { authorization: `Bearer ${TOKEN}` } };
  const { link } = await (await fetch(new URL("/api/sign-in-links", base), init)).json();
  const body = new URLSearchParams({ link });
  const headers = { origin: new URL(base).origin };
  const signedIn = await fetch(new URL("/sign-in", base), {
    method: "POST",
    body,
    headers,
    redirect: "manual",
  });
  const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  if (cookies.length === 0) throw new Error(`signing in answered ${signedIn.status}`);
  return cookies.join("; ");
}
