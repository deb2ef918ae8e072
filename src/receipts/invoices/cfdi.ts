// CFDI, the Mexican invoice: everything is an attribute, in lower case before version 3.3. A number that says series and
// folio together tells documents apart; a document without either has its fiscal UUID.

import { EINVOICE_LINES_MAX } from "../../platform/limits.ts";
import type { Leaf, Listing } from "../listing/listing.ts";
import { MEXICAN_KINDS, MEXICAN_PAID_FORMS } from "./codes.ts";
import { NO_FACTS, type InvoiceFacts } from "./facts.ts";
import { all, at, type Element } from "./tree.ts";

/** The facts of a Comprobante. */
export function cfdiFacts(root: Element, listing: Listing): readonly InvoiceFacts[] {
  const type = attribute(root, "TipoDeComprobante");
  const kind = MEXICAN_KINDS.get(type?.text.toLowerCase() ?? "") ?? "no charge";
  const form = attribute(root, "FormaPago");
  const isPaid =
    attribute(root, "MetodoPago")?.text === "PUE" && MEXICAN_PAID_FORMS.has(form?.text ?? "");
  const issuer = at(root, "Emisor");
  const taxes = at(root, "Impuestos");
  const withheld = attribute(taxes, "TotalImpuestosRetenidos");
  return [
    {
      ...NO_FACTS,
      syntax: "CFDI",
      kind: kind === "invoice" && isPaid ? "receipt" : kind,
      type,
      number: numberOf(root, listing),
      date: attribute(root, "Fecha"),
      seller: attribute(issuer, "Nombre") ?? attribute(issuer, "Rfc"),
      currency: attribute(root, "Moneda"),
      due: kind === "no charge" ? null : attribute(root, "Total"),
      dueField: "Total",
      tax: attribute(taxes, "TotalImpuestosTrasladados"),
      linesTotal: attribute(root, "SubTotal"),
      lines: all(at(root, "Conceptos"), "Concepto")
        .slice(0, EINVOICE_LINES_MAX)
        .map((line) => ({
          name: attribute(line, "Descripcion"),
          quantity: attribute(line, "Cantidad"),
          amount: attribute(line, "Importe"),
        })),
      adjustments: [attribute(root, "Descuento"), withheld].flatMap((amount) =>
        amount === null ? [] : [{ isCharge: false, isFreight: false, reason: null, amount }],
      ),
      means: form === null ? [] : [form],
    },
  ];
}

function numberOf(root: Element, listing: Listing): Leaf | null {
  const [series, folio] = [attribute(root, "Serie"), attribute(root, "Folio")];
  if (folio === null) return attribute(at(root, "Complemento", "TimbreFiscalDigital"), "UUID");
  return series === null ? folio : listing.add("Serie Folio", `${series.text}${folio.text}`);
}

function attribute(element: Element | undefined, name: string): Leaf | null {
  if (element === undefined) return null;
  return (
    element.attributes.get(name) ??
    element.attributes.get(`${name.charAt(0).toLowerCase()}${name.slice(1)}`) ??
    null
  );
}
