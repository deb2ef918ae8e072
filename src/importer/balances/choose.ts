// The user's choices about the balances that a file states, made when they confirm the import: for
// this import, or for all statements of an account.

import { UNFOLLOWED_ACCOUNTS_MAX } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Run } from "../imports/runs.ts";
import type { ImportProblem } from "../problem.ts";
import type { BalanceChoice, RunBalance } from "./balance.ts";
import { keep, listUnfollowed } from "./store.ts";

/** Account id -> what to do with the balance stated for it. */
export type BalanceChoices = Readonly<Record<string, BalanceChoice>>;

/**
 * The run's balances with the user's choices; refused for an account whose balance cannot be
 * chosen.
 */
export function chosen(
  run: Run,
  choices: BalanceChoices,
): Result<readonly RunBalance[] | null, ImportProblem> {
  const open = (run.balances ?? [])
    .filter(({ plan }) => plan?.may_set === true)
    .map(({ account }) => String(account.id));
  const unknown = Object.keys(choices).find((account) => !open.includes(account));
  if (unknown !== undefined) {
    const known =
      open.length === 0
        ? "this file states no balance that could be set"
        : `it can be chosen for ${open.join(", ")}`;
    return err({
      kind: "invalid",
      field: `/body/balances/${unknown.slice(0, 40)}`,
      message: `The balance of account ${unknown.slice(0, 40)} cannot be chosen: ${known}.`,
    });
  }
  if (run.balances === null) return ok(null);
  return ok(
    run.balances.map((balance) => ({
      ...balance,
      choice: choices[String(balance.account.id)] ?? balance.choice,
    })),
  );
}

/**
 * Stores whether later statements set an account's balance; refused beyond the most accounts that
 * can be left alone.
 */
export function setFollowing(
  sql: Sql,
  account: number,
  follows: boolean,
): Result<{ readonly never: readonly number[] }, ImportProblem> {
  const never = listUnfollowed(sql);
  if (!follows && !never.includes(account) && never.length >= UNFOLLOWED_ACCOUNTS_MAX)
    return err({
      kind: "invalid",
      field: "/body/set",
      message: `At most ${UNFOLLOWED_ACCOUNTS_MAX} accounts can be left alone by statements.`,
    });
  if (follows !== !never.includes(account)) keep(sql, account, { follows: follows ? 1 : 0 });
  return ok({ never: listUnfollowed(sql) });
}

/** Stores the part of a choice that applies to the account's later statements. */
export function followOrNot(sql: Sql, account: number, choice: BalanceChoice): void {
  if (choice === "never") keep(sql, account, { follows: 0 });
  if (choice === "always") keep(sql, account, { follows: 1 });
}
