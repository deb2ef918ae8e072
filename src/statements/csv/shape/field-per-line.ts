// A statement with one field a line, "Date: ...", "Amount: ...", a group of lines a transaction: read as the table it
// is, the labels its header. Lines before the first group stay lines of their own; a line without a label goes on
// with the field above it.

import { isAmount, isDate, plain } from "./cells.ts";
import { labelRoles } from "../columns/labels.ts";
import type { Batch, Tokenizer } from "./tokenize.ts";
import { CSV_CELL_CHARS_MAX, CSV_RECORD_CHARS_MAX } from "../../../platform/limits.ts";

const LABEL_CHARS_MAX = 32;
const LABELS_MAX = 24;
const LABEL_WEIGHT_MIN = 56;

/** The labels of the groups, the one that begins each first; null where the text is no such list. */
export function findFields(text: string, newline: "\n" | "\r"): readonly string[] | null {
  const fields = text.split(newline).flatMap((line) => readField(line) ?? []);
  const counts = new Map<string, number>();
  for (const { label } of fields) counts.set(label, (counts.get(label) ?? 0) + 1);
  const dated = fields.find(
    ({ label, value }) => namesRole(label, (role) => role.endsWith("date")) && isDate(value),
  );
  const moving = fields.some(
    ({ label, value }) =>
      namesRole(label, (role) => role === "amount" || role === "debit" || role === "credit") &&
      isAmount(value),
  );
  if (dated === undefined || !moving) return null;
  const groups = counts.get(dated.label) ?? 0;
  // What stands before the first date belongs to a group only if it comes back with each.
  const from = fields.indexOf(dated);
  const before =
    groups > 1
      ? fields.slice(0, from).filter(({ label }) => (counts.get(label) ?? 0) >= groups)
      : [];
  const labels = [...new Set([...before, ...fields.slice(from)].map(({ label }) => label))].filter(
    (label) => 2 * (counts.get(label) ?? 0) >= groups,
  );
  return labels.length >= 3 && labels.length <= LABELS_MAX ? labels : null;
}

/** The groups as records with their fields in the order of the labels, behind a record of the labels themselves. */
export function blockTokenizer(labels: readonly string[], newline: "\n" | "\r"): Tokenizer {
  const places = new Map(labels.map((label, index) => [label, index]));
  let carry = "";
  let line = 0;
  let begun = false;
  let cells: string[] | null = null;
  let since = 0;
  let last = -1;

  function close(batch: Batch): void {
    if (cells === null) return;
    if (!begun) addRow(batch, [...labels], since - 1);
    begun = true;
    addRow(batch, cells, since);
    cells = null;
  }

  function take(batch: Batch, printed: string): void {
    line += 1;
    const field = readField(printed);
    const place = field === null ? undefined : places.get(field.label);
    if (field === null || place === undefined) {
      if (cells === null) addRow(batch, [printed.trim()], line);
      else if (printed.trim() !== "" && (cells[last]?.length ?? 0) < CSV_CELL_CHARS_MAX)
        cells[last] = `${cells[last] ?? ""} ${printed.trim()}`;
      return;
    }
    if (cells !== null && (place === 0 || cells[place] !== "")) close(batch);
    if (cells === null) {
      cells = labels.map(() => "");
      since = line;
    }
    cells[place] = field.value;
    last = place;
  }

  function lines(text: string, whole: boolean): Batch {
    const batch: Batch = { rows: [], lines: [], broken: new Map() };
    const parts = (carry + text).split(newline);
    carry = whole ? "" : (parts.pop() ?? "").slice(0, CSV_RECORD_CHARS_MAX);
    for (const part of parts) take(batch, part);
    if (whole) close(batch);
    return batch;
  }

  return {
    push: (text) => lines(text, false),
    end: () => lines("", true),
    rest: () => ({ chars: carry.length, line: line + 1, quoted: false }),
  };
}

function addRow(batch: Batch, cells: string[], line: number): void {
  batch.rows.push(cells);
  batch.lines.push(line);
}

function readField(line: string): { readonly label: string; readonly value: string } | null {
  const at = line.slice(0, LABEL_CHARS_MAX + 1).indexOf(":");
  const label = at < 2 ? "" : line.slice(0, at).trim();
  return /^\p{L}[\p{L} ./-]*$/u.test(label) ? { label, value: plain(line.slice(at + 1)) } : null;
}

function namesRole(label: string, wanted: (role: string) => boolean): boolean {
  const [best] = labelRoles(label);
  return best !== undefined && best.weight >= LABEL_WEIGHT_MIN && wanted(best.role);
}
