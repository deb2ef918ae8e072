// The interface of a statement format: how its documents are recognised, surveyed and read. Each
// format has a folder here; read-statement.ts lists them.

import type { Result } from "../platform/result.ts";
import type { Day } from "../money/day.ts";
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
import type { Doubt } from "./doubts.ts";
import type { Tally } from "./record-counts.ts";

export const SLICE_RECORDS = 1_000;

/** Some of a document's records. */
export interface Slice {
  readonly records: readonly StatementRecord[];
  /** The record to resume from. */
  readonly next: number;
  /** The proof so far; the last slice has that of the whole file. */
  readonly proof: Proof;
  /** Counts from the document's first record so far; the last slice has those of the whole file. */
  readonly tally: Tally;
  /**
   * The balances that the document states; only with the last slice, absent when there are none.
   */
  readonly stated?: readonly StatedBalance[];
  /** Questions that only the whole document shows; with the last slice. Answered, it is read again. */
  readonly asked?: readonly Question[];
  /** Doubts that its counts do not show; with the last slice. */
  readonly doubts?: readonly Doubt[];
}

/** The input of a survey apart from the document. */
export interface SurveyOptions {
  readonly answers: Answers;
  /** The remembered answers for a layout. */
  readonly recall: (fingerprint: string) => Answers | Promise<Answers>;
  readonly today: Day;
}

/** How to read a document, and the questions to ask first. `Plan` is plain data that is stored. */
export interface Survey<Plan> {
  readonly layout: Layout;
  readonly plan: Plan;
  readonly questions: readonly Question[];
  /** The account labels found in the rows; empty unless there are several. */
  readonly accounts: readonly string[];
  /** The first rows and unusual ones, for the preview. */
  readonly sample: readonly StatementRecord[];
}

/** One statement format; `head` is a document's first bytes. */
export interface Format<Plan> {
  recognises(head: Uint8Array): boolean;
  survey(source: DocumentSource, options: SurveyOptions): Promise<Result<Survey<Plan>, Unreadable>>;
  /** Yields the records from `fromRecord` on; deterministic, so that a restart can resume. */
  read(source: DocumentSource, plan: Plan, fromRecord: number): AsyncGenerator<Slice>;
}
