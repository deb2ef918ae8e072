// The texts of a transaction: the payee (NAME, PAYEE, EXTDNAME), the raw description that is the
// same in every export of the transaction (all texts joined in one order), and the notes.

import { decodeReferences } from "./entities.ts";
import { firstPart, firstValue, allValues, type Element } from "./tree.ts";

export interface Texts {
  readonly payee: string;
  readonly description: string;
  readonly notes: string | null;
}

/** Payees for transactions without any text, by type. OFX 2.3, 11.4.4.3. */
const TYPES: Readonly<Record<string, string>> = {
  CREDIT: "Credit",
  DEBIT: "Debit",
  INT: "Interest",
  DIV: "Dividend",
  FEE: "Fee",
  SRVCHG: "Service charge",
  DEP: "Deposit",
  ATM: "Cash machine",
  POS: "Card payment",
  XFER: "Transfer",
  CHECK: "Check",
  PAYMENT: "Payment",
  CASH: "Cash withdrawal",
  DIRECTDEP: "Direct deposit",
  DIRECTDEBIT: "Direct debit",
  REPEATPMT: "Standing order",
  HOLD: "Hold",
  OTHER: "Other",
};

/** Reads the texts of a STMTTRN or STMTTRNP. */
export function readTexts(element: Element): Texts {
  const payeePart = firstPart(element, "PAYEE");
  const printed =
    firstValue(element, "NAME") ||
    (payeePart === null ? firstValue(element, "PAYEE") : firstValue(payeePart, "NAME"));
  const extended = firstValue(element, "EXTDNAME");
  // Programs repeat MEMO for a memo of several lines.
  const memo = allValues(element, "MEMO")
    .filter((text) => text !== "")
    .join(" ");
  const description = joinTexts([printed, extended, memo]);
  if (description === "") return describeType(element);
  // NAME is cut after 32 characters; EXTDNAME holds the complete text.
  const name = printed === "" || extended.startsWith(printed) ? extended || printed : printed;
  const payee = name === "" ? memo : name;
  return {
    payee: readable(payee),
    description,
    notes: memo === "" || payee.startsWith(memo) ? null : readable(memo),
  };
}

/** Some banks escape twice ("B&amp;amp;Q"). Only what a person reads is decoded a second time. */
function readable(text: string): string {
  return decodeReferences(text);
}

/** Joins the texts; a text that begins with everything so far replaces it. */
export function joinTexts(texts: readonly string[]): string {
  let all = "";
  for (const text of texts) {
    if (text === "" || all.startsWith(text)) continue;
    all = all === "" || text.startsWith(all) ? text : `${all} ${text}`;
  }
  return all;
}

function describeType(element: Element): Texts {
  const type = firstValue(element, "TRNTYPE").toUpperCase();
  const number = firstValue(element, "CHECKNUM");
  const called = Object.hasOwn(TYPES, type) ? (TYPES[type] ?? type) : type;
  return {
    payee: `${called} ${number}`.trim(),
    description: `${type} ${number}`.trim(),
    notes: null,
  };
}

function withoutAccents(text: string): string {
  for (let at = 0; at < text.length; at += 1)
    if (text.charCodeAt(at) > 127) return text.normalize("NFD").replace(/\p{M}+/gu, "");
  return text;
}

const BEFORE =
  /^(SALDO (ANTERIOR|INICIAL)|OPENING BALANCE|BEGINNING BALANCE|BALANCE (BROUGHT )?FORWARD|BROUGHT FORWARD|SOLDE (PRECEDENT|INITIAL)|ANCIEN SOLDE|ANFANGSSALDO|ALTER (KONTOSTAND|SALDO)|BEGINSALDO)$/;
const AFTER =
  /^(SALDO|S A L D O|SALDO (FINAL|ATUAL|(DO )?DIA|PARCIAL|EM CONTA( CORRENTE)?|(TOTAL )?DISPONIVEL( DIA)?|TOTAL( DIA)?|BLOQUEADO)|CLOSING BALANCE|ENDING BALANCE|BALANCE CARRIED FORWARD|CARRIED FORWARD|NOUVEAU SOLDE|SOLDE FINAL|ENDSALDO|NEUER (KONTOSTAND|SALDO)|EINDSALDO)$/;
const BALANCE_CHARS_MAX = 60;

/** Whether the text names a balance that some banks print among the transactions. */
export function findNamedBalance(description: string): "before" | "after" | null {
  if (description.length > BALANCE_CHARS_MAX) return null;
  const text = withoutAccents(description).toUpperCase();
  if (BEFORE.test(text)) return "before";
  return AFTER.test(text) ? "after" : null;
}
