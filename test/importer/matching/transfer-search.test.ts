// The job that looks for transfers: what it reads of the budget, and that it finds the same however
// its steps are cut.

import { runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test } from "vitest";
import type { Currency } from "../../../src/money/currency.ts";
import { addDays, type Day } from "../../../src/money/day.ts";
import { TransferSearch, type SeekService } from "../../../src/importer/matching/find-transfers.ts";
import type { StoredTransaction, TransactionQuery } from "../../../src/importer/posting/client.ts";
import { TRANSFER_WINDOW_DAYS } from "../../../src/platform/limits.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { reset } from "../../reset.ts";
import { api, importer } from "../posting/driver.ts";

afterEach(() => reset());

const RUN = 1;
const PAGE = 2_000;
const STEPS_MAX = 200;
const START = "2024-01-01" as Day;

/** A transaction so many days after the start; `cents`: positive is a debit. */
function stored(id: number, account: number, days: number, cents: number): StoredTransaction {
  return {
    id,
    external_id: null,
    date: addDays(START, days),
    amount: (cents / 100).toFixed(4),
    payee: "",
    manual_account_id: account,
    run: null,
    part: false,
    currency: "usd",
    text: null,
    bound: false,
    facts: {},
  };
}

/** A budget with two accounts that remembers what it was asked. */
class Budget implements SeekService {
  readonly asked: (TransactionQuery & { readonly listed: number })[] = [];
  accountsAsked = 0;
  readonly #transactions: readonly StoredTransaction[];

  constructor(transactions: readonly StoredTransaction[]) {
    this.#transactions = [...transactions].sort((a, b) => (a.date < b.date ? 1 : -1));
  }

  async accounts() {
    this.accountsAsked += 1;
    const shared = { currency: "usd" as Currency, closed: false, cash: false, debt: false };
    const names = ["Checking", "Savings"];
    const accounts = names.map((name, i) => ({ id: i + 1, name, display_name: name, ...shared }));
    return { kind: "accounts" as const, accounts };
  }

  async list(query: TransactionQuery, offset: number) {
    const { from = "", to = "9999-12-31", limit = PAGE } = query;
    const found = this.#transactions.filter(({ date }) => date >= from && date <= to);
    const transactions = found.slice(offset, offset + limit);
    this.asked.push({ ...query, listed: transactions.length });
    return { kind: "page" as const, transactions, more: offset + limit < found.length };
  }

  /** How many transactions it listed, but for those that were only counted. */
  get read(): number {
    const pages = this.asked.filter(({ limit }) => limit === undefined);
    return pages.reduce((sum, { listed }) => sum + listed, 0);
  }
}

/** Stores a finished import that inserted these transactions. */
function insert(sql: Sql, transactions: readonly StoredTransaction[]): void {
  sql.run(
    "INSERT INTO runs (seq, id, state, door, document, options, created_at) VALUES (?, 'run', 'done', 'api', '{}', '{}', 0)",
    RUN,
  );
  sql.run(
    `INSERT INTO rows (run, seq, line, state, date, transaction_id)
     SELECT ?, key, key, 'inserted', value ->> 1, value ->> 0 FROM json_each(?)`,
    RUN,
    JSON.stringify(transactions.map(({ id, date }) => [id, date])),
  );
}

/**
 * Takes steps to the end, each with its own memory if it `forgets`. Returns the pairs that are
 * suggested; `days` gets how many days each step takes at once.
 */
async function search(
  sql: Sql,
  budget: Budget,
  days: (number | null)[] = [],
  forgets = false,
): Promise<unknown[]> {
  const transfers = new TransferSearch();
  let position = { run: RUN, cursor: null as string | null, days: null as number | null };
  for (let step = 0; step < STEPS_MAX; step += 1) {
    if (forgets) transfers.forget();
    const next = await transfers.seek(sql, position, budget, step);
    if (next.kind === "end")
      return sql.all("SELECT debit, credit FROM transfers ORDER BY debit, credit");
    if (next.kind !== "next") throw new Error(next.message);
    position = { run: RUN, cursor: next.cursor, days: next.days };
    days.push(next.days);
  }
  throw new Error("the search does not end");
}

async function withSql(work: (sql: Sql) => Promise<void>): Promise<void> {
  // The object makes its tables when it is first asked.
  await api("/imports");
  await runInDurableObject(await importer(), (_, { storage }) => work(new Sql(storage)));
}

/** Rows of the first account, so many a day, each with another amount; every 50th is a transfer. */
function movements(days: number, aDay: number): [StoredTransaction[], StoredTransaction[]] {
  const all = Array.from({ length: days * aDay }, (_, i) =>
    stored(i + 1, 1, Math.floor(i / aDay), 1_000 + i),
  );
  const others = all
    .filter((_, i) => i % 50 === 0)
    .map((one, i) => stored(900_000 + i, 2, Math.floor((one.id - 1) / aDay) + 1, -999 - one.id));
  return [all, others];
}

test("two steps in a row read no day twice, and a search that forgets finds the same", async () => {
  const [mine, others] = movements(60, 120);
  await withSql(async (sql) => {
    insert(sql, mine);
    const budget = new Budget([...mine, ...others]);
    const found = await search(sql, budget);
    sql.run("DELETE FROM transfers");
    const forgetful = new Budget([...mine, ...others]);

    const again = await search(sql, forgetful, [], true);

    expect(found).toHaveLength(others.length);
    expect(again).toEqual(found);
    expect(budget.read).toBe(mine.length + others.length);
    expect(budget.accountsAsked).toBe(1);
    expect(forgetful.read).toBeGreaterThan(budget.read);
  });
});

test("what is more than the memory holds is counted, not read, and the days widen again after it", async () => {
  const aDay = 350;
  const mine = Array.from({ length: 40 * aDay }, (_, i) =>
    stored(i + 1, 1, Math.floor(i / aDay), 1_000 + i),
  );
  const crowd = mine.map((one) => ({ ...one, id: one.id + 500_000 }));
  const later = [200, 210, 220, 230, 240].map((days, i) => stored(900_000 + i, 1, days, 55 + i));
  const all = [...mine, ...crowd, ...later];
  await withSql(async (sql) => {
    insert(sql, [...mine, ...later]);
    const budget = new Budget(all);
    const days: (number | null)[] = [];

    await search(sql, budget, days);

    expect(budget.asked.some(({ limit, listed }) => limit === 1 && listed === 1)).toBe(true);
    expect(budget.read).toBe(all.length);
    const narrowest = Math.min(...days.map((one) => one ?? TRANSFER_WINDOW_DAYS));
    expect(narrowest).toBeLessThan(8);
    expect(days.at(-1) ?? TRANSFER_WINDOW_DAYS).toBeGreaterThan(2 * narrowest);
  });
});

test("a gap between an import's rows is not read, and one account alone is not searched", async () => {
  const mine = [stored(1, 1, 0, 500), stored(2, 1, 300, 700)];
  const between = Array.from({ length: 250 }, (_, i) => stored(10 + i, 2, 25 + i, 900 + i));
  const other = stored(3, 2, 301, -700);
  await withSql(async (sql) => {
    insert(sql, mine);
    const budget = new Budget([...mine, ...between, other]);

    expect(await search(sql, budget)).toEqual([{ debit: 2, credit: 3 }]);
    expect(budget.read).toBe(mine.length + 1);

    const alone = new Budget(mine);
    alone.accounts = async () => {
      const { kind, accounts } = await Budget.prototype.accounts.call(alone);
      return { kind, accounts: accounts.slice(0, 1) };
    };
    await search(sql, alone);
    expect(alone.asked).toEqual([]);
  });
});
