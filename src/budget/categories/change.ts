// Creating and changing categories and groups: the request is checked against what is stored, then
// the category, its members and what they inherit are written.

import { ok, type Result } from "../../platform/result.ts";
import { refuse, type ErrorItem, type Problem } from "../../platform/api/problem.ts";
import type { Context } from "../route.ts";
import {
  changeCategory,
  findContradictions,
  NEW_CATEGORY,
  type CategoryChange,
  type ChildForm,
} from "./rules.ts";
import {
  categoryNamed,
  findCategory,
  inheritFlags,
  insertCategory,
  setMembers,
  updateCategory,
  type Category,
} from "./store.ts";

/** A new category or group with its children; its id. */
export function createCategory(
  context: Context,
  request: CategoryChange & { readonly name: string },
): Result<number, Problem> {
  const isGroup = request.is_group === true;
  const errors = listFaults(context, isGroup, request, null);
  if (errors.length > 0) return refuse("invalid body", ...errors);
  const group = findGroup(context, request.group_id);
  const category = changeCategory(
    { ...NEW_CATEGORY, is_group: isGroup },
    request,
    group,
    context.now,
  );
  const id = insertCategory(context.sql, category, context.now);
  if (isGroup) writeChildren(context, id, request.children ?? []);
  return ok(id);
}

/** Changes a category or group; given children replace the whole list. */
export function updateCategoryWhole(
  context: Context,
  before: Category,
  request: CategoryChange,
): Result<undefined, Problem> {
  const errors = listFaults(context, before.is_group, request, before.id);
  if (errors.length > 0) return refuse("invalid body", ...errors);
  const group = findGroup(
    context,
    request.group_id === undefined ? before.group_id : request.group_id,
  );
  updateCategory(
    context.sql,
    before.id,
    changeCategory(before, request, group, context.now),
    context.now,
  );
  if (before.is_group) {
    if (request.children !== undefined) writeChildren(context, before.id, request.children);
    else inheritFlags(context.sql, before.id, context.now);
  }
  return ok(undefined);
}

function findGroup({ sql }: Context, id: number | null | undefined): Category | null {
  return id == null ? null : findCategory(sql, id);
}

function writeChildren(context: Context, groupId: number, children: readonly ChildForm[]): void {
  const { sql, now } = context;
  const members = children.map((child) =>
    child.id === undefined
      ? insertCategory(
          sql,
          { ...NEW_CATEGORY, name: child.name, description: child.description, group_id: groupId },
          now,
        )
      : child.id,
  );
  setMembers(sql, groupId, members, now);
  inheritFlags(sql, groupId, now);
}

function listFaults(
  context: Context,
  isGroup: boolean,
  request: CategoryChange,
  self: number | null,
): ErrorItem[] {
  const errors = findContradictions(isGroup, request);
  if (request.name !== undefined) errors.push(...nameTaken(context, request.name, self, "name"));
  if (!isGroup && request.group_id != null) {
    const group = findCategory(context.sql, request.group_id);
    if (group?.is_group !== true) {
      const why =
        group === null
          ? "there is no such category"
          : `${JSON.stringify(group.name)} is not a category group`;
      errors.push({
        errMsg: `group_id is ${request.group_id}, but ${why}.`,
        error: "Invalid Category ID",
        invalid_property: "group_id",
      });
    }
  }
  return [...errors, ...childFaults(context, request)];
}

function nameTaken(
  { sql }: Context,
  name: string,
  except: number | null,
  property: string,
  more: object = {},
): ErrorItem[] {
  const other = categoryNamed(sql, name, except);
  if (other === null) return [];
  return [
    {
      errMsg: `There is already a category or group named ${JSON.stringify(name)}.`,
      invalid_property: property,
      existing_category_id: other,
      ...more,
    },
  ];
}

function childFaults(context: Context, request: CategoryChange): ErrorItem[] {
  const seen = new Set<string>(request.name === undefined ? [] : [request.name]);
  return (request.children ?? []).flatMap((child, index): ErrorItem[] => {
    const place = { invalid_property: "children", children_index: index };
    const said = child.said ?? `children[${index}]`;
    const key = child.id === undefined ? child.name : `#${child.id}`;
    if (seen.has(key))
      return [{ errMsg: `${said} repeats ${child.id ?? JSON.stringify(key)}.`, ...place }];
    seen.add(key);
    if (child.id === undefined) return nameTaken(context, child.name, null, "children", place);
    const category = findCategory(context.sql, child.id);
    if (category !== null && !category.is_group) return [];
    const why =
      category === null
        ? "there is no such category"
        : `${JSON.stringify(category.name)} is a category group`;
    const group = category === null ? {} : { category_group_name: category.name };
    return [
      {
        errMsg: `${said} is ${child.id}, but ${why}.`,
        error: "Invalid Category ID",
        ...place,
        ...group,
      },
    ];
  });
}
