// Imports statements that were attached to a mail, as if they had been uploaded, but always with a
// preview: whoever may send to an address may not post to the budget. The bytes are stored before a
// run names them. A message that is read again gets no second import of a statement.

import { MAIL_UNPACKED_BYTES_MAX, STATEMENTS_A_MAIL_MAX } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { piecesOfArrival, type Piece, type Spent } from "../imports/archive.ts";
import { storeDocument } from "../imports/documents.ts";
import { fileName } from "../imports/file-name.ts";
import type { MailReading } from "../../receipts/reading.ts";
import { makeRun, newRunId } from "../imports/arrival.ts";
import type { DocumentRef, RunOptions, Runs } from "../imports/runs.ts";
import type { MessageRow } from "./rows.ts";
import type { InboxTools } from "./job-tools.ts";

/** A statement that is stored, with the files in it. */
export interface AttachedStatement {
  readonly sha256: string;
  readonly pieces: readonly Piece[];
}

const OPTIONS: RunOptions = {
  account: null,
  account_named: null,
  currency: null,
  preview: true,
  apply_rules: true,
  skip_duplicates: true,
  include_pending: false,
};

/** Stores the statements of a reading that the message has no import of yet. */
export async function importStatements(
  tools: InboxTools,
  message: MessageRow,
  reading: MailReading,
): Promise<AttachedStatement[]> {
  const found: AttachedStatement[] = [];
  const spent = { bytes: 0 };
  const attachments = reading.documents.flatMap(({ statements }) => statements);
  for (const { name, mediaType, bytes } of attachments.slice(0, STATEMENTS_A_MAIL_MAX)) {
    const stored = await storeDocument(tools.bucket, once(bytes));
    if (
      !stored.ok ||
      found.some(({ sha256 }) => sha256 === stored.value.sha256) ||
      isImported(tools.sql, message.seq, stored.value.sha256)
    )
      continue;
    const document: DocumentRef = {
      name: fileName(name),
      ...stored.value,
      media_type: mediaType.slice(0, 100),
    };
    found.push({
      sha256: stored.value.sha256,
      pieces: await unpack(tools.bucket, document, spent),
    });
  }
  return found;
}

/** Unpacks an attached archive within what the mail's archives may unpack to together. */
async function unpack(
  bucket: R2Bucket,
  document: DocumentRef,
  spent: Spent,
): Promise<readonly Piece[]> {
  const bytesMax = MAIL_UNPACKED_BYTES_MAX - spent.bytes;
  return bytesMax > 0
    ? piecesOfArrival(bucket, document, bytesMax, spent)
    : [{ document, refused: `"${document.name}" is not opened: ${TOO_MUCH}.` }];
}

const TOO_MUCH =
  "the archives of the message unpack to too many bytes together. Upload the file by itself";

/**
 * Creates the imports and links them to the message. Runs inside the transaction that stores the
 * reading.
 */
export function linkStatements(
  sql: Sql,
  runs: Runs,
  message: number,
  statements: readonly AttachedStatement[],
  now: number,
): void {
  for (const { sha256, pieces } of statements) {
    if (isImported(sql, message, sha256)) continue;
    for (const piece of pieces) {
      const id = newRunId(now);
      makeRun(runs, id, piece, { door: "mail", options: OPTIONS }, now);
      sql.run(
        "INSERT INTO inbox_statements (message, sha256, run) VALUES (?, ?, ?)",
        message,
        sha256,
        id,
      );
    }
  }
}

function isImported(sql: Sql, message: number, sha256: string): boolean {
  return (
    sql.first(
      "SELECT 1 FROM inbox_statements WHERE message = ? AND sha256 = ?",
      message,
      sha256,
    ) !== null
  );
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
