// Requests a fetch, for both versions of the interface: finds the accounts that a request means and
// marks those that may be fetched again. The job does the rest (fetch.ts), since the provider may
// be slow.

import { FETCH_PAUSE_MS } from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { requestJob } from "../jobs/queue.ts";
import { refuse, type Problem } from "../../platform/api/problem.ts";
import type { Context } from "../route.ts";
import type { FetchRange } from "./provider.ts";
import { FETCHABLE, pauseLeft } from "./rules.ts";
import { askFetch, findLinked, listLinked, type LinkedRow } from "./store.ts";

/**
 * All accounts that can be fetched, or the one with this id, which `property` of the request names;
 * refuses one that cannot be fetched.
 */
export function meantBy(
  sql: Sql,
  id: number | undefined,
  property: "id" | "linked_account_id",
): Result<readonly LinkedRow[], Problem> {
  if (id === undefined)
    return ok(listLinked(sql).filter(({ status }) => FETCHABLE.includes(status)));
  const account = findLinked(sql, id);
  const at = { error: "Invalid Linked Account ID", instancePath: `/query/${property}`, id };
  if (account === null)
    return refuse("invalid query", {
      errMsg: `${property} is ${id}, but there is no such linked account.`,
      ...at,
    });
  if (FETCHABLE.includes(account.status)) return ok([account]);
  const expected = `expected one of ${FETCHABLE.join(", ")}`;
  return refuse("invalid query", {
    errMsg: `Linked account ${id} is ${JSON.stringify(account.status)} and cannot be fetched; ${expected}.`,
    ...at,
    status: account.status,
  });
}

/**
 * Requests a fetch of the accounts that were not fetched a moment ago, for these days (null: the
 * usual ones); false if none is left.
 */
export function startFetch(
  { sql, now }: Context,
  accounts: readonly LinkedRow[],
  range: FetchRange | null,
): boolean {
  const ready = accounts.filter(({ last_fetch }) => pauseLeft(last_fetch, now) === 0);
  if (ready.length === 0) return false;
  askFetch(
    sql,
    ready.map((account) => account.id),
    range,
    now,
  );
  requestJob(sql, "fetch linked accounts", now);
  return true;
}

/** The reason why nothing is fetched: there are no accounts, or all were fetched a moment ago. */
export function tooEarly(
  accounts: readonly LinkedRow[],
  now: number,
): { readonly ok: false; readonly error: Problem } {
  if (accounts.length === 0)
    return refuse("too early", { errMsg: "There is no linked account that can be fetched." });
  const left = Math.min(...accounts.map(({ last_fetch }) => pauseLeft(last_fetch, now)));
  const seconds = Math.ceil(left / 1000);
  const errMsg = `A linked account is fetched at most once in ${FETCH_PAUSE_MS / 1000} seconds: ask again in ${seconds}.`;
  const problem = { kind: "too early", errors: [{ errMsg }] } as const;
  return { ok: false, error: { ...problem, headers: { "Retry-After": String(seconds) } } };
}
