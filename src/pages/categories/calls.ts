// What the page asks the budgeting service, the embedded or a remote one, through the documented
// interface.

import { dayOfInstant, addMonths } from "../../money/day.ts";
import { COUNTED_PAGES_MAX, PAGE_ROWS_MAX } from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import { readService, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import {
  categoryTreeSchema,
  tagsSchema,
  transactionsSchema,
  type CategoryTree,
  type Tag,
  type Transaction,
} from "./wire.ts";

type Service = Variables["service"];

/** A refusal with the property of the body that each sentence is about; "" for none. */
export interface NamedRefusal {
  readonly status: number;
  readonly errors: readonly { readonly property: string; readonly sentence: string }[];
}

/** All categories and groups. */
export async function readCategories(service: Service): Promise<Result<CategoryTree, Refusal>> {
  const found = await readService(service, "/categories", categoryTreeSchema);
  return found.ok ? ok(found.value.categories) : found;
}

/** All tags by name. */
export async function readTags(service: Service): Promise<Result<readonly Tag[], Refusal>> {
  const found = await readService(service, "/tags", tagsSchema);
  return found.ok
    ? ok([...found.value.tags].sort((a, b) => a.name.localeCompare(b.name, "en")))
    : found;
}

export interface Counts {
  readonly categories: ReadonlyMap<number, number>;
  readonly tags: ReadonlyMap<number, number>;
}

/**
 * How many transactions of the last 12 months each category and tag has; null if there are too many
 * to count at once, or if they cannot be read.
 */
export async function countYear(service: Service, now: number): Promise<Counts | null> {
  const today = dayOfInstant(now);
  const range = { start_date: addMonths(today, -12), end_date: today };
  const categories = new Map<number, number>();
  const tags = new Map<number, number>();
  for (let page = 0; page < COUNTED_PAGES_MAX; page += 1) {
    const found = await readTransactions(service, range, page * PAGE_ROWS_MAX);
    if (!found.ok) return null;
    for (const { category_id: category, tag_ids: ids } of found.value.transactions) {
      if (category != null) categories.set(category, (categories.get(category) ?? 0) + 1);
      for (const id of ids) tags.set(id, (tags.get(id) ?? 0) + 1);
    }
    if (!found.value.has_more) return { categories, tags };
  }
  return null;
}

/** One page of transactions by a filter. */
export async function readTransactions(
  service: Service,
  filter: Readonly<Record<string, string>>,
  offset: number,
  limit = PAGE_ROWS_MAX,
): Promise<
  Result<{ readonly transactions: readonly Transaction[]; readonly has_more: boolean }, Refusal>
> {
  const query = new URLSearchParams({ ...filter, limit: String(limit), offset: String(offset) });
  return readService(service, `/transactions?${query.toString()}`, transactionsSchema);
}

/** For a connection that was authorized to read categories and tags, and not to change them. */
export const NOT_ALLOWED =
  "The budgeting service does not let this connection change categories and tags. Change them in the service itself, or authorize the connection again and allow it.";

/** The refusal in one line. */
export function joinSentences({ errors }: NamedRefusal): string {
  return errors.map(({ sentence }) => sentence).join(" ");
}
