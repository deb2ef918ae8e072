// What the page asks the budgeting service, the embedded or a remote one, through the documented
// interface.

import * as z from "zod";
import { dayOfInstant, addMonths } from "../../money/day.ts";
import { COUNTED_PAGES_MAX, PAGE_ROWS_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { readService, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import type { Noun } from "./nouns.ts";
import {
  categoryTreeSchema,
  dependentsSchema,
  namedRefusalSchema,
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

/** Creates or changes a category or tag. */
export async function write(
  service: Service,
  method: "POST" | "PUT",
  path: string,
  body: object,
): Promise<Result<{ readonly id: number }, NamedRefusal>> {
  const answer = await service(path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const said = await readJson(answer);
  if (!answer.ok) return err(nameRefusal(answer.status, said));
  const made = z.object({ id: z.int() }).safeParse(said);
  return made.success
    ? ok(made.data)
    : err({
        status: 502,
        errors: [
          {
            property: "",
            sentence: "The budgeting service sent an answer that Tributary cannot read.",
          },
        ],
      });
}

/** What became of a DELETE: gone, or refused with the counts of what depends on it. */
export type Deletion =
  | { readonly is: "gone" }
  | { readonly is: "in use"; readonly dependents: Readonly<Record<string, number>> }
  | { readonly is: "refused"; readonly refusal: NamedRefusal };

/** Deletes a category or tag. One that no longer exists is gone as well. */
export async function deleteOne(
  service: Service,
  noun: Noun,
  id: number,
  force: boolean,
): Promise<Deletion> {
  const answer = await service(`${noun.path}/${id}${force ? "?force=true" : ""}`, {
    method: "DELETE",
  });
  if (answer.ok || answer.status === 404) {
    await answer.body?.cancel();
    return { is: "gone" };
  }
  const said = await readJson(answer);
  const inUse = dependentsSchema.safeParse(said);
  return inUse.success
    ? { is: "in use", dependents: inUse.data.dependents }
    : { is: "refused", refusal: nameRefusal(answer.status, said) };
}

/** For a connection that was authorized to read categories and tags, and not to change them. */
const NOT_ALLOWED =
  "The budgeting service does not let this connection change categories and tags. Change them in the service itself, or authorize the connection again and allow it.";

/** The refusal in one line. */
export function joinSentences({ errors }: NamedRefusal): string {
  return errors.map(({ sentence }) => sentence).join(" ");
}

function nameRefusal(status: number, said: unknown): NamedRefusal {
  if (status === 403) return { status, errors: [{ property: "", sentence: NOT_ALLOWED }] };
  const read = namedRefusalSchema.safeParse(said);
  const errors = (read.success ? (read.data.errors ?? []) : []).map(
    ({ errMsg, invalid_property: property, instancePath: path = "" }) => ({
      property: property ?? path.replace(/^\/body\//, ""),
      sentence: errMsg,
    }),
  );
  const message = read.success ? read.data.message : null;
  return {
    status,
    errors:
      errors.length > 0
        ? errors
        : [{ property: "", sentence: message ?? `The request was refused (${status}).` }],
  };
}

async function readJson(answer: Response): Promise<unknown> {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
