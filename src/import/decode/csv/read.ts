// The read pass: the plan in hand, the whole document to records, a slice at a time, in bounded
// memory. Deterministic: the same document and plan give the same records, so a restart tokenizes
// from the beginning and drops what was already handed over.

import { CSV_ROWS_MAX } from "../../../limits.ts";
import { must } from "../../../value/assert.ts";
import { Booking, keptDetail } from "./details.ts";
import type { CsvPlan } from "./plan.ts";
import { chain, type Chain } from "./proof.ts";
import { rowReader } from "./rows.ts";
import { textBlocks } from "./text.ts";
import { tokenizer, type Batch } from "./tokenize.ts";
import { SLICE_RECORDS, type Slice } from "../format.ts";
import type { DocumentSource, Proof, StatementRecord } from "../statement.ts";

/**
 * The document's records from `fromRecord` on, in slices of up to 1,000; every data record exactly once.
 * Behind `rowsMax` records comes one that says that the rest was not read.
 */
export async function* readCsv(source: DocumentSource, plan: CsvPlan, fromRecord: number, rowsMax: number = CSV_ROWS_MAX): AsyncGenerator<Slice> {
  const reader = rowReader(plan);
  const tokens = tokenizer(plan.dialect, plan.width);
  const prover = proofOf(plan);
  let number = 0;
  let held: StatementRecord[] = [];
  const booking = plan.details === undefined ? null : new Booking(plan, plan.details.amount);
  /** Where the booking that may still have details is held; -1 where it is handed over or there is none. */
  let open = -1;

  function* take(batch: Batch, last: boolean): Generator<Slice> {
    const { rows, lines, broken } = batch;
    for (let i = 0; i < rows.length; i += 1) {
      const cells = must(rows[i], "a row within the batch");
      const line = lines[i] ?? 0;
      if (line < plan.first_line || (cells.length === 1 && isBlankLine(cells[0] ?? ""))) continue;
      if (number >= rowsMax) {
        if (number === rowsMax && number >= fromRecord) held.push({ kind: "rejected", line, cells: [], reason: `The file has more than ${rowsMax} rows; from here on it was not read.` });
        number = rowsMax + 1;
        return;
      }
      const record = reader(cells, line, broken.size === 0 ? undefined : broken.get(i), last && i === rows.length - 1);
      if (record.kind === "transaction") prover.feed(record);
      number += 1;
      const detailed = booking === null ? null : booking.take(record);
      if (record.kind === "transaction") open = number <= fromRecord ? -1 : held.length;
      if (number <= fromRecord) continue;
      if (detailed !== null && open >= 0) held[open] = { kind: "transaction", row: detailed };
      held.push(detailed === null ? record : keptDetail(record));
      if (held.length === SLICE_RECORDS) {
        // A booking whose details may go on is handed over with them.
        const end = booking !== null && open > 0 ? open : held.length;
        yield { records: held.slice(0, end), next: number - held.length + end, proof: prover.proof(false) };
        held = held.slice(end);
        open = end === open ? 0 : -1;
      }
    }
  }

  for await (const text of textBlocks(source, plan.encoding)) {
    yield* take(tokens.push(text), false);
    if (number > rowsMax) break;
  }
  if (number <= rowsMax) yield* take(tokens.end(), true);
  yield { records: held, next: number, proof: prover.proof(true) };
}

/** A line without content is no record. */
export function isBlankLine(text: string): boolean {
  return text === "" || text.trim() === "";
}

interface Prover {
  feed(record: StatementRecord & { kind: "transaction" }): void;
  proof(whole: boolean): Proof;
}

const NO_PROOF: Proof = { kind: "none", rows_checked: 0, rows_proven: 0, breaks_at: null };

/** The proof the plan allows: each account's running balance, else opening and closing balance. */
function proofOf(plan: CsvPlan): Prover {
  const { chain: mode, opening, closing } = plan;
  if (mode !== null) {
    const chains = new Map<string, Chain>();
    let lastKey = "";
    let last: Chain | undefined;
    return {
      feed({ row }) {
        const key = plan.currency.column < 0 || plan.currency.fixed !== null ? (row.account ?? "") : `${row.account ?? ""}|${row.currency ?? ""}`;
        let one = key === lastKey ? last : chains.get(key);
        if (one === undefined) chains.set(key, (one = chain(mode)));
        lastKey = key;
        last = one;
        one.feed(row);
      },
      proof: (whole) => {
        const proofs = [...chains.values()].map((one) => one.proof(whole));
        const breaks = proofs.flatMap((one) => (one.breaks_at === null ? [] : [one.breaks_at]));
        return {
          kind: "running balance",
          rows_checked: proofs.reduce((all, one) => all + one.rows_checked, 0),
          rows_proven: proofs.reduce((all, one) => all + one.rows_proven, 0),
          breaks_at: breaks.length === 0 ? null : Math.min(...breaks),
        };
      },
    };
  }
  let sum = 0;
  let rows = 0;
  return {
    feed({ row }) {
      sum += row.amount;
      rows += 1;
    },
    proof: (whole) => {
      if (opening === null || closing === null || !whole) return NO_PROOF;
      return { kind: "opening and closing balance", rows_checked: rows, rows_proven: opening + sum === closing ? rows : 0, breaks_at: null };
    },
  };
}
