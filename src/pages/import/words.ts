// Words for states, roles and marks, a row each.

import type { ImportState } from "../ui/wire.ts";

interface StateWords {
  /** In the list. */
  readonly word: string;
  /** On the import's own page. */
  readonly sentence: string;
  /** Whether work is in progress, so that the page follows it. */
  readonly working: boolean;
}

export const STATE_WORDS: Readonly<Record<ImportState, StateWords>> = {
  received: { word: "received", sentence: "Received. Reading will start shortly.", working: true },
  reading: { word: "reading", sentence: "Reading the file.", working: true },
  question: {
    word: "needs an answer",
    sentence: "This file needs an answer from you.",
    working: false,
  },
  preview: { word: "preview", sentence: "Preview: nothing has been imported yet.", working: false },
  posting: { word: "importing", sentence: "Importing.", working: true },
  waiting: { word: "waiting", sentence: "Waiting for the budgeting service.", working: true },
  done: { word: "done", sentence: "Import finished.", working: false },
  failed: { word: "failed", sentence: "This file could not be imported.", working: false },
  undoing: { word: "undoing", sentence: "Undoing: removing the transactions.", working: true },
  undone: { word: "undone", sentence: "Import undone.", working: false },
};

const ROW_WORDS: Readonly<Record<string, string>> = {
  ready: "to import",
  waiting: "to import",
  sent: "sent, waiting for an answer",
  inserted: "inserted",
  duplicate: "duplicate",
  rejected: "rejected",
  skipped: "skipped",
  undone: "undone",
};

const DELIMITERS: Readonly<Record<string, string>> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "vertical bar",
  ":": "colon",
  " ": "space",
};

const DECIMAL_MARKS: Readonly<Record<string, string>> = {
  ".": "point (1.50)",
  ",": "comma (1,50)",
};

interface FormatWords {
  readonly name: string;
  /** Whether it is a table with a header and columns; otherwise it has records with fields. */
  readonly table: boolean;
}

const FORMATS: Readonly<Record<string, FormatWords>> = {
  csv: { name: "CSV", table: true },
  xlsx: { name: "Excel workbook (XLSX)", table: true },
  xls: { name: "Excel workbook (XLS)", table: true },
  ods: { name: "OpenDocument table (ODS)", table: true },
  xml: { name: "Excel workbook (XML)", table: true },
  html: { name: "table from a web page", table: true },
  pdf: { name: "PDF", table: true },
  ofx: { name: "OFX, QFX or QBO", table: false },
  qif: { name: "QIF", table: false },
  camt: { name: "ISO 20022 (camt)", table: false },
  mt940: { name: "SWIFT MT940", table: false },
  coda: { name: "CODA", table: false },
  bai2: { name: "BAI2", table: false },
  aeb43: { name: "AEB 43 (Norma 43)", table: false },
  cfonb120: { name: "CFONB 120", table: false },
};

/** The formats that can be imported, for a person, with the size of the largest file. */
export function describeFormats(uploadBytes: number): string {
  const most = uploadBytes / 1_000_000;
  return `CSV up to ${most} MB. OFX, QFX, QBO, QIF, camt, MT940, CODA, AEB 43, CFONB 120, BAI2 and Excel up to ${Math.min(most, 16)} MB. PDF with text. ZIP files too.`;
}

/** The same for the browser's file dialog. The bytes decide, not the name. */
export const READ_ACCEPT = [
  ".csv,.tsv,.txt,.ofx,.qfx,.qbo,.qif,.xml,.c52,.c53,.c54,.sta,.940,.942,.mt940,.mt942,.swi,.cod,.coda,.bai,.bai2,.n43,.c43,.q43,.cfo,.pdf,.xlsx,.xls,.ods,.zip,.gz",
  "text/csv,text/plain,text/tab-separated-values,text/xml,application/xml,application/zip,application/gzip,application/x-ofx,application/vnd.intu.qfx",
  "application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/octet-stream",
].join(",");

/** A format in words; an unknown one by its own name. */
export function formatWords(format: string): FormatWords {
  return FORMATS[format] ?? { name: format, table: false };
}

/** A row's state in a word or two. */
export function rowWord(state: string): string {
  return ROW_WORDS[state] ?? state;
}

/** A delimiter by name; an unknown one as printed. */
export function delimiterWord(delimiter: string | null): string {
  return delimiter === null ? "none" : (DELIMITERS[delimiter] ?? delimiter);
}

const SIGNS: Readonly<Record<string, string>> = {
  negative: "negative amounts",
  positive: "positive amounts",
  "separate columns": "in a separate column",
  "flag column": "marked by a word or letter",
  CdtDbtInd: "marked as a debit (CdtDbtInd)",
};

/** How money out is printed, in words. */
export function signWord(sign: string): string {
  return SIGNS[sign] ?? sign;
}

/** A decimal mark with an example. */
export function decimalWord(mark: string | null): string {
  return mark === null ? "none" : (DECIMAL_MARKS[mark] ?? mark);
}
