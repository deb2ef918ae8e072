// Which attachments are bank statements and go the way of uploads: told by their bytes, and tables besides by their
// name or declared type, since any text may be read as CSV and a page as a workbook.

import { statementFormatOf } from "../../decode.ts";
import type { Attachment } from "../mail.ts";

const HEAD_BYTES = 4_096;
// Pages, letters and archives are kept like workbooks: only what is called a workbook is one here.
const WORKBOOK_NAME = /\.(?:xls|xlsx|xlsm|ods)$/i;
const CSV_TYPES: ReadonlySet<string> = new Set(["text/csv", "text/comma-separated-values", "application/csv", "text/tab-separated-values"]);
const CSV_NAME = /\.(?:csv|tsv)$/i;

/** The attachments that are statements. */
export function statementsAmong(attachments: readonly Attachment[]): Attachment[] {
  return attachments.filter((attachment) => !attachment.inline && attachment.bytes.length > 0 && isStatement(attachment));
}

function isStatement({ name, mediaType, bytes }: Attachment): boolean {
  const format = statementFormatOf(bytes.subarray(0, HEAD_BYTES));
  if (format === "csv") return CSV_NAME.test(name) || CSV_TYPES.has(mediaType);
  if (format === "workbook") return WORKBOOK_NAME.test(name);
  return format !== null;
}
