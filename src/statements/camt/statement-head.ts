// Reads the head of a statement, report or notification: the account, page, period, whether it is a
// copy, balances and totals. Nothing here looks at entries.

import { parseCurrency, type Currency } from "../../money/currency.ts";
import { parseDay, type Day } from "../../money/day.ts";
import type { Units } from "../../money/money.ts";
import { childrenNamed, elementAt, firstText, textAt, type XmlElement } from "./element.ts";
import type { MessageKind } from "./outline.ts";
import { readCode, readPrintedDay, readAmount, readSide, applySide } from "./values.ts";

export interface StatementHead {
  readonly id: string;
  /** The IBAN or number; "" when none is named. */
  readonly account: string;
  /** The currency of the account, if stated. */
  readonly currency: Currency | null;
  readonly owner: string;
  readonly bank: string;
  /** The number in the bank's series of statements; "" when there is none. */
  readonly sequence: string;
  /** The page and whether it is the last; null when the statement has no pages. */
  readonly page: { readonly number: string; readonly last: boolean } | null;
  readonly from: string;
  readonly to: string;
  /** The day the statement was created. */
  readonly created: Day | null;
  /** "DUPL", "COPY", "CODU" or "". */
  readonly copy: string;
  readonly balances: readonly Balance[];
  /** The announced number of entries; null when there is none. */
  readonly entries_announced: number | null;
}

export interface Balance {
  /** OPBD, PRCD, CLBD, ITBD, CLAV, FWAV, or the bank's own. */
  readonly code: string;
  readonly amount: Units;
  readonly currency: Currency | null;
  /** The day of the balance; null when not stated. */
  readonly day: Day | null;
  readonly line: number;
}

/** Reads the head of a statement; `balanceLines` are the lines of its balances. */
export function readHead(statement: XmlElement, balanceLines: readonly number[]): StatementHead {
  const account = elementAt(statement, "Acct");
  const pages =
    elementAt(statement, "StmtPgntn") ??
    elementAt(statement, "RptPgntn") ??
    elementAt(statement, "NtfctnPgntn");
  const agent = elementAt(account, "Svcr", "FinInstnId");
  const said = textAt(statement, "TxsSummry", "TtlNtries", "NbOfNtries");
  return {
    id: textAt(statement, "Id"),
    account: readAccountId(account),
    currency: parseCurrency(textAt(account, "Ccy")),
    owner: readPartyName(elementAt(account, "Ownr")),
    bank: firstText(
      textAt(agent, "Nm"),
      textAt(agent, "NmAndAdr", "Nm"),
      textAt(agent, "BICFI"),
      textAt(agent, "BIC"),
    ),
    sequence: firstText(textAt(statement, "ElctrncSeqNb"), textAt(statement, "LglSeqNb")),
    page:
      pages === undefined
        ? null
        : { number: textAt(pages, "PgNb"), last: textAt(pages, "LastPgInd") !== "false" },
    from: readRangeDay(statement, "FrDtTm", "FrDt"),
    to: readRangeDay(statement, "ToDtTm", "ToDt"),
    created: readDay(elementAt(statement, "CreDtTm")),
    copy: textAt(statement, "CpyDplctInd"),
    balances: childrenNamed(statement, "Bal").flatMap((balance, index) =>
      readBalance(balance, balanceLines[index] ?? 1),
    ),
    entries_announced: /^\d{1,9}$/.test(said) ? Number(said) : null,
  };
}

/** The IBAN or number of an account (Acct, DbtrAcct, CdtrAcct), without blanks, in any version. */
export function readAccountId(account: XmlElement | undefined): string {
  const id = elementAt(account, "Id");
  const iban = textAt(id, "IBAN").replaceAll(" ", "").toUpperCase();
  return firstText(
    iban,
    textAt(id, "Othr", "Id"),
    textAt(id, "BBAN"),
    textAt(id, "PrtryAcct", "Id"),
    textAt(id, "UPIC"),
    textAt(account, "Prxy", "Id"),
  );
}

/** A party's name: directly, or inside Pty or Agt as from version 8 on. */
export function readPartyName(party: XmlElement | undefined): string {
  return firstText(
    textAt(party, "Nm"),
    textAt(party, "Pty", "Nm"),
    textAt(party, "Agt", "FinInstnId", "Nm"),
  );
}

function readBalance(balance: XmlElement, line: number): Balance[] {
  const side = readSide(balance);
  const amount = readAmount(elementAt(balance, "Amt"));
  if (side === null || !amount.ok) return [];
  // Version 1 has the code directly in Tp.
  const type = elementAt(balance, "Tp");
  return [
    {
      code: readCode(elementAt(type, "CdOrPrtry") ?? type),
      amount: applySide(amount.value.value, side),
      currency: amount.value.currency,
      day: readDay(elementAt(balance, "Dt")),
      line,
    },
  ];
}

/**
 * The day of a statement that covers only one: its period if that is one day, or the creation day
 * of a report without a period. Null for several days or none.
 */
export function onlyDay(kind: MessageKind, { from, to, created }: StatementHead): Day | null {
  if (from !== "" && from === to) return parseDay(from);
  return kind === "052" && from === "" ? created : null;
}

function readRangeDay(statement: XmlElement, ...names: readonly string[]): string {
  return (
    names
      .map((name) => readDay(elementAt(statement, "FrToDt", name)) ?? "")
      .find((day) => day !== "") ?? ""
  );
}

function readDay(element: XmlElement | undefined): Day | null {
  const printed = readPrintedDay(element);
  return printed === undefined || printed === "not a day" ? null : printed.day;
}
