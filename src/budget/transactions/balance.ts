// A manual account's balance follows its transactions, in the account's own currency: a debit
// lowers it, or raises what is owed on a debt (money/debt.ts). Each transaction records the debit
// by which it moved the balance. So changing or deleting it reverses exactly that, even if rates
// have changed or it was inserted with skip_balance_update.

import type { Currency } from "../../money/currency.ts";
import { dayOfInstant } from "../../money/day.ts";
import { afterDebit } from "../../money/debt.ts";
import { units } from "../../money/money.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { Noun } from "../accounts/change.ts";
import type { AccountType } from "../accounts/rules.ts";
import { moveBalance } from "../accounts/store.ts";
import { refuse, type Problem } from "../../platform/api/problem.ts";
import type { Convert } from "../rates/store.ts";
import type { Context } from "../route.ts";

/** Debits by manual account, in each account's currency. */
export type Moves = Map<number, number>;

/** Notes that `debit` (negative: a credit) leaves the account. */
export function move(moves: Moves, accountId: number | null, debit: number): void {
  if (accountId !== null && debit !== 0) moves.set(accountId, (moves.get(accountId) ?? 0) + debit);
}

/** Writes the moved balances; refuses when one would leave the range of amounts. */
export function settleBalances(
  context: Context,
  moves: Moves,
  convert: Convert,
  primary: Currency,
  noun: Noun = "manual account",
): Result<undefined, Problem> {
  const { sql, now } = context;
  for (const [id, debit] of moves) {
    const account = sql.first<{ type: AccountType; balance: number; currency: Currency }>(
      "SELECT type, balance, currency FROM manual_accounts WHERE id = ?",
      id,
    );
    if (account === null || debit === 0) continue;
    const balance = afterDebit(account.type, account.balance, debit);
    if (!Number.isSafeInteger(balance) || !Number.isSafeInteger(debit)) {
      return refuse("invalid body", {
        errMsg: `The balance of ${noun} ${id} would leave the range of amounts.`,
        manual_account_id: id,
        invalid_property: "amount",
      });
    }
    const toBase = convert(units(balance), account.currency, primary, dayOfInstant(now));
    moveBalance(sql, id, { balance: units(balance), toBase, debit }, now);
  }
  return ok(undefined);
}
