// "14.09. limits of your card *3391 were changed:", "Лимит по карте изменён": a limit with a word for
// changing it, in any order, arranges something. The amounts of its list ("Cash withdrawal: 500 a
// day") moved nothing.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import { Phrases, wordsIn, type PhraseHit } from "../words/phrases.ts";
import type { Place } from "./alert-text.ts";
import { MOVING, type Verb } from "./vocabulary.ts";

/** Thai, Chinese, Japanese: words have no edges. */
const UNSPACED = /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]/u;
const BETWEEN_CHARS_MAX = 45;
const LIMIT_OR_CHANGE = new Phrases(
  [
    ["limit", wordsIn(SENTENCES["a limit"]).join("|")],
    ["change", wordsIn(SENTENCES["was changed"]).join("|")],
  ],
  IN_PLACE,
);

/** A pattern of the words; one that ends in "*" is a stem. */
function stems(words: Parameters<typeof wordsIn>[0]): string {
  return `(?:${wordsIn(words)
    .map((word) => {
      const end = word.endsWith("*") ? "" : String.raw`(?![\p{L}\p{M}])`;
      return UNSPACED.test(word)
        ? word
        : String.raw`(?<![\p{L}\p{M}])${word.replace(/\*$/u, "")}${end}`;
    })
    .join("|")})`;
}

/** "Had pembelian", "hạn mức chuyển tiền": right behind the limit stands of what it is one. */
const THEN_OF_WHAT = new RegExp(String.raw`${stems(SENTENCES["a limit, then of what"])} ?$`, "u");
const LIMIT_CHARS_MAX = 24;

/** The verbs without those that only say of what a limit is one. */
export function withoutLimited(folded: string, verbs: readonly Verb[]): readonly Verb[] {
  return verbs.filter(
    ({ sense, start }) =>
      !MOVING.has(sense) ||
      !THEN_OF_WHAT.test(folded.slice(Math.max(0, start - LIMIT_CHARS_MAX), start)),
  );
}

/** The verbs of a sentence; a changed limit is a verb of what was arranged, if nothing moved beside it. */
export function withLimits(
  folded: string,
  { start, end }: Place,
  verbs: readonly Verb[],
): readonly Verb[] {
  if (verbs.some(({ sense }) => MOVING.has(sense) || sense === "arranged")) return verbs;
  const hits = LIMIT_OR_CHANGE.find(folded, start, end);
  const at = hits.findIndex((hit, index) => isNextTo(folded, hit, hits[index + 1]));
  const [from, to] = [hits[at], hits[at + 1]];
  if (from === undefined || to === undefined) return verbs;
  const changed: Verb = {
    sense: "arranged",
    isBeforePayee: false,
    phrase: folded.slice(from.start, to.end),
    start: from.start,
    end: to.end,
  };
  return [changed, ...verbs];
}

/** Whether one of them is a limit, the other its change, and only a few words of the sentence stand between. */
function isNextTo(folded: string, one: PhraseHit<string>, next?: PhraseHit<string>): boolean {
  if (next === undefined || next.tag === one.tag) return false;
  const between = folded.slice(one.end, next.start);
  return between.length <= BETWEEN_CHARS_MAX && !/[.!?]/.test(between);
}
