// Whether a sentence says that no money moved: a purchase was declined, an amount is only held, a
// payment is still to come, a standing order was arranged.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { parseCurrency } from "../../money/currency.ts";
import { findCurrencies } from "../totals/money/currency-symbols.ts";
import { IN_PLACE } from "../words/in-place.ts";
import { phrasesIn, wordsIn } from "../words/phrases.ts";
import type { Place } from "./alert-text.ts";
import type { Segment } from "./cells.ts";
import { beginnings } from "./conditions.ts";
import type { Movement, NotMoved, NotMovedReason } from "./movement.ts";
import { findVerbs, isCertain, MOVING, type Verb } from "./vocabulary.ts";

/** A reason with the index of the segment that says it. */
export interface NotMovedAt extends NotMoved {
  readonly index: number;
  /** "Status: declined": the row is about the whole message, wherever it is. */
  readonly isStatus?: true;
  /** "Your card is blocked": it says nothing of a payment. */
  readonly isOfCard?: boolean;
  /** "Get a loan of up to 5,000": an offer, which says nothing of a payment elsewhere. */
  readonly isOfOffer?: boolean;
}

/** "Blocked", which cards are too. */
const BLOCKED = new RegExp(wordsIn(SENTENCES.blocked).join("|"), "u");

/** The index of a reason that the subject gives. */
export const IN_SUBJECT = -1;
/** The strongest reason first. */
const STRENGTH: readonly NotMovedReason[] = ["stopped", "code", "hold", "later", "arranged"];
/** A reason so many segments away is about the same movement. */
const NEAR_SEGMENTS_MAX = 2;

const PERIOD = new RegExp(wordsIn(SENTENCES.period).join("|"), "u");
const ROW_OF_PERIOD = new RegExp(
  String.raw`^\P{L}{0,4}(?:${wordsIn(SENTENCES.period).join("|")})(?!\p{L})[^\n:：\t]{0,60}[:：\t]`,
  "u",
);
const WARNING = new RegExp(wordsIn(SENTENCES.warning).join("|"), "u");
const SPENT = new RegExp(wordsIn(SENTENCES.spent).join("|"), "u");

const OFFER = new RegExp(
  `(?<![\\p{L}])(?:${wordsIn(SENTENCES.offer).join("|")})` +
    `|${wordsIn(SENTENCES["offer without blanks"]).join("|")}`,
  "u",
);

/** The digits of an account or a card, or a day: what happened to this person. */
const OWN_ACCOUNT = /[*x•.]{2,}\s?\d{3,}|(?:ending|ends) (?:in|with) \d{3,}/u;
const OWN = new RegExp(
  String.raw`${OWN_ACCOUNT.source}|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|(?<!\d)\d{1,2}\. \d{1,2}\. 20\d\d`,
  "u",
);
const DIGITS_IN_WORDS = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["before the last digits"]).join("|")}):? \d{3,}`,
  "u",
);
/** The same in words: "terminada en 4410", "13 October 2026". */
const OWN_IN_WORDS = new RegExp(
  [
    DIGITS_IN_WORDS.source,
    String.raw`(?<!\d)\d{1,2}\.? (?:de )?\p{L}{3,12}\.?,? (?:de )?20\d\d(?!\d)`,
    String.raw`(?<!\p{L})\p{L}{3,9} \d{1,2},? 20\d\d(?!\d)`,
    String.raw`20\d\d ?[年년] ?\d{1,2} ?[月월] ?\d{1,2} ?[日일]`,
  ].join("|"),
  "u",
);

/**
 * Whether a sentence offers something ("Earn a $250 bonus"), whatever amounts it names. One with a day
 * or with the digits of an account reports ("debited with 5.00 on 2 June for each withdrawal").
 */
export function isOffer(folded: string): boolean {
  return CALL.test(folded) || ((OFFER.test(folded) || PRICE.test(folded)) && !OWN.test(folded));
}

/** "A withdrawal at other banks costs 10.00, abroad 30.00". */
const PRICE = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES.costs).join("|")}) (?:\p{Sc} ?|\p{L}{1,3} ?)?\d`,
  "u",
);

/** "Get Rs. 5,00,000 credited to your account ending 7781": an order to the reader reports nothing. */
const CALL = new RegExp(
  String.raw`^[^\p{L}\d]{0,4}(?:${beginnings(SENTENCES["call to the reader"])})`,
  "u",
);

const ADVERTISEMENT = phrasesIn<"advertises">(
  { advertises: SENTENCES["an advertisement"] },
  IN_PLACE,
);
const FIRST_SEGMENTS = 3;

/**
 * Whether the subject or one of the first lines begins by declaring an advertisement, as laws and banks
 * demand. Further on, the word may be a shop's name.
 */
export function advertises(subject: string, folded: string, segments: readonly Place[]): boolean {
  return (
    ADVERTISEMENT.find(subject).some(({ start }) => start === 0) ||
    segments
      .slice(0, FIRST_SEGMENTS)
      .some(({ start, end }) => ADVERTISEMENT.find(folded, start, end)[0]?.start === start)
  );
}

const UP_TO_READER = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["up to the reader"]).join("|")}) [^.,;!?\n]{0,60}$`,
  "u",
);

/**
 * "You can also activate the switch in the app": what the reader may do, in a sentence that starts at `from`, was
 * not arranged.
 */
export function isUpToReader(folded: string, from: number, verb: Verb): boolean {
  return UP_TO_READER.test(folded.slice(from, Math.max(from, verb.start)));
}

/** Whether a sentence names the digits of an account or a card, also "se termine par 7718". */
export function namesAccount(folded: string): boolean {
  return OWN_ACCOUNT.test(folded) || DIGITS_IN_WORDS.test(folded);
}

/** Whether a sentence names a day, or the digits of an account or a card. */
export function namesOwn(folded: string): boolean {
  return OWN.test(folded);
}

/** Whether a sentence names a day, or the digits of an account or a card, also in words. */
export function isOfOwn(folded: string): boolean {
  return namesOwn(folded) || OWN_IN_WORDS.test(folded);
}

const FUTURE = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES.future).join("|")})(?!\p{L})`,
  "u",
);

/** Whether a sentence has a word of the future, whatever it is about. */
export function isOfFuture(folded: string): boolean {
  return FUTURE.test(folded);
}

const FRAUD = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["fraud, warned of"]).join("|")})(?!\p{L})`,
  "u",
);

/** "Strangers who promise a refund of 5,000": a warning that names no account, card or day of the reader. */
export function warnsOfFraud(folded: string): boolean {
  return FRAUD.test(folded) && !isOfOwn(folded);
}

/** Whether a subject warns of fraud: its message quotes what the fraudsters write. */
export function warns(subject: string): boolean {
  return WARNING.test(subject);
}

/** Whether a row of a bank's notice sums up a period: "This month with this card: 400". A bill has such rows too. */
export function isRowOfPeriod(folded: string): boolean {
  return ROW_OF_PERIOD.test(folded);
}

/** Whether a sentence sums up what was spent in a period ("You spent 400 this month"), or counts payments of one. */
export function sumsUp(folded: string): boolean {
  const counted = COUNTED.exec(folded)?.groups?.["counted"];
  if (
    counted !== undefined &&
    parseCurrency(counted) === null &&
    findCurrencies(counted).length === 0
  )
    return true;
  return SPENT.test(folded) && PERIOD.test(folded) && findReported(folded) === null;
}

/** "Este mes llevas 5 Bizum recibidos por un total de 96,10". */
const COUNTED = new RegExp(
  String.raw`^\P{L}{0,4}(?:${wordsIn(SENTENCES.period).join("|")})(?!\p{L})[^\d.:]{0,40}` +
    String.raw`(?<![\d.,$€£])\d{1,3} (?<counted>\p{L}+)`,
  "u",
);

/** "You spent 12.40 at Ada's with card ending 4410" before ", so you have spent 210 this month". */
const CLAUSE_END = /[;(–—]|,(?! ?\d)| - /u;

/**
 * Where the clause ends that reports one payment, before another that sums up; null if the sentence does
 * not begin so.
 */
export function findReported(folded: string): number | null {
  const end = CLAUSE_END.exec(folded)?.index;
  if (end === undefined || !SPENT.test(folded) || !PERIOD.test(folded)) return null;
  const first = folded.slice(0, end);
  return /\d/u.test(first) &&
    !PERIOD.test(first) &&
    isOfOwn(first) &&
    PERIOD.test(folded.slice(end))
    ? end
    : null;
}

/**
 * The reason that the verbs of a sentence give, or null. `isAboutMoney`: the sentence names an
 * account, or the subject tells of a movement.
 */
export function findNotMoved(
  verbs: readonly Verb[],
  index: number,
  isAboutMoney = false,
): NotMovedAt | null {
  const announced = findAnnounced(verbs, isAboutMoney);
  for (const why of ["stopped", "hold", "later", "arranged"] as const) {
    // "Will be debited" is still to come, whatever else the sentence calls it.
    if (why === "later" && announced !== undefined) return { why, verb: announced, index };
    const verb = verbs.find(({ sense }) => sense === why || (why === "later" && sense === "asked"));
    if (verb === undefined) continue;
    // A failed payment that came back did move. So did money that a sentence tells of next to an
    // arrangement.
    const didMove =
      why === "stopped" ? verbs.some(({ sense }) => sense === "back") : verbs.some(isCertain);
    const isOfCard = BLOCKED.test(verb.phrase) && !verbs.some(({ sense }) => MOVING.has(sense));
    if (!didMove) return { why, verb, index, isOfCard };
  }
  return null;
}

/**
 * The verb that announces a movement. A future form ("will be sent") counts only if it is about
 * money.
 */
function findAnnounced(verbs: readonly Verb[], isAboutMoney: boolean): Verb | undefined {
  return (
    verbs.find(({ sense }) => sense === "to come") ??
    (isAboutMoney || verbs.some(({ sense }) => MOVING.has(sense))
      ? verbs.find(({ sense }) => sense === "future")
      : undefined)
  );
}

/** "Motivo: fondos insuficientes": the whole value of a row says why no money moved. */
export function saysWhyStopped(folded: string, { row }: Segment): boolean {
  if (row?.roles.includes("purpose") !== true) return false;
  const [verb] = findVerbs(folded, row.start, row.end);
  return (
    verb?.sense === "stopped" &&
    verb.start === row.start &&
    /^[.!\s]*$/.test(folded.slice(verb.end, row.end))
  );
}

/** The stronger of two reasons; the earlier one if they are the same. */
export function strongerReason(earlier: NotMovedAt | null, later: NotMovedAt): NotMovedAt {
  return earlier === null || STRENGTH.indexOf(later.why) < STRENGTH.indexOf(earlier.why)
    ? later
    : earlier;
}

/** Whether the text announces the movement. Then no word of the subject makes it a movement. */
export function isToCome(notMoved: NotMoved | null): boolean {
  return notMoved?.verb.sense === "to come" || notMoved?.verb.sense === "future";
}

/** Whether all are one movement, told of once or several times. */
function isOne([first, ...more]: readonly Movement[]): boolean {
  return more.every(({ amount }) => amount.value === first?.amount.value);
}

/** Whether a reason is about these movements: the subject gives it, or a sentence close to them. */
export function outweighs(notMoved: NotMovedAt | null, movements: readonly Movement[]): boolean {
  if (notMoved === null) return false;
  const certain = movements.filter((one) => one.isCertain);
  const { head, segment } = certain[0] ?? movements[0] ?? { head: 0, segment: 0 };
  const isNear =
    notMoved.index === IN_SUBJECT ||
    (notMoved.isStatus === true && isOne(movements)) ||
    [head, segment].some((at) => Math.abs(notMoved.index - at) <= NEAR_SEGMENTS_MAX);
  if (certain.length === 0) {
    // A request or an announcement further away may be about something else.
    const { sense } = notMoved.verb;
    return (sense !== "asked" && sense !== "future") || movements.length === 0 || isNear;
  }
  if (notMoved.why === "arranged") return false;
  // "A payment was authorised" over "Status: pending": how the bank lists a purchase for now.
  if (notMoved.why === "hold" && notMoved.isStatus === true) return false;
  if (notMoved.why === "later" && (!isToCome(notMoved) || notMoved.index !== IN_SUBJECT))
    return false;
  return isNear;
}
