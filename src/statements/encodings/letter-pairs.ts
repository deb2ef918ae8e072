// How likely a word is in a language: its letters by the letter before each, as
// words/letter-pairs.json has them. Costs are negative logarithms; what no table holds has a cost by
// its kind. ASCII letters cost the same in every language, since they are the same in every encoding.

import tables from "../words/letter-pairs.json" with { type: "json" };

export type Script = "latin" | "cyrillic" | "greek" | "hebrew" | "arabic" | "thai";

export interface Language {
  readonly name: string;
  readonly script: Script;
  readonly costs: ReadonlyMap<number, number>;
  readonly alphabet: ReadonlySet<number>;
}

const EAST_ASIAN: readonly string[] = ["ja", "zh", "zh-Hant", "ko"];
const SCRIPTS: Readonly<Record<string, Script>> = {
  ru: "cyrillic",
  uk: "cyrillic",
  be: "cyrillic",
  bg: "cyrillic",
  sr: "cyrillic",
  mk: "cyrillic",
  el: "greek",
  he: "hebrew",
  ar: "arabic",
  fa: "arabic",
  th: "thai",
};
const SPACE = 32;

let known: readonly Language[] | null = null;

/** The languages with letters; their tables are read once. */
export function listLanguages(): readonly Language[] {
  known ??= Object.entries(tables).flatMap(([name, table]) =>
    EAST_ASIAN.includes(name) ? [] : [readLanguage(name, table)],
  );
  return known;
}

/** The characters that are frequent in a language of many, the most frequent first. */
export function frequentCharacters(name: "ja" | "zh" | "zh-Hant" | "ko"): string {
  return tables[name];
}

function readLanguage(name: string, table: string): Language {
  const costs = new Map<number, number>();
  const alphabet = new Set<number>();
  table.split("\n").forEach((line, level) => {
    for (const group of line.split("|")) {
      const before = group.charCodeAt(0);
      for (let at = 1; at < group.length; at += 1) {
        const after = group.charCodeAt(at);
        costs.set(before * 65_536 + after, Math.max(level, 0.5));
        for (const unit of [before, after]) if (unit > 127) alphabet.add(unit);
      }
    }
  });
  return { name, script: SCRIPTS[name] ?? "latin", costs, alphabet };
}

/** A character of a word: its kind is worked out once for each reading. */
export interface Letter {
  /** In small letters; 32 for anything that parts words. */
  readonly unit: number;
  readonly kind: "ascii" | "letter" | "symbol" | "rare" | "broken" | "space";
  readonly script: Script | "other";
  readonly upper: boolean;
  /** A small letter; of a symbol, that it is beside words. */
  readonly lower: boolean;
}

const ASCII_COST = 2.9;
const END_COST = 1.5;
const LEAST_COST = 0.5;
const UNSEEN_COST = 8;
const UNKNOWN_COST = 10;
const OTHER_SCRIPT_COST = 13;
const BROKEN_COST = 16;
const CASE_COST = 5;
const MIXED_COST = 3;

/** The cost of a word's letters in a language. */
export function costOf(word: readonly Letter[], language: Language): number {
  let cost = 0;
  let before: Letter = BOUNDARY;
  let uppers = 0;
  for (let at = 0; at <= word.length; at += 1) {
    const letter = word[at] ?? BOUNDARY;
    cost += stepCost(before, letter, word[at + 1] ?? BOUNDARY, language);
    if (letter.upper && before.lower && isPart(before)) cost += CASE_COST;
    if (letter.lower && uppers >= 2 && isPart(letter)) cost += CASE_COST;
    uppers = letter.upper ? uppers + 1 : 0;
    before = letter;
  }
  return cost;
}

/** What a word costs at least, in whatever language. */
export function leastCost(word: readonly Letter[]): number {
  let cost = 0;
  let before: Letter = BOUNDARY;
  for (const letter of word) {
    if (letter.kind === "ascii") cost += before.kind === "letter" ? LEAST_COST : ASCII_COST;
    else if (letter.kind === "letter") cost += LEAST_COST;
    else if (letter.kind !== "space") cost += letter.kind === "symbol" ? 6 : 11;
    if (letter.upper && before.lower && isPart(before)) cost += CASE_COST;
    before = letter;
  }
  return cost;
}

const BOUNDARY: Letter = {
  unit: SPACE,
  kind: "space",
  script: "other",
  upper: false,
  lower: false,
};

function stepCost(before: Letter, letter: Letter, after: Letter, language: Language): number {
  switch (letter.kind) {
    case "broken":
      return BROKEN_COST;
    case "symbol":
      return symbolCost(letter, isPart(before), isPart(after));
    case "rare":
      return isPart(before) || isPart(after) ? 14 : 11;
    case "letter":
      return letterCost(before, letter, language);
    case "ascii":
    case "space":
      return before.kind === "letter"
        ? afterForeign(before, letter, language)
        : asciiCost(before, letter);
  }
}

/** An apostrophe is inside words, blanks and currencies beside them; other symbols are alone. */
function symbolCost({ unit, lower }: Letter, isAfter: boolean, isBefore: boolean): number {
  if (isAfter && isBefore) return unit === APOSTROPHE ? 6 : 12;
  if (!isAfter && !isBefore) return 6;
  return lower ? 8 : 11;
}

function asciiCost(before: Letter, { kind }: Letter): number {
  if (kind === "ascii") return ASCII_COST;
  return before.kind === "ascii" ? END_COST : 0;
}

function afterForeign(before: Letter, letter: Letter, language: Language): number {
  const mixed =
    letter.kind === "ascii" && before.script !== "latin" && before.script !== "other"
      ? MIXED_COST
      : 0;
  return (language.costs.get(before.unit * 65_536 + letter.unit) ?? UNSEEN_COST - 1) + mixed;
}

function letterCost(before: Letter, letter: Letter, language: Language): number {
  const mixed = before.kind === "ascii" && letter.script !== "latin" ? MIXED_COST : 0;
  const previous = isPart(before) ? before.unit : SPACE;
  const seen = language.costs.get(previous * 65_536 + letter.unit);
  if (seen !== undefined) return seen + mixed;
  if (language.alphabet.has(letter.unit)) return UNSEEN_COST + mixed;
  return (letter.script === language.script ? UNKNOWN_COST : OTHER_SCRIPT_COST) + mixed;
}

function isPart({ kind }: Letter): boolean {
  return kind === "ascii" || kind === "letter";
}

const SYMBOLS = "€£¥§°«»–—’‘“”„…·\u00a0®©™½¼²³•№´ºª\u00ad\u200e\u200f\u060c";
const APOSTROPHE = 0x2019;
const BESIDE_WORDS = "€£«»–—’‘“”„…\u00a0\u00ad\u200e\u200f\u060c";

const classified = new Map<string, Letter>();

/** The kind of a character. */
export function classify(char: string): Letter {
  const known = classified.get(char);
  if (known !== undefined) return known;
  const letter = classifyAnew(char);
  classified.set(char, letter);
  return letter;
}

function classifyAnew(char: string): Letter {
  const unit = char.charCodeAt(0);
  const small = char === "\u0130" ? char : char.toLowerCase();
  const cased = { upper: char !== small, lower: char === small && char !== char.toUpperCase() };
  if (unit < 128) {
    const isLetter = cased.upper || cased.lower;
    return isLetter
      ? { unit: small.charCodeAt(0), kind: "ascii", script: "latin", ...cased }
      : BOUNDARY;
  }
  if (unit < 0xa0 || unit === 0xfffd || (unit >= 0xe000 && unit < 0xf900))
    return { ...BOUNDARY, kind: "broken" };
  if (SYMBOLS.includes(char))
    return { ...BOUNDARY, unit, kind: "symbol", lower: BESIDE_WORDS.includes(char) };
  if (!/[\p{L}\p{M}]/u.test(char)) return { ...BOUNDARY, kind: "rare" };
  const upper = char === "\u0130" || cased.upper;
  return {
    unit: small.charCodeAt(0),
    kind: "letter",
    script: scriptOf(unit),
    upper,
    lower: cased.lower,
  };
}

function scriptOf(unit: number): Script | "other" {
  if (unit < 0x250 || (unit >= 0x300 && unit < 0x370) || (unit >= 0x1e00 && unit < 0x1f00))
    return "latin";
  if (unit >= 0x370 && unit < 0x400) return "greek";
  if (unit >= 0x400 && unit < 0x530) return "cyrillic";
  if (unit >= 0x590 && unit < 0x600) return "hebrew";
  if ((unit >= 0x600 && unit < 0x700) || unit >= 0xfb50) return "arabic";
  return unit >= 0xe00 && unit < 0xe80 ? "thai" : "other";
}
