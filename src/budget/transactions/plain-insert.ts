// Reads bodies of POST /transactions that have nothing unusual about them. The schema would take
// about as long as the INSERT: it runs a chain of parsers for each value, and for each property that
// an item could have. Whatever is unusual is left to the schema, which reads or refuses it.

import {
  BATCH_ROWS_MAX,
  DESCRIPTION_CHARS_MAX,
  EXTERNAL_ID_CHARS_MAX,
  METADATA_CHARS_MAX,
  NOTES_CHARS_MAX,
  PAYEE_CHARS_MAX,
} from "../../platform/limits.ts";
import { isCurrency } from "../../money/currency.ts";
import { parseDay } from "../../money/day.ts";
import * as wire from "../wire.ts";
import type { InsertBody, InsertItem } from "./schemas.ts";

/** What only the schema can judge. */
const UNUSUAL = Symbol("unusual");
type Read<T> = (value: unknown) => T | typeof UNUSUAL;

const readId: Read<number> = (value) =>
  typeof value === "number" && Number.isSafeInteger(value) ? value : UNUSUAL;

function readText(charsMax: number): Read<string> {
  return (value) =>
    typeof value === "string" && value.length <= charsMax && value.isWellFormed() ? value : UNUSUAL;
}

function orNull<T>(read: Read<T>): Read<T | null> {
  return (value) => (value === null ? null : read(value));
}

const readExternalId = readText(EXTERNAL_ID_CHARS_MAX);

/** Every property of an item but `tag_ids`, which few have. */
const PROPERTIES: { [K in Exclude<keyof InsertItem, "tag_ids">]-?: Read<InsertItem[K]> } = {
  date: (value) => (typeof value === "string" ? (parseDay(value) ?? UNUSUAL) : UNUSUAL),
  amount: (value) => {
    if (typeof value !== "number" && typeof value !== "string") return UNUSUAL;
    const read = wire.readAmount(value);
    return read.ok ? read.value : UNUSUAL;
  },
  currency: (value) => (typeof value === "string" && isCurrency(value) ? value : UNUSUAL),
  payee: readText(PAYEE_CHARS_MAX),
  original_name: orNull(readText(DESCRIPTION_CHARS_MAX)),
  category_id: orNull(readId),
  notes: orNull(readText(NOTES_CHARS_MAX)),
  manual_account_id: orNull(readId),
  linked_account_id: orNull(readId),
  recurring_id: orNull(readId),
  status: (value) => (value === "reviewed" || value === "unreviewed" ? value : UNUSUAL),
  external_id: (value) => (value === null || value === "" ? null : readExternalId(value)),
  custom_metadata: orNull((value) => {
    if (!isObject(value)) return UNUSUAL;
    const json = JSON.stringify(value);
    return json.length <= METADATA_CHARS_MAX ? json : UNUSUAL;
  }),
};
const READ: ReadonlyMap<string, Read<unknown>> = new Map(Object.entries(PROPERTIES));

const IN_BODY: ReadonlySet<string> = new Set([
  "transactions",
  "apply_rules",
  "skip_duplicates",
  "skip_balance_update",
]);

/** The body as INSERT_BODY reads it; null where anything about it is unusual, or wrong. */
export function readPlainInsert(sent: unknown): InsertBody | null {
  if (!isObject(sent) || !Object.keys(sent).every((name) => IN_BODY.has(name))) return null;
  const {
    transactions,
    apply_rules = false,
    skip_duplicates = false,
    skip_balance_update = false,
  } = sent;
  if (!Array.isArray(transactions) || transactions.length === 0) return null;
  if (transactions.length > BATCH_ROWS_MAX) return null;
  if (typeof apply_rules !== "boolean" || typeof skip_duplicates !== "boolean") return null;
  if (typeof skip_balance_update !== "boolean") return null;
  const items: InsertItem[] = [];
  for (const each of transactions) {
    const item = readItem(each);
    if (item === null) return null;
    items.push(item);
  }
  return { transactions: items, apply_rules, skip_duplicates, skip_balance_update };
}

function readItem(sent: unknown): InsertItem | null {
  if (!isObject(sent)) return null;
  const item: Record<string, unknown> = {};
  for (const name of Object.keys(sent)) {
    const read = READ.get(name);
    if (read === undefined) return null;
    const value = read(sent[name]);
    if (value === UNUSUAL) return null;
    item[name] = value;
  }
  return isItem(item) ? item : null;
}

/** Every property was made by its reader; these two must be there. */
function isItem(read: Record<string, unknown>): read is Record<string, unknown> & InsertItem {
  return read["date"] !== undefined && read["amount"] !== undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
