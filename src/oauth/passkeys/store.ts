// The SQL of one person's passkeys, and of the challenges they answered. Public keys only: a copy
// of this database signs nobody in.

import { hashSecret } from "../../platform/credentials/credential.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { Challenge } from "./challenge.ts";
import type { Descriptor, Transport } from "./wire.ts";
import type { Credential } from "./webauthn.ts";

/** A passkey as its person sees it. Times are milliseconds since 1970. */
export interface PasskeyListing {
  readonly id: number;
  readonly label: string;
  /** The host that it signs in to. */
  readonly rp_id: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
  /** When its counter went back, as a copy's would; refused from then on. */
  readonly regressed_at: number | null;
}

export interface PasskeyRow extends PasskeyListing {
  readonly credential_id: string;
  readonly public_key: string;
  readonly counter: number;
  readonly transports: string;
}

/** The passkeys, the oldest first. */
export function listPasskeys(sql: Sql): PasskeyListing[] {
  return sql.all<PasskeyListing>(
    "SELECT id, label, rp_id, created_at, last_used_at, regressed_at FROM passkeys ORDER BY id",
  );
}

/** Which passkeys a browser may look for at one host. */
export function listDescriptors(sql: Sql, rpId: string): Descriptor[] {
  return sql
    .all<PasskeyRow>(
      "SELECT credential_id, transports FROM passkeys WHERE rp_id = ? AND regressed_at IS NULL ORDER BY id",
      rpId,
    )
    .map((row) => ({ id: row.credential_id, type: "public-key", transports: transportsIn(row) }));
}

export function findPasskey(sql: Sql, credentialId: string): PasskeyRow | null {
  return sql.first<PasskeyRow>("SELECT * FROM passkeys WHERE credential_id = ?", credentialId);
}

/** Stores a new passkey; false if its credential is stored already. */
export function insertPasskey(
  sql: Sql,
  credential: Credential,
  rpId: string,
  label: string,
  now: number,
): boolean {
  const added = sql.first(
    `INSERT OR IGNORE INTO passkeys (credential_id, public_key, counter, transports, rp_id, label, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    credential.id,
    credential.publicKey,
    credential.counter,
    JSON.stringify(credential.transports),
    rpId,
    label,
    now,
  );
  return added !== null;
}

/** Notes a use of a passkey, and its counter then. */
export function noteUse(sql: Sql, id: number, counter: number, now: number): void {
  sql.run("UPDATE passkeys SET counter = ?, last_used_at = ? WHERE id = ?", counter, now, id);
}

/** Notes that a passkey's counter went back. */
export function noteRegress(sql: Sql, id: number, now: number): void {
  sql.run("UPDATE passkeys SET regressed_at = COALESCE(regressed_at, ?) WHERE id = ?", now, id);
}

export function deletePasskey(sql: Sql, id: number): void {
  sql.run("DELETE FROM passkeys WHERE id = ?", id);
}

/** The hash by which an answered challenge is remembered. */
export async function challengeHash({ challenge }: Challenge): Promise<string> {
  return hashSecret(challenge);
}

/** Uses a challenge up; false when it was, or is over by now. */
export function useChallenge(sql: Sql, hash: string, expiresAt: number, now: number): boolean {
  sql.run("DELETE FROM used_challenges WHERE expires_at <= ?", now);
  if (expiresAt <= now) return false;
  return (
    sql.first(
      "INSERT OR IGNORE INTO used_challenges (hash, expires_at) VALUES (?, ?) RETURNING hash",
      hash,
      expiresAt,
    ) !== null
  );
}

function transportsIn({ transports }: Pick<PasskeyRow, "transports">): Transport[] {
  const kept: unknown = JSON.parse(transports);
  return Array.isArray(kept) ? kept : [];
}
