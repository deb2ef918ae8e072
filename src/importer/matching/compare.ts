// Compares the rows of an import with the budget's transactions, before anything is posted. It
// takes some days at a time: memory stays bounded for an account of any size, and a step that had
// to wait continues where it was. A row whose external_id the list has shown is settled by it: a
// request would only bring the same answer. The service itself recognises the same payee, date and
// amount on a transaction that no import made; that is left to it.
//
// Order of writes: what some days came to is stored together with the day up to which the rows are
// compared. If the Worker dies before, the days are compared again; after, they are not.

import { once } from "../../platform/once.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { must } from "../../platform/assert.ts";
import {
  COMPARE_ROWS_MAX,
  COMPARE_TRANSACTIONS_MAX,
  KNOWN_IDS_MAX,
  KNOWN_TRIED,
} from "../../platform/limits.ts";
import { addDays, dayNumber, type Day } from "../../money/day.ts";
import { daysBeforePosting } from "../imports/account-dates.ts";
import { externalId } from "../imports/external-id.ts";
import { markKnown } from "../imports/marks.ts";
import { planBoundaries } from "../imports/rows.ts";
import type { StoredTransaction } from "../posting/client.ts";
import type { Known, LookedUp } from "../posting/known.ts";
import type { NoAnswer } from "../../platform/outbox/effect.ts";
import { eachListed, type Drained, type QueueService } from "../posting/drain.ts";
import { recordThere } from "../posting/store-fates.ts";
import { findLikenesses, toOther, type Other, type RowKey } from "./find-likenesses.ts";
import { forgetOpen, readDecided, storeLookalikes } from "./lookalikes.ts";
import { forgetPlans, planUpdates } from "./pendings.ts";
import { planReceipts } from "./receipts.ts";
import type { Run, Runs } from "../imports/runs.ts";
import { POSTING, type RunState } from "../imports/states.ts";

interface Lister extends Pick<QueueService, "list"> {
  /** Which of these external ids an account has; left out: the service cannot be asked that. */
  readonly known?: (account: number, externalIds: readonly string[]) => Promise<LookedUp>;
}

const COMPARED: readonly RunState[] = ["reading", ...POSTING];
const WAITING =
  "rows INDEXED BY rows_to_post WHERE run = ? AND state = 'waiting' AND batch IS NULL";

/** One step; `done` when every row has been compared. */
export async function compare(sql: Sql, runs: Runs, run: Run, service: Lister): Promise<Drained> {
  if (run.compared_to === null) {
    const waiting = run.options.include_pending ? await planUpdates(sql, run, service) : null;
    if (waiting !== null) return waiting;
    if (!run.options.include_pending) forgetPlans(sql, run.seq);
    forgetOpen(sql, run.seq);
    const receipts = await planReceipts(sql, runs, run, service);
    if (receipts !== null) return receipts;
  }
  // Without skip_duplicates, lookalikes are neither skipped nor asked about.
  if (!run.options.skip_duplicates) return { kind: "done" };
  const days = nextDays(sql, run);
  if (days === null) return { kind: "done" };
  const compared = await compareDays({ sql, runs, run, ...days }, service);
  if (typeof compared !== "string") return compared;
  return days.whole && compared === days.last ? { kind: "done" } : { kind: "moved" };
}

/** The days to compare next; `whole`: no row is after them. Null if no row is left. */
function nextDays(sql: Sql, run: Run): { first: Day; last: Day; whole: boolean } | null {
  const from = run.compared_to ?? "";
  const at = (offset: number) =>
    sql.first<{ date: Day }>(
      `SELECT date FROM ${WAITING} AND date >= ? ORDER BY date LIMIT 1 OFFSET ?`,
      run.seq,
      from,
      offset,
    )?.date;
  const first = at(0);
  if (first === undefined) return null;
  const beyond = at(COMPARE_ROWS_MAX);
  // The last day may have more rows than are compared at once.
  if (beyond !== undefined)
    return { first, last: first === beyond ? first : addDays(beyond, -1), whole: false };
  const end = sql.first<{ date: Day }>(
    `SELECT date FROM ${WAITING} ORDER BY date DESC LIMIT 1`,
    run.seq,
  );
  return { first, last: end?.date ?? first, whole: true };
}

interface Comparison {
  readonly sql: Sql;
  readonly runs: Runs;
  readonly run: Run;
  readonly first: Day;
  readonly last: Day;
}

/**
 * Compares the rows of some days; of fewer days if the account holds too many transactions. Returns
 * the last day that was compared, or why the service could not be asked.
 */
async function compareDays(days: Comparison, service: Lister): Promise<Day | NoAnswer> {
  const { sql, run, first, last } = days;
  const [from, to] = [addDays(first, -1), addDays(last, 1)];
  const near = once(() => listKeys(sql, run, { from, to }));
  const all = await lookUpAll(days, near, service);
  if (all !== null) return store(days, { near: near(), known: all, others: [] });
  const there = new There(days, near);
  for (const account of listAccounts(sql, run, from, to)) {
    const begin = addDays(from, -daysBeforePosting(sql, account));
    const query = { account, from: begin, to };
    const failed = await eachListed(
      service,
      query,
      (transaction) => there.see(transaction),
      () => there.isFull && first < last,
    );
    if (failed !== null) return failed;
    if (there.isFull && first < last) {
      const middle = Math.floor((dayNumber(last) - dayNumber(first)) / 2);
      return compareDays({ ...days, last: addDays(first, middle) }, service);
    }
  }
  // No row is like a transaction where there are none.
  if (there.isEmpty) return store(days, { near: [], known: there.known, others: there.others });
  return store(days, { near: near(), known: there.known, others: there.others });
}

/**
 * The transactions of all rows of some days, where each of them is there and the service can be
 * asked by external ids; null otherwise. Where no row is new, no transaction can look like one, and
 * the days need not be listed. A few rows are tried before the others are read.
 */
async function lookUpAll(
  { sql, run, first, last }: Comparison,
  near: () => readonly RowKey[],
  { known: ask }: Lister,
): Promise<Map<number, Known> | null> {
  if (ask === undefined) return null;
  const some = listKeys(sql, run, { from: first, to: last, most: KNOWN_TRIED });
  const known = await lookUp(some, ask);
  return known === null || some.length < KNOWN_TRIED
    ? known
    : lookUp(
        near().filter(({ date }) => date >= first && date <= last),
        ask,
      );
}

/** The transactions of the rows; null if one of them has none, or the service cannot be asked. */
async function lookUp(
  rows: readonly RowKey[],
  ask: Required<Lister>["known"],
): Promise<Map<number, Known> | null> {
  const known = new Map<number, Known>();
  for (const [account, mine] of Map.groupBy(rows, (row) => row.account))
    for (let from = 0; from < mine.length; from += KNOWN_IDS_MAX) {
      const some = mine.slice(from, from + KNOWN_IDS_MAX);
      const reply = await ask(
        account,
        some.map((row) => row.external_id),
      );
      if (reply.kind !== "found" || reply.found.size < some.length) return null;
      for (const [at, one] of reply.found) known.set(must(some[at], "it was asked").seq, one);
    }
  return known;
}

/** What asking about some days has shown. */
interface Seen {
  readonly near: readonly RowKey[];
  /** The rows that are there, each with its transaction. */
  readonly known: ReadonlyMap<number, Known>;
  readonly others: readonly Other[];
}

/** Stores what comparing some days came to; returns the last of them. */
function store(days: Comparison, { near, known: there, others }: Seen): Day {
  const { sql, runs, run, first, last } = days;
  sql.transaction(() => {
    // The user may have undone the import, or decided, while the service was asked.
    const now = runs.bySeq(run.seq);
    if (now === null || !COMPARED.includes(now.state)) return;
    const decided = readDecided(sql, run.seq);
    const undecided = new Map([...there].filter(([seq]) => !decided.rows.has(seq)));
    const known = new Map([...undecided].map(([seq, { id }]) => [seq, id]));
    const found = { near, known, others, decided };
    storeLookalikes(sql, runs, run.seq, findLikenesses(days, found));
    if (now.state === "reading") markKnown(sql, run.seq, first, last, known);
    else recordThere(sql, runs, run, undecided);
    runs.change(run.seq, COMPARED, { compared_to: addDays(last, 1) });
  });
  return last;
}

/** The transactions of some days, as they are listed: those that rows are, and the others. */
class There {
  readonly known = new Map<number, Known>();
  readonly others: Other[] = [];
  readonly #rows: () => ReadonlyMap<string, number>;

  constructor({ first, last }: Comparison, near: () => readonly RowKey[]) {
    this.#rows = once(() => {
      const mine = near().filter(({ date }) => date >= first && date <= last);
      return new Map(mine.map((row) => [`${row.account} ${row.external_id}`, row.seq]));
    });
  }

  see(transaction: StoredTransaction): void {
    const { id, run, part, manual_account_id: account, external_id: external } = transaction;
    const seq = part || external === null ? undefined : this.#rows().get(`${account} ${external}`);
    if (seq !== undefined) this.known.set(seq, { id, run });
    else if (!this.isFull) this.others.push(toOther(transaction));
  }

  get isEmpty(): boolean {
    return this.known.size === 0 && this.others.length === 0;
  }

  /** Whether there are more than can be compared at once. */
  get isFull(): boolean {
    return this.others.length > COMPARE_TRANSACTIONS_MAX;
  }
}

/** The accounts of the rows of some days. */
function listAccounts(sql: Sql, run: Run, from: Day, to: Day): number[] {
  const chosen = Object.values(run.reading?.accounts ?? {}).flatMap((account) => account?.id ?? []);
  // All rows of the run go to one of these.
  if (new Set(chosen).size === 1) return chosen.slice(0, 1);
  return sql
    .all<{ account: number }>(
      `SELECT DISTINCT account FROM ${WAITING} AND date BETWEEN ? AND ?`,
      run.seq,
      from,
      to,
    )
    .map(({ account }) => account);
}

/** Which rows: those of some days, the first `most` of them by date. */
interface Which {
  readonly from: Day;
  readonly to: Day;
  readonly most?: number;
}

/**
 * The rows of some days with their external ids; those of a preview with the ids that they will get
 * when they are numbered for posting.
 */
function listKeys(sql: Sql, run: Run, { from, to, most }: Which): RowKey[] {
  const rows = sql.values<readonly [number, number, Day, string, number]>(
    `SELECT seq, account, date, key, occurrence FROM ${WAITING} AND date BETWEEN ? AND ?
     ORDER BY date LIMIT ?`,
    run.seq,
    from,
    to,
    most ?? -1,
  );
  const planned = run.state === "reading" ? planBoundaries(sql, run) : [];
  const ids = new Map(planned.map((one) => [one.seq, one.external_id]));
  return rows.map(([seq, account, date, key, occurrence]) => ({
    seq,
    account,
    date,
    external_id: ids.get(seq) ?? externalId(key, occurrence),
  }));
}
