// One Ntry as a booking: its signed amount, day, state and texts, or why it is none. Details are read by detail.ts.

import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import type { Units } from "../../money/money.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { bankCode, feeIn, provided, rateIn, type Detail } from "./detail.ts";
import { all, at, firstOf, textAt, type XmlElement } from "./element.ts";
import type { MessageKind } from "./outline.ts";
import { codeIn, dayIn, readAmount, sideAt, signed, type Side } from "./values.ts";

export interface Entry {
  readonly line: number;
  readonly amount: Units;
  readonly side: Side;
  readonly currency: Currency | null;
  /** As printed. */
  readonly amount_text: string;
  readonly date: Day;
  readonly time: string | null;
  /** What stands in for a booking date that is not printed. */
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
  /** The payment order a collective booking carries out. */
  readonly batch: string;
  readonly batch_count: string;
  readonly entry_reference: string;
  readonly details: readonly Detail[];
}

/** Why an entry is no transaction. */
export interface NoEntry {
  readonly kind: "rejected" | "skipped";
  readonly reason: string;
}

/** What the statement says for entries that do not say it themselves. */
export interface OfStatement {
  readonly kind: MessageKind;
  readonly currency: Currency | null;
  /** The only day the statement is of. */
  readonly day: Day | null;
}

/** Reads an entry without its details, which are given. */
export function entryOf(
  element: XmlElement,
  line: number,
  details: readonly Detail[],
  statement: OfStatement,
): Result<Entry, NoEntry> {
  const status = codeIn(at(element, "Sts")).toUpperCase();
  const state = stateOf(status, statement.kind);
  if (typeof state !== "string") return err(state);
  const amount = readAmount(at(element, "Amt"));
  if (!amount.ok) return rejected(amount.error);
  const side = sideAt(element);
  if (side === null)
    return rejected(
      `CdtDbtInd says "${textAt(element, "CdtDbtInd").slice(0, 20)}", neither CRDT nor DBIT.`,
    );
  const booked = dayIn(at(element, "BookgDt"));
  const valued = dayIn(at(element, "ValDt"));
  if (booked === "not a day") return rejected("The booking date is not a date that exists.");
  const day =
    booked ?? valued ?? (statement.day === null ? undefined : { day: statement.day, time: null });
  if (day === undefined)
    return rejected(
      "There is neither a booking date nor a value date, and the statement is not of a single day.",
    );
  if (day === "not a day")
    return rejected("There is no booking date, and the value date is not a date that exists.");
  const batches = [...all(element, "NtryDtls"), element].flatMap((holder) => all(holder, "Btch"));
  return ok({
    line,
    amount: signed(amount.value.value, side),
    side,
    currency: amount.value.currency ?? statement.currency,
    amount_text: amount.value.text,
    date: day.day,
    time: booked === undefined ? null : day.time,
    date_source:
      booked !== undefined ? "booking date" : valued !== undefined ? "value date" : "statement",
    value_date: valued === undefined || valued === "not a day" ? "" : valued.day,
    status,
    pending: state === "pending",
    reversal: /^(true|1)$/.test(textAt(element, "RvslInd")),
    reference: provided(textAt(element, "AcctSvcrRef")),
    text: all(element, "AddtlNtryInf")
      .map(({ text }) => text)
      .join(" "),
    code: bankCode(at(element, "BkTxCd")),
    fee: feeIn(element),
    rate: rateIn(at(element, "AmtDtls")),
    batch: firstOf(
      ...batches.map((batch) =>
        firstOf(provided(textAt(batch, "PmtInfId")), provided(textAt(batch, "MsgId"))),
      ),
    ),
    batch_count: firstOf(...batches.map((batch) => textAt(batch, "NbOfTxs"))),
    entry_reference: provided(textAt(element, "NtryRef")),
    details,
  });
}

function stateOf(status: string, kind: MessageKind): "booked" | "pending" | NoEntry {
  switch (status) {
    case "BOOK":
      return "booked";
    case "PDNG":
    case "FUTR":
      return "pending";
    case "INFO":
      return {
        kind: "skipped",
        reason: "For information only (INFO): nothing is booked on the account.",
      };
    case "":
      // The statement holds what is booked; the others may hold both.
      return kind === "053"
        ? "booked"
        : { kind: "rejected", reason: "There is no status (Sts): booked or pending is not said." };
    default:
      return {
        kind: "rejected",
        reason: `The status "${status.slice(0, 40)}" says neither booked (BOOK) nor pending (PDNG).`,
      };
  }
}

function rejected(reason: string): Result<never, NoEntry> {
  return err({ kind: "rejected", reason });
}
