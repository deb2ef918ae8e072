// Words of mail programs compared without case, diacritics, marks of direction and width: the same word is written in
// several ways between programs and versions.

// Zero-width characters, joiners, marks of direction, byte order mark, soft hyphen.
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const PLAIN_ASCII = /^[\t -~]*$/;

/** The text as it is compared. */
export function folded(text: string): string {
  if (PLAIN_ASCII.test(text))
    return text
      .toLowerCase()
      .replace(/[\t ]+/g, " ")
      .trim();
  const plain = text
    .replace(INVISIBLE, "")
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
  return plain
    .replace(/[\u0131\u0142\u0111\u00f8\u00df\u00e6]/g, (letter) => OTHER_LETTERS[letter] ?? letter)
    .replace(/\s+/g, " ")
    .trim();
}

// Letters whose mark is part of them.
const OTHER_LETTERS: Readonly<Record<string, string>> = {
  "\u0131": "i",
  "\u0142": "l",
  "\u0111": "d",
  "\u00f8": "o",
  "\u00df": "ss",
  "\u00e6": "ae",
};

/** The text without characters that nobody sees; hard blanks as plain ones. */
export function withoutInvisible(text: string): string {
  return PLAIN_ASCII.test(text)
    ? text
    : text.replace(INVISIBLE, "").replace(/[\u00a0\u202f\u3000]/g, " ");
}

/** A map from what several rows say; a key may have several values. */
export function indexed<T>(
  pairs: readonly (readonly [string, T])[],
): ReadonlyMap<string, readonly T[]> {
  const byKey = new Map<string, T[]>();
  for (const [key, value] of pairs) {
    const values = byKey.get(key);
    if (values === undefined) byKey.set(key, [value]);
    else values.push(value);
  }
  return byKey;
}
