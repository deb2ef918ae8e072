// UTF-8 that a sender read as Windows-1252 and sent so: "Ã©" for "é", "â‚¬" for "€". No language has these letters and
// signs beside each other, so they are put right, where what they stand for is certain.

/** The character that Windows-1252 has for each byte from 0x80 on. */
const CHARACTERS = new TextDecoder("windows-1252").decode(
  Uint8Array.from({ length: 0x80 }, (_, at) => at + 0x80),
);
const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from(CHARACTERS, (char, at) => [char, at + 0x80] as const),
);
/** What may follow a first character: `SIGNS` are rare in texts, `NEXT` also has quotation marks and dashes. */
const SIGNS = classOf(CHARACTERS.slice(0x21, 0x40));
const NEXT = classOf(CHARACTERS.slice(0, 0x40).replace("\u00a0", ""));
/** A sender may have meant such letters behind a capital: “MAÇÔ. */
const NOT_CAPITAL = String.raw`(?<!\p{Lu})`;
const OF_THREE = `${NEXT}(?:${NEXT}|\u00a0)`;
const MISREAD = new RegExp(
  [
    `${NOT_CAPITAL}\u00c2(?:${SIGNS}|\u00a0)`,
    `\u00c3${SIGNS}`,
    `${NOT_CAPITAL}\u00c3${NEXT}`,
    `\u00e2${OF_THREE}`,
    // Of other scripts: "é" before a quotation mark and three dots is one such piece, but never two.
    `(?:[\u00e0-\u00ef]${OF_THREE}){2,}`,
    `\u00f0${NEXT}{3}`,
  ].join("|"),
  "gu",
);
const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A class of the characters of a pattern. */
function classOf(characters: string): string {
  return `[${characters.replaceAll(/[\\\]^-]/g, "\\$&")}]`;
}

/** The text with such letters put right; all others stay. */
export function repairLetters(text: string): string {
  return text.replace(MISREAD, (misread) => {
    const bytes = Array.from(misread, (char) => BYTES.get(char) ?? 0);
    try {
      return UTF_8.decode(Uint8Array.from(bytes));
    } catch {
      return misread;
    }
  });
}
