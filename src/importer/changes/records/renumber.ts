// A record that was deleted and restored has another id. Facts that name it by the old id are
// written with the new one. Pure.

import type { RecordKind } from "./kinds.ts";

/** The id under which a record is in the budget now. */
export type CurrentId = (kind: RecordKind, id: number) => number;

/** The properties that hold ids of records, with the kind of record. */
const NAMES: Readonly<Record<string, RecordKind>> = {
  category_id: "category",
  group_id: "category",
  children: "category",
  tag_ids: "tag",
  manual_account_id: "manual_account",
};

/** The value with current ids wherever it names a category, tag or account. */
export function renumber(
  value: unknown,
  current: CurrentId,
  kind: RecordKind | null = null,
): unknown {
  if (typeof value === "number") return kind === null ? value : current(kind, value);
  if (Array.isArray(value)) return value.map((one: unknown) => renumber(one, current, kind));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, renumber(one, current, NAMES[name] ?? null)]),
  );
}
