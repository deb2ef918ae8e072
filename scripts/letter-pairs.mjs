// Writes src/statements/words/letter-pairs.json: how likely each letter follows another in each
// language, as the names of places, currencies, languages and days in that language show it, and the
// words of src/statements/words/language-words.json. `node scripts/letter-pairs.mjs`.

import { readFileSync, writeFileSync } from "node:fs";

const WORDS = JSON.parse(readFileSync("src/statements/words/language-words.json", "utf8"));
const EAST_ASIAN = new Set(["ja", "zh", "zh-Hant", "ko"]);
const UPPER_SHARE = 0.25;
const WORDS_WEIGHT = 6;
const COUNT_MIN = 2;
const LEVEL_MAX = 7;

function* namesOf(locale) {
  const two = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  const codes = two.flatMap((a) => two.map((b) => a + b));
  const region = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
  const language = new Intl.DisplayNames(locale, { type: "language", fallback: "none" });
  for (const code of codes) {
    yield region.of(code);
    yield language.of(code.toLowerCase());
    for (const third of two) yield language.of((code + third).toLowerCase());
  }
  for (const type of ["currency", "script"]) {
    const names = new Intl.DisplayNames(locale, { type, fallback: "none" });
    const all = type === "currency" ? Intl.supportedValuesOf("currency") : SCRIPTS;
    for (const code of all) yield names.of(code);
  }
  for (let month = 0; month < 12; month += 1)
    yield new Intl.DateTimeFormat(locale, { dateStyle: "full" }).format(
      new Date(2026, month, 5 + month),
    );
  for (const unit of Intl.supportedValuesOf("unit"))
    for (const number of [1, 3, 7])
      yield new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(
        number,
      );
}

const SCRIPTS =
  "Arab Armn Beng Cyrl Deva Ethi Geor Grek Guru Hang Hans Hant Hebr Hira Jpan Kana Khmr Kore Laoo Latn Mlym Mong Mymr Sinh Taml Telu Thaa Thai Tibt Zxxx".split(
    " ",
  );

const CEDILLAS = { "\u0218": "\u015e", "\u0219": "\u015f", "\u021a": "\u0162", "\u021b": "\u0163" };

const fold = (char) => (char === "\u0130" ? char : char.toLowerCase());
const isLetter = (char) => /[\p{L}\p{M}]/u.test(char);

function pairsOf(locale) {
  const counts = new Map();
  const totals = new Map();
  const note = (text, weight) => {
    let before = " ";
    for (const raw of `${text} `) {
      const char = isLetter(raw) ? fold(raw) : " ";
      if (char === " " && before === " ") continue;
      counts.set(before + char, (counts.get(before + char) ?? 0) + weight);
      totals.set(before, (totals.get(before) ?? 0) + weight);
      before = char;
    }
  };
  const forms = (text) => {
    if (locale === "vi") return [text, composedAs1258(text)];
    // Code pages have the cedilla where Romanian has the comma.
    return locale === "ro"
      ? [text, text.replace(/[\u0218-\u021b]/g, (char) => CEDILLAS[char])]
      : [text];
  };
  const add = (text, weight) => {
    for (const form of forms(text)) {
      note(form, weight);
      note(form.toLocaleUpperCase(locale), weight * UPPER_SHARE);
    }
  };
  for (const name of namesOf(locale)) if (name) add(name, 1);
  add(WORDS[locale] ?? "", WORDS_WEIGHT);
  return { counts, totals };
}

/** Vietnamese as windows-1258 has it: the tone after its letter. */
function composedAs1258(text) {
  return text
    .normalize("NFD")
    .replace(
      /([aeo])(\u0323?)(\u0302)/giu,
      (_, letter, dot, hat) => (letter + hat).normalize("NFC") + dot,
    )
    .replace(
      /([aou])([\u0323]?)([\u0306\u031b])/giu,
      (_, letter, dot, mark) => (letter + mark).normalize("NFC") + dot,
    );
}

function printPairs(locale) {
  const { counts, totals } = pairsOf(locale);
  const kept = [...counts].flatMap(([pair, count]) => {
    const [before, char] = Array.from(pair);
    const level = Math.round(-Math.log(count / totals.get(before)));
    const foreign = pair.charCodeAt(0) > 127 || pair.charCodeAt(1) > 127;
    return foreign && pair.length === 2 && count >= COUNT_MIN && level <= LEVEL_MAX
      ? [{ before, char, level }]
      : [];
  });
  const levels = Array.from({ length: LEVEL_MAX + 1 }, (_, level) =>
    Object.entries(
      Object.groupBy(
        kept.filter((pair) => pair.level === level),
        ({ before }) => before,
      ),
    )
      .map(([before, pairs]) => before + pairs.map(({ char }) => char).join(""))
      .sort()
      .join("|"),
  );
  return levels.join("\n");
}

/** The characters that are frequent in a language of many. */
function printFrequent(locale) {
  const counts = new Map();
  const note = (text, weight) => {
    for (const char of text)
      if (/[\p{sc=Han}\p{sc=Hangul}]/u.test(char))
        counts.set(char, (counts.get(char) ?? 0) + weight);
  };
  for (const name of namesOf(locale)) if (name) note(name, 1);
  note(WORDS[locale], 4);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 350)
    .map(([char]) => char)
    .join("");
}

const printed = Object.fromEntries(
  Object.keys(WORDS).map((locale) => [
    locale,
    EAST_ASIAN.has(locale) ? printFrequent(locale) : printPairs(locale),
  ]),
);
writeFileSync("src/statements/words/letter-pairs.json", `${JSON.stringify(printed, null, 2)}\n`);
