// "Consumption 231 kWh": what was used of energy, water or data. The words for it are also of a card that
// was used, and report no movement of money.

import type { AlertText } from "./alert-text.ts";
import type { Segment } from "./cells.ts";

const QUANTITY =
  /\d[\d.,]{0,12} ?(?:kwh|квт|mwh|gcal|гкал|m3|m³|м3|м³|gj|gb|гб|mb|度(?!\p{L}))(?![\p{L}\d])/u;
const CHARS_MAX = 60;

/** Whether a segment without an amount, or the line below it, is a measured quantity. */
export function isOfQuantity({ folded, segments }: AlertText, index: number): boolean {
  const [own, below] = [segments[index], segments[index + 1]];
  return isQuantity(folded, own) || (isShort(own) && isQuantity(folded, below));
}

function isShort(segment: Segment | undefined): boolean {
  return segment !== undefined && segment.end - segment.start <= CHARS_MAX;
}

function isQuantity(folded: string, segment: Segment | undefined): boolean {
  return (
    segment !== undefined &&
    isShort(segment) &&
    QUANTITY.test(folded.slice(segment.start, segment.end))
  );
}

/** Behind a word of a row, and before its amount: "4 van de 9", "2 of 5". */
const TALLY = new RegExp(
  String.raw`^\p{L}[\p{L} ]{2,20}\s\d{1,3} (?:of|out of|von|van|van de|de|di|su|av|af|z|ze|sur)(?: the)? ` +
    String.raw`\d{1,3}\s{1,4}[^\p{L}\d]{0,3}\d`,
  "u",
);

/** Whether a row, in folded words, sums up what some of several people paid so far: "Paid 4 of 9: 110.00". */
export function isTally(row: string): boolean {
  return TALLY.test(row);
}
