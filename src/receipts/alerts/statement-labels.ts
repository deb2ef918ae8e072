// A movement as a statement prints it, in capitals: what was done, the other party with its form of company, and
// what for: "PRELEVEMENT MAAF ASSURANCES SA COTISATION AUTO". Only the party is its name.

import { legalFormIn } from "../issuer/legal-forms.ts";
import type { Place } from "./alert-text.ts";

/** What was done, at the beginning. */
const DONE =
  /^(?:(?:PRELEVEMENT|PRÉLÈVEMENT|PRLVT?|PLVT?)(?: SEPA| EUROPEEN)?(?: DE| EN FAVEUR DE| AU PROFIT DE)?|VIR(?:EMENT)?(?: SEPA| INST(?:ANTANE)?)?(?: RECU)?(?: DE| EN FAVEUR DE)|(?:PAIEMENT|ACHAT|FACTURE)(?: PAR)? (?:CB|CARTE)|CB(?= [^\d])|ADDEBITO (?:SDD|DIRETTO|SEPA)(?: CORE)?|ADD SDD|SDD(?: CORE)?|BONIFICO (?:DA|A|A FAVORE DI)|PAGAMENTO (?:POS|CARTA)|ADEUDO(?: SEPA| DIRECTO)?(?: DE)?|RECIBO(?: SEPA| DE)?|DOMICILIACION(?: DE)?|TRANSFERENCIA (?:DE|A)|COMPRA (?:EN|TARJETA|CARTAO)|DEBITO DIRETO|DD|SEPA[ -](?:LASTSCHRIFT|BASISLASTSCHRIFT|INCASSO|DIRECT DEBIT)|LASTSCHRIFT(?:EINZUG)?|FOLGELASTSCHRIFT|EINZUG|GUTSCHRIFT(?: VON)?|INCASSO|DOMICILIERING|BETALING AAN|OVERSCHRIJVING (?:VAN|NAAR|AAN)|DIRECT DEBIT(?: TO)?|STANDING ORDER TO)[ :/-]{1,3}(?!(?:CORE|B2B|SEPA|RCUR|FRST|OOFF|NUMERO|NUM|NR|REF)(?!\p{L}))(?=\p{Lu}[\p{Lu}\d&'.*-])/u;

/** What it was for, behind a name. */
const PURPOSE =
  /(?<=^\p{Lu}[\p{Lu}\d&'.* -]{2,40}) (?:COTISATIONS?|FACTURES?|ECHEANCE|ÉCHÉANCE|ABONNEMENT|LOYER|SALAIRE|PAIE|PRIME|CONTRAT|MENSUALITE|FATTURA|BOLLETTA|RATA|CANONE|STIPENDIO|AFFITTO|POLIZZA|FACTURA|CUOTA|NOMINA|NÓMINA|ALQUILER|POLIZA|PÓLIZA|FATURA|MENSALIDADE|ORDENADO|RENDA|SEGURO AUTO|RECHNUNG|RECHNUNGSNR|BEITRAG|MIETE|GEHALT|LOHN|ABSCHLAG|KUNDENNR|VERTRAG|FACTUUR|FACTUURNR|PREMIE|HUUR|SALARIS|POLIS|CONTRIBUTIE|KLANTNR|INVOICE|PREMIUM|RENT|SALARY|SUBSCRIPTION|MEMBERSHIP|POLICY)(?: [^\n]*)?$/u;

const DONE_CHARS_MAX = 40;

/** Where the words of what was done end, which stand at a place or right before it; null without such words. */
function findEndOfDone(text: string, { start, end }: Place): number | null {
  for (let at = start; at >= Math.max(0, start - DONE_CHARS_MAX); at -= 1) {
    if (/\p{L}/u.test(text[at - 1] ?? "")) continue;
    const until = at + (DONE.exec(text.slice(at, end))?.[0].length ?? 0);
    if (until > at && (at === start || until === start)) return until;
  }
  return null;
}

/** The place of the other party in such a line, whether it begins with what was done or behind it; else the same. */
export function withoutStatementWords(text: string, place: Place): Place {
  const start = findEndOfDone(text, place);
  if (start === null) return place;
  const value = text.slice(start, place.end);
  if (value !== value.toUpperCase()) return place;
  const form = legalFormIn(value, 2);
  const named = form === null ? value : value.slice(0, form.end);
  return { start, end: start + named.replace(PURPOSE, "").length };
}
