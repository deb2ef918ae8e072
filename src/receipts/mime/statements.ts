// Which attachments are bank statements and go the way of uploads: told by their bytes, and tables besides by their
// name or declared type, since any text may be read as CSV and a page as a workbook. An archive that holds nothing but statements, by
// the names in its directory, goes the same way; it is not unpacked here, and any other archive is not opened at all.

import { ARCHIVE_ENTRIES_MAX } from "../../platform/limits.ts";
import { isZip, rangesOf, zipMembers } from "../../platform/zip.ts";
import { statementFormatOf } from "../../statements/read-statement.ts";
import type { Attachment } from "../mail.ts";

const HEAD_BYTES = 4_096;
// Pages, letters and archives are kept like workbooks: only what is called a workbook is one here.
const WORKBOOK_NAME = /\.(?:xls|xlsx|xlsm|ods)$/i;
const CSV_TYPES: ReadonlySet<string> = new Set([
  "text/csv",
  "text/comma-separated-values",
  "application/csv",
  "text/tab-separated-values",
]);
const CSV_NAME = /\.(?:csv|tsv)$/i;

/** The attachments that are statements. */
export function statementsAmong(attachments: readonly Attachment[]): Attachment[] {
  return attachments.filter(
    (attachment) => !attachment.inline && attachment.bytes.length > 0 && isStatement(attachment),
  );
}

/** The attachments that are archives of statements alone; they are unpacked where uploaded archives are. */
export async function statementArchivesAmong(
  attachments: readonly Attachment[],
): Promise<Attachment[]> {
  const found: Attachment[] = [];
  for (const attachment of attachments)
    if (!attachment.inline && (await isArchiveOfStatements(attachment))) found.push(attachment);
  return found;
}

/** Names of statements as banks pack them; camt among other XML by the letters that its rules give it. */
const PACKED_NAME = /\.(?:csv|tsv|ofx|qfx|qbo|qif|sta|mt940|940|xls|xlsx|ods)$/i;
const PACKED_CAMT = /(?:camt|c5[234]|05[234]).{0,100}\.xml$/i;
const GZIPPED_NAME = /\.(?:csv|tsv|ofx|qfx|qbo|qif|sta|mt940|940)\.gz$/i;
const PACKED_NAME_CHARS_MAX = 300;

async function isArchiveOfStatements({ name, bytes }: Attachment): Promise<boolean> {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return GZIPPED_NAME.test(name);
  if (!isZip(bytes.subarray(0, 4))) return false;
  const members = await zipMembers(rangesOf(bytes), ARCHIVE_ENTRIES_MAX);
  if (!members.ok) return false;
  const files = members.value
    .map((member) => member.name.split("/").at(-1) ?? "")
    .filter((file) => file !== "" && !file.startsWith("._") && file !== ".DS_Store");
  return (
    files.length > 0 &&
    files.every(
      (file) =>
        file.length <= PACKED_NAME_CHARS_MAX && (PACKED_NAME.test(file) || PACKED_CAMT.test(file)),
    )
  );
}

function isStatement({ name, mediaType, bytes }: Attachment): boolean {
  const format = statementFormatOf(bytes.subarray(0, HEAD_BYTES));
  if (format === "csv") return CSV_NAME.test(name) || CSV_TYPES.has(mediaType);
  if (format === "workbook") return WORKBOOK_NAME.test(name);
  return format !== null;
}
