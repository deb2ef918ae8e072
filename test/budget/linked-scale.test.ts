import { runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test } from "vitest";
import { requestJob } from "../../src/budget/jobs/queue.ts";
import { runDueJobs } from "../../src/budget/jobs/run.ts";
import { JOBS } from "../../src/budget/jobs.ts";
import { NO_PROVIDERS } from "../../src/budget/linked/feed-providers.ts";
import { LINKS_NAMED, LINKS_PENDING } from "../../src/budget/linked/links.ts";
import type { ProviderAnswer, ProviderTransaction } from "../../src/budget/linked/provider.ts";
import { askFetch } from "../../src/budget/linked/store.ts";
import type { Ports, Providers } from "../../src/budget/outside.ts";
import {
  PROVIDER_METADATA_CHARS_MAX,
  PROVIDER_TRANSACTIONS_MAX,
} from "../../src/platform/limits.ts";
import { Sql } from "../../src/platform/sql/sql.ts";
import { must } from "../../src/platform/assert.ts";
import { addDays, parseDay } from "../../src/money/day.ts";
import { units } from "../../src/money/money.ts";
import { addLinkedAccount, bindings, countTransactions, database, get } from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

const FIRST = must(parseDay("2026-01-01"), "a day");

function reportTransaction(count: number, amount: number): ProviderTransaction[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `t${index}`,
    date: addDays(FIRST, index % 300),
    amount: units(amount + index),
    currency: "usd",
    name: `SHOP ${index % 97}`,
    payee: null,
    pendingId: null,
    metadata: { index, note: "x".repeat(100) },
  }));
}

function answering(posted: readonly ProviderTransaction[]): ProviderAnswer {
  return {
    kind: "accounts",
    institution: "First Bank",
    reachedAt: null,
    accounts: [
      {
        id: "big",
        name: "Everyday",
        type: "depository",
        subtype: "checking",
        mask: "1234",
        currency: "usd",
        balance: units(0),
        balanceAsOf: null,
        limit: null,
        status: "active",
        transactions: { posted, pending: [], removed: [] },
      },
    ],
  };
}

async function account(): Promise<void> {
  await addLinkedAccount(true);
  await database((sql) =>
    sql.run("UPDATE linked_accounts SET linked_item_id = 'c', provider_id = 'big'"),
  );
}

/** Runs the job once with this answer; `during` sees the database while the provider is asked. */
async function fetchWith(
  answer: ProviderAnswer,
  during: (sql: Sql) => void = () => undefined,
): Promise<void> {
  await runInDurableObject(bindings.BUDGET.getByName("1"), async (_, state) => {
    const sql = new Sql(state.storage);
    const now = Date.now();
    askFetch(sql, [1], null, now);
    requestJob(sql, "fetch linked accounts", now);
    const linked = async () => {
      during(sql);
      return answer;
    };
    const providers: Providers = { ...NO_PROVIDERS, linked };
    await runDueJobs(JOBS, sql, { providers } as Ports, () => now);
  });
}

const status = async () => (await get("/linked_accounts/1")).body.status;

test("an answer with the maximum number of transactions is written, repeated without effect, and followed", async () => {
  await account();

  await fetchWith(answering(reportTransaction(PROVIDER_TRANSACTIONS_MAX, 1_000)));
  expect(await countTransactions()).toBe(PROVIDER_TRANSACTIONS_MAX);
  const written = () =>
    database((sql) =>
      sql.first("SELECT sum(amount) AS sum, max(updated_at) AS at FROM transactions"),
    );
  const before = await written();

  await fetchWith(answering(reportTransaction(PROVIDER_TRANSACTIONS_MAX, 1_000)));
  expect(await written()).toEqual(before);

  await fetchWith(answering(reportTransaction(PROVIDER_TRANSACTIONS_MAX, 1_001)));
  // Each of them is one unit more.
  const sum = (before as { sum: number }).sum + PROVIDER_TRANSACTIONS_MAX;
  expect(await written()).toMatchObject({ sum });
  expect(await countTransactions()).toBe(PROVIDER_TRANSACTIONS_MAX);
});

test("an answer with more than the maximum is not written, and is requested again", async () => {
  await account();

  await fetchWith(answering(reportTransaction(PROVIDER_TRANSACTIONS_MAX + 1, 1_000)));

  expect(await countTransactions()).toBe(0);
  const waiting = await database((sql) => sql.first("SELECT fetch_tries FROM linked_accounts"));
  expect(waiting).toEqual({ fetch_tries: 1 });
});

test("metadata over its limit is left out, but the transaction is not", async () => {
  await account();
  const [one] = reportTransaction(1, 5);
  const metadata = { x: "y".repeat(PROVIDER_METADATA_CHARS_MAX) };

  await fetchWith(answering([{ ...must(one, "one"), metadata }]));

  expect(
    (await get("/transactions?include_metadata=true")).body.transactions[0].linked_metadata,
  ).toEqual({ id: "t0", pending: false, pending_id: null });
});

test("the job and the request stay stored during a fetch, so that a killed fetch is repeated", async () => {
  await account();
  let standing: unknown;

  await fetchWith(answering([]), (sql) => {
    standing = {
      job: sql.first("SELECT name FROM jobs WHERE name = 'fetch linked accounts'"),
      wish: sql.first("SELECT fetch_due_at IS NOT NULL AS due FROM linked_accounts"),
    };
  });

  expect(standing).toEqual({ job: { name: "fetch linked accounts" }, wish: { due: 1 } });
  expect(await status()).toBe("active");
});

test("the links of an answer, the pending transactions and the waiting ones are found by index", async () => {
  await get("/me");
  const plans = await database((sql) => {
    const planOf = (statement: string, ...values: (string | number)[]) =>
      sql
        .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement}`, ...values)
        .map(({ detail }) => detail)
        .join("; ");
    return [
      planOf(LINKS_NAMED, "[]", 1),
      planOf(LINKS_PENDING, 1),
      planOf("SELECT min(fetch_due_at) FROM linked_accounts WHERE fetch_due_at IS NOT NULL"),
    ];
  });

  expect(plans[0]).toContain("SEARCH l USING PRIMARY KEY (account_id=? AND provider_id=?)");
  expect(plans[1]).toContain("SEARCH l USING INDEX linked_transactions_pending (account_id=?)");
  expect(plans[2]).toContain("USING COVERING INDEX linked_accounts_to_fetch");
});
