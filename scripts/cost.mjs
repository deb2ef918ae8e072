// npm run cost: the price of a month on Cloudflare. It lives the months of a few households (scripts/cost/households.mjs)
// on the built Worker, counts every operation that is billed (scripts/cost/worker.ts), mixes the counts by the
// households' shares, and multiplies them by the published prices (scripts/cost/prices.json).

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { describe } from "./built.mjs";
import { writeBundle } from "./bundle.mjs";
import { HOUSEHOLDS, mix } from "./cost/households.mjs";
import { BEATS_A_MONTH, liveAMonth } from "./cost/month.mjs";
import { ROOT } from "./local.mjs";

/** @typedef {Record<string, number>} Counts */
/** @typedef {{month: Counts, beat: Counts, emptyBytes: number}} Lived */

const PEOPLE = [1, 100, 10_000];
/** The connections that one heartbeat wakes (HEARTBEAT_CONNECTIONS in src/platform/limits.ts). */
const WOKEN_MAX = 50;
const MONTHS_KEPT = 12;
const OBJECT_GB = 0.128;
const TICKS_A_SECOND = 100;

const BINDINGS = { RECEIPT_ADDRESS: "receipts@example.com", RATES_URL: "" };

const prices = JSON.parse(readFileSync(join(ROOT, "scripts/cost/prices.json"), "utf8"));
const scratch = mkdtempSync(join(tmpdir(), "tributary-cost-"));
/** One person is the average household; many are the mixture. */
const ALONE = "average";
try {
  await writeBundle(scratch, { entry: "scripts/cost/worker.ts" });
  const lived = [];
  for (const household of HOUSEHOLDS) lived.push({ household, ...(await measure(household)) });
  const person = {
    month: mix(lived.map(({ household, month }) => ({ household, counts: month }))),
    beat: mix(lived.map(({ household, beat }) => ({ household, counts: beat }))),
    emptyBytes: lived.reduce((sum, one) => sum + one.household.share * one.emptyBytes, 0),
  };
  printCounts(lived, person);
  printTable(lived.find(({ household }) => household.name === ALONE) ?? person, person);
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
 * The counts of a month with so many people, at the end of the first year.
 * @param {Lived} person
 * @param {number} people
 * @returns {Counts}
 */
function countsOf({ month, beat, emptyBytes }, people) {
  const woken = Math.min(people, WOKEN_MAX);
  // The heartbeat's own request and KV are the deployment's; the rest is each woken connection's.
  const beats = (/** @type {string} */ name) =>
    BEATS_A_MONTH * beat[name] * (/^(requests|kv_)/.test(name) ? 1 : woken);
  const all = Object.fromEntries(
    Object.keys(month).map((name) => [name, month[name] * people + beats(name)]),
  );
  // Of more connections a heartbeat keeps its place in KV.
  const places = people > WOKEN_MAX ? BEATS_A_MONTH : 0;
  const bytes = (/** @type {number} */ once, /** @type {number} */ monthly) =>
    (people * (once + MONTHS_KEPT * monthly)) / 1e9;
  return {
    ...all,
    kv_writes: all.kv_writes + places,
    kv_deletes: all.kv_deletes + places,
    object_gb_s: (all.object_ms / 1_000) * OBJECT_GB,
    database_gb: bytes(emptyBytes, month.database_bytes),
    r2_gb: bytes(0, month.r2_bytes),
  };
}

/**
 * @param {readonly (Lived & {household: import("./cost/households.mjs").Household})[]} lived
 * @param {Lived} person
 */
function printCounts(lived, { month, beat, emptyBytes }) {
  const shares = lived.map(
    ({ household: { name, share } }) => `${name} (${Math.round(share * 100)} of 100)`,
  );
  console.log(
    `The month of each household, of one person of the mixture, and one of ${BEATS_A_MONTH} heartbeats. Empty databases: ${print(emptyBytes)} bytes.\n`,
  );
  console.log(`| Counted | ${shares.join(" | ")} | the mixture | a heartbeat |`);
  console.log(`|---|${lived.map(() => "---|").join("")}---|---|`);
  for (const name of Object.keys(month)) {
    const cells = [...lived.map((one) => one.month[name]), month[name], beat[name]];
    console.log(`| ${name} | ${cells.map(print).join(" | ")} |`);
  }
}

/**
 * @param {Lived} alone
 * @param {Lived} person
 */
function printTable(alone, person) {
  console.log(
    `\nA month at Cloudflare's prices of ${prices.read_on}, in USD, at the end of the first year; one person is the ${ALONE} household, more are the mixture:\n`,
  );
  console.log(`| Billed | ${PEOPLE.map((people) => `${print(people)} people |  `).join("| ")}|`);
  console.log(`|---|${PEOPLE.map(() => "---|---|").join("")}`);
  const counts = PEOPLE.map((people) => countsOf(people === 1 ? alone : person, people));
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
