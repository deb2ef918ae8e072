// Matches a waiting receipt to a transaction of the budget. The inbox's job calls it after the
// receipt was read, after every finished import, and once a day, and stores the result. It may be
// called again at any time. If an earlier call was cut short, it continues what that one began
// (applying/carry-out.ts): the receipt's column `match` is set before a request leaves that changes
// the budget, and from then on nothing else changes the receipt.
//
// A receipt that the user has to review first does not come here (policy.ts), with one exception:
// if only its currency is open, the bank's row in one of the currencies that the symbol may mean
// settles it. Such a receipt is never inserted.

import type { Sql } from "../../../platform/sql/sql.ts";
import { dayOfInstant } from "../../../money/day.ts";
import type { Receipt } from "../../../receipts/receipt.ts";
import { queueService } from "../../posting/paced-service.ts";
import { currenciesHeld, chooseCurrency } from "../budget-currency.ts";
import { isCash } from "../facts.ts";
import type { ReceiptRow } from "../rows.ts";
import { carryOut } from "../applying/carry-out.ts";
import {
  beginApplications,
  findFirstApplication,
  listApplications,
} from "../applying/applications.ts";
import type { Step } from "../../../platform/outbox/effect.ts";
import type { InboxTools } from "../job-tools.ts";
import {
  pairUp,
  bookingWindow,
  type Booked,
  type Candidate,
  type Claimed,
  type Pair,
  type Paired,
} from "./pair.ts";
import {
  bookedAround,
  toClaimed,
  isByBank,
  listRivals,
  collectRates,
  rejectedPairs,
  rejectedSets,
  listReconsidered,
  type NearbyTransactions,
} from "./pool.ts";
import { sameMerchant } from "./names.ts";
import { againIn, type Settlement } from "./outcome.ts";
import { suggestFor } from "./suggest.ts";

const SOON_MS = 1_000;

/** Settles a waiting receipt, or one whose currency is open; continues what was begun. */
export async function settleReceipt(
  tools: InboxTools,
  receipt: ReceiptRow,
): Promise<Step<Settlement>> {
  const begun = findFirstApplication(tools.sql, receipt.id);
  // An undo that is under way ends before anything new begins.
  if (begun?.state === "undoing") return againIn(SOON_MS);
  if (begun !== null) return carryOut(tools, receipt, listApplications(tools.sql, receipt.id));
  const claimed = toClaimed(receipt);
  if (claimed === null) return { kind: "none" };
  const service = queueService(tools.upstream, tools.pace);
  // A cash payment is on no bank account.
  const around = await bookedAround(
    tools.sql,
    service,
    claimed,
    isByBank(receipt),
    isCash(receipt) ? receipt.account : null,
  );
  if (around.kind !== "around") return around;
  return (
    (await findTransaction(tools, receipt, claimed, around)) ??
    (await askBudgetCurrency(tools, receipt)) ??
    waitOrInsert(tools, receipt)
  );
}

/** If the service gave no answer while the mail was read, the budget's currencies are asked for again. */
async function askBudgetCurrency(
  tools: InboxTools,
  { state, currency, receipt }: ReceiptRow,
): Promise<Settlement | null> {
  const read: Receipt = JSON.parse(receipt);
  if (state !== "review" || currency !== null || read.sign?.open !== true) return null;
  const held = await currenciesHeld(queueService(tools.upstream, tools.pace));
  return held !== null && chooseCurrency(read, held).currency !== null
    ? { kind: "read again" }
    : null;
}

/**
 * Looks among the transactions that have no receipt, and those that only the other side, shop or
 * bank, has reported; null if nothing is found. A transaction that names the merchant comes before
 * one that does not.
 */
function findTransaction(
  tools: InboxTools,
  receipt: ReceiptRow,
  claimed: Claimed,
  { free: rows, reported }: NearbyTransactions,
): Promise<Step<Settlement>> | Step<Settlement> | null {
  const { sql } = tools;
  const others = listRivals(sql, claimed, isByBank(receipt));
  const rejected = rejectedPairs(sql);
  const paired = pairUp([...others, claimed], rows, rejected);
  const own = ({ receipt: id }: Pair) => id === claimed.id;
  const [pair, lone, told] = [
    paired.pairs.find(own),
    paired.alone.find(own),
    findReported(sql, claimed, reported, rejected),
  ];
  const named = ({ transaction }: Pair) =>
    sameMerchant(
      claimed.names,
      [...rows, ...reported].find(({ id }) => id === transaction)?.texts ?? [],
    );
  if (pair !== undefined && (told === null || named(pair) || !named(told)))
    return applyOrAsk(tools, receipt, pair, rows);
  const ties = paired.tied.get(claimed.id);
  if (ties !== undefined)
    return ask(
      sql,
      receipt,
      `${ties.length} ${ties.length === 1 ? "transaction" : "transactions"} may match, and receipts and transactions cannot be paired one to one`,
      ties,
    );
  if (told !== null) return matchReported(tools, receipt, told, reported);
  return lone === undefined
    ? askForNear(tools, receipt, claimed, rows, paired)
    : applyOrAsk(tools, receipt, lone, rows);
}

/** Applies a pair. One that the user has undone is only offered again. */
function applyOrAsk(
  tools: InboxTools,
  receipt: ReceiptRow,
  pair: Pair,
  rows: readonly Booked[],
): Promise<Step<Settlement>> | Step<Settlement> | null {
  return listReconsidered(tools.sql, receipt.id).has(pair.transaction)
    ? ask(tools.sql, receipt, "a match that was undone or rejected before", [
        { transactions: [pair.transaction], evidence: pair.evidence },
      ])
    : carryOutPair(tools, receipt, pair, rows, false);
}

/** Asks about transactions that come near; null if there is none. */
function askForNear(
  { sql, chance }: InboxTools,
  receipt: ReceiptRow,
  claimed: Claimed,
  rows: readonly Booked[],
  { pairs, weak }: Paired,
): Settlement | null {
  // A receipt in doubt is settled only by a transaction that names it.
  if (claimed.asked === true) return null;
  const rejected = rejectedPairs(sql);
  const taken = new Set(pairs.map(({ transaction }) => transaction));
  const free = rows.filter(({ id }) => !taken.has(id) && !rejected.has(`${claimed.id}/${id}`));
  const refused = rejectedSets(sql, claimed.id);
  const near = suggestFor(claimed, free, collectRates(rows)).filter(
    ({ transactions }) => !refused.has(JSON.stringify(transactions)),
  );
  if (near.length > 0)
    return ask(sql, receipt, "no transaction has exactly its amount, but one may match", near);
  // A transaction with only the amount in common may be anybody's: it is offered once the right one
  // can no longer come.
  const rest = weak.get(claimed.id);
  const over = dayOfInstant(chance.now()) > bookingWindow(claimed).to;
  return rest !== undefined && over && receipt.mode === "wait"
    ? ask(
        sql,
        receipt,
        "a transaction around that day has the same amount, but nothing else in common",
        rest,
      )
    : null;
}

function carryOutPair(
  tools: InboxTools,
  receipt: ReceiptRow,
  { transaction, evidence }: Pair,
  rows: readonly Booked[],
  secondary: boolean,
): Promise<Step<Settlement>> | Step<Settlement> {
  const currency = rows.find(({ id }) => id === transaction)?.currency ?? null;
  const applications = beginApplications(tools.sql, receipt, {
    transactions: [transaction],
    evidence,
    currency,
    secondary,
  });
  return applications === null ? againIn(SOON_MS) : carryOut(tools, receipt, applications);
}

/** The pair with a transaction that only the other side has reported. */
function findReported(
  sql: Sql,
  claimed: Claimed,
  reported: readonly Booked[],
  rejected: ReadonlySet<string>,
): Pair | null {
  const [pair] = pairUp([claimed], reported, rejected).pairs;
  return pair === undefined || listReconsidered(sql, claimed.id).has(pair.transaction)
    ? null
    : pair;
}

/**
 * The bank's alert already reported the transaction, and this is the shop's receipt (or the other
 * way round): one purchase, one transaction. The shop's details are added to it, once.
 */
function matchReported(
  tools: InboxTools,
  receipt: ReceiptRow,
  pair: Pair,
  reported: readonly Booked[],
): Promise<Step<Settlement>> | Step<Settlement> {
  const evidence = [
    ...pair.evidence,
    "the bank's alert already reported it: the shop's details are added to it",
  ];
  if (!isByBank(receipt))
    return carryOutPair(tools, receipt, { ...pair, evidence }, reported, true);
  return {
    kind: "matched",
    transaction_id: pair.transaction,
    evidence: [...pair.evidence, "another mail already reported it, so nothing was added"],
  };
}

/** Asks the user; null if they have seen all candidates and chose to insert it nevertheless. */
function ask(
  sql: Sql,
  receipt: ReceiptRow,
  detail: string,
  candidates: readonly Candidate[],
): Settlement | null {
  const ids = candidates.flatMap(({ transactions }) => transactions);
  const seen = ids.every(
    (id) =>
      sql.first(
        "SELECT 1 FROM match_shown WHERE receipt = ? AND transaction_id = ?",
        receipt.id,
        id,
      ) !== null,
  );
  if (seen && receipt.decided_at !== null && receipt.mode === "insert") return null;
  for (const id of ids)
    sql.run(
      "INSERT OR IGNORE INTO match_shown (receipt, transaction_id) VALUES (?, ?)",
      receipt.id,
      id,
    );
  const evidence = candidates.flatMap(
    ({ transactions, evidence: said }) =>
      `transaction ${transactions.join(", ")}: ${said.join("; ")}`,
  );
  return {
    kind: "ask",
    reason: "several_matches",
    detail,
    match: { transaction_id: null, evidence, candidates },
  };
}

/**
 * When nothing is found, the receipt waits, or is inserted now if its address or the user says so.
 */
function waitOrInsert(
  tools: InboxTools,
  receipt: ReceiptRow,
): Promise<Step<Settlement>> | Step<Settlement> {
  if (
    receipt.state !== "waiting" ||
    receipt.mode !== "insert" ||
    receipt.account === null ||
    receipt.base === null ||
    receipt.seq === null
  )
    return { kind: "none" };
  // An order or an invoice is no charge yet, and an authorisation may never be booked.
  if (
    receipt.decided_at === null &&
    (receipt.kind === "order" || receipt.kind === "invoice" || receipt.kind === "authorisation")
  )
    return { kind: "none" };
  const applications = beginApplications(tools.sql, receipt, {
    transactions: [],
    evidence: [
      "the bank has no transaction for it yet: it was inserted, and becomes the bank's transaction when that is imported",
    ],
  });
  return applications === null ? againIn(SOON_MS) : carryOut(tools, receipt, applications);
}
