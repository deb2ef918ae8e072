// npm run cost: the price of a month on Cloudflare. It lives the months of a few households (scripts/cost/households.mjs)
// on the built Worker and counts every operation that is billed (scripts/cost/worker.ts), draws the months of many
// people from them one by one (scripts/cost/people.mjs), and multiplies by the published prices
// (scripts/cost/prices.json).

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { describe } from "./built.mjs";
import { writeBundle } from "./bundle.mjs";
import { habitsOf, HOUSEHOLDS } from "./cost/households.mjs";
import { BEATS_A_MONTH, liveAMonth } from "./cost/month.mjs";
import { addUp, drawPeople } from "./cost/people.mjs";
import { ROOT } from "./local.mjs";

/** @typedef {Record<string, number>} Counts */
/** @typedef {{month: Counts, beat: Counts, emptyBytes: number}} Months of one person, or of several together */
/** @typedef {{household: import("./cost/households.mjs").Household, units: Record<string, Counts>} & Months} Lived */

const PEOPLE = [1, 100, 10_000];
/** The connections that one heartbeat wakes (HEARTBEAT_CONNECTIONS in src/platform/limits.ts). */
const WOKEN_MAX = 50;
const MONTHS_KEPT = 12;
const OBJECT_GB = 0.128;
const TICKS_A_SECOND = 100;

const BINDINGS = { RECEIPT_ADDRESS: "receipts@example.com", RATES_URL: "" };

const prices = JSON.parse(readFileSync(join(ROOT, "scripts/cost/prices.json"), "utf8"));
const scratch = mkdtempSync(join(tmpdir(), "tributary-cost-"));
/** The counts whose spread among people is shown. */
const SPREAD = [
  "requests",
  "object_requests",
  "rows_read",
  "rows_written",
  "r2_bytes",
  "database_bytes",
  "cpu_ms",
];
/** The same people each time. */
const SEED = 20_261_125;
/** One person is the average household; many are drawn. */
const ALONE = "average";
try {
  await writeBundle(scratch, { entry: "scripts/cost/worker.ts" });
  const lived = [];
  for (const household of HOUSEHOLDS) lived.push({ household, ...(await measure(household)) });
  const drawn = drawPeople(
    lived.map(({ household, units }) => ({
      share: household.share,
      habits: habitsOf(household),
      units,
    })),
    Math.max(...PEOPLE),
    SEED,
  );
  printCounts(lived);
  printPeople(lived, drawn);
  printTable(PEOPLE.map((people) => monthsOf(lived, drawn, people)));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/**
 * A household's month and one heartbeat, counted, on a Worker with nothing stored; and the size of its databases.
 * @param {import("./cost/households.mjs").Household} household
 * @returns {Promise<Lived>}
 */
async function measure(household) {
  const state = join(scratch, `state-${household.name}`);
  const worker = new Miniflare(describe(scratch, state, { bindings: BINDINGS, quiet: true }));
  try {
    const { origin } = await worker.ready;
    const take = async () => {
      const counts = await (await fetch(`${origin}/cost`)).json();
      return { ...counts, cpu_ms: processorTime() };
    };
    return await liveAMonth(origin, household, take);
  } finally {
    await worker.dispose();
  }
}

/** The processor time of workerd so far: the Worker's, and what the platform's stand-ins take. */
function processorTime() {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8");
  const ticks = children
    .trim()
    .split(" ")
    .map((pid) => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [])
    .map((fields) => Number(fields[11]) + Number(fields[12]));
  return (ticks.reduce((sum, one) => sum + one, 0) * 1_000) / TICKS_A_SECOND;
}

/**
 * The months of the first so many people together; of one, those of the household ALONE.
 * @param {readonly Lived[]} lived
 * @param {ReturnType<typeof drawPeople>} drawn
 * @param {number} people
 * @returns {Months}
 */
function monthsOf(lived, drawn, people) {
  const alone = lived.find(({ household }) => household.name === ALONE);
  if (people === 1 && alone !== undefined) return alone;
  const some = drawn.slice(0, people);
  const each = Object.fromEntries(some.map(({ counts }, index) => [index, counts]));
  const beats = Object.fromEntries(lived.map(({ beat }, index) => [index, beat]));
  return {
    month: addUp(
      some.map((_, index) => [String(index), 1]),
      each,
    ),
    // One heartbeat of the people's mixture.
    beat: addUp(
      lived.map(({ household }, index) => [String(index), household.share]),
      beats,
    ),
    emptyBytes: some.reduce((sum, { kind }) => sum + lived[kind].emptyBytes, 0),
  };
}

/**
 * The counts of a month with so many people, at the end of the first year.
 * @param {Months} months
 * @param {number} people
 * @returns {Counts}
 */
function countsOf({ month, beat, emptyBytes }, people) {
  const woken = Math.min(people, WOKEN_MAX);
  // The heartbeat's own request and KV are the deployment's; the rest is each woken connection's.
  const beats = (/** @type {string} */ name) =>
    BEATS_A_MONTH * beat[name] * (/^(requests|kv_)/.test(name) ? 1 : woken);
  const all = Object.fromEntries(
    Object.keys(month).map((name) => [name, month[name] + beats(name)]),
  );
  // Of more connections a heartbeat keeps its place in KV.
  const places = people > WOKEN_MAX ? BEATS_A_MONTH : 0;
  const bytes = (/** @type {number} */ once, /** @type {number} */ monthly) =>
    (once + MONTHS_KEPT * monthly) / 1e9;
  return {
    ...all,
    kv_writes: all.kv_writes + places,
    kv_deletes: all.kv_deletes + places,
    object_gb_s: (all.object_ms / 1_000) * OBJECT_GB,
    database_gb: bytes(emptyBytes, month.database_bytes),
    r2_gb: bytes(0, month.r2_bytes),
  };
}

/** @param {readonly Lived[]} lived */
function printCounts(lived) {
  const shares = lived.map(
    ({ household: { name, share } }) => `${name} (${Math.round(share * 100)} of 100)`,
  );
  const beats = lived.map(({ household: { name } }) => `a heartbeat, ${name}`);
  const empty = lived.map(({ emptyBytes }) => print(emptyBytes)).join(", ");
  console.log(
    `The month of each household, and one of ${BEATS_A_MONTH} heartbeats. Empty databases: ${empty} bytes.\n`,
  );
  console.log(`| Counted | ${[...shares, ...beats].join(" | ")} |`);
  console.log(`|---|${lived.map(() => "---|---|").join("")}`);
  for (const name of Object.keys(lived[0]?.month ?? {})) {
    const cells = [
      ...lived.map(({ month }) => month[name]),
      ...lived.map(({ beat }) => beat[name]),
    ];
    console.log(`| ${name} | ${cells.map(print).join(" | ")} |`);
  }
}

/**
 * How the drawn people differ; and, as a check, each household's lived month beside the sum of what each thing costs.
 * @param {readonly Lived[]} lived
 * @param {ReturnType<typeof drawPeople>} drawn
 */
function printPeople(lived, drawn) {
  console.log(`\nThe months of ${print(drawn.length)} people, drawn one by one:\n`);
  const sums = lived.map(({ household, units }) =>
    addUp(Object.entries(habitsOf(household)), units),
  );
  const checks = lived.map(({ household: { name } }) => `${name}: lived / added up`);
  console.log(
    `| Counted | least | median | one in ten has more than | most | ${checks.join(" | ")} |`,
  );
  console.log(`|---|---|---|---|---|${lived.map(() => "---|").join("")}`);
  for (const name of SPREAD) {
    const all = drawn.map(({ counts }) => counts[name] ?? 0).toSorted((a, b) => a - b);
    const at = [0, 0.5, 0.9, 1].map((share) => all[Math.round(share * (all.length - 1))] ?? 0);
    const ratios = lived.map(({ month }, index) =>
      ((month[name] ?? 0) / (sums[index]?.[name] ?? 0)).toFixed(2),
    );
    console.log(`| ${[name, ...at.map(print), ...ratios].join(" | ")} |`);
  }
}

/** @param {readonly Months[]} months for each of PEOPLE */
function printTable(months) {
  console.log(
    `\nA month at Cloudflare's prices of ${prices.read_on}, in USD, at the end of the first year; one person is the ${ALONE} household, more are drawn:\n`,
  );
  console.log(`| Billed | ${PEOPLE.map((people) => `${print(people)} people |  `).join("| ")}|`);
  console.log(`|---|${PEOPLE.map(() => "---|---|").join("")}`);
  const counts = PEOPLE.map((people, index) => countsOf(months[index], people));
  const sums = PEOPLE.map(() => prices.plan.usd_a_month);
  for (const { what, count, included, usd, per } of prices.prices) {
    const cells = counts.map((of, index) => {
      const cost = (Math.max(0, of[count] - included) / per) * usd;
      sums[index] += cost;
      return `${print(of[count])} | ${cost.toFixed(2)}`;
    });
    console.log(`| ${what} | ${cells.join(" | ")} |`);
  }
  const plan = PEOPLE.map(() => ` | ${prices.plan.usd_a_month.toFixed(2)}`).join(" | ");
  console.log(`| ${prices.plan.name} |${plan} |`);
  console.log(`| **Together** | ${sums.map((sum) => `| **${sum.toFixed(2)}**`).join(" | ")} |`);
}

/** @param {number} count */
function print(count) {
  return count < 10 && !Number.isInteger(count)
    ? count.toFixed(2)
    : Math.round(count).toLocaleString("en-US");
}
