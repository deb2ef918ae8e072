// The item of a row as JSON text. It is written by hand: it is made for every row of every file,
// and most values contain nothing that JSON escapes. The fewer parts it is joined of, the sooner it
// is written, so what rows share is one part.

import type { Currency } from "../../money/currency.ts";
import { ownCopy } from "../../platform/text.ts";
import type { InsertItem } from "./item.ts";

/** The item's JSON text with its external_id, which is known once identical rows are counted. */
export function itemText(item: InsertItem, externalId: string): string {
  const { date, amount, currency, payee, original_name, notes, manual_account_id, status } = item;
  const { tributary } = item.custom_metadata;
  let text = `{"date":"${date}","amount":"${amount}${beginPayee(currency)}${escaped(payee)}`;
  if (original_name !== payee) text += `","original_name":"${escaped(original_name)}`;
  if (notes !== null) text += `","notes":"${escaped(notes)}`;
  if (status !== null) text += `","status":"${status}`;
  text += beginAccount(manual_account_id) + beginRun(tributary.run) + tributary.line;
  for (const name in tributary) {
    if (name === "run" || name === "line") continue;
    const value = tributary[name] ?? "";
    text += beginFact(name) + (typeof value === "number" ? value : `"${escaped(value)}"`);
  }
  return `${text}}},"external_id":"${externalId}"}`;
}

/** What JSON prints otherwise between quotes, or may: a surrogate that stands alone. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;

/**
 * A text as JSON prints it between quotes. It is called several times a row, and most texts contain
 * nothing to escape.
 */
function escaped(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text).slice(1, -1) : text;
}

const beginPayee = rememberLast((currency: Currency) => `","currency":"${currency}","payee":"`);
const beginAccount = rememberLast((id: number) => `","manual_account_id":${id},`);
const beginRun = rememberLast(
  (run: string) => `"custom_metadata":{"tributary":{"run":"${escaped(run)}","line":`,
);

/** `make` with its last result remembered: rows of a file share most of what it is asked for. */
function rememberLast<From extends string | number>(make: (from: From) => string) {
  let last: From | null = null;
  let made = "";
  return (from: From): string => {
    if (from !== last) {
      last = from;
      made = ownCopy(make(from));
    }
    return made;
  };
}

/** Rows use the same few names of facts again and again. */
const names = new Map<string, string>();
const NAMES_CACHED_MAX = 500;

function beginFact(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  if (names.size >= NAMES_CACHED_MAX) names.clear();
  const begun = ownCopy(`,${JSON.stringify(name)}:`);
  names.set(name, begun);
  return begun;
}
