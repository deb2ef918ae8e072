// Leaves out numbers, dates, references and politeness within or after a name.

import { keyAt, leaveOut, nextWord, wordBefore, type Draft } from "./draft.ts";
import { AFTER_DATES, BEFORE_DATES, FILLERS, LABELS, MESSAGES, MONTH_NAMES } from "./labels.ts";
import { isAmount, isShopNumber, classifyNoise } from "./noise.ts";
import { findPhrase } from "./phrases.ts";
import { NOTHING, type Piece } from "./pieces.ts";
import { parseCurrency } from "../../money/currency.ts";

/** Leaves out the pieces that are not part of a name; a shop's number only at the end. */
export function leaveOutNoise(draft: Draft): void {
  const { pieces, rules } = draft;
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (rules[at] !== null || piece === undefined || piece.key === "") continue;
    if (!draft.transfer && isPlainWord(piece)) continue;
    const filler = findPhrase(FILLERS, pieces, at);
    if (filler !== null) leaveOut(draft, at, filler.end, "filler");
    else if (!applyRules(draft, at)) leaveOutByForm(draft, at);
  }
  leaveOutShopNumber(draft);
}

/** Each rule says whether it left out something at the piece; the first that does ends the search. */
function applyRules(draft: Draft, at: number): boolean {
  return (
    leaveOutLabelled(draft, at) ||
    leaveOutMessage(draft, at) ||
    leaveOutAmount(draft, at) ||
    leaveOutDayOfMonth(draft, at) ||
    leaveOutOwnSite(draft, at)
  );
}

/** Whether no rule can apply to a piece: its letters are neither a label nor a code or a mask. */
function isPlainWord({ text, key, plain, digit }: Piece): boolean {
  if (key.length === CURRENCY_CHARS || key.length !== text.length) return false;
  if (plain ? digit || key.includes("XX") : !areLetters(key)) return false;
  return !NOISE_WORDS.has(key);
}

/** Whether the key has only capitals of ASCII, and no two X in a row. */
function areLetters(key: string): boolean {
  for (let at = 0; at < key.length; at += 1) {
    const unit = key.charCodeAt(at);
    if (unit < 65 || unit > 90 || (unit === 88 && key.charCodeAt(at + 1) === 88)) return false;
  }
  return true;
}

/** "CARD 1234", "REF: 4711": the label with the numbers after it. */
function leaveOutLabelled(draft: Draft, at: number): boolean {
  const found = findPhrase(LABELS, draft.pieces, at);
  if (found === null) return false;
  let end = found.end;
  for (let values = 0; values < found.tag.values; values += 1) {
    const next = nextWord(draft, end);
    if (!/\d/.test(keyAt(draft, next)) && classifyNoise(draft.pieces[next] ?? NOTHING) !== "card")
      break;
    end = next + 1;
  }
  // "CHANEL N 5" is a name, because a reference has at least three digits.
  if (
    found.tag.rule === "reference" &&
    !/\d\D*\d\D*\d/.test(
      draft.pieces
        .slice(found.end, end)
        .map((piece) => piece.key)
        .join(""),
    )
  )
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

/** After the name of a transfer's other party, a reference word ends the name. */
function leaveOutMessage(draft: Draft, at: number): boolean {
  if (!draft.transfer || !MESSAGES.has(keyAt(draft, at)) || wordBefore(draft, at) < 0) return false;
  leaveOut(draft, at, draft.pieces.length, "message");
  return true;
}

const RATE_WORDS = new Set(["VISAXR", "KURS", "RATE", "COURS", "CAMBIO", "TAUX", "KOERS", "XR"]);
const CONVERSION_WORDS = new Set(["CONVERTED", "EXCHANGED"]);
const CURRENCY_CHARS = 3;
const AMOUNT_WORDS = new Set([...RATE_WORDS, "EURO", "EUROS"]);
/** The first words of whatever is looked for, in one set because each word of a text is asked for. */
const NOISE_WORDS = new Set([...FILLERS.keys(), ...LABELS.keys(), ...AMOUNT_WORDS]);

/** "EUR 12,50", "12,50 EUR", "Kurs: 10.45". */
function leaveOutAmount(draft: Draft, at: number): boolean {
  const { text: first, key, digit } = draft.pieces[at] ?? NOTHING;
  const amount = digit && isAmount(first);
  if (!amount && key.length !== CURRENCY_CHARS && !AMOUNT_WORDS.has(key)) return false;
  const next = nextWord(draft, at + 1);
  const behind = draft.pieces[nextWord(draft, next + 1)]?.text ?? "";
  const pair =
    (isCurrencyWord(key) && isAmount(draft.pieces[next]?.text ?? "")) ||
    (amount && isCurrencyWord(keyAt(draft, next)) && !isAmount(behind));
  const rate = RATE_WORDS.has(key) && /^\d{1,6}[.,]\d{2,8}$/.test(keyAt(draft, next));
  if (!pair && !rate) return false;
  // "Converted 200.00 EUR to 171.62 GBP": the currencies say what happened.
  const isConversion = CONVERSION_WORDS.has(draft.pieces[0]?.key ?? "");
  leaveOut(draft, at, isConversion && amount ? at + 1 : next + 1, "amount");
  return true;
}

function isCurrencyWord(key: string): boolean {
  return key.length === CURRENCY_CHARS
    ? parseCurrency(key) !== null
    : key === "EUROS" || key === "EURO";
}

/** "14 JAN", "14 JAN 2026" at the end or after a word such as ON. */
function leaveOutDayOfMonth(draft: Draft, at: number): boolean {
  const { pieces } = draft;
  if (
    pieces[at]?.digit !== true ||
    !/^\d{1,2}$/.test(keyAt(draft, at)) ||
    !MONTH_NAMES.has(keyAt(draft, at + 1))
  )
    return false;
  let end = at + 2;
  if (/^(\d{2}|\d{4})$/.test(keyAt(draft, end))) end += 1;
  const led = BEFORE_DATES.has(keyAt(draft, at - 1));
  if (!led && nextWord(draft, end) < pieces.length) return false;
  leaveOut(draft, led ? at - 1 : at, end, "date");
  return true;
}

/** "OPENAI *CHATGPT OPENAI.COM": the web address of a name that came before. */
function leaveOutOwnSite(draft: Draft, at: number): boolean {
  if (!keyAt(draft, at).includes(".")) return false;
  const stem = /^([A-Z0-9-]{3,40})\.[A-Z]{2,4}(\.[A-Z]{2})?(\/[A-Z]{0,10})?$/.exec(
    keyAt(draft, at),
  )?.[1];
  if (stem === undefined || !draft.pieces.slice(0, at).some(({ key }) => key === stem))
    return false;
  leaveOut(draft, at, at + 1, "filler");
  return true;
}

const CLOCK = /^\d{1,2}[.:]\d{2}$/;

/** A piece that looks like a card's number, a date or a reference, with the word before a date. */
function leaveOutByForm(draft: Draft, at: number): void {
  const piece = draft.pieces[at];
  if (piece === undefined) return;
  const isClock = piece.digit && AFTER_DATES.has(keyAt(draft, at + 1)) && CLOCK.test(piece.key);
  const noise = isClock ? "time" : classifyNoise(piece);
  const star = draft.pieces[at - 1]?.text === "*" && piece.glued;
  if (noise === null && star && /^\d{2,6}$/.test(keyAt(draft, at))) {
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
  const packed = noise === "reference" && /^\d{6}$/.test(piece.key);
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
