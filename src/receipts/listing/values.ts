// Values of machine-written documents: decimals with a point, ISO days, currency codes. Anything
// else is not read. A value keeps the place of exactly its characters, without a minus or a time
// after it.

import { parseCurrency, type Currency } from "../../money/currency.ts";
import { makeDay, type Day } from "../../money/day.ts";
import { parseUnits, type Units } from "../../money/money.ts";
import type { Seen, SeenAmount, Span } from "../receipt.ts";
import type { Leaf } from "./listing.ts";

const DECIMAL = /^([+-]?)(\d{0,24})(?:\.(\d{0,24}))?$/;

/** A decimal as written ("-8.79"). */
export interface Figure {
  /** Without the sign. */
  readonly value: string;
  readonly negative: boolean;
  /** With the sign. */
  readonly units: Units;
  readonly span: Span;
}

/** Reads a plain decimal; null for anything else, or for more than money can hold. */
export function readFigure(leaf: Leaf | null | undefined): Figure | null {
  if (leaf === null || leaf === undefined) return null;
  const match = DECIMAL.exec(leaf.text);
  if (match === null) return null;
  const [, sign = "", whole = "", fraction = ""] = match;
  if (whole === "" && fraction === "") return null;
  const value = `${whole === "" ? "0" : whole}${fraction === "" ? "" : `.${fraction}`}`;
  const read = parseUnits(`${sign === "-" ? "-" : ""}${value}`);
  if (!read.ok) return null;
  return {
    value,
    negative: read.value < 0,
    units: read.value,
    span: { ...leaf.span, start: leaf.span.start + sign.length },
  };
}

/** The figure as an amount of that currency, without its sign. */
export function toAmount(figure: Figure, currency: Currency | null, rule: string): SeenAmount {
  return { value: figure.value, currency, candidates: [], span: figure.span, rule };
}

const DAY = /^(\d{4})-?(\d{2})-?(\d{2})(?!\d)/;

/** The day that a text begins with: 2026-11-21 or 20261121, with or without a time. */
export function readDay(leaf: Leaf | null | undefined, rule: string): Seen<Day> | null {
  const match = leaf === null || leaf === undefined ? null : DAY.exec(leaf.text);
  if (leaf === null || leaf === undefined || match === null) return null;
  const day = makeDay(Number(match[1]), Number(match[2]), Number(match[3]));
  if (day === null) return null;
  return { value: day, span: { ...leaf.span, end: leaf.span.start + match[0].length }, rule };
}

/** The currency of a code, or null. */
export function readCurrency(leaf: Leaf | null | undefined): Currency | null {
  return leaf === null || leaf === undefined ? null : parseCurrency(leaf.text);
}

/** The text itself. */
export function readText(leaf: Leaf | null | undefined, rule: string): Seen<string> | null {
  return leaf === null || leaf === undefined ? null : { value: leaf.text, span: leaf.span, rule };
}

const LAST_FOUR = /(\d{4})$/;

/** The last four digits of a card number, which may be masked. */
export function readCard(leaf: Leaf | null | undefined, rule: string): Seen<string> | null {
  const digits = leaf === null || leaf === undefined ? null : LAST_FOUR.exec(leaf.text)?.[1];
  if (leaf === null || leaf === undefined || digits === null || digits === undefined) return null;
  return { value: digits, span: { ...leaf.span, start: leaf.span.end - 4 }, rule };
}
