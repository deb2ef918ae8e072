// Who sold an order, an invoice or a reservation, by the properties that schema.org has for it.

import type { Leaf } from "../listing/listing.ts";
import { isNode, leafOf, nodesIn, valuesOf, type DataNode } from "./nodes.ts";

const SELLERS = ["merchant", "seller", "provider", "broker", "vendor", "bookingAgent"];
const CARRIERS = [
  "provider",
  "airline",
  "organizer",
  "rentalCompany",
  "trainCompany",
  "busCompany",
  "boatCompany",
  "operator",
];
/** A booking of such a place is sold by the place itself. */
const PLACE = /Lodging|Hotel|Hostel|Restaurant|FoodEstablishment/;

/**
 * The seller's name, or the name of the carrier or place that was booked; null if none is named.
 */
export function findSeller(
  node: DataNode,
  thing: "Order" | "Invoice" | "Reservation",
): Leaf | null {
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
  const [carrier] = nodesIn(valuesOf(booked, ...CARRIERS));
  const isPlace = booked?.types.some((type) => PLACE.test(type)) === true;
  return leafOf(carrier, "name") ?? (isPlace ? leafOf(booked, "name") : null);
}
