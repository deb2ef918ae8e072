// The same eight transactions as banks around the world print them, made up: headers and habits of printing are the
// banks', the rows are not. What they say is the same everywhere, in whole units where the currency has no smaller.

export interface WorldwideCase {
  readonly bank: string;
  readonly file: string;
  /** Printed in a currency without decimals. */
  readonly whole?: boolean;
  /** What a file this short leaves open. */
  readonly asks?: readonly string[];
}

/** What each file says, sorted. */
export const SAID = [
  "2024-03-05 -1088.40",
  "2024-03-05 -3.20",
  "2024-03-05 -3.20",
  "2024-03-09 120.55",
  "2024-03-11 -900.00",
  "2024-03-14 -60.00",
  "2024-03-17 18.99",
  "2024-03-19 -27.90",
];
export const SAID_WHOLE = [
  "2024-03-05 -108840.00",
  "2024-03-05 -320.00",
  "2024-03-05 -320.00",
  "2024-03-09 12055.00",
  "2024-03-11 -90000.00",
  "2024-03-14 -6000.00",
  "2024-03-17 1899.00",
  "2024-03-19 -2790.00",
];

export const WORLDWIDE: readonly WorldwideCase[] = [
  {
    bank: "Citi card",
    file: `Status,Date,Description,Debit,Credit
Posted,03/19/2024,TICKET,27.90,
Posted,03/17/2024,REFUND BOOK STORE,,-18.99
Posted,03/14/2024,CASH WITHDRAWAL,60.00,
Posted,03/11/2024,RENT,900.00,
Posted,03/09/2024,TRANSFER FROM JANE,,-120.55
Posted,03/05/2024,CARD 1234 CAFE UNO,3.20,
Posted,03/05/2024,CARD 1234 CAFE UNO,3.20,
Posted,03/05/2024,DIRECT DEBIT CITY POWER,1088.40,
`,
  },
  {
    bank: "Amex UK",
    file: `Date,Description,Amount,Extended Details,Appears On Your Statement As,Address,Town/City,Postcode,Country,Reference,Category
19/03/2024,TICKET,27.90,,TICKET,,,,,REF10197,General
17/03/2024,REFUND BOOK STORE,-18.99,,REFUND BOOK STORE,,,,,REF10176,General
14/03/2024,CASH WITHDRAWAL,60.00,,CASH WITHDRAWAL,,,,,REF10145,General
11/03/2024,RENT,900.00,,RENT,,,,,REF10114,General
09/03/2024,TRANSFER FROM JANE,-120.55,,TRANSFER FROM JANE,,,,,REF10093,General
05/03/2024,CARD 1234 CAFE UNO,3.20,,CARD 1234 CAFE UNO,,,,,REF10052,General
05/03/2024,CARD 1234 CAFE UNO,3.20,,CARD 1234 CAFE UNO,,,,,REF10051,General
05/03/2024,DIRECT DEBIT CITY POWER,1088.40,,DIRECT DEBIT CITY POWER,,,,,REF10050,General
`,
  },
  {
    bank: "Wells Fargo, no header",
    file: `"03/05/2024","-1088.40","*","","DIRECT DEBIT CITY POWER"
"03/05/2024","-3.20","*","","CARD 1234 CAFE UNO"
"03/05/2024","-3.20","*","","CARD 1234 CAFE UNO"
"03/09/2024","120.55","*","","TRANSFER FROM JANE"
"03/11/2024","-900.00","*","","RENT"
"03/14/2024","-60.00","*","","CASH WITHDRAWAL"
"03/17/2024","18.99","*","","REFUND BOOK STORE"
"03/19/2024","-27.90","*","","TICKET"
`,
  },
  {
    bank: "YNAB",
    file: `Account,Flag,Date,Payee,Category Group/Category,Category Group,Category,Memo,Outflow,Inflow,Cleared
Main account,,03/05/2024,City Power,General,General,General,DIRECT DEBIT CITY POWER,"$1,088.40",$0.00,
Main account,,03/05/2024,Cafe Uno,General,General,General,CARD 1234 CAFE UNO,$3.20,$0.00,
Main account,,03/05/2024,Cafe Uno,General,General,General,CARD 1234 CAFE UNO,$3.20,$0.00,
Main account,,03/09/2024,Jane Roe,General,General,General,TRANSFER FROM JANE,$0.00,$120.55,
Main account,,03/11/2024,Landlord,General,General,General,RENT,$900.00,$0.00,
Main account,,03/14/2024,ATM,General,General,General,CASH WITHDRAWAL,$60.00,$0.00,
Main account,,03/17/2024,Book Store,General,General,General,REFUND BOOK STORE,$0.00,$18.99,
Main account,,03/19/2024,Train,General,General,General,TICKET,$27.90,$0.00,
`,
  },
  {
    bank: "TD Canada, no header",
    file: `03/05/2024,DIRECT DEBIT CITY POWER,1088.40,,411.60
03/05/2024,CARD 1234 CAFE UNO,3.20,,408.40
03/05/2024,CARD 1234 CAFE UNO,3.20,,405.20
03/09/2024,TRANSFER FROM JANE,,120.55,525.75
03/11/2024,RENT,900.00,,-374.25
03/14/2024,CASH WITHDRAWAL,60.00,,-434.25
03/17/2024,REFUND BOOK STORE,,18.99,-415.26
03/19/2024,TICKET,27.90,,-443.16
`,
  },
  {
    bank: "Desjardins",
    file: `12345678,815,,2024/03/05,1,DIRECT DEBIT CITY POWER,,1088.40,,,,,,411.60
12345678,815,,2024/03/05,2,CARD 1234 CAFE UNO,,3.20,,,,,,408.40
12345678,815,,2024/03/05,3,CARD 1234 CAFE UNO,,3.20,,,,,,405.20
12345678,815,,2024/03/09,4,TRANSFER FROM JANE,,,120.55,,,,,525.75
12345678,815,,2024/03/11,5,RENT,,900.00,,,,,,-374.25
12345678,815,,2024/03/14,6,CASH WITHDRAWAL,,60.00,,,,,,-434.25
12345678,815,,2024/03/17,7,REFUND BOOK STORE,,,18.99,,,,,-415.26
12345678,815,,2024/03/19,8,TICKET,,27.90,,,,,,-443.16
`,
  },
  {
    bank: "Monzo",
    file: `Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In
REF10197,19/03/2024,10:22:11,Card,Train,,General,-27.90,EUR,-27.90,EUR,,,,TICKET,,-27.90,
REF10176,17/03/2024,10:22:11,Transfer,Book Store,,General,18.99,EUR,18.99,EUR,,,,REFUND BOOK STORE,,,18.99
REF10145,14/03/2024,10:22:11,Card,ATM,,General,-60.00,EUR,-60.00,EUR,,,,CASH WITHDRAWAL,,-60.00,
REF10114,11/03/2024,10:22:11,Card,Landlord,,General,-900.00,EUR,-900.00,EUR,,,,RENT,,-900.00,
REF10093,09/03/2024,10:22:11,Transfer,Jane Roe,,General,120.55,EUR,120.55,EUR,,,,TRANSFER FROM JANE,,,120.55
REF10052,05/03/2024,10:22:11,Card,Cafe Uno,,General,-3.20,EUR,-3.20,EUR,,,,CARD 1234 CAFE UNO,,-3.20,
REF10051,05/03/2024,10:22:11,Card,Cafe Uno,,General,-3.20,EUR,-3.20,EUR,,,,CARD 1234 CAFE UNO,,-3.20,
REF10050,05/03/2024,10:22:11,Card,City Power,,General,-1088.40,EUR,-1088.40,EUR,,,,DIRECT DEBIT CITY POWER,,-1088.40,
`,
  },
  {
    bank: "Nationwide",
    file: `Account Name:,Flex ****1234
Account Balance:,£100.00
Available Balance: ,£100.00

"Date","Transaction type","Description","Paid out","Paid in","Balance"
"05 Mar 2024","Card","DIRECT DEBIT CITY POWER","£1,088.40","","£411.60"
"05 Mar 2024","Card","CARD 1234 CAFE UNO","£3.20","","£408.40"
"05 Mar 2024","Card","CARD 1234 CAFE UNO","£3.20","","£405.20"
"09 Mar 2024","Transfer","TRANSFER FROM JANE","","£120.55","£525.75"
"11 Mar 2024","Card","RENT","£900.00","","-£374.25"
"14 Mar 2024","Card","CASH WITHDRAWAL","£60.00","","-£434.25"
"17 Mar 2024","Transfer","REFUND BOOK STORE","","£18.99","-£415.26"
"19 Mar 2024","Card","TICKET","£27.90","","-£443.16"
`,
  },
  {
    bank: "Tesco Bank",
    file: `Transaction Date,Posting Date,Billing Amount,Merchant,Merchant City,Merchant State,Merchant Postcode,Reference Number,Debit or Credit,SICMCC,Status,Transaction Currency,Additional Card Holder,Card Used
05/03/2024,05/03/2024,"£1,088.40",DIRECT DEBIT CITY POWER,,,,REF10050,DBIT,,Posted,EUR,,
05/03/2024,05/03/2024,£3.20,CARD 1234 CAFE UNO,,,,REF10051,DBIT,,Posted,EUR,,
05/03/2024,05/03/2024,£3.20,CARD 1234 CAFE UNO,,,,REF10052,DBIT,,Posted,EUR,,
09/03/2024,09/03/2024,-£120.55,TRANSFER FROM JANE,,,,REF10093,CRDT,,Posted,EUR,,
11/03/2024,11/03/2024,£900.00,RENT,,,,REF10114,DBIT,,Posted,EUR,,
14/03/2024,14/03/2024,£60.00,CASH WITHDRAWAL,,,,REF10145,DBIT,,Posted,EUR,,
17/03/2024,17/03/2024,-£18.99,REFUND BOOK STORE,,,,REF10176,CRDT,,Posted,EUR,,
19/03/2024,19/03/2024,£27.90,TICKET,,,,REF10197,DBIT,,Posted,EUR,,
`,
  },
  {
    bank: "Revolut",
    file: `Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
Card,Current,2024-03-19 10:29:11,2024-03-19 10:29:11,TICKET,-27.90,0.00,EUR,Posted,-443.16
Transfer,Current,2024-03-17 10:27:11,2024-03-17 10:27:11,REFUND BOOK STORE,18.99,0.00,EUR,Posted,-415.26
Card,Current,2024-03-14 10:24:11,2024-03-14 10:24:11,CASH WITHDRAWAL,-60.00,0.00,EUR,Posted,-434.25
Card,Current,2024-03-11 10:21:11,2024-03-11 10:21:11,RENT,-900.00,0.00,EUR,Posted,-374.25
Transfer,Current,2024-03-09 10:29:11,2024-03-09 10:29:11,TRANSFER FROM JANE,120.55,0.00,EUR,Posted,525.75
Card,Current,2024-03-05 10:25:11,2024-03-05 10:25:11,CARD 1234 CAFE UNO,-3.20,0.00,EUR,Posted,405.20
Card,Current,2024-03-05 10:25:11,2024-03-05 10:25:11,CARD 1234 CAFE UNO,-3.20,0.00,EUR,Posted,408.40
Card,Current,2024-03-05 10:25:11,2024-03-05 10:25:11,DIRECT DEBIT CITY POWER,-1088.40,0.00,EUR,Posted,411.60
`,
  },
  {
    bank: "DKB 2023",
    file: `"Girokonto";"DE02120300000000202051"
""
"Kontostand vom 01.04.2024:";"1.234,56 €"
""
"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"
"05.03.24";"05.03.24";"Gebucht";"";"City Power";"DIRECT DEBIT CITY POWER";"Card";"";"-1.088,40";"";"";""
"05.03.24";"05.03.24";"Gebucht";"";"Cafe Uno";"CARD 1234 CAFE UNO";"Card";"";"-3,20";"";"";""
"05.03.24";"05.03.24";"Gebucht";"";"Cafe Uno";"CARD 1234 CAFE UNO";"Card";"";"-3,20";"";"";""
"09.03.24";"09.03.24";"Gebucht";"";"Jane Roe";"TRANSFER FROM JANE";"Transfer";"";"120,55";"";"";""
"11.03.24";"11.03.24";"Gebucht";"";"Landlord";"RENT";"Card";"";"-900,00";"";"";""
"14.03.24";"14.03.24";"Gebucht";"";"ATM";"CASH WITHDRAWAL";"Card";"";"-60,00";"";"";""
"17.03.24";"17.03.24";"Gebucht";"";"Book Store";"REFUND BOOK STORE";"Transfer";"";"18,99";"";"";""
"19.03.24";"19.03.24";"Gebucht";"";"Train";"TICKET";"Card";"";"-27,90";"";"";""
`,
  },
  {
    bank: "Norisbank",
    file: `Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN;BIC;Kundenreferenz;Mandatsreferenz;Gläubiger ID;Fremde Gebühren;Betrag;Abweichender Empfänger;Anzahl der Aufträge;Anzahl der Schecks;Soll;Haben;Währung
19.03.2024;19.03.2024;Card;Train;TICKET;;;;;;;;;;;-27,90;;EUR
17.03.2024;17.03.2024;Transfer;Book Store;REFUND BOOK STORE;;;;;;;;;;;;18,99;EUR
14.03.2024;14.03.2024;Card;ATM;CASH WITHDRAWAL;;;;;;;;;;;-60,00;;EUR
11.03.2024;11.03.2024;Card;Landlord;RENT;;;;;;;;;;;-900,00;;EUR
09.03.2024;09.03.2024;Transfer;Jane Roe;TRANSFER FROM JANE;;;;;;;;;;;;120,55;EUR
05.03.2024;05.03.2024;Card;Cafe Uno;CARD 1234 CAFE UNO;;;;;;;;;;;-3,20;;EUR
05.03.2024;05.03.2024;Card;Cafe Uno;CARD 1234 CAFE UNO;;;;;;;;;;;-3,20;;EUR
05.03.2024;05.03.2024;Card;City Power;DIRECT DEBIT CITY POWER;;;;;;;;;;;-1.088,40;;EUR
`,
  },
  {
    bank: "SocGen FR",
    file: `="0123456789012345";01/03/2024;31/03/2024;14;01/04/2024;1234,56 EUR

Date de l'opération;Libellé;Détail de l'écriture;Montant de l'opération;Devise
19/03/2024;Card;TICKET;-27,90;EUR
17/03/2024;Transfer;REFUND BOOK STORE;18,99;EUR
14/03/2024;Card;CASH WITHDRAWAL;-60,00;EUR
11/03/2024;Card;RENT;-900,00;EUR
09/03/2024;Transfer;TRANSFER FROM JANE;120,55;EUR
05/03/2024;Card;CARD 1234 CAFE UNO;-3,20;EUR
05/03/2024;Card;CARD 1234 CAFE UNO;-3,20;EUR
05/03/2024;Card;DIRECT DEBIT CITY POWER;-1 088,40;EUR
`,
  },
  {
    bank: "La Banque Postale",
    file: `Numéro Compte   ;1234567A020
Type         ;CCP
Compte tenu en  ;euros
Date            ;01/04/2024
Solde (EUROS)   ;1234,56
Solde (FRANCS)   ;8098,18

Date;Libellé;Montant(EUROS)
19/03/2024;TICKET;-27,90
17/03/2024;REFUND BOOK STORE;18,99
14/03/2024;CASH WITHDRAWAL;-60,00
11/03/2024;RENT;-900,00
09/03/2024;TRANSFER FROM JANE;120,55
05/03/2024;CARD 1234 CAFE UNO;-3,20
05/03/2024;CARD 1234 CAFE UNO;-3,20
05/03/2024;DIRECT DEBIT CITY POWER;-1088,40
`,
  },
  {
    bank: "Fineco",
    file: `Data;Entrate;Uscite;Descrizione;Descrizione_Completa;Stato;Moneymap
05/03/2024;;-1088,40;Card;DIRECT DEBIT CITY POWER;;General
05/03/2024;;-3,20;Card;CARD 1234 CAFE UNO;;General
05/03/2024;;-3,20;Card;CARD 1234 CAFE UNO;;General
09/03/2024;120,55;;Transfer;TRANSFER FROM JANE;;General
11/03/2024;;-900,00;Card;RENT;;General
14/03/2024;;-60,00;Card;CASH WITHDRAWAL;;General
17/03/2024;18,99;;Transfer;REFUND BOOK STORE;;General
19/03/2024;;-27,90;Card;TICKET;;General
`,
  },
  {
    bank: "CGD PT",
    file: `Consultar saldos e movimentos à ordem - 01-04-2024
Conta ;0123456789000 - EUR - Conta

Data mov. ;Data valor ;Descrição ;Débito ;Crédito ;Saldo contabilístico ;Saldo disponível ;Categoria 
05-03-2024;05-03-2024;DIRECT DEBIT CITY POWER;1.088,40;;411,60;411,60;General
05-03-2024;05-03-2024;CARD 1234 CAFE UNO;3,20;;408,40;408,40;General
05-03-2024;05-03-2024;CARD 1234 CAFE UNO;3,20;;405,20;405,20;General
09-03-2024;09-03-2024;TRANSFER FROM JANE;;120,55;525,75;525,75;General
11-03-2024;11-03-2024;RENT;900,00;;-374,25;-374,25;General
14-03-2024;14-03-2024;CASH WITHDRAWAL;60,00;;-434,25;-434,25;General
17-03-2024;17-03-2024;REFUND BOOK STORE;;18,99;-415,26;-415,26;General
19-03-2024;19-03-2024;TICKET;27,90;;-443,16;-443,16;General
`,
  },
  {
    bank: "ING NL",
    file: `"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij","Bedrag (EUR)","Mutatiesoort","Mededelingen"
"20240305","City Power","12345678","","","Af","1088,40","Card","DIRECT DEBIT CITY POWER"
"20240305","Cafe Uno","12345678","","","Af","3,20","Card","CARD 1234 CAFE UNO"
"20240305","Cafe Uno","12345678","","","Af","3,20","Card","CARD 1234 CAFE UNO"
"20240309","Jane Roe","12345678","","","Bij","120,55","Transfer","TRANSFER FROM JANE"
"20240311","Landlord","12345678","","","Af","900,00","Card","RENT"
"20240314","ATM","12345678","","","Af","60,00","Card","CASH WITHDRAWAL"
"20240317","Book Store","12345678","","","Bij","18,99","Transfer","REFUND BOOK STORE"
"20240319","Train","12345678","","","Af","27,90","Card","TICKET"
`,
  },
  {
    bank: "ABN, no header",
    file: `12345678\tEUR\t20240305\t1500,00\t411,60\t20240305\t-1088,40\tDIRECT DEBIT CITY POWER
12345678\tEUR\t20240305\t411,60\t408,40\t20240305\t-3,20\tCARD 1234 CAFE UNO
12345678\tEUR\t20240305\t408,40\t405,20\t20240305\t-3,20\tCARD 1234 CAFE UNO
12345678\tEUR\t20240309\t405,20\t525,75\t20240309\t120,55\tTRANSFER FROM JANE
12345678\tEUR\t20240311\t525,75\t-374,25\t20240311\t-900,00\tRENT
12345678\tEUR\t20240314\t-374,25\t-434,25\t20240314\t-60,00\tCASH WITHDRAWAL
12345678\tEUR\t20240317\t-434,25\t-415,26\t20240317\t18,99\tREFUND BOOK STORE
12345678\tEUR\t20240319\t-415,26\t-443,16\t20240319\t-27,90\tTICKET
`,
  },
  {
    bank: "KBC",
    file: `Rekeningnummer;Rubrieknaam;Naam;Munt;Afschriftnummer;Datum;Omschrijving;Valuta;Bedrag;Saldo;credit;debet;rekeningnummer tegenpartij;BIC tegenpartij;Naam tegenpartij;Adres tegenpartij;gestructureerde mededeling;Vrije mededeling
12345678;;;EUR;;19/03/2024;TICKET;19/03/2024;-27,90;-443,16;;-27,90;;;Train;;;
12345678;;;EUR;;17/03/2024;REFUND BOOK STORE;17/03/2024;18,99;-415,26;18,99;;;;Book Store;;;
12345678;;;EUR;;14/03/2024;CASH WITHDRAWAL;14/03/2024;-60,00;-434,25;;-60,00;;;ATM;;;
12345678;;;EUR;;11/03/2024;RENT;11/03/2024;-900,00;-374,25;;-900,00;;;Landlord;;;
12345678;;;EUR;;09/03/2024;TRANSFER FROM JANE;09/03/2024;120,55;525,75;120,55;;;;Jane Roe;;;
12345678;;;EUR;;05/03/2024;CARD 1234 CAFE UNO;05/03/2024;-3,20;405,20;;-3,20;;;Cafe Uno;;;
12345678;;;EUR;;05/03/2024;CARD 1234 CAFE UNO;05/03/2024;-3,20;408,40;;-3,20;;;Cafe Uno;;;
12345678;;;EUR;;05/03/2024;DIRECT DEBIT CITY POWER;05/03/2024;-1088,40;411,60;;-1088,40;;;City Power;;;
`,
  },
  {
    bank: "OP FI",
    file: `Kirjauspäivä;Arvopäivä;Määrä EUROA;Laji;Selitys;Saaja/Maksaja;Saajan tilinumero;Saajan pankin BIC;Viite;Viesti;Arkistointitunnus
2024-03-19;2024-03-19;-27,90;;Card;Train;;;;TICKET;REF10197
2024-03-17;2024-03-17;18,99;;Transfer;Book Store;;;;REFUND BOOK STORE;REF10176
2024-03-14;2024-03-14;-60,00;;Card;ATM;;;;CASH WITHDRAWAL;REF10145
2024-03-11;2024-03-11;-900,00;;Card;Landlord;;;;RENT;REF10114
2024-03-09;2024-03-09;120,55;;Transfer;Jane Roe;;;;TRANSFER FROM JANE;REF10093
2024-03-05;2024-03-05;-3,20;;Card;Cafe Uno;;;;CARD 1234 CAFE UNO;REF10052
2024-03-05;2024-03-05;-3,20;;Card;Cafe Uno;;;;CARD 1234 CAFE UNO;REF10051
2024-03-05;2024-03-05;-1088,40;;Card;City Power;;;;DIRECT DEBIT CITY POWER;REF10050
`,
  },
  {
    bank: "mBank PL",
    file: `#Data operacji;#Data księgowania;#Opis operacji;#Tytuł;#Nadawca/Odbiorca;#Numer konta;#Kwota;#Saldo po operacji
2024-03-05;2024-03-05;DIRECT DEBIT CITY POWER;;City Power;;-1 088,40;411,60
2024-03-05;2024-03-05;CARD 1234 CAFE UNO;;Cafe Uno;;-3,20;408,40
2024-03-05;2024-03-05;CARD 1234 CAFE UNO;;Cafe Uno;;-3,20;405,20
2024-03-09;2024-03-09;TRANSFER FROM JANE;;Jane Roe;;120,55;525,75
2024-03-11;2024-03-11;RENT;;Landlord;;-900,00;-374,25
2024-03-14;2024-03-14;CASH WITHDRAWAL;;ATM;;-60,00;-434,25
2024-03-17;2024-03-17;REFUND BOOK STORE;;Book Store;;18,99;-415,26
2024-03-19;2024-03-19;TICKET;;Train;;-27,90;-443,16
`,
  },
  {
    bank: "Air Bank",
    file: `Datum provedení;Směr úhrady;Typ úhrady;Kategorie plateb;Měna účtu;Částka v měně účtu;Poplatek v měně účtu;Původní měna úhrady;Původní částka úhrady;Název protistrany;Číslo účtu protistrany;Poznámka k úhradě
05/03/2024;Odchozí;Card;General;EUR;-1088,40;0,00;EUR;-1088,40;City Power;;DIRECT DEBIT CITY POWER
05/03/2024;Odchozí;Card;General;EUR;-3,20;0,00;EUR;-3,20;Cafe Uno;;CARD 1234 CAFE UNO
05/03/2024;Odchozí;Card;General;EUR;-3,20;0,00;EUR;-3,20;Cafe Uno;;CARD 1234 CAFE UNO
09/03/2024;Příchozí;Transfer;General;EUR;120,55;0,00;EUR;120,55;Jane Roe;;TRANSFER FROM JANE
11/03/2024;Odchozí;Card;General;EUR;-900,00;0,00;EUR;-900,00;Landlord;;RENT
14/03/2024;Odchozí;Card;General;EUR;-60,00;0,00;EUR;-60,00;ATM;;CASH WITHDRAWAL
17/03/2024;Příchozí;Transfer;General;EUR;18,99;0,00;EUR;18,99;Book Store;;REFUND BOOK STORE
19/03/2024;Odchozí;Card;General;EUR;-27,90;0,00;EUR;-27,90;Train;;TICKET
`,
  },
  {
    bank: "OTP HU, no header",
    whole: true,
    file: `12345678;T;-2790;EUR;20240319;20240319;-44316;;Train;TICKET;;Card
12345678;J;1899;EUR;20240317;20240317;-41526;;Book Store;REFUND BOOK STORE;;Transfer
12345678;T;-6000;EUR;20240314;20240314;-43425;;ATM;CASH WITHDRAWAL;;Card
12345678;T;-90000;EUR;20240311;20240311;-37425;;Landlord;RENT;;Card
12345678;J;12055;EUR;20240309;20240309;52575;;Jane Roe;TRANSFER FROM JANE;;Transfer
12345678;T;-320;EUR;20240305;20240305;40520;;Cafe Uno;CARD 1234 CAFE UNO;;Card
12345678;T;-320;EUR;20240305;20240305;40840;;Cafe Uno;CARD 1234 CAFE UNO;;Card
12345678;T;-108840;EUR;20240305;20240305;41160;;City Power;DIRECT DEBIT CITY POWER;;Card
`,
  },
  {
    bank: "K&H HU",
    whole: true,
    file: `könyvelés dátuma\ttranzakció azonosító \ttípus\tkönyvelési számla\tkönyvelési számla elnevezése\tpartner számla\tpartner elnevezése\tösszeg\tösszeg devizaneme\tközlemény
2024.03.05\tREF10050\tCard\t12345678\t\t\tCity Power\t-108840\tEUR\tDIRECT DEBIT CITY POWER
2024.03.05\tREF10051\tCard\t12345678\t\t\tCafe Uno\t-320\tEUR\tCARD 1234 CAFE UNO
2024.03.05\tREF10052\tCard\t12345678\t\t\tCafe Uno\t-320\tEUR\tCARD 1234 CAFE UNO
2024.03.09\tREF10093\tTransfer\t12345678\t\t\tJane Roe\t12055\tEUR\tTRANSFER FROM JANE
2024.03.11\tREF10114\tCard\t12345678\t\t\tLandlord\t-90000\tEUR\tRENT
2024.03.14\tREF10145\tCard\t12345678\t\t\tATM\t-6000\tEUR\tCASH WITHDRAWAL
2024.03.17\tREF10176\tTransfer\t12345678\t\t\tBook Store\t1899\tEUR\tREFUND BOOK STORE
2024.03.19\tREF10197\tCard\t12345678\t\t\tTrain\t-2790\tEUR\tTICKET
`,
  },
  {
    bank: "Sberbank",
    file: `Дата операции;Категория;Описание;Сумма в валюте счёта;Остаток
05.03.2024 10:25:00;General;DIRECT DEBIT CITY POWER;-1 088,40;411,60
05.03.2024 10:25:00;General;CARD 1234 CAFE UNO;-3,20;408,40
05.03.2024 10:25:00;General;CARD 1234 CAFE UNO;-3,20;405,20
09.03.2024 10:29:00;General;TRANSFER FROM JANE;120,55;525,75
11.03.2024 10:21:00;General;RENT;-900,00;-374,25
14.03.2024 10:24:00;General;CASH WITHDRAWAL;-60,00;-434,25
17.03.2024 10:27:00;General;REFUND BOOK STORE;18,99;-415,26
19.03.2024 10:29:00;General;TICKET;-27,90;-443,16
`,
  },
  {
    bank: "Tinkoff",
    file: `"Дата операции";"Дата платежа";"Номер карты";"Статус";"Сумма операции";"Валюта операции";"Сумма платежа";"Валюта платежа";"Кэшбэк";"Категория";"MCC";"Описание";"Бонусы (включая кэшбэк)";"Округление на инвесткопилку";"Сумма операции с округлением"
"19.03.2024 10:29:00";"19.03.2024 10:29:00";"";"OK";"-27,90";"EUR";"-27,90";"EUR";"";"General";"";"TICKET";"0,00";"0,00";"27,90"
"17.03.2024 10:27:00";"17.03.2024 10:27:00";"";"OK";"18,99";"EUR";"18,99";"EUR";"";"General";"";"REFUND BOOK STORE";"0,00";"0,00";"18,99"
"14.03.2024 10:24:00";"14.03.2024 10:24:00";"";"OK";"-60,00";"EUR";"-60,00";"EUR";"";"General";"";"CASH WITHDRAWAL";"0,00";"0,00";"60,00"
"11.03.2024 10:21:00";"11.03.2024 10:21:00";"";"OK";"-900,00";"EUR";"-900,00";"EUR";"";"General";"";"RENT";"0,00";"0,00";"900,00"
"09.03.2024 10:29:00";"09.03.2024 10:29:00";"";"OK";"120,55";"EUR";"120,55";"EUR";"";"General";"";"TRANSFER FROM JANE";"0,00";"0,00";"120,55"
"05.03.2024 10:25:00";"05.03.2024 10:25:00";"";"OK";"-3,20";"EUR";"-3,20";"EUR";"";"General";"";"CARD 1234 CAFE UNO";"0,00";"0,00";"3,20"
"05.03.2024 10:25:00";"05.03.2024 10:25:00";"";"OK";"-3,20";"EUR";"-3,20";"EUR";"";"General";"";"CARD 1234 CAFE UNO";"0,00";"0,00";"3,20"
"05.03.2024 10:25:00";"05.03.2024 10:25:00";"";"OK";"-1088,40";"EUR";"-1088,40";"EUR";"";"General";"";"DIRECT DEBIT CITY POWER";"0,00";"0,00";"1088,40"
`,
  },
  {
    bank: "Alfa RU",
    file: `Тип счёта;Номер счета;Валюта;Дата операции;Референс проводки;Описание операции;Приход;Расход
;12345678;EUR;19.03.2024;REF10197;TICKET;0,00;27,90
;12345678;EUR;17.03.2024;REF10176;REFUND BOOK STORE;18,99;0,00
;12345678;EUR;14.03.2024;REF10145;CASH WITHDRAWAL;0,00;60,00
;12345678;EUR;11.03.2024;REF10114;RENT;0,00;900,00
;12345678;EUR;09.03.2024;REF10093;TRANSFER FROM JANE;120,55;0,00
;12345678;EUR;05.03.2024;REF10052;CARD 1234 CAFE UNO;0,00;3,20
;12345678;EUR;05.03.2024;REF10051;CARD 1234 CAFE UNO;0,00;3,20
;12345678;EUR;05.03.2024;REF10050;DIRECT DEBIT CITY POWER;0,00;1088,40
`,
  },
  {
    bank: "Kotak",
    file: `Sl. No.,Transaction Date,Value Date,Description,Chq / Ref No.,Amount,Dr / Cr,Balance,Dr / Cr
8,19-03-2024,19-03-2024,TICKET,,27.90,DR,-443.16,CR
7,17-03-2024,17-03-2024,REFUND BOOK STORE,,18.99,CR,-415.26,CR
6,14-03-2024,14-03-2024,CASH WITHDRAWAL,,60.00,DR,-434.25,CR
5,11-03-2024,11-03-2024,RENT,,900.00,DR,-374.25,CR
4,09-03-2024,09-03-2024,TRANSFER FROM JANE,,120.55,CR,525.75,CR
3,05-03-2024,05-03-2024,CARD 1234 CAFE UNO,,3.20,DR,405.20,CR
2,05-03-2024,05-03-2024,CARD 1234 CAFE UNO,,3.20,DR,408.40,CR
1,05-03-2024,05-03-2024,DIRECT DEBIT CITY POWER,,"1,088.40",DR,411.60,CR
`,
  },
  {
    bank: "Maybank",
    file: `Posting Date,Transaction Date,Description,Amount
19/03/2024,19/03/2024,TICKET,27.90-
17/03/2024,17/03/2024,REFUND BOOK STORE,18.99+
14/03/2024,14/03/2024,CASH WITHDRAWAL,60.00-
11/03/2024,11/03/2024,RENT,900.00-
09/03/2024,09/03/2024,TRANSFER FROM JANE,120.55+
05/03/2024,05/03/2024,CARD 1234 CAFE UNO,3.20-
05/03/2024,05/03/2024,CARD 1234 CAFE UNO,3.20-
05/03/2024,05/03/2024,DIRECT DEBIT CITY POWER,"1,088.40-"
`,
  },
  {
    bank: "BCA ID",
    file: `Tanggal Transaksi,Keterangan,Cabang,Jumlah,Saldo
05/03/2024,DIRECT DEBIT CITY POWER,,"1,088.40 DB",411.60
05/03/2024,CARD 1234 CAFE UNO,,3.20 DB,408.40
05/03/2024,CARD 1234 CAFE UNO,,3.20 DB,405.20
09/03/2024,TRANSFER FROM JANE,,120.55 CR,525.75
11/03/2024,RENT,,900.00 DB,-374.25
14/03/2024,CASH WITHDRAWAL,,60.00 DB,-434.25
17/03/2024,REFUND BOOK STORE,,18.99 CR,-415.26
19/03/2024,TICKET,,27.90 DB,-443.16
`,
  },
  {
    bank: "Vietcombank",
    whole: true,
    file: `Ngày giao dịch,Số tham chiếu,Số tiền ghi nợ,Số tiền ghi có,Số dư,Mô tả
19/03/2024,REF10197,"2,790",,"-44,316",TICKET
17/03/2024,REF10176,,"1,899","-41,526",REFUND BOOK STORE
14/03/2024,REF10145,"6,000",,"-43,425",CASH WITHDRAWAL
11/03/2024,REF10114,"90,000",,"-37,425",RENT
09/03/2024,REF10093,,"12,055","52,575",TRANSFER FROM JANE
05/03/2024,REF10052,320,,"40,520",CARD 1234 CAFE UNO
05/03/2024,REF10051,320,,"40,840",CARD 1234 CAFE UNO
05/03/2024,REF10050,"108,840",,"41,160",DIRECT DEBIT CITY POWER
`,
  },
  {
    bank: "MUFG",
    whole: true,
    file: `"日付","摘要","摘要内容","支払い金額","預かり金額","差引残高","メモ","未資金化区分","入払区分"
"2024/03/05","DIRECT DEBIT CITY POWER","","108,840","","41,160","","",""
"2024/03/05","CARD 1234 CAFE UNO","","320","","40,840","","",""
"2024/03/05","CARD 1234 CAFE UNO","","320","","40,520","","",""
"2024/03/09","TRANSFER FROM JANE","","","12,055","52,575","","",""
"2024/03/11","RENT","","90,000","","-37,425","","",""
"2024/03/14","CASH WITHDRAWAL","","6,000","","-43,425","","",""
"2024/03/17","REFUND BOOK STORE","","","1,899","-41,526","","",""
"2024/03/19","TICKET","","2,790","","-44,316","","",""
`,
  },
  {
    bank: "Alipay",
    file: `交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号
2024-03-05 10:25:11,General,City Power,,DIRECT DEBIT CITY POWER,支出,1088.40,,交易成功,REF10050
2024-03-05 10:25:11,General,Cafe Uno,,CARD 1234 CAFE UNO,支出,3.20,,交易成功,REF10051
2024-03-05 10:25:11,General,Cafe Uno,,CARD 1234 CAFE UNO,支出,3.20,,交易成功,REF10052
2024-03-09 10:29:11,General,Jane Roe,,TRANSFER FROM JANE,收入,120.55,,交易成功,REF10093
2024-03-11 10:21:11,General,Landlord,,RENT,支出,900.00,,交易成功,REF10114
2024-03-14 10:24:11,General,ATM,,CASH WITHDRAWAL,支出,60.00,,交易成功,REF10145
2024-03-17 10:27:11,General,Book Store,,REFUND BOOK STORE,收入,18.99,,交易成功,REF10176
2024-03-19 10:29:11,General,Train,,TICKET,支出,27.90,,交易成功,REF10197
`,
  },
  {
    bank: "KB KR",
    whole: true,
    file: `거래일시,적요,보낸분/받는분,송금메모,출금액,입금액,잔액,거래점
2024.03.19,TICKET,Train,,"2,790",000,"-44,316",
2024.03.17,REFUND BOOK STORE,Book Store,,000,"1,899","-41,526",
2024.03.14,CASH WITHDRAWAL,ATM,,"6,000",000,"-43,425",
2024.03.11,RENT,Landlord,,"90,000",000,"-37,425",
2024.03.09,TRANSFER FROM JANE,Jane Roe,,000,"12,055","52,575",
2024.03.05,CARD 1234 CAFE UNO,Cafe Uno,,320,000,"40,520",
2024.03.05,CARD 1234 CAFE UNO,Cafe Uno,,320,000,"40,840",
2024.03.05,DIRECT DEBIT CITY POWER,City Power,,"108,840",000,"41,160",
`,
  },
  {
    bank: "CBA AU, no header",
    file: `"19/03/2024","-27.90","TICKET","-443.16"
"17/03/2024","+18.99","REFUND BOOK STORE","-415.26"
"14/03/2024","-60.00","CASH WITHDRAWAL","-434.25"
"11/03/2024","-900.00","RENT","-374.25"
"09/03/2024","+120.55","TRANSFER FROM JANE","+525.75"
"05/03/2024","-3.20","CARD 1234 CAFE UNO","+405.20"
"05/03/2024","-3.20","CARD 1234 CAFE UNO","+408.40"
"05/03/2024","-1088.40","DIRECT DEBIT CITY POWER","+411.60"
`,
  },
  {
    bank: "Standard Bank ZA, no header",
    file: `HIST,20240319,,-27.90,TICKET,,8,
HIST,20240317,,+18.99,REFUND BOOK STORE,,7,
HIST,20240314,,-60.00,CASH WITHDRAWAL,,6,
HIST,20240311,,-900.00,RENT,,5,
HIST,20240309,,+120.55,TRANSFER FROM JANE,,4,
HIST,20240305,,-3.20,CARD 1234 CAFE UNO,,3,
HIST,20240305,,-3.20,CARD 1234 CAFE UNO,,2,
HIST,20240305,,-1088.40,DIRECT DEBIT CITY POWER,,1,
`,
  },
  {
    bank: "Santander CL",
    whole: true,
    file: `Fecha;Descripción;N° Documento;Cargos;Abonos;Saldo
05/03/2024;DIRECT DEBIT CITY POWER;;108.840;;41.160
05/03/2024;CARD 1234 CAFE UNO;;320;;40.840
05/03/2024;CARD 1234 CAFE UNO;;320;;40.520
09/03/2024;TRANSFER FROM JANE;;;12.055;52.575
11/03/2024;RENT;;90.000;;-37.425
14/03/2024;CASH WITHDRAWAL;;6.000;;-43.425
17/03/2024;REFUND BOOK STORE;;;1.899;-41.526
19/03/2024;TICKET;;2.790;;-44.316
`,
  },
  {
    bank: "Icelandic",
    file: `Dagsetning;Skýring;Upphæð;Staða
19.03.2024;TICKET;-27,90;-443,16
17.03.2024;REFUND BOOK STORE;18,99;-415,26
14.03.2024;CASH WITHDRAWAL;-60,00;-434,25
11.03.2024;RENT;-900,00;-374,25
09.03.2024;TRANSFER FROM JANE;120,55;525,75
05.03.2024;CARD 1234 CAFE UNO;-3,20;405,20
05.03.2024;CARD 1234 CAFE UNO;-3,20;408,40
05.03.2024;DIRECT DEBIT CITY POWER;-1.088,40;411,60
`,
  },
  {
    bank: "Words unknown with balance",
    file: `Date,Description,Amount,Kind,Balance
2024-03-05,DIRECT DEBIT CITY POWER,1088.40,Minusz,411.60
2024-03-05,CARD 1234 CAFE UNO,3.20,Minusz,408.40
2024-03-05,CARD 1234 CAFE UNO,3.20,Minusz,405.20
2024-03-09,TRANSFER FROM JANE,120.55,Plusz,525.75
2024-03-11,RENT,900.00,Minusz,-374.25
2024-03-14,CASH WITHDRAWAL,60.00,Minusz,-434.25
2024-03-17,REFUND BOOK STORE,18.99,Plusz,-415.26
2024-03-19,TICKET,27.90,Minusz,-443.16
`,
  },
  {
    bank: "Words unknown",
    asks: ["sign"],
    file: `Date,Description,Amount,Kind
2024-03-19,TICKET,27.90,Minusz
2024-03-17,REFUND BOOK STORE,18.99,Plusz
2024-03-14,CASH WITHDRAWAL,60.00,Minusz
2024-03-11,RENT,900.00,Minusz
2024-03-09,TRANSFER FROM JANE,120.55,Plusz
2024-03-05,CARD 1234 CAFE UNO,3.20,Minusz
2024-03-05,CARD 1234 CAFE UNO,3.20,Minusz
2024-03-05,DIRECT DEBIT CITY POWER,1088.40,Minusz
`,
  },
  {
    bank: "Parens",
    file: `Date,Payee,Amount,Balance
03/05/2024,DIRECT DEBIT CITY POWER,"(1,088.40)",411.60
03/05/2024,CARD 1234 CAFE UNO,(3.20),408.40
03/05/2024,CARD 1234 CAFE UNO,(3.20),405.20
03/09/2024,TRANSFER FROM JANE,120.55,525.75
03/11/2024,RENT,(900.00),(374.25)
03/14/2024,CASH WITHDRAWAL,(60.00),(434.25)
03/17/2024,REFUND BOOK STORE,18.99,(415.26)
03/19/2024,TICKET,(27.90),(443.16)
`,
  },
  {
    bank: "DR CR suffix",
    file: `Date,Details,Amount,Balance
05/03/2024,DIRECT DEBIT CITY POWER,"1,088.40 DR",411.60
05/03/2024,CARD 1234 CAFE UNO,3.20 DR,408.40
05/03/2024,CARD 1234 CAFE UNO,3.20 DR,405.20
09/03/2024,TRANSFER FROM JANE,120.55 CR,525.75
11/03/2024,RENT,900.00 DR,-374.25
14/03/2024,CASH WITHDRAWAL,60.00 DR,-434.25
17/03/2024,REFUND BOOK STORE,18.99 CR,-415.26
19/03/2024,TICKET,27.90 DR,-443.16
`,
  },
  {
    bank: "Trailing minus",
    file: `Datum;Text;Betrag;Saldo
05.03.2024;DIRECT DEBIT CITY POWER;1.088,40-;411,60
05.03.2024;CARD 1234 CAFE UNO;3,20-;408,40
05.03.2024;CARD 1234 CAFE UNO;3,20-;405,20
09.03.2024;TRANSFER FROM JANE;120,55;525,75
11.03.2024;RENT;900,00-;374,25-
14.03.2024;CASH WITHDRAWAL;60,00-;434,25-
17.03.2024;REFUND BOOK STORE;18,99;415,26-
19.03.2024;TICKET;27,90-;443,16-
`,
  },
  {
    bank: "Unicode minus",
    file: `Dato;Tekst;Beløp;Saldo
19.03.2024;TICKET;−27,90;−443,16
17.03.2024;REFUND BOOK STORE;18,99;−415,26
14.03.2024;CASH WITHDRAWAL;−60,00;−434,25
11.03.2024;RENT;−900,00;−374,25
09.03.2024;TRANSFER FROM JANE;120,55;525,75
05.03.2024;CARD 1234 CAFE UNO;−3,20;405,20
05.03.2024;CARD 1234 CAFE UNO;−3,20;408,40
05.03.2024;DIRECT DEBIT CITY POWER;−1 088,40;411,60
`,
  },
];
