// Lists as the one JSON parameter of a statement, cut where they would be too long for one.

import { PARAMETER_CHARS_MAX } from "../limits.ts";

/**
 * The rows as JSON lists that each fit one parameter; almost always one. A single row always fits.
 */
export function inParts(rows: readonly unknown[]): string[] {
  const list = JSON.stringify(rows);
  if (list.length <= PARAMETER_CHARS_MAX || rows.length < 2) return [list];
  const half = Math.ceil(rows.length / 2);
  return [...inParts(rows.slice(0, half)), ...inParts(rows.slice(half))];
}
