// A page of the list as JSON text, written from the rows' values without an object for each. The
// list's usual answer has no metadata, children and files; it is the one that clients page through.
// Its text is what JSON.stringify makes of present(), character for character.

import { JsonText } from "../../platform/api/json-text.ts";
import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import { printUnits, type Units } from "../../money/money.ts";
import { formatTime, toJsonNumber } from "../wire.ts";
import type { Status } from "./row.ts";

/** The columns of a listed row, in the order of the answer's properties. */
export const LISTED = [
  "id",
  "date",
  "amount",
  "currency",
  "to_base",
  "recurring_id",
  "payee",
  "original_name",
  "category_id",
  "notes",
  "status",
  "is_pending",
  "created_at",
  "updated_at",
  "is_split_parent",
  "split_parent_id",
  "is_group_parent",
  "group_parent_id",
  "manual_account_id",
  "linked_account_id",
  "source",
  "external_id",
] as const;

/** A row's values in the order of LISTED; flags are 0 or 1, times milliseconds. */
export type ListedRow = readonly [
  id: number,
  date: Day,
  amount: Units,
  currency: Currency,
  to_base: Units,
  recurring_id: number | null,
  payee: string,
  original_name: string | null,
  category_id: number | null,
  notes: string | null,
  status: Status,
  is_pending: number,
  created_at: number,
  updated_at: number,
  is_split_parent: number,
  split_parent_id: number | null,
  is_group_parent: number,
  group_parent_id: number | null,
  manual_account_id: number | null,
  linked_account_id: number | null,
  source: string | null,
  external_id: string | null,
];

/** The characters of a row's own texts, for the bound of a page. */
export function countListedChars(row: ListedRow): number {
  return row[6].length + (row[7]?.length ?? 0) + (row[9]?.length ?? 0);
}

/** The list's answer of these rows, with the tags of each. */
export function writeList(
  rows: readonly ListedRow[],
  tags: ReadonlyMap<number, readonly number[]>,
  hasMore: boolean,
): JsonText {
  const writer = new RowWriter();
  const texts = rows.map((row) => writer.write(row, tags.get(row[0]) ?? []));
  return new JsonText(`{"transactions":[${texts.join(",")}],"has_more":${hasMore}}`);
}

/** Writes row after row; times repeat from row to row and are formatted once. */
class RowWriter {
  #instant = Number.NaN;
  #time = "";

  write(row: ListedRow, tags: readonly number[]): string {
    const [
      id,
      date,
      amount,
      currency,
      toBase,
      recurring,
      payee,
      original,
      category,
      notes,
      status,
      pending,
      created,
      updated,
      split,
      splitParent,
      group,
      groupParent,
      manual,
      linked,
      source,
      external,
    ] = row;
    return (
      `{"id":${id},"date":"${date}","amount":"${printUnits(amount)}","currency":"${currency}"` +
      `,"to_base":${toJsonNumber(toBase)},"recurring_id":${recurring},"payee":${quote(payee)}` +
      `,"original_name":${quote(original)},"category_id":${category},"notes":${quote(notes)}` +
      `,"status":"${status}","is_pending":${pending === 1},"created_at":"${this.#print(created)}"` +
      `,"updated_at":"${this.#print(updated)}","is_split_parent":${split === 1}` +
      `,"split_parent_id":${splitParent},"is_group_parent":${group === 1}` +
      `,"group_parent_id":${groupParent},"manual_account_id":${manual}` +
      `,"linked_account_id":${linked},"tag_ids":[${tags.join(",")}],"source":${quote(source)}` +
      `,"external_id":${quote(external)}}`
    );
  }

  #print(instant: number): string {
    if (instant !== this.#instant) {
      this.#instant = instant;
      this.#time = formatTime(instant);
    }
    return this.#time;
  }
}

/** Texts of printable ASCII without quotation mark and backslash need no escape. */
const PLAIN = /^[ !#-[\]-~]*$/;

function quote(text: string | null): string {
  if (text === null) return "null";
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}
