// Counts attempts to sign in with a password, in the person's object (lockout.ts has the rule). An
// attempt is counted and stored before its password is checked: a kill forgets no attempt. The
// object's alarm forgets all attempts after a day without one.

import { FAILURES_KEEP_MS } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { isLockedOut, NO_FAILURES, withAttempt, type Failures } from "./lockout.ts";
import { hashPassword, verifyPassword, type PasswordHash, type PasswordKeys } from "./password.ts";
import { readPassword, replacePassword, type PersonRow } from "../people/store.ts";

/** Wrong, or not looked at until then (milliseconds since 1970). */
export type PasswordRefusal =
  { readonly kind: "wrong" } | { readonly kind: "locked out"; readonly retryAt: number };

const KEY = "failures";

/** A count of attempts: everybody's together, or one known browser's (known-browsers.ts). */
export interface Counted {
  /** Until when no attempt is looked at (milliseconds since 1970); null when one may be made. */
  lockedUntil(now: number): number | null;
  /** Counts one more; until when the next is refused, 0 for not at all. */
  count(now: number): Promise<number>;
  /** After a right password. */
  forget(): Promise<void>;
}

/** The wrong passwords since the last right one. */
export class Attempts implements Counted {
  readonly #storage: DurableObjectStorage;
  #failures: Failures = NO_FAILURES;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** Reads what is stored; before any other call. */
  async load(): Promise<void> {
    this.#failures = (await this.#storage.get<Failures>(KEY)) ?? NO_FAILURES;
  }

  lockedUntil(now: number): number | null {
    return isLockedOut(this.#failures, now) ? this.#failures.retryAt : null;
  }

  async count(now: number): Promise<number> {
    const counted = withAttempt(this.#failures, now);
    this.#failures = counted;
    await this.#storage.put(KEY, counted);
    await this.#storage.setAlarm(Math.max(counted.retryAt, now + FAILURES_KEEP_MS));
    return counted.retryAt;
  }

  async forget(): Promise<void> {
    this.#failures = NO_FAILURES;
    await this.#storage.delete(KEY);
    await this.#storage.deleteAlarm();
  }

  /** When the alarm runs; without a person it deletes everything in the object. */
  async expire(withAll: boolean): Promise<void> {
    this.#failures = NO_FAILURES;
    if (withAll) await this.#storage.deleteAll();
    else await this.#storage.delete(KEY);
  }
}

/**
 * The stored hash that the password matches. Counts the attempt, and hashes again what was hashed
 * by older rules. The password may have changed by the time this answers, so the caller compares
 * the hash with the stored one.
 */
export async function checkedPassword(
  attempts: Counted,
  sql: Sql,
  person: PersonRow | null,
  password: string,
  keys: PasswordKeys,
): Promise<Result<PasswordHash, PasswordRefusal>> {
  const now = Date.now();
  const lockedUntil = attempts.lockedUntil(now);
  if (lockedUntil !== null) return err({ kind: "locked out", retryAt: lockedUntil });
  const retryAt = await attempts.count(now);
  const stored = person === null ? null : readPassword(person);
  const verdict = await verifyPassword(password, stored, keys);
  if (verdict === "wrong" || stored === null)
    return err(retryAt === 0 ? { kind: "wrong" } : { kind: "locked out", retryAt });
  await attempts.forget();
  if (verdict === "right") return ok(stored);
  const anew = await hashPassword(password, keys);
  return replacePassword(sql, stored, anew, Date.now()) ? ok(anew) : err({ kind: "wrong" });
}
