// Machine-readable data about orders, invoices and bookings: JSON-LD in the HTML, in a part or in
// an attachment, microdata and RDFa. People do not see it, so its total must be among the amounts
// they see.

import { STRUCTURED_BLOCKS_MAX, STRUCTURED_CHARS_MAX } from "../../platform/limits.ts";
import { Listing } from "../listing/listing.ts";
import type { MailDocument } from "../mail.ts";
import { findView } from "../mail.ts";
import { findKind } from "../totals/kind.ts";
import { findAmounts } from "../totals/money/amounts.ts";
import { NOTHING_FOUND, type Found } from "../reader.ts";
import type { View } from "../receipt.ts";
import { parseUnits } from "../../money/money.ts";
import { findCharges, type Charge } from "./charges.ts";
import { readJsonThings, unescapeJson } from "./json-ld.ts";
import { readMarkup } from "./markup.ts";

type Doubt = Found["doubts"][number];

/** Reads the structured data of a document; see reader.ts. */
export function readStructured(document: MailDocument): Found {
  const listing = new Listing("microdata");
  const markup =
    document.html === null || !/ld\+json|itemscope|typeof\s?=/i.test(document.html)
      ? { scripts: [], things: [] }
      : readMarkup(document.html, listing);
  const texts = [...markup.scripts, ...findJsonParts(document)]
    .map(unescapeJson)
    .slice(0, STRUCTURED_BLOCKS_MAX);
  const sent = document.sent?.day ?? null;
  const views: View[] = texts.map((text, index) => ({ name: `json ${index + 1}`, text }));
  const inJson = views.flatMap(({ name, text }) => findCharges(readJsonThings(text, name), sent));
  const inMarkup = findCharges(markup.things, sent).filter(
    (charge) => !inJson.some((other) => isSame(charge, other)),
  );
  const charges = mergeRepeated(withoutOrderPaidBack(document, [...inJson, ...inMarkup]));
  if (charges.kept.length === 0) return NOTHING_FOUND;
  const used = new Set(
    charges.kept.flatMap(({ claim }) =>
      [claim.kind, claim.total, claim.merchant].flatMap((seen) => seen?.span.view ?? []),
    ),
  );
  const all = [...views, listing.view].filter(({ name }) => used.has(name));
  return {
    claims: charges.kept.map(({ claim }) => claim),
    views: all,
    doubts: [
      ...charges.doubts,
      ...charges.kept.flatMap(({ doubts }) => doubts),
      ...doubtUnseenTotals(document, charges.kept),
    ],
  };
}

/**
 * In a message that money was given back the markup may still be of the order. Where the message shows
 * only another amount, the order is left out.
 */
function withoutOrderPaidBack(
  document: MailDocument,
  charges: readonly Charge[],
): readonly Charge[] {
  if (charges.length === 0) return charges;
  const text = findView(document, "html")?.text ?? findView(document, "text")?.text ?? "";
  if (findKind(document.subject, text)?.kind !== "refund") return charges;
  const isUnseenOrder = ({ claim }: Charge): boolean =>
    (claim.kind?.value === "order" || claim.kind?.value === "receipt") &&
    claim.total !== undefined &&
    doubtUnseenTotals(document, [{ claim }]).length > 0;
  return charges.filter((charge) => !isUnseenOrder(charge));
}

/** Parts and attachments that are JSON-LD. */
function findJsonParts({ attachments }: MailDocument): readonly string[] {
  return attachments
    .filter(
      ({ name, mediaType, bytes }) =>
        (mediaType === "application/ld+json" ||
          /\.jsonld$/i.test(name) ||
          (mediaType === "application/json" && /\.json$/i.test(name))) &&
        bytes.length <= STRUCTURED_CHARS_MAX,
    )
    .map(({ bytes }) => new TextDecoder().decode(bytes));
}

function isSame({ claim: a }: Charge, { claim: b }: Charge): boolean {
  const [left, right] = [a.total, b.total].map((total) =>
    total === undefined ? null : parseUnits(total.value),
  );
  const sameTotal =
    left?.ok === true && right?.ok === true
      ? left.value === right.value && a.total?.currency === b.total?.currency
      : a.total === undefined && b.total === undefined;
  return (
    sameTotal &&
    (a.order_number?.value === b.order_number?.value ||
      a.order_number === undefined ||
      b.order_number === undefined)
  );
}

/**
 * Bookings with one number and one price (a passenger each): the price may be for each or for all.
 */
function mergeRepeated(charges: readonly Charge[]): {
  readonly kept: readonly Charge[];
  readonly doubts: readonly Doubt[];
} {
  const kept: Charge[] = [];
  const doubts: Doubt[] = [];
  for (const charge of charges) {
    const number = charge.claim.order_number?.value;
    const before =
      number === undefined
        ? undefined
        : kept.find((other) => other.claim.order_number?.value === number);
    if (before === undefined || !isSame(before, charge)) kept.push(charge);
    if (before !== undefined)
      doubts.push({
        reason: "several_charges",
        detail: `Several bookings or orders have the number ${number?.slice(0, 40) ?? ""}, and each has a price.`,
      });
  }
  return { kept, doubts };
}

/** Doubts totals that are not among the amounts of a message that shows any amounts. */
function doubtUnseenTotals(
  document: MailDocument,
  charges: readonly Pick<Charge, "claim">[],
): readonly Doubt[] {
  const shown = ["html", "text"]
    .flatMap((name) => findAmounts(findView(document, name)?.text ?? ""))
    .flatMap(({ value, otherwise }) => [value, otherwise ?? value]);
  if (shown.length === 0) return [];
  const units = new Set(shown.map((value) => toUnits(value)));
  return charges.flatMap(({ claim: { total } }): Doubt[] =>
    total === undefined || units.has(toUnits(total.value))
      ? []
      : [
          {
            reason: "conflicting_views",
            detail: `The message's structured data gives the total ${total.value}, which the message does not show.`,
          },
        ],
  );
}

function toUnits(value: string): number | null {
  const units = parseUnits(value);
  return units.ok ? units.value : null;
}
