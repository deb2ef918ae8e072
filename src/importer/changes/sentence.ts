// What a change did, in one sentence: "Category of 3 transactions set to Groceries". Pure.

import { capitalize, joinWords } from "../../platform/text.ts";
import type { Changed, Field } from "./fields.ts";
import type { WantedEdit } from "./plan.ts";
import type { NewItem } from "./store.ts";

/** One transaction that was changed. */
export interface ChangedTransaction {
  readonly kind: "edit" | "delete" | "restore";
  readonly payee: string | null;
  readonly changed: readonly Changed[];
}

const NAMES: Readonly<Record<Field, string>> = {
  payee: "payee",
  category_id: "category",
  notes: "notes",
  tag_ids: "tags",
  date: "date",
  status: "review",
  recurring_id: "recurring item",
};
const QUOTED_CHARS_MAX = 40;

/** The sentence of what was done; `category` is the name of the one category that was set. */
export function describeDone(
  changes: readonly ChangedTransaction[],
  category: string | null,
  records: readonly string[] = [],
): string {
  const sentences = [
    describeEdits(
      changes.filter(({ kind }) => kind === "edit"),
      category,
    ),
    describeWhole(
      changes.filter(({ kind }) => kind === "delete"),
      "deleted",
    ),
    describeWhole(
      changes.filter(({ kind }) => kind === "restore"),
      "restored",
    ),
    ...records.map((sentence, index) =>
      changes.length + index === 0 ? capitalize(sentence) : sentence,
    ),
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? "Nothing changed" : sentences.join("; ");
}

/** The sentence of what is about to be done. */
export function describeWanted(items: readonly Pick<NewItem, "kind" | "wanted">[]): string {
  const deletes = items.filter(({ kind }) => kind === "delete").length;
  const edits = items.length - deletes;
  const both = [
    ...(edits === 0 ? [] : [`Changing ${count(edits)}`]),
    ...(deletes === 0 ? [] : [`Deleting ${count(deletes)}`]),
  ];
  return both.join("; ");
}

/** The sentence of taking a change back. Taking back an undo does the change again. */
export function describeUndo(sentence: string): string {
  const undone = /^Undo: (.*)$/s.exec(sentence)?.[1];
  if (undone !== undefined) return `Redo: ${undone}`;
  return `Undo: ${sentence.replace(/^Redo: /, "")}`;
}

/** The one category that all of these edits set; null if there are several, or none. */
export function findOneCategory(wanted: readonly WantedEdit[]): number | null {
  const ids = new Set(wanted.flatMap(({ set }) => set.category_id ?? []));
  const [id] = ids;
  return ids.size === 1 && typeof id === "number" ? id : null;
}

function describeWhole(changes: readonly ChangedTransaction[], done: string): string | null {
  return changes.length === 0 ? null : `${capitalize(subject(changes))} ${done}`;
}

function describeEdits(
  changes: readonly ChangedTransaction[],
  category: string | null,
): string | null {
  if (changes.length === 0) return null;
  const all = changes.flatMap(({ changed }) => changed);
  const fields = [...new Set(all.map(({ field }) => field))];
  const main = listAsked(fields);
  const [field] = main;
  if (field === undefined) return null;
  const subjects = subject(changes);
  if (main.length > 1)
    return `${capitalize(joinWords(main.map((one) => NAMES[one])))} of ${subjects} changed`;
  const after = new Set(
    all.filter((one) => one.field === field).map((one) => JSON.stringify(one.after)),
  );
  const [value] = after;
  const same: unknown = after.size === 1 ? JSON.parse(value ?? "null") : undefined;
  return describeField(field, same, subjects, category);
}

/**
 * The fields that the person asked for. A change may also mark a transaction as reviewed, and a
 * recurring item writes its own payee, notes and category.
 */
function listAsked(fields: readonly Field[]): readonly Field[] {
  if (fields.includes("recurring_id")) return ["recurring_id"];
  return fields.length > 1 ? fields.filter((field) => field !== "status") : fields;
}

/** `value`: undefined where the transactions differ. */
function describeField(
  field: Field,
  value: unknown,
  subjects: string,
  category: string | null,
): string {
  const name = `${capitalize(NAMES[field])} of ${subjects}`;
  if (field === "status" && typeof value === "string")
    return `${capitalize(subjects)} marked as ${value === "reviewed" ? "reviewed" : "not reviewed"}`;
  if (field === "recurring_id")
    return `${capitalize(subjects)} ${value === null ? "unlinked from its recurring item" : "linked to a recurring item"}`;
  if (value === null) return `${name} removed`;
  if (field === "category_id" && typeof value === "number" && category !== null)
    return `${name} set to ${category}`;
  if (field === "payee" && typeof value === "string") return `${name} set to ${quote(value)}`;
  if (field === "date" && typeof value === "string") return `${name} set to ${value}`;
  return `${name} changed`;
}

function subject(changes: readonly ChangedTransaction[]): string {
  const [only] = changes;
  const payee = only?.payee ?? "";
  return changes.length === 1 && payee !== "" ? quote(payee) : count(changes.length);
}

function count(transactions: number): string {
  return transactions === 1 ? "1 transaction" : `${transactions} transactions`;
}

function quote(text: string): string {
  return `“${text.length > QUOTED_CHARS_MAX ? `${text.slice(0, QUOTED_CHARS_MAX - 1)}…` : text}”`;
}
