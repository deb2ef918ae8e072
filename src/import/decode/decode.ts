// A document's bytes choose its decoder; its name and declared type prove nothing. What no other format recognises
// is read as CSV; what is no statement at all is refused here, by what its first bytes say it is.

import { err, ok, type Result } from "../../value/result.ts";
import { camt } from "./camt/camt.ts";
import { readCsv } from "./csv/read.ts";
import { surveyCsv } from "./csv/survey.ts";
import type { CsvPlan } from "./csv/plan.ts";
import { ofxFormat } from "./ofx/read.ts";
import type { Format, Slice, Survey, SurveyOptions } from "./format.ts";
import type { DocumentSource, Unreadable } from "./statement.ts";
import type { WholePlan } from "./whole.ts";

/** The formats that are read whole, by the name in their documents' layout. */
const FORMATS: ReadonlyMap<string, Format<WholePlan>> = new Map([["camt", camt], ["ofx", ofxFormat]]);

/** What the read pass needs, by format; plain data, stored between the passes. */
export type StatementPlan = { readonly format: "csv"; readonly csv: CsvPlan } | { readonly format: string; readonly whole: WholePlan };

/** Surveys a document of any statement format; refuses what is none, naming what was found. */
export async function surveyStatement(source: DocumentSource, options: SurveyOptions): Promise<Result<Survey<StatementPlan>, Unreadable>> {
  const head = await headOf(source);
  for (const [name, format] of FORMATS) {
    if (!format.recognises(head)) continue;
    const survey = await format.survey(source, options);
    return survey.ok ? ok({ ...survey.value, plan: { format: name, whole: survey.value.plan } }) : survey;
  }
  const refused = refusalOf(head);
  if (refused !== null) return err(refused);
  const survey = await surveyCsv(source, options);
  return survey.ok ? ok({ ...survey.value, plan: { format: "csv", csv: survey.value.plan } }) : survey;
}

/** Reads a surveyed document from a record on, in slices of up to 1,000 records. */
export function readStatement(source: DocumentSource, plan: StatementPlan, fromRecord: number): AsyncGenerator<Slice> {
  if ("csv" in plan) return readCsv(source, plan.csv, fromRecord);
  const format = FORMATS.get(plan.format);
  if (format === undefined) throw new Error(`Invariant broken: a plan of the unknown format ${plan.format}`);
  return format.read(source, plan.whole, fromRecord);
}

/** An envelope or a comment may stand before what a document is recognised by. */
const HEAD_BYTES = 4096;

/** First bytes of what people upload by mistake, and what to do instead. */
const MAGIC: readonly { readonly bytes: readonly number[]; readonly found: string }[] = [
  { bytes: [0x25, 0x50, 0x44, 0x46, 0x2d], found: "a PDF document; download the statement as CSV instead" },
  { bytes: [0x50, 0x4b, 0x03, 0x04], found: "a ZIP archive or an Excel workbook (XLSX); save or download it as CSV" },
  { bytes: [0x50, 0x4b, 0x05, 0x06], found: "an empty ZIP archive" },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], found: "an old Excel workbook (XLS); save it as CSV" },
  { bytes: [0x1f, 0x8b], found: "a gzip archive; unpack it first" },
  { bytes: [0x42, 0x5a, 0x68], found: "a bzip2 archive; unpack it first" },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], found: "a Zstandard archive; unpack it first" },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], found: "an xz archive; unpack it first" },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], found: "a 7-Zip archive; unpack it first" },
  { bytes: [0x52, 0x61, 0x72, 0x21], found: "a RAR archive; unpack it first" },
  { bytes: [0x89, 0x50, 0x4e, 0x47], found: "a PNG image" },
  { bytes: [0xff, 0xd8, 0xff], found: "a JPEG image" },
  { bytes: [0x47, 0x49, 0x46, 0x38], found: "a GIF image" },
  { bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66], found: "an SQLite database" },
  { bytes: [0x7b, 0x5c, 0x72, 0x74, 0x66], found: "an RTF document" },
];

function refusalOf(head: Uint8Array): Unreadable | null {
  if (head.length === 0) return { reason: "empty", message: "The file is empty; a statement was expected." };
  const magic = MAGIC.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte));
  if (magic !== undefined) return { reason: "not a statement", message: `The file is ${magic.found}.` };
  const text = new TextDecoder("latin1").decode(head).replaceAll("\0", "").trimStart().toLowerCase();
  if (/^(\u00ef\u00bb\u00bf)?\s*(<!doctype html|<html|<head|<script|<body)/.test(text)) {
    return { reason: "not a statement", message: "The file is a web page, often the bank's sign-in page saved in place of the statement; download the statement again." };
  }
  return isBinary(head) ? { reason: "not a statement", message: "The file holds binary data, not text; a bank statement was expected." } : null;
}

/** Control characters that no text holds; NULs alone may be UTF-16 or a stray and are judged later. */
function isBinary(head: Uint8Array): boolean {
  let controls = 0;
  for (const byte of head) {
    if (byte < 9 && byte > 0) controls += 1;
    else if (byte > 13 && byte < 32 && byte !== 26 && byte !== 27) controls += 1;
  }
  return controls > head.length / 20 && controls > 4;
}

async function headOf(source: DocumentSource): Promise<Uint8Array> {
  const reader = (await source.open()).getReader();
  const head = new Uint8Array(HEAD_BYTES);
  let used = 0;
  try {
    while (used < HEAD_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      const part = value.subarray(0, HEAD_BYTES - used);
      head.set(part, used);
      used += part.length;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return head.subarray(0, used);
}
