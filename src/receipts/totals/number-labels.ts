// Facts: the labels of a document's numbers, a row a kind, in the languages of receipts; nouns that are a label only with a
// number right behind; and labels of numbers that are never a document's: phones, customers, parcels, taxes, seats.

import { folded, Phrases } from "../words/phrases.ts";

/** The kinds of number, the one a person is most likely to look for first; a locator is a carrier's booking code, a slip a card terminal's. */
export const NUMBER_KINDS = [
  "locator",
  "order",
  "booking",
  "invoice",
  "receipt",
  "slip",
  "transaction",
  "ticket",
] as const;
export type NumberKind = (typeof NUMBER_KINDS)[number];

/** Labels that the number stands behind, or below, or in the next cell. */
export const NUMBER_LABELS = new Phrases<NumberKind>([
  [
    "order",
    "order number|order no|order nr|order id|order ref|order reference|purchase order|purchase number|purchase id|your order number|order confirmation number|bestellnummer|bestellnr|bestell nr|bestellung nr|auftragsnummer|auftragsnr|auftrag nr|bestell id|auftrags nr|n° de commande|numéro de commande|commande n°|commande n|commande numéro|no de commande|référence de commande|référence commande|n de commande|réf commande|número de pedido|n.º de pedido|nº de pedido|pedido nº|pedido n|n de pedido|número do pedido|nº do pedido|n.º do pedido|pedido número|id del pedido|código do pedido|número da encomenda|n.º da encomenda|nº da encomenda|encomenda n|número de orden|nº de orden|orden nº|numero ordine|n. ordine|numero d'ordine|ordine n|ordine numero|ordine nr|nr ordine|codice ordine|id ordine|bestelnummer|bestelnr|ordernummer|ordernr|order nummer|beställningsnummer|ordrenummer|ordrenr|bestillingsnummer|ordre nr|ordre nummer|bestillingsnr|tilausnumero|tilausnro|tilauksen numero|tilausnumerosi|nr zamówienia|numer zamówienia|zamówienie nr|zamówienie numer|zamówienia nr|id zamówienia|číslo objednávky|objednávka č|objednávka číslo|č objednávky|objednávky číslo|rendelésszám|rendelés száma|rendelési szám|rendelésazonosító|megrendelés száma|rendelés azonosító|nr comandă|număr comandă|numărul comenzii|comanda nr|comandă nr|numar comanda|id comandă|sipariş no|sipariş numarası|sipariş numaranız|sipariş nosu|номер заказа|заказ №|№ заказа|заказ номер|номер замовлення|замовлення №|№ замовлення|поръчка №|номер на поръчка|поръчка номер|број поруџбине|broj narudžbe|broj porudžbine|narudžba br|številka naročila|αριθμός παραγγελίας|αρ παραγγελίας|κωδικός παραγγελίας|αριθμος παραγγελιας|注文番号|ご注文番号|注文no|注文id|注文 id|受注番号|订单号|訂單編號|订单编号|訂單號碼|訂單號|订单号码|订单 id|주문번호|주문 번호|หมายเลขคำสั่งซื้อ|เลขที่คำสั่งซื้อ|หมายเลขออเดอร์|เลขออเดอร์|nomor pesanan|no pesanan|nombor pesanan|mã đơn hàng|số đơn hàng|رقم الطلب|رقم الطلبية|מספר הזמנה|הזמנה מס|הזמנה מספר|ऑर्डर नंबर|ऑर्डर संख्या|ऑर्डर आईडी|orderns id|order code|orderid|order reference number|web order number|sales order|sales order number|purchase no|purchase reference|donation number|gift number|contribution number|bestellcode|bestell code|bestellungsnummer|bestellreferenz|einkaufsnummer|commande réf|numéro d'achat|número de compra|nº de compra|id de compra|número da compra|código da compra|codice acquisto|numero acquisto|aankoopnummer|köpnummer|købsnummer|kjøpsnummer|ordrereference|orderreferens|numer zakupu|kód objednávky|objednávku č|objednávce č|objednávku číslo|id objednávky|číslo obj|rendelésed száma|rendelési azonosító|numărul comenzii tale|sipariş kodu|номер покупки|код заказа|номер вашего заказа|オーダー番号|ご注文no|購入番号|取引注文番号|订单编码|주문코드|รหัสคำสั่งซื้อ|kode pesanan|mã số đơn hàng|רכישה מספר",
  ],
  [
    "booking",
    "confirmation number|confirmation no|confirmation code|confirmation id|booking number|booking no|booking reference|booking id|booking code|booking ref|reservation number|reservation code|reservation id|record locator|itinerary number|itinerary|pnr|trip id|trip number|airline confirmation|buchungsnummer|buchungscode|buchungsnr|buchungs nr|reservierungsnummer|auftragscode|vorgangsnummer|bestätigungsnummer|numéro de réservation|référence de réservation|n° de réservation|code de réservation|référence du dossier|dossier n|numéro de confirmation|référence dossier|número de reserva|código de reserva|localizador|número de confirmación|nº de reserva|referencia de reserva|número da reserva|código da reserva|numero di prenotazione|codice di prenotazione|codice prenotazione|numero prenotazione|numero di conferma|boekingsnummer|reserveringsnummer|boekingscode|bokningsnummer|bokningskod|bookingnummer|referansenummer|bestillingskode|bookingreference|reservationsnummer|bokningsreferens|referansekode|varausnumero|varaustunnus|numer rezerwacji|kod rezerwacji|nr rezerwacji|číslo rezervace|kód rezervace|číslo rezervácie|foglalási szám|foglalás száma|foglalási kód|foglalási azonosító|cod rezervare|număr rezervare|rezervasyon numarası|rezervasyon kodu|rezervasyon no|номер бронирования|код бронирования|номер бронювання|номер брони|予約番号|ご予約番号|予約コード|確認番号|预订编号|預訂編號|预订号|确认号|訂位代號|예약번호|예약 번호|หมายเลขการจอง|kode booking|kode pemesanan|mã đặt chỗ|رقم الحجز|رقم التأكيد|αριθμός κράτησης|קוד הזמנה|reservation no|reservation ref|reservation reference|booking confirmation number|booking confirmation no|confirmation reference|hotel confirmation number|your confirmation number|airline reference|airline booking reference|airline record locator|airline confirmation code|booking file reference|pnr no|pnr number|pnr code|trip confirmation number|trip reference|rental agreement number|rental confirmation|voucher number|buchungsreferenz|buchungs id|reservierungscode|reservierungs nr|reservierungsnr|buchungsbestätigung nr|ticketcode|numéro de dossier|dossier voyage|référence voyage|code de confirmation|n° de dossier|localizador de reserva|código de confirmación|número de localizador|código de confirmação|localizador da reserva|número de confirmação|codice di conferma|codice pnr|codice di prenotazione pnr|reserveringscode|bevestigingsnummer|boekingsreferentie|bekräftelsekod|bekräftelsenummer|bokningsnr|bekræftelsesnummer|bekreftelsesnummer|referansenr|booking nr|reservasjonsnummer|varausnro|vahvistusnumero|kod potwierdzenia|numer potwierdzenia|numer biletu pnr|kód potvrzení|rezervační kód|visszaigazolási szám|visszaigazoló kód|cod de confirmare|număr de confirmare|onay kodu|onay numarası|pnr kodu|код подтверждения бронирования|код підтвердження|код на резервацията|booking number pnr|予約受付番号|ご予約コード|예약확인번호|รหัสการจอง|รหัสยืนยันการจอง|số xác nhận|رمز الحجز|κωδικός κράτησης|מספר אישור הזמנה",
  ],
  [
    "invoice",
    "invoice number|invoice no|invoice id|invoice ref|tax invoice number|bill number|bill no|invoice nr|tax invoice no|rechnungsnummer|rechnungsnr|rechnung nr|rechnungs nr|rechnung nummer|numéro de facture|n° de facture|facture n°|facture n|facture numéro|no de facture|n de facture|n° facture|número de factura|nº de factura|factura nº|n.º de factura|factura n|factura número|folio|número da fatura|nº da fatura|fatura nº|fatura n|n.º da fatura|número da nota|nota fiscal nº|nf e|número da nf|fatura recibo|numero fattura|fattura n|fattura numero|n. fattura|numero documento|fattura nr|ricevuta n|factuurnummer|factuurnr|factuur nr|factuur nummer|fakturanummer|fakturanr|faktura nr|faktura nummer|laskun numero|laskunumero|laskun nro|numer faktury|nr faktury|faktura vat nr|faktura numer|číslo faktury|faktura č|faktúra č|faktura číslo|číslo dokladu|daňový doklad č|daňový doklad číslo|variabilní symbol|számlaszám|számla száma|számla sorszáma|számla sorszám|sorszám|nr factură|număr factură|factura nr|seria|fatura no|fatura numarası|номер счёта|номер счета|счет №|счёт №|номер рахунку|рахунок №|фактура №|номер на фактура|broj računa|račun br|αριθμός τιμολογίου|τιμολόγιο|請求書番号|請求番号|インボイス番号|发票号|发票号码|發票號碼|发票编号|청구번호|청구서 번호|เลขที่ใบกำกับภาษี|เลขที่ใบแจ้งหนี้|nomor faktur|nomor invoice|no invoice|số hóa đơn|رقم الفاتورة|מספר חשבונית|חשבונית מס|חשבונית|bill ref|invoice reference|statement number|rechnungs id|referencia de factura|nº factura|n° factura|factura no|factura electrónica|bolletta n|numero bolletta|n° fattura|n fattura|faktura vat|fatura recibo nº|laskunro|číslo faktúry|дата счёта номер|счёт фактура №|請求書no|發票編號",
  ],
  [
    "receipt",
    "receipt number|receipt no|receipt id|receipt ref|receipt code|document no|document number|belegnummer|bon nr|quittungsnummer|bonnummer|quittung nr|numéro de reçu|reçu n|reçu numéro|n° de reçu|ticket n|número de recibo|recibo nº|recibo n|número de ticket|número do recibo|numero ricevuta|scontrino n|numero scontrino|documento n|bonnr|kvittonummer|kvitto nr|kvitteringsnummer|kvittering nr|kvitteringsnr|kuittinumero|kuitin numero|nr paragonu|numer paragonu|paragon nr|číslo účtenky|účtenka č|nyugtaszám|nyugta sorszáma|număr bon|nr chitanță|fiş no|makbuz no|номер чека|чек №|номер квитанции|領収書番号|レシート番号|領収番号|收据号|收據編號|영수증 번호|승인번호|เลขที่ใบเสร็จ|nomor struk|số biên lai|رقم الإيصال|קבלה מס|קבלה|קבלה מספר|folgenummer|bon nummer|kassenbon nr|quittungs nr|ticket de caisse n|tiquet n|scontrino numero|kassabonnummer|kvittonr|kuittinro|paragon numer|účtenka číslo|bizonylatszám|чек номер",
  ],
  ["slip", "beleg nr|belegnr"],
  [
    "transaction",
    "transaction id|transaction number|transaction no|transaction reference|payment id|payment reference|payment number|reference number|reference no|reference id|reference|ref no|ref|payment confirmation number|payment confirmation|charge id|transaktionscode|transaktionsnummer|transaktions id|transaktionsid|referenznummer|verwendungszweck|referenz|numéro de transaction|n° de transaction|référence|id de transaction|référence de paiement|número de transacción|id de transacción|código de transacción|referencia|número de operación|id da transação|código da transação|referência|número da transação|numero transazione|id transazione|codice transazione|riferimento|transactienummer|transactie id|betalingskenmerk|referentie|transaktions nummer|transaktionsnr|referens|referanse|reference nr|viite|viitenumero|tapahtumanumero|numer transakcji|nr transakcji|id transakcji|numer referencyjny|číslo transakce|číslo transakcie|id transakce|tranzakció azonosító|tranzakciós azonosító|tranzakció száma|hivatkozási szám|id tranzacție|număr tranzacție|referință|işlem numarası|işlem no|referans no|referans|номер транзакции|номер операции|номер платежа|номер транзакції|номер платежу|取引番号|取引id|受付番号|お問い合わせ番号|決済番号|伝票番号|交易号|交易單號|交易编号|流水号|交易序號|거래번호|결제번호|หมายเลขธุรกรรม|หมายเลขอ้างอิง|เลขที่อ้างอิง|เลขที่รายการ|nomor transaksi|mã giao dịch|رقم العملية|رقم المعاملة|الرقم المرجعي|אסמכתא|מספר עסקה|transaktionskod|código de operación|numéro d'opération|numero operazione|betalningsreferens|trace no",
  ],
  [
    "ticket",
    "ticket number|ticket no|e ticket number|eticket number|e ticket|eticket|e ticket no|document number ticket|ticketnummer|flugscheinnummer|numéro de billet|n° de billet|billet n|número de billete|número de boleto|número do bilhete|número de bilhete|numero biglietto|numero del biglietto|numero titolo|biljettnummer|billetnummer|billettnummer|lipun numero|numer biletu|číslo jízdenky|číslo letenky|jegyszám|bilet numarası|bilet no|номер билета|номер квитка|航空券番号|票号|電子機票號碼|항공권 번호",
  ],
]);
/** Nouns that are a label only where the number follows at once, with at most a word for "number" between: "Order #123". */
export const NUMBER_NOUNS = new Phrases<NumberKind>([
  [
    "order",
    "order|your order|bestellung|auftrag|commande|pedido|encomenda|orden|ordine|bestelling|beställning|ordre|bestilling|tilaus|zamówienie|zamówienia|objednávka|rendelés|comanda|comandă|sipariş|заказ|замовлення|поръчка|narudžba|παραγγελία|ご注文|订单|訂單|주문|pesanan|đơn hàng|order confirmation|purchase|your purchase|einkauf|achat|compra|tu compra|acquisto|aankoop|köp|køb|kjøp|donation|gift|objednávku|objednávce|objednávky|vaši objednávku|zamówieniu|zamówieniem|rendelésed|rendelésedet|rendelése|megrendelés|tilauksen|tilauksesi|siparişiniz|siparişin|заказа|заказу|заказе|замовленням|вашата поръчка|vaša narudžba|beställningen|bestellingen|votre commande|votre achat|tu pedido|seu pedido|ihre bestellung|deine bestellung|je bestelling|uw bestelling|din order|din beställning|din ordre|din bestilling",
  ],
  [
    "booking",
    "booking|reservation|buchung|réservation|reserva|prenotazione|boeking|bokning|varaus|rezerwacja|rezervace|foglalás|rezervare|rezervasyon|бронирование|confirmation|itinerary|trip|bestätigung|vorgang|dossier|conferma|reservering|reservation confirmed|booking confirmed|booking confirmation|your booking|your reservation|ihre buchung|rezerwację|rezervaci|брони|бронирования",
  ],
  [
    "invoice",
    "invoice|tax invoice|rechnung|facture|factura|fatura|fattura|factuur|faktura|lasku|faktúra|számla|factură|счет|рахунок|фактура|račun|bill|bolletta|facture d'achat|ihre rechnung|deine rechnung|fakturę|fakturu|számlája|счёт",
  ],
  [
    "receipt",
    "receipt|receipt for|quittung|beleg|reçu|recibo|ricevuta|bon|kvitto|kvittering|kuitti|paragon|účtenka|nyugta|bon fiscal|makbuz|чек|kassabon|your receipt|ticket|tax invoice receipt|scontrino|účtenku",
  ],
  ["transaction", "transaction|payment|zahlung|paiement|pago|pagamento|betaling|betalning"],
]);
/** Labels of numbers that are something else's. */
export const OTHER_NUMBERS = new Phrases<"other">([
  [
    "other",
    "item number|product number|article number|artikelnummer|art nr|customer number|customer no|kundennummer|kunden nr|account number|vat number|tax id|tracking number|tracking no|sendungsnummer|phone|tel|telefon|sku|serial|registration number|company number|client number|numéro de client|n° client|número de cliente|codice cliente|klantnummer|kundnummer|kundenummer|asiakasnumero|numer klienta|order total|order date|order summary|order details|order status|order placed|customer|customer id|customer ref|customer reference|member|membership|member no|member id|member number|membership number|account|account no|account id|loyalty number|loyalty card|frequent flyer|frequent flyer number|rewards number|card number|card no|card|gift card|phone number|telephone|mobile|fax|call|fon|vat|vat no|vat id|vat reg|vat reg no|vat registration number|tax no|tax number|ein|abn|acn|gst no|gst number|gstin|pan|tracking|tracking id|tracking code|parcel number|shipment number|consignment number|flight|flight number|flight no|seat|seats|seat number|gate|terminal|train|train number|coach|zug|zugnummer|zugnr|wagen|sitz|sitzplatz|platz|vol|siège|voiture|place|vuelo|asiento|volo|posto|carrozza|treno|pin|pin code|password|code pin|item|item no|item id|product|product id|article|model|part number|isbn|ean|asin|upc|serial number|imei|policy|policy number|meter|meter number|store|store number|shop no|till|register|terminal id|cashier|operator|table|room|room number|zip|postcode|postal code|plz|house|street|iban|bic|swift|account holder|sort code|routing number|bank|license|license plate|licence|plate|vin|reference client|référence client|customer service|kundenservice|kunde|kunden|kundenreferenz|kontonummer|buchungskonto|vertragskonto|vertragsnummer|vertragsnr|vertrag|zählernummer|artikel nr|artikelnr|artnr|steuernummer|steuernr|ust id|ust idnr|uid|hrb|handelsregister|client|contrat|numéro de contrat|siret|siren|rcs|tva|téléphone|tél|cliente|número cliente|nif|cif|rfc|nit|rut|cuit|contrato|teléfono|celular|cnpj|cpf|cep|contribuinte|partita iva|p iva|piva|codice fiscale|cf|numero cliente|kvk|btw|btw nr|klant|kundnr|kundenr|org nr|orgnr|organisationsnummer|organisasjonsnummer|cvr|telefonnummer|puhelin|y tunnus|asiakasnro|nip|regon|krs|nr klienta|ičo|dič|zákaznické číslo|adószám|ügyfélszám|cui|cod client|vergi no|tc|müşteri no|инн|кпп|огрн|телефон|тел|电话|電話|電話番号|会員番号|会員id|お客様番号|郵便番号|運送状番号|送り状番号|商品番号|商品コード|便名|座席|客服电话|快递单号|전화번호|고객센터|회원번호|송장번호|운송장번호|사업자등록번호|โทร|เลขพัสดุ",
  ],
]);
/** What may stand between a label and its number: a word for "number" or for "is" in one of the languages, folded. */
export const NUMBER_WORDS: ReadonlySet<string> = words(
  "number no nr num nbr id code ref reference nummer numero numéro número n č c čís číslo cislo numer szám szam αρ αριθμός br broj sayı numarası номер № 番号 號 号 번호 เลขที่ is was ist lautet war es est è é er on jest je är olan",
);
/** Words of a carrier's mails: there a booking's code of six letters and digits is what everybody knows the booking by. */
export const CARRIER_WORDS = new Phrases<"carrier">([
  [
    "carrier",
    "flight|flights|airline|airlines|airport|boarding|depart|departs|departing|departure|passenger|passengers|vuelo|vuelos|pasajero|pasajeros|vol|vols|passager|passagers|flug|flüge|hinflug|rückflug|abflug|fluggast|passagier|volo|voli|passeggero|voo|voos|passageiro|vlucht|vluchten|flyg|avgång|flyafgang|fly|flyvning|lento|lennot|lot|loty|let|lety|járat|repülőjárat|zbor|uçuş|yolcu|рейс|рейсы|пассажир|пасажир|полет|πτήση|便|航班|항공편|탑승|เที่ยวบิน|penerbangan|chuyến bay|رحلة|טיסה|train|zug|treno|tren",
  ],
]);
/** Words in capitals of six letters that are no codes. */
export const NO_LOCATORS: ReadonlySet<string> = new Set(
  "NUMBER STATUS FLIGHT PLEASE TICKET BOOKED DETAIL TRAVEL ONLINE CHANGE CANCEL MANAGE UPDATE RETURN AGENCY ORIGIN DOUBLE SINGLE ADULTS GUESTS NIGHTS CREDIT PAYPAL MASTER AMOUNT ISSUED LONDON MADRID BERLIN PARIS DUBLIN LISBON VIENNA BOSTON DALLAS DENVER MUNICH BUCHEN NUMMER".split(
    " ",
  ),
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" ").map((word) => folded(word).trim()));
}
