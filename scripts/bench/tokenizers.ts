// Each format's tokenizer alone, the rival of the whole stage in npm run bench -- formats: what it costs to take a document
// apart without asking what it says. papaparse and fast-xml-parser where a library does it, else our own.

import { XMLParser } from "fast-xml-parser";
import Papa from "papaparse";
import { decodeTagged, splitLines } from "../../src/statements/charset.ts";
import { splitMessages } from "../../src/statements/mt940/fields.ts";
import { readTree } from "../../src/statements/ofx/tree.ts";
import { splitBlocks } from "../../src/statements/qif/blocks.ts";
import { splitCommaRecords } from "../../src/statements/records/bai2-fields.ts";
import { splitRecords } from "../../src/statements/records/fields.ts";
import { openWorkbook } from "../../src/statements/workbook/open.ts";

/** How many pieces of the format's own kind (rows, elements, records) the bytes are taken apart into. */
export async function tokenize(format: string, bytes: Uint8Array): Promise<number> {
  const text = () => new TextDecoder("utf-8", { fatal: false }).decode(bytes);
  switch (format) {
    case "csv":
      return Papa.parse<string[]>(text(), { delimiter: ",", newline: "\n" }).data.length;
    case "camt":
      return Object.keys(
        new XMLParser({
          ignoreAttributes: false,
          processEntities: false,
          parseTagValue: false,
          removeNSPrefix: true,
        }).parse(text()),
      ).length;
    case "ofx":
      return readTree(text()).root.parts.length;
    case "qif":
      return splitBlocks(splitLines((await decodeTagged(bytes)).text)).length;
    case "mt940":
      return splitMessages(splitLines((await decodeTagged(bytes)).text)).length;
    case "bai2":
      return splitCommaRecords((await decodeTagged(bytes)).text).length;
    case "coda":
      return splitRecords((await decodeTagged(bytes)).text, 128).length;
    case "aeb43":
      return splitRecords((await decodeTagged(bytes)).text, 80).length;
    case "cfonb120":
      return splitRecords((await decodeTagged(bytes)).text, 120).length;
    case "xlsx":
      return rowsIn(bytes);
    default:
      throw new Error(`there is no tokenizer of ${format}`);
  }
}

async function rowsIn(bytes: Uint8Array): Promise<number> {
  let rows = 0;
  for (const sheet of (await openWorkbook(bytes)).sheets) {
    for await (const some of sheet.rows([])) rows += some.length;
  }
  return rows;
}
