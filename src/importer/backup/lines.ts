// Rows of a table in a backup: a line of JSON each.

import * as z from "zod";
import { parseJson } from "../../platform/json.ts";
import { BACKUP_LINE_CHARS_MAX } from "../../platform/limits.ts";
import type { TableRow } from "../../platform/sql/tables.ts";
import { ArchiveFault } from "../../platform/zip.ts";

const rowSchema = z.record(z.string().max(60), z.union([z.string(), z.number(), z.null()]));

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

/** The row of a line; null for what is not one. */
export function readRow(line: string): TableRow | null {
  const read = rowSchema.safeParse(parseJson(line));
  return read.success ? read.data : null;
}
