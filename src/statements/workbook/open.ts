// Recognises the kind of workbook by its bytes, never by its name: banks call web pages, XML and
// CSV ".xls".

import { isZip } from "../../platform/zip.ts";
import { isPdf, openPdfTable } from "../pdf/open-table.ts";
import { headText } from "../xml-text.ts";
import { isCompound } from "./compound-file.ts";
import { openHtml } from "./html.ts";
import { openOds } from "./ods.ts";
import { openXlsx } from "./ooxml.ts";
import { openPackage, type Package } from "./package.ts";
import { Unusable, type Workbook } from "./workbook.ts";
import { isBareStream, openXls } from "./xls.ts";
import { openXmlWorkbook } from "./xml-workbook.ts";

const HTML =
  /^\s*(?:<!--[^>]{0,400}-->\s*)?<(?:!doctype\s+html|html|head|body|table|meta|style|div|script)\b/i;
const TABLE = /<table\b/i;
const XML_WORKBOOK =
  /urn:schemas-microsoft-com:office:spreadsheet|progid\s{0,4}=\s{0,4}["']Excel\.Sheet/;

/** Whether a document begins like a workbook, an archive or a web page. */
export function recognisesWorkbook(head: Uint8Array): boolean {
  return (
    isZip(head) ||
    isCompound(head) ||
    isBareStream(head) ||
    isPdf(head) ||
    isXml(headText(head)) ||
    isHtml(headText(head))
  );
}

/** Opens a workbook of any kind; throws Unusable when the bytes are none that can be read. */
export async function openWorkbook(bytes: Uint8Array): Promise<Workbook> {
  if (isZip(bytes)) return openZipped(await openPackage(bytes));
  if (isCompound(bytes) || isBareStream(bytes)) return openXls(bytes);
  if (isPdf(bytes)) return openPdfTable(bytes);
  const head = headText(bytes.subarray(0, HEAD_BYTES));
  return isXml(head) ? openXmlWorkbook(bytes) : openHtml(bytes);
}

const HEAD_BYTES = 4096;

function isXml(head: string): boolean {
  return (
    /^\s*</.test(head) && XML_WORKBOOK.test(head) && /<(?:[\w.-]{1,40}:)?Workbook\b/.test(head)
  );
}

function isHtml(head: string): boolean {
  return HTML.test(head) || (/^\s*</.test(head) && !head.includes("<?xml") && TABLE.test(head));
}

async function openZipped(from: Package): Promise<Workbook> {
  if (isOoxml(from)) {
    const other = OFFICE.find(([folder]) =>
      from.names.some((name) => name.toLowerCase().startsWith(folder)),
    );
    if (other === undefined) return openXlsx(from);
    throw new Unusable(
      `The file is ${other[1]}; download the statement as CSV or XLSX instead.`,
      "not a statement",
    );
  }
  if (from.has("content.xml")) {
    if (from.names.some((name) => name.startsWith("Object ")) || (await isSpreadsheet(from)))
      return openOds(from);
    throw new Unusable(
      "The file is an OpenDocument text, not a spreadsheet; download the statement as CSV or XLSX instead.",
      "not a statement",
    );
  }
  const known = PACKAGES.find(([sign]) => from.names.some((name) => sign.test(name)));
  throw new Unusable(
    known === undefined
      ? "The file is a ZIP archive. Upload the files inside it one by one."
      : `The file is ${known[1]}.`,
    "not a statement",
  );
}

/** Whether the archive is a document itself and must not be unpacked into files. */
export function isDocumentPackage(names: readonly string[]): boolean {
  const has = (name: string) => names.some((one) => one.toLowerCase() === name);
  return (
    has("[content_types].xml") ||
    has("xl/workbook.xml") ||
    (has("mimetype") && has("content.xml")) ||
    names.some((name) => PACKAGES.some(([sign]) => sign.test(name)))
  );
}

function isOoxml(from: Package): boolean {
  return from.has("[Content_Types].xml") || from.has("xl/workbook.xml");
}

async function isSpreadsheet(from: Package): Promise<boolean> {
  if (!from.has("mimetype")) return true;
  let text = "";
  for await (const piece of from.text("mimetype", HEAD_BYTES)) text += piece;
  return text.includes("opendocument.spreadsheet");
}

const OFFICE: readonly (readonly [string, string])[] = [
  ["word/", "a Word document"],
  ["ppt/", "a PowerPoint presentation"],
  ["visio/", "a Visio drawing"],
];

const PACKAGES: readonly (readonly [RegExp, string])[] = [
  [
    /^index\/(?:calculationengine|tables\/)|^index\.numbers$/i,
    "an Apple Numbers document, which cannot be read; in Numbers, export it as CSV or Excel and upload that",
  ],
  [
    /^index\/.*\.iwa$|^index\.zip$|^index\.xml$|^index\.apxl$/i,
    "an Apple Pages, Numbers or Keynote document, which cannot be read; export it as CSV or Excel and upload that",
  ],
  [/^meta-inf\/container\.xml$/i, "an electronic book (EPUB), not a statement"],
  [/^androidmanifest\.xml$/i, "an Android app, not a statement"],
  [/^meta-inf\/manifest\.mf$/i, "a Java archive, not a statement"],
];
