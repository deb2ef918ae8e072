// The bank's own number of a movement: behind its label in a sentence, in a row, or behind the name of a clearing system.
// An authorisation code counts only where there is nothing surer.

import { findDates } from "../totals/money/dates.ts";
import { rowsOf, type Place } from "./details.ts";
import type { Telling } from "./movements.ts";
import { Words } from "./words.ts";

const SPOKEN = new Words<"sure" | "weak">([
  [
    "sure",
    "confirmation|confirmation #|confirmation:|upi:|imps:|rrn:|txnid|txn id|trxid|trx id|trnx id|transid|tran id|txn ref no|risiti|kumb|kumbukumbu no|confirmado|kode transaksi|no. referensi|no referensi|nomor referensi|no. ref|ma giao dich|ma gd|so gd|so giao dich|so tham chieu|אסמכתא|מספר אסמכתא|tranzakcio azonosito|tranzakcioazonosito|azonosito|cislo transakce|id transakce|variabilni symbol|numar referinta|referinta|id tranzactie|nr. tranzactie|upi ref|upi ref no|upi ref.|upi reference|upi reference no|upi reference number|upi transaction reference number|upi txn|upi transaction|upi transaction id|rrn|upi rrn|utr|utr no|utr number|neft ref|neft utr|neft|imps|imps ref|imps ref no|imps ref. no|imps reference no|imps reference number|rtgs|reference number|reference no|reference no.|reference id|reference|ref no|ref no.|ref number|ref. no|ref. no.|ref id|ref|ref.|refno|transaction id|transaction number|transaction no|transaction no.|transaction reference|transaction reference no|transaction reference number|txn id|txn ref|txn no|trans id|trace number|confirmation number|confirmation code|clave de rastreo|rastreo|referencia|numero de referencia|ref:|folio|no. de operacion|nro. de operacion|numero de operacion|n° de operacion|nº de operacion|nro operacion|id de operacion|comprobante|nro. de comprobante|id da transacao|codigo da transacao|autenticacao|id/transacao|e2e|referenz|referenznummer|end-to-end|numero operazione|riferimento|trn|cro|kenmerk|transactiereferentie|numer referencyjny|nr ref|numer operacji|referans|referans no|sorgu no|islem no|dekont no|номер операции|номер транзакции|номер операції|код операції|取引番号|受付番号|お取引番号|取引明細番号|거래번호|流水号|交易编号|交易序號|参考号|เลขที่รายการ|รหัสอ้างอิง|เลขที่อ้างอิง|หมายเลขอ้างอิง|رقم المرجع|رقم العملية|المرجع|संदर्भ संख्या|यूपीआई संदर्भ",
  ],
  [
    "weak",
    "authorization code|authorisation code|auth code|approval code|autorizacion|aut.|no. de autorizacion|numero de autorizacion|nro. de autorizacion|codigo de autorizacao|autorizacao|codice autorizzazione|kod autoryzacji|provizyon no|код авторизации|код авторизації|承認番号|승인번호|授权码",
  ],
]);
const BETWEEN =
  /^(?:[\s:：.#№()-]|n[or]?\.|(?:is|no|number|num|nr|id|es|numero|ist|lautet|e|è|est)(?![\p{L}\p{N}])|为|為|は){0,8}/iu;
const TOKEN = /^[A-Za-z0-9][A-Za-z0-9/_-]{3,48}(?![\p{L}\p{N}])/u;

/** The number with where it stands; null where none is labelled. */
export function referenceIn(telling: Telling): (Place & { readonly weak: boolean }) | null {
  const days = findDates(telling.text, null);
  const spoken = SPOKEN.find(telling.folded).flatMap((hit) => {
    const at = behind(telling, hit.end, days);
    return at === null ? [] : [{ ...at, weak: hit.tag === "weak" }];
  });
  const labelled = (["reference", "weak reference"] as const).flatMap((role) =>
    rowsOf(telling, role).flatMap(({ row }) => {
      const at = behind(telling, row.start, days);
      return at === null ? [] : [{ ...at, weak: role === "weak reference" }];
    }),
  );
  const all = [
    ...labelled,
    ...spoken,
    ...pathsIn(telling).map(({ number }) => ({ ...number, weak: false })),
    ...aheadIn(telling, days),
  ];
  return all.find(({ weak }) => !weak) ?? all[0] ?? null;
}

const PATH =
  /(?:upi|imps|neft|rtgs|mmt)(?: txn: ?)?(?:[/-][a-z0-9]{1,5}){0,2}[/-](?<number>[a-z]{0,5}\d{8,22})(?:[/-](?<party>[^/\n,;]{2,40}))?/gu;
const OF_PATHS = /^(?:upi|imps|neft|rtgs|na|null|payment|u|collect|p2[am]|mr|ms|mrs|pay)?\s*$/u;

/** "UPI/P2M/531998877001/NETFLIX": how India's clearing systems name a movement, and who is behind the number. */
export function pathsIn({
  folded,
}: Telling): readonly { readonly number: Place; readonly party: Place | null }[] {
  return [...folded.matchAll(PATH)].map((match) => {
    const number = match.groups?.["number"] ?? "";
    const at = match.index + match[0].indexOf(number);
    const party = match.groups?.["party"] ?? "";
    const start = match.index + match[0].length - party.length;
    return {
      number: { start: at, end: at + number.length },
      party: OF_PATHS.test(party) ? null : { start, end: start + party.length },
    };
  });
}

/** "SKJ7XP91QA Confirmed.": the number stands before all else. */
const AHEAD =
  /(?:^|\n|congratulations! )(?<number>[a-z0-9]{7,16}) (?:confirmed|accepted|imethibitishwa|confirmado)(?![a-z])/gu;

function aheadIn(
  telling: Telling,
  days: readonly Place[],
): readonly (Place & { readonly weak: boolean })[] {
  return [...telling.folded.matchAll(AHEAD)].flatMap((match) => {
    const number = match.groups?.["number"] ?? "";
    const start = match.index + match[0].indexOf(number);
    const mixed = /\d/.test(number) && /[a-z]/.test(number);
    return mixed && !days.some((day) => day.start < start + number.length && day.end > start)
      ? [{ start, end: start + number.length, weak: false }]
      : [];
  });
}

function behind({ text, amounts }: Telling, from: number, days: readonly Place[]): Place | null {
  const window = text.slice(from, from + 90).replaceAll("\n", " ");
  const gap = BETWEEN.exec(window)?.[0].length ?? 0;
  const token = TOKEN.exec(window.slice(gap))?.[0].replace(/[/_-]+$/, "");
  if (token === undefined) return null;
  const start = from + gap;
  const end = start + token.length;
  const digits = token.replace(/\D/g, "");
  if (digits.length < (token.length >= 8 && /[A-Z]/.test(token) ? 2 : 4) || /^0+$/.test(digits))
    return null;
  if (
    days.some((day) => day.start < end && day.end > start) ||
    amounts.some(
      (one) => one.start < end && one.end > start && (one.currency !== null || one.decimals > 0),
    )
  )
    return null;
  return { start, end };
}
