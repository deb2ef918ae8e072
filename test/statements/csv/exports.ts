// Exports of banks that are in no table of layouts, made up from what their headers and habits of printing are like. Each
// is written from the same rows, so that what it says is known by construction; none is copied from anywhere.

import { encode } from "./encodings.ts";

export interface Entry {
  readonly day: string;
  /** In hundredths; money in is positive. */
  readonly cents: number;
  readonly name: string;
  readonly text: string;
  /** The balance behind it, in hundredths. */
  readonly balance: number;
}

export interface Export {
  readonly bank: string;
  readonly bytes: Uint8Array;
  /** "2024-03-05 -108840", sorted, in hundredths. */
  readonly says: readonly string[];
  /** What may be asked; empty where the file decides everything itself. */
  readonly asks: readonly string[];
  /** Where no answer can be right, since the file lacks what would make it so. */
  readonly unanswerable?: boolean;
}

interface Written {
  readonly bank: string;
  readonly encoding?: string;
  readonly order?: "oldest" | "newest";
  readonly lead?: readonly string[];
  readonly header?: string;
  readonly row: (entry: Entry, at: number) => string;
  readonly tail?: readonly string[];
  readonly rows?: readonly Omit<Entry, "balance">[];
  /** Printed without decimals: hundredths are left out. */
  readonly whole?: boolean;
  readonly asks?: readonly string[];
  readonly unanswerable?: boolean;
  readonly end?: string;
}

const OPENING = 150_000;

/** A month as most people have one: more out than in, two equal purchases on one day, an amount over a thousand. */
const MONTH: readonly Omit<Entry, "balance">[] = [
  { day: "2024-03-01", cents: 245_000, name: "Northwind GmbH", text: "Northwind 03/24" },
  { day: "2024-03-02", cents: -3_450, name: "Kiosk Adler", text: "Kiosk Adler 17" },
  { day: "2024-03-04", cents: -108_840, name: "Haus Sieben", text: "Haus Sieben 2024-03" },
  { day: "2024-03-05", cents: -320, name: "Cafe Uno", text: "Cafe Uno" },
  { day: "2024-03-05", cents: -320, name: "Cafe Uno", text: "Cafe Uno" },
  { day: "2024-03-09", cents: 12_055, name: "Jana Novak", text: "Jana Novak ticket" },
  { day: "2024-03-13", cents: -6_000, name: "Terminal 118", text: "Terminal 118" },
  { day: "2024-03-18", cents: -4_519, name: "Markt Nord", text: "Markt Nord 5" },
  { day: "2024-03-22", cents: -1_299, name: "Sonata Media", text: "Sonata Media" },
  { day: "2024-03-28", cents: -78_000, name: "Autohaus Ost", text: "Autohaus Ost 4711" },
];

const WHOLE = MONTH.map((entry) => ({ ...entry, cents: entry.cents * 100 }));
/** Every day up to the twelfth: day and month may change places. */
const EARLY = MONTH.map((entry, at) => ({
  ...entry,
  day: `2024-03-${String(Math.min(12, at + 2)).padStart(2, "0")}`,
}));

export const dmy = (day: string, mark: string) => day.split("-").toReversed().join(mark);
export const mdy = (day: string, mark: string) =>
  `${day.slice(5, 7)}${mark}${day.slice(8)}${mark}${day.slice(0, 4)}`;
export const ymd = (day: string, mark: string) => day.replaceAll("-", mark);

/** 108840 as "1.088,40": marks before decimals and between thousands. */
export function money(cents: number, mark = ",", group = "", places = 2): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  const units = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, group);
  return `${cents < 0 ? "-" : ""}${units}${places === 0 ? "" : `${mark}${digits.slice(-2)}`}`;
}

const positive = (cents: number, mark = ",", group = "", places = 2) =>
  money(Math.abs(cents), mark, group, places);
const out = (entry: Entry, print: (cents: number) => string, none = "") =>
  entry.cents < 0 ? print(Math.abs(entry.cents)) : none;
const into = (entry: Entry, print: (cents: number) => string, none = "") =>
  entry.cents > 0 ? print(entry.cents) : none;
const quoted = (cells: readonly string[], delimiter = ",") =>
  cells.map((cell) => `"${cell}"`).join(delimiter);

const wide = (text: string, chars: number) => text.padEnd(chars);

const comma = (cents: number) => money(cents, ",", "");
const dotted = (cents: number) => money(cents, ",", ".");
const english = (cents: number) => money(cents, ".", ",");
const plain = (cents: number) => money(cents, ".", "");
const blank = (cents: number) => money(cents, ",", " ");
const none = (cents: number) => money(cents, "", "", 0);
const yen = (cents: number) => money(cents, "", ",", 0);
const TURKISH = ["Ocak", "Şubat", "Mart"];

const ROMANIA: readonly Written[] = [
  {
    bank: "Romania, a preamble and two columns of money",
    lead: [
      "Numar cont:,RO49AAAA1B31007593840000",
      "Tip cont:,Cont curent",
      "Moneda:,RON",
      "Perioada:,01/03/2024-31/03/2024",
      "",
    ],
    header:
      "Data tranzactie,Data valuta,Descriere,Referinta tranzactiei,Debit,Credit,Sold contabil",
    row: (e, at) =>
      [
        ymd(e.day, "-"),
        ymd(e.day, "-"),
        e.text,
        `24${at}BT`,
        out(e, (c) => `"-${english(c)}"`),
        into(e, (c) => `"${english(c)}"`),
        `"${english(e.balance)}"`,
      ].join(","),
    order: "newest",
  },
  {
    bank: "Romania, beneficiary and signed sum",
    encoding: "windows-1250",
    header: "Data tranzacției;Beneficiar;Descriere;Suma;Moneda".replace("ț", "t"),
    row: (e) => [dmy(e.day, "."), e.name, e.text, dotted(e.cents), "RON"].join(";"),
  },
  {
    bank: "Romania, unsigned sum beside the kind of operation",
    header: "Data tranzactiei,Descriere,Beneficiar,Tip tranzactie,Suma,Sold",
    row: (e) =>
      [
        dmy(e.day, "/"),
        e.text,
        e.name,
        e.cents < 0 ? "Debit" : "Credit",
        positive(e.cents, ".", ""),
        plain(e.balance),
      ].join(","),
  },
  {
    bank: "Romania, both parties named",
    header:
      "Data inregistrare,Data tranzactiei,Suma debit,Suma credit,Nr. OP,Cod fiscal beneficiar,Ordonator final,Beneficiar final,Nume/Denumire ordonator/beneficiar,Denumire banca ordonator/beneficiar,Nr. cont in/din care se efectueaza tranzactiile,Descrierea tranzactiei",
    row: (e, at) =>
      [
        dmy(e.day, "/"),
        dmy(e.day, "/"),
        out(e, plain),
        into(e, plain),
        at,
        "",
        "",
        "",
        e.name,
        "",
        "",
        e.text,
      ].join(","),
  },
];

const CENTRAL: readonly Written[] = [
  {
    bank: "Poland, a balance behind each operation",
    encoding: "windows-1250",
    order: "newest",
    header:
      "Data operacji;Data księgowania;Opis;Tytuł;Nadawca/Odbiorca;Numer konta;Kwota;Waluta;Saldo po operacji",
    row: (e) =>
      [
        ymd(e.day, "-"),
        ymd(e.day, "-"),
        "PRZELEW",
        e.text,
        e.name,
        "'61109010140000071219812874'",
        blank(e.cents),
        "PLN",
        blank(e.balance),
      ].join(";"),
  },
  {
    bank: "Poland, sender and receiver apart",
    header:
      "Data transakcji;Data zaksięgowania;Nadawca;Odbiorca;Opis;Produkt;Typ transakcji;Kwota;Waluta;Kwota zablokowana",
    row: (e) =>
      [
        dmy(e.day, "-"),
        dmy(e.day, "-"),
        e.cents > 0 ? e.name : "",
        e.cents < 0 ? e.name : "",
        e.text,
        "Konto",
        "Karta",
        comma(e.cents),
        "PLN",
        "",
      ].join(";"),
  },
  {
    bank: "Poland, charges and credits",
    encoding: "iso-8859-2",
    lead: ["Historia operacji na rachunku", "Za okres: 2024-03-01 - 2024-03-31", ""],
    header: "Data waluty;Szczegóły operacji;Obciążenia;Uznania;Saldo",
    row: (e) =>
      [dmy(e.day, "."), e.text, out(e, blank), into(e, blank), blank(e.balance)].join(";"),
    tail: ["", "Razem;;3 027,48;2 570,55;"],
  },
  {
    bank: "Czechia, symbols and counter account",
    encoding: "windows-1250",
    order: "newest",
    header:
      '"Číslo účtu";"Datum zaúčtování";"Valuta";"Částka";"Měna";"Kód banky";"Protiúčet";"Název protiúčtu";"VS";"KS";"SS";"Popis";"Konečný zůstatek"',
    row: (e) =>
      quoted(
        [
          "2345678901/0600",
          dmy(e.day, "."),
          dmy(e.day, "."),
          blank(e.cents),
          "CZK",
          "0800",
          "123456789",
          e.name,
          "11",
          "308",
          "",
          e.text,
          blank(e.balance),
        ],
        ";",
      ),
  },
  {
    bank: "Czechia, month and day without zeros",
    header: "Datum;Objem;Měna;Protiúčet;Název protiúčtu;Zpráva pro příjemce;Poznámka;Typ",
    row: (e) =>
      [
        `${Number(e.day.slice(8))}.${Number(e.day.slice(5, 7))}.${e.day.slice(0, 4)}`,
        comma(e.cents),
        "CZK",
        "19-123/0100",
        e.name,
        e.text,
        "",
        "Karta",
      ].join(";"),
  },
  {
    bank: "Slovakia, unsigned with Kredit and Debet",
    encoding: "windows-1250",
    header: "Dátum zaúčtovania;Dátum valuty;Typ;Suma;Mena;Kredit/Debet;Názov protistrany;Popis",
    row: (e) =>
      [
        dmy(e.day, "."),
        dmy(e.day, "."),
        "Platba",
        positive(e.cents),
        "EUR",
        e.cents < 0 ? "Debet" : "Kredit",
        e.name,
        e.text,
      ].join(";"),
  },
  {
    bank: "Slovakia, balance after",
    order: "newest",
    header: "Dátum transakcie;Suma;Zostatok;Popis transakcie;Referencia platiteľa",
    row: (e) => [dmy(e.day, "."), comma(e.cents), comma(e.balance), e.text, ""].join(";"),
  },
  {
    bank: "Hungary, terhelés and jóváírás",
    encoding: "windows-1250",
    whole: true,
    rows: WHOLE,
    header: "Könyvelés dátuma;Értéknap;Terhelés;Jóváírás;Közlemény;Egyenleg",
    row: (e) =>
      [
        `${ymd(e.day, ".")}.`,
        `${ymd(e.day, ".")}.`,
        out(e, (c) => money(c, "", " ", 0)),
        into(e, (c) => money(c, "", " ", 0)),
        e.text,
        money(e.balance, "", " ", 0),
      ].join(";"),
  },
  {
    bank: "Hungary, one signed column",
    whole: true,
    rows: WHOLE,
    order: "newest",
    header:
      "Tranzakció dátuma;Könyvelés dátuma;Típus;Bejövő/Kimenő;Partner neve;Partner számlaszáma;Költési kategória;Közlemény;Számla név;Számlaszám;Összeg;Pénznem",
    row: (e) =>
      [
        ymd(e.day, "."),
        ymd(e.day, "."),
        "Kártya",
        e.cents < 0 ? "Kimenő" : "Bejövő",
        e.name,
        "",
        "",
        e.text,
        "Folyószámla",
        "11773016",
        none(e.cents),
        "HUF",
      ].join(";"),
  },
  {
    bank: "Croatia, isplata and uplata",
    encoding: "windows-1250",
    header: "Datum;Opis transakcije;Isplata;Uplata;Stanje",
    row: (e) =>
      [`${dmy(e.day, ".")}.`, e.text, out(e, dotted), into(e, dotted), dotted(e.balance)].join(";"),
  },
  {
    bank: "Slovenia, breme and dobro",
    header: "Datum knjiženja;Datum valute;Namen;Prejemnik/Plačnik;V breme;V dobro;Stanje",
    row: (e) =>
      [
        dmy(e.day, "."),
        dmy(e.day, "."),
        e.text,
        e.name,
        out(e, dotted),
        into(e, dotted),
        dotted(e.balance),
      ].join(";"),
  },
  {
    bank: "Bulgaria, Дебит and Кредит",
    encoding: "windows-1251",
    header: "Дата;Вальор;Основание;Контрагент;Дебит;Кредит;Салдо",
    row: (e) =>
      [
        dmy(e.day, "."),
        dmy(e.day, "."),
        e.text,
        e.name,
        out(e, plain),
        into(e, plain),
        plain(e.balance),
      ].join(";"),
  },
  {
    bank: "Serbia, zaduženje and odobrenje",
    header: "Datum valute;Datum knjiženja;Opis;Na teret;U korist;Novo stanje",
    row: (e) =>
      [
        dmy(e.day, "."),
        dmy(e.day, "."),
        e.text,
        out(e, dotted, "0,00"),
        into(e, dotted, "0,00"),
        dotted(e.balance),
      ].join(";"),
  },
];

const SOUTH_EAST: readonly Written[] = [
  {
    bank: "Turkey, amount and balance",
    encoding: "windows-1254",
    order: "newest",
    lead: ["Hesap Hareketleri", "Müşteri No:;12345678", "IBAN:;TR330006100519786457841326", ""],
    header: "Tarih;Açıklama;Etiket;Tutar;Bakiye;Dekont No",
    row: (e, at) =>
      [dmy(e.day, "."), e.text, "Diğer", dotted(e.cents), dotted(e.balance), `D${at}`].join(";"),
  },
  {
    bank: "Turkey, unsigned with A and B",
    header: "İşlem Tarihi;Saat;İşlem Açıklaması;Tutar;B/A;Bakiye",
    row: (e) =>
      [
        dmy(e.day, "/"),
        "10:15",
        e.text,
        positive(e.cents, ",", "."),
        e.cents < 0 ? "B" : "A",
        dotted(e.balance),
      ].join(";"),
  },
  {
    bank: "Turkey, month names and lira behind",
    encoding: "windows-1254",
    header: "Tarih;İşlem;Borç;Alacak",
    row: (e) =>
      [
        `${Number(e.day.slice(8))} ${TURKISH[Number(e.day.slice(5, 7)) - 1] ?? ""} ${e.day.slice(0, 4)}`,
        e.text,
        out(e, (c) => `${dotted(c)} TL`),
        into(e, (c) => `${dotted(c)} TL`),
      ].join(";"),
  },
  {
    bank: "Greece, progressive balance",
    encoding: "windows-1253",
    header: "Ημερομηνία;Αιτιολογία;Ποσό;Προοδευτικό Υπόλοιπο",
    row: (e) => [dmy(e.day, "/"), e.text, dotted(e.cents), dotted(e.balance)].join(";"),
  },
  {
    bank: "Greece, unsigned with Χ and Π",
    header: "Α/Α;Ημ/νία;Αιτιολογία;Κατάστημα;Τοκισμός από;Αρ. συναλλαγής;Ποσό;Πρόσημο ποσού",
    row: (e, at) =>
      [
        at + 1,
        dmy(e.day, "/"),
        e.text,
        "101",
        dmy(e.day, "/"),
        `TX${at}`,
        positive(e.cents, ",", "."),
        e.cents < 0 ? "Χ" : "Π",
      ].join(";"),
  },
  {
    bank: "Greece, charge or credit as a word",
    encoding: "windows-1253",
    header: "Ημερομηνία Συναλλαγής;Περιγραφή;Είδος;Ποσό Συναλλαγής",
    row: (e) =>
      [dmy(e.day, "/"), e.text, e.cents < 0 ? "Χρέωση" : "Πίστωση", positive(e.cents)].join(";"),
  },
];

const NORTH: readonly Written[] = [
  {
    bank: "Sweden, state and reconciled",
    encoding: "windows-1252",
    header: '"Datum","Text","Belopp","Saldo","Status","Avstämd"',
    row: (e) =>
      quoted([ymd(e.day, "-"), e.text, dotted(e.cents), dotted(e.balance), "Utförd", "Nej"]),
  },
  {
    bank: "Sweden, narrow blanks between thousands",
    header: "Bokföringsdag;Valutadag;Verifikationsnummer;Text/mottagare;Belopp;Saldo",
    row: (e, at) =>
      [
        ymd(e.day, "-"),
        ymd(e.day, "-"),
        `5490${at}`,
        e.text,
        money(e.cents, ",", "\u00a0"),
        money(e.balance, ",", "\u00a0"),
      ].join(";"),
  },
  {
    bank: "Norway, out of and into the account",
    encoding: "iso-8859-1",
    lead: ['"Kontonummer: 9710.12.34567"', '"Periode 01.03.2024-31.03.2024"', ""],
    header:
      '"BOKFØRINGSDATO";"RENTEDATO";"ARKIVREFERANSE";"TYPE";"TEKST";"UT FRA KONTO";"INN PÅ KONTO";',
    row: (e, at) =>
      `${quoted([ymd(e.day, "-"), ymd(e.day, "-"), `9000${at}`, "Varekjøp", e.text, out(e, comma), into(e, comma)], ";")};`,
  },
  {
    bank: "Norway, signed with names of both",
    header: "Bokføringsdato;Beløp;Avsender;Mottaker;Navn;Tittel;Valuta;Betalingstype",
    row: (e) =>
      [ymd(e.day, "/"), comma(e.cents), "12345678901", "", e.name, e.text, "NOK", "Kort"].join(";"),
    order: "newest",
  },
  {
    bank: "Denmark, value day and balance",
    encoding: "windows-1252",
    order: "newest",
    header: "Dato;Valør;Tekst;Beløb;Saldo",
    row: (e) =>
      [dmy(e.day, "-"), dmy(e.day, "-"), e.text, dotted(e.cents), dotted(e.balance)].join(";"),
  },
  {
    bank: "Denmark, no header",
    encoding: "windows-1252",
    row: (e) => quoted([dmy(e.day, "-"), e.text, dotted(e.cents), dotted(e.balance)], ";"),
  },
  {
    bank: "Finland, payer or payee",
    encoding: "iso-8859-15",
    header:
      "Kirjauspäivä;Arvopäivä;Määrä EUROA;Laji;Selitys;Saaja/Maksaja;Saajan tilinumero;Viite;Viesti;Arkistointitunnus",
    row: (e, at) =>
      [
        dmy(e.day, "."),
        dmy(e.day, "."),
        comma(e.cents),
        "106",
        "TILISIIRTO",
        e.name,
        "",
        "",
        e.text,
        `2024${at}`,
      ].join(";"),
  },
  {
    bank: "Finland, plus signs and tabs",
    header: "Pvm\tSaaja/Maksaja\tMäärä\tSaldo\tTila",
    row: (e) =>
      [
        dmy(e.day, "."),
        e.name,
        `${e.cents > 0 ? "+" : ""}${comma(e.cents)}`,
        comma(e.balance),
        "Toteutunut",
      ].join("\t"),
  },
  {
    bank: "Lithuania, D and K",
    encoding: "windows-1257",
    header: "Data;Gavėjas;Paaiškinimai;Suma;Valiuta;D/K",
    row: (e) =>
      [
        ymd(e.day, "-"),
        e.name,
        e.text,
        positive(e.cents, ".", ""),
        "EUR",
        e.cents < 0 ? "D" : "K",
      ].join(";"),
  },
];

const IBERIA_AND_LATIN_AMERICA: readonly Written[] = [
  {
    bank: "Portugal, amount beside its kind, in UTF-16",
    encoding: "utf-16le",
    lead: ["Conta:;45678901234", "Moeda:;EUR", ""],
    header: "Data lançamento;Data valor;Descrição;Montante;Tipo;Saldo",
    row: (e) =>
      [
        dmy(e.day, "-"),
        dmy(e.day, "-"),
        e.text,
        dotted(e.cents),
        e.cents < 0 ? "Débito" : "Crédito",
        dotted(e.balance),
      ].join(";"),
  },
  {
    bank: "Portugal, debit and credit",
    encoding: "windows-1252",
    header: "Data Operação;Data Valor;Descrição;Débito;Crédito;Saldo Contabilístico",
    row: (e) =>
      [
        dmy(e.day, "/"),
        dmy(e.day, "/"),
        e.text,
        out(e, dotted),
        into(e, dotted),
        dotted(e.balance),
      ].join(";"),
  },
  {
    bank: "Brazil, entrada and saída",
    lead: ["EXTRATO DE CONTA CORRENTE", "Agência: 1 / Conta: 123456", ""],
    header: "Data Lançamento,Data Contábil,Título,Descrição,Entrada(R$),Saída(R$),Saldo do Dia(R$)",
    row: (e) =>
      [
        dmy(e.day, "/"),
        dmy(e.day, "/"),
        "Pix",
        e.text,
        into(e, plain, "0.00"),
        out(e, plain, "0.00"),
        plain(e.balance),
      ].join(","),
  },
  {
    bank: "Brazil, unsigned with D and C",
    header: '"Conta";"Data_Mov";"Nr_Doc";"Historico";"Valor";"Deb_Cred"',
    row: (e, at) =>
      quoted(
        [
          "1234013000567890",
          ymd(e.day, ""),
          `0000${at}`,
          e.text,
          positive(e.cents, ".", ""),
          e.cents < 0 ? "D" : "C",
        ],
        ";",
      ),
  },
  {
    bank: "Brazil, a card's charges are positive",
    header: "Data,Estabelecimento,Portador,Valor,Parcela",
    row: (e) =>
      [dmy(e.day, "/"), e.text, "ANA SOUZA", `"R$ ${money(-e.cents, ",", ".")}"`, "-"].join(","),
    asks: ["sign"],
  },
  {
    bank: "Spain, movement and further data",
    encoding: "utf-16le",
    order: "newest",
    header: "Fecha;Fecha valor;Movimiento;Más datos;Importe;Saldo",
    row: (e) =>
      [
        dmy(e.day, "/"),
        dmy(e.day, "/"),
        e.name,
        e.text,
        `${dotted(e.cents)}EUR`,
        `${dotted(e.balance)}EUR`,
      ].join(";"),
  },
  {
    bank: "Spain, bars and no header",
    row: (e) =>
      [
        dmy(e.day, "/"),
        e.text,
        dmy(e.day, "/"),
        comma(e.cents),
        comma(e.balance),
        "5402123412341234",
        "",
      ].join("|"),
  },
  {
    bank: "Chile, pesos without decimals",
    whole: true,
    rows: WHOLE,
    header: "Fecha;Descripción;Canal o Sucursal;Cargos (CLP);Abonos (CLP);Saldo (CLP)",
    row: (e) =>
      [
        dmy(e.day, "/"),
        e.text,
        "INTERNET",
        out(e, (c) => money(c, "", ".", 0)),
        into(e, (c) => money(c, "", ".", 0)),
        money(e.balance, "", ".", 0),
      ].join(";"),
  },
  {
    bank: "Argentina, partial balance",
    header: "Fecha;Movimiento;Débito;Crédito;Saldo Parcial;Comentarios",
    row: (e) =>
      [
        dmy(e.day, "/"),
        e.text,
        out(e, (c) => `-${dotted(c)}`, "0,00"),
        into(e, dotted, "0,00"),
        dotted(e.balance),
        "",
      ].join(";"),
    order: "newest",
  },
  {
    bank: "Mexico, cargo and abono with day and month name",
    header: "Día,Concepto / Referencia,Cargo,Abono,Saldo",
    row: (e) =>
      [
        `${e.day.slice(8)}-mar-${e.day.slice(0, 4)}`,
        e.text,
        out(e, (c) => `"${english(c)}"`),
        into(e, (c) => `"${english(c)}"`),
        `"${english(e.balance)}"`,
      ].join(","),
  },
];

const EAST_ASIA: readonly Written[] = [
  {
    bank: "Japan, withdrawals and deposits",
    encoding: "shift_jis",
    whole: true,
    rows: WHOLE,
    header: '"年月日","お引出し","お預入れ","お取り扱い内容","残高","メモ","ラベル"',
    row: (e) =>
      `${e.day.slice(0, 4)}/${Number(e.day.slice(5, 7))}/${Number(e.day.slice(8))},${out(e, none)},${into(e, none)},"${e.text}",${none(e.balance)},"-","-"`,
  },
  {
    bank: "Japan, yen in the label",
    encoding: "shift_jis",
    whole: true,
    rows: WHOLE,
    order: "newest",
    header: '"日付","内容","出金金額(円)","入金金額(円)","残高(円)","メモ"',
    row: (e) => quoted([ymd(e.day, "/"), e.text, out(e, yen), into(e, yen), yen(e.balance), "-"]),
  },
  {
    bank: "Japan, compact days and a foreign preamble",
    encoding: "shift_jis",
    whole: true,
    rows: WHOLE,
    lead: ['"お客様口座情報"', '"記号番号：10110-12345671"', ""],
    header:
      '"取引日","入出金明細ＩＤ","受入金額（円）","払出金額（円）","詳細１","詳細２","現在（貸付）高"',
    row: (e, at) =>
      quoted([
        ymd(e.day, ""),
        `2024${at}`,
        into(e, none),
        out(e, none),
        "カード",
        e.text,
        none(e.balance),
      ]),
  },
  {
    bank: "Japan, a card's charges",
    encoding: "shift_jis",
    whole: true,
    rows: WHOLE.filter(({ cents }) => cents < 0),
    header: '"利用日","利用店名・商品名","利用者","支払方法","利用金額","支払手数料","支払総額"',
    row: (e) =>
      quoted([
        ymd(e.day, "/"),
        e.text,
        "本人",
        "1回払い",
        positive(e.cents, "", "", 0),
        "0",
        positive(e.cents, "", "", 0),
      ]),
  },
  {
    bank: "Korea, won in the labels",
    encoding: "euc-kr",
    whole: true,
    rows: WHOLE,
    order: "newest",
    lead: ["거래내역조회", "계좌번호,110-123-456789", ""],
    header: "거래일자,거래시간,적요,출금(원),입금(원),내용,잔액(원),거래점",
    row: (e) =>
      [
        ymd(e.day, "-"),
        "10:11:12",
        "체크",
        `"${out(e, yen, "0")}"`,
        `"${into(e, yen, "0")}"`,
        e.text,
        `"${yen(e.balance)}"`,
        "강남",
      ].join(","),
  },
  {
    bank: "Korea, one signed column",
    whole: true,
    rows: WHOLE,
    header: "거래일시,구분,거래금액,거래 후 잔액,거래구분,내용,메모",
    row: (e) =>
      [
        `${ymd(e.day, ".")} 10:11:12`,
        e.cents < 0 ? "출금" : "입금",
        `"${yen(e.cents)}"`,
        `"${yen(e.balance)}"`,
        "체크카드",
        e.text,
        "",
      ].join(","),
  },
  {
    bank: "China, expense and income",
    encoding: "gbk",
    header: "记账日,交易日期,交易时间,支出,收入,账户余额,币种,摘要,对方账号,对方户名,交易地点",
    row: (e) =>
      [
        ymd(e.day, ""),
        ymd(e.day, ""),
        "10:11:12",
        out(e, plain),
        into(e, plain),
        plain(e.balance),
        "人民币",
        e.text,
        "",
        e.name,
        "",
      ].join(","),
  },
  {
    bank: "China, signed with plus",
    encoding: "gbk",
    order: "newest",
    lead: ["户名：张三,账号：6222000000000000,", "起始日期：2024-03-01,终止日期：2024-03-31,"],
    header: "交易日期,交易摘要,交易金额,本次余额,对手信息",
    row: (e) =>
      [
        ymd(e.day, "-"),
        e.text,
        `${e.cents > 0 ? "+" : ""}${plain(e.cents)}`,
        plain(e.balance),
        e.name,
      ].join(","),
  },
  {
    bank: "Taiwan, years of the republic",
    encoding: "big5",
    whole: true,
    rows: WHOLE,
    header: "交易日期,摘要,支出金額,存入金額,餘額,備註",
    row: (e) =>
      [
        `${Number(e.day.slice(0, 4)) - 1911}/${e.day.slice(5, 7)}/${e.day.slice(8)}`,
        "跨行",
        `"${out(e, yen)}"`,
        `"${into(e, yen)}"`,
        `"${yen(e.balance)}"`,
        e.text,
      ].join(","),
  },
  {
    bank: "Hong Kong, deposit and withdrawal",
    header: "Date,Transaction Details,Deposit,Withdrawal,Balance in Original Currency",
    row: (e) =>
      [
        `${e.day.slice(8)} Mar ${e.day.slice(0, 4)}`,
        e.text,
        into(e, (c) => `"${english(c)}"`),
        out(e, (c) => `"${english(c)}"`),
        `"${english(e.balance)}"`,
      ].join(","),
  },
];

const EAST: readonly Written[] = [
  {
    bank: "Russia, amounts in the card's and the account's currency",
    encoding: "windows-1251",
    order: "newest",
    lead: ["Выписка по счёту", ""],
    header:
      "Номер карты/счета/договора;Дата операции;Дата обработки;Сумма операции;Валюта операции;Сумма в валюте счета;Валюта счета;Основание;Статус",
    row: (e) =>
      [
        "'40817810000000000001",
        `${ymd(e.day, "-")} 10:11:12`,
        ymd(e.day, "-"),
        comma(e.cents),
        "RUR",
        comma(e.cents),
        "RUR",
        e.text,
        "Исполнено",
      ].join(";"),
  },
  {
    bank: "Russia, unsigned with Дебет and Кредит",
    encoding: "windows-1251",
    header: "Дата;Номер документа;Контрагент;Назначение платежа;Дебет;Кредит",
    row: (e, at) => [dmy(e.day, "."), at, e.name, e.text, out(e, blank), into(e, blank)].join(";"),
  },
  {
    bank: "Ukraine, card and account amounts",
    header:
      "Дата,Час,Категорія,Картка,Опис операції,Сума в валюті картки,Валюта картки,Сума в валюті транзакції,Валюта транзакції,Залишок на кінець періоду,Валюта залишку",
    row: (e) =>
      [
        dmy(e.day, "."),
        "10:11",
        "Інше",
        "*1234",
        e.text,
        plain(e.cents),
        "UAH",
        plain(e.cents),
        "UAH",
        plain(e.balance),
        "UAH",
      ].join(","),
  },
  {
    bank: "Israel, to the debit and to the credit",
    encoding: "windows-1255",
    header: 'תאריך,תאריך ערך,תיאור,אסמכתא,בחובה,בזכות,היתרה בש"ח',
    row: (e, at) =>
      [
        dmy(e.day, "/"),
        dmy(e.day, "/"),
        e.text,
        `77${at}`,
        out(e, plain),
        into(e, plain),
        plain(e.balance),
      ].join(","),
  },
  {
    bank: "Saudi Arabia, debtor and creditor",
    encoding: "windows-1256",
    order: "newest",
    header: "التاريخ,تفاصيل العملية,مدين,دائن,الرصيد",
    row: (e) =>
      [ymd(e.day, "/"), e.text, out(e, plain), into(e, plain), plain(e.balance)].join(","),
  },
  {
    bank: "Thailand, withdrawal and deposit",
    encoding: "windows-874",
    header: "วันที่,เวลา,รายการ,ถอน,ฝาก,ยอดคงเหลือ",
    row: (e) =>
      [
        dmy(e.day, "/"),
        "10:11",
        e.text,
        out(e, (c) => `"${english(c)}"`),
        into(e, (c) => `"${english(c)}"`),
        `"${english(e.balance)}"`,
      ].join(","),
  },
  {
    bank: "Vietnam, signed in dong",
    whole: true,
    rows: WHOLE,
    header: "Ngày giao dịch,Số tiền,Số dư,Diễn giải",
    row: (e) => [dmy(e.day, "/"), `"${yen(e.cents)}"`, `"${yen(e.balance)}"`, e.text].join(","),
  },
  {
    bank: "Malaysia, amount with a sign behind",
    header: "Transaction Date,Transaction Description,Transaction Amount,Statement Balance",
    row: (e) =>
      [
        dmy(e.day, "/"),
        e.text,
        `"${positive(e.cents, ".", ",")}${e.cents < 0 ? "-" : "+"}"`,
        `"${english(e.balance)}"`,
      ].join(","),
  },
  {
    bank: "India, particulars",
    rows: MONTH.map((entry) => ({ ...entry, cents: entry.cents * 100 })),
    header: "Transaction Date,Value Date,Particulars,Cheque No.,Debit,Credit,Balance",
    row: (e) =>
      [
        `${e.day.slice(8)}-Mar-${e.day.slice(0, 4)}`,
        `${e.day.slice(8)}-Mar-${e.day.slice(0, 4)}`,
        e.text,
        "",
        out(e, (c) => `"${lakh(c)}"`),
        into(e, (c) => `"${lakh(c)}"`),
        `"${lakh(e.balance)}"`,
      ].join(","),
  },
];

/** 10884000 as "1,08,840.00". */
function lakh(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  const [units, hundreds] = [digits.slice(0, -2), digits.slice(-2)];
  const last = units.slice(-3);
  const rest = units.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ",");
  return `${cents < 0 ? "-" : ""}${rest === "" ? last : `${rest},${last}`}.${hundreds}`;
}

const HALF_AND_HALF: readonly Omit<Entry, "balance">[] = [
  { day: "2024-03-02", cents: -4_519, name: "Alpha", text: "Alpha 77" },
  { day: "2024-03-14", cents: 2_210, name: "Beta", text: "Beta 12" },
  { day: "2024-03-19", cents: -1_299, name: "Gamma", text: "Gamma" },
  { day: "2024-03-23", cents: 6_000, name: "Delta", text: "Delta 3" },
];

/** Files that lack what would decide them: a question, never a guess. */
const OPEN: readonly Written[] = [
  {
    bank: "A card of four rows, as many in as out, under words nobody knows",
    rows: HALF_AND_HALF,
    asks: ["sign"],
    header: "Zorp,Card No.,Blimt,Quonk",
    row: (e) => [ymd(e.day, "-"), "****1234", e.text, plain(-e.cents)].join(","),
  },
  {
    bank: "The same without a card's number",
    rows: HALF_AND_HALF,
    asks: ["sign"],
    header: "Zorp,Blimt,Quonk",
    row: (e) => [ymd(e.day, "-"), e.text, plain(-e.cents)].join(","),
  },
  {
    bank: "Unsigned amounts and nothing else",
    asks: ["sign"],
    unanswerable: true,
    header: "Date,Description,Amount",
    row: (e) => [ymd(e.day, "-"), e.text, positive(e.cents, ".", "")].join(","),
  },
  {
    bank: "Unsigned amounts under Romanian labels",
    asks: ["sign"],
    unanswerable: true,
    header: "Data tranzactiei,Beneficiar,Descriere,Suma",
    row: (e) => [dmy(e.day, "."), e.name, e.text, positive(e.cents, ".", "")].join(","),
  },
  {
    bank: "Unsigned amounts without a header",
    asks: ["sign"],
    unanswerable: true,
    row: (e) => [ymd(e.day, "-"), e.text, positive(e.cents, ".", "")].join(";"),
  },
  {
    bank: "Unsigned amounts beside words in a language nobody knows",
    asks: ["sign"],
    header: "Date,Description,Amount,Flurb",
    row: (e) =>
      [ymd(e.day, "-"), e.text, positive(e.cents, ".", ""), e.cents < 0 ? "znik" : "prib"].join(
        ",",
      ),
  },
  {
    bank: "Day and month may change places",
    rows: EARLY,
    asks: ["date_order"],
    header: "Date,Description,Amount",
    row: (e) => [mdy(e.day, "/"), e.text, plain(e.cents)].join(","),
  },
  {
    bank: "The original amount in a column, its currency in none",
    header: "Date,Description,Original Amount,Amount",
    row: (e, at) =>
      [
        ymd(e.day, "-"),
        e.text,
        at % 3 === 1 ? money(Math.trunc(e.cents / 4), ".", "") : plain(e.cents),
        plain(e.cents),
      ].join(","),
  },
  {
    bank: "Two amounts under labels nobody knows",
    asks: ["amount_column"],
    header: "Date,Description,Foo,Bar",
    row: (e, at) =>
      [
        ymd(e.day, "-"),
        e.text,
        at % 3 === 1 ? money(Math.trunc(e.cents / 4), ".", "") : plain(e.cents),
        plain(e.cents),
      ].join(","),
  },
  {
    bank: "A charge card: mostly positive, the payment of the bill without a word",
    asks: ["sign"],
    header: "Date,Merchant,Amount",
    row: (e) => [ymd(e.day, "-"), e.name, plain(-e.cents)].join(","),
  },
];

const ODD: readonly Written[] = [
  {
    bank: "Columns of fixed width, with a header",
    header: `${wide("Date", 12)}${wide("Description", 26)}${"Amount".padStart(12)}${"Balance".padStart(14)}`,
    row: (e) =>
      `${wide(ymd(e.day, "-"), 12)}${wide(e.text, 26)}${english(e.cents).padStart(12)}${english(e.balance).padStart(14)}`,
  },
  {
    bank: "Columns of fixed width, debit and credit",
    lead: ["ACCOUNT STATEMENT 01/03/2024 - 31/03/2024", ""],
    header: `${wide("Date", 12)}${wide("Details", 26)}${"Debit".padStart(12)}${"Credit".padStart(12)}${"Balance".padStart(14)}`,
    row: (e) =>
      `${wide(dmy(e.day, "/"), 12)}${wide(e.text, 26)}${out(e, english).padStart(12)}${into(e, english).padStart(12)}${english(e.balance).padStart(14)}`,
  },
  {
    bank: "A sign in a column of its own, before the amount",
    header: "Datum;Text;Vorzeichen;Betrag",
    row: (e) => [dmy(e.day, "."), e.text, e.cents < 0 ? "-" : "+", positive(e.cents)].join(";"),
  },
  {
    bank: "Balances before each row",
    order: "oldest",
    header: "Date,Narrative,Opening Balance,Amount",
    row: (e) => [ymd(e.day, "-"), e.text, plain(e.balance - e.cents), plain(e.cents)].join(","),
  },
  {
    bank: "Old Macintosh line ends and a footer",
    end: "\r",
    header: "Date;Libellé;Débit euros;Crédit euros",
    row: (e) => [dmy(e.day, "/"), e.text, out(e, blank), into(e, blank)].join(";"),
    tail: ["", "Fin du relevé"],
  },
  {
    bank: "Italy, dare and avere with totals",
    encoding: "windows-1252",
    lead: [
      "Lista movimenti conto 000012345678",
      "Intestato a;MARIO ROSSI",
      "Saldo iniziale;1.500,00",
      "",
    ],
    header: "Data contabile;Data valuta;Causale;Descrizione;Dare;Avere",
    row: (e) =>
      [dmy(e.day, "/"), dmy(e.day, "/"), "50", e.text, out(e, dotted), into(e, dotted)].join(";"),
    tail: [";;;Totale;2.027,48;2.570,55", "Saldo finale;2.043,07"],
  },
  {
    bank: "Netherlands, debet and credit as words",
    header: "Boekdatum,Omschrijving,Bedrag,Debet of Credit",
    row: (e) =>
      [dmy(e.day, "-"), e.text, `"${positive(e.cents)}"`, e.cents < 0 ? "Debet" : "Credit"].join(
        ",",
      ),
  },
  {
    bank: "United States, parentheses and dollars",
    header: "Posted Date,Check Number,Payee,Amount",
    row: (e) =>
      [
        mdy(e.day, "/"),
        "",
        e.name,
        e.cents < 0 ? `"($${positive(e.cents, ".", ",")})"` : `"$${english(e.cents)}"`,
      ].join(","),
  },
  {
    bank: "United Kingdom, a building society's months in words",
    header: "Date,Details,Money in,Money out,Balance",
    row: (e) =>
      [
        `${Number(e.day.slice(8))} March ${e.day.slice(0, 4)}`,
        e.text,
        into(e, (c) => `"£${english(c)}"`),
        out(e, (c) => `"£${english(c)}"`),
        `"£${english(e.balance)}"`,
      ].join(","),
  },
];

function written(one: Written): Export {
  const {
    bank,
    encoding = "utf-8",
    order = "oldest",
    lead = [],
    header,
    row,
    tail = [],
    rows = MONTH,
    whole = false,
    asks = [],
    end = "\r\n",
  } = one;
  let balance = rows === WHOLE ? OPENING * 100 : OPENING;
  const entries = rows.map((entry): Entry => ({ ...entry, balance: (balance += entry.cents) }));
  const shown = order === "newest" ? entries.toReversed() : entries;
  const text = [
    ...lead,
    ...(header === undefined ? [] : [header]),
    ...shown.map((entry, at) => row(entry, at)),
    ...tail,
    "",
  ].join(end);
  const bytes = encode(text, encoding);
  if (bytes === null) throw new Error(`${bank}: ${encoding} lacks a letter`);
  const says = rows
    .map(({ day, cents }) => `${day} ${whole ? Math.trunc(cents / 100) * 100 : cents}`)
    .toSorted();
  return { bank, bytes, says, asks, ...(one.unanswerable === true ? { unanswerable: true } : {}) };
}

export const EXPORTS: readonly Export[] = [
  ROMANIA,
  CENTRAL,
  SOUTH_EAST,
  NORTH,
  IBERIA_AND_LATIN_AMERICA,
  EAST_ASIA,
  EAST,
  OPEN,
  ODD,
]
  .flat()
  .map(written);
