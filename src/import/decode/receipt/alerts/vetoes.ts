// Facts: words right beside an amount that make it no movement of money (a balance, a limit, a threshold, a reward), or one
// beside the movement (a fee, a rate), or the same money in the account's currency.

import { Words } from "./words.ts";

export type Beside = "never" | "aside" | "account";

export const BEFORE_AMOUNT = new Words<Beside>([
  ["never", "final balance|final balance is|clear bal|clear balance|curr bal|new bal|new balance|updated balance|aval bal|avlbal|available bal|current bal|salio|saldo anda|sisa saldo|so du|so du cuoi|so du kha dung|baki|egyenleg*|elerheto egyenleg|יתרה|مانده|novo saldo|you can transact|due|balance|bal|bal.|avl|avl bal|avl lmt|avail|available|limit|lmt|credit line|outstanding|minimum due|amount due|total due|min due|over|above|more than|greater than|exceed*|at least|below|less than|under|up to|upto|worth|reward*|points|cashback of|save|saved|win|limit of|limit is|threshold|minimum|maximum|remaining|overdraft|saldo|saldos|saldo disponible|disponible|cupo|limite|tope|superior* a|mayor* a|mas de|hasta|maximo|dispon*|acima de|ate|a partir de|solde|disponible|plafond|superieur a|plus de|jusqu'a|kontostand|neuer kontostand|saldo|verfugbar*|verfugungsrahmen|limit|uber dem limit|ab|mindestens|bis zu|mehr als|disponibil*|superiore a|oltre|fino a|beschikbaar|bestedingsruimte|boven|meer dan|tot|dostepne|dostepne srodki|saldo po|limit|powyzej|ponad|do kwoty|zustatek|disponibilni|egyenleg|elerheto|sold|sold disponibil|bakiye|bakiyeniz|kullanilabilir|limit*|uzeri|баланс|остаток|доступно|лимит|залишок|ліміт|свыше|более|до|понад|残高|限度額|可能額|以上|잔액|한도|누적|잔여|余额|可用|额度|餘額|額度|可用余额|超过|超過|คงเหลือ|วงเงิน|ยอดเงินคงเหลือ|ใช้ได้|เหลือ|الرصيد|رصيد|رصيدك|المتاح|المتبقي|الحد|शेष|बैलेंस|kapital|disponibelt|tilgjengelig|saldoen|kaytettavissa"],
  ["aside", "comissao|total fee|service fee|service fee of|s.charge|s.charge of|charge|charged|and charged|total charges|cost|levy|govt levy|government levy|excise duty|ex duty|disaster fund|stamp duty|tariff|charge is|biaya admin|biaya|phi|ada|makato|tozo|oplata za|provize|dij|dij:|comision:|taxa foi de|imposto de selo|fee|fees|charges|service charge|processing fee|transaction cost|tax|gst|vat|comision|iva|taxa|iof|tarifa|frais|frais de|gebuhr|entgelt|commissione|commissioni|kosten|prowizja|masraf|komisyon|комиссия|комиссии|комісія|手数料|수수료|手续费|手續費|ค่าธรรมเนียม|رسوم|الرسوم|rate|exchange rate|tipo de cambio|wechselkurs|kurs|курс|cashback"],
  ["account", "equivalent|equivalent to|equals|equal to|converted to|approx|equivale a|equivalente a|contre-valeur|gegenwert|entspricht|controvalore|tegenwaarde|rownowartosc|что составляет|в рублях|円換算|折合"],
]);

export const AFTER_AMOUNT = new Words<Beside>([
  ["never", "bal|bal.|is your available|is available|available|remaining|is your balance|balance|or more|or above|and above|or over|credit limit|limit|de saldo|disponible*|ou mais|de limite|oder mehr|o piu|of meer|lub wiecej|以上|이상|잔액|余额|のポイント|ve uzeri|и более|points|cashback|off"],
]);
