// Many schedules over many connections by a simulated clock: each object keeps one alarm of its own, the platform drops some of
// them, the heart beats every quarter of an hour for a bounded number of connections. Every due instant is run once.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import { nextDue } from "../../../src/import/schedules/due.ts";
import { workOnSchedules, type ScheduleTools } from "../../../src/import/schedules/run.ts";
import { addSchedule, runsOf, schedulesDueAt } from "../../../src/import/schedules/store.ts";
import { steps } from "../../../src/import/post/schema.ts";
import { HEARTBEAT_CONNECTIONS } from "../../../src/limits.ts";
import { sourceNamed } from "../../../src/sources/sources.ts";
import { migrate } from "../../../src/sql/migrate.ts";
import { Sql } from "../../../src/sql/sql.ts";
import { must } from "../../../src/value/assert.ts";
import { storedQuantity } from "../../../src/value/quantity.ts";
import { err, ok } from "../../../src/value/result.ts";
import { reset } from "../../reset.ts";

afterEach(() => reset());

const CONNECTIONS = 8;
const SCHEDULES = 10;
// Yet to come for the real clock too: an object that is built again must not find anything due by itself.
const START = Date.parse("2090-03-10T00:00:00Z");
const QUARTER = 15 * 60_000;
const DAYS = 2;

/** The world that all connections share: one clock, a source and a service that answer at once. */
class World {
  now = START;
  reads = 0;
  writes = 0;

  tools(sql: Sql): ScheduleTools {
    const source = must(sourceNamed("formula"), "there is one to copy");
    const balance = { account: null, name: null, amount: storedQuantity("1"), unit: "eur", asOf: null };
    return {
      sql,
      chance: { now: () => this.now, random: () => 0.5 },
      fetching: async () => err({ kind: "unreachable", message: "no network here", retryAfter: null }),
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
        return { kind: "answer", status: 200, json: { name: "House", currency: "eur", balance_as_of: null } };
      },
    };
  }
}

const inside = <T>(connection: number, work: (sql: Sql) => Promise<T>) => runInDurableObject(env.IMPORTER.getByName(`connection ${connection}`), (_, state) => work(new Sql(state.storage)));

function schedule(connection: number, index: number, now: number) {
  const timing = { cron: `${(connection * 7 + index * 13) % 60} ${(connection + index * 5) % 24} * * *`, timezone: index % 2 === 0 ? "UTC" : "America/New_York" };
  return { ...timing, id: `s${index}`, name: `Schedule ${index}`, enabled: true, stopped: null, type: "formula", settings: {}, target: { manual_account_id: 5 }, next_due_at: nextDue(timing, now), not_before: 0, failures: 0, created_at: now, updated_at: now };
}

test("every schedule of every connection runs once for each due instant, though alarms are lost", async () => {
  const world = new World();
  const alarms: (number | null)[] = [];
  const due = new Map<string, number[]>();
  for (let connection = 0; connection < CONNECTIONS; connection += 1) {
    alarms[connection] = await inside(connection, async (sql) => {
      await migrate(sql, steps, START);
      for (let index = 0; index < SCHEDULES; index += 1) {
        const made = schedule(connection, index, START);
        addSchedule(sql, made);
        const instants: number[] = [];
        for (let at = made.next_due_at; at !== null && at <= START + DAYS * 86_400_000; at = nextDue(made, at)) instants.push(at);
        due.set(`${connection} ${made.id}`, instants);
      }
      return schedulesDueAt(sql);
    });
  }

  let [lost, cursor] = [0, 0];
  for (let beat = 1; beat <= (DAYS * 86_400_000) / QUARTER + Math.ceil(CONNECTIONS / HEARTBEAT_CONNECTIONS) + 1; beat += 1) {
    // The alarms of this quarter, each at its instant; one in twenty is dropped.
    for (const [connection, at] of alarms.entries()) {
      for (let next = at; next !== null && next <= START + Math.min(beat * QUARTER, DAYS * 86_400_000); next = alarms[connection] ?? null) {
        if ((connection * 31 + beat * 17) % 20 === 0) {
          [alarms[connection], lost] = [null, lost + 1];
          break;
        }
        world.now = next;
        alarms[connection] = await inside(connection, async (sql) => {
          while (await workOnSchedules(world.tools(sql)));
          return schedulesDueAt(sql);
        });
      }
    }
    world.now = START + beat * QUARTER;
    for (let count = 0; count < Math.min(HEARTBEAT_CONNECTIONS, CONNECTIONS); count += 1, cursor = (cursor + 1) % CONNECTIONS) {
      alarms[cursor] ??= await inside(cursor, async (sql) => schedulesDueAt(sql));
    }
  }

  let missing = 0;
  for (let connection = 0; connection < CONNECTIONS; connection += 1) {
    const ran = await inside(connection, async (sql) => Array.from({ length: SCHEDULES }, (_, index) => runsOf(sql, `s${index}`, 1_000)));
    for (const [index, runs] of ran.entries()) {
      const instants = runs.map(({ due_at }) => due_at);
      expect(new Set(instants).size).toBe(instants.length);
      expect(runs.every(({ state }) => state === "done")).toBe(true);
      const expected = due.get(`${connection} s${index}`) ?? [];
      expect(instants.every((instant) => instant !== null && expected.includes(instant))).toBe(true);
      missing += expected.length - instants.length;
    }
  }
  const total = [...due.values()].flat().length;
  expect([total, world.reads, world.writes, missing]).toEqual([CONNECTIONS * SCHEDULES * DAYS, total, total, 0]);
  expect(lost).toBeGreaterThan(0);
});
