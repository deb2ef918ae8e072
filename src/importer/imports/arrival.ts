// A document at a door becomes runs, one a file in it. The caller does this inside a transaction of its own.

import { must } from "../../platform/assert.ts";
import { base32 } from "../../platform/digest.ts";
import type { Piece } from "./archive.ts";
import type { DocumentRef, RunOptions, Runs } from "./runs.ts";

/** A document at the door. */
export interface Arrival {
  readonly door: string;
  readonly document: DocumentRef;
  /** The files in it, each to become an import: one where it is no archive. */
  readonly pieces: readonly Piece[];
  readonly options: RunOptions;
  readonly idempotency_key: string | null;
  /** The parameters as they were sent: what must be the same when the key comes again. */
  readonly asked: string;
}

/** A run for one piece; what could not be taken out of its archive has failed from the start, and is listed so. */
export function makeRun(
  runs: Runs,
  id: string,
  { document, refused }: Piece,
  { door, options }: Pick<Arrival, "door" | "options">,
  now: number,
): void {
  runs.create({ id, door, document, options, now });
  const run = must(runs.byId(id), "the run was made");
  if (refused !== null)
    runs.change(run.seq, ["received"], { state: "failed", error: refused, finished_at: now });
}

/** Time-ordered and never the same twice, even after the object was reset: it tells our transactions from others'. */
export function newRunId(now: number): string {
  return `${now.toString(36)}${base32(crypto.getRandomValues(new Uint8Array(5)))}`;
}
