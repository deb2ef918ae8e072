// Who was paid, or who paid: behind the word that leads to them in the movement's sentence ("at", "chez", "en favor de"), or
// in a row. It ends where the sentence goes on about the day, the account or the balance.

import { findDates } from "../money/dates.ts";
import { rowsOf, type Place } from "./details.ts";
import type { Movement, Telling } from "./movements.ts";
import { LABELS, type LabelRole } from "./labels.ts";
import { HOLDINGS } from "./nouns.ts";
import { Words, type WordHit } from "./words.ts";

type Lead = "at" | "to" | "from" | "of";

/** Words that lead to the other party. "of" words lead there only where nothing else does. */
const LEADS = new Words<Lead>([
  ["at", "at|at merchant|with merchant|in the shop|en el comercio|en el establecimiento|en comercio|establecimiento|comercio|estabelecimento|no estabelecimento|chez|aupres de|bei|presso|w|u|v|la|в|у|hos|ved|bij|i|kohteessa|at the|made at|used at"],
  ["to", "to|towards|in favour of|in favor of|in favor|paid to|sent to|payee|to vpa|a favor de|para|au profit de|a l'ordre de|vers|an|zugunsten von|a favore di|aan|naar|dla|na rzecz|do|получатель|клиенту|для|на имя|til|till|beneficiary|on your|biller"],
  ["from", "from|by|received from|de parte de|enviado por|enviada por|ordenante|de la part de|de|von|vom|da|dal|van|od|från|fra|fran|lähettäjältä|от|від|from vpa|sender|by a/c linked to"],
  ["of", "on|with|for|en|em|no|na|a|via merchant|info|info:|desc|desc:|na adres|di"],
]);
/** Where the name ends. */
const ENDS = new Words<"end">([
  ["end", "on|posted|for account|en tu|en su|en la|sul tuo|sul|sur votre|sur le|bezahlt|belastet|gebucht|abgebucht|auf ihr|em sua|na sua|i|using|via|from your|from a/c|from account|from ac|with your|with card|with a/c|through|has|was|is|have|are|using your|for rs|for inr|for usd|for a|for the|for your|for upi|on your|in your|to your|at|ref|ref.|refno|upi ref|rrn|utr|info|avl|avl.|available|bal|balance|txn|transaction|and|not you|with a|with the|dated|dt|charged|approved|by|as|will|linked|card|a/c|ending|el|con tu|con su|con la|con tarjeta|desde tu|desde su|por un|por el|por valor|por $|por s/|fue|ha sido|a las|a la|de tu|mediante|usando|fecha|con fecha|saldo|con|por|no valor|no dia|em|as|com o|com seu|com cartao|com final|foi|do seu|da sua|no cartao|na conta|le|du|d'un|de votre|avec votre|pour un|a ete|par carte|d'une|pour|a hauteur|am|mit ihrer|mit der|mit deiner|von ihrem|uber|in hohe|wurde|um|wurden|vom|mit karte|con la tua|con carta|per un|di euro|e stato|e stata|il|dal tuo|dalla tua|alle ore|alle|per|op|met je|met uw|van je|van uw|met pas|om|is betaald|z rachunku|z konta|karta|na kwote|dnia|kwota|z karty|o godz|w dniu|kartou|v castce|ile|tutarinda|tarihinde|на сумму|картой|с карты|карткою|з картки|баланс|доступно|остаток|в размере|den|med kort|med dit|med ditt|kl|kl.|del|yang|lakshya"],
]);
const NAME_CHARS_MAX = 60;
const NO_NAMES: ReadonlySet<LabelRole> = new Set<LabelRole>(["reference", "weak reference", "balance", "amount", "date"]);
const STARTS_WRONG = /^(?:\$|€|£|₹|(?:your|you|the account|account|a\/c|ac|acct|my|our|this|that|these|those|any|an?|the (?:card|account|amount)|tu|su|sua|seu|votre|ihr|dein|deine|il tuo|la tua|je|uw|twoj|sizin|un|una|um|uma|le|la|les|einem|einer|der|die|das|rs|inr|usd|eur|vpa|bank account|date|time|cuenta|tarjeta|conta|cartao|compte|konto|karte|linea|de|fecha|beneficiary account)(?![\p{L}\p{N}]))/u;

/** The other party of a movement; null where the text names none. */
export function partyOf(telling: Telling, movement: Movement): Place | null {
  const segment = telling.segments[movement.segment];
  const head = telling.segments[movement.head];
  const roles = movement.direction === "in" && !movement.back ? (["payer", "merchant"] as const) : (["merchant", "payer"] as const);
  const leads: readonly Lead[] = movement.direction === "in" ? ["from", "at"] : ["at", "to"];
  const sentences = [segment, head].flatMap((one) => (one === undefined || one.row !== null ? [] : [one]));
  const spoken = segment === undefined || segment.row !== null ? null : inSentence(telling, segment, leads);
  if (spoken !== null) return spoken;
  for (const role of roles) {
    for (const { row } of rowsOf(telling, role)) {
      const place = trimmed(telling.text, row.start, Math.min(row.end, row.start + 80));
      if (place !== null && isName(telling, place)) return place;
    }
  }
  for (const sentence of sentences) {
    const place = inSentence(telling, sentence, leads) ?? inSentence(telling, sentence, ["of"]);
    if (place !== null) return place;
  }
  for (const { row } of rowsOf(telling, "operation")) {
    const place = operationParty(telling, row);
    if (place !== null) return place;
  }
  return null;
}

/** "COMPRA EN UBER TRIP": behind the word that leads; else what the operation is called. */
function operationParty(telling: Telling, row: Place): Place | null {
  const lead = /^(?:compra|pago|consumo|compra aprobada|purchase|pos|payment|achat|paiement|zahlung|kartenzahlung|acquisto|pagamento|zakup|платеж|покупка|оплата)(?: con tarjeta)? (?:en|a|at|to|chez|bei|presso|em|w|в) /u.exec(telling.folded.slice(row.start, row.end));
  return trimmed(telling.text, row.start + (lead?.[0].length ?? 0), row.end);
}

function inSentence(telling: Telling, segment: Place, leads: readonly Lead[]): Place | null {
  const hits = LEADS.find(telling.folded, segment.start, segment.end);
  for (const lead of leads) {
    for (const hit of hits.filter(({ tag }) => tag === lead)) {
      const place = nameBehind(telling, hit, segment.end);
      if (place !== null) return place;
    }
  }
  return null;
}

function nameBehind(telling: Telling, lead: WordHit<Lead>, end: number): Place | null {
  const { text, folded } = telling;
  let start = lead.end;
  while (/[\s:"“']/.test(text[start] ?? "")) start += 1;
  const introduced = /^(?:payee|merchant|beneficiary|(?:vpa )?[^\s@]{1,60}@[a-z0-9.]{2,40}(?= \p{L})|m\/s\.?|mr\.?|ms\.?)\s/u.exec(folded.slice(start, start + 110));
  if (introduced !== null) start += introduced[0].length;
  const limit = Math.min(end, start + NAME_CHARS_MAX);
  const stops = [
    ...ENDS.find(folded, start + 1, Math.min(end, limit + 12)).filter((hit) => hit.start > start && text[hit.start - 1] === " ").map((hit) => hit.start),
    ...[...text.slice(start, limit).matchAll(/[,;()|\n\t]|\.(?=\s|$)|\s[-–—]\s|:\s/g)].map((match) => start + match.index),
    ...telling.amounts.filter((one) => one.start >= start && one.start <= limit).map((one) => one.start),
    ...findDates(text.slice(start, limit), null).map((date) => start + date.start),
  ];
  const place = trimmed(text, start, Math.min(limit, ...stops));
  return place !== null && isName(telling, place) ? place : null;
}

function isName({ text, folded }: Telling, { start, end }: Place): boolean {
  const words = folded.slice(start, end);
  if (!/\p{L}{2}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u.test(words) || STARTS_WRONG.test(`${words} `)) return false;
  if (/^\d{1,2}[:.]\d{2}/.test(words) || /^[x*•.\d\s-]+$/i.test(words)) return false;
  const [first] = HOLDINGS.find(folded, start, end);
  const [label] = LABELS.find(folded, start, end);
  if ((first !== undefined && first.start === start) || (label !== undefined && label.start === start && NO_NAMES.has(label.tag))) return false;
  // A word in the middle of a sentence, in lower case throughout, is no name.
  return /[\p{Lu}\p{Lo}\d@*]/u.test(text.slice(start, end));
}

function trimmed(text: string, from: number, to: number): Place | null {
  let start = from;
  let end = to;
  while (start < end && /[\s"'“”‘’«»*:.,-]/.test(text[start] ?? "")) start += 1;
  while (end > start && /[\s"'“”‘’«»,;:.-]/.test(text[end - 1] ?? "")) end -= 1;
  return end > start ? { start, end } : null;
}
