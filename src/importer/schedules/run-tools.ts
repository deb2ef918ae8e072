// What a step of a run works with, and what it tells a person.

import type { Fetching } from "../../sources/fetching.ts";
import type { Secrets, Source } from "../../sources/source.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { Result } from "../../platform/result.ts";
import type { Chance } from "../../platform/outbox/effect.ts";
import type { Schedule } from "./schedule.ts";
import type { Statement, Taken } from "./statement.ts";
import type { Asking } from "./targets.ts";

/** A schedule that fails again and again, or was refused. */
export interface ScheduleFailing {
  readonly schedule: string;
  readonly name: string;
  readonly failures: number;
  /** Whether it switched itself off: only a person can go on. */
  readonly stopped: boolean;
  readonly message: string;
}

/** What a step works with. */
export interface ScheduleTools {
  readonly sql: Sql;
  readonly chance: Chance;
  readonly ask: Asking;
  readonly fetching: Fetching;
  readonly source: (type: string) => Source | null;
  readonly secrets: (schedule: string) => Promise<Result<Secrets, "does not open">>;
  /**
   * Makes an import of a source's reading of an account; the same reading twice is one import.
   * `take` is called in the same transaction, and may refuse.
   */
  readonly statement: (
    schedule: Schedule,
    statement: Statement,
    take: (taken: Taken) => boolean,
  ) => Promise<void>;
  /** Tells a person, within the transaction that it is called in. */
  readonly notify: (failing: ScheduleFailing) => void;
}
