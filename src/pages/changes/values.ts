// The values of changed fields as a person reads them: a category by its name, no API words. Pure.

import * as z from "zod";
import type { Field } from "../../importer/changes/fields.ts";
import type { ShownDetail } from "../../importer/changes/wire.ts";
import { readRecurring } from "../transactions/read-recurring.ts";
import { readService } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { printDay } from "../ui/print.ts";

/** A value of a field, as the API shows it. */
export type ShownValue = string | number | readonly number[] | null;

/** The names of categories and tags by their ids. */
export interface Names {
  /** Of recurring items; only where a change names some. */
  readonly recurring: ReadonlyMap<number, string>;
  readonly categories: ReadonlyMap<number, string>;
  readonly tags: ReadonlyMap<number, string>;
}

export const FIELD_NAMES: Readonly<Record<Field, string>> = {
  payee: "Payee",
  category_id: "Category",
  notes: "Notes",
  tag_ids: "Tags",
  date: "Date",
  status: "Reviewed",
  recurring_id: "Recurring item",
};

const named = z.object({ id: z.int(), name: z.string() });
const categoriesSchema = z.object({ categories: z.array(named) });
const tagsSchema = z.object({ tags: z.array(named) });

/** The names as the budget has them now; none if the service does not answer. */
export async function readNames(
  service: Variables["service"],
  { items }: Pick<ShownDetail, "items">,
): Promise<Names> {
  const isLinked = items.some(({ fields }) => fields.some(({ field }) => field === "recurring_id"));
  const [categories, tags, recurring] = await Promise.all([
    readService(service, "/categories?format=flattened", categoriesSchema),
    readService(service, "/tags", tagsSchema),
    isLinked ? readRecurring(service) : [],
  ]);
  return {
    recurring: byId(recurring),
    categories: byId(categories.ok ? categories.value.categories : []),
    tags: byId(tags.ok ? tags.value.tags : []),
  };
}

/** A value in words. */
export function printValue(field: Field, value: ShownValue, names: Names): string {
  if (field === "status") return printReview(value);
  if (typeof value === "object" && value !== null)
    return value.length === 0
      ? "none"
      : value.map((id) => names.tags.get(id) ?? `a deleted tag (${id})`).join(", ");
  if (value === null || value === "") return "none";
  if (field === "recurring_id" && typeof value === "number")
    return names.recurring.get(value) ?? "a deleted recurring item";
  if (field === "category_id" && typeof value === "number")
    return names.categories.get(value) ?? `a deleted category (${value})`;
  return field === "date" ? printDay(String(value)) : String(value);
}

function printReview(value: ShownValue): string {
  if (value === "reviewed") return "yes";
  return value === "unreviewed" ? "no" : "to be deleted";
}

function byId(list: readonly { id: number; name: string }[]): ReadonlyMap<number, string> {
  return new Map(list.map(({ id, name }) => [id, name]));
}
