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
import { builtInFormat, parseFormat, type NumberFormat } from "./number-format.ts";
import { isOn, readRows, decodeEscapes, type Shared } from "./ooxml-sheet.ts";
import { scanPart, type Package } from "./package.ts";
import { stringTable, type StringTable } from "./string-table.ts";
import { Unusable, type Sheet, type Workbook } from "./workbook.ts";
import { parseAttributes } from "./xml.ts";

/** Opens the package as XLSX; throws when it is something else or damaged. */
export async function openXlsx(from: Package): Promise<Workbook> {
  const path = await findWorkbookPart(from);
  if (path.toLowerCase().endsWith(".bin")) {
    throw new Unusable(
      "The file is a binary Excel workbook (XLSB), which cannot be read. Save it as XLSX or CSV and upload that.",
      "not a statement",
    );
  }
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/") + 1) : "";
  const related = await readRelations(from, `${folder}_rels/${path.slice(folder.length)}.rels`);
  const { listed, from1904 } = await listSheets(from, path);
  const shared: Shared = {
    from1904,
    strings: await readStrings(from, findPart(related, "sharedStrings", folder)),
    formats: await readFormats(from, findPart(related, "styles", folder)),
  };
  const sheets: Sheet[] = [];
  for (const { name, hidden, id } of listed) {
    const relation = related.get(id);
    if (relation === undefined)
      throw new Unusable(`The workbook is damaged: the place of its sheet "${name}" is missing.`);
    // Charts and dialogs have no rows.
    if (!relation.type.endsWith("/worksheet")) continue;
    const part = resolveTarget(relation.target, folder);
    sheets.push({ name, hidden, rows: (merges) => readRows(from, part, name, shared, merges) });
  }
  return {
    kind: "xlsx",
    description: "an Excel workbook (XLSX)",
    encoding: "utf-8",
    from1904,
    sheets,
  };
}

interface Relation {
  readonly type: string;
  readonly target: string;
}

async function findWorkbookPart(from: Package): Promise<string> {
  const roots = from.has("_rels/.rels")
    ? await readRelations(from, "_rels/.rels")
    : new Map<string, Relation>();
  const root = [...roots.values()].find(({ type }) => type.endsWith("/officeDocument"));
  return root === undefined ? "xl/workbook.xml" : resolveTarget(root.target, "");
}

async function readRelations(from: Package, name: string): Promise<ReadonlyMap<string, Relation>> {
  const found = new Map<string, Relation>();
  await scanPart(from, name, WORKBOOK_PART_BYTES_MAX, {
    open(tag, text) {
      if (tag !== "Relationship") return;
      const attributes = parseAttributes(text);
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
function resolveTarget(path: string, folder: string): string {
  const steps: string[] = [];
  for (const step of (path.startsWith("/") ? path : folder + path).split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

function findPart(
  related: ReadonlyMap<string, Relation>,
  type: string,
  folder: string,
): string | null {
  const relation = [...related.values()].find((one) => one.type.endsWith(`/${type}`));
  return relation === undefined ? null : resolveTarget(relation.target, folder);
}

async function listSheets(
  from: Package,
  path: string,
): Promise<{ listed: { name: string; hidden: boolean; id: string }[]; from1904: boolean }> {
  const listed: { name: string; hidden: boolean; id: string }[] = [];
  let from1904 = false;
  await scanPart(from, path, WORKBOOK_PART_BYTES_MAX, {
    open(tag, text) {
      if (tag === "workbookPr") from1904 = isOn(parseAttributes(text).get("date1904"));
      if (tag !== "sheet") return;
      const attributes = parseAttributes(text);
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

async function readFormats(from: Package, part: string | null): Promise<readonly NumberFormat[]> {
  const codes = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  if (part === null) return formats;
  await scanPart(from, part, WORKBOOK_PART_BYTES_MAX, {
    open(tag, text) {
      if (tag === "cellXfs") inCells = true;
      else if (tag === "numFmt") {
        const attributes = parseAttributes(text);
        codes.set(
          Number(attributes.get("numFmtId")),
          parseFormat(attributes.get("formatCode") ?? ""),
        );
      } else if (tag === "xf" && inCells) {
        const id = Number(parseAttributes(text).get("numFmtId") ?? 0);
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

async function readStrings(from: Package, part: string | null): Promise<StringTable> {
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
        strings.add(decodeEscapes(text ?? ""));
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
