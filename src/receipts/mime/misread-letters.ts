// UTF-8 that a sender read as Windows-1252 and sent so: "Ã©" for "é", "â‚¬" for "€". No language has these letters and
// signs beside each other, so they are put right, where what they stand for is certain.

/** The character that Windows-1252 has for each byte from 0x80 on. */
const CHARACTERS = new TextDecoder("windows-1252").decode(
  Uint8Array.from({ length: 0x80 }, (_, at) => at + 0x80),
);
const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from(CHARACTERS, (char, at) => [char, at + 0x80] as const),
);
/** The characters of bytes that go on, but a blank, which may stand behind any letter. */
const NEXT = `[${CHARACTERS.slice(1, 0x40)
  .replace("\u00a0", "")
  .replaceAll(/[\\\]^-]/g, "\\$&")}\u0080]`;
const BLANK = "(?<!\\p{Lu})\u00c2\u00a0";
const MISREAD = new RegExp(
  [
    BLANK,
    `[\u00c2\u00c3]${NEXT}`,
    `[\u00e0-\u00ef](?:${NEXT}|\u20ac)(?:${NEXT}|\u00a0|\u20ac)`,
    `\u00f0(?:${NEXT}|\u20ac|\u0178)${NEXT}{2}`,
  ].join("|"),
  "gu",
);
const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

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
