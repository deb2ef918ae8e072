// An invoice's facts as a claim, and the doubts about them. What is to be paid is taken as it was written; sums are done to
// check it, never to make it up. A credit note's positive amount, and an invoice's or a correction's negative one, is money in.

import type { Day } from "../../money/day.ts";
import type { Currency } from "../../money/currency.ts";
import type { Found } from "../reader.ts";
import type { Claim, Item, Kind, Seen, SeenAmount, Span } from "../receipt.ts";
import type { Leaf } from "../listing/listing.ts";
import {
  amountOf,
  cardIn,
  currencyIn,
  dayIn,
  figureOf,
  seen,
  type Figure,
} from "../listing/values.ts";
import { DIRECT_DEBIT_MEANS } from "./codes.ts";
import type { InvoiceFacts } from "./facts.ts";

type Doubts = Found["doubts"][number][];

/** What an invoice claims, and what is doubtful about it. */
export function claimOf(facts: InvoiceFacts): {
  readonly claim: Claim;
  readonly doubts: Found["doubts"];
} {
  const doubts: Doubts = [];
  const currency = currencyOf(facts, doubts);
  const due = figureOf(facts.due);
  const rule = (field: string): string => `${facts.syntax} ${field}`;
  if (due === null && facts.kind !== "no charge")
    doubts.push({
      reason: "no_total",
      detail:
        facts.due === null
          ? "The e-invoice names no single amount to be paid."
          : `"${facts.due.text.slice(0, 40)}" is no amount.`,
    });
  if (due !== null) checkSums(facts, due, doubts);
  const kind = kindOf(facts, due, doubts);
  const date = dayIn(facts.date, rule("date"));
  const claim: Claim = {
    source: "e-invoice",
    ...present("kind", kindSeen(kind, facts, due)),
    ...present("merchant", seen(facts.seller, rule("seller"))),
    ...present("total", due === null ? null : amountOf(due, currency, rule(facts.dueField))),
    ...present("date", date),
    ...present("order_number", seen(facts.number, rule("number"))),
    ...present("card_last4", cardIn(facts.card, rule("card"))),
    ...(kind === "invoice" ? present("dueOn", dueOf(facts, rule("due day"))) : {}),
    ...(kind === "refund" || kind === "income" || due?.negative === true
      ? present("incoming", incomingSeen(facts, due))
      : {}),
    ...(due === null ? {} : partsOf(facts, due, currency)),
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

function currencyOf(facts: InvoiceFacts, doubts: Doubts): Currency | null {
  const currency = currencyIn(facts.currency);
  if (currency === null && facts.kind !== "no charge") {
    doubts.push({
      reason: "ambiguous_currency",
      detail:
        facts.currency === null
          ? "The e-invoice names no currency."
          : `"${facts.currency.text.slice(0, 20)}" is no currency that is known.`,
    });
  }
  return currency;
}

function kindOf(facts: InvoiceFacts, due: Figure | null, doubts: Doubts): Kind {
  if (facts.kind === "no charge") return "not a transaction";
  if (facts.kind === "income") return "income";
  if (facts.kind === "self-billed")
    doubts.push({
      reason: "unknown_sender",
      detail: "The buyer wrote this invoice in the seller's place, so it may be money in or out.",
    });
  if (due !== null && due.units === 0) {
    const paid = figureOf(facts.prepaid);
    if (paid !== null && paid.units > 0)
      doubts.push({
        reason: "several_charges",
        detail: `Nothing is due any more: ${paid.value} was paid before, in one charge or several.`,
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
  // It stays an invoice by its code: whether the money comes back or is set off is not said.
  if (due?.negative === true) return "invoice";
  return facts.kind === "receipt" ? "receipt" : "invoice";
}

function kindSeen(
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

/** The last day to pay, where all that is to be paid has one. */
function dueOf({ dueOn }: InvoiceFacts, rule: string): Seen<Day> | null {
  const days = dueOn.map((leaf) => dayIn(leaf, rule));
  const [first = null] = days;
  return days.every((day) => day !== null && day.value === first?.value) ? first : null;
}

function incomingSeen(
  { syntax, type, due }: InvoiceFacts,
  figure: Figure | null,
): Seen<boolean> | null {
  const span: Span | undefined = (figure?.negative === true ? due : (type ?? due))?.span;
  return span === undefined ? null : { value: true, span, rule: `${syntax} money in` };
}

function unitsOf(leaf: Leaf | null): number {
  return figureOf(leaf)?.units ?? 0;
}

function sum(leaves: readonly (Leaf | null)[]): number {
  return leaves.reduce((all, leaf) => all + unitsOf(leaf), 0);
}

/** net + tax = gross; gross - prepaid + rounding (+ paid for others) = due; what the payments ask for = due. */
function checkSums(facts: InvoiceFacts, due: Figure, doubts: Doubts): void {
  const { net, tax, gross, prepaid, rounding, thirdParty, payments } = facts;
  if (
    gross !== null &&
    net !== null &&
    tax !== null &&
    unitsOf(net) + unitsOf(tax) !== unitsOf(gross)
  ) {
    doubts.push({
      reason: "sums_disagree",
      detail: `${net.text} and a tax of ${tax.text} are not ${gross.text}.`,
    });
  }
  const owed = unitsOf(gross) - unitsOf(prepaid) + unitsOf(rounding);
  if (gross !== null && owed !== due.units && owed + sum(thirdParty) !== due.units) {
    doubts.push({
      reason: "sums_disagree",
      detail: `${gross.text}${prepaid === null ? "" : ` less ${prepaid.text} paid before`} is not the ${due.value} that is to be paid.`,
    });
  }
  if (payments.length > 0 && Math.abs(sum(payments)) !== Math.abs(due.units)) {
    doubts.push({
      reason: "conflicting_totals",
      detail: `The document's total is ${due.value}, what is asked for in payment is ${payments
        .map(({ text }) => text)
        .slice(0, 5)
        .join(" and ")}.`,
    });
  } else if (payments.length > 1)
    doubts.push({
      reason: "several_charges",
      detail: `It is paid in ${payments.length} instalments.`,
    });
}

type Parts = Pick<Claim, "subtotal" | "tax" | "shipping" | "discount" | "items">;

/** Lines, tax, freight and discount, where they give what is to be paid to the last digit; else what stands for itself. */
function partsOf(facts: InvoiceFacts, due: Figure, currency: Currency | null): Partial<Parts> {
  const amount = (leaf: Leaf | null, name: string): SeenAmount | null => {
    const figure = figureOf(leaf);
    return figure === null || figure.negative
      ? null
      : amountOf(figure, currency, `${facts.syntax} ${name}`);
  };
  const freights = facts.adjustments.filter(({ isCharge, isFreight }) => isCharge && isFreight);
  const charges = facts.adjustments.filter(({ isCharge, isFreight }) => isCharge && !isFreight);
  const discounts = facts.adjustments.filter(({ isCharge }) => !isCharge);
  const lines = [
    ...facts.lines,
    ...charges.map(({ reason, amount: of }) => ({ name: reason, quantity: null, amount: of })),
  ];
  const items = lines.flatMap((line): Item[] => {
    const [name, of, quantity] = [
      seen(line.name, `${facts.syntax} line`),
      amount(line.amount, "line"),
      figureOf(line.quantity),
    ];
    return name === null || of === null
      ? []
      : [
          {
            name,
            amount: of,
            quantity:
              quantity === null
                ? null
                : { value: quantity.value, span: quantity.span, rule: `${facts.syntax} quantity` },
          },
        ];
  });
  const whole =
    sum(lines.map((line) => line.amount)) +
    unitsOf(facts.tax) +
    sum(freights.map((one) => one.amount)) -
    sum(discounts.map((one) => one.amount));
  const told =
    items.length === lines.length &&
    lines.length > 0 &&
    whole === due.units &&
    freights.length <= 1 &&
    discounts.length <= 1;
  const tax = unitsOf(facts.gross ?? facts.due) === due.units ? amount(facts.tax, "tax") : null;
  if (!told) return { ...present("tax", tax) };
  return {
    items,
    ...present("tax", tax),
    ...present("subtotal", amount(facts.linesTotal, "lines")),
    ...present("shipping", amount(freights[0]?.amount ?? null, "freight")),
    ...present("discount", amount(discounts[0]?.amount ?? null, "allowance")),
  };
}
