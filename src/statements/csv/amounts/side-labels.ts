// Which of two columns of amounts is money out, by their labels: what distinguishes "Importe cargado" from "Importe
// abonado" is the word of a side inside them. Asked only of two columns that are filled by turns, so that a part of a
// word is enough. Facts in normal form (labels.ts), a line a language group.

import { normalLabel } from "../columns/labels.ts";

/** Whole words; they are too short, or mean too much, to be looked for inside others. */
const OUT_WORDS = words(
  "out dr db soll dare debe cargo af ut uit ud md dt wn no chi rut out gasto pago spent paid d s",
);
const IN_WORDS = words(
  "in cr haben avere haber abono bij inn ind dal kt ma co thu gui in cobro received c h",
);
/** Beginnings and parts of words and compounds. */
const OUT_PARTS = parts(
  "debit|debet|deebet|outgoing|outflow|withdr|spend|expens|charge|paid out|money out|" +
    "belast|abbuch|ausgang|ausgab|abgang|auszahl|lastschrift|sollbetrag|sollums|abgefloss|" +
    "decaiss|sortie|depens|retrait|preleve|addebit|carregat|uscit|preliev|spese|spesa|adeud|cargad|egres|salida|gastad|gastos|retir|pagad|saida|levantad|levantament|despes|" +
    "afgeschr|afschr|uitgaand|uitgav|afboek|uttag|utgift|utgaende|utbetal|udbetal|udgift|haevet|trukket|draget|veloit|menot|otot|" +
    "obciaz|wydat|wyplat|rozchod|wychod|odepsan|odpisan|vydaj|vydaje|odchoz|vyber|na vrub|terhel|tartoz|kiadas|kimeno|iesir|cheltuiel|retras|" +
    "duguj|isplat|rashod|zaduz|terecenj|odliv|odhod|breme|stornot|valjaminek|kulud|izdevum|izejos|islaid|isejim|nurasyt|uttekt|gjold|" +
    "дебет|дебит|расход|списан|снят|витрат|видат|разход|теглен|задолж|задуж|исплат|χρεωσ|αναληψ|εξοδ|borc|cikan|cekilen|gider|harcam|keluar|penarikan|pengeluaran|pendebit|" +
    "خصم|سحب|مدين|חובה|חיוב|משיכ|برداشت|بدهکار|निकास|नाम|ถอน|จ่าย|เดบิต|出金|引出|引落|支払|借方|支出|转出|轉出|提款|付款|출금|지급|찾으신|차변|chi ra|ghi no",
);
const IN_PARTS = parts(
  "credit|kredit|kreedit|incoming|inflow|deposit|income|paid in|money in|receiv|receipt|" +
    "gutschr|gutgeschr|eingang|einnahm|zugang|einzahl|habenbetrag|habenums|zugefloss|" +
    "encaiss|entree|recett|versement|accredit|entrat|incass|versat|abonad|abonat|ingres|haberes|cobrad|recibid|entrada|recebid|deposit|receit|" +
    "bijgeschr|bijschr|inkom|bijboek|ontvangen|insatt|insattn|inkomst|ingaende|inbetal|indbetal|indtaegt|indsat|innskudd|hyvit|panot|tulot|saadut|" +
    "uznan|wplyw|wplat|przychod|przychodz|pripsan|pripisan|prijem|prijm|prichoz|vklad|ve prospech|v prospech|jovair|jovairt|kovetel|bevetel|bejovo|intrar|incasar|venit|" +
    "potraz|uplat|prihod|odobren|priliv|dobro|laekum|sissetulek|ienakum|iemaks|ienakos|pajam|iplauk|gautos|innborg|innlogn|" +
    "кредит|приход|зачисл|поступл|надходж|зарахув|постъпл|внес|побарув|одобр|уплат|πιστωσ|καταθεσ|εσοδ|alacak|giren|yatan|gelir|masuk|setoran|pemasukan|pengkredit|" +
    "إيداع|ايداع|دائن|זכות|זיכוי|הפקד|واریز|بستانکار|जमा|ฝาก|รับ|เครดิต|入金|預入|預け入|預かり|貸方|收入|转入|轉入|存入|存款|收款|입금|맡기신|대변|thu vao|ghi co",
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

function parts(text: string): readonly string[] {
  return text.split("|").map((part) => (/^[\x20-\x7e]*$/.test(part) ? part : normalLabel(part)));
}

/** Which of two labels names money out; null where neither does, or both do. */
export function outByLabels(first: string, second: string): "first" | "second" | null {
  const [one, two] = [sideIn(first, second), sideIn(second, first)];
  if (one === two) return null;
  return one === "out" || two === "in" ? "first" : "second";
}

/** The side that a label names by what it does not share with the other; null where it names none, or both. */
function sideIn(label: string, other: string): "out" | "in" | null {
  const shared = new Set(normalLabel(other).split(" "));
  const own = normalLabel(label)
    .split(" ")
    .filter((word) => word !== "" && !shared.has(word));
  const text = own.join(" ");
  // "accredit" holds no "debit", but "debitcredit" would hold both.
  const out =
    own.some((word) => OUT_WORDS.has(word)) || OUT_PARTS.some((part) => text.includes(part));
  const into =
    own.some((word) => IN_WORDS.has(word)) || IN_PARTS.some((part) => text.includes(part));
  return out === into ? null : out ? "out" : "in";
}
