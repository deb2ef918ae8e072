// /categories in version 1 (service-v1.md, Category): a flattened list, or nested on request.
// Groups are created and filled by their own endpoints, and a forced deletion has its own path. The
// object is in category-object.ts.

import * as z from "zod";
import { err, ok, type Result } from "../../platform/result.ts";
import {
  CATEGORY_CHILDREN_MAX,
  LEGACY_CATEGORY_DESCRIPTION_CHARS_MAX,
  LEGACY_CATEGORY_NAME_CHARS_MAX,
} from "../../platform/limits.ts";
import * as legacy from "./wire.ts";
import { legacyRoute } from "./routes.ts";
import { changesNothing, notFound, refuse, type Problem } from "../../platform/api/problem.ts";
import type { Context, Route } from "../route.ts";
import * as wire from "../wire.ts";
import { createCategory, updateCategoryWhole } from "../categories/change.ts";
import type { ChildForm } from "../categories/rules.ts";
import {
  categoryDependents,
  deleteCategory,
  findCategory,
  listCategories,
  listMembers,
} from "../categories/store.ts";
import { CATEGORY, flatList, NESTED, nestedList, toWire } from "./category-object.ts";

const NAME = wire.text(1, LEGACY_CATEGORY_NAME_CHARS_MAX);
const PROPERTIES = {
  description: wire.text(0, LEGACY_CATEGORY_DESCRIPTION_CHARS_MAX).nullable().optional(),
  is_income: legacy.optional(wire.flag),
  exclude_from_budget: legacy.optional(wire.flag),
  exclude_from_totals: legacy.optional(wire.flag),
};
const PLACED = { archived: legacy.optional(wire.flag), group_id: wire.id.nullable().optional() };
const MEMBERS = {
  category_ids: legacy.optional(
    z.array(wire.id, "must be a list of category ids").max(CATEGORY_CHILDREN_MAX),
  ),
  new_categories: legacy.optional(
    z.array(NAME, "must be a list of names of new categories").max(CATEGORY_CHILDREN_MAX),
  ),
};
const CREATE = z
  .object({ name: NAME, ...PROPERTIES, ...PLACED })
  .meta({ id: "LegacyCategoryCreate" });
const CREATE_GROUP = z
  .object({ name: NAME, ...PROPERTIES, ...MEMBERS })
  .meta({ id: "LegacyGroupCreate" });
const ADD = z.object(MEMBERS).meta({ id: "LegacyGroupAdd" });
const CHANGES = { name: legacy.optional(NAME), ...PROPERTIES, ...PLACED };
const UPDATE = z
  .object({
    ...CHANGES,
    is_group: z.unknown().optional().meta({ description: "Refused: a category stays one." }),
  })
  .meta({ id: "LegacyCategoryUpdate" });

const ID = z.object({ category_id: wire.textId });
const CREATED = z.strictObject({ category_id: z.int() });
const DONE = z.literal(true);
const DEPENDENTS = z
  .strictObject({
    dependents: z.strictObject({
      category_name: z.string(),
      budget: z.int(),
      category_rules: z.int(),
      transactions: z.int(),
      children: z.int(),
      recurring: z.int(),
    }),
  })
  .meta({ id: "LegacyCategoryDependents" });

export const LEGACY_CATEGORY_ROUTES: readonly Route[] = [
  legacyRoute({
    method: "GET",
    path: "/categories",
    scope: "categories:read",
    tag: "categories",
    summary: "All categories and groups, in one alphabetical list or nested",
    query: z.object({ format: z.enum(["flattened", "nested"]).default("flattened") }),
    response: z.strictObject({ categories: z.array(z.union([CATEGORY, NESTED])) }),
    handle: ({ sql }, { query }) => {
      const categories = listCategories(sql);
      return ok({
        categories: query.format === "nested" ? nestedList(categories) : flatList(categories),
      });
    },
  }),
  legacyRoute({
    method: "POST",
    path: "/categories",
    scope: "categories:write",
    tag: "categories",
    summary: "Create a category",
    body: CREATE,
    example: { name: "Pets", description: "Vet and food" },
    response: CREATED,
    handle: (context, { body }) =>
      answerCreated(createCategory(context, { ...body, is_group: false })),
  }),
  legacyRoute({
    method: "POST",
    path: "/categories/group",
    scope: "categories:write",
    tag: "categories",
    summary: "Create a category group with its members",
    body: CREATE_GROUP,
    example: { name: "Animals", category_ids: [1], new_categories: ["Vet"] },
    response: CREATED,
    handle: (context, { body: { category_ids, new_categories, ...body } }) =>
      answerCreated(
        createCategory(context, {
          ...body,
          is_group: true,
          children: children(category_ids, new_categories),
        }),
      ),
  }),
  legacyRoute({
    method: "GET",
    path: "/categories/{category_id}",
    scope: "categories:read",
    tag: "categories",
    summary: "One category or group",
    params: ID,
    response: CATEGORY,
    handle: (context, { params }) => answerOne(context, params.category_id),
  }),
  legacyRoute({
    method: "PUT",
    path: "/categories/{category_id}",
    scope: "categories:write",
    tag: "categories",
    summary: "Change a category or group, or move it",
    params: ID,
    body: UPDATE,
    example: { description: "Everything eaten" },
    response: DONE,
    handle: (context, { params: { category_id: id }, body }) => {
      const category = findCategory(context.sql, id);
      if (category === null) return notFound("category", id);
      const { is_group: group, ...change } = body;
      if (group !== undefined)
        return refuse("invalid body", {
          errMsg: "is_group cannot be set on an existing category.",
        });
      if (Object.values(change).every((value) => value === undefined))
        return changesNothing("valid field to update");
      const updated = updateCategoryWhole(context, category, change);
      return updated.ok ? ok(true) : updated;
    },
  }),
  legacyRoute({
    method: "POST",
    path: "/categories/group/{group_id}/add",
    scope: "categories:write",
    tag: "categories",
    summary: "Add existing and new categories to a group",
    params: z.object({ group_id: wire.textId }),
    body: ADD,
    example: { category_ids: [2], new_categories: ["Pet food"] },
    response: CATEGORY,
    handle: (context, { params: { group_id: id }, body }) => {
      const added = addToGroup(context, id, children(body.category_ids, body.new_categories));
      return added.ok ? answerOne(context, id) : added;
    },
  }),
  legacyRoute({
    method: "DELETE",
    path: "/categories/{category_id}",
    scope: "categories:write",
    tag: "categories",
    summary: "Delete a category or group that nothing depends on, or say what does",
    params: ID,
    response: z.union([DONE, DEPENDENTS]),
    handle: (context, { params }) => deleteUnused(context, params.category_id),
  }),
  legacyRoute({
    method: "DELETE",
    path: "/categories/{category_id}/force",
    scope: "categories:write",
    tag: "categories",
    summary: "Delete a category or group; what depended on it is left without one",
    params: ID,
    response: DONE,
    handle: ({ sql, now }, { params: { category_id: id } }) => {
      if (findCategory(sql, id) === null) return notFound("category", id);
      deleteCategory(sql, id, now);
      return ok(true);
    },
  }),
];

/**
 * Deletes the category if nothing depends on it; otherwise answers with the dependents and changes
 * nothing.
 */
function deleteUnused(
  { sql, now }: Context,
  id: number,
): Result<true | z.input<typeof DEPENDENTS>, Problem> {
  const category = findCategory(sql, id);
  if (category === null) return notFound("category", id);
  const { plaid_cats: _, ...dependents } = categoryDependents(sql, id);
  if (Object.values(dependents).some((count) => count > 0))
    return ok({ dependents: { category_name: category.name, ...dependents } });
  deleteCategory(sql, id, now);
  return ok(true);
}

/** The members that a request names, each with the place where it does. */
function children(ids: readonly number[] = [], names: readonly string[] = []): ChildForm[] {
  return [
    ...ids.map((id, index) => ({ id, said: `category_ids[${index}]` })),
    ...names.map((name, index) => ({ name, description: null, said: `new_categories[${index}]` })),
  ];
}

/** Adds the named categories to the group; its members stay. */
function addToGroup(
  context: Context,
  id: number,
  added: readonly ChildForm[],
): Result<undefined, Problem> {
  const group = findCategory(context.sql, id);
  if (group === null) return notFound("category group", id);
  if (!group.is_group)
    return refuse("invalid body", {
      errMsg: `${JSON.stringify(group.name)} is not a category group.`,
    });
  if (added.length === 0) return changesNothing("of category_ids and new_categories");
  const named = new Set(added.map((child) => child.id));
  const staying = listMembers(context.sql, id).filter((member) => !named.has(member.id));
  return updateCategoryWhole(context, group, {
    children: [...staying.map((member) => ({ id: member.id })), ...added],
  });
}

function answerCreated(made: Result<number, Problem>): Result<z.input<typeof CREATED>, Problem> {
  return made.ok ? ok({ category_id: made.value }) : err(made.error);
}

function answerOne({ sql }: Context, id: number): Result<z.input<typeof CATEGORY>, Problem> {
  const category = findCategory(sql, id);
  if (category === null) return notFound("category", id);
  const group = category.group_id === null ? null : findCategory(sql, category.group_id);
  return ok(toWire(category, group?.name ?? null, listMembers(sql, id)));
}
