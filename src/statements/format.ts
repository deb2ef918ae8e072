// What a statement format is to the rest: how its documents are recognised, surveyed and read. One file or
// folder each beside this; read-statement.ts holds the list.

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
import type { Tally } from "./record-counts.ts";

export const SLICE_RECORDS = 1_000;

/** Some of a document's records. */
export interface Slice {
  readonly records: readonly StatementRecord[];
  /** The record to resume from. */
  readonly next: number;
  /** What is proven up to here; of the whole file with the last slice. */
  readonly proof: Proof;
  /** Counts of the records up to here, from the document's first on; of the whole file with the last slice. */
  readonly tally: Tally;
  /** The balances stated beside the rows; with the last slice, left out where there are none. */
  readonly stated?: readonly StatedBalance[];
}

/** What is known besides the document. */
export interface SurveyOptions {
  readonly answers: Answers;
  /** What was answered before for a layout. */
  readonly recall: (fingerprint: string) => Answers | Promise<Answers>;
  readonly today: Day;
}

/** How a document is to be read, and what has to be asked first. `Plan` is plain data, stored between the passes. */
export interface Survey<Plan> {
  readonly layout: Layout;
  readonly plan: Plan;
  readonly questions: readonly Question[];
  /** The account labels found in the rows, when there are several. */
  readonly accounts: readonly string[];
  /** The first rows and the odd ones, for the preview. */
  readonly sample: readonly StatementRecord[];
}

/** One statement format; `head` is a document's first bytes. */
export interface Format<Plan> {
  recognises(head: Uint8Array): boolean;
  survey(source: DocumentSource, options: SurveyOptions): Promise<Result<Survey<Plan>, Unreadable>>;
  /** The records from `fromRecord` on; deterministic, so that a restart goes on where it was. */
  read(source: DocumentSource, plan: Plan, fromRecord: number): AsyncGenerator<Slice>;
}
