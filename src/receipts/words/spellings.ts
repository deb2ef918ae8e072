// Letters that some languages write in two ways: "hævet" is also "haevet", "zurück" also "zurueck", 帳單 in
// Hong Kong 賬單. A file may have either spelling, and a text too.

type Pairs = readonly (readonly [letter: string, two: RegExp, twoLetters: string])[];

const NORDIC: Pairs = [
  ["æ", /ae/g, "ae"],
  ["ø", /oe/g, "oe"],
  ["å", /aa/g, "aa"],
];
/** "neue" and "steuer" hold no umlaut. */
const GERMAN: Pairs = [
  ["ä", /(?<![aeou])ae/g, "ae"],
  ["ö", /(?<![aeou])oe/g, "oe"],
  ["ü", /(?<![aeouq])ue/g, "ue"],
];
/** Taiwan's letter, which some write for the other one, and Hong Kong's. */
const CHINESE: Pairs = [
  ["賬", /帳/g, "帳"],
  ["綫", /線/g, "線"],
  ["滙", /匯/g, "匯"],
];
const PAIRS: Readonly<Record<string, Pairs>> = { da: NORDIC, no: NORDIC, de: GERMAN, zh: CHINESE };

/** A word and its other spellings; `languages` is its key in a word file ("da no sv"). */
export function spellings(word: string, languages: string): readonly string[] {
  const pairs = languages.split(" ").flatMap((language) => PAIRS[language] ?? []);
  if (pairs.length === 0) return [word];
  const short = pairs.reduce((text, [letter, two]) => text.replace(two, letter), word);
  const long = pairs.reduce((text, [letter, , two]) => text.replaceAll(letter, two), word);
  return [...new Set([word, short, long])];
}
