// Synthetic statements in the layouts of banks around the world: the header as the bank prints it, rows
// made up, and what they say, derived by hand. One entry a layout; `asks` names the questions a
// file this short leaves open, `answers` what the account's owner would say.

export interface BankCase {
  readonly bank: string;
  readonly file: string;
  /** "date amount description" of each transaction, in file order. */
  readonly rows: readonly string[];
  readonly currency?: string | null;
  readonly account?: string;
  readonly asks?: readonly string[];
  readonly answers?: Readonly<Record<string, string>>;
  /** Lines that are skipped, and lines that are pending. */
  readonly skipped?: readonly number[];
  readonly pending?: readonly number[];
}

export const BANKS: readonly BankCase[] = [
  {
    bank: "Chase checking (US): month first, one more cell than labels",
    file: `Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
DEBIT,03/27/2024,"GROCER 12, MAIN ST",-42.10,DEBIT_CARD,957.90,,
CREDIT,03/25/2024,ACME PAYROLL,1000.00,ACH_CREDIT,1000.00,,
`,
    rows: ["2024-03-27 -42.10 GROCER 12, MAIN ST", "2024-03-25 1000.00 ACME PAYROLL"],
  },
  {
    bank: "Capital One card (US): debit and credit columns",
    file: `Transaction Date,Posted Date,Card No.,Description,Category,Debit,Credit
2024-03-27,2024-03-28,1234,COFFEE HOUSE,Dining,4.75,
2024-03-20,2024-03-21,1234,PAYMENT THANK YOU,Payment,,250.00
`,
    rows: ["2024-03-28 -4.75 COFFEE HOUSE", "2024-03-21 250.00 PAYMENT THANK YOU"],
  },
  {
    bank: "Citi (US): negative numbers in the credit column",
    file: `Status,Date,Description,Debit,Credit
Cleared,03/27/2024,SHOE STORE,80.00,
Cleared,03/25/2024,ONLINE PAYMENT,,-300.00
Cleared,03/14/2024,BOOKS,12.99,
`,
    rows: [
      "2024-03-27 -80.00 SHOE STORE",
      "2024-03-25 300.00 ONLINE PAYMENT",
      "2024-03-14 -12.99 BOOKS",
    ],
  },
  {
    bank: "Bank of America (US): summary above, running balance, beginning balance row",
    file: `Description,,Summary Amt.
Beginning balance as of 03/01/2024,,"1,000.00"
Total credits,,"500.00"
Total debits,,"-60.50"
Ending balance as of 03/28/2024,,"1,439.50"

Date,Description,Amount,Running Bal.
03/01/2024,Beginning balance as of 03/01/2024,,"1,000.00"
03/14/2024,"Employer DES:PAYROLL","500.00","1,500.00"
03/28/2024,"Power company","-60.50","1,439.50"
`,
    rows: ["2024-03-14 500.00 Employer DES:PAYROLL", "2024-03-28 -60.50 Power company"],
    skipped: [8],
  },
  {
    bank: "Apple Card (US): charges are printed as positive",
    file: `Transaction Date,Clearing Date,Description,Merchant,Category,Type,Amount (USD),Purchased By
03/26/2024,03/27/2024,"BAKERY 1 MAIN","Bakery","Restaurants","Purchase","6.50","A Person"
03/21/2024,03/22/2024,"ACH DEPOSIT","Payment","Payment","Payment","-100.00","A Person"
`,
    rows: ["2024-03-27 -6.50 Bakery BAKERY 1 MAIN", "2024-03-22 100.00 Payment ACH DEPOSIT"],
    currency: "usd",
  },
  {
    bank: "Starling (UK): day first",
    file: `Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes
13/03/2024,Tea Shop,TEA,CARD,-3.20,96.80,EATING_OUT,
14/03/2024,A Person,RENT BACK,FASTER PAYMENT,50.00,146.80,INCOME,
`,
    rows: [
      "2024-03-13 -3.20 Tea Shop",
      "2024-03-14 50.00 Tea Shop".replace("Tea Shop", "A Person"),
    ],
    currency: "gbp",
  },
  {
    bank: "Lloyds (UK): one ambiguous date, read as the bank prints it",
    file: `Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance,
04/03/2024,DEB,'11-22-33,12345678,CORNER SHOP,3.40,,96.60
`,
    rows: ["2024-03-04 -3.40 CORNER SHOP"],
    account: "12345678",
  },
  {
    bank: "Nationwide (UK): preamble, month names, pound signs",
    file: `"Account Name:","FlexDirect ****12345"
"Account Balance:","£510.00"
"Available Balance: ","£510.00"

"Date","Transaction type","Description","Paid out","Paid in","Balance"
"05 Mar 2024","Visa purchase","PET SHOP","£15.00","","£510.00"
"01 Mar 2024","Bank credit","EMPLOYER","","£525.00","£525.00"
`,
    rows: ["2024-03-05 -15.00 PET SHOP", "2024-03-01 525.00 EMPLOYER"],
    currency: "gbp",
  },
  {
    bank: "Sparkasse (DE): CSV-CAMT, two-digit years, pending row",
    file: `"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Sammlerreferenz";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"
"DE02120300000000202051";"28.03.24";"28.03.24";"KARTENZAHLUNG";"2024-03-27 Debitk.11";"";"";"";"";"";"";"BAECKEREI";"DE00";"X";"-7,45";"EUR";"Umsatz gebucht"
"DE02120300000000202051";"15.03.24";"15.03.24";"LOHN GEHALT";"Gehalt Maerz";"";"";"";"";"";"";"ARBEITGEBER GMBH";"DE00";"X";"2.345,67";"EUR";"Umsatz gebucht"
`,
    rows: [
      "2024-03-28 -7.45 BAECKEREI KARTENZAHLUNG 2024-03-27 Debitk.11",
      "2024-03-15 2345.67 ARBEITGEBER GMBH LOHN GEHALT Gehalt Maerz",
    ],
    currency: "eur",
    account: "DE02120300000000202051",
  },
  {
    bank: "ING (DE): two columns named Währung, preamble with IBAN",
    file: `Umsatzanzeige;Datei erstellt am: 28.03.2024 10:00

IBAN;DE02 1203 0000 0000 2020 51
Kontoname;Girokonto
Bank;ING
Saldo;1.000,00;EUR

Buchung;Valuta;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung
27.03.2024;27.03.2024;MARKT;Lastschrift;Einkauf;1.000,00;EUR;-20,00;EUR
20.03.2024;20.03.2024;ARBEITGEBER;Gehalt/Rente;Lohn;1.020,00;EUR;900,00;EUR
`,
    rows: [
      "2024-03-27 -20.00 MARKT Lastschrift Einkauf",
      "2024-03-20 900.00 ARBEITGEBER Gehalt/Rente Lohn",
    ],
    currency: "eur",
    account: "DE02120300000000202051",
  },
  {
    bank: "comdirect (DE): pending row without date, footer",
    file: `;
"Umsätze Girokonto";"Zeitraum: 30 Tage";
"Neuer Kontostand";"100,00 EUR";

"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";
"28.03.2024";"28.03.2024";"Lastschrift / Belastung";"Auftraggeber: STROM AG Buchungstext: Abschlag";"-45,00";
"21.03.2024";"21.03.2024";"Übertrag / Überweisung";"Auftraggeber: EIN MENSCH Buchungstext: Miete";"1.145,00";
"Alter Kontostand";"-1.000,00 EUR";
`,
    rows: [
      "2024-03-28 -45.00 Auftraggeber: STROM AG Buchungstext: Abschlag",
      "2024-03-21 1145.00 Auftraggeber: EIN MENSCH Buchungstext: Miete",
    ],
    currency: "eur",
    skipped: [8],
  },
  {
    bank: "N26 (DE): ISO dates, original currency",
    file: `"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"
2024-03-27,2024-03-27,Bookshop,,Presentment,,"Main Account",-11.20,-12.00,USD,1.0714
2024-03-01,2024-03-01,Employer,DE00,"Credit Transfer",Salary,"Main Account",1800.00,,,
`,
    rows: ["2024-03-27 -11.20 Bookshop", "2024-03-01 1800.00 Employer Salary"],
    currency: "eur",
  },
  {
    bank: "Boursorama (FR): camel-case labels, the download's balance on every row",
    file: `dateOp;dateVal;label;category;categoryParent;supplierFound;amount;accountNum;accountLabel;accountbalance
2024-03-27;2024-03-27;"CARTE 26/03 BOULANGERIE";"Alimentation";"Vie";"boulangerie";-4,50;00012345;BoursoBank;812.33
2024-03-15;2024-03-15;"VIR SALAIRE";"Salaires";"Revenus";"employeur";"1 900,00";00012345;BoursoBank;812.33
2024-03-11;2024-03-11;"PRLV EDF";"Energie";"Logement";"edf";-61,20;00012345;BoursoBank;812.33
`,
    rows: [
      "2024-03-27 -4.50 boulangerie CARTE 26/03 BOULANGERIE",
      "2024-03-15 1900.00 employeur VIR SALAIRE",
      "2024-03-11 -61.20 edf PRLV EDF",
    ],
  },
  {
    bank: "Crédit Agricole (FR): euro columns, narrow blanks, quoted line ends",
    file: `Téléchargement du 28/03/2024;

M. UN CLIENT Compte de Dépôt carte n° 12345678901;
Solde au 28/03/2024 1 234,56 €

Date;Libellé;Débit euros;Crédit euros;
25/03/2024;"PAIEMENT PAR CARTE
MARCHE 24/03";12,30;;
14/03/2024;"VIREMENT EN VOTRE FAVEUR";;1\u202f200,00;
`,
    rows: [
      "2024-03-25 -12.30 PAIEMENT PAR CARTE MARCHE 24/03",
      "2024-03-14 1200.00 VIREMENT EN VOTRE FAVEUR",
    ],
    currency: "eur",
  },
  {
    bank: "Santander (ES): decimal comma, running balance newest first",
    file: `FECHA OPERACIÓN;FECHA VALOR;CONCEPTO;IMPORTE EUR;SALDO
28/03/2024;28/03/2024;COMPRA SUPERMERCADO;-35,10;1.064,90
27/03/2024;27/03/2024;NOMINA EMPRESA;1.100,00;1.100,00
`,
    rows: ["2024-03-28 -35.10 COMPRA SUPERMERCADO", "2024-03-27 1100.00 NOMINA EMPRESA"],
    currency: "eur",
  },
  {
    bank: "FinecoBank (IT): negative numbers in the column of money out, authorised rows are pending",
    file: `Data_Operazione;Data_Valuta;Entrate;Uscite;Descrizione;Descrizione_Completa;Stato;Moneymap
27/03/2024;27/03/2024;;-18,90;Pagamento Visa Debit;BAR CENTRALE;Autorizzato;
25/03/2024;25/03/2024;1500,00;;Stipendio;DITTA SRL;Contabilizzato;
`,
    rows: [
      "2024-03-27 -18.90 Pagamento Visa Debit BAR CENTRALE",
      "2024-03-25 1500.00 Stipendio DITTA SRL",
    ],
    pending: [2],
  },
  {
    bank: "UniCredit (IT): a header of two lines",
    file: `Rapporto 12345 - CONTO;;;;
;;;;
Data;;Descrizione;EUR;Caus.
Operaz.;Valuta;;;
15/01/2024;14/01/2024;BOLLETTA;-6,86;198
16/01/2024;16/01/2024;BONIFICO;1.438,74;208
`,
    rows: ["2024-01-15 -6.86 BOLLETTA", "2024-01-16 1438.74 BONIFICO"],
    currency: "eur",
  },
  {
    bank: "ING (NL): compact dates, Af and Bij",
    file: `"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij","Bedrag (EUR)","Mutatiesoort","Mededelingen"
"20240327","SUPERMARKT","NL00INGB0001234567","","BA","Af","23,45","Betaalautomaat","Pasvolgnr: 001"
"20240325","WERKGEVER","NL00INGB0001234567","NL00","OV","Bij","2100,00","Overschrijving","Salaris"
`,
    rows: ["2024-03-27 -23.45 SUPERMARKT Pasvolgnr: 001", "2024-03-25 2100.00 WERKGEVER Salaris"],
    currency: "eur",
    account: "NL00INGB0001234567",
  },
  {
    bank: "Rabobank (NL): explicit plus, bank's own number",
    file: `"IBAN/BBAN","Munt","BIC","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn","Tegenrekening IBAN/BBAN","Naam tegenpartij","Code","Omschrijving-1"
"NL00RABO0123456789","EUR","RABONL2U","000000000000007001","2024-03-26","2024-03-26","-9,95","+90,05","","Kiosk","ba","Krant"
"NL00RABO0123456789","EUR","RABONL2U","000000000000007002","2024-03-27","2024-03-27","+10,00","+100,05","NL00","Vriend","cb","Lunch"
`,
    rows: ["2024-03-26 -9.95 Kiosk Krant", "2024-03-27 10.00 Vriend Lunch"],
    account: "NL00RABO0123456789",
  },
  {
    bank: "BNP Paribas Fortis (BE): a refused order is skipped",
    file: `Volgnummer;Uitvoeringsdatum;Valutadatum;Bedrag;Valuta rekening;Rekeningnummer;Type verrichting;Tegenpartij;Naam van de tegenpartij;Mededeling;Details;Status;Reden van weigering
2024-00012;27/03/2024;27/03/2024;-15,00;EUR;BE00 0000 0000 0000;Kaartbetaling;;Winkel;;WINKEL 26/03;Geaccepteerd;
2024-00011;26/03/2024;26/03/2024;-99,00;EUR;BE00 0000 0000 0000;Overschrijving;;Verhuurder;;HUUR;Geweigerd;Saldo
`,
    rows: ["2024-03-27 -15.00 Winkel WINKEL 26/03"],
    skipped: [3],
  },
  {
    bank: "mBank (PL): labels with #, currency in the cell, blanks part thousands",
    file: `mBank S.A.;
#Klient;
JAN KOWALSKI;

#Data operacji;#Opis operacji;#Rachunek;#Kategoria;#Kwota;#Saldo po operacji;
2024-03-27;"ZAKUP BILETU";"eKonto 1111";"Transport";-15,00 PLN;1 085,00 PLN;
2024-03-26;"PRZELEW WYNAGRODZENIE";"eKonto 1111";"Wpływy";1 100,00 PLN;1 100,00 PLN;
;;;;#Saldo końcowe;1 085,00 PLN;
`,
    rows: ["2024-03-27 -15.00 ZAKUP BILETU", "2024-03-26 1100.00 PRZELEW WYNAGRODZENIE"],
    currency: "pln",
    account: "eKonto 1111",
    skipped: [8],
  },
  {
    bank: "Swedbank (SE): title line, dot decimals, running number",
    file: `* Transaktioner Period 2024-03-01–2024-03-28 Skapad 2024-03-28 10:00
Radnummer,Clearingnummer,Kontonummer,Produkt,Valuta,Bokföringsdag,Transaktionsdag,Valutadag,Referens,Beskrivning,Belopp,Bokfört saldo
1,8327,1234567,Privatkonto,SEK,2024-03-27,2024-03-26,2024-03-27,KIOSK,Kortköp,-45.00,955.00
2,8327,1234567,Privatkonto,SEK,2024-03-25,2024-03-25,2024-03-25,LÖN,Insättning,1000.00,1000.00
`,
    rows: ["2024-03-27 -45.00 Kortköp", "2024-03-25 1000.00 Insättning"],
    currency: "sek",
  },
  {
    bank: "SEB (SE): three decimals",
    file: `Bokföringsdatum;Valutadatum;Verifikationsnummer;Text;Belopp;Saldo
2024-03-27;2024-03-27;5484;HYRA;-253.520;746.480
2024-03-25;2024-03-25;5483;FAKTURA;1000.000;1000.000
`,
    rows: ["2024-03-27 -253.52 HYRA", "2024-03-25 1000.00 FAKTURA"],
  },
  {
    bank: "DNB (NO): out of and into the account",
    file: `Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto
27.03.2024;"Varekjøp KIOSK";27.03.2024;79,00;
25.03.2024;"Lønn";25.03.2024;;25.000,00
`,
    rows: ["2024-03-27 -79.00 Varekjøp KIOSK", "2024-03-25 25000.00 Lønn"],
  },
  {
    bank: "Danske Bank (DK): a row that waits is pending",
    file: `"Dato";"Kategori";"Underkategori";"Tekst";"Beløb";"Saldo";"Status";"Afstemt"
"27.03.2024";"Mad";"Butik";"NETTO";"-120,50";"879,50";"Udført";"Nej"
"25.03.2024";"Løn";"Løn";"ARBEJDSGIVER";"1.000,00";"1.000,00";"Udført";"Nej"
`,
    rows: ["2024-03-27 -120.50 NETTO", "2024-03-25 1000.00 ARBEJDSGIVER"],
  },
  {
    bank: "OP (FI): explicit plus, archive id",
    file: `Kirjauspäivä;Arvopäivä;Määrä EUROA;Laji;Selitys;Saaja/Maksaja;Saajan tilinumero ja pankin BIC;Viite;Viesti;Arkistointitunnus
27.03.2024;27.03.2024;-8,90;162;PKORTTIMAKSU;KIOSKI;;;;20240327/A1
25.03.2024;25.03.2024;+2100,00;588;VIITESIIRTO;TYÖNANTAJA;;;Palkka;20240325/B2
`,
    rows: [
      "2024-03-27 -8.90 KIOSKI PKORTTIMAKSU",
      "2024-03-25 2100.00 TYÖNANTAJA VIITESIIRTO Palkka",
    ],
  },
  {
    bank: "ČSOB (CZ): bank's own id, opening text",
    file: `Pohyby na účtu 123/0300;;;
;;;
číslo účtu;datum zaúčtování;částka;měna;zůstatek;číslo účtu protiúčtu;kód banky protiúčtu;název účtu protiúčtu;konstantní symbol;variabilní symbol;specifický symbol;označení operace;ID transakce;poznámka
123456789/0300;27.03.2024;-250,00;CZK;9750,00;;;;;;;Platba kartou;900001;POTRAVINY
123456789/0300;25.03.2024;10000,00;CZK;10000,00;1/0800;0800;FIRMA;;;;Příchozí úhrada;900000;MZDA
`,
    rows: ["2024-03-27 -250.00 POTRAVINY", "2024-03-25 10000.00 FIRMA MZDA"],
    currency: "czk",
  },
  {
    bank: "Erste (HU): dates with a trailing dot, signs and words agree",
    file: `Tranzakció dátuma,Partner neve,Partner számlaszáma,Számla neve,Számlaszám,Tranzakció típusa,Tranzakció összege,Tranzakció devizaneme,Bevétel/Kiadás,Értéknap,Közlemény
2024.03.27.,BOLT KFT,,Folyószámla,11600006-00000000,Vásárlás,-4990,HUF,Kiadás,2024.03.27.,KÁRTYA
2024.03.25.,MUNKÁLTATÓ,,Folyószámla,11600006-00000000,Átutalás,412000,HUF,Bevétel,2024.03.25.,FIZETÉS
`,
    rows: ["2024-03-27 -4990.00 BOLT KFT KÁRTYA", "2024-03-25 412000.00 MUNKÁLTATÓ FIZETÉS"],
    currency: "huf",
  },
  {
    bank: "Banco Inter (BR): decimal comma after a title, balance on every row",
    file: `Extrato Conta Corrente
Conta ;12345678
Período ;01/03/2024 a 28/03/2024
Saldo ;1.030,00

Data Lançamento;Histórico;Descrição;Valor;Saldo
28/03/2024;Pix enviado;Padaria;-20,00;1.030,00
27/03/2024;Pix enviado;Padaria;-20,00;1.050,00
15/03/2024;Pix recebido;Cliente;1.070,00;1.070,00
`,
    rows: [
      "2024-03-28 -20.00 Pix enviado Padaria",
      "2024-03-27 -20.00 Pix enviado Padaria",
      "2024-03-15 1070.00 Pix recebido Cliente",
    ],
    account: "12345678",
  },
  {
    bank: "Japanese bank: withdrawals and deposits in yen",
    file: `日付,摘要,お支払金額,お預り金額,差引残高
2024/3/27,カード,"1,500",,"98,500"
2024/3/25,給料,,"100,000","100,000"
`,
    rows: ["2024-03-27 -1500.00 カード", "2024-03-25 100000.00 給料"],
  },
  {
    bank: "Alipay (CN): a preamble, unsigned amounts with a side, a closed order, neither side",
    file: `支付宝交易明细
姓名：某人
------------------------
交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注,
2024-03-27 08:15:00,餐饮,早餐店,a@b,早餐,支出,12.50,余额,交易成功,2024032700,M1,,
2024-03-26 10:00:00,退款,网店,c@d,外套,收入,199.00,余额,退款成功,2024032600,M2,,
2024-03-25 10:00:00,购物,网店,c@d,外套,支出,199.00,余额,交易关闭,2024032500,M3,,
`,
    rows: ["2024-03-27 -12.50 早餐店 早餐", "2024-03-26 199.00 网店 外套"],
    skipped: [7],
  },
  {
    bank: "ICICI (IN): lakh grouping, zero in the unused column",
    file: `S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )
1,27/03/2024,27/03/2024,-,UPI/GROCER,"1,250.00",0.00,"2,48,750.00"
2,28/03/2024,28/03/2024,-,NEFT/SALARY,0.00,"1,00,000.00","3,48,750.00"
`,
    rows: ["2024-03-27 -1250.00 UPI/GROCER", "2024-03-28 100000.00 NEFT/SALARY"],
    currency: "inr",
  },
  {
    bank: "NAB (AU): month names, two-digit years, an empty label",
    file: `Date,Amount,Account Number,,Transaction Type,Transaction Details,Balance,Category,Merchant Name,Processed On
27 Mar 24,-18.00,123456789,,EFTPOS DEBIT,CAFE SYDNEY,982.00,Eating out,Cafe,27 Mar 24
25 Mar 24,1000.00,123456789,,INTER-BANK CREDIT,EMPLOYER,1000.00,Income,,25 Mar 24
`,
    rows: ["2024-03-27 -18.00 Cafe CAFE SYDNEY", "2024-03-25 1000.00 EMPLOYER"],
    account: "123456789",
  },
  {
    bank: "ANZ (AU): no header at all",
    file: `27/03/2024,"-18.00","CAFE SYDNEY"
25/03/2024,"1000.00","EMPLOYER PAY"
21/03/2024,"-60.25","POWER BILL"
`,
    rows: [
      "2024-03-27 -18.00 CAFE SYDNEY",
      "2024-03-25 1000.00 EMPLOYER PAY",
      "2024-03-21 -60.25 POWER BILL",
    ],
  },
  {
    bank: "Alfa Bank (RU): income and expense columns",
    file: `Тип счёта;Номер счета;Валюта;Дата операции;Референс проводки;Описание операции;Приход;Расход;
Текущий счёт;40817810000000000001;RUR;27.03.24;CRD_1;КОФЕЙНЯ;0;350,00;
Текущий счёт;40817810000000000001;RUR;25.03.24;C01;Зарплата;50000,00;0;
`,
    rows: ["2024-03-27 -350.00 КОФЕЙНЯ", "2024-03-25 50000.00 Зарплата"],
    account: "40817810000000000001",
  },
  {
    bank: "Revolut: started and completed dates, a reverted row",
    file: `Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
CARD_PAYMENT,Current,2024-03-26 20:10:05,2024-03-27 03:00:00,Cinema,-12.00,0.00,EUR,COMPLETED,88.00
TOPUP,Current,2024-03-25 09:00:00,2024-03-25 09:00:01,Top-up,100.00,0.00,EUR,COMPLETED,100.00
CARD_PAYMENT,Current,2024-03-24 09:00:00,,Hotel,-300.00,0.00,EUR,REVERTED,
`,
    rows: ["2024-03-27 -12.00 Cinema", "2024-03-25 100.00 Top-up"],
    currency: "eur",
    skipped: [4],
  },
  {
    bank: "Revolut: a fee beside the amount is part of what left the account",
    file: `Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
TOPUP,Current,2024-03-24 09:00:00,2024-03-24 09:00:01,Top-up,100.00,0.00,EUR,COMPLETED,100.00
EXCHANGE,Current,2024-03-25 09:00:00,2024-03-25 09:00:01,To USD,-50.00,0.50,EUR,COMPLETED,49.50
CARD_PAYMENT,Current,2024-03-26 20:10:05,2024-03-27 03:00:00,Cinema,-12.00,0.00,EUR,COMPLETED,37.50
`,
    rows: ["2024-03-24 100.00 Top-up", "2024-03-25 -50.50 To USD", "2024-03-27 -12.00 Cinema"],
  },
  {
    bank: "A card's own payment is negative, so its charges are positive (Amex US)",
    file: `Date,Description,Amount
03/27/2024,GROCER,42.10
03/25/2024,AUTOPAY PAYMENT - THANK YOU,-150.00
03/14/2024,BOOKSHOP,12.50
03/11/2024,STREAMING,9.99
`,
    rows: [
      "2024-03-27 -42.10 GROCER",
      "2024-03-25 150.00 AUTOPAY PAYMENT - THANK YOU",
      "2024-03-14 -12.50 BOOKSHOP",
      "2024-03-11 -9.99 STREAMING",
    ],
  },
  {
    bank: "M&S Bank (UK): only money in is marked, pending rows have no date",
    file: `Date Processed,Description,Amount,
Pending,A SHOP                 LONDON       GBR,£67.40,
12-Dec-2019,INSURANCE        01222 61234  GBR,"£1,183.23",
03-Dec-2019,TRAVEL          LONDON GBR,£1.50,
02-Dec-2019,PAYMENT RECEIVED - THANK YOU,"+ £1,100.00",CR
`,
    rows: [
      "2019-12-12 -1183.23 INSURANCE 01222 61234 GBR",
      "2019-12-03 -1.50 TRAVEL LONDON GBR",
      "2019-12-02 1100.00 PAYMENT RECEIVED - THANK YOU",
    ],
    skipped: [2],
    currency: "gbp",
  },
  {
    bank: "A card whose credits are marked in the cell",
    file: `Date,Transaction Details,Amount
15/03/2024,GROCERY,1200.00
16/03/2024,PAYMENT,5000.00 CR
19/03/2024,FUEL,800.50
`,
    rows: ["2024-03-15 -1200.00 GROCERY", "2024-03-16 5000.00 PAYMENT", "2024-03-19 -800.50 FUEL"],
  },
  {
    bank: "An unknown bank with nothing but positive amounts asks",
    file: `Date,Description,Amount
2024-03-27,Something,12.00
2024-03-25,Something else,13.00
`,
    rows: ["2024-03-27 -12.00 Something", "2024-03-25 -13.00 Something else"],
    asks: ["sign"],
    answers: { sign: "turned" },
  },
  {
    bank: "An unknown bank with ambiguous dates asks",
    file: `Date,Description,Amount
04/03/2024,Something,-12.00
05/03/2024,Something else,13.00
`,
    rows: ["2024-04-03 -12.00 Something", "2024-05-03 13.00 Something else"],
    asks: ["date_order"],
    answers: { date_order: "mdy" },
  },
  {
    bank: "Pending rows under a heading of their own, posted rows under another",
    file: `Date,Type,Check #,Description,Withdrawal (-),Deposit (+),RunningBalance
Pending Transactions
03/30/2024,VISA,,KIOSK,$3.00,,
Posted Transactions
03/27/2024,VISA,,GROCER,$42.10,,$957.90
03/25/2024,ACH,,PAYROLL,,"$1,000.00","$1,000.00"
`,
    rows: ["2024-03-30 -3.00 KIOSK", "2024-03-27 -42.10 GROCER", "2024-03-25 1000.00 PAYROLL"],
    skipped: [2, 4],
    pending: [3],
  },
  {
    bank: 'Sparkasse (DE): the column "Info" says which rows are pending',
    file: `Auftragskonto;Buchungstag;Buchungstext;Verwendungszweck;Betrag;Waehrung;Info
DE12;27.03.24;KARTENZAHLUNG;KIOSK;-3,00;EUR;Umsatz vorgemerkt
DE12;25.03.24;LOHN;FIRMA;1000,00;EUR;Umsatz gebucht
`,
    rows: ["2024-03-27 -3.00 KARTENZAHLUNG KIOSK", "2024-03-25 1000.00 LOHN FIRMA"],
    pending: [2],
  },
  {
    bank: "Danske (DK): a row that waits",
    file: `Dato;Tekst;Beløb;Saldo;Status
25.03.2024;LØN;1.000,00;1.000,00;Udført
27.03.2024;KIOSK;-3,00;;Venter
`,
    rows: ["2024-03-25 1000.00 LØN", "2024-03-27 -3.00 KIOSK"],
    pending: [3],
  },
  {
    bank: "Volksbank (DE), older: opening and closing balance named outside the description",
    file: `Buchungstag;Valuta;Vorgang/Verwendungszweck;Kundenreferenz;Währung;Umsatz; 
27.03.2024;27.03.2024;KIOSK;;EUR;3,00;S
25.03.2024;25.03.2024;LOHN;;EUR;1.000,00;H

25.03.2024;;;Anfangssaldo;EUR;10,00;H
27.03.2024;;;Endsaldo;EUR;1.007,00;H
`,
    rows: ["2024-03-27 -3.00 KIOSK", "2024-03-25 1000.00 LOHN"],
    skipped: [5, 6],
  },
  {
    bank: "Santander (PL): no header; the first line is the period with two balances",
    file: `2024-03-27,25-03-2024,"A B",PLN,"10,00","1007,00",2,
27-03-2024,27-03-2024,KIOSK,Sklep,"-3,00","1007,00",1,
26-03-2024,26-03-2024,PRACA,Firma,"1005,00","1010,00",2,
25-03-2024,25-03-2024,KIOSK,Sklep,"-5,00","5,00",3,
`,
    rows: ["2024-03-27 -3.00 KIOSK", "2024-03-26 1005.00 PRACA", "2024-03-25 -5.00 KIOSK"],
  },
  {
    bank: "Swedbank (EE): Deebet/Kreedit",
    file: `"Kliendi konto";"Kuupäev";"Saaja/Maksja";"Selgitus";"Summa";"Valuuta";"Deebet/Kreedit"
"EE12";"25.03.2024";"TÖÖANDJA";"palk";"1000,00";"EUR";"K"
"EE12";"27.03.2024";"KIOSK";"ost";"3,00";"EUR";"D"
`,
    rows: ["2024-03-25 1000.00 TÖÖANDJA palk", "2024-03-27 -3.00 KIOSK ost"],
    currency: "eur",
  },
  {
    bank: "Greek bank: unsigned amounts, Χ and Π in a column of their own",
    file: `Ημερομηνία;Αιτιολογία;Ποσό;Πρόσημο ποσού;Λογ. υπόλοιπο
27/03/2024;ΑΓΟΡΑ;3,00;Χ;997,00
25/03/2024;ΜΙΣΘΟΣ;1000,00;Π;1000,00
`,
    rows: ["2024-03-27 -3.00 ΑΓΟΡΑ", "2024-03-25 1000.00 ΜΙΣΘΟΣ"],
  },
  {
    bank: "Leumi (IL): the sides with a preposition",
    file: `תאריך,תאריך ערך,תיאור,בחובה,בזכות,היתרה
27/03/24,27/03/24,קיוסק,3.00,,997.00
25/03/24,25/03/24,משכורת,,1000.00,1000.00
`,
    rows: ["2024-03-27 -3.00 קיוסק", "2024-03-25 1000.00 משכורת"],
  },
  {
    bank: "Vietcombank (VN): ghi nợ, ghi có",
    file: `Ngày giao dịch,Số tiền ghi nợ,Số tiền ghi có,Số dư,Mô tả
25/03/2024,,"1,000.00","1,000.00",LUONG
27/03/2024,3.00,,997.00,KIOSK
`,
    rows: ["2024-03-25 1000.00 LUONG", "2024-03-27 -3.00 KIOSK"],
  },
  {
    bank: "BCA (ID): an apostrophe before the date, the side in a column without a label",
    file: `Tanggal,Keterangan,Cabang,Jumlah,,Saldo
'25/03/2024,GAJI,'0000,1000.00,CR,1000.00
'27/03/2024,KIOSK,'0000,3.00,DB,997.00
`,
    rows: ["2024-03-25 1000.00 GAJI", "2024-03-27 -3.00 KIOSK"],
  },
  {
    bank: "Capitec (ZA): a fee beside money in and money out, and a row that is only a fee",
    file: `Posting Date,Description,Money In,Money Out,Fee,Balance
2024-03-25 10:11,SALARY,1000.00,,,1000.00
2024-03-26 10:11,ATM,,-100.00,-2.50,897.50
2024-03-27 10:11,ADMIN FEE,,,-7.50,890.00
2024-03-28 10:11,KIOSK,,-3.00,,887.00
2024-03-29 10:11,BAKERY,,-7.00,,880.00
2024-03-30 10:11,BOOKS,,-10.00,,870.00
`,
    rows: [
      "2024-03-25 1000.00 SALARY",
      "2024-03-26 -102.50 ATM",
      "2024-03-27 -7.50 ADMIN FEE",
      "2024-03-28 -3.00 KIOSK",
      "2024-03-29 -7.00 BAKERY",
      "2024-03-30 -10.00 BOOKS",
    ],
  },
  {
    bank: "Stripe: the days money becomes available or is transferred are no posting dates",
    file: `id,Type,Amount,Fee,Net,Currency,Created (UTC),Available On (UTC),Description,Transfer Date (UTC)
txn_1a,charge,20.00,0.00,20.00,usd,2024-03-25 10:11,2024-03-27 00:00,ORDER 1,2024-03-28 00:00
txn_1b,payout,-20.00,0.00,-20.00,usd,2024-03-26 10:11,2024-03-28 00:00,PAYOUT,2024-03-29 00:00
`,
    rows: ["2024-03-25 20.00 ORDER 1", "2024-03-26 -20.00 PAYOUT"],
  },
  {
    bank: "Venmo (US): a tax of 0 on every row is no amount",
    file: `ID,Datetime,Type,Status,Note,Amount (total),Amount (tax)
3590,2024-03-25T10:11:12,Payment,Complete,Rent,- $20.00,0
3591,2024-03-26T10:11:12,Payment,Complete,Pizza,+ $5.00,0
`,
    rows: ["2024-03-25 -20.00 Payment", "2024-03-26 5.00 Payment"],
  },
  {
    bank: "Curve (UK): a remark in brackets behind the label, blanks in every cell",
    file: `Date (YYYY-MM-DD as UTC),Merchant,Txn Amount (Funding Card),Txn Currency (Funding Card)
 2024-03-25 , KIOSK , -3.00 , GBP
 2024-03-26 , SHOP , 4.00 , GBP
`,
    rows: ["2024-03-25 -3.00 KIOSK", "2024-03-26 4.00 SHOP"],
    currency: "gbp",
  },
  {
    bank: 'A "Type" that says money in or out on every row',
    file: `Posting Date;Transaction;Amount;Type
25.03.2024;SALARY;1000,00;Money in
27.03.2024;KIOSK;3,00;Money out
`,
    rows: ["2024-03-25 1000.00 SALARY", "2024-03-27 -3.00 KIOSK"],
  },
  {
    bank: "Two dashes where there is no amount",
    file: `Value Date,Details,Debit,Credit,Balance
25-Mar-2024,SALARY,--,1000.00,1000.00
27-Mar-2024,KIOSK,3.00,--,997.00
`,
    rows: ["2024-03-25 1000.00 SALARY", "2024-03-27 -3.00 KIOSK"],
  },
  {
    bank: "Amounts counted in hundredths, as the label says",
    file: `created,amount_minor,currency,description
2024-03-25,100000,GBP,SALARY
2024-03-27,-300,GBP,KIOSK
`,
    rows: ["2024-03-25 1000.00 SALARY", "2024-03-27 -3.00 KIOSK"],
    currency: "gbp",
  },
  {
    bank: 'M-PESA (KE): the day under "Completion Time", money out under "Withdrawn"',
    file: `Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance
QA11,2024-03-27 10:11:12,KIOSK,Completed,,-3.00,997.00
QA12,2024-03-25 10:11:12,SALARY,Completed,1000.00,,"1,000.00"
`,
    rows: ["2024-03-27 -3.00 KIOSK", "2024-03-25 1000.00 SALARY"],
  },
];
