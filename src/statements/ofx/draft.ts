// A draft of one record, before ids, corrections and repeated statements are settled across the
// document. Bank, card and investment transactions share the reading options and the check for
// records that were cut off.

import { OFX_FIELDS_MAX, OFX_VALUE_CHARS_MAX } from "../../platform/limits.ts";
import type { Currency } from "../../money/currency.ts";
import type { Units } from "../../money/money.ts";
import type { DecimalMark } from "../csv/amounts/amount.ts";
import type { DateOrder } from "../csv/dates/dates.ts";
import type { StatementRecord, StatementRow } from "../statement.ts";
import { listCells, measure, type Element } from "./tree.ts";

/** How to interpret the sign of a statement's amounts. */
export type Sign = "as_printed" | "turned" | "by_type";

/** The options for reading a statement's transactions. */
export interface ReadingOptions {
  readonly mark: DecimalMark | null;
  readonly order: DateOrder | null;
  readonly sign: Sign;
  readonly currency: Currency | null;
  /** The account's label when the document holds several accounts. */
  readonly label: string | null;
  readonly securities: ReadonlyMap<string, string>;
  /** The names of elements that have a closing tag somewhere in the document. */
  readonly closed: ReadonlySet<string>;
}

export interface Draft {
  readonly record: StatementRecord;
  readonly fitid: string;
  /** The id of the transaction that this one corrects; "" when it corrects none. */
  readonly corrects: string;
  readonly deletes: boolean;
  /** The balance before the statement, if this record states it. */
  readonly opening: Units | null;
}

/** A skipped or rejected record. */
export function leaveOut(kind: "rejected" | "skipped", element: Element, reason: string): Draft {
  const cells = sizeFault(element) === null ? listCells(element) : [element.name];
  return {
    record: { kind, line: element.line, cells, reason },
    fitid: "",
    corrects: "",
    deletes: false,
    opening: null,
  };
}

/** The fields of a row that differ between kinds of transactions. */
export type RowParts = Omit<StatementRow, "line" | "balance" | "account" | "cells">;

/** Builds the row of a transaction. */
export function buildRow(element: Element, manner: ReadingOptions, parts: RowParts): StatementRow {
  return {
    line: element.line,
    ...parts,
    balance: null,
    account: manner.label,
    cells: listCells(element),
  };
}

/** Why the element may be incomplete or is too large; null when it can be read. */
export function findCutFault(element: Element, closed: ReadonlySet<string>): string | null {
  const { name, ending } = element;
  if (ending === null) return "the file breaks off inside this record";
  // Some programs never close their records, so a missing closing tag proves nothing there.
  if (ending === "tag" || !closed.has(name)) return sizeFault(element);
  return "this record does not end: its closing tag is missing";
}

function sizeFault(element: Element): string | null {
  const { fields, chars } = measure(element);
  if (fields > OFX_FIELDS_MAX)
    return `the record has ${fields} values; at most ${OFX_FIELDS_MAX} are read`;
  return chars > OFX_VALUE_CHARS_MAX
    ? `a value has ${chars} characters; at most ${OFX_VALUE_CHARS_MAX} are read`
    : null;
}
