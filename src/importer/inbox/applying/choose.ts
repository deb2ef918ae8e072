// What a person says about a charge and the budget: which transaction it is, which it is not, that it is to be looked for again, or
// that all is to be taken back. Runs inside a transaction; asks nobody. Safe to repeat.

import { RECEIPT_WAIT_MS } from "../../../platform/limits.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import { err, ok, type Result } from "../../../platform/result.ts";
import type { ImportProblem } from "../../problem.ts";
import type { MessageRow, ReceiptRow } from "../rows.ts";
import { changeReceipt, refresh } from "../change-state.ts";
import { listReceipts, record } from "../store.ts";
import { mergeInto } from "./merge.ts";
import {
  beginApplications,
  CHOSEN_BY_PERSON,
  findFirstApplication,
  listApplications,
  listApplicationsOn,
} from "./applications.ts";
import { requestJoin, requestSplit } from "./split.ts";
import { rejectMatch, startTakingBack } from "./take-back.ts";

export type Decided = Result<null, ImportProblem>;

/** The charge is this transaction, or these together: each is enriched like one that was found. */
export function chooseTransactions(
  sql: Sql,
  message: MessageRow,
  receipt: number | null,
  transactions: readonly number[],
  now: number,
): Decided {
  const chosen = findOneReceipt(
    sql,
    message,
    receipt,
    ["review", "waiting", "inserted"],
    "matched",
  );
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

/** Why a receipt cannot be these transactions; null if it can. */
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
  const moved =
    row.currency === null
      ? ({ state: "review" } as const)
      : ({ state: "waiting", reason: null, detail: null } as const);
  changeReceipt(sql, row.id, ["review", "waiting"], {
    ...moved,
    next_attempt_at: now,
    failures: 0,
    decided_at: now,
  });
  const said =
    transactions.length === 1
      ? CHOSEN_BY_PERSON
      : `a person said that it is these ${transactions.length} transactions together`;
  beginApplications(
    sql,
    { ...row, state: moved.state, decided_at: now },
    { transactions, evidence: [said] },
  );
}

/** The charge is not this transaction, or not these together: they are not suggested to it again, and it looks for another. */
export function rejectTransactions(
  sql: Sql,
  message: MessageRow,
  receipt: number | null,
  transactions: readonly number[],
  now: number,
): Decided {
  const chosen = findOneReceipt(
    sql,
    message,
    receipt,
    ["review", "waiting", "inserted"],
    "matched",
  );
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
  const waits =
    row.reason === "several_matches" &&
    row.total !== null &&
    row.date !== null &&
    row.currency !== null &&
    row.base !== null;
  if (waits)
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

/** The charge is looked for once more, also among what it was taken from or was not: those are shown, and nothing is inserted. */
export function lookAgain(
  sql: Sql,
  message: MessageRow,
  receipt: number | null,
  now: number,
): Decided {
  const chosen = findOneReceipt(
    sql,
    message,
    receipt,
    ["review", "waiting", "inserted"],
    "looked for again",
  );
  if (!chosen.ok) return chosen;
  const row = chosen.value;
  const refused =
    row.state === "review" && row.reason !== "no_match" && row.reason !== "several_matches";
  if (
    refused ||
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
      "INSERT INTO rivals (receipt, until, next_attempt_at) VALUES (?1, ?2, ?3) ON CONFLICT (receipt) DO UPDATE SET until = ?2, next_attempt_at = ?3",
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

/** The charge's transaction is split by its items, or made one again. */
export function splitByItems(
  sql: Sql,
  message: MessageRow,
  receipt: number | null,
  apart: boolean,
  now: number,
): Decided {
  const chosen = findOneReceipt(
    sql,
    message,
    receipt,
    ["matched", "inserted"],
    apart ? "split" : "joined again",
  );
  return chosen.ok ? (apart ? requestSplit : requestJoin)(sql, chosen.value, now) : chosen;
}

/** What the charge, or every charge of the message, did in the budget is undone. */
export function takeBack(
  sql: Sql,
  message: MessageRow,
  receipt: number | null,
  now: number,
): Decided {
  const rows = listReceipts(sql, message.seq).filter(
    (row) => receipt === null || row.id === receipt,
  );
  if (receipt !== null && rows.length === 0)
    return err(invalid("receipt", `The message has no charge ${receipt}.`));
  const taken = rows.map((row) => startTakingBack(sql, row.id, now));
  if (
    taken.some(Boolean) ||
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

/** The charge that is meant, among those in one of the states; what is inserted only where nothing else is meant. */
function findOneReceipt(
  sql: Sql,
  message: MessageRow,
  receipt: number | null,
  states: readonly ReceiptRow["state"][],
  action: string,
): Result<ReceiptRow, ImportProblem> {
  const rows = listReceipts(sql, message.seq).filter(
    (row) => (receipt === null || row.id === receipt) && states.includes(row.state),
  );
  const open = rows.filter(({ state }) => state !== "inserted");
  const [only, second] = open.length > 0 ? open : rows;
  if (only === undefined)
    return err({
      kind: "wrong message state",
      state: message.state,
      action,
      allowed: states.join(", "),
    });
  return second === undefined
    ? ok(only)
    : err(
        invalid(
          "receipt",
          `The message has several charges; name one of them: ${rows.map(({ id }) => id).join(", ")}.`,
        ),
      );
}

function nameTransactions(transactions: readonly number[]): string {
  return `${transactions.length === 1 ? "transaction" : "transactions"} ${transactions.join(", ")}`;
}

function isSameSet(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((id) => others.includes(id));
}

function invalid(field: string, message: string): ImportProblem {
  return { kind: "invalid", field: `/body/${field}`, message };
}
