// Records of a change as a person reads them: the name of each, the page that shows it, and its
// fields in words. Pure.

import { capitalize } from "../../platform/text.ts";
import {
  isBondKind,
  KINDS,
  nameRecord,
  type RecordKind,
} from "../../importer/changes/records/kinds.ts";
import { nameFact, nameWithKind, printFactAmount } from "../../importer/changes/records/words.ts";
import { printDay } from "../ui/print.ts";
import type { Names } from "./values.ts";

/** A record as the journal names it. */
export interface NamedRecord {
  readonly kind: RecordKind;
  readonly id: number;
  readonly start_date: string | null;
  readonly name: string;
}

const AMOUNTS = new Set(["amount", "balance", "auto_budget_amount"]);
const PATHS: Readonly<Record<RecordKind, (id: number, start: string | null) => string>> = {
  tag: (id) => `/categories?edit-tag=${id}#tag-${id}-name`,
  category: (id) => `/categories?edit=${id}#category-${id}-name`,
  manual_account: (id) => `/accounts/manual/${id}`,
  rule: (id) => `/rules/${id}`,
  recurring: () => "/recurring",
  budget: (_, start) => (start === null ? "/budget" : `/budget?month=${start.slice(0, 7)}`),
  split: (id) => `/transactions/${id}`,
  group: (id) => `/transactions/${id}`,
  transfer: () => "/imports/transfers",
  receipt: () => "/inbox",
  rollover: () => "/budget",
  periods: () => "/budget/settings",
  arrival: () => "/review#arrival",
  file: () => "/transactions",
};

/** "Category Groceries", "Budget of Groceries for November 2026". */
export function titleRecord({ kind, id, start_date: start, name }: NamedRecord): string {
  if (isBondKind(kind)) return name === "" ? `Transaction ${id}` : name;
  const named = nameWithKind(kind, nameRecord(id, start), name);
  return capitalize(named);
}

/** The page that shows a record, by its current id. */
export function findRecordPath(kind: RecordKind, id: number, start: string | null): string {
  return PATHS[kind](id, start);
}

/** The name of a field at the beginning of a line. */
export function titleFact(field: string | null): string {
  const name = field === null ? "" : nameFact(field);
  return capitalize(name);
}

/** The words for a whole record before and after a change. */
export function describeWhole(
  kind: RecordKind,
  action: "create" | "delete",
): readonly [before: string, after: string] {
  const isMade = action === "create";
  if (kind === "split") return isMade ? ["whole", "split"] : ["split", "whole again"];
  if (kind === "file") return isMade ? ["not there", "attached"] : ["attached", "removed"];
  if (kind === "group") return isMade ? ["apart", "grouped"] : ["grouped", "apart again"];
  return isMade ? ["not there", "added"] : ["there", "deleted"];
}

/** The word for a whole record: "Category", "Split". */
export function titleKind(kind: RecordKind): string {
  const { word } = KINDS[kind];
  return capitalize(word);
}

const DECISIONS: Readonly<Record<string, string>> = {
  open: "waits for you",
  accepted: "accepted",
  refused: "refused",
};

/** A value of a field in words. */
export function printFact(field: string, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === "") return "none";
  if (AMOUNTS.has(field)) return printFactAmount(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (field === "decision" && typeof value === "string") return DECISIONS[value] ?? value;
  if (field === "transactions" && Array.isArray(value))
    return value.length === 0 ? "none" : value.map((id: number) => `number ${id}`).join(", ");
  if (field === "group_id" || field === "category_id") {
    const name = typeof value === "number" ? names.categories.get(value) : undefined;
    return name ?? (field === "group_id" ? "a deleted group" : "a deleted category");
  }
  if (field === "status") return value === "closed" ? "closed" : "open";
  if (typeof value === "string" && /^\d{4}-\d{2}-\d{2}(T|$)/.test(value))
    return printDay(value.slice(0, 10));
  if (field === "currency" && typeof value === "string") return value.toUpperCase();
  if (field === "match" || field === "set") return printParts(value, names);
  return typeof value === "string" || typeof value === "number"
    ? String(value)
    : printParts(value, names);
}

const HOW: Readonly<Record<string, string>> = {
  contains: "contains",
  equals: "is",
  starts_with: "starts with",
};
const PARTS: Readonly<Record<string, string>> = {
  original_name: "bank's text",
  amount_min: "at least",
  amount_max: "at most",
  sign: "direction",
  manual_account_id: "account",
  linked_account_id: "synced account",
  tag_ids: "tags",
  category_id: "category",
  reviewed: "reviewed",
  split: "split",
};

/** The conditions or the actions of a rule: "payee contains “cafe”; at most 20.00". */
function printParts(value: unknown, names: Names): string {
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .filter(([, one]) => one !== undefined && one !== null)
    .map(
      ([name, one]: [string, unknown]) => `${PARTS[name] ?? name} ${printPart(name, one, names)}`,
    )
    .join("; ");
}

function printPart(name: string, value: unknown, names: Names): string {
  if (name === "amount_min" || name === "amount_max") return printFactAmount(value);
  if (name === "sign") return value === "debit" ? "money out" : "money in";
  if (name === "split" && Array.isArray(value)) return `into ${value.length} parts`;
  if (name === "tag_ids" && Array.isArray(value))
    return value.map((id: number) => names.tags.get(id) ?? "a deleted tag").join(", ");
  if (typeof value === "object" && value !== null && "how" in value && "text" in value)
    return `${HOW[String(value.how)] ?? ""} “${String(value.text)}”`;
  return printFact(name, value, names);
}
