// The records of a document in slices, as the read pass hands them over. A record waits while a
// later row can still change it: a booking whose details may follow, or a row without an amount
// that the next balance may turn into a rejected one.

import { printUnits, units } from "../../money/money.ts";
import { CSV_ROWS_MAX } from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import { SLICE_RECORDS, type Slice } from "../format.ts";
import { Tallies } from "../record-counts.ts";
import type { StatementRecord } from "../statement.ts";
import { readAmount } from "./amounts/amount.ts";
import { BalanceProver, hasBalance } from "./balance-prover.ts";
import type { CsvPlan } from "./plan.ts";
import { BalanceGaps, type Gap } from "./rows/balance-gaps.ts";
import { DetailedBooking, toKeptDetail } from "./rows/detail-rows.ts";
import { LateHeadings } from "./rows/late-headings.ts";
import {
  columnLabel,
  noAmountIn,
  reject,
  type OtherRecord,
  type ReadRow,
} from "./rows/read-row.ts";
import { RowReader } from "./rows/row-reader.ts";
import { isBlankLine, isPrintedAgain, stripCell } from "./shape/cells.ts";
import type { Batch } from "./shape/dialect.ts";

export class RecordCollector {
  readonly #plan: CsvPlan;
  /** The first record to hand over; those before it were handed over before a restart. */
  readonly #from: number;
  readonly #rowsMax: number;
  readonly #reader: RowReader;
  readonly #prover: BalanceProver;
  readonly #tallies = new Tallies();
  readonly #headings: LateHeadings;
  readonly #gaps: BalanceGaps | null;
  readonly #booking: DetailedBooking | null;
  /** The records so far, and those of them that are not handed over yet. */
  #count = 0;
  #held: StatementRecord[] = [];
  /** The index in #held of the booking that may still get details; -1 if there is none. */
  #openBooking = -1;
  #previousCells: readonly string[] = [];

  constructor(plan: CsvPlan, from: number, rowsMax = CSV_ROWS_MAX) {
    this.#plan = plan;
    this.#from = from;
    this.#rowsMax = rowsMax;
    this.#reader = new RowReader(plan);
    this.#prover = new BalanceProver(plan);
    this.#headings = new LateHeadings(plan);
    this.#gaps = plan.chain === null ? null : new BalanceGaps(plan.chain);
    this.#booking =
      plan.details === undefined ? null : new DetailedBooking(plan, plan.details.amount);
  }

  /** Whether there were more rows than are read. */
  get isFull(): boolean {
    return this.#count > this.#rowsMax;
  }

  /**
   * Reads a batch of rows; yields each slice that is full. `last`: the document ends with the
   * batch.
   */
  *take({ rows, lines, broken }: Batch, last: boolean): Generator<Slice> {
    for (let i = 0; i < rows.length; i += 1) {
      const cells = must(rows[i], "a row within the batch");
      const line = lines[i] ?? 0;
      const isBlank = cells.length === 1 && isBlankLine(cells[0] ?? "");
      if (line < this.#plan.first_line || isBlank) continue;
      if (this.#count >= this.#rowsMax) return this.#stop(line);
      const fault = broken.size === 0 ? undefined : broken.get(i);
      const read = this.#reader.read(cells, line, fault, last && i === rows.length - 1);
      this.#add(read);
      if (this.#held.length >= SLICE_RECORDS) yield this.#handOver();
      if (read.also === undefined) continue;
      this.#add({ kind: "transaction", row: read.also });
      if (this.#held.length >= SLICE_RECORDS) yield this.#handOver();
    }
  }

  /** The last slice, with the proof of the whole document. */
  finish(): Slice {
    const proof = this.#prover.proof(true);
    const [asked, doubts] = [this.#headings.ask(proof), this.#headings.doubts()];
    return {
      records: this.#held,
      next: this.#count,
      proof,
      tally: this.#tallies.tally(),
      ...(asked.length > 0 && { asked }),
      ...(doubts.length > 0 && { doubts }),
    };
  }

  #stop(line: number): void {
    if (this.#count === this.#rowsMax && this.#count >= this.#from)
      this.#held.push({
        kind: "rejected",
        line,
        cells: [],
        reason: `The file has more than ${this.#rowsMax} rows; it was not read from this row on.`,
      });
    this.#count = this.#rowsMax + 1;
  }

  #add(read: ReadRow): void {
    const detailed = this.#booking === null ? null : this.#booking.take(read);
    const record = detailed === null ? this.#rejectSpare(this.#settle(read)) : toKeptDetail(read);
    this.#tallies.note(record);
    this.#headings.note(record);
    this.#count += 1;
    const isWanted = this.#count > this.#from;
    if (record.kind === "transaction") this.#openBooking = isWanted ? this.#held.length : -1;
    if (!isWanted) return;
    if (detailed !== null && this.#openBooking >= 0)
      this.#held[this.#openBooking] = { kind: "transaction", row: detailed };
    this.#held.push(record);
  }

  /** The record as far as it shows by itself; its balance goes into the proof. */
  #settle(record: ReadRow): StatementRecord {
    const key = balanceKey(this.#plan, record);
    if (record.kind === "transaction") {
      const { row } = record;
      const isRepeated = isPrintedAgain(row.cells, this.#previousCells, row.reference ?? "");
      this.#previousCells = row.cells;
      if (!isRepeated) {
        this.#prover.feed(key, row);
        const gap = hasBalance(row)
          ? (this.#gaps?.row(key, row.amount, row.balance) ?? null)
          : null;
        if (gap !== null) this.#rejectHeld(gap);
      }
      return record.also === undefined ? record : { kind: "transaction", row };
    }
    const { unpriced, ...plainRecord } = record;
    if (unpriced === undefined || this.#gaps === null) return plainRecord;
    const { date, balance } = unpriced;
    this.#prover.feed(key, { date, amount: null, balance, line: record.line });
    let own: StatementRecord = plainRecord;
    for (const gap of this.#gaps.lacking(key, balance, this.#count)) {
      if (gap.place === this.#count) own = this.#rejectGap(plainRecord, gap.moved);
      else this.#rejectHeld(gap);
    }
    return own;
  }

  /** Rejects a row that was taken for a remark, now that the balance shows that it moved money. */
  #rejectHeld({ place, moved }: Gap): void {
    const at = place - (this.#count - this.#held.length);
    const record = this.#held[at];
    if (record?.kind === "skipped" && record.doubtful === true)
      this.#held[at] = this.#rejectGap(record, moved);
    this.#tallies.rejectDoubtful();
  }

  #rejectGap({ line, cells }: OtherRecord, moved: number): OtherRecord {
    const amount = printUnits(units(Math.abs(moved)), 2);
    const reason = `${noAmountIn(this.#plan)}, though the balance changes by ${amount} here.`;
    return reject(line, cells, reason);
  }

  /**
   * Rejects a row without an amount that has one in another column of amounts: it was not
   * understood. A running balance says more, because it breaks where such a row is missing.
   */
  #rejectSpare(record: StatementRecord): StatementRecord {
    const { spare, chain, mark, decimals } = this.#plan;
    if (record.kind !== "skipped" || record.doubtful !== true) return record;
    if (spare === undefined || chain !== null) return record;
    const { line, cells } = record;
    const text = (column: number) => stripCell(cells[column] ?? "");
    const column = spare.find(
      (one) =>
        /[1-9]/.test(cells[one] ?? "") && typeof readAmount(text(one), mark, decimals) === "number",
    );
    if (column === undefined) return record;
    const label = columnLabel(this.#plan, column);
    const reason = `${noAmountIn(this.#plan)}; ${label} holds ${text(column).slice(0, 40)}.`;
    return reject(line, cells, reason);
  }

  /** The held records that no later row can change; all of them if even the first can, to go on. */
  #handOver(): Slice {
    const waiting = this.#firstWaiting();
    const end = waiting > 0 ? waiting : this.#held.length;
    const slice = {
      records: this.#held.slice(0, end),
      next: this.#count - this.#held.length + end,
      proof: this.#prover.proof(false),
      tally: this.#tallies.tally(),
    };
    this.#held = this.#held.slice(end);
    this.#openBooking = this.#openBooking >= end ? this.#openBooking - end : -1;
    return slice;
  }

  /** The index of the first held record that a later row can change. */
  #firstWaiting(): number {
    const { length } = this.#held;
    const gap = this.#gaps === null ? length : this.#gaps.firstOpen - (this.#count - length);
    const booking = this.#booking !== null && this.#openBooking >= 0 ? this.#openBooking : length;
    return Math.min(booking, gap >= 0 ? gap : length, length);
  }
}

/** Whose balance a row moves: an account's, and in a file of several currencies each currency's. */
function balanceKey(plan: CsvPlan, record: ReadRow): string {
  const row = record.kind === "transaction" ? record.row : record.unpriced;
  const account = row?.account ?? "";
  const hasCurrencies =
    plan.money.currencies !== undefined ||
    (plan.currency.column >= 0 && plan.currency.fixed === null);
  return hasCurrencies ? `${account}|${row?.currency ?? ""}` : account;
}
