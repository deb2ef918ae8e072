// The properties of a category that both versions have under the same names; each version adds its
// own.

import * as z from "zod";
import * as wire from "../wire.ts";
import type { Category } from "./store.ts";

export const SHOWN = {
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  is_income: z.boolean(),
  exclude_from_budget: z.boolean(),
  exclude_from_totals: z.boolean(),
  updated_at: wire.TIME_OUT,
  created_at: wire.TIME_OUT,
  group_id: z.int().nullable(),
  is_group: z.boolean(),
  archived: z.boolean(),
  order: z.int().nullable(),
};

/** The category in that shape. */
export function toApi(category: Category) {
  return {
    id: category.id,
    name: category.name,
    description: category.description,
    is_income: category.is_income,
    exclude_from_budget: category.exclude_from_budget,
    exclude_from_totals: category.exclude_from_totals,
    updated_at: wire.formatTime(category.updated_at),
    created_at: wire.formatTime(category.created_at),
    group_id: category.group_id,
    is_group: category.is_group,
    archived: category.archived,
    order: category.position,
  };
}
