// "Un virement de 50,30 € a été émis le 23/11/2026 sur votre compte *0412": an insurer or a shop says in a sentence how
// much it transferred. The table below lists what was claimed, what others paid and what remains.

import { withAnnouncements } from "../alerts/announcements.ts";
import { reachesYourAccount, readDirection } from "../alerts/direction.ts";
import { isOfFuture, isOfOwn } from "../alerts/not-moved.ts";
import { findSegments } from "../alerts/segments.ts";
import { findVerbs, MOVING } from "../alerts/vocabulary.ts";
import { foldInPlace } from "../words/in-place.ts";
import type { Candidate } from "./candidates.ts";
import type { Line } from "./lines.ts";
import { findRefunds } from "./refund-sentence.ts";

const TEXT_CHARS_MAX = 20_000;

/**
 * Returns the candidates of a refund or an income. If a sentence that names the day or the account says how much came
 * in, that is the total. A label that says another amount was refunded stays, so that a person is asked.
 */
export function withTransferSentence(
  text: string,
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const read = text.slice(0, TEXT_CHARS_MAX);
  const folded = foldInPlace(read);
  const told = findSegments(read, folded)
    .filter(({ row, start, end }) => row === null && tellsOfTransfer(folded, start, end))
    .flatMap((sentence) => findRefunds(lines, sentence));
  const [only] = told;
  if (only === undefined || new Set(told.map(({ amount }) => amount.value)).size > 1)
    return candidates;
  const others = candidates.filter(
    ({ amount, rank, role }) => amount !== only.amount && (rank === 0 || role === "refunded"),
  );
  return [...others, only].sort((a, b) => a.amount.start - b.amount.start);
}

/** Whether a sentence reports money that came to its reader, on a day or an account that it names. */
function tellsOfTransfer(folded: string, start: number, end: number): boolean {
  const words = folded.slice(start, end);
  if (!isOfOwn(words) || isOfFuture(words)) return false;
  const verbs = withAnnouncements(folded, start, findVerbs(folded, start, end));
  if (!verbs.every(({ sense }) => MOVING.has(sense))) return false;
  const reading = readDirection(verbs, words);
  return reading?.direction === "in" && (reading.isCertain || reachesYourAccount(words));
}
