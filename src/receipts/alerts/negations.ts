// Sentences that begin with "nothing" and go on with a verb: "Nothing was debited", "Nulla ti è
// stato addebitato". Then no money moved, whatever verb it is. "Nothing else was debited" says that
// some was.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
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

/** The verbs of a sentence that starts at `from`; the first one after "nothing" becomes "stopped". */
export function withNegations(
  folded: string,
  from: number,
  verbs: readonly Verb[],
): readonly Verb[] {
  const [first, ...others] = verbs;
  if (first === undefined || !MOVING.has(first.sense)) return verbs;
  const before = folded.slice(from, first.start);
  const nothing = NOTHING.exec(before)?.[0];
  if (nothing === undefined) return verbs;
  const between = before.slice(nothing.length);
  if (between.length > BETWEEN_CHARS_MAX || ELSE.test(between)) return verbs;
  return [{ ...first, sense: "stopped" }, ...others];
}
