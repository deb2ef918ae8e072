// Setting balances and taking them back under every fault of a service: no answer before or after
// the effect, a kill before or after it. Each ends in the same balance and history as without a
// fault, whatever else the account sees meanwhile.

import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import * as fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { applyPlans, takeBack, type BalanceTools } from "../../../src/importer/balances/apply.ts";
import type { RunBalance } from "../../../src/importer/balances/balance.ts";
import { planBalances } from "../../../src/importer/balances/plan.ts";
import type { BalanceService, MonthSeen } from "../../../src/importer/balances/service.ts";
import type { NoAnswer } from "../../../src/platform/outbox/effect.ts";
import { Runs, type RunOptions } from "../../../src/importer/imports/runs.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { parseDay, type Day } from "../../../src/money/day.ts";
import { must } from "../../../src/platform/assert.ts";
import { parseUnits, units } from "../../../src/money/money.ts";
import { parseMonth } from "../../../src/money/month.ts";
import { reset } from "../../reset.ts";
import { callsTo } from "../../importer-calls.ts";

afterEach(() => reset());

const ACCOUNT = { id: 7, name: "Everyday", currency: "usd" } as const;
const NOW = Date.parse("2026-11-22T12:00:00Z");
const OPTIONS: RunOptions = {
  account: 7,
  account_named: null,
  currency: null,
  preview: false,
  apply_rules: true,
  skip_duplicates: true,
  include_pending: false,
};
const SILENCE: NoAnswer = { kind: "unknown", message: "no answer" };

class Killed extends Error {}

type Fault = "none" | "unheard" | "unanswered" | "killed before" | "killed after";

/** A service with one account; its clock goes on with each write. */
class Bank implements BalanceService {
  balance = 250_000;
  asOf = "2026-01-01T00:00:00.000Z";
  clock = NOW;
  readonly transactions: { day: string; debit: number; written: number }[] = [];
  readonly months = new Map<string, { id: number; balance: number }>();
  readonly #faults: Fault[];
  #ids = 0;

  constructor(faults: readonly Fault[]) {
    this.#faults = [...faults];
  }

  /** A person spends: the balance moves. */
  spend(day: string, debit: number): void {
    this.clock += 60_000;
    this.transactions.push({ day, debit, written: this.clock });
    this.balance -= debit;
    this.asOf = new Date(this.clock).toISOString();
  }

  async #under<Reply>(effect: () => Reply): Promise<Reply | NoAnswer> {
    const fault = this.#faults.shift() ?? "none";
    if (fault === "killed before") throw new Killed();
    if (fault === "unheard") return SILENCE;
    const reply = effect();
    if (fault === "killed after") throw new Killed();
    return fault === "unanswered" ? SILENCE : reply;
  }

  account() {
    return this.#under(
      () =>
        ({
          kind: "account",
          debt: false,
          currency: "usd",
          closed: false,
          balance: this.balance,
          as_of: this.asOf,
          created_at: "2025-01-01T00:00:00.000Z",
        }) as const,
    );
  }

  later(_: number, day: Day) {
    return this.#under(() => {
      const later = this.transactions.filter((one) => one.day > day);
      return {
        kind: "later",
        count: later.length,
        debits: later.reduce((all, { debit }) => all + debit, 0),
        foreign: false,
      } as const;
    });
  }

  movedAt(_: number, time: number) {
    return this.#under(
      () =>
        ({
          kind: "moved",
          moved: this.transactions.some(({ written }) => Math.abs(written - time) < 1_000),
        }) as const,
    );
  }

  putBalance(_: number, balance: string, asOf: string) {
    return this.#under(() => {
      this.balance = unitsOf(balance);
      this.asOf = asOf;
      return { kind: "put" } as const;
    });
  }

  history() {
    return this.#under(
      () =>
        ({
          kind: "history",
          months: [...this.months].map(([month, { id, balance }]): MonthSeen => ({
            id,
            month: must(parseMonth(month), "a month"),
            balance,
            currency: "usd",
            recorded: false,
          })),
        }) as const,
    );
  }

  putMonths(_: number, months: readonly { readonly month: string; readonly balance: string }[]) {
    return this.#under(() => {
      for (const { month, balance } of months)
        this.months.set(month, { id: (this.#ids += 1), balance: unitsOf(balance) });
      return { kind: "put" } as const;
    });
  }

  deleteMonth(id: number) {
    return this.#under(() => {
      for (const [month, entry] of this.months) if (entry.id === id) this.months.delete(month);
      return { kind: "put" } as const;
    });
  }
}

function unitsOf(text: string): number {
  const read = parseUnits(text);
  return must(read.ok ? read.value : null, "a balance");
}

type Act =
  | { readonly kind: "import"; readonly month: number; readonly closing: number }
  | { readonly kind: "undo"; readonly nth: number }
  | { readonly kind: "spend"; readonly day: number; readonly debit: number };

/** Carries the acts out, each as often as it takes; the bank afterwards. */
function carryOut(sql: Sql, acts: readonly Act[], faults: readonly Fault[]): Promise<Bank> {
  const bank = new Bank(faults);
  const runs = new Runs(sql);
  const tools: BalanceTools = { sql, runs, service: bank, now: NOW };
  const made: number[] = [];
  const until = async (step: () => Promise<NoAnswer | null>) => {
    for (let tries = 0; tries < 200; tries += 1) {
      try {
        if ((await step()) === null) return;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
    }
    throw new Error("it does not end");
  };
  const run = (seq: number) => must(runs.bySeq(seq), "the run exists");
  return (async () => {
    for (const act of acts) {
      if (act.kind === "spend")
        bank.spend(`2026-11-${String(act.day).padStart(2, "0")}`, act.debit);
      else if (act.kind === "import") {
        const id = `r${made.length}`;
        runs.create({
          id,
          door: "upload",
          document: { name: id, bytes: 1, sha256: id, media_type: "text/csv" },
          options: OPTIONS,
          upload: null,
          now: NOW,
        });
        const seq = must(runs.byId(id), "the run was made").seq;
        made.push(seq);
        runs.change(seq, ["received"], { state: "reading" });
        runs.change(seq, ["reading"], { state: "posting", balances: [stated(act)] });
        await until(async () => {
          const planned = await planBalances(sql, run(seq), bank, NOW);
          if (planned.kind !== "planned") return planned;
          runs.change(seq, ["posting"], { balances: planned.balances });
          return null;
        });
        await until(() => applyPlans(tools, run(seq)));
        runs.change(seq, ["posting"], { state: "done" });
      } else {
        const seq = made[act.nth % Math.max(1, made.length)];
        if (seq === undefined || run(seq).state !== "done") continue;
        runs.change(seq, ["done"], { state: "undoing" });
        await until(() => takeBack(tools, run(seq)));
        runs.change(seq, ["undoing"], { state: "undone" });
      }
    }
    return bank;
  })();
}

function stated({
  month,
  closing,
}: {
  readonly month: number;
  readonly closing: number;
}): RunBalance {
  const day = must(parseDay(`2026-${String(month).padStart(2, "0")}-28`), "a day");
  const before = must(parseMonth(`2026-${String(month - 1).padStart(2, "0")}`), "a month");
  const first = must(parseDay(`${before}-20`), "a day");
  return {
    account: ACCOUNT,
    stated: {
      day,
      closing: units(closing),
      currency: "usd",
      opening: null,
      first_day: first,
      rows_of_day: 1,
      evidence: "running balance",
      broken: false,
      foreign: false,
      months: [{ month: before, balance: units(closing - 10_000) }],
    },
    choice: null,
    plan: null,
    keeps_to: null,
    outcome: null,
  };
}

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constant("import" as const),
    month: fc.integer({ min: 2, max: 10 }),
    closing: fc.integer({ min: -900_000, max: 9_000_000 }),
  }),
  fc.record({ kind: fc.constant("undo" as const), nth: fc.nat({ max: 5 }) }),
  fc.record({
    kind: fc.constant("spend" as const),
    day: fc.integer({ min: 1, max: 20 }),
    debit: fc.integer({ min: 1, max: 90_000 }),
  }),
);
const fault = fc.constantFrom<Fault>(
  "none",
  "none",
  "unheard",
  "unanswered",
  "killed before",
  "killed after",
);

function withSql<T>(name: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  return runInDurableObject(env.IMPORTER.getByName(name), async (instance, state) => {
    await callsTo(instance).list(1, 0);
    return work(new Sql(state.storage));
  });
}

const CASES = Number(env.SCALE === "" ? 25 : env.SCALE);

test(
  "faults change neither the balance nor the history that imports and undoing end in",
  { timeout: 600_000 },
  async () => {
    let cases = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 1, maxLength: 8 }),
        fc.array(fault, { minLength: 5, maxLength: 60 }),
        async (acts, faults) => {
          cases += 1;
          const smooth = await withSql(`smooth ${cases}`, (sql) => carryOut(sql, acts, []));
          const rough = await withSql(`rough ${cases}`, (sql) => carryOut(sql, acts, faults));
          const end = ({ balance, months }: Bank) => ({
            balance,
            months: [...months].map(([month, entry]) => `${month} ${entry.balance}`).toSorted(),
          });
          expect(end(rough)).toEqual(end(smooth));
        },
      ),
      { numRuns: CASES },
    );
  },
);

test(
  "undone all, in whatever order, an account holds what it held, with what was spent since",
  { timeout: 600_000 },
  async () => {
    let cases = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 1, maxLength: 6 }),
        fc.array(fault, { minLength: 5, maxLength: 40 }),
        fc.boolean(),
        async (some, faults, forth) => {
          cases += 1;
          const acts = some.filter(({ kind }) => kind !== "undo");
          const count = acts.filter(({ kind }) => kind === "import").length;
          const undos = Array.from({ length: count }, (_, nth): Act => ({
            kind: "undo",
            nth: forth ? nth : count - 1 - nth,
          }));
          const bank = await withSql(`undone ${cases}`, (sql) =>
            carryOut(sql, [...acts, ...undos], faults),
          );
          const spent = acts.reduce(
            (all, one) => (one.kind === "spend" ? all + one.debit : all),
            0,
          );
          expect({ balance: bank.balance, months: [...bank.months.keys()] }).toEqual({
            balance: 250_000 - spent,
            months: [],
          });
        },
      ),
      { numRuns: CASES },
    );
  },
);

test(
  "a kill behind any one request of two imports that are undone leaves nothing behind",
  { timeout: 600_000 },
  async () => {
    const acts: readonly Act[] = [
      { kind: "import", month: 2, closing: 700_000 },
      { kind: "import", month: 3, closing: 900_000 },
      { kind: "undo", nth: 1 },
      { kind: "undo", nth: 0 },
    ];
    const held: number[] = [];
    for (let at = 0; at < 40; at += 1) {
      const faults = [...Array.from({ length: at }, (): Fault => "none"), "killed after" as const];
      held.push((await withSql(`killed at ${at}`, (sql) => carryOut(sql, acts, faults))).balance);
    }
    expect(new Set(held)).toEqual(new Set([250_000]));
  },
);
