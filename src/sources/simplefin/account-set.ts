// Parses a server's account set of version 1 ("errors", an "org" in each account) or version 2
// ("errlist", "connections", a "conn_id" in each account). Every field is checked. An invalid
// account is left out with its reason, and the others are kept; amounts keep their printed digits.
// Pure.

import {
  SIMPLEFIN_ACCOUNTS_MAX,
  SIMPLEFIN_MESSAGE_CHARS_MAX,
  SIMPLEFIN_MESSAGES_READ_MAX,
  SIMPLEFIN_TEXT_CHARS_MAX,
} from "../../platform/limits.ts";
import { parseCurrency } from "../../money/currency.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { AccountReading, TransactionReading } from "../reading.ts";
import { isObject, findMember, parseExact, type ExactJson } from "../exact-json.ts";
import { instantIn, quantityIn, textIn, type Fields } from "./fields.ts";
import { plainText } from "./plain-text.ts";
import { transactionsIn } from "./transactions.ts";

/** One of the server's accounts. */
export interface SimplefinAccount extends AccountReading {
  /** The server's connection to the institution; null if it names none (version 1). */
  readonly connection: string | null;
  /** False if the server's messages say or may mean that transactions are missing. */
  readonly complete: boolean;
}

/** An account that cannot be used. */
export interface LeftOut {
  /** Null if not even the id can be read. */
  readonly id: string | null;
  /** For a person: which account, what was found, what was expected. */
  readonly reason: string;
}

const UNCODED = "gen.";
/** Our own code, which no server's code can equal. */
export const UNASKED = "own.unasked";

/** A sentence for the person, from the server or from ourselves. */
export interface Message {
  /** "con.auth", "act.failed" ...; UNCODED if the server gives none, UNASKED for our own. */
  readonly code: string;
  readonly text: string;
  readonly connection: string | null;
  readonly account: string | null;
}

export interface AccountSet {
  readonly accounts: readonly SimplefinAccount[];
  readonly leftOut: readonly LeftOut[];
  readonly messages: readonly Message[];
}

/** Parses the answer of GET /accounts; the error says what breaks the protocol. */
export function readAccountSet(text: string): Result<AccountSet, string> {
  const parsed = parseExact(text);
  if (!parsed.ok) return err(`the answer cannot be read, ${parsed.error}`);
  const json = parsed.value;
  if (!isObject(json)) return err("the answer is not a JSON object");
  const listed = findMember(json, "accounts");
  if (!isList(listed)) return err('the answer has no list "accounts"');
  if (listed.length > SIMPLEFIN_ACCOUNTS_MAX)
    return err(`the answer has ${listed.length} accounts, more than ${SIMPLEFIN_ACCOUNTS_MAX}`);
  const messages = messagesIn(json);
  const connections = connectionsIn(json);
  const read = listed.map((one, index) => accountIn(one, index, connections, messages));
  const counts = new Map<string, number>();
  for (const { id } of read) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  const accounts: SimplefinAccount[] = [];
  const leftOut: LeftOut[] = [];
  for (const one of read) {
    if (one.id !== null && (counts.get(one.id) ?? 0) > 1)
      leftOut.push({ id: one.id, reason: `${one.what}: several accounts have its id` });
    else if ("account" in one) accounts.push(one.account);
    else leftOut.push({ id: one.id, reason: `${one.what}: ${one.problem}` });
  }
  return ok({ accounts, leftOut, messages });
}

type Read = { readonly id: string | null; readonly what: string } & (
  { readonly account: SimplefinAccount } | { readonly problem: string }
);

function accountIn(
  value: ExactJson,
  index: number,
  connections: ReadonlyMap<string, string>,
  messages: readonly Message[],
): Read {
  const where = `account ${index + 1}`;
  if (!isObject(value)) return { id: null, what: where, problem: "it is not an object" };
  const id = textIn(value, "id", 255);
  if (!id.ok) return { id: null, what: where, problem: id.error };
  const name =
    plainText(typeof value["name"] === "string" ? value["name"] : "", SIMPLEFIN_TEXT_CHARS_MAX) ||
    id.value;
  const what = `account "${name.slice(0, 60)}"`;
  const connection =
    typeof value["conn_id"] === "string" && value["conn_id"] !== "" ? value["conn_id"] : null;
  const institution =
    (connection === null ? undefined : connections.get(connection)) ?? institutionIn(value) ?? "";
  const read = factsIn(value);
  if (!read.ok) return { id: id.value, what, problem: read.error };
  const { transactions, ...facts } = read.value;
  const complete = !messages.some((message) => leavesOut(message, id.value, connection));
  return {
    id: id.value,
    what,
    account: { id: id.value, name, institution, connection, complete, ...facts, transactions },
  };
}

/** Whether a message may mean that the account lacks transactions: it may be about the account. */
function leavesOut(
  { code, account, connection }: Message,
  ownId: string,
  ownConnection: string | null,
): boolean {
  if (account !== null) return account === ownId;
  return connection === null
    ? code === UNCODED || !code.startsWith("gen.")
    : connection === ownConnection;
}

type Facts = Pick<AccountReading, "currency" | "balance" | "available" | "balanceAsOf"> & {
  readonly transactions: readonly TransactionReading[];
};

function factsIn(value: Fields): Result<Facts, string> {
  const written = textIn(value, "currency", 500);
  if (!written.ok) return written;
  const currency = parseCurrency(written.value);
  if (currency === null) {
    const custom = /^https?:/i.test(written.value);
    return err(
      custom
        ? "it is kept in points or in a currency of the institution itself, which a budget cannot count"
        : `its currency is "${plainText(written.value, 20)}", which is not a known currency code`,
    );
  }
  const balance = quantityIn(value, "balance");
  if (!balance.ok) return balance;
  const hasAvailable =
    value["available-balance"] !== undefined && value["available-balance"] !== null;
  const available = hasAvailable ? quantityIn(value, "available-balance") : ok(null);
  if (!available.ok) return available;
  const asOf = instantIn(value, "balance-date");
  if (!asOf.ok) return asOf;
  const transactions = transactionsIn(value["transactions"]);
  if (!transactions.ok) return transactions;
  return ok({
    currency,
    balance: balance.value,
    available: available.value,
    balanceAsOf: asOf.value,
    transactions: transactions.value,
  });
}

function institutionIn({ org }: Fields): string | null {
  if (!isObject(org)) return null;
  const named = [org["name"], org["domain"]].find(
    (text) => typeof text === "string" && text.trim() !== "",
  );
  return typeof named === "string" ? plainText(named, SIMPLEFIN_TEXT_CHARS_MAX) : null;
}

/** The names of version 2's connections, by their ids. */
function connectionsIn({ connections }: Fields): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  if (!isList(connections)) return names;
  for (const one of connections.slice(0, SIMPLEFIN_ACCOUNTS_MAX)) {
    if (!isObject(one) || typeof one["conn_id"] !== "string") continue;
    const named = [one["name"], one["org_name"]].find(
      (text) => typeof text === "string" && text.trim() !== "",
    );
    if (typeof named === "string")
      names.set(one["conn_id"], plainText(named, SIMPLEFIN_TEXT_CHARS_MAX));
  }
  return names;
}

function messagesIn({ errlist, errors }: Fields): Message[] {
  const coded = isList(errlist)
    ? errlist.flatMap((one) => (isObject(one) ? [codedMessage(one)] : []))
    : [];
  // A server that answers in both versions repeats its messages, so only the coded ones count.
  const plain =
    coded.length > 0 || !isList(errors)
      ? []
      : errors
          .filter((one) => typeof one === "string")
          .map((text) => ({
            code: UNCODED,
            text: cleanMessage(text),
            connection: null,
            account: null,
          }));
  return [...coded, ...plain]
    .filter(({ text, code }) => text !== "" || code !== UNCODED)
    .slice(0, SIMPLEFIN_MESSAGES_READ_MAX);
}

function codedMessage(one: Fields): Message {
  const code =
    typeof one["code"] === "string" && /^(gen|con|act)\.[a-z]{0,40}$/.test(one["code"])
      ? one["code"]
      : UNCODED;
  const text = [one["msg"], one["message"]].find((said) => typeof said === "string");
  const named = (key: string) =>
    typeof one[key] === "string" && one[key] !== "" ? one[key] : null;
  return {
    code,
    text: cleanMessage(typeof text === "string" ? text : ""),
    connection: named("conn_id"),
    account: named("account_id"),
  };
}

function cleanMessage(text: string): string {
  return plainText(text, SIMPLEFIN_MESSAGE_CHARS_MAX);
}

function isList(value: ExactJson | undefined): value is readonly ExactJson[] {
  return Array.isArray(value);
}
