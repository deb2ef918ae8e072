// A code to type in. An alert that prints one asks to confirm something, and no money has moved
// yet. Codes of operations and authorizations are other codes; so is the warning never to tell
// anybody.

import CODE_WORDS from "../words/alert-codes.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import { phrasesIn } from "../words/phrases.ts";
import type { AlertText } from "./alert-text.ts";
import { BANKS } from "./banks.ts";
import type { Verb } from "./vocabulary.ts";

const CODES = phrasesIn<"code">({ code: CODE_WORDS.code }, IN_PLACE);
/** "We will never ask you for your OTP". */
const NEVER = phrasesIn<"never">({ never: CODE_WORDS.never }, IN_PLACE);
const CODE_DIGITS =
  /(?<![\d.,/*•-]|\d:|[xX*•]\s?|[A-Za-z])(?:\d{4,8}|(?<!\d[ -])\d{3}[ -]\d{3}(?![ -]\d{2}))(?![\d.,/:-]\d|\d|[A-Za-z])/gu;
const CHARS_BEFORE = 30;
const NAME_CHARS_BEHIND = 20;
const CHARS_BEHIND = 120;
/** Every alert warns about codes; a warning does not ask for one. */
const WARNING =
  /(?:never|not|n't|no one|nobody)[^.]{0,24}(?:share|ask|disclose|reveal|give)|no (?:la |lo )?compart|никому|не сообщайте|не повідомляйте|нікому|nunca|nao compartilh|jamais|ne communiquez|niemals|non condivid|nooit/;
const WARNING_CHARS = 50;

/** "OTP for transaction at ...": what the code is for has not happened yet. */
const IS_FOR = /^ (?:for|to|is|:) /u;
const IS_FOR_CHARS = 5;

/** "Code 118822 to confirm": the code is right after its name, and its purpose after that. */
const CODE_AND_PURPOSE =
  /(?<!\p{L})(?:codigo|clave|code|codice|kod|bevestigingscode|bestatigungscode|tan|код|кодът|кодът за|otp|kode|koden|koda|kodas|kods|kood|koodi|κωδικος|cod|codul|codi|koði|koðinn|kodja|kodot|engangskode|engangskoden) (?<digits>\d{4,8}) (?:para|pour|per|autoriz|fur|zur|voor|do |za |pro |icin|для|untuk|to |for |за |til |till |pre |pri |na |k |ca |pentru |dla |για |per |om |att |for a |lai |kad |patvirti|kinnita|apstiprin|megerosit|jovahagy|vahvist|sem |svo |icin)/u;

/** The words that name a code to type in, where the code is next to them; null if there is none. */
export function findCode(alert: AlertText): Verb | null {
  const { folded } = alert;
  const direct = CODE_AND_PURPOSE.exec(folded);
  if (direct !== null)
    return asVerb({ phrase: "code", start: direct.index, end: direct.index + direct[0].length });
  for (const hit of CODES.find(folded)) {
    if (WARNING.test(folded.slice(Math.max(0, hit.start - WARNING_CHARS), hit.start))) continue;
    if (isNeverAskedFor(folded, hit.start) || isInBanksName(folded, hit)) continue;
    if (IS_FOR.test(folded.slice(hit.end, hit.end + IS_FOR_CHARS)) || hasDigitsBeside(alert, hit))
      return asVerb(hit);
  }
  return null;
}

/** "OTP Bank Nyrt.", "OTPdirekt": the letters are a bank's name. */
function isInBanksName(folded: string, { start, end }: Pick<Verb, "start" | "end">): boolean {
  return BANKS.find(folded, start, end + NAME_CHARS_BEHIND).some(
    (bank) => bank.start === start && bank.end > end,
  );
}

/** Whether the sentence says before a place that something never happens. */
function isNeverAskedFor(folded: string, at: number): boolean {
  const from = Math.max(0, at - WARNING_CHARS);
  const begin = Math.max(from, folded.lastIndexOf(". ", at) + 1);
  return NEVER.find(folded, begin, at).length > 0;
}

function asVerb({ phrase, start, end }: Pick<Verb, "phrase" | "start" | "end">): Verb {
  return { sense: "code", isBeforePayee: false, phrase, start, end };
}

function hasDigitsBeside(
  { text, amounts }: AlertText,
  { start, end }: Pick<Verb, "start" | "end">,
): boolean {
  const from = Math.max(0, start - CHARS_BEFORE);
  return [...text.slice(from, end + CHARS_BEHIND).matchAll(CODE_DIGITS)].some((digits) => {
    const at = from + digits.index;
    const isAmount = amounts.some((one) => at >= one.start && at < one.end);
    return !isAmount && (at >= end || at + digits[0].length <= start);
  });
}
