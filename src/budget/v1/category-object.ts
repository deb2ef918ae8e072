// The category object of version 1 (service-v1.md, Category), and the two lists of them: in one
// alphabetical order, or nested.

import * as z from "zod";
import * as wire from "../wire.ts";
import { nestMembers } from "../categories/rules.ts";
import { SHOWN, toApi } from "../categories/shown.ts";
import type { Category } from "../categories/store.ts";

const MEMBER = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    created_at: wire.TIME_OUT,
  })
  .meta({ id: "LegacyCategoryMember" });
const PLAIN = {
  ...SHOWN,
  archived_on: wire.TIME_OUT.nullable(),
  group_category_name: z.string().nullable(),
};
/** The category object: of a group the members have four properties. */
export const CATEGORY = z
  .strictObject({ ...PLAIN, children: z.array(MEMBER).nullable() })
  .meta({ id: "LegacyCategory" });
/** One of the nested list: of a group the members are whole. */
export const NESTED = z
  .strictObject({ ...PLAIN, children: z.array(CATEGORY).nullable() })
  .meta({ id: "LegacyNestedCategory" });

/** Every category and group in the order of their names. */
export function flatList(categories: readonly Category[]): z.input<typeof CATEGORY>[] {
  return nestMembers(categories)
    .flatMap(({ category, members }) => [
      { name: category.name, id: category.id, object: toWire(category, null, members) },
      ...members.map((member) => ({
        name: member.name,
        id: member.id,
        object: toWire(member, category.name, []),
      })),
    ])
    .toSorted((a, b) => byName(a, b))
    .map(({ object }) => object);
}

function byName(
  a: { readonly name: string; readonly id: number },
  b: { readonly name: string; readonly id: number },
): number {
  return a.name.localeCompare(b.name, "en") || a.id - b.id;
}

/** The top level in its order, the members of a group whole inside it. */
export function nestedList(categories: readonly Category[]): z.input<typeof NESTED>[] {
  return nestMembers(categories).map(({ category, members }) => ({
    ...toPlain(category, null),
    children: category.is_group ? members.map((member) => toWire(member, category.name, [])) : null,
  }));
}

/** The category object; a group always has its children, a category never. */
export function toWire(
  category: Category,
  groupName: string | null,
  members: readonly Category[],
): z.input<typeof CATEGORY> {
  return {
    ...toPlain(category, groupName),
    children: category.is_group ? members.map(toMember) : null,
  };
}

function toMember(member: Category): z.input<typeof MEMBER> {
  return {
    id: member.id,
    name: member.name,
    description: member.description,
    created_at: wire.formatTime(member.created_at),
  };
}

function toPlain(category: Category, groupName: string | null) {
  return {
    ...toApi(category),
    archived_on: wire.timeOrNull(category.archived_at),
    group_category_name: groupName,
  };
}
