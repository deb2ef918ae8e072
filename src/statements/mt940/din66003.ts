// The German letters of seven-bit text (DIN 66003, the German ISO 646): old programs print ä as
// "{", Ü as "]", ß as "~". Converted only for a German account, and only if every such character is
// next to a letter and some are between two. So brackets around a word, a "~" before a subfield's
// number and the braces of an envelope stay as they are.

const LETTERS: Readonly<Record<string, string>> = {
  "{": "ä",
  "|": "ö",
  "}": "ü",
  "~": "ß",
  "[": "Ä",
  "\\": "Ö",
  "]": "Ü",
};
/** A character that may be a letter; before two digits it begins a subfield. */
const CHARACTER = /[{|}~[\\\]](?!\d\d)/g;
const GERMAN = /^(DE\d{2}|\d{8}\/)/;
const ENVELOPE = /^\s*(\{|-\})/;
const LETTER = /\p{L}/u;

/** Converts the letters; `account` is that of :25:, `bank` a BIC. */
export function convertGermanLetters(
  lines: readonly string[],
  account: string,
  bank: string | null,
): { readonly lines: readonly string[]; readonly changed: boolean } {
  const german = GERMAN.test(account) || /^.{4}(DE|AT)/.test(bank ?? "");
  if (!german || !lines.some((line) => !ENVELOPE.test(line) && line.search(CHARACTER) >= 0))
    return { lines, changed: false };
  let between = 0;
  for (const line of lines) {
    if (ENVELOPE.test(line)) continue;
    const found = countCharacters(line);
    if (found === null) return { lines, changed: false };
    between += found;
  }
  if (between === 0) return { lines, changed: false };
  return {
    lines: lines.map((line) =>
      ENVELOPE.test(line) ? line : line.replace(CHARACTER, (sign) => LETTERS[sign] ?? sign),
    ),
    changed: true,
  };
}

/** Counts the characters between two letters; null if one is not next to any letter. */
function countCharacters(line: string): number | null {
  if (/[^\p{L}][{[]\p{L}[^{}[\]]*\p{L}[}\]](?!\p{L})/u.test(` ${line}`)) return null;
  let between = 0;
  for (const { index } of line.matchAll(CHARACTER)) {
    const before = isLetter(line[index - 1]);
    const behind = isLetter(line[index + 1]);
    if (!before && !behind) return null;
    if (before && behind) between += 1;
  }
  return between;
}

/** Whether it is a letter or a character that may be one: "ST|~EL". */
function isLetter(char: string | undefined): boolean {
  return char !== undefined && (LETTER.test(char) || LETTERS[char] !== undefined);
}
