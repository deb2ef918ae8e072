// A row of another connection as a row of this one. Stored files are named by keys that contain the
// connection, and deleting goes by these keys: a key is made here and never taken from a backup.
// Documents are shared by all connections under their hash, so a row may name only a document that
// the backup holds itself: else a made-up row would show somebody else's statement.

import * as z from "zod";
import { parseJson } from "../../platform/json.ts";
import type { TableRow } from "../../platform/sql/tables.ts";
import { nameKept } from "../changes/files/kept.ts";

/** What rows are adapted to. */
export interface Adaption {
  readonly connection: string;
  /** The person's id in the backup, and here. */
  readonly person: number;
  readonly userId: number;
  readonly hasDocument: (sha256: string) => boolean;
  readonly withoutSecrets: ReadonlySet<string>;
}

const READING = /^mail\/[^/]{1,60}\/readings\/([\w-]{1,100})$/;
const KEPT = /^changed-files\/[^/]{1,60}\/([\w-]{1,100})$/;
const document = z.looseObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const who = z.looseObject({ id: z.number().nullable() });
const keyed = z.looseObject({ key: z.string() });

/** No document has this hash. */
export const NO_DOCUMENT = "0".repeat(64);
const ENTER_AGAIN =
  "This schedule was restored from a backup, which holds no secrets. Enter them again, and switch it on.";

/** The row as it is stored here; half a sentence if it cannot be. */
export function adaptRow(
  table: string,
  row: TableRow,
  to: Adaption,
): TableRow | { readonly fault: string } {
  switch (table) {
    case "runs":
      return adaptRun(row, to);
    case "inbox":
      return adaptMessage(row, to);
    case "changes":
      return adaptChange(row, to);
    case "change_records":
      return adaptRecord(row, to);
    case "schedules":
      return to.withoutSecrets.has(String(row["id"]))
        ? { ...row, enabled: 0, stopped: ENTER_AGAIN, next_due_at: null }
        : row;
    default:
      return row;
  }
}

/** Rows of imports apart from their texts. */
export function separateTexts(rows: readonly TableRow[]): {
  readonly rows: readonly TableRow[];
  readonly texts: readonly TableRow[];
} {
  return {
    rows: rows.map(({ item: _item, cells: _cells, ...row }) => row),
    texts: rows.map(({ run = null, seq = null, item = null, cells = null }) => ({
      run,
      seq,
      item,
      cells,
    })),
  };
}

function adaptRun(row: TableRow, { hasDocument }: Adaption): TableRow | { fault: string } {
  const read = document.safeParse(parseText(row["document"]));
  if (!read.success) return { fault: "its document is not named by a hash" };
  if (hasDocument(read.data.sha256)) return row;
  return { ...row, document: JSON.stringify({ ...read.data, sha256: NO_DOCUMENT }) };
}

function adaptMessage(row: TableRow, { connection }: Adaption): TableRow | { fault: string } {
  if (typeof row["sha256"] !== "string" || !/^[0-9a-f]{64}$/.test(row["sha256"]))
    return { fault: "its message is not named by a hash" };
  const key = row["reading_key"];
  if (key == null) return row;
  const name = READING.exec(String(key))?.[1];
  return name === undefined
    ? { fault: "its reading_key is not the key of a reading" }
    : { ...row, reading_key: `mail/${connection}/readings/${name}` };
}

function adaptChange(row: TableRow, { person, userId }: Adaption): TableRow {
  const read = who.safeParse(parseText(row["who"]));
  return read.success && read.data.id === person
    ? { ...row, who: JSON.stringify({ ...read.data, id: userId }) }
    : row;
}

function adaptRecord(row: TableRow, { connection }: Adaption): TableRow | { fault: string } {
  if (row["kind"] !== "file") return row;
  const adapted: Record<string, TableRow[string]> = { ...row };
  for (const column of ["wanted", "kept", "put"]) {
    const read = keyed.safeParse(parseText(row[column]));
    if (!read.success) continue;
    const name = KEPT.exec(read.data.key)?.[1];
    if (name === undefined) return { fault: "its file is not one that the journal keeps" };
    adapted[column] = JSON.stringify({ ...read.data, key: nameKept(connection, name) });
  }
  return adapted;
}

function parseText(value: unknown): unknown {
  return typeof value === "string" ? parseJson(value) : undefined;
}
