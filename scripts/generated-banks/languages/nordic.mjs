// What banks of the Nordic and Baltic countries print; `parse.mjs` explains the lines.

export const NORDIC = `
= sv Swedish
currency SEK kr
number 1 234,56|1234,56|1.234,56|1234.56
encoding windows-1252|utf-8|utf-8-bom|utf-16le|cp850
delimiter ;|tab|,
dates Y-M-D|Y/M/D|D/M/Y|y-M-D|YMD
months jan|feb|mar|apr|maj|jun|jul|aug|sep|okt|nov|dec
long januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december
date Datum|Bokföringsdag|Bokföringsdatum|Transaktionsdatum
booked Bokföringsdag|Bokförd|Bokföringsdatum|Reskontradatum
value Valutadag|Valutadatum|Räntedag
purchase Transaktionsdag|Köpdatum|Transaktionsdatum
time Tid|Klockslag
payee Mottagare|Namn|Motpart|Inköpsställe
sender Avsändare|Betalare|Från
receiver Mottagare|Betalningsmottagare|Till
text Text|Beskrivning|Meddelande|Transaktion|Specifikation|Rubrik
type Typ|Transaktionstyp|Händelse
amount Belopp|Belopp SEK|Transaktionsbelopp|Bokfört belopp
debit Uttag|Debet|Ut|Utgift|Uttaget belopp
credit Insättning|Kredit|In|Inkomst|Insatt belopp
side Debet/Kredit|Typ av post|In/Ut
balance Saldo|Bokfört saldo|Kontosaldo|Behållning
cur Valuta|Valutakod
ref Referens|Verifikationsnummer|Ver.nr|Radnummer
fee Avgift|Kostnad
category Kategori
status Status
account Konto|Kontonummer
card Kort|Kortnummer
original Utländskt belopp|Ursprungligt belopp
originalcur Utländsk valuta
dc Debet/Kredit|Uttag/Insättning|Ut/In
is-booked Bokförd|Genomförd|Utförd
is-pending Reserverad|Väntande|Planerad
is-declined Nekad|Avbruten|Makulerad
opening Ingående saldo
closing Utgående saldo
total Summa|Totalt
period Period
holder Kontohavare|Kund
unbooked Ej bokförda transaktioner|Reserverade belopp
salary Lön
rent Hyra
refund Återbetalning|Retur
feetext Månadsavgift|Kontoavgift
cash Uttag Bankomat|Kontantuttag
transfer Överföring|Swish
cardpay Kortköp|Köp
interest Ränta
direct Autogiro
shops ICA Kvantum|Systembolaget|Åhléns|Café Söder|Hemköp
people Åsa Lindström|Björn Öberg|Karin Ek
firms Västkust Bygg AB|Malmö Kommun|Nordtråd AB
utilities Vattenfall AB|Telia Sverige
places GÖTEBORG|MALMÖ|ÖREBRO
= nb Norwegian
currency NOK kr
number 1 234,56|1234,56|1.234,56
encoding utf-8|windows-1252|utf-8-bom
delimiter ;|tab|,
dates D.M.Y|Y-M-D|D.M.y|d.m.Y
months jan|feb|mar|apr|mai|jun|jul|aug|sep|okt|nov|des
long januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember
date Dato|Bokføringsdato|Bokført dato|Utført dato
booked Bokføringsdato|Bokført|Bokført dato
value Rentedato|Valuteringsdato
purchase Kjøpsdato|Transaksjonsdato
time Klokkeslett|Tid
payee Mottaker|Navn|Motpart|Mottakernavn
sender Avsender|Betaler|Betalt av
receiver Mottaker|Betalt til|Til
text Beskrivelse|Forklaring|Tekst|Melding/KID/Fakt.nr
type Type|Transaksjonstype|Arkivref type
amount Beløp|Beløp i NOK|Transaksjonsbeløp
debit Ut|Ut fra konto|Beløp ut|Debet|Uttak
credit Inn|Inn på konto|Beløp inn|Kredit|Innskudd
side Debet/Kredit|Inn/Ut
balance Saldo|Disponibel saldo|Bokført saldo
cur Valuta|Valutakode
ref Referanse|Arkivreferanse|Arkivref|Numref
fee Gebyr|Omkostninger
category Kategori|Underkategori
status Status
account Konto|Kontonummer|Fra konto
card Kort|Kortnummer
original Opprinnelig beløp|Valutabeløp
originalcur Opprinnelig valuta
dc Debet/Kredit|Ut/Inn
is-booked Bokført|Utført
is-pending Reservert|Venter|Under behandling
is-declined Avvist|Kansellert
opening Inngående saldo|IB
closing Utgående saldo|UB
total Sum|Totalt
period Periode
holder Kontohaver|Kontoeier
unbooked Reserverte beløp|Ikke bokført
salary Lønn
rent Husleie
refund Tilbakebetaling|Retur
feetext Månedsavgift|Gebyr
cash Minibank|Kontantuttak
transfer Overføring|Vipps|Nettgiro
cardpay Varekjøp|Visa varekjøp
interest Renter
direct Avtalegiro
shops Rema 1000|Kiwi|Vinmonopolet|Bakeriet Blåbær|Løvenskiold Apotek
people Kåre Nygård|Ingrid Sæther|Ole Hansen
firms Fjordkraft Maskin AS|Bærum Kommune|Sørlandet Regnskap
utilities Tibber|Telenor
places TROMSØ|BERGEN|ÅLESUND
= da Danish
currency DKK kr.
number 1.234,56|1234,56
encoding windows-1252|utf-8|utf-8-bom|iso-8859-1
delimiter ;|;|,|tab
dates D-M-Y|D.M.Y|Y-M-D|D/M/Y|D.M.y
months jan|feb|mar|apr|maj|jun|jul|aug|sep|okt|nov|dec
long januar|februar|marts|april|maj|juni|juli|august|september|oktober|november|december
date Dato|Bogført|Bogføringsdato|Posteringsdato
booked Bogføringsdato|Bogført|Posteringsdato
value Rentedato|Valørdato|Valør
purchase Købsdato|Transaktionsdato
time Tid|Klokkeslæt
payee Modtager|Navn|Modpart|Beløbsmodtager
sender Afsender|Indbetaler|Fra
receiver Modtager|Modtagers navn|Til
text Tekst|Beskrivelse|Posteringstekst|Besked
type Type|Posttype
amount Beløb|Beløb i DKK|Transaktionsbeløb
debit Hævet|Udgift|Debet|Ud
credit Indsat|Indtægt|Kredit|Ind
side Debet/Kredit|Ind/Ud
balance Saldo|Saldo efter|Løbende saldo
cur Valuta
ref Reference|Bilagsnr.|Arkivnr
fee Gebyr
category Kategori|Hovedkategori
status Status|Tilstand
account Konto|Kontonr.
card Kort|Kortnr.
original Oprindeligt beløb|Valutabeløb
originalcur Oprindelig valuta
dc Debet/Kredit|Hævet/Indsat|Ud/Ind
is-booked Bogført|Udført|Gennemført
is-pending Reserveret|Afventer|Venter
is-declined Afvist|Annulleret
opening Primosaldo|Startsaldo
closing Ultimosaldo|Slutsaldo
total I alt|Total
period Periode
holder Kontohaver|Kunde
unbooked Ventende posteringer|Ikke bogført
salary Lønoverførsel|Løn
rent Husleje
refund Refusion|Tilbagebetaling
feetext Kontogebyr|Kortgebyr
cash Kontanthævning|Hævet i automat
transfer Overførsel|MobilePay
cardpay Dankort-køb|Visa køb
interest Rente
direct Betalingsservice|BS
shops Netto|Føtex|Bageriet Ærø|Matas|Irma
people Søren Kjær|Mette Østergaard|Lærke Holm
firms Ålborg Værft A/S|Grønt Regnskab ApS|Region Sjælland
utilities Ørsted|TDC Net
places KØBENHAVN|AARHUS|RØNNE
= is Icelandic
currency ISK kr.
number 1.234|1.234,56
encoding utf-8|windows-1252|utf-8-bom
delimiter ;|,|tab
dates D.M.Y|Y-M-D|D.M.y
months jan|feb|mar|apr|maí|jún|júl|ágú|sep|okt|nóv|des
long janúar|febrúar|mars|apríl|maí|júní|júlí|ágúst|september|október|nóvember|desember
date Dagsetning|Dags.|Bókunardagur
booked Bókunardagur|Bókunardags.
value Vaxtadagur|Vaxtadags.
purchase Færsludagur|Viðskiptadagur
time Tími
payee Nafn|Viðtakandi|Söluaðili|Mótaðili
sender Greiðandi|Sendandi
receiver Viðtakandi|Móttakandi
text Skýring|Texti|Lýsing|Skýring greiðslu
type Tegund|Færslutegund
amount Upphæð|Fjárhæð|Upphæð ISK
debit Út|Úttekt|Debet
credit Inn|Innborgun|Kredit
side Debet/Kredit
balance Staða|Staða reiknings|Innstæða
cur Mynt|Gjaldmiðill
ref Tilvísun|Seðilnúmer|Bunki
fee Gjald|Kostnaður
category Flokkur
status Staða færslu
account Reikningur|Reikningsnúmer
card Kortnúmer
original Upphafleg upphæð|Erlend upphæð
originalcur Erlend mynt
dc Debet/Kredit|Út/Inn
is-booked Bókað|Lokið
is-pending Í bið|Frátekið
is-declined Hafnað
opening Upphafsstaða
closing Lokastaða
total Samtals
period Tímabil
holder Eigandi reiknings
unbooked Óbókaðar færslur
salary Laun
rent Húsaleiga
refund Endurgreiðsla
feetext Færslugjald|Árgjald
cash Úttekt hraðbanki
transfer Millifærsla
cardpay Debetkort|Kortafærsla
interest Vextir
direct Beingreiðsla
shops Bónus|Krónan|Vínbúðin|Bakarí Þórshöfn
people Guðrún Jónsdóttir|Þórður Ólafsson
firms Síldarvinnslan hf.|Reykjavíkurborg
utilities Orkuveita Reykjavíkur|Síminn
places REYKJAVÍK|AKUREYRI|ÞÓRSHÖFN
= fi Finnish
currency EUR €
number 1234,56|1 234,56|1.234,56
encoding utf-8|windows-1252|iso-8859-1|utf-8-bom
delimiter ;|tab|,
dates D.M.Y|d.m.Y|Y-M-D|Y/M/D
months tammi|helmi|maalis|huhti|touko|kesä|heinä|elo|syys|loka|marras|joulu
long tammikuu|helmikuu|maaliskuu|huhtikuu|toukokuu|kesäkuu|heinäkuu|elokuu|syyskuu|lokakuu|marraskuu|joulukuu
date Päivämäärä|Kirjauspäivä|Pvm|Maksupäivä|Tapahtumapäivä
booked Kirjauspäivä|Kirjauspvm|Kirjattu
value Arvopäivä|Arvopvm
purchase Ostopäivä|Tapahtumapäivä
time Aika|Kellonaika
payee Saaja/Maksaja|Nimi|Vastapuoli|Kauppias
sender Maksaja|Maksajan nimi|Lähettäjä
receiver Saaja|Saajan nimi|Vastaanottaja
text Selitys|Viesti|Kuvaus|Selite|Tapahtuman tiedot
type Tapahtumalaji|Laji|Tyyppi|Tapahtuma
amount Määrä|Summa|Määrä EUROA|Määrä (EUR)|Rahamäärä
debit Otto|Otot|Pano/otto -|Veloitus|Menot
credit Pano|Panot|Hyvitys|Tulot
side Debet/Kredit|Pano/Otto|+/-
balance Saldo|Tilin saldo|Kirjanpitosaldo
cur Valuutta
ref Viite|Viitenumero|Arkistointitunnus
fee Palvelumaksu|Kulut
category Luokka|Kategoria
status Tila
account Tili|Tilinumero
card Kortti|Kortin numero
original Alkuperäinen summa|Valuuttamäärä
originalcur Alkuperäinen valuutta
dc Otto/Pano|Debet/Kredit|Veloitus/Hyvitys
is-booked Kirjattu|Toteutunut|Maksettu
is-pending Varaus|Odottaa|Vahvistamaton
is-declined Hylätty|Peruttu
opening Alkusaldo|Edellinen saldo
closing Loppusaldo
total Yhteensä
period Ajanjakso|Tiliotekausi
holder Tilinomistaja|Asiakas
unbooked Katevaraukset|Ei vielä kirjattu
salary Palkka|PALKKA
rent Vuokra
refund Palautus|Hyvitys
feetext Palvelumaksu|Kuukausimaksu
cash Käteisnosto|Automaattinosto
transfer Tilisiirto|MobilePay
cardpay Korttiosto|Pankkikorttimaksu
interest Korko|Talletuskorko
direct E-lasku|Suoramaksu
shops K-Market Töölö|Prisma|Alko|Kahvila Hyvä Pöytä|S-Market
people Mäkinen Päivi|Väinö Lähde|Virtanen Mika
firms Järvi-Suomen Konepaja Oy|Helsingin kaupunki|Pöyry Oyj
utilities Helen Oy|Elisa Oyj
places HELSINKI|JYVÄSKYLÄ|HÄMEENLINNA
= et Estonian
currency EUR €
number 1234,56|1234.56|1 234,56
encoding utf-8|utf-8-bom|windows-1257
delimiter ;|,|tab
dates D.M.Y|Y-M-D
months jaan|veebr|märts|apr|mai|juuni|juuli|aug|sept|okt|nov|dets
long jaanuar|veebruar|märts|aprill|mai|juuni|juuli|august|september|oktoober|november|detsember
date Kuupäev|Kande kuupäev|Kuup.
booked Kandepäev|Kande kuupäev
value Väärtuspäev
purchase Tehingu kuupäev|Ostu kuupäev
time Kellaaeg|Aeg
payee Saaja/Maksja|Saaja/maksja nimi|Nimi|Kaupmees
sender Maksja|Maksja nimi
receiver Saaja|Saaja nimi
text Selgitus|Kirjeldus|Makse selgitus
type Tüüp|Kande liik|Tehingu tüüp
amount Summa|Tehingu summa
debit Deebet|Väljaminek|Välja
credit Kreedit|Laekumine|Sisse
side Deebet/Kreedit|Deebet/Kreedit (D/C)
balance Saldo|Jääk|Konto jääk
cur Valuuta
ref Viitenumber|Arhiveerimistunnus|Dokumendi number
fee Teenustasu
category Kategooria
status Olek|Staatus
account Konto|Kliendi konto
card Kaardi number
original Originaalsumma|Algne summa
originalcur Originaalvaluuta|Algne valuuta
dc D/C|D/K|Deebet/Kreedit
is-booked Kinnitatud|Täidetud
is-pending Broneeritud|Ootel
is-declined Tagasi lükatud|Tühistatud
opening Algsaldo|Algjääk
closing Lõppsaldo|Lõppjääk
total Käive kokku|Kokku
period Periood
holder Konto omanik|Klient
unbooked Broneeringud
salary Töötasu|Palk
rent Üür
refund Tagasimakse
feetext Kuutasu|Teenustasu
cash Sularaha väljamakse|ATM
transfer Makse|Ülekanne
cardpay Kaardimakse|Ost
interest Intress
direct Püsimakse|E-arve
shops Rimi|Selver|Apollo Raamat|Pagariäri Õunapuu
people Õie Tõnisson|Mõisa Jüri|Kalle Tamm
firms Põhja Ehitus OÜ|Tallinna Linnavalitsus
utilities Eesti Energia AS|Elisa Eesti
places TALLINN|PÄRNU|VÕRU
= lv Latvian
currency EUR €
number 1234,56|1 234,56|1234.56
encoding utf-8|utf-8-bom|windows-1257
delimiter ;|,|tab
dates D.M.Y|Y-M-D|D.M.Y.
months janv|febr|marts|apr|maijs|jūn|jūl|aug|sept|okt|nov|dec
long janvāris|februāris|marts|aprīlis|maijs|jūnijs|jūlijs|augusts|septembris|oktobris|novembris|decembris
date Datums|Operācijas datums|Grāmatošanas datums
booked Grāmatošanas datums|Iegrāmatots
value Valutēšanas datums
purchase Darījuma datums|Pirkuma datums
time Laiks
payee Saņēmējs/Maksātājs|Partneris|Nosaukums|Darījuma partneris
sender Maksātājs|Nosūtītājs
receiver Saņēmējs|Saņēmēja nosaukums
text Informācija saņēmējam|Maksājuma mērķis|Apraksts|Detaļas
type Darījuma veids|Tips|Operācijas veids
amount Summa|Darījuma summa|Summa EUR
debit Debets|Izdevumi|Izejošais|Izmaksa
credit Kredīts|Ienākumi|Ienākošais|Iemaksa
side Debets/Kredīts|D/K
balance Atlikums|Konta atlikums|Bilance
cur Valūta
ref Atsauce|Dokumenta numurs|Arhīva kods
fee Komisija|Komisijas maksa
category Kategorija
status Statuss
account Konts|Klienta konts
card Kartes numurs
original Sākotnējā summa
originalcur Sākotnējā valūta
dc D/K|Debets/Kredīts
is-booked Izpildīts|Apstiprināts
is-pending Rezervēts|Gaida izpildi|Apstrādē
is-declined Noraidīts|Atcelts
opening Sākuma atlikums|Sākuma bilance
closing Beigu atlikums|Beigu bilance
total Kopā|Apgrozījums
period Periods
holder Konta īpašnieks|Klients
unbooked Rezervētās summas
salary Darba alga|Alga
rent Īre
refund Atmaksa
feetext Mēneša maksa|Konta apkalpošana
cash Skaidras naudas izmaksa|Bankomāts
transfer Pārskaitījums|Maksājums
cardpay Pirkums|Kartes maksājums
interest Procenti
direct Automātiskais maksājums
shops Rimi Rīga|Maxima|Drogas|Ķekavas Ceptuve
people Jānis Bērziņš|Līga Kalniņa
firms Ķīmiķis SIA|Rīgas Domes Departaments
utilities Latvenergo|Tet SIA
places RĪGA|LIEPĀJA|DAUGAVPILS
= lt Lithuanian
currency EUR €
number 1234,56|1 234,56|1234.56
encoding utf-8|utf-8-bom|windows-1257
delimiter ;|,|tab
dates Y-M-D|Y.M.D|YMD
months saus.|vas.|kov.|bal.|geg.|birž.|liep.|rugp.|rugs.|spal.|lapkr.|gruod.
long sausis|vasaris|kovas|balandis|gegužė|birželis|liepa|rugpjūtis|rugsėjis|spalis|lapkritis|gruodis
date Data|Operacijos data|Įrašo data
booked Įskaitymo data|Apskaitos data
value Valiutavimo data|Lėšų įskaitymo data
purchase Sandorio data|Pirkimo data
time Laikas
payee Gavėjas/Mokėtojas|Mokėtojas / Gavėjas|Pavadinimas|Gavėjas
sender Mokėtojas|Mokėtojo pavadinimas
receiver Gavėjas|Gavėjo pavadinimas
text Paskirtis|Mokėjimo paskirtis|Detalės|Paaiškinimai
type Tipas|Operacijos tipas
amount Suma|Operacijos suma|Suma EUR
debit Debetas|Išlaidos|Nurašyta|Išmoka
credit Kreditas|Pajamos|Įskaityta|Įplauka
side D/K|Debetas/Kreditas
balance Likutis|Sąskaitos likutis
cur Valiuta
ref Įrašo Nr.|Dokumento Nr.|Nuoroda
fee Komisinis mokestis|Mokestis
category Kategorija
status Būsena|Statusas
account Sąskaita|Sąskaitos Nr.
card Kortelės numeris
original Pradinė suma|Originali suma
originalcur Pradinė valiuta
dc D/K|Debetas/Kreditas
is-booked Įvykdyta|Įskaityta
is-pending Rezervuota|Laukiama|Vykdoma
is-declined Atmesta|Atšaukta
opening Likutis pradžioje|Pradinis likutis
closing Likutis pabaigoje|Galutinis likutis
total Iš viso|Apyvarta
period Laikotarpis
holder Sąskaitos savininkas|Klientas
unbooked Rezervuotos lėšos
salary Darbo užmokestis|Atlyginimas
rent Nuoma
refund Grąžinimas
feetext Mėnesinis mokestis|Sąskaitos aptarnavimas
cash Grynųjų išėmimas|Bankomatas
transfer Pervedimas|Mokėjimas
cardpay Pirkinys|Mokėjimas kortele
interest Palūkanos
direct Tiesioginis debetas|E. sąskaita
shops Maxima LT|Iki Šilas|Eurovaistinė|Duonos Šaltinis
people Jūratė Žukauskaitė|Šarūnas Petrauskas
firms Žemaitijos Statyba UAB|Vilniaus Savivaldybė
utilities Ignitis|Telia Lietuva
places VILNIUS|ŠIAULIAI|KLAIPĖDA
`;
