// The rows of a line: cells side by side, a label with a colon, or a label over its value.

import {
  LABEL_CHARS_MAX,
  readCells,
  readRoles,
  splitCells,
  type Line,
  type Segment,
} from "./cells.ts";
import { legalFormIn } from "../issuer/legal-forms.ts";
import { isUnspaced } from "../words/phrases.ts";
import { findLabels } from "./vocabulary.ts";

const LABEL_WORDS_MAX = 8;
const VALUE_CHARS_MAX = 100;
/** "Fee (0.5%)": a rate behind a label is no value. */
const RATE_OF_LABEL = /^\(\d{1,3}(?:[.,]\d{1,3})?\s?%\)\s?$/;
/** A label holds no amount. Words with an amount before a colon are a sentence. */
const HAS_AMOUNT = /\d[.,]\d\d(?!\d)|\p{Sc} ?\d|\d[.,]\d{3}(?!\d)|\d ?(?:元|円|원|บาท)/u;
/** "1.203,88 EUR", "US$ 12.00": a line with a value alone, so that the line above may be longer. */
const BARE_VALUE =
  /^\P{L}{0,4}(?:\p{L}{1,3}\P{L}{1,2})?\d[\d.,' ]{0,16}(?:\P{L}{0,2}\p{L}{1,5})?\P{L}{0,2}$/u;
/** A text that goes on in sentences is no row's value. */
const SENTENCE_START = /^(?:you|your|we|a|an|the|dear) /u;
const SENTENCES = /[.!] {1,2}\p{Lu}[\p{Ll}']{1,12} [^\n]{25}/u;
const ROWS_ON_A_LINE_MIN = 3;
const COLON = /^ ?[:：] ?(?=\S|$)/u;

/**
 * The rows of a line, if any: cells side by side, a label with a colon, or a label over its value.
 */
export function readRows(
  text: string,
  folded: string,
  line: Line,
  below: Line | undefined,
): readonly Segment[] {
  if (text.slice(line.start, line.end).includes("\t"))
    return (
      readWholeRows(text, folded, line) ??
      readLabelledCell(text, folded, line) ??
      readCells(text, folded, line)
    );
  const several = readSeveral(text, folded, line);
  if (several !== null) return several;
  const row = readColonRow(text, folded, line);
  return row === null ? readWithoutColon(text, folded, line, below) : [row];
}

/** "Account: 116***50 Details: NETFLIX Balance: 17,499.92": three or more labels that are known, on one line. */
function readSeveral(text: string, folded: string, line: Line): readonly Segment[] | null {
  const labels = findLabels(folded, line.start, line.end)
    .map((label) => ({ ...label, colon: COLON.exec(text.slice(label.end, label.end + 3)) }))
    .filter(({ colon, end }) => colon !== null && end < line.end);
  const [first] = labels;
  if (labels.length < ROWS_ON_A_LINE_MIN || first?.start !== line.start) return null;
  return labels.flatMap(({ start, end, colon, role }, at) => {
    const next = labels[at + 1]?.start ?? line.end;
    const from = end + (colon?.[0].length ?? 0);
    const until = next - (/[\s,;|]*$/u.exec(text.slice(from, next))?.[0].length ?? 0);
    return from >= until
      ? []
      : [{ start, end: until, row: { roles: [role], start: from, end: until } }];
  });
}

/** "Number: 4471", and in the next cell "Date: 12/11/2026": each cell is a row. Null if one is not. */
function readWholeRows(text: string, folded: string, line: Line): readonly Segment[] | null {
  const rows = splitCells(text, line).map((cell) => readColonRow(text, folded, cell));
  const whole = rows.filter((row) => row !== null);
  return rows.length >= 2 && whole.length === rows.length ? whole : null;
}

/**
 * "Transaction details : CORNER CAFE\tLisboa": label and value in the first cell, and behind it cells that
 * are no labels and no values of their own. Null where the label's value is in the next cell.
 */
function readLabelledCell(text: string, folded: string, line: Line): readonly Segment[] | null {
  const [first, ...others] = splitCells(text, line);
  const row = first === undefined ? null : readColonRow(text, folded, first);
  const isAlone = others.every(
    ({ start, end }) =>
      /^[^\d:：]*$/u.test(text.slice(start, end)) && readRoles(folded, start, end).length === 0,
  );
  return row?.row?.roles[0] === "merchant" && isAlone ? [row] : null;
}

const LABEL_WITH_COLON = new RegExp(
  String.raw`^[^\p{L}\p{N}]{0,6}([^:：】\]\n]{1,60}?)\s{0,2}` +
    String.raw`(?:(?<!\d)[:：]|[:：](?!\d)|】|\]\s|\s[-–=]\s|(?:\.{4,60}|…{2,30})\s?[:：]?)\s{0,3}`,
  "u",
);

/** "Amount: $25.00", "Amount ........ $25.00". */
function readColonRow(text: string, folded: string, line: Line): Segment | null {
  const colon = LABEL_WITH_COLON.exec(text.slice(line.start, line.end));
  const label = colon?.[1] ?? "";
  const start = line.start + (colon?.[0].length ?? 0);
  if (
    colon === null ||
    label.length > LABEL_CHARS_MAX ||
    label.split(" ").length > LABEL_WORDS_MAX ||
    start >= line.end ||
    /[.!?] \p{Lu}/u.test(label) ||
    // "Cardeal Comércio de Móveis Ltda. – CNPJ 00.417": a company and its register, below a message.
    endsInForm(label) ||
    // "VEGA HERMANOS SRL, Cuenta corriente ** - 2222": the digits of an account that is masked.
    /[*•]{2,}$/u.test(label) ||
    HAS_AMOUNT.test(label) ||
    SENTENCES.test(text.slice(start, line.end)) ||
    SENTENCE_START.test(folded.slice(start, start + 8))
  )
    return null;
  const roles = readRoles(folded, line.start, start);
  return roles.length === 0
    ? null
    : { start: line.start, end: line.end, row: { roles, start, end: line.end } };
}

function endsInForm(label: string): boolean {
  const form = legalFormIn(label, 2);
  return form !== null && label.length - form.end <= 1;
}

/** "Amount $25.00", or a label alone with its value on the line below. */
function readWithoutColon(
  text: string,
  folded: string,
  line: Line,
  below: Line | undefined,
): readonly Segment[] {
  if (line.end - line.start > LABEL_CHARS_MAX) return [];
  const [first] = findLabels(folded, line.start, line.end);
  if (first === undefined || first.start - line.start > 2) return [];
  const rest = text
    .slice(first.end, line.end)
    .replace(/^[\s:：]{1,4}/, "")
    .replace(RATE_OF_LABEL, "");
  if (rest !== "" && /^[^\p{L}]{0,4}(?:[A-Z]{2,3}\s?)?[^\p{L}]{0,2}\d/u.test(rest)) {
    const row = { roles: [first.role], start: line.end - rest.length, end: line.end };
    return [{ start: line.start, end: line.end, row }];
  }
  if (isBlankBetween(text, folded, { first, line, below })) {
    const row = { roles: [first.role], start: line.end - rest.length, end: line.end };
    return [{ start: line.start, end: line.end, row }];
  }
  const isLabelAlone =
    /^[\s:：*.()\p{L}]{0,14}$/u.test(rest) ||
    (first.role === "balance" &&
      /^[\s:：*.()\p{L}]{0,40}$/u.test(rest) &&
      below !== undefined &&
      BARE_VALUE.test(text.slice(below.start, below.end)));
  if (
    !isLabelAlone ||
    below === undefined ||
    // A row below has a label of its own; the line above it is a heading.
    /(?<!^\s?\p{Sc})\t/u.test(text.slice(below.start, below.end)) ||
    /[:：]\s?$/.test(text.slice(below.start, below.end)) ||
    readColonRow(text, folded, below) !== null ||
    // "Origen" over "Nombre: ADA LANE", whose label is not known.
    /^\p{Lu}\p{L}{1,14}(?: \p{L}{1,12}){0,2}: \S/u.test(text.slice(below.start, below.end)) ||
    below.end === below.start ||
    below.end - below.start > VALUE_CHARS_MAX
  )
    return [];
  const roles = readRoles(folded, line.start, line.end);
  // "To" says something only alone; "To CORNER CAFE" is no label of the line below.
  if (roles.length === 0 && /^\p{Lu}/u.test(rest)) return [];
  const row = { roles, start: below.start, end: below.end };
  return [{ start: line.start, end: below.end, row }];
}

/** "商店名稱 路易莎咖啡", and a label of its own in the next line: between label and value is a blank. */
function isBlankBetween(
  text: string,
  folded: string,
  {
    first,
    line,
    below,
  }: {
    readonly first: Pick<Segment, "start" | "end">;
    readonly line: Line;
    readonly below: Line | undefined;
  },
): boolean {
  const [next] = below === undefined ? [] : findLabels(folded, below.start, below.end);
  return (
    isUnspaced(text[first.end - 1]) &&
    /^[ \u3000]{1,3}[\p{L}\p{N}]{2}/u.test(text.slice(first.end, line.end)) &&
    (below === undefined || next?.start === below.start)
  );
}
