// An alarm that failed is set again after a pause that grows to a bound: a database that refuses
// writes keeps no count of its own, and what is due would have the alarm ring without end. What
// waits meanwhile is done once, when the fault is gone.

import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { deriveConnectionId } from "../../../src/importer/connection/identity.ts";
import { notify } from "../../../src/importer/webhooks/sending/notify.ts";
import { ALARM_PAUSE_MS_MAX, RETRY_DELAY_MS_MIN } from "../../../src/platform/limits.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { forgetConnections } from "../forget-connections.ts";
import { api, importer, service } from "./driver.ts";
import { callsTo } from "../../importer-calls.ts";

let now = 0;

beforeEach(async () => {
  await forgetConnections();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await forgetConnections();
});

interface Shown {
  readonly id: string;
  readonly next_runs: readonly string[];
  readonly runs: readonly {
    readonly state: string;
    readonly due_at: string | null;
    readonly tries: number;
  }[];
}

const HOUSE = {
  type: "formula",
  rule: "appreciation",
  currency: "eur",
  from: "2020-01-01",
  cost: "100000",
  yearly_percent: "0",
  compounded: "monthly",
};

/** From here on time stands still, and chance is in the middle. */
function stop(at: number): void {
  now = at;
  vi.spyOn(Date, "now").mockImplementation(() => now);
  vi.spyOn(Math, "random").mockReturnValue(0.5);
}

/** The database refuses to write one of its tables, as a full one would; and no longer. */
const refuse = async (write: string) =>
  runInDurableObject(
    await importer(),
    (_, { storage: { sql } }) =>
      void sql.exec(
        `CREATE TRIGGER refused BEFORE ${write} BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`,
      ),
  );
const allow = async () =>
  runInDurableObject(
    await importer(),
    (_, { storage: { sql } }) => void sql.exec("DROP TRIGGER refused"),
  );

/** Rings the alarm; how long from then it is to ring again. */
async function ring(): Promise<number> {
  await runDurableObjectAlarm(await importer());
  return (
    ((await runInDurableObject(await importer(), (_, { storage }) => storage.getAlarm())) ??
      Number.NaN) - now
  );
}

/** Rings whenever the alarm is due; the pauses between. */
async function rings(count: number): Promise<number[]> {
  const pauses: number[] = [];
  for (let rung = 0; rung < count; rung += 1) {
    const pause = await ring();
    pauses.push(pause);
    now += pause;
  }
  return pauses;
}

async function schedule(): Promise<Shown> {
  const { id } = await service<{ id: number }>("/manual_accounts", "POST", {
    name: "House",
    type: "real estate",
    balance: "0",
    currency: "eur",
    balance_as_of: "2020-01-01",
  });
  return api<Shown>("/schedules", "POST", {
    name: "House",
    cron: "0 6 * * *",
    timezone: "UTC",
    source: HOUSE,
    target: { manual_account_id: id },
  });
}

/**
 * Twice as long each time, from between one second and two: half of what lies between the least and
 * 2, 4, 8 ... seconds.
 */
const GROWING = [2, 4, 8, 16, 32, 64, 128].map((seconds) =>
  Math.min(ALARM_PAUSE_MS_MAX, RETRY_DELAY_MS_MIN + (seconds * 1_000 - RETRY_DELAY_MS_MIN) / 2),
);

describe("a database that refuses writes", () => {
  test.each(["INSERT ON schedule_runs", "UPDATE ON schedules", "UPDATE ON schedule_runs"])(
    "(%s) has the alarm pause longer each time, and what was due is run once when it is well again",
    async (write) => {
      const {
        id,
        next_runs: [due = ""],
      } = await schedule();
      stop(Date.parse(due));
      await refuse(write);

      expect(await rings(8)).toEqual([...GROWING, ALARM_PAUSE_MS_MAX]);
      await allow();
      await ring();

      expect((await api<Shown>(`/schedules/${id}`)).runs).toMatchObject([
        { state: "done", due_at: due, tries: 1 },
      ]);
    },
  );

  test("pauses anew from the shortest after it was well", async () => {
    const {
      next_runs: [due = ""],
    } = await schedule();
    stop(Date.parse(due));
    await refuse("INSERT ON schedule_runs");
    await rings(4);
    await allow();
    await rings(1);

    now += 86_400_000;
    await refuse("INSERT ON schedule_runs");

    expect(await ring()).toBe(GROWING[0]);
  });

  test("pauses what is told of as well, which is told once it is well", async () => {
    await api("/webhooks", "POST", { label: "my script", url: "http://127.0.0.1:8799/webhooks" });
    const sent = vi
      .spyOn(globalThis, "fetch")
      .mockImplementation(async () => new Response(null, { status: 204 }));
    stop(Date.now() + 3_600_000);
    await refuse("UPDATE ON deliveries");
    await runInDurableObject(await importer(), (_, { storage }) =>
      notify(new Sql(storage), { type: "schedule.failed", subject: "s1", data: {} }),
    );
    await (await importer()).wake();

    expect(await rings(3)).toEqual(GROWING.slice(0, 3));
    expect(sent).not.toHaveBeenCalled();
    await allow();
    await ring();

    await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
  });
});

test("a connection whose own chores fail has the alarm pause too", async () => {
  const identity = {
    userId: 7,
    accountId: 41,
    name: "Ada Example",
    email: "ada@example.com",
    budgetName: "Household",
    currency: "eur",
  };
  const ada = env.IMPORTER.getByName(await deriveConnectionId({ budgetApiUrl: null }, identity));
  stop(Date.now() + 3_600_000);
  expect(
    await ada.connectBudget({
      owner: "0".repeat(32),
      identity,
      credential: { kind: "token", token: "planted-token" },
    }),
  ).toMatchObject({ ok: true });
  await runInDurableObject(
    ada,
    (_, { storage: { sql } }) =>
      void sql.exec(
        "CREATE TRIGGER refused BEFORE UPDATE ON connection BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
      ),
  );

  await runDurableObjectAlarm(ada);

  expect(await runInDurableObject(ada, (_, { storage }) => storage.getAlarm())).toBe(
    now + (GROWING[0] ?? 0),
  );
});

test("the heartbeat does not shorten a pause, nor does what comes meanwhile", async () => {
  const {
    next_runs: [due = ""],
  } = await schedule();
  stop(Date.parse(due));
  await refuse("INSERT ON schedule_runs");
  const pause = await ring();

  await (await importer()).wake();
  await callsTo(await importer()).resend(0, 0);

  expect(await runInDurableObject(await importer(), (_, { storage }) => storage.getAlarm())).toBe(
    now + pause,
  );
});
