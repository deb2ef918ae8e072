// Deletes transactions, each of which is kept whole before, and makes deleted ones again. One that
// is made again carries a mark, by which it is found if the answer is lost.

import { hasKeptBalance } from "../imports/kept-balance.ts";
import { CHANGE_CLOCK_SKEW_MS, CHANGE_LIST_PAGES_MAX } from "../../platform/limits.ts";
import type { NoAnswer } from "../../platform/outbox/effect.ts";
import { readJson } from "../../platform/sql/json.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { Fault } from "../posting/client.ts";
import { deliver } from "./deliver.ts";
import { WANTED_DELETE, WANTED_RESTORE } from "./columns.ts";
import { GONE, labelOf, toRefusal, type Room } from "./edits.ts";
import type { Fields, Refusal } from "./fields.ts";
import { listDifferences } from "./plan.ts";
import { readItems } from "./read-items.ts";
import { renumber } from "./records/renumber.ts";
import { currentIds } from "./records/store.ts";
import { isMade, toInsertItem } from "./restored.ts";
import type { ReadTransaction } from "./service.ts";
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

/** What a deletion asks for: `expected` are the fields of a transaction that nobody may have changed since. */
export interface WantedDelete {
  readonly expected?: Fields | undefined;
}

/** What making again asks for: the transaction as it was. */
export interface WantedRestore {
  readonly whole: Readonly<Record<string, unknown>>;
}

const PAGES_MAX = 5 * CHANGE_LIST_PAGES_MAX;
/** The parts of a transaction without which it still comes back. */
const SPARE = ["category_id", "tag_ids", "recurring_id"];

/** Keeps and deletes some of the transactions that wait; the reason if the service does not answer. */
export async function sendDeletes(
  { sql, service }: Room,
  items: readonly ItemRow[],
): Promise<NoAnswer | null> {
  const found = await readItems(sql, service, items, true);
  if (!(found instanceof Map)) return found;
  const sent = sql.transaction(() =>
    items.filter((item) => {
      const now = found.get(item.transaction_id);
      return now !== undefined && prepareDelete(sql, item, now);
    }),
  );
  return deliver(sent, {
    send: (batch) => service.remove(batch.map((item) => item.transaction_id)),
    accept: (batch) =>
      sql.transaction(() => {
        for (const { id } of batch) settleItem(sql, id, { effect: true });
      }),
    refuse: ({ id }, faults, status) => {
      const refused = status === 404 ? [GONE] : faults.map(toRefusal);
      settleItem(sql, id, { refused, effect: false });
      return null;
    },
    putBack: ({ id }) => markWaiting(sql, id),
  });
}

/** After a lost answer: one that is no longer there was deleted. */
export async function lookAtDeletes(
  { sql, service }: Room,
  items: readonly ItemRow[],
): Promise<NoAnswer | null> {
  const found = await readItems(sql, service, items, false);
  if (!(found instanceof Map)) return found;
  sql.transaction(() => {
    for (const item of items) {
      const now = found.get(item.transaction_id);
      if (now === null) settleItem(sql, item.id, { effect: true });
      else if (now !== undefined) markWaiting(sql, item.id);
    }
  });
  return null;
}

/** Whether it is to be deleted now; what may not be is settled. */
function prepareDelete(sql: Sql, item: ItemRow, now: ReadTransaction | null): boolean {
  if (now === null) {
    settleItem(sql, item.id, { refused: [GONE], effect: false });
    return false;
  }
  const label = labelOf(now);
  const { expected = {} } = readExpected(sql, item);
  const conflicts = listDifferences(expected, now.fields);
  const refused = now.bound === null ? [] : [{ field: null, message: now.bound }];
  if (conflicts.length > 0 || refused.length > 0) {
    settleItem(sql, item.id, { conflicts, refused, label, effect: false });
    return false;
  }
  markSent(sql, { item, kept: now.whole, put: {}, label, conflicts });
  return true;
}

/** Categories and tags that were deleted and restored are named by their current ids. */
function readExpected(sql: Sql, { wanted, change }: ItemRow): WantedDelete {
  const read = readJson(WANTED_DELETE, wanted);
  return WANTED_DELETE.parse(renumber(read, currentIds(sql, change)));
}

function readWhole(sql: Sql, { wanted, change }: ItemRow): Readonly<Record<string, unknown>> {
  const read = readJson(WANTED_RESTORE, wanted);
  return WANTED_RESTORE.parse(renumber(read, currentIds(sql, change))).whole;
}

/** A transaction that is being made again. */
interface Making {
  readonly item: ItemRow;
  readonly body: Readonly<Record<string, unknown>>;
  readonly refused: readonly Refusal[];
}

/** Makes deleted transactions again; the reason if the service does not answer. */
export async function sendRestores(
  room: Room,
  entry: Entry,
  items: readonly ItemRow[],
): Promise<NoAnswer | null> {
  const { sql } = room;
  const making = sql.transaction(() => items.map((item) => prepareRestore(sql, entry, item)));
  // If the import of a row did not move its account's balance, restoring the row does not either.
  const [kept, moving] = [true, false].map((keeps) =>
    making.filter(({ body }) => hasKeptBalance(sql, body) === keeps),
  );
  const stopped = await makeAgain(room, kept ?? [], true);
  return stopped ?? makeAgain(room, moving ?? [], false);
}

async function makeAgain(
  { sql, service }: Room,
  making: readonly Making[],
  keepsBalance: boolean,
): Promise<NoAnswer | null> {
  if (making.length === 0) return null;
  return deliver(making, {
    send: (batch) =>
      service.insert(
        batch.map(({ body }) => body),
        keepsBalance,
      ),
    accept: (batch, { made }) =>
      sql.transaction(() => {
        for (const [index, { item, refused }] of batch.entries()) {
          const { id, isOld } = made[index] ?? { id: 0, isOld: false };
          const again = { field: null, message: "It was already there again." };
          settleItem(sql, item.id, {
            made: id,
            effect: !isOld,
            refused: isOld ? [...refused, again] : refused,
          });
        }
      }),
    refuse: (one, faults) => refuseRestore(sql, one, faults),
    putBack: ({ item }) => markWaiting(sql, item.id),
  });
}

/** After a lost answer: the transactions with our marks were made, the others were not. */
export async function lookAtRestores(
  { sql, service }: Room,
  entry: Entry,
  items: readonly ItemRow[],
): Promise<NoAnswer | null> {
  const createdSince = new Date(entry.at - CHANGE_CLOCK_SKEW_MS).toISOString();
  const made = new Map<number, number>();
  let offset = 0;
  for (let count = 0; ; count += 1) {
    if (count === PAGES_MAX)
      return { kind: "unknown", message: "too many transactions were created meanwhile" };
    const page = await service.page({ createdSince, offset, whole: true });
    if (page.kind !== "page") return page;
    for (const one of page.transactions)
      for (const item of items)
        if (isMade(one.whole, readItem(item).put, markOf(entry, item))) made.set(item.id, one.id);
    offset += page.transactions.length;
    if (!page.more || page.transactions.length === 0) break;
  }
  sql.transaction(() => {
    for (const item of items) {
      const id = made.get(item.id);
      if (id === undefined) markWaiting(sql, item.id);
      else settleItem(sql, item.id, { made: id, effect: true });
    }
  });
  return null;
}

function prepareRestore(sql: Sql, entry: Entry, item: ItemRow): Making {
  const whole = readWhole(sql, item);
  const { refused, label } = readItem(item);
  const dropped = refused.map(({ field }) => field);
  const full = toInsertItem(whole, markOf(entry, item));
  const body = without(full, (name) => dropped.some((field) => field === name));
  const known: Label = label ?? { payee: "", date: "", amount: "", currency: "" };
  markSent(sql, { item, kept: {}, put: body, label: known, conflicts: [] });
  return { item, body, refused };
}

/** What names a category, tag or recurring item that is gone comes back without it. */
function refuseRestore(sql: Sql, one: Making, faults: readonly Fault[]): Making | null {
  const spare = faults.filter(
    ({ property }) => property !== null && SPARE.includes(property) && property in one.body,
  );
  const refused = [...one.refused, ...faults.map(toRefusal)];
  if (spare.length === 0 || spare.length < faults.length) {
    settleItem(sql, one.item.id, { refused, effect: false });
    return null;
  }
  const body = without(one.body, (name) => spare.some(({ property }) => property === name));
  markSentAgain(sql, one.item.id, body, refused);
  return { ...one, body, refused };
}

function without(
  body: Readonly<Record<string, unknown>>,
  isDropped: (name: string) => boolean,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !isDropped(name)));
}

function markOf({ mark }: Entry, { id }: ItemRow): string {
  return `${mark}-${id}`;
}
