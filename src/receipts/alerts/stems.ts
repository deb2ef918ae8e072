// Words of the tables as patterns of letters.

/** The words as patterns. A stem ("transfer*") takes up to so many more letters. */
export function stems(words: readonly string[], lettersMax: number): readonly string[] {
  return words.map((word) => word.replace(/\*$/, String.raw`\p{L}{0,${lettersMax}}`));
}
