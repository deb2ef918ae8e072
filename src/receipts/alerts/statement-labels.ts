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

/** The place of the other party in such a line; the same place in any other. */
export function withoutStatementWords(text: string, { start, end }: Place): Place {
  const printed = text.slice(start, end);
  const done = DONE.exec(printed)?.[0].length ?? 0;
  if (done === 0 || printed !== printed.toUpperCase()) return { start, end };
  const value = printed.slice(done);
  const form = legalFormIn(value, 2);
  const named = form === null ? value : value.slice(0, form.end);
  const name = named.replace(PURPOSE, "");
  return { start: start + done, end: start + done + name.length };
}
