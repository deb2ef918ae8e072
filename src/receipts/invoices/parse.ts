// From the text of an e-invoice to the facts of each invoice in it: checked, parsed, read by its
// syntax. Imported when the first e-invoice arrives. Otherwise every start of the Worker would load
// the parser.

import type { Listing } from "../listing/listing.ts";
import { readCfdi } from "./cfdi.ts";
import { readCii } from "./cii.ts";
import type { InvoiceFacts } from "./facts.ts";
import { readFacturae } from "./facturae.ts";
import { readFatturaPa } from "./fatturapa.ts";
import { findFault } from "./guard.ts";
import { parseTree, type Element } from "./tree.ts";
import { readUbl } from "./ubl.ts";

type Syntax = (root: Element, listing: Listing) => readonly InvoiceFacts[];

const SYNTAXES: ReadonlyMap<string, Syntax> = new Map<string, Syntax>([
  ["Invoice", readUbl],
  ["CreditNote", readUbl],
  ["DebitNote", readUbl],
  ["CrossIndustryInvoice", readCii],
  ["CrossIndustryDocument", readCii],
  ["FatturaElettronica", readFatturaPa],
  ["Comprobante", readCfdi],
  ["Facturae", readFacturae],
]);

/**
 * The facts of the document's invoices, with their values in the listing; else why it is not read.
 */
export function readInvoices(text: string, listing: Listing): readonly InvoiceFacts[] | string {
  const fault = findFault(text);
  if (fault !== null) return fault;
  const outermost = parseTree(text.replace(/^\ufeff/, ""), listing);
  if (outermost === null) return "Its elements do not have the names of an invoice's.";
  const roots = SYNTAXES.has(outermost.name) ? [outermost] : outermost.children;
  const facts = roots.flatMap((root) => SYNTAXES.get(root.name)?.(root, listing) ?? []);
  return facts.filter(isInvoice);
}

/**
 * Shops' own exports are called Invoice too; without a number, an amount and a seller they are not
 * read.
 */
function isInvoice({ number, due, seller, type }: InvoiceFacts): boolean {
  return number !== null || due !== null || (seller !== null && type !== null);
}
