// The roles of amounts by the words of their labels. The words are in words/money-labels.json, by
// tag and language. An amount that was charged counts before a total, and a total before an amount
// that says no more than "price". A veto is never what was paid.

import LABELS from "../words/money-labels.json" with { type: "json" };
import { phrasesIn } from "../words/phrases.ts";

export type Role =
  | "charged"
  | "grand"
  | "total"
  | "due"
  | "amount"
  | "subtotal"
  | "tax"
  | "shipping"
  | "tip"
  | "discount"
  | "refunded"
  | "credit"
  | "later"
  | "veto";

/** The tags of the word file. They are finer than roles where the same role has different rules. */
export type MoneyTag =
  | Role
  | "price"
  | "deposit"
  | "payment amount"
  | "total before amount"
  | "to be charged"
  | "refunded total"
  | "veto before amount"
  | "veto alone before amount"
  | "saved";

export const MONEY_LABELS = phrasesIn<MoneyTag>(LABELS);

/** The role that a tag of the word file gives to an amount. */
export function roleForTag(tag: MoneyTag): Role {
  if (tag === "price") return "amount";
  if (tag === "deposit") return "credit";
  if (tag === "total before amount") return "total";
  // "Payment amount" is also in bills, where it says what is to be paid.
  if (tag === "to be charged" || tag === "payment amount") return "charged";
  if (tag === "refunded total") return "refunded";
  // "You saved 233.00" is never what was paid, and tells two totals apart.
  if (tag === "saved") return "veto";
  return tag === "veto before amount" || tag === "veto alone before amount" ? "veto" : tag;
}

/** How sure a role makes an amount the one that was paid; 0 if it is something else. */
export const RANKS: Readonly<Record<Role, number>> = {
  charged: 60,
  refunded: 58,
  grand: 45,
  total: 40,
  due: 38,
  amount: 10,
  subtotal: 0,
  tax: 0,
  shipping: 0,
  tip: 0,
  discount: 0,
  credit: 0,
  later: 0,
  veto: 0,
};
/** A line that names a card or another way to pay. */
export const PAYMENT_METHOD_RANK = 50;
/** From here on an amount says that it was charged; below, it is a total at best. */
export const CHARGED_RANK_MIN = 46;
