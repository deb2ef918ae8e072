// A code to type in. An alert that prints one asks to confirm something, and no money has moved
// yet. Codes of operations and authorizations are other codes; so is the warning never to tell
// anybody.

import CODE_WORDS from "../words/alert-codes.json" with { type: "json" };
import REFERENCES from "../words/alert-references.json" with { type: "json" };
import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import { findMatches } from "../words/matches.ts";
import { phrasesIn } from "../words/phrases.ts";
import { findDates } from "../totals/money/dates.ts";
import { replaceDigits } from "../totals/money/numbers.ts";
import type { AlertText } from "./alert-text.ts";
import { BANKS } from "./banks.ts";
import type { Verb } from "./vocabulary.ts";

const CODES = phrasesIn<"code">({ code: CODE_WORDS.code }, IN_PLACE);
/** "Authorization code: 118840" of a payment that went through. */
const AUTHORIZATIONS = phrasesIn<"authorization">(
  { authorization: REFERENCES["authorization code"] },
  IN_PLACE,
);
/** "Alışveriş gerçekleşmiştir": the operation took place. */
const EXECUTED = phrasesIn<"executed">({ executed: SENTENCES.executed }, IN_PLACE);
/** "We will never ask you for your OTP". */
const NEVER = phrasesIn<"never">({ never: CODE_WORDS.never }, IN_PLACE);
/** "Do not give your code to anybody", in the order of Persian or Japanese. */
const NEVER_BEHIND = phrasesIn<"never">({ never: CODE_WORDS["never, behind"] }, IN_PLACE);
/** "204418", "552 310", "88 12 04", "4 8 2 1 9 0", but no telephone number of more groups. */
const GROUPS = [
  String.raw`\d{4,8}`,
  String.raw`(?<!\d[ \u00a0-])\d{3}[ \u00a0-]\d{3}(?![ \u00a0-]\d{2})`,
  String.raw`(?<!\d[ \u00a0.-])\d{2}(?:[ \u00a0-]\d{2}){2}(?![ \u00a0.-]\d)`,
  String.raw`(?<!\d[ \u00a0\t])\d(?:[ \u00a0\t]\d){3,7}(?![ \u00a0\t]\d)`,
];
const CODE_DIGITS = new RegExp(
  String.raw`(?<![\d.,/*•-]|\d:|[xX*•]\s?|[A-Za-z])(?:${GROUPS.join("|")})(?![\d.,/:-]\d|\d|[A-Za-z])`,
  "gu",
);
const CHARS_BEFORE = 30;
const NAME_CHARS_BEHIND = 20;
/** "OTP TeleBankot": what a bank calls itself by telephone. */
const SERVICE_OF_BANK = /^ \p{Lu}\p{Ll}*[Bb]ank/u;
const CHARS_BEHIND = 120;
/** Every alert warns about codes; a warning does not ask for one. */
const WARNING =
  /(?:never|not|n't|no one|nobody)[^.]{0,24}(?:share|ask|disclose|reveal|give)|no (?:la |lo )?compart|никому|не сообщайте|не повідомляйте|нікому|nunca|nao compartilh|jamais|ne communiquez|niemals|non condivid|nooit/;
const WARNING_CHARS = 50;
const WARNING_END = /[.!?。！？](?:\s|$)|\n\n/gu;
const SENTENCE_CHARS_MAX = 160;
const SENTENCE_END = /[.!?。！？] |\n/g;

/** "Code: PAT5FRIENDS", to invite friends with: a code to type in has digits alone. */
const VOUCHER = /^[\s:：„“"'»]{0,4}(?=[A-Z0-9-]{0,12}[A-Z]{3})[A-Z0-9-]{5,}(?![\p{L}\d])/u;
const VOUCHER_CHARS = 30;

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
    const before = Math.max(0, hit.start - WARNING_CHARS);
    // "We never ask for it. Your code is 604118": a warning ends with its sentence.
    const said = alert.text.slice(before, hit.start);
    const begin = before + ([...said.matchAll(WARNING_END)].at(-1)?.index ?? 0);
    if (WARNING.test(folded.slice(begin, hit.start))) continue;
    if (isOfAuthorization(folded, hit)) continue;
    if (isNeverAskedFor(alert, hit) || isInBanksName(alert, hit)) continue;
    if (VOUCHER.test(alert.text.slice(hit.end, hit.end + VOUCHER_CHARS))) continue;
    if (IS_FOR.test(folded.slice(hit.end, hit.end + IS_FOR_CHARS)) || hasDigitsBeside(alert, hit))
      return asVerb(hit);
  }
  return findCodeAlone(alert);
}

/** "The code that follows:", and on a line of its own "482 061", valid for 5 minutes. */
function findCodeAlone({ text, folded }: AlertText): Verb | null {
  for (const match of findMatches(text, LINE_OF_CODE)) {
    const start = match.index;
    const end = start + match[0].length;
    const above = folded.slice(Math.max(0, start - CODE_WORD_CHARS), start);
    if (CODE_WORD.test(above) && isValidForMinutes(text, { start, end }))
      return asVerb({ phrase: "code", start, end });
  }
  return null;
}

const LINE_OF_CODE = /^\d{3}[ -]?\d{3,5}$/gmu;
const CODE_WORD = new RegExp(
  String.raw`(?<!\p{L})(?:codigo|clave|code|codice|kod\p{L}{0,4}|\p{L}{3,12}code|tan|` +
    String.raw`код\p{L}{0,4}|otp|cod|codul|κωδικ\p{L}{1,3}|passcode)(?!\p{L})`,
  "u",
);
const CODE_WORD_CHARS = 200;

/**
 * "Your verification code" over "Use 448210 to approve ...": the subject names the code, and the first lines have
 * six to eight digits that are nothing else, or the subject prints the digits too.
 */
export function findCodeOfSubject(alert: AlertText, subject: string): Verb | null {
  const [hit] = CODES.find(subject);
  if (hit === undefined || WARNING.test(subject) || isOfAuthorization(subject, hit)) return null;
  const isBelow = hasDigitsBeside(alert, { start: 0, end: 0 }, LONG_CODE);
  return isBelow || printsCode(alert.text, subject) ? asVerb(hit) : null;
}

/** "482 913: your code to approve the purchase", over a line with those digits alone. */
function printsCode(text: string, subject: string): boolean {
  return [...subject.matchAll(CODE_DIGITS)].some(
    ([digits]) => LONG_CODE.test(digits) && text.split("\n").some((line) => line.trim() === digits),
  );
}

const LONG_CODE = /^\d{3}[ -]?\d{3,5}$/u;

/** "The code is valid for 5 minutes": a code to type in does not last, and the code of a receipt does. */
const LASTS_MINUTES =
  /(?<![\d.,:])\d{1,2}[ -]?(?:min|мин|хв|λεπτ|dk|dakika|phút|phut|menit|minit|นาที|मिनट|دقائق|דקות|分|分)/iu;
const VALIDITY_CHARS = 300;

/** Whether the text near a code says for how many minutes it is valid. */
export function isValidForMinutes(
  text: string,
  { start, end }: Pick<Verb, "start" | "end">,
): boolean {
  return LASTS_MINUTES.test(text.slice(Math.max(0, start - VALIDITY_CHARS), end + VALIDITY_CHARS));
}

/**
 * "Авторизационен код: 118840", "Κωδικός έγκρισης 774102": the word for a code is a part of a longer name.
 * "Onay kodu: 418205" approved an operation if a sentence above says that it took place.
 */
function isOfAuthorization(folded: string, { start, end }: Pick<Verb, "start" | "end">): boolean {
  const approved = () =>
    EXECUTED.has(folded, 0, start) && !isValidForMinutes(folded, { start, end });
  return AUTHORIZATIONS.find(folded, Math.max(0, start - CHARS_BEFORE), end + CHARS_BEFORE).some(
    (name) =>
      (name.start < start && name.end > start) ||
      (name.start === start && (name.end > end || approved())),
  );
}

/** "OTP Bank Nyrt.", "OTPdirekt", "OTP TeleBank": the letters are a bank's name, here or elsewhere in the text. */
function isInBanksName({ text, folded }: AlertText, hit: Pick<Verb, "start" | "end">): boolean {
  const { start, end } = hit;
  const own = `${folded.slice(start, end)} `;
  const behind = text.slice(end, end + NAME_CHARS_BEHIND);
  return (
    SERVICE_OF_BANK.test(behind) ||
    BANKS.find(folded, start, end + NAME_CHARS_BEHIND).some(
      (bank) => bank.start === start && bank.end > end,
    ) ||
    // "OTP Mastercard Standard" in a message of OTP Bank.
    (/^ \p{L}[^\d:]*$/u.test(behind) &&
      BANKS.find(folded).some(({ phrase }) => phrase.startsWith(own)))
  );
}

/**
 * Whether the sentence says before a place that something never happens: "We'll never ask you to move
 * money to a safe account, or to share your passcode". `from` is where the sentence begins, if that is known.
 */
export function isNeverAskedFor(
  { text, folded }: AlertText,
  { start, end }: Pick<Verb, "start" | "end">,
  from: number | null = null,
): boolean {
  const near = Math.max(0, start - SENTENCE_CHARS_MAX);
  const begin = Math.max(near, from ?? near + startOfSentence(text.slice(near, start)));
  // "Ne vous demande jamais": the words of it may hold the verb itself.
  if (NEVER.find(folded, begin, end).some((hit) => hit.start < start)) return true;
  const behind = replaceDigits(text.slice(end, end + SENTENCE_CHARS_MAX));
  const [rest = ""] = behind.split(/[.!?。！？।]|\d{4}|\n\n/u, 1);
  return NEVER_BEHIND.has(folded, end, end + rest.length);
}

function startOfSentence(before: string): number {
  return [...before.matchAll(SENTENCE_END)].at(-1)?.index ?? 0;
}

function asVerb({ phrase, start, end }: Pick<Verb, "phrase" | "start" | "end">): Verb {
  return { sense: "code", isBeforePayee: false, phrase, start, end };
}

/** "RF86 9084 0000 0301": four digits among other groups are of a reference. */
function isOfReference(around: string, start: number, length: number): boolean {
  return (
    length === 4 &&
    (/(?:\p{L}{2}\d{2}|\d{4}) $/u.test(around.slice(Math.max(0, start - 5), start)) ||
      /^ \d{4}(?!\d)/u.test(around.slice(start + length, start + length + 6)))
  );
}

function hasDigitsBeside(
  { text, amounts }: AlertText,
  { start, end }: Pick<Verb, "start" | "end">,
  printed = /./u,
): boolean {
  const from = Math.max(0, start - CHARS_BEFORE);
  // "From 1 October 2026": the year of a day.
  const known = [...amounts, ...findDates(text, null)];
  const around = replaceDigits(text.slice(from, end + CHARS_BEHIND));
  return [...around.matchAll(CODE_DIGITS)].some((digits) => {
    const at = from + digits.index;
    const isKnown = known.some((one) => at >= one.start && at < one.end);
    if (isOfReference(around, digits.index, digits[0].length)) return false;
    return !isKnown && printed.test(digits[0]) && (at >= end || at + digits[0].length <= start);
  });
}
