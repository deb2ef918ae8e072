// CFDI, the Mexican invoice. Everything is an attribute, in lower case before version 3.3. The
// number is series and folio together; a document without a folio has its fiscal UUID.

import { EINVOICE_LINES_MAX } from "../../platform/limits.ts";
import type { Leaf, Listing } from "../listing/listing.ts";
import { MEXICAN_KINDS, MEXICAN_PAID_FORMS } from "./codes.ts";
import { NO_FACTS, type InvoiceFacts } from "./facts.ts";
import { all, at, type Element } from "./tree.ts";

/** The facts of a Comprobante. */
export function readCfdi(root: Element, listing: Listing): readonly InvoiceFacts[] {
  const type = readAttribute(root, "TipoDeComprobante");
  const kind = MEXICAN_KINDS.get(type?.text.toLowerCase() ?? "") ?? "no charge";
  const form = readAttribute(root, "FormaPago");
  const isPaid =
    readAttribute(root, "MetodoPago")?.text === "PUE" && MEXICAN_PAID_FORMS.has(form?.text ?? "");
  const issuer = at(root, "Emisor");
  const taxes = at(root, "Impuestos");
  const withheld = readAttribute(taxes, "TotalImpuestosRetenidos");
  return [
    {
      ...NO_FACTS,
      syntax: "CFDI",
      kind: kind === "invoice" && isPaid ? "receipt" : kind,
      type,
      number: readNumber(root, listing),
      date: readAttribute(root, "Fecha"),
      seller: readAttribute(issuer, "Nombre") ?? readAttribute(issuer, "Rfc"),
      currency: readAttribute(root, "Moneda"),
      due: kind === "no charge" ? null : readAttribute(root, "Total"),
      dueField: "Total",
      tax: readAttribute(taxes, "TotalImpuestosTrasladados"),
      linesTotal: readAttribute(root, "SubTotal"),
      lines: all(at(root, "Conceptos"), "Concepto")
        .slice(0, EINVOICE_LINES_MAX)
        .map((line) => ({
          name: readAttribute(line, "Descripcion"),
          quantity: readAttribute(line, "Cantidad"),
          amount: readAttribute(line, "Importe"),
        })),
      adjustments: [readAttribute(root, "Descuento"), withheld].flatMap((amount) =>
        amount === null ? [] : [{ isCharge: false, isFreight: false, reason: null, amount }],
      ),
      means: form === null ? [] : [form],
    },
  ];
}

function readNumber(root: Element, listing: Listing): Leaf | null {
  const [series, folio] = [readAttribute(root, "Serie"), readAttribute(root, "Folio")];
  if (folio === null) return readAttribute(at(root, "Complemento", "TimbreFiscalDigital"), "UUID");
  return series === null ? folio : listing.add("Serie Folio", `${series.text}${folio.text}`);
}

function readAttribute(element: Element | undefined, name: string): Leaf | null {
  if (element === undefined) return null;
  return (
    element.attributes.get(name) ??
    element.attributes.get(`${name.charAt(0).toLowerCase()}${name.slice(1)}`) ??
    null
  );
}
