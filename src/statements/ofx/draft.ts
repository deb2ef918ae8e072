// A record on its way: what was read of one movement, before ids, corrections and repeated statements are looked at
// across the document. What every kind of movement shares is here: how a reading is done, and what a cut record is.

import { OFX_FIELDS_MAX, OFX_VALUE_CHARS_MAX } from "../../platform/limits.ts";
import type { Currency } from "../../money/currency.ts";
import type { Units } from "../../money/money.ts";
import type { DecimalMark } from "../csv/amounts/amount.ts";
import type { DateOrder } from "../csv/dates/dates.ts";
import type { StatementRecord, StatementRow } from "../statement.ts";
import { cellsOf, sizeOf, type Element } from "./tree.ts";

/** How the amounts of a statement's bookings are to be taken. */
export type Sign = "as_printed" | "turned" | "by_type";

/** How a statement's movements are read. */
export interface Manner {
  readonly mark: DecimalMark | null;
  readonly order: DateOrder | null;
  readonly sign: Sign;
  readonly currency: Currency | null;
  /** The account's label where the document holds several. */
  readonly label: string | null;
  readonly securities: ReadonlyMap<string, string>;
  /** Names that are closed by a tag of their own somewhere in the document. */
  readonly closed: ReadonlySet<string>;
}

export interface Draft {
  readonly record: StatementRecord;
  readonly fitid: string;
  /** The id of the transaction this one corrects, "" where it corrects none. */
  readonly corrects: string;
  readonly deletes: boolean;
  /** The balance before the statement, where the record says that. */
  readonly opening: Units | null;
}

/** A record that is no transaction. */
export function leftOut(kind: "rejected" | "skipped", element: Element, reason: string): Draft {
  const cells = sizeFault(element) === null ? cellsOf(element) : [element.name];
  return {
    record: { kind, line: element.line, cells, reason },
    fitid: "",
    corrects: "",
    deletes: false,
    opening: null,
  };
}

/** What only a row's own kind knows. */
export type RowParts = Omit<StatementRow, "line" | "balance" | "account" | "cells">;

/** The row of a movement. */
export function rowOf(element: Element, manner: Manner, parts: RowParts): StatementRow {
  return {
    line: element.line,
    ...parts,
    balance: null,
    account: manner.label,
    cells: cellsOf(element),
  };
}

/** Why the element cannot be trusted to be whole; null where it can. */
export function cutFault(element: Element, closed: ReadonlySet<string>): string | null {
  const { name, ending } = element;
  if (ending === null) return "the file breaks off inside this record";
  // Programs that never close their records close none of them.
  if (ending === "tag" || !closed.has(name)) return sizeFault(element);
  return "this record does not end: its closing tag is missing";
}

function sizeFault(element: Element): string | null {
  const { fields, chars } = sizeOf(element);
  if (fields > OFX_FIELDS_MAX)
    return `the record has ${fields} values; at most ${OFX_FIELDS_MAX} are read`;
  return chars > OFX_VALUE_CHARS_MAX
    ? `a value has ${chars} characters; at most ${OFX_VALUE_CHARS_MAX} are read`
    : null;
}
