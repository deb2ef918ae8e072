// What the bank's references are worth. One that stands on several movements of one day and amount in one message is no
// identity: the text then is. The same movement in two messages of one account (a report of within the day, then the
// day's statement) is one movement.

import type { StatementRecord, StatementRow } from "../statement.ts";

/** The records of all messages, in order. */
export function settleReferences(messages: readonly (readonly StatementRecord[])[]): {
  records: readonly StatementRecord[];
  why: readonly string[];
} {
  const seen = new Map<string, number>();
  let shared = 0;
  let repeated = 0;
  const records = messages.flatMap((message) => {
    const counts = new Map<string, number>();
    for (const row of referred(message))
      counts.set(placeOf(row), (counts.get(placeOf(row)) ?? 0) + 1);
    const settled = message.map((record): StatementRecord => {
      if (record.kind !== "transaction" || record.row.reference === null) return record;
      const { row } = record;
      const line = seen.get(wholeOf(row));
      if (line !== undefined) {
        repeated += 1;
        return {
          kind: "skipped",
          line: row.line,
          cells: row.cells,
          reason: `an earlier message in this file holds the same movement on line ${line}`,
        };
      }
      if ((counts.get(placeOf(row)) ?? 0) === 1) return record;
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
    for (const row of referred(message)) seen.set(wholeOf(row), row.line);
    return settled;
  });
  const why = [
    ...(shared === 0
      ? []
      : [
          `${shared} movements share the bank's reference with another of their day and amount: it is no identity, the texts decide.`,
        ]),
    ...(repeated === 0
      ? []
      : [
          `${repeated} movements stand in an earlier message of the file already and are read once.`,
        ]),
  ];
  return { records, why };
}

function referred(message: readonly StatementRecord[]): readonly StatementRow[] {
  return message.flatMap((record) =>
    record.kind === "transaction" && record.row.reference !== null ? [record.row] : [],
  );
}

function placeOf({ reference, date, amount }: StatementRow): string {
  return `${date} ${amount} ${reference ?? ""}`;
}

function wholeOf(row: StatementRow): string {
  return [row.account ?? "", placeOf(row), row.description].join("\u001f");
}
