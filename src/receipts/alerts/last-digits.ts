// The last four digits of the card or account that a movement is on.

import WORDS from "../words/alert-digits.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import { phrasesIn, wordsIn } from "../words/phrases.ts";
import { findCards } from "../totals/money/cards.ts";
import { findDates } from "../totals/money/dates.ts";
import { replaceDigits } from "../totals/money/numbers.ts";
import { findRows, type AlertText, type Place } from "./alert-text.ts";
import { lastLead } from "./lead-words.ts";
import type { Movement } from "./movement.ts";
import { findOthersAccount } from "./party-sections.ts";
import { HOLDINGS } from "./vocabulary.ts";
import { findMatches } from "../words/matches.ts";

interface Digits extends Place {
  readonly last4: string;
}

/** The words as patterns. A stem ("kart*") takes up to so many more letters. */
const STEM_LETTERS_MAX = 8;

function oneOf(words: Parameters<typeof wordsIn>[0]): string {
  return wordsIn(words)
    .map((word) =>
      word.endsWith("*")
        ? String.raw`${word.slice(0, -1)}\p{L}{0,${STEM_LETTERS_MAX}}`
        : word.replaceAll(".", String.raw`\.`),
    )
    .join("|");
}

/** "account ending in 4410", "XX4410". In Thai, Lao and Khmer no blank follows the word before. */
const HELD = new RegExp(
  [
    String.raw`(?:(?<![\p{L}])|(?<=[\u0e00-\u0eff\u1780-\u17ff]))(?:${oneOf(WORDS["account or card"])})`,
    String.raw`[\s:：.,#()\-]{0,4}`,
    // «Зелена», "Everyday": the name of the card.
    String.raw`(?:[«„“"][^«»„“”"\d\n]{1,24}[»“”"]\s?)?`,
    String.raw`(?:(?:${oneOf(WORDS["between it and the digits"])})[\s.:：#()\-]{0,3}){0,4}`,
    // "conto 6003/656696": the branch before the account; "účet 35-4921870257/0100": its prefix.
    String.raw`(?:(?<iban>[a-z]{2}\d{2}(?: ?[a-z\d]{4}){2,7}(?: ?[a-z\d]{1,3})?(?![a-z\d]))|`,
    String.raw`(?<mask>[*xX•●∙·…#.~\-]{0,20}\s?)(?:\d{3,5}\/(?=\d{5,12}(?![\d/]))`,
    String.raw`|\d{1,6}-(?=\d{2,10}\/\d{4}(?!\d)))?`,
    String.raw`(?<digits>\d{4,18})(?!\d| ?[*xX•]{2}))`,
  ].join(""),
  "gu",
);

/** Scripts without blanks: "您账户1234于", "체크카드(8812)로". */
const HELD_EAST = new RegExp(
  String.raw`(?:${oneOf(WORDS["right before the digits, without blanks"])})` +
    String.raw`[\s(（]{0,2}[*•]{0,4}(\d{4})(?!\d|[年/])`,
  "gu",
);

/** "X-5518", "x2205": a mask of letters; "XXXXX54321": behind a longer one may be more digits; "** - 4410". */
const MASKED =
  /(?<![\p{L}\d*])(?:x{1,4}-?\d{4}|[x*]{3,12}\d{5,6}|[*•]{2,6} ?[-–] \d{4})(?![\d\p{L}]|[-/.,]\d)/gu;

/** "NL** FVLB **** **71 06": a masked IBAN in groups of four, whose last digits are in two of them. */
const IN_GROUPS = new RegExp(
  [
    String.raw`(?<![\p{L}\d])[a-z]{2}[\d*•x]{2}(?: [a-z*•x\d]{4}){1,7} [*•x]{1,3}(?<first>\d{1,3}) `,
    String.raw`(?<last>\d{1,3})(?!\d| ?[*•x\d])`,
  ].join(""),
  "gu",
);
/** "**7230******4180": digits in the middle of a mask are no last ones. */
const GOES_ON = /^[*•xX]{2,}\d/u;

/** "4410 ile biten kartınız": the digits come first. */
const ENDED_BY = new RegExp(
  String.raw`(?<!\d|\d[*x]{1,8})\d{4}(?=[ -](?:${oneOf(WORDS["right behind the digits"])}))`,
  "gu",
);

/**
 * The digits in the movement's sentence, else in a row of the account, else the only ones of the
 * text.
 */
export function findLastDigits(alert: AlertText, movement: Movement): Digits | null {
  const printed = findAll(alert, movement);
  const below = movement.isRefund ? null : findOthersAccount(alert, movement.direction);
  const others = [
    ...(movement.isRefund ? [] : findSideRows(alert, OTHERS[movement.direction])),
    ...(below === null ? [] : [below]),
    // "Payment reference  ELEC A/C 418227": the reader's account with somebody else.
    ...[...findRows(alert, "reference"), ...findRows(alert, "purpose")].map(({ row }) => row),
  ];
  const all = printed.filter((one) => !others.some((row) => isInside(one, row)));
  // "From a/c..1234 using card..5678": the card's digits say more.
  const within = (place: Place | undefined, isOfCard = false): Digits | undefined => {
    if (place === undefined) return undefined;
    const here = all.filter(({ start, end }) => start >= place.start && end <= place.end);
    const card = here.find((one) => isCards(alert, one, place.start));
    return (
      card ??
      (isOfCard ? undefined : (here.find((one) => isLedAsOwn(alert, movement, one)) ?? here[0]))
    );
  };
  const inRows = (isOfCard: boolean): Digits | undefined =>
    findRows(alert, "account")
      .map(({ row, start }) => within({ start, end: row.end }, isOfCard))
      .find((one) => one !== undefined);
  const { segments } = alert;
  const cards = findCards(alert.text).filter((card) => !others.some((row) => isInside(card, row)));
  const onlyCard = new Set(cards.map(({ last4 }) => last4)).size === 1 ? cards[0] : undefined;
  const behind = segments[movement.segment + 1];
  const isCardAlone = behind?.row === null && behind.end - behind.start <= CARD_ALONE_CHARS_MAX;
  const ownRow = findSideRows(alert, OTHERS[movement.direction === "out" ? "in" : "out"])
    .map((row) => within(row))
    .find((one) => one !== undefined);
  const near =
    within(segments[movement.segment], true) ??
    (isCardAlone ? within(behind, true) : undefined) ??
    within(segments[movement.segment]) ??
    within(segments[movement.head]) ??
    inRows(true) ??
    (movement.isRefund ? undefined : ownRow) ??
    onlyCard ??
    inRows(false);
  if (near !== undefined) return near;
  const isOnly = new Set(all.map(({ last4 }) => last4)).size === 1;
  return isOnly ? (all[0] ?? null) : null;
}

/** Finds the digits within an entry of a list, else the only digits above the list. */
export function findDigitsOfEntry(
  alert: AlertText,
  entry: Place,
  listStart: number,
): Digits | null {
  const all = findAll(alert, null);
  const own = all.find(({ start, end }) => start >= entry.start && end <= entry.end);
  const above = all.filter(({ end }) => end <= listStart);
  const isOnly = new Set(above.map(({ last4 }) => last4)).size === 1;
  return own ?? (isOnly ? (above[0] ?? null) : null);
}

/** The words in the label of a row with the account that money comes from, and of one that it goes to. */
const SIDES = phrasesIn<"source" | "goal">(
  { source: WORDS["account that money leaves"], goal: WORDS["account that money goes to"] },
  IN_PLACE,
);
/** Whose account the other party's is, by the way the money goes. */
export const OTHERS = { out: "goal", in: "source" } as const;

/** The rows whose label says that their account is the one that money comes from, or goes to. */
export function findSideRows(
  { folded, segments }: AlertText,
  side: "source" | "goal",
): readonly Place[] {
  return segments.flatMap(({ start, end, row }) => {
    if (row === null || row.start <= start) return [];
    const tags = SIDES.find(folded, start, row.start).map(({ tag }) => tag);
    return tags.length > 0 && tags.every((tag) => tag === side) ? [{ start, end }] : [];
  });
}

function isInside(inner: Place, outer: Place): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** "Card..5518." behind the sentence of the movement. */
const CARD_ALONE_CHARS_MAX = 30;
const NOUN_CHARS = 40;

/** "Loan A/c XX1234 has been debited from A/c XX5678": money out left the account behind "from". */
function isLedAsOwn(alert: AlertText, { direction }: Movement, { start }: Place): boolean {
  const lead = lastLead(alert, { start: Math.max(0, start - OWN_LEAD_CHARS), end: start });
  return lead === (direction === "out" ? "from" : "to");
}

const OWN_LEAD_CHARS = 16;

/** Whether the last noun before the digits is a card, and no account. */
function isCards({ folded }: AlertText, { start }: Place, from: number): boolean {
  return HOLDINGS.find(folded, Math.max(from, start - NOUN_CHARS), start).at(-1)?.tag === "card";
}

/** "Card", and in its row "Everyday *6612": a name that the bank gave it; "5206", the last four alone. */
const ENDS_ROW = /[*•~]\s?\d{4}$|^\d{4}$/;

const LEAD_CHARS = 30;

const OF_YEAR = /^[^\d](?:19|20)\d\d[-/]\d$/;

/** The code of the bank behind an account of Czechia or Slovakia. */
const BANK_CODE = /^\/\d{4}(?!\d)/;

/** Whether a whole IBAN is of the own account: in the movement's sentence, and not whom money went to or came from. */
function isOwnIban(alert: AlertText, movement: Movement | null, at: Place): boolean {
  if (movement === null) return false;
  const { segment, head, direction } = movement;
  const sentence = [alert.segments[segment], alert.segments[head]].find(
    (one) => one?.row === null && at.start >= one.start && at.end <= one.end,
  );
  if (sentence === undefined) return false;
  const lead = lastLead(alert, {
    start: Math.max(sentence.start, at.start - LEAD_CHARS),
    end: at.end,
  });
  return lead !== (direction === "in" ? "from" : "to");
}

function findAll(alert: AlertText, movement: Movement | null): readonly Digits[] {
  const { text: printed, folded: printedFolded } = alert;
  const [text, folded] = [replaceDigits(printed), replaceDigits(printedFolded)];
  const dates = new Set(findDates(text, null).map(({ start }) => start));
  const digitsBefore = (end: number): Digits => ({
    start: end - 4,
    end,
    last4: text.slice(end - 4, end),
  });
  const held = [...findMatches(folded, HELD)].flatMap((match) => {
    const end = match.index + match[0].length;
    if (match.groups?.["iban"] !== undefined) {
      const own = isOwnIban(alert, movement, { start: match.index, end });
      return own ? [digitsBefore(end)] : [];
    }
    // "from account 4921870257/0100 to account 2109870334/0800".
    const isWhole = BANK_CODE.test(text.slice(end, end + 6));
    if (isWhole && !isOwnIban(alert, movement, { start: match.index, end })) return [];
    // "Št. računa: 2026-0117": the word for an account is also one for an invoice.
    if (OF_YEAR.test(text.slice(end - 5, end + 2))) return [];
    const isDate = dates.has(end - (match.groups?.["digits"]?.length ?? 4));
    return isDate ? [] : [digitsBefore(end)];
  });
  const inGroups = [...findMatches(folded, IN_GROUPS)].flatMap((match) => {
    const { first = "", last = "" } = match.groups ?? {};
    const end = match.index + match[0].length;
    const start = end - first.length - last.length - 1;
    return [{ start, end, last4: `${first}${last}` }];
  });
  const inRows = findRows(alert, "account").flatMap(({ row }) =>
    ENDS_ROW.test(text.slice(row.start, row.end)) ? [digitsBefore(row.end)] : [],
  );
  return [
    ...inGroups,
    ...inRows,
    ...findCards(text).map(({ start, end, last4 }) => ({ start, end, last4 })),
    ...[...findMatches(folded, MASKED)].map((match) => digitsBefore(match.index + match[0].length)),
    ...[...findMatches(folded, ENDED_BY)].map(({ index }) => digitsBefore(index + 4)),
    ...[...findMatches(folded, HELD_EAST)].map((match) =>
      digitsBefore(match.index + match[0].length),
    ),
    ...held,
  ].filter(({ last4, end }) => /^\d{4}$/.test(last4) && !GOES_ON.test(text.slice(end, end + 14)));
}
