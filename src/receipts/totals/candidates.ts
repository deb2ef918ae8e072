// Reads the label of each amount for what the amount is: a total, a part, a balance. A short label
// is read from its beginning ("Total incl. tax" is a total), a sentence from its end. A veto word
// always decides. An amount without a label is no candidate for the total, however large it is.

import { isQuoted } from "../alerts/quotes.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn, wordsIn } from "../words/phrases.ts";
import { foldInPlace } from "../words/in-place.ts";
import { findChanged } from "../alerts/changed-amounts.ts";
import { isConditional } from "../alerts/conditions.ts";
import { sumsUp } from "../alerts/not-moved.ts";
import { isTally } from "../alerts/quantities.ts";
import { isHandedOver, namesCash } from "./cash.ts";
import { readLineBelow } from "./line-below.ts";
import {
  findMoneyWords,
  readLabelBehind,
  readMoneyLabel,
  toReading,
  type LabelReading,
} from "./label-readings.ts";
import { findSentenceStart, listLabels, splitLines, type Label, type Line } from "./lines.ts";
import type { Amount } from "./money/amount.ts";
import { findCards, type CardSeen } from "./money/cards.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { PAYMENT_METHOD_RANK, RANKS, type MoneyTag, type Role } from "./money-labels.ts";
import { readRefundBlock } from "./refund-block.ts";
import { withoutBrackets } from "./tax-remarks.ts";

export interface Candidate {
  readonly amount: Amount;
  readonly role: Role;
  /** How sure the role makes it the total; 0 if it is something else. */
  readonly rank: number;
  /** The words that decided, folded, and their tag in the word file. */
  readonly phrase: string;
  readonly tag: MoneyTag;
  readonly label: Label;
  /** Index of its line. */
  readonly line: number;
  /** The card that the label says was charged. */
  readonly card: CardSeen | null;
}

const BEHIND_RANK_LOSS = 4;
const COLUMNS_MAX = 12;
const METHOD_WORDS_MAX = 4;
const CONDITION_CHARS_MIN = 10;
const CONDITION_CHARS_MAX = 60;
const BEHIND_CHARS = 26;

/** Ways to pay: a line such as "Visa *1234 $5.00" says what was charged. */
const METHODS = phrasesIn<"method">({ method: PAYMENT_WORDS.method });
const INCLUDED = phrasesIn<"included">({ included: PAYMENT_WORDS.included });
/** "We held 80.00 on your Visa ...4242": an amount that was only reserved. */
const HELD = phrasesIn<"held">({ held: PAYMENT_WORDS.held });
/** Hardly any line has the sign that the next patterns begin or end with. */
const TIMES = /[x×]/i;
/** "10x de R$ 12,00", "3 × 20 €": an instalment, one of several. */
const INSTALMENT = /(?<![\p{L}\d])\d{1,3} ?[x×] ?(?:de|of|à|a|von|di|på|po)? ?$/iu;

/** "$48.50 x 2", "1,296円(税込) × 3点": the price of one of several. */
const UNIT_PRICE = /^ ?(?:[((][^(()),\n]{1,16}[))])? [x×] ?\d{1,3}(?![\d.,])/iu;
/** "x 3 = $12.00": what several of an item cost. */
const LINE_PRICE = /[x×] ?\d{1,3} ?\p{L}{0,6} ?= ?(?:\p{Sc}|\p{L}{3})? ?$/iu;
/** "$48.50/night": the price of one night, person or piece. */
const PER_UNIT = new RegExp(
  `^ ?/ ?(?:${wordsIn(PAYMENT_WORDS.unit).join("|")})(?![\\p{L}\\d])`,
  "iu",
);

/** The candidates of a text, in order, with its lines. */
export function findCandidates(text: string): {
  readonly lines: readonly Line[];
  readonly candidates: readonly Candidate[];
} {
  const lines = splitLines(text);
  const cards = findCards(text);
  const hasCash = namesCash(text);
  const folded = foldInPlace(text);
  const changed = findChanged(
    text,
    folded,
    lines.flatMap(({ amounts }) => amounts),
  );
  const view = { lines, cards, folded, hasSums: sumsUp(folded), changed };
  const candidates = lines.flatMap((line, index) =>
    hasCash && isHandedOver(lines, index)
      ? line.amounts.map((amount) => refuse(amount, index, "handed over"))
      : line.amounts.flatMap((amount, which) =>
          isQuoted(text, amount)
            ? []
            : (readGivenBack(lines, index) ?? readCandidate(view, index, which) ?? []),
        ),
  );
  return { lines, candidates };
}

/** What all candidates of a text are read from. */
interface LabelledText {
  readonly lines: readonly Line[];
  readonly cards: readonly CardSeen[];
  /** The text, folded in place. */
  readonly folded: string;
  /** Whether the text has words of a sum of a period, on whatever line. */
  readonly hasSums: boolean;
  /** The prices of before and after. */
  readonly changed: ReadonlySet<Amount>;
}

/** The only amount of a line, where it went back to a way to pay. */
function readGivenBack(lines: readonly Line[], index: number): Candidate | null {
  const [amount] = lines[index]?.amounts ?? [];
  const block = amount === undefined ? null : readRefundBlock(lines, index);
  return amount === undefined || block === null
    ? null
    : {
        amount,
        ...block.reading,
        rank: RANKS.refunded,
        label: block.label,
        line: index,
        card: null,
      };
}

function readCandidate(
  { lines, cards, folded, hasSums, changed }: LabelledText,
  index: number,
  which: number,
): Candidate | null {
  const amount = lines[index]?.amounts[which];
  const line = lines[index];
  if (amount === undefined || line === undefined) return null;
  if (isInnerColumn(line, which) && !isHeadedAsCharged(lines, index, which)) return null;
  if (isInstalment(line, amount)) return refuse(amount, index, "one of several");
  if (isThreshold(line, amount)) return refuse(amount, index, "or more");
  if (isTally(folded.slice(line.start, line.end).trimStart()))
    return refuse(amount, index, "what some of several paid");
  if (changed.has(amount)) return refuse(amount, index, "before and after");
  if (isHypothetical(line, amount, folded)) return refuse(amount, index, "a condition");
  if (hasSums && line.amounts.length === 1 && sumsUp(folded.slice(line.start, line.end)))
    return refuse(amount, index, "a sum of a period");
  for (const label of orderLabels(findLabels(lines, index, which))) {
    if (label.place === "above" && beginsSentence(line, amount)) continue;
    const words = foldWords(joinSpaced(withoutBrackets(label.text)));
    const seen = readTaxWithin(line, which, label, words) ?? readLabelAt(label, words);
    const reading = seen?.tag === "veto before amount" && endsWithForm(label) ? null : seen;
    const end = label.start + label.text.length;
    const card = cards.find((one) => one.from >= label.start && one.end <= end) ?? null;
    if (
      label.place !== "behind" &&
      !(label.place === "head" && card !== null) &&
      (reading === null || reading.role === "amount") &&
      (card !== null || isPaymentMethod(words)) &&
      !HELD.has(words)
    ) {
      const method = { role: "charged", tag: "charged", phrase: "way to pay" } as const;
      return { amount, ...method, rank: PAYMENT_METHOD_RANK, label, line: index, card };
    }
    // "До сплати було заблоковано 900,00": what was held is not what is to pay.
    if (reading?.role === "due" && HELD.has(words)) return refuse(amount, index, "only held");
    if (reading !== null)
      return {
        amount,
        ...reading,
        rank: rankAt(reading.role, label.place),
        label,
        line: index,
        card,
      };
  }
  const below = readLineBelow(lines, index);
  if (below === null) return readDeduction(line, amount, index);
  const { reading, label } = below;
  return {
    amount,
    ...reading,
    rank: rankAt(reading.role, "behind"),
    label,
    line: index,
    card: null,
  };
}

const OR_MORE = phrasesIn({ more: PAYMENT_WORDS["or more"] });
const OR_MORE_CHARS = 24;

/** "You spent $60 or more in one shop": what had to be spent, and not what was. */
function isThreshold({ start, text }: Line, { end }: Amount): boolean {
  return OR_MORE.isAt(foldWords(text.slice(end - start, end - start + OR_MORE_CHARS)), 1);
}

/** "Kreditfaktura från Norrdata AB" over "489,00 kr": the form of a company, in capitals, is no German "from". */
function endsWithForm({ text }: Label): boolean {
  return /\p{Ll}/u.test(text) && /\s\p{Lu}{2}[\s:]*$/u.test(text);
}

/** The phrase of a deduction whose label is not known. */
export const TAKEN_OFF = "taken off";

/** "Store credit  -5.00": a negative amount behind words that are not known. */
function readDeduction(line: Line, amount: Amount, index: number): Candidate | null {
  const before = line.text.slice(0, amount.start - line.start);
  return amount.negative && /^\p{L}[^\n]{1,60}[\t:：][^\t:：\p{L}]*$/u.test(before)
    ? { ...refuse(amount, index, TAKEN_OFF), role: "credit", tag: "credit" }
    : null;
}

/** Words behind an amount that refuse it ("750 TL and over") count before the line above it. */
function orderLabels(labels: readonly Label[]): readonly Label[] {
  const behind = labels.find(({ place }) => place === "behind");
  return behind !== undefined && readLabelBehind(foldWords(behind.text))?.role === "veto"
    ? [...labels.filter(({ place }) => place === "before"), behind]
    : labels;
}

/** "合 計", "小  計", "送 料": two characters set apart, as texts in columns print them. */
const SPACED = /^(\p{Script=Han}) {1,4}(\p{Script=Han})(?=\s*[:：\t]|\s*$)/u;

function joinSpaced(text: string): string {
  return text.replace(SPACED, "$1$2");
}

/** An amount that is no total, whatever its label says. */
function refuse(amount: Amount, line: number, phrase: string): Candidate {
  const label: Label = { text: "", start: amount.start, place: "before" };
  return { amount, role: "veto", tag: "veto", phrase, rank: 0, label, line, card: null };
}

/** "10x de R$ 12,00" or "$48.50 x 2". */
function isInstalment(line: Line, amount: Amount): boolean {
  const at = amount.start - line.start;
  const before = line.text.slice(Math.max(0, at - 16), at);
  const behind = line.text.slice(amount.end - line.start, amount.end - line.start + BEHIND_CHARS);
  const isOfSeveral =
    TIMES.test(line.text) &&
    (INSTALMENT.test(before) ||
      UNIT_PRICE.test(behind) ||
      LINE_PRICE.test(before) ||
      isPriceOfSeveral(line, amount));
  return isOfSeveral || PER_UNIT.test(behind);
}

/** "2,200円(税込) × 1冊  2,200円": behind the price of one and how many there are. */
function isPriceOfSeveral(line: Line, amount: Amount): boolean {
  const one = line.amounts[line.amounts.indexOf(amount) - 1];
  const between = line.text.slice((one?.end ?? line.end) - line.start, amount.start - line.start);
  return one !== undefined && UNIT_PRICE.test(between) && /^[^\t]*\t[^\t\p{L}]*$/u.test(between);
}

/** "If you give €250 or more, we can claim tax back": an amount of what may be. */
function isHypothetical(line: Line, amount: Amount, folded: string): boolean {
  const start = line.start + findSentenceStart(line.text.slice(0, amount.start - line.start));
  const end = Math.min(start + CONDITION_CHARS_MAX, amount.start);
  const sentence = folded.slice(start, end);
  // "It can be used at the till, when you have collected 75.00".
  const clause = sentence.slice(sentence.lastIndexOf(", ") + 1);
  return (
    (sentence.length >= CONDITION_CHARS_MIN && isConditional(sentence, 0)) ||
    (clause.length < sentence.length &&
      clause.length >= CONDITION_CHARS_MIN &&
      isConditional(clause, 0))
  );
}

/** "£25 could provide clean water for a month.": no line above says what that amount is. */
function beginsSentence(line: Line, amount: Amount): boolean {
  return /^ \p{Ll}.{18,}\s\p{L}{2}.*[.!?]\s*$/u.test(line.text.slice(amount.end - line.start));
}

/** The labels of an amount. The last of several columns has the label of the first. */
function findLabels(lines: readonly Line[], index: number, which: number): readonly Label[] {
  if (isHeadedAsCharged(lines, index, which))
    return listLabels(lines, index, which).filter(({ place }) => place === "head");
  const line = lines[index];
  const isSum =
    line !== undefined && which > 0 && which === line.amounts.length - 1 && isInnerColumn(line, 0);
  return isSum
    ? listLabels(lines, index, 0).filter(({ place }) => place === "before")
    : withoutRemark(lines[index - 2], listLabels(lines, index, which));
}

/** "To pay", "VAT included", "134.45": the total's label stands over a remark about its tax. */
function withoutRemark(over: Line | undefined, labels: readonly Label[]): readonly Label[] {
  const [remark, ...others] = labels;
  if (remark?.place !== "above" || over === undefined || over.amounts.length > 0) return labels;
  const words = foldWords(remark.text);
  const isRemark = INCLUDED.isAt(words, 1) && readMoneyLabel(words)?.role === "tax";
  const total = isRemark && !over.text.includes("\t") ? readMoneyLabel(foldWords(over.text)) : null;
  return total !== null && RANKS[total.role] >= RANKS.due
    ? [{ text: over.text, start: over.start, place: "above" }, ...others]
    : labels;
}

/**
 * The head of a column names every line below it, so it says no more than "amount"; over a single line it says what
 * was charged, or else no more either, since an item may be on that line.
 */
function rankAt(role: Role, place: Label["place"]): number {
  const isOfItems = place === "column" || (place === "head" && role !== "charged");
  return isOfItems
    ? Math.min(RANKS[role], RANKS.amount)
    : RANKS[role] - (place === "behind" ? BEHIND_RANK_LOSS : 0);
}

/**
 * Whether an amount is one of several columns after one label and not their sum: net, tax and
 * gross, or a unit price and a line's price. The label names only the last amount, and only where
 * the others add up to it.
 */
function isInnerColumn(line: Line, which: number): boolean {
  const columns = line.amounts;
  const [first] = columns;
  if (
    columns.length < 2 ||
    columns.length > COLUMNS_MAX ||
    first === undefined ||
    !/\p{L}/u.test(line.text.slice(0, first.start - line.start))
  )
    return false;
  const hasTextBetween = columns.some(
    (amount, at) =>
      at > 0 &&
      !/^[\s|]*$/.test(
        line.text.slice(
          (columns[at - 1]?.end ?? line.start) - line.start,
          amount.start - line.start,
        ),
      ),
  );
  const currencies = new Set(
    columns.flatMap(({ currency }) => (currency === null ? [] : [currency])),
  );
  if (hasTextBetween || currencies.size > 1 || columns.every(({ value }) => value === first.value))
    return false;
  const values = columns.map(({ value }): number => decimalToUnits(value) ?? 0);
  const last = values.at(-1) ?? 0;
  return (
    which < columns.length - 1 ||
    values.slice(0, -1).reduce((sum, value) => sum + value, 0) !== last
  );
}

/** "List price, Discount, Amount paid" over the amounts of a single line: the head names its own. */
function isHeadedAsCharged(lines: readonly Line[], index: number, which: number): boolean {
  if (lines[index]?.text.includes("\t") !== true) return false;
  return listLabels(lines, index, which).some(
    ({ place, text }) => place === "head" && readMoneyLabel(foldWords(text))?.role === "charged",
  );
}

/** Whether folded words begin with a way to pay, and are few. */
function isPaymentMethod(words: string): boolean {
  return METHODS.isAt(words, 1) && words.trim().split(" ").length <= METHOD_WORDS_MAX;
}

function readLabelAt({ place }: Label, words: string): LabelReading | null {
  return place === "behind" ? readLabelBehind(words) : readMoneyLabel(words);
}

/** "Total incl. 8.1 % VAT (1.99)  26.50": the amount in brackets behind a tax, before another. */
function readTaxWithin(
  { amounts }: Line,
  which: number,
  { place, text }: Label,
  words: string,
): LabelReading | null {
  if (place !== "before" || which >= amounts.length - 1 || !/[(（]\s?$/u.test(text)) return null;
  const last = findMoneyWords(words).at(-1);
  return last?.role === "tax" ? toReading(last) : null;
}
