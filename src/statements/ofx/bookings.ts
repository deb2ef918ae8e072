// STMTTRN and STMTTRNP: one booking of a bank or card account, posted or pending, as a row. A value that cannot be read
// rejects its record with what was found; nothing stands in for it.

import { units, type Units } from "../../money/money.ts";
import { momentIn, type Moment } from "./dates.ts";
import { amountOf } from "../amounts.ts";
import { filled } from "../charset.ts";
import { cutFault, leftOut, rowOf, type Draft, type Manner, type Sign } from "./draft.ts";
import { foreignOf } from "./original.ts";
import type { Movement } from "./statements.ts";
import { balanceNamed, textsOf } from "./texts.ts";
import { partOf, valueOf, valuesOf, type Element } from "./tree.ts";

/** Types that say on which side the money went. PAYMENT, XFER, ATM and the like occur on both. */
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

/** The side a booking's type names, or null. */
export function sideOf(element: Element): "out" | "in" | null {
  const type = valueOf(element, "TRNTYPE").toUpperCase();
  return Object.hasOwn(SIDES, type) ? (SIDES[type] ?? null) : null;
}

/** The row of a booking, or why there is none. */
export function bookingOf({ element, within }: Movement, manner: Manner): Draft {
  const cut = cutFault(element, manner.closed);
  if (cut !== null) return leftOut("rejected", element, cut);
  const twice = ["TRNAMT", "DTPOSTED", "FITID"].find(
    (name) => new Set(valuesOf(element, name)).size > 1,
  );
  if (twice !== undefined)
    return leftOut(
      "rejected",
      element,
      `the record has several ${twice} that differ: ${valuesOf(element, twice).join(", ").slice(0, 60)}`,
    );
  const pending =
    element.name === "STMTTRNP" ||
    within === "BANKTRANLISTP" ||
    /^HOLD$/i.test(valueOf(element, "TRNTYPE"));
  const posted = postingOf(element, manner);
  if (typeof posted === "string") return leftOut("rejected", element, posted);
  const printed = amountOf(valueOf(element, "TRNAMT"), manner.mark);
  if (typeof printed === "string") return leftOut("rejected", element, printed);
  const amount = signed(printed, element, manner.sign);
  if (amount === null)
    return leftOut(
      "rejected",
      element,
      `the type "${valueOf(element, "TRNTYPE")}" does not say whether ${valueOf(element, "TRNAMT")} went out or came in`,
    );
  const texts = textsOf(element);
  const balance = balanceNamed(texts.description);
  if (balance !== null) {
    const draft = leftOut(
      "skipped",
      element,
      `"${texts.description}" is a balance, not a movement`,
    );
    return balance === "before" ? { ...draft, opening: amount } : draft;
  }
  const fitid = valueOf(element, "FITID");
  const foreign = foreignOf(element, manner.currency, amount);
  const row = rowOf(element, manner, {
    date: posted.day,
    time: posted.time,
    amount,
    currency: foreign.currency ?? manner.currency,
    ...texts,
    reference: isId(fitid) ? fitid : null,
    pending,
    facts: {
      ...filled({
        ...bookingFacts(element, manner),
        ...(within === "INVBANKTRAN" ? { investment: within } : {}),
      }),
      ...foreign.facts,
    },
  });
  return {
    record: { kind: "transaction", row },
    fitid,
    corrects: valueOf(element, "CORRECTFITID"),
    deletes: /^DELETE$/i.test(valueOf(element, "CORRECTACTION")),
    opening: null,
  };
}

/** What banks print where they have no id. */
export function isId(fitid: string): boolean {
  return !/^(0*|none|null|n\/?a|-+)$/i.test(fitid);
}

const NO_DATE = /^0*$/;

/** When it was posted; where no posting date is printed, when the customer did it. */
function postingOf(element: Element, { order }: Manner): Moment | string {
  const [name, text] = ["DTPOSTED", "DTTRAN", "DTUSER"]
    .map((one) => [one, valueOf(element, one)] as const)
    .find(([, value]) => !NO_DATE.test(value)) ?? ["DTPOSTED", ""];
  if (text === "") return "the record has no date";
  const moment = momentIn(text, order);
  return moment ?? `${name} "${text.slice(0, 40)}" is no date; one such as 20240305 was expected`;
}

function signed(amount: Units, element: Element, sign: Sign): Units | null {
  if (sign === "as_printed") return amount;
  if (sign === "turned") return units(0 - amount);
  const side = sideOf(element);
  return side === null ? null : units(side === "out" ? 0 - Math.abs(amount) : Math.abs(amount));
}

function bookingFacts(element: Element, { order }: Manner): Record<string, string> {
  const to = partOf(element, "BANKACCTTO") ?? partOf(element, "CCACCTTO");
  const payee = partOf(element, "PAYEE");
  const day = (name: string) => momentIn(valueOf(element, name), order)?.day ?? "";
  return {
    type: valueOf(element, "TRNTYPE"),
    transaction_date: day("DTUSER"),
    value_date: day("DTAVAIL"),
    check_number: valueOf(element, "CHECKNUM"),
    reference_number: valueOf(element, "REFNUM"),
    server_id: valueOf(element, "SRVRTID"),
    merchant_code: valueOf(element, "SIC"),
    counterparty_account: to === null ? "" : valueOf(to, "ACCTID"),
    city: payee === null ? "" : valueOf(payee, "CITY"),
  };
}
