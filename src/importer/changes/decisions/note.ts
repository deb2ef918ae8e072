// Decisions in the journal: what a person asks for becomes the parts of an entry; what another
// feature has stored in the same database transaction becomes an entry that is done.

import { ok, type Result } from "../../../platform/result.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import { findMatchable } from "../../inbox/applying/choose.ts";
import type { MessageRow } from "../../inbox/rows.ts";
import { receiptById } from "../../inbox/store.ts";
import { findTransferById } from "../../matching/transfers.ts";
import type { ImportProblem } from "../../problem.ts";
import { finish } from "../finish.ts";
import { isSameFact } from "../records/plan.ts";
import {
  listRecords,
  readFacts,
  settleRecord,
  type NewRecord,
  type RecordRow,
} from "../records/store.ts";
import { addEntry, type NewEntry, type NewItem, type NewParts } from "../store.ts";
import {
  decide,
  describeKept,
  findDecision,
  nameReceipt,
  noteDone,
  type ReceiptDecision,
} from "./receipts.ts";
import { listAccepting, nameTransfer } from "./transfers.ts";

/** Who decided, and where. */
export type By = Pick<NewEntry, "who" | "source">;

/** What a person decided about a charge of a message. */
export interface Matching {
  readonly receipt: number | null;
  readonly transactions: readonly number[];
  readonly isIt: boolean;
}

/** The parts of an entry, with names, and with what accepts a transfer in the budget. */
export function expandDecisions(sql: Sql, records: readonly NewRecord[]): NewParts {
  const items: NewItem[] = [];
  const all = records.flatMap((one): readonly NewRecord[] => {
    const id = Number(one.record);
    if (one.kind === "receipt") {
      const receipt = receiptById(sql, id);
      return [{ ...one, name: receipt === null ? null : nameReceipt(receipt) }];
    }
    if (one.kind !== "transfer") return [one];
    if (readFacts(readFacts(one.wanted)["set"])["decision"] === "accepted") {
      const parts = listAccepting(sql, [{ n: id, category: null }]);
      items.push(...parts.items);
      return parts.records;
    }
    const transfer = findTransferById(sql, id);
    return [{ ...one, name: transfer === null ? null : nameTransfer(transfer) }];
  });
  return { items, records: all };
}

/** Notes that a suggested transfer was refused. Runs in the transaction that stored it. */
export function noteRefusedTransfer(sql: Sql, n: number, by: By, now: number): void {
  const transfer = findTransferById(sql, n);
  if (transfer === null) return;
  const wanted = { was: { decision: "open" }, set: { decision: "refused" } };
  const name = nameTransfer(transfer);
  note(sql, by, { kind: "transfer", record: String(n), name, wanted }, now, (row) => {
    const done = [{ field: "decision", before: "open", after: "refused" }];
    settleRecord(sql, row.id, { done, effect: true });
  });
}

/** Carries out what a person decided about a charge, as an entry. Runs in one transaction. */
export function matchReceipt(
  sql: Sql,
  message: MessageRow,
  { receipt, transactions, isIt }: Matching,
  by: By,
  now: number,
): Result<null, ImportProblem> {
  const found = findMatchable(sql, message, receipt);
  if (!found.ok) return found;
  const row = found.value;
  const ids = transactions.toSorted((a, b) => a - b);
  const set: ReceiptDecision = { decision: isIt ? "accepted" : "refused", transactions: ids };
  const before = findDecision(sql, row, ids);
  const kept = describeKept(sql, row);
  const done = decide(sql, row, set, now);
  if (!done.ok || isSameFact(before, set)) return done;
  const record = { kind: "receipt", record: String(row.id), name: nameReceipt(row) } as const;
  note(sql, by, { ...record, wanted: { was: before, set } }, now, (noted) =>
    noteDone(sql, noted, { before, set, kept }),
  );
  return ok(null);
}

function note(
  sql: Sql,
  by: By,
  one: Pick<NewRecord, "kind" | "record" | "name" | "wanted">,
  now: number,
  settle: (row: RecordRow) => void,
): void {
  sql.transaction(() => {
    const entry = { key: null, hash: "", sentence: "", undoes: null, ...by };
    const records: NewRecord[] = [{ action: "edit", undoes: null, ...one }];
    const added = addEntry(sql, entry, { items: [], records }, { now, dueAt: now });
    for (const row of listRecords(sql, added.id)) settle(row);
    finish(sql, added, null);
  });
}
