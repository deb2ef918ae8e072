// The future that is split around its verb: "wordt rond 3 november van je rekening afgeschreven",
// "sera automatiquement débité". Money of which a sentence speaks so has not moved.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
import type { Place } from "./alert-text.ts";
import { isCertain, MOVING, type Verb } from "./vocabulary.ts";

/** Whether the auxiliary may be far from its verb depends on the language. */
const FAR = auxiliary(
  SENTENCES["future, verb at the end"],
  String.raw`(?:[^.;!?\n]|\.(?=\d)){0,90}`,
);
const NEAR = auxiliary(SENTENCES["future, verb close by"], "[^.,;!?\\n\\d]{0,24}");
const CHARS_MAX = 110;
/** "... dat het bedrag is afgeschreven": what has been done, in between or behind. */
const DONE = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["done, verb at the end"]).join("|")})(?!\p{L})`,
  "u",
);
const DONE_CHARS = 10;
/** "Kann ab dem 20.10. auf Ihr Konto ausgezahlt werden": what is possible, with its verb at the end. */
const CAN = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["can, verb at the end"]).join("|")})(?!\p{L})[^;!?\n]*$`,
  "u",
);
const BE_BEHIND = /^ (?:werden|worden)(?!\p{L})/u;
/** "Soll ein Umsatz von 149,00 EUR bei ... getätigt werden": at the end of the sentence. */
const BE_AT_END =
  /^(?:[^.;!?\n]|\.(?=\d)){0,110}? (?:werden|worden(?: \p{L}{3,16})?) ?(?:[.;:!?\n]|$)/u;

/** The noun of a debit, which may be still to come. */
const DEBIT = new RegExp(`^(?:${wordsIn(SENTENCES["direct debit"]).join("|")})$`, "u");
const BEHIND = new RegExp(
  String.raw`^(?:[^.;:!?\n]|[.:](?=\d))*(?<!\p{L})(?:${wordsIn(SENTENCES["future, verb close by"]).join("|")}) `,
  "u",
);

function auxiliary(words: Parameters<typeof wordsIn>[0], between: string): RegExp {
  return new RegExp(
    String.raw`(?<!\p{L})(?:${wordsIn(words).join("|")}) (?<between>${between})$`,
    "u",
  );
}

/** The verbs of a sentence that starts at `from`; those of the future become "to come". */
export function withAnnouncements(
  folded: string,
  from: number,
  verbs: readonly Verb[],
): readonly Verb[] {
  return verbs.map((verb) =>
    MOVING.has(verb.sense) &&
    (isAnnounced(folded, from, verb) || isDebitToChange(folded, verbs, verb))
      ? { ...verb, sense: "to come" }
      : verb,
  );
}

/**
 * "Your debit order of 614.00 on the 1st of each month will be adjusted to 638.00": behind the noun of a debit, and
 * without a verb that says that it was made.
 */
function isDebitToChange(folded: string, verbs: readonly Verb[], verb: Verb): boolean {
  return (
    DEBIT.test(verb.phrase) &&
    BEHIND.test(folded.slice(verb.end, verb.end + CHARS_MAX)) &&
    !verbs.some((one) => one !== verb && isCertain(one) && !DEBIT.test(one.phrase))
  );
}

/** Whether a sentence that starts at `from` announces what the words at a place tell of. */
export function isAnnounced(folded: string, from: number, { start, end }: Place): boolean {
  const before = folded.slice(Math.max(from, start - CHARS_MAX), start);
  if (NEAR.test(before) || isAwaited(folded, from, start)) return true;
  const behind = folded.slice(end, end + CHARS_MAX + DONE_CHARS);
  if (CAN.test(before) && (BE_BEHIND.test(behind) || BE_AT_END.test(behind))) return true;
  const between = FAR.exec(before)?.groups?.["between"];
  return (
    between !== undefined && !DONE.test(between) && !DONE.test(folded.slice(end, end + DONE_CHARS))
  );
}

/** "We will send you another message once the transfer has been made." */
const ONCE = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES.once).join("|")}) [^.,;!?\n\d]{0,60}$`,
  "u",
);
const TELLS_LATER = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["tells later"]).join("|")})(?!\p{L})`,
  "u",
);

function isAwaited(folded: string, from: number, at: number): boolean {
  const before = folded.slice(from, at);
  return ONCE.test(before) && TELLS_LATER.test(before);
}
