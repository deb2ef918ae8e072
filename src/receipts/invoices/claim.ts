// An invoice's facts as a claim, and the doubts about them. The amount to be paid is taken as
// written; sums only check it. A credit note's positive amount is money in, and so is the negative
// amount of an invoice or a correction.

import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import type { Leaf } from "../listing/listing.ts";
import {
  readCard,
  readCurrency,
  readDay,
  readFigure,
  readText,
  toAmount,
  type Figure,
} from "../listing/values.ts";
import type { Found } from "../reader.ts";
import type { Claim, Item, Kind, Seen, SeenAmount } from "../receipt.ts";
import { DIRECT_DEBIT_MEANS } from "./codes.ts";
import type { Adjustment, InvoiceFacts, InvoiceLine } from "./facts.ts";

type Doubts = Found["doubts"][number][];

/** The claim of an invoice, and what is doubtful about it. */
export function toClaim(facts: InvoiceFacts): {
  readonly claim: Claim;
  readonly doubts: Found["doubts"];
} {
  const doubts: Doubts = [];
  const currency = readInvoiceCurrency(facts, doubts);
  const due = readDue(facts, doubts);
  const rule = (field: string): string => `${facts.syntax} ${field}`;
  if (due !== null) checkSums(facts, due, doubts);
  const kind = chooseKind(facts, due, doubts);
  const isIncoming = kind === "refund" || kind === "income" || due?.negative === true;
  const claim: Claim = {
    source: "e-invoice",
    ...present("kind", seeKind(kind, facts, due)),
    ...present("merchant", readText(facts.seller, rule("seller"))),
    ...present("total", due === null ? null : toAmount(due, currency, rule(facts.dueField))),
    ...present("date", readDay(facts.date, rule("date"))),
    ...present("order_number", readText(facts.number, rule("number"))),
    ...present("card_last4", readCard(facts.card, rule("card"))),
    ...present("dueOn", kind === "invoice" ? readDueDay(facts, rule("due day")) : null),
    ...present("incoming", isIncoming ? seeIncoming(facts, due) : null),
    ...(due === null ? {} : readParts(facts, due, currency)),
  };
  return { claim, doubts };
}

function present<Key extends keyof Claim, Value>(
  key: Key,
  value: Value | null,
): Partial<Record<Key, Value>> {
  const some: Partial<Record<Key, Value>> = {};
  if (value !== null) some[key] = value;
  return some;
}

function readInvoiceCurrency({ currency, kind }: InvoiceFacts, doubts: Doubts): Currency | null {
  const known = readCurrency(currency);
  if (known === null && kind !== "no charge") {
    const detail =
      currency === null
        ? "The e-invoice does not give a currency."
        : `The e-invoice's currency "${currency.text.slice(0, 20)}" is not known.`;
    doubts.push({ reason: "ambiguous_currency", detail });
  }
  return known;
}

function readDue({ due, kind }: InvoiceFacts, doubts: Doubts): Figure | null {
  const figure = readFigure(due);
  if (figure === null && kind !== "no charge") {
    const detail =
      due === null
        ? "The e-invoice does not give a single amount to be paid."
        : `The e-invoice's amount "${due.text.slice(0, 40)}" is not a number.`;
    doubts.push({ reason: "no_total", detail });
  }
  return figure;
}

function chooseKind(facts: InvoiceFacts, due: Figure | null, doubts: Doubts): Kind {
  if (facts.kind === "no charge") return "not a transaction";
  if (facts.kind === "income") return "income";
  if (facts.kind === "self-billed")
    doubts.push({
      reason: "unknown_sender",
      detail: "The buyer wrote this invoice for the seller, so it may be money in or out.",
    });
  if (due !== null && due.units === 0) {
    const paid = readFigure(facts.prepaid);
    if (paid !== null && paid.units > 0)
      doubts.push({
        reason: "several_charges",
        detail: `Nothing is left to pay: ${paid.value} was paid before, in one charge or several.`,
      });
    return "zero charge";
  }
  if (facts.kind === "credit") {
    if (due?.negative === true)
      doubts.push({
        reason: "conflicting_totals",
        detail: "A credit note with a negative amount may be money in or out.",
      });
    return "refund";
  }
  if (facts.kind === "correction") return due?.negative === true ? "refund" : "invoice";
  // A negative invoice stays an invoice: it does not say whether the money comes back or is set
  // off.
  return facts.kind === "receipt" && due?.negative !== true ? "receipt" : "invoice";
}

function seeKind(
  kind: Kind,
  { syntax, type, due, means }: InvoiceFacts,
  figure: Figure | null,
): Seen<Kind> | null {
  const debit = means.find(({ text }) => DIRECT_DEBIT_MEANS.has(text));
  if (kind === "invoice" && debit !== undefined)
    return { value: kind, span: debit.span, rule: `${syntax} by direct debit` };
  const from = kind === "zero charge" || figure?.negative === true ? due : (type ?? due);
  return from === null ? null : { value: kind, span: from.span, rule: `${syntax} ${kind}` };
}

/** The last day to pay, if all payments have the same. */
function readDueDay({ dueOn }: InvoiceFacts, rule: string): Seen<Day> | null {
  const days = dueOn.map((leaf) => readDay(leaf, rule));
  const [first = null] = days;
  return days.every((day) => day !== null && day.value === first?.value) ? first : null;
}

function seeIncoming(
  { syntax, type, due }: InvoiceFacts,
  figure: Figure | null,
): Seen<boolean> | null {
  const from = figure?.negative === true ? due : (type ?? due);
  return from === null ? null : { value: true, span: from.span, rule: `${syntax} money in` };
}

function toUnits(leaf: Leaf | null): number {
  return readFigure(leaf)?.units ?? 0;
}

function sum(leaves: readonly (Leaf | null)[]): number {
  return leaves.reduce((all, leaf) => all + toUnits(leaf), 0);
}

/** net + tax = gross; gross - prepaid + rounding (+ paid for others) = due; payments = due. */
function checkSums(facts: InvoiceFacts, due: Figure, doubts: Doubts): void {
  const { net, tax, gross, prepaid, rounding, thirdParty, payments } = facts;
  const isGrossWrong =
    gross !== null && net !== null && tax !== null && sum([net, tax]) !== toUnits(gross);
  if (isGrossWrong)
    doubts.push({
      reason: "sums_disagree",
      detail: `${net.text} and a tax of ${tax.text} do not add up to ${gross.text}.`,
    });
  const owed = toUnits(gross) - toUnits(prepaid) + toUnits(rounding);
  if (gross !== null && owed !== due.units && owed + sum(thirdParty) !== due.units) {
    const less = prepaid === null ? "" : ` less ${prepaid.text} paid before`;
    doubts.push({
      reason: "sums_disagree",
      detail: `${gross.text}${less} is not the ${due.value} to be paid.`,
    });
  }
  if (payments.length > 0 && Math.abs(sum(payments)) !== Math.abs(due.units)) {
    const asked = payments
      .map(({ text }) => text)
      .slice(0, 5)
      .join(" and ");
    doubts.push({
      reason: "conflicting_totals",
      detail: `The document's total is ${due.value}, but the payments it asks for are ${asked}.`,
    });
  } else if (payments.length > 1)
    doubts.push({
      reason: "several_charges",
      detail: `It is paid in ${payments.length} instalments.`,
    });
}

type Parts = Pick<Claim, "subtotal" | "tax" | "shipping" | "discount" | "items">;

/**
 * Lines, tax, freight and discount, if they add up to the total exactly; otherwise only the tax.
 */
function readParts(facts: InvoiceFacts, due: Figure, currency: Currency | null): Partial<Parts> {
  const amount = (leaf: Leaf | null, name: string): SeenAmount | null => {
    const figure = readFigure(leaf);
    return figure === null || figure.negative
      ? null
      : toAmount(figure, currency, `${facts.syntax} ${name}`);
  };
  const { freights, discounts, lines } = sortAdjustments(facts);
  const items = lines.flatMap((line): Item[] => {
    const name = readText(line.name, `${facts.syntax} line`);
    const total = amount(line.amount, "line");
    const quantity = readFigure(line.quantity);
    const rule = `${facts.syntax} quantity`;
    return name === null || total === null
      ? []
      : [
          {
            name,
            amount: total,
            quantity: quantity && { value: quantity.value, span: quantity.span, rule },
          },
        ];
  });
  const added =
    sum(lines.map((line) => line.amount)) +
    toUnits(facts.tax) +
    sum(freights.map((one) => one.amount)) -
    sum(discounts.map((one) => one.amount));
  const addsUp =
    items.length === lines.length &&
    lines.length > 0 &&
    added === due.units &&
    freights.length <= 1 &&
    discounts.length <= 1;
  const tax = toUnits(facts.gross ?? facts.due) === due.units ? amount(facts.tax, "tax") : null;
  if (!addsUp) return { ...present("tax", tax) };
  return {
    items,
    ...present("tax", tax),
    ...present("subtotal", amount(facts.linesTotal, "lines")),
    ...present("shipping", amount(freights[0]?.amount ?? null, "freight")),
    ...present("discount", amount(discounts[0]?.amount ?? null, "allowance")),
  };
}

/** Freight and discounts apart; any other charge counts as a line. */
function sortAdjustments({ lines, adjustments }: InvoiceFacts): {
  readonly freights: readonly Adjustment[];
  readonly discounts: readonly Adjustment[];
  readonly lines: readonly InvoiceLine[];
} {
  const charges = adjustments.filter(({ isCharge, isFreight }) => isCharge && !isFreight);
  return {
    freights: adjustments.filter(({ isCharge, isFreight }) => isCharge && isFreight),
    discounts: adjustments.filter(({ isCharge }) => !isCharge),
    lines: [
      ...lines,
      ...charges.map(({ reason, amount }) => ({ name: reason, quantity: null, amount })),
    ],
  };
}
