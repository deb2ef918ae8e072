// The other party of a short alert without rows: the one piece of it that is nothing else. If two pieces could be
// the name, neither is.

import type { Movement } from "./movement.ts";
import { BANKS } from "./banks.ts";
import { amountsWithin } from "./amounts-within.ts";
import { findCards } from "../totals/money/cards.ts";
import { findDates } from "../totals/money/dates.ts";
import { makeDay } from "../../money/day.ts";
import { nameWithin } from "./names.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { BALANCES, findLabels, findVerbs, HOLDINGS, OF_BANKS } from "./vocabulary.ts";

const NAME_CHARS_MAX = 50;

/** Words of short alerts that are no names. */
const ALERT_WORD =
  /^(?:ihre|ihr|kontowecker|kartenwecker|gehaltswecker|umsatz|ist|cr|dr|inr|rs|the|on|your|at|to|from|is|no|com|www|님|원|일시불|체크|체크카드|신용|할부|승인|web발신|잔액|누적|고객님|본인|대금|결제|출금|입금|사용|안내|card|ok|hu|huf|ft)$/u;
const MASKED_NAME =
  /^\p{Script=Hangul}{1,2}[*○O]{1,3}\p{Script=Hangul}{0,2}님?$|^\p{Script=Hangul}{2,4}님$|^\d{1,2}개월$|^\d+$|^[x*•.\d-]+$/u;
/** Short alerts of Korea and Hungary. */
const TERSE = /[\uac00-\ud7af]|(?<![\p{L}])(?:vasarlas|terheles|zarolas|egyenleg|kartya)/u;
const TERSE_CHARS_MAX = 400;
const LINES_MAX = 14;
const LINE_CHARS_MAX = 120;
/** Dates are only looked for, so any day serves as the day of sending. */
const ANY_DAY = makeDay(2024, 1, 1);

/** The one piece of a short alert that is no day, time, amount, account, verb or label. */
export function findOnlyPiece(alert: AlertText, movement: Movement): Place | null {
  const { text, folded, segments } = alert;
  const lines = segments
    .slice(0, LINES_MAX)
    .filter(({ row, start }) => row === null || text[start] === "[");
  const head = segments[movement.segment];
  const isTerse =
    lines.length >= 2 &&
    segments.length >= 3 &&
    text.length <= TERSE_CHARS_MAX &&
    lines.every(({ start, end }) => end - start <= LINE_CHARS_MAX);
  if (!isTerse && (head === undefined || !TERSE.test(folded))) return null;
  const places = isTerse ? lines : [head ?? { start: 0, end: 0 }];
  const [only, ...more] = places.flatMap((place) => findPieces(alert, place, movement));
  return only !== undefined && more.length === 0 && only.end - only.start <= NAME_CHARS_MAX
    ? only
    : null;
}

/** "Equipo Filmin", "Dein N26 Team": who wrote the message. */
const SIGNED =
  /^(?:(?:your|the|dein|deine|ihr|ihre|das|tu|il|het|je|uw|din|ditt|dit|l'|la|el|o|a) ?)?(?:[^\s]{1,20} )?(?:equipo|equipa|equipe|team|teamet|tiimi)(?: [^\n]{1,30})?$/u;

/** The pieces between what is known to be no name. */
function findPieces(
  alert: AlertText,
  { start: from, end: to }: Place,
  movement: Movement,
): readonly Place[] {
  // A sentence to the customer, an address or a telephone number ends the alert.
  const line = alert.folded.slice(from, to);
  // "Account Everyday Rewards (...2290)": a label without a colon, and the person's own account.
  const [label] = findLabels(alert.folded, from, to);
  if (label?.start === from && label.role === "account" && /\d{4}\P{L}*$/u.test(line)) return [];
  if (isOtherValue(alert, { start: from, end: to }, movement) || SIGNED.test(line)) return [];
  if (/(?:not you|if not|sms block|call |https?:|www\.|[!?]$)/u.test(line) && !TERSE.test(line))
    return [];
  const known = findKnown(alert, from, to);
  const gaps: Place[] = [];
  let at = from;
  for (const { start, end } of [...known, { start: to, end: to }]) {
    if (start > at) gaps.push({ start: at, end: start });
    at = Math.max(at, end);
  }
  return gaps.flatMap((gap) => splitGap(alert, gap));
}

/** "Bonus: +84.50", "Next payment  2 December": a label with a value, in a line of its own. */
function isOtherValue(alert: AlertText, line: Place, { amount: moved }: Movement): boolean {
  const text = alert.text.slice(line.start, line.end);
  const label = /^[^:：\t\d]{2,30}[:：\t]/u.exec(text)?.[0].length ?? 0;
  const here = amountsWithin(alert.amounts, line);
  if (label === 0 || here.includes(moved)) return false;
  const values = [
    ...here.map(({ start, end }) => ({ start: start - line.start, end: end - line.start })),
    ...findDates(text, ANY_DAY),
  ];
  const rest = values.reduce(
    (kept, { start, end }) => kept.slice(0, start) + " ".repeat(end - start) + kept.slice(end),
    text,
  );
  return values.length > 0 && !/\p{L}{2}/u.test(rest.slice(label));
}

/** Amounts, dates, cards, alert words, brackets and times, in order. */
function findKnown(alert: AlertText, from: number, to: number): readonly Place[] {
  const { text, folded, amounts } = alert;
  const part = text.slice(from, to);
  const marks = [
    ...part.matchAll(
      /\[[^\]\n]{1,20}\]|【[^】\n]{1,20}】|\([^)\n]{1,12}\)|\d{1,2}[:.]\d{2}(?:[:.]\d{2})?|\d{1,2}\/\d{1,2}/gu,
    ),
  ].map((match) => ({ start: match.index, end: match.index + match[0].length }));
  const inPart = [...findDates(part, ANY_DAY), ...findCards(part), ...marks].map((one) => ({
    start: from + one.start,
    end: from + one.end,
  }));
  return [
    ...amounts.filter(({ start, end }) => start < to && end > from),
    ...inPart,
    ...findVerbs(folded, from, to),
    ...[HOLDINGS, BALANCES, OF_BANKS, BANKS].flatMap((words) =>
      words.find(folded, from, to).map(({ start, end }) => ({ start, end })),
    ),
  ].sort((a, b) => a.start - b.start);
}

function splitGap(alert: AlertText, { start, end }: Place): readonly Place[] {
  return [...alert.text.slice(start, end).matchAll(/[^,;:|/\n\t]+/gu)].flatMap((part) => {
    const from = start + part.index;
    const place = nameWithin(alert, from, from + part[0].length);
    // "Replenishment amount": a label over its amount.
    const isLabel = findLabels(alert.folded, from, from + part[0].trimEnd().length).some(
      ({ role, end: last }) => role === "amount" && last === place?.end,
    );
    if (place === null || isLabel) return [];
    const words = alert.folded
      .slice(place.start, place.end)
      .split(/\s+/)
      .filter((word) => !ALERT_WORD.test(word) && !MASKED_NAME.test(word));
    return words.some((word) => /\p{L}{2}/u.test(word)) ? [place] : [];
  });
}
