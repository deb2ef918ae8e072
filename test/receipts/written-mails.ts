// Whole mails written for the tests, each with its truth: shops with addresses and names of many countries, and banks' notices with and
// without movements, in the markup of such mails. The people and numbers are invented.

export interface WrittenMail {
  readonly name: string;
  readonly from: string;
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
  /** Null: no money moved, and no receipt is made. */
  readonly says: {
    readonly total: string;
    readonly currency: string | null;
    readonly way: "in" | "out";
    readonly merchant?: string;
    readonly card?: string;
    readonly asked?: true;
  } | null;
}

const row = (...cells: readonly string[]) =>
  `<tr>${cells.map((cell) => `<td style="padding:8px 12px;font-family:Arial,Helvetica,sans-serif;font-size:14px">${cell}</td>`).join("")}</tr>`;
const table = (...rows: readonly (readonly string[])[]) =>
  `<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0">${rows.map((cells) => row(...cells)).join("")}</table>`;
const page = (...parts: readonly string[]) =>
  `<!doctype html><html><head><meta charset="utf-8"><style>.f{color:#777;font-size:11px}@media(max-width:600px){.w{width:100%!important}}</style></head><body style="margin:0;background:#f4f4f4"><div style="display:none;max-height:0">Preview text of the mail</div><center><div class="w">${parts.join("\n")}</div></center></body></html>`;
const footer = (...lines: readonly string[]) => `<p class="f">${lines.join("<br>")}</p>`;

// prettier-ignore
export const WRITTEN_MAILS: readonly WrittenMail[] = [
  // a: addresses
  { name: "a shop in Saint Paul", from: "North Star Outfitters <orders@northstar.example>", subject: "Order #48812 confirmed", html: page("<h1>Thanks for your order!</h1>", table(["Wool socks × 2", "$28.00"], ["Subtotal", "$28.00"], ["Shipping", "$6.00"], ["Tax", "$0.00"], ["<b>Total</b>", "<b>$34.00</b>"]), "<h3>Shipping address</h3><p>Pat Doe<br>350 St Peter St Apt 4<br>Saint Paul MN 55102<br>United States</p>", footer("North Star Outfitters LLC", "2100 Washington Ave N, Minneapolis, MN 55411")), says: { total: "34.00", currency: "usd", way: "out", merchant: "North Star Outfitters" } },
  { name: "a shop in Great Falls, without a sign by its amounts", from: "Big Sky Books <hello@bigsky.example>", subject: "Your receipt", text: "Thank you for your purchase!\n\nOrder number: 20417\nItem            14.50\nTotal           14.50\nVisa ending in 4417\n\nBig Sky Books\n12 Central Ave\nGreat Falls, MT 59401", says: { total: "14.50", currency: "usd", way: "out", merchant: "Big Sky Books" } },
  { name: "a military address", from: "Gear Depot <orders@geardepot.example>", subject: "Your order is confirmed", text: "Thanks for your order!\nOrder 77120\nTotal: $61.20\n\nShip to:\nSgt Lee Park\nPSC 1234 Box 5678\nAPO AE 09012\n", says: { total: "61.20", currency: "usd", way: "out" } },
  { name: "a shop in Quebec", from: "Librairie du Coin <commande@librairieducoin.example>", subject: "Confirmation de commande 5521", html: page("<p>Merci pour votre commande !</p>", table(["Sous-total", "40,00 $"], ["TPS", "2,00 $"], ["TVQ", "3,99 $"], ["Total", "45,99 $"]), footer("1234 rue Saint-Denis, Montréal (QC) H2X 3K2")), says: { total: "45.99", currency: "cad", way: "out" } },
  { name: "a shop in Fremantle", from: "Harbour Surf <orders@harboursurf.example>", subject: "Tax invoice / receipt 10022", text: "Thanks for your order!\nTotal (incl. GST): $89.95\nPaid by Visa ending 4417\n\nHarbour Surf\n8 Market St, Fremantle WA 6160\n", says: { total: "89.95", currency: "aud", way: "out" } },
  { name: "a café in Mantova", from: "Caffè Sordello <ricevute@sordello.example>", subject: "Ricevuta di pagamento", text: "Grazie per il tuo acquisto!\nTotale: € 7,40\nPagato con Mastercard **** 4417\n\nCaffè Sordello\nPiazza Sordello 12\n46100 Mantova MN\nItalia\n", says: { total: "7.40", currency: "eur", way: "out", merchant: "Caffè Sordello" } },
  { name: "a Dutch shop whose postcode ends like crowns", from: "Fietsenwinkel Jordaan <bestelling@fietsenwinkel.example>", subject: "Bevestiging van je bestelling", html: page("<p>Bedankt voor je bestelling!</p>", table(["Totaal", "€ 129,00"]), footer("Fietsenwinkel Jordaan", "Rozengracht 100", "1016 KR AMSTERDAM")), says: { total: "129.00", currency: "eur", way: "out" } },
  { name: "a shop in Busan that prices in dollars", from: "K-Beauty Direct <orders@kbeauty.example>", subject: "Order confirmation KB-20211", text: "Thank you for your order!\nOrder total: $42.00\n\nK-Beauty Direct\n55 Jungang-daero, Busan, KR 48733\n", says: { total: "42.00", currency: null, way: "out", asked: true } },
  { name: "a shop of Hong Kong", from: "Lantern Tea <orders@lanterntea.example>", subject: "Your order LT-5512", text: "Thank you for your order!\nTotal $388.00\n\nLantern Tea Company\nRm 1203, Wing On Centre, Sheung Wan\nHong Kong SAR 999077\n", says: { total: "388.00", currency: "hkd", way: "out" } },
  { name: "a purchase in Minneapolis, told by a bank", from: "Example Credit Union <alerts@examplecu.example>", subject: "Debit card purchase", text: "You made a debit card purchase of $45.10 at TARGET T-0694 MINNEAPOLIS MN 55403 on Nov 18, 2025 with your card ending in 4410.\nExample Credit Union, federally insured by NCUA", says: { total: "45.10", currency: "usd", way: "out", card: "4410" } },
  { name: "a subscription in Mexico", from: "Cine en Casa <facturas@cineencasa.example>", subject: "Tu recibo", text: "Gracias por tu pago.\nTotal: $199.00 MN\nTarjeta terminación 4417\n\nAv. Insurgentes Sur 100, C.P. 06600, CDMX\n", says: { total: "199.00", currency: "mxn", way: "out" } },
  { name: "a parcel to Imphal", from: "Loom House <orders@loomhouse.example>", subject: "Order confirmed: LH-7781", text: "Thank you for your order!\nGrand total: ₹1,299.00\nPaid by UPI\n\nShip to: A. Devi, Paona Bazar, Imphal, MN 795001\n", says: { total: "1299.00", currency: "inr", way: "out" } },
  // b: names
  { name: "a pub with two apostrophes", from: "O'Malley's Pub <receipts@omalleys.example>", subject: "Your receipt from O'Malley's", text: "Thanks for stopping by!\nTotal: £18.60\nVisa ending 1881", says: { total: "18.60", currency: "gbp", way: "out", merchant: "O'Malley's Pub" } },
  { name: "a quoted shop", from: "\"'Trader's Joint'\" <orders@tj.example>", subject: "Order received", text: "Thank you for your order\nOrder total USD 22.00", says: { total: "22.00", currency: "usd", way: "out", merchant: "Trader's Joint" } },
  { name: "a French house with an elision", from: "=?utf-8?q?L'=C3=89picerie_d'Anna?= <bonjour@epicerie.example>", subject: "Votre reçu", text: "Merci pour votre achat\nTotal TTC : 23,50 €\nCarte bancaire **** 4417", says: { total: "23.50", currency: "eur", way: "out", merchant: "L'Épicerie d'Anna" } },
  { name: "a name that ends in an apostrophe", from: "Knitters' <shop@knitters.example>", subject: "Your receipt", text: "Thank you for your purchase\nTotal paid: EUR 31.00", says: { total: "31.00", currency: "eur", way: "out", merchant: "Knitters'" } },
  { name: "a shop with a service's tail", from: "Ben & Jerry's Customer Service <no-reply@benj.example>", subject: "Order confirmation", text: "Thank you for your order\nTotal: USD 12.98", says: { total: "12.98", currency: "usd", way: "out", merchant: "Ben & Jerry's" } },
  { name: "a bank's notice of Dunkin'", from: "Example Bank <alerts@examplebank.example>", subject: "Card transaction", text: "USD 6.45 was charged to your card ending in 4410 at DUNKIN' #351204 on 11/18/2025. Example Bank", says: { total: "6.45", currency: "usd", way: "out", card: "4410" } },
  // c: nothing moved
  { name: "a Danish limit", from: "Eksempel Bank <info@eksempelbank.example>", subject: "Dit kreditmaksimum er ændret", html: page("<p>Kære kunde</p><p>Vi har ændret kreditmaksimum på dit kort **4410.</p>", table(["Nyt kreditmaksimum", "50.000,00 kr."]), footer("Eksempel Bank A/S")), says: null },
  { name: "a Norwegian overview of what may be used", from: "Eksempelbanken <varsel@eksempelbanken.example>", subject: "Lav saldo", html: page("<p>Saldoen på kontoen din er under grensen du har satt.</p>", table(["Konto", "1234.56.44100"], ["Disponibelt beløp"], ["212,40 kr"])), says: null },
  { name: "a Finnish balance", from: "Esimerkkipankki <ilmoitus@esimerkkipankki.example>", subject: "Tilin saldo alittaa rajan", text: "Tilisi *4410 saldo on alle asettamasi rajan.\n\nKäytettävissä oleva saldo\n12,10 EUR\n\nEsimerkkipankki", says: null },
  { name: "available credit in a column", from: "Example Bank <alerts@examplebank.example>", subject: "You're close to your credit limit", html: page("<p>Heads up: your card has little credit left.</p>", table(["Card", "Credit limit", "Available credit"], ["•••• 4410", "$5,000.00", "$120.55"]), footer("Example Bank, N.A. Member FDIC")), says: null },
  { name: "available credit in a card of blocks", from: "Example Bank <alerts@examplebank.example>", subject: "Available credit below $200", html: page("<div><div>Available credit</div><div style=\"font-size:32px\">$120.55</div></div><div>Credit line</div><div>$5,000.00</div>", footer("Example Bank, N.A. Member FDIC")), says: null },
  { name: "a Portuguese limit raised", from: "Banco Exemplo <avisos@bancoexemplo.example>", subject: "Seu limite aumentou!", html: page("<p>Olá! O limite do seu cartão final 4410 aumentou.</p>", table(["Limite anterior", "R$ 2.000,00"], ["Novo limite", "R$ 3.500,00"])), says: null },
  { name: "a Czech transfer set for a day", from: "Ukázková banka <info@ukazkovabanka.example>", subject: "Naplánovaná platba", text: "Naplánovali jste platbu z účtu *4410.\nČástka: 1 500,00 CZK\nDatum splatnosti: 28.11.2025\nPříjemce: Jan Novák\nVaše banka", says: null },
  { name: "a Hungarian transfer set for a day", from: "Minta Bank <ertesites@mintabank.example>", subject: "Időzített átutalás", text: "Időzített átutalása a *4410 számláról 2025.11.28-án teljesül.\nÖsszeg: 15 000 Ft\nMinta Bank", says: null },
  { name: "a Romanian transfer set for a day", from: "Banca Exemplu <notificari@bancaexemplu.example>", subject: "Transfer programat", text: "Transferul din contul *4410 va fi efectuat la data de 28.11.2025.\nSuma: 500,00 RON\nBanca Exemplu", says: null },
  { name: "a Greek transfer set for a day", from: "Τράπεζα Παράδειγμα <alerts@trapeza.example>", subject: "Προγραμματισμένη μεταφορά", text: "Η μεταφορά από τον λογαριασμό *4410 θα εκτελεστεί στις 28/11/2025.\nΠοσό: 500,00 EUR\nΤράπεζα Παράδειγμα", says: null },
  { name: "an Indonesian transfer set for a day", from: "Bank Contoh <info@bankcontoh.example>", subject: "Transfer terjadwal", text: "Transfer dari rekening *4410 akan diproses pada 28/11/2025.\nJumlah: Rp500.000\nBank Contoh", says: null },
  { name: "a Vietnamese transfer set for a day", from: "Ngân hàng Mẫu <thongbao@nganhangmau.example>", subject: "Lệnh chuyển tiền hẹn giờ", text: "Lệnh chuyển tiền từ tài khoản *4410 sẽ được thực hiện vào ngày 28/11/2025.\nSố tiền: 500.000 VND\nNgân hàng Mẫu", says: null },
  { name: "an Arabic transfer set for a day", from: "بنك المثال <alerts@bankmithal.example>", subject: "تحويل مجدول", text: "سيتم تنفيذ التحويل من حسابك **4410 بتاريخ 28/11/2025.\nالمبلغ: 500.00 SAR\nبنك المثال", says: null },
  { name: "a Hebrew transfer set for a day", from: "בנק לדוגמה <alerts@bankldugma.example>", subject: "העברה עתידית", text: "העברה מחשבונך 4410 תתבצע בתאריך 28/11/2025.\nסכום: 500.00 ₪\nבנק לדוגמה", says: null },
  { name: "a Swedish request to pay in", from: "Exempelbanken <info@exempelbanken.example>", subject: "Ditt konto är övertrasserat", text: "Vänligen sätt in pengar på konto *4410 så snart som möjligt.\nBelopp att betala\n450,00 SEK\nExempelbanken", says: null },
  { name: "a Dutch request to pay in", from: "Voorbeeldbank <info@voorbeeldbank.example>", subject: "Je staat rood", text: "Gelieve je rekening *4410 aan te vullen.\nTe storten bedrag:\n\n€ 45,00\n\nVoorbeeldbank", says: null },
  { name: "an Italian request to pay in", from: "Banca Esempio <avvisi@bancaesempio.example>", subject: "Conto scoperto", html: page("<p>La preghiamo di effettuare un versamento sul conto *4410.</p>", table(["Importo da versare", "45,00 €"]), footer("Banca Esempio S.p.A.")), says: null },
  { name: "a Chinese transfer booked ahead", from: "某某银行 <service@mmbank.example>", subject: "预约转账提醒", text: "您尾号4410的账户已预约转账，将于11月28日执行。\n转账金额：500.00元\n收款人：王小明\n【某某银行】", says: null },
  { name: "a Japanese card that may be used for less", from: "〇〇カード <info@marucard.example>", subject: "ご利用可能額変更のご案内", html: page("<p>カード（末尾4410）のご利用可能額が変更されました。</p>", table(["ショッピングご利用可能額", "150,000円"], ["キャッシングご利用可能額", "0円"])), says: null },
  { name: "a Korean transfer booked ahead", from: "가나은행 <info@ganabank.example>", subject: "예약이체 등록 안내", text: "계좌 ***-4410에서 예약이체가 등록되었습니다.\n이체예정일: 2025-11-28\n이체금액: 500,000원\n가나은행", says: null },
  { name: "a Thai transfer set ahead", from: "ธนาคารตัวอย่าง <info@thaibank.example>", subject: "แจ้งการตั้งโอนเงินล่วงหน้า", text: "ท่านได้ตั้งเวลาโอนเงินล่วงหน้าจากบัญชี x4410\nวันที่โอน: 28/11/2568\nจำนวนเงิน: 500.00 บาท\nธนาคารตัวอย่าง", says: null },
  { name: "an English reminder to fund an account", from: "Example Bank <alerts@examplebank.example>", subject: "A payment is coming up", html: page("<p>Kindly ensure that your account ending in 4410 is funded: a direct debit of £30.00 is due on 28 November 2025.</p>", table(["Amount needed", "£30.00"]), footer("Example Bank plc")), says: null },
  { name: "what is left beside a real purchase", from: "Example Bank <alerts@examplebank.example>", subject: "Purchase alert", html: page("<p>You made a purchase with your card ending in 4410.</p>", table(["Amount", "$25.00"], ["Merchant", "CORNER CAFE"], ["Date", "November 18, 2025"], ["Available credit"], ["$745.37"]), footer("Example Bank, N.A. Member FDIC")), says: { total: "25.00", currency: "usd", way: "out", merchant: "CORNER CAFE", card: "4410" } },
  { name: "a transfer carried out that was set ahead", from: "Beispielbank <info@beispielbank.example>", subject: "Überweisung ausgeführt", text: "Ihre Überweisung wurde am 18.11.2025 ausgeführt.\nBetrag: 500,00 EUR\nEmpfänger: Erika Muster\nKonto **4410\nBeispielbank", says: { total: "500.00", currency: "eur", way: "out", merchant: "Erika Muster", card: "4410" } },
  { name: "a deposit that a person is told of politely", from: "Example Bank <alerts@examplebank.example>", subject: "Transaction notification", text: "Dear Customer,\nKindly be informed that your account ending in 4410 has been credited with NGN 5,000.00 on 18-11-2025. Please check your balance.\nExample Bank", says: { total: "5000.00", currency: "ngn", way: "in", card: "4410" } },
  // d: scripts without blanks
  { name: "Thai: a bill paid, with who receives", from: "ธนาคารตัวอย่าง <info@thaibank.example>", subject: "แจ้งผลการชำระเงิน", html: page("<p>ท่านได้ชำระเงินเรียบร้อยแล้ว</p>", table(["ผู้รับเงิน", "การไฟฟ้านครหลวง"], ["จำนวนเงิน (บาท)", "1,250.00"], ["จากบัญชี", "xxx-x-x4410-x"], ["วันที่ทำรายการ", "18/11/2568 09:15"]), footer("ธนาคารตัวอย่าง จำกัด (มหาชน)")), says: { total: "1250.00", currency: "thb", way: "out", merchant: "การไฟฟ้านครหลวง" } },
  { name: "Thai: money in from a transferor", from: "ธนาคารตัวอย่าง <info@thaibank.example>", subject: "แจ้งเงินเข้าบัญชี", text: "เงินเข้าบัญชี x4410 จำนวน 2,000.00 บาท จากผู้โอนเงิน นาย ก้อง ทองดี วันที่ 18/11/2568 ยอดเงินคงเหลือ 5,000.00 บาท", says: { total: "2000.00", currency: "thb", way: "in" } },
  { name: "Chinese: paid out with a payee's account", from: "某某银行 <service@mmbank.example>", subject: "账户变动提醒", text: "您尾号4410的账户11月18日10时22分网银转账支出人民币1,200.00元，收款账户尾号5678，收款人李四，余额3,000.00元。【某某银行】", says: { total: "1200.00", currency: "cny", way: "out", merchant: "李四" } },
  { name: "Chinese: a wage with the payer's name", from: "某某银行 <service@mmbank.example>", subject: "账户变动提醒", text: "您尾号4410的账户11月15日入账工资人民币8,000.00元，付款人：某某科技有限公司，余额11,000.00元。【某某银行】", says: { total: "8000.00", currency: "cny", way: "in" } },
  { name: "Japanese: a debit, with the account that it is paid into", from: "〇〇銀行 <info@marubank.example>", subject: "お引き落としのお知らせ", text: "下記のとおりお引き落としいたしました。\nお引落日：2025/11/18\nお引落金額：8,500円\nお支払先：サクラ電力\n口座：普通 ****4410\n※ご入金先口座の変更はアプリから行えます。\n〇〇銀行", says: { total: "8500", currency: "jpy", way: "out" } },
  { name: "Khmer: paid to a recipient", from: "Example Bank Cambodia <alerts@examplebank.example>", subject: "ការជូនដំណឹង", text: "អ្នកបានបង់ប្រាក់ចំនួន 12.50 USD ពីគណនី xxx4410 ទៅអ្នកទទួលប្រាក់ PHNOM CAFE ថ្ងៃទី 18/11/2025។ សមតុល្យ 87.50 USD", says: { total: "12.50", currency: "usd", way: "out" } },
  { name: "Lao: money in to an account", from: "Example Bank Lao <alerts@examplebank.example>", subject: "ແຈ້ງເຕືອນ", text: "ເງິນເຂົ້າບັນຊີ xxx4410 ຈຳນວນ 350,000.00 LAK ວັນທີ 18/11/2025. ຍອດເງິນຄົງເຫຼືອ 900,000.00 LAK", says: { total: "350000.00", currency: "lak", way: "in" } },
];
