// How words are compared: in capitals, without accents and without punctuation around them.

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

/** Whether the character at `at` belongs to a word and is no punctuation. */
export function isWordAt(text: string, at: number): boolean {
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

/** Whether a character is a letter or digit of ASCII. */
export function isAlphanumeric(unit: number): boolean {
  return isDigit(unit) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
}

/** Whether a character is a digit of ASCII. */
export function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 126) return false;
  return true;
}
