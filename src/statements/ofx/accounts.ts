// What a document calls its accounts: the number, and where two accounts share one, the number and what tells them
// apart. Accounts without movements are not asked about.

import type { Account, Statement } from "./statements.ts";

export interface Labels {
  /** Each statement's label on its rows, by its place; null throughout where there is one account. */
  readonly rows: readonly (string | null)[];
  /** The labels where there are several, else none. */
  readonly several: readonly string[];
  /** The label of the one account, null where it has none or there are several. */
  readonly only: string | null;
}

const UNNAMED = "(without account number)";

/** The labels of the statements that hold movements. */
export function labelsOf(statements: readonly Statement[]): Labels {
  const accounts = new Map<string, Account | null>();
  for (const { account } of statements) accounts.set(keyOf(account), account);
  if (accounts.size <= 1) {
    const [account = null] = accounts.values();
    return { rows: statements.map(() => null), several: [], only: account?.number ?? null };
  }
  const alike = byNumber([...accounts.values()]);
  const labels = new Map(
    [...accounts].map(
      ([key, account]) => [key, account === null ? UNNAMED : labelOf(account, alike)] as const,
    ),
  );
  return {
    rows: statements.map(({ account }) => labels.get(keyOf(account)) ?? UNNAMED),
    several: [...new Set(labels.values())],
    only: null,
  };
}

/** How many accounts share a number, and a number and a type. */
function byNumber(accounts: readonly (Account | null)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const account of accounts) {
    if (account === null) continue;
    for (const key of [account.number, typedOf(account)])
      counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function labelOf(account: Account, alike: ReadonlyMap<string, number>): string {
  const { number, type, bank, branch } = account;
  if (alike.get(number) === 1) return number;
  return alike.get(typedOf(account)) === 1
    ? `${number} ${type}`.trim()
    : [number, type, bank, branch].filter((part) => part !== "").join(" ");
}

function typedOf({ number, type }: Account): string {
  return `${number}\u001f${type}`;
}

function keyOf(account: Account | null): string {
  return account === null
    ? ""
    : [account.bank, account.branch, account.number, account.type].join("\u001f");
}
