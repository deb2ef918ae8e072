// Facts: words that announce a number which is no part of a name: a card's, a terminal's, a reference. The word goes
// with the number behind it, never alone.

import { phrases } from "./phrases.ts";

export type LabelRule = "card" | "terminal" | "reference" | "number" | "filler" | "amount";

/** Label -> how many pieces with digits may follow it. */
export const LABELS = phrases<{ readonly rule: LabelRule; readonly values: number }>([
  [
    { rule: "card", values: 4 },
    "{VISA|DEBIT|CREDIT|} CARD {NO|NR|NUMBER|ENDING|ENDING IN|}; CD; {KARTE|KARTEN|DEBITKARTE} {NR|NUMMER|}; KARTENNR; KARTENNUMMER; CARTE {N|NO|NUMERO|}; CB; PAS; CARTA {N|NR|NUMERO|}; TARJETA {N|}; TARJ; CARTAO {N|FINAL|}; KAARTNR; KAART {NR|}; PASVOLGNR; KORT {NR|}; NR KARTY; KARTA {NR|}; KARTU; VISA; MASTERCARD; MAESTRO; KARTYASZAM; VISA DEBIT CARD NR; CREDITCARD",
  ],
  [
    { rule: "terminal", values: 2 },
    "TERM; TERMINAL {ID|}; TID; MID; KFN; VJ; FOLGENR; VERFALLD; VOLGNR; TRACE {NO|}; SEQ {NO|}; DEBITK; LFD; EC",
  ],
  [
    { rule: "reference", values: 3 },
    "{REF|REFERENCE|REFERENZ|REFERENCIA|REFERENTIE|REFERENS|RIF|VIITE|KENMERK} {NO|NR|NUMBER|}; AUTH {CODE|}; AUT; APPROVAL {CODE|}; TRANSACTIE; TRANSACTION {ID|NO|}; TRANS {ID|NO|}; TRANSAKTION; TXN {ID|}; MANDAT; MANDATO; MANDATE {NO|}; MACHTIGING; AUFTRAG; BESTELLUNG; ORDER {NO|}; INVOICE {NO|}; NR; NO; NUM; N; ID; FACT; N RECIBO; RECIBO N; RG; RECHNUNG {NR|}; MSG; CONF {NO|}; IBAN; BIC; NO DI TRANSAZIONI; PP; KUNDENNR; KUNDENNUMMER",
  ],
  [
    { rule: "number", values: 1 },
    "STORE {NO|}; FILIALE; FIL; FILIAL; SHOP NO; TIENDA N; PV; STATION NO",
  ],
]);

/** Words left out wherever they stand: what shops and card networks add for politeness or help. */
export const FILLERS = phrases<LabelRule>([
  ["filler", "SAGT DANKE; SAGT VIELEN DANK; DANKT; DEKUJE ZA NAKUP; VIELEN DANK"],
  [
    "filler",
    "PENDING; MSBILL.INFO; AMZN.COM/BILL; HELP.UBER.COM; G.CO/HELPPAY; PAYPAL.COM; CONTACTLESS; CONTACTLOOS; SANS CONTACT; TRAN ACHDW; ZAHLUNG DEBITKARTE; PAGAMENTO CARTA DI DEBITO; ZAHLUNG KREDITKARTE; PAIEMENT CARTE DE DEBIT; VISA DEBIT; UBER.COM/HELP",
  ],
]);

/** Behind the name of a person or firm these begin what was written to them. */
export const MESSAGES: ReadonlySet<string> = new Set(
  "REF REFERENCE MOTIF OMSCHRIJVING MEDDELANDE BETALT MANDATO KENMERK VIITE CONCEPTO CAUSALE VERWENDUNGSZWECK ZWECK".split(
    " ",
  ),
);

/** Words that lead a date or time, and those that follow one. */
export const BEFORE_DATES: ReadonlySet<string> = new Set(
  "ON DU LE VOM AM DEL DEN OP UM OM ORE KL DNE AT EL DATE DATUM LAS".split(" "),
);
export const AFTER_DATES: ReadonlySet<string> = new Set("UHR UUR ORE AM PM".split(" "));
export const MONTH_NAMES: ReadonlySet<string> = new Set(
  "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC JANUARY FEBRUARY MARCH APRIL JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER".split(
    " ",
  ),
);

/** Payment services and cash registers that stand before the merchant's name and a star. */
export const SERVICES: ReadonlySet<string> = new Set(
  (
    "PAYPAL SQ TST SP PY IC PP SUMUP ZETTLE IZ IZETTLE PAG MERCADOPAGO MP IFD K KLARNA CCV PAYU PAYPRO GOPAY COMGATE SIMPLEP SIMPLEPAY BARION IYZICO VENMO VIPPS DD FS BT CKE CKO " +
    "STRIPE WPY 2CO EB GLF LSP PADDLE ADYEN MOLLIE MULTISAFEPAY VIVA NYX NAYAX PAYTER EZETAP RAZORPAY PAYTM STONE CIELO GETNET DL EBANX HTM PPRO PAYU PRZELEWY24 TPAY DOTPAY NEXI SATISPAY REVOLUT CRV CURVE"
  ).split(" "),
);
