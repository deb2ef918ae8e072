// The bank's own number of a movement: behind its label in a sentence, in a row, or behind the name of a clearing system.
// An authorisation code counts only where there is nothing surer.

import { findDates } from "../money/dates.ts";
import { rowsOf, type Place } from "./details.ts";
import type { Telling } from "./movements.ts";
import { Words } from "./words.ts";

const SPOKEN = new Words<"sure" | "weak">([
  ["sure", "upi ref|upi ref no|upi ref.|upi reference|upi reference no|upi reference number|upi transaction reference number|upi txn|upi transaction|upi transaction id|rrn|upi rrn|utr|utr no|utr number|neft ref|neft utr|neft|imps|imps ref|imps ref no|imps ref. no|imps reference no|imps reference number|rtgs|reference number|reference no|reference no.|reference id|reference|ref no|ref no.|ref number|ref. no|ref. no.|ref id|ref|ref.|refno|transaction id|transaction number|transaction no|transaction no.|transaction reference|transaction reference no|transaction reference number|txn id|txn ref|txn no|trans id|trace number|confirmation number|confirmation code|clave de rastreo|rastreo|referencia|numero de referencia|ref:|folio|no. de operacion|nro. de operacion|numero de operacion|n° de operacion|nº de operacion|nro operacion|id de operacion|comprobante|nro. de comprobante|id da transacao|codigo da transacao|autenticacao|id/transacao|e2e|referenz|referenznummer|end-to-end|numero operazione|riferimento|trn|cro|kenmerk|transactiereferentie|numer referencyjny|nr ref|numer operacji|referans|referans no|sorgu no|islem no|dekont no|номер операции|номер транзакции|номер операції|код операції|取引番号|受付番号|お取引番号|取引明細番号|거래번호|流水号|交易编号|交易序號|参考号|เลขที่รายการ|รหัสอ้างอิง|เลขที่อ้างอิง|หมายเลขอ้างอิง|رقم المرجع|رقم العملية|المرجع|संदर्भ संख्या|यूपीआई संदर्भ"],
  ["weak", "authorization code|authorisation code|auth code|approval code|autorizacion|aut.|no. de autorizacion|numero de autorizacion|nro. de autorizacion|codigo de autorizacao|autorizacao|codice autorizzazione|kod autoryzacji|provizyon no|код авторизации|код авторизації|承認番号|승인번호|授权码"],
]);
const BETWEEN = /^(?:[\s:：.#№()-]|n[or]?\.|(?:is|no|number|num|nr|id|es|numero|ist|lautet|e|è|est)(?![\p{L}\p{N}])|为|為|は){0,8}/iu;
const TOKEN = /^[A-Za-z0-9][A-Za-z0-9/_-]{3,48}(?![\p{L}\p{N}])/u;

/** The number with where it stands; null where none is labelled. */
export function referenceIn(telling: Telling): (Place & { readonly weak: boolean }) | null {
  const days = findDates(telling.text, null);
  const spoken = SPOKEN.find(telling.folded).flatMap((hit) => {
    const at = behind(telling, hit.end, days);
    return at === null ? [] : [{ ...at, weak: hit.tag === "weak" }];
  });
  const labelled = (["reference", "weak reference"] as const).flatMap((role) => rowsOf(telling, role).flatMap(({ row }) => {
    const at = behind(telling, row.start, days);
    return at === null ? [] : [{ ...at, weak: role === "weak reference" }];
  }));
  const all = [...labelled, ...spoken];
  return all.find(({ weak }) => !weak) ?? all[0] ?? null;
}

function behind({ text, amounts }: Telling, from: number, days: readonly Place[]): Place | null {
  const window = text.slice(from, from + 90).replaceAll("\n", " ");
  const gap = BETWEEN.exec(window)?.[0].length ?? 0;
  const token = TOKEN.exec(window.slice(gap))?.[0].replace(/[/_-]+$/, "");
  if (token === undefined) return null;
  const start = from + gap;
  const end = start + token.length;
  const digits = token.replace(/\D/g, "");
  if (digits.length < (token.length >= 8 && /[a-z]/.test(token) && /[A-Z]/.test(token) ? 2 : 4) || /^0+$/.test(digits)) return null;
  if (days.some((day) => day.start < end && day.end > start) || amounts.some((one) => one.start < end && one.end > start && (one.currency !== null || one.decimals > 0))) return null;
  return { start, end };
}
