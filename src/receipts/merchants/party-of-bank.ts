// The merchant of a receipt that a bank, a wallet or a payment service sends ("Payment to: Corner Cafe", "Total: 12.40").
// The message names the merchant as a bank's alert names the other party. The sender only carried the money.

import { parseAlertText } from "../alerts/alert-text.ts";
import { isBank } from "../alerts/creditor.ts";
import { SENDS_ALERTS } from "../alerts/evidence.ts";
import { findLabelledParty } from "../alerts/parties.ts";
import type { Correspondent } from "../mail.ts";
import type { Kind, Seen, View } from "../receipt.ts";
import type { Amount } from "../totals/money/amount.ts";
import { foldInPlace } from "../words/in-place.ts";

/** "PayHere", "Copec Pay", "Mobile Wallet", "나비페이": names that only carriers of money have. */
const CARRIES_MONEY =
  /[Pp]ay(?!\p{Ll})|[Ww]allet|ウォレット|ペイ(?!\p{L}*(?:ント|ジ))|페이(?!지)|支付/u;

/** The other party that a carrier's message names, with its place in the view; null if it names none. */
export function findPartyOfBank(
  from: Correspondent | null,
  { name, text }: View,
  kind: Kind,
  total: Amount,
): Seen<string> | null {
  if (from === null || !carriesMoney(from)) return null;
  const alert = parseAlertText(text);
  const segment = alert.segments.findIndex(
    ({ start, end }) => total.start >= start && total.start < end,
  );
  if (segment === -1) return null;
  const isRefund = kind === "refund";
  const place = findLabelledParty(alert, {
    direction: isRefund || kind === "income" ? "in" : "out",
    isCertain: true,
    isRefund,
    verb: { sense: "maybe out", isBeforePayee: false, phrase: "", start: -1, end: -1 },
    amount: total,
    others: [],
    segment,
    head: segment,
  });
  if (place === null) return null;
  const value = text.slice(place.start, place.end);
  return { value, span: { view: name, ...place }, rule: "whom the bank names" };
}

function carriesMoney({ name, address }: Correspondent): boolean {
  const sender = foldInPlace(`${name} ${address.replace(/[@.-]/g, " ")}`);
  return SENDS_ALERTS.test(sender) || isBank(name, address) || CARRIES_MONEY.test(name);
}
