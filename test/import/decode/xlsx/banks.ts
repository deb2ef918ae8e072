// Workbooks in the manner of banks and services, with made-up people: the preambles, labels, typed and untyped cells,
// totals and formats that their downloads have. What they mean is counted by hand.

import { xlsOf, type XlsPut } from "./xls-writing.ts";
import { workbookOf, xlsxOf, type Put } from "./xlsx-writing.ts";
import type { Answers } from "../../../../src/import/decode/statement.ts";

export interface BankFile {
  readonly name: string;
  readonly bytes: () => Uint8Array | Promise<Uint8Array>;
  /** "date amount", in the order of the file. */
  readonly rows: readonly string[];
  /** What has to be asked, and the answer that makes it right. */
  readonly answers?: Answers;
  readonly account?: string;
  readonly currency?: string;
  /** Lines of a summary that nothing tells from transactions that cannot be read. */
  readonly rejected?: readonly number[];
}

const day = (text: string, format?: string | number): Put => ({ day: text, ...(format !== undefined && { format }) });
const money = (number: number, format: string): Put => ({ number, format });
const xlsDay = (text: string): XlsPut => ({ day: text });
const html = (tables: readonly (readonly (readonly string[])[])[], more = "") =>
  new TextEncoder().encode(`<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8">${more}</head><body>${tables.map((rows) => `<table border="1">${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</table>`).join("<br>")}</body></html>`);

export const BANK_FILES: readonly BankFile[] = [
  {
    name: "Sweden: row numbers, three dates, account and currency in each row",
    bytes: () => xlsxOf([
      ["* Transaktioner Period 2026-03-01 – 2026-03-31 Skapad 2026-04-01 10:12 CET"],
      ["Radnummer", "Clearingnummer", "Kontonummer", "Produkt", "Valuta", "Bokföringsdag", "Transaktionsdag", "Valutadag", "Referens", "Beskrivning", "Belopp", "Bokfört saldo"],
      ["1", "82149", "9431234567", "Privatkonto", "SEK", day("2026-03-20"), day("2026-03-19"), day("2026-03-20"), "ICA SUPERMARKET", "ICA SUPERMARKET", -312.5, 10_687.5],
      ["2", "82149", "9431234567", "Privatkonto", "SEK", day("2026-03-04"), day("2026-03-03"), day("2026-03-04"), "LÖN", "LÖN", 8_000, 11_000],
      ["3", "82149", "9431234567", "Privatkonto", "SEK", day("2026-03-02"), day("2026-03-02"), day("2026-03-02"), "Hyra", "Hyra", -7_000, 3_000],
    ]),
    rows: ["2026-03-20 -312.50", "2026-03-04 8000.00", "2026-03-02 -7000.00"],
    currency: "sek",
  },
  {
    name: "Sweden: a web page called .xls, with an account table before it",
    bytes: () => html([[["Kontonummer", "123 456 789"], ["Saldo", "9 687,50"]], [["Reskontradatum", "Transaktionsdatum", "Text", "Belopp", "Saldo"], ["2026-03-20", "2026-03-19", "ICA&nbsp;NÄRA", "-312,50", "9&nbsp;687,50"], ["2026-03-03", "2026-03-03", "Lön", "8 000,00", "10 000,00"]]]),
    rows: ["2026-03-20 -312.50", "2026-03-03 8000.00"],
  },
  {
    name: "Norway: money out and in apart, typed",
    bytes: () => xlsxOf([["Dato", "Forklaring", "Rentedato", "Ut fra konto", "Inn på konto"], [day("2026-03-02", "dd.mm.yyyy"), "Rema 1000 Oslo", day("2026-03-02", "dd.mm.yyyy"), 249.9, null], [day("2026-03-05", "dd.mm.yyyy"), "Lønn", day("2026-03-05", "dd.mm.yyyy"), null, 31_250], [day("2026-03-27", "dd.mm.yyyy"), "Strøm", day("2026-03-27", "dd.mm.yyyy"), 1_204.33, null]]),
    rows: ["2026-03-02 -249.90", "2026-03-05 31250.00", "2026-03-27 -1204.33"],
  },
  {
    name: "Norway: capital labels and an archive reference",
    bytes: () => xlsxOf([["BOKFØRINGSDATO", "RENTEDATO", "ARKIVREFERANSE", "TYPE", "TEKST", "UT FRA KONTO", "INN PÅ KONTO"], [day("2026-03-02"), day("2026-03-02"), "88112233", "Varekjøp", "KIWI 123", -99.5, null], [day("2026-03-13"), day("2026-03-13"), "88112234", "Overføring", "Fra Ola", null, 500], [day("2026-03-15"), day("2026-03-15"), "88112235", "Nettgiro", "Husleie", -9_000, null]]),
    rows: ["2026-03-02 -99.50", "2026-03-13 500.00", "2026-03-15 -9000.00"],
  },
  {
    name: "Finland: the currency in the amount's label",
    bytes: () => xlsxOf([["Kirjauspäivä", "Arvopäivä", "Määrä EUROA", "Laji", "Selitys", "Saaja/Maksaja", "Saajan tilinumero", "Viite", "Viesti", "Arkistointitunnus"], [day("2026-03-02", "dd.mm.yyyy"), day("2026-03-02", "dd.mm.yyyy"), -12.9, "162", "PKORTTIMAKSU", "K-MARKET", null, null, "Ostopvm 1.3.", "20260302/593619/007911"], [day("2026-03-16", "dd.mm.yyyy"), day("2026-03-16", "dd.mm.yyyy"), 2_100, "710", "PALKKA", "TYÖNANTAJA OY", null, null, null, "20260316/593619/001234"]]),
    rows: ["2026-03-02 -12.90", "2026-03-16 2100.00"],
  },
  {
    name: "Denmark: dates and amounts as text",
    bytes: () => xlsxOf([["Dato", "Tekst", "Beløb", "Saldo", "Status", "Afstemt"], ["28.02.2026", "Netto", "-84,95", "1.915,05", "Udført", "Nej"], ["02.03.2026", "Løn", "20.000,00", "21.915,05", "Udført", "Nej"]]),
    rows: ["2026-02-28 -84.95", "2026-03-02 20000.00"],
  },
  {
    name: "Switzerland: nine lines of preamble, debit and credit, the balance on some rows",
    bytes: () => xlsxOf([
      ["Kontonummer:", "0234 00123456.40"], ["IBAN:", "CH93 0076 2011 6238 5295 7"], ["Von:", "2026-03-01"], ["Bis:", "2026-03-31"], ["Anfangssaldo:", 1_000], ["Schlusssaldo:", 5_850.3], ["Bewertet in:", "CHF"], ["Anzahl Transaktionen in diesem Zeitraum:", 3], [],
      ["Abschlussdatum", "Abschlusszeit", "Buchungsdatum", "Valutadatum", "Währung", "Belastung", "Gutschrift", "Einzelbetrag", "Saldo", "Transaktions-Nr.", "Beschreibung1", "Beschreibung2"],
      [day("2026-03-30"), "12:13:14", day("2026-03-30"), day("2026-03-30"), "CHF", -49.7, null, null, 5_850.3, "9930001AB1234567", "Coop-1234 Bern", "Kartenzahlung"],
      [day("2026-03-25"), null, day("2026-03-25"), day("2026-03-25"), "CHF", null, 5_000, null, 5_900, "9930001AB1234568", "Muster AG", "Gutschrift"],
      [day("2026-03-02"), null, day("2026-03-02"), day("2026-03-02"), "CHF", -100, null, null, 900, "9930001AB1234569", "Bargeldbezug", "Bancomat"],
    ]),
    rows: ["2026-03-30 -49.70", "2026-03-25 5000.00", "2026-03-02 -100.00"],
    account: "CH9300762011623852957", currency: "chf",
  },
  {
    name: "Switzerland: account and time in each row",
    bytes: () => xlsxOf([["IBAN", "Booked At", "Text", "Credit/Debit Amount", "Balance", "Valuta Date"], ["CH9300762011623852957", day("2026-03-02", 22), "Einkauf MIGROS", -23.45, 976.55, day("2026-03-02", 22)], ["CH9300762011623852957", day("2026-03-26", 22), "Lohn", 4_500, 5_476.55, day("2026-03-26", 22)]]),
    rows: ["2026-03-02 -23.45", "2026-03-26 4500.00"],
  },
  {
    name: "Israel: a bank account, right to left, debit and credit",
    bytes: () => xlsxOf([["תנועות בחשבון"], ["מספר חשבון", "12-345-678901"], [], ["תאריך", "תאריך ערך", "תיאור", "אסמכתא", "בחובה", "בזכות", "היתרה בש''ח"], [day("2026-03-01", "dd/mm/yy"), day("2026-03-01", "dd/mm/yy"), "משכורת", "12345", null, 9_000, 10_000], [day("2026-03-10", "dd/mm/yy"), day("2026-03-10", "dd/mm/yy"), "שכר דירה", "12346", 4_000, null, 6_000], [day("2026-03-12", "dd/mm/yy"), day("2026-03-12", "dd/mm/yy"), "כספומט", "12347", 200, null, 5_800]]),
    rows: ["2026-03-01 9000.00", "2026-03-10 -4000.00", "2026-03-12 -200.00"],
  },
  {
    name: "Israel: a card's sheet at home and one abroad, charges printed as positive",
    bytes: () => workbookOf([
      { name: "עסקאות במועד החיוב", rows: [["תאריך עסקה", "שם בית העסק", "קטגוריה", "סכום חיוב", "מטבע חיוב"], ["15-03-2026", "סופר יודה", "מזון", 152.3, "₪"], ["22-03-2026", "דלק", "רכב", 240, "₪"]] },
      { name: "עסקאות חו\"ל", rows: [["תאריך עסקה", "שם בית העסק", "קטגוריה", "סכום חיוב", "מטבע חיוב"], ["17-03-2026", "AMAZON", "שונות", 88.8, "₪"]] },
    ]),
    rows: ["2026-03-15 -152.30", "2026-03-22 -240.00", "2026-03-17 -88.80"],
    answers: { sheets: "one", sign: "turned" },
  },
  {
    name: "Turkey: amounts with the letters of the currency",
    bytes: () => xlsxOf([["Hesap Hareketleri"], ["Hesap No:", "123-4567890"], ["IBAN:", "TR330006100519786457841326"], [], ["Tarih", "Açıklama", "Tutar", "Bakiye"], ["02/03/2026", "Market alışverişi", "-1.250,75 TL", "8.749,25 TL"], ["05/03/2026", "Maaş", "45.000,00 TL", "53.749,25 TL"], ["23/03/2026", "Kira", "-15.000,00 TL", "38.749,25 TL"]]),
    rows: ["2026-03-02 -1250.75", "2026-03-05 45000.00", "2026-03-23 -15000.00"],
    account: "TR330006100519786457841326",
  },
  {
    name: "Turkey: old Excel, newest first",
    bytes: () => xlsOf([["HESAP OZETI"], [], ["Tarih", "Saat", "Tutar", "Bakiye", "Aciklama"], [xlsDay("2026-03-23"), "10:11", -15_000, 38_749.25, "Kira"], [xlsDay("2026-03-05"), "09:00", 45_000, 53_749.25, "Maas"], [xlsDay("2026-03-02"), "18:20", -1_250.75, 8_749.25, "Market"]]),
    rows: ["2026-03-23 -15000.00", "2026-03-05 45000.00", "2026-03-02 -1250.75"],
  },
  {
    name: "India: twenty lines of preamble, stars around the labels, two-digit years, a summary below",
    bytes: () => xlsOf([
      ["HDFC like BANK Ltd."], [null, "Account Branch : MAIN"], ["MR A B KUMAR", null, "Address : 1 ROAD"], [null, null, "City : MUMBAI"], [null, null, "Account No : 50100123456789"], ["Nomination : Registered"], ["Statement From : 01/03/2026 To : 31/03/2026"], [],
      ["********", "****************", "********", "********", "********", "********", "********"],
      ["Date", "Narration", "Chq./Ref.No.", "Value Dt", "Withdrawal Amt.", "Deposit Amt.", "Closing Balance"],
      ["********", "****************", "********", "********", "********", "********", "********"],
      ["02/03/26", "UPI-SHOP-1", "0000606112345678", "02/03/26", 450.5, null, 9_549.5],
      ["05/03/26", "SALARY", "0000000000000000", "05/03/26", null, 50_000, 59_549.5],
      ["20/03/26", "RENT", "0000606112345679", "20/03/26", 20_000, null, 39_549.5],
      ["********", "****************", "********", "********", "********", "********", "********"],
      ["STATEMENT SUMMARY  :-"], ["Opening Balance", "Dr Count", "Cr Count", "Debits", "Credits", "Closing Bal"], [10_000, 2, 1, 20_450.5, 50_000, 39_549.5], ["Generated On: 01-Apr-2026 10:00:00"],
    ]),
    rows: ["2026-03-02 -450.50", "2026-03-05 50000.00", "2026-03-20 -20000.00"],
    rejected: [11, 15],
  },
  {
    name: "India: numbered rows, zero where there is nothing, lakh grouping as text",
    bytes: () => xlsOf([[], [null, "DETAILED STATEMENT"], [null, "Transactions List - A B KUMAR (INR) - 001101234567"], [], [null, "S No.", "Value Date", "Transaction Date", "Cheque Number", "Transaction Remarks", "Withdrawal Amount (INR )", "Deposit Amount (INR )", "Balance (INR )"], [null, "1", "02/03/2026", "02/03/2026", "-", "UPI/1", "1,20,450.50", "0.00", "3,79,549.50"], [null, "2", "15/03/2026", "15/03/2026", "-", "NEFT SALARY", "0.00", "2,00,000.00", "5,79,549.50"], [null, "3", "30/03/2026", "30/03/2026", "-", "ATM", "5,000.00", "0.00", "5,74,549.50"]]),
    rows: ["2026-03-02 -120450.50", "2026-03-15 200000.00", "2026-03-30 -5000.00"],
    currency: "inr",
  },
  {
    name: "Spain: labels in the eighth row, the currency beside amount and balance",
    bytes: () => xlsxOf([[], [null, "Últimos movimientos"], [null, "Cuenta:", "ES91 2100 0418 4502 0005 1332"], [], [null, "F.Valor", "Fecha", "Concepto", "Movimiento", "Importe", "Divisa", "Disponible", "Divisa", "Observaciones"], [null, day("2026-03-25"), day("2026-03-25"), "Recibo luz", "Cargo", -61.2, "EUR", 938.8, "EUR", "ref 1"], [null, day("2026-03-01"), day("2026-03-02"), "Nómina", "Abono", 900, "EUR", 1_000, "EUR", ""]]),
    rows: ["2026-03-25 -61.20", "2026-03-02 900.00"],
    account: "ES9121000418450200051332", currency: "eur",
  },
  {
    name: "Spain: categories, the euro sign in the label, old Excel",
    bytes: () => xlsOf([["Movimientos de la Cuenta"], ["Numero de cuenta:", "1465 0100 72 1234567890"], [], ["F. VALOR", "CATEGORIA", "SUBCATEGORIA", "DESCRIPCION", "COMENTARIO", "IMPORTE (EUR)", "SALDO (EUR)"], [xlsDay("2026-03-30"), "Alimentacion", "Supermercados", "Pago en MERCADONA", "", -45.67, 954.33], [xlsDay("2026-03-02"), "Nomina", "Nomina", "Nomina recibida", "", 800, 1_000]]),
    rows: ["2026-03-30 -45.67", "2026-03-02 800.00"],
    currency: "eur",
  },
  {
    name: "Spain: XML called .xls",
    bytes: () => new TextEncoder().encode(`<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Movimientos"><Table>${[["Fecha operación", "Fecha valor", "Concepto", "Importe", "Saldo"], ["2026-03-02", "2026-03-02", "Compra", "-10.5", "989.5"], ["2026-03-18", "2026-03-18", "Bizum", "20", "1009.5"]].map((cells, index) => `<Row>${cells.map((cell, column) => `<Cell><Data ss:Type="${index === 0 || column === 2 ? "String" : column < 2 ? "DateTime" : "Number"}">${index > 0 && column < 2 ? `${cell}T00:00:00.000` : cell}</Data></Cell>`).join("")}</Row>`).join("")}</Table></Worksheet></Workbook>`),
    rows: ["2026-03-02 -10.50", "2026-03-18 20.00"],
  },
  {
    name: "Portugal: a total below, typed dates with dashes",
    bytes: () => xlsxOf([["Consultar saldos e movimentos à ordem"], ["Conta", "0035012345678900 - EUR - Conta"], ["Data de início", day("2026-03-01", "dd-mm-yyyy")], [], ["Data mov.", "Data valor", "Descrição", "Débito", "Crédito", "Saldo contabilístico"], [day("2026-03-02", "dd-mm-yyyy"), day("2026-03-02", "dd-mm-yyyy"), "COMPRA PINGO DOCE", 25.3, null, 974.7], [day("2026-03-16", "dd-mm-yyyy"), day("2026-03-16", "dd-mm-yyyy"), "VENCIMENTO", null, 1_200, 2_174.7], [null, null, "Saldo contabilístico", null, null, 2_174.7]]),
    rows: ["2026-03-02 -25.30", "2026-03-16 1200.00"],
  },
  {
    name: "Portugal: amounts as text in a web page",
    bytes: () => html([[["Data Lanc.", "Data Valor", "Descrição", "Valor", "Saldo"], ["02-03-2026", "02-03-2026", "MB WAY", "-12,00", "988,00"], ["28-03-2026", "28-03-2026", "ORDENADO", "1.000,00", "1.988,00"]]]),
    rows: ["2026-03-02 -12.00", "2026-03-28 1000.00"],
  },
  {
    name: "Poland: the balance after each, the currency in a column",
    bytes: () => xlsxOf([["Data operacji", "Data waluty", "Typ transakcji", "Kwota", "Waluta", "Saldo po transakcji", "Opis transakcji"], [day("2026-03-20", "yyyy-mm-dd"), day("2026-03-20", "yyyy-mm-dd"), "Płatność kartą", -45.99, "PLN", 954.01, "Żabka Z1234"], [day("2026-03-02", "yyyy-mm-dd"), day("2026-03-02", "yyyy-mm-dd"), "Przelew na konto", 900, "PLN", 1_000, "Wynagrodzenie"]]),
    rows: ["2026-03-20 -45.99", "2026-03-02 900.00"],
    currency: "pln",
  },
  {
    name: "Poland: the currency in the number format alone",
    bytes: () => xlsxOf([["Data księgowania", "Nadawca / Odbiorca", "Tytułem", "Kwota operacji", "Saldo"], [day("2026-03-20", "dd.mm.yyyy"), "Sklep", "Zakupy", money(-45.99, '#,##0.00\\ "zł"'), money(954.01, '#,##0.00\\ "zł"')], [day("2026-03-25", "dd.mm.yyyy"), "Firma", "Pensja", money(900, '#,##0.00\\ "zł"'), money(1_854.01, '#,##0.00\\ "zł"')]]),
    rows: ["2026-03-20 -45.99", "2026-03-25 900.00"],
    currency: "pln",
  },
  {
    name: "United States: a card, charges printed as positive, dates as text",
    bytes: () => xlsxOf([["Transaction Details", "Blue Card / March 2026"], ["Prepared for"], ["JANE DOE"], ["Account Number"], ["XXXX-XXXXXX-12345"], [], ["Date", "Description", "Card Member", "Account #", "Amount", "Extended Details", "Category"], ["03/28/2026", "GROCERY STORE", "JANE DOE", "-12345", 54.12, "", "Merchandise"], ["03/15/2026", "AUTOPAY PAYMENT - THANK YOU", "JANE DOE", "-12345", -310.5, "", ""], ["03/02/2026", "AIRLINE", "JANE DOE", "-12345", 256.38, "", "Travel"]]),
    rows: ["2026-03-28 -54.12", "2026-03-15 310.50", "2026-03-02 -256.38"],
  },
  {
    name: "United States: debit and credit, accounting formats",
    bytes: () => xlsxOf([["Account Activity"], [], ["Posted Date", "Check Number", "Description", "Debit", "Credit", "Balance"], ...[["2026-03-27", 82.4, null, 3_917.6], ["2026-03-13", null, 2_000, 4_000], ["2026-03-02", 100, null, 2_000]].map(([date, debit, credit, balance]): Put[] => [day(String(date), "m/d/yyyy"), null, "Text", ...[debit, credit, balance].map((value): Put => (typeof value === "number" ? money(value, '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)') : null))])]),
    rows: ["2026-03-27 -82.40", "2026-03-13 2000.00", "2026-03-02 -100.00"],
  },
  {
    name: "Revolut: the time of each, a fee column, pending and reverted rows",
    bytes: () => xlsxOf([["Type", "Product", "Started Date", "Completed Date", "Description", "Amount", "Fee", "Currency", "State", "Balance"], ["CARD_PAYMENT", "Current", { day: "2026-03-01", seconds: 49_507, format: 22 }, { day: "2026-03-02", seconds: 36_000, format: 22 }, "Lidl", -20.5, 0, "EUR", "COMPLETED", 979.5], ["TOPUP", "Current", { day: "2026-03-13", seconds: 100, format: 22 }, { day: "2026-03-13", seconds: 200, format: 22 }, "Top-Up", 500, 0, "EUR", "COMPLETED", 1_479.5], ["ATM", "Current", { day: "2026-03-14", seconds: 100, format: 22 }, { day: "2026-03-15", seconds: 200, format: 22 }, "Cash", -100, 2, "EUR", "COMPLETED", 1_377.5]]),
    rows: ["2026-03-02 -20.50", "2026-03-13 500.00", "2026-03-15 -102.00"],
    currency: "eur",
  },
  {
    name: "Wise: its own ids, a running balance, newest first",
    bytes: () => xlsxOf([["TransferWise ID", "Date", "Date Time", "Amount", "Currency", "Description", "Payment Reference", "Running Balance", "Exchange From", "Exchange To", "Exchange Rate", "Payer Name", "Payee Name", "Total fees"], ["CARD-1234567", day("2026-03-20", "dd-mm-yyyy"), day("2026-03-20", 22), -15.75, "GBP", "Card transaction of 15.75 GBP", "", 484.25, null, null, null, "", "Tesco", 0], ["TRANSFER-987", day("2026-03-02", "dd-mm-yyyy"), day("2026-03-02", 22), 400, "GBP", "Received money", "rent", 500, null, null, null, "J Doe", "", 0]]),
    rows: ["2026-03-20 -15.75", "2026-03-02 400.00"],
    currency: "gbp",
  },
  {
    name: "PayPal: gross, fee and net, date and time apart",
    bytes: () => xlsxOf([["Date", "Time", "TimeZone", "Name", "Type", "Status", "Currency", "Gross", "Fee", "Net", "From Email Address", "To Email Address", "Transaction ID", "Balance"], [day("2026-03-28", "mm/dd/yyyy"), { number: 0.5, format: "hh:mm:ss" }, "PDT", "Buyer One", "Website Payment", "Completed", "USD", 100, -3.2, 96.8, "a@example.com", "b@example.com", "1AB23456CD789012E", 196.8], [day("2026-03-02", "mm/dd/yyyy"), { number: 0.25, format: "hh:mm:ss" }, "PDT", "Shop", "Express Checkout Payment", "Completed", "USD", -20, 0, -20, "b@example.com", "c@example.com", "2AB23456CD789012E", 100]]),
    rows: ["2026-03-28 96.80", "2026-03-02 -20.00"],
    currency: "usd",
  },
  {
    name: "Brazil: balances of the day between the rows",
    bytes: () => xlsOf([["Logotipo"], ["Nome:", "FULANO DE TAL"], ["Agencia:", "1234"], ["Conta:", "12345-6"], [], ["data", "lancamento", "ag./origem", "valor (R$)", "saldos (R$)"], ["28/02/2026", "SALDO ANTERIOR", null, null, 1_000], ["02/03/2026", "PIX TRANSF JOAO", null, -150.25, null], ["02/03/2026", "SALDO TOTAL DISPONIVEL DIA", null, null, 849.75], ["15/03/2026", "SALARIO", "1234", 3_000, null], ["15/03/2026", "SALDO TOTAL DISPONIVEL DIA", null, null, 3_849.75]]),
    rows: ["2026-03-02 -150.25", "2026-03-15 3000.00"],
  },
  {
    name: "Italy: money in before money out, underscores in the labels",
    bytes: () => xlsxOf([["Conto Corrente: 1234567"], ["Intestazione Conto Corrente: ROSSI MARIO"], ["Periodo Dal: 01/03/2026 Al: 31/03/2026"], [], ["Data_Operazione", "Data_Valuta", "Entrate", "Uscite", "Descrizione", "Descrizione_Completa", "Stato"], [day("2026-03-30", "dd/mm/yyyy"), day("2026-03-30", "dd/mm/yyyy"), null, -45.6, "PagoBancomat", "Esselunga Milano", "Contabilizzato"], [day("2026-03-27", "dd/mm/yyyy"), day("2026-03-27", "dd/mm/yyyy"), 1_650, null, "Stipendio", "Accredito stipendio", "Contabilizzato"]]),
    rows: ["2026-03-30 -45.60", "2026-03-27 1650.00"],
  },
  {
    name: "France: debit and credit as text, a web page",
    bytes: () => html([[["Date", "Date valeur", "Libellé", "Débit euros", "Crédit euros"], ["02/03/2026", "02/03/2026", "CARTE CARREFOUR", "54,30", ""], ["27/03/2026", "27/03/2026", "VIREMENT SALAIRE", "", "1&nbsp;900,00"]]]),
    rows: ["2026-03-02 -54.30", "2026-03-27 1900.00"],
  },
  {
    name: "Netherlands: days as whole numbers, balances before and after",
    bytes: () => xlsOf([["accountNumber", "mutationcode", "transactiondate", "valuedate", "startsaldo", "endsaldo", "amount", "description"], [123_456_789, "EUR", 20_260_302, 20_260_302, 1_000, 987.5, -12.5, "BEA Albert Heijn"], [123_456_789, "EUR", 20_260_325, 20_260_325, 987.5, 2_987.5, 2_000, "Salaris"]]),
    rows: ["2026-03-02 -12.50", "2026-03-25 2000.00"],
  },
  {
    name: "Germany: typed dates whose format is in German letters, umlauts in labels",
    bytes: () => xlsxOf([["Umsätze Girokonto"], ["IBAN", "DE89 3704 0044 0532 0130 00"], [], ["Buchungstag", "Wertstellung", "Auftraggeber / Begünstigter", "Verwendungszweck", "Betrag", "Währung"], [day("2026-03-02", "TT.MM.JJJJ"), day("2026-03-02", "TT.MM.JJJJ"), "REWE", "Einkauf", -33.33, "EUR"], [day("2026-03-30", "TT.MM.JJJJ"), day("2026-03-30", "TT.MM.JJJJ"), "Arbeitgeber", "Gehalt", 2_500, "EUR"]]),
    rows: ["2026-03-02 -33.33", "2026-03-30 2500.00"],
    account: "DE89370400440532013000", currency: "eur",
  },
  {
    name: "Netherlands: a CSV that a person opened with the month first and saved as a workbook",
    bytes: () => xlsxOf([["Datum", "Omschrijving", "Bedrag", "Saldo"], [day("2026-02-03"), "Albert Heijn", -12.5, 987.5], [day("2026-05-03"), "Salaris", 2_000, 2_987.5], ["25/03/2026", "Huur", -900, 2_087.5]]),
    rows: ["2026-03-02 -12.50", "2026-03-05 2000.00", "2026-03-25 -900.00"],
    answers: { dates_exchanged: "yes" },
  },
];
