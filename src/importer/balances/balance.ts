// The balance of an account in an import: stated or proven by the file, planned, and carried out. Stored with the run
// as JSON; the API shows a part of it. Pure.

import type { Currency } from "../../money/currency.ts";
import { inAccountView } from "../../money/debt.ts";
import type { Day } from "../../money/day.ts";
import { printUnits, units, type Units } from "../../money/money.ts";
import type { Month } from "../../money/month.ts";
import type { AccountRef } from "../imports/account-ref.ts";

/** How sure the file's balance is: each row leads to it, all rows together do, or the file merely says so. */
export type Evidence = "running balance" | "opening and closing balance" | "stated";

/** What a file states of one account, in the account's view: money there is positive, money owed is negative. */
export interface Stated {
  /** The day at whose end the balance holds. */
  readonly day: Day;
  readonly closing: Units;
  /** The balance's currency; null where the rows have several. */
  readonly currency: Currency | null;
  /** Before the first row; null where that is not known. */
  readonly opening: Units | null;
  readonly first_day: Day;
  readonly rows_of_day: number;
  readonly evidence: Evidence;
  /** The balances of the file do not fit its rows. */
  readonly broken: boolean;
  /** The file or its rows are in another currency than the account, or in several. */
  readonly foreign: boolean;
  /** The ends of months that the rows prove. */
  readonly months: readonly { readonly month: Month; readonly balance: Units }[];
}

/** A person's choices for an account: set it or leave it this time, leave it from now on, or follow statements again. */
export const BALANCE_CHOICES = ["set", "leave", "never", "always"] as const;
export type BalanceChoice = (typeof BALANCE_CHOICES)[number];

/** What will be done with a stated balance. */
export interface Plan {
  readonly sets: boolean;
  /** Whether a person may decide otherwise. */
  readonly may_set: boolean;
  /** Whether the statement is kept: its months are written, and once no later one is left the balance is counted from it. */
  readonly keeps: boolean;
  /** Why it is left, or a person should look; null where it is simply set. */
  readonly reason: string | null;
  /** Whether the account is a debt, whose balance is what is owed. */
  readonly debt: boolean;
  /** The service's balance when it was looked at. */
  readonly before: string;
  /** The service's balance once it is set: later transactions count from there. */
  readonly after: string;
  /** How many transactions of later days the budget holds. */
  readonly later: number;
  /** Whether the rows move the balance where it is not set: those that a later balance counts already do not. */
  readonly rows_move: boolean;
}

/** What became of it. */
export interface Outcome {
  readonly kind: "set" | "left" | "taken back";
  readonly reason: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

/** An account of an import. */
export interface RunBalance {
  readonly account: AccountRef;
  /** Null where the file says nothing of its balance. */
  readonly stated: Stated | null;
  /** What a person said of this import. */
  readonly choice: BalanceChoice | null;
  readonly plan: Plan | null;
  /** Rows up to this day are in a balance that was stated already, so that inserting them moves nothing. */
  readonly keeps_to: Day | null;
  readonly outcome: Outcome | null;
}

/** The balance of an account in an Import object of the API; amounts are the service's, of a debt what is owed. */
export interface BalanceShown {
  readonly account: AccountRef;
  readonly as_of: Day;
  readonly balance: string;
  /** The currency of that balance, which may be another than the account's; null where the rows have several. */
  readonly currency: Currency | null;
  /** Whether it is what is owed. */
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

/** What the API shows of an import's balances: nothing before the account was looked at. */
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
  // -0 is nobody's balance.
  return (debt ? inAccountView("credit", balance) : balance) + 0;
}
