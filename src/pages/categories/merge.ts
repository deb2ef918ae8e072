// Merging moves the transactions of one category or tag to another in batches, then deletes it. Each
// batch is one documented bulk change. If the page dies between two batches, some transactions are
// moved and nothing is deleted: merging again moves the rest.

import * as z from "zod";
import {
  BATCH_ROWS_MAX,
  MERGE_BATCHES_MAX,
  MERGE_COUNT_PAGES_MAX,
  MERGE_TAGGED_MAX,
  PAGE_ROWS_MAX,
} from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { change } from "../ui/calls.ts";
import { read, send, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { deleteOne, joinSentences, readTransactions } from "./calls.ts";
import { TAG, type Noun } from "./nouns.ts";
import { recurringCategoriesSchema, rulesSchema, type Rule, type Transaction } from "./wire.ts";

type Calls = Pick<Variables, "api" | "service">;

export interface Merge {
  readonly noun: Noun;
  readonly from: number;
  readonly into: number;
}

/** Its transactions as far as they can be changed; parts of groups and split ones cannot. */
function filterOf({ noun, from }: Pick<Merge, "noun" | "from">): Readonly<Record<string, string>> {
  return { [noun.filter]: String(from), include_pending: "true" };
}

/** What a merge would do. */
export interface Foreseen {
  readonly transactions: number;
  /** Transactions that were split or grouped: nobody can change them, their parts or group count. */
  readonly fixed: number;
  /** Whether there are more transactions than were counted. */
  readonly isMore: boolean;
  /** Rules and recurring items that set it; null with a service whose rules cannot be read. */
  readonly rules: number | null;
  readonly recurring: number | null;
}

/** Counts what a merge would move. */
export async function foresee(calls: Calls, merge: Merge): Promise<Result<Foreseen, Refusal>> {
  const filter = {
    ...filterOf(merge),
    include_split_parents: "true",
    include_group_children: "true",
  };
  let transactions = 0;
  let fixed = 0;
  let isMore = true;
  for (let page = 0; isMore && page < MERGE_COUNT_PAGES_MAX; page += 1) {
    const found = await readTransactions(calls.service, filter, page * PAGE_ROWS_MAX);
    if (!found.ok) return found;
    const here = found.value.transactions.filter(isFixed).length;
    fixed += here;
    transactions += found.value.transactions.length - here;
    isMore = found.value.has_more;
  }
  const [rules, recurring] = await Promise.all([
    readRules(calls.api, merge),
    readRecurring(calls.api, merge),
  ]);
  return ok({
    transactions,
    fixed,
    isMore,
    rules: rules?.length ?? null,
    recurring: recurring?.length ?? null,
  });
}

function isFixed({ is_split_parent: isSplit, group_parent_id: group }: Transaction): boolean {
  return isSplit || group != null;
}

/** What a merge did: all of it, or one request's share with the rest still to do. */
export interface Merged {
  readonly moved: number;
  readonly isDone: boolean;
}

/** Merges as much as one request can hold. Its rules and recurring items come first, then its transactions. */
export async function merge(calls: Calls, wanted: Merge): Promise<Result<Merged, Refusal>> {
  const pointed = await repoint(calls.api, wanted);
  if (!pointed.ok) return pointed;
  const moved =
    wanted.noun === TAG
      ? await addTag(calls.service, wanted)
      : await recategorize(calls.service, wanted);
  if (!moved.ok || !moved.value.isDone) return moved;
  const deleted = await deleteOne(calls.service, wanted.noun, wanted.from, true);
  if (deleted.is === "gone") return moved;
  const message =
    deleted.is === "refused"
      ? joinSentences(deleted.refusal)
      : "The budgeting service does not delete it while something depends on it.";
  const status = deleted.is === "refused" ? deleted.refusal.status : 422;
  return err({ status, message });
}

/** Whatever is moved leaves the list, so the first page is always what remains. */
async function recategorize(
  service: Calls["service"],
  wanted: Merge,
): Promise<Result<Merged, Refusal>> {
  let moved = 0;
  for (let batch = 0; batch < MERGE_BATCHES_MAX; batch += 1) {
    const found = await readTransactions(service, filterOf(wanted), 0, BATCH_ROWS_MAX);
    if (!found.ok) return found;
    const { transactions } = found.value;
    if (transactions.length === 0) return ok({ moved, isDone: true });
    const done = await changeBatch(
      service,
      transactions.map((one) => ({ ...keepStatus(one), category_id: wanted.into })),
    );
    if (!done.ok) return done;
    moved += transactions.length;
  }
  return ok({ moved, isDone: false });
}

/**
 * Adds the other tag; the merged one is taken off by its deletion. So a tag that somebody else adds
 * meanwhile is never lost. The list stays as it is while it is read page after page.
 */
async function addTag(service: Calls["service"], wanted: Merge): Promise<Result<Merged, Refusal>> {
  let moved = 0;
  for (let offset = 0; offset <= MERGE_TAGGED_MAX; offset += PAGE_ROWS_MAX) {
    const found = await readTransactions(service, filterOf(wanted), offset);
    if (!found.ok) return found;
    const without = found.value.transactions.filter(
      ({ tag_ids: ids }) => !ids.includes(wanted.into),
    );
    for (let first = 0; first < without.length; first += BATCH_ROWS_MAX) {
      const batch = without.slice(first, first + BATCH_ROWS_MAX);
      const done = await changeBatch(
        service,
        batch.map(({ id }) => ({ id, additional_tag_ids: [wanted.into] })),
      );
      if (!done.ok) return done;
      moved += batch.length;
    }
    if (!found.value.has_more) return ok({ moved, isDone: true });
    if (moved >= MERGE_BATCHES_MAX * BATCH_ROWS_MAX) return ok({ moved, isDone: false });
  }
  return ok({ moved, isDone: false });
}

/** A person may have chosen that changes mark a transaction as reviewed; nobody looked at these. */
function keepStatus({ id, status }: Transaction): object {
  return status === "reviewed" || status === "unreviewed" ? { id, status } : { id };
}

async function changeBatch(
  service: Calls["service"],
  transactions: readonly object[],
): Promise<Result<unknown, Refusal>> {
  return change(service, "/transactions", { transactions }, "PUT");
}

/** Lets the rules and recurring items of the embedded service set the other one. */
async function repoint(api: Calls["api"], wanted: Merge): Promise<Result<unknown, Refusal>> {
  for (const rule of (await readRules(api, wanted)) ?? []) {
    const done = await change(api, `/api/rules/${rule.id}`, repointRule(rule, wanted), "PUT");
    if (!done.ok) return done;
  }
  for (const id of (await readRecurring(api, wanted)) ?? []) {
    const body = { overrides: { category_id: wanted.into } };
    const done = await send(api, `/api/recurring/${id}`, body, z.unknown(), "PUT");
    if (!done.ok) return done;
  }
  return ok(undefined);
}

/** The rules that set it; null if there are none to read. */
async function readRules(api: Calls["api"], wanted: Merge): Promise<readonly Rule[] | null> {
  const found = await read(api, "/api/rules", rulesSchema);
  return found.ok ? found.value.rules.filter((rule) => doesSet(rule, wanted)) : null;
}

async function readRecurring(
  api: Calls["api"],
  { noun, from }: Merge,
): Promise<readonly number[] | null> {
  if (noun === TAG) return [];
  const found = await read(api, "/api/recurring", recurringCategoriesSchema);
  if (!found.ok) return null;
  return found.value.recurring_items
    .filter(({ overrides }) => overrides?.category_id === from)
    .map(({ id }) => id);
}

/** The rule with the other category or tag wherever it sets the merged one. Pure. */
export function repointRule(rule: Rule, merge: Merge): Rule {
  const { split, ...rest } = replaceIn(rule.set, merge);
  const parts = split?.map((part) => replaceIn(part, merge));
  return { ...rule, set: { ...rest, ...(parts !== undefined && { split: parts }) } };
}

interface Setting {
  readonly category_id?: number | null | undefined;
  readonly tag_ids?: number[] | undefined;
}

function replaceIn<Part extends Setting>(part: Part, { noun, from, into }: Merge): Part {
  if (noun !== TAG) return part.category_id === from ? { ...part, category_id: into } : part;
  const { tag_ids: ids } = part;
  if (ids?.includes(from) !== true) return part;
  return { ...part, tag_ids: [...new Set(ids.map((id) => (id === from ? into : id)))] };
}

/** Whether the rule sets the category or tag, itself or in a part of its split. */
function doesSet({ set }: Rule, { noun, from }: Merge): boolean {
  return [set, ...(set.split ?? [])].some((part) =>
    noun === TAG ? part.tag_ids?.includes(from) === true : part.category_id === from,
  );
}
