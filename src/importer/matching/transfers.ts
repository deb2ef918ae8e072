// Suggested transfers between own accounts (rules/transfers.ts), as they are stored and shown. A
// pair is suggested once: a dismissed one stays dismissed, even if its imports are undone and sent
// again. Accepting one is an entry of the journal
// (changes/decisions/transfers.ts).

import { compareDays } from "../../money/day.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { printUnits, units } from "../../money/money.ts";
import type { Leg } from "./rules/relation.ts";
import type { OwnAccounts, Transfer } from "./rules/transfers.ts";

export type TransferState = "suggested" | "accepting" | "accepted" | "dismissed";

/** One side as the API shows it; `amount` as in the service: positive is a debit. */
export interface Side {
  readonly transaction_id: number;
  readonly account: { readonly id: number; readonly name: string };
  readonly date: string;
  readonly amount: string;
  readonly currency: string;
  readonly payee: string;
}

/** A suggestion as the API shows it. */
export interface SuggestedTransfer {
  readonly n: number;
  readonly state: TransferState;
  readonly kind: Transfer["kind"];
  readonly debit: Side;
  readonly credit: Side;
  /** One sentence for each reason. */
  readonly evidence: readonly string[];
  /** The group that was created for it. */
  readonly group_id: number | null;
  /** Why the service refused it when it was accepted. */
  readonly problem: string | null;
}

interface TransferRow {
  readonly id: number;
  readonly run: number;
  readonly debit: number;
  readonly credit: number;
  readonly kind: Transfer["kind"];
  readonly sides: string;
  readonly evidence: string;
  readonly state: TransferState;
  readonly grouped: number | null;
  readonly problem: string | null;
}

/** Stores new pairs; a pair stays as it is if one of its sides was paired or dismissed before. */
export function suggest(
  sql: Sql,
  run: number,
  transfers: readonly Transfer[],
  own: OwnAccounts,
): void {
  const inTime = [...transfers].sort(
    ({ debit: a }, { debit: b }) => compareDays(a.date, b.date) || a.id - b.id,
  );
  for (const { debit, credit, kind, evidence } of inTime) {
    const key = `${legKey(debit)} ${legKey(credit)}`;
    const sides = { debit: toSide(debit, own), credit: toSide(credit, own) };
    sql.run(
      `INSERT OR IGNORE INTO transfers (run, key, debit, credit, kind, sides, evidence, state) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, 'suggested'
       WHERE NOT EXISTS (SELECT 1 FROM transfers WHERE state <> 'dismissed' AND (debit IN (?3, ?4) OR credit IN (?3, ?4)))`,
      run,
      key,
      debit.id,
      credit.id,
      kind,
      JSON.stringify(sides),
      JSON.stringify(evidence),
    );
  }
}

function legKey({ account, external_id, id }: Leg): string {
  return external_id === null ? `#${id}` : `${account}:${external_id}`;
}

function toSide({ id, account, date, amount, currency, payee }: Leg, own: OwnAccounts): Side {
  const name = own.names.get(account) ?? `account ${account}`;
  return {
    transaction_id: id,
    account: { id: account, name },
    date,
    amount: printUnits(units(amount)),
    currency,
    payee,
  };
}

/** The suggestions of a run, oldest first; dismissed ones included. */
export function listTransfers(
  sql: Sql,
  run: number,
  limit: number,
  offset: number,
): SuggestedTransfer[] {
  return sql
    .all<TransferRow>(
      "SELECT * FROM transfers WHERE run = ? ORDER BY id LIMIT ? OFFSET ?",
      run,
      limit,
      offset,
    )
    .map(shown);
}

/** The suggestions that have a transaction as a side, each with the id of its run. */
export function listTransfersOf(
  sql: Sql,
  transaction: number,
): (SuggestedTransfer & { readonly import: string })[] {
  return sql
    .all<TransferRow & { readonly import: string }>(
      `SELECT transfers.*, runs.id AS import FROM transfers JOIN runs ON runs.seq = transfers.run
       WHERE transfers.id IN (SELECT id FROM transfers WHERE debit = ?1 UNION SELECT id FROM transfers WHERE credit = ?1)
       ORDER BY transfers.id`,
      transaction,
    )
    .map((row) => ({ ...shown(row), import: row.import }));
}

export function findTransfer(sql: Sql, run: number, n: number): SuggestedTransfer | null {
  const row = sql.first<TransferRow>("SELECT * FROM transfers WHERE run = ? AND id = ?", run, n);
  return row === null ? null : shown(row);
}

function shown(row: TransferRow): SuggestedTransfer {
  const sides: { debit: Side; credit: Side } = JSON.parse(row.sides);
  const evidence: string[] = JSON.parse(row.evidence);
  return {
    n: row.id,
    state: row.state,
    kind: row.kind,
    ...sides,
    evidence,
    group_id: row.grouped,
    problem: row.problem,
  };
}

/** Dismisses a pair for good; false if it was accepted. */
export function dismiss(sql: Sql, run: number, n: number): boolean {
  return (
    sql.all(
      "UPDATE transfers SET state = 'dismissed' WHERE run = ? AND id = ? AND state IN ('suggested','dismissed') RETURNING id",
      run,
      n,
    ).length > 0
  );
}

/** A suggestion by its number alone. */
export function findTransferById(sql: Sql, n: number): SuggestedTransfer | null {
  const row = sql.first<TransferRow>("SELECT * FROM transfers WHERE id = ?", n);
  return row === null ? null : shown(row);
}

/** Stores what became of a transfer that is still in one of these states. */
export function setTransferState(
  sql: Sql,
  n: number,
  from: readonly TransferState[],
  changes: {
    readonly state: TransferState;
    readonly grouped?: number | null;
    readonly problem?: string | null;
  },
): void {
  sql.run(
    `UPDATE transfers SET state = ?, grouped = ?, problem = ?
     WHERE id = ? AND state IN (SELECT value FROM json_each(?))`,
    changes.state,
    changes.grouped ?? null,
    changes.problem ?? null,
    n,
    JSON.stringify(from),
  );
}

/** Forgets the suggestions that a run found or has a side of; dismissed ones stay known. */
export function forgetTransfers(sql: Sql, run: number): void {
  const mine =
    "SELECT transaction_id FROM rows INDEXED BY rows_inserted WHERE run = ?1 AND state = 'inserted'";
  sql.run(
    `DELETE FROM transfers WHERE state <> 'dismissed' AND (run = ?1 OR debit IN (${mine}) OR credit IN (${mine}))`,
    run,
  );
  sql.run("DELETE FROM jobs WHERE run = ?1 AND kind = 'find transfers'", run);
}
