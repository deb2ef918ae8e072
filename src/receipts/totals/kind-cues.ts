// The words of a text that tell what kind of document it is (words/kinds.json), without those that say
// it of something else: points, or a refund that is only announced.

import { isAnnounced } from "../alerts/announcements.ts";
import { isConditional } from "../alerts/conditions.ts";
import { foldInPlace } from "../words/in-place.ts";
import KINDS from "../words/kinds.json" with { type: "json" };
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn, wordsIn, type PhraseHit } from "../words/phrases.ts";
import { findRefundRequest } from "./refund-request.ts";

/**
 * A tag that ends in "(body)" also counts in the first lines of the body; the same word without it
 * counts in the subject alone. "income (weak)" decides nothing: its words are also used of money
 * out. "points earned (count)" counts before a count of points alone.
 */
export type Cue = keyof typeof KINDS;

export const CUES = phrasesIn<Cue>(KINDS);

export const SHIPMENT: readonly Cue[] = ["shipment", "shipment (body)"];

export const REFUND: readonly Cue[] = ["refund", "refund (body)", "refund paid"];

/** The words of a text that tell its kind. "Credited: 120 points" gives no money back. */
export function findCues(text: string): readonly PhraseHit<Cue>[] {
  const folded = foldWords(text);
  const isSpanish = SPANISH.test(folded) && !ROMANIAN.test(folded);
  // "Your refund has been processed": that it was paid begins within "your refund".
  const all = CUES.findLinked(folded).filter(({ phrase }) => !(isSpanish && phrase === "plata"));
  const hits = all.filter(
    ({ tag, start, end }) =>
      !REFUND.includes(tag) ||
      !(POINTS_BEHIND.test(folded.slice(end)) || POINTS_BEFORE.test(folded.slice(0, start))),
  );
  const asked = findRefundRequest(folded);
  const cues = asked === null ? hits : [...hits, asked];
  return withoutConditions(text, withoutAnnounced(text, withoutMoneySent(folded, cues)));
}

/** "Te pidieron plata": a payment in Romanian is money in Spanish. */
const SPANISH =
  /(?<!\p{L})(?:te|tus|ya|con|para|los|las|el|una|mas|tienes|llego|pidieron|enviaste|recibiste)(?!\p{L})/u;
const ROMANIAN =
  /(?<!\p{L})(?:si|ai|ati|este|pentru|din|cu|lei|ron|a fost|ta|dvs|dumneavoastra|facturii|card|catre)(?!\p{L})/u;

const CANCELLING = phrasesIn<"order" | "cancelled" | "not">({
  order: PAYMENT_WORDS.order,
  cancelled: PAYMENT_WORDS.cancelled,
  not: PAYMENT_WORDS["not cancelled"],
});

/**
 * The same of a subject. "Your order 614407729 is cancelled" says so with whatever words between the order
 * and what became of it.
 */
export function findSubjectCues(subject: string): readonly PhraseHit<Cue>[] {
  // "Order no 4711": before a number it denies nothing.
  const folded = foldWords(subject);
  const words = CANCELLING.find(folded).filter(
    ({ tag, end }) => tag !== "not" || !/^ \d/.test(folded.slice(end)),
  );
  const cancelled = words.find(({ tag }) => tag === "cancelled");
  const isOrder = words.some(({ tag }) => tag === "order");
  // "You collected 2,340 points", but not "you collected your order".
  const printed = findCues(subject).flatMap((cue): readonly PhraseHit<Cue>[] => {
    if (cue.tag !== "points earned (count)") return [cue];
    return POINTS_BEHIND.test(folded.slice(cue.end)) ? [{ ...cue, tag: "points earned" }] : [];
  });
  const cues = [...printed, ...findAroundNumber(subject, printed)];
  return cancelled === undefined || !isOrder || words.some(({ tag }) => tag === "not")
    ? cues
    : [...cues, { ...cancelled, tag: "not paid" }];
}

/** The number of an order or a bill, with the word before it: "#417209226", "nr. F-2026/0417". */
const NUMBER =
  /(?:(?<!\p{L})\p{L}{1,3}\.?[ :]{0,2})?[(#№]?(?:\p{L}{1,4}-?)?(?=[\d/-]*\d{4})\d[\d/-]*\)?/gu;

/** "Your order 417209226 is ready": the words that a number stands between, beside those that were found. */
function findAroundNumber(
  subject: string,
  found: readonly PhraseHit<Cue>[],
): readonly PhraseHit<Cue>[] {
  const around = subject.replace(NUMBER, " ");
  return around === subject
    ? []
    : findCues(around).filter(
        (cue) => cue.tag !== "points earned (count)" && !found.some(({ tag }) => tag === cue.tag),
      );
}

const POINTS = `(?:${wordsIn(PAYMENT_WORDS.points)
  .map((word) => foldWords(word).trim())
  .join("|")})`;
const POINTS_BEHIND = new RegExp(
  String.raw`^ ?(?:(?:de|of|von|di|van|af|av|z) )?\d[\d ]{0,9}${POINTS}(?!\p{L})`,
  "u",
);
const POINTS_BEFORE = new RegExp(String.raw`\d ?${POINTS}(?: \p{L}+){0,3} ?$`, "u");

/**
 * "Het bedrag wordt binnen 14 dagen teruggestort": a refund of which a sentence only says that it will
 * be paid is not paid yet.
 */
function withoutAnnounced(text: string, hits: readonly PhraseHit<Cue>[]): typeof hits {
  if (!hits.some(({ tag }) => tag === "refund paid")) return hits;
  const sentences = text.split(SENTENCE_BREAK).map(foldWords);
  return hits.filter(({ tag, phrase }) => {
    const own = sentences.flatMap((sentence) => {
      const start = sentence.indexOf(` ${phrase} `) + 1;
      return start === 0 ? [] : [isAnnounced(sentence, 0, { start, end: start + phrase.length })];
    });
    return tag !== "refund paid" || own.length === 0 || own.includes(false);
  });
}

const MONEY = phrasesIn<"money">({ money: PAYMENT_WORDS["money that is sent"] });
const SENT_CHARS_MAX = 16;
/** The number of a payout, with the letters before it: "AZ 2026 88302". */
const WITH_DIGIT = /(?:(?<!\p{L})\p{Lu}{1,4} )?\d+ ?/giu;

/** "Částka byla odeslána na kartu": money that was sent is no parcel. */
function withoutMoneySent(folded: string, hits: readonly PhraseHit<Cue>[]): typeof hits {
  if (!hits.some(({ tag }) => SHIPMENT.includes(tag))) return hits;
  const money = MONEY.find(folded);
  const isOfMoney = (start: number): boolean =>
    money.some(
      ({ end }) =>
        end <= start && folded.slice(end, start).replace(WITH_DIGIT, "").length <= SENT_CHARS_MAX,
    );
  return hits.filter(({ tag, start }) => !(SHIPMENT.includes(tag) && isOfMoney(start)));
}

const CONDITIONAL: readonly Cue[] = ["standing order", "refund paid"];

/**
 * "If you've got a Direct Debit set up", "should the seller have no copy, we refund it": what a condition names was not
 * done by this message.
 */
function withoutConditions(text: string, hits: readonly PhraseHit<Cue>[]): typeof hits {
  if (!hits.some(({ tag }) => CONDITIONAL.includes(tag))) return hits;
  const sentences = text.split(SENTENCE_BREAK);
  return hits.filter(({ tag, phrase }) => {
    const own = sentences.filter((one) => foldWords(one).includes(` ${phrase} `));
    return (
      !CONDITIONAL.includes(tag) ||
      own.length === 0 ||
      own.some((one) => !isConditional(foldInPlace(one.trimStart()), 0))
    );
  });
}

/** The end of a sentence, or of a line that does not go on in lower case. */
const SENTENCE_BREAK = /[.!?;] |\t| \n (?!\p{Ll})/u;
