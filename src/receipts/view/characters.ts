// The characters of a view. Invisible characters are dropped, and characters that look the same
// become the same. A hard blank (NBSP) stays only between two digits, where it may group thousands;
// a plain blank never becomes one, since it may separate columns. Nothing is reordered and no
// letter changes, so that a person is shown the text of the message.

// Zero-width marks, soft hyphen, joiners, variation selectors: invisible padding of preheaders.
// Unicode calls them "default ignorable"; the rest of "format" (Cf) are marks of direction and
// annotation.
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
// Up to the end of the line, or the mark that ends it, digits are shown from right to left. The
// shown number is not a span of the text, so it is made unreadable.
const TURNED = /\u202e[^\n\u202c]*/g;
const CONTROL = /(?![\t\n])\p{Cc}/gu;
const FULL_WIDTH = /[\uff01-\uff5e\uffe0-\uffe6]/g;
// NBSP, Ogham space, figure space, thin spaces, NNBSP, a Braille cell without dots.
const HARD_BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800]/g;
const OTHER_LINE_ENDS = /\r\n?|[\u2028\u2029\u0085]/g;
const PLAIN_ASCII = /^[\n\t -~]*$/;
const WIDE_SIGNS: Readonly<Record<string, string>> = {
  "\uffe0": "¢",
  "\uffe1": "£",
  "\uffe2": "¬",
  "\uffe3": "¯",
  "\uffe4": "¦",
  "\uffe5": "¥",
  "\uffe6": "₩",
};

/**
 * The text with invisible characters gone, full-width forms plain, hard blanks as NBSP, line ends
 * as "\n".
 */
export function cleanCharacters(text: string): string {
  if (PLAIN_ASCII.test(text)) return text;
  return text
    .replace(OTHER_LINE_ENDS, "\n")
    .replace(TURNED, (run) => run.replace(/\p{Nd}/gu, "\ufffd"))
    .replace(INVISIBLE, "")
    .replace(CONTROL, " ")
    .toWellFormed()
    .replace(FULL_WIDTH, plainWidth)
    .replace(HARD_BLANKS, "\u00a0")
    .replaceAll("\u3000", " ");
}

function plainWidth(char: string): string {
  return WIDE_SIGNS[char] ?? String.fromCharCode(char.charCodeAt(0) - 0xfee0);
}

const DIGIT = /[\d\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/;
const BLANKS = /[ \u00a0\t\n]+/g;
/** Anything but single plain blanks between words. */
const UNTIDY = /^ | $| {2}|[\u00a0\t\n]/;

/**
 * One line with single blanks and none at its ends. A run with a tab becomes a tab; a hard blank
 * between two digits stays.
 */
export function tidyLine(line: string): string {
  if (!UNTIDY.test(line)) return line;
  return line.replace(BLANKS, (run: string, at: number) => {
    const after = line[at + run.length];
    if (at === 0 || after === undefined) return "";
    if (run.includes("\t")) return "\t";
    return run[0] === "\u00a0" && DIGIT.test(after) && DIGIT.test(line[at - 1] ?? "")
      ? "\u00a0"
      : " ";
  });
}
