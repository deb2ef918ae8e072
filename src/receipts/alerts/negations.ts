// Sentences that begin with "nothing" and go on with a verb: "Nothing was debited", "Nulla ti è
// stato addebitato", and verbs right behind a "not": "couldn't be paid", "nicht abgebucht". Then no money
// moved, whatever verb it is. "Nothing else was debited" says that some was. A verb behind "may be" tells
// of money that has not moved yet.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
import { isConditional } from "./not-moved.ts";
import { MOVING, type Verb } from "./vocabulary.ts";

/** How far after "nothing" its verb may be. */
const BETWEEN_CHARS_MAX = 30;
const NOTHING = new RegExp(
  String.raw`^[^\p{L}\d]{0,4}(?:${wordsIn(SENTENCES.nothing).join("|")})(?!\p{L})`,
  "u",
);
const ELSE = new RegExp(
  String.raw`[^\p{L}' ]|(?<!\p{L})(?:${wordsIn(SENTENCES["nothing else"]).join("|")})`,
  "u",
);

const BEFORE_VERB_CHARS = 36;
const NOT = rightBefore(wordsIn(SENTENCES["not, before a verb"]));
const MAY = rightBefore(wordsIn(SENTENCES["may, before a verb"]));

/** A pattern of text that ends in one of the words, with a blank behind where the script has blanks. */
function rightBefore(words: readonly string[]): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${words.join("|")})(?: $|(?<=[\u0e00-\u9fff])$)`, "u");
}

/** The verb; "stopped" or "later" where "not" or "may be" is right before it. */
function withAuxiliary(folded: string, from: number, verb: Verb): Verb {
  if (!MOVING.has(verb.sense)) return verb;
  const before = folded.slice(Math.max(from, verb.start - BEFORE_VERB_CHARS), verb.start);
  if (MAY.test(before)) return { ...verb, sense: "later" };
  if (!NOT.test(before)) return verb;
  // "..., if you did not withdraw it" is a condition.
  const clause = folded.slice(from, verb.start).search(/[^,;:(]*$/);
  return isConditional(folded, from + clause) ? verb : { ...verb, sense: "stopped" };
}

/**
 * The verbs of a sentence that starts at `from`; the first one after "nothing", and those right behind
 * a "not", become "stopped".
 */
export function withNegations(
  folded: string,
  from: number,
  told: readonly Verb[],
): readonly Verb[] {
  const verbs = told.map((verb) => withAuxiliary(folded, from, verb));
  const [first, ...others] = verbs;
  if (first === undefined || !MOVING.has(first.sense)) return verbs;
  const before = folded.slice(from, first.start);
  const nothing = NOTHING.exec(before)?.[0];
  if (nothing === undefined) return verbs;
  const between = before.slice(nothing.length);
  if (between.length > BETWEEN_CHARS_MAX || ELSE.test(between)) return verbs;
  return [{ ...first, sense: "stopped" }, ...others];
}
