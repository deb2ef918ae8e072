// Orders, invoices and reservations of schema.org as claims. A price of one piece is no total, nor what is due at least;
// days of travel are not the day of buying; things without any price claim nothing.

import type { Day } from "../../money/day.ts";
import type { Found } from "../reader.ts";
import type { Claim, Item, Kind, Seen } from "../receipt.ts";
import type { Leaf } from "../listing/listing.ts";
import { dayIn, figureOf, seen } from "../listing/values.ts";
import { findDates } from "../totals/money/dates.ts";
import { parseUnits } from "../../money/money.ts";
import { isRead, priceOf, type Price } from "./amounts.ts";
import { bareType, isNode, leafOf, nodesIn, valuesOf, type DataNode } from "./nodes.ts";

type Doubt = Found["doubts"][number];

export interface Charge {
  readonly claim: Claim;
  readonly doubts: readonly Doubt[];
}

const THINGS_MAX = 5_000;
const CHARGES_MAX = 100;
const ITEMS_MAX = 500;

/** The charges that things tell of, wherever in them they stand. */
export function chargesIn(things: readonly DataNode[], sent: Day | null): readonly Charge[] {
  const found: Charge[] = [];
  const seenNodes = new Set<DataNode>();
  const waiting = [...things].reverse();
  for (
    let node = waiting.pop();
    node !== undefined && seenNodes.size < THINGS_MAX && found.length < CHARGES_MAX;
    node = waiting.pop()
  ) {
    if (seenNodes.has(node)) continue;
    seenNodes.add(node);
    const charge = chargeOf(node, sent);
    if (charge !== null) found.push(charge);
    // A parcel names the order that it is part of; nothing is charged by it.
    if (kindOfThing(node) === null && !node.types.includes("ParcelDelivery"))
      waiting.push(...[...node.properties.values()].flatMap(nodesIn).reverse());
  }
  return found;
}

type Thing = "Order" | "Invoice" | "Reservation";

function kindOfThing(node: DataNode): Thing | null {
  if (node.types.includes("Order")) return "Order";
  if (node.types.includes("Invoice")) return "Invoice";
  return node.types.some((type) => /Reservation(?:Package)?$/.test(type)) ? "Reservation" : null;
}

function chargeOf(node: DataNode, sent: Day | null): Charge | null {
  const thing = kindOfThing(node);
  if (thing === null || isCalledOff(node)) return null;
  const rule = `schema.org ${node.types[0] ?? thing}`;
  const orders = thing === "Invoice" ? nodesIn(valuesOf(node, "referencesOrder")) : [];
  const { price, rivals } = totalOf(node, thing, rule);
  if (price === null) return null;
  const doubts: Doubt[] = [];
  if (!isRead(price))
    doubts.push({
      reason: "no_total",
      detail: `The mail's structured data says "${price.unread.slice(0, 60)}", which is no single amount.`,
    });
  if (rivals.length > 0)
    doubts.push({
      reason: "conflicting_totals",
      detail: `The mail's structured data says ${[price, ...rivals].map((one) => (isRead(one) ? one.value : one.unread)).join(" and ")}.`,
    });
  const merchant = merchantOf(node, thing);
  const number =
    leafOf(node, "orderNumber", "reservationNumber", "reservationId", "confirmationNumber") ??
    onlyOne(orders.map((order) => leafOf(order, "orderNumber")));
  const date = dateIn(
    leafOf(
      node,
      "orderDate",
      "bookingTime",
      "bookingDate",
      "dateReserved",
      "dateCreated",
      "purchaseDate",
    ) ??
      orders.map((order) => leafOf(order, "orderDate")).find((leaf) => leaf !== null) ??
      null,
    sent,
    rule,
  );
  const card = cardOf(node, rule);
  const dueOn =
    thing === "Invoice"
      ? dateIn(leafOf(node, "paymentDueDate", "paymentDue"), sent, `${rule}.paymentDueDate`)
      : null;
  const items = itemsOf(node, price, rule);
  return {
    claim: {
      source: "structured",
      kind: kindSeen(node, thing, price, rule),
      ...(merchant === null
        ? {}
        : { merchant: { value: merchant.text, span: merchant.span, rule } }),
      ...(isRead(price) ? { total: price } : {}),
      ...(date === null ? {} : { date }),
      ...(dueOn === null ? {} : { dueOn }),
      ...(number === null ? {} : { order_number: { value: number.text, span: number.span, rule } }),
      ...(card === null ? {} : { card_last4: card }),
      ...(items.length === 0 ? {} : { items }),
    },
    doubts,
  };
}

function statusOf(node: DataNode, ...names: readonly string[]): string {
  return bareType(leafOf(node, ...names)?.text ?? "").toLowerCase();
}

function isCalledOff(node: DataNode): boolean {
  return /cancel/.test(statusOf(node, "orderStatus", "reservationStatus", "status"));
}

/** What was charged, and other statements of it that differ. */
function totalOf(
  node: DataNode,
  thing: Thing,
  rule: string,
): { readonly price: Price | null; readonly rivals: readonly Price[] } {
  const invoices = nodesIn(valuesOf(node, "partOfInvoice"));
  const told = [
    thing === "Invoice"
      ? priceOf(node, rule, "totalPaymentDue", "totalPrice")
      : priceOf(node, rule, "price", "totalPrice", "priceSpecification", "totalPaymentDue"),
    ...invoices.map((invoice) => priceOf(invoice, `${rule}.partOfInvoice`, "totalPaymentDue")),
  ].flatMap((price) => price ?? []);
  const [
    price = thing === "Order"
      ? singleOffer(node, rule)
      : thing === "Reservation"
        ? singleTicket(node, rule)
        : null,
  ] = told;
  return {
    price,
    rivals: told
      .slice(1)
      .filter(
        (other) =>
          !isRead(other) ||
          !isRead(price) ||
          parseUnitsOf(other.value) !== parseUnitsOf(price.value),
      ),
  };
}

function parseUnitsOf(value: string): number | null {
  const units = parseUnits(value);
  return units.ok ? units.value : null;
}

/** One piece of one thing: its price is what the order comes to, as far as it says. */
function singleOffer(node: DataNode, rule: string): Price | null {
  const [offer, ...more] = nodesIn(valuesOf(node, "acceptedOffer"));
  if (
    offer === undefined ||
    more.length > 0 ||
    (quantityOf(offer)?.text !== undefined && !/^1(?:\.0+)?$/.test(quantityOf(offer)?.text ?? ""))
  )
    return null;
  return priceOf(offer, `${rule}.acceptedOffer`, "price", "priceSpecification");
}

/** The price of the one ticket of a booking. */
function singleTicket(node: DataNode, rule: string): Price | null {
  const [ticket, ...more] = nodesIn(valuesOf(node, "reservedTicket"));
  return ticket === undefined || more.length > 0
    ? null
    : priceOf(ticket, `${rule}.reservedTicket`, "totalPrice", "price");
}

function quantityOf(offer: DataNode): Leaf | null {
  const [quantity] = valuesOf(offer, "eligibleQuantity", "orderQuantity");
  return isNode(quantity) ? leafOf(quantity, "value") : (quantity ?? null);
}

function kindSeen(node: DataNode, thing: Thing, price: Price, rule: string): Seen<Kind> {
  const status = leafOf(node, "paymentStatus", "orderStatus", "reservationStatus");
  const word = bareType(status?.text ?? "").toLowerCase();
  const isZero = isRead(price) && parseUnitsOf(price.value) === 0;
  // Paid in full, an invoice asks for nothing and does not say what was paid: a person looks.
  const settled = thing === "Invoice" && /complete/.test(word);
  const value: Kind = isZero
    ? settled
      ? "invoice"
      : "zero charge"
    : /returned|refund/.test(word)
      ? "refund"
      : thing !== "Invoice"
        ? word === "orderpaymentdue"
          ? "invoice"
          : "order"
        : /complete|automaticallyapplied/.test(word)
          ? "receipt"
          : "invoice";
  return { value, span: (status ?? price).span, rule };
}

const SELLERS = ["merchant", "seller", "provider", "broker", "vendor", "bookingAgent"];

function merchantOf(node: DataNode, thing: Thing): Leaf | null {
  for (const name of SELLERS) {
    const [value] = valuesOf(node, name);
    const leaf = isNode(value) ? leafOf(value, "name", "legalName") : value;
    if (leaf !== undefined && leaf !== null) return leaf;
  }
  if (thing !== "Reservation") {
    const [offer] = nodesIn(valuesOf(node, "acceptedOffer"));
    const [seller] = nodesIn(valuesOf(offer, "seller", "offeredBy"));
    return leafOf(seller, "name");
  }
  const [booked] = nodesIn(valuesOf(node, "reservationFor"));
  const [carrier] = nodesIn(
    valuesOf(
      booked,
      "provider",
      "airline",
      "organizer",
      "rentalCompany",
      "trainCompany",
      "busCompany",
      "boatCompany",
      "operator",
    ),
  );
  return (
    leafOf(carrier, "name") ??
    (booked?.types.some((type) =>
      /Lodging|Hotel|Hostel|Restaurant|FoodEstablishment/.test(type),
    ) === true
      ? leafOf(booked, "name")
      : null)
  );
}

function dateIn(leaf: Leaf | null, sent: Day | null, rule: string): Seen<Day> | null {
  const iso = dayIn(leaf, rule);
  if (leaf === null || iso !== null) return iso;
  const [date, ...more] = findDates(leaf.text, sent);
  const [day, ...others] = date?.readings ?? [];
  return day === undefined || others.length > 0 || more.length > 0
    ? null
    : { value: day, span: leaf.span, rule };
}

/** A masked number's last four digits ("**** 1234"), or four digits alone. */
function cardOf(node: DataNode, rule: string): Seen<string> | null {
  const leaf = leafOf(node, "paymentMethodId", "accountId");
  const digits =
    leaf === null
      ? undefined
      : /^(?:[^\d]*[*xX•·.-][*xX•·. -]*)?(\d{4})$/.exec(leaf.text.slice(-40))?.[1];
  return leaf === null || digits === undefined
    ? null
    : { value: digits, span: { ...leaf.span, start: leaf.span.end - 4 }, rule };
}

/** What was ordered; with amounts where they are lines' and make the total. */
function itemsOf(node: DataNode, price: Price, rule: string): readonly Item[] {
  const lines = nodesIn(valuesOf(node, "acceptedOffer", "orderedItem"))
    .slice(0, ITEMS_MAX)
    .flatMap((line) => {
      const [thing] = nodesIn(valuesOf(line, "itemOffered", "orderedItem", "item"));
      const name = seen(leafOf(thing, "name") ?? leafOf(line, "name"), rule);
      const quantity = figureOf(quantityOf(line));
      const own = priceOf(line, `${rule} item`, "price", "priceSpecification");
      const amount = isRead(own) && (quantity === null || quantity.units === 10_000) ? own : null;
      return name === null
        ? []
        : [
            {
              name,
              quantity:
                quantity === null ? null : { value: quantity.value, span: quantity.span, rule },
              amount,
            },
          ];
    });
  const sum = lines.reduce<number | null>(
    (all, { amount }) =>
      all === null || amount === null ? null : all + (parseUnitsOf(amount.value) ?? Number.NaN),
    0,
  );
  const adds = isRead(price) && sum !== null && sum === parseUnitsOf(price.value);
  return adds ? lines : lines.map((line) => ({ ...line, amount: null }));
}

function onlyOne(leaves: readonly (Leaf | null)[]): Leaf | null {
  const [first, ...more] = leaves.flatMap((leaf) => leaf ?? []);
  return first !== undefined && more.every(({ text }) => text === first.text) ? first : null;
}
