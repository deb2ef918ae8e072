// The fields of a transaction that a person edits, as texts: what a form shows and sends, what is
// compared, and what the service takes. Pure.

import { FORM_FIELDS, type FormField } from "../../importer/changes/fields.ts";
import { parseDay } from "../../money/day.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { parseId } from "../ui/form.ts";
import { printDay } from "../ui/print.ts";
import { nameCategory, nameTag, type Names } from "./read-names.ts";
import type { Part } from "./wire.ts";

export const FIELDS = FORM_FIELDS;
export type Field = FormField;

/** Some fields, each as text. Tags are ids in order, no category is "". */
export type Texts = Readonly<Partial<Record<Field, string>>>;

export const FIELD_LABELS: Readonly<Record<Field, string>> = {
  payee: "Payee",
  category_id: "Category",
  notes: "Notes",
  tag_ids: "Tags",
  date: "Date",
  status: "Status",
};

/** A field of a transaction as text. */
export function fieldText(transaction: Part, field: Field): string {
  switch (field) {
    case "payee":
      return transaction.payee ?? "";
    case "notes":
      return sameLines(transaction.notes ?? "");
    case "category_id":
      return String(transaction.category_id ?? "");
    case "tag_ids":
      return orderIds((transaction.tag_ids ?? []).map(String));
    case "date":
      return transaction.date;
    case "status":
      return transaction.status;
  }
}

/** A field as the journal compares it: the service leaves out what is empty. */
export function readField(now: Part, field: Field): unknown {
  if (field === "payee") return now.payee ?? "";
  if (field === "tag_ids") return now.tag_ids ?? [];
  return now[field] ?? null;
}

/** The text as the service takes the field; a sentence for what no such field can be. */
export function toFieldValue(field: Field, text: string): Result<unknown, string> {
  switch (field) {
    case "payee":
    case "status":
      return ok(text);
    case "notes":
      return ok(text === "" ? null : text);
    case "date":
      return parseDay(text) === null
        ? err(`“${text}” is not a date. A date looks like 2026-11-21.`)
        : ok(text);
    case "category_id": {
      if (text === "") return ok(null);
      const id = parseId(text);
      return id === 0 ? err("Choose a category of the list.") : ok(id);
    }
    case "tag_ids": {
      const ids = text === "" ? [] : text.split(",").map(parseId);
      return ids.includes(0) ? err("Choose tags of the list.") : ok(ids);
    }
  }
}

/** The field's text as a person reads it. */
export function describeField(field: Field, text: string, names: Names): string {
  switch (field) {
    case "category_id":
      return nameCategory(names, parseId(text));
    case "tag_ids":
      return text === ""
        ? "no tags"
        : text
            .split(",")
            .map((id) => nameTag(names, parseId(id)))
            .join(", ");
    case "date":
      return printDay(text);
    case "status":
      return STATUS_WORDS[text] ?? text;
    case "payee":
    case "notes":
      return text === "" ? "nothing" : `“${text}”`;
  }
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  reviewed: "reviewed",
  unreviewed: "to review",
  delete_pending: "withdrawn by the bank",
};

/** Ids as one text, always in the same order. */
export function orderIds(ids: readonly string[]): string {
  return [...new Set(ids)].sort((a, b) => Number(a) - Number(b)).join(",");
}

/** Browsers send every line end as two characters. */
export function sameLines(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
