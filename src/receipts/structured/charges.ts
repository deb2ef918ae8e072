// Orders, invoices and reservations of schema.org as claims. The price of one piece is no total,
// and neither is a minimum payment. Days of travel are not the day of the purchase. A thing without
// a price claims nothing.

import type { Day } from "../../money/day.ts";
import { parseUnits } from "../../money/money.ts";
import type { Leaf } from "../listing/listing.ts";
import { readDay, readFigure, readText } from "../listing/values.ts";
import type { Found } from "../reader.ts";
import type { Claim, Item, Kind, Seen } from "../receipt.ts";
import { findDates } from "../totals/money/dates.ts";
import { isRead, readPrice, type Price } from "./amounts.ts";
import { isNode, findLeaf, nodesIn, toBareType, listValues, type DataNode } from "./nodes.ts";
import { findSeller } from "./sellers.ts";

type Doubt = Found["doubts"][number];

export interface Charge {
  readonly claim: Claim;
  readonly doubts: readonly Doubt[];
}

/** A kind of thing that may be charged. */
export type Thing = "Order" | "Invoice" | "Reservation";

const THINGS_MAX = 5_000;
const CHARGES_MAX = 100;
const ITEMS_MAX = 500;
const ORDER_NUMBER = ["orderNumber", "reservationNumber", "reservationId", "confirmationNumber"];
const ORDER_DATE = [
  "orderDate",
  "bookingTime",
  "bookingDate",
  "dateReserved",
  "dateCreated",
  "purchaseDate",
];

/** The charges in things, at any depth. */
export function findCharges(things: readonly DataNode[], sent: Day | null): readonly Charge[] {
  const found: Charge[] = [];
  const visited = new Set<DataNode>();
  const waiting = [...things].reverse();
  for (
    let node = waiting.pop();
    node !== undefined && visited.size < THINGS_MAX && found.length < CHARGES_MAX;
    node = waiting.pop()
  ) {
    if (visited.has(node)) continue;
    visited.add(node);
    const thing = readThing(node);
    const charge = thing === null || isCancelled(node) ? null : readCharge(node, thing, sent);
    if (charge !== null) found.push(charge);
    // A parcel names the order that it is part of, but does not charge for it.
    if (thing === null && !node.types.includes("ParcelDelivery"))
      waiting.push(...[...node.properties.values()].flatMap(nodesIn).reverse());
  }
  return found;
}

function readThing(node: DataNode): Thing | null {
  if (node.types.includes("Order")) return "Order";
  if (node.types.includes("Invoice")) return "Invoice";
  return node.types.some((type) => /Reservation(?:Package)?$/.test(type)) ? "Reservation" : null;
}

function isCancelled(node: DataNode): boolean {
  return /cancel/.test(toStatus(findLeaf(node, "orderStatus", "reservationStatus", "status")));
}

function toStatus(leaf: Leaf | null): string {
  return toBareType(leaf?.text ?? "").toLowerCase();
}

function readCharge(node: DataNode, thing: Thing, sent: Day | null): Charge | null {
  const rule = `schema.org ${node.types[0] ?? thing}`;
  const prices = readTotals(node, thing, rule);
  const [price] = prices;
  if (price === undefined) return null;
  const orders = thing === "Invoice" ? nodesIn(listValues(node, "referencesOrder")) : [];
  const seller = findSeller(node, thing);
  const number =
    findLeaf(node, ...ORDER_NUMBER) ?? onlyText(orders.map((one) => findLeaf(one, "orderNumber")));
  const ordered =
    findLeaf(node, ...ORDER_DATE) ??
    orders.map((one) => findLeaf(one, "orderDate")).find((leaf) => leaf !== null) ??
    null;
  const date = readDate(ordered, sent, rule);
  const dueOn =
    thing === "Invoice"
      ? readDate(findLeaf(node, "paymentDueDate", "paymentDue"), sent, `${rule}.paymentDueDate`)
      : null;
  const card = readCard(node, rule);
  const items = readItems(node, price, rule);
  return {
    claim: {
      source: "structured",
      kind: readKind(node, thing, price, rule),
      ...(seller !== null && { merchant: { value: seller.text, span: seller.span, rule } }),
      ...(isRead(price) && { total: price }),
      ...(date !== null && { date }),
      ...(dueOn !== null && { dueOn }),
      ...(number !== null && { order_number: { value: number.text, span: number.span, rule } }),
      ...(card !== null && { card_last4: card }),
      ...(items.length > 0 && { items }),
    },
    doubts: doubtPrices(prices),
  };
}

function doubtPrices([price, ...others]: readonly Price[]): readonly Doubt[] {
  if (price === undefined) return [];
  const doubts: Doubt[] = [];
  if (!isRead(price))
    doubts.push({
      reason: "no_total",
      detail: `The message's structured data gives the total as "${price.unread.slice(0, 60)}", which is not a single amount.`,
    });
  const all = [price, ...others].map((one) => (isRead(one) ? one.value : one.unread));
  if (others.length > 0)
    doubts.push({
      reason: "conflicting_totals",
      detail: `The message's structured data gives several totals: ${all.join(" and ")}.`,
      totals: others.flatMap((one) => (isRead(one) ? [one.value] : [])),
    });
  return doubts;
}

/** The total, and after it other statements of it that differ; empty if there is none. */
function readTotals(node: DataNode, thing: Thing, rule: string): readonly Price[] {
  const invoices = nodesIn(listValues(node, "partOfInvoice"));
  const own =
    thing === "Invoice"
      ? readPrice(node, rule, "totalPaymentDue", "totalPrice")
      : readPrice(node, rule, "price", "totalPrice", "priceSpecification", "totalPaymentDue");
  const invoiced = invoices.map((one) =>
    readPrice(one, `${rule}.partOfInvoice`, "totalPaymentDue"),
  );
  const [price, ...others] = [own, ...invoiced].flatMap((one) => one ?? []);
  if (price !== undefined) return [price, ...others.filter((other) => !isSameAmount(other, price))];
  const single = readSinglePrice(node, thing, rule);
  return single === null ? [] : [single];
}

function isSameAmount(a: Price, b: Price): boolean {
  return isRead(a) && isRead(b) && toUnits(a.value) === toUnits(b.value);
}

function toUnits(value: string): number | null {
  const units = parseUnits(value);
  return units.ok ? units.value : null;
}

/** The price of the only piece of an order, or of the only ticket of a booking. */
function readSinglePrice(node: DataNode, thing: Thing, rule: string): Price | null {
  if (thing === "Invoice") return null;
  const isOrder = thing === "Order";
  const [piece, ...more] = nodesIn(listValues(node, isOrder ? "acceptedOffer" : "reservedTicket"));
  if (piece === undefined || more.length > 0) return null;
  if (!isOrder) return readPrice(piece, `${rule}.reservedTicket`, "totalPrice", "price");
  const quantity = findQuantity(piece)?.text;
  return quantity === undefined || /^1(?:\.0+)?$/.test(quantity)
    ? readPrice(piece, `${rule}.acceptedOffer`, "price", "priceSpecification")
    : null;
}

function findQuantity(offer: DataNode): Leaf | null {
  const [quantity] = listValues(offer, "eligibleQuantity", "orderQuantity");
  return isNode(quantity) ? findLeaf(quantity, "value") : (quantity ?? null);
}

function readKind(node: DataNode, thing: Thing, price: Price, rule: string): Seen<Kind> {
  const leaf = findLeaf(node, "paymentStatus", "orderStatus", "reservationStatus");
  const isZero = isRead(price) && toUnits(price.value) === 0;
  return { value: chooseKind(toStatus(leaf), thing, isZero), span: (leaf ?? price).span, rule };
}

function chooseKind(status: string, thing: Thing, isZero: boolean): Kind {
  const isInvoice = thing === "Invoice";
  // An invoice that is paid in full asks for nothing, and does not say what was paid: a person
  // looks.
  if (isZero) return isInvoice && /complete/.test(status) ? "invoice" : "zero charge";
  if (/returned|refund/.test(status)) return "refund";
  if (!isInvoice) return status === "orderpaymentdue" ? "invoice" : "order";
  return /complete|automaticallyapplied/.test(status) ? "receipt" : "invoice";
}

/** An ISO day, or a printed date with one reading; null for anything else. */
function readDate(leaf: Leaf | null, sent: Day | null, rule: string): Seen<Day> | null {
  const iso = readDay(leaf, rule);
  if (leaf === null || iso !== null) return iso;
  const [date, ...more] = findDates(leaf.text, sent);
  const [day, ...others] = date?.readings ?? [];
  return day === undefined || others.length > 0 || more.length > 0
    ? null
    : { value: day, span: leaf.span, rule };
}

/** The last four digits of a masked number ("**** 1234"), or four digits alone. */
function readCard(node: DataNode, rule: string): Seen<string> | null {
  const leaf = findLeaf(node, "paymentMethodId", "accountId");
  const digits = /^(?:[^\d]*[*xX•·.-][*xX•·. -]*)?(\d{4})$/.exec(leaf?.text.slice(-40) ?? "")?.[1];
  return leaf === null || digits === undefined
    ? null
    : { value: digits, span: { ...leaf.span, start: leaf.span.end - 4 }, rule };
}

/** The items ordered. They keep their amounts only if these add up to the total. */
function readItems(node: DataNode, price: Price, rule: string): readonly Item[] {
  const items = nodesIn(listValues(node, "acceptedOffer", "orderedItem"))
    .slice(0, ITEMS_MAX)
    .flatMap((line) => readItem(line, rule) ?? []);
  const sum = items.reduce<number | null>(
    (all, { amount }) =>
      all === null || amount === null ? null : all + (toUnits(amount.value) ?? Number.NaN),
    0,
  );
  const addsUp = isRead(price) && sum !== null && sum === toUnits(price.value);
  return addsUp ? items : items.map((item) => ({ ...item, amount: null }));
}

/** An item, with its amount where that is the line's and not one piece's. */
function readItem(line: DataNode, rule: string): Item | null {
  const [thing] = nodesIn(listValues(line, "itemOffered", "orderedItem", "item"));
  const name = readText(findLeaf(thing, "name") ?? findLeaf(line, "name"), rule);
  if (name === null) return null;
  const figure = readFigure(findQuantity(line));
  const own = readPrice(line, `${rule} item`, "price", "priceSpecification");
  return {
    name,
    quantity: figure === null ? null : { value: figure.value, span: figure.span, rule },
    amount: isRead(own) && (figure === null || figure.units === 10_000) ? own : null,
  };
}

function onlyText(leaves: readonly (Leaf | null)[]): Leaf | null {
  const [first, ...more] = leaves.flatMap((leaf) => leaf ?? []);
  return first !== undefined && more.every(({ text }) => text === first.text) ? first : null;
}
