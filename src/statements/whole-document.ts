// A format whose documents are read whole: small, and of one piece (XML, tagged text). The survey and the read pass
// run the same pure function over the same bytes and answers, so both see the same records.

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
import { tallyOf } from "./record-counts.ts";

/** A document that was read. */
export interface WholeStatement {
  /** What tells documents of this layout from others (format, bank, account): answers are remembered under its hash. */
  readonly shape: string;
  readonly layout: Omit<Layout, "fingerprint">;
  readonly questions: readonly Question[];
  /** The account labels found, when there are several. */
  readonly accounts: readonly string[];
  readonly records: readonly StatementRecord[];
  readonly stated?: readonly StatedBalance[];
}

export interface Told {
  readonly answers: Answers;
  readonly today: Day;
}

/** Reads a whole document; pure. Answers to questions it does not put are left aside. */
export type ReadWhole = (
  bytes: Uint8Array,
  told: Told,
) => Result<WholeStatement, Unreadable> | Promise<Result<WholeStatement, Unreadable>>;

export interface WholePlan {
  readonly answers: Answers;
  readonly today: Day;
}

const SAMPLE_RECORDS = 40;

/** The format whose documents `read` reads. */
export function wholeFormat(
  recognises: (head: Uint8Array) => boolean,
  read: ReadWhole,
): Format<WholePlan> {
  return {
    recognises,
    async survey(source, { answers, recall, today }) {
      const bytes = await bytesOf(source);
      if (!bytes.ok) return bytes;
      const first = await read(bytes.value, { answers, today });
      if (!first.ok) return first;
      const many = first.value.records.length;
      if (many > WHOLE_RECORDS_MAX) return err(tooMany(many));
      const fingerprint = await fingerprintOf(first.value);
      const told = { answers: { ...(await recall(fingerprint)), ...answers }, today };
      const again = first.value.questions.length === 0 ? first : await read(bytes.value, told);
      if (!again.ok) return again;
      const { layout, questions, accounts, records } = again.value;
      return ok({
        layout: { ...layout, fingerprint },
        plan: told,
        questions,
        accounts,
        sample: records.slice(0, SAMPLE_RECORDS),
      });
    },
    async *read(source, plan, fromRecord) {
      const bytes = await bytesOf(source);
      const read_ = bytes.ok ? await read(bytes.value, plan) : bytes;
      // What was surveyed is read again: the document is the same, by its hash.
      const whole = read_.ok ? read_.value : null;
      yield* slices(must(whole, "a document that was surveyed can be read"), fromRecord);
    },
  };
}

function* slices(
  { records, layout, stated }: WholeStatement,
  fromRecord: number,
): Generator<Slice> {
  const { proof } = layout;
  const tally = tallyOf(records);
  const beside = stated === undefined ? {} : { stated };
  for (let next = fromRecord; next < records.length; next += SLICE_RECORDS) {
    const slice = records.slice(next, next + SLICE_RECORDS);
    const end = next + slice.length;
    yield {
      records: slice,
      next: end,
      ...(end === records.length ? { proof, ...beside } : { proof: soFar(proof) }),
      tally,
    };
  }
  if (fromRecord >= records.length)
    yield { records: [], next: records.length, proof, ...beside, tally };
}

function tooMany(records: number): Unreadable {
  return {
    reason: "too large",
    message: `The file has ${records.toLocaleString("en")} records; of this format at most ${WHOLE_RECORDS_MAX.toLocaleString("en")} are read. Export fewer months at once.`,
  };
}

/** Nothing is proven before the end. */
function soFar({ kind }: Proof): Proof {
  return { kind, rows_checked: 0, rows_proven: 0, breaks_at: null };
}

async function fingerprintOf({ shape, layout }: WholeStatement): Promise<string> {
  return `${layout.format}:${hex(await sha256(shape)).slice(0, 32)}`;
}

async function bytesOf(source: DocumentSource): Promise<Result<Uint8Array, Unreadable>> {
  if (source.bytes > WHOLE_DOCUMENT_BYTES_MAX) {
    const mib = (WHOLE_DOCUMENT_BYTES_MAX / 1024 / 1024).toFixed(0);
    return err({
      reason: "too large",
      message: `The file has ${source.bytes} bytes; of this format at most ${mib} MiB are read. Export fewer months at once, or CSV.`,
    });
  }
  return ok(new Uint8Array(await new Response(await source.open()).arrayBuffer()));
}
