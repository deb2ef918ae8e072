// What kind of paper it is whose mail and first lines do not say: a till receipt by what tills print, an invoice whose title
// stands further down. Such a kind counts only where a total is labelled: papers of terms have such words too.

import { kindOf, type KindSeen } from "../labels/kind.ts";
import { folded, Phrases } from "../labels/phrases.ts";

const TILL = new Phrases<"till">([
  ["till", "kasse|kassierer|kassenbon|bon nr|beleg nr|bonnr|markt|filiale|kundenbeleg|terminal id|ta nr|trace nr|vu nr|geg bar|gegeben|rückgeld|tse|tse signatur|seriennummer kasse|bedient von|es bediente sie"],
  ["till", "till|register|cashier|served by|your server|store no|receipt no|trans no|auth code|aid|merchant id|mid|tid|change due|cash tendered|tendered|customer copy|cardholder copy|contactless|chip read|table no"],
  ["till", "caisse|ticket|caissier|caissière|hôte de caisse|rendu monnaie|rendu|espèces|nb articles|nombre d articles|vendeur|carte bancaire|sans contact|ticket client"],
  ["till", "caja|cajero|cajera|le atendió|ticket no|factura simplificada|cambio|entregado|efectivo|su cambio|núm operación|tienda"],
  ["till", "caixa|operador|troco|cupom fiscal|nfc e|extrato|sat no|dinheiro|loja|nif consumidor final"],
  ["till", "cassa|cassiere|operatore|documento commerciale|scontrino|resto|contante|contanti|pagamento elettronico|rt|negozio|non riscosso|documento n"],
  ["till", "kassa|kassabon|caissière|filiaal|winkel|wisselgeld|bonnr|u bent geholpen door|klantticket|contactloos|betaalautomaat|kassanr"],
  ["till", "kvitto|kassör|butik|växel|kontrollenhet|kontant|bong|kvittonr|kasse nr|ekspedient|byttepenge|bonnr|kassenr|kvittering|bax|term|kuitti|kassakuitti|myyjä|vaihtoraha|kortti"],
  ["till", "paragon fiskalny|niefiskalny|kasjer|kasa|reszta|nr sys|nip|gotówka|karta|sprzed opod|pokladna|pokladní|účtenka|vráceno|fik|bkp|pokladnica|výdavok|nyugta|nyugtaszám|pénztár|pénztáros|visszajáró|ntak|bon fiscal|casier|casa|rest|numerar|fiş no|kasiyer|para üstü|nakit|ekü no"],
  ["till", "кассир|касса|кассовый чек|смена|фн|фд|фп|сдача|приход|касир|каса|здача|решта|фіскальний чек|касов бон|рест|blagajnik|blagajna|zki|jir|ibf|ταμείο|ταμίας|ρέστα"],
  ["till", "レジ|担当|お釣り|お預り|お預かり|釣銭|レシートno|收银员|收銀員|找零|实收|收银|거스름돈|받은금액|포스|계산원|승인번호"],
]);
const TEXT_CHARS_MAX = 30_000;
const TITLE_CHARS_MAX = 40;
const CELLS_A_LOOK = 12;
const LOOKS_MAX = 40;

/** The kind, unsure, of a paper that says it nowhere in its head; null where nothing speaks of a purchase. */
export function paperKind(text: string): KindSeen | null {
  const looked = text.slice(0, TEXT_CHARS_MAX);
  const hits = [...new Set(TILL.find(folded(looked)).map(({ phrase }) => phrase))];
  const [first, second] = hits;
  if (first !== undefined && second !== undefined) return { kind: "receipt", sure: false, words: `${first}, ${second}`, place: "head", points: false };
  const titles = looked.split(/[\n\t]/).filter((cell) => cell !== "" && cell.length <= TITLE_CHARS_MAX);
  for (let look = 0; look < LOOKS_MAX && look * CELLS_A_LOOK < titles.length; look += 1) {
    const kind = kindOf("", titles.slice(look * CELLS_A_LOOK, (look + 1) * CELLS_A_LOOK).join("\n"));
    if (kind !== null && kind.kind !== "not a transaction") return { ...kind, sure: false };
  }
  return null;
}
