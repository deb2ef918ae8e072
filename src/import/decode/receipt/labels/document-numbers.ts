// The numbers by which a shop knows its document: order, booking, invoice, receipt, transaction, found behind their
// labels in the languages of receipts. A number without a label is none, whatever it looks like.

import { findDates } from "../money/dates.ts";
import type { Line } from "./lines.ts";
import { folded, Phrases } from "./phrases.ts";

/** The kinds of number, the one a person is most likely to look for first. */
export const NUMBER_KINDS = ["order", "booking", "invoice", "receipt", "transaction"] as const;
export type NumberKind = (typeof NUMBER_KINDS)[number];

export interface NumberSeen {
  readonly kind: NumberKind;
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

const LABELS = new Phrases<NumberKind>([
  ["order", "order number|order no|order nr|order id|order ref|order reference|purchase order|purchase number|purchase id|your order number|order confirmation number|bestellnummer|bestellnr|bestell nr|bestellung nr|auftragsnummer|auftragsnr|auftrag nr|bestell id|auftrags nr|n° de commande|numéro de commande|commande n°|commande n|commande numéro|no de commande|référence de commande|référence commande|n de commande|réf commande|número de pedido|n.º de pedido|nº de pedido|pedido nº|pedido n|n de pedido|número do pedido|nº do pedido|n.º do pedido|pedido número|id del pedido|código do pedido|número da encomenda|n.º da encomenda|nº da encomenda|encomenda n|número de orden|nº de orden|orden nº|numero ordine|n. ordine|numero d'ordine|ordine n|ordine numero|ordine nr|nr ordine|codice ordine|id ordine|bestelnummer|bestelnr|ordernummer|ordernr|order nummer|beställningsnummer|ordrenummer|ordrenr|bestillingsnummer|ordre nr|ordre nummer|bestillingsnr|tilausnumero|tilausnro|tilauksen numero|tilausnumerosi|nr zamówienia|numer zamówienia|zamówienie nr|zamówienie numer|zamówienia nr|id zamówienia|číslo objednávky|objednávka č|objednávka číslo|č objednávky|objednávky číslo|rendelésszám|rendelés száma|rendelési szám|rendelésazonosító|megrendelés száma|rendelés azonosító|nr comandă|număr comandă|numărul comenzii|comanda nr|comandă nr|numar comanda|id comandă|sipariş no|sipariş numarası|sipariş numaranız|sipariş nosu|номер заказа|заказ №|№ заказа|заказ номер|номер замовлення|замовлення №|№ замовлення|поръчка №|номер на поръчка|поръчка номер|број поруџбине|broj narudžbe|broj porudžbine|narudžba br|številka naročila|αριθμός παραγγελίας|αρ παραγγελίας|κωδικός παραγγελίας|αριθμος παραγγελιας|注文番号|ご注文番号|注文no|注文id|注文 id|受注番号|订单号|訂單編號|订单编号|訂單號碼|訂單號|订单号码|订单 id|주문번호|주문 번호|หมายเลขคำสั่งซื้อ|เลขที่คำสั่งซื้อ|หมายเลขออเดอร์|เลขออเดอร์|nomor pesanan|no pesanan|nombor pesanan|mã đơn hàng|số đơn hàng|رقم الطلب|رقم الطلبية|מספר הזמנה|הזמנה מס|הזמנה מספר|ऑर्डर नंबर|ऑर्डर संख्या|ऑर्डर आईडी"],
  ["booking", "confirmation number|confirmation no|confirmation code|confirmation id|booking number|booking no|booking reference|booking id|booking code|booking ref|reservation number|reservation code|reservation id|record locator|itinerary number|itinerary|pnr|trip id|trip number|ticket number|airline confirmation|buchungsnummer|buchungscode|buchungsnr|buchungs nr|reservierungsnummer|auftragscode|vorgangsnummer|bestätigungsnummer|numéro de réservation|référence de réservation|n° de réservation|code de réservation|référence du dossier|dossier n|numéro de confirmation|référence dossier|número de reserva|código de reserva|localizador|número de confirmación|nº de reserva|referencia de reserva|número da reserva|código da reserva|numero di prenotazione|codice di prenotazione|codice prenotazione|numero prenotazione|numero di conferma|boekingsnummer|reserveringsnummer|boekingscode|bokningsnummer|bokningskod|bookingnummer|referansenummer|bestillingskode|bookingreference|reservationsnummer|bokningsreferens|referansekode|varausnumero|varaustunnus|numer rezerwacji|kod rezerwacji|nr rezerwacji|číslo rezervace|kód rezervace|číslo rezervácie|foglalási szám|foglalás száma|foglalási kód|foglalási azonosító|cod rezervare|număr rezervare|rezervasyon numarası|rezervasyon kodu|rezervasyon no|номер бронирования|код бронирования|номер бронювання|номер брони|予約番号|ご予約番号|予約コード|確認番号|预订编号|預訂編號|预订号|确认号|訂位代號|예약번호|예약 번호|หมายเลขการจอง|kode booking|kode pemesanan|mã đặt chỗ|رقم الحجز|رقم التأكيد|αριθμός κράτησης|קוד הזמנה"],
  ["invoice", "invoice number|invoice no|invoice id|invoice ref|tax invoice number|bill number|bill no|invoice nr|tax invoice no|rechnungsnummer|rechnungsnr|rechnung nr|rechnungs nr|rechnung nummer|numéro de facture|n° de facture|facture n°|facture n|facture numéro|no de facture|n de facture|n° facture|número de factura|nº de factura|factura nº|n.º de factura|factura n|factura número|folio|número da fatura|nº da fatura|fatura nº|fatura n|n.º da fatura|número da nota|nota fiscal nº|nf e|número da nf|fatura recibo|numero fattura|fattura n|fattura numero|n. fattura|numero documento|fattura nr|ricevuta n|factuurnummer|factuurnr|factuur nr|factuur nummer|fakturanummer|fakturanr|faktura nr|faktura nummer|laskun numero|laskunumero|laskun nro|numer faktury|nr faktury|faktura vat nr|faktura numer|číslo faktury|faktura č|faktúra č|faktura číslo|číslo dokladu|daňový doklad č|daňový doklad číslo|variabilní symbol|számlaszám|számla száma|számla sorszáma|számla sorszám|sorszám|nr factură|număr factură|factura nr|seria|fatura no|fatura numarası|номер счёта|номер счета|счет №|счёт №|номер рахунку|рахунок №|фактура №|номер на фактура|broj računa|račun br|αριθμός τιμολογίου|τιμολόγιο|請求書番号|請求番号|インボイス番号|发票号|发票号码|發票號碼|发票编号|청구번호|청구서 번호|เลขที่ใบกำกับภาษี|เลขที่ใบแจ้งหนี้|nomor faktur|nomor invoice|no invoice|số hóa đơn|رقم الفاتورة|מספר חשבונית|חשבונית מס|חשבונית"],
  ["receipt", "receipt number|receipt no|receipt id|receipt|document no|document number|belegnummer|belegnr|beleg nr|bon nr|quittungsnummer|bonnummer|quittung nr|numéro de reçu|reçu n|reçu numéro|n° de reçu|ticket n|número de recibo|recibo nº|recibo n|número de ticket|número do recibo|numero ricevuta|scontrino n|numero scontrino|documento n|bonnr|kvittonummer|kvitto nr|kvitteringsnummer|kvittering nr|kvitteringsnr|kuittinumero|kuitin numero|nr paragonu|numer paragonu|paragon nr|číslo účtenky|účtenka č|nyugtaszám|nyugta sorszáma|număr bon|nr chitanță|fiş no|makbuz no|номер чека|чек №|номер квитанции|領収書番号|レシート番号|領収番号|收据号|收據編號|영수증 번호|승인번호|เลขที่ใบเสร็จ|nomor struk|số biên lai|رقم الإيصال|קבלה מס|קבלה|קבלה מספר"],
  ["transaction", "transaction id|transaction number|transaction no|transaction reference|transaction|payment id|payment reference|payment number|reference number|reference no|reference id|reference|ref no|ref|confirmation|auth code|authorization code|charge id|transaktionscode|transaktionsnummer|transaktions id|transaktionsid|referenznummer|verwendungszweck|referenz|numéro de transaction|n° de transaction|référence|id de transaction|référence de paiement|número de transacción|id de transacción|código de transacción|referencia|número de operación|id da transação|código da transação|referência|número da transação|numero transazione|id transazione|codice transazione|riferimento|transactienummer|transactie id|betalingskenmerk|referentie|transaktions nummer|transaktionsnr|referens|referanse|reference nr|viite|viitenumero|tapahtumanumero|numer transakcji|nr transakcji|id transakcji|numer referencyjny|číslo transakce|číslo transakcie|id transakce|tranzakció azonosító|tranzakciós azonosító|tranzakció száma|hivatkozási szám|id tranzacție|număr tranzacție|referință|işlem numarası|işlem no|referans no|referans|номер транзакции|номер операции|номер платежа|номер транзакції|номер платежу|取引番号|取引id|受付番号|お問い合わせ番号|決済番号|伝票番号|交易号|交易單號|交易编号|流水号|交易序號|거래번호|결제번호|หมายเลขธุรกรรม|หมายเลขอ้างอิง|เลขที่อ้างอิง|เลขที่รายการ|nomor transaksi|mã giao dịch|رقم العملية|رقم المعاملة|الرقم المرجعي|אסמכתא|מספר עסקה"],
]);
/** Words that are a label only where the number follows at once: "Order #123". */
const BARE = new Phrases<NumberKind>([
  ["order", "order|your order|bestellung|auftrag|commande|pedido|encomenda|orden|ordine|bestelling|beställning|ordre|bestilling|tilaus|zamówienie|zamówienia|objednávka|rendelés|comanda|comandă|sipariş|заказ|замовлення|поръчка|narudžba|παραγγελία|ご注文|订单|訂單|주문|pesanan|đơn hàng|order confirmation"],
  ["booking", "booking|reservation|buchung|réservation|reserva|prenotazione|boeking|bokning|varaus|rezerwacja|rezervace|foglalás|rezervare|rezervasyon|бронирование"],
  ["invoice", "invoice|tax invoice|rechnung|facture|factura|fatura|fattura|factuur|faktura|lasku|faktúra|számla|factură|счет|рахунок|фактура|račun|bill"],
  ["receipt", "receipt|receipt for|quittung|beleg|reçu|recibo|ricevuta|bon|kvitto|kvittering|kuitti|paragon|účtenka|nyugta|bon fiscal|makbuz|чек|kassabon"],
]);
const NOT_NUMBERS = new Phrases<"other">([["other", "item number|product number|article number|artikelnummer|art nr|customer number|customer no|kundennummer|kunden nr|account number|vat number|tax id|tracking number|tracking no|sendungsnummer|phone|tel|telefon|sku|serial|registration number|company number|client number|numéro de client|n° client|número de cliente|codice cliente|klantnummer|kundnummer|kundenummer|asiakasnumero|numer klienta|order total|order date|order summary|order details|order status|order placed"]]);

const TOKEN = /(?<![\p{L}\p{N}])(?=[\p{Lu}\p{N}/_.-]{0,40}\d)[\p{L}\p{N}](?:[\p{L}\p{N}/_.-]{1,38}[\p{L}\p{N}])(?![\p{L}\p{N}])/gu;
const LOCATOR = /^[A-Z0-9]{5,8}$/;
const CELL_CHARS_MAX = 240;
const NUMBERS_MAX = 500;

/** The labelled numbers of a view, in order; of one place the surest label. */
export function findNumbers(lines: readonly Line[]): readonly NumberSeen[] {
  const found: NumberSeen[] = [];
  for (const [index, line] of lines.entries()) {
    if (found.length >= NUMBERS_MAX) break;
    let start = line.start;
    const cells = line.text.split("\t");
    for (const [at, cell] of cells.entries()) {
      const seen = cell.length > CELL_CHARS_MAX ? null : inCell(cell, start, index) ?? beyondCell(cell, cells[at + 1], start + cell.length + 1, lines, index, at === cells.length - 1);
      if (seen !== null && !found.some((other) => other.start === seen.start)) found.push(seen);
      start += cell.length + 1;
    }
  }
  return found;
}

function inCell(cell: string, offset: number, line: number): NumberSeen | null {
  const words = folded(cell);
  const other = NOT_NUMBERS.find(words);
  const labels = LABELS.find(words).filter((hit) => !other.some((not) => not.start <= hit.start && not.end >= hit.end));
  const bare = BARE.find(words);
  for (const match of tokensOf(cell)) {
    const before = folded(cell.slice(0, match.index));
    const label = labels.findLast((hit) => hit.end <= before.length && isNear(words, hit.end, before.length));
    if (label !== undefined) return seen(label.tag, label.tag === "invoice" ? withSeries(cell, match) : tokenOf(match), offset, line);
    const close = bare.find((hit) => hit.end >= before.length - 1 && hit.end <= before.length);
    if (close !== undefined && /[#№:°.º\s]$|n[ro]?\.?$/iu.test(cell.slice(0, match.index))) return seen(close.tag, tokenOf(match), offset, line);
  }
  return null;
}

/** "FV 12/2025": the letters of an invoice's series stand before its number. */
function withSeries(cell: string, { 0: text, index }: RegExpExecArray): Token {
  const series = text.includes("/") ? /(?<![\p{L}\d])(?!NO |NR |ID )([A-Z]{1,3}) $/u.exec(cell.slice(0, index)) : null;
  return series === null ? { text, index } : { text: `${series[0]}${text}`, index: index - series[0].length };
}

/** Between label and number at most two short words ("Order number is"). */
function isNear(words: string, from: number, to: number): boolean {
  const between = words.slice(from, to).trim();
  return between.length <= 16;
}

/** A cell that is a label and nothing else: the number fills the next cell, or the line below. */
function beyondCell(cell: string, next: string | undefined, nextStart: number, lines: readonly Line[], index: number, last: boolean): NumberSeen | null {
  const words = folded(cell);
  const label = LABELS.find(words).at(-1) ?? (next === undefined ? undefined : BARE.find(words).find((hit) => hit.end - hit.start >= words.length - 3)) ?? (/[#№]:?$/u.test(cell) ? BARE.find(words).at(-1) : undefined);
  if (label === undefined || words.length - label.end > 12 || words.length > 60) return null;
  if (next !== undefined && next !== "") return whole(label.tag, next, nextStart, index);
  const below = lines[index + 1];
  if (!last || below === undefined) return null;
  const [first = ""] = below.text.split("\t");
  return whole(label.tag, first, below.start, index + 1);
}

function whole(kind: NumberKind, cell: string, offset: number, line: number): NumberSeen | null {
  const text = cell.trim();
  const [match] = tokensOf(cell);
  if (match !== undefined && match[0].length >= text.length - 24 && text.length < 60) return seen(kind, tokenOf(match), offset, line);
  if (kind !== "booking" || !LOCATOR.test(text)) return null;
  const start = offset + cell.indexOf(text);
  return { kind, value: text, start, end: start + text.length, line };
}

function tokensOf(cell: string): readonly RegExpExecArray[] {
  const dates = findDates(cell, null);
  return [...cell.matchAll(TOKEN)].filter((match) => {
    const text = match[0];
    const digits = text.replace(/\D/g, "").length;
    if (!/^[A-Z0-9]{5,8}$/.test(text) && (digits < 3 || (digits < 4 && text.length < 5))) return false;
    if (/^\d{1,3}(?:[.,]\d{3})*[.,]\d{2}$/.test(text)) return false;
    return !dates.some((date) => date.start < match.index + text.length && date.end > match.index);
  });
}

interface Token {
  readonly text: string;
  readonly index: number;
}

function tokenOf({ 0: text, index }: RegExpExecArray): Token {
  return { text, index };
}

function seen(kind: NumberKind, { text, index }: Token, offset: number, line: number): NumberSeen {
  return { kind, value: text, start: offset + index, end: offset + index + text.length, line };
}
