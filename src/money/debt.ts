// Debts: the only place that knows which account types are debts and what their balance means
// (gaps.md, D27). The balance of a debt is the amount owed, printed positive; the balance of any
// other account is the amount it holds. Pure arithmetic on 1/10,000 units.

/**
 * Account types whose balance is an amount owed: those of manual accounts and those that providers
 * of linked accounts set.
 */
export const DEBT_TYPES = ["credit", "loan", "mortgage", "other liability"] as const;

const DEBTS: ReadonlySet<string> = new Set(DEBT_TYPES);

/** Whether an account of this type is a debt; letter case does not matter. */
export function isDebt(type: string): boolean {
  return DEBTS.has(type.toLowerCase());
}

/**
 * The balance after a debit (negative: a credit): money spent raises what is owed on a debt and
 * lowers any other balance.
 */
export function afterDebit(type: string, balance: number, debit: number): number {
  return isDebt(type) ? balance + debit : balance - debit;
}

/**
 * The contribution of a balance to its owner's net worth: amounts owed count negative. It also
 * converts back: from a figure in the account's view (on a bank's statement money held is positive,
 * money owed negative) to the balance that the service stores.
 */
export function inAccountView(type: string, balance: number): number {
  return isDebt(type) ? 0 - balance : balance;
}
