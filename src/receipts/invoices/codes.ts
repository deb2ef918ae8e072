// Codes of e-invoices that decide what a document means for money: UNTDID 1001 (document types),
// 4461 (payment means), 5189 and 7161 (charges), the types of FatturaPA (TD..) and of CFDI.

import type { InvoiceKind } from "./facts.ts";

/** UNTDID 1001: credit notes. Every other type is an invoice. */
const CREDIT_TYPES = new Set([
  "81",
  "83",
  "261",
  "262",
  "296",
  "308",
  "381",
  "396",
  "420",
  "458",
  "502",
  "503",
  "532",
]);
/** Invoices that the buyer wrote: the recipient gets the money. */
const SELF_BILLED_TYPES = new Set(["389", "527"]);

/** The kind of a document by its type code; `isCredit` if its element is a credit note's. */
export function classifyType(code: string | undefined, isCredit: boolean): InvoiceKind {
  if (isCredit || (code !== undefined && CREDIT_TYPES.has(code))) return "credit";
  return code !== undefined && SELF_BILLED_TYPES.has(code) ? "self-billed" : "invoice";
}

/**
 * TipoDocumento: TD04 and TD08 are credit notes. The buyer writes TD16 to TD23, TD28 and TD29 about
 * somebody else's invoice.
 */
export const ITALIAN_KINDS: ReadonlyMap<string, InvoiceKind> = new Map<string, InvoiceKind>([
  ["TD04", "credit"],
  ["TD08", "credit"],
  ["TD16", "no charge"],
  ["TD17", "no charge"],
  ["TD18", "no charge"],
  ["TD19", "no charge"],
  ["TD20", "self-billed"],
  ["TD21", "no charge"],
  ["TD22", "no charge"],
  ["TD23", "no charge"],
  ["TD28", "no charge"],
  ["TD29", "no charge"],
]);

/**
 * TipoDeComprobante, of version 3.3 and before: P acknowledges a payment, T moves goods, N is a
 * wage.
 */
export const MEXICAN_KINDS: ReadonlyMap<string, InvoiceKind> = new Map<string, InvoiceKind>([
  ["i", "invoice"],
  ["ingreso", "invoice"],
  ["e", "credit"],
  ["egreso", "credit"],
  ["p", "no charge"],
  ["t", "no charge"],
  ["traslado", "no charge"],
  ["n", "income"],
]);
/** FormaPago that is paid when the document is written: cash, cheque, cards, wallets. */
export const MEXICAN_PAID_FORMS = new Set(["01", "02", "04", "05", "06", "08", "28", "29"]);

/** UNTDID 4461: collected from the payer's account on a later day. */
export const DIRECT_DEBIT_MEANS = new Set(["49", "59"]);

/** UNTDID 7161: freight, carriage, postage, delivery. */
export const FREIGHT_CODES = new Set(["FC", "FAB", "IN", "PC", "SH", "DL", "ADR", "ABL", "TAB"]);
export const FREIGHT_WORDS =
  /\b(?:freight|shipping|delivery|postage|carriage|transport\w{0,8}|versand\w{0,12}|fracht\w{0,12}|porto|livraison|port|spedizione|trasporto|envío|portes|verzend\w{0,10}|frakt|fragt|dostawa|doprava)\b/iu;
