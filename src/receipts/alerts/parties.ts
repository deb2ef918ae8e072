// Finds the other party of a movement. The ways to find the name are tried in the order of
// SEARCHES, from the movement's own sentence and labelled rows to what is left of a short alert.

import { findBehindAccent } from "./accented-leads.ts";
import { findRows, type AlertText, type Place } from "./alert-text.ts";
import { findBehindBranch } from "./branch-paths.ts";
import { findCapitalsBelow } from "./capitals-below.ts";
import { findJoined } from "./joined-prepositions.ts";
import { findLed, NAME_CHARS_MAX } from "./lead-words.ts";
import type { Movement } from "./movement.ts";
import { findInPurpose } from "./narrations.ts";
import { findOnlyPiece } from "./only-piece.ts";
import {
  findAboveAmount,
  findBeforeDash,
  findBelowAmount,
  findBelowLead,
  findBracketedAbove,
  findShopNextToDay,
  findOnLedLine,
} from "./party-lines.ts";
import {
  findBelowAccount,
  findBesideAccount,
  findInOperation,
  findInRows,
  isInDescription,
} from "./party-rows.ts";
import { findAbovePurpose, findInSection } from "./party-sections.ts";
import { findBehindDeed, findCredited, findInDeed, findWhoseTransfer } from "./told-behind.ts";
import { findBehindCode } from "./slashed-codes.ts";
import { findPaidInSubject, findRecipient, isGreeted } from "./recipients.ts";
import {
  findAtBeginning,
  findBeforeLabel,
  findBeforeWord,
  findBehindAmount,
  findBehindColon,
  findBehindDigits,
  findCapitalsBehind,
  findCapitalsBehindDay,
  findCapitalsInBrackets,
  findInBrackets,
  findQuotedBefore,
} from "./unled-parties.ts";
import { findLabels, findVerbs, type LabelRole } from "./vocabulary.ts";
import {
  findBeforeAmount,
  findPayerOfSentence,
  findInOwnSentence,
  findSubject,
  findInSentences,
  findBehindInlineLabel,
  findObject,
  findBehindCard,
  findSource,
  findInPath,
  findInValue,
  findNearHead,
  type Search,
} from "./party-sentences.ts";

const SEARCHES: readonly ((search: Search) => Place | null)[] = [
  findBeforeAmount,
  ({ alert, movement }) => findBracketedAbove(alert, movement),
  ({ alert }) => findBehindBranch(alert),
  ({ alert, movement }) => findBehindCode(alert, movement),
  ({ alert, movement }) => findRecipient(alert, movement),
  findPayerOfSentence,
  findInOwnSentence,
  ({ alert, movement }) => findJoined(alert, movement),
  ({ alert, movement }) => findBehindAccent(alert, movement),
  ({ alert, movement, leads }) => findBelowLead(alert, movement, leads),
  ({ alert, movement }) => findBehindDeed(alert, movement),
  ({ alert, movement }) => findCredited(alert, movement),
  ({ alert, movement }) => findInSection(alert, movement.direction),
  ({ alert, movement }) => findBesideAccount(alert, movement),
  findInRowsOrSubject,
  ({ alert, movement, leads }) => findInDeed(alert, movement, leads),
  ({ alert, movement }) => findBelowAccount(alert, movement.direction),
  ({ alert, movement }) => findWhoseTransfer(alert, movement),
  ({ alert }) => findAbovePurpose(alert),
  ({ alert, movement }) => findInPurpose(alert, movement.direction),
  findInSentences,
  (search) => findBehindInlineLabel(search, search.roles),
  findObject,
  findBehindCard,
  ({ alert, movement, segment }) =>
    segment === undefined ? null : findBeforeLabel(alert, segment, movement),
  findSource,
  findInPath,
  findInValue,
  ({ alert, movement }) => findInBrackets(alert, movement),
  ({ alert, movement }) => findQuotedBefore(alert, movement),
  ({ alert, movement }) => findBehindDigits(alert, movement),
  ({ alert, leads }) => findOnLedLine(alert, leads),
  ({ alert, movement }) => findBeforeDash(alert, movement),
  ({ alert, segment }) => findBeforeWord(alert, segment),
  ({ alert, movement, segment }) => findAtBeginning(alert, movement, segment),
  ({ alert, movement }) => findBehindAmount(alert, movement),
  ({ alert, movement }) => findBehindColon(alert, movement),
  ({ alert, movement }) => findCapitalsBehind(alert, movement),
  ({ alert, movement }) => findCapitalsBehindDay(alert, movement),
  ({ alert, movement }) => findCapitalsInBrackets(alert, movement),
  ({ alert, movement }) => findOnlyPiece(alert, movement),
  ({ alert, movement, leads }) => findBelowAmount(alert, movement, leads),
  ({ alert, movement }) => findAboveAmount(alert, movement),
  ({ alert, movement }) => findShopNextToDay(alert, movement),
  ({ alert, movement }) => findCapitalsBelow(alert, movement),
  ({ alert }) => findInOperation(alert),
  findNearHead,
];

/** A row; before one of what the money was for, the subject of "Theo Lane sent you the following transaction". */
function findInRowsOrSubject(search: Search): Place | null {
  const { alert, movement, head, roles, leads } = search;
  const place = findInRows(alert, movement.direction, roles, leads);
  const isSender =
    place !== null &&
    movement.direction === "in" &&
    head?.row === null &&
    isInDescription(alert, place);
  return isSender ? (findSubject(alert, head, movement) ?? place) : place;
}

/** What a payment was for says less than a subject that names whom it went to. */
const BY_PURPOSE: typeof SEARCHES = [
  ({ alert, movement, leads }) => findInRows(alert, movement.direction, ["purpose"], leads),
  (search) => findBehindInlineLabel(search, ["purpose"]),
  ({ alert, movement, roles, leads }) => findInRows(alert, movement.direction, roles, leads, true),
];

/** So many characters of these scripts without a blank are a sentence. */
const RUN_TOGETHER = /[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]{41}/u;
const RUN_TOGETHER_CHARS_MAX = 40;

/**
 * The other party of a movement; null if the text names nobody, or only something longer than a
 * name.
 */
export function findParty(alert: AlertText, movement: Movement): Place | null {
  return search(alert, movement, [...SEARCHES, ...BY_PURPOSE]);
}

/** The same without what a payment was for: "Concept: cleaning". */
export function findNamedParty(alert: AlertText, movement: Movement): Place | null {
  return search(alert, movement, SEARCHES);
}

/** The searches by a label or by a word that leads to a name. */
const BY_LABEL: typeof SEARCHES = [
  findInOwnSentence,
  ({ alert, movement, leads }) => findBelowLead(alert, movement, leads),
  ({ alert, movement }) => findInSection(alert, movement.direction),
  ({ alert, movement }) => findBesideAccount(alert, movement),
  ({ alert, movement, roles, leads }) => findInRows(alert, movement.direction, roles, leads),
  findInSentences,
  (search) => findBehindInlineLabel(search, search.roles),
];

/** The other party where a label names it, or a word such as "at" leads to it. */
export function findLabelledParty(alert: AlertText, movement: Movement): Place | null {
  return search(alert, movement, BY_LABEL);
}

function search(alert: AlertText, movement: Movement, searches: typeof SEARCHES): Place | null {
  const segment = alert.segments[movement.segment];
  const head = alert.segments[movement.head];
  const isIncoming = movement.direction === "in";
  const searched: Search = {
    alert,
    movement,
    segment,
    head,
    sentences: [segment, head].flatMap((one) => (one?.row === null ? [one] : [])),
    roles:
      isIncoming && (!movement.isRefund || goesFromTo(alert))
        ? ["payer", "merchant"]
        : ["merchant", "payer"],
    leads: isIncoming ? ["from", "at"] : ["at", "to"],
  };
  for (const find of searches) {
    const place = find(searched);
    // "Beneficiary: Ada Lane" below "Dear Ada Lane,": the reader is not the other party of what came in.
    if (place !== null && isIncoming && isGreeted(alert, place)) continue;
    if (place !== null) return isTooLong(alert, place) ? null : place;
  }
  return null;
}

/** "From: CORNER CAFE" over "To: My wallet": of a refund too, such rows say who sent and who got it. */
function goesFromTo(alert: AlertText): boolean {
  const isBare = (role: LabelRole): boolean =>
    findRows(alert, role).some(({ start, row }) =>
      findLabels(alert.folded, start, row.start).every(({ isWholeLabel }) => isWholeLabel),
    );
  return isBare("payer") && isBare("merchant");
}

/** The other party that a subject names: "You spent £7.45 at Corner Cafe", "Theo Lane paid you £20". */
export function findInSubject(subject: AlertText, movement: Movement): Place | null {
  const isIncoming = movement.direction === "in";
  for (const sentence of subject.segments) {
    const [verb] = findVerbs(subject.folded, sentence.start, sentence.end);
    if (sentence.row !== null || verb === undefined) continue;
    const { direction } = movement;
    const place =
      (isIncoming ? findSubject(subject, sentence, { verb, direction }) : null) ??
      findLed(subject, sentence, isIncoming ? ["from", "at"] : ["at", "to"]) ??
      findLed(subject, sentence, ["of"]) ??
      (isIncoming ? null : findPaidInSubject(subject, sentence, verb));
    if (place !== null) return isTooLong(subject, place) ? null : place;
  }
  return null;
}

function isTooLong({ text }: AlertText, { start, end }: Place): boolean {
  const charsMax = RUN_TOGETHER.test(text.slice(start, end))
    ? RUN_TOGETHER_CHARS_MAX
    : NAME_CHARS_MAX;
  return end - start > charsMax;
}
