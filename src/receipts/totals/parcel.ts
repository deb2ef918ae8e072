// A message that names the number of a parcel is a dispatch note, whatever its subject says. A shop confirms an order
// before it has a parcel.

import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import { namesPaper } from "./delivery-receipt.ts";
import type { KindSeen } from "./kind.ts";
import { thanksForPurchase } from "./thanks.ts";

const TRACKING = phrasesIn<"tracking">({ tracking: PAYMENT_WORDS["tracking number"] });
/** A slip may be that of a till: only a number as parcels have it, in digits, makes it one of a parcel. */
const SLIP = phrasesIn({ slip: PAYMENT_WORDS["tracking number or number of a slip"] });
const PARCEL = /^\d{4}[ -]?\d{4}[ -]?\d{2,5}(?![\d-])/;
const LABEL_CHARS_MAX = 40;
const LINES_MAX = 200;
/** "RT5520918734ES", "6610-3382-0457", "62 0004 1187 7534". */
const NUMBER = /^(?=(?:[^\d\n]*\d){6})[\p{Lu}\d][\p{Lu}\d .-]{6,34}/u;

/**
 * The kind of a message. An order, or a receipt by the words of its text, that names the number of a parcel is a notice
 * of dispatch, unless it thanks for the order, or its subject names a paper.
 */
export function withParcel(subject: string, text: string, kind: KindSeen): KindSeen {
  const isPurchase = kind.kind === "order" || (kind.kind === "receipt" && kind.place === "head");
  return isPurchase &&
    !kind.shipment &&
    !kind.later &&
    !namesPaper(subject) &&
    namesParcel(text) &&
    !thanksForPurchase(`${subject}\n${text}`)
    ? { ...kind, kind: "not a transaction", shipment: true }
    : kind;
}

function namesParcel(text: string): boolean {
  return text.split("\n", LINES_MAX).some((line) => {
    const [label = "", ...values] = line.split(/[:：\t]/u);
    const value = values.join(" ").trim();
    if (label.length > LABEL_CHARS_MAX || !NUMBER.test(value)) return false;
    const words = foldWords(label);
    return TRACKING.has(words) || (SLIP.has(words) && PARCEL.test(value));
  });
}
