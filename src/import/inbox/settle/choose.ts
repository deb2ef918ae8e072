// What a person says about a charge and the budget: which transaction it is, which it is not, or that all is to be taken back.
// Runs inside a transaction; asks nobody. Safe to repeat.

import type { Sql } from "../../../sql/sql.ts";
import { err, ok, type Result } from "../../../value/result.ts";
import type { ImportProblem } from "../../problem.ts";
import type { MessageRow, ReceiptRow } from "../message.ts";
import { changeReceipt, receiptsOf, record } from "../store.ts";
import { begin, settlingOf, settlingOn } from "./settlings.ts";
import { startTakingBack } from "./take-back.ts";

type Decided = Result<null, ImportProblem>;

/** The charge is this transaction: it is enriched like one that was found. */
export function chooseTransaction(sql: Sql, message: MessageRow, receipt: number | null, transaction: number, now: number): Decided {
  const chosen = openReceipt(sql, message, receipt);
  if (!chosen.ok) return chosen;
  const row = chosen.value;
  const begun = settlingOf(sql, row.id);
  if (begun !== null && begun.transaction_id === transaction && begun.state === "doing") return ok(null);
  if (begun !== null) return err(invalid("receipt", "The charge is in the budget already, or is being taken back; take it back first."));
  const owner = settlingOn(sql, transaction);
  if (owner !== null) return err(invalid("transaction_id", `The transaction ${transaction} has another receipt.`));
  // Its currency the transaction may say.
  const lacksCurrency = row.state === "review" && row.reason === "ambiguous_currency";
  if (row.total === null || row.date === null || row.base === null || (row.currency === null && !lacksCurrency)) return err(invalid("receipt", "Say its amount, currency and day first."));
  sql.run("DELETE FROM match_rejections WHERE receipt = ? AND transaction_id = ?", row.id, transaction);
  const moved = row.currency === null ? ({ state: "review" } as const) : ({ state: "waiting", reason: null, detail: null } as const);
  changeReceipt(sql, row.id, ["review", "waiting"], { ...moved, next_attempt_at: now, failures: 0, decided_at: now });
  begin(sql, { ...row, state: moved.state, decided_at: now }, "enrich", transaction, ["a person said that it is this transaction"]);
  record(sql, message.seq, row.id, "person", `it is transaction ${transaction}`, now);
  return ok(null);
}

/** The charge is not this transaction: it is never suggested to it again, and looks for another. */
export function rejectTransaction(sql: Sql, message: MessageRow, receipt: number | null, transaction: number, now: number): Decided {
  const chosen = openReceipt(sql, message, receipt);
  if (!chosen.ok) return chosen;
  const row = chosen.value;
  sql.run("INSERT OR IGNORE INTO match_rejections (receipt, transaction_id) VALUES (?, ?)", row.id, transaction);
  record(sql, message.seq, row.id, "person", `it is not transaction ${transaction}`, now);
  const waits = row.reason === "several_matches" && row.total !== null && row.date !== null && row.currency !== null && row.base !== null;
  if (waits) changeReceipt(sql, row.id, ["review"], { state: "waiting", reason: null, detail: null, next_attempt_at: now, match: null });
  return ok(null);
}

/** What the charge, or every charge of the message, did in the budget is undone. */
export function takeBack(sql: Sql, message: MessageRow, receipt: number | null, now: number): Decided {
  const rows = receiptsOf(sql, message.seq).filter((row) => receipt === null || row.id === receipt);
  if (receipt !== null && rows.length === 0) return err(invalid("receipt", `The message has no charge ${receipt}.`));
  const taken = rows.map((row) => startTakingBack(sql, row.id, now));
  if (taken.some(Boolean) || rows.some(({ decided_at, state }) => decided_at !== null && state === "review")) return ok(null);
  return err({ kind: "wrong message state", state: message.state, action: "taken back", allowed: "matched, inserted" });
}

function openReceipt(sql: Sql, message: MessageRow, receipt: number | null): Result<ReceiptRow, ImportProblem> {
  const rows = receiptsOf(sql, message.seq).filter((row) => (receipt === null || row.id === receipt) && (row.state === "review" || row.state === "waiting"));
  const [only, second] = rows;
  if (only === undefined) return err({ kind: "wrong message state", state: message.state, action: "matched", allowed: "waiting, review" });
  return second === undefined ? ok(only) : err(invalid("receipt", `The message has several charges; name one of them: ${rows.map(({ id }) => id).join(", ")}.`));
}

function invalid(field: string, message: string): ImportProblem {
  return { kind: "invalid", field: `/body/${field}`, message };
}
