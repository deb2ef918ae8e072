// The labels of a document's accounts: the number, or the number with the type, bank and branch
// where two accounts share a number. Accounts without transactions are left out.

import type { Account, Statement } from "./statements.ts";

export interface Labels {
  /** The label on each statement's rows, by position; null when there is only one account. */
  readonly rows: readonly (string | null)[];
  /** The labels when there are several accounts; empty otherwise. */
  readonly several: readonly string[];
  /** The label of the only account; null when it has no number or there are several accounts. */
  readonly only: string | null;
}

const UNNAMED = "(without account number)";

/** Labels the accounts of the statements that contain transactions. */
export function labelAccounts(statements: readonly Statement[]): Labels {
  const accounts = new Map<string, Account | null>();
  for (const { account } of statements) accounts.set(accountKey(account), account);
  if (accounts.size <= 1) {
    const [account = null] = accounts.values();
    return { rows: statements.map(() => null), several: [], only: account?.number ?? null };
  }
  const alike = countAlike([...accounts.values()]);
  const labels = new Map(
    [...accounts].map(
      ([key, account]) => [key, account === null ? UNNAMED : labelAccount(account, alike)] as const,
    ),
  );
  return {
    rows: statements.map(({ account }) => labels.get(accountKey(account)) ?? UNNAMED),
    several: [...new Set(labels.values())],
    only: null,
  };
}

/** Counts how many accounts share a number, and a number and type. */
function countAlike(accounts: readonly (Account | null)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const account of accounts) {
    if (account === null) continue;
    for (const key of [account.number, typedNumber(account)])
      counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function labelAccount(account: Account, alike: ReadonlyMap<string, number>): string {
  const { number, type, bank, branch } = account;
  if (alike.get(number) === 1) return number;
  return alike.get(typedNumber(account)) === 1
    ? `${number} ${type}`.trim()
    : [number, type, bank, branch].filter((part) => part !== "").join(" ");
}

function typedNumber({ number, type }: Account): string {
  return `${number}\u001f${type}`;
}

function accountKey(account: Account | null): string {
  return account === null
    ? ""
    : [account.bank, account.branch, account.number, account.type].join("\u001f");
}
