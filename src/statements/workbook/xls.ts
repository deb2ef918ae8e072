// Old Excel workbooks (MS-XLS; versions 5, 95 and 97 to 2003): the few records for sheets, cells,
// texts and number formats. The format has no checksum, so a changed byte inside a number cannot be
// noticed.

import { WORKBOOK_SHEETS_MAX } from "../../platform/limits.ts";
import { codePageName, readLetters, readSharedTexts, readUnicodeText } from "./biff-text.ts";
import { sheetRows, type BiffBook } from "./biff-sheet.ts";
import { recordAt, wordAt, type BiffRecord } from "./biff-record.ts";
import { isCompound, openCompound } from "./compound-file.ts";
import { builtInFormat, parseFormat, type NumberFormat } from "./number-format.ts";
import { PROTECTED } from "./package.ts";
import { stringTable } from "./string-table.ts";
import { Unusable, type Sheet, type Workbook } from "./workbook.ts";

const DESCRIPTION = "an old Excel workbook (XLS)";
const BOF = 0x0809;
const EOF = 0x000a;
const CONTINUE = 0x003c;
const VERSION_8 = 0x0600;

/** Whether the bytes are a workbook's stream without a container, as simple scripts write it. */
export function isBareStream(head: Uint8Array): boolean {
  const [first, second, third, fourth] = head;
  return (
    first === 9 &&
    fourth === 0 &&
    ((second === 8 && (third === 8 || third === 16)) ||
      ((second === 0 || second === 2 || second === 4) && (third === 4 || third === 6)))
  );
}

/** Opens an old workbook; throws when it is something else, protected or damaged. */
export function openXls(bytes: Uint8Array): Workbook {
  const stream = isCompound(bytes) ? findStream(bytes) : bytes;
  const first = recordAt(stream, 0);
  if (first === null || first.id !== BOF) {
    throw new Unusable(
      "The file is an Excel workbook from before 1993, which cannot be read. Open it in a spreadsheet program and save it as XLSX or CSV.",
      "not a statement",
    );
  }
  const book = readBook(stream, wordAt(first.data, 0) === VERSION_8, wordAt(first.data, 2));
  const sheets = book.listed.map(({ name, hidden, offset }): Sheet => {
    return { name, hidden, rows: (merges) => sheetRows(stream, offset, book, name, merges) };
  });
  return {
    kind: "xls",
    description: DESCRIPTION,
    encoding: book.wide ? "utf-16le" : book.page,
    from1904: book.from1904,
    sheets,
  };
}

function findStream(bytes: Uint8Array): Uint8Array {
  const file = openCompound(bytes);
  const names = new Set(file.names.map((name) => name.toLowerCase()));
  const stream = file.stream("Workbook") ?? file.stream("Book");
  if (stream !== null) return stream;
  if (names.has("encryptedpackage")) throw new Unusable(PROTECTED, "not a statement");
  const found =
    OTHERS.find(([name]) => names.has(name))?.[1] ?? "an old Office document, but no workbook";
  throw new Unusable(
    `The file is ${found}; download the statement as CSV or XLSX instead.`,
    "not a statement",
  );
}

const OTHERS: readonly (readonly [string, string])[] = [
  ["worddocument", "a Word document"],
  ["powerpoint document", "a PowerPoint presentation"],
  ["__properties_version1.0", "an Outlook message; save its attachment and upload that"],
  ["wpsdocument", "a Works document"],
];

interface Listed {
  readonly name: string;
  readonly hidden: boolean;
  readonly offset: number;
}

/** Reads the records that the sheets share, and the list of sheets. */
function readBook(
  stream: Uint8Array,
  wide: boolean,
  type: number,
): BiffBook & { readonly listed: readonly Listed[] } {
  const reader = new BookReader(wide);
  // A single sheet without the workbook around it.
  if (type === SINGLE_SHEET)
    return { ...reader.book(), listed: [{ name: "Sheet1", hidden: false, offset: 0 }] };
  for (let record = recordAt(stream, 0); ; record = recordAt(stream, record.next)) {
    if (record === null)
      throw new Unusable(
        `The file is ${DESCRIPTION} that is damaged: it is cut off. Download it again.`,
      );
    if (record.id === EOF) return reader.book();
    reader.read(record);
  }
}

const SINGLE_SHEET = 0x10;

class BookReader {
  readonly #wide: boolean;
  readonly #codes = new Map<number, NumberFormat>();
  readonly #numbers: number[] = [];
  readonly #listed: Listed[] = [];
  readonly #shared: Uint8Array[] = [];
  #page = "windows-1252";
  #from1904 = false;
  #inShared = false;

  constructor(wide: boolean) {
    this.#wide = wide;
  }

  read({ id, data }: BiffRecord): void {
    if (id === CONTINUE && this.#inShared) this.#shared.push(data);
    else this.#inShared = id === 0x00fc;
    if (id === 0x002f) throw new Unusable(PROTECTED, "not a statement");
    else if (id === 0x0042) this.#page = codePageName(wordAt(data, 0));
    else if (id === 0x0022) this.#from1904 = wordAt(data, 0) === 1;
    else if (id === 0x00fc) this.#shared.push(data);
    else if (id === 0x00e0) this.#numbers.push(wordAt(data, 2));
    else if (id === 0x041e) this.#codes.set(wordAt(data, 0), parseFormat(this.#formatCode(data)));
    else if (id === 0x0085 && data[5] === 0) this.#list(data);
  }

  book(): BiffBook & { readonly listed: readonly Listed[] } {
    return {
      wide: this.#wide,
      page: this.#page,
      from1904: this.#from1904,
      listed: this.#listed,
      texts: this.#shared.length === 0 ? stringTable() : readSharedTexts(this.#shared),
      formats: this.#numbers.map((number) => this.#codes.get(number) ?? builtInFormat(number)),
    };
  }

  #formatCode(data: Uint8Array): string {
    return this.#wide
      ? readUnicodeText(data, 4, wordAt(data, 2))
      : readLetters(data, 3, data[2] ?? 0, false);
  }

  #list(data: Uint8Array): void {
    this.#listed.push({
      offset: wordAt(data, 0) + wordAt(data, 2) * 65_536,
      hidden: ((data[4] ?? 0) & 3) !== 0,
      name: readName(data, this.#wide, this.#page),
    });
    if (this.#listed.length > WORKBOOK_SHEETS_MAX)
      throw new Unusable(
        `The workbook has more than ${WORKBOOK_SHEETS_MAX} sheets; upload one with only the sheets that hold transactions.`,
        "too large",
      );
  }
}

function readName(data: Uint8Array, wide: boolean, page: string): string {
  const length = data[6] ?? 0;
  return wide
    ? readUnicodeText(data, 7, length)
    : new TextDecoder(page).decode(data.subarray(7, 7 + length));
}
