// A message from which no reader read anything, but whose wording is that of messages in which money moved. Where it
// is surely so, the likeliest amount is what moved; else a person is asked, since it would be lost in silence.

import { ALERT_CHARS_MAX } from "../../platform/limits.ts";
import { parseAlertText } from "../alerts/alert-text.ts";
import { isBalance } from "../alerts/list-amounts.ts";
import { findMovements } from "../alerts/movements.ts";
import { daySent, headerViews } from "../header-views.ts";
import { bodyOf, type MailDocument } from "../mail.ts";
import { findMerchant } from "../merchants/merchant-name.ts";
import type { Claim, Doubt, Kind, Receipt, View } from "../receipt.ts";
import { reconcile } from "../reconcile.ts";
import type { Amount } from "../totals/money/amount.ts";
import { foldInPlace } from "../words/in-place.ts";
import { isOfCharge } from "./labels.ts";
import { judgeWording, likeliestMovement, quote, type Wording } from "./wording.ts";

// Measured as in doubts.ts.
/** Reads 13 of 32 that were missed right, and none wrong. */
const SURE_MIN = 0.75;
/** Likelier a bill that is still to be paid than anything else. */
const STILL_DUE = 0.5;
/** A person is asked below it where no reader found anything. */
const NOTHING_MOVED_MAX = 0.35;
/** The same where a reader says that nothing was paid. */
const NOTHING_MOVED_MAX_REFUSED = 0.3;
/** The same where beside that a label says itself that it was paid. */
const NOTHING_MOVED_MAX_LABELLED = 0.5;
/** The same of a short message, in which one word may change everything. */
const NOTHING_MOVED_MAX_SHORT = 0.1;
const RULE = "the wording of the message";
/** So many amounts can be chosen between. */
const AMOUNTS_MAX = 5;

/**
 * The receipt of a message that may be about a payment; null where it does not read like one. `read` are the receipts
 * that say that nothing was paid: the total of one of them counts first.
 */
export function readUnreadPayment(
  document: MailDocument,
  read: readonly Receipt[],
): Receipt | null {
  const wording = judgeWording(document);
  if (wording === null || tellsOfStop(document)) return null;
  const { chances } = wording;
  const isDue = chances.due >= STILL_DUE && wording.standsAlone;
  if (chances.none > limitFor(wording, read) && !isDue) return null;
  const report = reportOf(wording);
  const [kind, incoming] = [KINDS[report], report === "in"];
  const like = `Its words are like those of ${LIKE[report]}${quote(wording.phrasesFor(report, "none"))}.`;
  const doubt: Doubt =
    report === "due"
      ? { reason: "invoice_due", detail: like }
      : {
          reason: "payment_unproven",
          detail: `${like} Nothing else in it says that this was paid.`,
        };
  const refused = read.find(({ total }) => total !== null && Number(total.value) !== 0);
  if (refused?.total != null) {
    const doubts = isOfCharge(refused) && isSure(wording, refused.total) ? [] : [doubt];
    return { ...refused, kind, incoming, doubts, why: withLikeness(refused.why, kind, like) };
  }
  const view = document.views.find(
    (one) => one.text === bodyOf(document) && one.name !== "subject",
  );
  const [likeliest, ...further] = listAmounts(document, wording);
  if (view === undefined || likeliest === undefined) return null;
  const [found] = reconcile(document, [
    {
      claims: [toClaim(document, view, likeliest, kind)],
      views: headerViews(document),
      doubts: [],
    },
  ]);
  if (found === undefined) return null;
  const receipt = { ...found, incoming, why: withLikeness(found.why, kind, like) };
  if (isSure(wording, likeliest)) return receipt;
  const totals = further.map(({ value }) => value);
  const asked: Doubt =
    totals.length === 0 || report === "due"
      ? doubt
      : { ...doubt, reason: "conflicting_totals", totals };
  const others = receipt.doubts.filter(({ reason }) => reason !== asked.reason);
  return { ...receipt, doubts: [asked, ...others] };
}

/** Whether the message says of its movement that it was declined or stopped. */
function tellsOfStop(document: MailDocument): boolean {
  const alert = parseAlertText(bodyOf(document).slice(0, ALERT_CHARS_MAX));
  const { movements, notMoved } = findMovements(alert, foldInPlace(document.subject));
  return movements.length === 0 && notMoved?.why === "stopped";
}

const KINDS = { out: "receipt", in: "income", due: "invoice" } as const;
const LIKE = {
  out: "messages about money out",
  in: "messages about money in",
  due: "bills that are still to be paid",
} as const;

/** What it reports, if something moved or is to be paid. */
function reportOf({ chances }: Wording): keyof typeof KINDS {
  if (chances.due >= STILL_DUE) return "due";
  return chances.in > chances.out ? "in" : "out";
}

/** The sentences of a receipt, of which the one about its kind is the wording's. */
function withLikeness(why: readonly string[], kind: Kind, like: string): readonly string[] {
  return [...why.filter((sentence) => !sentence.startsWith("kind: ")), `kind: ${kind}. ${like}`];
}

function limitFor({ standsAlone }: Wording, read: readonly Receipt[]): number {
  if (!standsAlone) return NOTHING_MOVED_MAX_SHORT;
  if (read.length === 0) return NOTHING_MOVED_MAX;
  return read.some(isOfCharge) ? NOTHING_MOVED_MAX_LABELLED : NOTHING_MOVED_MAX_REFUSED;
}

function isSure(wording: Wording, { value }: Pick<Amount, "value">): boolean {
  const likeliest = likeliestMovement(wording);
  return (
    wording.standsAlone &&
    likeliest !== null &&
    likeliest.chance >= SURE_MIN &&
    Number(likeliest.amount.value) === Number(value)
  );
}

/** The amounts that may have moved, the likeliest first; no balances. */
function listAmounts(document: MailDocument, { amounts }: Wording): readonly Amount[] {
  const alert = parseAlertText(bodyOf(document).slice(0, ALERT_CHARS_MAX));
  const balances = new Set(
    alert.amounts.filter((amount) => isBalance(alert, amount)).map(({ value }) => value),
  );
  return amounts
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
