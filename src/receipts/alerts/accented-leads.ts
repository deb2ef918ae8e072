// Words before a name that only their accent tells from words of other languages: "từ" ("from") is "tu" ("your")
// without it.

import type { AlertText, Place } from "./alert-text.ts";
import type { Movement } from "./movement.ts";
import { nameWithin } from "./names.ts";

const FROM = /(?<!\p{L})từ (?=\p{Lu})/u;
/** Where the name ends. */
const ENDS = /[.,;:\n\t(]|(?<!\p{L})(?:vào|lúc|ngày|với|qua|số tiền|nội dung|đến)(?!\p{L})/u;

/** "Bạn vừa nhận được 250.000đ từ Lê Quang Huy": who sent it, behind the verb. */
export function findBehindAccent(
  alert: AlertText,
  { direction, verb, segment }: Movement,
): Place | null {
  const own = alert.segments[segment];
  if (direction !== "in" || own?.row !== null || verb.start < own.start) return null;
  const behind = alert.text.slice(verb.end, own.end).normalize("NFC");
  const lead = FROM.exec(behind);
  if (lead === null || behind.length !== own.end - verb.end) return null;
  const start = lead.index + lead[0].length;
  const end = ENDS.exec(behind.slice(start))?.index ?? behind.length - start;
  return nameWithin(alert, verb.end + start, verb.end + start + end);
}
