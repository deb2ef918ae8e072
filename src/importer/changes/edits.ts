// Changes fields of transactions. Order of writes: the transactions are read, then what is about to
// leave is stored with what was there, then it is sent, then the answer is stored. If the Worker
// dies after it was stored, the transactions are read again before anything else is sent.

import type { NoAnswer } from "../../platform/outbox/effect.ts";
import { readJson } from "../../platform/sql/json.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { Fault } from "../posting/client.ts";
import { FIELDS_COLUMN, KEPT_COLUMN, WANTED_EDIT } from "./columns.ts";
import { deliver } from "./deliver.ts";
import {
  isField,
  isSame,
  listFields,
  type AllFields,
  type Fields,
  type Refusal,
} from "./fields.ts";
import { judgeWrite, listChanged, pick, planEdit, withOthers, type WantedEdit } from "./plan.ts";
import { readItems } from "./read-items.ts";
import { renumber } from "./records/renumber.ts";
import { currentIds } from "./records/store.ts";
import type { ChangeService, ReadTransaction } from "./service.ts";
import {
  markSent,
  markSentAgain,
  markWaiting,
  readItem,
  settleItem,
  type Entry,
  type ItemRow,
  type Label,
} from "./store.ts";

/** The storage and the service that a step works with. */
export interface Room {
  readonly sql: Sql;
  readonly service: ChangeService;
}

/** An item whose request leaves. */
interface Sent {
  readonly item: number;
  readonly id: number;
  readonly kept: AllFields;
  readonly put: Fields;
  readonly refused: readonly Refusal[];
}

/** The refusal of a transaction that somebody deleted. */
export const GONE: Refusal = { field: null, message: "It is no longer in the budget." };

/** Reads some of the items that wait, and writes what they want; the reason if the service does not answer. */
export async function sendEdits(
  { sql, service }: Room,
  entry: Entry,
  items: readonly ItemRow[],
): Promise<NoAnswer | null> {
  const found = await readItems(sql, service, items, false);
  if (!(found instanceof Map)) return found;
  const sent = sql.transaction(() =>
    items.flatMap((item) => {
      const now = found.get(item.transaction_id);
      if (now === undefined) return [];
      if (now !== null) return prepare(sql, entry, item, now);
      settleItem(sql, item.id, { refused: [GONE], effect: false });
      return [];
    }),
  );
  return deliver(sent, {
    send: (batch) => service.put(batch.map(({ id, put }) => ({ id, put }))),
    accept: (batch, { after }) =>
      sql.transaction(() => {
        for (const one of batch) settleWritten(sql, one, after.get(one.id));
      }),
    refuse: (one, faults, status) => {
      if (status !== 404) return refuse(sql, one, faults);
      settleItem(sql, one.item, { refused: [...one.refused, GONE], effect: false });
      return null;
    },
    putBack: ({ item }) => markWaiting(sql, item),
  });
}

/** Reads some of the items whose answer was lost, and settles each as written or not. */
export async function lookAtEdits(
  { sql, service }: Room,
  items: readonly ItemRow[],
): Promise<NoAnswer | null> {
  const found = await readItems(sql, service, items, false);
  if (!(found instanceof Map)) return found;
  sql.transaction(() => {
    for (const item of items) {
      const now = found.get(item.transaction_id);
      if (now === null) settleItem(sql, item.id, { refused: [GONE], effect: false });
      else if (now !== undefined) settleLooked(sql, item, now);
    }
  });
  return null;
}

/** How a person knows the transaction. */
export function labelOf({ fields, amount, currency }: ReadTransaction): Label {
  return { payee: String(fields.payee), date: String(fields.date), amount, currency };
}

function prepare(sql: Sql, entry: Entry, item: ItemRow, now: ReadTransaction): Sent[] {
  const plan = planEdit(readWanted(sql, item), now.fields);
  const before = readItem(item);
  const conflicts = [...before.conflicts, ...plan.conflicts];
  const label = labelOf(now);
  // The service would refuse these again.
  const barred = before.refused.map(({ field }) => field);
  const put = pick(plan.put, (field) => !barred.includes(field));
  if (listFields(put).length === 0) {
    settleItem(sql, item.id, { conflicts, label, effect: false });
    return [];
  }
  const all = entry.undoes === null ? put : withOthers(put, now.fields);
  markSent(sql, { item, kept: now.fields, put: all, label, conflicts });
  const { refused } = before;
  return [{ item: item.id, id: item.transaction_id, kept: now.fields, put: all, refused }];
}

/** Categories and tags that were deleted and restored are named by their current ids. */
function readWanted(sql: Sql, { wanted, change }: ItemRow): WantedEdit {
  return WANTED_EDIT.parse(renumber(readJson(WANTED_EDIT, wanted), currentIds(sql, change)));
}

/** An item that the answer does not have stays as sent, and is looked at. */
function settleWritten(sql: Sql, { item, kept, put }: Sent, after: AllFields | undefined): void {
  if (after === undefined) return;
  const done = listChanged(kept, put, after);
  settleItem(sql, item, { done, effect: done.length > 0 });
}

function settleLooked(sql: Sql, item: ItemRow, now: ReadTransaction): void {
  const kept = readJson(KEPT_COLUMN, item.kept ?? "{}");
  const put = readJson(FIELDS_COLUMN, item.put ?? "{}");
  const { conflicts } = readItem(item);
  const looked = judgeWrite(kept, put, now.fields);
  if (looked.kind === "not written") {
    markWaiting(sql, item.id);
    return;
  }
  settleItem(sql, item.id, {
    done: looked.changed,
    conflicts: [...conflicts, ...looked.conflicts],
    effect: true,
  });
}

/** Without the fields that the service refuses the others may be written; else the item is refused. */
function refuse(sql: Sql, one: Sent, faults: readonly Fault[]): Sent | null {
  const { item, kept, put } = one;
  const isWanted = (field: string) =>
    isField(field) && put[field] !== undefined && !isSame(field, kept[field], put[field]);
  const named = faults.filter(({ property }) => property !== null && isWanted(property));
  const whole = faults.length > named.length || named.length === 0;
  const refused = [...one.refused, ...faults.map(toRefusal)];
  const rest = pick(put, (field) => !named.some(({ property }) => property === field));
  if (whole || !listFields(rest).some(isWanted)) {
    settleItem(sql, item, { refused, effect: false });
    return null;
  }
  markSentAgain(sql, item, rest, refused);
  return { ...one, put: rest, refused };
}

/** A fault of the service as the refusal of a field, or of the whole transaction. */
export function toRefusal({ property, message }: Fault): Refusal {
  return { field: property !== null && isField(property) ? property : null, message };
}
