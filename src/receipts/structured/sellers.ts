// Finds the seller of an order, invoice or reservation, by the properties that schema.org has for
// it.

import type { Leaf } from "../listing/listing.ts";
import { isNode, findLeaf, nodesIn, listValues, type DataNode } from "./nodes.ts";

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
    const [value] = listValues(node, name);
    const leaf = isNode(value) ? findLeaf(value, "name", "legalName") : value;
    if (leaf !== undefined && leaf !== null) return leaf;
  }
  if (thing !== "Reservation") {
    const [offer] = nodesIn(listValues(node, "acceptedOffer"));
    const [seller] = nodesIn(listValues(offer, "seller", "offeredBy"));
    return findLeaf(seller, "name");
  }
  const [booked] = nodesIn(listValues(node, "reservationFor"));
  const [carrier] = nodesIn(listValues(booked, ...CARRIERS));
  const isPlace = booked?.types.some((type) => PLACE.test(type)) === true;
  return findLeaf(carrier, "name") ?? (isPlace ? findLeaf(booked, "name") : null);
}
