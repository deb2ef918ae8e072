// The rows of a movement with sentences of others below them: what explains or offers gives way to the rows, and what
// tells of another movement is asked about.

import type { AlertText } from "./alert-text.ts";
import type { Head, Movement } from "./movement.ts";
import { namesAccount, namesOwn } from "./not-moved.ts";
import { isAfterRows, isAmongRows } from "./row-blocks.ts";
import { findInRows } from "./row-movements.ts";
import { sliceSegment } from "./segments.ts";

/**
 * The amount of a row below the sentence that reports the movement, if all sentences with amounts
 * are below that row: they advertise, or explain a charge in general. Among rows of a day, an account or a
 * party, which say all of it, a sentence below may name a day too ("until 31/12/2026"), and the one above may be a noun
 * alone ("A purchase has been made:").
 */
export function findAboveText(
  alert: AlertText,
  movements: readonly Movement[],
  heads: readonly Head[],
): readonly Movement[] | null {
  const certain = heads.filter(({ reading }) => reading.isCertain);
  const isReported = (row: Movement | undefined): row is Movement =>
    row !== undefined &&
    // A message in two languages has the row twice.
    row.others.every(({ value }) => value === row.amount.value) &&
    row.head < row.segment &&
    movements.every(
      ({ segment, isCertain }) =>
        !isCertain || (segment > row.segment && !isOwnSentence(alert, segment, row.segment)),
    );
  const [row] = findInRows(alert, certain, null);
  if (isReported(row)) return [{ ...row, others: [] }];
  if (!movements.every(({ segment }) => isSentence(alert, segment))) return null;
  const [first] = findInRows(alert, heads, null);
  return isReported(first) && isAmongRows(alert, first.segment) ? [{ ...first, others: [] }] : null;
}

function isSentence(alert: AlertText, segment: number): boolean {
  return /[.!?。]\s*$/u.test(sliceSegment(alert, segment));
}

/**
 * The movement of a sentence, with the amount of the row among those of a day and a party that stands above it and is
 * another one: only a person knows which of them moved, or whether both did.
 */
export function withRow(
  alert: AlertText,
  heads: readonly Head[],
  movements: readonly Movement[],
): readonly Movement[] {
  const [first, ...more] = movements;
  const [row] = findInRows(alert, heads, null);
  const isOther =
    first !== undefined &&
    more.length === 0 &&
    row !== undefined &&
    row.head < row.segment &&
    first.segment > row.segment &&
    isSentence(alert, first.segment) &&
    isAmongRows(alert, row.segment) &&
    row.amount.currency === first.amount.currency &&
    row.amount.value !== first.amount.value;
  return isOther ? [{ ...first, others: [...first.others, row.amount] }] : movements;
}

/**
 * Whether a sentence below a row tells of a movement of its own: it names an account or a day, which is not, as in an
 * offer, after those of the rows.
 */
function isOwnSentence(alert: AlertText, segment: number, row: number): boolean {
  const words = sliceSegment(alert, segment);
  if (!isAmongRows(alert, row) || namesAccount(words)) return namesOwn(words);
  const { start, end } = alert.segments[segment] ?? { start: 0, end: 0 };
  const isOfTable = alert.text.slice(start, end).includes("\t");
  return namesOwn(words) && (isOfTable || !isAfterRows(alert, segment));
}
