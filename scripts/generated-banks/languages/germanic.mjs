// What banks of the Germanic languages print; `parse.mjs` explains the lines.

export const GERMANIC = `
= en English
currency USD $|GBP £|AUD $|CAD $|NZD $|ZAR R|EUR €|INR ₹|SGD S$|HKD HK$
number 1,234.56|1234.56
encoding utf-8|utf-8-bom|windows-1252|utf-16le
delimiter ,|,|,|;|tab
dates M/D/Y|D/M/Y|Y-M-D|D Mon Y|D-Mon-y|Mon D, Y|m/d/Y|D-M-Y|YMD
months Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec
long January|February|March|April|May|June|July|August|September|October|November|December
date Date|Transaction Date|Trans Date|Txn Date|Entry Date
booked Posting Date|Posted Date|Date Posted|Booking Date|Post Date
value Value Date|Effective Date|Val. Dt.
purchase Transaction Date|Trans. Date|Purchase Date|Date of Transaction
time Time|Transaction Time
payee Payee|Merchant|Name|Counterparty|Merchant Name|Other Party
sender Sender|Paid From|From|Payer
receiver Recipient|Paid To|To|Beneficiary
text Description|Details|Narrative|Transaction Details|Particulars|Memo|Transaction Description
type Type|Transaction Type|Txn Type|Code
amount Amount|Transaction Amount|Amt|Net Amount|Value
debit Debit|Money Out|Withdrawals|Paid Out|Debit Amount|Withdrawal Amt.|Dr|Spent|Amount Debited
credit Credit|Money In|Deposits|Paid In|Credit Amount|Deposit Amt.|Cr|Received|Amount Credited
side Dr/Cr|CR/DR|Debit/Credit|Type|Credit/Debit Indicator
balance Balance|Running Balance|Account Balance|Closing Balance|Ledger Balance|Bal
cur Currency|Ccy|CCY
ref Reference|Reference Number|Transaction ID|Ref No.|Check Number|Confirmation No.
fee Fee|Charges|Service Charge
category Category|Spending Category
status Status|State
account Account|Account Number|Account No.
card Card|Card Number|Last 4 Digits
original Original Amount|Foreign Amount|Local Amount
originalcur Original Currency|Foreign Currency
dc D/C|DR/CR|Debit/Credit|DEBIT/CREDIT|Dr/Cr|Withdrawal/Deposit|Out/In
is-booked Posted|Cleared|Completed|Settled|Booked
is-pending Pending|Authorized|Processing|Scheduled|On hold
is-declined Declined|Cancelled|Failed|Reversed
opening Opening Balance|Beginning Balance|Balance Brought Forward
closing Closing Balance|Ending Balance|Balance Carried Forward
total Total|Totals|Total Transactions
period Statement Period|Period|From - To|Date Range
holder Account Holder|Customer Name|Account Name|Prepared for
unbooked Pending Transactions|Not yet posted|Upcoming Transactions
salary SALARY|Payroll|Direct Deposit PAYROLL
rent Rent|Rent payment
refund Refund|RETURN
feetext Monthly service fee|ACCOUNT FEE|Overdraft charge
cash ATM Withdrawal|CASH WITHDRAWAL|Cash
transfer Transfer|Faster Payment|Online Transfer|E-Transfer
cardpay Card purchase|POS|DEBIT CARD PURCHASE|VISA PURCHASE|Contactless
interest Interest|Interest paid|INTEREST CREDIT
direct Direct Debit|ACH DEBIT|Bill Payment
shops Maple Street Grocers|Corner Hardware|Tesco Express|Shell|Blue Bottle Coffee|City Pharmacy
people Jane Miller|Robert Hughes|Priya Nair|Tom Becker
firms Northwind Traders Ltd|Acme Corp|Harbour Logistics
utilities Pacific Power|Vodafone|County Water
places SPRINGFIELD|LEEDS|SYDNEY|AUSTIN TX
= de German
currency EUR €|EUR €|CHF CHF
number 1.234,56|1234,56|1'234.56
encoding windows-1252|utf-8|utf-8-bom|iso-8859-1|cp850
delimiter ;|;|;|,|tab
dates D.M.Y|D.M.Y|D.M.y|Y-M-D|d.m.Y
months Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez
long Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember
date Datum|Buchungstag|Buchungsdatum|Buch.-Tag|Umsatzdatum
booked Buchungstag|Buchungsdatum|Gebucht am|Buchung
value Valuta|Wertstellung|Valutadatum|Wertstellungstag|Wert
purchase Belegdatum|Einkaufsdatum|Kaufdatum|Transaktionsdatum
time Uhrzeit|Zeit
payee Auftraggeber/Empfänger|Beguenstigter/Zahlungspflichtiger|Name|Händler|Zahlungspartner|Gegenpartei
sender Auftraggeber|Zahlungspflichtiger|Zahlungspflichtige*r|Absender
receiver Empfänger|Begünstigter|Zahlungsempfänger|Zahlungsempfänger*in
text Verwendungszweck|Buchungstext|Beschreibung|Buchungsdetails|Umsatztext|Avisierungstext|Vorgang/Verwendungszweck
type Buchungsart|Umsatzart|Umsatztyp|Vorgang|Art
amount Betrag|Umsatz|Umsatzbetrag|Buchungsbetrag|Betrag in EUR
debit Soll|Belastung|Lastschrift|Ausgang|Ausgaben|Abbuchung|Belastungsbetrag
credit Haben|Gutschrift|Eingang|Einnahmen|Gutschriftsbetrag|Gutgeschrieben
side Soll/Haben|S/H|Kennzeichen|Soll/Haben-Kennz.
balance Saldo|Kontostand|Saldo nach Buchung|Neuer Saldo|Buchungssaldo
cur Währung|Whg.|Devise|Kontowährung
ref Referenz|Kundenreferenz|Transaktionsnr.|Belegnummer|Buchungsreferenz
fee Gebühr|Entgelt|Spesen
category Kategorie|Hauptkategorie
status Status|Buchungsstatus
account Konto|Auftragskonto|IBAN Auftragskonto|Kontonummer
card Karte|Kartennummer
original Originalbetrag|Ursprungsbetrag|Fremdwährungsbetrag
originalcur Originalwährung|Fremdwährung
dc S/H|Soll/Haben|Belastung/Gutschrift
is-booked Gebucht|gebucht|Verbucht|Umsatz gebucht
is-pending Vorgemerkt|vorgemerkt|Offen|In Bearbeitung|Umsatz vorgemerkt
is-declined Abgelehnt|Storniert|Nicht ausgeführt
opening Anfangssaldo|Alter Kontostand|Kontostand alt
closing Endsaldo|Neuer Kontostand|Kontostand vom
total Summe|Total|Gesamt
period Zeitraum|Periode|Umsätze von - bis
holder Kontoinhaber|Kunde|Inhaber
unbooked Vorgemerkte Umsätze|Noch nicht gebucht
salary Gehalt|LOHN/GEHALT|Lohn
rent Miete|MIETE WOHNUNG
refund Erstattung|Rückerstattung|GUTSCHRIFT
feetext Kontoführungsgebühr|Abschluss Entgelt|Grundpreis
cash Bargeldauszahlung|Geldautomat|BARGELDBEZUG
transfer Überweisung|SEPA-Überweisung|Dauerauftrag
cardpay Kartenzahlung|EC-Karte|Debitkarte Einkauf|VISA-UMSATZ
interest Zinsen|Habenzinsen
direct Lastschrift|SEPA-Basislastschrift|FOLGELASTSCHRIFT
shops REWE Markt|Bäckerei Grünwald|dm Drogeriemarkt|ARAL|Müller Café|Buchhandlung Löwe
people Jürgen Schäfer|Petra Weiß|Anna Krüger|Lukas Brandt
firms Maschinenbau Süd GmbH|Praxis Dr. Köhler|Nordlicht Medien AG
utilities Stadtwerke Köln|Telekom Deutschland|Allianz Versicherung
places KÖLN|MÜNCHEN|ZÜRICH|WIEN
= nl Dutch
currency EUR €
number 1.234,56|1234,56
encoding utf-8|windows-1252|utf-8-bom
delimiter ;|,|tab
dates D-M-Y|YMD|D/M/Y|Y-M-D|D-M-y
months jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec
long januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december
date Datum|Boekdatum|Boekingsdatum|Transactiedatum
booked Boekdatum|Boekingsdatum|Uitvoeringsdatum
value Rentedatum|Valutadatum|Valuta
purchase Transactiedatum|Datum transactie
time Tijd|Tijdstip
payee Naam tegenpartij|Tegenpartij|Naam / Omschrijving|Naam|Tegenpartij naam
sender Opdrachtgever|Betaler|Van
receiver Begunstigde|Ontvanger|Naar
text Omschrijving|Mededelingen|Mededeling|Details|Betalingskenmerk
type Mutatiesoort|Type|Soort verrichting|Code
amount Bedrag|Bedrag (EUR)|Transactiebedrag|Mutatiebedrag
debit Af|Debet|Uitgaven|Bedrag af|Debetbedrag|Uit
credit Bij|Credit|Inkomsten|Bedrag bij|Creditbedrag|In
side Af Bij|Af/Bij|Debet/Credit|D/C
balance Saldo|Saldo na mutatie|Saldo na trn|Nieuw saldo
cur Munt|Valuta|Muntsoort
ref Referentie|Volgnr|Transactiereferentie|Kenmerk
fee Kosten|Transactiekosten
category Categorie|Rubriek
status Status|Toestand
account Rekening|IBAN/BBAN|Rekeningnummer
card Kaart|Kaartnummer
original Oorspr bedrag|Oorspronkelijk bedrag
originalcur Oorspr munt|Oorspronkelijke valuta
dc Af/Bij|D/C|Debet/Credit
is-booked Geboekt|Verwerkt|Uitgevoerd
is-pending In behandeling|Gereserveerd|Gepland
is-declined Geweigerd|Geannuleerd
opening Beginsaldo|Oud saldo
closing Eindsaldo|Nieuw saldo
total Totaal
period Periode
holder Rekeninghouder|Naam klant
unbooked Nog niet geboekt|Gereserveerde transacties
salary Salaris|LOON
rent Huur
refund Terugbetaling|Retour
feetext Kosten rekening|Maandbijdrage
cash Geldopname|GEA
transfer Overboeking|iDEAL|Overschrijving
cardpay Betaalautomaat|BEA|Kaartbetaling
interest Rente
direct Incasso|Domiciliëring
shops Albert Heijn|Hema|Bakkerij De Vries|Kruidvat|Jumbo
people Sanne de Boer|Pieter van Dijk|Daan Jansen
firms Haven Logistiek BV|Groenveld Advies|Stichting Zorg
utilities Vattenfall|Ziggo|Waternet
places UTRECHT|GENT|ROTTERDAM
= af Afrikaans
currency ZAR R
number 1 234.56|1,234.56|1234.56
encoding utf-8|windows-1252
delimiter ,|;
dates Y/M/D|D/M/Y|Y-M-D|D Mon Y
months Jan|Feb|Mrt|Apr|Mei|Jun|Jul|Aug|Sep|Okt|Nov|Des
long Januarie|Februarie|Maart|April|Mei|Junie|Julie|Augustus|September|Oktober|November|Desember
date Datum|Transaksiedatum
booked Boekingsdatum|Verwerkingsdatum
value Waardedatum|Effektiewe datum
purchase Transaksiedatum
time Tyd
payee Begunstigde|Naam|Handelaar
sender Betaler|Van
receiver Ontvanger|Aan
text Beskrywing|Besonderhede|Omskrywing
type Tipe|Soort transaksie
amount Bedrag|Transaksiebedrag
debit Debiet|Geld uit|Onttrekkings
credit Krediet|Geld in|Deposito's
side Debiet/Krediet|Dt/Kt
balance Saldo|Lopende saldo|Beskikbare saldo
cur Geldeenheid
ref Verwysing|Verwysingsnommer
fee Fooi|Bankkoste|Diensfooi
category Kategorie
status Status
account Rekening|Rekeningnommer
card Kaartnommer
original Oorspronklike bedrag
originalcur Oorspronklike geldeenheid
dc Debiet/Krediet|Dt/Kt
is-booked Voltooi|Verwerk
is-pending Hangende|Geskeduleer
is-declined Afgekeur|Gekanselleer
opening Aanvangsaldo|Openingsaldo
closing Eindsaldo|Sluitingsaldo
total Totaal
period Tydperk
holder Rekeninghouer
unbooked Hangende transaksies
salary Salaris
rent Huur
refund Terugbetaling
feetext Maandelikse fooi|Bankkoste
cash OTM onttrekking|Kontantonttrekking
transfer Oorplasing|Internetbetaling
cardpay Kaartaankoop
interest Rente
direct Debietorder
shops Pick n Pay|Boer en Seun Slaghuis|Woolworths
people Johan Botha|Annelie van Wyk
firms Karoo Vervoer|Kaap Ingenieurs
utilities Eskom|Telkom
places KAAPSTAD|PRETORIA
`;
