// Opens a PDF with text as a workbook of one sheet: the rows of its tables by their places on the
// pages. The reader of PDFs is loaded when the first one comes. Pages, items and what the file
// unpacks to are bounded; a picture of a statement is refused and so is a file of too many pages,
// because half of a statement is none.

import { PDF_BYTES_MAX, PDF_PAGES_MAX } from "../../platform/limits.ts";
import type { OpenedPdf } from "../../platform/pdf/open.ts";
import { Unusable, type SheetRow, type Workbook } from "../workbook/workbook.ts";
import { toLines } from "./lines.ts";
import { toRows } from "./table.ts";

const INSTEAD = "download the statement as CSV, Excel or OFX from the bank instead";
const LETTERS_MIN = 12;
const HEAD_BYTES = 1_024;

/** Whether a document begins as a PDF. */
export function isPdf(head: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(head.subarray(0, HEAD_BYTES)).includes("%PDF-");
}

/** Opens a PDF; throws Unusable if its text holds no table of transactions. */
export async function openPdfTable(bytes: Uint8Array): Promise<Workbook> {
  const { pages, pageCount } = await openPages(bytes);
  const lines = pages.flatMap((items, page) => toLines(items, page + 1));
  const letters = lines.flatMap(({ runs }) => runs).reduce((all, { text }) => all + text.length, 0);
  if (letters < LETTERS_MIN)
    throw new Unusable(
      `The file is a PDF that holds pictures only and no text, as a scanned paper does; ${INSTEAD}.`,
      "not a statement",
    );
  const rows = toRows(lines);
  if (rows === null)
    throw new Unusable(
      `The file is a PDF whose text has no row with a date and an amount; ${INSTEAD}.`,
      "not a statement",
    );
  const sheet: readonly SheetRow[] = rows.map((cells, index) => ({
    number: index + 1,
    hidden: false,
    cells: cells.map((cell) => (cell === "" ? null : cell)),
  }));
  return {
    kind: "pdf",
    description: `a PDF document of ${pageCount} ${pageCount === 1 ? "page" : "pages"}`,
    encoding: "PDF",
    from1904: false,
    sheets: [{ name: "pages", hidden: false, rows: () => readAtOnce(sheet) }],
  };
}

async function* readAtOnce(rows: readonly SheetRow[]): AsyncGenerator<readonly SheetRow[]> {
  yield rows;
}

async function openPages(bytes: Uint8Array): Promise<OpenedPdf & { readonly state: "read" }> {
  if (bytes.length > PDF_BYTES_MAX)
    throw new Unusable(
      `The file is a PDF of ${bytes.length} bytes; at most ${PDF_BYTES_MAX} are read. Export fewer months at once.`,
      "too large",
    );
  const { findExcess } = await import("../../platform/pdf/unpacked.ts");
  const excess = await findExcess(bytes);
  if (excess !== null)
    throw new Unusable(`The file is a PDF that was not opened. ${excess}`, "too large");
  const { openPdf } = await import("../../platform/pdf/open.ts");
  const pdf = await openPdf(bytes.slice());
  if (pdf.state === "locked")
    throw new Unusable(
      "The file is a PDF that needs a password; save it without one, or download CSV.",
      "not a statement",
    );
  if (pdf.state === "damaged")
    throw new Unusable(`The file is a damaged PDF: ${pdf.message}. Download it again.`);
  if (!pdf.complete)
    throw new Unusable(
      `The file is a PDF of ${pdf.pageCount} pages; at most ${PDF_PAGES_MAX} pages with a bounded text are read. Export fewer months at once.`,
      "too large",
    );
  return pdf;
}
