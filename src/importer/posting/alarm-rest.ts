// How long the Importer's alarm rests after one that failed: longer each time, to a bound, and not
// at all once one went well. Kept in memory alone, since what fails may be the database: an object
// that is built anew begins with one try at once.

import { backoffDelay } from "../../platform/outbox/retry.ts";
import { ALARM_PAUSE_MS_MAX } from "../../platform/limits.ts";

export class Pause {
  #failing = false;
  /** Alarms in a row that failed. */
  #failures = 0;
  #until = 0;

  /** Something failed in this alarm of which no row says when to try again: what is due may stay due. */
  failed(): void {
    this.#failing = true;
  }

  /** The alarm is over; whether it went well decides when the next may ring. */
  end(now: number, random: number): void {
    this.#failures = this.#failing ? this.#failures + 1 : 0;
    this.#until = this.#failing
      ? now + Math.min(ALARM_PAUSE_MS_MAX, backoffDelay(this.#failures, random))
      : 0;
    this.#failing = false;
  }

  /** When what is due then may be done. A clock that was set back does not make the pause longer than its bound. */
  after(due: number, now: number): number {
    return Math.max(due, Math.min(this.#until, now + ALARM_PAUSE_MS_MAX));
  }
}
