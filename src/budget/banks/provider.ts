// A SimpleFIN server as a provider of linked accounts: translates its answers into the fetch's
// terms. It only reads, except that it seals the access again after the key was changed.

import {
  LINKED_NAME_CHARS_MAX,
  PROVIDER_NAME_CHARS_MAX,
  PROVIDER_TRANSACTIONS_MAX,
  SIMPLEFIN_MESSAGES_TOLD_MAX,
} from "../../platform/limits.ts";
import type { TransactionReading } from "../../sources/reading.ts";
import type { SourceFault } from "../../sources/source-fault.ts";
import type { AccountSet, Message, SimplefinAccount } from "../../sources/simplefin/account-set.ts";
import { readSimplefin, type DayRange } from "../../sources/simplefin/read.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { dayOfInstant, type Day } from "../../money/day.ts";
import { parseUnits, units, type Units } from "../../money/money.ts";
import { err, type Result } from "../../platform/result.ts";
import type {
  LinkedProvider,
  ProviderAccount,
  ProviderAnswer,
  ProviderStatus,
  ProviderTransaction,
} from "../linked/provider.ts";
import type { BankSecret, SourceAccess } from "../source-access.ts";
import { findBank, resealAccess, type Bank } from "./store.ts";

/** Answers for the connections of the banks table, and asks `others` for the rest. */
export function bankProvider(
  sql: Sql,
  access: SourceAccess<BankSecret>,
  others: LinkedProvider,
): LinkedProvider {
  return async (connection, range) => {
    const bank = findBank(sql, connection.id);
    if (bank === null) return others(connection, range);
    const read = await readBank(sql, access, bank, range);
    // The access was replaced while its server was asked, so this answer says nothing about the new
    // one: ask again.
    if (findBank(sql, connection.id)?.token_hash !== bank.token_hash)
      throw new Error("the connection was made anew while its server was asked");
    return read.ok
      ? toProviderAnswer(read.value, dayOfInstant(Date.now()))
      : faultAnswer(read.error);
  };
}

/** Asks the server; null: its accounts and balances alone. */
export async function readBank(
  sql: Sql,
  access: SourceAccess<BankSecret>,
  bank: Bank,
  range: DayRange | null,
): Promise<Result<AccountSet, SourceFault>> {
  const owner = { itemId: bank.item_id, what: "access" } as const;
  const opened = bank.sealed_access === null ? null : await access.open(owner, bank.sealed_access);
  if (bank.sealed_access === null || opened === null) {
    return err({
      kind: "refused",
      message: `The access to ${bank.host} can no longer be opened: connect it again with a setup token.`,
      retryAfter: null,
    });
  }
  if (!opened.current)
    resealAccess(sql, bank.item_id, bank.sealed_access, await access.seal(owner, opened.plain));
  return readSimplefin({
    accessUrl: opened.plain,
    range,
    account: null,
    fetching: access.fetching,
  });
}

/**
 * Throws if the server is out of reach, so that the fetch retries and counts; passes on a server's
 * request to wait.
 */
function faultAnswer({ kind, message, retryAfter }: SourceFault): ProviderAnswer {
  switch (kind) {
    case "unreachable":
    case "slow":
      throw new Error(message);
    case "limited":
      return { kind: "later", after: retryAfter, reason: message };
    case "refused":
      return { kind: "failed", status: "relink", reason: message };
    case "gone":
    case "malformed":
    case "too large":
    case "forbidden address":
      return { kind: "failed", status: "error", reason: message };
  }
}

/**
 * The server's answer as a provider's answer; `today` is the date of pending transactions that have
 * none.
 */
export function toProviderAnswer(
  { accounts, leftOut, messages }: AccountSet,
  today: Day,
): ProviderAnswer {
  const refused = messages.find(({ code }) => code === "gen.auth");
  if (refused !== undefined)
    return {
      kind: "failed",
      status: "relink",
      reason: refused.text || "The server asks for a new authorisation.",
    };
  const read = accounts.map((account) => ({
    account,
    said: toProviderAccount(account, messages, today),
  }));
  const unusable = read.flatMap(({ account, said }) =>
    typeof said === "string" ? [{ id: account.id, reason: said }] : [],
  );
  const listed = new Set(accounts.map(({ connection }) => connection));
  const absent = messages.some(
    ({ code, connection }) => code === "con.auth" && connection !== null && !listed.has(connection),
  );
  return {
    kind: "accounts",
    institution: "",
    reachedAt: null,
    accounts: read.flatMap(({ said }) => (typeof said === "string" ? [] : [said])),
    unreadable: [...leftOut, ...unusable].flatMap(({ id }) => (id === null ? [] : [id])),
    missing: absent ? "relink" : "not found",
    messages: [
      ...messages
        .slice(0, SIMPLEFIN_MESSAGES_TOLD_MAX)
        .map(({ text, code }) => text || `The server reports a fault (${code}).`),
      ...[...leftOut, ...unusable].map(({ reason }) => sentence(reason)),
    ],
  };
}

function sentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

/**
 * The account, or the reason why it cannot be used. The server does not report type or limit, and
 * neither is invented.
 */
function toProviderAccount(
  account: SimplefinAccount,
  messages: readonly Message[],
  today: Day,
): ProviderAccount | string {
  const what = `account "${account.name.slice(0, 60)}"`;
  const balance = parseUnits(account.balance);
  if (!balance.ok)
    return `${what}: its balance ${account.balance} has more decimals or digits than a budget keeps`;
  const { length: count } = account.transactions;
  if (count > PROVIDER_TRANSACTIONS_MAX)
    return `${what}: it has ${count} transactions in the days asked for, more than ${PROVIDER_TRANSACTIONS_MAX}`;
  const booked: ProviderTransaction[] = [];
  const pending: ProviderTransaction[] = [];
  for (const one of account.transactions) {
    const amount = parseUnits(one.amount);
    if (!amount.ok)
      return `${what}: the amount ${one.amount} of a transaction has more decimals or digits than a budget keeps`;
    (one.pending ? pending : booked).push(toProviderTransaction(one, amount.value, account, today));
  }
  return {
    id: account.id,
    name: account.name.slice(0, PROVIDER_NAME_CHARS_MAX),
    institution: account.institution.slice(0, LINKED_NAME_CHARS_MAX - PROVIDER_NAME_CHARS_MAX - 1),
    type: "other",
    subtype: "other",
    mask: "",
    currency: account.currency,
    balance: balance.value,
    balanceAsOf: account.balanceAsOf,
    limit: null,
    status: deriveStatus(account, messages),
    transactions: { posted: booked, pending: account.complete ? pending : null, removed: [] },
  };
}

/** In the service positive is a debit; in SimpleFIN money in is positive. */
function toProviderTransaction(
  one: TransactionReading,
  amount: Units,
  { currency }: SimplefinAccount,
  today: Day,
): ProviderTransaction {
  const { id, posted, transacted, description, payee, memo } = one;
  const kept = {
    ...(memo !== null && { memo }),
    ...(transacted !== null && { transacted_on: transacted }),
  };
  return {
    id,
    date: posted ?? transacted ?? today,
    amount: units(0 - amount),
    currency,
    name: description || payee || memo || "",
    payee,
    pendingId: null,
    metadata: Object.keys(kept).length === 0 ? null : kept,
  };
}

function deriveStatus(
  { id, connection }: SimplefinAccount,
  messages: readonly Message[],
): ProviderStatus {
  const own = messages
    .filter(
      (one) => one.account === id || (one.connection !== null && one.connection === connection),
    )
    .map(({ code }) => code);
  if (own.includes("con.auth")) return "relink";
  return own.some(
    (code) => code.startsWith("con.") || (code.startsWith("act.") && code !== "act.missingdata"),
  )
    ? "error"
    : "active";
}
