// Whether a row is booked, by its status column. Runs once a row.

import { readStatus } from "../columns/cell-words.ts";
import { normalLabel } from "../columns/labels.ts";
import { readStatusCell, type Status } from "../columns/status-words.ts";
import type { CsvPlan } from "../plan.ts";

const CACHE_ENTRIES_MAX = 200;

export class StatusReader {
  readonly #plan: Pick<CsvPlan, "status" | "status_words">;
  readonly #known = new Map<string, Status>();

  constructor(plan: CsvPlan) {
    this.#plan = plan;
  }

  /** The status of a row; a word that the survey did not see and nobody knows is pending. */
  read(cells: readonly string[]): Status {
    if (this.#plan.status < 0) return "booked";
    const cell = cells[this.#plan.status] ?? "";
    const known = this.#known.get(cell);
    if (known !== undefined) return known;
    const status = this.#readCell(cell);
    if (this.#known.size >= CACHE_ENTRIES_MAX) this.#known.clear();
    this.#known.set(cell, status);
    return status;
  }

  #readCell(cell: string): Status {
    const { status_words: words } = this.#plan;
    if (words === undefined || cell.trim() === "") return readStatus(cell) ?? "booked";
    const said = readStatusCell(cell, words.label);
    if (said !== null) return said;
    const key = normalLabel(cell);
    if (words.booked.includes(key)) return "booked";
    return words.void.includes(key) ? "void" : "pending";
  }
}
