// Categories as the page lists them: groups with their members, then those without a group, and the
// archived ones apart. Pure.

import type { Category, CategoryTree } from "./wire.ts";

/** A group, or null for the categories without one, with the members that are in use. */
export interface Section {
  readonly group: Category | null;
  readonly members: readonly Category[];
}

export interface Arranged {
  readonly sections: readonly Section[];
  readonly archived: readonly Category[];
  /** Every category and group. */
  readonly all: readonly Category[];
}

/**
 * Sorts the categories into the sections of the page. An archived group whose members are in use
 * stays in its place, or they would seem to have none.
 */
export function arrangeCategories(tree: CategoryTree): Arranged {
  const all: Category[] = tree.flatMap(({ children, ...own }) => [own, ...(children ?? [])]);
  const groups = all.filter(({ is_group: isGroup }) => isGroup);
  const inUse = all.filter((one) => !one.is_group && !one.archived);
  const isGroup = (id: number | null) => groups.some((group) => group.id === id);
  const sections: Section[] = groups
    .map((group) => ({ group, members: inUse.filter(({ group_id: of }) => of === group.id) }))
    .filter(({ group, members }) => !group.archived || members.length > 0);
  const single = inUse.filter(({ group_id: of }) => !isGroup(of));
  const shown = new Set(sections.map(({ group }) => group?.id));
  return {
    sections: single.length === 0 ? sections : [...sections, { group: null, members: single }],
    archived: all.filter((one) => one.archived && !shown.has(one.id)),
    all,
  };
}

/** The groups that a category can be moved to: those in use, and the one it is in. */
export function listGroups(all: readonly Category[], current: number | null): readonly Category[] {
  return all.filter((one) => one.is_group && (!one.archived || one.id === current));
}

/** The categories that transactions can have, with their group's name: "Food · Groceries". */
export function listTargets(
  all: readonly Category[],
  except: number,
): readonly { readonly id: number; readonly label: string }[] {
  return all
    .filter((one) => !one.is_group && !one.archived && one.id !== except)
    .map((one) => {
      const group = all.find(({ id }) => id === one.group_id);
      return { id: one.id, label: group === undefined ? one.name : `${group.name} · ${one.name}` };
    })
    .sort((a, b) => a.label.localeCompare(b.label, "en"));
}

type Flags = Pick<Category, "is_income" | "exclude_from_budget" | "exclude_from_totals">;

/** "spending", "income", "spending, not in the budget or the totals". */
export function describeKind(flags: Flags): string {
  const kind = flags.is_income ? "income" : "spending";
  const left = [
    ...(flags.exclude_from_budget ? ["the budget"] : []),
    ...(flags.exclude_from_totals ? ["the totals"] : []),
  ];
  return left.length === 0 ? kind : `${kind}, not in ${left.join(" or ")}`;
}

/** Whether two names are one to a person: without case and surrounding space. */
export function isSameName(one: string, other: string): boolean {
  return foldName(one) === foldName(other);
}

function foldName(name: string): string {
  return name.normalize("NFC").trim().toLowerCase();
}
