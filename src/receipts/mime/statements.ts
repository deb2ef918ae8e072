// Finds the attachments that are bank statements and are imported as uploads are. Their bytes
// decide. A table also needs the name or the declared type of one, since any text may be read as
// CSV and a page as a workbook. An archive counts where all names in its directory are names of
// statements; it is not unpacked here, and other archives are not opened at all.

import { ARCHIVE_ENTRIES_MAX } from "../../platform/limits.ts";
import { isZip, toRanges, zipMembers } from "../../platform/zip.ts";
import { detectFormat } from "../../statements/read-statement.ts";
import type { Attachment } from "../mail.ts";

const HEAD_BYTES = 4_096;
// Pages, letters and archives have the format of workbooks: only a name of a workbook makes one.
const WORKBOOK_NAME = /\.(?:xls|xlsx|xlsm|ods)$/i;
const CSV_TYPES: ReadonlySet<string> = new Set([
  "text/csv",
  "text/comma-separated-values",
  "application/csv",
  "text/tab-separated-values",
]);
const CSV_NAME = /\.(?:csv|tsv)$/i;

/** The attachments that are statements. */
export function findStatements(attachments: readonly Attachment[]): Attachment[] {
  return attachments.filter(
    (attachment) => !attachment.inline && attachment.bytes.length > 0 && isStatement(attachment),
  );
}

/** The attachments that are archives of nothing but statements. The importer unpacks them. */
export async function findStatementArchives(
  attachments: readonly Attachment[],
): Promise<Attachment[]> {
  const found: Attachment[] = [];
  for (const attachment of attachments)
    if (!attachment.inline && (await isArchiveOfStatements(attachment))) found.push(attachment);
  return found;
}

/** Names of statements as banks pack them; camt among other XML by the codes in its name. */
const PACKED_NAME = /\.(?:csv|tsv|ofx|qfx|qbo|qif|sta|mt940|940|xls|xlsx|ods)$/i;
const PACKED_CAMT = /(?:camt|c5[234]|05[234]).{0,100}\.xml$/i;
const GZIPPED_NAME = /\.(?:csv|tsv|ofx|qfx|qbo|qif|sta|mt940|940)\.gz$/i;
const PACKED_NAME_CHARS_MAX = 300;

async function isArchiveOfStatements({ name, bytes }: Attachment): Promise<boolean> {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return GZIPPED_NAME.test(name);
  if (!isZip(bytes.subarray(0, 4))) return false;
  const members = await zipMembers(toRanges(bytes), ARCHIVE_ENTRIES_MAX);
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
  const format = detectFormat(bytes.subarray(0, HEAD_BYTES));
  if (format === "csv") return CSV_NAME.test(name) || CSV_TYPES.has(mediaType);
  if (format === "workbook") return WORKBOOK_NAME.test(name);
  return format !== null;
}
