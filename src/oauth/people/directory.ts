// Issues the next user id and account id. There is one directory, named "directory". It is asked
// only at a sign-up or for a new budget account, never to find anything: names lead to their
// objects without it. (The operator who changes a key asks how many there are.) It also knows
// whether the first person has come (newcomers.ts).
//
// Invariants: a number is issued once; an unused number is a harmless gap. At most one person comes
// in as the first; a claim that led to no person may be taken over later.

import { DurableObject } from "cloudflare:workers";
import { FIRST_CLAIM_MS } from "../../platform/limits.ts";
import { Sql } from "../../platform/sql/sql.ts";
import { must } from "../../platform/assert.ts";

export const DIRECTORY = "directory";

/** 1 is the local person's, and their demo budget's. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS numbers (
    kind TEXT PRIMARY KEY CHECK (kind IN ('user', 'account')),
    last INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT OR IGNORE INTO numbers (kind, last) VALUES ('user', 1);
  INSERT OR IGNORE INTO numbers (kind, last) VALUES ('account', 1);
  CREATE TABLE IF NOT EXISTS first_person (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    user TEXT NOT NULL,
    claimed_at INTEGER NOT NULL,
    settled INTEGER NOT NULL CHECK (settled IN (0, 1))
  ) STRICT;
`;

interface Claim {
  readonly user: string;
  readonly claimed_at: number;
  readonly settled: 0 | 1;
}

/** The two counters, and the first person. */
export class Directory extends DurableObject<Env> {
  readonly #sql: Sql;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#sql = new Sql(context.storage);
    this.#sql.run(SCHEMA);
  }

  /** A number that was never given out before. */
  async next(kind: "user" | "account"): Promise<number> {
    const row = this.#sql.first<{ last: number }>(
      "UPDATE numbers SET last = last + 1 WHERE kind = ? RETURNING last",
      kind,
    );
    return must(row, "both counters exist from the start").last;
  }

  /** Whether no person has come yet, or the first one's claim led to no person so far. */
  async mayBeFirst(): Promise<boolean> {
    const claim = this.#claim();
    return claim === null
      ? this.#last("user") === 1
      : claim.settled === 0 && claim.claimed_at <= Date.now() - FIRST_CLAIM_MS;
  }

  /**
   * Whether the person of this User object comes in as the first; the answer is the same when asked
   * again.
   */
  async claimFirst(user: string): Promise<boolean> {
    const before = this.#claim();
    if (before === null) return this.#last("user") === 1 && this.#write(user);
    if (before.settled === 1 || before.user === user) return before.settled === 0;
    if (before.claimed_at > Date.now() - FIRST_CLAIM_MS) return false;
    const isThere = await this.env.USER.getByName(before.user).isSomebody();
    const now = this.#claim();
    // Meanwhile another may have taken it over.
    if (now?.user !== before.user || now.claimed_at !== before.claimed_at || now.settled === 1)
      return false;
    if (!isThere) return this.#write(user);
    await this.settle();
    return false;
  }

  /** Nobody is the first from now on. */
  async settle(): Promise<void> {
    this.#sql.run(
      "INSERT INTO first_person (id, user, claimed_at, settled) VALUES (1, '', 0, 1) ON CONFLICT (id) DO UPDATE SET settled = 1",
    );
  }

  /** The last number issued: for the operator, who runs something in every object. */
  async last(kind: "user" | "account"): Promise<number> {
    return this.#last(kind);
  }

  #claim(): Claim | null {
    return this.#sql.first<Claim>("SELECT user, claimed_at, settled FROM first_person");
  }

  #write(user: string): true {
    this.#sql.run(
      "INSERT OR REPLACE INTO first_person (id, user, claimed_at, settled) VALUES (1, ?, ?, 0)",
      user,
      Date.now(),
    );
    return true;
  }

  #last(kind: "user" | "account"): number {
    const row = this.#sql.first<{ last: number }>("SELECT last FROM numbers WHERE kind = ?", kind);
    return must(row, "both counters exist from the start").last;
  }
}
