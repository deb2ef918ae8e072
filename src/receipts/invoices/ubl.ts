// UBL 2 invoices and credit notes (Peppol, XRechnung and most national kinds). PayableAmount is what is paid; the tax
// stands twice where it is also told in another currency, so the document's own is taken.

import type { Leaf } from "../listing/listing.ts";
import type { Adjustment, InvoiceFacts, InvoiceLine } from "./facts.ts";
import { NO_FACTS } from "./facts.ts";
import { FREIGHT_CODES, FREIGHT_WORDS, kindOfType } from "./codes.ts";
import { all, at, textAt, type Element } from "./tree.ts";
import { EINVOICE_LINES_MAX } from "../../platform/limits.ts";

/** The facts of a UBL document; `root` is Invoice, CreditNote or DebitNote. */
export function ublFacts(root: Element): readonly InvoiceFacts[] {
  const type = textAt(root, "InvoiceTypeCode") ?? textAt(root, "CreditNoteTypeCode");
  const totals = at(root, "LegalMonetaryTotal") ?? at(root, "RequestedMonetaryTotal");
  const payable = at(totals, "PayableAmount");
  const documentCurrency = textAt(root, "DocumentCurrencyCode");
  const currency = payable?.attributes.get("currencyID") ?? documentCurrency;
  const party =
    at(root, "AccountingSupplierParty", "Party") ?? at(root, "SellerSupplierParty", "Party");
  const person = at(party, "Person");
  return [
    {
      ...NO_FACTS,
      syntax: "UBL",
      kind: kindOfType(type?.text, root.name === "CreditNote"),
      type,
      number: textAt(root, "ID"),
      date: textAt(root, "IssueDate"),
      dueOn: dueDays(root),
      seller:
        textAt(party, "PartyLegalEntity", "RegistrationName") ??
        textAt(party, "PartyName", "Name") ??
        textAt(person, "FamilyName"),
      currency,
      due: payable?.text ?? null,
      dueField: "PayableAmount",
      gross: textAt(totals, "TaxInclusiveAmount"),
      net: textAt(totals, "TaxExclusiveAmount"),
      tax: taxIn(root, currency?.text),
      prepaid: textAt(totals, "PrepaidAmount"),
      rounding: textAt(totals, "PayableRoundingAmount"),
      thirdParty: all(root, "PrepaidPayment").flatMap(
        (payment) => textAt(payment, "PaidAmount") ?? [],
      ),
      linesTotal: textAt(totals, "LineExtensionAmount"),
      lines: linesOf(root),
      adjustments: all(root, "AllowanceCharge").map(adjustmentOf),
      card:
        all(root, "PaymentMeans")
          .map((means) => textAt(means, "CardAccount", "PrimaryAccountNumberID"))
          .find((card) => card !== null) ?? null,
      means: all(root, "PaymentMeans").flatMap((means) => textAt(means, "PaymentMeansCode") ?? []),
    },
  ];
}

/** Of the invoice; credit notes, and invoices of older versions, say it with the terms or the means of payment. */
function dueDays(root: Element): readonly Leaf[] {
  const own = textAt(root, "DueDate");
  if (own !== null) return [own];
  const within = (name: string, ...fields: readonly string[]) =>
    all(root, name).flatMap((one) => fields.flatMap((field) => textAt(one, field) ?? []));
  const terms = within("PaymentTerms", "PaymentDueDate", "InstallmentDueDate");
  return terms.length > 0 ? terms : within("PaymentMeans", "PaymentDueDate");
}

function taxIn(root: Element, currency: string | undefined): InvoiceFacts["tax"] {
  const amounts = [...all(root, "TaxTotal")].flatMap((total) => at(total, "TaxAmount") ?? []);
  const own = amounts.filter((amount) => amount.attributes.get("currencyID")?.text === currency);
  return own.length === 1 ? (own[0]?.text ?? null) : null;
}

function linesOf(root: Element): readonly InvoiceLine[] {
  return root.children
    .filter(
      ({ name }) => name === "InvoiceLine" || name === "CreditNoteLine" || name === "DebitNoteLine",
    )
    .slice(0, EINVOICE_LINES_MAX)
    .map((line) => ({
      name: textAt(line, "Item", "Name") ?? textAt(line, "Item", "Description"),
      quantity:
        textAt(line, "InvoicedQuantity") ??
        textAt(line, "CreditedQuantity") ??
        textAt(line, "DebitedQuantity"),
      amount: textAt(line, "LineExtensionAmount"),
    }));
}

function adjustmentOf(element: Element): Adjustment {
  const reason = textAt(element, "AllowanceChargeReason");
  const code = textAt(element, "AllowanceChargeReasonCode")?.text ?? "";
  return {
    isCharge: textAt(element, "ChargeIndicator")?.text.toLowerCase() === "true",
    isFreight: FREIGHT_CODES.has(code) || FREIGHT_WORDS.test(reason?.text ?? ""),
    reason,
    amount: textAt(element, "Amount"),
  };
}
