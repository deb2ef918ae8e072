// The invoice of a shop that thanks for a purchase, with a row "Zahlungsart  PayPal": such means are charged
// when the goods are bought or sent. "Zahlungsart: Rechnung" and Klarna are paid later.

import KINDS from "../words/kinds.json" with { type: "json" };
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn, wordsIn } from "../words/phrases.ts";
import { findCards } from "./money/cards.ts";
import { announcesDebit } from "./coming-debit.ts";
import { thanksForPurchase } from "./thanks.ts";

const LINES_MAX = 2_000;
const CELL_CHARS_MAX = 60;
const LABELS = new Set(foldAll(PAYMENT_WORDS.label));
const MEANS = phrasesIn<"at once" | "later">({
  "at once": PAYMENT_WORDS["paid at once"],
  later: PAYMENT_WORDS["paid later"],
});
const AWAITED = phrasesIn<"awaited">({ awaited: KINDS["awaiting payment"] });

/** Whether a text thanks for a purchase, and names as its way to pay one that is charged at once. */
export function isPaidAtOnce(text: string): boolean {
  if (!thanksForPurchase(text) || announcesDebit(text)) return false;
  if (AWAITED.has(foldWords(text))) return false;
  const values = findWaysToPay(text);
  return (
    values.length > 0 &&
    values.every((value) => {
      const hits = MEANS.find(foldWords(value));
      return hits.length > 0 && hits.every(({ tag }) => tag === "at once");
    })
  );
}

const ON_DELIVERY = phrasesIn<"on delivery">({ "on delivery": PAYMENT_WORDS["paid on delivery"] });

/** Whether the way to pay of an order is cash on delivery: nothing is paid before the parcel is there. */
export function isPaidOnDelivery(text: string): boolean {
  return findWaysToPay(text).some((value) => ON_DELIVERY.has(foldWords(value)));
}

const BY_TRANSFER = new Set(foldAll(PAYMENT_WORDS["paid by a transfer"]));

/** Whether the way to pay of an order is a transfer that its buyer makes: "Payment method: Bank transfer". */
export function isPaidByTransfer(text: string): boolean {
  const values = findWaysToPay(text);
  return values.length > 0 && values.every((value) => BY_TRANSFER.has(foldWords(value).trim()));
}

const PAID_WITH = new Set(foldAll(PAYMENT_WORDS["paid with"]));

/** Whether a row says which card paid: "Paid with  Visa ending 2250". "Payment method" may be of a payment to come. */
export function isPaidWithCard(text: string): boolean {
  return findRowsOf(text, PAID_WITH).some((value) => findCards(value).length > 0);
}

const LABELS_OF_STATE = new Set(foldAll(PAYMENT_WORDS["label of a state"]));
const PAID = new Set(foldAll(PAYMENT_WORDS["state of a paid bill"]));

function foldAll(words: Parameters<typeof wordsIn>[0]): readonly string[] {
  return wordsIn(words).map((word) => foldWords(word).trim());
}

/** Whether a bill is marked as paid: "Terms  PAID", "Invoice 1891215: Paid" in the subject. */
export function isMarkedPaid(subject: string, text: string): boolean {
  const state = /[:–—-] (?<state>[^:–—-]{3,20})$/u.exec(subject.trimEnd())?.groups?.["state"] ?? "";
  return (
    PAID.has(foldWords(state).trim()) ||
    findRowsOf(text, LABELS_OF_STATE).some((value) => PAID.has(foldWords(value).trim()))
  );
}

/** What stands beside or below each label "Payment method". */
export function findWaysToPay(text: string): readonly string[] {
  return findRowsOf(text, LABELS);
}

function findRowsOf(text: string, labels: ReadonlySet<string>): readonly string[] {
  const lines = text.split("\n", LINES_MAX);
  return lines.flatMap((line, at) => {
    const [label = "", ...rest] = line.split(/[\t:：]/u).map((cell) => cell.trim());
    if (label.length > CELL_CHARS_MAX || !labels.has(foldWords(label).trim())) return [];
    const value = rest.find((cell) => cell !== "") ?? lines[at + 1]?.trim() ?? "";
    return value.length > CELL_CHARS_MAX ? [] : [value];
  });
}
