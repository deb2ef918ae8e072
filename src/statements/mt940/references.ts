// Decides which of the bank's references identify a transaction. One that several transactions of a
// day and amount in one message share identifies none; their texts do. The same transaction in two
// messages of one account (a report during the day, then the day's statement) is one transaction.

import type { StatementRecord, StatementRow } from "../statement.ts";

/** Settles the references of all messages, in order. */
export function settleReferences(messages: readonly (readonly StatementRecord[])[]): {
  records: readonly StatementRecord[];
  why: readonly string[];
} {
  const seen = new Map<string, number>();
  let shared = 0;
  let repeated = 0;
  const records = messages.flatMap((message) => {
    const counts = new Map<string, number>();
    for (const row of rowsWithReference(message))
      counts.set(referenceKey(row), (counts.get(referenceKey(row)) ?? 0) + 1);
    const settled = message.map((record): StatementRecord => {
      if (record.kind !== "transaction" || record.row.reference === null) return record;
      const { row } = record;
      const line = seen.get(transactionKey(row));
      if (line !== undefined) {
        repeated += 1;
        return {
          kind: "skipped",
          line: row.line,
          cells: row.cells,
          reason: `an earlier message in this file holds the same transaction on line ${line}`,
        };
      }
      if ((counts.get(referenceKey(row)) ?? 0) === 1) return record;
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
    for (const row of rowsWithReference(message)) seen.set(transactionKey(row), row.line);
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
