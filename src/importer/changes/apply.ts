// How the outbox carries an entry out, a step at a time: what was sent without an answer is looked
// at first, then the next of what waits is read, compared and written. Killed anywhere, nothing is
// written twice without looking.

import { CHANGE_ATTEMPTS_MAX, CHANGE_LEASE_MS } from "../../platform/limits.ts";
import type { Kind, NoAnswer, Step, Tools } from "../../platform/outbox/effect.ts";
import { GONE, lookAtEdits, sendEdits, type Room } from "./edits.ts";
import { categoryOf, finish } from "./finish.ts";
import { sendRecords } from "./records/apply.ts";
import { lookAtRecord } from "./records/look.ts";
import type { RecordRoom } from "./records/reading.ts";
import {
  isBondKind,
  isDecisionKind,
  RECORD_KINDS,
  type RecordAction,
  type RecordKind,
} from "./records/kinds.ts";
import { listRecords, readRecord, settleRecord, type RecordRow } from "./records/store.ts";
import { lookAtDeletes, lookAtRestores, sendDeletes, sendRestores } from "./removals.ts";
import {
  listItems,
  readItem,
  settleItem,
  WAITING_ENTRIES,
  type Entry,
  type ItemKind,
  type ItemRow,
} from "./store.ts";

/** What a step works with. */
export interface ChangeTools extends Tools, Room, RecordRoom {}

type Outcome =
  | { readonly kind: "moved" }
  /** `category`: the name of the one category that was set. */
  | { readonly kind: "done"; readonly category: string | null };

type RecordPlace = "records" | "bonds" | "decisions";

/** A step of an entry: items, records, splits and groups, or decisions, of one kind or action. */
type Phase =
  | { readonly of: "transactions"; readonly kind: ItemKind }
  | { readonly of: RecordPlace; readonly action: RecordAction };

/**
 * A category is created before a transaction gets it, and deleted after its last transaction has
 * another one. Nothing can be written to a transaction that is split or in a group. Decisions come
 * last, after what they stand for was carried out.
 */
const PHASES: readonly Phase[] = [
  { of: "records", action: "create" },
  { of: "bonds", action: "delete" },
  { of: "transactions", kind: "restore" },
  { of: "transactions", kind: "edit" },
  { of: "records", action: "edit" },
  { of: "bonds", action: "create" },
  { of: "transactions", kind: "delete" },
  { of: "records", action: "delete" },
  { of: "decisions", action: "edit" },
];

/** How an entry is carried out. */
export const CHANGES: Kind<ChangeTools, Entry, Outcome> = {
  dueAt: WAITING_ENTRIES.dueAt,
  next: WAITING_ENTRIES.next,
  failures: WAITING_ENTRIES.failures,
  begin: ({ sql, chance }, entry) => {
    // If the Worker dies, the alarm comes back to it.
    const until = chance.now() + CHANGE_LEASE_MS;
    sql.run(
      "UPDATE changes SET next_attempt_at = ? WHERE id = ? AND state = 'applying'",
      until,
      entry.id,
    );
    return { ...entry, next_attempt_at: until };
  },
  recognise: async (tools, entry) => {
    const sent = listItems(tools.sql, entry.id, "sent");
    const [record] = listRecords(tools.sql, entry.id, "sent");
    if (record !== undefined) return (await lookAtRecord(tools, record)) ?? { kind: "moved" };
    if (sent.length === 0) return null;
    return (await look(tools, entry, sent)) ?? { kind: "moved" };
  },
  send,
  settle: ({ sql, chance }, entry, outcome) => {
    if (outcome.kind === "done") finish(sql, entry, outcome.category);
    else
      sql.run(
        "UPDATE changes SET failures = 0, problem = NULL, next_attempt_at = ? WHERE id = ? AND state = 'applying'",
        chance.now(),
        entry.id,
      );
  },
  putOff: (tools, entry, at, why) =>
    WAITING_ENTRIES.putOff(tools, entry, at, why, { problem: why.message }),
  fault: ({ id }, thrown) => ({ event: "change failed", change: id, error: String(thrown) }),
  limit: { attempts: CHANGE_ATTEMPTS_MAX, giveUp },
};

async function send(tools: ChangeTools, entry: Entry): Promise<Step<Outcome>> {
  const waiting = listItems(tools.sql, entry.id, "waiting");
  const records = listRecords(tools.sql, entry.id, "waiting");
  for (const phase of PHASES) {
    if (phase.of !== "transactions") {
      const here = records.filter(
        ({ action, kind }) => action === phase.action && findPlace(kind) === phase.of,
      );
      const rows = sortRecords(here);
      if (rows.length === 0) continue;
      const mayForce = isAllDone(tools, entry);
      return (await sendRecords(tools, rows, mayForce)) ?? { kind: "moved" };
    }
    const items = waiting.filter(({ kind }) => kind === phase.kind);
    if (items.length === 0) continue;
    return (await sendKind(tools, entry, phase.kind, items)) ?? { kind: "moved" };
  }
  const category = categoryOf(tools.sql, entry);
  const name = category === null ? null : await tools.service.categoryName(category);
  return { kind: "done", category: name };
}

function findPlace(kind: RecordKind): RecordPlace {
  if (isDecisionKind(kind)) return "decisions";
  return isBondKind(kind) ? "bonds" : "records";
}

/** Records that a rule names are created before the rule, and deleted after it. */
function sortRecords(rows: readonly RecordRow[]): RecordRow[] {
  const rank = ({ kind, action }: RecordRow) =>
    RECORD_KINDS.indexOf(kind) * (action === "delete" ? -1 : 1);
  return rows.toSorted((a, b) => rank(a) - rank(b));
}

/** Whether everything in the entry was done. A transaction that no longer exists needs nothing. */
function isAllDone({ sql }: ChangeTools, entry: Entry): boolean {
  const items = listItems(sql, entry.id).map(readItem);
  const records = listRecords(sql, entry.id).map(readRecord);
  return [...items, ...records].every(
    ({ conflicts, refused }) =>
      conflicts.length === 0 && refused.every(({ message }) => message === GONE.message),
  );
}

function sendKind(
  tools: ChangeTools,
  entry: Entry,
  kind: ItemKind,
  items: readonly ItemRow[],
): Promise<NoAnswer | null> {
  if (kind === "edit") return sendEdits(tools, entry, items);
  return kind === "delete" ? sendDeletes(tools, items) : sendRestores(tools, entry, items);
}

async function look(
  tools: ChangeTools,
  entry: Entry,
  sent: readonly ItemRow[],
): Promise<NoAnswer | null> {
  const [edits, deletes, restores] = (["edit", "delete", "restore"] as const).map((kind) =>
    sent.filter((item) => item.kind === kind),
  );
  if (edits !== undefined && edits.length > 0) return lookAtEdits(tools, edits);
  if (deletes !== undefined && deletes.length > 0) return lookAtDeletes(tools, deletes);
  return lookAtRestores(tools, entry, restores ?? []);
}

/** After many attempts in vain, what was not written stays as it is. */
function giveUp({ sql }: ChangeTools, entry: Entry): void {
  const why = entry.problem ?? "the service did not answer";
  sql.transaction(() => {
    for (const item of listItems(sql, entry.id)) {
      if (item.state === "settled") continue;
      const message = describeGivenUp(item.state, why);
      settleItem(sql, item.id, { refused: [{ ...GONE, message }], effect: false });
    }
    for (const record of listRecords(sql, entry.id)) {
      if (record.state === "settled") continue;
      const message = describeGivenUp(record.state, why);
      settleRecord(sql, record.id, { refused: [{ field: null, message }], effect: false });
    }
    finish(sql, entry, null);
  });
}

function describeGivenUp(state: ItemRow["state"], why: string): string {
  return state === "waiting"
    ? `It was not changed: ${why}.`
    : `It is not known whether it was changed: ${why}.`;
}
