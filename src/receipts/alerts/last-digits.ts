// The last four digits of the card or account that a movement is on.

import { findCards } from "../totals/money/cards.ts";
import { findDates } from "../totals/money/dates.ts";
import { findRows, type AlertText, type Place } from "./alert-text.ts";
import type { Movement } from "./movement.ts";
import { HOLDINGS } from "./vocabulary.ts";

interface Digits extends Place {
  readonly last4: string;
}

const HOLDING =
  "cardul\\p{L}{0,4}|contul\\p{L}{0,4}|kort\\p{L}{0,8}|bankkort\\p{L}{0,4}|kreditkort\\p{L}{0,4}|betalkort\\p{L}{0,4}|betalingskort\\p{L}{0,4}|tili\\p{L}{0,6}|pankkikort\\p{L}{0,8}|luottokort\\p{L}{0,8}|ucet|uctu|ucte|kaar[td]\\p{L}{0,4}|pangakaar[td]\\p{L}{0,4}|saskait\\p{L}{0,4}|kont[sua]m?|reikning\\p{L}{0,4}|targeta|λογαριασμ\\p{L}{0,3}|καρτα\\p{L}{0,1}|сметк\\p{L}{0,4}|racun\\p{L}{0,3}|ב?כרטיס\\p{L}{0,2}|חשבונך|חשבון|akaunti|akaun|kartu|rek|norek|tk|stk|szamla\\p{L}{0,8}|bankkartya\\p{L}{0,6}|kartya\\p{L}{0,8}|creditcard|kreditkarte|debitkarte|bankkarte|bobcard|บช\\.?|บ\\/ช|t\\.cred|t\\.deb|卡號|a\\/c|ac|acct|account|wallet|card|cuenta|cta\\.?|tarjeta|plastico|conta|cartao|compte|carte|konto|girokonto|karte|conto|carta|rekening|kaart|pas|rachun\\p{L}{0,4}|kart\\p{L}{0,8}|karta|karty|hesa\\p{L}{0,8}|счет\\p{L}{0,2}|карт\\p{L}{0,4}|рахун\\p{L}{0,4}|口座|カード|계좌|카드|账户|账号|卡|帳戶|尾号|尾號|บัญชี|บัตร|حساب\\p{L}{0,2}|بطاق\\p{L}{0,3}|खाते|खाता|cardul\\p{L}{0,2}|kad";
/** "account ending in 4410", "XX4410". In Thai, Lao and Khmer no blank follows the word before. */
const HELD = new RegExp(
  String.raw`(?:(?<![\p{L}])|(?<=[\u0e00-\u0eff\u1780-\u17ff]))(?:${HOLDING}|ບັນຊີ|គណនី)[\s:：.,#()\-]{0,4}(?:(?:anda|bca|berakhiran|berakhir|debit|kredit|המסתיים|שלך|בספרות|הספרות|ב|no|nr|num|number|numero|ending|ends|in|with|on|your|xx|de|terminad[ao]|terminacion|em|con|a|terminada|final|mit|der|endziffer\p{L}{0,2}|se|terminant|par|finissant|che|termina|eindigend|op|o|numerze|konczac\p{L}{0,3}|sie|na|ile|biten|sonu|номер|尾号为|尾号|尾號|末四码|末四碼|末4桁|末尾|번호|หมายเลข|เลขที่|ลงท้าย|ลงท้ายด้วย|المنتهية|المنتهي|رقم|بـ|ب|संख्या|acabada|þitt|ditt|dit|din|tau|dvs|vase|vasi|vasej|vaseho|jusu|teie|sinu|som|slutar|slutter|sluttar|sluttende|pa|endar|endandi|sem|paattyva\p{L}{0,2}|paattyy|loppuosa|konciac\p{L}{0,3}|koncic\p{L}{0,4}|konci|zavrsava|zavrsn\p{L}{0,2}|koja|koji|ktora|ktory|ktera|ktery|cu|terminatia|lopeb|loppeva|lopuga|beidzas|baigiasi|завършващ\p{L}{0,2}|με|ληξη|που|ληγει|σε|ender|ki|konca|s|z)[\s.:：#()\-]{0,3}){0,4}(?<mask>[*xX•●∙·…#.\-]{0,20}\s?)(?<digits>\d{4,18})(?!\d| ?[*xX•]{2})`,
  "gu",
);

/** Scripts without blanks: "您账户1234于", "체크카드(8812)로". */
const HELD_EAST =
  /(?:账户|帳戶|卡号|卡號|信用卡|储蓄卡|借记卡|卡|尾号为?|尾號為?|末四[码碼]|카드|계좌|통장)[\s(（]{0,2}(\d{4})(?!\d|[年/])/gu;

/** "X-5518", "x2205": a mask of letters. */
const MASKED = /(?<![\p{L}\d*])x{1,4}-?\d{4}(?![\d\p{L}]|[-/.,]\d)/gu;

/** "4410 ile biten kartınız": the digits come first. */
const ENDED_BY =
  /(?<![\d*x])\d{4}(?= ile biten| numarali kart|[ -](?:r[ae]|[aeo]s) vegzodo| vegu (?:bank)?kartya)/gu;

/**
 * The digits in the movement's sentence, else in a row of the account, else the only ones of the
 * text.
 */
export function findLastDigits(alert: AlertText, movement: Movement): Digits | null {
  const all = findAll(alert);
  // "From a/c..1234 using card..5678": the card's digits say more.
  const within = (place: Place | undefined, isOfCard = false): Digits | undefined => {
    if (place === undefined) return undefined;
    const here = all.filter(({ start, end }) => start >= place.start && end <= place.end);
    const card = here.find((one) => isCards(alert, one, place.start));
    return card ?? (isOfCard ? undefined : here[0]);
  };
  const inRow = findRows(alert, "account")
    .map(({ row, start }) => within({ start, end: row.end }))
    .find((one) => one !== undefined);
  const { segments } = alert;
  const cards = findCards(alert.text);
  const onlyCard = new Set(cards.map(({ last4 }) => last4)).size === 1 ? cards[0] : undefined;
  const behind = segments[movement.segment + 1];
  const isCardAlone = behind?.row === null && behind.end - behind.start <= CARD_ALONE_CHARS_MAX;
  const near =
    within(segments[movement.segment], true) ??
    (isCardAlone ? within(behind, true) : undefined) ??
    within(segments[movement.segment]) ??
    within(segments[movement.head]) ??
    onlyCard ??
    inRow;
  if (near !== undefined) return near;
  const isOnly = new Set(all.map(({ last4 }) => last4)).size === 1;
  return isOnly ? (all[0] ?? null) : null;
}

/** "Card..5518." behind the sentence of the movement. */
const CARD_ALONE_CHARS_MAX = 30;
const NOUN_CHARS = 24;

/** Whether the last noun before the digits is a card, and no account. */
function isCards({ folded }: AlertText, { start }: Place, from: number): boolean {
  return HOLDINGS.find(folded, Math.max(from, start - NOUN_CHARS), start).at(-1)?.tag === "card";
}

function findAll({ text, folded }: AlertText): readonly Digits[] {
  const dates = new Set(findDates(text, null).map(({ start }) => start));
  const digitsBefore = (end: number): Digits => ({
    start: end - 4,
    end,
    last4: text.slice(end - 4, end),
  });
  const held = [...folded.matchAll(HELD)].flatMap((match) => {
    const end = match.index + match[0].length;
    const isDate = dates.has(end - (match.groups?.["digits"]?.length ?? 4));
    return isDate ? [] : [digitsBefore(end)];
  });
  return [
    ...findCards(text).map(({ start, end, last4 }) => ({ start, end, last4 })),
    ...[...folded.matchAll(MASKED)].map((match) => digitsBefore(match.index + match[0].length)),
    ...[...folded.matchAll(ENDED_BY)].map(({ index }) => digitsBefore(index + 4)),
    ...[...folded.matchAll(HELD_EAST)].map((match) => digitsBefore(match.index + match[0].length)),
    ...held,
  ].filter(({ last4 }) => /^\d{4}$/.test(last4));
}
