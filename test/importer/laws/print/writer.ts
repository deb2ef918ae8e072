// What prints a month as a bank would, in one format and one of its habits.

import type { Month } from "../truth.ts";

export interface Writer {
  /** "csv, german"; begins with the format's name in the layout. */
  readonly name: string;
  readonly format: string;
  /** Whether each row carries what tells it from an equal one: the bank's reference, a time or a balance. */
  readonly witness: "reference" | "time" | "balance" | null;
  /** What the file leaves open where it is too short to show, with the right answer. */
  readonly answers: Readonly<Record<string, string>>;
  /** Whether it prints the whole text (payee and purpose) or the payee only. */
  readonly text: "payee and purpose" | "payee";
  /** The bytes of a statement of these bookings, which follow on one another. */
  readonly write: (rows: Month) => Uint8Array | Promise<Uint8Array>;
}
