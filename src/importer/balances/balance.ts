// The balance of an account in an import: stated or proven by the file, planned, and carried out.
// It is stored with the run as JSON; the API shows a part of it. Pure.

import type { Currency } from "../../money/currency.ts";
import { inAccountView } from "../../money/debt.ts";
import type { Day } from "../../money/day.ts";
import { printUnits, units, type Units } from "../../money/money.ts";
import type { Month } from "../../money/month.ts";
import type { AccountRef } from "../imports/account-ref.ts";

/**
 * How certain the file's balance is: each row leads to it, all rows together do, or the file merely
 * states it.
 */
export type Evidence = "running balance" | "opening and closing balance" | "stated";

/**
 * The balances that a file states for one account, in the account's view: money there is positive, money owed
 * is negative.
 */
export interface Stated {
  /** The balance is of the end of this day. */
  readonly day: Day;
  readonly closing: Units;
  /** The balance's currency; null if the rows have several. */
  readonly currency: Currency | null;
  /** The balance before the first row; null if unknown. */
  readonly opening: Units | null;
  readonly first_day: Day;
  readonly rows_of_day: number;
  readonly evidence: Evidence;
  /** The file's balances do not fit its rows. */
  readonly broken: boolean;
  /** The file or its rows are in another currency than the account, or in several. */
  readonly foreign: boolean;
  /** Month-end balances that the rows prove. */
  readonly months: readonly { readonly month: Month; readonly balance: Units }[];
}

/**
 * The user's choices for an account: set it or leave it this time, leave it from now on, or follow
 * statements again.
 */
export const BALANCE_CHOICES = ["set", "leave", "never", "always"] as const;
export type BalanceChoice = (typeof BALANCE_CHOICES)[number];

/** The plan for a stated balance. */
export interface Plan {
  readonly sets: boolean;
  /** Whether the user may decide otherwise. */
  readonly may_set: boolean;
  /**
   * Whether the statement is remembered: its month ends are written, and once no later one is left
   * the balance is counted from it.
   */
  readonly keeps: boolean;
  /** Why it is left, or why the user should look; null if it is simply set. */
  readonly reason: string | null;
  /** Whether the account is a debt, whose balance is the amount owed. */
  readonly debt: boolean;
  /** The service's balance when it was read. */
  readonly before: string;
  /** The service's balance once it is set: later transactions count from there. */
  readonly after: string;
  /** How many transactions of later days the budget has. */
  readonly later: number;
  /**
   * Whether the rows move the balance if it is not set: rows that a later balance includes do not.
   */
  readonly rows_move: boolean;
}

/** The result. */
export interface Outcome {
  readonly kind: "set" | "left" | "taken back";
  readonly reason: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

/** An account of an import. */
export interface RunBalance {
  readonly account: AccountRef;
  /** Null if the file states no balance. */
  readonly stated: Stated | null;
  /** The user's choice for this import. */
  readonly choice: BalanceChoice | null;
  readonly plan: Plan | null;
  /** A balance stated before includes rows up to this day, so inserting them moves nothing. */
  readonly keeps_to: Day | null;
  readonly outcome: Outcome | null;
}

/**
 * The balance of an account in an Import object of the API; amounts are the service's, for a debt
 * the amount owed.
 */
export interface BalanceShown {
  readonly account: AccountRef;
  readonly as_of: Day;
  readonly balance: string;
  /**
   * The currency of that balance, which may differ from the account's; null if the rows have
   * several.
   */
  readonly currency: Currency | null;
  /** Whether it is an amount owed. */
  readonly debt: boolean;
  readonly evidence: Evidence;
  readonly state: "planned" | "set" | "left" | "taken back";
  readonly sets: boolean;
  readonly may_set: boolean;
  readonly reason: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly later_transactions: number;
  readonly rows_move: boolean;
  readonly months: readonly { readonly month: Month; readonly balance: string }[];
}

/** What the API shows of an import's balances: nothing before the account was read. */
export function balancesShown(balances: readonly RunBalance[] | null): BalanceShown[] {
  return (balances ?? []).flatMap(({ account, stated, plan, outcome }): BalanceShown[] => {
    if (stated === null || plan === null) return [];
    return [
      {
        account,
        as_of: stated.day,
        balance: held(plan.debt, stated.closing),
        currency: stated.currency,
        debt: plan.debt,
        evidence: stated.evidence,
        state: outcome?.kind ?? "planned",
        sets: plan.sets,
        may_set: plan.may_set,
        reason: outcome === null ? plan.reason : outcome.reason,
        before: outcome?.before ?? plan.before,
        after: outcome === null ? plan.after : outcome.after,
        later_transactions: plan.later,
        rows_move: plan.rows_move,
        months: stated.months.map(({ month, balance }) => ({
          month,
          balance: held(plan.debt, balance),
        })),
      },
    ];
  });
}

/** A balance in the account's view as the service holds it, in decimal text. */
export function held(debt: boolean, balance: number): string {
  return printUnits(units(heldUnits(debt, balance)));
}

/** The same in units. */
export function heldUnits(debt: boolean, balance: number): number {
  // -0 must not be shown.
  return (debt ? inAccountView("credit", balance) : balance) + 0;
}
