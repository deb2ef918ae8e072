// A message from which no reader read anything, but whose wording is that of messages in which money moved, and that
// prints an amount: a person is asked, since it would be lost in silence otherwise.

import { ALERT_CHARS_MAX } from "../../platform/limits.ts";
import { parseAlertText } from "../alerts/alert-text.ts";
import { isBalance } from "../alerts/list-amounts.ts";
import { daySent, headerViews } from "../header-views.ts";
import type { MailDocument } from "../mail.ts";
import { findMerchant } from "../merchants/merchant-name.ts";
import type { Claim, Doubt, Kind, Receipt, View } from "../receipt.ts";
import { reconcile } from "../reconcile.ts";
import type { Amount } from "../totals/money/amount.ts";
import { rankAmounts } from "./amounts.ts";
import { bodyOf, judgeWording } from "./wording.ts";
import { quote } from "./doubts.ts";

/** Asks about 20 of 32 that were missed, and about 1 of 384 in which nothing moved; measured as in doubts.ts. */
const NOTHING_MOVED_MAX = 0.15;
const RULE = "the wording of the message";
/** So many amounts can be chosen between. */
const AMOUNTS_MAX = 5;

/**
 * The receipt of a message that may be about a payment, always with a doubt; null where it does not read like one.
 * `read` are the receipts that say that nothing was paid: the total of one of them counts first.
 */
export function askAboutUnreadPayment(
  document: MailDocument,
  read: readonly Receipt[],
): Receipt | null {
  const wording = judgeWording(document);
  if (wording === null || wording.chances.none > NOTHING_MOVED_MAX) return null;
  const { chances, phrasesFor } = wording;
  const report = chances.in > chances.out ? "in" : "out";
  const kind: Kind = report === "in" ? "income" : "receipt";
  const like = `messages about money ${report}${quote(phrasesFor(report, "none"))}`;
  const detail = `Its words are like those of ${like}. Nothing else in it says that this was paid.`;
  const refused = read.find(({ total }) => total !== null && Number(total.value) !== 0);
  if (refused !== undefined)
    return {
      ...refused,
      kind,
      incoming: report === "in",
      doubts: [{ reason: "payment_unproven", detail }],
    };
  const view = document.views.find(
    (one) => one.text === bodyOf(document) && one.name !== "subject",
  );
  const [likeliest, ...others] = listAmounts(document);
  if (view === undefined || likeliest === undefined) return null;
  const [receipt] = reconcile(document, [
    {
      claims: [toClaim(document, view, likeliest, kind)],
      views: headerViews(document),
      doubts: [],
    },
  ]);
  if (receipt === undefined) return null;
  const isOnly = others.length === 0;
  const doubt: Doubt = {
    reason: isOnly ? "payment_unproven" : "conflicting_totals",
    detail,
    ...(isOnly ? {} : { totals: others.map(({ value }) => value) }),
  };
  return { ...receipt, doubts: [doubt, ...receipt.doubts] };
}

/** The amounts that may have moved, the likeliest first; no balances. */
function listAmounts(document: MailDocument): readonly Amount[] {
  const alert = parseAlertText(bodyOf(document).slice(0, ALERT_CHARS_MAX));
  const balances = new Set(
    alert.amounts.filter((amount) => isBalance(alert, amount)).map(({ value }) => value),
  );
  return rankAmounts(document)
    .map(({ amount }) => amount)
    .filter(({ value }) => !balances.has(value))
    .slice(0, AMOUNTS_MAX);
}

function toClaim(document: MailDocument, view: View, amount: Amount, kind: Kind): Claim {
  const { from, subject } = document;
  const merchant = findMerchant(from, subject, view);
  const date = daySent(document);
  return {
    source: "header",
    kind: { value: kind, span: { view: "subject", start: 0, end: subject.length }, rule: RULE },
    total: {
      value: amount.value,
      span: { view: view.name, start: amount.start, end: amount.end },
      rule: RULE,
      currency: amount.currency,
      candidates: amount.currency === null ? amount.candidates : [],
    },
    ...(merchant !== null && { merchant }),
    ...(date !== null && { date }),
  };
}
