// The lines above a total that have a name and an amount and nothing else to say. They are items only when, with the tax,
// shipping and tip and without the discount printed beside them, they make the total to the last digit; else there are none.

import { unitsOf } from "./money/numbers.ts";
import type { Item, SeenAmount, View } from "../receipt.ts";
import type { Candidate } from "./candidates.ts";
import type { Role } from "./lexicon.ts";
import type { Line } from "./lines.ts";

const ITEMS_MAX = 100;
const NAME_CHARS_MAX = 200;
const QUANTITY =
  /(?<![\p{L}\d.,])(\d{1,3}) ?[x×](?![\p{L}\d])|(?<![\p{L}\d])[x×] ?(\d{1,3})(?![\p{L}\d.,])|(?:^|\t)(\d{1,3})(?:\t|$)|(?:quantity|qty|menge|anzahl|quantité|cantidad|quantidade|quantità|aantal|antal|antall|ilość|数量|수량)[:.]? ?(\d{1,3})(?!\d)/iu;

interface Drafted {
  readonly name: { readonly text: string; readonly start: number };
  readonly line: Line;
  readonly units: number;
}

/** The items of the section whose lines these are; `total` is what was charged. */
export function itemsOf(
  view: View,
  lines: readonly Line[],
  candidates: readonly Candidate[],
  total: Candidate | null,
): readonly Item[] {
  const whole = total === null ? null : unitsOf(total.amount.value);
  if (total === null || whole === null) return [];
  const labelled = new Set(candidates.map(({ line }) => line));
  const extra =
    sumOf(candidates, "shipping") + sumOf(candidates, "tip") - sumOf(candidates, "discount");
  const wanted = new Set([whole - extra, whole - extra - sumOf(candidates, "tax")]);
  const drafted: Drafted[] = [];
  let sum = 0;
  for (let at = total.line - 1; at >= 0 && drafted.length < ITEMS_MAX; at -= 1) {
    const draft = labelled.has(at) ? null : draftOf(lines, at);
    if (draft === null) continue;
    drafted.unshift(draft);
    sum += draft.units;
    if (wanted.has(sum)) return drafted.map((one) => itemOf(view, one));
  }
  return [];
}

/** The amounts of a role, equal ones once: a second layout prints them again. */
function sumOf(candidates: readonly Candidate[], role: Role): number {
  return [
    ...new Set(
      candidates.filter((one) => one.role === role).map(({ amount }) => unitsOf(amount.value) ?? 0),
    ),
  ].reduce<number>((sum, units) => sum + units, 0);
}

function draftOf(lines: readonly Line[], at: number): Drafted | null {
  const line = lines[at];
  const last = line?.amounts.at(-1);
  const first = line?.amounts[0];
  const units = last === undefined || last.negative ? null : unitsOf(last.value);
  if (line === undefined || first === undefined || units === null || units === 0) return null;
  const before = line.text.slice(0, first.start - line.start);
  if (/\p{L}{2}/u.test(before)) return { name: { text: before, start: line.start }, line, units };
  const over = lines[at - 1];
  return over === undefined || over.amounts.length > 0 || !/\p{L}{2}/u.test(over.text)
    ? null
    : { name: { text: over.text, start: over.start }, line, units };
}

function itemOf(view: View, { name, line }: Drafted): Item {
  const quantity = QUANTITY.exec(name.text) ?? null;
  const cell = name.text.split("\t").find((part) => /\p{L}{2}/u.test(part)) ?? name.text;
  const bare = cell
    .replace(/^\s*\d{1,3} ?[x×]\s*/u, "")
    .replace(/\s*[x×] ?\d{1,3}\s*$/u, "")
    .trim()
    .slice(0, NAME_CHARS_MAX);
  const start = name.start + name.text.indexOf(bare);
  const number = quantity?.[1] ?? quantity?.[2] ?? quantity?.[3] ?? quantity?.[4];
  const numberAt =
    quantity === null || number === undefined
      ? 0
      : name.start + quantity.index + quantity[0].indexOf(number);
  return {
    name: {
      value: bare,
      span: { view: view.name, start, end: start + bare.length },
      rule: "item line",
    },
    quantity:
      number === undefined
        ? null
        : {
            value: number,
            span: { view: view.name, start: numberAt, end: numberAt + number.length },
            rule: "item quantity",
          },
    amount: amountOf(view, line),
  };
}

function amountOf(view: View, line: Line): SeenAmount | null {
  const amount = line.amounts.at(-1);
  return amount === undefined
    ? null
    : {
        value: amount.value,
        span: { view: view.name, start: amount.start, end: amount.end },
        rule: "item amount",
        currency: amount.currency,
        candidates: amount.currency === null ? amount.candidates : [],
      };
}
