// FatturaPA, the Italian invoice: one header, and a body for each invoice. The payment asked for
// may be less than the document's total (tax withheld, or paid to the state). A difference is a
// doubt.

import { EINVOICE_LINES_MAX, EINVOICES_A_MAIL_MAX } from "../../platform/limits.ts";
import type { Leaf, Listing } from "../listing/listing.ts";
import { ITALIAN_KINDS } from "./codes.ts";
import { NO_FACTS, type InvoiceFacts } from "./facts.ts";
import { all, at, textAt, type Element } from "./tree.ts";

/** The facts of each body of a FatturaElettronica. */
export function readFatturaPa(root: Element, listing: Listing): readonly InvoiceFacts[] {
  const seller = readSeller(root, listing);
  return all(root, "FatturaElettronicaBody")
    .slice(0, EINVOICES_A_MAIL_MAX)
    .map((body) => readBody(body, seller));
}

/** A company's name, or a person's given name and family name on a line of their own. */
function readSeller(root: Element, listing: Listing): Leaf | null {
  const header = at(root, "FatturaElettronicaHeader", "CedentePrestatore");
  const name = at(header, "DatiAnagrafici", "Anagrafica") ?? header;
  const [given, family] = [textAt(name, "Nome"), textAt(name, "Cognome")];
  if (given === null || family === null) return textAt(name, "Denominazione") ?? family;
  return (
    textAt(name, "Denominazione") ?? listing.add("Nome Cognome", `${given.text} ${family.text}`)
  );
}

function readBody(body: Element, seller: Leaf | null): InvoiceFacts {
  const general = at(body, "DatiGenerali", "DatiGeneraliDocumento");
  const type = textAt(general, "TipoDocumento");
  const total = textAt(general, "ImportoTotaleDocumento");
  const details = all(body, "DatiPagamento").flatMap((payment) =>
    all(payment, "DettaglioPagamento"),
  );
  const payments = details.flatMap((detail) => textAt(detail, "ImportoPagamento") ?? []);
  const goods = at(body, "DatiBeniServizi");
  const taxes = all(goods, "DatiRiepilogo").flatMap((summary) => textAt(summary, "Imposta") ?? []);
  const [only] = payments;
  return {
    ...NO_FACTS,
    syntax: "FatturaPA",
    kind: ITALIAN_KINDS.get(type?.text ?? "") ?? "invoice",
    type,
    number: textAt(general, "Numero"),
    date: textAt(general, "Data"),
    dueOn: details.flatMap((detail) => textAt(detail, "DataScadenzaPagamento") ?? []),
    seller,
    currency: textAt(general, "Divisa"),
    due: total ?? (payments.length === 1 ? (only ?? null) : null),
    dueField: total === null ? "ImportoPagamento" : "ImportoTotaleDocumento",
    payments: total === null ? [] : payments,
    tax: taxes.length === 1 ? (taxes[0] ?? null) : null,
    rounding: textAt(general, "Arrotondamento"),
    lines: all(goods, "DettaglioLinee")
      .slice(0, EINVOICE_LINES_MAX)
      .map((line) => ({
        name: textAt(line, "Descrizione"),
        quantity: textAt(line, "Quantita"),
        amount: textAt(line, "PrezzoTotale"),
      })),
    means: details.flatMap((detail) => textAt(detail, "ModalitaPagamento") ?? []),
  };
}
