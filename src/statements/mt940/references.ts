// Decides which of the bank's references identify a transaction. One that several transactions of a
// day and amount in one message share identifies none; their texts do. The same transaction in two
// messages of one account (a report during the day, then the day's statement) is one transaction.

import type { StatementRecord, StatementRow } from "../statement.ts";

/** Settles the references of all messages, in order. */
export function settleReferences(messages: readonly (readonly StatementRecord[])[]): {
  records: readonly StatementRecord[];
  why: readonly string[];
} {
  const earlier = new EarlierRows();
  let shared = 0;
  let repeated = 0;
  const records = messages.flatMap((message, index) => {
    const rows = rowsWithReference(message);
    if (rows.length === 0) return message;
    const counts = countRepeated(rows);
    const settled = message.map((record): StatementRecord => {
      if (record.kind !== "transaction" || record.row.reference === null) return record;
      const { row } = record;
      const line = earlier.findLine(row);
      if (line !== null) {
        repeated += 1;
        return {
          kind: "skipped",
          line: row.line,
          cells: row.cells,
          reason: `an earlier message in this file holds the same transaction on line ${line}`,
        };
      }
      if (counts.size === 0 || (counts.get(referenceKey(row)) ?? 1) === 1) return record;
      shared += 1;
      return {
        kind: "transaction",
        row: {
          ...row,
          reference: null,
          facts: { ...row.facts, bank_reference: row.reference ?? "" },
        },
      };
    });
    // No later message can repeat the rows of the last one.
    if (index < messages.length - 1) for (const row of rows) earlier.note(row);
    return settled;
  });
  const why = [
    ...(shared === 0
      ? []
      : [
          `${shared} transactions share the bank's reference with another of the same day and amount, so their texts identify them instead.`,
        ]),
    ...(repeated === 0
      ? []
      : [`${repeated} transactions are also in an earlier message of the file and are read once.`]),
  ];
  return { records, why };
}

/** The transactions of earlier messages. Most references occur once, so their keys are never made. */
class EarlierRows {
  readonly #first = new Map<string, StatementRow>();
  /** The lines of rows whose reference had occurred before. */
  readonly #later = new Map<string, number>();

  note(row: StatementRow): void {
    const reference = row.reference ?? "";
    if (this.#first.has(reference)) this.#later.set(transactionKey(row), row.line);
    else this.#first.set(reference, row);
  }

  /** The line of the last row that is the same transaction. Null if no row is. */
  findLine(row: StatementRow): number | null {
    const first = this.#first.get(row.reference ?? "");
    if (first === undefined) return null;
    const key = transactionKey(row);
    return this.#later.get(key) ?? (transactionKey(first) === key ? first.line : null);
  }
}

/** How often each reference occurs with a day and amount, of the references that occur again. */
function countRepeated(rows: readonly StatementRow[]): ReadonlyMap<string, number> {
  const once = new Set<string>();
  const again = new Set<string>();
  for (const { reference } of rows) {
    if (once.has(reference ?? "")) again.add(reference ?? "");
    else once.add(reference ?? "");
  }
  const counts = new Map<string, number>();
  for (const row of rows) {
    if (!again.has(row.reference ?? "")) continue;
    const key = referenceKey(row);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function rowsWithReference(message: readonly StatementRecord[]): readonly StatementRow[] {
  return message.flatMap((record) =>
    record.kind === "transaction" && record.row.reference !== null ? [record.row] : [],
  );
}

function referenceKey({ reference, date, amount }: StatementRow): string {
  return `${date} ${amount} ${reference ?? ""}`;
}

function transactionKey(row: StatementRow): string {
  return [row.account ?? "", referenceKey(row), row.description].join("\u001f");
}
