// "We have charged the deposit of £120.00 to your card. The remaining £480.00 is payable on arrival", "Handpenning,
// dragen från ditt kort i dag: 800 kr": of a booking whose rest is paid at the place, the deposit was charged.

import { findSegments } from "../alerts/segments.ts";
import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { foldInPlace, IN_PLACE } from "../words/in-place.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import type { Candidate } from "./candidates.ts";
import { saysTookNow } from "./charging-sentence.ts";
import type { Line } from "./lines.ts";
import type { Amount } from "./money/amount.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { RANKS } from "./money-labels.ts";
import { toSaidCandidate } from "./said-candidate.ts";

const DEPOSIT = phrasesIn<"deposit">({ deposit: PAYMENT_WORDS["a deposit"] });
const FUTURE = phrasesIn<"future">({ future: SENTENCES.future }, IN_PLACE);
/** The words by which such a candidate is known. */
export const DEPOSIT_TAKEN = "a deposit that was taken";
const TEXT_CHARS_MAX = 5_000;
/** Between the word for a deposit and its amount are few words, and no other amount. */
const BETWEEN_CHARS_MAX = 50;

/** The candidates, with the deposit as what was charged where a clause says that it was taken. */
export function withDepositTaken(
  text: string,
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const [only, ...others] = findDepositsTaken(text, lines);
  if (only === undefined || others.length > 0) return candidates;
  const said = { role: "charged", phrase: DEPOSIT_TAKEN } as const;
  const deposit = toSaidCandidate(lines, { ...only, negative: false }, said);
  // "To be paid on arrival 320.00" was not charged, though its label has the word.
  const isOther = ({ rank, line, label }: Candidate): boolean =>
    rank >= RANKS.refunded && line !== deposit?.line && !FUTURE.has(foldInPlace(label.text));
  if (deposit === null || candidates.some(isOther)) return candidates;
  const rest = candidates.filter((one) => one.amount.start !== only.start);
  return [...rest.map((one): Candidate => ({ ...one, role: "later", rank: 0 })), deposit];
}

/** Of each sentence or row that says that a deposit was taken, the amount next to the word for it. */
function findDepositsTaken(text: string, lines: readonly Line[]): readonly Amount[] {
  const read = text.slice(0, TEXT_CHARS_MAX);
  if (!DEPOSIT.has(foldWords(read))) return [];
  const folded = foldInPlace(read);
  return findSegments(read, folded).flatMap(({ start, end }) => {
    const amounts = lines
      .flatMap((line) => line.amounts)
      .filter((amount) => amount.start >= start && amount.end <= end)
      .filter(({ value }) => (decimalToUnits(value) ?? 0) !== 0);
    return amounts.filter((amount, at) => {
      const from = amounts[at - 1]?.end ?? start;
      // "Predujam: 82,80 €" ends its row; a sentence may go on in the next line.
      const rest = read.slice(amount.end, amounts[at + 1]?.start ?? end);
      const until = amount.end + (/^[^\p{L}\n]*(?=\n)/u.exec(rest)?.[0] ?? rest).length;
      const before = read.slice(Math.max(from, amount.start - BETWEEN_CHARS_MAX), amount.start);
      const behind = read.slice(amount.end, Math.min(until, amount.end + BETWEEN_CHARS_MAX));
      const isNamed =
        DEPOSIT.has(foldWords(before)) || (at === 0 && DEPOSIT.has(foldWords(behind)));
      return isNamed && saysTookNow(folded, { start: from, end: until });
    });
  });
}
