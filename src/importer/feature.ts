// What the Importer object asks of a feature: a class with its share of the object's work; its rows are in its routes.ts, its
// tables in its schema.ts. What features need is handed over as their core (core.ts).

import type { Resealed } from "../platform/sealing/resealed.ts";

/** What a feature does for the object; what is left out, it has nothing of. */
export interface Feature {
  /** One step of what is due; false where nothing is. It never throws. */
  readonly work?: () => Promise<boolean>;
  /** When the next step is due; null where none waits. */
  readonly dueAt?: () => number | null;
  /** There are tokens again: what waits for them is due now. */
  readonly hurry?: () => void;
  /** The connection is given up: ends all that was given out. */
  readonly end?: () => void;
  /** Seals again what was not sealed by the key in use. */
  readonly reseal?: () => Promise<Resealed>;
}
