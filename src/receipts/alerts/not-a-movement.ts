// Facts: words right beside an amount that make it no movement of money (a balance, a limit, a threshold, a reward), or one
// beside the movement (a fee, a rate), or the same money in the account's currency.

import { Words } from "./words.ts";

export type Beside = "never" | "aside" | "account";

export const BEFORE_AMOUNT = new Words<Beside>([
  [
    "never",
    "available credit|credit available|remaining credit|credit remaining|unused credit|credit left|line of credit|credit limit|new credit limit|credit balance|available to spend|left to spend|spending power|amount to deposit|amount to pay in|amount to pay|amount required|required amount|minimum deposit|shortfall|missing amount|amount needed|overdrawn amount|overdrawn by|past due amount|statement balance",
  ],
  [
    "never",
    "credito disponible|credito disponivel|credito disponibile|credit disponible|credit restant|verfugbarer kredit|verfugbarer kreditrahmen|kreditrahmen|kreditlimit|guthaben|fido|fido disponibile|beschikbaar krediet|krediet|kredietlimiet|kvar att anvanda|kvar av krediten|kreditutrymme|tilgaengelig kredit|tilgjengelig kreditt|kreditgrans|kredittgrense|luottoraja|luottoa jaljella|dostepny limit|dostepny limit kredytowy|limit kredytowy|dostupny kredit|uverovy ramec|uverovy limit|hitelkeret|szabad hitelkeret|limita de credit|credit disponibil|kreditni limit|kullanilabilir limit|kredi limiti|kredi karti limiti|доступный кредит|кредитный лимит|доступный лимит|кредитний ліміт|доступний ліміт|πιστωτικο οριο|διαθεσιμη πιστωση",
  ],
  [
    "never",
    "importe a depositar|monto a depositar|importe a pagar|monto a pagar|saldo pendiente|pago minimo|valor a depositar|valor em falta|valor em atraso|montant a verser|montant a payer|montant manquant|montant du|decouvert|fehlender betrag|fehlbetrag|einzuzahlender betrag|offener betrag|zu zahlender betrag|importo da versare|importo da pagare|importo mancante|te storten bedrag|te betalen bedrag|tekort|openstaand bedrag|belopp att betala|att betala|saknat belopp|manglende belob|manglende belop|kwota do wplaty|kwota do zaplaty|brakujaca kwota|castka k uhrade|k uhrade|chybejici castka|fizetendo|hianyzo osszeg|suma de plata|suma lipsa|yatirilmasi gereken tutar|odenmesi gereken tutar|eksik tutar|asgari odeme|donem borcu|сумма к внесению|сумма к оплате|к оплате|недостающая сумма|минимальный платеж|сума до сплати|до сплати",
  ],
  [
    "never",
    "ご利用可能額|利用可能額|ご利用限度額|利用限度額|不足額|不足金額|可用额度|可用額度|信用额度|信用額度|剩余额度|剩餘額度|支付限额|转账限额|轉帳限額|限额|限額|应存入金额|應存入金額|应还金额|應還金額|最低还款额|最低還款額|欠款金额|不足金额|이용한도|출금한도|이체한도|이용가능금액|출금가능금액|부족금액|미납금액|입금하실 금액|납부하실 금액|วงเงินเครดิต|วงเงินเครดิตคงเหลือ|วงเงินคงเหลือ|ยอดที่ต้องชำระ|จำนวนเงินที่ต้องชำระ|จำนวนเงินที่ต้องฝาก|ยอดค้างชำระ|han muc|han muc kha dung|han muc con lai|so tien can nap|so tien phai tra|sisa limit|limit tersedia|had kredit|baki tersedia|jumlah yang harus dibayar|الحد الائتماني|الحد المتاح|الائتمان المتاح|المبلغ المستحق|המסגרת|מסגרת אשראי|יתרת אשראי|סכום לתשלום|क्रेडिट सीमा|उपलब्ध क्रेडिट|उपलब्ध सीमा|सीमा|देय राशि|ຍອດເງິນຄົງເຫຼືອ|ຍອດຄົງເຫຼືອ|ຄົງເຫຼືອ|ວົງເງິນ|សមតុល្យ|នៅសល់|raspolozivo*|raspolozivo stanje|stanje|novo stanje|razpolozljivo*|разполагаем*|наличност*|sd|sdkd|so du kd|ostatok|dostupno|dostupny ostatok|dostupniy zalyshok|dostupnaya summa|dostupnaja summa|dostupna suma|balans|balance=|etat actuel du compte|etat du compte|nouveau solde|uctovny zostatok|zostatok|disponibilny zostatok|dostupny zustatek|cuotas de|cuota de|parcelas de|mensualidades de|installments of|instalments of|mensualites de|rate da|raten zu|taksit tutari|υπολοιπο|διαθεσιμο υπολοιπο|οριο|τελικο υπολοιπο|final balance|final balance is|clear bal|clear balance|curr bal|new bal|new balance|updated balance|aval bal|avlbal|available bal|current bal|salio|saldo anda|sisa saldo|so du|so du cuoi|so du kha dung|baki|egyenleg*|elerheto egyenleg|יתרה|مانده|novo saldo|you can transact|due|balance|bal|bal.|avl|avl bal|avl lmt|avail|available|limit|lmt|credit line|outstanding|minimum due|amount due|total due|min due|over|above|more than|greater than|exceed*|at least|below|less than|under|up to|upto|worth|reward*|points|cashback of|save|saved|win|limit of|limit is|threshold|minimum|maximum|remaining|overdraft|saldo|saldos|saldo disponible|disponible|cupo|limite|tope|superior* a|mayor* a|mas de|hasta|maximo|dispon*|acima de|ate|a partir de|solde|disponible|plafond|superieur a|plus de|jusqu'a|kontostand|neuer kontostand|saldo|verfugbar*|verfugungsrahmen|limit|uber dem limit|ab|mindestens|bis zu|mehr als|disponibil*|superiore a|oltre|fino a|beschikbaar|bestedingsruimte|boven|meer dan|tot|dostepne|dostepne srodki|saldo po|limit|powyzej|ponad|do kwoty|zustatek|disponibilni|egyenleg|elerheto|sold|sold disponibil|bakiye*|kullanilabilir|limit*|uzeri|баланс|остаток|доступно|лимит|залишок|ліміт|свыше|более|до|понад|残高|限度額|可能額|以上|잔액|한도|누적|잔여|余额|可用|额度|餘額|額度|可用余额|超过|超過|คงเหลือ|วงเงิน|ยอดเงินคงเหลือ|ใช้ได้|เหลือ|الرصيد|رصيد|رصيدك|المتاح|المتبقي|الحد|शेष|बैलेंस|kapital|disponibelt|tilgjengelig|saldoen|kaytettavissa",
  ],
  [
    "aside",
    "مصاريف|مصاريف الخدمة|komissiya|komissija|komissiia|komisija|comissao|total fee|service fee|service fee of|s.charge|s.charge of|charge|charged|and charged|total charges|cost|levy|govt levy|government levy|excise duty|ex duty|disaster fund|stamp duty|tariff|charge is|biaya admin|biaya|phi|ada|makato|tozo|oplata za|provize|dij|dij:|comision:|taxa foi de|imposto de selo|fee|fees|charges|service charge|processing fee|transaction cost|tax|gst|vat|comision|iva|taxa|iof|tarifa|frais|frais de|gebuhr|entgelt|commissione|commissioni|kosten|prowizja|masraf|komisyon|комиссия|комиссии|комісія|手数料|수수료|手续费|手續費|ค่าธรรมเนียม|رسوم|الرسوم|rate|exchange rate|tipo de cambio|wechselkurs|kurs|курс|cashback",
  ],
  [
    "account",
    "equivalent|equivalent to|equals|equal to|converted to|approx|equivale a|equivalente a|contre-valeur|gegenwert|entspricht|controvalore|tegenwaarde|rownowartosc|что составляет|в рублях|円換算|折合",
  ],
]);

export const AFTER_AMOUNT = new Words<Beside>([
  [
    "never",
    "of available credit|of your available credit|in available credit|available credit|of credit available|of credit left|of credit remaining|of unused credit|left to spend|available to spend|is left|are left|is still available|remains available|below your limit|over your limit|de credito disponible|de credito disponivel|de credit disponible|di credito disponibile|disponibili|verfugbar|noch verfugbar|ubrig|beschikbaar|te besteden|kvar att anvanda|kvar|tilgaengelig|tilgjengelig|kaytettavissa|dostepnych|do dyspozycji|k dispozici|elerheto|disponibili|kullanilabilir|в наличии|utilizables|の利用可能額|ご利用いただけます|可用额度|可用額度|이용 가능|사용 가능|متاح|متاحة|उपलब्ध",
  ],
  [
    "never",
    "bal|bal.|is your available|is available|available|remaining|is your balance|balance|or more|or above|and above|or over|credit limit|limit|de saldo|disponible*|ou mais|de limite|oder mehr|o piu|of meer|lub wiecej|以上|이상|잔액|余额|のポイント|ve uzeri|и более|points|cashback|off",
  ],
]);
