// What kind of paper it is whose mail and first lines do not say: a till receipt by what tills print, an invoice whose title
// stands further down. Such a kind counts only where a total is labelled: papers of terms have such words too.

import { kindOf, type KindSeen } from "../totals/kind.ts";
import { folded, Phrases } from "../words/phrases.ts";

/** Words that hardly anything but a till, or the slip of its card terminal, prints. */
// prettier-ignore
const TILL = new Phrases<"till">([
  ["till", "kasse|kassenbon|kassenbeleg|bon nr|bonnr|kundenbeleg|terminal id|ta nr|trace nr|vu nr|geg bar|gegeben bar|rückgeld|tse signatur|tse transaktion|seriennummer kasse|es bediente sie|sie wurden bedient von"],
  ["till", "till no|till|register no|cashier|served by|your server was|store receipt|trans no|auth code|merchant id|change due|cash tendered|customer copy|cardholder copy|chip read|contactless"],
  ["till", "ticket de caisse|caisse|caissier|caissière|hôte de caisse|hôtesse de caisse|rendu monnaie|rendu espèces|nb articles|nombre d articles|ticket client|caja|cajero|cajera|le atendió|factura simplificada|su cambio|copia cliente"],
  ["till", "cupom fiscal|nfc e|operador de caixa|caixa|troco|fatura simplificada|via do cliente|cassa|cassiere|cassiera|documento commerciale|scontrino|pagamento elettronico|non riscosso|resto dovuto|copia cliente"],
  ["till", "kassabon|kassa|kassanr|caissière|wisselgeld|bonnr|u bent geholpen door|klantticket|betaalautomaat|kassör|kontrollenhet|kvittonr|kassakvitto|byttepenge|vekslepenger|kassenr|kasse nr|ekspedient|kassakuitti|vaihtoraha|kuittinro"],
  ["till", "paragon fiskalny|niefiskalny|kasjer|kasjerka|nr sys|reszta gotówka|sprzed opod|pokladna|pokladní|pokladní doklad|účtenka č|fik|bkp|pokladnica|pokladník|nyugtaszám|pénztár|pénztáros|visszajáró|ntak|bon fiscal|casier|rest numerar|fiş no|kasiyer|para üstü|ekü no"],
  ["till", "кассир|кассовый чек|смена|сдача|касир|каса|здача|решта|фіскальний чек|касов бон|фискален бон|blagajnik|blagajna|zki|jir|фискални рачун|ταμείο|ταμίας|ρέστα"],
  ["till", "レジ|お釣り|お預り|お預かり|釣銭|收银员|收銀員|找零|收银机|거스름돈|받은금액|계산원"],
]);
const TEXT_CHARS_MAX = 30_000;
const TITLE_CHARS_MAX = 40;
const CELLS_A_LOOK = 12;
const LOOKS_MAX = 40;

/** Whether a paper has two of the words that tills print. */
export function isTill(text: string): boolean {
  return tillWords(text.slice(0, TEXT_CHARS_MAX)).length > 1;
}

function tillWords(text: string): readonly string[] {
  return [...new Set(TILL.find(folded(text)).map(({ phrase }) => phrase))];
}

/** The kind, unsure, of a paper that says it nowhere in its head; null where nothing speaks of a purchase. */
export function paperKind(text: string): KindSeen | null {
  const looked = text.slice(0, TEXT_CHARS_MAX);
  const [first, second] = tillWords(looked);
  if (first !== undefined && second !== undefined)
    return {
      kind: "receipt",
      sure: false,
      words: `${first}, ${second}`,
      place: "head",
      shipment: false,
      points: false,
    };
  const titles = looked
    .split(/[\n\t]/)
    .filter((cell) => cell !== "" && cell.length <= TITLE_CHARS_MAX);
  for (let look = 0; look < LOOKS_MAX && look * CELLS_A_LOOK < titles.length; look += 1) {
    const kind = kindOf(
      "",
      titles.slice(look * CELLS_A_LOOK, (look + 1) * CELLS_A_LOOK).join("\n"),
    );
    if (kind !== null && kind.kind !== "not a transaction") return { ...kind, sure: false };
  }
  return null;
}
