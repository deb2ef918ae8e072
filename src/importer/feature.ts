// The interface of a feature of the Importer object: a class with its share of the object's work.
// Its API rows are in its routes.ts, its tables in its schema.ts; it gets the shared tools as its
// core (core.ts).

import type { Resealed } from "../platform/sealing/resealed.ts";

/** What a feature does for the object; all members are optional. */
export interface Feature {
  /** Does one due step; false if nothing is due. It never throws. */
  readonly work?: () => Promise<boolean>;
  /** When the next step is due; null if none waits. */
  readonly dueAt?: () => number | null;
  /** The connection has tokens again: waiting work is due now. */
  readonly hurry?: () => void;
  /** The connection ends: ends all keys and addresses. */
  readonly end?: () => void;
  /** Seals again everything that is not sealed by the current key. */
  readonly reseal?: () => Promise<Resealed>;
}
