// The read pass: the plan in hand, the whole document to records, a slice at a time, in bounded
// memory. Deterministic: the same document and plan give the same records, so a restart tokenizes
// from the beginning and drops what was already handed over.

import { CSV_ROWS_MAX } from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import { printUnits, units } from "../../money/money.ts";
import { Breaks, joinProofs, NO_PROOF } from "../proof-breaks.ts";
import { SLICE_RECORDS, type Slice } from "../format.ts";
import type { DocumentSource, Proof, StatementRecord } from "../statement.ts";
import { Tallies } from "../record-counts.ts";
import { readAmount } from "./amounts/amount.ts";
import { isPrintedAgain, plain } from "./shape/cells.ts";
import { DetailedBooking, toKeptDetail } from "./rows/detail-rows.ts";
import { BalanceGaps, type Gap } from "./rows/balance-gaps.ts";
import type { CsvPlan } from "./plan.ts";
import { chain, type Chain, type ChainRow } from "./amounts/proof.ts";
import { truncateCells } from "./rows/row-text.ts";
import { columnLabel, noAmountIn, rowReader, type ReadRow } from "./rows/row-reader.ts";
import { textBlocks } from "./shape/text.ts";
import { tokenizer, type Batch } from "./shape/tokenize.ts";

/**
 * The document's records from `fromRecord` on, in slices of up to 1,000; every data record exactly once.
 * Behind `rowsMax` records comes one that says that the rest was not read.
 */
export async function* readCsv(
  source: DocumentSource,
  plan: CsvPlan,
  fromRecord: number,
  rowsMax: number = CSV_ROWS_MAX,
): AsyncGenerator<Slice> {
  const reader = rowReader(plan);
  const tokens = tokenizer(plan.dialect, plan.width);
  const prover = proverOf(plan);
  const tallies = new Tallies();
  let number = 0;
  let before: readonly string[] = [];
  let held: StatementRecord[] = [];
  const booking =
    plan.details === undefined ? null : new DetailedBooking(plan, plan.details.amount);
  const gaps = plan.chain === null ? null : new BalanceGaps(plan.chain);
  /** Where the booking that may still have details is held; -1 where it is handed over or there is none. */
  let open = -1;

  /** The record as far as it shows by itself; rows without an amount are looked at with those around them. */
  function settle(record: ReadRow): StatementRecord {
    const key = keyOf(plan, record);
    if (record.kind === "transaction") {
      const { row } = record;
      const again = isPrintedAgain(row.cells, before, row.reference ?? "");
      before = row.cells;
      if (!again) prover.feed(key, row);
      if (gaps !== null && counts(row) && !again) {
        const gap = gaps.row(key, row.amount, row.balance);
        if (gap !== null) reject(gap);
      }
      return record.also === undefined ? record : { kind: "transaction", row };
    }
    const { lacks, ...settled } = record;
    if (lacks === undefined || gaps === null) return settled;
    prover.feed(key, { date: lacks.date, amount: null, balance: lacks.balance, line: record.line });
    const place = number;
    let own: StatementRecord = settled;
    for (const gap of gaps.lacking(key, lacks.balance, place)) {
      if (gap.place === place) own = moves(settled, gap.moved);
      else reject(gap);
    }
    return own;
  }

  /** A row that was held to be a remark: the balance moves by it. */
  function reject({ place, moved }: Gap): void {
    const at = place - (number - held.length);
    const record = held[at];
    if (record?.kind === "skipped" && record.doubtful === true) held[at] = moves(record, moved);
    tallies.rejectDoubtful();
  }

  function moves(
    { line, cells }: StatementRecord & { kind: "skipped" | "rejected" },
    moved: number,
  ): StatementRecord {
    return {
      kind: "rejected",
      line,
      cells: truncateCells(cells),
      reason: `${noAmountIn(plan)}, though the balance moves by ${printUnits(units(Math.abs(moved)), 2)} here.`,
    };
  }

  function* take(batch: Batch, last: boolean): Generator<Slice> {
    const { rows, lines, broken } = batch;
    for (let i = 0; i < rows.length; i += 1) {
      const cells = must(rows[i], "a row within the batch");
      const line = lines[i] ?? 0;
      if (line < plan.first_line || (cells.length === 1 && isBlankLine(cells[0] ?? ""))) continue;
      if (number >= rowsMax) {
        if (number === rowsMax && number >= fromRecord)
          held.push({
            kind: "rejected",
            line,
            cells: [],
            reason: `The file has more than ${rowsMax} rows; from here on it was not read.`,
          });
        number = rowsMax + 1;
        return;
      }
      const read = reader(
        cells,
        line,
        broken.size === 0 ? undefined : broken.get(i),
        last && i === rows.length - 1,
      );
      put(read);
      if (held.length >= SLICE_RECORDS) yield handOver();
      if (read.also === undefined) continue;
      put({ kind: "transaction", row: read.also });
      if (held.length >= SLICE_RECORDS) yield handOver();
    }
  }

  function put(read: ReadRow): void {
    const detailed = booking === null ? null : booking.take(read);
    const record = detailed === null ? spared(settle(read), plan) : toKeptDetail(read);
    tallies.note(record);
    number += 1;
    if (record.kind === "transaction") open = number <= fromRecord ? -1 : held.length;
    if (number <= fromRecord) return;
    if (detailed !== null && open >= 0) held[open] = { kind: "transaction", row: detailed };
    held.push(record);
  }

  /** The records that no row behind them can change: a booking whose details may go on waits for them, a row that may yet be rejected for the next balance. */
  function handOver(): Slice {
    const end = waitsFrom();
    const slice = {
      records: held.slice(0, end),
      next: number - held.length + end,
      proof: prover.proof(false),
      tally: tallies.tally(),
    };
    held = held.slice(end);
    open = open >= end ? open - end : -1;
    return slice;
  }

  /** The first held record that may still change; all where it is the first of them, so that reading goes on. */
  function waitsFrom(): number {
    const gap = gaps === null ? Number.POSITIVE_INFINITY : gaps.firstOpen - (number - held.length);
    const from = Math.min(
      booking !== null && open >= 0 ? open : held.length,
      gap >= 0 ? gap : held.length,
      held.length,
    );
    return from > 0 ? from : held.length;
  }

  for await (const text of textBlocks(source, plan.encoding)) {
    yield* take(tokens.push(text), false);
    if (number > rowsMax) break;
  }
  if (number <= rowsMax) yield* take(tokens.end(), true);
  yield {
    records: held,
    next: number,
    proof: prover.proof(true),
    tally: tallies.tally(),
    ...statedIn(plan),
  };
}

/** The balance that the document states beside its rows; a running balance stands on the rows themselves. */
function statedIn({
  opening,
  closing,
  closing_day: day = null,
  dated,
  currency: { fixed: currency },
  account: { label },
}: CsvPlan): Pick<Slice, "stated"> {
  if (closing !== null)
    return {
      stated: [
        {
          account: label,
          currency,
          day,
          closing: units(closing),
          opening: opening === null ? null : units(opening),
        },
      ],
    };
  return dated === undefined
    ? {}
    : {
        stated: [
          {
            account: label,
            currency,
            day: dated.day,
            closing: units(dated.balance),
            opening: null,
          },
        ],
      };
}

/** A row without an amount that has one in another column of amounts was not understood: it is rejected. */
function spared(record: StatementRecord, plan: CsvPlan): StatementRecord {
  // A running balance says more: it breaks where such a row is missing, and does not where it is a detail.
  if (
    record.kind !== "skipped" ||
    record.doubtful !== true ||
    plan.spare === undefined ||
    plan.chain !== null
  )
    return record;
  const { line, cells } = record;
  const column = plan.spare.find(
    (one) =>
      /[1-9]/.test(cells[one] ?? "") &&
      typeof readAmount(plain(cells[one] ?? ""), plan.mark, plan.decimals) === "number",
  );
  return column === undefined
    ? record
    : {
        kind: "rejected",
        line,
        cells: truncateCells(cells),
        reason: `${noAmountIn(plan)}; ${columnLabel(plan, column)} holds ${plain(cells[column] ?? "").slice(0, 40)}.`,
      };
}

/** A line without content is no record. */
export function isBlankLine(text: string): boolean {
  return text === "" || text.trim() === "";
}

interface Prover {
  feed(key: string, row: ChainRow & { readonly pending?: boolean }): void;
  proof(whole: boolean): Proof;
}

/** Whether a row has part in the running balance: one that is pending and has no balance has none yet. */
function counts({
  pending = false,
  balance,
}: {
  readonly pending?: boolean;
  readonly balance: number | null;
}): boolean {
  return !pending || balance !== null;
}

/** Whose balance a row moves: an account's, and in a file of several currencies each currency's for itself. */
function keyOf(plan: CsvPlan, record: ReadRow): string {
  const of = record.kind === "transaction" ? record.row : record.lacks;
  if (plan.money.currencies !== undefined) return `${of?.account ?? ""}|${of?.currency ?? ""}`;
  return plan.currency.column < 0 || plan.currency.fixed !== null
    ? (of?.account ?? "")
    : `${of?.account ?? ""}|${of?.currency ?? ""}`;
}

/** The proof the plan allows: each account's running balance, else opening and closing balance. */
function proverOf(plan: CsvPlan): Prover {
  const { chain: mode, opening, closing } = plan;
  if (mode !== null) {
    const chains = new Map<string, Chain>();
    let lastKey = "";
    let last: Chain | undefined;
    return {
      feed(key, row) {
        if (!counts(row)) return;
        let one = key === lastKey ? last : chains.get(key);
        if (one === undefined) chains.set(key, (one = chain(mode)));
        lastKey = key;
        last = one;
        one.feed(row);
      },
      proof: (whole) => {
        const proof = joinProofs([...chains.values()].map((one) => one.proof(whole)));
        return proof.kind === "none" ? { ...proof, kind: "running balance" } : proof;
      },
    };
  }
  let sum = 0;
  let pendingSum = 0;
  let rows = 0;
  return {
    feed(_, { amount, pending = false }) {
      if (pending) pendingSum += amount ?? 0;
      else sum += amount ?? 0;
      rows += 1;
    },
    proof: (whole) => {
      if (opening === null || closing === null || !whole) return NO_PROOF;
      // Some banks count what is pending in the balances they state, others do not.
      const fits = opening + sum === closing || opening + sum + pendingSum === closing;
      const breaks = new Breaks();
      if (!fits) breaks.note(plan.closing_line ?? plan.first_line);
      return breaks.proof("opening and closing balance", rows, fits ? rows : 0);
    },
  };
}
