// Words in cells, not labels, that say what a row is: its side, whether it is booked, whether it is
// a balance or a total. The words are data (words/cell-words.json, words/balance-words.json).

import balanceWords from "../../words/balance-words.json" with { type: "json" };
import cellWords from "../../words/cell-words.json" with { type: "json" };
import { normalLabel } from "./labels.ts";

/** Words in normal form -> what they mean; of a word in several lists the first counts. */
function meanings<T>(lists: readonly (readonly [T, readonly string[]])[]): ReadonlyMap<string, T> {
  const byWord = new Map<string, T>();
  for (const [meaning, words] of lists)
    for (const word of words.map(normalLabel)) if (!byWord.has(word)) byWord.set(word, meaning);
  return byWord;
}

/**
 * Words of a debit/credit column. "s" and "h" are Soll and Haben, "wn" and "ma" Polish, "af" and
 * "bij" Dutch.
 */
const SIDES = meanings<"out" | "in" | "none">([
  ["out", cellWords.side.out],
  ["in", cellWords.side.in],
  ["none", cellWords.side.neither],
]);

/**
 * The side that a word of a debit/credit column names; "none" for a word that names neither; null
 * for any other text.
 */
export function readSide(cell: string): "out" | "in" | "none" | null {
  const trimmed = cell.trim();
  if (trimmed === "-" || trimmed === "−") return "out";
  if (trimmed === "+") return "in";
  const key = normalLabel(trimmed);
  // "/" is how Chinese services print that there is nothing.
  if (key === "") return trimmed === "" || trimmed === "/" ? "none" : null;
  return SIDES.get(key) ?? null;
}

/** Whether an amount's cell marks it as money in: "+ £10.00", "10.00 CR". */
export function isMarkedAsIn(cell: string): boolean {
  return cell.includes("+") || /\dh?\s?cr\.?\s*$/i.test(cell);
}

const STATUSES = meanings<"pending" | "void">([
  ["pending", cellWords.status.pending],
  ["void", cellWords.status.void],
]);

/**
 * What a status cell says: "pending", "void" (declined, cancelled), or null (booked, or an unknown
 * word).
 */
export function readStatus(cell: string): "pending" | "void" | null {
  return STATUSES.get(normalLabel(cell)) ?? null;
}

const PENDING_HEADINGS: ReadonlySet<string> = new Set(cellWords.pending_headings);

/** Whether a line of one text says that the rows below it are pending. */
export function headsPending(cell: string): boolean {
  return PENDING_HEADINGS.has(normalLabel(cell));
}

/**
 * Phrases with which a row names itself a balance or a total, matched from the beginning of a cell.
 */
const SUMMARIES = balanceWords.summaries.map(normalLabel);
/** After a summary a longer text may follow; a lone ordinary word must be the whole cell. */
const WHOLE_ONLY: ReadonlySet<string> = new Set(balanceWords.summaries_alone.map(normalLabel));

const SUMMARIES_BY_LETTER = Map.groupBy(SUMMARIES, (phrase) => phrase.slice(0, 1));
/** The same payees come back row after row; remembering them changes no answer. */
const CACHE_ENTRIES_MAX = 500;
const summaryCache = new Map<string, boolean>();
const BEGINNING = 4;
/** Every beginning of every phrase, of one to four letters, packed into a number. */
const SUMMARY_BEGINNINGS: ReadonlySet<number> = new Set(
  SUMMARIES.flatMap((phrase) =>
    [1, 2, 3, BEGINNING].map((length) => packedBeginning(phrase.slice(0, length))),
  ),
);

/**
 * Whether the cell says that its row is a balance, a total or a carry-over. Called for every row.
 */
export function isSummary(cell: string): boolean {
  if (cell.length > 60 || cell.length < 2) return false;
  const packed = packedBeginning(cell);
  if (packed > 0 && !SUMMARY_BEGINNINGS.has(packed)) return false;
  const known = summaryCache.get(cell);
  if (known !== undefined) return known;
  if (summaryCache.size >= CACHE_ENTRIES_MAX) summaryCache.clear();
  const summary = beginsWithSummary(normalLabel(cell));
  summaryCache.set(cell, summary);
  return summary;
}

/** Whether the cell names a balance or a total by a word that no payee has: "TOTAL" is one's name. */
export function isPlainSummary(cell: string): boolean {
  return isSummary(cell) && !WHOLE_ONLY.has(normalLabel(cell));
}

function beginsWithSummary(key: string): boolean {
  return (SUMMARIES_BY_LETTER.get(key.slice(0, 1)) ?? []).some(
    (phrase) =>
      key === phrase ||
      (key.startsWith(phrase) &&
        !WHOLE_ONLY.has(phrase) &&
        /^[ \d]/.test(key.slice(phrase.length)) &&
        key.length <= phrase.length + 24),
  );
}

/**
 * The first ASCII letters and digits in lower case, which normal form keeps as they are; 0 if
 * there are none.
 */
function packedBeginning(cell: string): number {
  let packed = 0;
  for (let i = 0; i < BEGINNING; i += 1) {
    const unit = cell.charCodeAt(i);
    const small = unit >= 65 && unit <= 90 ? unit + 32 : unit;
    if (!((small >= 48 && small <= 57) || (small >= 97 && small <= 122))) break;
    packed = packed * 128 + small;
  }
  return packed;
}

const CARD_PAYMENT = new RegExp(`\\b(${cellWords.card_payments.join("|")})\\b`);

/** Whether the text is one that card issuers print for the customer's own payment of the bill. */
export function isCardPayment(text: string): boolean {
  return CARD_PAYMENT.test(normalLabel(text));
}

/** Texts in which a word begins with one of these. */
function beginWith(words: readonly string[]): RegExp {
  const parts = words.map((word) => normalLabel(word) + (word.endsWith(" ") ? " " : ""));
  return new RegExp(` (?:${parts.toSorted().join("|")})`, "u");
}

const TEXTS_IN = beginWith(cellWords.text.in);
const TEXTS_OUT = beginWith(cellWords.text.out);

/**
 * The side that a row's text suggests; null if it suggests none. `card`: words for a card's own
 * payments count as money in.
 */
export function guessSide(text: string, card: boolean): "in" | "out" | null {
  const key = ` ${normalLabel(text)} `;
  const inside =
    TEXTS_IN.test(key) ||
    (card && cellWords.text.in_on_cards.some((word) => key.includes(` ${word} `)));
  const outside = TEXTS_OUT.test(key);
  if (inside === outside) return null;
  return inside ? "in" : "out";
}

const OPENINGS = balanceWords.opening_balances.map(normalLabel);
const CLOSINGS = balanceWords.closing_balances.map(normalLabel);
/**
 * Words for a balance anywhere in a label, and words that say which end of the statement it is of.
 */
const BALANCES = balanceWords.balance_parts.map(normalLabel);
const OPENING_WORDS: ReadonlySet<string> = new Set(balanceWords.opening_words.map(normalLabel));
const CLOSING_WORDS: ReadonlySet<string> = new Set(balanceWords.closing_words.map(normalLabel));

/**
 * Which balance of the statement a text outside the table names: "other" for one at neither end;
 * null if it names no balance.
 */
export function readBalanceName(text: string): "opening" | "closing" | "other" | null {
  const label = normalLabel(text);
  const begins = (phrase: string) => label === phrase || label.startsWith(`${phrase} `);
  if (OPENINGS.some(begins)) return "opening";
  if (CLOSINGS.some(begins)) return "closing";
  if (!BALANCES.some((word) => label.includes(word))) return null;
  const words = label.split(" ");
  const opens = words.some((word) => OPENING_WORDS.has(word));
  if (opens === words.some((word) => CLOSING_WORDS.has(word))) return "other";
  return opens ? "opening" : "closing";
}
