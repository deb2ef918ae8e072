// Codes of the specifications and what they mean.

/** BAI2: type codes of movements that a bank may send without a text. */
// prettier-ignore
export const BAI_TYPES: Readonly<Record<string, string>> = {
  108: "Credit", 115: "Lockbox deposit", 142: "ACH credit", 165: "Preauthorized ACH credit", 166: "ACH settlement", 169: "ACH credit", 174: "Other deposit", 175: "Check deposit", 191: "Internal money transfer in",
  195: "Money transfer in", 206: "Book transfer in", 208: "International money transfer in", 218: "Cash concentration in", 252: "Debit reversal", 266: "Return item", 275: "Zero balance credit", 277: "Zero balance transfer in", 301: "Commercial deposit",
  354: "Interest", 357: "Credit adjustment", 366: "Cash deposit", 395: "Check reversal", 398: "Fee refund", 399: "Credit",
  408: "Float adjustment", 409: "Debit", 451: "ACH debit", 455: "Preauthorized ACH debit", 466: "ACH settlement", 469: "ACH debit", 474: "Certified check", 475: "Check", 477: "Debit by the bank", 481: "Loan payment", 491: "Internal money transfer out",
  495: "Money transfer out", 506: "Book transfer out", 508: "International money transfer out", 516: "Foreign exchange", 552: "Credit reversal", 555: "Returned deposit", 557: "ACH return", 566: "Return item", 575: "Zero balance debit", 577: "Zero balance transfer out",
  654: "Interest", 657: "Debit adjustment", 661: "Account analysis fee", 698: "Fees", 699: "Debit",
};

/** CODA: families of transaction codes (positions 2 and 3 of the code). */
// prettier-ignore
export const CODA_FAMILIES: Readonly<Record<string, string>> = {
  "01": "Transfer", "02": "Instant transfer", "03": "Cheque", "04": "Card", "05": "Direct debit", "07": "Bill of exchange", "09": "Counter", "11": "Securities", "13": "Credit", "30": "Various", "35": "Interest and fees", "41": "International transfer",
  "43": "Foreign cheque", "47": "Foreign bill of exchange", "80": "Fees",
};

/** AEB 43: common concepts (positions 23 and 24 of record 22). */
// prettier-ignore
export const AEB_CONCEPTS: Readonly<Record<string, string>> = {
  "01": "Talones y reintegros", "02": "Abonarés, entregas e ingresos", "03": "Domiciliados, recibos y letras", "04": "Giros, transferencias y cheques", "05": "Amortización de préstamos y créditos", "06": "Remesas de efectos", "07": "Suscripciones y canjes",
  "08": "Dividendos y cupones", "09": "Operaciones de bolsa", "10": "Cheques gasolina", "11": "Cajero automático", "12": "Tarjeta", "13": "Operaciones extranjero", "14": "Devoluciones e impagados", "15": "Nóminas y seguros sociales", "16": "Timbres y corretaje",
  "17": "Intereses, comisiones e impuestos", "98": "Anulación o corrección", "99": "Varios",
};

/** AEB 43 names currencies by the numbers of ISO 4217. */
// prettier-ignore
export const CURRENCY_NUMBERS: Readonly<Record<string, string>> = {
  "978": "EUR", "840": "USD", "826": "GBP", "756": "CHF", "392": "JPY", "208": "DKK", "752": "SEK", "578": "NOK", "985": "PLN", "203": "CZK", "348": "HUF", "946": "RON", "949": "TRY", "504": "MAD", "484": "MXN", "032": "ARS", "986": "BRL", "152": "CLP", "170": "COP",
  "124": "CAD", "036": "AUD", "554": "NZD", "156": "CNY", "344": "HKD", "702": "SGD", "710": "ZAR", "376": "ILS", "784": "AED", "356": "INR", "724": "ESP",
};
