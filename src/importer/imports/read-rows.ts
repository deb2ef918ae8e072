// Reads a surveyed document: each record becomes a stored row with its item, or is left out with
// the reason. A read pass that was cut short continues where the stored rows end.

import { READ_SLICES_MAX } from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import type { Doubt } from "../../statements/doubts.ts";
import type { Slice } from "../../statements/format.ts";
import type { Tally } from "../../statements/record-counts.ts";
import type {
  Proof,
  Question,
  StatedBalance,
  StatementRecord,
} from "../../statements/statement.ts";
import { breathe, type Tools } from "../tools.ts";
import type { AccountRef } from "./account-ref.ts";
import { copyRows } from "./copy-rows.ts";
import { endReading } from "./end-reading.ts";
import { identityKey } from "./external-id.ts";
import { normalize, type NormalizedRow } from "./item.ts";
import { rememberReading } from "./readings.ts";
import { storeSlice, type LeftOut, type ReadyRecord } from "./store-rows.ts";
import type { Reading, Run } from "./runs.ts";

/** A read pass under way; kept between steps while the object lives. */
export interface OpenReader {
  readonly run: number;
  next: number;
  /**
   * The counts, which come with the last slice; null before the first slice, which arrives even if
   * all records were stored before.
   */
  tally: Tally | null;
  /** The proof so far. */
  proof: Proof | null;
  /** The balances stated outside the rows; they come with the last slice. */
  stated: readonly StatedBalance[];
  /** What only the whole document shows; they come with the last slice. */
  asked: readonly Question[];
  doubts: readonly Doubt[];
  readonly slices: AsyncIterator<Slice>;
}

/** Decode, second pass, and normalize: stores rows from some slices of the document. */
export async function read(
  tools: Tools,
  run: Run,
  open: OpenReader | null,
): Promise<OpenReader | null> {
  const reading = must(run.reading, "a run is read after its survey");
  const source = tools.document(run.document.sha256, run.document.name, run.document.bytes);
  const isOpen = open !== null && open.run === run.seq && open.next === run.read_next;
  if (!isOpen && (await copyRows(tools, run))) return null;
  const { readStatement } = await import("../../statements/read-statement.ts");
  const reader = isOpen
    ? open
    : {
        run: run.seq,
        next: run.read_next,
        tally: null,
        proof: null,
        stated: [],
        asked: [],
        doubts: [],
        slices: readStatement(source, reading.plan, run.read_next)[Symbol.asyncIterator](),
      };
  for (let count = 0; count < READ_SLICES_MAX; count += 1) {
    const slice = await reader.slices.next();
    if (slice.done === true) {
      const { stated, asked, doubts } = reader;
      const tally = must(reader.tally, "a document that was read has a last slice");
      const proof = must(reader.proof, "a slice that was read has a proof");
      const found = { tally, stated, asked, doubts };
      tools.sql.transaction(() => {
        endReading(tools.sql, tools.runs, run, tools.chance.now(), found);
        rememberReading(tools.sql, run, { ...found, proof });
      });
      return null;
    }
    if (tools.runs.bySeq(run.seq)?.state !== "reading") {
      await reader.slices.return?.(undefined);
      return null;
    }
    const { records, next, proof, tally, stated = [], asked = [], doubts = [] } = slice.value;
    reader.tally = tally;
    reader.proof = proof;
    reader.stated = stated;
    reader.asked = asked;
    reader.doubts = doubts;
    const ready = identified(records.map((record) => prepare(record, run, reading)));
    storeSlice(tools.sql, tools.runs, run, { first: reader.next, next, records: ready });
    reader.next = next;
    await breathe();
    tools.runs.change(run.seq, ["reading"], {
      layout: { ...must(run.layout, "a run that is read has a layout"), proof },
    });
  }
  return reader;
}

/** A record that is a transaction, before its identity is hashed. */
interface Unidentified {
  readonly line: number;
  readonly cells: readonly string[];
  readonly row: NormalizedRow;
}

function prepare(record: StatementRecord, run: Run, reading: Reading): Unidentified | LeftOut {
  if (record.kind !== "transaction")
    return { line: record.line, cells: record.cells, state: record.kind, reason: record.reason };
  const { line, cells, pending, account: label } = record.row;
  const left = (state: LeftOut["state"], reason: string): LeftOut => ({
    line,
    cells,
    state,
    reason,
  });
  if (pending && !run.options.include_pending)
    return left("skipped", "pending: its date, amount or text may still change");
  const single = findLabelledAccount(reading, "");
  const account = single === undefined ? findLabelledAccount(reading, label ?? "") : single;
  if (account === null)
    return left("skipped", `rows of "${label ?? ""}" are left out, as answered`);
  if (account === undefined) return left("rejected", `no account is known for "${label ?? ""}"`);
  return {
    line,
    cells,
    row: normalize(record.row, {
      run: run.id,
      account,
      currency: run.options.currency,
      byPurchase: reading.by_purchase?.includes(account.id) ?? false,
    }),
  };
}

/** Undefined for an unknown label; labels are the file's words, and may be "constructor". */
function findLabelledAccount(reading: Reading, label: string): AccountRef | null | undefined {
  return Object.hasOwn(reading.accounts, label) ? reading.accounts[label] : undefined;
}

function identified(records: readonly (Unidentified | LeftOut)[]): ReadyRecord[] {
  return records.map((record) =>
    "row" in record ? { ...record, key: identityKey(record.row.identity) } : record,
  );
}
