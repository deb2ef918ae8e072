// The shop in the head of a till's receipt: its name alone on a line, over its street and town. A
// person who photographs such a receipt, or saves it, and sends it is not the merchant.

import type { MailDocument } from "../mail.ts";
import type { Seen, View } from "../receipt.ts";
import { TITLES } from "../issuer/party-labels.ts";
import { foldWords } from "../words/phrases.ts";

const HEAD_LINES = 4;
const ADDRESS_LINES = 3;
const NAME_CHARS_MAX = 40;
const NAME_WORDS_MAX = 6;
const ADDRESS_CHARS_MAX = 80;
/** A street with its number, or a postal code with its town, and no amount. */
const ADDRESS =
  /(?:\p{L}{2}[\p{L}.'-]{0,30} \d{1,5}\p{L}?(?!\d|[.,]\d))|(?:(?<!\d)\d{1,5},? \p{L}[\p{L}.' -]{2,40})|(?:(?<!\d)\d{4,6} \p{L}{2})/u;
const HAS_AMOUNT = /\d[.,]\d{2}(?!\d)/;

/** The shop that the head of a paper names over its address; null if it names none. */
export function findShopInHead(
  { name: view, text }: View,
  { to }: Pick<MailDocument, "to">,
): Seen<string> | null {
  const lines = text.split("\n", HEAD_LINES + ADDRESS_LINES).map((line) => line.trim());
  const at = lines.findIndex((line) => /\p{L}{2}/u.test(line) && !TITLES.in(line));
  const line = lines[at];
  if (line === undefined || at >= HEAD_LINES || !mayBeName(line)) return null;
  const below = lines.slice(at + 1, at + 1 + ADDRESS_LINES);
  if (!below.some((one) => isAddress(one)) || to.some(({ name }) => isSame(name, line)))
    return null;
  const start = text.indexOf(line);
  return {
    value: line,
    span: { view, start, end: start + line.length },
    rule: "name over its address",
  };
}

function mayBeName(line: string): boolean {
  return (
    line.length <= NAME_CHARS_MAX &&
    line.split(" ").length <= NAME_WORDS_MAX &&
    !/[\t:@]|\d{3}/.test(line)
  );
}

function isAddress(line: string): boolean {
  return line.length <= ADDRESS_CHARS_MAX && ADDRESS.test(line) && !HAS_AMOUNT.test(line);
}

/** Whether two names have a word in common that is longer than two letters. */
export function isSame(one: string, other: string): boolean {
  const words = new Set(
    foldWords(one)
      .split(" ")
      .filter((word) => word.length > 2),
  );
  return foldWords(other)
    .split(" ")
    .some((word) => words.has(word));
}
