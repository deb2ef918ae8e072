// One person: their one-time sign-in links and their browser sessions, in the object that is named in
// both. Only hashes are stored, so a copy of this database signs nobody in.
//
// Invariant: a link makes at most one session. Using it up and writing the session are one transaction,
// and an answer that was lost on its way back costs the person a new link, never a second session.

import { DurableObject } from "cloudflare:workers";
import type { Env } from "../config.ts";
import { Sql } from "../sql/sql.ts";
import { must } from "../value/assert.ts";
import { hashOf, mint } from "../value/credential.ts";

export const LINK_LIFETIME_MS = 15 * 60_000;
export const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60_000;
/** The newest so many are kept; asking for more forgets the oldest. */
export const LINKS_MAX = 20;
export const SESSIONS_MAX = 50;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS links (
    hash TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS sessions (
    hash TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) STRICT, WITHOUT ROWID;
`;

/** The sign-in state of one person; the object's name is the person's. */
export class User extends DurableObject<Env> {
  readonly #sql: Sql;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#sql = new Sql(context.storage);
    this.#sql.run(SCHEMA);
  }

  /** A new one-time link's credential; it works once, for LINK_LIFETIME_MS. */
  async mintLink(): Promise<string> {
    const link = await mint("link", this.#name());
    const now = Date.now();
    this.#sql.transaction(() => {
      this.#forgetDead(now);
      this.#sql.run("INSERT INTO links (hash, expires_at) VALUES (?, ?)", link.hash, now + LINK_LIFETIME_MS);
      this.#sql.run(
        "DELETE FROM links WHERE hash NOT IN (SELECT hash FROM links ORDER BY expires_at DESC LIMIT ?)",
        LINKS_MAX,
      );
    });
    return link.text;
  }

  /** Uses a link's secret up for a new session's credential; null when it is unknown, used or expired. */
  async redeemLink(secret: string): Promise<string | null> {
    const hash = await hashOf(secret);
    const session = await mint("ses", this.#name());
    const now = Date.now();
    const redeemed = this.#sql.transaction(() => {
      const used = this.#sql.first(
        "UPDATE links SET used_at = ? WHERE hash = ? AND used_at IS NULL AND expires_at > ? RETURNING hash",
        now,
        hash,
        now,
      );
      if (used === null) return false;
      this.#sql.run(
        "INSERT INTO sessions (hash, created_at, expires_at) VALUES (?, ?, ?)",
        session.hash,
        now,
        now + SESSION_LIFETIME_MS,
      );
      this.#sql.run(
        "DELETE FROM sessions WHERE hash NOT IN (SELECT hash FROM sessions ORDER BY created_at DESC LIMIT ?)",
        SESSIONS_MAX,
      );
      return true;
    });
    return redeemed ? session.text : null;
  }

  /** Whether a session's secret is one of ours, neither expired nor revoked. */
  async hasSession(secret: string): Promise<boolean> {
    const found = this.#sql.first(
      "SELECT 1 FROM sessions WHERE hash = ? AND revoked_at IS NULL AND expires_at > ?",
      await hashOf(secret),
      Date.now(),
    );
    return found !== null;
  }

  /** Revokes a session, at once and for good; unknown ones are left unknown. */
  async revokeSession(secret: string): Promise<void> {
    const hash = await hashOf(secret);
    this.#sql.run("UPDATE sessions SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL", Date.now(), hash);
  }

  #forgetDead(now: number): void {
    this.#sql.run("DELETE FROM links WHERE expires_at <= ?", now);
    this.#sql.run("DELETE FROM sessions WHERE expires_at <= ?", now);
  }

  #name(): string {
    return must(this.ctx.id.name, "a User object is always reached by name");
  }
}
