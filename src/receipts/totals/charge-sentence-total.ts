// "Wir haben 14,90 € von Ihrer Kreditkarte abgebucht": a shop says in a sentence what it charged, and no label
// does.

import { findChargingSentences } from "./charging-sentence.ts";
import type { Candidate } from "./candidates.ts";
import type { ToldMovement } from "./told-movement.ts";
import type { Line } from "./lines.ts";
import type { Place } from "../alerts/alert-text.ts";
import { HOLDINGS } from "../alerts/vocabulary.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { foldInPlace, IN_PLACE } from "../words/in-place.ts";
import { foldWords, phrasesIn, wordsIn } from "../words/phrases.ts";
import type { Amount } from "./money/amount.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { RANKS } from "./money-labels.ts";

/** "Charged", "abgebucht": a verb, where "purchase" may be of an offer. */
const TOOK = phrasesIn<"took">({ took: PAYMENT_WORDS["took from a card"] });
/** "Will be", "to be". */
const FUTURE = phrasesIn<"future">({ future: SENTENCES.future }, IN_PLACE);
/** "Each month", "so far": what is charged in general, or was before a price changed. */
const IN_GENERAL = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["in general"]).map(foldInPlace).join("|")})(?!\p{L})`,
  "u",
);
/** Between an amount and the next sentence, which says that it was taken, is the rest of its own. */
const BETWEEN_CHARS_MAX = 60;
const LABEL_CHARS_MAX = 60;
/** The words by which a candidate of such a sentence is known. */
export const CHARGE_SENTENCE = "a sentence of a charge";
/** The same of a sentence that names the reader's card or account. */
export const MOVEMENT_SENTENCE = "a sentence of the reader's account";

/**
 * The candidates, with the amount that a sentence says was taken from a card or an account; as they are if
 * a label names an amount, or such sentences name several.
 */
export function withChargeSentence(
  text: string,
  lines: readonly Line[],
  candidates: readonly Candidate[],
  { isInvoice }: { readonly isInvoice: boolean },
): readonly Candidate[] {
  // A bill may tell of the one before it; see charged-today.ts.
  if (isInvoice || candidates.some(({ rank }) => rank > 0)) return candidates;
  const row = findRowOfCharge(lines, candidates);
  if (row !== null) return [...candidates, row];
  const amounts = lines.flatMap((line, index) =>
    line.amounts.map((amount) => ({ amount, line, index })),
  );
  const values = amounts.map(({ amount }) => amount.value);
  const sentences = findChargingSentences(text, values).filter(({ start, end }) => {
    const words = text.slice(start, end);
    const folded = foldInPlace(words);
    return TOOK.has(foldWords(words)) && HOLDINGS.has(folded) && !IN_GENERAL.test(folded);
  });
  const told = sentences.map((sentence) =>
    amounts.filter(({ amount }) => amount.start >= sentence.start && amount.end <= sentence.end),
  );
  // "You topped up with 500 ₽. The money was taken from card *3391. New balance: 563.20 ₽."
  const isOther = ({ amount }: { readonly amount: Amount }): boolean =>
    candidates.some((one) => one.amount === amount);
  const isUnnamed = sentences.length > 0 && told.every((found) => found.length === 0);
  const [only, ...others] = isUnnamed
    ? amounts.filter((one) => !isOther(one) && isRightBefore(one.amount, sentences))
    : told.flat();
  if (only === undefined || others.length > 0 || !decimalToUnits(only.amount.value))
    return candidates;
  // A condition, an estimate or an old price stays what it is.
  if (candidates.some((one) => one.amount === only.amount)) return candidates;
  return [...candidates, toCandidate(only)].sort((a, b) => a.amount.start - b.amount.start);
}

/** "Taken from your card: £4.20": the only row with such a label, whose words no table of labels has. */
function findRowOfCharge(
  lines: readonly Line[],
  candidates: readonly Candidate[],
): Candidate | null {
  const rows = lines.flatMap((line, index) => {
    const [amount, ...more] = line.amounts;
    if (amount === undefined || more.length > 0 || !decimalToUnits(amount.value)) return [];
    const label = line.text.slice(0, amount.start - line.start);
    const isRow = /[:：\t]\s*[^\p{L}]{0,3}$/u.test(label) && label.length <= LABEL_CHARS_MAX;
    const isFuture = FUTURE.has(foldInPlace(label));
    const isOther = candidates.some((one) => one.amount === amount);
    return isRow && !isFuture && !isOther && namesCharge(label) ? [{ amount, line, index }] : [];
  });
  const [only, ...others] = rows;
  return only === undefined || others.length > 0 ? null : toCandidate(only);
}

function isRightBefore({ currency, end }: Amount, sentences: readonly Place[]): boolean {
  return (
    currency !== null &&
    sentences.some(({ start }) => start >= end && start - end <= BETWEEN_CHARS_MAX)
  );
}

/** "Kartınızdan çekilen tutar": whether a label says that its amount was taken from a card or an account. */
export function namesCharge(label: string): boolean {
  return TOOK.has(foldWords(label)) && HOLDINGS.has(foldInPlace(label));
}

/** The candidates, where a sentence is known to tell what moved: that amount, and no total of a label. */
export function withToldMovement(
  lines: readonly Line[],
  candidates: readonly Candidate[],
  { at, direction }: ToldMovement,
): readonly Candidate[] {
  const told = lines.flatMap((line, index) =>
    line.amounts
      .filter(({ start }) => start === at)
      .map((amount): Candidate => {
        const charged = { ...toCandidate({ amount, line, index }), phrase: MOVEMENT_SENTENCE };
        return direction === "out"
          ? charged
          : { ...charged, role: "refunded", tag: "refunded total", rank: RANKS.refunded };
      }),
  );
  const others = candidates.filter(({ amount, rank }) => rank === 0 && amount.start !== at);
  return told.length === 0
    ? candidates
    : [...others, ...told].sort((a, b) => a.amount.start - b.amount.start);
}

function toCandidate({
  amount,
  line,
  index,
}: {
  readonly amount: Amount;
  readonly line: Line;
  readonly index: number;
}): Candidate {
  const from = Math.max(line.start, amount.start - LABEL_CHARS_MAX);
  const label = line.text.slice(from - line.start, amount.start - line.start);
  return {
    amount,
    role: "charged",
    tag: "charged",
    phrase: CHARGE_SENTENCE,
    rank: RANKS.charged,
    label: { text: label, start: from, place: "before" },
    line: index,
    card: null,
  };
}
