// What the alarm's steps work with: the connection's database, its budget, the stored documents and
// the clock.

import type { Sql } from "../platform/sql/sql.ts";
import type { DocumentSource } from "../statements/statement.ts";
import type { Upstream } from "./connection/upstream.ts";
import type { Runs } from "./imports/runs.ts";
import type { Chance } from "../platform/outbox/effect.ts";

/** The clock, and randomness. */
export const CLOCK: Chance = { now: () => Date.now(), random: () => Math.random() };

/** What the steps work with. */
export interface Tools {
  readonly sql: Sql;
  readonly runs: Runs;
  readonly upstream: Upstream;
  readonly chance: Chance;
  /** 0, or the milliseconds to wait before a request may be made. */
  readonly pace: () => Promise<number>;
  readonly document: (sha256: string, name: string, bytes: number) => DocumentSource;
  /** Whether the stored document can be read. */
  readonly isStored: (sha256: string) => Promise<boolean>;
}

/**
 * Yields to the event loop. On a laptop one thread runs the importer and the service that it calls.
 * Without this, work that never waits for a network would block every other request, progress
 * included, until it is done.
 */
export function breathe(): Promise<void> {
  return scheduler.wait(0);
}
