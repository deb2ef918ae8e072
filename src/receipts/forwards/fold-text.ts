// Folds the words of mail programs for comparison: without case, diacritics, marks of direction and
// width, since programs and versions write the same word in several ways. Unlike words/phrases.ts
// it keeps punctuation, which belongs to labels such as "C/C" and "Reply-To".

// Zero-width characters, joiners, marks of direction, byte order mark, soft hyphen.
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const PLAIN_ASCII = /^[\t -~]*$/;
/** Blanks that are not single ones. */
const WIDE_BLANKS = /\t| {2}/;

/** The text in the form in which labels are compared. */
export function foldLabel(text: string): string {
  if (PLAIN_ASCII.test(text)) {
    const lower = text.toLowerCase();
    return (WIDE_BLANKS.test(lower) ? lower.replace(/[\t ]+/g, " ") : lower).trim();
  }
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

// Letters that do not decompose.
const OTHER_LETTERS: Readonly<Record<string, string>> = {
  "\u0131": "i",
  "\u0142": "l",
  "\u0111": "d",
  "\u00f8": "o",
  "\u00df": "ss",
  "\u00e6": "ae",
};

/** The text without invisible characters, and with hard blanks as plain ones. */
export function removeInvisible(text: string): string {
  return PLAIN_ASCII.test(text)
    ? text
    : text.replace(INVISIBLE, "").replace(/[\u00a0\u202f\u3000]/g, " ");
}

/** The values by key; a key may have several values. */
export function groupByKey<T>(
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
