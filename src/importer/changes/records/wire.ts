// Records of a change on the wire: the wanted change, and the journal's answer.

import * as z from "zod";
import {
  CHANGE_RECORD_CHARS_MAX,
  CHANGE_RECORD_FIELDS_MAX,
  CHANGE_RECORDS_MAX,
} from "../../../platform/limits.ts";
import { PARTS_MAX } from "../../inbox/match/suggest.ts";
import { isDecisionKind, KINDS, nameRecord, RECORD_KINDS, type RecordKind } from "./kinds.ts";
import type { NewRecord } from "./store.ts";

const id = z.int().positive();
const facts = z
  .record(z.string(), z.json())
  .refine((some) => Object.keys(some).length <= CHANGE_RECORD_FIELDS_MAX, {
    error: `A record has at most ${CHANGE_RECORD_FIELDS_MAX} fields.`,
  })
  .refine((some) => JSON.stringify(some).length <= CHANGE_RECORD_CHARS_MAX, {
    error: `A record has at most ${CHANGE_RECORD_CHARS_MAX} characters.`,
  });
const kind = z.enum(RECORD_KINDS.filter((one) => one !== "budget"));
const editable = { was: facts, set: facts };

const edit = z.strictObject({ kind, id, ...editable });
const budget = z.strictObject({
  kind: z.literal("budget"),
  category_id: id,
  start_date: z.iso.date(),
  ...editable,
});
const create = z.strictObject({
  kind,
  create: facts,
  /** A negative number by which other records of the same change name it. */
  id: z.int().negative().optional(),
});
const remove = z.strictObject({
  kind,
  delete: id,
  force: z.boolean().optional(),
  /** Whether an account's transactions, recurring items and rules, and its balances, go with it. */
  with_items: z.boolean().optional(),
  with_history: z.boolean().optional(),
  /** The transaction of a file. */
  transaction_id: id.optional(),
});

const shapes = z.union([budget, create, remove, edit]);
const wanted = shapes
  .refine((one) => KINDS[one.kind].actions.includes(findAction(one)), {
    error: "This kind of record cannot be changed in this way.",
  })
  .refine(
    (one) => !("delete" in one) || (one.kind === "file") === (one.transaction_id !== undefined),
    {
      error: "A file that is removed, and nothing else, names its transaction.",
      path: ["transaction_id"],
    },
  )
  .refine((one) => listNames(one).every((name) => isNamed(one.kind, name)), {
    error: "Only fields of the record can be named.",
  })
  .refine((one) => !isDecisionKind(one.kind) || ("set" in one && isDecided(one)), {
    error:
      "A decision is accepted or refused; that of a receipt names its transactions, a list of ids.",
    path: ["set"],
  })
  .refine((one) => !("set" in one) || Object.keys(one.set).length > 0, {
    error: "set names at least one field.",
    path: ["set"],
  })
  .refine(
    (one) => !("set" in one) || Object.keys(one.set).every((field) => one.was[field] !== undefined),
    { error: "was has each field of set, with the value that the person saw.", path: ["was"] },
  );

export const WANTED_RECORDS = z
  .array(wanted)
  .max(CHANGE_RECORDS_MAX)
  .refine((all) => new Set(listRecordNames(all)).size === listRecordNames(all).length, {
    error: "Each record is named once.",
  });

type WantedRecord = z.output<typeof shapes>;

const value = z.unknown();
const KIND = z.enum(RECORD_KINDS);
const NAMED = {
  kind: KIND,
  /** The record's id; for a budgeted amount, the category's. */
  id: z.int(),
  start_date: z.string().nullable(),
  name: z.string(),
};

/** A field of a record that somebody else changed. */
export const RECORD_CONFLICT = z.object({
  ...NAMED,
  field: z.string(),
  was: value,
  now: value,
  set: value,
});
export const RECORD_REFUSED = z.object({
  ...NAMED,
  field: z.string().nullable(),
  message: z.string(),
  /** The records that depend on a record, so that it was not deleted. */
  dependents: z.record(z.string(), z.int()).optional(),
});
/** A record that was created, with the negative number that the request used for it. */
export const RECORD_MADE = z.object({ kind: KIND, id: z.int(), asked: z.int().nullable() });
/** A record before and after. */
export const RECORD_SHOWN = z.object({
  ...NAMED,
  current_id: z.int(),
  action: z.enum(["create", "edit", "delete"]),
  changed: z.boolean(),
  fields: z.array(
    z.object({ field: z.string(), before: value, after: value, undone: z.boolean() }),
  ),
});

/** The rows of the wanted records. */
export function toNewRecords(all: readonly WantedRecord[]): NewRecord[] {
  return all.map((one) => {
    const common = { kind: one.kind, undoes: null, name: null };
    if ("create" in one) {
      const record = one.kind === "split" ? one.create["transaction_id"] : one.id;
      return { ...common, action: "create", record: nameNew(record), wanted: one.create };
    }
    if ("delete" in one) {
      const { with_items = false, with_history = false } = one;
      const force = {
        force: one.force ?? false,
        ...(one.kind === "manual_account" && { with_items, with_history }),
        ...(one.kind === "file" && { transaction_id: one.transaction_id }),
      };
      return { ...common, action: "delete", record: String(one.delete), wanted: force };
    }
    const { was, set } = one;
    const record =
      one.kind === "budget" ? nameRecord(one.category_id, one.start_date) : String(one.id);
    return { ...common, action: "edit", record, wanted: { was, set } };
  });
}

function nameNew(record: unknown): string {
  return typeof record === "number" ? String(record) : "";
}

const decided = z.object({ decision: z.enum(["accepted", "refused"]) });
const decidedReceipt = decided.extend({ transactions: z.array(id).min(1).max(PARTS_MAX) });

function isDecided({ kind: of, set }: { readonly kind: RecordKind; readonly set: unknown }) {
  return (of === "receipt" ? decidedReceipt : decided).safeParse(set).success;
}

function findAction(one: object): "create" | "edit" | "delete" {
  if ("create" in one) return "create";
  return "delete" in one ? "delete" : "edit";
}

function listNames(one: WantedRecord): string[] {
  if ("create" in one)
    return Object.keys(one.create).filter((name) => !KINDS[one.kind].makes.includes(name));
  return "set" in one ? [...Object.keys(one.set), ...Object.keys(one.was)] : [];
}

function isNamed(one: RecordKind, name: string): boolean {
  return KINDS[one].fields.includes(name);
}

/**
 * The names of the records of a change, of which no two may be equal. A new record may have no
 * name.
 */
function listRecordNames(all: readonly WantedRecord[]): string[] {
  return all.flatMap((one) => {
    if ("create" in one) return one.id === undefined ? [] : [`${one.kind} ${one.id}`];
    if ("delete" in one) return [`${one.kind} ${one.delete}`];
    return one.kind === "budget"
      ? [`budget ${one.category_id} ${one.start_date}`]
      : [`${one.kind} ${one.id}`];
  });
}
