// Rows of a table in a backup: a line of JSON each.

import { parseJson } from "../../platform/json.ts";
import { BACKUP_LINE_CHARS_MAX } from "../../platform/limits.ts";
import type { TableRow } from "../../platform/sql/tables.ts";
import { ArchiveFault } from "../../platform/zip.ts";

const COLUMN_CHARS_MAX = 60;

/** The lines of a file; throws ArchiveFault for one that is too long. */
export async function* readLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > BACKUP_LINE_CHARS_MAX) throw new ArchiveFault("one of its lines is too long");
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** The row of a line; null for what is not one. By hand: a schema would copy each of its values. */
export function readRow(line: string): TableRow | null {
  const read = parseJson(line);
  return isRow(read) ? read : null;
}

function isRow(read: unknown): read is TableRow {
  if (typeof read !== "object" || read === null || Array.isArray(read)) return false;
  return Object.entries(read).every(
    ([column, value]) =>
      column.length <= COLUMN_CHARS_MAX &&
      (value === null || typeof value === "string" || typeof value === "number"),
  );
}
