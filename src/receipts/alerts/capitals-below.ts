// A shop in capitals on a line of its own below the amount, as terminals print it: "Kupovina: 3.458,99 RSD",
// "12.10.2026 17:32", "MAXI 134 NOVI SAD". Only the day, the time and the card may stand between.

import { makeDay } from "../../money/day.ts";
import { findCards } from "../totals/money/cards.ts";
import { findDates } from "../totals/money/dates.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { amountsWithin } from "./amounts-within.ts";
import { BANKS } from "./banks.ts";
import type { Movement } from "./movement.ts";
import { nameWithin } from "./names.ts";
import { BALANCES, findLabels, findVerbs, HOLDINGS, OF_BANKS } from "./vocabulary.ts";

const LINES_BETWEEN_MAX = 2;
const OWN_LINE_CHARS_MAX = 70;
/** Dates are only looked for, so any day serves as the day of sending. */
const ANY_DAY = makeDay(2024, 1, 1);
const SHOP = /^(?=.*\p{Lu}{3})\p{Lu}[\p{Lu}\d&'’*./_-]{1,24}(?: [\p{Lu}\d&'’*.,/_-]{1,24}){1,6}$/u;
const LOWER_CASE = /\p{Ll}{4}/u;

/** The line in capitals below the movement's amount; null in a text that has no others. */
export function findCapitalsBelow(alert: AlertText, { segment }: Movement): Place | null {
  const { text, segments } = alert;
  const own = segments[segment];
  if (own === undefined || own.end - own.start > OWN_LINE_CHARS_MAX) return null;
  if (!LOWER_CASE.test(text)) return null;
  const below = segments.slice(segment + 1, segment + 2 + LINES_BETWEEN_MAX);
  const line = below.find((one) => !isDayOrCard(alert, one));
  if (line?.row !== null || !SHOP.test(text.slice(line.start, line.end))) return null;
  return isPlain(alert, line) ? nameWithin(alert, line.start, line.end) : null;
}

/** "12.10.2026 17:32", "Visa ***9026". */
function isDayOrCard({ text, folded }: AlertText, { start, end }: Place): boolean {
  const line = text.slice(start, end);
  const known = [...findDates(line, ANY_DAY), ...findCards(line)];
  const rest = known.reduce(
    (kept, one) => kept.slice(0, one.start) + " ".repeat(one.end - one.start) + kept.slice(one.end),
    line,
  );
  const isCard = HOLDINGS.find(folded, start, end).length > 0 && /[*•xX.]{2,}\d{4}/u.test(line);
  return isCard || (known.length > 0 && !/\p{L}{3}/u.test(rest));
}

function isPlain({ folded, amounts }: AlertText, place: Place): boolean {
  const { start, end } = place;
  return (
    amountsWithin(amounts, place).length === 0 &&
    findVerbs(folded, start, end).length === 0 &&
    findLabels(folded, start, end).length === 0 &&
    [HOLDINGS, BALANCES, OF_BANKS, BANKS].every(
      (words) => words.find(folded, start, end).length === 0,
    )
  );
}
