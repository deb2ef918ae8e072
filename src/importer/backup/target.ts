// Where each backup is also sent to: one https address, and a bearer token or a user name with a
// password if it wants them. All are sealed, since an address may hold a secret of its receiver.
//
// Order of writes: an attempt is counted, and the next one put off by more than it can take, before
// its request leaves. Killed in between, it is sent again; an answer counts for its own attempt only.

import * as z from "zod";
import {
  BACKUP_RETRY_MS,
  BACKUP_SEND_LEASE_MS,
  BACKUP_SENT_TRIES_MAX,
} from "../../platform/limits.ts";
import { parseJson } from "../../platform/json.ts";
import type { Sql } from "../../platform/sql/sql.ts";

/** What is kept sealed. */
export interface Target {
  readonly url: string;
  readonly token: string | null;
  readonly person: Person | null;
}

/** Who puts the files there, for Basic authentication. */
export interface Person {
  readonly user: string;
  readonly password: string;
}

export interface TargetRow {
  readonly shown: string;
  readonly sealed: string;
  readonly has_token: 0 | 1;
  readonly has_password: 0 | 1;
  readonly backup: number | null;
  readonly due_at: number | null;
  readonly tries: number;
  readonly sent_at: number | null;
  readonly error: string | null;
}

/** An attempt that has begun, and the backup that it sends. */
export interface ClaimedSend {
  readonly sealed: string;
  readonly backup: number;
  readonly tries: number;
  readonly key: string;
  readonly made_at: number;
}

const TARGET = z.object({
  url: z.string(),
  token: z.string().nullable(),
  // Absent in what was sealed before there were passwords.
  person: z.object({ user: z.string(), password: z.string() }).nullable().default(null),
});

/** The opened text of a row; null for any other text. */
export function parseTarget(plain: string): Target | null {
  const read = TARGET.safeParse(parseJson(plain));
  return read.success ? read.data : null;
}

/** Where backups are sent to; null if they are only kept. */
export function readTarget(sql: Sql): TargetRow | null {
  return sql.first<TargetRow>("SELECT * FROM backup_target");
}

/** Sends backups there from now on, the newest one at once; whatever was sent before is forgotten. */
export function setTarget(
  sql: Sql,
  row: Pick<TargetRow, "shown" | "sealed" | "has_token" | "has_password">,
  now: number,
): void {
  sql.transaction(() => {
    sql.run("DELETE FROM backup_target");
    sql.run(
      "INSERT INTO backup_target (id, shown, sealed, has_token, has_password) VALUES (1, ?, ?, ?, ?)",
      row.shown,
      row.sealed,
      row.has_token,
      row.has_password,
    );
    sendNewest(sql, now);
  });
}

export function dropTarget(sql: Sql): boolean {
  return sql.run("DELETE FROM backup_target") > 0;
}

/** Sends the newest kept backup now; false if no backup or no address is there. */
export function sendNewest(sql: Sql, now: number): boolean {
  const newest = "SELECT id FROM backups WHERE state = 'kept' ORDER BY id DESC LIMIT 1";
  return (
    sql.run(
      `UPDATE backup_target SET backup = (${newest}), due_at = ?, tries = 0 WHERE EXISTS (${newest})`,
      now,
    ) > 0
  );
}

/** Begins an attempt that is due; null if none is, or its backup was deleted meanwhile. */
export function claimSend(sql: Sql, now: number): ClaimedSend | null {
  return sql.transaction(() => {
    sql.run(
      "UPDATE backup_target SET due_at = NULL WHERE due_at <= ? AND backup NOT IN (SELECT id FROM backups WHERE state = 'kept')",
      now,
    );
    // Killed in each of its attempts: it is left until the next backup is made.
    sql.run(
      "UPDATE backup_target SET due_at = NULL, error = ? WHERE due_at <= ? AND tries >= ?",
      "It was interrupted while it was sent.",
      now,
      BACKUP_SENT_TRIES_MAX,
    );
    const begun = sql.run(
      "UPDATE backup_target SET tries = tries + 1, due_at = ? WHERE due_at <= ?",
      now + BACKUP_SEND_LEASE_MS,
      now,
    );
    return begun === 0
      ? null
      : sql.first<ClaimedSend>(
          "SELECT t.sealed, t.backup, t.tries, b.key, b.made_at FROM backup_target t JOIN backups b ON b.id = t.backup",
        );
  });
}

/**
 * Stores how an attempt ended, null for well; nothing if the address was changed or a newer attempt
 * has begun.
 */
export function settleSend(
  sql: Sql,
  { sealed, backup, tries }: ClaimedSend,
  error: string | null,
  now: number,
): void {
  const again = tries < BACKUP_SENT_TRIES_MAX ? now + BACKUP_RETRY_MS : null;
  sql.run(
    `UPDATE backup_target SET error = ?1, sent_at = iif(?1 IS NULL, ?2, sent_at), due_at = ?3
     WHERE sealed = ?4 AND backup = ?5 AND tries = ?6`,
    error,
    now,
    error === null ? null : again,
    sealed,
    backup,
    tries,
  );
}
