// Many schedules over many connections by a simulated clock: each object keeps one alarm of its
// own, the platform drops some of them, the heart beats every quarter of an hour for a bounded
// number of connections. Every due instant is run once. How many there are is SCALE's ("1000x10":
// connections, schedules each); what it cost is printed where it was set.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OWN_CONNECTION } from "../../../src/importer/connection/identity.ts";
import { wakeSome } from "../../../src/importer/connection/all-connections.ts";
import { nextDue } from "../../../src/importer/schedules/due.ts";
import { workOnSchedules } from "../../../src/importer/schedules/run.ts";
import type { ScheduleTools } from "../../../src/importer/schedules/run-tools.ts";
import type { ScheduleRun } from "../../../src/importer/schedules/schedule.ts";
import { addSchedule, listRuns } from "../../../src/importer/schedules/store.ts";
import { schedulesDueAt } from "../../../src/importer/schedules/run.ts";
import { steps } from "../../../src/importer/schema.ts";
import { HEARTBEAT_CONNECTIONS } from "../../../src/platform/limits.ts";
import { findSourceByType } from "../../../src/sources/sources.ts";
import { migrate } from "../../../src/platform/sql/migrate.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { must } from "../../../src/platform/assert.ts";
import { storedQuantity } from "../../../src/money/quantity.ts";
import { err, ok } from "../../../src/platform/result.ts";
import { forgetConnections } from "../forget-connections.ts";

const [CONNECTIONS = 51, SCHEDULES = 2] = env.SCALE === "" ? [] : env.SCALE.split("x").map(Number);
const START = Date.parse("2090-03-10T00:00:00Z");
const QUARTER = 15 * 60_000;
/** No alarm is lost after this day; then every connection has its turn once more. */
const DAY_BEATS = 96;
const BEATS = DAY_BEATS + Math.ceil(CONNECTIONS / HEARTBEAT_CONNECTIONS) + 1;
const END = START + BEATS * QUARTER;
const HOOK_MS_MAX = 300_000;

beforeEach(forgetConnections, HOOK_MS_MAX);
afterEach(async () => {
  vi.restoreAllMocks();
  await forgetConnections();
}, HOOK_MS_MAX);

/** Numbers from 0 to 1 without a pattern, always the same ones (a linear congruential generator). */
function drawing(): () => number {
  let state = 12_345;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** The world that all connections share: one clock, a source and a service that answer at once. */
class World {
  now = START;
  reads = 0;
  writes = 0;

  tools(sql: Sql): ScheduleTools {
    const source = must(findSourceByType("formula"), "there is one to copy");
    const balance = {
      account: null,
      name: null,
      amount: storedQuantity("1"),
      unit: "eur",
      asOf: null,
    };
    return {
      sql,
      chance: { now: () => this.now, random: () => 0.5 },
      fetching: async () =>
        err({ kind: "unreachable", message: "no network here", retryAfter: null }),
      source: () => ({
        ...source,
        read: async () => {
          this.reads += 1;
          return ok({ kind: "balances", balances: [balance] });
        },
      }),
      secrets: async () => ok({}),
      statement: async () => undefined,
      notify: () => undefined,
      ask: async (method) => {
        this.writes += method === "PUT" ? 1 : 0;
        return {
          kind: "answer",
          status: 200,
          headers: new Headers(),
          json: { name: "House", currency: "eur", balance_as_of: null },
        };
      },
    };
  }
}

/** A connection's number as its name: 32 digits, w, x, y and z for those that no name has. */
const nameOf = (connection: number) =>
  connection
    .toString(32)
    .replace(/[0189]/g, (digit) => "wxyz"["0189".indexOf(digit)] ?? "")
    .padStart(26, "w");
const NAMES = Array.from({ length: CONNECTIONS }, (_, connection) => nameOf(connection));
/**
 * In an object that has no tables of its own: an Importer that is built again would correct times
 * ahead of the real clock.
 */
const inside = <T>(connection: number, work: (sql: Sql) => Promise<T>) =>
  runInDurableObject(env.ATTEMPT.getByName(nameOf(connection)), (_, state) =>
    work(new Sql(state.storage)),
  );

function schedule(connection: number, index: number, now: number) {
  const timing = {
    cron: `${(connection * 7 + index * 13) % 60} ${(connection + index * 5) % 24} * * *`,
    timezone: index % 2 === 0 ? "UTC" : "America/New_York",
  };
  return {
    ...timing,
    id: `s${index}`,
    name: `Schedule ${index}`,
    enabled: true,
    stopped: null,
    type: "formula",
    settings: {},
    target: { manual_account_id: 5 },
    next_due_at: nextDue(timing, now),
    not_before: 0,
    failures: 0,
    created_at: now,
    updated_at: now,
  };
}

/** The heartbeat itself over the simulated objects: what each beat asked of KV, and whom it woke. */
class Heart {
  readonly asked: number[] = [];
  readonly woken: string[][] = [];
  readonly #kv = (["get", "list", "put", "delete"] as const).map((method) =>
    vi.spyOn(env.TOKENS, method),
  );

  async beat(wake: (connection: number) => Promise<void>): Promise<void> {
    const names: string[] = [];
    const awake = (name: string) => ({
      wake: async () => {
        names.push(name);
        if (name !== OWN_CONNECTION) await wake(NAMES.indexOf(name));
        return null;
      },
    });
    for (const spy of this.#kv) spy.mockClear();
    await wakeSome({ TOKENS: env.TOKENS, IMPORTER: { getByName: awake } });
    this.asked.push(this.#kv.reduce((sum, { mock }) => sum + mock.calls.length, 0));
    this.woken.push(names);
  }
}

/** Makes all schedules; the instants that each is due at, and the objects' alarms. */
async function makeSchedules(): Promise<{ due: Map<string, number[]>; alarms: (number | null)[] }> {
  const due = new Map<string, number[]>();
  const alarms: (number | null)[] = [];
  for (const [connection, name] of NAMES.entries()) {
    await env.TOKENS.put(`connection/${name}`, "what KV holds is not looked at");
    alarms[connection] = await inside(connection, async (sql) => {
      await migrate(sql, steps, START);
      for (let index = 0; index < SCHEDULES; index += 1) {
        const made = schedule(connection, index, START);
        addSchedule(sql, made);
        const instants: number[] = [];
        for (let at = made.next_due_at; at !== null && at <= END; at = nextDue(made, at))
          instants.push(at);
        due.set(`${connection} ${made.id}`, instants);
      }
      return schedulesDueAt(sql);
    });
  }
  return { due, alarms };
}

/** What was run, by schedule. */
async function allRuns(): Promise<Map<string, ScheduleRun[]>> {
  const all = new Map<string, ScheduleRun[]>();
  for (const connection of NAMES.keys()) {
    const ran = await inside(connection, async (sql) =>
      Array.from({ length: SCHEDULES }, (_, index) => listRuns(sql, `s${index}`, 1_000)),
    );
    for (const [index, runs] of ran.entries()) all.set(`${connection} s${index}`, runs);
  }
  return all;
}

test(
  "every schedule of every connection runs once for each due instant, though alarms are lost, at a cost that no beat exceeds",
  { timeout: 900_000 },
  async () => {
    const began = Date.now();
    const world = new World();
    const { due, alarms } = await makeSchedules();
    const heart = new Heart();
    const draw = drawing();
    let lost = 0;
    /** The alarms of a quarter of an hour, each at its instant; one in twenty is dropped, but after the day. */
    const ring = async (beat: number) => {
      for (const connection of NAMES.keys()) {
        for (
          let next = alarms[connection] ?? null;
          next !== null && next <= START + beat * QUARTER;
          next = alarms[connection] ?? null
        ) {
          if (beat <= DAY_BEATS && draw() < 0.05) {
            [alarms[connection], lost] = [null, lost + 1];
            break;
          }
          world.now = Math.max(next, START + (beat - 1) * QUARTER);
          alarms[connection] = await inside(connection, async (sql) => {
            while (await workOnSchedules(world.tools(sql)));
            return schedulesDueAt(sql);
          });
        }
      }
    };

    for (let beat = 1; beat <= BEATS; beat += 1) {
      await ring(beat);
      world.now = START + beat * QUARTER;
      await heart.beat(async (connection) => {
        alarms[connection] ??= await inside(connection, async (sql) => schedulesDueAt(sql));
      });
    }

    const runs = await allRuns();
    const instants = [...runs].flatMap(([key, ran]) => ran.map(({ due_at }) => `${key} ${due_at}`));
    const expected = new Set([...due].flatMap(([key, ats]) => ats.map((at) => `${key} ${at}`)));
    const doubled = instants.length - new Set(instants).size;
    const missed = expected.difference(new Set(instants)).size;
    const unexpected = new Set(instants).difference(expected).size;
    const late = Math.max(
      ...[...runs.values()]
        .flat()
        .map(({ due_at, finished_at }) => (finished_at ?? Infinity) - (due_at ?? 0)),
    );
    const wakes = NAMES.map((name) => heart.woken.flat().filter((one) => one === name).length);
    const found = {
      due: expected.size,
      runs: instants.length,
      doubled,
      missed,
      unexpected,
      lost,
      latest_minutes: late / 60_000,
      beats: BEATS,
      kv_a_beat: Math.max(...heart.asked),
      wakes_a_beat: Math.max(...heart.woken.map(({ length }) => length)),
      wakes_a_connection: [Math.min(...wakes), Math.max(...wakes)],
      seconds: (Date.now() - began) / 1000,
    };
    if (env.SCALE !== "") console.log(JSON.stringify(found));
    expect(found).toMatchObject({ runs: expected.size, doubled: 0, missed: 0, unexpected: 0 });
    expect([world.reads, world.writes]).toEqual([expected.size, expected.size]);
    expect([...runs.values()].flat().every(({ state }) => state === "done")).toBe(true);
    expect(lost).toBeGreaterThan(0);
    // To read, forget, list and keep the place; the configured connection beside those of the page.
    expect(found.kv_a_beat).toBeLessThanOrEqual(4);
    expect(found.wakes_a_beat).toBeLessThanOrEqual(HEARTBEAT_CONNECTIONS + 1);
    expect(Math.max(...wakes) - Math.min(...wakes)).toBeLessThanOrEqual(1);
  },
);
