// Chinese, Japanese and Korean text: how likely its characters are on a statement. The tables of
// these encodings begin with the frequent characters, so a rare one shows that the bytes are of
// another encoding.

import { frequentCharacters } from "./letter-pairs.ts";

type Many = "ja" | "zh" | "zh-Hant" | "ko";

interface ManyEncoding {
  readonly language: Many;
  /** The first and last lead bytes of the frequent characters. */
  readonly leads: readonly [number, number];
  readonly trail: number;
}

/** The encodings with two bytes for a character. */
export const MANY: ReadonlyMap<string, ManyEncoding> = new Map([
  ["shift_jis", { language: "ja", leads: [0x88, 0x97], trail: 0x40 }],
  ["euc-jp", { language: "ja", leads: [0xb0, 0xcf], trail: 0xa1 }],
  ["gb18030", { language: "zh", leads: [0xb0, 0xd7], trail: 0xa1 }],
  ["big5", { language: "zh-Hant", leads: [0xa4, 0xc6], trail: 0x40 }],
  ["euc-kr", { language: "ko", leads: [0xb0, 0xc8], trail: 0xa1 }],
]);

const common = new Map<string, ReadonlySet<string>>();
const ranks = new Map<Many, ReadonlyMap<string, number>>();

function commonOf(encoding: string, { leads, trail }: ManyEncoding): ReadonlySet<string> {
  const known = common.get(encoding);
  if (known !== undefined) return known;
  const decoder = new TextDecoder(encoding);
  const bytes: number[] = [];
  for (let lead = leads[0]; lead <= leads[1]; lead += 1)
    for (let second = trail; second < 0xff; second += 1)
      if (second !== 0x7f) bytes.push(lead, second);
  const characters = new Set(decoder.decode(Uint8Array.from(bytes)));
  common.set(encoding, characters);
  return characters;
}

function ranksOf(language: Many): ReadonlyMap<string, number> {
  const known = ranks.get(language);
  if (known !== undefined) return known;
  const byRank = new Map(Array.from(frequentCharacters(language), (char, rank) => [char, rank]));
  ranks.set(language, byRank);
  return byRank;
}

const ASCII_COST = 2.9;
const MIXED_COST = 4;
const BROKEN_COST = 16;

/** The cost of a run of bytes as decoded in an encoding of two bytes for a character. */
export function costOfMany(text: string, encoding: string): number {
  const many = MANY.get(encoding);
  if (many === undefined) return Number.POSITIVE_INFINITY;
  const characters = { frequent: ranksOf(many.language), common: commonOf(encoding, many) };
  let cost = 0;
  let before = "";
  for (const char of text) {
    const isAscii = char < "\u0080";
    const isLetter = /[a-z]/i.test(char);
    if (isAscii) cost += isLetter ? ASCII_COST : 0;
    else cost += characterCost(char, many.language, characters);
    if (/[a-z]/i.test(isAscii ? char : before) && (isAscii ? before : char) >= "\u0080")
      cost += MIXED_COST;
    before = char;
  }
  return cost;
}

interface Characters {
  readonly frequent: ReadonlyMap<string, number>;
  readonly common: ReadonlySet<string>;
}

function characterCost(
  char: string,
  language: Many,
  { frequent, common: usual }: Characters,
): number {
  const rank = frequent.get(char);
  if (rank !== undefined) return 4.5 + rank / 120;
  const unit = char.charCodeAt(0);
  if (unit === 0xfffd || unit < 0xa0 || (unit >= 0xe000 && unit < 0xf900)) return BROKEN_COST;
  if (unit >= 0xff61 && unit <= 0xff9f) return language === "ja" ? 4.5 : BROKEN_COST;
  if (unit >= 0x3040 && unit <= 0x30ff) return language === "ja" ? 5 : 12;
  if ((unit >= 0x3000 && unit < 0x3040) || (unit >= 0xff00 && unit < 0xff61)) return 6.5;
  if (usual.has(char)) return 8.5;
  return isIdeograph(char) ? 14 : 12;
}

function isIdeograph(char: string): boolean {
  return (char >= "\u3400" && char <= "\u9fff") || (char >= "\uac00" && char <= "\ud7a3");
}
