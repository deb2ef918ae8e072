// The user's decisions about a charge and the budget: it is a transaction, it is not, look for one
// again, split the transaction, take everything back. Each runs inside a database transaction and
// calls no service. Repeating one changes nothing more.

import { RECEIPT_WAIT_MS } from "../../../platform/limits.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import { err, ok, type Result } from "../../../platform/result.ts";
import type { ImportProblem } from "../../problem.ts";
import type { MessageRow, ReceiptRow } from "../rows.ts";
import { changeReceipt, refresh } from "../change-state.ts";
import { listReceipts, record } from "../store.ts";
import { findOneReceipt, invalid } from "./find-charge.ts";
import { mergeInto } from "./merge.ts";
import {
  beginApplications,
  CHOSEN_BY_PERSON,
  findFirstApplication,
  listApplications,
  listApplicationsOn,
} from "./applications.ts";
import { requestJoin, requestSplit } from "./split-request.ts";
import { rejectMatch, startTakingBack } from "./take-back.ts";

/** The charge is this transaction, or these together: each is enriched as if it had been found. */
export function chooseTransactions(
  sql: Sql,
  message: MessageRow,
  receipt: number | null,
  transactions: readonly number[],
  now: number,
): Result<null, ImportProblem> {
  const chosen = findMatchable(sql, message, receipt);
  if (!chosen.ok) return chosen;
  const row = chosen.value;
  const [first = 0, second] = transactions;
  if (row.state === "inserted")
    return second === undefined
      ? mergeInto(sql, row, first, now)
      : err(
          invalid(
            "transactions",
            "Only one transaction can take the place of the one that was inserted.",
          ),
        );
  const begun = listApplications(sql, row.id);
  const chosenBefore =
    begun.length > 0 &&
    begun.every(({ state }) => state === "doing") &&
    isSameSet(
      begun.map(({ transaction_id: id }) => id ?? 0),
      transactions,
    );
  if (chosenBefore) return ok(null);
  const refusal = findRefusal(sql, row, begun.length > 0, transactions);
  if (refusal !== null) return err(refusal);
  apply(sql, row, transactions, now);
  const what = `it is ${nameTransactions(transactions)}`;
  record(sql, { message: message.seq, receipt: row.id, who: "person", what }, now);
  return ok(null);
}

/** Finds a receipt of a message that may be matched; a refusal if its state does not allow it. */
export function findMatchable(sql: Sql, message: MessageRow, receipt: number | null) {
  return findOneReceipt(sql, message, receipt, ["review", "waiting", "inserted"], "matched");
}

/** Returns why a receipt cannot be these transactions; null if it can. */
function findRefusal(
  sql: Sql,
  row: ReceiptRow,
  isApplied: boolean,
  transactions: readonly number[],
): ImportProblem | null {
  if (isApplied)
    return invalid(
      "receipt",
      "The charge is in the budget already, or is being taken back; take it back first.",
    );
  const taken = transactions.find((id) => listApplicationsOn(sql, id).length > 0);
  if (taken !== undefined)
    return invalid(
      transactions.length === 1 ? "transaction_id" : "transactions",
      `The transaction ${taken} has another receipt.`,
    );
  // The transaction itself can show which currency an ambiguous symbol stands for.
  const lacksCurrency = row.state === "review" && row.reason === "ambiguous_currency";
  const isKnown = row.total !== null && row.date !== null && row.base !== null;
  return isKnown && (row.currency !== null || lacksCurrency)
    ? null
    : invalid("receipt", "Say its amount, currency and day first.");
}

/** Begins to enrich the transactions with the receipt. */
function apply(sql: Sql, row: ReceiptRow, transactions: readonly number[], now: number): void {
  for (const id of transactions)
    sql.run("DELETE FROM match_rejections WHERE receipt = ? AND transaction_id = ?", row.id, id);
  const next =
    row.currency === null
      ? ({ state: "review" } as const)
      : ({ state: "waiting", reason: null, detail: null } as const);
  changeReceipt(sql, row.id, ["review", "waiting"], {
    ...next,
    next_attempt_at: now,
    failures: 0,
    decided_at: now,
  });
  const evidence =
    transactions.length === 1
      ? CHOSEN_BY_PERSON
      : `a person said that it is these ${transactions.length} transactions together`;
  beginApplications(
    sql,
    { ...row, state: next.state, decided_at: now },
    { transactions, evidence: [evidence] },
  );
}

/** The charge is not this transaction, or not these together: they are never suggested again. */
export function rejectTransactions(
  sql: Sql,
  message: MessageRow,
  receipt: number | null,
  transactions: readonly number[],
  now: number,
): Result<null, ImportProblem> {
  const chosen = findMatchable(sql, message, receipt);
  if (!chosen.ok) return chosen;
  const row = chosen.value;
  const [first = 0, second] = transactions;
  if (second === undefined) rejectMatch(sql, row.id, first);
  else
    sql.run(
      "INSERT OR IGNORE INTO set_rejections (receipt, transactions) VALUES (?, ?)",
      row.id,
      JSON.stringify(transactions.toSorted((a, b) => a - b)),
    );
  sql.run("UPDATE rivals SET match = NULL, next_attempt_at = ? WHERE receipt = ?", now, row.id);
  record(
    sql,
    {
      message: message.seq,
      receipt: row.id,
      who: "person",
      what: `it is not ${nameTransactions(transactions)}`,
    },
    now,
  );
  const canWait =
    row.reason === "several_matches" &&
    row.total !== null &&
    row.date !== null &&
    row.currency !== null &&
    row.base !== null;
  if (canWait)
    changeReceipt(sql, row.id, ["review"], {
      state: "waiting",
      reason: null,
      detail: null,
      next_attempt_at: now,
      match: null,
    });
  refresh(sql, message.seq);
  return ok(null);
}

/**
 * Looks for the charge's transaction again, also among those that the user rejected or undid. Such
 * a transaction is only suggested. Nothing is inserted meanwhile.
 */
export function lookAgain(
  sql: Sql,
  message: MessageRow,
  receipt: number | null,
  now: number,
): Result<null, ImportProblem> {
  const chosen = findOneReceipt(
    sql,
    message,
    receipt,
    ["review", "waiting", "inserted"],
    "looked for again",
  );
  if (!chosen.ok) return chosen;
  const row = chosen.value;
  const isOtherDoubt =
    row.state === "review" && row.reason !== "no_match" && row.reason !== "several_matches";
  if (
    isOtherDoubt ||
    row.total === null ||
    row.date === null ||
    row.base === null ||
    row.currency === null
  )
    return err(
      invalid("receipt", "Something else is to be said of it first: accept it, or set it right."),
    );
  if (row.state !== "inserted" && findFirstApplication(sql, row.id)?.state === "doing")
    return ok(null);
  sql.run("UPDATE match_rejections SET again = 1 WHERE receipt = ?", row.id);
  sql.run("DELETE FROM set_rejections WHERE receipt = ?", row.id);
  sql.run("DELETE FROM match_shown WHERE receipt = ?", row.id);
  const until = Math.max(row.settle_until ?? 0, now + RECEIPT_WAIT_MS);
  if (row.state === "inserted")
    sql.run(
      `INSERT INTO rivals (receipt, until, next_attempt_at) VALUES (?1, ?2, ?3)
       ON CONFLICT (receipt) DO UPDATE SET until = ?2, next_attempt_at = ?3`,
      row.id,
      until,
      now,
    );
  else
    changeReceipt(sql, row.id, ["review", "waiting"], {
      state: "waiting",
      reason: null,
      detail: null,
      match: null,
      mode: row.state === "review" ? "wait" : row.mode,
      failures: 0,
      next_attempt_at: now,
      settle_until: until,
      decided_at: now,
    });
  record(
    sql,
    { message: message.seq, receipt: row.id, who: "person", what: "to be looked for again" },
    now,
  );
  return ok(null);
}

/** Splits the charge's transaction by its items (`apart`), or joins the parts again. */
export function splitByItems(
  sql: Sql,
  message: MessageRow,
  receipt: number | null,
  apart: boolean,
  now: number,
): Result<null, ImportProblem> {
  const chosen = findOneReceipt(
    sql,
    message,
    receipt,
    ["matched", "inserted"],
    apart ? "split" : "joined again",
  );
  return chosen.ok ? (apart ? requestSplit : requestJoin)(sql, chosen.value, now) : chosen;
}

/** Undoes what the charge, or every charge of the message, changed in the budget. */
export function takeBack(
  sql: Sql,
  message: MessageRow,
  receipt: number | null,
  now: number,
): Result<null, ImportProblem> {
  const rows = listReceipts(sql, message.seq).filter(
    (row) => receipt === null || row.id === receipt,
  );
  if (receipt !== null && rows.length === 0)
    return err(invalid("receipt", `The message has no charge ${receipt}.`));
  const begun = rows.map((row) => startTakingBack(sql, row.id, now));
  if (
    begun.some(Boolean) ||
    rows.some(({ decided_at, state }) => decided_at !== null && state === "review")
  )
    return ok(null);
  return err({
    kind: "wrong message state",
    state: message.state,
    action: "taken back",
    allowed: "matched, inserted",
  });
}

function nameTransactions(transactions: readonly number[]): string {
  return `${transactions.length === 1 ? "transaction" : "transactions"} ${transactions.join(", ")}`;
}

function isSameSet(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((id) => others.includes(id));
}
