// Proves the rows by the balances. OFX prints the balance after a statement (LEDGERBAL), but seldom
// the one before it. That one is known if the bank prints it among or next to the transactions, or
// if an earlier statement of the account ends the day before this one begins. AVAILBAL includes
// credit and pending transactions and proves nothing.

import { addDays, compareDays, type Day } from "../../money/day.ts";
import { printUnits, type Units } from "../../money/money.ts";
import { parseAmount } from "../amounts.ts";
import { proveBalances, type Balanced } from "../balances.ts";
import type { DecimalMark } from "../csv/amounts/amount.ts";
import type { Proof, StatedBalance } from "../statement.ts";
import type { Draft } from "./draft.ts";
import type { BalancePrinted, Statement } from "./statements.ts";

/** A statement with its records. */
export interface ReadStatement {
  readonly statement: Statement;
  readonly label: string | null;
  readonly drafts: readonly Draft[];
}

/** Checks the balances of the statements, in the file's order. */
export function proveStatements(read: readonly ReadStatement[], mark: DecimalMark | null): Proof {
  const balanced: Balanced[] = [];
  const latest = new Map<string | null, Statement>();
  for (const { statement, drafts, label } of read) {
    const before = latest.get(label);
    latest.set(label, statement);
    const closing = parseBalance(statement.ledger, mark);
    const stated =
      drafts.find(({ opening }) => opening !== null)?.opening ??
      parseBalance(statement.opening, mark);
    const opening =
      stated ??
      (before !== undefined && follows(before, statement)
        ? parseBalance(before.ledger, mark)
        : null);
    const amounts = drafts.flatMap(({ record }) =>
      record.kind === "transaction" && !record.row.pending ? [record.row.amount] : [],
    );
    // Balances prove nothing if records are missing or in another currency.
    const whole =
      statement.whole &&
      drafts.every(({ record }) =>
        record.kind === "transaction"
          ? record.row.currency === statement.currency
          : record.kind === "skipped",
      );
    balanced.push({
      opening: whole ? opening : null,
      closing,
      amounts,
      line: statement.ledger?.line ?? statement.line,
    });
  }
  return proveBalances(balanced);
}

/**
 * Each account's closing balance, from its latest statement, and the balance before its first one.
 */
export function findStatedBalances(
  read: readonly ReadStatement[],
  mark: DecimalMark | null,
): StatedBalance[] {
  const byLabel = Map.groupBy(read, ({ label }) => label);
  return [...byLabel].flatMap(([account, statements]): StatedBalance[] => {
    const inOrder = statements.toSorted((a, b) => compareDays(lastDay(a), lastDay(b)));
    const [first, last] = [inOrder[0], inOrder.at(-1)];
    const closing = parseBalance(last?.statement.ledger ?? null, mark);
    if (
      first === undefined ||
      last === undefined ||
      closing === null ||
      statements.some(({ statement }) => !statement.whole)
    )
      return [];
    const opening =
      first.drafts.find((draft) => draft.opening !== null)?.opening ??
      parseBalance(first.statement.opening, mark);
    return [
      {
        account,
        currency: last.statement.currency,
        day: last.statement.ledger?.day ?? null,
        closing,
        opening,
      },
    ];
  });
}

function lastDay({ statement }: ReadStatement): Day | null {
  return statement.ledger?.day ?? statement.to;
}

/** Whether the later statement begins the day after the earlier one's balance. */
function follows(earlier: Statement, later: Statement): boolean {
  const struck = earlier.ledger?.day ?? null;
  return struck !== null && later.from === addDays(struck, 1);
}

/** One sentence about each closing balance. */
export function explainBalances(
  read: readonly ReadStatement[],
  mark: DecimalMark | null,
): string[] {
  return read.flatMap(({ statement, label }) => {
    const { ledger, available } = statement;
    const amount = parseBalance(ledger, mark);
    if (ledger === null || amount === null) return [];
    const whose = label === null ? "" : ` of ${label}`;
    const other =
      available === null || available === ledger.amount ? "" : ` (${available} available)`;
    return [
      `The bank's closing balance${whose} is ${printUnits(amount, 2)}${ledger.day === null ? "" : ` on ${ledger.day}`}${other}.`,
    ];
  });
}

function parseBalance(balance: BalancePrinted | null, mark: DecimalMark | null): Units | null {
  const amount = balance === null ? "" : parseAmount(balance.amount, mark);
  return typeof amount === "string" ? null : amount;
}
