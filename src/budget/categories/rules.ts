// The rules of categories and groups, and their order and nesting: pure.

import { archiveAfter } from "../archive.ts";
import { applyChange } from "../../platform/change.ts";
import type { ErrorItem } from "../../platform/api/problem.ts";
import type { Category, CategoryState } from "./store.ts";

/** The properties of a request, each undefined when it was left out. */
export interface CategoryChange {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly is_income?: boolean | undefined;
  readonly exclude_from_budget?: boolean | undefined;
  readonly exclude_from_totals?: boolean | undefined;
  readonly is_group?: boolean | undefined;
  readonly group_id?: number | null | undefined;
  readonly archived?: boolean | undefined;
  readonly archived_at?: number | null | undefined;
  readonly collapsed?: boolean | null | undefined;
  readonly children?: readonly ChildForm[] | undefined;
}

/**
 * An existing category by its id, or a new one; `said` is its place in the request, children[n] if
 * left out.
 */
export type ChildForm = { readonly said?: string } & (
  | { readonly id: number }
  | { readonly id?: undefined; readonly name: string; readonly description: string | null }
);

export const NEW_CATEGORY: CategoryState = {
  name: "",
  description: null,
  is_income: false,
  exclude_from_budget: false,
  exclude_from_totals: false,
  is_group: false,
  group_id: null,
  archived: false,
  archived_at: null,
  collapsed: false,
};

/**
 * The category after the change; `group` is the group it will belong to, whose flags it inherits.
 */
export function changeCategory(
  before: CategoryState,
  change: CategoryChange,
  group: CategoryState | null,
  now: number,
): CategoryState {
  const { is_group: _, collapsed, ...rest } = change;
  return {
    ...applyChange(before, rest),
    ...(group !== null && {
      is_income: group.is_income,
      exclude_from_budget: group.exclude_from_budget,
      exclude_from_totals: group.exclude_from_totals,
    }),
    ...archiveAfter(before, change, now),
    collapsed: collapsed === undefined ? before.collapsed : (collapsed ?? false),
  };
}

/** Contradictions in a request for a category that is, or is to become, a group or not. */
export function findContradictions(isGroup: boolean, change: CategoryChange): ErrorItem[] {
  const errors: ErrorItem[] = [];
  if (change.is_group !== undefined && change.is_group !== isGroup) {
    errors.push({
      errMsg: "A category cannot become a group, nor a group a category.",
      invalid_property: "is_group",
    });
  }
  if (isGroup && change.group_id != null) {
    errors.push({
      errMsg: "A category group cannot belong to a group.",
      invalid_property: "group_id",
    });
  }
  if (!isGroup && change.children !== undefined) {
    errors.push({ errMsg: "Only a category group has children.", invalid_property: "children" });
  }
  if (!isGroup && change.collapsed === true) {
    errors.push({
      errMsg: "Only a category group can be collapsed.",
      invalid_property: "collapsed",
    });
  }
  return errors;
}

/** The top level in its order, each group with its members. */
export function nestMembers(
  categories: readonly Category[],
): { readonly category: Category; readonly members: readonly Category[] }[] {
  const byGroup = Map.groupBy(categories, (category) => category.group_id);
  return (byGroup.get(null) ?? []).map((category) => ({
    category,
    members: byGroup.get(category.id) ?? [],
  }));
}
