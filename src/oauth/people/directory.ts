// Issues the next user id and account id. There is one directory, named "directory". It is asked
// only at a sign-up or for a new budget account, never to find anything: names lead to their
// objects without it. (The operator who changes a key asks how many there are.) It also knows
// whether the first person has come (newcomers.ts), who the people are, for the first of them, who
// administrates the deployment, and how many messages the mail servers handed in, which tells an
// operator whether mail is routed here.
//
// Invariants: a number is issued once; an unused number is a harmless gap. At most one person comes
// in as the first; a claim that led to no person may be taken over later.

import { DurableObject } from "cloudflare:workers";
import { FIRST_CLAIM_MS, PEOPLE_PAGE_MAX } from "../../platform/limits.ts";
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
  CREATE TABLE IF NOT EXISTS mail (
    outcome TEXT PRIMARY KEY,
    messages INTEGER NOT NULL,
    last_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS people (
    id INTEGER PRIMARY KEY,
    user TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL,
    name TEXT NOT NULL,
    seen_at INTEGER NOT NULL
  ) STRICT;
`;

interface Claim {
  readonly user: string;
  readonly claimed_at: number;
  readonly settled: 0 | 1;
}

/** A person as the administrator's page lists them; `user` names their object. */
export interface ListedPerson {
  readonly id: number;
  readonly user: string;
  readonly email: string;
  readonly name: string;
  readonly seen_at: number;
}

/** How many messages ended so, and when the last of them did. */
export interface MailCount {
  readonly outcome: string;
  readonly messages: number;
  readonly last_at: number;
}

/** The two counters, the first person, and the counts of mail. */
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

  /** Whether the first person has come: they signed up, are about to, or nobody has tried. */
  async firstPerson(): Promise<"nobody" | "claimed" | "come"> {
    const claim = this.#claim();
    if (claim === null) return this.#last("user") === 1 ? "nobody" : "come";
    if (claim.settled === 1) return "come";
    return claim.claimed_at <= Date.now() - FIRST_CLAIM_MS ? "nobody" : "claimed";
  }

  /** Whether this User object is the first person's: they administrate the deployment. */
  async isAdministrator(user: string): Promise<boolean> {
    return this.#claim()?.user === user;
  }

  /** Lists a person who signed up, or signed in again. */
  async remember(person: Omit<ListedPerson, "seen_at">): Promise<void> {
    this.#sql.run(
      "INSERT OR REPLACE INTO people (id, user, email, name, seen_at) VALUES (?, ?, ?, ?, ?)",
      person.id,
      person.user,
      person.email,
      person.name,
      Date.now(),
    );
  }

  /** Forgets a person who was deleted. */
  async forget(user: string): Promise<void> {
    this.#sql.run("DELETE FROM people WHERE user = ?", user);
  }

  /** The people with an id above `after`, in order of their ids. */
  async people(after: number): Promise<ListedPerson[]> {
    return this.#sql.all<ListedPerson>(
      "SELECT id, user, email, name, seen_at FROM people WHERE id > ? ORDER BY id LIMIT ?",
      after,
      PEOPLE_PAGE_MAX,
    );
  }

  /** The person of a User object, as it is listed; null if it is not. */
  async person(user: string): Promise<ListedPerson | null> {
    return this.#sql.first<ListedPerson>(
      "SELECT id, user, email, name, seen_at FROM people WHERE user = ?",
      user,
    );
  }

  /** How many people there are. */
  async countPeople(): Promise<number> {
    return this.#sql.count("people");
  }

  /** Counts a message that a mail server handed in, by what became of it. */
  async countMail(outcome: string): Promise<void> {
    this.#sql.run(
      `INSERT INTO mail (outcome, messages, last_at) VALUES (?, 1, ?)
       ON CONFLICT (outcome) DO UPDATE SET messages = messages + 1, last_at = excluded.last_at`,
      outcome,
      Date.now(),
    );
  }

  /** The messages so far, by outcome. */
  async mailCounts(): Promise<MailCount[]> {
    return this.#sql.all<MailCount>("SELECT outcome, messages, last_at FROM mail ORDER BY outcome");
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
