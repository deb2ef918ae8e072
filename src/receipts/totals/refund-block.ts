// "Refund" over "Visa" over "-€19.50": how shops print below an order what they gave back, and where it went. The
// label and the way to pay are lines of their own; the amount is negative.

import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import { readMoneyLabel, type LabelReading } from "./label-readings.ts";
import { splitLines, type Label, type Line } from "./lines.ts";

const METHODS = phrasesIn<"method">({ method: PAYMENT_WORDS.method });
const LABEL_CHARS_MAX = 40;
const METHOD_CHARS_MAX = 40;

/** The phrase of such an amount. */
export const TO_WAY_TO_PAY = "refund to a way to pay";
const GIVEN_BACK: LabelReading = { role: "refunded", tag: "refunded total", phrase: TO_WAY_TO_PAY };

/** What such a block says of the amount of the line at `index`; null if the line ends none. */
export function readRefundBlock(
  lines: readonly Line[],
  index: number,
): { readonly reading: LabelReading; readonly label: Label } | null {
  const line = lines[index];
  const [amount, ...more] = line?.amounts ?? [];
  if (line === undefined || amount === undefined || more.length > 0) return null;
  const before = line.text.slice(0, amount.start - line.start);
  // "- €19.50": a dash with a blank behind it is elsewhere that of a list.
  if (!amount.negative && !/[–−-] ?$/u.test(before)) return null;
  const own = before.replace(/[\s–−-]+$/u, "");
  const rest = line.text.slice(amount.end - line.start);
  const at = own === "" ? index - 1 : index;
  const method = own === "" ? (lines[at]?.text ?? "") : own;
  const label = lines[at - 1];
  if (label === undefined || /\p{L}{4}/u.test(rest) || !isWayToPay(method)) return null;
  if (own === "" && (lines[at]?.amounts.length ?? 0) > 0) return null;
  return isRefundLabel(label)
    ? { reading: GIVEN_BACK, label: { text: label.text, start: label.start, place: "above" } }
    : null;
}

/** Whether a text prints such a block. */
export function printsRefundBlock(text: string): boolean {
  const lines = splitLines(text);
  return lines.some((_line, index) => readRefundBlock(lines, index) !== null);
}

function isWayToPay(text: string): boolean {
  return text.length <= METHOD_CHARS_MAX && METHODS.isAt(foldWords(text), 1);
}

function isRefundLabel({ text, amounts }: Line): boolean {
  return (
    amounts.length === 0 &&
    text.length <= LABEL_CHARS_MAX &&
    readMoneyLabel(foldWords(text))?.role === "refunded"
  );
}
