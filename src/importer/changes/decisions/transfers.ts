// A person's decision about a suggested transfer. An accepted one is a group of its two sides, or
// both have a category: these are parts of the same entry and are carried out first. The transfer
// follows what became of them, so that taking it back takes them back too.

import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import {
  findTransferById,
  setTransferState,
  type SuggestedTransfer,
  type TransferState,
} from "../../matching/transfers.ts";
import type { BondRoom } from "../records/bonds.ts";
import { RECORD_GONE } from "../records/gone.ts";
import {
  listRecords,
  readFacts,
  readRecord,
  settleRecord,
  type FactRefusal,
  type NewRecord,
  type RecordRow,
} from "../records/store.ts";
import {
  findCurrentId,
  listItems,
  readItem,
  type Entry,
  type NewItem,
  type NewParts,
} from "../store.ts";

/** A transfer that a person accepts: by a group, or by a category of both sides. */
export interface AcceptedTransfer {
  readonly n: number;
  readonly category: number | null;
}

/** The service takes no longer payee. */
const NAME_CHARS_MAX = 140;

const DECISIONS: Readonly<Record<TransferState, string>> = {
  suggested: "open",
  accepting: "open",
  accepted: "accepted",
  dismissed: "refused",
};
const NOT_ALL: FactRefusal = {
  field: null,
  message: "It stays as it is, since not all of it could be done.",
};

const ALONE = "Another change is accepting it, or its two sides are not grouped.";

/** What accepts the transfers in the budget, and the decisions themselves. */
export function listAccepting(sql: Sql, wanted: readonly AcceptedTransfer[]): NewParts {
  const known = wanted.flatMap(({ n, category }) => {
    const transfer = findTransferById(sql, n);
    return transfer === null || transfer.state !== "suggested" ? [] : [{ transfer, category }];
  });
  return {
    items: known.flatMap(({ transfer, category }) =>
      category === null ? [] : categorize(transfer, category),
    ),
    records: [
      ...known.flatMap(({ transfer, category }) => (category === null ? [group(transfer)] : [])),
      ...wanted.map(({ n }) => decision(sql, n, "accepted")),
    ],
  };
}

function decision(sql: Sql, n: number, set: string): NewRecord {
  const transfer = findTransferById(sql, n);
  return {
    kind: "transfer",
    action: "edit",
    record: String(n),
    undoes: null,
    wanted: { was: { decision: "open" }, set: { decision: set } },
    name: transfer === null ? null : nameTransfer(transfer),
  };
}

function group({ n, debit, credit }: SuggestedTransfer): NewRecord {
  const payee = `Transfer from ${debit.account.name} to ${credit.account.name}`;
  const ids = [debit.transaction_id, credit.transaction_id];
  const wanted = { ids, date: debit.date, payee: payee.slice(0, NAME_CHARS_MAX), transfer: n };
  return { kind: "group", action: "create", record: "", undoes: null, wanted, name: null };
}

/** Whatever category a side has: accepting says nothing about it. */
function categorize({ debit, credit }: SuggestedTransfer, category: number): NewItem[] {
  return [debit, credit].map(({ transaction_id: transaction }) => ({
    kind: "edit",
    transaction,
    undoes: null,
    wanted: { was: {}, set: { category_id: category } },
    label: null,
  }));
}

/** "200.00 EUR from Checking to Savings" */
export function nameTransfer({ debit, credit }: SuggestedTransfer): string {
  const amount = debit.amount.replace(/^-/, "").replace(/(\.\d\d)\d*$/, "$1");
  return `${amount} ${debit.currency.toUpperCase()} from ${debit.account.name} to ${credit.account.name}`;
}

/** Whether a group is made for a transfer that was forgotten meanwhile: its import is undone. */
export function isForgotten(sql: Sql, { wanted }: Pick<ReturnType<typeof readRecord>, "wanted">) {
  const { transfer } = wanted;
  return typeof transfer === "number" && findTransferById(sql, transfer) === null;
}

/** Marks the transfers that an entry accepts as under way. */
export function markAccepting(sql: Sql, { id }: Entry): void {
  for (const row of listRecords(sql, id))
    if (row.kind === "transfer" && readDecision(row, "set") === "accepted")
      setTransferState(sql, Number(row.record), ["suggested"], { state: "accepting" });
}

/** Stores the decision, if all that it stands for is done in the budget. */
export async function decideTransfer(room: BondRoom, row: RecordRow): Promise<NoAnswer | null> {
  const { sql } = room;
  const n = Number(row.record);
  const transfer = findTransferById(sql, n);
  // An import that is undone forgets its transfers, so nothing is left to decide.
  if (transfer === null) return settle(sql, row, { effect: false });
  const before = DECISIONS[transfer.state];
  const [was, set] = [readDecision(row, "was"), readDecision(row, "set")];
  if (before === set) return settle(sql, row, { effect: false });
  if (before !== was) {
    const conflicts = [{ field: "decision", was, now: before, set }];
    return settle(sql, row, { conflicts, effect: false });
  }
  const carried = readCarried(sql, row, transfer, set);
  const joined =
    carried.problem === null || set !== "accepted" ? null : await readJoined(room, transfer);
  if (joined !== null && typeof joined === "object") return joined;
  if (carried.problem !== null && joined === null) {
    const problem = { field: null, message: carried.problem };
    return settle(sql, row, { refused: [problem], effect: false });
  }
  sql.transaction(() => {
    if (set === "accepted")
      setTransferState(sql, n, ["suggested", "accepting"], {
        state: "accepted",
        grouped: joined ?? carried.group,
      });
    else
      setTransferState(sql, n, ["suggested", "accepted", "dismissed"], {
        state: set === "refused" ? "dismissed" : "suggested",
        grouped: null,
      });
    const done = [{ field: "decision", before, after: set }];
    settle(sql, row, { done, effect: true });
  });
  return null;
}

function settle(sql: Sql, { id }: RecordRow, settled: Parameters<typeof settleRecord>[2]): null {
  settleRecord(sql, id, settled);
  return null;
}

/** What became of the group or the categories of this entry that belong to the transfer. */
function readCarried(
  sql: Sql,
  { change }: RecordRow,
  { debit, credit, group_id: grouped }: SuggestedTransfer,
  set: unknown,
): { readonly problem: string | null; readonly group: number | null } {
  const sides = [debit, credit].map((side) => findCurrentId(sql, side.transaction_id));
  const isOurs = (id: unknown) => typeof id === "number" && sides.includes(findCurrentId(sql, id));
  const groups = listRecords(sql, change).filter(({ kind, action, record, wanted }) => {
    if (kind !== "group") return false;
    if (action === "delete")
      return grouped !== null && findCurrentId(sql, grouped) === findCurrentId(sql, Number(record));
    const { ids } = readFacts(JSON.parse(wanted));
    return Array.isArray(ids) && ids.some(isOurs);
  });
  const items = listItems(sql, change).filter((item) => isOurs(item.transaction_id));
  const left = [
    ...groups.flatMap((one) => (one.action === "create" ? readRecord(one).refused : leftOf(one))),
    ...items.flatMap((item) => readItem(item).refused),
    ...items.flatMap((item) => readItem(item).conflicts.map(() => NOT_ALL)),
  ];
  const made = groups.find(({ action }) => action === "create")?.made ?? null;
  const isAlone = set === "accepted" && groups.length + items.length === 0;
  return { problem: isAlone ? ALONE : (left[0]?.message ?? null), group: made };
}

/** A group that is gone is apart already. */
function leftOf(row: RecordRow): readonly FactRefusal[] {
  return readRecord(row).refused.filter(({ message }) => message !== RECORD_GONE.message);
}

/** Reads which group both sides already are in; null if they are in no common group. */
async function readJoined(
  { sql, service }: BondRoom,
  { debit, credit }: SuggestedTransfer,
): Promise<number | NoAnswer | null> {
  const groups: unknown[] = [];
  for (const side of [debit, credit]) {
    const reply = await service.one(findCurrentId(sql, side.transaction_id));
    if (reply.kind === "gone") return null;
    if (reply.kind !== "read") return reply;
    groups.push(reply.transaction.whole["group_parent_id"] ?? null);
  }
  const [out, into] = groups;
  return typeof out === "number" && out === into ? out : null;
}

/** After the end of an entry no transfer is under way: one that was not accepted waits again. */
export function releaseTransfers(sql: Sql, records: readonly RecordRow[]): void {
  for (const row of records) {
    if (row.kind !== "transfer") continue;
    const [refusal] = readRecord(row).refused;
    setTransferState(sql, Number(row.record), ["accepting"], {
      state: "suggested",
      problem: refusal?.message ?? null,
    });
  }
}

function readDecision(row: RecordRow, side: "was" | "set"): unknown {
  return readFacts(readRecord(row).wanted[side])["decision"];
}
