// The rules of a manual account and of changing one: pure.

import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import { afterDebit, isDebt } from "../../money/debt.ts";
import { units, type Units } from "../../money/money.ts";
import { applyChange, valueAfter } from "../../platform/change.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { ErrorItem } from "../../platform/api/problem.ts";

export const ACCOUNT_TYPES = [
  "cash",
  "credit",
  "cryptocurrency",
  "employee compensation",
  "investment",
  "loan",
  "other liability",
  "other asset",
  "real estate",
  "vehicle",
] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/**
 * The properties of an account that a client may set; on create the defaults are already filled in.
 */
export interface AccountState {
  readonly name: string;
  readonly institution_name: string | null;
  readonly display_name: string | null;
  readonly type: AccountType;
  readonly subtype: string | null;
  readonly balance: Units;
  readonly currency: Currency;
  readonly balance_as_of: number;
  /** Debits less credits that transactions moved the balance by since somebody last stated it. */
  readonly debits_since_stated: Units;
  readonly status: "active" | "closed";
  readonly closed_on: Day | null;
  readonly external_id: string | null;
  /** JSON text. */
  readonly custom_metadata: string | null;
  readonly exclude_from_transactions: boolean;
}

/** The properties of a request, each undefined when it was left out. */
export type AccountChange = {
  readonly [Property in keyof Omit<AccountState, "debits_since_stated">]?:
    AccountState[Property] | undefined;
};

/** The name an account is shown under: the explicit one, else institution and name. */
export function shownName(
  account: Pick<AccountState, "name" | "institution_name" | "display_name">,
): string {
  return (
    account.display_name ??
    (account.institution_name === null
      ? account.name
      : `${account.institution_name} ${account.name}`)
  );
}

/**
 * The account after the change. Closing sets the closing date (today unless given), reopening
 * clears it (D19).
 */
export function applyAccountChange(
  before: AccountState,
  change: AccountChange,
  today: Day,
  now: number,
): Result<AccountState, ErrorItem> {
  if (change.closed_on != null && change.status !== "closed") {
    return err({
      errMsg: `closed_on is ${change.closed_on}, but status is not set to closed in the same request.`,
      invalid_property: "closed_on",
    });
  }
  const after = applyChange(before, change);
  const closedOn =
    after.status === "active" ? null : (change.closed_on ?? before.closed_on ?? today);
  // A date without a balance would claim that an old balance is fresh.
  const asOf = change.balance === undefined ? before.balance_as_of : (change.balance_as_of ?? now);
  const { type, currency } = after;
  const balance = change.balance ?? balanceAs(type, before);
  if (!Number.isSafeInteger(balance)) {
    return err({
      errMsg: `As an account of the type ${type}, its balance would leave the range of amounts.`,
      invalid_property: "type",
    });
  }
  const isStated = change.balance !== undefined || currency !== before.currency;
  return ok({
    ...after,
    display_name: explicitName(before, change.display_name),
    balance: units(balance),
    balance_as_of: asOf,
    debits_since_stated: isStated ? units(0) : before.debits_since_stated,
    closed_on: closedOn,
  });
}

/**
 * The balance after the account's type has changed. A balance that a person stated stays. If the
 * account turns into a debt, or back, the movements since that statement change their direction.
 */
function balanceAs(type: AccountType, before: AccountState): number {
  const { balance, debits_since_stated: debits } = before;
  if (isDebt(type) === isDebt(before.type)) return balance;
  const stated = afterDebit(before.type, balance, 0 - debits);
  return afterDebit(type, stated, debits);
}

/** A derived name that a client sends back as it read it stays derived. */
function explicitName(before: AccountState, requested: string | null | undefined): string | null {
  if (before.display_name === null && requested === shownName(before)) return null;
  return valueAfter(requested, before.display_name);
}
