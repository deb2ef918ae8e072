// The item of a row as JSON text. It is written by hand: it is made for every row of every file, and
// most values contain nothing that JSON escapes.

import type { InsertItem } from "./item.ts";

/** The item's JSON text with its external_id, which is known once identical rows are counted. */
export function itemText(item: InsertItem, externalId: string): string {
  const { date, amount, currency, payee, original_name, notes, manual_account_id, status } = item;
  const name = original_name === payee ? "" : `,"original_name":"${escaped(original_name)}"`;
  const note = notes === null ? "" : `,"notes":"${escaped(notes)}"`;
  const state = status === null ? "" : `,"status":"${status}"`;
  let facts = "";
  for (const key in item.custom_metadata.tributary) {
    const value = item.custom_metadata.tributary[key] ?? "";
    const before = facts === "" ? factName(key).first : factName(key).later;
    facts += typeof value === "number" ? before + value : `${before}"${escaped(value)}"`;
  }
  return (
    `{"date":"${date}","amount":"${amount}","currency":"${currency}","payee":"${escaped(payee)}"${name}${note}${state},"manual_account_id":` +
    `${manual_account_id},"custom_metadata":{"tributary":{${facts}}},"external_id":"${externalId}"}`
  );
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

/** A fact's name as JSON, and the same behind another fact. */
interface FactName {
  readonly first: string;
  readonly later: string;
}

/** Rows use the same few fact names again and again. */
const names = new Map<string, FactName>();
const NAMES_CACHED_MAX = 500;

function factName(key: string): FactName {
  const known = names.get(key);
  if (known !== undefined) return known;
  if (names.size >= NAMES_CACHED_MAX) names.clear();
  const first = `${JSON.stringify(key)}:`;
  const name = { first, later: `,${first}` };
  names.set(key, name);
  return name;
}
