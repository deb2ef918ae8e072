// Describes a change of records in one sentence: "Budget of Groceries for November 2026: 400.00 →
// 450.00". Pure.

import { joinWords } from "../../../platform/text.ts";
import { isDecisionKind, KINDS, parseRecord, type RecordAction, type RecordKind } from "./kinds.ts";
import type { ChangedFact } from "./plan.ts";
import { nameFact, nameWithKind, printFactAmount, printPeriod } from "./words.ts";

/** One record that was changed. */
export interface ChangedRecord {
  readonly kind: RecordKind;
  readonly action: RecordAction;
  readonly record: string;
  readonly name: string;
  /** Whether it is a group of categories. */
  readonly isGroup: boolean;
  /** The name of the group that a category was moved to. */
  readonly movedTo: string | null;
  /** How many parts a split has, or transactions a group. */
  readonly parts: number;
  /** The payee of the transaction that a file belongs to. */
  readonly of: string;
  readonly changed: readonly ChangedFact[];
}

/** The number of records up to which each is named. */
const NAMED_MAX = 2;

const DONE: Readonly<Record<RecordAction, string>> = {
  create: "added",
  edit: "changed",
  delete: "deleted",
};

/** The sentences about what was done with records, each beginning in lower case. */
export function describeRecords(all: readonly ChangedRecord[]): string[] {
  // An accepted transfer implies its group.
  const isCarrying = all.some(({ kind }) => kind === "transfer");
  const changes = all.filter(({ kind }) => !isCarrying || kind !== "group");
  const sets = Map.groupBy(
    changes,
    (one) => `${one.action} ${one.kind} ${one.isGroup} ${describeDecision(one) ?? ""}`,
  );
  return [...sets.values()].flatMap((set) =>
    set.length > NAMED_MAX || (set.length > 1 && set.some(({ kind }) => isDecisionKind(kind)))
      ? [describeMany(set)]
      : set.map(describeOne),
  );
}

/** "Changing 3 categories": the sentence about a change that is not done yet. */
export function describeWantedRecords(
  records: readonly { readonly kind: RecordKind; readonly action: RecordAction }[],
): string[] {
  const doing = { create: "adding", edit: "changing", delete: "deleting" };
  const sets = Map.groupBy(records, ({ kind, action }) => `${action} ${kind}`);
  return [...sets.values()].flatMap((set) => {
    const [first] = set;
    return first === undefined ? [] : [`${doing[first.action]} ${count(set.length, first.kind)}`];
  });
}

function describeMany(changes: readonly ChangedRecord[]): string {
  const [first] = changes;
  if (first === undefined) return "";
  const { kind, action, isGroup } = first;
  const decided = describeDecision(first);
  if (decided !== null) return `${count(changes.length, kind)} ${decided}`;
  if (kind !== "budget") {
    const words = isGroup ? `${changes.length} groups of categories` : count(changes.length, kind);
    return `${words} ${DONE[action]}`;
  }
  const starts = new Set(changes.map(({ record }) => parseRecord(record).start ?? ""));
  const [start] = starts;
  const when = starts.size === 1 && start !== undefined ? ` for ${printPeriod(start)}` : "";
  return `budgets of ${changes.length} categories${when} changed`;
}

function describeOne(changes: ChangedRecord): string {
  const { kind, action, record, name, isGroup, changed } = changes;
  if (kind === "file") return describeFile(changes);
  if (kind === "split")
    return action === "create"
      ? `“${name}” split into ${changes.parts} parts`
      : `“${name}” put together again`;
  if (kind === "group")
    return action === "create"
      ? `${changes.parts} transactions grouped as “${name}”`
      : `group “${name}” dissolved`;
  const decided = describeDecision(changes);
  if (decided !== null) return `${nameWithKind(kind, record, name)} ${decided}`;
  const named = isGroup ? `group ${name}` : nameWithKind(kind, record, name);
  if (kind === "arrival")
    return changed.some(({ after }) => after === true)
      ? "new transactions count as reviewed"
      : "new transactions wait for review";
  if (kind === "rollover" || kind === "periods") return `${named} changed`;
  if (action !== "edit") return `${named} ${DONE[action]}`;
  const [first] = changed;
  if (kind === "budget" && first?.field === "amount") return `${named}: ${describeAmounts(first)}`;
  const lead = changed.filter(({ field }) => !FOLLOWS.has(field));
  const [only] = lead.length === 0 ? changed : lead;
  const moved = changed.find(({ field }) => field === "group_id");
  if (kind === "rule" && changed.some(({ field }) => !PLAIN.has(field))) return `${named} changed`;
  const single = moved ?? (lead.length <= 1 ? only : undefined);
  if (single === undefined)
    return `${joinWords(lead.map(({ field }) => nameFact(field)))} of ${named} changed`;
  return describeField(changes, named, single);
}

function describeFile({ action, name, of }: ChangedRecord): string {
  if (action === "create") return `file ${name} attached${of === "" ? "" : ` to “${of}”`}`;
  return `file ${name} removed${of === "" ? "" : ` from “${of}”`}`;
}

/** What was decided about a transfer or a receipt; null for other records. */
function describeDecision({ kind, changed }: ChangedRecord): string | null {
  if (!isDecisionKind(kind)) return null;
  const after = changed.find(({ field }) => field === "decision")?.after;
  if (kind === "transfer") return after === "refused" ? "refused: no transfer" : "accepted";
  return after === "refused" ? "not matched: another transaction" : "matched";
}

/** The fields of a rule that have a name of their own on its page. */
const PLAIN = new Set(["name", "enabled"]);

/** Fields that follow from another one, which the sentence then leaves out. */
const FOLLOWS = new Set(["balance_as_of", "closed_on", "text_color"]);

function describeField(
  { kind, isGroup, movedTo }: ChangedRecord,
  named: string,
  { field, before, after }: ChangedFact,
): string {
  const word = isGroup ? "group" : KINDS[kind].word;
  if (field === "name" && typeof before === "string" && typeof after === "string")
    return `${word} ${before} renamed to ${after}`;
  if (field === "archived")
    return `${named} ${after === true ? "archived" : "taken out of the archive"}`;
  if (field === "enabled") return `${named} switched ${after === true ? "on" : "off"}`;
  if (field === "status") return `${named} ${after === "closed" ? "closed" : "opened again"}`;
  if (field === "balance") return `balance of ${named}: ${describeAmounts({ before, after })}`;
  if (field === "group_id") {
    const where = `moved to ${movedTo ?? "another group"}`;
    return `${named} ${after === null ? "taken out of its group" : where}`;
  }
  return `${nameFact(field)} of ${named} changed`;
}

function describeAmounts({ before, after }: Pick<ChangedFact, "before" | "after">): string {
  return `${printFactAmount(before)} → ${printFactAmount(after)}`;
}

function count(records: number, kind: RecordKind): string {
  return `${records} ${records === 1 ? KINDS[kind].word : KINDS[kind].words}`;
}
