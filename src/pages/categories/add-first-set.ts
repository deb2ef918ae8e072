// Adds the chosen categories of a first set, as one change.

import { err, ok, type Result } from "../../platform/result.ts";
import type { Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { arrangeCategories } from "./arrange.ts";
import { joinSentences, readCategories } from "./calls.ts";
import { flagsOfKind, planFirstSet, type FirstSet, type PlannedGroup } from "./first-set.ts";
import { saveChange, type WantedRecord } from "./save.ts";
import type { Category } from "./wire.ts";

export interface AddedSet {
  /** The journal's entry; null if nothing was to be added. */
  readonly change: number | null;
  /** Chosen ones whose names exist already. */
  readonly skipped: readonly Category[];
}

/** Adds what is missing of the chosen categories ("0.3": the fourth of the first group). */
export async function addFirstSet(
  { api, service }: Pick<Variables, "api" | "service">,
  set: FirstSet,
  picked: ReadonlySet<string>,
  key: string,
): Promise<Result<AddedSet, Refusal>> {
  const tree = await readCategories(service);
  if (!tree.ok) return tree;
  const { groups, skipped } = planFirstSet(set, picked, arrangeCategories(tree.value).all);
  const records = groups.flatMap((group, index) => listRecords(group, -1 - index));
  if (records.length === 0) return ok({ change: null, skipped });
  const saved = await saveChange(api, { key, records });
  if (!saved.ok) return err({ status: saved.error.status, message: joinSentences(saved.error) });
  return ok({ change: saved.value.id, skipped });
}

/** The records that create a group of the set, or add to the group of that name. */
function listRecords(
  { name, kind, existing, isTaken, add }: PlannedGroup,
  id: number,
): readonly WantedRecord[] {
  const flags = flagsOfKind(kind);
  const make = (create: object): WantedRecord => ({ kind: "category", create });
  if (existing !== null) return add.map((child) => make({ name: child, group_id: existing.id }));
  if (isTaken) return add.map((child) => make({ name: child, ...flags }));
  return [
    { kind: "category", id, create: { name, is_group: true, ...flags } },
    ...add.map((child) => make({ name: child, group_id: id })),
  ];
}
