// The labels of a statement's columns in twenty languages, as banks there print them.

const ROLES = [
  "date",
  "value date",
  "description",
  "payee",
  "amount",
  "debit",
  "credit",
  "balance",
  "currency",
  "reference",
] as const;

const LABELS: Readonly<Record<string, string>> = {
  English: "Date|Value date|Description|Payee|Amount|Debit|Credit|Balance|Currency|Reference",
  German: "Buchungstag|Valuta|Verwendungszweck|Empfänger|Betrag|Soll|Haben|Saldo|Währung|Referenz",
  French:
    "Date de comptabilisation|Date de valeur|Libellé|Bénéficiaire|Montant|Débit|Crédit|Solde|Devise|Référence",
  Italian:
    "Data contabile|Data valuta|Descrizione|Beneficiario|Importo|Addebiti|Accrediti|Saldo|Divisa|Riferimento",
  Spanish:
    "Fecha operación|Fecha valor|Concepto|Beneficiario|Importe|Cargo|Abono|Saldo|Moneda|Referencia",
  Portuguese:
    "Data lançamento|Data valor|Descrição|Beneficiário|Valor|Débito|Crédito|Saldo|Moeda|Referência",
  Dutch: "Boekdatum|Valutadatum|Omschrijving|Naam tegenpartij|Bedrag|Af|Bij|Saldo|Munt|Referentie",
  Swedish:
    "Bokföringsdag|Valutadag|Beskrivning|Mottagare|Belopp|Uttag|Insättning|Saldo|Valuta|Referens",
  Norwegian:
    "Bokføringsdato|Rentedato|Beskrivelse|Mottaker|Beløp|Ut av konto|Inn på konto|Saldo|Valuta|Referanse",
  Danish: "Bogføringsdato|Valørdato|Tekst|Modtager|Beløb|Hævet|Indsat|Saldo|Valuta|Reference",
  Finnish: "Kirjauspäivä|Arvopäivä|Selitys|Saaja|Määrä|Otot|Panot|Saldo|Valuutta|Viite",
  Polish:
    "Data księgowania|Data waluty|Opis operacji|Odbiorca|Kwota|Obciążenia|Uznania|Saldo|Waluta|Referencje",
  Czech:
    "Datum zaúčtování|Datum valuty|Popis|Název protiúčtu|Částka|Výdaje|Příjmy|Zůstatek|Měna|Reference",
  Slovak:
    "Dátum zaúčtovania|Dátum valuty|Popis|Názov protiúčtu|Suma|Výdaje|Príjmy|Zostatok|Mena|Referencia",
  Hungarian:
    "Könyvelés dátuma|Értéknap|Közlemény|Partner neve|Összeg|Terhelés|Jóváírás|Egyenleg|Devizanem|Hivatkozás",
  Romanian:
    "Data procesării|Data valutei|Descriere|Beneficiar|Suma|Debit|Credit|Sold|Valuta|Referința",
  Croatian:
    "Datum knjiženja|Datum valute|Opis|Primatelj|Iznos|Isplata|Uplata|Stanje|Valuta|Referenca",
  Russian:
    "Дата проводки|Дата валютирования|Описание операции|Контрагент|Сумма|Расход|Приход|Остаток|Валюта|Номер документа",
  Turkish: "İşlem Tarihi|Valör|Açıklama|Alıcı|Tutar|Borç|Alacak|Bakiye|Döviz|Referans",
  Japanese: "取引日|起算日|摘要|お取引先|金額|出金|入金|残高|通貨|取引番号",
  Chinese: "交易日期|起息日|摘要|对方户名|交易金额|支出|收入|余额|币种|流水号",
  Korean: "거래일자|기산일|적요|받는분|거래금액|출금액|입금액|잔액|통화|거래번호",
};

/** language -> role, as the layout names it -> label. */
export const LANGUAGES: Readonly<Record<string, Readonly<Record<string, string>>>> =
  Object.fromEntries(
    Object.entries(LABELS).map(([language, labels]) => {
      const words = labels.split("|");
      return [language, Object.fromEntries(ROLES.map((role, index) => [role, words[index] ?? ""]))];
    }),
  );
