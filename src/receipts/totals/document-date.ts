// The day of the purchase among all days of a document: the one labelled so, else one that stands free and is the day it
// was sent or one or two before. Days of travel, delivery, payment due and renewal are decoys, and labelled as such.

import { dayNumber, type Day } from "../../money/day.ts";
import { findDates, type DateSeen } from "./money/dates.ts";
import type { Line } from "./lines.ts";
import { endsWithDueLabel } from "./due-date.ts";
import { folded, Phrases } from "../words/phrases.ts";

type DateRole = "paid" | "ordered" | "issued" | "date" | "decoy";

const LABELS = new Phrases<DateRole>([
  [
    "paid",
    "paid on|date paid|payment date|date of payment|paid|amount paid on|date of purchase|purchase date|purchased on|purchased|transaction date|date of transaction|charged on|charge date|billed on|billing date|sale date|date of sale|payment received on|bezahlt am|zahlungsdatum|kaufdatum|zahldatum|belegdatum|bezahlt|buchungsdatum|date de paiement|date d'achat|date de transaction|payé le|réglé le|date du paiement|fecha de pago|fecha de compra|fecha de la compra|fecha de transacción|fecha de la transacción|pagado el|fecha de operación|fecha y hora|data do pagamento|data de pagamento|data da compra|data da transação|pago em|data de compra|data di pagamento|data acquisto|data di acquisto|data pagamento|data transazione|pagato il|data operazione|betaald op|betaaldatum|aankoopdatum|datum van aankoop|betalingsdatum|transactiedatum|betaldatum|köpdatum|inköpsdatum|betalningsdatum|betalt den|købsdato|betalingsdato|kjøpsdato|betalt|ostopäivä|maksupäivä|maksettu|data płatności|data zakupu|zapłacono dnia|data sprzedaży|data transakcji|datum platby|datum nákupu|dátum platby|zaplaceno dne|dátum nákupu|fizetés dátuma|vásárlás dátuma|fizetés időpontja|tranzakció dátuma|data plății|data achiziției|data tranzacției|ödeme tarihi|satın alma tarihi|işlem tarihi|дата оплаты|дата покупки|дата платежа|дата операции|дата оплати|дата покупки|дата платежу|дата на плащане|ご利用日|お支払い日|購入日|ご利用日時|決済日|支払日|利用日|購入日時|お買い上げ日|取引日|付款时间|支付时间|付款日期|付款時間|交易时间|交易日期|交易時間|消费时间|결제일|결제일시|결제 일시|승인일시|거래일시|이용일|결제일자|วันที่ชำระ|วันที่ชำระเงิน|วันที่ทำรายการ|tanggal pembayaran|ngày thanh toán|تاريخ الدفع|תאריך תשלום|תאריך העסקה|ημερομηνία πληρωμής",
  ],
  [
    "ordered",
    "order date|date of order|order placed|placed on|ordered on|ordered|order placed on|booked on|booking date|date of booking|date ordered|bestelldatum|bestellt am|bestellung vom|auftragsdatum|buchung vom|gebucht am|date de commande|date de la commande|commandé le|commande du|commande passée le|passée le|date de réservation|fecha del pedido|fecha de pedido|pedido realizado el|fecha de la reserva|realizado el|fecha de orden|data do pedido|data da encomenda|pedido realizado em|pedido feito em|data da reserva|data ordine|data dell'ordine|ordine del|ordine effettuato il|data di prenotazione|data prenotazione|besteldatum|besteld op|datum bestelling|boekingsdatum|orderdatum|beställningsdatum|beställd|bestillingsdato|ordredato|bestilt|bokningsdatum|tilauspäivä|tilattu|tilauspäivämäärä|tilauksen päivämäärä|data zamówienia|zamówienie z dnia|złożone dnia|data złożenia zamówienia|data złożenia|datum objednávky|dátum objednávky|objednáno|objednané|rendelés dátuma|rendelés időpontja|megrendelés dátuma|rendelés ideje|data comenzii|dată comandă|plasată pe|plasată la|data comandă|sipariş tarihi|дата заказа|заказ от|дата замовлення|замовлення від|дата на поръчка|datum narudžbe|datum naročila|ημερομηνία παραγγελίας|注文日|ご注文日|注文日時|ご注文日時|予約日|お申し込み日|下单时间|下單時間|订单日期|訂單日期|订购时间|訂購日期|주문일|주문일시|주문일자|주문 일시|주문 날짜|วันที่สั่งซื้อ|tanggal pesanan|tanggal pemesanan|ngày đặt hàng|تاريخ الطلب|תאריך הזמנה|ऑर्डर की तारीख",
  ],
  [
    "issued",
    "invoice date|date of invoice|date issued|issued on|issue date|date of issue|receipt date|date of receipt|bill date|issued|tax invoice date|rechnungsdatum|ausstellungsdatum|rechnung vom|ausgestellt am|date de facture|date de facturation|date d'émission|facture du|émise le|date de la facture|fecha de factura|fecha de emisión|fecha factura|fecha de la factura|data da fatura|data de emissão|data da emissão|data fattura|data di emissione|data documento|data emissione|factuurdatum|fakturadatum|fakturadato|kvittodatum|kvitteringsdato|laskun päivämäärä|laskun päiväys|laskutuspäivä|data faktury|data wystawienia|wystawiono dnia|datum vystavení|dátum vystavenia|datum faktury|számla kelte|kiállítás dátuma|számla dátuma|kelt|teljesítés dátuma|data facturii|data emiterii|data factură|fatura tarihi|düzenleme tarihi|дата счета|дата счёта|дата рахунку|дата выставления|дата на издаване|datum računa|ημερομηνία έκδοσης|発行日|請求日|領収日|发票日期|開立日期|开票日期|發票日期|발행일|작성일자|วันที่ออก|tanggal faktur|ngày hóa đơn|تاريخ الفاتورة|تاريخ الإصدار|תאריך חשבונית",
  ],
  [
    "date",
    "date|date time|date and time|on|datum|datum uhrzeit|am|vom|le|date et heure|fecha|el|fecha hora|data|data e hora|data ora|il|op|datum en tijd|den|dato|d|päivämäärä|pvm|päiväys|dnia|z dnia|dne|dátum|időpont|dată|tarih|tarih saat|дата|дата и время|дата и час|ημερομηνία|日付|日時|日期|时间|時間|날짜|일시|일자|วันที่|tanggal|tarikh|ngày|التاريخ|תאריך|दिनांक|तारीख",
  ],
  [
    "decoy",
    "due|due date|due on|payment due|due by|pay by|delivery|delivery date|delivered|estimated delivery|expected delivery|expected|est delivery|arriving|arrives|arrival|arrive by|delivers|deliver by|get it by|ships|shipping date|shipped|dispatch|dispatched|check in|check out|checkin|checkout|check in date|depart|departs|departure|departing|return|return by|returns|renew|renews|renewal|renews on|next billing|next payment|next charge|next invoice|next bill|will renew|expires|expiry|expiration|expiration date|valid|valid until|valid through|valid from|until|by|from|to|period|billing period|service period|subscription period|statement|statement period|outbound|inbound|flight|travel|travel date|trip|event|event date|show|performance|scheduled|pickup|pick up|collection|cancel by|cancel before|free cancellation until|cancel for free until|before|since|member since|copyright|effective|updated|last updated|start|end|start date|end date|begins|ends|date of birth|born|coverage|through|after|trial ends|stay|guest arrival|estimated|install|starts|starting|fällig|fällig am|fälligkeit|fälligkeitsdatum|zahlbar bis|lieferdatum|lieferung|voraussichtlich|voraussichtliche lieferung|zustellung|anreise|abreise|hinfahrt|rückfahrt|abfahrt|ankunft|abflug|gültig|gültig bis|gültig ab|bis|zeitraum|leistungszeitraum|abrechnungszeitraum|leistungsdatum|verlängert sich|kündbar bis|nächste|nächste zahlung|liefertermin|versanddatum|reisedatum|check in ab|versendet|échéance|date d'échéance|livraison|date de livraison|livraison prévue|livré|arrivée|départ|arrive le|aller|retour|voyage|valable|valable jusqu'au|jusqu'au|période|du|au|expire|renouvellement|prochain|prochaine échéance|séjour|à régler avant|expédié|annulation|vencimiento|fecha de vencimiento|entrega|fecha de entrega|entrega estimada|llegada|llega|salida|ida|vuelta|viaje|válido|válido hasta|hasta|período|periodo|caduca|renovación|próximo|próximo pago|entrada|vence|envío|vencimento|data de vencimento|data de entrega|previsão de entrega|previsão|chegada|chegam|partida|volta|viagem|validade|válido até|até|renova|próxima|próxima cobrança|check out|enviado|scadenza|data di scadenza|consegna|data di consegna|consegna prevista|arrivo|partenza|andata|ritorno|viaggio|valido|valido fino al|fino al|scade|rinnovo|prossimo|soggiorno|spedito|vervaldatum|vervalt|levering|bezorging|leverdatum|bezorgdatum|verwachte levering|verwacht|bezorgd|aankomst|vertrek|geldig|geldig tot|tot|periode|verlengd|volgende|uiterlijk|reisdatum|heenreis|terugreis|verzonden|förfallodatum|förfaller|leverans|leveransdatum|ankomst|avresa|avgång|giltig|giltig till|till|förnyas|nästa|beräknad leverans|resa|forfald|forfaldsdato|forfallsdato|forfall|leveringsdato|afrejse|afgang|avgang|avreise|gyldig|gyldig til|til|fornyes|næste|neste|forventet levering|utresa|udrejse|utreise|hjemreise|eräpäivä|toimitus|toimituspäivä|arvioitu toimitus|saapuminen|lähtö|voimassa|asti|uusiutuu|seuraava|menomatka|paluu|termin płatności|płatne do|dostawa|data dostawy|przewidywana dostawa|przyjazd|wyjazd|odjazd|wylot|ważny|ważny do|do|okres|odnowienie|następna|termin|planowana dostawa|splatnost|datum splatnosti|splatné|dátum splatnosti|doručení|doručenie|dodání|datum dodání|příjezd|odjezd|odlet|platnost|platnost do|období|obnoví|příští|dodanie|esedékesség|fizetési határidő|szállítás|kézbesítés|várható|várható szállítás|érkezés|indulás|távozás|érvényes|időszak|megújul|következő|határidő|scadență|data scadenței|scadent|livrare|data livrării|livrare estimată|sosire|plecare|valabil|valabil până|până|perioada|reînnoire|următoarea|son ödeme tarihi|vade|teslimat|teslim|teslim tarihi|tahmini teslimat|kargo|varış|gidiş|dönüş|kalkış|geçerli|geçerlilik|kadar|dönem|yenilenecek|sonraki|giriş|çıkış|срок|срок оплаты|оплатить до|доставка|дата доставки|ожидаемая|прибытие|отправление|вылет|заезд|выезд|действует до|действителен|период|продление|следующий|термін|сплатити до|прибуття|відправлення|виліт|дійсний до|період|наступний|お届け|お届け予定|お届け予定日|到着|配送予定|配達予定|出発|搭乗日|宿泊日|チェックイン|チェックアウト|有効期限|期限|お支払い期限|支払期限|次回|更新日|利用期間|期間|発送|ご到着|引き落とし予定日|引落日|振替日|送达|预计送达|預計送達|到货|出发|出發|入住|退房|有效期|到期|截止|期限|下次|배송|도착|도착예정|출발|체크인|체크아웃|유효기간|만료|납부기한|다음 결제일|กำหนดชำระ|จัดส่ง|หมดอายุ|เช็คอิน|เช็คเอาท์|jatuh tempo|pengiriman|berlaku|giao hàng|hết hạn|تاريخ الاستحقاق|التسليم|الوصول|المغادرة|צפוי|משלוח|תוקף",
  ],
]);

const ORDER: readonly DateRole[] = ["paid", "ordered", "issued", "date"];
/** Of an invoice: its own day, before that of the order it is for. */
export const INVOICE_ORDER: readonly DateRole[] = ["issued", "date", "paid", "ordered"];
/** "Facture n° 17 du 3 mai": the title, its number, and the word before its day. */
const TITLES = new Phrases<"invoice">([
  [
    "invoice",
    "invoice|tax invoice|bill|receipt|rechnung|rechnungsnummer|rechnung nr|quittung|beleg|facture|reçu|factura|recibo|fatura|fattura|ricevuta|factuur|faktura|kvitto|kvittering|lasku|kuitti|faktúra|számla|nyugta|factură|chitanță|счет|счёт|чек|рахунок|фактура|račun|τιμολόγιο",
  ],
]);
const OF =
  /^(?:of|dated|vom|von|du|de|del|do|del giorno|van|d d|dd|fran|fra|av|z|z dnia|ze dne|zo dna|din|din data|data|data de|от|від|вiд|od|από) $/;
const BEFORE_CHARS_MAX = 60;
const ABOVE_CHARS_MAX = 40;
const FREE_LINES_MAX = 400;

export interface DocumentDate {
  readonly date: DateSeen | null;
  readonly rule: string;
  /** Other days it may be, where nothing settles it. */
  readonly rivals: readonly Day[];
}

/** The day of the purchase. `sent` is the day the document was written, where known; `order`: which label counts before which. */
export function documentDate(
  text: string,
  lines: readonly Line[],
  sent: Day | null,
  order = ORDER,
): DocumentDate {
  const dates = findDates(text, sent);
  const byRole = new Map<DateRole, DateSeen[]>();
  const free: DateSeen[] = [];
  let at = 0;
  for (const date of dates) {
    while (at < lines.length - 1 && (lines[at]?.end ?? 0) < date.start) at += 1;
    const role = roleOf(lines, at, date);
    if (role === null) {
      if (at < FREE_LINES_MAX) free.push(date);
    } else if (role !== "decoy") byRole.set(role, [...(byRole.get(role) ?? []), date]);
  }
  for (const role of order) {
    const some = (byRole.get(role) ?? []).filter(
      (date) => sent === null || date.readings.some((day) => dayNumber(day) <= dayNumber(sent) + 1),
    );
    const [first] = some;
    if (first === undefined) continue;
    const days = [...new Set(some.flatMap(({ readings }) => readings))];
    if (role === "date" && sent !== null && days.length > 1) {
      const near = nearest(some, sent);
      if (near !== null) return { date: near, rule: "date near sent", rivals: [] };
      continue;
    }
    return { date: first, rule: `labelled ${role}`, rivals: days.length > 1 ? days : [] };
  }
  const near = sent === null ? null : nearest(free, sent);
  if (near !== null) return { date: near, rule: "date near sent", rivals: [] };
  const only = [...new Set(free.slice(0, 1).flatMap(({ readings }) => readings))];
  const [first] = free;
  if (sent === null && first !== undefined && only.length === 1 && isAlone(lines, first))
    return { date: first, rule: "first date", rivals: [] };
  return { date: null, rule: "", rivals: [] };
}

/** The one day that is the sent day or up to two before; null where there are none or several. */
function nearest(dates: readonly DateSeen[], sent: Day): DateSeen | null {
  const near = dates.filter(
    ({ readings }) =>
      readings.length === 1 &&
      readings.every(
        (day) => dayNumber(sent) - dayNumber(day) >= 0 && dayNumber(sent) - dayNumber(day) <= 2,
      ),
  );
  return new Set(near.map(({ readings }) => readings[0])).size === 1 ? (near[0] ?? null) : null;
}

function roleOf(lines: readonly Line[], at: number, date: DateSeen): DateRole | null {
  const line = lines[at];
  if (line === undefined) return null;
  const before = line.text.slice(
    Math.max(0, date.start - line.start - BEFORE_CHARS_MAX),
    Math.max(0, date.start - line.start),
  );
  if (endsWithDueLabel(before)) return "decoy";
  if (isTitled(line.text.slice(0, Math.max(0, date.start - line.start)))) return "issued";
  const own = DOCUMENT_OF.test(before) ? "issued" : lastRole(before);
  if (own !== null) return own;
  if (/\p{L}{3}/u.test(before.replace(/^.*\t/s, ""))) return null;
  const over = headOver(line, lines[at - 1], date.start - line.start);
  return over === null || over.length > ABOVE_CHARS_MAX
    ? null
    : endsWithDueLabel(over)
      ? "decoy"
      : lastRole(over);
}

/** The line above; of a row over a row of as many cells the cell in the same place. */
function headOver(line: Line, over: Line | undefined, at: number): string | null {
  if (over === undefined) return null;
  const heads = over.text.split("\t");
  return heads.length > 1 && heads.length === line.text.split("\t").length
    ? (heads[line.text.slice(0, at).split("\t").length - 1] ?? null)
    : over.text;
}

/** Whether the text before a day is a document's title with its number, and a word that leads to its day. */
function isTitled(before: string): boolean {
  if (before.length > ABOVE_CHARS_MAX || before.includes("\t")) return false;
  const words = folded(before);
  const [title] = TITLES.find(words);
  return (
    title !== undefined &&
    title.start <= 1 &&
    /\d/.test(words.slice(title.end)) &&
    OF.test(words.slice(words.lastIndexOf(" ", words.length - 2) + 1))
  );
}

/** "Invoice no. 55120 dated 5 May", "facture n° 55120 du 05/05": the day of the document itself. */
const DOCUMENT_OF =
  /(?:facture|commande|reçu|rechnung|bestellung|auftrag|beleg|quittung|fattura|ordine|ricevuta|bolletta|factura|pedido|recibo|fatura|encomenda|invoice|order|receipt|factuur|bestelling|faktura|faktury|fakturu|zamówienie|zamówienia|objednávka|objednávku|számla|rendelés|comanda|счет|счёт|заказ|заказа)[^\d\n!?]{0,24}\d[\p{L}\d/._-]{0,30} (?:du|vom|del|dell'|de|do|dated|of|van|från|fra|af|z dnia|z|ze dne|din|от|від) ?$/iu;
/** Words that make a day a decoy only right before it: "until 5 May", "to May 5". */
const AT_END = new Set(
  "by from to until before after since through till bis ab du au jusqu'au hasta até fino al tot til asti do до from end start trip travel show ride return returns due stay"
    .split(" ")
    .map((word) => folded(word).trim()),
);

/** What the words say; a decoy counts wherever it stands, another label only as the last of them. */
function lastRole(text: string): DateRole | null {
  const words = folded(text);
  const hits = LABELS.find(words).filter(
    (hit) => hit.tag !== "decoy" || !AT_END.has(hit.phrase) || words.length - hit.end <= 6,
  );
  const strong = hits.findLast((hit) => hit.tag !== "date" && hit.tag !== "decoy");
  const decoy = hits.findLast((hit) => hit.tag === "decoy");
  if (strong !== undefined && (decoy === undefined || decoy.start < strong.start))
    return strong.tag;
  return decoy !== undefined ? "decoy" : (hits.at(-1)?.tag ?? null);
}

/** A line that holds a day and hardly anything else. */
function isAlone(lines: readonly Line[], date: DateSeen): boolean {
  const line = lines.find(({ start, end }) => start <= date.start && date.end <= end);
  return line !== undefined && line.text.length - (date.end - date.start) < 20;
}
