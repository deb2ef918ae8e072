// Turns an uploaded document into runs, one for each file in it. The caller does this inside a
// transaction.

import { must } from "../../platform/assert.ts";
import { base32 } from "../../platform/digest.ts";
import type { Piece } from "./archive.ts";
import type { DocumentRef, RunOptions, Runs } from "./runs.ts";

/** An uploaded document. */
export interface Arrival {
  readonly door: string;
  readonly document: DocumentRef;
  /** The files in it, each of which becomes an import; one if it is no archive. */
  readonly pieces: readonly Piece[];
  /** Names the files that were uploaded together; null for a file that came alone. */
  readonly upload?: string | null;
  readonly options: RunOptions;
  readonly idempotency_key: string | null;
  /**
   * The parameters as they were sent: they must be the same when the idempotency key is used again.
   */
  readonly asked: string;
}

/** Creates a run for one file; a file that could not be unpacked becomes a run that has failed. */
export function makeRun(
  runs: Runs,
  id: string,
  { document, refused }: Piece,
  { door, options, upload = null }: Pick<Arrival, "door" | "options" | "upload">,
  now: number,
): void {
  runs.create({ id, door, document, options, upload, now });
  const run = must(runs.byId(id), "the run was made");
  if (refused !== null)
    runs.change(run.seq, ["received"], { state: "failed", error: refused, finished_at: now });
}

/**
 * Ids are ordered by time and never repeat, even after the object was reset: they mark our
 * transactions.
 */
export function newRunId(now: number): string {
  return `${now.toString(36)}${base32(crypto.getRandomValues(new Uint8Array(5)))}`;
}
