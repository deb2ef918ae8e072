// Merging moves the transactions of one category or tag to another and deletes it, as one change of
// the journal: if somebody else has changed a transaction meanwhile, it stays and nothing is
// deleted.

import {
  CHANGE_TRANSACTIONS_MAX,
  MERGE_COUNT_PAGES_MAX,
  PAGE_ROWS_MAX,
} from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { read, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { joinSentences, readTransactions } from "./calls.ts";
import { TAG, type Noun } from "./nouns.ts";
import { saveChange, type WantedRecord } from "./save.ts";
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

/** The result of a merge: whether it is complete, or another change is needed for the rest. */
export interface Merged {
  /** The journal's entry. */
  readonly change: number;
  readonly moved: number;
  readonly isDone: boolean;
}

/**
 * Merges as much as one change can hold: rules, recurring items and transactions get the other
 * category or tag. The merged one is deleted once it has no transactions left.
 */
export async function merge(
  calls: Calls,
  wanted: Merge,
  key: string,
): Promise<Result<Merged, Refusal>> {
  const found = await readAll(calls.service, wanted);
  if (!found.ok) return found;
  const { rows, isMore } = found.value;
  const records = await listSettings(calls.api, wanted);
  const kind = wanted.noun === TAG ? "tag" : "category";
  const removal = isMore ? [] : [{ kind, delete: wanted.from, force: true } as const];
  const transactions = rows.map((row) => toEdit(row, wanted));
  const saved = await saveChange(calls.api, {
    key,
    records: [...records, ...removal],
    transactions,
  });
  if (!saved.ok) return err({ status: saved.error.status, message: joinSentences(saved.error) });
  return ok({ change: saved.value.id, moved: rows.length, isDone: !isMore });
}

/** As many of its transactions as one change can hold. */
async function readAll(
  service: Calls["service"],
  wanted: Merge,
): Promise<Result<{ readonly rows: readonly Transaction[]; readonly isMore: boolean }, Refusal>> {
  const rows: Transaction[] = [];
  for (;;) {
    const found = await readTransactions(service, filterOf(wanted), rows.length);
    if (!found.ok) return found;
    rows.push(...found.value.transactions);
    const isMore = found.value.has_more && found.value.transactions.length > 0;
    if (rows.length >= CHANGE_TRANSACTIONS_MAX)
      return ok({
        rows: rows.slice(0, CHANGE_TRANSACTIONS_MAX),
        isMore: isMore || rows.length > CHANGE_TRANSACTIONS_MAX,
      });
    if (!isMore) return ok({ rows, isMore });
  }
}

/** A person may have chosen that changes mark a transaction as reviewed; nobody looked at these. */
function toEdit(row: Transaction, { noun, from, into }: Merge) {
  const { id, status, tag_ids: ids } = row;
  const kept = status === "reviewed" || status === "unreviewed" ? { status } : {};
  if (noun !== TAG)
    return { id, was: { category_id: from, ...kept }, set: { category_id: into, ...kept } };
  const tags = [...new Set([...ids.filter((one) => one !== from), into])];
  return { id, was: { tag_ids: ids, ...kept }, set: { tag_ids: tags, ...kept } };
}

/** Lets the rules and recurring items of the embedded service set the other one. */
async function listSettings(api: Calls["api"], wanted: Merge): Promise<WantedRecord[]> {
  const [rules, recurring] = await Promise.all([
    readRules(api, wanted),
    readRecurring(api, wanted),
  ]);
  return [
    ...(rules ?? []).map((rule): WantedRecord => {
      const { set } = repointRule(rule, wanted);
      return { kind: "rule", id: rule.id, was: { set: rule.set }, set: { set } };
    }),
    ...(recurring ?? []).map((id): WantedRecord => ({
      kind: "recurring",
      id,
      was: { category_id: wanted.from },
      set: { category_id: wanted.into },
    })),
  ];
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
