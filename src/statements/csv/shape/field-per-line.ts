// A statement with one field a line ("Date: ...", "Amount: ...") and a group of lines a transaction
// is read as a table with the labels as its header. Lines before the first group stay lines; a line
// without a label continues the field above it.

import { isAmount, isDate, stripCell } from "./cells.ts";
import { matchRoles } from "../columns/labels.ts";
import { emptyBatch, type Batch, type Tokenizer } from "./dialect.ts";
import { LineReader } from "./line-reader.ts";
import { CSV_CELL_CHARS_MAX } from "../../../platform/limits.ts";

const LABEL_CHARS_MAX = 32;
const LABELS_MAX = 24;
const LABEL_WEIGHT_MIN = 56;

/**
 * The labels of the groups, beginning with the one that starts each; null if the text is no such
 * list.
 */
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
  // A label before the first date belongs to the groups only if it repeats with each.
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

/**
 * Each group as a record with its fields in the order of the labels, after a record of the labels.
 */
export class FieldTokenizer implements Tokenizer {
  readonly #labels: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #lines: LineReader;
  #isHeaderWritten = false;
  /** The group at hand, the line it begins on, and the column filled last. */
  #cells: string[] | null = null;
  #since = 0;
  #last = -1;

  constructor(labels: readonly string[], newline: "\n" | "\r") {
    this.#labels = labels;
    this.#places = new Map(labels.map((label, index) => [label, index]));
    this.#lines = new LineReader(newline);
  }

  push(text: string): Batch {
    const batch = emptyBatch();
    for (const line of this.#lines.read(text, false)) this.#take(batch, line);
    return batch;
  }

  end(): Batch {
    const batch = emptyBatch();
    for (const line of this.#lines.read("", true)) this.#take(batch, line);
    this.#close(batch);
    return batch;
  }

  rest(): ReturnType<Tokenizer["rest"]> {
    return this.#lines.rest();
  }

  #close(batch: Batch): void {
    if (this.#cells === null) return;
    if (!this.#isHeaderWritten) addRow(batch, [...this.#labels], this.#since - 1);
    this.#isHeaderWritten = true;
    addRow(batch, this.#cells, this.#since);
    this.#cells = null;
  }

  #take(batch: Batch, line: string): void {
    const field = readField(line);
    const place = field === null ? undefined : this.#places.get(field.label);
    if (field === null || place === undefined) {
      this.#takeText(batch, line.trim());
      return;
    }
    if (this.#cells !== null && (place === 0 || this.#cells[place] !== "")) this.#close(batch);
    if (this.#cells === null) {
      this.#cells = this.#labels.map(() => "");
      this.#since = this.#lines.number;
    }
    this.#cells[place] = field.value;
    this.#last = place;
  }

  /** A line without a known label goes on with the field above it, or is a record of its own. */
  #takeText(batch: Batch, text: string): void {
    const cells = this.#cells;
    if (cells === null) addRow(batch, [text], this.#lines.number);
    else if (text !== "" && (cells[this.#last]?.length ?? 0) < CSV_CELL_CHARS_MAX)
      cells[this.#last] = `${cells[this.#last] ?? ""} ${text}`;
  }
}

function addRow(batch: Batch, cells: string[], line: number): void {
  batch.rows.push(cells);
  batch.lines.push(line);
}

function readField(line: string): { readonly label: string; readonly value: string } | null {
  const at = line.slice(0, LABEL_CHARS_MAX + 1).indexOf(":");
  const label = at < 2 ? "" : line.slice(0, at).trim();
  return /^\p{L}[\p{L} ./-]*$/u.test(label)
    ? { label, value: stripCell(line.slice(at + 1)) }
    : null;
}

function namesRole(label: string, wanted: (role: string) => boolean): boolean {
  const [best] = matchRoles(label);
  return best !== undefined && best.weight >= LABEL_WEIGHT_MIN && wanted(best.role);
}
