// Facturae 3, the Spanish invoice: the parties once, then one invoice after another. The executable
// amount is what is paid. The sign of a corrective invoice says whether it gives back or asks for
// more.

import { EINVOICE_LINES_MAX, EINVOICES_A_MAIL_MAX } from "../../platform/limits.ts";
import type { Leaf, Listing } from "../listing/listing.ts";
import { NO_FACTS, type InvoiceFacts, type InvoiceKind } from "./facts.ts";
import { all, at, textAt, type Element } from "./tree.ts";

/** The facts of each invoice of a Facturae file. */
export function readFacturae(root: Element, listing: Listing): readonly InvoiceFacts[] {
  const seller = readSeller(root, listing);
  const issuer = textAt(root, "FileHeader", "InvoiceIssuerType")?.text;
  return all(at(root, "Invoices"), "Invoice")
    .slice(0, EINVOICES_A_MAIL_MAX)
    .map((invoice) => readInvoice(invoice, seller, issuer === "RE", listing));
}

/** A company's name, or a person's on a line of their own. */
function readSeller(root: Element, listing: Listing): Leaf | null {
  const party = at(root, "Parties", "SellerParty");
  const person = at(party, "Individual");
  const names = [
    textAt(person, "Name"),
    textAt(person, "FirstSurname"),
    textAt(person, "SecondSurname"),
  ].flatMap((name) => name ?? []);
  return (
    textAt(party, "LegalEntity", "CorporateName") ??
    (names.length === 0
      ? null
      : listing.add("SellerParty / name", names.map(({ text }) => text).join(" ")))
  );
}

function readInvoice(
  invoice: Element,
  seller: Leaf | null,
  byBuyer: boolean,
  listing: Listing,
): InvoiceFacts {
  const header = at(invoice, "InvoiceHeader");
  const issued = at(invoice, "InvoiceIssueData");
  const totals = at(invoice, "InvoiceTotals");
  const type = textAt(header, "InvoiceClass");
  const executable = textAt(totals, "TotalExecutableAmount");
  const [series, number] = [textAt(header, "InvoiceSeriesCode"), textAt(header, "InvoiceNumber")];
  const payments = all(at(invoice, "PaymentDetails"), "Installment");
  return {
    ...NO_FACTS,
    syntax: "Facturae",
    kind: byBuyer ? "self-billed" : classify(type),
    type,
    number:
      series === null || number === null
        ? number
        : listing.add("InvoiceSeriesCode InvoiceNumber", `${series.text}${number.text}`),
    date: textAt(issued, "IssueDate"),
    dueOn: payments.flatMap((payment) => textAt(payment, "InstallmentDueDate") ?? []),
    seller,
    currency: textAt(issued, "InvoiceCurrencyCode"),
    due: executable ?? textAt(totals, "InvoiceTotal"),
    dueField: executable === null ? "InvoiceTotal" : "TotalExecutableAmount",
    payments: payments.flatMap((payment) => textAt(payment, "InstallmentAmount") ?? []),
    tax: textAt(totals, "TotalTaxOutputs"),
    linesTotal: textAt(totals, "TotalGrossAmount"),
    lines: all(at(invoice, "Items"), "InvoiceLine")
      .slice(0, EINVOICE_LINES_MAX)
      .map((line) => ({
        name: textAt(line, "ItemDescription"),
        quantity: textAt(line, "Quantity"),
        amount: textAt(line, "GrossAmount"),
      })),
    adjustments: [...readDiscounts(totals), ...readCharges(totals), ...readWithheld(totals)],
    means: payments.flatMap((payment) => textAt(payment, "PaymentMeans") ?? []),
  };
}

/** InvoiceClass: OO and CO are invoices; OR and CR correct one; OC and CC sum up others. */
function classify(type: Leaf | null): InvoiceKind {
  return type?.text === "OR" || type?.text === "CR" ? "correction" : "invoice";
}

type Adjustments = InvoiceFacts["adjustments"];

function readDiscounts(totals: Element | undefined): Adjustments {
  return all(at(totals, "GeneralDiscounts"), "Discount").map((one) => ({
    isCharge: false,
    isFreight: false,
    reason: textAt(one, "DiscountReason"),
    amount: textAt(one, "DiscountAmount"),
  }));
}

function readCharges(totals: Element | undefined): Adjustments {
  return all(at(totals, "GeneralSurcharges"), "Charge").map((one) => ({
    isCharge: true,
    isFreight: false,
    reason: textAt(one, "ChargeReason"),
    amount: textAt(one, "ChargeAmount"),
  }));
}

function readWithheld(totals: Element | undefined): Adjustments {
  const amount = textAt(totals, "TotalTaxesWithheld");
  return amount === null ? [] : [{ isCharge: false, isFreight: false, reason: null, amount }];
}
