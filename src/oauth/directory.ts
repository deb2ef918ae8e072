// Hands out the next user id and the next account id. There is one, named "directory"; it is asked only when
// somebody signs up or makes a budget account, never to find anything: names lead to their objects without it. (The operator,
// who changes a key, asks how many there are.)
// Invariant: a number is given out once. One that is then not used is a gap, which harms nobody.

import { DurableObject } from "cloudflare:workers";
import type { Env } from "../config.ts";
import { Sql } from "../sql/sql.ts";
import { must } from "../value/assert.ts";

export const DIRECTORY = "directory";

/** 1 is the local person's, and their demo budget's. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS numbers (
    kind TEXT PRIMARY KEY CHECK (kind IN ('user', 'account')),
    last INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT OR IGNORE INTO numbers (kind, last) VALUES ('user', 1);
  INSERT OR IGNORE INTO numbers (kind, last) VALUES ('account', 1);
`;

/** The two counters. */
export class Directory extends DurableObject<Env> {
  readonly #sql: Sql;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#sql = new Sql(context.storage);
    this.#sql.run(SCHEMA);
  }

  /** A number that was never given out before. */
  async next(kind: "user" | "account"): Promise<number> {
    const row = this.#sql.first<{ last: number }>("UPDATE numbers SET last = last + 1 WHERE kind = ? RETURNING last", kind);
    return must(row, "both counters exist from the start").last;
  }

  /** The last number that was given out: for the operator, who has something done in every object. */
  async last(kind: "user" | "account"): Promise<number> {
    const row = this.#sql.first<{ last: number }>("SELECT last FROM numbers WHERE kind = ?", kind);
    return must(row, "both counters exist from the start").last;
  }
}
