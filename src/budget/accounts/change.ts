// Creates and changes manual accounts for both versions of the interface. No two accounts may be
// shown under one name. Refusals call the account by `noun`, the word of the caller's version.

import { must } from "../../platform/assert.ts";
import { dayOfInstant } from "../../money/day.ts";
import { units } from "../../money/money.ts";
import { ok, type Result } from "../../platform/result.ts";
import { readBudget } from "../me/store.ts";
import { refuse, type Problem } from "../../platform/api/problem.ts";
import { writingConverter } from "../rates/store.ts";
import type { Context } from "../route.ts";
import { applyAccountChange, shownName, type AccountChange, type AccountState } from "./rules.ts";
import {
  accountShownAs,
  findAccount,
  insertAccount,
  toState,
  updateAccount,
  type AccountRow,
} from "./store.ts";
import { confirmBalance } from "./unconfirmed.ts";

/** The word that a version uses for a manual account. */
export type Noun = "manual account" | "asset";

/**
 * Creates an account; properties that the request leaves out make it an active, empty cash account
 * in the primary currency (gaps.md, D11).
 */
export function createAccount(
  context: Context,
  body: AccountChange & { readonly name: string },
  noun: Noun = "manual account",
): Result<AccountRow, Problem> {
  const { sql, now, caller } = context;
  const blank: AccountState = {
    name: body.name,
    institution_name: null,
    display_name: null,
    type: "cash",
    subtype: null,
    balance: units(0),
    currency: readBudget(sql).primary_currency,
    balance_as_of: body.balance_as_of ?? now,
    debits_since_stated: units(0),
    status: "active",
    closed_on: null,
    external_id: null,
    custom_metadata: null,
    exclude_from_transactions: false,
  };
  const state = applyAccountChange(blank, body, dayOfInstant(now), now);
  if (!state.ok) return refuse("invalid body", state.error);
  const clash = nameClash(context, state.value, null, noun);
  if (clash !== null) return clash;
  return ok(
    stored(
      context,
      insertAccount(sql, state.value, convertBalance(context, state.value), caller.userId, now),
    ),
  );
}

/** The account after the change. */
export function changeAccount(
  context: Context,
  before: AccountRow,
  change: AccountChange,
  noun: Noun = "manual account",
): Result<AccountRow, Problem> {
  const { sql, now } = context;
  const state = applyAccountChange(toState(before), change, dayOfInstant(now), now);
  if (!state.ok) return refuse("invalid body", state.error);
  const clash = nameClash(context, state.value, before.id, noun);
  if (clash !== null) return clash;
  updateAccount(sql, before.id, state.value, convertBalance(context, state.value), now);
  if (change.balance !== undefined) confirmBalance(sql, before.id);
  return ok(stored(context, before.id));
}

function stored({ sql }: Context, id: number): AccountRow {
  return must(findAccount(sql, id), "an account that was written is there");
}

/** Two accounts may not be shown under one name, whether it was given or derived. */
function nameClash(
  { sql }: Context,
  state: AccountState,
  except: number | null,
  noun: Noun,
): { readonly ok: false; readonly error: Problem } | null {
  const name = shownName(state);
  const other = accountShownAs(sql, name, except);
  if (other === null) return null;
  const how =
    state.display_name === null
      ? "The name derived from institution_name and name"
      : "The display_name";
  return refuse("invalid body", {
    errMsg: `${how}, ${JSON.stringify(name)}, is already that of ${noun} ${other.id}.`,
    invalid_property: state.display_name === null ? "name" : "display_name",
    existing_manual_account_id: other.id,
    existing_display_name: name,
    requested_display_name: name,
  });
}

function convertBalance(context: Context, state: AccountState) {
  return writingConverter(context)(
    state.balance,
    state.currency,
    readBudget(context.sql).primary_currency,
    dayOfInstant(context.now),
  );
}
