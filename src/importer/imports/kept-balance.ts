// Which rows of an import leave the account's balance as it is: those up to the day of a balance that
// the bank itself states, since that balance has them in it.

import { Runs, type Run } from "./runs.ts";
import type { Sql } from "../../platform/sql/sql.ts";

/** Finds for which rows, by day and account, the balance stays as it is. */
export function findKept({
  options,
  balances,
}: Pick<Run, "options" | "balances">): (account: number, date: string) => boolean {
  const stated = new Map((balances ?? []).map(({ account, keeps_to: day }) => [account.id, day]));
  return (account, date) => options.balance_stated === true || (stated.get(account) ?? "") >= date;
}

/**
 * Whether the account's balance stayed as it was when an import inserted this transaction. Then its
 * deletion does not change the balance, and neither may its restoration.
 */
export function hasKeptBalance(sql: Sql, transaction: Readonly<Record<string, unknown>>): boolean {
  const { custom_metadata: metadata, manual_account_id: account, date } = transaction;
  const run = readRun(metadata);
  if (run === null || typeof account !== "number" || typeof date !== "string") return false;
  const known = new Runs(sql).byId(run);
  return known !== null && findKept(known)(account, date);
}

/** The import that the metadata names; null if it names none. */
function readRun(metadata: unknown): string | null {
  if (!isRecord(metadata) || !isRecord(metadata["tributary"])) return null;
  const { run } = metadata["tributary"];
  return typeof run === "string" ? run : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
