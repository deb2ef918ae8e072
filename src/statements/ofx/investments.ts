// The money of an investment account: the TOTAL of each buy, sell, dividend or interest payment,
// with its kind, security, units and price as facts. Elements that move only securities are skipped.

import { units, type Units } from "../../money/money.ts";
import { isId } from "./bookings.ts";
import { momentIn } from "./dates.ts";
import { amountOf } from "../amounts.ts";
import { filled } from "../charset.ts";
import { cutFault, leftOut, rowOf, type Draft, type Manner } from "./draft.ts";
import { CASH_KINDS, NO_CASH } from "./elements.ts";
import { foreignOf } from "./original.ts";
import type { Movement } from "./statements.ts";
import { joined } from "./texts.ts";
import { valueOf, type Element } from "./tree.ts";

/** Reads an investment transaction into a row, or into a skipped or rejected record. */
export function cashOf({ element }: Movement, manner: Manner): Draft {
  const { name } = element;
  const cut = cutFault(element, manner.closed);
  if (cut !== null) return leftOut("rejected", element, cut);
  const none = NO_CASH.get(name);
  if (none !== undefined) return leftOut("skipped", element, none);
  const inner =
    element.parts.find((part) => part.name === "INVBUY" || part.name === "INVSELL") ?? element;
  const find = (field: string) => valueIn(element, field);
  const traded = momentIn(find("DTTRADE"), manner.order);
  if (traded === null)
    return leftOut(
      "rejected",
      element,
      find("DTTRADE") === ""
        ? "the record has no date"
        : `DTTRADE "${find("DTTRADE").slice(0, 40)}" is not a date; expected one such as 20240305`,
    );
  const total = amountOf(find("TOTAL"), manner.mark);
  if (typeof total === "string") return leftOut("rejected", element, total);
  const amount = sided(total, name, find("UNITS"));
  const id = find("UNIQUEID");
  const security = manner.securities.get(id) ?? "";
  const memo = find("MEMO");
  const fitid = find("FITID");
  const foreign = foreignOf(inner, manner.currency, amount);
  const row = rowOf(element, manner, {
    date: traded.day,
    time: traded.time,
    amount,
    currency: foreign.currency ?? manner.currency,
    payee: security || memo || name,
    description: joined([memo || name, id]),
    notes: security !== "" && memo !== "" ? memo : null,
    reference: isId(fitid) ? fitid : null,
    pending: false,
    facts: { ...filled(investmentFacts(find, name, security, manner)), ...foreign.facts },
  });
  return {
    record: { kind: "transaction", row },
    fitid,
    corrects: "",
    deletes: false,
    opening: null,
  };
}

/** Some servers print a buy's total without its sign. Cancelled buys have negative units and keep their sign. */
function sided(total: Units, name: string, printedUnits: string): Units {
  const side = CASH_KINDS.get(name);
  const bought = /[1-9]/.test(printedUnits) && !printedUnits.includes("-");
  return side === "out" && bought && total > 0 ? units(0 - total) : total;
}

function investmentFacts(
  find: (field: string) => string,
  name: string,
  security: string,
  { order }: Manner,
): Record<string, string> {
  return {
    investment: name,
    type: find("INCOMETYPE") || find("BUYTYPE") || find("SELLTYPE"),
    value_date: momentIn(find("DTSETTLE"), order)?.day ?? "",
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

/** The value in the element or in the first of its parts that has it; the tree's depth is bounded. */
function valueIn(element: Element, name: string): string {
  const own = valueOf(element, name);
  if (own !== "") return own;
  for (const part of element.parts) {
    const inner = valueIn(part, name);
    if (inner !== "") return inner;
  }
  return "";
}
