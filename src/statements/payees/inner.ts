// Leaves out numbers, dates, references and politeness within or after a name.

import { keyAt, leaveOut, nextWord, wordBefore, type Draft } from "./draft.ts";
import { isDigit } from "./keys.ts";
import { AFTER_DATES, BEFORE_DATES, FILLERS, LABELS, MONTH_NAMES } from "./labels.ts";
import {
  BEGINS_FILLER,
  BEGINS_LABEL,
  BEGINS_MESSAGE,
  BEGINS_RATE,
  IS_CURRENCY,
} from "./lexicon.ts";
import { isAmount, isShopNumber, classifyNoise } from "./noise.ts";
import { findPhrase } from "./phrases.ts";
import { NOTHING, type Piece } from "./pieces.ts";

/** Leaves out the pieces that are not part of a name; a shop's number only at the end. */
export function leaveOutNoise(draft: Draft): void {
  const { pieces, rules } = draft;
  let numbers = false;
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (piece === undefined || rules[at] !== null || piece.key === "") continue;
    numbers ||= piece.digit;
    const ends = draft.transfer && (piece.kinds & BEGINS_MESSAGE) !== 0;
    if (!piece.noisy && !ends) continue;
    const filler = (piece.kinds & BEGINS_FILLER) === 0 ? null : findPhrase(FILLERS, pieces, at);
    if (filler !== null) leaveOut(draft, at, filler.end, "filler");
    else if (!applyRules(draft, at, piece)) leaveOutByForm(draft, at, piece);
  }
  if (numbers) leaveOutShopNumber(draft);
}

/** Each rule says whether it left out something at the piece; the first that does ends the search. */
function applyRules(draft: Draft, at: number, piece: Piece): boolean {
  return (
    ((piece.kinds & BEGINS_LABEL) !== 0 && leaveOutLabelled(draft, at)) ||
    (draft.transfer && leaveOutMessage(draft, at, piece)) ||
    leaveOutAmount(draft, at, piece) ||
    (piece.digit && leaveOutDayOfMonth(draft, at, piece)) ||
    (!piece.plain && leaveOutOwnSite(draft, at, piece))
  );
}

/** "CARD 1234", "REF: 4711": the label with the numbers after it. */
function leaveOutLabelled(draft: Draft, at: number): boolean {
  const found = findPhrase(LABELS, draft.pieces, at);
  if (found === null) return false;
  let end = found.end;
  for (let values = 0; values < found.tag.values; values += 1) {
    const next = nextWord(draft, end);
    const piece = draft.pieces[next] ?? NOTHING;
    if (!piece.digit && classifyNoise(piece) !== "card") break;
    end = next + 1;
  }
  // "CHANEL N 5" is a name, because a reference has at least three digits.
  if (found.tag.rule === "reference" && countDigits(draft, found.end, end) < REFERENCE_DIGITS_MIN)
    return false;
  // "NO 7 BAKERY": a label at the very beginning of the text is part of the name.
  if (
    end === found.end ||
    (wordBefore(draft, at) < 0 &&
      found.tag.rule !== "card" &&
      (draft.rules[at - 1] ?? null) === null)
  )
    return false;
  leaveOut(draft, at, end, found.tag.rule);
  return true;
}

const REFERENCE_DIGITS_MIN = 3;

function countDigits({ pieces }: Draft, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const { key } = pieces[at] ?? NOTHING;
    for (let unit = 0; unit < key.length; unit += 1) if (isDigit(key.charCodeAt(unit))) count += 1;
  }
  return count;
}

/** After the name of a transfer's other party, a reference word ends the name. */
function leaveOutMessage(draft: Draft, at: number, { kinds }: Piece): boolean {
  if ((kinds & BEGINS_MESSAGE) === 0 || wordBefore(draft, at) < 0) return false;
  leaveOut(draft, at, draft.pieces.length, "message");
  return true;
}

const CONVERSION_WORDS = new Set(["CONVERTED", "EXCHANGED"]);
const RATE = /^\d{1,6}[.,]\d{2,8}$/;

/** "EUR 12,50", "12,50 EUR", "Kurs: 10.45". */
function leaveOutAmount(draft: Draft, at: number, { text, kinds, digit }: Piece): boolean {
  const currency = (kinds & IS_CURRENCY) !== 0;
  const amount = digit && isAmount(text);
  if (!amount && !currency && (kinds & BEGINS_RATE) === 0) return false;
  const next = nextWord(draft, at + 1);
  const piece = draft.pieces[next] ?? NOTHING;
  const pair =
    (currency && isAmount(piece.text)) ||
    (amount &&
      (piece.kinds & IS_CURRENCY) !== 0 &&
      !isAmount(draft.pieces[nextWord(draft, next + 1)]?.text ?? ""));
  const rate = (kinds & BEGINS_RATE) !== 0 && RATE.test(piece.key);
  if (!pair && !rate) return false;
  // "Converted 200.00 EUR to 171.62 GBP": the currencies say what happened.
  const isConversion = CONVERSION_WORDS.has(draft.pieces[0]?.key ?? "");
  leaveOut(draft, at, isConversion && amount ? at + 1 : next + 1, "amount");
  return true;
}

/** "14 JAN", "14 JAN 2026" at the end or after a word such as ON. */
function leaveOutDayOfMonth(draft: Draft, at: number, { key }: Piece): boolean {
  const { pieces } = draft;
  if (key.length > 2 || !/^\d{1,2}$/.test(key) || !MONTH_NAMES.has(keyAt(draft, at + 1)))
    return false;
  let end = at + 2;
  if (/^(\d{2}|\d{4})$/.test(keyAt(draft, end))) end += 1;
  const led = BEFORE_DATES.has(keyAt(draft, at - 1));
  if (!led && nextWord(draft, end) < pieces.length) return false;
  leaveOut(draft, led ? at - 1 : at, end, "date");
  return true;
}

/** "OPENAI *CHATGPT OPENAI.COM": the web address of a name that came before. */
function leaveOutOwnSite(draft: Draft, at: number, { key }: Piece): boolean {
  if (!key.includes(".")) return false;
  const stem = /^([A-Z0-9-]{3,40})\.[A-Z]{2,4}(\.[A-Z]{2})?(\/[A-Z]{0,10})?$/.exec(key)?.[1];
  if (stem === undefined || !draft.pieces.slice(0, at).some((piece) => piece.key === stem))
    return false;
  leaveOut(draft, at, at + 1, "filler");
  return true;
}

const CLOCK = /^\d{1,2}[.:]\d{2}$/;

/** A piece that looks like a card's number, a date or a reference, with the word before a date. */
function leaveOutByForm(draft: Draft, at: number, piece: Piece): void {
  const isClock = piece.digit && AFTER_DATES.has(keyAt(draft, at + 1)) && CLOCK.test(piece.key);
  const noise = isClock ? "time" : classifyNoise(piece);
  const star = piece.glued && draft.pieces[at - 1]?.text === "*";
  if (noise === null && star && /^\d{2,6}$/.test(piece.key)) {
    leaveOut(draft, at - 1, at + 1, "card");
    return;
  }
  if (
    noise === null ||
    (noise === "reference" &&
      wordBefore(draft, at) < 0 &&
      !draft.rules.some((rule) => rule !== null))
  )
    return;
  if (noise === "number" && wordBefore(draft, at) < 0) return;
  leaveOut(draft, at, at + 1, noise);
  if (star) leaveOut(draft, at - 1, at, noise);
  if (star && /^[A-Z]{2}$/.test(keyAt(draft, at - 2)) && wordBefore(draft, at - 2) >= 0)
    leaveOut(draft, at - 2, at - 1, noise);
  if (noise === "card") leaveOutCardParts(draft, at);
  const packed = noise === "reference" && piece.key.length === 6 && /^\d{6}$/.test(piece.key);
  if (noise !== "date" && noise !== "time" && !packed) return;
  const before = wordBefore(draft, at);
  if (before === at - 1 && before > 0 && BEFORE_DATES.has(keyAt(draft, before)))
    leaveOut(draft, before, at, noise);
  if (AFTER_DATES.has(keyAt(draft, at + 1))) leaveOut(draft, at + 1, at + 2, noise);
}

/** "5127 88XX XXXX 1234": the groups around a masked one. */
function leaveOutCardParts(draft: Draft, at: number): void {
  for (const side of [at - 1, at + 1]) {
    if (/^\d{4}$/.test(keyAt(draft, side))) leaveOut(draft, side, side + 1, "card");
  }
}

/** The shop's number at the end, or before pieces that were left out. */
function leaveOutShopNumber(draft: Draft): void {
  const { pieces, rules } = draft;
  for (let at = pieces.length - 1; at > 0; at -= 1) {
    const piece = pieces[at];
    if (piece === undefined || rules[at] !== null || !isShopNumber(piece)) continue;
    const next = nextWord(draft, at + 1);
    const ends = next >= pieces.length || (rules[at + 1] !== null && rules[at + 1] !== "type");
    // "TRADER JOE S #552": a number after "#" is a shop's, even after a single letter.
    const word = wordBefore(draft, at);
    const letters = pieces[word]?.letters ?? 0;
    const before = letters >= 2 || (letters === 1 && word > 0 && piece.text.startsWith("#"));
    if (ends && before) leaveOut(draft, at, at + 1, "number");
  }
}
