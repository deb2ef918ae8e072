// XLSX: the workbook part, its relationships, number formats and shared texts (ECMA-376 part 1,
// 18). ooxml-sheet.ts reads the sheets.

import {
  WORKBOOK_PART_BYTES_MAX,
  WORKBOOK_SHEETS_MAX,
  WORKBOOK_SHEET_BYTES_MAX,
  WORKBOOK_STRINGS_MAX,
  WORKBOOK_STRING_BYTES_MAX,
  XML_TEXT_CHARS_MAX,
} from "../../platform/limits.ts";
import { builtInFormat, formatOf, type NumberFormat } from "./number-format.ts";
import { isOn, sheetRows, unescaped, type Shared } from "./ooxml-sheet.ts";
import { scanPart, type Package } from "./package.ts";
import { stringTable, type StringTable } from "./string-table.ts";
import { Unusable, type Sheet, type Workbook } from "./workbook.ts";
import { attributesOf } from "./xml.ts";

/** Opens the package as XLSX; throws when it is something else or damaged. */
export async function openXlsx(from: Package): Promise<Workbook> {
  const path = await workbookPath(from);
  if (path.toLowerCase().endsWith(".bin")) {
    throw new Unusable(
      "The file is a binary Excel workbook (XLSB), which cannot be read. Save it as XLSX or CSV and upload that.",
      "not a statement",
    );
  }
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/") + 1) : "";
  const related = await relations(from, `${folder}_rels/${path.slice(folder.length)}.rels`);
  const { listed, from1904 } = await sheetsOf(from, path);
  const shared: Shared = {
    from1904,
    strings: await stringsOf(from, partOf(related, "sharedStrings", folder)),
    formats: await formatsOf(from, partOf(related, "styles", folder)),
  };
  const sheets: Sheet[] = [];
  for (const { name, hidden, id } of listed) {
    const relation = related.get(id);
    if (relation === undefined)
      throw new Unusable(`The workbook is damaged: the place of its sheet "${name}" is missing.`);
    // Charts and dialogs have no rows.
    if (!relation.type.endsWith("/worksheet")) continue;
    const part = target(relation.target, folder);
    sheets.push({ name, hidden, rows: (merges) => sheetRows(from, part, name, shared, merges) });
  }
  return { kind: "xlsx", called: "an Excel workbook (XLSX)", encoding: "utf-8", from1904, sheets };
}

interface Relation {
  readonly type: string;
  readonly target: string;
}

async function workbookPath(from: Package): Promise<string> {
  const roots = from.has("_rels/.rels")
    ? await relations(from, "_rels/.rels")
    : new Map<string, Relation>();
  const root = [...roots.values()].find(({ type }) => type.endsWith("/officeDocument"));
  return root === undefined ? "xl/workbook.xml" : target(root.target, "");
}

async function relations(from: Package, name: string): Promise<ReadonlyMap<string, Relation>> {
  const found = new Map<string, Relation>();
  await scanPart(from, name, WORKBOOK_PART_BYTES_MAX, {
    open(tag, text) {
      if (tag !== "Relationship") return;
      const attributes = attributesOf(text);
      if (attributes.get("TargetMode") !== "External")
        found.set(attributes.get("Id") ?? "", {
          type: attributes.get("Type") ?? "",
          target: attributes.get("Target") ?? "",
        });
    },
    close() {},
    text() {},
  });
  return found;
}

/** Resolves a target against the folder, or from the root; ".." goes up. It only names a part. */
function target(path: string, folder: string): string {
  const steps: string[] = [];
  for (const step of (path.startsWith("/") ? path : folder + path).split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

function partOf(
  related: ReadonlyMap<string, Relation>,
  type: string,
  folder: string,
): string | null {
  const relation = [...related.values()].find((one) => one.type.endsWith(`/${type}`));
  return relation === undefined ? null : target(relation.target, folder);
}

async function sheetsOf(
  from: Package,
  path: string,
): Promise<{ listed: { name: string; hidden: boolean; id: string }[]; from1904: boolean }> {
  const listed: { name: string; hidden: boolean; id: string }[] = [];
  let from1904 = false;
  await scanPart(from, path, WORKBOOK_PART_BYTES_MAX, {
    open(tag, text) {
      if (tag === "workbookPr") from1904 = isOn(attributesOf(text).get("date1904"));
      if (tag !== "sheet") return;
      const attributes = attributesOf(text);
      const state = attributes.get("state") ?? "visible";
      listed.push({
        name: attributes.get("name") ?? "",
        hidden: state !== "visible",
        id: attributes.get("id") ?? "",
      });
      if (listed.length > WORKBOOK_SHEETS_MAX)
        throw new Unusable(
          `The workbook has more than ${WORKBOOK_SHEETS_MAX} sheets; upload one with only the sheets that hold transactions.`,
          "too large",
        );
    },
    close() {},
    text() {},
  });
  return { listed, from1904 };
}

async function formatsOf(from: Package, part: string | null): Promise<readonly NumberFormat[]> {
  const codes = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  if (part === null) return formats;
  await scanPart(from, part, WORKBOOK_PART_BYTES_MAX, {
    open(tag, text) {
      if (tag === "cellXfs") inCells = true;
      else if (tag === "numFmt") {
        const attributes = attributesOf(text);
        codes.set(Number(attributes.get("numFmtId")), formatOf(attributes.get("formatCode") ?? ""));
      } else if (tag === "xf" && inCells) {
        const id = Number(attributesOf(text).get("numFmtId") ?? 0);
        formats.push(codes.get(id) ?? builtInFormat(id));
      }
    },
    close(tag) {
      if (tag === "cellXfs") inCells = false;
    },
    text() {},
  });
  return formats;
}

async function stringsOf(from: Package, part: string | null): Promise<StringTable> {
  const strings = stringTable();
  let text: string | null = null;
  let phonetic = 0;
  let inText = false;
  if (part === null) return strings;
  await scanPart(from, part, WORKBOOK_SHEET_BYTES_MAX, {
    open(tag) {
      if (tag === "si") text = "";
      else if (tag === "rPh") phonetic += 1;
      else if (tag === "t") inText = phonetic === 0;
    },
    close(tag) {
      if (tag === "t") inText = false;
      else if (tag === "rPh") phonetic -= 1;
      else if (tag === "si") {
        strings.add(unescaped(text ?? ""));
        text = null;
        if (strings.count > WORKBOOK_STRINGS_MAX || strings.bytes > WORKBOOK_STRING_BYTES_MAX) {
          throw new Unusable(
            `The workbook has more than ${WORKBOOK_STRINGS_MAX} texts or more than ${WORKBOOK_STRING_BYTES_MAX} bytes of text. Export fewer months at once, or CSV.`,
            "too large",
          );
        }
      }
    },
    text(piece) {
      if (!inText || text === null) return;
      text += piece;
      if (text.length > XML_TEXT_CHARS_MAX)
        throw new Unusable(
          `A text of the workbook has more than ${XML_TEXT_CHARS_MAX} characters.`,
          "too large",
        );
    },
  });
  return strings;
}
