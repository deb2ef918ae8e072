// What banks of central Europe and the Balkans print in Latin letters; `parse.mjs` explains it.

export const CENTRAL = `
= pl Polish
currency PLN zł|PLN zł|EUR €
number 1 234,56|1234,56|1234.56|1.234,56
encoding windows-1250|utf-8|utf-8-bom|iso-8859-2|cp852
delimiter ;|,|tab
dates Y-M-D|D.M.Y|D-M-Y|YMD|D/M/Y
months sty|lut|mar|kwi|maj|cze|lip|sie|wrz|paź|lis|gru
long stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia
date Data|Data operacji|Data transakcji
booked Data księgowania|Data zaksięgowania
value Data waluty|Data efektywna
purchase Data operacji|Data transakcji|Data zakupu
time Godzina|Czas
payee Odbiorca/Nadawca|Nadawca / Odbiorca|Kontrahent|Nazwa kontrahenta|Dane kontrahenta
sender Nadawca|Zleceniodawca
receiver Odbiorca|Beneficjent
text Opis|Tytuł|Opis operacji|Tytuł operacji|Szczegóły transakcji|Opis transakcji
type Typ|Rodzaj|Typ transakcji|Rodzaj transakcji
amount Kwota|Kwota operacji|Kwota transakcji|Kwota w PLN
debit Obciążenia|Wypłaty|Wydatki|Kwota obciążenia|Wn|Winien
credit Uznania|Wpłaty|Wpływy|Kwota uznania|Ma
side Strona|Wn/Ma|Obciążenie/Uznanie
balance Saldo|Saldo po operacji|Saldo końcowe|Saldo po transakcji
cur Waluta
ref Numer referencyjny|Nr referencyjny|Referencje|Nr transakcji
fee Prowizja|Opłata
category Kategoria
status Status|Stan
account Rachunek|Numer rachunku|Nr konta
card Karta|Numer karty
original Kwota oryginalna|Kwota w walucie
originalcur Waluta oryginalna
dc Wn/Ma|Obciążenie/Uznanie|WN/MA
is-booked Zaksięgowana|Zrealizowana|Rozliczona
is-pending Oczekująca|Blokada|W realizacji|Zaplanowana
is-declined Odrzucona|Anulowana
opening Saldo początkowe
closing Saldo końcowe
total Razem|Suma|Suma obrotów
period Za okres|Okres
holder Właściciel|Klient|Posiadacz
unbooked Blokady|Operacje nierozliczone
salary Wynagrodzenie|Wypłata
rent Czynsz|Najem
refund Zwrot|ZWROT TOWARU
feetext Opłata za prowadzenie rachunku|Opłata za kartę
cash Wypłata z bankomatu|WYPŁATA GOTÓWKI
transfer Przelew|Przelew wychodzący|BLIK
cardpay Płatność kartą|Zakup przy użyciu karty|TRANSAKCJA KARTĄ
interest Odsetki|Kapitalizacja odsetek
direct Polecenie zapłaty
shops Żabka|Biedronka|Piekarnia Pączek|Empik|Łosoś Bistro
people Łukasz Wiśniewski|Małgorzata Dąbrowska|Jan Źrebiec
firms Zakład Ślusarski Sp. z o.o.|Urząd Miasta Łódź
utilities PGE Obrót|Orange Polska
places WARSZAWA|ŁÓDŹ|KRAKÓW
= cs Czech
currency CZK Kč|CZK Kč|EUR €
number 1 234,56|1234,56|1 234,56
encoding windows-1250|utf-8|utf-8-bom|cp852
delimiter ;|,|tab
dates D.M.Y|D.M.Y|d.m.Y|Y-M-D|D/M/Y|d. m. Y
months led|úno|bře|dub|kvě|čvn|čvc|srp|zář|říj|lis|pro
long leden|únor|březen|duben|květen|červen|červenec|srpen|září|říjen|listopad|prosinec
date Datum|Datum provedení|Datum pohybu
booked Datum zaúčtování|Zaúčtováno|Datum zauctovani
value Datum valuty|Valuta
purchase Datum transakce|Datum a čas transakce|Datum nákupu
time Čas
payee Název protiúčtu|Protistrana|Jméno|Obchodník|Název protistrany
sender Plátce|Odesílatel
receiver Příjemce
text Popis|Poznámka|Zpráva pro příjemce|Popis operace|Popis transakce
type Typ|Typ transakce|Typ pohybu|Druh operace
amount Částka|Objem|Částka v CZK|Zaúčtovaná částka|Castka
debit Výdaje|Na vrub|Odepsáno|Debet|Má dáti
credit Příjmy|Ve prospěch|Připsáno|Kredit|Dal
side Směr platby|Debet/Kredit
balance Zůstatek|Zůstatek po operaci|Účetní zůstatek
cur Měna
ref Reference|ID pohybu|Číslo transakce|VS
fee Poplatek
category Kategorie
status Stav
account Účet|Číslo účtu
card Karta|Číslo karty
original Původní částka|Částka v původní měně
originalcur Původní měna
dc D/K|Odchozí/Příchozí|Debet/Kredit
is-booked Zaúčtováno|Provedeno
is-pending Čeká|Blokace|Rezervováno
is-declined Zamítnuto|Zrušeno
opening Počáteční zůstatek|Počáteční stav
closing Konečný zůstatek|Konečný stav
total Celkem|Suma
period Období
holder Majitel účtu|Klient
unbooked Nezaúčtované transakce|Blokované částky
salary Mzda|Výplata
rent Nájem
refund Vratka|Vrácení
feetext Poplatek za vedení účtu
cash Výběr z bankomatu|Výběr hotovosti
transfer Převod|Odchozí platba|Okamžitá platba
cardpay Platba kartou|Nákup
interest Úroky|Připsaný úrok
direct Inkaso|SIPO
shops Albert|Pekařství Kříž|Lékárna U Žáby|Řeznictví Šťastný
people Jiří Dvořák|Kateřina Čížková
firms Strojírna Plzeň s.r.o.|Úřad práce ČR
utilities ČEZ Prodej|O2 Czech
places PRAHA|BRNO|ČESKÉ BUDĚJOVICE
= sk Slovak
currency EUR €
number 1 234,56|1234,56|1.234,56
encoding utf-8|windows-1250|utf-8-bom
delimiter ;|,|tab
dates D.M.Y|d.m.Y|Y-M-D|D/M/Y
months jan|feb|mar|apr|máj|jún|júl|aug|sep|okt|nov|dec
long január|február|marec|apríl|máj|jún|júl|august|september|október|november|december
date Dátum|Dátum transakcie|Dátum pohybu
booked Dátum zaúčtovania|Dátum účtovania
value Dátum valuty|Valuta
purchase Dátum transakcie|Dátum nákupu
time Čas
payee Názov protiúčtu|Partner|Protistrana|Meno
sender Platiteľ|Odosielateľ
receiver Príjemca
text Popis|Poznámka|Informácia pre príjemcu|Popis transakcie
type Typ|Typ transakcie|Druh pohybu
amount Suma|Čiastka|Objem|Suma v EUR
debit Výdavky|Na ťarchu|Debet|Odpísané
credit Príjmy|V prospech|Kredit|Pripísané
side Debet/Kredit|Smer platby|Typ pohybu
balance Zostatok|Zostatok po transakcii|Účtovný zostatok
cur Mena
ref Referencia|Referencia platiteľa|ID transakcie
fee Poplatok
category Kategória
status Stav
account Účet|Číslo účtu
card Karta|Číslo karty
original Pôvodná suma
originalcur Pôvodná mena
dc Debet/Kredit|D/K
is-booked Zaúčtované|Spracované
is-pending Čaká|Blokácia|Rezervované
is-declined Zamietnuté|Zrušené
opening Počiatočný zostatok|Začiatočný zostatok
closing Konečný zostatok
total Spolu|Celkom
period Obdobie
holder Majiteľ účtu|Klient
unbooked Nezaúčtované pohyby|Blokácie
salary Mzda|Výplata
rent Nájomné
refund Vrátenie|Refundácia
feetext Poplatok za vedenie účtu
cash Výber z bankomatu
transfer Prevod|Okamžitá platba
cardpay Platba kartou|Nákup POS
interest Úroky
direct Inkaso|SEPA inkaso
shops Potraviny Ľubica|Billa|Lekáreň Dôvera
people Ľubomír Šťastný|Zuzana Hôrková
firms Oceliareň Košice a.s.|Mesto Žilina
utilities ZSE Energia|Slovak Telekom
places BRATISLAVA|KOŠICE|ŽILINA
= sl Slovenian
currency EUR €
number 1.234,56|1234,56
encoding utf-8|windows-1250|utf-8-bom|cp852
delimiter ;|tab|,
dates D.M.Y|d.m.Y|Y-M-D
months jan|feb|mar|apr|maj|jun|jul|avg|sep|okt|nov|dec
long januar|februar|marec|april|maj|junij|julij|avgust|september|oktober|november|december
date Datum|Datum prometa|Datum transakcije
booked Datum knjiženja|Knjiženo
value Datum valute|Datum valutacije
purchase Datum nakupa|Datum transakcije
time Ura
payee Prejemnik/Plačnik|Naziv partnerja|Naziv|Udeleženec
sender Plačnik|Nalogodajalec
receiver Prejemnik
text Namen|Opis|Namen plačila|Opis transakcije
type Vrsta|Vrsta transakcije|Tip
amount Znesek|Znesek (EUR)|Znesek transakcije
debit Breme|V breme|Odliv|Izplačilo
credit Dobro|V dobro|Priliv|Vplačilo
side Breme/Dobro|B/D
balance Stanje|Saldo|Stanje po transakciji
cur Valuta
ref Referenca|Sklic|ID transakcije
fee Provizija|Nadomestilo
category Kategorija
status Status|Stanje naloga
account Račun|Številka računa
card Kartica|Številka kartice
original Izvirni znesek
originalcur Izvirna valuta
dc B/D|Breme/Dobro
is-booked Knjiženo|Izvršeno
is-pending Rezervirano|V obdelavi|Čaka
is-declined Zavrnjeno|Preklicano
opening Začetno stanje|Prejšnje stanje
closing Končno stanje|Novo stanje
total Skupaj
period Obdobje
holder Imetnik računa|Lastnik
unbooked Rezervirana sredstva|Neknjižene transakcije
salary Plača
rent Najemnina
refund Vračilo
feetext Vodenje računa|Nadomestilo
cash Dvig na bankomatu|Dvig gotovine
transfer Nakazilo|Plačilo UPN
cardpay Plačilo s kartico|Nakup POS
interest Obresti
direct Trajnik|Direktna obremenitev
shops Mercator|Pekarna Čebelica|Lekarna Šiška
people Žiga Novak|Špela Kočevar
firms Železarna Jesenice d.o.o.|Občina Škofja Loka
utilities Elektro Celje|Telekom Slovenije
places LJUBLJANA|MARIBOR|ŠKOFJA LOKA
= hr Croatian
currency EUR €|BAM KM
number 1.234,56|1234,56
encoding utf-8|windows-1250|utf-8-bom|cp852
delimiter ;|,|tab
dates D.M.Y.|D.M.Y|Y-M-D|d.m.Y.
months sij|velj|ožu|tra|svi|lip|srp|kol|ruj|lis|stu|pro
long siječanj|veljača|ožujak|travanj|svibanj|lipanj|srpanj|kolovoz|rujan|listopad|studeni|prosinac
date Datum|Datum izvršenja|Datum transakcije
booked Datum knjiženja|Knjiženo
value Datum valute
purchase Datum transakcije|Datum kupnje
time Vrijeme
payee Primatelj/Platitelj|Naziv|Naziv primatelja/platitelja|Trgovac
sender Platitelj|Nalogodavac
receiver Primatelj
text Opis|Opis plaćanja|Opis transakcije|Svrha plaćanja
type Vrsta|Vrsta transakcije|Tip prometa
amount Iznos|Iznos (EUR)|Iznos transakcije
debit Isplata|Duguje|Isplate|Na teret
credit Uplata|Potražuje|Uplate|U korist
side Duguje/Potražuje|D/P
balance Stanje|Saldo|Stanje računa
cur Valuta
ref Referenca|Poziv na broj|Broj transakcije
fee Naknada
category Kategorija
status Status
account Račun|Broj računa|IBAN
card Kartica|Broj kartice
original Izvorni iznos
originalcur Izvorna valuta
dc D/P|Duguje/Potražuje|Isplata/Uplata
is-booked Knjiženo|Izvršeno
is-pending Rezervirano|U obradi|Na čekanju
is-declined Odbijeno|Stornirano
opening Početno stanje|Prethodno stanje
closing Završno stanje|Novo stanje
total Ukupno
period Razdoblje
holder Vlasnik računa|Klijent
unbooked Rezervirana sredstva|Neproknjižene transakcije
salary Plaća
rent Najamnina
refund Povrat
feetext Naknada za vođenje računa
cash Podizanje gotovine|Bankomat
transfer Prijenos|Plaćanje
cardpay Kupnja|Plaćanje karticom
interest Kamata
direct Trajni nalog|Izravno terećenje
shops Konzum|Pekara Dubravica|Ljekarna Čuljak
people Željko Horvat|Đurđica Šimić
firms Brodogradilište Šibenik d.d.|Grad Požega
utilities HEP Elektra|Hrvatski Telekom
places ZAGREB|SPLIT|ŠIBENIK
= sr Serbian
currency RSD din
number 1.234,56|1234,56|1,234.56
encoding utf-8|windows-1250|utf-8-bom
delimiter ;|,|tab
dates D.M.Y|D.M.Y.|D/M/Y|Y-M-D
months jan|feb|mar|apr|maj|jun|jul|avg|sep|okt|nov|dec
long januar|februar|mart|april|maj|jun|jul|avgust|septembar|oktobar|novembar|decembar
date Datum|Datum transakcije|Datum promene
booked Datum knjiženja|Datum obrade
value Datum valute
purchase Datum transakcije|Datum kupovine
time Vreme
payee Primalac/Platilac|Naziv|Primalac
sender Platilac|Nalogodavac
receiver Primalac
text Opis|Svrha plaćanja|Svrha|Opis transakcije
type Vrsta|Vrsta transakcije|Tip
amount Iznos|Iznos transakcije|Iznos u RSD
debit Duguje|Isplata|Zaduženje|Na teret
credit Potražuje|Uplata|Odobrenje|U korist
side Duguje/Potražuje|Strana
balance Stanje|Saldo|Stanje nakon transakcije
cur Valuta
ref Referenca|Broj transakcije|Poziv na broj
fee Provizija|Naknada
category Kategorija
status Status
account Račun|Broj računa
card Kartica|Broj kartice
original Originalni iznos
originalcur Originalna valuta
dc D/P|Duguje/Potražuje
is-booked Proknjiženo|Izvršeno
is-pending Rezervisano|Na čekanju|U obradi
is-declined Odbijeno|Stornirano
opening Početno stanje|Prethodno stanje
closing Krajnje stanje|Novo stanje
total Ukupno
period Period
holder Vlasnik računa|Klijent
unbooked Rezervisana sredstva
salary Zarada|Plata
rent Kirija
refund Povraćaj
feetext Održavanje računa|Provizija
cash Podizanje gotovine|Isplata na bankomatu
transfer Prenos|Plaćanje
cardpay Kupovina|Plaćanje karticom
interest Kamata
direct Trajni nalog
shops Maxi|Pekara Čarapić|Apoteka Đurić
people Živojin Petrović|Snežana Đorđević
firms Livnica Kikinda a.d.|Opština Čačak
utilities EPS Snabdevanje|Telekom Srbija
places BEOGRAD|NOVI SAD|ČAČAK
= hu Hungarian
currency HUF Ft|HUF Ft|EUR €
number 1 234|1.234,56|1 234,56|1234,56
encoding windows-1250|utf-8|utf-8-bom|iso-8859-2|cp852
delimiter ;|tab|,
dates Y.M.D|Y.M.D.|Y-M-D|YMD|Y. M. D.
months jan.|febr.|márc.|ápr.|máj.|jún.|júl.|aug.|szept.|okt.|nov.|dec.
long január|február|március|április|május|június|július|augusztus|szeptember|október|november|december
date Dátum|Könyvelés dátuma|Tranzakció dátuma
booked Könyvelés dátuma|Könyvelési nap|Könyvelés napja
value Értéknap|Értéknapja
purchase Tranzakció időpontja|Vásárlás dátuma|Tranzakció dátuma
time Időpont|Idő
payee Partner neve|Ellenoldali név|Kereskedő|Partner|Kedvezményezett/Fizető
sender Fizető fél|Küldő
receiver Kedvezményezett
text Közlemény|Leírás|Tranzakció leírása|Megjegyzés
type Típus|Tranzakció típusa|Forgalom típusa
amount Összeg|Tranzakció összege|Könyvelt összeg|Összeg (HUF)
debit Terhelés|Terhelések|Kiadás|Tartozik
credit Jóváírás|Jóváírások|Bevétel|Követel
side Terhelés/Jóváírás|T/K|Irány
balance Egyenleg|Könyvelt egyenleg|Záróegyenleg|Új egyenleg
cur Devizanem|Pénznem
ref Hivatkozás|Tranzakció azonosító|Bizonylatszám
fee Díj|Jutalék
category Kategória
status Státusz|Állapot
account Számlaszám|Számla
card Kártyaszám
original Eredeti összeg
originalcur Eredeti devizanem
dc T/K|T/J|Terhelés/Jóváírás
is-booked Könyvelt|Teljesült
is-pending Függőben|Zárolt|Feldolgozás alatt
is-declined Elutasított|Törölt
opening Nyitóegyenleg|Nyitó egyenleg
closing Záróegyenleg|Záró egyenleg
total Összesen
period Időszak
holder Számlatulajdonos|Ügyfél
unbooked Zárolt tételek|Nem könyvelt tételek
salary Munkabér|Fizetés
rent Lakbér|Albérlet
refund Visszatérítés|Visszautalás
feetext Számlavezetési díj|Havidíj
cash Készpénzfelvét|ATM készpénzfelvét
transfer Átutalás|Azonnali utalás
cardpay Kártyás vásárlás|Vásárlás
interest Kamat
direct Csoportos beszedés
shops Spar Őrség|Pékség Túrós|Gyöngy Patika|Tesco
people Szűcs Ágnes|Kovács Győző
firms Dunai Hőerőmű Zrt.|Győr Önkormányzat
utilities MVM Next|Díjbeszedő Holding
places BUDAPEST|GYŐR|PÉCS
= sq Albanian
currency ALL Lek|EUR €
number 1,234.56|1.234,56|1234.56
encoding utf-8|windows-1252|utf-8-bom
delimiter ,|;|tab
dates D/M/Y|D.M.Y|Y-M-D|D-M-Y
months jan|shk|mar|pri|maj|qer|kor|gus|sht|tet|nën|dhj
long janar|shkurt|mars|prill|maj|qershor|korrik|gusht|shtator|tetor|nëntor|dhjetor
date Data|Data e transaksionit
booked Data e regjistrimit|Data e kontabilizimit
value Data e valutës|Data valutë
purchase Data e blerjes
time Ora
payee Përfituesi|Emri|Tregtari
sender Urdhëruesi|Dërguesi
receiver Përfituesi|Marrësi
text Përshkrimi|Detajet|Përshkrim
type Lloji|Lloji i transaksionit
amount Shuma|Vlera|Shuma e transaksionit
debit Debi|Dalje|Tërheqje
credit Kredi|Hyrje|Depozitime
side Debi/Kredi
balance Gjendja|Balanca|Gjendja e llogarisë
cur Monedha
ref Referenca|Nr. Referencës
fee Komision|Tarifa
category Kategoria
status Statusi|Gjendja e urdhrit
account Llogaria|Numri i llogarisë
card Karta
original Shuma origjinale
originalcur Monedha origjinale
dc D/K|Debi/Kredi
is-booked Kryer|Përfunduar
is-pending Në pritje|Në proces
is-declined Refuzuar|Anuluar
opening Gjendja fillestare
closing Gjendja përfundimtare
total Totali
period Periudha
holder Mbajtësi i llogarisë|Klienti
unbooked Transaksione në pritje
salary Paga|Rroga
rent Qira
refund Rimbursim|Kthim
feetext Komision mirëmbajtje
cash Tërheqje ATM
transfer Transfertë
cardpay Blerje me kartë|Blerje POS
interest Interesa
direct Debitim direkt
shops Conad|Furra Shqipëria|Farmaci Elbasan
people Agim Hoxha|Blerta Çela
firms Ndërtimi Durrës shpk|Bashkia Tiranë
utilities OSHEE|Vodafone Albania
places TIRANË|DURRËS
`;
