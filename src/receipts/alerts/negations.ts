// Sentences in which a verb is denied: "Nothing was debited", "Nulla ti è stato addebitato", "non è
// stato effettuato alcun addebito", "es wurde nicht abgebucht". Then no money moved, whatever verb it
// is. "Nothing else was debited" says that some was, and "if you did not make this payment" says
// nothing. A verb behind "may be" tells of money that has not moved yet, and so does one in a clause
// that makes it a condition: "the money arrives, når anmodningen er betalt".

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
import type { Place } from "./alert-text.ts";
import { BEFORE_AMOUNT, MOVING, type Verb } from "./vocabulary.ts";

/** How far after "nothing" its verb may be. */
const BETWEEN_CHARS_MAX = 30;
/** "Nothing", at the beginning of a sentence or in it: "so nothing has left your account". */
const NOTHING = new RegExp(
  String.raw`(?<![\p{L}'])(?:${wordsIn(SENTENCES.nothing).join("|")})(?!\p{L})(?<between>[^\n]{0,${BETWEEN_CHARS_MAX}})$`,
  "u",
);
const ELSE = new RegExp(
  String.raw`[^\p{L}' ]|(?<!\p{L})(?:${wordsIn(SENTENCES["nothing else"]).join("|")})`,
  "u",
);
/** "no" before a noun, "not" before a verb. */
const DENYING = [
  ...wordsIn(SENTENCES["no before a noun"]),
  ...wordsIn(SENTENCES["not before a verb"]),
];
const BEFORE_VERB_CHARS = 40;
/** Right before a verb: "no charge", "not charged"; "may be charged". */
const DENIED = rightBefore(DENYING);
const MAY = rightBefore(wordsIn(SENTENCES["may before a verb"]));
const DENIAL = new RegExp(String.raw`(?<!\p{L})(?:${DENYING.join("|")})(?!\p{L})`, "u");
/** "Uma compra de R$ 23,50 no débito": the Portuguese "in the". */
const BEHIND_AMOUNT = /\d no $/;
/** "Usar no débito": by card. */
const BY_CARD = /^(?:debito|credito|cartao)(?!\p{L})/u;
/** "Nu har vi dragit", "nu is het bedrag afgeschreven": "now" in Germanic languages is "not" in Romanian. */
const NOW = /(?<!\p{L})nu $/u;
const GERMANIC =
  /^(?:har|er|ar|is|zijn|heeft|hebben|hebt|blev|blir|bliver|wordt|werd|betalt|betalat|betald|betaald)(?!\p{L})/u;
/** "Eine Papierrechnung erhalten Sie nicht": "not" right behind a verb, or behind its pronoun. */
const NOT_BEHIND =
  /^(?: (?:sie|wir|du|ihr|man|u|je|wij|we))? (?:nicht|niet)(?!\p{L})(?! (?:nur|alleen)(?!\p{L}))/u;
const NOT_BEHIND_CHARS = 20;
/** How far a fee may be from the verb that denies it. */
const FEE_CHARS_MAX = 24;
/** "... if you did not make it": a condition somewhere before. */
const CONDITION = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES.condition)
    .map((word) => word.replace(/\*$/, ""))
    .join("|")})(?!\p{L})`,
  "u",
);

/** A clause behind a comma that begins with a condition, up to a verb in it. */
const IN_CONDITION = new RegExp(
  String.raw`, (?:${wordsIn(SENTENCES["condition behind a comma"]).join("|")}) [^,;]*$`,
  "u",
);
const CLAUSE_CHARS = 90;

/** A pattern of text that ends in one of the words, with a blank behind where the script has blanks. */
function rightBefore(words: readonly string[]): RegExp {
  return new RegExp(
    String.raw`(?<![\p{L}'])(?:${words.join("|")})(?: $|(?<=[\u0e00-\u9fff])$)`,
    "u",
  );
}

/**
 * The verbs of a sentence that starts at `from`: those close behind "nothing", and those right behind
 * a "not", become "stopped"; those right behind a "may be", and in a condition, become "later".
 */
export function withNegations(
  folded: string,
  from: number,
  told: readonly Verb[],
): readonly Verb[] {
  return told
    .map((verb) => withAuxiliary(folded, from, verb))
    .map((verb) =>
      MOVING.has(verb.sense) && isNothing(folded.slice(from, verb.start))
        ? { ...verb, sense: "stopped" }
        : verb,
    );
}

function withAuxiliary(folded: string, from: number, verb: Verb): Verb {
  if (!MOVING.has(verb.sense)) return verb;
  const before = folded.slice(Math.max(from, verb.start - BEFORE_VERB_CHARS), verb.start);
  const clause = folded.slice(Math.max(from, verb.start - CLAUSE_CHARS), verb.start);
  if (MAY.test(before) || IN_CONDITION.test(clause)) return { ...verb, sense: "later" };
  const isDenied =
    (DENIED.test(before) &&
      !BEHIND_AMOUNT.test(before) &&
      !(/(?<!\p{L})no $/u.test(before) && BY_CARD.test(verb.phrase)) &&
      !(NOW.test(before) && GERMANIC.test(verb.phrase)) &&
      !CONDITION.test(folded.slice(from, verb.start))) ||
    NOT_BEHIND.test(folded.slice(verb.end, verb.end + NOT_BEHIND_CHARS));
  return isDenied ? { ...verb, sense: "stopped" } : verb;
}

function isNothing(before: string): boolean {
  const between = NOTHING.exec(before)?.groups?.["between"];
  return between !== undefined && !ELSE.test(between);
}

/** "No commission was charged", next to a purchase: it does not deny the purchase. */
export function deniesFee(folded: string, { start, end }: Place, verb: Verb): boolean {
  const from = Math.max(start, verb.start - FEE_CHARS_MAX);
  const until = Math.min(end, verb.end + FEE_CHARS_MAX);
  return (
    verb.sense === "stopped" &&
    DENIAL.test(folded.slice(from, verb.end)) &&
    BEFORE_AMOUNT.find(folded, from, until).some(
      (word) => word.tag === "fee or rate" && (word.end <= verb.start || word.start >= verb.end),
    )
  );
}
