// Names of companies in the cells of a paper: after a label, in the line over an address window,
// before a legal form, and over the line that gives the company's seat.

import { findColon, type Cell } from "./cells.ts";
import { legalFormIn } from "./legal-forms.ts";
import { NAME_LABELS } from "./party-labels.ts";

/** A name with its offset into the view. */
export interface NameAt {
  readonly text: string;
  readonly start: number;
}

const LETTERS = /\p{L}{2}/u;
const BELOW_LINES = 5;
const WINDOW_CHARS_MAX = 140;
const WINDOW_PARTS_MIN = 3;
const COMPANY_WORDS_MAX = 5;
const PARTS = /\s[-–—|·•●*]\s|[|·•●]|,\s/;
/** A name does not go across these. */
const BOUNDS = [", ", " - ", " – ", "|", "·", "•", "●", ": ", "(", ". "];
const SEAT =
  /^(?:siège social|registered office|sede legale|domicilio social|sitz|sede|siedziba|sídlo|székhely|sediul|reg\.? office|corporate office|head office|säte|hovedkontor|kotipaikka)/iu;

/**
 * The name that a label introduces: after it in its cell, else the next cell, else the first name
 * below. Below, "Name:" among other labels leads to it too.
 */
export function findLabelledName(cell: Cell, lines: readonly (readonly Cell[])[]): NameAt | null {
  const end = cell.label?.end ?? 0;
  const behind = cell.text.slice(end);
  if (LETTERS.test(behind)) return { text: upToAddress(behind), start: cell.start + end };
  const next = lines[cell.line]?.find(
    ({ column, label }) => column === cell.column + 1 && label === null,
  );
  if (next !== undefined) return { text: upToAddress(next.text), start: next.start };
  for (const line of lines.slice(cell.line + 1, cell.line + 1 + BELOW_LINES)) {
    const below = line.find((one) => one.column === cell.column || one.columns === 1);
    if (below === undefined) continue;
    if (below.label !== null || below.isOthers) return null;
    const name = readNameBelow(below, line);
    if (name !== null) return { text: upToAddress(name.text), start: name.start };
  }
  return null;
}

/** The cell itself, or the value of "Name:". A cell with a colon next to it is a label. */
function readNameBelow(below: Cell, line: readonly Cell[]): NameAt | null {
  const isLabel = line.some(
    ({ column, text }) => column === below.column + 1 && /^\s*[:：]/.test(text),
  );
  const name = isLabel ? null : readNameLabel(below, line);
  return name === null || /\d$/.test(name.text) ? null : name;
}

function readNameLabel(cell: Cell, line: readonly Cell[]): NameAt | null {
  const colon = findColon(cell.text);
  if (colon === -1) return cell;
  if (!NAME_LABELS.in(cell.text.slice(0, colon))) return null;
  const own = cell.text.slice(colon + 1);
  if (LETTERS.test(own)) return { text: own, start: cell.start + colon + 1 };
  return line.find((one) => one.column === cell.column + 1) ?? null;
}

/** A name before its address: "Example Ltd., 12 High Street". */
function upToAddress(text: string): string {
  const form = legalFormIn(text, 1);
  if (form !== null) return text.slice(0, form.end);
  const comma = /, | [-–|·•] |[;(]/.exec(text);
  return comma === null ? text : text.slice(0, comma.index);
}

/** "Example GmbH - Street 1 - 12345 Town": the name in the sender's line over an address window. */
export function findWindowLine(text: string): string | null {
  if (text.length > WINDOW_CHARS_MAX || !/(?<!\d)(?:[A-Z]{1,2}-)?\d{4,6}(?!\d)/.test(text))
    return null;
  const parts = text.split(PARTS);
  const [name = ""] = parts;
  return parts.length >= WINDOW_PARTS_MIN && !/\d/.test(name) ? name : null;
}

/** The name before a legal form, or after a leading one; `start` is its offset into the text. */
export function findCompany(text: string): NameAt | null {
  const hasLeadingForm =
    /^(?:株式会社|有限会社|合同会社|주식회사|ООО|ОАО|ПАО|ЗАО|АО|ТОВ|PT|S\.C\.) ?(?=[\p{L}"«])/u.test(
      text,
    );
  if (hasLeadingForm) return { text: upToAddress(text), start: 0 };
  const form = legalFormIn(text, 1);
  if (form === null) return null;
  const before = text.slice(0, form.start).replace(/[\s,]+$/u, "");
  const from = Math.max(
    ...BOUNDS.map((bound) =>
      before.includes(bound) ? before.lastIndexOf(bound) + bound.length : 0,
    ),
  );
  const part = before.slice(from);
  const start = from + (part.length - part.trimStart().length);
  const words = before.slice(start).split(" ");
  if (words.length <= COMPANY_WORDS_MAX) return { text: text.slice(start, form.end), start };
  // In a sentence the name is its last words with capitals.
  let at = words.length;
  while (at > 0 && /^[\p{Lu}\p{N}&+]/u.test(words[at - 1] ?? "")) at -= 1;
  if (at === words.length) return null;
  const skipped = words.slice(0, at).join(" ").length + (at > 0 ? 1 : 0);
  return { text: text.slice(start + skipped, form.end), start: start + skipped };
}

/** Whether a cell is alone over the line that says where the company sits. */
export function hasSeatBelow(cell: Cell, lines: readonly (readonly Cell[])[]): boolean {
  const [below, ...more] = lines[cell.line + 1] ?? [];
  return (
    cell.columns === 1 &&
    below !== undefined &&
    more.length === 0 &&
    !below.isOthers &&
    SEAT.test(below.text)
  );
}
