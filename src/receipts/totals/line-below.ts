// An amount may stand alone on its line, and the line below it says what it is: "350.00" over "Paid successfully",
// "11,67 €" over "incl. VAT 25.5 %".

import { foldWords } from "../words/phrases.ts";
import {
  APPROVED,
  findMoneyWords,
  isApproved,
  toReading,
  type LabelReading,
} from "./label-readings.ts";
import type { Label, Line } from "./lines.ts";
import { findDates } from "./money/dates.ts";
import { isTaxRemark } from "./tax-remarks.ts";

const BELOW_CHARS_MAX = 50;
/** "已於 2026年11月13日 退款": the particles before a verb that stands at the end. */
const PARTICLE_CHARS_MAX = 2;

const WITH_TAX: LabelReading = { role: "total", tag: "total", phrase: "with its tax" };

/** What the line below the one at `index` says of its amount; null if it says nothing of it. */
export function readLineBelow(
  lines: readonly Line[],
  index: number,
): { readonly reading: LabelReading; readonly label: Label } | null {
  const [line, below, next] = lines.slice(index, index + 3);
  const [amount, ...more] = line?.amounts ?? [];
  if (line === undefined || below === undefined || amount === undefined) return null;
  const isBare = more.length === 0 && !/\p{L}{4}|\t/u.test(line.text);
  // "Paid" over "3.00", "of which VAT 25 %" over "9.20": the label of the next amount.
  const isOfNext = next !== undefined && next.amounts.length > 0;
  if (!isBare || isOfNext || below.amounts.length > 0 || amount.negative) return null;
  if (below.text.length > BELOW_CHARS_MAX) return null;
  const reading = readPaid(below.text) ?? (isTaxRemark(below.text) ? WITH_TAX : null);
  const label: Label = { text: below.text, start: below.start, place: "behind" };
  return reading === null ? null : { reading, label };
}

/** "Paid successfully", "Approved", "Refunded on 5 May": what became of an amount. */
function readPaid(text: string): LabelReading | null {
  if (/[\t:：]/u.test(text)) return null;
  const words = foldWords(withoutDays(text));
  if (isApproved(words)) return APPROVED;
  const [hit] = findMoneyWords(words);
  if (hit === undefined || !(hit.role === "charged" || hit.role === "refunded")) return null;
  return words.slice(0, hit.start).trim().length > PARTICLE_CHARS_MAX ? null : toReading(hit);
}

/** A short line without its days: "Refunded on 13 Nov 2026". */
function withoutDays(text: string): string {
  return findDates(text, null).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`,
    text,
  );
}
