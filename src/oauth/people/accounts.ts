// The budget accounts of one person, across their User object and each account's Budget object. The
// Budget decides who has access; the User keeps the list.
//
// Order of writes: access is recorded here before the Budget grants it, and forgotten here after
// the Budget ended it. If the Worker dies in between, a record without access remains, never access
// without a record; the next look at the list completes or forgets it.

import { ACCOUNTS_A_PERSON_MAX, JOINING_MS_MAX } from "../../platform/limits.ts";
import { logFault } from "../../platform/log.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { Currency } from "../../money/currency.ts";
import { must } from "../../platform/assert.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { DIRECTORY } from "./directory.ts";
import {
  beginMembership,
  forgetMembership,
  listMemberships,
  settleMembership,
  type MembershipRow,
  type PersonRow,
} from "./store.ts";

/** A budget account that the person has access to. */
export interface Account {
  readonly accountId: number;
  readonly name: string;
  readonly currency: Currency;
  readonly role: "owner" | "member";
}

export type JoinRefusal = "invite is not valid" | "too many members" | "too many accounts";
export type LeaveRefusal = "not a member" | "last owner";

/** Records a new account of the person, whose Budget is created by finishMaking. */
export function beginMaking(
  sql: Sql,
  accountId: number,
  name: string,
  currency: Currency,
  now: number,
): void {
  beginMembership(sql, {
    account_id: accountId,
    name,
    role: "owner",
    state: "making",
    currency,
    created_at: now,
  });
}

/**
 * The accounts that the person has access to now, by asking each; this also updates the list. An
 * account out of reach is listed as it was last known: leaving it out would make the list look
 * complete.
 */
export async function listAccounts(
  sql: Sql,
  env: Env,
  person: PersonRow,
  now: number,
): Promise<Account[]> {
  const settled = async (row: MembershipRow) => {
    try {
      return await settle(sql, env, person, row, now);
    } catch (thrown) {
      logFault({ event: "budget out of reach", budget: row.account_id, error: String(thrown) });
      return lastKnown(row);
    }
  };
  const found = await Promise.all(listMemberships(sql).map(settled));
  return found.filter((account) => account !== null);
}

/** The record of an account; null if the person may never have had access. */
function lastKnown({
  account_id: accountId,
  name,
  currency,
  role,
  state,
}: MembershipRow): Account | null {
  return state === "joining" || currency === null ? null : { accountId, name, currency, role };
}

/** Brings the record of one account up to date. */
export async function refreshAccount(
  sql: Sql,
  env: Env,
  person: PersonRow,
  accountId: number,
  now: number,
): Promise<Account | null> {
  const row = listMemberships(sql).find((membership) => membership.account_id === accountId);
  return row === undefined ? null : settle(sql, env, person, row, now);
}

/** Makes another account, owned by the person. */
export async function makeAccount(
  sql: Sql,
  env: Env,
  person: PersonRow,
  wanted: { readonly name: string; readonly currency: Currency },
  now: number,
): Promise<Result<Account, "too many accounts">> {
  if (isFull(sql)) return err("too many accounts");
  const accountId = await env.DIRECTORY.getByName(DIRECTORY).next("account");
  if (isFull(sql)) return err("too many accounts");
  beginMaking(sql, accountId, wanted.name, wanted.currency, now);
  return ok(
    must(
      await refreshAccount(sql, env, person, accountId, now),
      "an account that was just made exists",
    ),
  );
}

/** Lets the person into an account by an invitation's secret; harmless when repeated. */
export async function joinAccount(
  sql: Sql,
  env: Env,
  person: PersonRow,
  invite: { readonly accountId: number; readonly secret: string },
  now: number,
): Promise<Result<Account, JoinRefusal>> {
  const { accountId } = invite;
  const known = listMemberships(sql).some((row) => row.account_id === accountId);
  if (!known && isFull(sql)) return err("too many accounts");
  beginMembership(sql, {
    account_id: accountId,
    name: "",
    role: "member",
    state: "joining",
    currency: null,
    created_at: now,
  });
  const { user_id: id, name, email } = person;
  const joined = await env.BUDGET.getByName(String(accountId)).addMember(
    { id, name, email },
    invite.secret,
  );
  // After a refusal the record stays until it is too old for a request under way.
  if (!joined.ok) return err(joined.error);
  settleMembership(sql, accountId, joined.value);
  return ok(joined.value);
}

/** Gives up the person's own access. */
export async function leaveAccount(
  sql: Sql,
  env: Env,
  person: PersonRow,
  accountId: number,
  now: number,
): Promise<Result<null, LeaveRefusal>> {
  const left = await env.BUDGET.getByName(String(accountId)).removeMember(
    person.user_id,
    person.user_id,
  );
  if (!left.ok && left.error === "last owner") return err("last owner");
  await refreshAccount(sql, env, person, accountId, now);
  return left.ok ? ok(null) : err("not a member");
}

async function settle(
  sql: Sql,
  env: Env,
  person: PersonRow,
  row: MembershipRow,
  now: number,
): Promise<Account | null> {
  const budget = env.BUDGET.getByName(String(row.account_id));
  if (row.state === "making") {
    const { user_id: id, name, email } = person;
    const primaryCurrency = must(row.currency, "an account that is being made has its currency");
    await budget.create({
      accountId: row.account_id,
      budgetName: row.name,
      primaryCurrency,
      user: { id, name, email },
      waitsForReview: true,
    });
  }
  const view = await budget.view(person.user_id);
  if (view !== null) settleMembership(sql, row.account_id, view);
  else if (row.state !== "joining" || now - row.created_at >= JOINING_MS_MAX)
    forgetMembership(sql, row);
  return view;
}

function isFull(sql: Sql): boolean {
  return listMemberships(sql).length >= ACCOUNTS_A_PERSON_MAX;
}
