// Formats whose documents are small and read whole (XML, tagged text). The survey and the read pass
// run the same pure function on the same bytes and answers, so both get the same records.

import { WHOLE_DOCUMENT_BYTES_MAX, WHOLE_RECORDS_MAX } from "../platform/limits.ts";
import { must } from "../platform/assert.ts";
import type { Day } from "../money/day.ts";
import { hex, sha256 } from "../platform/digest.ts";
import { err, ok, type Result } from "../platform/result.ts";
import { SLICE_RECORDS, type Format, type Slice } from "./format.ts";
import type {
  Answers,
  DocumentSource,
  Layout,
  Proof,
  Question,
  StatedBalance,
  StatementRecord,
  Unreadable,
} from "./statement.ts";
import { tallyRecords } from "./record-counts.ts";

/** A document that was read. */
export interface WholeStatement {
  /** Identifies the layout (format, bank, account); answers are remembered under its hash. */
  readonly shape: string;
  readonly layout: Omit<Layout, "fingerprint">;
  readonly questions: readonly Question[];
  /** The account labels found; empty unless there are several. */
  readonly accounts: readonly string[];
  readonly records: readonly StatementRecord[];
  readonly stated?: readonly StatedBalance[];
}

/** The answers and the day under which a document is read; plain data. */
export interface WholePlan {
  readonly answers: Answers;
  readonly today: Day;
}

/** Reads a whole document; pure. Ignores answers to questions that it does not ask. */
export type ReadWhole = (
  bytes: Uint8Array,
  plan: WholePlan,
) => Result<WholeStatement, Unreadable> | Promise<Result<WholeStatement, Unreadable>>;

const SAMPLE_RECORDS = 40;

/** Makes a format of a function that reads a whole document. */
export function wholeFormat(
  recognises: (head: Uint8Array) => boolean,
  read: ReadWhole,
): Format<WholePlan> {
  return {
    recognises,
    async survey(source, { answers, recall, today }) {
      const bytes = await readBytes(source);
      if (!bytes.ok) return bytes;
      const first = await read(bytes.value, { answers, today });
      if (!first.ok) return first;
      const { length } = first.value.records;
      if (length > WHOLE_RECORDS_MAX) return err(refuseLength(length));
      const fingerprint = await computeFingerprint(first.value);
      const plan = { answers: { ...(await recall(fingerprint)), ...answers }, today };
      const again = first.value.questions.length === 0 ? first : await read(bytes.value, plan);
      if (!again.ok) return again;
      const { layout, questions, accounts, records } = again.value;
      return ok({
        layout: { ...layout, fingerprint },
        plan,
        questions,
        accounts,
        sample: records.slice(0, SAMPLE_RECORDS),
      });
    },
    async *read(source, plan, fromRecord) {
      const bytes = await readBytes(source);
      const result = bytes.ok ? await read(bytes.value, plan) : bytes;
      // The survey read the same bytes with the same answers, so reading cannot fail now.
      const whole = result.ok ? result.value : null;
      yield* slices(must(whole, "a document that was surveyed can be read"), fromRecord);
    },
  };
}

function* slices(
  { records, layout, stated }: WholeStatement,
  fromRecord: number,
): Generator<Slice> {
  const { proof } = layout;
  const tally = tallyRecords(records);
  const balances = stated === undefined ? {} : { stated };
  for (let next = fromRecord; next < records.length; next += SLICE_RECORDS) {
    const slice = records.slice(next, next + SLICE_RECORDS);
    const end = next + slice.length;
    yield {
      records: slice,
      next: end,
      ...(end === records.length ? { proof, ...balances } : { proof: unproven(proof) }),
      tally,
    };
  }
  if (fromRecord >= records.length)
    yield { records: [], next: records.length, proof, ...balances, tally };
}

function refuseLength(records: number): Unreadable {
  return {
    reason: "too large",
    message: `The file has ${records.toLocaleString("en")} records; at most ${WHOLE_RECORDS_MAX.toLocaleString("en")} can be read in this format. Export fewer months at once.`,
  };
}

/** The proof before the end: nothing is proven yet. */
function unproven({ kind }: Proof): Proof {
  return { kind, rows_checked: 0, rows_proven: 0, breaks_at: null };
}

async function computeFingerprint({ shape, layout }: WholeStatement): Promise<string> {
  return `${layout.format}:${hex(await sha256(shape)).slice(0, 32)}`;
}

async function readBytes(source: DocumentSource): Promise<Result<Uint8Array, Unreadable>> {
  if (source.bytes > WHOLE_DOCUMENT_BYTES_MAX) {
    const mib = (WHOLE_DOCUMENT_BYTES_MAX / 1024 / 1024).toFixed(0);
    return err({
      reason: "too large",
      message: `The file has ${source.bytes} bytes; at most ${mib} MiB can be read in this format. Export fewer months at once, or CSV.`,
    });
  }
  return ok(new Uint8Array(await new Response(await source.open()).arrayBuffer()));
}
