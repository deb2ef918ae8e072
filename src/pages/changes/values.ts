// The values of changed fields as a person reads them: a category by its name, no API words. Pure.

import * as z from "zod";
import type { Field } from "../../importer/changes/fields.ts";
import { readService } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { printDay } from "../ui/print.ts";

/** A value of a field, as the API shows it. */
export type ShownValue = string | number | readonly number[] | null;

/** The names of categories and tags by their ids. */
export interface Names {
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
};

const named = z.object({ id: z.int(), name: z.string() });
const categoriesSchema = z.object({ categories: z.array(named) });
const tagsSchema = z.object({ tags: z.array(named) });

/** The names as the budget has them now; none if the service does not answer. */
export async function readNames(service: Variables["service"]): Promise<Names> {
  const [categories, tags] = await Promise.all([
    readService(service, "/categories?format=flattened", categoriesSchema),
    readService(service, "/tags", tagsSchema),
  ]);
  return {
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
