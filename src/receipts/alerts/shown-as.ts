// "Den Umsatz findest du als „vorgemerkt“ in deinem Banking": how the bank's own list shows a payment that
// was made, in quotation marks or behind "as". The sentence holds no money back.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
import type { Verb } from "./vocabulary.ts";

const LISTS = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["where it is listed"]).join("|")})$`,
  "u",
);
const AS_BEHIND =
  /^(?: (?:bancario|bancaire|de cuenta|de compte))? ?:? (?:als|as|comme|como|come|com|som|jako|kao|ca|mint|ως) ["„“«'‘]?[\p{L}\d]/u;
const BEHIND_CHARS = 30;

const QUOTE_BEFORE = /[„“"«‚'‘»] ?$/u;
const QUOTE_BEHIND = /^ ?["“”»«‘’']/u;
const AS_BEFORE =
  /(?<!\p{L})(?:als|as|comme|como|come|com|som|jako|kao|ca|mint|kui|ka|sasom|как|као|като|ως) (?:(?:noch|nog|still|encore|aun|todavia|ainda|ancora|fortsatt|fortfarande) )?$/u;
const BEFORE_CHARS = 24;

/** The verbs of a sentence, without a hold that only names how the payment is listed. */
export function withoutShownAs(folded: string, verbs: readonly Verb[]): readonly Verb[] {
  return verbs.filter(({ sense, start, end }) => {
    if (sense !== "hold") return true;
    const before = folded.slice(Math.max(0, start - BEFORE_CHARS), start);
    const isQuoted = QUOTE_BEFORE.test(before) && QUOTE_BEHIND.test(folded.slice(end, end + 2));
    return !isQuoted && !AS_BEFORE.test(before);
  });
}

/** Without the statement on which a payment "will appear as MERPAGO*CASA": it arranges nothing. */
export function withoutListedAs(folded: string, verbs: readonly Verb[]): readonly Verb[] {
  return verbs.filter(
    ({ sense, phrase, end }) =>
      sense !== "arranged" ||
      !LISTS.test(phrase) ||
      !AS_BEHIND.test(folded.slice(end, end + BEHIND_CHARS)),
  );
}
