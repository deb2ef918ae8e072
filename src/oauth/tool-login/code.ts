// The code that a tool shows and a person types: eight consonants in two halves, "BCDF-GHJK", of
// which no word can be made (RFC 8628, 6.1). 20^8 codes; a guess finds one that somebody waits for
// only if it is typed within ten minutes, by a person who is signed in, at ten tries a minute.

const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const CODE_CHARS = 8;
/** The largest multiple of the letters below 256: bytes from there on would favour some letters. */
const FAIR = 256 - (256 % LETTERS.length);
const CODE = new RegExp(`^[${LETTERS}]{${CODE_CHARS}}$`);
const TYPED_CHARS_MAX = 40;

/** A new code, without the dash. */
export function newCode(): string {
  let code = "";
  while (code.length < CODE_CHARS) {
    for (const byte of crypto.getRandomValues(new Uint8Array(CODE_CHARS)))
      if (byte < FAIR && code.length < CODE_CHARS) code += LETTERS[byte % LETTERS.length] ?? "";
  }
  return code;
}

/** The code as it is shown. */
export function printCode(code: string): string {
  return `${code.slice(0, CODE_CHARS / 2)}-${code.slice(CODE_CHARS / 2)}`;
}

/** The code that somebody typed, in any case, with or without the dash; null if it is none. */
export function parseCode(typed: string): string | null {
  if (typed.length > TYPED_CHARS_MAX) return null;
  const code = typed.toUpperCase().replace(/[\s\p{Pd}]+/gu, "");
  return CODE.test(code) ? code : null;
}
