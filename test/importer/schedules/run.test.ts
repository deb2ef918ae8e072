// Runs of schedules, a step at a time, with a source and a budgeting service of the test's own:
// what fails, what is repeated, what is killed between any two steps. Every due instant is run
// once, and nothing doubtful is written.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test } from "vitest";
import { nextDue } from "../../../src/importer/schedules/due.ts";
import { workOnSchedules } from "../../../src/importer/schedules/run.ts";
import type { ScheduleFailing, ScheduleTools } from "../../../src/importer/schedules/run-tools.ts";
import type { Schedule, Target } from "../../../src/importer/schedules/schedule.ts";
import { steps } from "../../../src/importer/schema.ts";
import {
  addSchedule,
  changeSchedule,
  endSchedules,
  removeSchedule,
  listRuns,
  scheduleById,
  wishRun,
} from "../../../src/importer/schedules/store.ts";
import { schedulesDueAt } from "../../../src/importer/schedules/run.ts";
import {
  SCHEDULE_MONTHS_MAX,
  SCHEDULE_RUNS_KEPT,
  SCHEDULE_TRIES_MAX,
} from "../../../src/platform/limits.ts";
import type { AccountReading, BalanceReading } from "../../../src/sources/reading.ts";
import type { SourceFault } from "../../../src/sources/source-fault.ts";
import type { DebtSign, Source } from "../../../src/sources/source.ts";
import { findSourceByType } from "../../../src/sources/sources.ts";
import { migrate } from "../../../src/platform/sql/migrate.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { monthsMeant } from "../../../src/importer/schedules/months.ts";
import { parseDay } from "../../../src/money/day.ts";
import { must } from "../../../src/platform/assert.ts";
import { storedQuantity } from "../../../src/money/quantity.ts";
import { Runs } from "../../../src/importer/imports/runs.ts";
import type { RunState } from "../../../src/importer/imports/states.ts";
import { parseCurrency } from "../../../src/money/currency.ts";
import { err, ok, type Result } from "../../../src/platform/result.ts";
import { reset } from "../../reset.ts";

afterEach(() => reset());

const START = Date.parse("2026-03-10T05:00:00Z");
const DAY = 86_400_000;

type Answered = Result<readonly BalanceReading[], SourceFault> | "dies";

/** One connection's world: a clock, a source that answers what it is told to, a service that keeps accounts. */
class World {
  now = START;
  answers: Answered[] = [];
  reads = 0;
  account = {
    name: "House",
    currency: "eur",
    balance: "0.0000",
    balance_as_of: "2026-01-01T00:00:00Z",
    created_at: "2025-12-01T00:00:00Z",
    status: "active",
  };
  holding = { name: "Cold wallet", symbol: "eth", balance: "0" };
  months: unknown[] = [];
  puts: { path: string; body: unknown }[] = [];
  debts: DebtSign = "positive";
  /** The source itself, where it is one of our own that asks nobody. */
  own: Source | null = null;
  service: "answers" | "silent" | "dies before" | "dies after" = "answers";
  told: ScheduleFailing[] = [];
  /** What the source tells of as an account with transactions; null: balances alone. */
  statement: AccountReading | null = null;
  imports = 0;
  readonly sql: Sql;
  readonly tools: ScheduleTools;

  constructor(sql: Sql) {
    this.sql = sql;
    this.tools = {
      sql,
      chance: { now: () => this.now, random: () => 0.5 },
      fetching: async () => err(fault("unreachable")),
      source: () => this.#source(),
      secrets: async () => ok({}),
      statement: async (_, { reading }, take) => this.#take(reading, take),
      notify: (failing) => this.told.push(failing),
      ask: async (method, path, body) => this.#ask(method, path, body),
    };
  }

  add(target: Target = { manual_account_id: 5 }, cron = "0 6 * * *", id = "s1"): Schedule {
    const timing = { cron, timezone: "UTC" };
    const schedule: Schedule = {
      ...timing,
      id,
      name: "House",
      enabled: true,
      stopped: null,
      type: "test",
      settings: {},
      target,
      next_due_at: nextDue(timing, this.now),
      not_before: 0,
      failures: 0,
      created_at: this.now,
      updated_at: this.now,
    };
    expect(addSchedule(this.sql, schedule)).toBe(true);
    return schedule;
  }

  /** The alarm, whenever it is due until then. */
  async until(instant: number): Promise<void> {
    for (let rounds = 0; rounds < 5_000; rounds += 1) {
      const due = schedulesDueAt(this.sql);
      if (due === null || due > instant) break;
      this.now = Math.max(this.now, due);
      await this.step();
    }
    this.now = instant;
  }

  /** One alarm; a source or a service that dies takes the object with it, and the rows are what is left. */
  async step(): Promise<void> {
    await Promise.race([workOnSchedules(this.tools), this.#death.promise]);
    this.#death = Promise.withResolvers();
  }

  #death = Promise.withResolvers<void>();

  #die(): Promise<never> {
    this.#death.resolve();
    return new Promise(() => undefined);
  }

  #source(): Source {
    if (this.own !== null) return this.own;
    return {
      ...must(findSourceByType("formula"), "there is one to copy"),
      computed: false,
      debts: () => this.debts,
      read: async () => {
        this.reads += 1;
        const answer = this.answers.shift() ?? ok([eur("250000")]);
        if (answer === "dies") return this.#die();
        if (this.statement !== null)
          return ok({
            kind: "accounts",
            accounts: [this.statement],
            withPending: false,
            messages: [],
          });
        return answer.ok ? ok({ kind: "balances", balances: answer.value }) : answer;
      },
    };
  }

  #take(reading: AccountReading, take: Parameters<ScheduleTools["statement"]>[2]): void {
    if (reading.transactions.length === 0) return void take({ import: null, outcome: "None." });
    this.sql.transaction(() => {
      const id = `import-${this.imports + 1}`;
      if (!take({ import: id, outcome: "Taken." })) return;
      this.imports += 1;
      const options = {
        account: 5,
        account_named: null,
        currency: null,
        preview: false,
        apply_rules: true,
        skip_duplicates: true,
        include_pending: false,
      };
      new Runs(this.sql).create({
        id,
        door: "schedule",
        document: { name: "s", bytes: 1, sha256: "x", media_type: "application/json" },
        options,
        upload: null,
        now: this.now,
      });
    });
  }

  /** The import has come so far. */
  importIs(state: RunState, error: string | null = null): void {
    this.sql.run("UPDATE runs SET state = ?, error = ?", state, error);
  }

  async #ask(
    method: "GET" | "PUT",
    path: string,
    body: string | null,
  ): ReturnType<ScheduleTools["ask"]> {
    if (this.service === "silent")
      return { kind: "unknown", message: "the service did not answer" };
    const answers = new Map<string, object>([
      ["/manual_accounts/5", this.account],
      ["/crypto/manual/6", this.holding],
      ["/balance_history/manual/5", {}],
    ]);
    const json = answers.get(path);
    if (json === undefined)
      return { kind: "refused", status: 404, message: "not found", named: new Map() };
    if (method === "GET")
      return { kind: "answer", status: 200, json: { ...json }, headers: new Headers() };
    if (this.service === "dies before") return this.#die();
    const said: object = JSON.parse(body ?? "{}");
    this.puts.push({ path, body: said });
    if (path.startsWith("/balance_history")) this.months.push(said);
    else Object.assign(json, said);
    return this.service === "dies after"
      ? this.#die()
      : { kind: "answer", status: 200, json: {}, headers: new Headers() };
  }

  runs() {
    return listRuns(this.sql, "s1", 1_000);
  }
}

const fault = (kind: SourceFault["kind"], retryAfter: number | null = null): SourceFault => ({
  kind,
  message: `it was ${kind}`,
  retryAfter,
});
const eur = (
  amount: string,
  asOf: number | null = null,
  unit = "eur",
  account: string | null = null,
): BalanceReading => ({ account, name: null, amount: storedQuantity(amount), unit, asOf });

async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  await runInDurableObject(env.IMPORTER.getByName("1"), async (_, state) => {
    const sql = new Sql(state.storage);
    await migrate(sql, steps, START);
    await work(new World(sql));
  });
}

describe("a run", () => {
  test("reads the source when it is due, and writes what it said with its time", () =>
    inWorld(async (world) => {
      world.add();
      world.answers = [ok([eur("250000.1234", START + 1_800_000)])];

      await world.until(START + 2 * 3_600_000);

      expect(world.puts).toEqual([
        {
          path: "/manual_accounts/5",
          body: { balance: "250000.1234", balance_as_of: "2026-03-10T05:30:00.000Z" },
        },
      ]);
      expect(world.runs()).toMatchObject([
        {
          state: "done",
          due_at: START + 3_600_000,
          tries: 1,
          fault: null,
          outcome:
            "The balance of House was set to 250000.1234 EUR, as of 2026-03-10T05:30:00.000Z.",
        },
      ]);
      expect(JSON.parse(world.runs()[0]?.reading ?? "")).toEqual({
        amount: "250000.1234",
        unit: "eur",
        as_of: "2026-03-10T05:30:00.000Z",
        name: null,
      });
    }));

  test("is made once for each due instant over days, and its history is bounded", () =>
    inWorld(async (world) => {
      world.add({ manual_account_id: 5 }, "*/15 * * * *");

      await world.until(START + 3 * DAY);

      expect(world.reads).toBe(3 * 96);
      expect(world.runs()).toHaveLength(SCHEDULE_RUNS_KEPT);
      expect(new Set(world.runs().map(({ due_at }) => due_at)).size).toBe(SCHEDULE_RUNS_KEPT);
    }));

  test("makes up what was missed once, by the latest", () =>
    inWorld(async (world) => {
      world.add();
      world.now = START + 10 * DAY;

      await world.step();
      await world.step();

      expect(world.runs()).toMatchObject([{ state: "done", due_at: START + 9 * DAY + 3_600_000 }]);
      expect([world.reads, schedulesDueAt(world.sql)]).toEqual([1, START + 10 * DAY + 3_600_000]);
    }));

  test("that is wished for while one is on its way is that one", () =>
    inWorld(async (world) => {
      const schedule = world.add();

      expect([
        wishRun(world.sql, schedule, world.now),
        wishRun(world.sql, schedule, world.now),
      ]).toEqual([1, 1]);
      await world.step();

      expect(world.runs()).toMatchObject([{ state: "done", due_at: null }]);
      expect(wishRun(world.sql, schedule, world.now)).toBe(2);
    }));
});

test("of more schedules than can be run between two due instants each has its turn, those that waited longest first", () =>
  inWorld(async (world) => {
    const ids = Array.from({ length: 40 }, (_, index) => `s${index}`);
    for (const id of ids) world.add({ manual_account_id: 5 }, "*/15 * * * *", id);
    const source = must(world.tools.source("test"), "there is one");
    const slow: ScheduleTools = {
      ...world.tools,
      source: () => ({
        ...source,
        read: async (asked) => {
          world.now += 60_000;
          return source.read(asked);
        },
      }),
    };

    // Six times 15 minutes after the first is due, a minute each: 90 tries for 40.
    for (const until = START + 105 * 60_000; world.now < until;) {
      world.now = Math.max(world.now, must(schedulesDueAt(world.sql), "they are on"));
      await workOnSchedules(slow);
    }

    const tried = ids.map(
      (id) => listRuns(world.sql, id, 100).filter(({ state }) => state === "done").length,
    );
    expect([Math.min(...tried), Math.max(...tried)]).toEqual([2, 3]);
  }));

describe("killed", () => {
  test("while the source is read, it is read again", () =>
    inWorld(async (world) => {
      world.add();
      world.answers = ["dies"];

      await world.until(START + 4 * 3_600_000);

      expect([world.reads, world.puts.length, world.runs()[0]?.state, world.runs().length]).toEqual(
        [2, 1, "done", 1],
      );
    }));

  test.each(["dies before", "dies after"] as const)(
    "while it is written (the service %s it did it), the very same is written again, and the source is not asked",
    (service) =>
      inWorld(async (world) => {
        world.add();
        world.service = service;
        await world.until(START + 3_600_000);
        world.service = "answers";
        world.answers = [ok([eur("1")])];

        await world.until(START + 4 * 3_600_000);

        expect(world.reads).toBe(1);
        expect(new Set(world.puts.map((put) => JSON.stringify(put))).size).toBe(1);
        expect([world.account.balance, world.runs()[0]?.state]).toEqual(["250000.0000", "done"]);
      }),
  );

  test("again and again, it fails in the end and says so", () =>
    inWorld(async (world) => {
      world.add();
      world.answers = Array.from({ length: 100 }, () => "dies" as const);

      await world.until(START + 20 * 3_600_000);

      expect(world.reads).toBe(SCHEDULE_TRIES_MAX);
      expect(world.runs()).toMatchObject([
        { state: "failed", outcome: "It was begun again and again, and never ended." },
      ]);
    }));

  test("its schedule removed while the source is read, nothing is written", () =>
    inWorld(async (world) => {
      world.add();
      const asking = {
        ...world.tools,
        source: (): Source => ({
          ...must(findSourceByType("formula"), "there"),
          read: async () => (
            removeSchedule(world.sql, "s1"),
            ok({ kind: "balances", balances: [eur("7")] })
          ),
        }),
      };
      world.now = START + DAY;

      await workOnSchedules(asking);

      expect([world.puts, world.runs(), schedulesDueAt(world.sql)]).toEqual([[], [], null]);
    }));
});

describe("a source", () => {
  test.each(["unreachable", "slow", "limited"] as const)(
    "that is %s is asked again after a while, and then it is well",
    (kind) =>
      inWorld(async (world) => {
        world.add();
        world.answers = [err(fault(kind)), err(fault(kind))];

        await world.until(START + 3_600_000);
        expect(world.runs()).toMatchObject([{ state: "waiting", tries: 1 }]);
        await world.until(START + 3 * 3_600_000);

        expect([
          world.reads,
          world.runs()[0]?.state,
          scheduleById(world.sql, "s1")?.failures,
        ]).toEqual([3, "done", 0]);
      }),
  );

  test("that asks to be left alone is, by the next due instant and by a person's wish too", () =>
    inWorld(async (world) => {
      const schedule = world.add({ manual_account_id: 5 }, "0 * * * *");
      world.answers = [err(fault("limited", 3 * 3_600_000))];
      await world.until(START + 3_600_000);

      wishRun(world.sql, must(scheduleById(world.sql, schedule.id), "it is there"), world.now);
      await world.until(START + 3.9 * 3_600_000);
      expect(world.reads).toBe(1);
      await world.until(START + 4.5 * 3_600_000);

      expect([world.reads, world.puts.length]).toEqual([2, 1]);
    }));

  test.each(["malformed", "gone", "too large", "forbidden address"] as const)(
    "whose answer is %s is asked again when it is due, and a person is told after three in a row",
    (kind) =>
      inWorld(async (world) => {
        world.add();
        world.answers = Array.from({ length: 5 }, () => err(fault(kind)));

        await world.until(START + 5 * DAY);
        expect([
          world.reads,
          world.told.map(({ failures, stopped }) => [failures, stopped]),
          world.puts,
        ]).toEqual([5, [[3, false]], []]);
        await world.until(START + 6 * DAY);

        expect([
          scheduleById(world.sql, "s1")?.failures,
          scheduleById(world.sql, "s1")?.enabled,
        ]).toEqual([0, true]);
      }),
  );

  test("that is down for days is tried a bounded number of times for each due instant", () =>
    inWorld(async (world) => {
      world.add();
      world.answers = Array.from({ length: 1_000 }, () => err(fault("unreachable")));

      await world.until(START + 3 * DAY);

      expect(world.reads).toBe(3 * SCHEDULE_TRIES_MAX);
      expect(world.runs().map(({ state }) => state)).toEqual(["failed", "failed", "failed"]);
    }));

  test("that says a secret where its currency was expected has the run fail without it", () =>
    inWorld(async (world) => {
      world.add();
      world.now = START + DAY;
      world.answers = [ok([eur("1", null, "planted.unit")])];

      await workOnSchedules({
        ...world.tools,
        secrets: async () => ok({ headers: "X-Key: planted.unit" }),
      });

      expect(world.runs()[0]).toMatchObject({
        state: "failed",
        outcome: "The source's balance is in …, the account's in EUR: nothing was written.",
      });
    }));

  test("that refuses the credentials is not asked again until a person sets them", () =>
    inWorld(async (world) => {
      world.add();
      world.answers = [err(fault("refused"))];

      await world.until(START + 5 * DAY);

      expect([world.reads, schedulesDueAt(world.sql), world.told]).toEqual([
        1,
        null,
        [{ schedule: "s1", name: "House", failures: 1, stopped: true, message: "it was refused" }],
      ]);
      expect(scheduleById(world.sql, "s1")).toMatchObject({
        enabled: false,
        stopped: "it was refused",
      });
    }));
});

describe("nothing is written", () => {
  const refusals: readonly (readonly [string, readonly BalanceReading[], string])[] = [
    [
      "in another currency",
      [eur("5", null, "usd")],
      "The source's balance is in USD, the account's in EUR",
    ],
    ["with more decimals than an account holds", [eur("5.00001")], "too many decimals"],
    ["of a time that is yet to come", [eur("5", START + 40 * DAY)], "yet to come"],
    ["where the source tells of none", [], "told of no balance"],
    [
      "where it tells of several accounts in the currency",
      [eur("5", null, "eur", "a"), eur("6", null, "eur", "b"), eur("7", null, "btc", "c")],
      "2 accounts in EUR, and which is meant is not known: a, b.",
    ],
    ["where several are in the currency", [eur("5"), eur("6")], "2 balances in EUR"],
    [
      "where several are, and none in the currency",
      [eur("5", null, "btc"), eur("6", null, "eth")],
      "no balance in EUR",
    ],
  ];
  test.each(refusals)("%s", (_, readings, why) =>
    inWorld(async (world) => {
      world.add();
      world.answers = [ok(readings)];

      await world.until(START + 3_600_000);

      expect([world.puts, world.runs()[0]?.state]).toEqual([[], "failed"]);
      expect(world.runs()[0]?.outcome).toContain(why);
    }),
  );

  test("but the one balance in the currency is, where a wallet or an exchange tells of several, each an account of its own", () =>
    inWorld(async (world) => {
      world.add();
      world.answers = [
        ok([
          eur("0.5", null, "btc", "btc"),
          eur("6", null, "eur", "eur"),
          eur("7", null, "usd", "usd"),
        ]),
      ];

      await world.until(START + 3_600_000);

      expect(world.puts).toMatchObject([{ body: { balance: "6.0000" } }]);
    }));

  test("over a balance of a later time, and that is no failure", () =>
    inWorld(async (world) => {
      world.add();
      world.account.balance_as_of = "2026-03-10T05:30:00Z";
      world.answers = [ok([eur("5", START)])];

      await world.until(START + 3_600_000);

      expect([world.puts, world.runs()[0]?.state]).toEqual([[], "done"]);
      expect(world.runs()[0]?.outcome).toContain("which is later");
    }));

  test("but over the balance that the account was made with it is, though that is dated later by the making", () =>
    inWorld(async (world) => {
      world.add();
      world.account.balance_as_of = world.account.created_at = "2026-03-10T05:30:00.500Z";
      world.answers = [ok([eur("5", START)])];

      await world.until(START + 3_600_000);

      expect(world.puts).toMatchObject([
        { body: { balance: "5.0000", balance_as_of: new Date(START).toISOString() } },
      ]);
    }));

  test("by a repeat that a later balance has overtaken", () =>
    inWorld(async (world) => {
      world.add();
      world.service = "dies before";
      await world.until(START + 3_600_000);
      world.service = "answers";
      world.account.balance_as_of = "2026-03-10T06:01:00Z";

      await world.until(START + 2 * 3_600_000);

      expect([world.puts, world.runs()[0]?.state]).toEqual([[], "done"]);
    }));

  test("by a repeat to a holding of another coin by now", () =>
    inWorld(async (world) => {
      world.add({ crypto_manual_id: 6 });
      world.answers = [ok([eur("1.5", null, "eth")])];
      world.service = "dies before";
      await world.until(START + 3_600_000);
      world.service = "answers";
      world.holding.symbol = "btc";

      await world.until(START + 2 * 3_600_000);

      expect([world.puts, world.runs()[0]?.state]).toEqual([[], "failed"]);
    }));

  test("to an account that is closed or gone", () =>
    inWorld(async (world) => {
      world.add();
      world.account.status = "closed";
      await world.until(START + 3_600_000);

      expect([world.puts, world.runs()[0]?.outcome]).toEqual([[], "The account House is closed."]);
    }));
});

describe("a target", () => {
  test("of crypto takes all 18 decimals of the one holding in its coin", () =>
    inWorld(async (world) => {
      world.add({ crypto_manual_id: 6 });
      world.answers = [ok([eur("12.5"), eur("123456789.000000000000000001", null, "ETH")])];

      await world.until(START + 3_600_000);

      expect(world.puts).toEqual([
        { path: "/crypto/manual/6", body: { balance: "123456789.000000000000000001" } },
      ]);
    }));

  test("of the month before is written for that month in the schedule's zone, and only of a balance of that month", () =>
    inWorld(async (world) => {
      world.add({ history: 5, month: "previous" }, "0 6 1 * *");
      world.answers = [
        ok([eur("7", Date.parse("2026-03-31T23:00:00Z"))]),
        ok([eur("8", Date.parse("2026-05-01T00:00:00Z"))]),
      ];

      await world.until(Date.parse("2026-05-01T07:00:00Z"));

      expect(world.months).toEqual([
        { balances: [{ month: "2026-03", balance: "7.0000", currency: "eur" }] },
      ]);
      expect(world.runs()[0]?.outcome).toContain(
        "a balance of 2026-05, where one of 2026-04 was wanted",
      );
    }));
});

describe("a target that is a debt", () => {
  /** What is written of a card when a source that prints debts so says that amount; or the fault. */
  const wrote = async (
    debts: "positive" | "negative" | "unsaid",
    amount: string,
    target: Target = { manual_account_id: 5 },
  ) => {
    const written: unknown[] = [];
    await inWorld(async (world) => {
      Object.assign(world.account, { type: "credit" });
      world.debts = debts;
      world.add(target, "0 6 1 * *");
      world.answers = [ok([eur(amount, Date.parse("2026-03-31T12:00:00Z"))])];
      await world.until(Date.parse("2026-04-01T07:00:00Z"));
      written.push(
        ...world.puts.map(({ body }) => body),
        ...world.runs().flatMap(({ fault: why }) => (why === null ? [] : [JSON.parse(why)])),
      );
    });
    return written;
  };

  test.each([
    ["negative", "-258.71", "258.7100"],
    ["negative", "12", "-12.0000"],
    ["negative", "0", "0.0000"],
    ["positive", "258.71", "258.7100"],
    ["positive", "-12", "-12.0000"],
    ["unsaid", "258.71", "258.7100"],
  ] as const)(
    "of a source that prints what is owed as %s and says %s holds %s",
    async (debts, said, balance) => {
      expect(await wrote(debts, said)).toEqual([
        { balance, balance_as_of: "2026-03-31T12:00:00.000Z" },
      ]);
    },
  );

  test("asks which way round a negative figure is meant where the settings do not say", async () => {
    expect(await wrote("unsaid", "-258.71")).toMatchObject([
      {
        kind: "malformed",
        message: expect.stringContaining("may be what is owed, or what was paid ahead"),
      },
    ]);
  });

  test.each([
    ["negative", "-258.71"],
    ["positive", "258.71"],
  ] as const)(
    "has its months as what was owed where its source prints debts as %s",
    async (debts, said) => {
      expect(await wrote(debts, said, { history: 5, month: "previous" })).toEqual([
        { balances: [{ month: "2026-03", balance: "258.7100", currency: "eur" }] },
      ]);
    },
  );

  test("that became an account of money meanwhile is not given the stored figure, which would mean the opposite", () =>
    inWorld(async (world) => {
      Object.assign(world.account, { type: "credit" });
      world.add();
      world.service = "dies before";
      await world.until(START + 3_600_000);
      Object.assign(world.account, { type: "cash" });
      world.service = "answers";
      await world.until(START + 2 * 3_600_000);

      expect([world.puts, world.runs()[0]?.state]).toEqual([[], "failed"]);
      expect(world.runs()[0]?.outcome).toContain("was a debt and is none any more");
    }));
});

describe("months of a history", () => {
  const at = (text: string) => Date.parse(text);
  const FIRST = at("2026-04-01T07:00:00Z");

  test("from an earlier one on are written by one request: of each the last balance that is told, and none that is not", () =>
    inWorld(async (world) => {
      world.add({ history: 5, month: "previous", from: "2025-12" }, "0 6 1 * *");
      world.answers = [
        ok([
          eur("9", at("2025-11-30T00:00:00Z")),
          eur("1", at("2025-12-31T12:00:00Z")),
          eur("3", at("2026-02-28T00:00:00Z")),
          eur("2", at("2026-02-01T00:00:00Z")),
          eur("4.5", at("2026-03-31T23:59:59Z")),
          eur("8", at("2026-04-01T00:00:00Z")),
        ]),
      ];

      await world.until(FIRST);

      const month = (name: string, balance: string) => ({ month: name, balance, currency: "eur" });
      expect(world.months).toEqual([
        {
          balances: [
            month("2025-12", "1.0000"),
            month("2026-02", "3.0000"),
            month("2026-03", "4.5000"),
          ],
        },
      ]);
      expect(world.runs()[0]).toMatchObject({
        state: "done",
        outcome:
          "The balances of House at the end of 3 months, from 2025-12 to 2026-03, were set; the last to 4.5000 EUR.",
      });
      expect(JSON.parse(world.runs()[0]?.reading ?? "")).toMatchObject({ amount: "4.5" });
    }));

  test("are worked out for the end of each by a rule", () =>
    inWorld(async (world) => {
      const schedule = world.add({ history: 5, month: "2026-02", from: "2025-12" }, "0 6 1 * *");
      const settings = {
        rule: "straight_line",
        currency: "eur",
        from: "2025-01-01",
        cost: "365",
        residual: "0",
        months: 12,
      };
      world.sql.run(
        "UPDATE schedules SET settings = ? WHERE id = ?",
        JSON.stringify(settings),
        schedule.id,
      );
      world.now = FIRST;

      await workOnSchedules({ ...world.tools, source: () => findSourceByType("formula") });

      // A euro a day: on 31 December the 364 days since 1 January are gone.
      expect(world.months).toEqual([
        {
          balances: [
            { month: "2025-12", balance: "1.0000", currency: "eur" },
            { month: "2026-01", balance: "0.0000", currency: "eur" },
            { month: "2026-02", balance: "0.0000", currency: "eur" },
          ],
        },
      ]);
    }));

  test.each<[string, Target, BalanceReading[], string]>([
    [
      "of which none is told",
      { history: 5, month: "2026-02", from: "2026-01" },
      [eur("1", at("2025-11-30T00:00:00Z")), eur("1", at("2026-03-30T00:00:00Z"))],
      "The source told of a balance of 2025-11 to 2026-03, where one of 2026-01 to 2026-02 was wanted.",
    ],
    [
      "that have not ended",
      { history: 5, month: "previous", from: "2026-04" },
      [eur("1")],
      "have not ended yet",
    ],
    [
      "told twice for one instant",
      { history: 5, month: "2026-02" },
      [eur("1", at("2026-02-28T00:00:00Z")), eur("2", at("2026-02-28T00:00:00Z"))],
      "2 balances in EUR",
    ],
    [
      "told in another currency",
      { history: 5, month: "2026-02" },
      [eur("1", at("2026-02-28T00:00:00Z"), "usd")],
      "in USD",
    ],
    [
      "told too exactly",
      { history: 5, month: "2026-02" },
      [eur("0.00001", at("2026-02-28T00:00:00Z"))],
      "too many decimals",
    ],
  ])("%s are not written", (_, target, readings, why) =>
    inWorld(async (world) => {
      world.add(target, "0 6 1 * *");
      world.answers = [ok(readings)];

      await world.until(FIRST);

      expect([world.months, world.runs()[0]?.state]).toEqual([[], "failed"]);
      expect(world.runs()[0]?.outcome).toContain(why);
    }),
  );

  test("are bounded: the newest are written", () => {
    const months = monthsMeant(
      { history: 5, month: "2026-02", from: "1900-01" },
      must(parseDay("2026-03-10"), "a day"),
    );
    expect([months.length, months[0], months.at(-1)]).toEqual([
      SCHEDULE_MONTHS_MAX,
      "1976-03",
      "2026-02",
    ]);
  });
});

test("a service that does not answer is waited for, and the source is not asked for nothing", () =>
  inWorld(async (world) => {
    world.add();
    world.service = "silent";
    await world.until(START + 20 * 3_600_000);
    expect([world.runs()[0]?.state, world.reads]).toEqual(["waiting", 0]);
    world.service = "answers";

    await world.until(START + 22 * 3_600_000);

    expect([world.puts.length, world.runs()[0]?.state, world.told]).toEqual([1, "done", []]);
  }));

describe("a statement", () => {
  const HOUR = 3_600_000;
  const stated = (transactions: number, asOf: number | null = START): AccountReading => ({
    id: "a",
    name: "Fed",
    institution: "Bank",
    currency: must(parseCurrency("eur"), "a currency"),
    balance: storedQuantity("77.01"),
    available: null,
    balanceAsOf: asOf,
    transactions: Array.from({ length: transactions }, (_, n) => ({
      id: `t${n}`,
      posted: null,
      transacted: null,
      amount: storedQuantity("1"),
      description: "",
      payee: null,
      memo: null,
      pending: false,
    })),
  });
  const BALANCE = {
    path: "/manual_accounts/5",
    body: { balance: "77.0100", balance_as_of: "2026-03-10T05:00:00.000Z" },
  };
  const inStatement = (
    work: (world: World) => Promise<void>,
    reading = stated(2),
    cron = "0 6 * * *",
  ) =>
    inWorld(async (world) => {
      world.statement = reading;
      world.add({ statement: 5 }, cron);
      await world.until(START + HOUR);
      await work(world);
    });

  test("has its balance written when its import is done, and not before", () =>
    inStatement(async (world) => {
      for (const state of ["received", "reading", "posting", "waiting"] as const) {
        world.importIs(state);
        await world.until(world.now + 20 * 60_000);
        expect([world.puts, world.runs()[0]?.state, world.reads], state).toEqual([
          [],
          "waiting",
          1,
        ]);
      }
      world.importIs("done");
      await world.step();

      expect(world.puts).toEqual([BALANCE]);
      expect(world.runs()).toMatchObject([
        {
          state: "done",
          import: "import-1",
          outcome:
            "Taken. The balance of House was set to 77.0100 EUR, as of 2026-03-10T05:00:00.000Z.",
        },
      ]);
      expect(scheduleById(world.sql, "s1")?.failures).toBe(0);
    }));

  test.each<[RunState, "done" | "failed", string]>([
    ["question", "done", "asks a question first"],
    ["preview", "done", "asks a question first"],
    ["undone", "done", "was undone"],
    ["failed", "failed", "failed, so that the balance was not written: No row can be read"],
  ])("whose import is %s has no balance written", (state, run, words) =>
    inStatement(async (world) => {
      world.importIs(state, "No row can be read");
      await world.step();

      expect([world.puts, world.runs()[0]?.state]).toEqual([[], run]);
      expect(world.runs()[0]?.outcome).toContain(words);
      // What was never written keeps no older balance of a hook out.
      if (run === "done") expect(world.runs()[0]?.writing).toBeNull();
    }),
  );

  describe("whose import asks, and is answered by a person later,", () => {
    const inAsked = (work: (world: World) => Promise<void>) =>
      inStatement(async (world) => {
        world.importIs("question");
        await world.step();
        await world.until(START + 3 * HOUR);
        expect([world.puts, world.runs()[0]?.state, schedulesDueAt(world.sql)]).toEqual([
          [],
          "done",
          START + HOUR + DAY,
        ]);
        await work(world);
      });
    const answered = async (world: World, state: RunState = "done") => {
      world.importIs("posting");
      await world.until(START + 4 * HOUR);
      world.importIs(state);
      expect(schedulesDueAt(world.sql) ?? Number.NaN, "it is due at once").toBeLessThanOrEqual(
        world.now,
      );
      await world.until(START + 5 * HOUR);
    };

    test("has its balance written when that is done, and not before; the source is not asked", () =>
      inAsked(async (world) => {
        await answered(world);

        expect([world.puts, world.reads]).toEqual([[BALANCE], 1]);
        expect(world.runs()).toMatchObject([
          {
            state: "done",
            outcome:
              "The import was answered and is done: the balance of House was set to 77.0100 EUR, as of 2026-03-10T05:00:00.000Z.",
          },
        ]);
        expect([JSON.parse(world.runs()[0]?.writing ?? ""), schedulesDueAt(world.sql)]).toEqual([
          BALANCE,
          START + HOUR + DAY,
        ]);
      }));

    test.each(["dies before", "dies after"] as const)(
      "and killed while the balance is written (the service %s it did it), repeats the very same",
      (service) =>
        inAsked(async (world) => {
          world.importIs("done");
          world.service = service;
          await world.step();
          world.service = "answers";
          await world.until(START + 5 * HOUR);

          expect(new Set(world.puts.map((put) => JSON.stringify(put)))).toEqual(
            new Set([JSON.stringify(BALANCE)]),
          );
          expect([world.account.balance, schedulesDueAt(world.sql)]).toEqual([
            "77.0100",
            START + HOUR + DAY,
          ]);
        }),
    );

    test("has its balance written when the service answers again", () =>
      inAsked(async (world) => {
        world.service = "silent";
        world.importIs("done");
        await world.until(START + 6 * HOUR);
        expect([world.puts, schedulesDueAt(world.sql) ?? 0]).toEqual([
          [],
          expect.toSatisfy((at: number) => at > world.now),
        ]);
        world.service = "answers";
        await world.until(START + 7 * HOUR);

        expect(world.puts).toEqual([BALANCE]);
      }));

    test.each<[string, (world: World) => void, string]>([
      [
        "has a balance of a later time by then",
        (world) => void (world.account.balance_as_of = "2026-03-10T05:00:01Z"),
        "has a balance of a later time",
      ],
      [
        "was given another currency",
        (world) => void (world.account.currency = "usd"),
        "the account's is in USD by now",
      ],
      [
        "was closed",
        (world) => void (world.account.status = "closed"),
        "The account House is closed.",
      ],
    ])("whose account %s, leaves that as it is", (_, change, words) =>
      inAsked(async (world) => {
        change(world);
        await answered(world);

        expect([world.puts, world.runs()[0]?.state]).toEqual([[], "done"]);
        expect(world.runs()[0]).toMatchObject({
          writing: null,
          outcome: expect.stringContaining(words),
        });
      }),
    );

    test.each<[RunState, string]>([
      ["undone", "was undone"],
      ["failed", "failed, so that the balance was not written"],
    ])("with %s for its end, has no balance written", (state, words) =>
      inAsked(async (world) => {
        await answered(world, state);

        expect([world.puts, world.runs()[0]?.writing, world.runs()[0]?.outcome]).toEqual([
          [],
          null,
          expect.stringContaining(words),
        ]);
      }),
    );

    test("leaves to a later run what that has written, also of the same time", () =>
      inAsked(async (world) => {
        world.statement = { ...stated(0), balance: storedQuantity("78") };
        await world.until(START + 2 * HOUR + DAY);
        expect(world.account.balance).toBe("78.0000");
        world.importIs("done");
        await world.until(START + 3 * HOUR + DAY);

        expect([world.account.balance, world.puts.length]).toEqual(["78.0000", 1]);
      }));

    test("has no balance written where a person ends its schedule while the account is looked at", () =>
      inAsked(async (world) => {
        world.importIs("done");
        const ask: ScheduleTools["ask"] = (method, path, body) => (
          method === "GET" && endSchedules(world.sql, world.now),
          world.tools.ask(method, path, body)
        );
        await workOnSchedules({ ...world.tools, ask });

        expect(world.puts).toEqual([]);
      }));

    test.each<[string, (world: World) => void]>([
      [
        "its schedule was changed",
        (world) =>
          changeSchedule(world.sql, must(scheduleById(world.sql, "s1"), "there"), true, world.now),
      ],
      ["its schedule was removed", (world) => void removeSchedule(world.sql, "s1")],
      ["its connection has ended", (world) => endSchedules(world.sql, world.now)],
    ])("has no balance written where %s meanwhile", (_, change) =>
      inAsked(async (world) => {
        change(world);
        world.importIs("done");
        await world.until(START + 5 * HOUR);

        expect(world.puts).toEqual([]);
      }),
    );
  });

  test("in which nothing was booked has its balance written at once", () =>
    inStatement(async (world) => {
      expect([world.puts, world.imports]).toEqual([[BALANCE], 0]);
      expect(world.runs()).toMatchObject([
        {
          state: "done",
          import: null,
          outcome: expect.stringMatching(/^None\. The balance of House/),
        },
      ]);
    }, stated(0)));

  test("older than the account's balance leaves that, when it is read and when its import is done", () =>
    inStatement(async (world) => {
      world.account.balance_as_of = "2026-03-10T05:00:01Z";
      world.importIs("done");
      await world.step();
      expect([world.puts, world.runs()[0]?.outcome]).toEqual([
        [],
        "Nothing more was written: the account has a balance of a later time.",
      ]);

      await world.until(START + HOUR + DAY);
      world.importIs("done");
      await world.step();
      expect([world.puts, world.runs()[0]?.state]).toEqual([[], "done"]);
      expect(world.runs()[0]?.outcome).toMatch(
        /^Taken\. Nothing was written: .* which is later\.$/,
      );
    }));

  test.each<[string, object, string]>([
    [
      "was given another currency",
      { currency: "usd" },
      "The source's balance is in EUR, the account's is in USD by now: nothing more was written.",
    ],
    ["was closed", { status: "closed" }, "The account House is closed."],
  ])("whose account %s before its import was done has no balance written", (_, change, words) =>
    inStatement(async (world) => {
      Object.assign(world.account, change);
      world.importIs("done");
      await world.step();

      expect([world.puts, world.runs()[0]?.state, world.runs()[0]?.outcome]).toEqual([
        [],
        "failed",
        words,
      ]);
    }),
  );

  test.each(["dies before", "dies after"] as const)(
    "killed while the balance is written (the service %s it did it) repeats the very same, and makes no second import",
    (service) =>
      inStatement(async (world) => {
        world.service = service;
        world.importIs("done");
        await world.step();
        world.service = "answers";
        world.statement = stated(9, START + 60_000);
        await world.until(START + 2 * HOUR);

        expect([world.reads, world.imports, world.runs()[0]?.state]).toEqual([1, 1, "done"]);
        expect(new Set(world.puts.map((put) => JSON.stringify(put)))).toEqual(
          new Set([JSON.stringify(BALANCE)]),
        );
      }),
  );

  test("whose import never ends fails when the next is due, and one whose schedule is removed makes none", () =>
    inStatement(async (world) => {
      await world.until(START + HOUR + DAY);
      expect(world.runs().map(({ state }) => state)).toEqual(["waiting", "failed"]);
      removeSchedule(world.sql, "s1");
      world.importIs("done");
      await world.until(START + 3 * DAY);

      expect([world.puts, world.imports]).toEqual([[], 2]);
    }));

  test("whose run a person has ended meanwhile writes no balance", () =>
    inWorld(async (world) => {
      world.add({ statement: 5 });
      const ends = () =>
        world.sql.run(
          "UPDATE schedule_runs SET state = 'failed', next_attempt_at = NULL, finished_at = 1",
        );
      const asking = {
        ...world.tools,
        source: (): Source => ({
          ...must(findSourceByType("formula"), "there"),
          read: async () => (
            ends(),
            ok({ kind: "accounts", accounts: [stated(0)], withPending: false, messages: [] })
          ),
        }),
      };
      world.now = START + DAY;

      await workOnSchedules(asking);

      expect([world.puts, world.runs()[0]?.state]).toEqual([[], "failed"]);
    }));

  test("whose schedule is removed while it is read becomes no import", () =>
    inWorld(async (world) => {
      world.add({ statement: 5 });
      const asking = {
        ...world.tools,
        source: (): Source => ({
          ...must(findSourceByType("formula"), "there"),
          read: async () => (
            removeSchedule(world.sql, "s1"),
            ok({ kind: "accounts", accounts: [stated(2)], withPending: false, messages: [] })
          ),
        }),
      };
      world.now = START + DAY;

      await workOnSchedules(asking);

      expect([world.imports, world.puts]).toEqual([0, []]);
    }));
});

describe("a fixed amount", () => {
  const MONTHLY = "0 6 1 * *";
  const fixed = must(findSourceByType("fixed"), "it is one of the sources");

  async function inFixedWorld(amount: string, work: (world: World) => Promise<void>) {
    await inWorld(async (world) => {
      world.own = fixed;
      world.account.balance = "9000.0000";
      const schedule = world.add({ manual_account_id: 5 }, MONTHLY);
      world.sql.run("UPDATE schedules SET settings = ?", JSON.stringify({ amount }));
      expect(schedule.type).toBe("test");
      await work(world);
    });
  }

  test("a fixed amount is added once at each due time", async () => {
    await inFixedWorld("400", async (world) => {
      await world.until(Date.parse("2026-06-02T00:00:00Z"));

      // The first of April, May and June.
      expect(world.puts.map(({ body }) => body)).toMatchObject([
        { balance: "9400.0000", balance_as_of: "2026-04-01T06:00:00.000Z" },
        { balance: "9800.0000" },
        { balance: "10200.0000", balance_as_of: "2026-06-01T06:00:00.000Z" },
      ]);
    });
  });

  test("a fixed amount is added for each due time that was missed, in one run", async () => {
    await inFixedWorld("400", async (world) => {
      await world.until(Date.parse("2026-04-02T00:00:00Z"));
      world.now = Date.parse("2026-07-15T00:00:00Z");
      await world.step();

      expect(world.puts.map(({ body }) => body)).toMatchObject([
        { balance: "9400.0000" },
        // 9,400 and the first of May, June and July.
        { balance: "10600.0000" },
      ]);
    });
  });

  test("a fixed amount whose run failed is made up by the next run", async () => {
    await inFixedWorld("-25.50", async (world) => {
      world.account.status = "closed";
      await world.until(Date.parse("2026-04-02T00:00:00Z"));
      world.account.status = "active";
      await world.until(Date.parse("2026-05-02T00:00:00Z"));

      expect(world.runs().map(({ state }) => state)).toEqual(["done", "failed"]);
      expect(world.account.balance).toBe("8949.0000");
    });
  });

  test("a fixed amount is added once however often the service dies behind the write", async () => {
    await inFixedWorld("400", async (world) => {
      world.service = "dies after";
      await world.until(Date.parse("2026-04-01T06:00:00Z"));
      await world.step();
      world.service = "answers";
      await world.until(Date.parse("2026-04-02T00:00:00Z"));

      expect(world.account.balance).toBe("9400.0000");
      expect(world.runs().map(({ state }) => state)).toEqual(["done"]);
    });
  });

  test("a fixed amount is added to a balance of a later time, which keeps its time", async () => {
    await inFixedWorld("400", async (world) => {
      world.account.balance_as_of = "2026-04-01T22:00:00Z";
      await world.until(Date.parse("2026-04-01T07:00:00Z"));

      expect(world.puts.map(({ body }) => body)).toEqual([
        { balance: "9400.0000", balance_as_of: "2026-04-01T22:00:00.000Z" },
      ]);
    });
  });

  test("a run that a person asks for adds a fixed amount once", async () => {
    await inFixedWorld("400", async (world) => {
      wishRun(world.sql, must(scheduleById(world.sql, "s1"), "it is there"), world.now);
      await world.step();

      expect(world.account.balance).toBe("9400.0000");
    });
  });
});
