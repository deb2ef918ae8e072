// Reads one printed number: which mark groups its digits and which begins its decimals. The marks
// alone decide; a single mark before three digits may be either, and the result holds both
// readings. Digits of other scripts are replaced one by one, so that offsets into the text stay the
// same.

import { parseUnits, type Units } from "../../../money/money.ts";
import type { Decimal } from "../../receipt.ts";

export interface PrintedNumber {
  readonly value: Decimal;
  /** The mark before its decimals; null if it has none. */
  readonly mark: "." | "," | null;
  readonly decimals: number;
  /** One mark before exactly three digits: `value` reads it as grouping, this as decimals. */
  readonly otherwise: Decimal | null;
  readonly grouped: boolean;
}

/** Arabic and Persian; Devanagari, Bengali and the other scripts of India; Thai, Lao, Burmese, Khmer. */
const ZEROS = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0x1040,
  0x17e0,
] as const;
const DIGITS = 10;
const OTHER_DIGITS = new RegExp(
  `[${ZEROS.map((zero) => String.fromCharCode(...Array.from({ length: DIGITS }, (_, digit) => zero + digit))).join("")}]`,
  "g",
);

/** The text with the digits of other scripts as ASCII digits, in place. */
export function replaceDigits(text: string): string {
  return text
    .replace(OTHER_DIGITS, (digit) => {
      const unit = digit.charCodeAt(0);
      const zero = ZEROS.find((start) => unit >= start && unit < start + DIGITS) ?? unit;
      return String(unit - zero);
    })
    .replaceAll("٫", ".")
    .replaceAll("٬", ",");
}

/** The units of a decimal, for comparing and adding; null if it is beyond what amounts hold. */
export function decimalToUnits(value: Decimal): Units | null {
  const parsed = parseUnits(value);
  return parsed.ok ? parsed.value : null;
}

const WHOLE_DIGITS_MAX = 12;

/** Reads a run of digits and marks ("1.234,50"); null for a date, a version or a long id. */
export function readNumber(raw: string): PrintedNumber | null {
  const text = raw.replaceAll("’", "'").replaceAll("\u00a0", " ");
  const marks = text.replace(/\d/g, "");
  if (marks === "") return toWhole(text, null, false);
  const last = marks.at(-1) ?? "";
  const at = text.lastIndexOf(last);
  const head = text.slice(0, at);
  const tail = text.slice(at + 1);
  if (/^(.)\1*$/.test(marks)) {
    const onlyGroups = marks.length > 1 || last === "'" || last === " ";
    if (!onlyGroups) return readSingleMark(head, last, tail);
    return isGrouped(text, last) ? toWhole(text, null, true) : null;
  }
  // Several marks: the last begins the decimals, the others group, each in its right place.
  if (last !== "." && last !== ",") return null;
  const group = marks[0] ?? "";
  if (marks.indexOf(last) !== marks.length - 1 || marks.slice(0, -1).replaceAll(group, "") !== "")
    return null;
  return isGrouped(head, group) && tail.length <= 3 && tail.length > 0
    ? withDecimals(head, last, tail, true)
    : null;
}

function readSingleMark(head: string, mark: string, tail: string): PrintedNumber | null {
  if (mark !== "." && mark !== ",") return null;
  if (tail.length === 3 && head.length <= 3 && !head.startsWith("0")) {
    const grouped = toWhole(`${head}${tail}`, null, true);
    return grouped === null ? null : { ...grouped, otherwise: `${head}.${tail}` };
  }
  return tail.length <= 3 ? withDecimals(head, mark, tail, false) : null;
}

function withDecimals(
  head: string,
  mark: "." | ",",
  tail: string,
  grouped: boolean,
): PrintedNumber | null {
  const whole = toWhole(head, mark, grouped);
  return whole === null
    ? null
    : { ...whole, value: `${whole.value}.${tail}`, decimals: tail.length };
}

function toWhole(text: string, mark: "." | "," | null, grouped: boolean): PrintedNumber | null {
  const digits = text.replace(/\D/g, "");
  if (digits.length === 0 || digits.length > WHOLE_DIGITS_MAX) return null;
  return { value: digits.replace(/^0+(?=\d)/, ""), mark, decimals: 0, otherwise: null, grouped };
}

/** In threes ("1,234,567"), or in lakhs and crores: twos, and three at the end ("2,64,831"). */
function isGrouped(text: string, group: string): boolean {
  const [first = "", ...rest] = text.split(group);
  if (rest.length === 0 || first.length === 0 || first.startsWith("0")) return false;
  const inner = rest.slice(0, -1);
  if (rest.at(-1)?.length !== 3) return false;
  if (first.length <= 3 && inner.every((part) => part.length === 3)) return true;
  return group === "," && first.length <= 2 && inner.every((part) => part.length === 2);
}
