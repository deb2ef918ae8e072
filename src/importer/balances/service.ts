// Reads and writes an account's balance and its history in the budgeting service.

import * as z from "zod";
import { PAGE_ROWS_MAX } from "../../platform/limits.ts";
import { isDebt } from "../../money/debt.ts";
import { addDays, type Day } from "../../money/day.ts";
import { parseUnits } from "../../money/money.ts";
import { parseMonth, type Month } from "../../money/month.ts";
import { call, type Refused, type TransactionQuery } from "../posting/client.ts";
import type { NoAnswer } from "../../platform/outbox/effect.ts";
import { POSTING_DATE } from "../imports/account-dates.ts";
import { eachListed, type QueueService } from "../posting/drain.ts";
import type { Upstream } from "../connection/upstream.ts";

/** The account as the service shows it. */
export interface AccountSeen {
  readonly kind: "account";
  readonly debt: boolean;
  readonly currency: string;
  readonly closed: boolean;
  readonly balance: number;
  readonly as_of: string | null;
  readonly created_at: string | null;
}

/** An entry of its history. */
export interface MonthSeen {
  readonly id: number;
  readonly month: Month;
  readonly balance: number;
  readonly currency: string;
  /** Nobody wrote it: the service recorded it when the month ended. */
  readonly recorded: boolean;
}

/** Transactions of later days: their number, and the sum of their debits. */
export interface Later {
  readonly kind: "later";
  readonly count: number;
  readonly debits: number;
  /** Some are in another currency, so their effect is unknown. */
  readonly foreign: boolean;
}

/** The requests that the steps make. */
export interface BalanceService {
  account(id: number): Promise<AccountSeen | Refused | NoAnswer>;
  later(id: number, day: Day, currency: string): Promise<Later | NoAnswer>;
  /** Whether a transaction of the account was written at that time, give or take a second. */
  movedAt(
    id: number,
    time: number,
  ): Promise<{ readonly kind: "moved"; readonly moved: boolean } | Refused | NoAnswer>;
  putBalance(
    id: number,
    balance: string,
    asOf: string,
  ): Promise<{ readonly kind: "put" } | Refused | NoAnswer>;
  history(
    id: number,
  ): Promise<
    { readonly kind: "history"; readonly months: readonly MonthSeen[] } | Refused | NoAnswer
  >;
  putMonths(
    id: number,
    months: readonly {
      readonly month: Month;
      readonly balance: string;
      readonly currency: string;
    }[],
  ): Promise<{ readonly kind: "put" } | Refused | NoAnswer>;
  deleteMonth(entry: number): Promise<{ readonly kind: "put" } | Refused | NoAnswer>;
}

const account = z.object({
  type: z.string().nullish(),
  currency: z.string(),
  status: z.string().nullish(),
  balance: z.string(),
  balance_as_of: z.string().nullish(),
  created_at: z.string().nullish(),
});
const changed = z.object({
  transactions: z.array(
    z.object({ created_at: z.string().nullish(), updated_at: z.string().nullish() }),
  ),
});
const entry = z.object({
  id: z.int(),
  month: z.string(),
  balance: z.string(),
  currency: z.string(),
});
const historyAnswer = z.object({
  balance_history: z.array(
    z.object({ balances: z.array(z.union([entry, z.object({ type: z.literal("current") })])) }),
  ),
});

/** Header of an account's history: the months that nobody wrote, which the service recorded when they ended. */
const RECORDED_MONTHS_HEADER = "recorded-months";
/** The service refuses a date range with only one end. */
const DAYS_AHEAD = 20_000;
const SAME_TIME_MS = 1_000;

/**
 * The service behind a connection. `pace` is 0, or the milliseconds to wait before a request may be
 * made. `daysBefore` is how far an account's transactions may be dated before they are posted.
 */
export class HttpBalanceService implements BalanceService {
  readonly #upstream: Upstream;
  readonly #queue: Pick<QueueService, "list">;
  readonly #pace: () => Promise<number>;
  readonly #daysBefore: (account: number) => number;

  constructor(
    upstream: Upstream,
    queue: Pick<QueueService, "list">,
    pace: () => Promise<number>,
    daysBefore: (account: number) => number,
  ) {
    this.#upstream = upstream;
    this.#queue = queue;
    this.#pace = pace;
    this.#daysBefore = daysBefore;
  }

  async account(id: number) {
    const reply = await this.#ask("GET", `/manual_accounts/${id}`);
    if (reply.kind !== "answer") return reply;
    const seen = account.safeParse(reply.json);
    const balance = seen.success ? parseUnits(seen.data.balance) : null;
    if (!seen.success || balance?.ok !== true) return unreadable("account");
    const { type, currency, status, balance_as_of: asOf, created_at: made } = seen.data;
    return {
      kind: "account" as const,
      debt: isDebt(type ?? ""),
      currency: currency.toLowerCase(),
      closed: status === "closed",
      balance: balance.value,
      as_of: asOf ?? null,
      created_at: made ?? null,
    };
  }

  async later(id: number, day: Day, currency: string) {
    let [count, debits, foreign] = [0, 0, false];
    const query: TransactionQuery = {
      account: id,
      from: addDays(day, 1 - this.#daysBefore(id)),
      to: addDays(day, DAYS_AHEAD),
    };
    const failed = await eachListed(this.#queue, query, (transaction) => {
      // A part of a split moves nothing itself; the split transaction does.
      if (transaction.manual_account_id !== id || transaction.part) return;
      if ((transaction.facts[POSTING_DATE] ?? transaction.date) <= day) return;
      const amount = parseUnits(transaction.amount);
      count += 1;
      debits += amount.ok ? amount.value : 0;
      foreign ||= !amount.ok || (transaction.currency ?? currency).toLowerCase() !== currency;
    });
    return failed ?? { kind: "later" as const, count, debits, foreign };
  }

  async movedAt(id: number, time: number) {
    const since = new Date(time - SAME_TIME_MS).toISOString();
    const query = new URLSearchParams({
      manual_account_id: String(id),
      updated_since: since,
      limit: String(PAGE_ROWS_MAX),
      include_split_parents: "true",
      include_group_children: "true",
    });
    const reply = await this.#ask("GET", `/transactions?${query.toString()}`);
    if (reply.kind !== "answer") return reply;
    const list = changed.safeParse(reply.json);
    if (!list.success) return unreadable("list of transactions");
    const near = (text: string | null | undefined) =>
      Math.abs(Date.parse(text ?? "") - time) <= SAME_TIME_MS;
    return {
      kind: "moved" as const,
      moved: list.data.transactions.some(
        ({ created_at: made, updated_at: written }) => near(made) || near(written),
      ),
    };
  }

  putBalance(id: number, balance: string, asOf: string) {
    return this.#change("PUT", `/manual_accounts/${id}`, { balance, balance_as_of: asOf });
  }

  async history(id: number) {
    const reply = await this.#ask("GET", `/balance_history/manual/${id}`);
    if (reply.kind !== "answer") return reply;
    const list = historyAnswer.safeParse(reply.json);
    if (!list.success) return unreadable("balance history");
    const recorded = new Set((reply.headers.get(RECORDED_MONTHS_HEADER) ?? "").split(","));
    const months = list.data.balance_history
      .flatMap(({ balances }) => balances)
      .flatMap((one): MonthSeen[] => {
        if (!("id" in one)) return [];
        const [month, balance] = [parseMonth(one.month), parseUnits(one.balance)];
        return month === null || !balance.ok
          ? []
          : [
              {
                id: one.id,
                month,
                balance: balance.value,
                currency: one.currency.toLowerCase(),
                recorded: recorded.has(month),
              },
            ];
      });
    return { kind: "history" as const, months };
  }

  putMonths(id: number, balances: Parameters<BalanceService["putMonths"]>[1]) {
    return this.#change("PUT", `/balance_history/manual/${id}`, { balances });
  }

  deleteMonth(id: number) {
    return this.#change("DELETE", `/balance_history/entries/${id}`);
  }

  async #change(method: string, path: string, body: unknown = null) {
    const reply = await this.#ask(method, path, body);
    return reply.kind === "answer" ? ({ kind: "put" } as const) : reply;
  }

  async #ask(method: string, path: string, body: unknown = null) {
    const wait = await this.#pace();
    if (wait > 0)
      return {
        kind: "throttled",
        throttle: { retryAfter: String(Math.ceil(wait / 1000)), reset: null },
        message: "the service's quota for this minute is used up",
      } as const;
    return call(this.#upstream, method, path, body === null ? null : JSON.stringify(body));
  }
}

function unreadable(what: string): NoAnswer {
  return { kind: "unknown", message: `the service's ${what} could not be read` };
}
