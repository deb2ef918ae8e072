// Why an OFX document contains nothing to import: a failed sign-on, an error for each account, a
// list of accounts, an empty period. The server's own words are quoted if it gave any.

import type { Unreadable } from "../statement.ts";
import { CASH_KINDS, BOOKINGS, NO_CASH } from "./elements.ts";
import type { Contents, Fault, Statement } from "./statements.ts";

const MESSAGE_CHARS_MAX = 300;
const NUMBERS_SHOWN = 5;

/** Why nothing can be imported; null when at least one record is or should be a transaction. */
export function explainRefusal(contents: Contents): Unreadable | null {
  const { statements, faults, listed, requests } = contents;
  const movements = statements.flatMap((statement) => statement.movements);
  if (movements.some(({ element }) => BOOKINGS.has(element.name) || CASH_KINDS.has(element.name)))
    return null;
  const error = faults.find(({ severity }) => severity === "ERROR");
  if (error !== undefined)
    return {
      reason: "not a statement",
      message: `The bank's server did not return a statement: ${quoteServer(error)}`,
    };
  if (statements.some(({ whole }) => !whole))
    return {
      reason: "malformed",
      message: "The file breaks off before its first transaction. Download the statement again.",
    };
  const [only] = movements;
  if (only !== undefined) {
    const what = NO_CASH.get(only.element.name) ?? "no movement";
    return {
      reason: "empty",
      message: `The file holds no transactions: its ${movements.length} ${movements.length === 1 ? "record is" : "records are"} of other kinds; the first, ${only.element.name} on line ${only.element.line}, is ${what}.`,
    };
  }
  if (statements.length > 0)
    return {
      reason: "empty",
      message: `${statements.map(describeEmpty).slice(0, NUMBERS_SHOWN).join(" ")} There is nothing to import.`,
    };
  if (listed.length > 0)
    return {
      reason: "not a statement",
      message: `The file is a list of ${listed.length} accounts (${listed.slice(0, NUMBERS_SHOWN).join(", ")}${listed.length > NUMBERS_SHOWN ? ", ..." : ""}); a statement of one of them was expected.`,
    };
  if (requests)
    return {
      reason: "not a statement",
      message:
        "The file holds a program's request to a bank, not the bank's answer; a statement was expected.",
    };
  return {
    reason: "not a statement",
    message:
      "The file is OFX and holds no statement, only an answer to signing on or less; download the account's transactions.",
  };
}

/** The server's words and its number for them. */
export function quoteServer({ message, code }: Fault): string {
  const known = STATUS_CODES[code];
  const words = message.slice(0, MESSAGE_CHARS_MAX) || known || "it gave no reason";
  return `"${words}" (status ${code || "unknown"}).`;
}

/** OFX 2.3, 3.1.5 and 11.4.1.3: what the commoner numbers mean, for servers that print no words. */
const STATUS_CODES: Readonly<Record<string, string>> = {
  "2000": "General error",
  "2001": "Invalid account",
  "2002": "General account error",
  "2003": "Account not found",
  "2004": "Account closed",
  "2005": "Account not authorized",
  "2014": "Invalid date range",
  "15000": "Must change password",
  "15500": "Signon invalid",
  "15501": "Customer account already in use",
  "15502": "Password lockout",
};

function describeEmpty({ account, from, to, ledger }: Statement): string {
  const period = from === null || to === null ? "" : ` from ${from} to ${to}`;
  const balance = ledger === null ? "" : `; its balance is ${ledger.amount}`;
  return `The statement${account === null ? "" : ` of account ${account.number}`} has no transactions${period}${balance}.`;
}
