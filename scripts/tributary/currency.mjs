// @ts-check
// How the currencies of a file and of its account differ.

import { plain } from "./words.mjs";

/** How many rows are looked at for their currencies. */
export const ROWS_LOOKED_AT_MAX = 500;
/** Formats whose every file names its currencies. */
const NAMING_FORMATS = ["camt", "mt940", "ofx"];

/**
 * The sentence about the currencies of an import and its account, or which one is assumed; null where neither is so.
 * `rows` are rows of the import; `isHeld` says that the server holds it because of its currency.
 * @param {any} run
 * @param {readonly any[]} rows
 * @param {boolean} isHeld
 */
export function currencyWords({ layout, account }, rows, isHeld) {
  if (layout === null) return null;
  const found = [...new Set(rows.flatMap(({ item }) => item?.currency?.toUpperCase() ?? []))];
  if (found.length === 0) return null;
  const [own, name] =
    account === null ? [null, ""] : [account.currency.toUpperCase(), plain(account.name)];
  const foreign = own === null ? [] : found.filter((one) => one !== own);
  const hasColumn = layout.columns.some((/** @type {any} */ { role }) => role.includes("currency"));
  const isNamed =
    layout.currency !== null ||
    found.length > 1 ||
    hasColumn ||
    NAMING_FORMATS.includes(layout.format);
  const printed = plain(found.join(", "));
  if (foreign.length > 0) {
    const file = `The file ${isNamed ? `is in ${printed}` : `names no currency and is taken as ${printed}, as you said`}`;
    return `${file}; the account ${name} is in ${own}. The transactions are imported in ${printed}.`;
  }
  // One account of several, or a row beyond those looked at.
  if (isHeld)
    return "Some transactions are in another currency than their account. They are imported in theirs.";
  if (isNamed || own === null) return null;
  return `The file names no currency: its amounts are taken as ${own}, the currency of ${name}.`;
}
