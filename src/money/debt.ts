// Debts: the one place that knows which types of account they are and what their balance means (gaps.md, D27). The balance of
// a debt is what is owed, printed positive; of everything else it is what is there. Pure arithmetic on 1/10,000 units.

/** Account types whose balance is what is owed: of manual accounts, and those that providers of linked accounts set. */
export const DEBT_TYPES = ["credit", "loan", "mortgage", "other liability"] as const;

const DEBTS: ReadonlySet<string> = new Set(DEBT_TYPES);

/** Whether an account of this type is a debt; letter case does not matter. */
export function isDebt(type: string): boolean {
  return DEBTS.has(type.toLowerCase());
}

/** The balance after a debit (negative: a credit): money spent raises what is owed on a debt and lowers any other balance. */
export function afterDebit(type: string, balance: number, debit: number): number {
  return isDebt(type) ? balance + debit : balance - debit;
}

/**
 * What a balance adds to its owner's net worth: what is owed counts negative. Also the way back, from a figure in the account's
 * view (a bank's statement: money there is positive, money owed negative) to the balance that the service holds.
 */
export function inAccountView(type: string, balance: number): number {
  return isDebt(type) ? 0 - balance : balance;
}
