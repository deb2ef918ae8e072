// Who was paid, or who paid: behind the word that leads to them in the movement's sentence ("at", "chez", "en favor de"), or
// in a row. It ends where the sentence goes on about the day, the account or the balance.

import { findDates } from "../totals/money/dates.ts";
import { rowsOf, type Place } from "./details.ts";
import type { Movement, Telling } from "./movements.ts";
import {
  beforeWords,
  behindAmount,
  capitalsBehind,
  inBrackets,
  leftOver,
} from "./parties-without-lead.ts";
import { pathsIn } from "./references.ts";
import { LABELS, type LabelRole } from "./labels.ts";
import { isName, trimmed } from "./names.ts";
import { VERBS } from "./verbs.ts";
import { Words, type Attached, type WordHit } from "./words.ts";

type Lead = "at" | "to" | "from" | "of";

/** Thai writes "at" at the end of "day", "place" and the like. */
const DAY_OR_PLACE: Attached = { before: /(?:วัน|เวลา|สถาน|พื้น|อันดับ)$/u, behind: /(?!)/u };

/** Words that lead to the other party. "of" words lead there only where nothing else does. */
const LEADS = new Words<Lead>(
  [
    [
      "at",
      "na prodajnom mestu|na prodajnom mjestu|c/o|via pos|u obchodnika|ve firme|στο|στη|στην|στον|عند|ที่|لدى|في|en la entidad|na entidade|no agente|la comerciantul|ב-|בבית עסק|tai|di merchant|di toko|di|at|at merchant|with merchant|in the shop|en el comercio|en el establecimiento|en comercio|establecimiento|comercio|estabelecimento|no estabelecimento|chez|aupres de|bei|presso|w|u|v|la|в|у|hos|ved|bij|i|kohteessa|at the|made at|used at",
    ],
    [
      "to",
      "ไปยังผู้รับเงิน|ให้ผู้รับเงิน|ให้ผู้รับโอน|ผู้รับเงิน|ผู้รับโอน|ไปยัง|ให้แก่|向收款人|收款人|收款方|ໄປຫາຜູ້ຮັບເງິນ|ໄປຫາ|ຜູ້ຮັບເງິນ|ទៅអ្នកទទួលប្រាក់|ទៅកាន់|អ្នកទទួលប្រាក់|alici|untuk|προς|destinatario|odbiorca|to vpa|kwenda|إلى|الى|kepada|ke|cho|den|עבור|pro|pre|catre|reszere|javara|trf to|transfer to|to|towards|in favour of|in favor of|in favor|paid to|sent to|payee|to vpa|a favor de|para|au profit de|a l'ordre de|vers|an|zugunsten von|a favore di|aan|naar|dla|na rzecz|do|получатель|клиенту|для|на имя|til|till|beneficiary|on your|biller",
    ],
    [
      "from",
      "จากผู้โอน|ผู้โอน|付款方|付款人|ຈາກ|ពី|gonderen|nuestro(a) cliente|nuestro cliente|nuestra cliente|z uctu|z ucet|来自|來自|απο|sent by|kutoka|dari|tu|من|מאת|מ-|from|by|received from|de parte de|enviado por|enviada por|ordenante|de la part de|de|von|vom|da|dal|van|od|från|fra|fran|lähettäjältä|от|від|from vpa|sender|by a/c linked to",
    ],
    [
      "of",
      "при|prlvt|prlv|per sdd|sdd|referente a|referente|por el servicio de|mf|on|with|for|en|em|no|na|a|via merchant|info|info:|desc|desc:|na adres|di",
    ],
  ],
  DAY_OR_PLACE,
);
/** Where the name ends. */
const ENDS = new Words<"end">([
  [
    "end",
    "ok|dana|u iznosu od|u iznosu|hacia tu cuenta|hacia su cuenta|desde la cuenta|на стойност|за сумата|kwenda|with reference|a tu tarjeta|a su tarjeta|a tu cuenta|a su cuenta|رقم مرجعي|برقم مرجعي|رقم|برقم|مرجع|يوم|عبر|الساعة|elfogadohelyen|uzletben|ha efectuado|ha realizado|ha enviado|cislo|στις|με την|με|картка|วันที่|ວັນທີ|ថ្ងៃទី|ចំនួន|จำนวน|valor|asociado|asociada|adatto|no agente|aos|tarehe|saa|بتاريخ|بقيمة|بمبلغ|رصيدك|على|في|pada|tanggal|sebesar|senilai|menggunakan|dengan|vao|luc|ngay|so tien|bang the|בסך|בתאריך|בכרטיס|ve vysi|dne|in valoare de|cu cardul|din contul|fee|charges|total|txnid|trxid|via|wait|please|who|which|if|new|net|to|from|on|posted|for account|en tu|en su|en la|sul tuo|sul|sur votre|sur le|bezahlt|belastet|gebucht|abgebucht|auf ihr|em sua|na sua|i|using|via|from your|from a/c|from account|from ac|with your|with card|with a/c|through|has|was|is|have|are|using your|for rs|for inr|for usd|for a|for the|for your|for upi|on your|in your|to your|at|ref|ref.|refno|upi ref|rrn|utr|info|avl|avl.|available|bal|balance|txn|transaction|and|not you|with a|with the|dated|dt|charged|approved|by|as|will|linked|card|a/c|ending|el|con tu|con su|con la|con tarjeta|desde tu|desde su|por un|por el|por valor|por $|por s/|fue|ha sido|a las|a la|de tu|mediante|usando|fecha|con fecha|saldo|con|por|no valor|no dia|em|as|com o|com seu|com cartao|com final|foi|do seu|da sua|no cartao|na conta|le|du|d'un|de votre|avec votre|pour un|a ete|par carte|d'une|pour|a hauteur|am|mit ihrer|mit der|mit deiner|von ihrem|uber|in hohe|wurde|um|wurden|vom|mit karte|con la tua|con carta|per un|di euro|e stato|e stata|il|dal tuo|dalla tua|alle ore|alle|per|op|met je|met uw|van je|van uw|met pas|om|is betaald|z rachunku|z konta|karta|na kwote|dnia|kwota|z karty|o godz|w dniu|kartou|v castce|ile|tutarinda|tarihinde|на сумму|картой|с карты|карткою|з картки|баланс|доступно|остаток|в размере|den|med kort|med dit|med ditt|kl|kl.|del|yang|lakshya",
  ],
]);
const NAME_CHARS_MAX = 60;
/** How it was paid, before the name in a row or behind a label. */
const CHANNEL =
  /^(?:pos(?: purchase)?|platba kartou|nakup kartou|card payment|kartenzahlung|platnosc karta|pagamento pos|compra|nip (?:frm|from|credit from|transfer to))(?: at| w| u|:)? (?=\p{L})/u;

/** Finds the other party of a movement; null where the text names nobody, or only something longer than a name. */
export function partyOf(telling: Telling, movement: Movement): Place | null {
  const place = namedParty(telling, movement);
  return place === null ||
    place.end - place.start >
      (RUN_TOGETHER.test(telling.text.slice(place.start, place.end))
        ? RUN_TOGETHER_CHARS_MAX
        : NAME_CHARS_MAX)
    ? null
    : place;
}

/** So many characters of these scripts without a blank are a sentence. */
const RUN_TOGETHER = /[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]{41}/u;
const RUN_TOGETHER_CHARS_MAX = 40;

function namedParty(telling: Telling, movement: Movement): Place | null {
  const segment = telling.segments[movement.segment];
  const head = telling.segments[movement.head];
  const roles =
    movement.direction === "in" && !movement.back
      ? (["payer", "merchant"] as const)
      : (["merchant", "payer"] as const);
  const leads: readonly Lead[] = movement.direction === "in" ? ["from", "at"] : ["at", "to"];
  const sentences = [segment, head].flatMap((one) =>
    one === undefined || one.row !== null ? [] : [one],
  );
  const spoken =
    segment === undefined || segment.row !== null
      ? null
      : (subjectOf(telling, segment, movement) ?? inSentence(telling, segment, leads));
  if (spoken !== null) return spoken;
  for (const role of roles) {
    for (const { row } of rowsOf(telling, role)) {
      const start =
        row.start + (CHANNEL.exec(telling.folded.slice(row.start, row.end))?.[0].length ?? 0);
      const place = trimmed(telling.text, start, Math.min(row.end, start + 80));
      if (place !== null && isName(telling, place)) return place;
    }
  }
  for (const sentence of sentences) {
    const place = inSentence(telling, sentence, leads) ?? inSentence(telling, sentence, ["of"]);
    if (place !== null) return place;
  }
  const inline =
    inlineLabel(telling, movement, roles) ??
    objectOf(telling, movement) ??
    behindCard(telling, segment);
  if (inline !== null) return inline;
  for (const sentence of movement.direction === "out" ? sentences : []) {
    const place = inSentence(telling, sentence, ["from"]);
    // "from Premier a/c..1234": so is the person's own account called.
    if (
      place !== null &&
      !/^ {1,2}(?:a\/c|acct?|account)(?!\p{L})/u.test(
        telling.folded.slice(place.end, place.end + 10),
      )
    )
      return place;
  }
  const path = pathsIn(telling).find(({ party }) => party !== null)?.party ?? null;
  const named = path === null ? null : trimmed(telling.text, path.start, path.end);
  if (named !== null && isName(telling, named)) return named;
  const valued = [segment, head].find((one) => one !== undefined && one.row !== null);
  const behindLabel =
    valued?.row == null
      ? null
      : (inSentence(telling, valued.row, leads) ?? inSentence(telling, valued.row, ["of"]));
  if (behindLabel !== null) return behindLabel;
  const left =
    inBrackets(telling, movement) ??
    lineLed(telling, leads) ??
    beforeDash(telling, movement) ??
    beforeWords(telling, segment) ??
    behindAmount(telling, movement) ??
    capitalsBehind(telling, movement) ??
    leftOver(telling, movement);
  if (left !== null) return left;
  for (const { row } of rowsOf(telling, "operation")) {
    const place = operationParty(telling, row);
    if (place !== null) return place;
  }
  return null;
}

/** "Ada Lane has received 20.00 from your account", "Ada Lane sent you 20.00". */
function subjectOf(telling: Telling, segment: Place, { verb }: Movement): Place | null {
  if (
    !/^(?:has )?(?:received|sent you|paid you)|^(?:te|le) (?:envio|transfirio)|^hat (?:dir|ihnen)/.test(
      telling.folded.slice(verb.start, verb.start + 20),
    ) &&
    !/^ ?has received/.test(telling.folded.slice(verb.start - 4, verb.start + 12))
  )
    return null;
  const end = telling.folded.slice(segment.start, verb.start).endsWith("has ")
    ? verb.start - 4
    : verb.start;
  const place =
    end - segment.start > NAME_CHARS_MAX ||
    /[:,]|(?<![\p{L}])(?:you|your|account|a\/c|payment|amount|we)(?![\p{L}])/u.test(
      telling.folded.slice(segment.start, end),
    )
      ? null
      : trimmed(telling.text, segment.start, end);
  return place !== null && isName(telling, place) ? place : null;
}

/** "... 12,50 EUR. Naam: COOLBLUE BV. Saldo ...": a label within a sentence. */
function inlineLabel(
  telling: Telling,
  { segment }: Movement,
  roles: readonly LabelRole[],
): Place | null {
  const near = telling.segments.slice(Math.max(0, segment - 1), segment + 4);
  for (const { start, end } of near.filter(({ row }) => row === null)) {
    for (const hit of LABELS.find(telling.folded, start, end)) {
      if (
        !roles.includes(hit.tag) ||
        hit.phrase.length < 2 ||
        !/^\s?[:：]/.test(telling.text.slice(hit.end, hit.end + 2))
      )
        continue;
      const place = nameBehind(
        telling,
        { tag: "of", phrase: hit.phrase, start: hit.start, end: hit.end + 1 },
        Math.min(telling.text.length, end + NAME_CHARS_MAX),
      );
      if (place !== null) return place;
    }
  }
  return null;
}

/** "You paid Ada Lane $20.00": who was paid stands between the verb and the amount. */
function objectOf(telling: Telling, { verb, amount }: Movement): Place | null {
  if (
    !/^(?:you(?:'ve| have)? )?(?:paid|sent)$|^(?:pagaste|enviaste|yapeaste|transferiste)$/.test(
      verb.phrase,
    ) ||
    amount.start - verb.end > NAME_CHARS_MAX ||
    amount.start <= verb.end
  )
    return null;
  const place = trimmed(telling.text, verb.end, amount.start);
  return place !== null &&
    /^\p{Lu}/u.test(telling.text.slice(place.start)) &&
    isName(telling, place)
    ? place
    : null;
}

/** "cartao final 4321 - UBER *TRIP valor R$ 23,50" */
function behindCard(
  telling: Telling,
  segment: (Place & { readonly row: unknown }) | undefined,
): Place | null {
  if (segment === undefined) return null;
  const match = /(?<!\d)\d{4} - (?=\p{L})/u.exec(telling.text.slice(segment.start, segment.end));
  if (match === null) return null;
  const at = segment.start + match.index + match[0].length;
  return nameBehind(telling, { tag: "of", phrase: "", start: at, end: at }, segment.end);
}

/** "Purchase\nfrom LULU\nat 14:20": a line of a terse notice that begins with the word that leads. */
function lineLed(telling: Telling, leads: readonly Lead[]): Place | null {
  if (telling.text.length > TERSE_CHARS_MAX || telling.segments.length < 3) return null;
  const all: readonly Lead[] = [...leads, "from"];
  for (const { start, end, row } of telling.segments) {
    const [lead] =
      row === null && end - start <= NAME_CHARS_MAX ? LEADS.find(telling.folded, start, end) : [];
    if (lead === undefined || lead.start !== start || !all.includes(lead.tag)) continue;
    const place = nameBehind(telling, lead, end);
    if (place !== null) return place;
  }
  return null;
}

const TERSE_CHARS_MAX = 300;

/** "Card payment Corner Cafe – R 51.00": between the verb and the dash before the amount. */
function beforeDash(telling: Telling, { verb, amount }: Movement): Place | null {
  const dash = /\s[-–—] ?$/u.exec(
    telling.text.slice(Math.max(verb.end, amount.start - 4), amount.start),
  );
  if (
    dash === null ||
    amount.start - verb.end > NAME_CHARS_MAX ||
    amount.start <= verb.end ||
    telling.text.slice(verb.end, amount.start).includes("\n")
  )
    return null;
  const place = trimmed(telling.text, verb.end, amount.start - dash[0].length);
  return place !== null && isName(telling, place) ? place : null;
}

/** "COMPRA EN UBER TRIP": behind the word that leads; else what the operation is called. */
function operationParty(telling: Telling, row: Place): Place | null {
  const lead =
    /^(?:compra|pago|consumo|compra aprobada|purchase|pos|payment|achat|paiement|zahlung|kartenzahlung|acquisto|pagamento|zakup|платеж|покупка|оплата)(?: con tarjeta)? (?:en|a|at|to|chez|bei|presso|em|w|в) /u.exec(
      telling.folded.slice(row.start, row.end),
    );
  return trimmed(telling.text, row.start + (lead?.[0].length ?? 0), row.end);
}

function inSentence(telling: Telling, segment: Place, leads: readonly Lead[]): Place | null {
  const hits = LEADS.find(telling.folded, segment.start, segment.end);
  for (const lead of leads) {
    // The "a" of "a/c" leads nowhere, nor does one that begins a sentence.
    for (const hit of hits.filter(
      ({ tag, start, end }) =>
        tag === lead &&
        telling.text[end] !== "/" &&
        !(end - start === 1 && /\p{Lu}/u.test(telling.text.slice(start, end))) &&
        !JOINING.test(telling.text.slice(Math.max(0, start - 3), end + 3)),
    )) {
      const place = nameBehind(telling, hit, segment.end);
      if (place !== null) return place;
    }
  }
  return null;
}

/** "PEKARA NA UGLU": words that lead, within a name printed in capitals. */
const JOINING = /^\p{Lu}{2} (?:NA|DO|DA|DI) \p{Lu}{2}$/u;

/** Of the words that end a name, those that join its parts where it is printed in capitals. */
const CONNECTING = /^(?:AND|DE|DEL|LA|LAS|LOS|DA|DO|DI|EL|LE|LES|DU|THE|Y|E|I|A|BY|PER|IN)$/;

/** A payee known by the address of a payment system alone. */
const HANDLE =
  /^(?:vpa:? )?([a-z0-9][a-z0-9._-]{1,60}@[a-z]{2,40})(?![\p{L}\d]| (?!ref|upi|via|on |not |if )\p{L})/u;

const HAN = /[\u3400-\u9fff]/;

function nameBehind(telling: Telling, lead: WordHit<Lead>, end: number): Place | null {
  const { text, folded } = telling;
  let start = lead.end;
  while (/[\s:"“']/.test(text[start] ?? "")) start += 1;
  const introduced =
    /^(?:payee|merchant|beneficiary|(?:vpa )?[^\s@]{1,60}@[a-z0-9]{2,40}(?= (?!ref|upi|via|on |not |if )\p{L})|m\/s\.?|mr\.?|ms\.?|mrs\.?|m\.|mme\.?|sr\.|sra\.|herr|frau|hr\.|nhan:|นาย|นาง)\s/u.exec(
      folded.slice(start, start + 110),
    );
  if (introduced !== null) start += introduced[0].length;
  start += CHANNEL.exec(folded.slice(start, start + 60))?.[0].length ?? 0;
  const handle = HANDLE.exec(folded.slice(start, start + 110));
  if (handle !== null)
    return {
      start: start + handle[0].length - (handle[1]?.length ?? 0),
      end: start + handle[0].length,
    };
  // "431836 - AGENT NAME", "105100000024364-SHOP": the number is the till's.
  const till = /^\d{5,18} ?[-–] ?(?=\p{L})/u.exec(folded.slice(start, start + 24));
  if (till !== null) start += till[0].length;
  const limit = Math.min(end, start + NAME_CHARS_MAX);
  const stops = [
    ...ENDS.find(folded, start + 1, Math.min(end, limit + 12))
      .filter(
        (hit) =>
          hit.start > start &&
          text[hit.start - 1] === " " &&
          !(
            CONNECTING.test(text.slice(hit.start, hit.end)) && /^ \p{Lu}/u.test(text.slice(hit.end))
          ),
      )
      .map((hit) => hit.start),
    // Without blanks the name ends where a word of movement begins: "向张三转账".
    ...VERBS.find(folded, start + 1, limit)
      .filter((hit) => HAN.test(text[hit.start - 1] ?? ""))
      .map((hit) => hit.start),
    ...[
      ...text.slice(start, limit).matchAll(/[,;()|\n\t，。；）（]|\.(?=\s|$)|\s[-–—]\s|:\s/g),
    ].map((match) => start + match.index),
    ...telling.amounts
      .filter((one) => one.start >= start && one.start <= limit)
      .map((one) => one.start),
    ...findDates(text.slice(start, limit), null).map((date) => start + date.start),
  ];
  const place = trimmed(text, start, Math.min(limit, ...stops));
  return place !== null && isName(telling, place) ? place : null;
}
