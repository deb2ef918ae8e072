// Adds the chosen categories of a first set. A group that is missing is made together with its
// categories in one request; if the page dies in between, adding again adds the rest.

import { err, ok, type Result } from "../../platform/result.ts";
import type { Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { arrangeCategories } from "./arrange.ts";
import { joinSentences, readCategories, write } from "./calls.ts";
import { flagsOfKind, planFirstSet, type FirstSet, type PlannedGroup } from "./first-set.ts";
import type { Category } from "./wire.ts";

export interface AddedSet {
  readonly added: number;
  /** Chosen ones whose names exist already. */
  readonly skipped: readonly Category[];
}

/** Adds what is missing of the chosen categories ("0.3": the fourth of the first group). */
export async function addFirstSet(
  service: Variables["service"],
  set: FirstSet,
  picked: ReadonlySet<string>,
): Promise<Result<AddedSet, Refusal>> {
  const tree = await readCategories(service);
  if (!tree.ok) return tree;
  const { groups, skipped } = planFirstSet(set, picked, arrangeCategories(tree.value).all);
  let added = 0;
  for (const group of groups) {
    for (const body of listBodies(group)) {
      const made = await write(service, "POST", "/categories", body);
      if (!made.ok) return err({ status: made.error.status, message: joinSentences(made.error) });
    }
    added += group.add.length;
  }
  return ok({ added, skipped });
}

/** The requests that make a group of the set, or add to the one that has its name. */
function listBodies({ name, kind, existing, isTaken, add }: PlannedGroup): readonly object[] {
  const flags = flagsOfKind(kind);
  if (existing !== null) return add.map((child) => ({ name: child, group_id: existing.id }));
  if (isTaken) return add.map((child) => ({ name: child, ...flags }));
  return [{ name, is_group: true, ...flags, children: add }];
}
