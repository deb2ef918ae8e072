// A change of many transactions: the wanted changes, the fields to write to each transaction, and
// the transactions that are left as they are. Pure. A field is written only if it still has the
// value that the person saw.

import { NOTES_CHARS_MAX } from "../../platform/limits.ts";
import { parseId } from "../ui/form.ts";
import { FIELDS, fieldText, readField, type Field } from "./fields.ts";
import type { Part, Transaction } from "./wire.ts";

/** A body with every value of a repeated control. */
type Body = Readonly<Record<string, unknown>>;

/** How notes are changed. */
export const NOTES_WAYS = {
  append: "Add to the notes",
  replace: "Replace the notes",
  remove: "Remove the notes",
} as const;

/** The wanted changes of every chosen transaction; null leaves a field as it is. */
export interface Wish {
  /** 0 for no category. */
  readonly category: number | null;
  readonly payee: string | null;
  readonly notes: { readonly way: keyof typeof NOTES_WAYS; readonly text: string } | null;
  readonly addTags: readonly number[];
  readonly removeTags: readonly number[];
  readonly status: "reviewed" | "unreviewed" | null;
}

/** Why a transaction is left as it is. */
export const LEFT_WORDS = {
  changed: "somebody changed it since you opened the list",
  gone: "it is no longer there",
  pending: "its bank has not booked it yet, so it cannot be reviewed",
  split: "it is a part of a split",
  group: "it is a group",
  long: "its notes would be too long",
} as const;
export type LeftReason = keyof typeof LEFT_WORDS;

/** A transaction that is left as it is. */
export interface Left {
  readonly id: number;
  readonly reason: LeftReason;
}

/**
 * A chosen transaction, with the marks of its fields as the person saw them; null if it was not
 * shown.
 */
export interface Chosen {
  readonly id: number;
  readonly seen: readonly string[] | null;
}

/** The changes for the journal. */
export interface BulkPlan {
  readonly transactions: readonly {
    readonly id: number;
    readonly was: Readonly<Record<string, unknown>>;
    readonly set: Readonly<Record<string, unknown>>;
  }[];
  readonly left: readonly Left[];
}

/** Reads the fields of the form. Untouched fields are null. */
export function readWish(body: Body): Wish {
  const text = (name: string) => {
    const value = body[name];
    return typeof value === "string" ? value.trim().replaceAll("\r\n", "\n") : "";
  };
  const category = text("category");
  const status = text("review");
  return {
    category: category === "none" ? 0 : parseId(category) || null,
    payee: text("payee") || null,
    notes: readNotes(text("notes_way"), text("notes")),
    addTags: readIds(body["add_tag"]),
    removeTags: readIds(body["remove_tag"]),
    status: status === "reviewed" || status === "unreviewed" ? status : null,
  };
}

function readNotes(way: string, text: string): Wish["notes"] {
  if (way === "remove") return { way, text: "" };
  if (text === "") return null;
  return { way: way === "replace" ? way : "append", text };
}

/** Whether no change is wanted. */
export function isIdle({ category, payee, notes, addTags, removeTags, status }: Wish): boolean {
  const fields = [category, payee, notes, status];
  return fields.every((one) => one === null) && addTags.length + removeTags.length === 0;
}

/** The chosen transactions, each once, as the boxes send them: "12" or "12.ab3.x1z ...". */
export function readChosen(body: Body): readonly Chosen[] {
  const chosen = readTexts(body["id"]).map((text) => {
    const [id = "", ...seen] = text.split(".");
    return { id: parseId(id), seen: seen.length === FIELDS.length ? seen : null };
  });
  const known = new Map(chosen.map((one) => [one.id, one]));
  return [...known.values()].filter(({ id }) => id > 0);
}

/** A transaction in the value of its box: its id and a short mark of each field as it is shown. */
export function printChosen(row: Part): string {
  return [row.id, ...FIELDS.map((field) => markText(fieldText(row, field)))].join(".");
}

/**
 * A short mark of a text (FNV-1a). Two different texts share a mark in about one of a million
 * cases.
 */
function markText(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return ((hash >>> 0) % MARKS).toString(36);
}

const MARKS = 36 ** 4;

/**
 * Plans the fields to write to each transaction. One that has all wanted values is neither written
 * nor named as left.
 */
export function planBulk(
  chosen: readonly Chosen[],
  rows: ReadonlyMap<number, Transaction>,
  wish: Wish,
): BulkPlan {
  const left: Left[] = [];
  const transactions: BulkPlan["transactions"][number][] = [];
  for (const { id, seen } of chosen) {
    const row = rows.get(id);
    const plan = row === undefined ? "gone" : planOne(row, seen, wish);
    if (typeof plan === "string") left.push({ id, reason: plan });
    else if (Object.keys(plan.set).length > 0) transactions.push({ id, ...plan });
  }
  return { transactions, left };
}

function planOne(
  row: Transaction,
  seen: Chosen["seen"],
  wish: Wish,
): Pick<BulkPlan["transactions"][number], "was" | "set"> | LeftReason {
  if (wish.status !== null && row.is_pending === true) return "pending";
  const wanted = toFields(row, wish);
  const { notes } = wanted;
  if (typeof notes === "string" && notes.length > NOTES_CHARS_MAX) return "long";
  const was: Record<string, unknown> = {};
  const set: Record<string, unknown> = {};
  for (const field of FIELDS) {
    const value = wanted[field];
    const now = readField(row, field);
    if (value === undefined || JSON.stringify(value) === JSON.stringify(now)) continue;
    if (seen !== null && seen[FIELDS.indexOf(field)] !== markText(fieldText(row, field)))
      return "changed";
    was[field] = now;
    set[field] = value;
  }
  return { was, set };
}

function toFields(row: Transaction, wish: Wish): Readonly<Partial<Record<Field, unknown>>> {
  const { category, payee, notes, addTags, removeTags, status } = wish;
  const tags = row.tag_ids ?? [];
  const added = [...tags, ...addTags.filter((tag) => !tags.includes(tag))];
  return {
    ...(category !== null && { category_id: category === 0 ? null : category }),
    ...(payee !== null && { payee }),
    ...(notes !== null && { notes: changeNotes(row.notes ?? "", notes) }),
    ...(addTags.length + removeTags.length > 0 && {
      tag_ids: added.filter((tag) => !removeTags.includes(tag)),
    }),
    ...(status !== null && { status }),
  };
}

function changeNotes(now: string, { way, text }: NonNullable<Wish["notes"]>): string | null {
  if (way === "remove") return null;
  return way === "append" && now !== "" ? `${now}\n${text}` : text;
}

/**
 * Plans a deletion. Parts of splits and groups are left, since they can only be deleted as a whole.
 */
export function planDelete(
  chosen: readonly Chosen[],
  rows: ReadonlyMap<number, Transaction>,
): { readonly ids: readonly number[]; readonly left: readonly Left[] } {
  const left = chosen.flatMap(({ id, seen }): Left[] => {
    const row = rows.get(id);
    const reason = row === undefined ? "gone" : findReasonToKeep(row, seen);
    return reason === null ? [] : [{ id, reason }];
  });
  const kept = new Set(left.map(({ id }) => id));
  return { ids: chosen.map(({ id }) => id).filter((id) => !kept.has(id)), left };
}

function findReasonToKeep(row: Transaction, seen: Chosen["seen"]): LeftReason | null {
  if (row.is_split_parent === true || row.split_parent_id != null) return "split";
  if (row.is_group_parent === true || row.group_parent_id != null) return "group";
  const isSeen =
    seen === null ||
    FIELDS.every((field, index) => seen[index] === markText(fieldText(row, field)));
  return isSeen ? null : "changed";
}

function readIds(value: unknown): readonly number[] {
  return [...new Set(readTexts(value).map(parseId))].filter((id) => id > 0);
}

function readTexts(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === "string");
}
