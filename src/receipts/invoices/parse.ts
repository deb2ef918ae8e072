// The text of an e-invoice to the facts of each invoice in it: held to its bounds, parsed, read by its syntax. Imported
// when the first e-invoice comes: the parser would otherwise take part in every start of the Worker.

import type { Listing } from "../listing/listing.ts";
import { cfdiFacts } from "./cfdi.ts";
import { ciiFacts } from "./cii.ts";
import type { InvoiceFacts } from "./facts.ts";
import { facturaeFacts } from "./facturae.ts";
import { fatturaFacts } from "./fatturapa.ts";
import { faultOf } from "./guard.ts";
import { treeOf, type Element } from "./tree.ts";
import { ublFacts } from "./ubl.ts";

type Syntax = (root: Element, listing: Listing) => readonly InvoiceFacts[];

const SYNTAXES: ReadonlyMap<string, Syntax> = new Map<string, Syntax>([
  ["Invoice", ublFacts],
  ["CreditNote", ublFacts],
  ["DebitNote", ublFacts],
  ["CrossIndustryInvoice", ciiFacts],
  ["CrossIndustryDocument", ciiFacts],
  ["FatturaElettronica", fatturaFacts],
  ["Comprobante", cfdiFacts],
  ["Facturae", facturaeFacts],
]);

/** The facts of the document's invoices, their values listed; a sentence where it is not read. */
export function factsOf(text: string, listing: Listing): readonly InvoiceFacts[] | string {
  const fault = faultOf(text);
  if (fault !== null) return fault;
  const outermost = treeOf(text.replace(/^\ufeff/, ""), listing);
  if (outermost === null) return "Its elements have names that no invoice has.";
  const roots = SYNTAXES.has(outermost.name) ? [outermost] : outermost.children;
  const facts = roots.flatMap((root) => SYNTAXES.get(root.name)?.(root, listing) ?? []);
  return facts.filter(isInvoice);
}

/** Other documents are called Invoice too (of shops' own exports): one without number, amount and seller is none. */
function isInvoice({ number, due, seller, type }: InvoiceFacts): boolean {
  return number !== null || due !== null || (seller !== null && type !== null);
}
