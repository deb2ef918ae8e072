// The items of a receipt: the lines above its total that have a name and an amount and no label.
// They count only where, with the printed tax, shipping and tip and without the discount, they make
// the total to the last digit; otherwise the receipt has no items.

import type { Item, Seen, SeenAmount, View } from "../receipt.ts";
import DOCUMENTS from "../words/document-words.json" with { type: "json" };
import type { Candidate } from "./candidates.ts";
import type { Line } from "./lines.ts";
import { decimalToUnits } from "./money/numbers.ts";
import type { Role } from "./money-labels.ts";

const ITEMS_MAX = 100;
const NAME_CHARS_MAX = 200;
const QUANTITY = new RegExp(
  [
    String.raw`(?<![\p{L}\d.,])(\d{1,3}) ?[x×](?![\p{L}\d])`,
    String.raw`(?<![\p{L}\d])[x×] ?(\d{1,3})(?![\p{L}\d.,])`,
    String.raw`(?:^|\t)(\d{1,3})(?:\t|$)`,
    String.raw`(?:${DOCUMENTS.quantity.join("|")})[:.]? ?(\d{1,3})(?!\d)`,
  ].join("|"),
  "iu",
);

/** A line that may be an item. */
interface Draft {
  readonly name: { readonly text: string; readonly start: number };
  readonly line: Line;
  readonly units: number;
}

/** The items among these lines; `total` is what was charged. */
export function findItems(
  view: View,
  lines: readonly Line[],
  candidates: readonly Candidate[],
  total: Candidate | null,
): readonly Item[] {
  return total === null
    ? []
    : findDrafts(lines, candidates, total).map((draft) => toItem(view, draft));
}

/** Whether the lines between `from` and a charge name items that make it. */
export function isMadeOfItems(
  lines: readonly Line[],
  candidates: readonly Candidate[],
  charge: Candidate,
  from: number,
): boolean {
  return findDrafts(lines, candidates, charge, from).length > 0;
}

/** The lines above a total that make it; empty if they do not. */
function findDrafts(
  lines: readonly Line[],
  candidates: readonly Candidate[],
  total: Candidate,
  from = 0,
): readonly Draft[] {
  const whole = decimalToUnits(total.amount.value);
  if (whole === null) return [];
  // The head of a column names no line of its table.
  const labelled = new Set(
    candidates.flatMap(({ line, label }) =>
      label.place === "column" || label.place === "head" ? [] : [line],
    ),
  );
  const extra =
    sumByRole(candidates, "shipping") +
    sumByRole(candidates, "tip") -
    sumByRole(candidates, "discount");
  const wanted = new Set([whole - extra, whole - extra - sumByRole(candidates, "tax")]);
  const drafts: Draft[] = [];
  let sum = 0;
  for (let at = total.line - 1; at >= 0 && drafts.length < ITEMS_MAX; at -= 1) {
    if ((lines[at]?.start ?? 0) < from) break;
    const draft = labelled.has(at) ? null : readDraft(lines, at);
    if (draft === null) continue;
    drafts.unshift(draft);
    sum += draft.units;
    if (wanted.has(sum)) return drafts;
  }
  return [];
}

/** The sum of a role's amounts. Equal ones count once, since a second layout prints them again. */
function sumByRole(candidates: readonly Candidate[], role: Role): number {
  const amounts = candidates
    .filter((one) => one.role === role)
    .map(({ amount }) => decimalToUnits(amount.value) ?? 0);
  return [...new Set(amounts)].reduce<number>((sum, units) => sum + units, 0);
}

function readDraft(lines: readonly Line[], at: number): Draft | null {
  const line = lines[at];
  const last = line?.amounts.at(-1);
  const first = line?.amounts[0];
  const units = last === undefined || last.negative ? null : decimalToUnits(last.value);
  if (line === undefined || first === undefined || units === null || units === 0) return null;
  const before = line.text.slice(0, first.start - line.start);
  if (/\p{L}{2}/u.test(before)) return { name: { text: before, start: line.start }, line, units };
  const above = lines[at - 1];
  return above === undefined || above.amounts.length > 0 || !/\p{L}{2}/u.test(above.text)
    ? null
    : { name: { text: above.text, start: above.start }, line, units };
}

function toItem(view: View, { name, line }: Draft): Item {
  const cell = name.text.split("\t").find((part) => /\p{L}{2}/u.test(part)) ?? name.text;
  const bare = cell
    .replace(/^\s*\d{1,3} ?[x×]\s*/u, "")
    .replace(/\s*[x×] ?\d{1,3}\s*$/u, "")
    .trim()
    .slice(0, NAME_CHARS_MAX);
  const start = name.start + name.text.indexOf(bare);
  const span = { view: view.name, start, end: start + bare.length };
  return {
    name: { value: bare, span, rule: "item line" },
    quantity: readQuantity(view, name),
    amount: toSeenAmount(view, line),
  };
}

function readQuantity(view: View, { text, start: nameStart }: Draft["name"]): Seen<string> | null {
  const match = QUANTITY.exec(text);
  const number = match?.slice(1).find((group) => group !== undefined);
  if (match === null || number === undefined) return null;
  const start = nameStart + match.index + match[0].indexOf(number);
  const span = { view: view.name, start, end: start + number.length };
  return { value: number, span, rule: "item quantity" };
}

function toSeenAmount(view: View, line: Line): SeenAmount | null {
  const amount = line.amounts.at(-1);
  if (amount === undefined) return null;
  return {
    value: amount.value,
    span: { view: view.name, start: amount.start, end: amount.end },
    rule: "item amount",
    currency: amount.currency,
    candidates: amount.currency === null ? amount.candidates : [],
  };
}
