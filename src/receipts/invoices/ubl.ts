// UBL 2 invoices and credit notes (Peppol, XRechnung and most national kinds). PayableAmount is
// what is paid. If the tax is also given in another currency, the one in the document's currency is
// taken.

import type { Leaf } from "../listing/listing.ts";
import type { Adjustment, InvoiceFacts, InvoiceLine } from "./facts.ts";
import { NO_FACTS } from "./facts.ts";
import { FREIGHT_CODES, FREIGHT_WORDS, classifyType } from "./codes.ts";
import { all, at, textAt, type Element } from "./tree.ts";
import { EINVOICE_LINES_MAX } from "../../platform/limits.ts";

/** The facts of a UBL document; `root` is Invoice, CreditNote or DebitNote. */
export function readUbl(root: Element): readonly InvoiceFacts[] {
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
      kind: classifyType(type?.text, root.name === "CreditNote"),
      type,
      number: textAt(root, "ID"),
      date: textAt(root, "IssueDate"),
      dueOn: readDueDays(root),
      seller:
        textAt(party, "PartyLegalEntity", "RegistrationName") ??
        textAt(party, "PartyName", "Name") ??
        textAt(person, "FamilyName"),
      currency,
      due: payable?.text ?? null,
      dueField: "PayableAmount",
      gross: textAt(totals, "TaxInclusiveAmount"),
      net: textAt(totals, "TaxExclusiveAmount"),
      tax: readTax(root, currency?.text),
      prepaid: textAt(totals, "PrepaidAmount"),
      rounding: textAt(totals, "PayableRoundingAmount"),
      thirdParty: all(root, "PrepaidPayment").flatMap(
        (payment) => textAt(payment, "PaidAmount") ?? [],
      ),
      linesTotal: textAt(totals, "LineExtensionAmount"),
      lines: readLines(root),
      adjustments: all(root, "AllowanceCharge").map(readAdjustment),
      card:
        all(root, "PaymentMeans")
          .map((means) => textAt(means, "CardAccount", "PrimaryAccountNumberID"))
          .find((card) => card !== null) ?? null,
      means: all(root, "PaymentMeans").flatMap((means) => textAt(means, "PaymentMeansCode") ?? []),
    },
  ];
}

/**
 * The due days. Credit notes and older versions give them with the terms or the means of payment.
 */
function readDueDays(root: Element): readonly Leaf[] {
  const own = textAt(root, "DueDate");
  if (own !== null) return [own];
  const within = (name: string, ...fields: readonly string[]) =>
    all(root, name).flatMap((one) => fields.flatMap((field) => textAt(one, field) ?? []));
  const terms = within("PaymentTerms", "PaymentDueDate", "InstallmentDueDate");
  return terms.length > 0 ? terms : within("PaymentMeans", "PaymentDueDate");
}

function readTax(root: Element, currency: string | undefined): InvoiceFacts["tax"] {
  const amounts = [...all(root, "TaxTotal")].flatMap((total) => at(total, "TaxAmount") ?? []);
  const own = amounts.filter((amount) => amount.attributes.get("currencyID")?.text === currency);
  return own.length === 1 ? (own[0]?.text ?? null) : null;
}

function readLines(root: Element): readonly InvoiceLine[] {
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

function readAdjustment(element: Element): Adjustment {
  const reason = textAt(element, "AllowanceChargeReason");
  const code = textAt(element, "AllowanceChargeReasonCode")?.text ?? "";
  return {
    isCharge: textAt(element, "ChargeIndicator")?.text.toLowerCase() === "true",
    isFreight: FREIGHT_CODES.has(code) || FREIGHT_WORDS.test(reason?.text ?? ""),
    reason,
    amount: textAt(element, "Amount"),
  };
}
