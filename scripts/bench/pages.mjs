// npm run bench -- pages: each page's time and weight with 100,000 transactions in the budget,
// measured through the built Worker, by a person who signed up. The time is from the request to the
// last byte over loopback, with a static file of the same Worker for comparison. The weight is all
// that a first visit loads, uncompressed. PAGES=rule,search measures those whose name contains one of
// these words.

import { withPerson } from "../signed-up.mjs";
import { bringIn } from "../pictures/household.mjs";
import { listPages } from "../pictures/pages.mjs";

const ROWS = 100_000;
const BATCH = 500;
const ROUNDS = 40;
const MEDIAN_MS_MAX = 150;
const P95_MS_MAX = 300;
const BYTES_MAX = 200_000;

export async function pages({ report }) {
  await withPerson(async ({ origin, session, call }) => {
    const listed = listPages(await bringIn(call));
    await insertRows(call);
    const cookie = session.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const load = async (path) => {
      const start = performance.now();
      const response = await fetch(new URL(path, origin), { headers: { cookie } });
      const text = await response.text();
      return { ms: performance.now() - start, status: response.status, text };
    };
    const assets = new Map();
    report.heading(
      `Pages with ${ROWS} more transactions (${ROUNDS} loads): median, 95th percentile, weight`,
    );
    const idle = await measure(() => load("/icon.svg"));
    print(report, "(a static file)", idle, 0);
    const common = /"\/transactions\/(\d+)/.exec((await load("/transactions?q=coffee")).text)?.[1];
    const offer = ["offer of a rule", `/transactions?offer=${common}`];
    const words = process.env.PAGES?.split(",") ?? [""];
    const asked = [...listed, ...SEARCHES, offer].filter(([name]) =>
      words.some((word) => name.includes(word)),
    );
    for (const [name, path] of asked) {
      const { text, status } = await load(path);
      if (status !== 200) {
        console.log(`  ${name.padEnd(26)} ${status}`);
        continue;
      }
      let bytes = Buffer.byteLength(text);
      for (const asset of listAssets(text)) {
        if (!assets.has(asset)) assets.set(asset, Buffer.byteLength((await load(asset)).text));
        bytes += assets.get(asset);
      }
      print(report, name, await measure(() => load(path)), bytes);
    }
  });
}

/** The filters of the list that cost the most. */
const SEARCHES = [
  ["search: common", "/transactions?q=coffee"],
  ["search: rare", "/transactions?q=zymurgy"],
  ["search: number", "/transactions?q=4711"],
  ["amount range", "/transactions?min=100&max=101"],
  ["no category, oldest", "/transactions?category=0&after=2016-01-01.1"],
  ["month", "/transactions?month=2024-03"],
  ["rule: a sixth of all", "/rules/new?if.payee=coffee&if.payee.how=contains&then.notes=coffee"],
  ["rule: all", "/rules/new?if.min=0.01&if.sign=debit&then.notes=spent"],
];

async function insertRows(call) {
  const { manual_accounts: accounts } = await call("GET", "/v2/manual_accounts");
  const { categories } = await call("GET", "/v2/categories?format=flattened");
  const usable = categories.filter(({ is_group: isGroup }) => !isGroup);
  for (let from = 0; from < ROWS; from += BATCH) {
    const transactions = Array.from({ length: BATCH }, (_, index) =>
      makeRow(from + index, accounts, usable),
    );
    await call("POST", "/v2/transactions", { transactions });
  }
}

/** Makes a row of the ten years before the household's, spread over its accounts and categories. */
function makeRow(index, accounts, categories) {
  const day = new Date(Date.UTC(2025, 9, 31) - Math.floor((index * 3_650) / ROWS) * 86_400_000);
  return {
    date: day.toISOString().slice(0, 10),
    amount: (((index * 7_919) % 20_000) / 100 + 0.5).toFixed(2),
    payee: `${SHOPS[index % SHOPS.length]} ${index % 97}`,
    manual_account_id: accounts[index % accounts.length].id,
    category_id: index % 11 === 0 ? null : categories[index % categories.length].id,
    external_id: `bench-${index}`,
    status: index % 50 === 0 ? "unreviewed" : "reviewed",
  };
}

const SHOPS = [
  "Corner Coffee",
  "Greenleaf Market",
  "Northside Fuel",
  "Trattoria Lucia",
  "Paper Crane",
  "City Pool",
];

async function measure(load) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push((await load()).ms);
  times.sort((one, other) => one - other);
  return { median: times[Math.floor(ROUNDS / 2)], p95: times[Math.ceil(ROUNDS * 0.95) - 1], times };
}

function listAssets(html) {
  const found = html.matchAll(/(?:src|href)="(\/[\w.-]+\.(?:css|js))"/g);
  return new Set(Array.from(found, ([, path]) => path));
}

function print(report, name, { median, p95, times }, bytes) {
  const over = [
    ...(median > MEDIAN_MS_MAX ? [`median over ${MEDIAN_MS_MAX} ms`] : []),
    ...(p95 > P95_MS_MAX ? [`95th percentile over ${P95_MS_MAX} ms`] : []),
    ...(bytes > BYTES_MAX ? [`over ${BYTES_MAX / 1_000} KB`] : []),
  ];
  const figures = `${median.toFixed(0).padStart(5)} ms ${p95.toFixed(0).padStart(6)} ms ${(bytes / 1_000).toFixed(0).padStart(6)} KB`;
  console.log(
    `  ${name.padEnd(26)}${figures}${over.length > 0 ? `   ${over.join(", ")}` : ""}${report.keep(name, times, "ms")}`,
  );
}
