// A shop's or a transport company's card that was loaded: "スターバックス カードへのオンライン入金が完了", and in a row
// "お支払い方法 クレジットカード". For such a card money came in; it left the card that the row names.

import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldInPlace, IN_PLACE } from "../words/in-place.ts";
import { phrasesIn, wordsIn } from "../words/phrases.ts";
import { findCards } from "../totals/money/cards.ts";
import type { AlertText, Place } from "./alert-text.ts";
import type { Movement } from "./movement.ts";
import { HOLDINGS } from "./vocabulary.ts";

const LOADED = phrasesIn<"loaded">({ loaded: PAYMENT_WORDS["card that was loaded"] }, IN_PLACE);
/** The row of the way to pay, its value in the same line or the next. */
const WAY_TO_PAY = new RegExp(
  String.raw`(?:^|\n)[^\p{L}\n]{0,3}(?:${wordsIn(PAYMENT_WORDS.label)
    .map((label) => foldInPlace(label))
    .join("|")})` + String.raw`[^\p{L}\p{N}]{1,4}(?<value>[^\n]{1,60})`,
  "u",
);
const NETWORK = /(?<!\p{L})(?:visa|master ?card|amex|jcb|unionpay|银联|銀聯|apple pay|google pay)/u;

/** The movements; of a card that was loaded from another card, money out, with only that card's digits. */
export function withLoadedCards(
  { text, folded }: AlertText,
  subject: string,
  movements: readonly Movement[],
): readonly Movement[] {
  if (!movements.some(isIncoming) || !LOADED.has(`${subject}\n${folded}`)) return movements;
  const row = WAY_TO_PAY.exec(withBreaks(text, folded));
  const value = row?.groups?.["value"];
  if (row === null || value === undefined) return movements;
  const end = row.index + row[0].length;
  const paidBy = { start: end - value.length, end };
  if (!NETWORK.test(value) && !namesCard(folded, paidBy)) return movements;
  const [card] = findCards(text).filter(({ start }) => start >= paidBy.start && start < end);
  return movements.map((movement) =>
    isIncoming(movement)
      ? { ...movement, direction: "out", ofCard: card === undefined ? null : card }
      : movement,
  );
}

/** The folded text with the ends of lines and cells as printed. */
function withBreaks(text: string, folded: string): string {
  return folded.replaceAll(" ", (blank, at: number) => (text[at] === "\n" ? "\n" : blank));
}

function isIncoming({ direction, isRefund }: Movement): boolean {
  return direction === "in" && !isRefund;
}

function namesCard(folded: string, { start, end }: Place): boolean {
  return HOLDINGS.find(folded, start, end).some(({ tag }) => tag === "card");
}
