// The names of the months in the languages that banks print (words/months.json), without
// diacritics. A name is known by its whole and by its first three or four letters. Where languages
// differ over those, the language further up in the file counts. Further forms count as they are.

import words from "../../words/months.json" with { type: "json" };

const NAMES = Object.values(words.names).map((line) => line.split(" "));

const BY_NAME = indexNames();

function indexNames(): ReadonlyMap<string, number> {
  const byName = new Map<string, number>();
  const note = (key: string, month: number) => {
    if (!byName.has(key)) byName.set(key, month);
  };
  for (const names of NAMES) names.forEach((name, index) => note(name, index + 1));
  for (const length of [4, 3]) {
    for (const names of NAMES)
      names.forEach((name, index) => note(name.slice(0, length), index + 1));
  }
  for (const line of Object.values(words.forms))
    line.split(" ").forEach((forms, index) => {
      for (const form of forms.split("/")) if (form !== "-") note(form, index + 1);
    });
  return byName;
}

/**
 * The month (1 to 12) that a word names in any of the languages and any case; 0 for any other word.
 */
export function readMonth(word: string): number {
  const key = word.toLowerCase();
  const known = BY_NAME.get(key) ?? BY_NAME.get(key.normalize("NFD").replace(/\p{M}/gu, ""));
  // Hebrew joins "in" to the month.
  return known ?? (key.startsWith("\u05d1") ? (BY_NAME.get(key.slice(1)) ?? 0) : 0);
}
