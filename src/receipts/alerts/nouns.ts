// Facts: the words for a person's account or card, the words that only banks write, and those that only shops write. What
// stands for money is a bank's notice where the first two meet and the last do not.

import { Words } from "./words.ts";

/** The account or card that a notice is about. */
export const HOLDINGS = new Words<"card" | "account">([
  [
    "card",
    "ບັດ|កាត|kartica*|kartice|karticom|kartico|kortillasi|kortiltasi|καρτα*|kartka|kartky|kartku|kartoi|karti|כרטיס|כרטיסך|debit card|credit card|the card|creditcard|bobcard|kartyajaval|kartyaval|kartyaja|bankkartya|kartu kredit|kartu debit|card|cards|debit card|credit card|creditcard|cc|visa|mastercard|rupay|amex|tarjeta|t.cred|t.deb|t. cred|plastico|cartao|carte|carte bancaire|cb|karte|kreditkarte|girocard|debitkarte|carta|carta di credito|bancomat|kaart|betaalpas|kort|kortti|kortilla|karta|karty|karcie|karta|kartou|kartya|kartyaval|kart|kartinizla|kartiniz|kartinizdan|kartiniza|kredi karti|карта|карты|картой|карте|картка|картки|карткою|картою|カード|デビット|카드|体크|卡|信用卡|储蓄卡|借记卡|บัตร|บัตรเครดิต|บัตรเดบิต|بطاقة|بطاقتك|البطاقة|कार्ड",
  ],
  [
    "account",
    "ບັນຊີ|គណនី|racun*|tekuci racun|сметка*|λογαριασμ*|لحساب*|بحساب*|حساب*|rahunok|rakhunok|rakhunku|schet|scheta|schete|acnt|iban|آيبان|akaunti|kartu|rekening anda|rekening|tai khoan|tk|sotk|akaun|חשבון|חשבונך|کارت|حسابك|บช|บ/ช|บช.|account|accounts|a/c|ac|acct|acc|savings account|current account|checking|chequing|wallet|cuenta|cta|cta.|conta|compte|konto|kontos|girokonto|conto|c/c|rekening|bankrekening|kontot|kontoen|tili|tililtasi|tilille|rachunek|rachunku|rachunkiem|konta|konto|ucet|uctu|szamla|szamlajarol|szamlajara|cont|contul|hesap|hesabiniz|hesabinizdan|hesabiniza|hesabinizda|счет|счета|счету|счёт|счёта|рахунок|рахунку|口座|振込|お振込|普通預金|預金|계좌|통장|账户|帳戶|户口|戶口|账号|บัญชี|حساب|حسابك|الحساب|खाते|खाता|खाता संख्या|upi|vpa",
  ],
]);

/** Only banks write these. */
export const OF_BANKS = new Words<"bank">([
  [
    "bank",
    "ທະນາຄານ|ຍອດເງິນຄົງເຫຼືອ|ធនាគារ|សមតុល្យ|raspolozivo*|razpolozljivo*|na prodajnom mestu|na prodajnom mjestu|banka|banke|разполагаем*|наличност*|בנק|ostatok|dostupno|balans|τραπεζα|υπολοιπο|bank|value you set|level you set|threshold you set|alert value|amount you set|not you?|banks|banking|netbanking|net banking|avl bal|avl lmt|avl. bal|avail bal|avbl bal|available balance|available credit|available limit|ledger balance|account balance|current balance|new balance|transaction alert|account alert|debit alert|credit alert|security alert|spend alert|purchase alert|alert settings|manage alerts|card alert|alerts|neft|imps|rtgs|upi|vpa|rrn|utr|nach|atm|pos transaction|cvv|never share|not you|if this wasn't you|if you did not|if not done by you|if you don't recognize|if you do not recognize|if you didn't make|did not authorise|did not authorize|card ending|account ending|ending in|member fdic|equal housing lender|cardmember|cardholder|interac|e-transfer|zelle|m-pesa|mpesa|gcash|maya|credit union|banco|bancos|bbva|bancolombia|spei|clabe|clave de rastreo|cajero|cajero automatico|banca en linea|banca movil|si no reconoc*|no reconoces|no reconoce|saldo disponible|cupo disponible|limite disponible|movimiento en tu|terminada en|terminacion|bizum|pix|bradesco|nubank|itau|caixa|mb way|multibanco|nao reconhece|final do cartao|limite disponivel|banque|votre conseiller|solde disponible|opposition|si vous n'etes pas a l'origine|sparkasse|volksbank|raiffeisen*|girokonto|kontostand|verfugbarer betrag|online-banking|onlinebanking|karten-sperr*|sperr-notruf|banca|home banking|conto corrente|disponibilita|saldo disponibile|se non riconosci|rabobank|abn amro|internetbankieren|mobiel bankieren|saldo|banku|bankowosc*|dostepne srodki|saldo po operacji|bankomat*|blik|hesap bakiyesi|bakiye|kullanilabilir|bankasi|internet bankaciligi|bankacilik|kart limiti|банк|банка|банку|баланс|остаток|доступно|залишок|мир|銀行|キャッシュカード|当行|カード末尾|ご利用可能額|ご利用先|お客さま番号|口座残高|残高|デビットカード|ご利用明細|カード会員|은행|잔액|누적|뱅킹|카드사|银行|銀行|余额|餘額|尾号|尾號|本行|卡友|特店|末四碼|末四码|网银|ธนาคาร|คงเหลือ|ยอดเงินที่ใช้ได้|بنك|البنك|مصرف|الرصيد|رصيدك|बैंक|शेष",
  ],
]);

/** Only shops write these. */
export const OF_SHOPS = new Words<"shop">([
  [
    "shop",
    "thank you for your purchase|thanks for your purchase|thank you for shopping|thanks for shopping|grazie per il tuo acquisto|grazie per l'acquisto|merci pour votre achat|merci de votre achat|gracias por tu compra|gracias por su compra|obrigado pela compra|obrigado pela sua compra|danke fur ihren einkauf|dank fur ihren einkauf|dank fur deinen einkauf|bedankt voor je aankoop|bedankt voor uw aankoop|tack for ditt kop|tak for dit kob|takk for kjopet|kiitos ostoksestasi|dziekujemy za zakup|dekujeme za nakup|koszonjuk a vasarlast|order number|order no|order #|order id|order summary|order total|order confirmation|order confirmed|your order|your booking|booking reference|booking number|reservation|itinerary|subtotal|sub total|sub-total|grand total|invoice number|invoice no|your invoice|tax invoice|receipt number|shipping|shipped|delivery address|billing address|ship to|quantity|qty|items|item total|promo code|your cart|subscription|your receipt|thank you for your purchase|thanks for your purchase|thank you for your order|your trip|your ride|donation|renews|plan|bestellung|bestellnummer|rechnung|rechnungsnummer|zwischensumme|versand|lieferadresse|mwst|buchungsnummer|commande|facture|sous-total|livraison|pedido|numero de pedido|factura|subtotal|envio|encomenda|nota fiscal|frete|ordine|fattura|subtotale|spedizione|bestelling|bestelnummer|factuur|subtotaal|zamowienie|faktura|dostawa|siparis|fatura|kargo|заказ|заказа|доставка|замовлення|注文|注文番号|送料|小計|配送|주문|주문번호|배송|订单|订单号|訂單|运费|發票|คำสั่งซื้อ|طلبك|رقم الطلب|ऑर्डर",
  ],
]);

/** What is left on an account, or may still be spent, before its amount. */
export const BALANCES = new Words<"balance">([
  [
    "balance",
    "ຍອດເງິນຄົງເຫຼືອ|ຍອດຄົງເຫຼືອ|ຄົງເຫຼືອ|សមតុល្យ|នៅសល់|raspolozivo*|raspolozivo stanje|stanje|novo stanje|razpolozljivo*|разполагаем*|наличност*|sd|sdkd|ostatok|dostupno|dostupny ostatok|dostupniy zalyshok|dostupnaya summa|dostupna suma|balans|etat actuel du compte|nouveau solde|uctovny zostatok|zostatok|υπολοιπο|balance|bal|avl bal|avail bal|avlbal|aval bal|clear bal|available limit|avl limit|avl lmt|credit limit|saldo|saldo disponible|cupo disponible|disponible|limite disponivel|solde|kontostand|disponibilita|dostepne|dostepne srodki|zustatek|disponibilni zustatek|egyenleg*|sold|sold disponibil|bakiye*|kullanilabilir limit|баланс|остаток|доступно|залишок|残高|利用可能額|잔액|누적|余额|餘額|可用额度|คงเหลือ|วงเงินคงเหลือ|الرصيد|رصيدك|رصيد|مانده|salio|sisa saldo|saldo anda|baki|so du|יתרה|शेष",
  ],
]);
