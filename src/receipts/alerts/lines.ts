// A text cut into lines; a line of rows, whose breaks were lost or that are set apart by "|", into its rows.

import { LABEL_CHARS_MAX, type Line } from "./cells.ts";
import { findLabels } from "./vocabulary.ts";

/** A line with so many "|" is a line of rows. */
const PIPED_PARTS_MIN = 4;
const PIPED_PARTS_MAX = 20;
/** A label with a capital right behind a value, without a blank: "HKD 520.00Card No. ending with: 1234". */
const GLUED = /(?<=[\p{L}\d.])(?=\p{Lu}\p{Ll}{2,}[^\n:：]{0,40}[:：])/gu;
const GLUED_MIN = 2;
const GLUED_CHARS_MAX = 600;
const UNIT_CHARS_MAX = 20;

/** The lines of a text, in order; `folded` is the same text, folded in place. */
export function splitLines(text: string, folded: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const last = lines.at(-1);
    if (last !== undefined && isUnitBelow(text, last, { start, end }))
      lines.splice(-1, 1, { start: last.start, end });
    else
      lines.push(...splitPiped(text, start, end).flatMap((line) => splitGlued(text, folded, line)));
    start = end + 1;
  }
  return lines;
}

/** "(บาท):" below "จำนวนเงิน": the second half of a label. */
function isUnitBelow(text: string, above: Line, { start, end }: Line): boolean {
  return (
    above.end + 1 === start &&
    end - start <= UNIT_CHARS_MAX &&
    above.end - above.start <= LABEL_CHARS_MAX &&
    /^\s?\([^()\d\n]{1,12}\)\s?[:：]\s?$/u.test(text.slice(start, end)) &&
    /^[^\d\t:：]*\p{L}[^\d\t:：]*$/u.test(text.slice(above.start, above.end))
  );
}

const isAtStart = ({ start }: { readonly start: number }): boolean => start === 0;

/** "Merchant: CORNER CAFETransaction Amount:HKD 12.00Card No.: 4410": rows whose breaks were lost. */
function splitGlued(text: string, folded: string, { start, end }: Line): readonly Line[] {
  if (end - start > GLUED_CHARS_MAX) return [{ start, end }];
  const breaks = [...text.slice(start, end).matchAll(GLUED)]
    .map(({ index }) => start + index)
    .filter((at) => findLabels(folded.slice(at, end), 0, end - at).some(isAtStart));
  if (breaks.length < GLUED_MIN) return [{ start, end }];
  return [start, ...breaks].map((at, index) => ({ start: at, end: breaks[index] ?? end }));
}

/** "Txn: Credit|Acct: ****1234|Amt: NGN5,000.00|Desc: ...": a line of rows. */
function splitPiped(text: string, start: number, end: number): readonly Line[] {
  const parts = text.slice(start, end).split("|");
  if (parts.length < PIPED_PARTS_MIN || parts.length > PIPED_PARTS_MAX) return [{ start, end }];
  let at = start;
  return parts.map((part) => {
    const line = { start: at, end: at + part.length };
    at = line.end + 1;
    return line;
  });
}
