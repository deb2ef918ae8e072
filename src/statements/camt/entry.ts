// Reads one Ntry: its signed amount, day, state and texts, or why it is not a transaction. Its
// details are read by detail.ts.

import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import type { Units } from "../../money/money.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { readBankCode, readFee, dropFiller, readRate, type Detail } from "./detail.ts";
import { childrenNamed, elementAt, firstText, textAt, type XmlElement } from "./element.ts";
import type { MessageKind } from "./outline.ts";
import {
  readCode,
  readPrintedDay,
  readAmount,
  readSide,
  applySide,
  type PrintedDay,
  type Side,
} from "./values.ts";

export interface Entry {
  readonly line: number;
  readonly amount: Units;
  readonly side: Side;
  readonly currency: Currency | null;
  /** The amount as printed. */
  readonly amount_text: string;
  readonly date: Day;
  readonly time: string | null;
  /** The source of the date; other than "booking date" only if no booking date is printed. */
  readonly date_source: "booking date" | "value date" | "statement";
  readonly value_date: string;
  readonly status: string;
  readonly pending: boolean;
  readonly reversal: boolean;
  readonly reference: string;
  readonly text: string;
  readonly code: string;
  readonly fee: string;
  readonly rate: string;
  /** The payment order that a collective booking executes. */
  readonly batch: string;
  readonly batch_count: string;
  readonly entry_reference: string;
  readonly details: readonly Detail[];
}

/** Why an entry is not a transaction. */
export interface NoEntry {
  readonly kind: "rejected" | "skipped";
  readonly reason: string;
}

/** The statement's values for entries that do not have their own. */
export interface StatementDefaults {
  readonly kind: MessageKind;
  readonly currency: Currency | null;
  /** The day of a statement that covers only one. */
  readonly day: Day | null;
}

/** Reads an entry; its details are given. */
export function readEntry(
  element: XmlElement,
  line: number,
  details: readonly Detail[],
  statement: StatementDefaults,
): Result<Entry, NoEntry> {
  const status = readCode(elementAt(element, "Sts")).toUpperCase();
  const state = deriveState(status, statement.kind);
  if (typeof state !== "string") return err(state);
  const amount = readAmount(elementAt(element, "Amt"));
  if (!amount.ok) return reject(amount.error);
  const side = readSide(element);
  if (side === null)
    return reject(
      `CdtDbtInd is "${textAt(element, "CdtDbtInd").slice(0, 20)}"; expected CRDT or DBIT.`,
    );
  const booked = readPrintedDay(elementAt(element, "BookgDt"));
  const valued = readPrintedDay(elementAt(element, "ValDt"));
  if (booked === "not a day") return reject("The booking date does not exist.");
  const day =
    booked ?? valued ?? (statement.day === null ? undefined : { day: statement.day, time: null });
  if (day === undefined)
    return reject(
      "There is no booking date and no value date, and the statement covers more than one day.",
    );
  if (day === "not a day")
    return reject("There is no booking date, and the value date does not exist.");
  const batches = [...childrenNamed(element, "NtryDtls"), element].flatMap((holder) =>
    childrenNamed(holder, "Btch"),
  );
  return ok({
    line,
    amount: applySide(amount.value.value, side),
    side,
    currency: amount.value.currency ?? statement.currency,
    amount_text: amount.value.text,
    date: day.day,
    time: booked === undefined ? null : day.time,
    date_source: dateSource(booked, valued),
    value_date: valued === undefined || valued === "not a day" ? "" : valued.day,
    status,
    pending: state === "pending",
    reversal: /^(true|1)$/.test(textAt(element, "RvslInd")),
    reference: dropFiller(textAt(element, "AcctSvcrRef")),
    text: childrenNamed(element, "AddtlNtryInf")
      .map(({ text }) => text)
      .join(" "),
    code: readBankCode(elementAt(element, "BkTxCd")),
    fee: readFee(element),
    rate: readRate(elementAt(element, "AmtDtls")),
    batch: firstText(
      ...batches.map((batch) =>
        firstText(dropFiller(textAt(batch, "PmtInfId")), dropFiller(textAt(batch, "MsgId"))),
      ),
    ),
    batch_count: firstText(...batches.map((batch) => textAt(batch, "NbOfTxs"))),
    entry_reference: dropFiller(textAt(element, "NtryRef")),
    details,
  });
}

function dateSource(
  booked: PrintedDay | undefined,
  valued: PrintedDay | "not a day" | undefined,
): Entry["date_source"] {
  if (booked !== undefined) return "booking date";
  return valued === undefined ? "statement" : "value date";
}

function deriveState(status: string, kind: MessageKind): "booked" | "pending" | NoEntry {
  switch (status) {
    case "BOOK":
      return "booked";
    case "PDNG":
    case "FUTR":
      return "pending";
    case "INFO":
      return {
        kind: "skipped",
        reason: "For information only (INFO); nothing is booked on the account.",
      };
    case "":
      // A statement lists only booked entries; reports and notifications may list pending ones too.
      return kind === "053"
        ? "booked"
        : { kind: "rejected", reason: "There is no status (Sts) to tell booked from pending." };
    default:
      return {
        kind: "rejected",
        reason: `The status "${status.slice(0, 40)}" is neither booked (BOOK) nor pending (PDNG).`,
      };
  }
}

function reject(reason: string): Result<never, NoEntry> {
  return err({ kind: "rejected", reason });
}
