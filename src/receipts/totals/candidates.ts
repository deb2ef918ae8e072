// What each amount of a view says it is. A short label is read from its beginning ("Total incl. tax" is a total), a
// sentence from its end; a word that vetoes, vetoes. Amounts without a label are no candidates, however large.

import { findCards, type CardSeen } from "./money/cards.ts";
import type { Amount } from "./money/amounts.ts";
import { unitsOf } from "./money/numbers.ts";
import { MONEY_LABELS, RANKS, type Role } from "./lexicon.ts";
import { labelsOf, linesOf, type Label, type Line } from "./lines.ts";
import { folded, Phrases, type PhraseHit } from "../words/phrases.ts";

export interface Candidate {
  readonly amount: Amount;
  readonly role: Role;
  /** How sure the role makes it the total; 0 where it is something else. */
  readonly rank: number;
  /** The words that decided, folded. */
  readonly phrase: string;
  readonly label: Label;
  /** Index of its line. */
  readonly line: number;
  /** The card it says it was charged to. */
  readonly card: CardSeen | null;
}

const SENTENCE_WORDS_MIN = 10;
const SENTENCE_CHARS_MIN = 64;
const METHOD_RANK = 50;
const BEHIND_LOSS = 4;
const COLUMNS_MAX = 12;

/** Ways to pay: a line of its own "Visa *1234 $5.00" says what was charged. */
const METHODS = new Phrases<"method">([
  [
    "method",
    "visa|mastercard|master card|amex|american express|discover|maestro|venmo|venmo account|paypal|apple pay|google pay|gpay|samsung pay|cash|cash paid|debit card|credit card|card|girocard|ec karte|ec cash|kreditkarte|kartenzahlung|carte bancaire|cb|tarjeta|carta di credito|bancomat|ideal|bancontact|swish|mobilepay|vipps|blik|pix|upi|alipay|wechat pay|klarna|afterpay|bar|espèces|efectivo|contanti|contant|kontant|gotówka|hotově|készpénz|nakit|наличные|банковская карта|クレジットカード|現金|现金|카드|chase credit card|bank account|checking account|direct debit|lastschrift|sepa lastschrift",
  ],
]);
/** "10x de R$ 12,00", "3 × 20 €": one of several. */
const INSTALMENT = /(?<![\p{L}\d])\d{1,3} ?[x×] ?(?:de|of|à|a|von|di|på|po)? ?$/iu;
/** Prepositions and the like veto only right before the amount: "from $5". */
const AT_END = new Set(
  "was|then|ab|statt|od|do|от|до|van|tot|απο|des|antes|hasta|desde|ate|fra|fran|from only|up to|jusqu a|rest|resto|reste|rate|max|each|over|minst|par mois|tu|из|body|bar".split(
    "|",
  ),
);

/** The candidates of a view, in order. */
export function candidatesOf(text: string): {
  readonly lines: readonly Line[];
  readonly candidates: readonly Candidate[];
} {
  const lines = linesOf(text);
  const cards = findCards(text);
  const candidates = lines.flatMap((line, index) =>
    line.amounts.flatMap((_amount, which) => candidateOf(lines, index, which, cards) ?? []),
  );
  return { lines, candidates };
}

function candidateOf(
  lines: readonly Line[],
  index: number,
  which: number,
  cards: readonly CardSeen[],
): Candidate | null {
  const amount = lines[index]?.amounts[which];
  const line = lines[index];
  if (amount === undefined || line === undefined || isOtherColumn(line, which)) return null;
  if (
    INSTALMENT.test(
      line.text.slice(Math.max(0, amount.start - line.start - 16), amount.start - line.start),
    )
  )
    return {
      amount,
      role: "veto",
      rank: 0,
      phrase: "one of several",
      label: { text: "", start: amount.start, place: "before" },
      line: index,
      card: null,
    };
  for (const label of labelsFor(lines, index, which)) {
    const read = label.place === "behind" ? roleBehind(label.text) : roleOf(label.text);
    const end = label.start + label.text.length;
    const card = cards.find((one) => one.from >= label.start && one.end <= end) ?? null;
    const method =
      label.place !== "behind" &&
      (read === null || read.role === "amount") &&
      (card !== null || isMethod(label.text));
    if (method)
      return {
        amount,
        role: "charged",
        rank: METHOD_RANK,
        phrase: "way to pay",
        label,
        line: index,
        card,
      };
    if (read !== null)
      return { amount, ...read, rank: rankAt(read.role, label.place), label, line: index, card };
  }
  return null;
}

/** The labels of an amount; the last of columns that add up has the label of the first. */
function labelsFor(lines: readonly Line[], index: number, which: number): readonly Label[] {
  const line = lines[index];
  const summed =
    line !== undefined && which > 0 && which === line.amounts.length - 1 && isOtherColumn(line, 0);
  return summed
    ? labelsOf(lines, index, 0).filter(({ place }) => place === "before")
    : labelsOf(lines, index, which);
}

/** The head of a column speaks of every line below it, so it says no more than "amount". */
function rankAt(role: Role, place: Label["place"]): number {
  return place === "column"
    ? Math.min(RANKS[role], RANKS.amount)
    : RANKS[role] - (place === "behind" ? BEHIND_LOSS : 0);
}

/**
 * Behind one label several amounts of one currency in columns: net, tax and gross, or a piece and its sum. Only the last is
 * what the label names, and only where the others add up to it.
 */
function isOtherColumn(line: Line, which: number): boolean {
  const run = line.amounts;
  const [first] = run;
  if (
    run.length < 2 ||
    run.length > COLUMNS_MAX ||
    first === undefined ||
    !/\p{L}/u.test(line.text.slice(0, first.start - line.start))
  )
    return false;
  const apart = run.some(
    (amount, at) =>
      at > 0 &&
      !/^[\s|]*$/.test(
        line.text.slice((run[at - 1]?.end ?? line.start) - line.start, amount.start - line.start),
      ),
  );
  const currencies = new Set(run.flatMap(({ currency }) => (currency === null ? [] : [currency])));
  if (apart || currencies.size > 1 || run.every(({ value }) => value === first.value)) return false;
  const values = run.map(({ value }): number => unitsOf(value) ?? 0);
  const last = values.at(-1) ?? 0;
  return (
    which < run.length - 1 || values.slice(0, -1).reduce((sum, value) => sum + value, 0) !== last
  );
}

function isMethod(text: string): boolean {
  const words = folded(text);
  const [first] = METHODS.find(words);
  return first !== undefined && first.start <= 1 && words.trim().split(" ").length <= 4;
}

interface Read {
  readonly role: Role;
  readonly phrase: string;
}

/** What a label says; null where none of its words is known. */
export function roleOf(label: string): Read | null {
  const all = folded(label);
  const sentence =
    all.split(" ").length > SENTENCE_WORDS_MIN + 2 || all.length > SENTENCE_CHARS_MIN * 2;
  const words = sentence ? tailOf(all) : all;
  const hits = MONEY_LABELS.find(words);
  const vetoing = hits.find(
    (hit) =>
      hit.tag === "veto" &&
      (!AT_END.has(hit.phrase) ||
        (hit.end >= words.length - 1 && !(hit.phrase === "was" && hits.length > 1))),
  );
  if (vetoing !== undefined) return readOf(vetoing);
  const known = hits.filter((hit) => hit.tag !== "veto");
  const overriding =
    known.find((hit) => hit.tag === "credit") ?? known.find((hit) => hit.tag === "refunded");
  if (overriding !== undefined) return readOf(overriding);
  if (sentence) return known.length === 0 ? null : readOf(known.at(-1));
  const first = known.find((hit) => hit.tag !== "amount") ?? known[0];
  const excluding =
    first !== undefined && RANKS[first.tag] > RANKS.amount
      ? known.find((hit) => hit.tag === "subtotal" && hit.start > first.start)
      : undefined;
  return readOf(excluding ?? first);
}

/** Behind an amount only what was done with it counts: "was charged", "paid", "total". */
function roleBehind(text: string): Read | null {
  const words = folded(text).slice(0, SENTENCE_CHARS_MIN);
  const [hit] = MONEY_LABELS.find(words);
  if (hit === undefined || words.slice(0, hit.start).trim().split(" ").length > 2) return null;
  return RANKS[hit.tag] > RANKS.amount || hit.tag === "credit"
    ? readOf(hit)
    : hit.tag === "veto" || hit.tag === "subtotal" || hit.tag === "tax"
      ? readOf(hit)
      : null;
}

function readOf(hit: PhraseHit<Role> | undefined): Read | null {
  return hit === undefined ? null : { role: hit.tag, phrase: hit.phrase };
}

/** The last words of a sentence. */
function tailOf(words: string): string {
  const tail = words.slice(-SENTENCE_CHARS_MIN);
  const blank = tail.indexOf(" ");
  return blank === -1 ? tail : tail.slice(blank);
}
