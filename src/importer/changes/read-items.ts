// Reads the transactions of some items as they are now: a few one by one, many from the service's
// list, which takes one request for thousands.

import { CHANGE_LIST_PAGES_MAX, CHANGE_SINGLE_READS_MAX } from "../../platform/limits.ts";
import type { NoAnswer } from "../../platform/outbox/effect.ts";
import { readJson } from "../../platform/sql/json.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { LABEL_COLUMN, WANTED_DAY } from "./columns.ts";
import type { ChangeService, ReadTransaction } from "./service.ts";
import { markLooked, type ItemRow } from "./store.ts";

/** By id; null: it is no longer there. An id that is missing was not read yet. */
export type Found = Map<number, ReadTransaction | null>;

/** As many of the items as one step may read; whoever waits for the others asks again. */
export async function readItems(
  sql: Sql,
  service: ChangeService,
  items: readonly ItemRow[],
  whole: boolean,
): Promise<Found | NoAnswer> {
  const found: Found = new Map();
  const fresh = items.filter(({ looked }) => looked === 0);
  if (fresh.length > CHANGE_SINGLE_READS_MAX) {
    const failed = await searchList(service, fresh, whole, found);
    if (failed !== null) return failed;
    markLooked(sql, fresh);
    if (found.size > 0) return found;
  }
  for (const { transaction_id: id } of items.slice(0, CHANGE_SINGLE_READS_MAX)) {
    const one = await service.one(id);
    if (one.kind === "read") found.set(id, one.transaction);
    else if (one.kind === "gone") found.set(id, null);
    else return found.size > 0 ? found : one;
  }
  return found;
}

/** Searches the days that the items are known to have had; the newest transactions if a day is unknown. */
async function searchList(
  service: ChangeService,
  items: readonly ItemRow[],
  whole: boolean,
  found: Found,
): Promise<NoAnswer | null> {
  const ids = new Set(items.map(({ transaction_id: id }) => id));
  const days = items.map(knownDay);
  const known = days.filter((day) => day !== null).toSorted();
  const [from, to] = [known[0], known.at(-1)];
  const range =
    known.length === days.length && from !== undefined && to !== undefined ? { from, to } : {};
  let offset = 0;
  for (let count = 0; count < CHANGE_LIST_PAGES_MAX && found.size < ids.size; count += 1) {
    const page = await service.page({ ...range, offset, whole });
    if (page.kind !== "page") return page;
    for (const one of page.transactions) if (ids.has(one.id)) found.set(one.id, one);
    offset += page.transactions.length;
    if (!page.more || page.transactions.length === 0) break;
  }
  return null;
}

function knownDay({ wanted, label }: ItemRow): string | null {
  const { was } = readJson(WANTED_DAY, wanted);
  if (was?.date !== undefined) return was.date;
  return label === null ? null : readJson(LABEL_COLUMN, label).date;
}
