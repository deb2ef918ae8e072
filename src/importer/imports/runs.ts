// One import as it is stored, and as the API shows it. A run's counts are updated in the same
// transaction as its rows, so that read = inserted + duplicate + rejected + skipped + waiting at
// every moment.

import type { Sql } from "../../platform/sql/sql.ts";
import { assertMayBecome, inSql } from "../../platform/states.ts";
import type { Currency } from "../../money/currency.ts";
import type { Answers, Layout, Question } from "../../statements/statement.ts";
import { findRuns } from "./find-runs.ts";
import type { AccountRef } from "./account-ref.ts";
import { balancesShown, type BalanceShown, type RunBalance } from "../balances/balance.ts";
import type { StatementPlan } from "../../statements/read-statement.ts";
import { noteImport } from "../changes/imports.ts";
import { ACTIVE, FIRST, NEXT, type RunState } from "./states.ts";

export interface DocumentRef {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly media_type: string;
  /** The name of the archive that contained it. */
  readonly archive?: string;
  /** The name of the folder that it was in. */
  readonly folder?: string;
}

export interface RunOptions {
  /**
   * The id of the manual account that the caller named; null if the file or an earlier answer names
   * it.
   */
  readonly account: number | null;
  /** The account as the caller named it, if the service could not list its accounts at once. */
  readonly account_named: string | null;
  readonly currency: Currency | null;
  readonly preview: boolean;
  /**
   * Preview only if rows are in another currency than their account. Left out: never for that
   * reason.
   */
  readonly preview_if_foreign?: boolean;
  readonly apply_rules: boolean;
  readonly skip_duplicates: boolean;
  readonly include_pending: boolean;
  /**
   * The source states the account's balance, which is written when the import is done; what the
   * import inserts does not move it. Left out: it does.
   */
  readonly balance_stated?: boolean;
  /** False: the balance that the file states is not set, even if proven. Left out: it is. */
  readonly set_balance?: boolean;
}

/** Everything the read pass needs, decided by the survey. */
export interface Reading {
  readonly plan: StatementPlan;
  /**
   * The label in the file ("" for all rows) -> the account; null leaves out rows with that label.
   */
  readonly accounts: Readonly<Record<string, AccountRef | null>>;
  /** Those of the accounts whose transactions have the purchase date; left out if there are none. */
  readonly by_purchase?: readonly number[];
}

export interface Run {
  readonly seq: number;
  readonly id: string;
  readonly state: RunState;
  readonly door: string;
  readonly document: DocumentRef;
  readonly options: RunOptions;
  readonly account: AccountRef | null;
  readonly answers: Answers;
  readonly questions: readonly Question[];
  readonly layout: Layout | null;
  readonly reading: Reading | null;
  readonly read_next: number;
  readonly read_done: boolean;
  readonly read: number;
  readonly inserted: number;
  readonly duplicate: number;
  readonly rejected: number;
  readonly skipped: number;
  readonly requests: number;
  /** Failures in a row, for the back-off. */
  readonly failures: number;
  /** How often the next undo request was halved, to find the transaction that is refused. */
  readonly undo_halvings: number;
  /** When its first request was prepared: from then on the run keeps its turn. */
  readonly posting_since: number | null;
  /**
   * When the answers that it was read with were looked up; null if it was not read yet, or before
   * this was stored.
   */
  readonly surveyed_at: number | null;
  /** The balances that the file states, and what was or will be done with them. */
  readonly balances: readonly RunBalance[] | null;
  /**
   * The day from which its rows still have to be compared with the budget; null before the first.
   */
  readonly compared_to: string | null;
  readonly next_attempt_at: number | null;
  readonly error: string | null;
  readonly created_at: number;
  readonly finished_at: number | null;
  /** When the user dismissed the failed import: it no longer waits for anybody. */
  readonly dismissed_at: number | null;
  /** Names the files that were uploaded together; null for a file that came alone. */
  readonly upload: string | null;
}

/** The Import object of the API. */
export interface Import {
  readonly id: string;
  readonly state: RunState;
  readonly door: string;
  readonly document: DocumentRef;
  /** Names the files that were uploaded together; left out for a file that came alone. */
  readonly upload?: string;
  readonly account: AccountRef | null;
  readonly layout: Layout | null;
  readonly questions: readonly Question[];
  readonly counts: {
    readonly read: number;
    readonly inserted: number;
    readonly duplicate: number;
    readonly rejected: number;
    readonly skipped: number;
    readonly waiting: number;
  };
  /** The balances that the file states, and what was or will be done with them. */
  readonly balances: readonly BalanceShown[];
  readonly requests: number;
  readonly next_attempt_at: string | null;
  readonly error: string | null;
  /** The import of the same account that must be posted first; null if there is none. */
  readonly waits_for: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly dismissed_at: string | null;
}

/** An import that waits for the user, with its number of suggested transfers to decide. */
export interface WaitingImport extends Import {
  readonly transfers_to_decide: number;
}

/** A page of the imports that wait; `total` counts all of them. */
export interface WaitingPage {
  readonly imports: WaitingImport[];
  readonly has_more: boolean;
  readonly total: number;
}

const JSON_COLUMNS = [
  "document",
  "options",
  "account",
  "answers",
  "questions",
  "layout",
  "reading",
  "balances",
] as const;
type JsonColumn = (typeof JSON_COLUMNS)[number];
type RunRow = Omit<Run, JsonColumn | "read_done"> & { [column in JsonColumn]: string | null } & {
  read_done: number;
};

function toRun(row: RunRow): Run {
  const parsed = Object.fromEntries(
    JSON_COLUMNS.map((column) => [column, row[column] === null ? null : JSON.parse(row[column])]),
  );
  return { ...row, ...parsed, read_done: row.read_done === 1 } as unknown as Run;
}

/** The Import object of a run; `ahead`: the run of the same account that is posted before it. */
export function toApi(run: Run, ahead: Run | null = null): Import {
  const { read, inserted, duplicate, rejected, skipped } = run;
  const waiting = read - inserted - duplicate - rejected - skipped;
  return {
    id: run.id,
    state: run.state,
    door: run.door,
    document: run.document,
    ...(run.upload !== null && { upload: run.upload }),
    account: run.account,
    layout: run.layout,
    questions: run.questions,
    counts: { read, inserted, duplicate, rejected, skipped, waiting },
    balances: balancesShown(run.balances),
    requests: run.requests,
    next_attempt_at: instant((ahead ?? run).next_attempt_at),
    error: ahead === null ? run.error : behind(ahead),
    waits_for: ahead?.id ?? null,
    created_at: new Date(run.created_at).toISOString(),
    finished_at: instant(run.finished_at),
    dismissed_at: instant(run.dismissed_at),
  };
}

function behind({ document, state, error }: Run): string {
  const first = `${document.name} goes to the same account and is ${state === "undoing" ? "undone" : "posted"} first`;
  return error === null ? `${first}.` : `${first}; it waits: ${error}`;
}

function instant(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

// Transfers are decided on the page of a finished import; an undo forgets them.
const WAITING = `WITH
  undecided AS (
    SELECT run AS seq, COUNT(*) AS transfers FROM transfers INDEXED BY transfers_open
    WHERE state = 'suggested' GROUP BY run),
  waiting AS (
    SELECT seq, 0 AS transfers FROM runs INDEXED BY runs_waiting
    WHERE state IN ('question','preview','failed') AND dismissed_at IS NULL
    UNION ALL
    SELECT seq, transfers FROM undecided JOIN runs USING (seq) WHERE state = 'done')`;

/** The runs of one connection. */
export class Runs {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  create(run: {
    id: string;
    door: string;
    document: DocumentRef;
    options: RunOptions;
    upload?: string | null;
    now: number;
  }): void {
    this.#sql.run(
      "INSERT INTO runs (id, state, door, document, options, upload, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
      run.id,
      FIRST,
      run.door,
      JSON.stringify(run.document),
      JSON.stringify(run.options),
      run.upload ?? null,
      run.now,
    );
  }

  byId(id: string): Run | null {
    const row = this.#sql.first<RunRow>("SELECT * FROM runs WHERE id = ?", id);
    return row === null ? null : toRun(row);
  }

  bySeq(seq: number): Run | null {
    const row = this.#sql.first<RunRow>("SELECT * FROM runs WHERE seq = ?", seq);
    return row === null ? null : toRun(row);
  }

  /** Newest first; those of one layout, or all. */
  page(limit: number, offset: number, fingerprint: string | null = null): Run[] {
    if (fingerprint === null)
      return this.#sql
        .all<RunRow>("SELECT * FROM runs ORDER BY seq DESC LIMIT ? OFFSET ?", limit, offset)
        .map(toRun);
    const ofLayout =
      "SELECT * FROM runs WHERE layout IS NOT NULL AND layout ->> '$.fingerprint' = ? ORDER BY seq DESC LIMIT ? OFFSET ?";
    return this.#sql.all<RunRow>(ofLayout, fingerprint, limit, offset).map(toRun);
  }

  /** Newest first; those with each of the words in the name of their file or account. */
  search(words: string, limit: number, offset: number): Run[] {
    return findRuns(this.#sql, words, limit, offset).flatMap((seq) => this.bySeq(seq) ?? []);
  }

  /** Those of a layout that wait for an answer, the oldest first. */
  asking(fingerprint: string): Run[] {
    return this.#sql
      .all<RunRow>(
        "SELECT * FROM runs WHERE state = 'question' AND layout ->> '$.fingerprint' = ? ORDER BY seq LIMIT 100",
        fingerprint,
      )
      .map(toRun);
  }

  /** The ids of the imports that came this way and inserted something, newest first. */
  idsByDoor(door: string, limit: number): string[] {
    return this.#sql
      .all<{ id: string }>(
        "SELECT id FROM runs WHERE door = ? AND inserted > 0 ORDER BY seq DESC LIMIT ?",
        door,
        limit,
      )
      .map(({ id }) => id);
  }

  /** The imports that were uploaded together, in the order of their arrival. */
  ofUpload(upload: string, limit: number): Run[] {
    return this.#sql
      .all<RunRow>("SELECT * FROM runs WHERE upload = ? ORDER BY seq LIMIT ?", upload, limit)
      .map(toRun);
  }

  /** The imports that wait for the user, newest first, and how many there are in all. */
  waiting(limit: number, offset: number): WaitingPage {
    const found = this.#sql.all<RunRow & { transfers: number }>(
      `${WAITING} SELECT runs.*, transfers FROM waiting JOIN runs USING (seq) ORDER BY seq DESC LIMIT ? OFFSET ?`,
      limit,
      offset,
    );
    const counted = this.#sql.first<{ total: number }>(
      `${WAITING} SELECT COUNT(*) AS total FROM waiting`,
    );
    const imports = found.map(({ transfers, ...row }) => ({
      ...toApi(toRun(row)),
      transfers_to_decide: transfers,
    }));
    const total = counted?.total ?? 0;
    return { imports, has_more: offset + imports.length < total, total };
  }

  /** The runs that the alarm has to work on, oldest first; few at any time. */
  active(): Run[] {
    return this.#sql
      .all<RunRow>(`SELECT * FROM runs WHERE state IN ${inSql(ACTIVE)} ORDER BY seq LIMIT 100`)
      .map(toRun);
  }

  /** Makes waiting runs due now. */
  hurry(): void {
    this.#sql.run(
      `UPDATE runs SET next_attempt_at = 1 WHERE state IN ${inSql(ACTIVE)} AND next_attempt_at IS NOT NULL`,
    );
  }

  /**
   * Changes columns of a run that is still in one of the states `from`; JSON columns take their
   * values. Returns false, and changes nothing, if the user has moved the run on meanwhile: every
   * step waits for other requests, and undoing must win. A new state must be one that may follow
   * each of `from`.
   */
  change(
    seq: number,
    from: readonly RunState[],
    changes: Partial<Omit<Run, "seq" | "id">>,
  ): boolean {
    if (changes.state !== undefined) assertMayBecome(NEXT, from, changes.state);
    const entries = Object.entries(changes);
    const json: readonly string[] = JSON_COLUMNS;
    const values = entries.map(([name, value]) =>
      json.includes(name) && value !== null ? JSON.stringify(value) : (value as string),
    );
    const set = entries.map(([name]) => `${name} = ?`).join(", ");
    return this.#sql.transaction(() => {
      const changed = this.#sql.all<{ seq: number }>(
        `UPDATE runs SET ${set} WHERE seq = ? AND state IN (SELECT value FROM json_each(?)) RETURNING seq`,
        ...values,
        seq,
        JSON.stringify(from),
      );
      const run = changes.state === undefined || changed.length === 0 ? null : this.bySeq(seq);
      if (run !== null) noteImport(this.#sql, run);
      return changed.length > 0;
    });
  }

  /** Adds to the counts, which may be negative. */
  count(
    seq: number,
    delta: {
      read?: number;
      inserted?: number;
      duplicate?: number;
      rejected?: number;
      skipped?: number;
      requests?: number;
    },
  ): void {
    const {
      read = 0,
      inserted = 0,
      duplicate = 0,
      rejected = 0,
      skipped = 0,
      requests = 0,
    } = delta;
    this.#sql.run(
      `UPDATE runs SET read = read + ?, inserted = inserted + ?, duplicate = duplicate + ?, rejected = rejected + ?,
         skipped = skipped + ?, requests = requests + ? WHERE seq = ?`,
      read,
      inserted,
      duplicate,
      rejected,
      skipped,
      requests,
      seq,
    );
  }
}
