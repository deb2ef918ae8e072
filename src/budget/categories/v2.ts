// /categories on the wire (service-v2.md, Category object).

import * as z from "zod";
import { ok, type Result } from "../../platform/result.ts";
import { CATEGORY_CHILDREN_MAX } from "../../platform/limits.ts";
import { changesNothing, inUse, notFound, type Problem } from "../../platform/api/problem.ts";
import { route, type Context, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import { createCategory, updateCategoryWhole } from "./change.ts";
import { nestMembers } from "./rules.ts";
import { SHOWN, toApi } from "./shown.ts";
import {
  categoryDependents,
  deleteCategory,
  findCategory,
  listCategories,
  listMembers,
  type Category,
} from "./store.ts";

const PLAIN = { ...SHOWN, archived_at: wire.TIME_OUT.nullable(), collapsed: z.boolean() };
const CHILD = z
  .strictObject({
    ...PLAIN,
    group_id: z.int(),
    is_group: z.literal(false),
    collapsed: z.literal(false),
  })
  .meta({ id: "ChildCategory" });
const CATEGORY = z
  .strictObject({ ...PLAIN, children: z.array(CHILD).optional() })
  .meta({ id: "Category" });

const NAME = wire.text(1, 100);
const DESCRIPTION = wire.text(0, 200).nullable().optional();

const CHILD_OBJECT = z
  .strictObject({
    id: wire.id.optional(),
    name: NAME.optional(),
    description: DESCRIPTION,
    is_income: wire.ignored,
    exclude_from_budget: wire.ignored,
    exclude_from_totals: wire.ignored,
    updated_at: wire.ignored,
    created_at: wire.ignored,
    group_id: wire.ignored,
    is_group: wire.ignored,
    archived: wire.ignored,
    archived_at: wire.ignored,
    order: wire.ignored,
    collapsed: wire.ignored,
  })
  .refine((child) => child.id !== undefined || child.name !== undefined, {
    error: "must have an id or a name",
    params: { keyword: "required" },
  });

const CHILDREN_RULE = "must be the id of a category, the name of a new one, or a category object";
const CHILD_FORM = z.union([wire.id, NAME, CHILD_OBJECT], CHILDREN_RULE).transform((form) => {
  if (typeof form === "number") return { id: form };
  if (typeof form === "string") return { name: form, description: null };
  return form.id === undefined
    ? { name: form.name ?? "", description: form.description ?? null }
    : { id: form.id };
});

const PROPERTIES = {
  description: DESCRIPTION,
  is_income: wire.flag.optional(),
  exclude_from_budget: wire.flag.optional(),
  exclude_from_totals: wire.flag.optional(),
  is_group: wire.flag.optional(),
  group_id: wire.id.nullable().optional(),
  archived: wire.flag.optional(),
  children: z
    .array(CHILD_FORM, "must be a list of categories")
    .max(CATEGORY_CHILDREN_MAX)
    .optional(),
  collapsed: wire.flag.nullable().optional(),
};
const CREATE = z.strictObject({ name: NAME, ...PROPERTIES }).meta({ id: "CategoryCreate" });
const IGNORED = {
  id: wire.ignored,
  updated_at: wire.ignored,
  created_at: wire.ignored,
  order: wire.ignored,
};
const UPDATE = z
  .strictObject({
    name: NAME.optional(),
    ...PROPERTIES,
    archived_at: wire.instant.nullable().optional(),
    ...IGNORED,
  })
  .meta({ id: "CategoryUpdate" });

const LIST = z.strictObject({
  format: z.enum(["nested", "flattened"]).default("nested"),
  is_group: wire.textFlag.optional(),
});

const DEPENDENTS = z
  .strictObject({
    category_name: z.string(),
    dependents: z.strictObject({
      budget: z.int(),
      category_rules: z.int(),
      transactions: z.int(),
      children: z.int(),
      recurring: z.int(),
      plaid_cats: z.int(),
    }),
  })
  .meta({ id: "CategoryDependents" });

export const CATEGORY_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/categories",
    scope: "categories:read",
    tag: "categories",
    summary: "All categories and groups, nested or flattened",
    query: LIST,
    response: z.strictObject({ categories: z.array(CATEGORY) }),
    failures: [400],
    handle: ({ sql }, { query }) => ok({ categories: list(listCategories(sql), query) }),
  }),
  route({
    method: "POST",
    path: "/categories",
    scope: "categories:write",
    tag: "categories",
    summary: "Create a category or a group",
    body: CREATE,
    example: { name: "Pets", is_group: true, children: ["Vet", "Pet food"] },
    status: 201,
    response: CATEGORY,
    failures: [400, 413],
    handle: (context, { body }) => {
      const created = createCategory(context, body);
      return created.ok ? answerOne(context, created.value) : created;
    },
  }),
  route({
    method: "GET",
    path: "/categories/{id}",
    scope: "categories:read",
    tag: "categories",
    summary: "One category or group",
    params: wire.idPath,
    response: CATEGORY,
    failures: [400, 404],
    handle: (context, { params }) => answerOne(context, params.id),
  }),
  route({
    method: "PUT",
    path: "/categories/{id}",
    scope: "categories:write",
    tag: "categories",
    summary: "Change a category or group, or move it",
    params: wire.idPath,
    body: UPDATE,
    example: { description: "Everything eaten", collapsed: true },
    response: CATEGORY,
    failures: [400, 404, 413],
    handle: (context, { params: { id }, body }) => {
      const category = findCategory(context.sql, id);
      if (category === null) return notFound("category", id);
      if (
        !Object.keys(body).some(
          (property) => property !== "is_group" && !Object.hasOwn(IGNORED, property),
        )
      ) {
        return changesNothing();
      }
      const updated = updateCategoryWhole(context, category, body);
      return updated.ok ? answerOne(context, id) : updated;
    },
  }),
  route({
    method: "DELETE",
    path: "/categories/{id}",
    scope: "categories:write",
    tag: "categories",
    summary: "Delete a category or group; one that is in use only with force",
    params: wire.idPath,
    query: z.strictObject({ force: wire.textFlag.default(false) }),
    status: 204,
    failures: [400, 404, 422],
    refusals: {
      422: {
        when: "The category is in use, and force is not true: what depends on it.",
        body: DEPENDENTS,
        example: {
          category_name: "Groceries",
          dependents: {
            budget: 0,
            category_rules: 1,
            transactions: 212,
            children: 0,
            recurring: 0,
            plaid_cats: 0,
          },
        },
      },
    },
    handle: ({ sql, now }, { params: { id }, query }) => {
      const category = findCategory(sql, id);
      if (category === null) return notFound("category", id);
      const named = { category_name: category.name };
      const refused = inUse(named, categoryDependents(sql, id), query.force);
      if (refused !== null) return refused;
      deleteCategory(sql, id, now);
      return ok(undefined);
    },
  }),
];

function list(
  categories: readonly Category[],
  query: z.output<typeof LIST>,
): z.input<typeof CATEGORY>[] {
  const top = nestMembers(categories);
  if (query.is_group === false)
    return categories
      .filter((category) => !category.is_group)
      .map((category) => toWire(category, []));
  const groups = query.is_group === true ? top.filter(({ category }) => category.is_group) : top;
  if (query.is_group === true || query.format === "nested")
    return groups.map(({ category, members }) => toWire(category, members));
  return top.flatMap(({ category, members }) => [
    toWire(category, members),
    ...members.map((member) => toWire(member, [])),
  ]);
}

function answerOne({ sql }: Context, id: number): Result<object, Problem> {
  const category = findCategory(sql, id);
  return category === null ? notFound("category", id) : ok(toWire(category, listMembers(sql, id)));
}

/** The category object; a group always has its children, a category never. */
function toWire(category: Category, members: readonly Category[]): z.input<typeof CATEGORY> {
  const object = toPlain(category);
  if (!category.is_group) return object;
  const children = members.map((member) => ({
    ...toPlain(member),
    group_id: category.id,
    is_group: false as const,
    collapsed: false as const,
  }));
  return { ...object, children };
}

function toPlain(category: Category) {
  return {
    ...toApi(category),
    archived_at: wire.timeOrNull(category.archived_at),
    collapsed: category.collapsed,
  };
}
