// "Wir haben 14,90 € von Ihrer Kreditkarte abgebucht": a shop says in a sentence what it charged, and no label
// does.

import { findChargingSentences } from "./charging-sentence.ts";
import type { Candidate } from "./candidates.ts";
import type { ToldMovement } from "./told-movement.ts";
import type { Line } from "./lines.ts";
import { HOLDINGS } from "../alerts/vocabulary.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { foldInPlace } from "../words/in-place.ts";
import { foldWords, phrasesIn, wordsIn } from "../words/phrases.ts";
import type { Amount } from "./money/amount.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { RANKS } from "./money-labels.ts";

/** "Charged", "abgebucht": a verb, where "purchase" may be of an offer. */
const TOOK = phrasesIn<"took">({ took: PAYMENT_WORDS["took from a card"] });
/** "Each month", "so far": what is charged in general, or was before a price changed. */
const IN_GENERAL = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["in general"]).map(foldInPlace).join("|")})(?!\p{L})`,
  "u",
);
const LABEL_CHARS_MAX = 60;
/** The words by which a candidate of such a sentence is known. */
const CHARGE_SENTENCE = "a sentence of a charge";
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
  const [only, ...others] = told.flat();
  if (only === undefined || others.length > 0 || !decimalToUnits(only.amount.value))
    return candidates;
  // A condition, an estimate or an old price stays what it is.
  if (candidates.some((one) => one.amount === only.amount)) return candidates;
  return [...candidates, toCandidate(only)].sort((a, b) => a.amount.start - b.amount.start);
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
