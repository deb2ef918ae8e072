// Splits a payee's text into pieces that are kept or left out whole. Nothing is rewritten: the kept
// pieces, joined with the blanks that were between them, are what the bank printed.

/** What a piece is when it is no part of a name. */
export type Noise = "card" | "date" | "time" | "reference" | "amount" | "number";

/** A part of the text without blanks. */
export interface Piece {
  readonly text: string;
  /** For comparison: capitals, no accents, no punctuation around; "" for mere punctuation. */
  readonly key: string;
  /** Whether it follows the previous piece without a blank. */
  readonly glued: boolean;
  /** Whether the key has a digit, and its letters up to three; an East Asian one counts as two. */
  readonly digit: boolean;
  readonly letters: number;
  /** Whether it is a word between blanks of nothing but ASCII letters and digits. */
  readonly plain: boolean;
  /** What classifyNoise found; undefined before it looked. */
  noise: Noise | null | undefined;
}

/** A piece outside the text. */
export const NOTHING: Piece = {
  text: "",
  key: "",
  glued: false,
  digit: false,
  letters: 0,
  plain: false,
  noise: undefined,
};

const LETTERS: Readonly<Record<string, string>> = {
  Ł: "L",
  Ø: "O",
  Đ: "D",
  Æ: "AE",
  Œ: "OE",
  İ: "I",
};

/** A word in capitals, without accents and without punctuation around it. */
export function comparisonKey(text: string): string {
  const upper = text.toUpperCase();
  const plain = isAscii(upper)
    ? upper
    : upper
        .normalize("NFD")
        .replace(/\p{M}/gu, "")
        .replace(/[ŁØĐÆŒİ]/g, (letter) => LETTERS[letter] ?? letter)
        .normalize("NFC");
  let from = 0;
  let to = plain.length;
  while (from < to && !isWordAt(plain, from)) from += 1;
  while (to > from && !isWordAt(plain, to - 1)) to -= 1;
  return plain.slice(from, to);
}

function isWordAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit > 127
    ? unit !== 0xa0 &&
        unit !== 0x2022 &&
        unit !== 0x2013 &&
        unit !== 0x2014 &&
        unit !== 0xba &&
        unit !== 0xb0 &&
        unit !== 0x2026
    : isAlphanumeric(unit);
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 126) return false;
  return true;
}

function isAlphanumeric(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
}

/** Irish banks print these card types before the merchant without a blank. */
const GLUED = /^VD[PCA]-(?=.)/;

const CUTTABLE = /[*,:]|\/\/|^VD/;

/**
 * Splits at blanks, around a single star, before "//", and after a comma or colon between words.
 */
export function splitPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  while (from < text.length) {
    if (text.charCodeAt(from) === 32) {
      from += 1;
      continue;
    }
    const plain = pushPlain(pieces, text, from);
    if (plain > 0) {
      from = plain;
      continue;
    }
    const blank = text.indexOf(" ", from);
    const end = blank < 0 ? text.length : blank;
    pushWord(pieces, text.slice(from, end));
    from = end;
  }
  return pieces;
}

/** A word with its cuts. */
function pushWord(pieces: Piece[], word: string): void {
  if (!CUTTABLE.test(word)) {
    push(pieces, word, false);
    return;
  }
  let from = GLUED.test(word) ? 4 : 0;
  if (from > 0) push(pieces, word.slice(0, from), false);
  for (let at = from; at < word.length; at += 1) {
    if (word[at] === "/" && word[at + 1] === "/" && at > from && word[at - 1] !== ":") {
      push(pieces, word.slice(from, at), from > 0);
      from = at;
      at += 1;
      continue;
    }
    const end = cutAt(word, at);
    if (end === 0) continue;
    // A star is a piece; a comma or colon belongs to the word before it.
    if (word[at] === "*" && at > from) push(pieces, word.slice(from, at), from > 0);
    const start = word[at] === "*" ? at : from;
    push(pieces, word.slice(start, end), start > 0);
    from = end;
    at = end - 1;
  }
  if (from < word.length) push(pieces, word.slice(from), from > 0);
}

/**
 * The quick way for words of only ASCII letters and digits, as most are: where the word ends that
 * begins at `from`, or 0 for another word.
 */
function pushPlain(pieces: Piece[], text: string, from: number): number {
  let digit = false;
  let small = false;
  let letters = 0;
  let end = from;
  for (; end < text.length; end += 1) {
    const unit = text.charCodeAt(end);
    if (unit === 32) break;
    if (isDigit(unit)) digit = true;
    else if (unit >= 65 && unit <= 90) letters += 1;
    else if (unit >= 97 && unit <= 122) {
      letters += 1;
      small = true;
    } else return 0;
  }
  const word = text.slice(from, end);
  const key = small ? word.toUpperCase() : word;
  pieces.push({
    text: word,
    key,
    glued: false,
    digit,
    letters: Math.min(letters, 3),
    plain: true,
    noise: undefined,
  });
  return end;
}

function push(pieces: Piece[], text: string, glued: boolean): void {
  const key = comparisonKey(text);
  let digit = false;
  let letters = 0;
  for (let at = 0; at < key.length && (letters < 3 || !digit); at += 1) {
    const unit = key.charCodeAt(at);
    if (isDigit(unit)) digit = true;
    else if (unit >= 0x2e80) letters += 2;
    else if ((unit >= 65 && unit <= 90) || (unit >= 0xaa && unit !== 0xd7 && unit < 0x2000))
      letters += 1;
  }
  pieces.push({
    text,
    key,
    glued,
    digit,
    letters: Math.min(letters, 3),
    plain: false,
    noise: undefined,
  });
}

/** Where the piece ends that the character at `at` closes; 0 if it closes none. */
function cutAt(word: string, at: number): number {
  const unit = word[at];
  if (unit !== "*" && unit !== "," && unit !== ":") return 0;
  const before = word.charCodeAt(at - 1);
  const after = word.charCodeAt(at + 1);
  if (Number.isNaN(after))
    return unit === "*" && isWordAt(word, at - 1) && !isDigit(before) ? at + 1 : 0;
  if (unit === "*")
    return isDigit(before) || before === 42 || after === 42 || !isWordAt(word, at + 1) ? 0 : at + 1;
  if (Number.isNaN(before) || !isWordAt(word, at + 1)) return 0;
  return isDigit(before) && isDigit(after) ? 0 : at + 1;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** The pieces as the bank printed them. */
export function joinPieces(pieces: readonly Piece[]): string {
  let text = "";
  for (const piece of pieces) text += piece.glued || text === "" ? piece.text : ` ${piece.text}`;
  return text;
}
