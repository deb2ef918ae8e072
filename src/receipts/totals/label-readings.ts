// What the words of a label say that its amount is. A short label is read from its beginning ("Total
// incl. tax" is a total), a sentence from its end, and words behind an amount by what was done with it.

import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn, wordsIn, type PhraseHit } from "../words/phrases.ts";
import { MONEY_LABELS, RANKS, roleForTag, type MoneyTag, type Role } from "./money-labels.ts";

const METHODS = phrasesIn<"method">({ method: PAYMENT_WORDS["paid at once"] });
const SENTENCE_WORDS_MIN = 10;
/** A label of so many characters, or the last so many of a sentence, are read. */
const SENTENCE_CHARS_MIN = 64;

/** What a label says, with the words that say it, folded. */
export interface LabelReading {
  readonly role: Role;
  readonly tag: MoneyTag;
  readonly phrase: string;
}

type MoneyHit = PhraseHit<MoneyTag> & { readonly role: Role };

/** The words of money labels in folded words, in order. */
export function findMoneyWords(words: string): readonly MoneyHit[] {
  return MONEY_LABELS.find(words).map((hit) => ({ ...hit, role: roleForTag(hit.tag) }));
}

/** The role that a label's folded words give to its amount; null if none of them is known. */
export function readMoneyLabel(all: string): LabelReading | null {
  const isSentence =
    all.length > SENTENCE_CHARS_MIN * 2 || all.split(" ").length > SENTENCE_WORDS_MIN + 2;
  const words = isSentence ? lastWords(all) : all;
  const hits = findMoneyWords(words);
  if (hits.length === 0) return null;
  // "Balance payable at the hotel": it may be a part of the total.
  const later = isSentence ? undefined : hits.find(({ role }) => role === "later");
  if (later !== undefined) return toReading(later);
  // "Your total for 2026 comes to 85.00": of all that was paid in a year.
  const total = hits.find(({ role }) => role === "total" || role === "grand");
  if (total !== undefined && OF_YEAR.test(words.slice(total.end)))
    return { role: "veto", tag: "veto", phrase: total.phrase };
  const veto = hits.find((hit) => isVeto(hit, hits, words));
  if (veto !== undefined) return toReading(veto);
  const known = hits.filter(({ role }) => role !== "veto");
  const overriding =
    known.find(({ role }) => role === "credit") ?? known.find(({ role }) => role === "refunded");
  if (overriding !== undefined) return toReading(overriding);
  if (isSentence) return toReading(known.at(-1));
  return toReading(paidBy(known, words) ?? decidingWord(known));
}

/** Whether a word vetoes: some do anywhere, some ("from $5") only right before the amount. */
function isVeto({ tag, end }: MoneyHit, hits: readonly MoneyHit[], words: string): boolean {
  const isLast = end >= words.length - 1;
  if (tag === "veto before amount") return isLast;
  // "was $20" is an old price, "total was $20" is a total.
  if (tag === "veto alone before amount") return isLast && hits.length === 1;
  return tag === "veto" || tag === "saved";
}

/** The first word that says more than "amount"; "total excl. tax" is a subtotal all the same. */
function decidingWord(known: readonly MoneyHit[]): MoneyHit | undefined {
  const first = known.find(({ role }) => role !== "amount") ?? known[0];
  if (first === undefined || RANKS[first.role] <= RANKS.amount) return first;
  return known.find(({ role, start }) => role === "subtotal" && start > first.start) ?? first;
}

/** "Total final payé par Bancontact": a total, right behind it that it is paid, and then by which means. */
function paidBy(known: readonly MoneyHit[], words: string): MoneyHit | undefined {
  return known.find(
    ({ role, start, end }) =>
      role === "charged" &&
      known.some((total) => isTotal(total) && /^ ?$/u.test(words.slice(total.end, start))) &&
      METHODS.find(words.slice(end)).length > 0,
  );
}

function isTotal({ role }: MoneyHit): boolean {
  return role === "total" || role === "grand";
}

const OF_YEAR =
  /^ ?(?:for|in|pour|en|fur|im jahr|nel|per|em|voor|za|w roku|i|ar) (?:19|20)\d\d \p{L}/u;

const BEHIND_ROLES: ReadonlySet<Role> = new Set(["credit", "veto", "subtotal", "tax"]);
/** "179 kr från ditt kort": behind an amount such words say nothing of it. */
const BEFORE_ONLY: ReadonlySet<MoneyTag> = new Set<MoneyTag>([
  "total before amount",
  "veto before amount",
  "veto alone before amount",
]);
const BEHIND_WORDS_MAX = 2;

/**
 * Reads the folded words behind an amount. They count only if they say what was done with it: "was
 * charged", "paid", "total". "Tax included" is behind every price of a list.
 */
export function readLabelBehind(all: string): LabelReading | null {
  const words = all.slice(0, SENTENCE_CHARS_MIN);
  if (isApproved(words)) return APPROVED;
  const [hit] = findMoneyWords(words);
  if (hit === undefined || BEFORE_ONLY.has(hit.tag)) return null;
  const before = words.slice(0, hit.start).trim();
  if (before.split(" ").length > BEHIND_WORDS_MAX || WHEN.test(before)) return null;
  return RANKS[hit.role] > RANKS.amount || BEHIND_ROLES.has(hit.role) ? toReading(hit) : null;
}

/** What a payment that its bank approved says of its amount. */
export const APPROVED: LabelReading = { role: "charged", tag: "charged", phrase: "approved" };
const APPROVALS: ReadonlySet<string> = new Set(
  wordsIn(PAYMENT_WORDS.approved).map((word) => foldWords(word).trim()),
);

/** Whether folded words say that a payment was approved, and nothing else. */
export function isApproved(words: string): boolean {
  return APPROVALS.has(words.trim());
}

/** "50 CZK for payment in advance", "100 CZK when paying on board": what would be paid. */
const WHEN = /(?:^| )(?:for|when|while|if|upon|pour|lors|bei|para|per|voor|przy|pri)$/u;

/** The reading of a word; null where there is none. */
export function toReading(hit: MoneyHit | undefined): LabelReading | null {
  return hit === undefined ? null : { role: hit.role, tag: hit.tag, phrase: hit.phrase };
}

/** The last words of a sentence. */
function lastWords(words: string): string {
  const tail = words.slice(-SENTENCE_CHARS_MIN);
  const blank = tail.indexOf(" ");
  return blank === -1 ? tail : tail.slice(blank);
}
