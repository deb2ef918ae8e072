// An order that its buyer is asked to pay by a transfer: "Please transfer the amount to the following
// account". Nothing has moved yet, so that it is a bill.

import { isConditional } from "../alerts/conditions.ts";
import { findSegments } from "../alerts/segments.ts";
import { foldInPlace } from "../words/in-place.ts";
import KINDS from "../words/kinds.json" with { type: "json" };
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn, wordsIn } from "../words/phrases.ts";

const REQUESTS = phrasesIn<"asked">({ asked: PAYMENT_WORDS["please transfer"] });
const REQUESTS_OR_HEADINGS = phrasesIn<"asked">({
  asked: {
    ...PAYMENT_WORDS["please transfer"],
    ...prefixed(PAYMENT_WORDS["account to transfer to"]),
  },
});
/** The words of an order that waits for its payment. */
const AWAITED = phrasesIn<"awaited">({ awaited: KINDS["awaiting payment"] });

/** The same lists under keys of their own, beside those of another table. */
function prefixed(
  words: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(words).map(([key, phrases]) => [`at ${key}`, phrases]));
}

const TEXT_CHARS_MAX = 20_000;
const IBAN = /(?<![\p{L}\d])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?(?![\p{L}\d])/u;
/** The number of an account: an IBAN, or digits with the code of a bank. */
const ACCOUNT = new RegExp(
  [
    IBAN.source,
    String.raw`(?<![\d./-])(?:\d{2,6}-)?\d{4,10}\/\d{4}(?!\d)`,
    String.raw`(?<!\d)\d{2,8}(?:[ -]\d{2,8}){1,6}(?!\d)`,
    // The code of a bank, the account and two digits of a check, as in Serbia.
    String.raw`(?<!\d)\d{3}-\d{3,13}-\d{2}(?!\d)`,
    String.raw`(?<!\d)\d{7,18}(?!\d)`,
  ].join("|"),
  "u",
);
const CHARS_BEHIND = 600;

/** "Payment method: PayPal" in a row of its own: the transfer is how others pay. */
const PAID_OTHERWISE = new RegExp(
  String.raw`^[^\n]{0,12}(?<!\p{L})(?:${wordsIn(PAYMENT_WORDS.label).join("|")})[ \p{L}]{0,16}[:：\t\n]\s{0,3}` +
    String.raw`[^\n]{0,12}(?<!\p{L})(?:${wordsIn(PAYMENT_WORDS.method).join("|")})(?!\p{L})`,
  "imu",
);

/** Whether a text says that an order waits for its payment. */
export function awaitsPayment(text: string): boolean {
  return AWAITED.has(foldWords(text.slice(0, TEXT_CHARS_MAX)));
}

/**
 * Whether a text asks for a transfer, and names the account there or right below. Where it says that the order
 * waits for its payment, a whole IBAN anywhere asks for one too, as does the heading "Our bank details" over an
 * account of another kind.
 */
export function asksForTransfer(text: string): boolean {
  const read = text.slice(0, TEXT_CHARS_MAX);
  if (PAID_OTHERWISE.test(read)) return false;
  const isAwaited = awaitsPayment(read);
  if (isAwaited && IBAN.test(read)) return true;
  const folded = foldInPlace(read);
  const asking = isAwaited ? REQUESTS_OR_HEADINGS : REQUESTS;
  return findSegments(read, folded).some(
    ({ start, end }) =>
      !isConditional(folded, start) &&
      asking.find(foldWords(read.slice(start, end))).length > 0 &&
      ACCOUNT.test(read.slice(start, end + CHARS_BEHIND)),
  );
}

/**
 * Whether a whole IBAN stands above the total of an order. Shops print their account there if the buyer is to transfer
 * the money. Below the order, it is one of the facts about the company.
 */
export function printsAccountAbove(text: string, total: number): boolean {
  const above = text.slice(0, Math.min(total, TEXT_CHARS_MAX));
  return IBAN.test(above) && !PAID_OTHERWISE.test(text.slice(0, TEXT_CHARS_MAX));
}
