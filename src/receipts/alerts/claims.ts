// The claims of the alert reader: for each charge its amount, direction, day, other party, digits
// and reference, each with its place in the view.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
import type { Currency } from "../../money/currency.ts";
import type { MailDocument } from "../mail.ts";
import type { Found } from "../reader.ts";
import type { Claim, Kind, Seen, SeenAmount } from "../receipt.ts";
import type { Amount } from "../totals/money/amount.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import { parseAlertText, type AlertText, type Place } from "./alert-text.ts";
import { findBankCurrency } from "./banks.ts";
import { chooseCharges, type Doubt } from "./charges.ts";
import {
  findCountryCurrency,
  findDecidedCurrency,
  findLabelCurrency,
  findRowCurrency,
} from "./country-marks.ts";
import {
  findCardBank,
  findCharger,
  findCreditor,
  findSender,
  findToppedUp,
  type Creditor,
} from "./creditor.ts";
import { isEitherWay } from "./either-way.ts";
import { findDigitsOfEntry, findLastDigits } from "./last-digits.ts";
import { findDayOf, findPartyOf } from "./list-parties.ts";
import type { Movement } from "./movement.ts";
import { findDomainCurrency } from "../merchants/country-evidence.ts";
import {
  findDay,
  findTime,
  isAllAhead,
  isAnnouncedFor,
  isRowAhead,
  type DayAt,
} from "./movement-day.ts";
import { findInSubject, findNamedParty, findParty } from "./parties.ts";
import { findReference, type Reference } from "./references.ts";
import type { SignedPart } from "./signed-lines.ts";
import type { Verb } from "./vocabulary.ts";

/** A view of a document, parsed. */
export interface AlertView {
  readonly document: MailDocument;
  readonly view: string;
  readonly alert: AlertText;
  /** Its words are a bank's. */
  readonly isBanks: boolean;
}

const WHY_NOT_MOVED = {
  stopped: "it was declined or stopped",
  hold: "the amount is only held",
  code: "it asks for a code",
  later: "it is still to come",
  arranged: "it was only arranged",
  disputed: "it is disputed",
  warning: "it warns of fraud",
  balance: "it only names a balance, a limit or a debt",
} as const;

/**
 * Claims that an alert is no transaction. The verb may be in the subject, so its place may not fit.
 */
export function claimNotMoved(
  view: string,
  why: keyof typeof WHY_NOT_MOVED,
  verb: Verb | null,
): Claim {
  const span =
    verb !== null && verb.start >= 0
      ? { view, start: verb.start, end: verb.end }
      : { view, start: 0, end: 1 };
  const value: Kind = why === "hold" ? "authorisation" : "not a transaction";
  return { source: "sentence", kind: { value, span, rule: `alert: ${WHY_NOT_MOVED[why]}` } };
}

/** Whether a text that is read as no transaction only names a balance, a limit or a debt. */
export function namesOnlyBalance({ kind }: Claim): boolean {
  return kind?.rule === `alert: ${WHY_NOT_MOVED.balance}`;
}

/** Whether a text is read as no transaction because the payment was refused or the amount is only held. */
export function isRefusedOrHeld({ kind }: Claim): boolean {
  return (
    kind?.rule === `alert: ${WHY_NOT_MOVED.stopped}` ||
    kind?.rule === `alert: ${WHY_NOT_MOVED.hold}`
  );
}

const BY_LIST = "what the list proves";

/** Whether a claim is an entry of a proven list. */
export function isOfProvenList({ incoming }: Claim): boolean {
  return incoming?.rule === `alert: ${BY_LIST}`;
}

/** Claims an entry of a list with its direction, and with the name, the day and the digits of its own lines. */
export function claimSigned(source: AlertView, part: SignedPart, listStart: number): Claim {
  const { view, alert, document } = source;
  const see = <T>(value: T, { start, end }: Place, rule: string): Seen<T> => ({
    value,
    span: { view, start, end },
    rule: `alert: ${rule}`,
  });
  const sent = document.sent?.day ?? null;
  const party = findPartyOf(alert, part, sent);
  const day = findDayOf(alert, part, listStart, sent);
  const digits = findDigitsOfEntry(alert, part, listStart);
  const way = part.isProven === true ? BY_LIST : "its sign";
  return {
    source: "sentence",
    kind: see("bank alert", part.amount, "an amount of a list"),
    total: readTotal(source, part.amount),
    incoming: see(part.isIn, part.amount, way),
    ...(party !== null && {
      merchant: see(alert.text.slice(party.start, party.end), party, "name in its lines"),
    }),
    ...(day !== null && { date: see(day.value, day, "day of its lines") }),
    ...(digits !== null && { card_last4: see(digits.last4, digits, "last digits") }),
  };
}

/** Claims each charge once, with doubts about its day. */
export function claimMovements(source: AlertView, movements: readonly Movement[]): Found {
  const { document, view, alert, isBanks } = source;
  const sent = document.sent?.day ?? null;
  const moved = movements.filter((one) => !isAnnouncedFor(alert, one, sent));
  const [announced] = movements;
  if (announced !== undefined && moved.length === 0)
    return { claims: [claimNotMoved(view, "later", announced.verb)], views: [], doubts: [] };
  const { charges, doubts } = chooseCharges(
    alert,
    moved,
    (amount) => readTotal(source, amount).currency,
  );
  const reference = charges.length > 1 ? null : findReference(alert);
  const claims: Claim[] = [];
  const all: Doubt[] = [...doubts];
  const body = { name: view, text: alert.text };
  const [only, ...more] = charges;
  const creditor =
    findCreditor(document, body) ??
    (only?.ofCard === undefined ? null : findSender(document, body)) ??
    (only === undefined || more.length > 0 ? null : findCardBank(document, body, only)) ??
    (only?.direction === "out" && more.length === 0 ? findToppedUp(document, body) : null) ??
    (isBanks || only?.direction !== "out"
      ? null
      : findCharger(document, body, sentenceOf(alert, only)));
  const isSeveral = charges.length > 1;
  for (const movement of charges) {
    const total = readTotal(source, movement.amount);
    const day = findDay(alert, movement, sent, total.currency);
    // A sentence with its amount reports; a row under a heading may be of what is arranged.
    const isToldInOne = movement.isCertain && movement.segment === movement.head;
    // The day of the order above, and that of the transfer in a row.
    const hasTwoDays = !isToldInOne && day !== null && typeof day !== "string";
    if ((day === "ahead" && !movement.isCertain) || (hasTwoDays && isRowAhead(alert, sent)))
      return { claims: [claimNotMoved(view, "later", movement.verb)], views: [], doubts: [] };
    const isLater = day === null && !isToldInOne && isAllAhead(alert, sent);
    if (day === "ahead" || isLater)
      all.push({
        reason: "ambiguous_date",
        detail: "The date in the alert is after the alert was sent: it may be still to come.",
      });
    if (MADE_OR_ARRANGED.test(sentenceOf(alert, movement)))
      all.push({
        reason: "ambiguous_date",
        detail: "The alert says of one payment that it was made or is still to come.",
      });
    if (isEitherWay(alert, movement))
      all.push({
        reason: "ambiguous_direction",
        detail: `The alert says "${printedVerb(alert, movement)}", but not whether the money came in or went out.`,
      });
    if (day === "ambiguous")
      all.push({ reason: "ambiguous_date", detail: "The date can be read in two ways." });
    const known = day === null || typeof day === "string" ? null : day;
    claims.push(
      claimMovement(source, movement, { total, day: known, reference, creditor, isSeveral }),
    );
  }
  return { claims, views: creditor === null ? [] : [creditor.view], doubts: all };
}

/** "You have made/scheduled bill payments of 863,784": only the reader knows which. */
const MADE_OR_ARRANGED = new RegExp(wordsIn(SENTENCES["made or arranged"]).join("|"), "u");

function printedVerb({ text }: AlertText, { verb }: Movement): string {
  return text.slice(verb.start, verb.end);
}

function sentenceOf({ folded, segments }: AlertText, { segment }: Movement): string {
  return folded.slice(segments[segment]?.start, segments[segment]?.end);
}

interface Details {
  readonly total: SeenAmount;
  readonly day: DayAt | null;
  readonly reference: Reference | null;
  /** The other party where the text names nobody. */
  readonly creditor: Creditor | null;
  /** One of several charges, of which the subject can name one at most. */
  readonly isSeveral: boolean;
}

function claimMovement(
  { document: { subject }, view, alert }: AlertView,
  movement: Movement,
  { total, day, reference, creditor, isSeveral }: Details,
): Claim {
  const { verb } = movement;
  const see = <T>(value: T, { start, end }: Place, rule: string): Seen<T> => ({
    value,
    span: { view, start, end },
    rule: `alert: ${rule}`,
  });
  const print = (place: Place, rule: string): Seen<string> =>
    see(alert.text.slice(place.start, place.end), place, rule);
  const named = findNamedParty(alert, movement);
  const inSubject = named === null && !isSeveral ? readSubject(subject, movement) : null;
  const party = named ?? (inSubject === null ? findParty(alert, movement) : null);
  const digits = movement.ofCard === undefined ? findLastDigits(alert, movement) : movement.ofCard;
  const time = findTime(alert, movement, day?.place ?? null);
  return {
    source: "sentence",
    kind: see("bank alert", verb, verb.phrase),
    total,
    incoming: see(movement.direction === "in", verb, verb.phrase),
    ...(party !== null && { merchant: print(party, "other party") }),
    ...(inSubject !== null && { merchant: inSubject }),
    ...(party === null && inSubject === null && creditor !== null && { merchant: creditor.name }),
    ...(day !== null && { date: see(day.value, day.place, "day") }),
    ...(digits !== null && { card_last4: see(digits.last4, digits, "last digits") }),
    ...(reference !== null && {
      order_number: print(
        reference,
        reference.isAuthorizationCode ? "authorization code" : "reference",
      ),
    }),
    ...(time !== null && { time: print(time, "time") }),
  };
}

/** The other party that the subject names, where the text names nobody. */
function readSubject(subject: string, movement: Movement): Seen<string> | null {
  const place = findInSubject(parseAlertText(subject), movement);
  if (place === null) return null;
  const value = subject.slice(place.start, place.end);
  return { value, span: { view: "subject", ...place }, rule: "alert: whom the subject names" };
}

function readTotal(source: AlertView, amount: Amount): SeenAmount {
  const span = { view: source.view, start: amount.start, end: amount.end };
  const seen = { value: amount.value, span, candidates: amount.candidates };
  if (amount.currency !== null)
    return { ...seen, rule: "alert: amount", currency: amount.currency, candidates: [] };
  const found = findCurrency(source, amount);
  const rule = found === null ? "alert: amount" : `alert: amount, currency by ${found.because}`;
  return { ...seen, rule, currency: found?.currency ?? null };
}

/**
 * The currency of an amount with a shared symbol, or with none: by a label or a row that names it,
 * by the country's own words, or by the bank's domain if no word says otherwise.
 */
function findCurrency(
  { document, alert }: AlertView,
  amount: Amount,
): { readonly currency: Currency; readonly because: string } | null {
  const { candidates } = amount;
  const inRow = findLabelCurrency(alert, amount, candidates) ?? findRowCurrency(alert, candidates);
  if (inRow !== null) return { currency: inRow, because: "its row" };
  const again = findCurrencyOfSame(alert, amount);
  if (again !== null) return { currency: again, because: "the same amount elsewhere" };
  const decided = findDecidedCurrency(alert.folded, candidates);
  if (decided !== null) return { currency: decided, because: "the country's own words" };
  const byDomain = findDomainCurrency(document.from?.address ?? "");
  const byCountry = findCountryCurrency(alert.folded, candidates, byDomain);
  const byBank = findBankCurrency(document.from?.address ?? "");
  if (byBank === null || !candidates.includes(byBank))
    return byCountry === null
      ? findOthersCurrency(alert, candidates)
      : { currency: byCountry, because: "the country's own words" };
  return byCountry === null || byCountry === byBank
    ? { currency: byBank, because: "the bank's domain" }
    : null;
}

/** "Částka: 109,56", and in the narration below it "částka 109.56 EUR". */
function findCurrencyOfSame(
  { amounts }: AlertText,
  { value, candidates }: Amount,
): Currency | null {
  const units = decimalToUnits(value);
  const [only, ...more] = new Set(
    amounts.flatMap((one) =>
      one.currency !== null && decimalToUnits(one.value) === units ? one.currency : [],
    ),
  );
  const isPossible = candidates.length === 0 || (only !== undefined && candidates.includes(only));
  return only === undefined || more.length > 0 || !isPossible ? null : only;
}

/** "+ 2.487,36" in a column has the currency of the other amounts, if they all have the same one. */
function findOthersCurrency(
  { amounts }: AlertText,
  candidates: readonly Currency[],
): { readonly currency: Currency; readonly because: string } | null {
  const named = candidates.length > 0 ? [] : amounts.flatMap(({ currency }) => currency ?? []);
  const [only, ...more] = new Set(named);
  return only === undefined || more.length > 0
    ? null
    : { currency: only, because: "the other amounts" };
}
