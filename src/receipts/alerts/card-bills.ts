// The issuer of a card says that its bill was debited: "카드대금이 정상 납부되었습니다". The bank account's own bank
// tells of money out; to the card, whose issuer writes here, the same money came in.

import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import { phrasesIn } from "../words/phrases.ts";
import type { AlertText } from "./alert-text.ts";
import type { Movement } from "./movement.ts";

const BILL = phrasesIn<"bill">({ bill: PAYMENT_WORDS["bill of the issuer's card"] }, IN_PLACE);
/** A sender that is a card, and not also a bank. */
const ISSUER = /카드|カード|信用卡中心/u;
const BANK = /은행|銀行|银行|bank/u;

/** The only movement, to the card where its issuer says that the bill was paid. */
export function withCardBill(
  { folded, segments }: AlertText,
  { sender, subject }: { readonly sender: string; readonly subject: string },
  movements: readonly Movement[],
): readonly Movement[] {
  const [only, ...more] = movements;
  if (only === undefined || more.length > 0 || only.direction === "in") return movements;
  if (!ISSUER.test(sender) || BANK.test(sender)) return movements;
  const told = [only.segment, only.head].map((index) =>
    folded.slice(segments[index]?.start, segments[index]?.end),
  );
  return [subject, ...told].some((words) => BILL.has(words))
    ? [{ ...only, direction: "in" }]
    : movements;
}
