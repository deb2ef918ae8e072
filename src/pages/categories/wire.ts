// The parts that the page of categories and tags reads of the answers of a service, embedded or
// remote.

import * as z from "zod";

const id = z.int();
const flag = z.boolean().nullish().transform(Boolean);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

const plain = z.object({
  id,
  name: z.string(),
  description: text,
  is_income: flag,
  exclude_from_budget: flag,
  exclude_from_totals: flag,
  group_id: id.nullish().transform((value) => value ?? null),
  is_group: flag,
  archived: flag,
});

/** GET /categories, nested: groups carry their members. */
export const categoryTreeSchema = z.object({
  categories: z.array(plain.extend({ children: z.array(plain).nullish() })),
});

const tag = z.object({
  id,
  name: z.string(),
  description: text,
  background_color: text,
  text_color: text,
  archived: flag,
});

export const tagsSchema = z.object({ tags: z.array(tag) });

const transaction = z.object({
  id,
  category_id: id.nullish(),
  tag_ids: z
    .array(id)
    .nullish()
    .transform((ids) => ids ?? []),
  status: z.string().nullish(),
  is_split_parent: flag,
  group_parent_id: id.nullish(),
});

export const transactionsSchema = z.object({ transactions: z.array(transaction), has_more: flag });

/** The embedded service's rules; all that is not named here is sent back as it came. */
export const rulesSchema = z.object({
  rules: z.array(
    z.looseObject({
      id,
      set: z.looseObject({
        category_id: id.optional(),
        tag_ids: z.array(id).optional(),
        split: z
          .array(
            z.looseObject({
              category_id: id.nullable().optional(),
              tag_ids: z.array(id).optional(),
            }),
          )
          .optional(),
      }),
    }),
  ),
});

/** The embedded service's recurring items. */
export const recurringCategoriesSchema = z.object({
  recurring_items: z.array(
    z.object({ id, overrides: z.object({ category_id: id.nullish() }).nullish() }),
  ),
});

export type CategoryTree = z.infer<typeof categoryTreeSchema>["categories"];
export type Category = z.infer<typeof plain>;
export type Tag = z.infer<typeof tag>;
export type Transaction = z.infer<typeof transaction>;
export type Rule = z.infer<typeof rulesSchema>["rules"][number];
