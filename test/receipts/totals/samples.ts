// Receipts written for the tests, of merchants and layouts in many languages, each with what it
// says by construction. A row of `html` is a table's row; every mail also has decoys: dates of
// delivery, savings, limits, customer numbers.

export interface Sample {
  readonly name: string;
  readonly from: readonly [name: string, address: string];
  readonly subject: string;
  readonly sent: string;
  readonly html?: string;
  readonly text?: string;
  readonly total: string | null;
  readonly currency: string | null;
  readonly date?: string;
  readonly order?: string;
  readonly card?: string;
  readonly kind?: string;
  /** The mail is rightly a question. */
  readonly asked?: true;
}

const row = (...cells: readonly string[]) =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
const table = (...rows: readonly (readonly string[])[]) =>
  `<table>${rows.map((cells) => row(...cells)).join("")}</table>`;

// prettier-ignore
export const SAMPLES: readonly Sample[] = [
  {
    name: "German shop", from: ["buecher.example Kundenservice", "service@buecher-shop.de"], subject: "Ihre Bestellung 4711-2290 bei Bücher-Shop", sent: "2025-03-14",
    html: `<h1>Vielen Dank für Ihre Bestellung!</h1><p>Bestellnummer: 4711-2290<br>Bestelldatum: 14.03.2025<br>Kundennummer: 88213377</p>${table(["Artikel", "Menge", "Preis"], ["Der Zauberberg", "1", "19,99 €"], ["Lesezeichen", "2", "5,00 €"], ["Zwischensumme", "", "24,99 €"], ["Versandkosten", "", "2,95 €"], ["Gesamtbetrag inkl. MwSt.", "", "27,94 €"], ["darin enthaltene MwSt. (7 %)", "", "1,83 €"])}<p>Voraussichtliche Lieferung: 18.03.2025</p>`,
    total: "27.94", currency: "eur", date: "2025-03-14", order: "4711-2290", kind: "order",
  },
  {
    name: "German rail ticket", from: ["Fahrkarten", "noreply@verkehrsverbund-sued.de"], subject: "Buchungsbestätigung (Auftrag 9X7K2L)", sent: "2025-06-02",
    text: "Guten Tag,\nvielen Dank für Ihre Buchung.\n\nAuftragsnummer: 9X7K2L\nHinfahrt: 12.06.2025 08:14 Nürnberg Hbf\nRückfahrt: 15.06.2025 17:40 Wien Hbf\nGebucht am: 02.06.2025\n\nGesamtpreis: 118,80 EUR\nZahlung per Kreditkarte Visa **** 4821\nEnthaltene MwSt. 7%: 7,77 EUR\n",
    total: "118.80", currency: "eur", date: "2025-06-02", order: "9X7K2L", card: "4821",
  },
  {
    name: "German SaaS invoice, paid", from: ["Server & Co GmbH", "billing@serverundco.de"], subject: "Rechnung R2025-00931", sent: "2025-09-01",
    text: "Sehr geehrter Herr Muster,\n\nanbei Ihre Rechnung.\nRechnungsnummer: R2025-00931\nRechnungsdatum: 01.09.2025\nLeistungszeitraum: 01.08.2025 - 31.08.2025\n\nNetto: 41,18 EUR\nMwSt 19%: 7,82 EUR\nRechnungsbetrag: 49,00 EUR\n\nDer Betrag wird am 08.09.2025 per SEPA-Lastschrift abgebucht.\n",
    total: "49.00", currency: "eur", date: "2025-09-01", order: "R2025-00931", kind: "invoice",
  },
  {
    name: "French shop", from: ["La Maison du Thé", "commandes@maisonduthe.fr"], subject: "Confirmation de votre commande n° 100245671", sent: "2024-11-05",
    html: `<p>Bonjour Anne,</p><p>Merci pour votre commande n° 100245671 du 5 novembre 2024.</p>${table(["Thé vert Sencha 100 g", "2", "11,80 €"], ["Sous-total", "", "23,60 €"], ["Remise (BIENVENUE)", "", "-2,36 €"], ["Frais de port", "", "4,90 €"], ["Total TTC", "", "26,14 €"], ["dont TVA (5,5 %)", "", "1,36 €"])}<p>Payé par carte bancaire **** **** **** 9034</p><p>Livraison prévue : 8 novembre 2024</p><p>SARL au capital de 10 000 €</p>`,
    total: "26.14", currency: "eur", date: "2024-11-05", order: "100245671", card: "9034",
  },
  {
    name: "French train", from: ["Voyages", "info@voyages-rail.fr"], subject: "Votre réservation QWERTZ est confirmée", sent: "2025-02-20",
    text: "Votre voyage est confirmé\nRéférence de dossier : QWERT7\nAller : samedi 1 mars 2025 Paris Lyon\nMontant total : 1 245,00 €\nMontant débité : 1 245,00 €\nCarte se terminant par 7788\n",
    total: "1245.00", currency: "eur", date: "2025-02-20", card: "7788",
  },
  {
    name: "Canadian French", from: ["Librairie Boréale", "info@librairieboreale.ca"], subject: "Votre reçu", sent: "2025-01-15",
    html: `<p>Reçu n° 55012</p><p>Date d'achat : 15 janvier 2025</p>${table(["Sous-total", "40,00 $"], ["TPS", "2,00 $"], ["TVQ", "3,99 $"], ["Total", "45,99 $"])}<p>1200 rue Saint-Denis, Montréal QC H2X 3J5</p>`,
    total: "45.99", currency: "cad", date: "2025-01-15", order: "55012",
  },
  {
    name: "Spanish shop", from: ["Tienda Verde", "pedidos@tiendaverde.es"], subject: "Tu pedido 300098812 ha sido confirmado", sent: "2025-04-22",
    html: `<h2>¡Gracias por tu compra!</h2><p>Número de pedido: 300098812</p><p>Fecha del pedido: 22 de abril de 2025</p>${table(["Maceta", "12,50 €"], ["Subtotal", "12,50 €"], ["Gastos de envío", "3,99 €"], ["Total (IVA incluido)", "16,49 €"])}<p>Entrega estimada: 25 de abril de 2025</p>`,
    total: "16.49", currency: "eur", date: "2025-04-22", order: "300098812",
  },
  {
    name: "Mexican ride", from: ["Viajes", "recibos@viajes.com.mx"], subject: "Tu recibo de viaje", sent: "2025-05-10",
    html: `<p>10 de mayo de 2025</p><p>Gracias por viajar</p>${table(["Tarifa", "$85.00"], ["Propina", "$10.00"], ["Total", "$95.00 MXN"])}<p>Mastercard ••••2231 $95.00</p>`,
    total: "95.00", currency: "mxn", date: "2025-05-10", card: "2231",
  },
  {
    name: "Argentine shop without a named currency", from: ["Librería del Sur", "ventas@libreriadelsur.com"], subject: "Confirmación de compra", sent: "2025-07-01",
    text: "Gracias por tu compra\nOrden Nº 88231\nFecha: 01/07/2025\nSubtotal: $ 12.500,00\nEnvío: $ 1.200,00\nTotal: $ 13.700,00\n",
    total: "13700.00", currency: null, date: "2025-07-01", order: "88231", asked: true,
  },
  {
    name: "Portuguese pharmacy", from: ["Farmácia Central", "loja@farmaciacentral.pt"], subject: "Confirmação da encomenda #20250611", sent: "2025-06-11",
    html: `<p>Olá Rita, obrigado pela sua compra!</p><p>Encomenda n.º 20250611 · Data: 11/06/2025</p>${table(["Subtotal", "31,40 €"], ["Portes de envio", "3,50 €"], ["Desconto", "-4,00 €"], ["Total", "30,90 €"])}<p>Pagamento: MB WAY</p>`,
    total: "30.90", currency: "eur", date: "2025-06-11", order: "20250611",
  },
  {
    name: "Brazilian shop", from: ["Loja Tropical", "pedidos@lojatropical.com.br"], subject: "Pagamento aprovado - Pedido 778812", sent: "2025-08-03",
    html: `<p>Seu pagamento foi aprovado!</p><p>Número do pedido: 778812</p><p>Data do pedido: 03/08/2025</p>${table(["Produtos", "R$ 1.299,90"], ["Frete", "R$ 25,10"], ["Desconto", "- R$ 100,00"], ["Valor total", "R$ 1.225,00"])}<p>Cartão de crédito final 5512 em 10x de R$ 122,50</p>`,
    total: "1225.00", currency: "brl", date: "2025-08-03", order: "778812", card: "5512",
  },
  {
    name: "Italian shop", from: ["Bottega Toscana", "ordini@bottegatoscana.it"], subject: "Conferma ordine n. 2025/1187", sent: "2025-10-09",
    html: `<p>Gentile cliente, grazie per il tuo ordine.</p><p>Numero ordine: 2025/1187<br>Data ordine: 9 ottobre 2025</p>${table(["Olio extravergine", "1", "€ 18,00"], ["Subtotale", "", "€ 18,00"], ["Spese di spedizione", "", "€ 6,50"], ["Totale", "", "€ 24,50"], ["IVA inclusa", "", "€ 1,80"])}`,
    total: "24.50", currency: "eur", date: "2025-10-09", order: "2025/1187",
  },
  {
    name: "Italian train receipt", from: ["Ferrovie", "ricevute@ferrovie-nord.it"], subject: "Ricevuta di pagamento", sent: "2025-03-03",
    text: "Ricevuta di pagamento\nCodice prenotazione: K8W2PL\nData di acquisto: 03/03/2025\nPartenza: 07/03/2025 ore 9:10\nImporto pagato: 59,80 €\nCarta che termina con 6677\n",
    total: "59.80", currency: "eur", date: "2025-03-03", order: "K8W2PL", card: "6677",
  },
  {
    name: "Dutch shop", from: ["Fietsenwinkel", "info@fietsenwinkel-delft.nl"], subject: "Bevestiging van je bestelling 2025040912", sent: "2025-04-09",
    html: `<p>Bedankt voor je bestelling!</p><p>Bestelnummer: 2025040912</p><p>Besteldatum: 9 april 2025</p>${table(["Binnenband", "€ 7,95"], ["Subtotaal", "€ 7,95"], ["Verzendkosten", "€ 4,95"], ["Totaal (incl. btw)", "€ 12,90"])}<p>Betaald met iDEAL</p><p>Verwachte levering: 11 april 2025</p>`,
    total: "12.90", currency: "eur", date: "2025-04-09", order: "2025040912",
  },
  {
    name: "Dutch round amount", from: ["Bakker Jan", "kassa@bakkerjan.nl"], subject: "Je kassabon", sent: "2025-05-30",
    text: "Kassabon\nBonnr: 88123\nDatum: 30-05-2025 09:12\n2x Krentenbol 3,00\nTotaal € 12,-\nBetaald met PIN\n",
    total: "12", currency: "eur", date: "2025-05-30", order: "88123",
  },
  {
    name: "Swedish shop", from: ["Skogsbutiken", "order@skogsbutiken.se"], subject: "Orderbekräftelse 5567120", sent: "2025-02-11",
    html: `<p>Hej! Tack för din beställning.</p><p>Ordernummer: 5567120</p><p>Orderdatum: 2025-02-11</p>${table(["Ryggsäck", "899 kr"], ["Frakt", "49 kr"], ["Totalt", "948 kr"], ["Varav moms", "189,60 kr"])}`,
    total: "948", currency: "sek", date: "2025-02-11", order: "5567120",
  },
  {
    name: "Danish shop", from: ["Køkkenhuset", "ordre@koekkenhuset.dk"], subject: "Ordrebekræftelse – ordre nr. 99120", sent: "2025-03-28",
    text: "Tak for din ordre\n\nOrdrenummer: 99120\nOrdredato: 28. marts 2025\n\nVarer i alt: 1.199,00 kr.\nFragt: 39,00 kr.\nI alt inkl. moms: 1.238,00 kr.\nHeraf moms: 247,60 kr.\nForventet levering: 1. april 2025\n",
    total: "1238.00", currency: "dkk", date: "2025-03-28", order: "99120",
  },
  {
    name: "Norwegian shop", from: ["Fjellsport", "kundeservice@fjellutstyr.no"], subject: "Kvittering for ditt kjøp", sent: "2025-01-07",
    html: `<p>Takk for kjøpet!</p><p>Ordrenummer: 700231</p><p>Dato: 7. januar 2025</p>${table(["Ullsokker", "kr 249,00"], ["Frakt", "kr 0,00"], ["Totalsum", "kr 249,00"], ["Herav mva", "kr 49,80"])}<p>Visa **** 3310</p>`,
    total: "249.00", currency: "nok", date: "2025-01-07", order: "700231", card: "3310",
  },
  {
    name: "Finnish shop", from: ["Kirjakauppa", "tilaukset@kirjakauppa-helsinki.fi"], subject: "Tilausvahvistus", sent: "2025-09-19",
    html: `<p>Kiitos tilauksestasi!</p><p>Tilausnumero: 1200345</p><p>Tilauspäivä: 19.9.2025</p>${table(["Kirja", "24,90 €"], ["Toimituskulut", "5,90 €"], ["Yhteensä", "30,80 €"], ["sis. ALV 14 %", "3,06 €"])}`,
    total: "30.80", currency: "eur", date: "2025-09-19", order: "1200345",
  },
  {
    name: "Polish shop", from: ["Sklep Rowerowy", "zamowienia@sklep-rowerowy.pl"], subject: "Potwierdzenie zamówienia nr 45120/2025", sent: "2025-05-06",
    html: `<p>Dziękujemy za zamówienie!</p><p>Numer zamówienia: 45120/2025</p><p>Data zamówienia: 6 maja 2025</p>${table(["Wartość produktów", "1 249,00 zł"], ["Rabat", "-50,00 zł"], ["Dostawa", "14,99 zł"], ["Razem", "1 213,99 zł"])}<p>Przewidywana dostawa: 9 maja 2025</p>`,
    total: "1213.99", currency: "pln", date: "2025-05-06", order: "45120/2025",
  },
  {
    name: "Polish payment", from: ["Płatności Online", "powiadomienia@platnosci-online.pl"], subject: "Potwierdzenie płatności", sent: "2025-05-07",
    text: "Potwierdzenie płatności\nZapłacono: 89,90 PLN\nData płatności: 07.05.2025 14:22\nNr transakcji: TR-8ZK-219X\nOdbiorca: Sklep Rowerowy\n",
    total: "89.90", currency: "pln", date: "2025-05-07", order: "TR-8ZK-219X",
  },
  {
    name: "Czech shop", from: ["Hračky Brno", "objednavky@hracky-brno.cz"], subject: "Potvrzení objednávky č. 2025001877", sent: "2025-12-01",
    html: `<p>Děkujeme za Vaši objednávku.</p><p>Číslo objednávky: 2025001877</p><p>Datum objednávky: 1. prosince 2025</p>${table(["Stavebnice", "1 499 Kč"], ["Doprava", "99 Kč"], ["Sleva", "-100 Kč"], ["Celkem s DPH", "1 498 Kč"])}`,
    total: "1498", currency: "czk", date: "2025-12-01", order: "2025001877",
  },
  {
    name: "Slovak shop", from: ["Knihy SK", "obchod@knihy-bratislava.sk"], subject: "Objednávka 778 – potvrdenie objednávky", sent: "2025-11-20",
    text: "Ďakujeme za objednávku.\nČíslo objednávky: SK778120\nDátum: 20.11.2025\nMedzisúčet: 21,00 €\nDoprava: 2,50 €\nSpolu na úhradu: 23,50 €\n",
    total: "23.50", currency: "eur", date: "2025-11-20", order: "SK778120",
  },
  {
    name: "Hungarian shop", from: ["Könyvesbolt", "rendeles@konyvesbolt-pest.hu"], subject: "Rendelés visszaigazolás", sent: "2025-05-03",
    html: `<p>Köszönjük a rendelését!</p><p>Rendelésszám: 20250503-11</p><p>Rendelés dátuma: 2025. május 3.</p>${table(["Termékek", "8 990 Ft"], ["Szállítási költség", "1 290 Ft"], ["Végösszeg", "10 280 Ft"])}`,
    total: "10280", currency: "huf", date: "2025-05-03", order: "20250503-11",
  },
  {
    name: "Romanian shop", from: ["Librăria Cluj", "comenzi@librariacluj.ro"], subject: "Confirmare comandă #300211", sent: "2025-06-18",
    html: `<p>Îți mulțumim pentru comandă!</p><p>Număr comandă: 300211</p><p>Data comenzii: 18 iunie 2025</p>${table(["Produse", "145,50 lei"], ["Cost livrare", "15,00 lei"], ["Total de plată", "160,50 lei"])}`,
    total: "160.50", currency: "ron", date: "2025-06-18", order: "300211",
  },
  {
    name: "Bulgarian shop", from: ["Книжарница", "orders@knizharnitsa-sofia.bg"], subject: "Вашата поръчка № 55120", sent: "2025-04-04",
    text: "Благодарим за поръчката!\nНомер на поръчка: 55120\nДата на поръчка: 04.04.2025\nМеждинна сума: 40,00 лв.\nДоставка: 5,00 лв.\nОбщо: 45,00 лв.\n",
    total: "45.00", currency: "bgn", date: "2025-04-04", order: "55120",
  },
  {
    name: "Turkish shop", from: ["Kitap Dünyası", "siparis@kitapdunyasi.com.tr"], subject: "Siparişiniz alındı", sent: "2025-03-15",
    html: `<p>Siparişiniz için teşekkürler.</p><p>Sipariş No: 889120034</p><p>Sipariş Tarihi: 15 Mart 2025</p>${table(["Ara Toplam", "349,90 TL"], ["Kargo", "29,90 TL"], ["İndirim", "-30,00 TL"], ["Genel Toplam", "349,80 TL"])}<p>Tahmini teslimat: 18 Mart 2025</p>`,
    total: "349.80", currency: "try", date: "2025-03-15", order: "889120034",
  },
  {
    name: "Russian shop", from: ["Магазин Книг", "zakaz@magazin-knig.ru"], subject: "Ваш заказ № 7712-55 оформлен", sent: "2025-02-01",
    html: `<p>Спасибо за заказ!</p><p>Номер заказа: 7712-55</p><p>Дата заказа: 1 февраля 2025 г.</p>${table(["Товары", "2 350 ₽"], ["Доставка", "199 ₽"], ["Скидка", "−100 ₽"], ["Итого к оплате", "2 449 ₽"])}`,
    total: "2449", currency: "rub", date: "2025-02-01", order: "7712-55",
  },
  {
    name: "Ukrainian payment", from: ["Квитки", "noreply@kvytky-kyiv.com.ua"], subject: "Підтвердження оплати", sent: "2025-06-21",
    text: "Дякуємо за покупку!\nНомер замовлення: KV-20931\nДата: 21 червня 2025\nРазом: 1 450,00 грн\nСплачено: 1 450,00 грн карткою **** 8123\n",
    total: "1450.00", currency: "uah", date: "2025-06-21", order: "KV-20931", card: "8123",
  },
  {
    name: "Greek shop", from: ["Βιβλιοπωλείο", "orders@vivliopoleio-athina.gr"], subject: "Επιβεβαίωση παραγγελίας 66120", sent: "2025-07-14",
    text: "Ευχαριστούμε για την παραγγελία σας\nΑριθμός παραγγελίας: 66120\nΗμερομηνία παραγγελίας: 14/07/2025\nΥποσύνολο: 25,00 €\nΜεταφορικά: 3,00 €\nΣύνολο: 28,00 €\n",
    total: "28.00", currency: "eur", date: "2025-07-14", order: "66120",
  },
  {
    name: "Croatian shop", from: ["Knjižara", "narudzbe@knjizara-split.hr"], subject: "Vaša narudžba 12031", sent: "2025-04-02",
    text: "Hvala na narudžbi!\nBroj narudžbe: 12031\nDatum narudžbe: 02.04.2025.\nMeđuzbroj: 19,00 €\nDostava: 4,00 €\nUkupno: 23,00 €\n",
    total: "23.00", currency: "eur", date: "2025-04-02", order: "12031",
  },
  {
    name: "Japanese shop", from: ["みどり書店", "order@midori-shoten.jp"], subject: "【みどり書店】ご注文ありがとうございます", sent: "2025-05-12",
    text: "ご注文ありがとうございます。\n\n注文番号：M-2025-00912\n注文日：2025年5月12日\n商品合計：3,200円\n送料：550円\n消費税：375円\n合計：4,125円\nお支払い方法：クレジットカード\nお届け予定日：2025年5月15日\nポイント：41ポイント獲得予定\n",
    total: "4125", currency: "jpy", date: "2025-05-12", order: "M-2025-00912",
  },
  {
    name: "Japanese yen sign", from: ["チケット", "noreply@tickets-kanda.co.jp"], subject: "購入完了のお知らせ", sent: "2025-08-08",
    html: `<p>ご購入ありがとうございました。</p>${table(["予約番号", "KND8812"], ["購入日", "2025/08/08"], ["公演日", "2025/09/20"], ["チケット代金", "￥８，０００"], ["手数料", "￥３３０"], ["お支払い金額", "￥８，３３０"])}`,
    total: "8330", currency: "jpy", date: "2025-08-08", order: "KND8812",
  },
  {
    name: "Chinese shop", from: ["青山书屋", "service@qingshan.cn"], subject: "订单确认", sent: "2025-06-06",
    text: "感谢您的购买！\n订单编号：2025060612345\n下单时间：2025-06-06 12:30\n商品金额：¥88.00\n运费：¥10.00\n优惠：-¥8.00\n实付款：¥90.00\n",
    total: "90.00", currency: "cny", date: "2025-06-06", order: "2025060612345",
  },
  {
    name: "Taiwanese shop", from: ["好日子", "service@haorizi.com.tw"], subject: "訂單成立通知", sent: "2025-09-09",
    text: "您的訂單已成立\n訂單編號：TW8812091\n訂購日期：2025/09/09\n商品小計：NT$1,180\n運費：NT$60\n總金額：NT$1,240\n",
    total: "1240", currency: "twd", date: "2025-09-09", order: "TW8812091",
  },
  {
    name: "Korean shop", from: ["한강서점", "order@hangang-books.kr"], subject: "주문이 완료되었습니다", sent: "2025-10-01",
    text: "주문해 주셔서 감사합니다.\n주문번호: 20251001-0007\n주문일: 2025년 10월 1일\n상품금액: 32,000원\n배송비: 3,000원\n할인: -2,000원\n총 결제금액: 33,000원\n",
    total: "33000", currency: "krw", date: "2025-10-01", order: "20251001-0007",
  },
  {
    name: "Thai receipt", from: ["ร้านกาแฟดอย", "receipt@doicoffee.co.th"], subject: "ใบเสร็จรับเงิน", sent: "2025-01-20",
    text: "ใบเสร็จรับเงิน\nเลขที่ใบเสร็จ: DC-68-0120\nวันที่: 20 มกราคม 2568\nยอดรวมย่อย 250.00 บาท\nภาษีมูลค่าเพิ่ม 7% 17.50 บาท\nรวมทั้งสิ้น 267.50 บาท\n",
    total: "267.50", currency: "thb", date: "2025-01-20", order: "DC-68-0120",
  },
  {
    name: "Indian food", from: ["Dabba Express", "noreply@dabbaexpress.in"], subject: "Your order from Dabba Express is confirmed", sent: "2025-02-14",
    html: `<p>Order ID: 190288123311</p><p>Order placed at: Friday, February 14, 2025 8:15 PM</p>${table(["Item Total", "₹450.00"], ["Delivery Fee", "₹30.00"], ["Discount", "-₹75.00"], ["Taxes", "₹21.25"], ["Grand Total", "₹426.25"])}<p>Paid via UPI</p>`,
    total: "426.25", currency: "inr", date: "2025-02-14", order: "190288123311",
  },
  {
    name: "Indonesian shop", from: ["Toko Buku", "pesanan@tokobuku-bandung.id"], subject: "Pesanan Anda telah dikonfirmasi", sent: "2025-08-17",
    text: "Terima kasih atas pesanan Anda\nNomor pesanan: TB-99120\nTanggal pesanan: 17 Agustus 2025\nSubtotal: Rp150.000\nOngkos kirim: Rp15.000\nTotal pembayaran: Rp165.000\n",
    total: "165000", currency: "idr", date: "2025-08-17", order: "TB-99120",
  },
  {
    name: "Vietnamese shop", from: ["Nhà Sách", "donhang@nhasach-hanoi.vn"], subject: "Xác nhận đơn hàng", sent: "2025-09-02",
    text: "Cảm ơn bạn đã mua hàng\nMã đơn hàng: NS20250902\nNgày đặt hàng: 02/09/2025\nTạm tính: 200.000đ\nPhí vận chuyển: 30.000đ\nTổng cộng: 230.000đ\n",
    total: "230000", currency: "vnd", date: "2025-09-02", order: "NS20250902",
  },
  {
    name: "Arabic shop", from: ["متجر النور", "orders@alnoor-store.ae"], subject: "تأكيد الطلب", sent: "2025-03-21",
    text: "شكرا لطلبك\nرقم الطلب: AN-55120\nتاريخ الطلب: 21 مارس 2025\nالمجموع الفرعي: 120.00 AED\nرسوم التوصيل: 15.00 AED\nالمجموع الكلي: 135.00 AED\n",
    total: "135.00", currency: "aed", date: "2025-03-21", order: "AN-55120",
  },
  {
    name: "Hebrew receipt", from: ["חנות הספרים", "orders@sfarim-tlv.co.il"], subject: "אישור הזמנה", sent: "2025-05-25",
    text: "תודה על ההזמנה\nמספר הזמנה: 881200\nתאריך: 25/05/2025\nסכום ביניים: ₪80.00\nמשלוח: ₪20.00\nסה\"כ לתשלום: ₪100.00\n",
    total: "100.00", currency: "ils", date: "2025-05-25", order: "881200",
  },
  {
    name: "American restaurant with a tip", from: ["Blue Door Diner", "receipts@bluedoordiner.com"], subject: "Receipt from Blue Door Diner", sent: "2025-04-13",
    html: `<p>Blue Door Diner<br>218 Main St, Portland, OR 97204</p><p>April 12, 2025 at 7:48 PM</p>${table(["Burger", "$14.00"], ["Fries", "$5.00"], ["Subtotal", "$19.00"], ["Tax", "$0.00"], ["Tip", "$4.00"], ["Total", "$23.00"])}<p>Visa ending in 8890</p>`,
    total: "23.00", currency: "usd", date: "2025-04-12", card: "8890",
  },
  {
    name: "American shop with savings and gift card", from: ["Acme Outdoors", "orders@acme-outdoors.com"], subject: "Order confirmation #AO-339120", sent: "2025-11-28",
    html: `<p>Thanks for your order!</p><p>Order number: AO-339120</p><p>Order date: November 28, 2025</p>${table(["Tent", "$199.00"], ["Subtotal", "$199.00"], ["Shipping", "FREE"], ["Sales tax", "$16.42"], ["Order total", "$215.42"], ["Gift card", "-$50.00"], ["Amount charged to Visa ending in 1177", "$165.42"], ["You saved", "$60.00"])}<p>Ships to: Ann Lee, 9 Elm St, Denver, CO 80202</p><p>Estimated delivery: Dec 3, 2025</p>`,
    total: "165.42", currency: "usd", date: "2025-11-28", order: "AO-339120", card: "1177",
  },
  {
    name: "Hosted invoice paid through a payment service", from: ["Tinytool Inc.", "receipts+acct_1abc@stripe.com"], subject: "Your receipt from Tinytool Inc. #2231-9901", sent: "2025-07-04",
    html: `<p>Receipt from Tinytool Inc.</p><p>$29.00</p><p>Paid July 4, 2025</p>${table(["Receipt number", "2231-9901"], ["Invoice number", "A1B2C3D4-0007"], ["Payment method", "Mastercard - 5522"])}${table(["Jul 4 – Aug 4, 2025"], ["Pro plan", "$29.00"], ["Total", "$29.00"], ["Amount paid", "$29.00"])}<p>Tinytool Inc., 548 Market St, San Francisco, CA 94104</p>`,
    total: "29.00", currency: "usd", date: "2025-07-04", order: "A1B2C3D4-0007", card: "5522",
  },
  {
    name: "British grocer", from: ["Harvest Foods", "orders@harvestfoods.co.uk"], subject: "Your receipt for order 5512-8890", sent: "2025-03-09",
    html: `<p>Order number 5512-8890</p><p>Delivered on Sunday 9 March 2025</p>${table(["Groceries subtotal", "£63.20"], ["Delivery", "£3.50"], ["Vouchers", "-£5.00"], ["Total charged", "£61.70"])}<p>You earned 61 points. Spend £60 or more for free delivery.</p>`,
    total: "61.70", currency: "gbp", date: "2025-03-09", order: "5512-8890",
  },
  {
    name: "Australian tax invoice", from: ["Reef Dive Co", "bookings@reefdive.com.au"], subject: "Tax invoice INV-20412", sent: "2025-01-30",
    text: "TAX INVOICE\nInvoice number: INV-20412\nInvoice date: 30/01/2025\nReef tour x 2    $390.00\nGST    $35.45\nTotal (inc GST)    $390.00\nAmount paid    $390.00\nBalance due    $0.00\n",
    total: "390.00", currency: "aud", date: "2025-01-30", order: "INV-20412",
  },
  {
    name: "Swiss shop", from: ["Uhren Zürich", "bestellung@uhren-zuerich.ch"], subject: "Bestellbestätigung Nr. 88120", sent: "2025-09-15",
    html: `<p>Bestellnummer: 88120</p><p>Bestelldatum: 15.09.2025</p>${table(["Armband", "CHF 1'249.00"], ["Versand", "CHF 9.00"], ["Gesamtsumme", "CHF 1'258.00"])}`,
    total: "1258.00", currency: "chf", date: "2025-09-15", order: "88120",
  },
  {
    name: "Refund", from: ["Acme Outdoors", "orders@acme-outdoors.com"], subject: "Your refund for order AO-339120", sent: "2025-12-05",
    html: `<p>We've refunded your return.</p><p>Order number: AO-339120</p>${table(["Refund total", "US$ 49.00"])}<p>It may take 5 days to appear on your Visa ending in 1177.</p>`,
    total: "49.00", currency: "usd", date: "2025-12-05", order: "AO-339120", card: "1177", kind: "refund",
  },
  {
    name: "Text and HTML disagree", from: ["Shop", "orders@shop-xyz.com"], subject: "Your order confirmation", sent: "2025-05-05",
    html: "<p>Thanks for your order 5512001</p><table><tr><td>Total</td><td>€ 19.90</td></tr></table>", text: "Thanks for your order 5512001\nTotal: € 199.00\n",
    total: null, currency: null, asked: true,
  },
  {
    name: "Hidden total", from: ["Shop", "orders@shop-xyz.com"], subject: "Your order confirmation", sent: "2025-05-05",
    html: '<p>Thanks for your order 5512002</p><div style="display:none">Amount charged: € 900.00</div><table><tr><td>Total</td><td>€ 19.90</td></tr></table>',
    total: "19.90", currency: "eur", date: "2025-05-05",
  },
  {
    name: "Stacked labels and figures", from: ["Kafé", "kvitto@kafe-ystad.se"], subject: "Ditt kvitto", sent: "2025-06-24",
    html: "<p>Kvitto nr 70012</p><p>2025-06-24</p><div>Delsumma</div><div>Moms</div><div>Totalt</div><div>80,00 SEK</div><div>9,60 SEK</div><div>89,60 SEK</div>",
    total: "89.60", currency: "sek", date: "2025-06-24", order: "70012",
  },
  {
    name: "ride with payment lines", from: ["Uber Receipts", "noreply@uber.com"], subject: "Your Friday evening trip with Uber", sent: "2025-02-08",
    html: `<p>Total<br>£14.62</p><p>7 February 2025</p><p>Thanks for riding, Ann</p>${table(["Total", "£14.62"], ["Trip fare", "£12.20"], ["Subtotal", "£12.20"], ["Booking fee", "£2.42"])}<h3>Payments</h3>${table(["Mastercard ••••4410", "£14.62"], ["07/02/2025 22:14"])}`,
    total: "14.62", currency: "gbp", date: "2025-02-07", card: "4410",
  },
  {
    name: "meal delivery in pounds", from: ["Deliveroo", "noreply@t.deliveroo.com"], subject: "Your order's in the kitchen", sent: "2025-01-18",
    html: `<p>Thanks for your order, Ann</p><p>Order number: #5540</p>${table(["1x Margherita", "£9.50"], ["1x Garlic bread", "£4.00"], ["Subtotal", "£13.50"], ["Service fee", "£1.49"], ["Delivery fee", "£1.99"], ["Rider tip", "£1.00"], ["Total", "£17.98"])}<p>Estimated arrival 19:40 - 19:55</p>`,
    total: "17.98", currency: "gbp", date: "2025-01-18",
  },
  {
    name: "app store in German", from: ["Apple", "no_reply@email.apple.com"], subject: "Deine Rechnung von Apple", sent: "2025-05-19",
    html: `<p>Rechnung</p>${table(["APPLE ACCOUNT", "ann@example.com"], ["RECHNUNGSADRESSE", "Ann Muster"], ["DATUM", "19. Mai 2025"], ["BESTELL-ID", "MLX3K9P2QF"], ["BELEGNR.", "788123456789"])}<p>iCloud+ mit 200 GB</p><p>Monatlich</p><p>Verlängert sich am 19. Juni 2025</p><p>2,99 €</p>${table(["Zwischensumme", "2,51 €"], ["MwSt. berechnet mit 19 %", "0,48 €"], ["GESAMT", "2,99 €"], ["Visa •••• 1199", "2,99 €"])}`,
    total: "2.99", currency: "eur", date: "2025-05-19", order: "MLX3K9P2QF", card: "1199",
  },
  {
    name: "app store in France", from: ["Google Play", "googleplay-noreply@google.com"], subject: "Votre reçu de commande Google Play du 3 juin 2025", sent: "2025-06-03",
    html: `<p>Merci</p><p>Vous avez effectué un achat auprès de Studio X sur Google Play.</p><p>Numéro de commande : GPA.3344-1122-9981-00231<br>Date de commande : 3 juin 2025 10:12:44 CEST</p>${table(["Article", "Prix"], ["Premium mensuel (App X)", "4,99 €/mois"], ["TVA", "0,83 €"], ["Total :", "4,99 €"])}<p>Mode de paiement : Visa-4410</p>`,
    total: "4.99", currency: "eur", date: "2025-06-03", order: "GPA.3344-1122-9981-00231", card: "4410",
  },
  {
    name: "streaming in the US without anything but a dollar sign", from: ["Netflix", "info@account.netflix.com"], subject: "Your receipt", sent: "2025-09-01",
    text: "Thanks for your payment\n\nPlan: Standard\nAmount paid: $15.49\nDate: September 1, 2025\nPayment method: Visa ending in 9090\nYour next billing date is October 1, 2025.\n",
    total: "15.49", currency: null, asked: true,
  },
  {
    name: "music subscription", from: ["Spotify", "no-reply@spotify.com"], subject: "Kvitto för din Premium-betalning", sent: "2025-03-11",
    html: `<p>Här är ditt kvitto</p>${table(["Order-ID", "7712981100"], ["Orderdatum", "2025-03-11"], ["Betalningsmetod", "Visa **** 5501"])}${table(["Premium Individual", "129,00 kr"], ["Moms (25 %)", "25,80 kr"], ["Totalt", "129,00 kr"])}`,
    total: "129.00", currency: "sek", date: "2025-03-11", order: "7712981100", card: "5501",
  },
  {
    name: "stay, paid in part", from: ["Airbnb", "automated@airbnb.com"], subject: "Your receipt from Airbnb", sent: "2025-04-01",
    html: `<p>Receipt ID: RCXA12B34C</p><p>April 1, 2025</p><p>Confirmation code: HMABC4XYZ9</p><p>Check-in: Fri, Jun 6, 2025</p>${table(["€120.00 x 3 nights", "€360.00"], ["Cleaning fee", "€40.00"], ["Service fee", "€56.00"], ["Total (EUR)", "€456.00"])}<h3>Payment</h3>${table(["VISA •••• 3321", "€228.00"], ["April 1, 2025"], ["Amount paid (EUR)", "€228.00"], ["Remaining balance due May 20, 2025", "€228.00"])}`,
    total: "228.00", currency: "eur", asked: true,
  },
  {
    name: "German marketplace order", from: ["Amazon.de", "bestellbestaetigung@amazon.de"], subject: "Bestellt: „USB-Kabel“ und 1 weiterer Artikel", sent: "2025-02-02",
    html: `<p>Vielen Dank für deine Bestellung!</p><p>Bestellnr. 302-1234567-7654321</p><p>Zustellung: Dienstag, 4. Februar</p>${table(["USB-Kabel", "<span>8<sup>99</sup> €</span>"], ["Gesamtsumme:", "21,98 €"])}<p>Wird oft zusammen gekauft</p>${table(["Netzteil", "19,99 €"], ["Hülle", "9,99 €"])}`,
    total: "21.98", currency: "eur", date: "2025-02-02", order: "302-1234567-7654321",
  },
  {
    name: "web shop of a common platform", from: ["Paper & Pine", "store+5512@t.shopifyemail.com"], subject: "Order #1042 confirmed", sent: "2025-10-10",
    html: `<p>Paper & Pine</p><p>ORDER #1042</p><h2>Thank you for your purchase!</h2><p>We're getting your order ready to be shipped. We will notify you when it has been sent.</p>${table(["Notebook × 2", "$24.00"], ["Discount (FALL10)", "-$2.40"], ["Subtotal", "$21.60"], ["Shipping", "$6.00"], ["Taxes", "$1.80"], ["Total", "$29.40 USD"], ["You saved", "$2.40"])}<p>Visa ending with 7821</p>`,
    total: "29.40", currency: "usd", date: "2025-10-10", order: "1042", card: "7821", kind: "order",
  },
  {
    name: "web shop of another platform", from: ["Wollkiste", "shop@wollkiste.at"], subject: "Deine Wollkiste Bestellung vom 11. Juli 2025 ist eingegangen", sent: "2025-07-11",
    html: `<p>Hallo Ann,</p><p>danke für deine Bestellung.</p><h2>[Bestellung #5121] (11. Juli 2025)</h2>${table(["Produkt", "Anzahl", "Preis"], ["Merinowolle", "3", "€&nbsp;26,70"], ["Zwischensumme:", "€&nbsp;26,70"], ["Lieferung:", "€&nbsp;4,90 über Post"], ["Zahlungsmethode:", "Kreditkarte"], ["Gesamt:", "€&nbsp;31,60 (inkl. €&nbsp;5,27 MwSt.)"])}`,
    total: "31.60", currency: "eur", date: "2025-07-11", order: "5121", kind: "order",
  },
  {
    name: "seller of record", from: ["Paddle", "help@paddle.com"], subject: "Your ScreenTool receipt", sent: "2025-08-22",
    html: `<p>Your receipt from ScreenTool</p><p>Sold by Paddle.com Market Limited</p>${table(["Order", "88120-441290"], ["Date", "August 22, 2025"])}${table(["ScreenTool licence", "€20.00"], ["VAT (20%)", "€4.00"], ["Total", "€24.00"])}<p>This charge will appear as PADDLE.NET* SCREENTOOL</p>`,
    total: "24.00", currency: "eur", date: "2025-08-22", order: "88120-441290",
  },
  {
    name: "payment service in German", from: ["service@paypal.de", "service@paypal.de"], subject: "Beleg für Ihre Zahlung an Kaffeerösterei Süd", sent: "2025-06-30",
    html: `<p>Hallo Ann Muster,</p><p>Sie haben eine Zahlung über 34,90 EUR an Kaffeerösterei Süd gesendet.</p>${table(["Transaktionscode", "8HX12345AB678901C"], ["Transaktionsdatum", "30. Juni 2025"])}${table(["Beschreibung", "Einzelpreis", "Anzahl", "Betrag"], ["Espresso 1 kg", "34,90 EUR", "1", "34,90 EUR"], ["Zwischensumme", "34,90 EUR"], ["Summe", "34,90 EUR"], ["Zahlung", "34,90 EUR"])}`,
    total: "34.90", currency: "eur", date: "2025-06-30", order: "8HX12345AB678901C", kind: "receipt",
  },
  {
    name: "budget airline", from: ["easyJet", "donotreply@easyjet.com"], subject: "Booking reference K3XY7QZ: confirmation", sent: "2025-01-12",
    html: `<p>Thanks for booking with us</p><p>Your booking reference: K3XY7QZ</p><p>Outbound: London Gatwick - Porto, 14 March 2025</p><p>Return: 18 March 2025</p>${table(["Flights", "£88.98"], ["Bags", "£45.99"], ["Total", "£134.97"], ["Paid by Visa ending 4410", "£134.97"])}<p>Payment date 12 January 2025</p>`,
    total: "134.97", currency: "gbp", date: "2025-01-12", order: "K3XY7QZ", card: "4410",
  },
  {
    name: "event tickets in French", from: ["Billetterie", "no-reply@billetterie-lyon.fr"], subject: "Vos billets – commande n°7788120", sent: "2025-09-05",
    html: `<p>Commande n°7788120 du 05/09/2025</p><p>Concert le 12/12/2025 à 20h00</p>${table(["2 x Place assise", "39,00 €", "78,00 €"], ["Frais de gestion", "", "3,00 €"], ["Montant total payé", "", "81,00 €"])}`,
    total: "81.00", currency: "eur", date: "2025-09-05", order: "7788120",
  },
  {
    name: "phone bill that is due", from: ["Mobilfunk Nord", "rechnung@mobilfunk-nord.de"], subject: "Ihre Rechnung für Mai 2025", sent: "2025-05-28",
    text: "Ihre Rechnung\nRechnungsnummer: M-2025-05-77120\nRechnungsdatum: 28.05.2025\nZu zahlender Betrag: 24,99 EUR\nFällig am: 11.06.2025\n",
    total: "24.99", currency: "eur", date: "2025-05-28", order: "M-2025-05-77120", kind: "invoice",
  },
  {
    name: "groceries with a hold", from: ["Instacart", "orders@instacart.com"], subject: "Your Instacart order receipt", sent: "2025-03-22",
    html: `<p>Your order from Greens Market was delivered on March 22, 2025</p>${table(["Items Subtotal", "$81.20"], ["Delivery fee", "$3.99"], ["Service fee", "$4.06"], ["Driver tip", "$5.00"], ["Total", "$94.25"], ["Original charge", "$97.00"], ["Total Charged", "$94.25"])}<p>Temporary authorization hold of $102.00 will be released. Deliver to 12 Oak Rd, Austin, TX 78701</p><p>Visa ending in 6120</p>`,
    total: "94.25", currency: "usd", date: "2025-03-22", card: "6120",
  },
  {
    name: "hosting invoice in euros without a sign beside the total", from: ["Hetzner Online", "invoice@hetzner.com"], subject: "Invoice 084000123456", sent: "2025-06-03",
    text: "Dear customer,\nyour invoice 084000123456 dated 03/06/2025.\nInvoice no.: 084000123456\nInvoice date: 03/06/2025\nAmount due: 41.65\nAll amounts are in EUR.\n",
    total: "41.65", currency: "eur", date: "2025-06-03", order: "084000123456", kind: "invoice",
  },
  {
    name: "donation", from: ["Open Rivers", "donate@openrivers.org"], subject: "Thank you for your donation", sent: "2025-12-24",
    text: "Dear Ann,\nthank you for your generous donation of £25.00 to Open Rivers on 24 December 2025.\nTransaction ID: OR-2025-99120\nIf you add Gift Aid we receive £31.25.\n",
    total: "25.00", currency: "gbp", date: "2025-12-24", order: "OR-2025-99120",
  },
  {
    name: "pay over time", from: ["Klarna", "noreply@klarna.com"], subject: "Din betalning till Skogsbutiken", sent: "2025-11-03",
    html: `<p>Tack för din betalning!</p><p>Vi har mottagit din betalning på 948,00 kr till Skogsbutiken.</p>${table(["Betalningsdatum", "2025-11-03"], ["Fakturanummer", "K-5512001"], ["Betalat belopp", "948,00 kr"])}`,
    total: "948.00", currency: "sek", date: "2025-11-03", order: "K-5512001",
  },
  {
    name: "card-not-present parking in Denmark", from: ["Parkering", "kvittering@parkering-aarhus.dk"], subject: "Kvittering for parkering", sent: "2025-07-09",
    text: "Kvittering\nKvitteringsnr.: 5512009\nDato: 09-07-2025\nStart 09:12 Slut 11:12\nPris: 44,00 kr.\nHeraf moms: 8,80 kr.\nBetalt med Dankort **** 1120\n",
    total: "44.00", currency: "dkk", date: "2025-07-09", order: "5512009", card: "1120",
  },
  {
    name: "two orders, one total", from: ["Market Hall", "orders@markethall.com"], subject: "Thanks for your orders", sent: "2025-02-10",
    html: `<p>Order number: MH-10001</p><p>Teapot £12.00</p><p>Order number: MH-10002</p><p>Mug £6.00</p>${table(["Order total", "£18.00"])}`,
    total: "18.00", currency: "gbp", asked: true,
  },
  {
    name: "Refund through a payment service that says what was once sent", from: ["service@paypal.co.uk", "service@paypal.co.uk"], subject: "Refund from Gadget Barn Ltd", sent: "2025-02-02",
    html: `<p>Gadget Barn Ltd has sent you a refund of £15.00 GBP</p>${table(["Transaction ID", "77A12345CD678901F"], ["Transaction date", "2 February 2025"], ["You sent", "£45.00 GBP"], ["Refund amount", "-£15.00 GBP"])}`,
    total: "15.00", currency: "gbp", date: "2025-02-02", order: "77A12345CD678901F", kind: "refund",
  },
  {
    name: "Stay that was cancelled and given back", from: ["Stays", "no-reply@stays.example"], subject: "Reservation cancelled - Beach House", sent: "2024-01-20",
    text: "Your reservation has been cancelled\nConfirmation code: HMXYZ2024\nRefund amount: $600.00 USD\n", total: "600.00", currency: "usd", order: "HMXYZ2024", kind: "refund",
  },
  {
    name: "Till without a word of a purchase", from: ["", "receipt@sushi.co.jp"], subject: "寿司善", sent: "2024-01-08",
    text: "寿司善\n日時: 2024/01/08 19:45\n特上寿司セット        ¥3,500\n小計:              ¥4,700\n消費税:             ¥470\n合計:              ¥5,170\nMASTERCARD ****9753  ¥5,170\n", total: "5170", currency: "jpy", date: "2024-01-08", card: "9753", kind: "receipt",
  },
  {
    name: "Two taxes beside the items", from: ["Maple Threads", "store+1@t.shopifyemail.com"], subject: "Order #1042 confirmed", sent: "2025-02-21",
    html: `<p>Order #1042</p>${table(["Wool toque", "$32.00"], ["Subtotal", "$32.00"], ["Shipping", "$9.00"], ["GST", "$2.05"], ["PST", "$2.24"], ["Total", "$45.29"])}<p>88 Main St, Vancouver BC V5K 0A1</p>`, total: "45.29", currency: "cad", order: "1042", kind: "order",
  },
  {
    name: "Japanese marketplace that prints the unit in brackets", from: ["市場", "order@ichiba.example"], subject: "注文内容ご確認", sent: "2025-04-11",
    text: "[受注番号] 123456-20250411-0123456789\n[日時]     2025-04-11 21:14:03\n小計     2,160(円)\n送料      600(円)\n合計     2,760(円)\nポイント利用  -500(円)\nお支払い金額  2,260(円)\n", total: "2260", currency: "jpy", date: "2025-04-11", order: "123456-20250411-0123456789",
  },
  {
    name: "American flight without a currency's name", from: ["United Airlines", "receipts@united.com"], subject: "Your flight confirmation", sent: "2024-01-25",
    html: "<p>Confirmation Code: XKCDQF</p><p>San Francisco (SFO) to New York (JFK)</p><p>Seat: 12A</p><p>Total fare: $450.00</p>", total: "450.00", currency: "usd", date: "2024-01-25", order: "XKCDQF",
  },
  {
    name: "Flight abroad without a currency's name", from: ["United Airlines", "receipts@united.com"], subject: "Your flight confirmation", sent: "2024-01-25",
    html: "<p>Confirmation Code: XKCDQF</p><p>London (LHR) to New York (JFK)</p><p>Total fare: $450.00</p>", total: "450.00", currency: null, asked: true,
  },
  {
    name: "French invoice dated behind its number", from: ["Énergie", "service@energie.fr"], subject: "Votre facture est disponible", sent: "2025-01-31",
    text: "Votre facture n° 10123456789 du 30/01/2025 est disponible.\nRéférence client : 6012345678\nMontant TTC : 94,12 €\nPrélèvement le 14/02/2025\n", total: "94.12", currency: "eur", date: "2025-01-30", order: "10123456789", kind: "invoice",
  },
  {
    name: "Meal whose delivery is the receipt", from: ["Swiggy", "noreply@swiggy.in"], subject: "Your order was delivered", sent: "2025-07-03",
    text: "Order No: 191234567890123\nItem Total: ₹ 210.00\nOrder Total: ₹ 247.30\n", total: "247.30", currency: "inr", order: "191234567890123", kind: "receipt",
  },
  {
    name: "Shop that was paid by card, in the words of a bank", from: ["Online", "order@shop.example"], subject: "Your order 400123987 has been received", sent: "2025-10-12",
    text: "Thank you for shopping with us.\n\nSubtotal €35.00\nDelivery €4.95\nTotal €39.95\nPaid with Mastercard ending in 1122\n", total: "39.95", currency: "eur", order: "400123987", card: "1122",
  },
];
