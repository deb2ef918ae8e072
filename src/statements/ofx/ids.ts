// Decides which FITIDs identify a transaction. By the standard each is unique; banks repeat them,
// number a file's records with them or leave them empty. An id that repeats on the same day with
// the same amount is dropped, and the description identifies the row. If date or amount differ,
// the id stays, because both are part of the external id anyway. A transaction that appears in two
// overlapping statements of one account is one transaction.

import type { StatementRow } from "../statement.ts";
import type { Draft } from "./draft.ts";

export interface Settled {
  readonly drafts: readonly Draft[];
  readonly why: readonly string[];
}

/** Removes from one statement's drafts the ids that identify nothing. */
export function settleIds(drafts: readonly Draft[]): Settled {
  const booked = drafts.flatMap(({ record, fitid }) =>
    record.kind === "transaction" && !record.row.pending ? [{ row: record.row, fitid }] : [],
  );
  const rows = booked.map(({ row }) => row);
  if (rows.length === 0) return { drafts, why: [] };
  const why: string[] = [];
  if (areCounters(booked.map(({ fitid }) => fitid))) {
    why.push(
      "The ids only number the records of this file, so descriptions identify the transactions instead.",
    );
    return { drafts: drafts.map((draft) => withoutId(draft)), why };
  }
  const { again, distinct, missing } = countReferences(rows);
  const sharing = rows.filter(({ reference }) => reference !== null && again.has(reference));
  const counts = countBy(sharing, idKey);
  const repeated = sharing.filter((row) => (counts.get(idKey(row)) ?? 0) > 1);
  const [first] = repeated;
  if (first !== undefined)
    why.push(
      `The id "${first.reference ?? ""}" appears on several transactions of the same day and amount (${repeated.length} transactions share an id this way), so their descriptions identify them instead.`,
    );
  const others = rows.length - missing - distinct;
  if (others > 0 && first === undefined)
    why.push("Some ids repeat; date and amount tell those transactions apart.");
  if (missing > 0)
    why.push(
      `${missing} of ${rows.length} transactions have no id; their descriptions identify them.`,
    );
  const shared = new Set(repeated);
  return {
    drafts:
      shared.size === 0
        ? drafts
        : drafts.map((draft) =>
            draft.record.kind === "transaction" && shared.has(draft.record.row)
              ? withoutId(draft)
              : draft,
          ),
    why,
  };
}

/** The references that occur again, the number of distinct ones, and of rows without one. */
function countReferences(rows: readonly StatementRow[]): {
  again: ReadonlySet<string>;
  distinct: number;
  missing: number;
} {
  const seen = new Set<string>();
  const again = new Set<string>();
  let missing = 0;
  for (const { reference } of rows) {
    if (reference === null) missing += 1;
    else if (seen.has(reference)) again.add(reference);
    else seen.add(reference);
  }
  return { again, distinct: seen.size, missing };
}

/**
 * Skips transactions that an earlier statement of the account holds: same id, day, amount and text.
 */
export function skipRepeated(
  statements: readonly (readonly Draft[])[],
): readonly (readonly Draft[])[] {
  const seen = new Map<string, number>();
  // The keys are made only where a statement comes before another one.
  if (statements.length < 2) return statements;
  return statements.map((drafts) => {
    const kept = drafts.map((draft): Draft => {
      const { record } = draft;
      if (record.kind !== "transaction" || draft.fitid === "") return draft;
      const line = seen.get(bookingKey(draft.fitid, record.row));
      if (line === undefined) return draft;
      return {
        ...draft,
        record: {
          kind: "skipped",
          line: record.row.line,
          cells: record.row.cells,
          reason: `an earlier statement in this file holds the same transaction on line ${line}`,
        },
      };
    });
    for (const { record, fitid } of kept) {
      if (record.kind === "transaction") seen.set(bookingKey(fitid, record.row), record.row.line);
    }
    return kept;
  });
}

/**
 * Whether the ids count 0, 1, 2 ... or 1, 2, 3 ..., up or down. Such an id changes with each
 * export, so it identifies nothing.
 */
function areCounters(ids: readonly string[]): boolean {
  if (!ids.every((id) => /^\d{1,9}$/.test(id))) return false;
  const numbers = ids.map(Number);
  const [first = 0] = numbers;
  const last = numbers.at(-1) ?? 0;
  const step = last < first ? -1 : 1;
  return (
    Math.min(first, last) <= 1 && numbers.every((number, index) => number === first + step * index)
  );
}

function withoutId(draft: Draft): Draft {
  const { record } = draft;
  if (record.kind !== "transaction" || record.row.reference === null) return draft;
  const { row } = record;
  return {
    ...draft,
    record: {
      kind: "transaction",
      row: { ...row, reference: null, facts: { ...row.facts, fitid: row.reference ?? "" } },
    },
  };
}

function idKey({ reference, date, amount }: StatementRow): string {
  return `${date} ${amount} ${reference ?? ""}`;
}

function bookingKey(fitid: string, { account, date, amount, description }: StatementRow): string {
  return [account, date, amount, fitid, description].join("\u001f");
}

function countBy(
  rows: readonly StatementRow[],
  key: (row: StatementRow) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1);
  return counts;
}
