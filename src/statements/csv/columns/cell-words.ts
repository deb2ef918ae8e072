// Facts: words in cells (not labels) that say what a row is: which side it is on, whether it is
// booked, whether it is a balance or a total rather than a transaction. Normal form as in labels.ts.

import { normalLabel } from "./labels.ts";

function set(text: string): ReadonlySet<string> {
  return new Set(text.split("|"));
}

/** Words as they are spelled, "й" among them, in normal form. */
function normalized(text: string): ReadonlySet<string> {
  return new Set(text.split("|").map(normalLabel));
}

/** Words of a debit/credit column. "s" and "h" are Soll and Haben, "wn" and "ma" Polish, "af" and "bij" Dutch. */
const OUT = set(
  "breme|debets|debetas|مدين|ถอน|debit transaction|check|debit|debits|debited|dr|d|db|dbit|debet|deb|out|outgoing|outflow|expense|withdrawal|payment out|s|soll|belastung|lastschrift|ausgang|ausgabe|af|uit|addebito|dare|uscita|uscite|debito|cargo|debe|egreso|gasto|saida|debit card|utgift|uttag|ut|obciazenie|wn|wyplata|vydaj|vydaje|terheles|t|kiadas|duguje|gider|borc|b|расход|списание|дебет|дт|支出|出|出金|支払|借|借方|借记|출금|지출|deebet|moins|charge|sortie|sent|spend|money out|paid out|sent|χ|χρεωση",
);
const IN = set(
  "dobro|kredits|kreditas|دائن|ฝาก|credit transaction|dslip|credit|credits|credited|cr|c|crdt|kredit|cre|in|incoming|inflow|income|deposit|payment in|h|haben|gutschrift|eingang|einnahme|bij|accredito|avere|entrata|entrate|credito|abono|haber|ingreso|entrada|insattning|inn|uznanie|ma|wplata|prijem|prijmy|jovairas|j|bevetel|potrazuje|gelir|alacak|a|приход|зачисление|кредит|кт|收入|入|入金|收|貸|貸方|贷|贷方|贷记|입금|수입|k|kreedit|plus|entree|received|refund|money in|paid in|π|πιστωση",
);
const NEITHER = set("不计收支|中性交易||neutral|other|/");

/** The side a word of a debit/credit column names; "none" where it says neither; null where it is no such word. */
export function sideOf(cell: string): "out" | "in" | "none" | null {
  const trimmed = cell.trim();
  if (trimmed === "-" || trimmed === "−") return "out";
  if (trimmed === "+") return "in";
  const key = normalLabel(trimmed);
  if (key === "") return trimmed === "" ? "none" : null;
  return OUT.has(key) ? "out" : IN.has(key) ? "in" : NEITHER.has(key) ? "none" : null;
}

/** Whether an amount's cell marks it as money in: "+ £10.00", "10.00 CR". */
export function marksIn(cell: string): boolean {
  return cell.includes("+") || /\dh?\s?cr\.?\s*$/i.test(cell);
}

const PENDING = set(
  "pending|authorised|authorized|authorisation|authorization|hold|held|in progress|processing|scheduled|unposted|not posted|uncleared|reserved|temporary|vorgemerkt|ausstehend|reserviert|offen|nicht gebucht|in bearbeitung|en attente|en cours|non comptabilise|a venir|in sospeso|non contabilizzato|in attesa|autorizzato|prenotato|pendiente|en proceso|retenido|autorizado|pendente|em processamento|in behandeling|gereserveerd|preliminar|reserverad|reserverat|venter|afventer|planlagt|umsatz vorgemerkt|umsatz vorgemerkt und nicht gebucht|reservert|reserveret|ikke bokfort|ej bokford|varattu|katevaraus|oczekujaca|oczekujace|blokada|w realizacji|rezerwacja|cekajici|nezauctovano|blokace|ceka na zpracovani|zaradena|fuggoben|fuggo|zarolas|на обработке|в обработке|ожидание|beklemede|provizyon|処理中|未確定|待处理|处理中|等待付款|대기",
);
const VOID = set(
  "failed|declined|reverted|reversed|cancelled|canceled|rejected|voided|void|expired|denied|blocked|deleted|abgelehnt|storniert|fehlgeschlagen|abgebrochen|refuse|refusee|annule|annulee|echoue|rifiutato|annullato|rechazado|rechazada|cancelado|cancelada|anulado|recusado|recusada|geweigerd|geannuleerd|afgewezen|avvisad|makulerad|avvist|avvisti|hylatty|peruttu|odrzucona|odrzucono|anulowana|zamitnuto|zamitnuta|stornovano|elutasitott|visszavont|отклонено|отменено|отклонена|отменена|iptal|reddedildi|交易关闭|已关闭|已撤销|失败|已取消|キャンセル|取消|refused",
);

/** What a status cell says: "pending", "void" (declined, cancelled), or null (booked, or not known). */
export function statusOf(cell: string): "pending" | "void" | null {
  const key = normalLabel(cell);
  if (key === "") return null;
  return PENDING.has(key) ? "pending" : VOID.has(key) ? "void" : null;
}

const PENDING_HEADINGS = set(
  "pending|pending transactions|pending authorisations|pending authorizations|authorised transactions|upcoming transactions|scheduled transactions|vorgemerkte umsatze|vorgemerkt|offene umsatze|operations en attente|operations a venir|movimenti non contabilizzati|movimientos pendientes|lancamentos futuros|gereserveerd|reserverade transaktioner|reserverte transaksjoner|katevaraukset|operacje oczekujace|blokady",
);

/** Whether a line of its own says that the rows below it are pending. */
export function headsPending(cell: string): boolean {
  return PENDING_HEADINGS.has(normalLabel(cell));
}

/** Phrases with which a row names itself a balance or a total, matched from the beginning of a cell. */
// prettier-ignore
const NOT_TRANSACTIONS = [
  "opening balance", "open balance", "close balance", "closing balance", "beginning balance", "ending balance", "starting balance", "previous balance", "balance brought forward", "brought forward", "carried forward", "balance carried forward", "balance forward", "balance b f", "balance c f", "statement balance", "total credits", "total debits", "total", "totals", "subtotal", "grand total", "sum total", "summary",
  "anfangssaldo", "schlusssaldo", "endsaldo", "saldovortrag", "saldo ubertrag", "letzter kontostand", "kontostand", "alter saldo", "neuer saldo", "umsatztotal", "summe", "gesamt", "gesamtsumme", "total belastungen", "zwischensumme", "ubertrag", "tagessaldo",
  "solde initial", "solde final", "ancien solde", "nouveau solde", "solde au", "solde precedent", "totaux", "total des", "sous total", "report", "saldo iniziale", "saldo finale", "totale", "totali", "saldo precedente", "riporto",
  "saldo inicial", "saldo anterior", "saldo final", "saldo do dia", "saldo dia", "saldo total", "saldo em conta", "saldo actual", "total general", "saldo aplic", "s a l d o", "saldo bloqueado", "saldo disponivel", "saldo aplicacao",
  "beginsaldo", "eindsaldo", "totaal", "vorig saldo", "nieuw saldo", "ingaende saldo", "utgaende saldo", "inngaende saldo", "utgaende balanse", "ingaende balans", "summering", "alkusaldo", "loppusaldo", "yhteensa", "opening turnover", "turnover", "turnover lt",
  "saldo poczatkowe", "saldo koncowe", "saldo otwarcia", "saldo zamkniecia", "suma", "razem", "pocatecni zustatek", "konecny zustatek", "pocatocny zostatok", "konecny zostatok", "nyito egyenleg", "zaro egyenleg", "nyitoegyenleg", "zaroegyenleg", "osszesen", "pocetno stanje", "zavrsno stanje", "ukupno", "algsaldo", "loppsaldo", "kaive",
  "входящий остаток", "исходящий остаток", "итого", "всего", "остаток на", "devreden bakiye", "toplam", "前月繰越", "繰越", "次月繰越", "前期繰越", "合計", "小計", "期初余额", "期末余额", "合计", "总计", "小计", "이월", "합계", "전월이월",
].map(normalLabel);
/** After one of these a longer text may follow; a lone ordinary word must be the whole cell. */
const WHOLE_ONLY = normalized(
  "total|totals|summary|summe|suma|summa|report|razem|turnover|繰越|ubertrag|gesamt|kontostand|riporto|kaive|小計|小计",
);

const SUMMARIES_BY_LETTER = Map.groupBy(NOT_TRANSACTIONS, (phrase) => phrase.slice(0, 1));
/** The same payees come back row after row; remembering them changes no answer. */
const CACHE_ENTRIES_MAX = 500;
const summaryCache = new Map<string, boolean>();
const BEGINNING = 4;
/** Every beginning of every phrase, of one to four letters, packed into a number. */
const SUMMARY_BEGINNINGS: ReadonlySet<number> = new Set(
  NOT_TRANSACTIONS.flatMap((phrase) =>
    [1, 2, 3, BEGINNING].map((length) => packedBeginning(phrase.slice(0, length))),
  ),
);

/** Whether the cell says that its row is a balance, a total or a carry-over. Asked on every row. */
export function isSummary(cell: string): boolean {
  if (cell.length > 60 || cell.length < 2) return false;
  const packed = packedBeginning(cell);
  if (packed > 0 && !SUMMARY_BEGINNINGS.has(packed)) return false;
  const known = summaryCache.get(cell);
  if (known !== undefined) return known;
  if (summaryCache.size >= CACHE_ENTRIES_MAX) summaryCache.clear();
  const summary = beginsWithSummary(normalLabel(cell));
  summaryCache.set(cell, summary);
  return summary;
}

function beginsWithSummary(key: string): boolean {
  return (SUMMARIES_BY_LETTER.get(key.slice(0, 1)) ?? []).some(
    (phrase) =>
      key === phrase ||
      (key.startsWith(phrase) &&
        !WHOLE_ONLY.has(phrase) &&
        /^[ \d]/.test(key.slice(phrase.length)) &&
        key.length <= phrase.length + 24),
  );
}

/** The first ASCII letters and digits, small, which stand as they are in normal form; 0 where there are none. */
function packedBeginning(cell: string): number {
  let packed = 0;
  for (let i = 0; i < BEGINNING; i += 1) {
    const unit = cell.charCodeAt(i);
    const small = unit >= 65 && unit <= 90 ? unit + 32 : unit;
    if (!((small >= 48 && small <= 57) || (small >= 97 && small <= 122))) break;
    packed = packed * 128 + small;
  }
  return packed;
}

/** Words in texts that tell money in from money out; for the sign question only. */
// prettier-ignore
const TEXT_IN = ["salary", "payroll", "wages", "interest paid", "refund", "cashback", "dividend", "deposit", "gehalt", "lohn", "gutschrift", "erstattung", "zinsgutschrift", "salaire", "remboursement", "virement recu", "vir recu", "stipendio", "accredito", "rimborso", "nomina", "abono", "devolucion", "salario", "deposito", "salaris", "terugbetaling", "lon", "loen", "palkka", "wynagrodzenie", "zwrot", "vyplata", "mzda", "зарплата", "возврат", "maas", "給与", "工资", "tax refund", "pension", "direct dep"];
// prettier-ignore
const TEXT_OUT = ["purchase", "pos ", "card payment", "direct debit", "atm", "withdrawal", "cash withdrawal", "standing order", "subscription", "fee", "kartenzahlung", "lastschrift", "einkauf", "dauerauftrag", "geldautomat", "bargeld", "miete", "paiement carte", "achat", "prelevement", "retrait", "cotisation", "loyer", "pagamento", "prelievo", "acquisto", "addebito", "bolletta", "compra", "recibo", "cargo", "retirada", "pago", "alquiler", "saque", "betaalautomaat", "geldopname", "incasso", "huur", "kortkop", "varekjop", "varukop", "hyra", "leie", "korttiosto", "nosto", "platnosc karta", "wyplata z bankomatu", "platba kartou", "vyber", "trvaly prikaz", "vasarlas", "keszpenzfelvet", "покупка", "снятие", "alisveris", "mortgage", "rent", "netflix", "spotify", "uber", "amazon", "supermarket", "grocery", "restaurant", "insurance"];
// prettier-ignore
const TEXT_CARD_PAYMENT = ["payment thank you", "payment received", "autopay", "automatic payment", "online payment", "direct debit payment", "payment", "besten dank", "ihre zahlung", "zahlung erhalten", "ausgleich", "einzug", "paiement recu", "votre paiement", "pagamento ricevuto", "vostro pagamento", "pago recibido", "su pago", "pagamento recebido", "betaling ontvangen", "inbetalning", "innbetaling", "indbetaling", "splata", "credit card payment", "bill payment", "返金", "refund", "credit adjustment", "reversal", "storno"];

const CARD_PAYMENT =
  /\b(payment received|payment thank you|thank you for your payment|autopay|automatic payment|online payment|mobile payment|payment from chk|zahlung erhalten|besten dank|paiement recu|votre paiement|pago recibido|su pago|pagamento recebido|pagamento ricevuto|inbetalning|innbetaling|betaling ontvangen)\b/;

/** Whether the text is what card issuers print for the customer's own payment of the bill. */
export function isCardPayment(text: string): boolean {
  return CARD_PAYMENT.test(normalLabel(text));
}

/** What a row's text suggests: money in, money out, or nothing. `card`: the words of a card's own payments count as in. */
export function textSide(text: string, card: boolean): "in" | "out" | null {
  const key = ` ${normalLabel(text)} `;
  const inside =
    TEXT_IN.some((word) => key.includes(` ${word}`)) ||
    (card && TEXT_CARD_PAYMENT.some((word) => key.includes(` ${word} `)));
  const outside = TEXT_OUT.some((word) => key.includes(` ${word}`));
  return inside === outside ? null : inside ? "in" : "out";
}

// prettier-ignore
const OPENINGS = ["opening balance", "open balance", "beginning balance", "starting balance", "balance brought forward", "anfangssaldo", "saldovortrag", "alter saldo", "solde initial", "ancien solde", "saldo iniziale", "saldo inicial", "beginsaldo", "vorig saldo", "ingaende saldo", "inngaende saldo", "ingaende balans", "alkusaldo", "saldo poczatkowe", "saldo otwarcia", "pocatecni zustatek", "pocatocny zostatok", "nyito egyenleg", "nyitoegyenleg", "pocetno stanje", "algsaldo", "letzter kontostand", "pocatecni stav", "pociatocny stav", "stan poczatkowy", "входящий остаток", "期初余额"].map(normalLabel);
// prettier-ignore
const CLOSINGS = ["closing balance", "close balance", "ending balance", "endsaldo", "schlusssaldo", "neuer saldo", "solde final", "nouveau solde", "saldo finale", "saldo final", "eindsaldo", "nieuw saldo", "utgaende saldo", "utgaende balanse", "utgaende balans", "loppusaldo", "saldo koncowe", "saldo zamkniecia", "konecny zustatek", "konecny zostatok", "zaro egyenleg", "zaroegyenleg", "zavrsno stanje", "loppsaldo", "konecny stav", "stan koncowy", "balance carried forward", "исходящий остаток", "期末余额"].map(normalLabel);

/** Words for a balance in any place of a label, and words that say which end of the statement it is of. */
const BALANCES =
  "balance|saldo|salden|saldi|solde|sold final|sold initial|sold precedent|kontostand|zustat|zostat|stan konta|stan rachunku|stanje|egyenleg|bakiye|остат|залиш|сальдо|салдо|баланс|υπολοιπ|残高|余额|餘額|結餘|잔액|יתרה|الرصيد|jaak|likut|atlikum|stada|so du|คงเหลือ"
    .split("|")
    .map(normalLabel);
const FIRST = normalized(
  "opening|open|beginning|begin|starting|start|initial|previous|prior|brought|forward|old|last|alt|alter|anfang|vorher|letzter|vorheriger|ancien|precedent|depart|debut|ouverture|iniziale|precedente|apertura|inicial|anterior|abertura|begin|vorig|vorige|oud|oude|ingaende|inngaende|inngaaende|alku|edellinen|poczatkowe|poczatkowy|otwarcia|poprzednie|pocatecni|pocatocny|predchozi|nyito|elozo|initial|precedent|pocetno|pocetni|prethodno|eelmine|alg|sakuma|pradinis|начальный|начальное|входящий|входящее|предыдущий|вхідний|начално|αρχικο|προηγουμενο|devreden|onceki|acilis|前|期初|이전|기초|פתיחה|קודמת|افتتاحي",
);
const LAST = normalized(
  "closing|close|ending|end|final|new|neu|neuer|neue|schluss|end|nouveau|cloture|finale|chiusura|nuevo|nuovo|novo|cierre|fechamento|eind|nieuw|nieuwe|utgaende|utgaaende|loppu|uusi|koncowe|koncowy|zamkniecia|konecny|konecne|zaro|uj|zavrsno|zavrsni|lopp|uus|beigu|galutinis|исходящий|исходящее|конечный|конечное|вихідний|крайно|τελικο|νεο|kapanis|期末|기말|סגירה|ختامي",
);

/** The balance of a statement that a text outside the table names: "other" is of neither end; null where it names no balance. */
export function balanceNamed(text: string): "opening" | "closing" | "other" | null {
  const label = normalLabel(text);
  const begins = (phrase: string) => label === phrase || label.startsWith(`${phrase} `);
  if (OPENINGS.some(begins)) return "opening";
  if (CLOSINGS.some(begins)) return "closing";
  if (!BALANCES.some((word) => label.includes(word))) return null;
  const words = label.split(" ");
  const [first, last] = [
    words.some((word) => FIRST.has(word)),
    words.some((word) => LAST.has(word)),
  ];
  return first === last ? "other" : first ? "opening" : "closing";
}
