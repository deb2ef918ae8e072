// The connection's rows in its Importer's own database: whose it is, which generation of tokens is the one in use, and
// what is owed for tokens that are not. Every method is one transaction, and what changes tokens names the generation
// that it began with: of a refresh and a person who authorizes again meanwhile, the person wins.

import { ERRANDS_MAX } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { must } from "../../platform/assert.ts";
import type { ConnectionState } from "./connection.ts";
import type { Identity } from "./identity.ts";

/** The row; times are milliseconds since 1970. */
export interface ConnectionRow {
  readonly owner: string;
  readonly service: string;
  readonly user_id: number;
  readonly account_id: number;
  readonly budget_name: string;
  readonly person_name: string;
  readonly email: string;
  readonly currency: string;
  readonly kind: "oauth" | "token";
  readonly issuer: string | null;
  readonly scope: string | null;
  readonly state: ConnectionState;
  readonly problem: string | null;
  /** Which writing of the tokens is the one in use; it only grows. */
  readonly generation: number;
  /** The newest sealed tokens, until KV has been read back with them. */
  readonly sealed: string | null;
  /** When KV took them. */
  readonly put_at: number | null;
  readonly put_failures: number;
  readonly next_put_at: number | null;
  readonly refreshable: 0 | 1;
  /** Whether a refresh gave them, not a person. */
  readonly renewed: 0 | 1;
  readonly written_at: number;
  /** Null for a developer token. */
  readonly expires_at: number | null;
  /** A refresh left then, and what became of it is not known. */
  readonly refresh_sent_at: number | null;
  /** Refreshes in a row that failed, and when to try again. */
  readonly failures: number;
  readonly next_attempt_at: number | null;
  /** How often in a row a token was refused that had just been given. */
  readonly refused: number;
  /** How often in a row KV did not serve the tokens. */
  readonly missing: number;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

export interface Errand {
  readonly id: number;
  readonly kind: "revoke" | "forget";
  readonly issuer: string | null;
  readonly sealed: string | null;
  readonly failures: number;
  readonly next_attempt_at: number;
}

/** Tokens as they are kept: sealed, with what has to be known of them without opening. */
export interface SealedTokens {
  readonly generation: number;
  readonly sealed: string;
  readonly expiresAt: number | null;
  readonly refreshable: boolean;
  readonly scope: string | null;
}

export interface NewConnection {
  readonly owner: string;
  readonly service: string;
  readonly identity: Identity;
  readonly kind: "oauth" | "token";
  readonly issuer: string | null;
}

export class ConnectionStore {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  connection(): ConnectionRow | null {
    return this.#sql.first<ConnectionRow>("SELECT * FROM connection");
  }

  /** A generation that was never given out before. */
  nextGeneration(): number {
    const row = this.#sql.first<{ generation: number }>(
      "UPDATE pen SET generation = generation + 1 RETURNING generation",
    );
    return must(row, "the pen has its row").generation;
  }

  /**
   * Connects, or authorizes again; what the row knew of failures is forgotten. `replaced`: old
   * tokens, which are to be revoked.
   */
  connect(
    wanted: NewConnection,
    tokens: SealedTokens,
    replaced: { issuer: string; sealed: string } | null,
    now: number,
  ): void {
    const { owner, service, identity, kind, issuer } = wanted;
    this.#sql.transaction(() => {
      const before = this.connection();
      this.#sql.run("DELETE FROM connection");
      this.#sql.run(
        `INSERT INTO connection (id, owner, service, user_id, account_id, budget_name, person_name, email, currency, kind, issuer, scope,
           state, generation, sealed, next_put_at, refreshable, renewed, written_at, expires_at, created_at, last_used_at)
         VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'connected', ?, ?, ?, ?, 0, ?, ?, ?, ?)`,
        owner,
        service,
        identity.userId,
        identity.accountId,
        identity.budgetName,
        identity.name,
        identity.email,
        identity.currency,
        kind,
        issuer,
        tokens.scope,
        tokens.generation,
        tokens.sealed,
        now,
        tokens.refreshable,
        now,
        tokens.expiresAt,
        before?.created_at ?? now,
        before?.last_used_at ?? null,
      );
      if (replaced !== null) this.oweRevocation(replaced.issuer, replaced.sealed, now);
    });
  }

  /** The connection is gone, with every secret of it (`further` deletes the others'); what is owed stays. */
  disconnect(
    owed: { issuer: string; sealed: string } | null,
    further: () => void,
    now: number,
  ): void {
    this.#sql.transaction(() => {
      further();
      this.#sql.run("DELETE FROM connection");
      if (owed !== null) this.oweRevocation(owed.issuer, owed.sealed, now);
      this.#sql.run("INSERT INTO errands (kind, next_attempt_at) VALUES ('forget', ?)", now);
    });
  }

  /** Tokens that a refresh gave. False where those of `from` are no longer the ones in use. */
  refreshed(from: number, tokens: SealedTokens, refused: number, now: number): boolean {
    const changed = this.#sql.all(
      `UPDATE connection SET generation = ?, sealed = ?, put_at = NULL, put_failures = 0, next_put_at = ?, refreshable = ?, renewed = 1,
         written_at = ?, expires_at = ?, scope = ?, refresh_sent_at = NULL, failures = 0, next_attempt_at = NULL, refused = ?,
         state = 'connected', problem = NULL WHERE generation = ? RETURNING id`,
      tokens.generation,
      tokens.sealed,
      now,
      tokens.refreshable,
      now,
      tokens.expiresAt,
      tokens.scope,
      refused,
      from,
    );
    return changed.length > 0;
  }

  /** The same tokens under another key. */
  resealed(generation: number, sealed: string, now: number): void {
    this.#sql.run(
      "UPDATE connection SET sealed = ?, put_at = NULL, put_failures = 0, next_put_at = ? WHERE generation = ?",
      sealed,
      now,
      generation,
    );
  }

  /** Stored before a refresh leaves: if it is the last thing that is known, the refresh is repeated. */
  refreshSent(generation: number, now: number): void {
    this.#sql.run(
      "UPDATE connection SET refresh_sent_at = ? WHERE generation = ?",
      now,
      generation,
    );
  }

  /** That it left stays: until the server says yes, or no for good, it may have carried it out. */
  refreshFailed(generation: number, problem: string, next: number): void {
    this.#sql.run(
      "UPDATE connection SET failures = failures + 1, next_attempt_at = ?, problem = ? WHERE generation = ?",
      next,
      problem,
      generation,
    );
  }

  tokenRefused(generation: number, problem: string, next: number): void {
    this.#sql.run(
      "UPDATE connection SET refused = refused + 1, next_attempt_at = ?, problem = ? WHERE generation = ?",
      next,
      problem,
      generation,
    );
  }

  /** The service took the token after all. */
  tokenTaken(generation: number): void {
    this.#sql.run(
      "UPDATE connection SET refused = 0, next_attempt_at = NULL, problem = NULL WHERE generation = ? AND refused > 0",
      generation,
    );
  }

  tokensMissing(generation: number, problem: string, next: number): void {
    this.#sql.run(
      "UPDATE connection SET missing = missing + 1, next_attempt_at = ?, problem = ? WHERE generation = ?",
      next,
      problem,
      generation,
    );
  }

  tokensFound(generation: number): void {
    this.#sql.run(
      "UPDATE connection SET missing = 0, next_attempt_at = NULL, problem = NULL WHERE generation = ? AND missing > 0",
      generation,
    );
  }

  authorizeAgain(generation: number, problem: string): void {
    this.#sql.run(
      `UPDATE connection SET state = 'authorize again', problem = ?, next_attempt_at = NULL, refresh_sent_at = NULL WHERE generation = ?`,
      problem,
      generation,
    );
  }

  /** Forgets the mark and the back-off. */
  retry(): void {
    this.#sql.run(
      "UPDATE connection SET state = 'connected', problem = NULL, failures = 0, refused = 0, missing = 0, next_attempt_at = NULL",
    );
  }

  used(now: number): void {
    this.#sql.run("UPDATE connection SET last_used_at = ?", now);
  }

  /** KV took the sealed tokens. */
  putDone(generation: number, now: number): void {
    this.#sql.run(
      "UPDATE connection SET put_at = ?, next_put_at = NULL WHERE generation = ?",
      now,
      generation,
    );
  }

  putFailed(generation: number, next: number): void {
    this.#sql.run(
      "UPDATE connection SET put_at = NULL, put_failures = put_failures + 1, next_put_at = ? WHERE generation = ?",
      next,
      generation,
    );
  }

  /** KV has been read back with these tokens: the copy here goes. */
  forgetSealed(generation: number, sealed: string): void {
    this.#sql.run(
      "UPDATE connection SET sealed = NULL WHERE generation = ? AND sealed = ?",
      generation,
      sealed,
    );
  }

  oweRevocation(issuer: string, sealed: string, now: number): void {
    this.#sql.transaction(() => {
      this.#sql.run(
        "INSERT INTO errands (kind, issuer, sealed, next_attempt_at) VALUES ('revoke', ?, ?, ?)",
        issuer,
        sealed,
        now,
      );
      this.#sql.run(
        "DELETE FROM errands WHERE id NOT IN (SELECT id FROM errands ORDER BY id DESC LIMIT ?)",
        ERRANDS_MAX,
      );
    });
  }

  errandsDue(now: number): Errand[] {
    return this.#sql.all<Errand>(
      "SELECT * FROM errands WHERE next_attempt_at <= ? ORDER BY id",
      now,
    );
  }

  nextErrandAt(): number | null {
    return (
      this.#sql.first<{ at: number | null }>("SELECT MIN(next_attempt_at) AS at FROM errands")
        ?.at ?? null
    );
  }

  errandDone(id: number): void {
    this.#sql.run("DELETE FROM errands WHERE id = ?", id);
  }

  errandResealed(id: number, before: string, sealed: string): void {
    this.#sql.run("UPDATE errands SET sealed = ? WHERE id = ? AND sealed = ?", sealed, id, before);
  }

  errandFailed(id: number, next: number): void {
    this.#sql.run(
      "UPDATE errands SET failures = failures + 1, next_attempt_at = ? WHERE id = ?",
      next,
      id,
    );
  }
}
