// The job "fetch linked accounts": asks the providers for waiting accounts, one connection per
// step. Each answer is written in one transaction together with the end of the waiting. If the
// Worker dies before that, the provider is asked again; after it, nothing waits. Writing the same
// answer twice changes nothing.

import {
  FETCH_RETRY_MS,
  FETCH_TRIES_MAX,
  PROVIDER_FETCH_MS_MAX,
  PROVIDER_TRANSACTIONS_MAX,
} from "../../platform/limits.ts";
import { logFault, logWarning } from "../../platform/log.ts";
import { assert } from "../../platform/assert.ts";
import { dayOfInstant } from "../../money/day.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { closeMonths } from "../history/close.ts";
import { noteReason } from "../banks/store.ts";
import { welcome } from "../banks/add-accounts.ts";
import { readBudget } from "../me/store.ts";
import type { Job } from "../jobs/job.ts";
import { writingConverter } from "../rates/store.ts";
import { loadRecognizer } from "../recurring/apply.ts";
import { requestDetection } from "../recurring/job.ts";
import { recognizedNew } from "../recurring/recognize.ts";
import { enabledRules } from "../rules/store.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { nextId } from "../transactions/store.ts";
import { findStored, write } from "./links.ts";
import { within } from "./time-limit.ts";
import type { FetchRange, LinkedProvider, ProviderAccount, ProviderAnswer } from "./provider.ts";
import { reconcile } from "./reconcile.ts";
import { FETCHABLE, chooseFetchRange, union } from "./rules.ts";
import {
  delayFetch,
  endFetch,
  nextFetchAt,
  nextWaiting,
  setConnectionStatus,
  setStatus,
  stillWaiting,
  writeReading,
  type Waiting,
} from "./store.ts";

export const fetchLinked: Job = async ({ sql, ports, now, clock }) => {
  const [first, ...others] = nextWaiting(sql, now);
  if (first !== undefined) {
    const waiting = [first, ...others];
    const range = union([
      chooseFetchRange(first, now),
      ...others.map((account) => chooseFetchRange(account, now)),
    ]);
    const answer = await ask(ports.providers.linked, first.linked_item_id, range);
    // Dated when it is written: a client that lists changes since an instant must not miss this
    // one.
    const answeredAt = clock();
    closeMonths(sql, answeredAt);
    take(sql, waiting, answer, range, answeredAt);
  }
  const at = nextFetchAt(sql);
  return at === null ? null : { at, cursor: null };
};

/** A provider that cannot be reached is an answer too: the others are not held up by it. */
async function ask(
  provider: LinkedProvider,
  connectionId: string | null,
  range: FetchRange,
): Promise<Result<ProviderAnswer, string>> {
  // There is no provider to ask about an account without a connection.
  if (connectionId === null)
    return ok({ kind: "accounts", institution: "", reachedAt: null, accounts: [] });
  try {
    return ok(
      await within(PROVIDER_FETCH_MS_MAX, "the provider", provider({ id: connectionId }, range)),
    );
  } catch (thrown) {
    logWarning({ event: "provider out of reach", connection: connectionId, error: String(thrown) });
    return err(String(thrown));
  }
}

/**
 * Writes the answer whole or not at all. An answer that breaks an invariant is dropped: it must not
 * stop the other connections.
 */
function take(
  sql: Sql,
  waiting: readonly Waiting[],
  answer: Result<ProviderAnswer, string>,
  range: FetchRange,
  now: number,
): void {
  try {
    const answered = answer.ok ? answer.value : null;
    if (answered !== null)
      return sql.transaction(() => settle(sql, stillWaiting(sql, waiting), answered, range, now));
  } catch (thrown) {
    logFault({ event: "provider's answer not written", error: String(thrown) });
  }
  sql.transaction(() => tryLater(sql, stillWaiting(sql, waiting), now));
}

function settle(
  sql: Sql,
  waiting: readonly Waiting[],
  answer: ProviderAnswer,
  range: FetchRange,
  now: number,
): void {
  const connection = waiting[0]?.linked_item_id ?? null;
  if (answer.kind !== "accounts" && connection !== null) noteReason(sql, connection, answer.reason);
  if (answer.kind === "later") {
    tryLater(sql, waiting, now, answer.after ?? 0);
    return;
  }
  endFetch(
    sql,
    waiting.map(({ id }) => id),
  );
  if (answer.kind === "failed") {
    if (connection !== null) setConnectionStatus(sql, connection, answer.status);
    return;
  }
  // The user may have set one aside while the provider was asked.
  const open = waiting.filter(({ status }) => FETCHABLE.includes(status));
  const said = new Map(answer.accounts.map((account) => [account.id, account]));
  const unreadable = new Set(answer.unreadable);
  const absent = open.filter(({ provider_id: id }) => id === null || !said.has(id));
  const [inError, gone] = [true, false].map((is) =>
    absent
      .filter(({ provider_id: id }) => (id !== null && unreadable.has(id)) === is)
      .map(({ id }) => id),
  );
  setStatus(sql, inError ?? [], "error");
  setStatus(sql, gone ?? [], answer.missing ?? "not found");
  for (const account of open) {
    const found = account.provider_id === null ? undefined : said.get(account.provider_id);
    if (found !== undefined)
      receive(sql, account, found, {
        institution: found.institution ?? answer.institution,
        reachedAt: answer.reachedAt,
        range,
        now,
      });
  }
  if (connection !== null) welcome(sql, connection, answer.accounts, answer.messages ?? [], now);
}

/**
 * Asks again after a pause of at least `atLeast` milliseconds. After several attempts the account
 * is in error until a person fetches it again.
 */
function tryLater(sql: Sql, waiting: readonly Waiting[], now: number, atLeast = 0): void {
  const spent = waiting.filter(({ fetch_tries: tries }) => tries + 1 >= FETCH_TRIES_MAX);
  const spentIds = spent.map(({ id }) => id);
  endFetch(sql, spentIds);
  setStatus(
    sql,
    spent.filter(({ status }) => FETCHABLE.includes(status)).map(({ id }) => id),
    "error",
  );
  for (const { id, fetch_tries: tries } of waiting.filter((account) => !spent.includes(account)))
    delayFetch(sql, [id], now + Math.max(atLeast, FETCH_RETRY_MS * 2 ** tries));
}

interface Receiving {
  readonly institution: string;
  readonly reachedAt: number | null;
  readonly range: FetchRange;
  readonly now: number;
}

/** Writes the provider's answer about one account. */
function receive(sql: Sql, account: Waiting, said: ProviderAccount, receiving: Receiving): void {
  const { institution, reachedAt, range, now } = receiving;
  const { primary_currency: primary } = readBudget(sql);
  const convert = writingConverter({ sql, now });
  const { transactions, balance, currency } = said;
  if (transactions !== null) {
    const count =
      transactions.posted.length +
      (transactions.pending?.length ?? 0) +
      transactions.removed.length;
    assert(
      count <= PROVIDER_TRANSACTIONS_MAX,
      `a provider told of ${count} transactions in one answer`,
    );
    const recognizer = loadRecognizer(sql);
    const plan = reconcile(findStored(sql, account.id, transactions), transactions, {
      accountId: account.id,
      primary,
      convert,
      rules: enabledRules(sql),
      recognize: (draft) => recognizedNew(recognizer, draft),
      now,
      firstId: nextId(sql),
      importStart: account.import_start_date,
      range,
    });
    write(sql, account.id, plan, { primary, convert, now });
    if (plan.inserts.length > 0) requestDetection(sql, now);
  }
  writeReading(sql, account.id, {
    name: said.name,
    type: said.type,
    subtype: said.subtype,
    mask: said.mask,
    institution,
    currency,
    balance,
    limit: said.limit,
    status: said.status,
    toBase: convert(balance, currency, primary, dayOfInstant(now)),
    balanceAt: said.balanceAsOf ?? now,
    reachedAt: reachedAt ?? now,
    importedAt: transactions === null ? null : now,
  });
}
