// Verbs in two parts with the sentence between them, as Germanic languages write them: "buchten wir 43,90 EUR von Ihrem
// Konto ab", "har ført 43,90 kr. tilbage til dit kort". The second part says what the first one means: "schreven we
// af" is money out, "schreven we bij" money in. So does a verb at the end with the word for whose act it is: "आपने ...
// भेजे" ("you sent"), "sana ... gönderdi" ("sent to you").

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import VERB_WORDS from "../words/alert-verbs.json" with { type: "json" };
import { foldInPlace, IN_PLACE } from "../words/in-place.ts";
import { Phrases } from "../words/phrases.ts";

/** Between the two parts. */
const BETWEEN_CHARS_MAX = 160;

type Sense = keyof typeof VERB_WORDS.separable;

interface Second {
  readonly sense: Sense;
  readonly word: string;
  /** The second part where its clause ends, or where nothing follows that would make it a preposition or an article. */
  readonly pattern: RegExp;
}

/** Both parts by the first one. */
const SECONDS = new Map<string, Second[]>();
for (const [sense, languages] of Object.entries(VERB_WORDS.separable))
  for (const [language, pairs] of Object.entries(languages))
    for (const pair of pairs) {
      const [first = "", word = ""] = foldInPlace(pair).split(" ");
      const second = { sense: sense as Sense, word, pattern: patternOf(word, language) };
      SECONDS.set(first, [...(SECONDS.get(first) ?? []), second]);
    }

const FIRSTS = new Phrases([["first", [...SECONDS.keys()].join("|")] as const], IN_PLACE);

/** "Sie zahlten 200 EUR zurück", "du betalte 200 kr tilbage": what the reader gives back goes out. */
const READER = SENTENCES["the reader as a subject"].all.join("|");
const READER_BEFORE = new RegExp(String.raw`(?<!\p{L})(?:${READER}) $`, "u");
const READER_BEHIND = new RegExp(String.raw`^ (?:${READER})(?!\p{L})`, "u");

function patternOf(word: string, language: string): RegExp {
  const behind = (SENTENCES["behind a verb's second part"] as Record<string, readonly string[]>)[
    language
  ];
  return new RegExp(
    String.raw`(?<!\p{L})${word}(?! ?\p{L}| ?\d| ?\p{Sc})|(?<!\p{L})${word} (?:${(behind ?? []).join("|")})(?!\p{L})`,
    "u",
  );
}

/** Such a verb, at the place of its first part. */
interface SeparableVerb {
  readonly sense: Sense;
  readonly phrase: string;
  readonly start: number;
  readonly end: number;
  /** The place of its second part. */
  readonly second: { readonly start: number; readonly end: number };
}

/** Such verbs between two places of a folded text, in order. */
export function findSeparable(folded: string, from: number, to: number): readonly SeparableVerb[] {
  return FIRSTS.find(folded, from, to).flatMap(({ phrase, start, end }) => {
    const rest = folded.slice(end, Math.min(to, end + BETWEEN_CHARS_MAX));
    const isReaders =
      READER_BEFORE.test(folded.slice(Math.max(from, start - 5), start)) ||
      READER_BEHIND.test(rest);
    const found = (SECONDS.get(phrase) ?? [])
      .filter(({ sense }) => !(sense === "back" && isReaders))
      .flatMap((second) => {
        const at = second.pattern.exec(rest)?.index;
        return at === undefined ? [] : [{ ...second, at }];
      })
      .sort((a, b) => a.at - b.at);
    const [nearest] = found;
    if (nearest === undefined) return [];
    const { sense, word, at } = nearest;
    const second = { start: end + at, end: end + at + word.length };
    return [{ sense, phrase: `${phrase} ${word}`, start, end, second }];
  });
}
