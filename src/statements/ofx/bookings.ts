// STMTTRN and STMTTRNP: one transaction of a bank or card account, posted or pending. A value that
// cannot be read rejects the record and is quoted in the reason; it is never replaced by a guess.

import { units, type Units } from "../../money/money.ts";
import { parseMomentIn, type Moment } from "./dates.ts";
import { parseAmount } from "../amounts.ts";
import { dropEmpty } from "../charset.ts";
import {
  findCutFault,
  leaveOut,
  buildRow,
  type Draft,
  type ReadingOptions,
  type Sign,
} from "./draft.ts";
import { readForeign } from "./original.ts";
import type { Movement } from "./statements.ts";
import { findNamedBalance, readTexts } from "./texts.ts";
import { firstPart, firstValue, allValues, type Element } from "./tree.ts";

/** Types that tell the direction of the money. PAYMENT, XFER, ATM and the like occur both ways. */
const SIDES: Readonly<Record<string, "out" | "in">> = {
  DEBIT: "out",
  CHECK: "out",
  POS: "out",
  DIRECTDEBIT: "out",
  FEE: "out",
  SRVCHG: "out",
  CREDIT: "in",
  DEP: "in",
  DIRECTDEP: "in",
};

/** Whether the transaction's type means money out or money in; null when it may be either. */
export function readSide(element: Element): "out" | "in" | null {
  const type = firstValue(element, "TRNTYPE").toUpperCase();
  return Object.hasOwn(SIDES, type) ? (SIDES[type] ?? null) : null;
}

/** Reads a transaction into a row, or into a skipped or rejected record with the reason. */
export function readBooking({ element, within }: Movement, manner: ReadingOptions): Draft {
  const fault = findCutFault(element, manner.closed) ?? findRepeatFault(element);
  if (fault !== null) return leaveOut("rejected", element, fault);
  const pending =
    element.name === "STMTTRNP" ||
    within === "BANKTRANLISTP" ||
    /^HOLD$/i.test(firstValue(element, "TRNTYPE"));
  const posted = readPostingDate(element, manner);
  if (typeof posted === "string") return leaveOut("rejected", element, posted);
  const printed = parseAmount(firstValue(element, "TRNAMT"), manner.mark);
  if (typeof printed === "string") return leaveOut("rejected", element, printed);
  const amount = applySign(printed, element, manner.sign);
  if (amount === null)
    return leaveOut(
      "rejected",
      element,
      `the type "${firstValue(element, "TRNTYPE")}" does not tell whether ${firstValue(element, "TRNAMT")} is money in or money out`,
    );
  const texts = readTexts(element);
  const balance = findNamedBalance(texts.description);
  if (balance !== null) {
    const reason = `"${texts.description}" is a balance, not a transaction`;
    const draft = leaveOut("skipped", element, reason);
    return balance === "before" ? { ...draft, opening: amount } : draft;
  }
  const fitid = firstValue(element, "FITID");
  const foreign = readForeign(element, manner.currency, amount);
  const row = buildRow(element, manner, {
    date: posted.day,
    time: posted.time,
    amount,
    currency: foreign.currency ?? manner.currency,
    ...texts,
    reference: isId(fitid) ? fitid : null,
    pending,
    facts: { ...bookingFacts(element, within, manner), ...foreign.facts },
  });
  return {
    record: { kind: "transaction", row },
    fitid,
    corrects: firstValue(element, "CORRECTFITID"),
    deletes: /^DELETE$/i.test(firstValue(element, "CORRECTACTION")),
    opening: null,
  };
}

/** Why the element cannot be read when it holds several different amounts, dates or ids. */
function findRepeatFault(element: Element): string | null {
  const name = UNIQUE.find((one) => differs(element, one));
  if (name === undefined) return null;
  const found = allValues(element, name).join(", ").slice(0, 60);
  return `the record has several ${name} that differ: ${found}`;
}

const UNIQUE = ["TRNAMT", "DTPOSTED", "FITID"] as const;

/** Whether the element holds several values of that name that are not the same. */
function differs({ names, values }: Element, name: string): boolean {
  const first = names.indexOf(name);
  if (first < 0) return false;
  for (let at = names.indexOf(name, first + 1); at >= 0; at = names.indexOf(name, at + 1))
    if (values[at] !== values[first]) return true;
  return false;
}

/** Whether a FITID is an id and not a filler such as "0" or "NONE". */
export function isId(fitid: string): boolean {
  return !/^(0*|none|null|n\/?a|-+)$/i.test(fitid);
}

const NO_DATE = /^0*$/;
const POSTING_DATES = ["DTPOSTED", "DTTRAN", "DTUSER"] as const;

/** The posting date; where the bank prints none, the date of the customer's action. */
function readPostingDate(element: Element, { order }: ReadingOptions): Moment | string {
  for (const name of POSTING_DATES) {
    const text = firstValue(element, name);
    if (NO_DATE.test(text)) continue;
    const moment = parseMomentIn(text, order);
    return moment ?? `${name} "${text.slice(0, 40)}" is not a date; expected one such as 20240305`;
  }
  return "the record has no date";
}

function applySign(amount: Units, element: Element, sign: Sign): Units | null {
  if (sign === "as_printed") return amount;
  if (sign === "turned") return units(0 - amount);
  const side = readSide(element);
  return side === null ? null : units(side === "out" ? 0 - Math.abs(amount) : Math.abs(amount));
}

function bookingFacts(
  element: Element,
  within: string,
  { order }: ReadingOptions,
): Record<string, string> {
  const to = firstPart(element, "BANKACCTTO") ?? firstPart(element, "CCACCTTO");
  const payee = firstPart(element, "PAYEE");
  const day = (name: string) => {
    const text = firstValue(element, name);
    return text === "" ? "" : (parseMomentIn(text, order)?.day ?? "");
  };
  return dropEmpty({
    type: firstValue(element, "TRNTYPE"),
    transaction_date: day("DTUSER"),
    value_date: day("DTAVAIL"),
    check_number: firstValue(element, "CHECKNUM"),
    reference_number: firstValue(element, "REFNUM"),
    server_id: firstValue(element, "SRVRTID"),
    merchant_code: firstValue(element, "SIC"),
    counterparty_account: to === null ? "" : firstValue(to, "ACCTID"),
    city: payee === null ? "" : firstValue(payee, "CITY"),
    investment: within === "INVBANKTRAN" ? within : "",
  });
}
