// The money of an investment account: the TOTAL of each buy, sell, dividend or interest payment,
// with its kind, security, units and price as facts. Elements that move only securities are
// skipped.

import { units, type Units } from "../../money/money.ts";
import { isId } from "./bookings.ts";
import { parseMomentIn } from "./dates.ts";
import { parseAmount } from "../amounts.ts";
import { describeTraded } from "../traded.ts";
import { dropEmpty } from "../charset.ts";
import { findCutFault, leaveOut, buildRow, type Draft, type ReadingOptions } from "./draft.ts";
import { CASH_KINDS, NO_CASH } from "./elements.ts";
import { readForeign } from "./original.ts";
import type { Movement } from "./statements.ts";
import { joinTexts } from "./texts.ts";
import { firstValue, type Element } from "./tree.ts";

/** Reads an investment transaction into a row, or into a skipped or rejected record. */
export function readInvestment({ element }: Movement, manner: ReadingOptions): Draft {
  const { name } = element;
  const cut = findCutFault(element, manner.closed);
  if (cut !== null) return leaveOut("rejected", element, cut);
  const none = NO_CASH.get(name);
  if (none !== undefined) return leaveOut("skipped", element, none);
  const inner =
    element.parts.find((part) => part.name === "INVBUY" || part.name === "INVSELL") ?? element;
  const find = (field: string) => findValue(element, field);
  const traded = parseMomentIn(find("DTTRADE"), manner.order);
  if (traded === null)
    return leaveOut(
      "rejected",
      element,
      find("DTTRADE") === ""
        ? "the record has no date"
        : `DTTRADE "${find("DTTRADE").slice(0, 40)}" is not a date; expected one such as 20240305`,
    );
  const total = parseAmount(find("TOTAL"), manner.mark);
  if (typeof total === "string") return leaveOut("rejected", element, total);
  const amount = applySide(total, name, find("UNITS"));
  const id = find("UNIQUEID");
  const security = manner.securities.get(id) ?? "";
  const memo = find("MEMO");
  const fitid = find("FITID");
  const foreign = readForeign(inner, manner.currency, amount);
  const row = buildRow(element, manner, {
    date: traded.day,
    time: traded.time,
    amount,
    currency: foreign.currency ?? manner.currency,
    payee: security || memo || name,
    description: joinTexts([memo || name, id]),
    notes: joinNotes(
      security === "" ? "" : memo,
      describeTraded(find("UNITS"), security, find("UNITPRICE")),
    ),
    reference: isId(fitid) ? fitid : null,
    pending: false,
    facts: { ...dropEmpty(investmentFacts(find, name, security, manner)), ...foreign.facts },
  });
  return {
    record: { kind: "transaction", row },
    fitid,
    corrects: "",
    deletes: false,
    opening: null,
  };
}

function joinNotes(...notes: readonly string[]): string | null {
  return notes.filter((note) => note !== "").join("; ") || null;
}

/**
 * Some servers print a buy's total without its sign. Cancelled buys have negative units and keep
 * their sign.
 */
function applySide(total: Units, name: string, printedUnits: string): Units {
  const side = CASH_KINDS.get(name);
  const bought = /[1-9]/.test(printedUnits) && !printedUnits.includes("-");
  return side === "out" && bought && total > 0 ? units(0 - total) : total;
}

function investmentFacts(
  find: (field: string) => string,
  name: string,
  security: string,
  { order }: ReadingOptions,
): Record<string, string> {
  return {
    investment: name,
    type: find("INCOMETYPE") || find("BUYTYPE") || find("SELLTYPE"),
    value_date: parseMomentIn(find("DTSETTLE"), order)?.day ?? "",
    security,
    security_id: find("UNIQUEID"),
    units: find("UNITS"),
    unit_price: find("UNITPRICE"),
    fee: nonZero(find("COMMISSION")) || nonZero(find("FEES")),
    taxes: nonZero(find("TAXES")),
    sub_account: find("SUBACCTFUND"),
  };
}

function nonZero(text: string): string {
  return /[1-9]/.test(text) ? text : "";
}

/**
 * The value in the element or in the first of its parts that has it; the tree's depth is bounded.
 */
function findValue(element: Element, name: string): string {
  const own = firstValue(element, name);
  if (own !== "") return own;
  for (const part of element.parts) {
    const inner = findValue(part, name);
    if (inner !== "") return inner;
  }
  return "";
}
