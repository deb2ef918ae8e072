// The other party where no word leads to it: before the word that follows a name (Turkish, Korean, Japanese, Chinese,
// Hungarian), or as the one piece of a terse notice that is nothing else. Two such pieces are a question, and so none.

import { dayOf } from "../../money/day.ts";
import { findDates } from "../totals/money/dates.ts";
import { findCards } from "../totals/money/cards.ts";
import type { Place } from "./details.ts";
import type { Movement, Telling } from "./movements.ts";
import { isName, trimmed } from "./names.ts";
import { BALANCES, HOLDINGS, OF_BANKS } from "./nouns.ts";
import type { Segment } from "./segments.ts";
import { BANKS } from "./banks.ts";
import { VERBS } from "./verbs.ts";
import { BEFORE_AMOUNT } from "./not-a-movement.ts";
import { Words } from "./words.ts";

/** Words right behind a name. */
const BEHIND = new Words<"behind">([
  [
    "behind",
    "firmasinda|firmasindan|isyerinden|magazasindan|bunyesinde|isyerinde|is yerinde|uye isyerinde|magazasinda|adli aliciya|adli isyerinde|adli kisiye|tarafindan|에서|님에게|님께|님에게서|님으로부터|님이|에게|消费|消費|簽帳|快捷支付|支付宝支付|网上支付|刷卡消费|刷卡消費|扫码支付|转账支出|轉帳支出|转账|轉帳|向您转账|汇款|匯款|付款|的退款|退款|で利用|でのご利用|でご利用|にて|様から|様より|様へ|さまから|elfogadohelyen|uzletben|reszere|kedvezmenyezett reszere",
  ],
]);
/** Words that begin before the name in scripts without blanks. */
const AHEAD = new Words<"ahead">([
  [
    "ahead",
    "收到|於|于|在|向|给|給|由|来自|來自|付款方|收款方|对方|對方|商户|商戶|通过|您|月|日|分|时|時|秒|卡|账户|帳戶|户|님|は|が|に|、|。",
  ],
]);
const NAME_CHARS_MAX = 50;

/** The name before a word that follows names, in the movement's sentence. */
export function beforeWords(telling: Telling, segment: Segment | undefined): Place | null {
  if (segment === undefined || segment.row !== null) return null;
  for (const hit of BEHIND.find(telling.folded, segment.start, segment.end)) {
    const place = nameBefore(telling, segment.start, hit.start);
    if (place !== null) return place;
  }
  return null;
}

function nameBefore(telling: Telling, from: number, end: number): Place | null {
  const { text, folded, amounts } = telling;
  const least = Math.max(from, end - NAME_CHARS_MAX);
  const stops = [
    ...amounts.filter((one) => one.end <= end).map((one) => one.end),
    ...findDates(text.slice(least, end), null).map((one) => least + one.end),
    ...AHEAD.find(folded, least, end).map((hit) => hit.end),
    ...[
      ...folded
        .slice(least, end)
        .matchAll(
          /[,;()[\]【】（），。“”"|\n\t]|\d{1,2}[:.]\d{2}(?:[:.]\d{2})?|(?<=\d)\s|tarihinde|hesabinizdan|hesabiniza|kartinizla|ile/gu,
        ),
    ].map((match) => least + match.index + match[0].length),
  ].filter((at) => at <= end);
  const start = Math.max(least, ...stops);
  const till = /^\s?\d{5,18} ?[-–] ?/.exec(text.slice(start, end))?.[0].length ?? 0;
  const place = trimmed(text, start + till, end);
  return place !== null && isName(telling, place) ? place : null;
}

/** "支出(消费财付通-美团)45.00元": what it was stands in brackets behind the verb. */
export function inBrackets(telling: Telling, { verb }: Movement): Place | null {
  const match =
    /^[（(](?:消费|消費|快捷支付|网上支付|支付|转账|代扣|缴费)?([^)）\n]{2,40})[)）]/u.exec(
      telling.folded.slice(verb.end, verb.end + 60),
    );
  if (match === null) return null;
  const end = verb.end + match[0].length - 1;
  const place = trimmed(telling.text, end - (match[1]?.length ?? 0), end);
  return place !== null && isName(telling, place) ? place : null;
}

/** "32,40 EUR, K-MARKET, 17.11.2025": the piece right behind the amount, where it is nothing else. */
export function behindAmount(telling: Telling, { amount }: Movement): Place | null {
  const match = /^(?:[,;.] {1,2}| - )([^,;.\n\d][^,;\n]{1,48}?)(?=[,;]|\.(?:\s|$))/u.exec(
    telling.text.slice(amount.end, amount.end + 64),
  );
  if (match === null) return null;
  const end = amount.end + match[0].length;
  const place = trimmed(telling.text, end - (match[1]?.length ?? 0), end);
  if (place === null || !isName(telling, place)) return null;
  const other = [VERBS, HOLDINGS, BALANCES, BEFORE_AMOUNT].some(
    (words) => words.find(telling.folded, place.start, place.end).length > 0,
  );
  return !other &&
    /^[\p{Lu}\p{Lo}]/u.test(telling.text.slice(place.start)) &&
    !/[:：]/.test(telling.text.slice(place.start, place.end))
    ? place
    : null;
}

/** "покупка 171.76р PYATEROCHKA 8456 Баланс: ...": in capitals right behind the amount, up to what is none of it. */
export function capitalsBehind(telling: Telling, { amount }: Movement): Place | null {
  const match =
    /^ {1,2}(\p{Lu}[\p{Lu}\d&'*./_-]{2,24}(?: [\p{Lu}\d&'*./_-]{1,24}){0,5})(?=[ ,;\n]|\.?$)/u.exec(
      telling.text.slice(amount.end, amount.end + 80),
    );
  if (match === null) return null;
  const end = amount.end + match[0].length;
  // "REST. NEMIGA MINSK OK": so ends what went through.
  const place = trimmed(
    telling.text,
    end - (match[1]?.length ?? 0),
    end - (/ OK\.?$/.exec(match[0])?.[0].length ?? 0),
  );
  const other =
    place === null ||
    [VERBS, HOLDINGS, BALANCES, BEFORE_AMOUNT].some(
      (words) => words.find(telling.folded, place.start, place.end).length > 0,
    );
  return !other && isName(telling, place) ? place : null;
}

/** Words that are part of terse notices and no names. */
const OF_NOTICES =
  /^(?:ihre|ihr|kontowecker|kartenwecker|gehaltswecker|umsatz|ist|cr|dr|inr|rs|the|on|your|at|to|from|is|no|com|www|님|원|일시불|체크|체크카드|신용|할부|승인|web발신|잔액|누적|고객님|본인|대금|결제|출금|입금|사용|안내|card|ok|hu|huf|ft)$/u;
const MASKED_NAME =
  /^\p{Script=Hangul}{1,2}[*○O]{1,3}\p{Script=Hangul}{0,2}님?$|^\p{Script=Hangul}{2,4}님$|^\d{1,2}개월$|^\d+$|^[x*•.\d-]+$/u;
const TERSE = /[\uac00-\ud7af]|(?<![\p{L}])(?:vasarlas|terheles|zarolas|egyenleg|kartya)/u;
const TERSE_CHARS_MAX = 400;
/** Only where days stand is asked. */
const ANY_DAY = dayOf(2024, 1, 1);

/** The one piece of a terse notice that is no day, time, amount, account, verb or label. */
export function leftOver(telling: Telling, movement: Movement): Place | null {
  const lines = telling.segments
    .slice(0, 14)
    .filter(({ row, start }) => row === null || telling.text[start] === "[");
  const head = telling.segments[movement.segment];
  const perLine =
    lines.length >= 2 &&
    telling.segments.length >= 3 &&
    telling.text.length <= TERSE_CHARS_MAX &&
    lines.every(({ start, end }) => end - start <= 120);
  if (!perLine && (head === undefined || !TERSE.test(telling.folded))) return null;
  const places = perLine ? lines : [head ?? { start: 0, end: 0 }];
  const pieces = places.flatMap(({ start, end }) => piecesOf(telling, start, end));
  const [only, ...more] = pieces;
  return only !== undefined && more.length === 0 && only.end - only.start <= NAME_CHARS_MAX
    ? only
    : null;
}

function piecesOf(telling: Telling, from: number, to: number): readonly Place[] {
  const { text, folded, amounts } = telling;
  // A sentence to the customer, an address or a telephone number ends what the notice tells.
  if (
    /(?:not you|if not|sms block|call |https?:|www\.|[!?]$)/u.test(folded.slice(from, to)) &&
    !TERSE.test(folded.slice(from, to))
  )
    return [];
  const taken: Place[] = [
    ...amounts.filter(({ start, end }) => start < to && end > from),
    ...findDates(text.slice(from, to), ANY_DAY).map(({ start, end }) => ({
      start: from + start,
      end: from + end,
    })),
    ...findCards(text.slice(from, to)).map(({ start, end }) => ({
      start: from + start,
      end: from + end,
    })),
    ...[VERBS, HOLDINGS, BALANCES, OF_BANKS, BANKS].flatMap((words) =>
      words.find(folded, from, to).map(({ start, end }) => ({ start, end })),
    ),
    ...[
      ...text
        .slice(from, to)
        .matchAll(
          /\[[^\]\n]{1,20}\]|【[^】\n]{1,20}】|\([^)\n]{1,12}\)|\d{1,2}[:.]\d{2}(?:[:.]\d{2})?|\d{1,2}\/\d{1,2}/gu,
        ),
    ].map((match) => ({ start: from + match.index, end: from + match.index + match[0].length })),
  ].sort((a, b) => a.start - b.start);
  const pieces: Place[] = [];
  let at = from;
  const keep = (end: number): void => {
    for (const part of text.slice(at, end).matchAll(/[^,;:|/\n\t]+/gu)) {
      const place = trimmed(text, at + part.index, at + part.index + part[0].length);
      if (place === null || !isName(telling, place)) continue;
      const words = folded
        .slice(place.start, place.end)
        .split(/\s+/)
        .filter((word) => !OF_NOTICES.test(word) && !MASKED_NAME.test(word));
      if (words.some((word) => /\p{L}{2}/u.test(word))) pieces.push(place);
    }
  };
  for (const { start, end } of taken) {
    if (start > at) keep(start);
    at = Math.max(at, end);
  }
  if (to > at) keep(to);
  return pieces;
}
