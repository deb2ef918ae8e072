// Cross Industry Invoices: Factur-X, ZUGFeRD 1 and 2, XRechnung. ZUGFeRD 1 has other names for the
// same elements. The smallest profiles have no lines, and no amount due other than the grand total.

import { EINVOICE_LINES_MAX } from "../../platform/limits.ts";
import { FREIGHT_CODES, FREIGHT_WORDS, classifyType } from "./codes.ts";
import { NO_FACTS, type Adjustment, type InvoiceFacts, type InvoiceLine } from "./facts.ts";
import { all, at, textAt, type Element } from "./tree.ts";

/** The facts of a CrossIndustryInvoice, or in ZUGFeRD 1 of a CrossIndustryDocument. */
export function readCii(root: Element): readonly InvoiceFacts[] {
  const head = at(root, "ExchangedDocument") ?? at(root, "HeaderExchangedDocument");
  const trade =
    at(root, "SupplyChainTradeTransaction") ?? at(root, "SpecifiedSupplyChainTradeTransaction");
  const agreement =
    at(trade, "ApplicableHeaderTradeAgreement") ?? at(trade, "ApplicableSupplyChainTradeAgreement");
  const settlement =
    at(trade, "ApplicableHeaderTradeSettlement") ??
    at(trade, "ApplicableSupplyChainTradeSettlement");
  const totals =
    at(settlement, "SpecifiedTradeSettlementHeaderMonetarySummation") ??
    at(settlement, "SpecifiedTradeSettlementMonetarySummation");
  const type = textAt(head, "TypeCode");
  const due = textAt(totals, "DuePayableAmount");
  const grand = textAt(totals, "GrandTotalAmount");
  const currency = textAt(settlement, "InvoiceCurrencyCode");
  const seller = at(agreement, "SellerTradeParty");
  const means = all(settlement, "SpecifiedTradeSettlementPaymentMeans");
  return [
    {
      ...NO_FACTS,
      syntax: "CII",
      kind: classifyType(type?.text, false),
      type,
      number: textAt(head, "ID"),
      date: readDateTime(head, "IssueDateTime"),
      dueOn: all(settlement, "SpecifiedTradePaymentTerms").flatMap(
        (terms) => readDateTime(terms, "DueDateDateTime") ?? [],
      ),
      seller:
        textAt(seller, "Name") ??
        textAt(seller, "SpecifiedLegalOrganization", "TradingBusinessName"),
      currency,
      due: due ?? grand,
      dueField: due === null ? "GrandTotalAmount" : "DuePayableAmount",
      gross: grand,
      net: textAt(totals, "TaxBasisTotalAmount"),
      tax: readTax(totals, currency?.text),
      prepaid: textAt(totals, "TotalPrepaidAmount"),
      rounding: textAt(totals, "RoundingAmount"),
      linesTotal: textAt(totals, "LineTotalAmount"),
      lines: all(trade, "IncludedSupplyChainTradeLineItem")
        .slice(0, EINVOICE_LINES_MAX)
        .map(readLine),
      adjustments: [
        ...all(settlement, "SpecifiedTradeAllowanceCharge").map(readAdjustment),
        ...all(settlement, "SpecifiedLogisticsServiceCharge").map(readFreight),
      ],
      card:
        means
          .map((one) => textAt(one, "ApplicableTradeSettlementFinancialCard", "ID"))
          .find((card) => card !== null) ?? null,
      means: means.flatMap((one) => textAt(one, "TypeCode") ?? []),
    },
  ];
}

/** A date, under either of the names that the versions have for it. */
function readDateTime(element: Element | undefined, name: string): InvoiceFacts["date"] {
  return textAt(element, name, "DateTimeString") ?? textAt(element, name, "DateTime");
}

/**
 * The tax in the invoice's own currency. It may also be given in the currency of the tax office.
 */
function readTax(totals: Element | undefined, currency: string | undefined): InvoiceFacts["tax"] {
  const amounts = all(totals, "TaxTotalAmount");
  const own = amounts.filter(
    (amount) => (amount.attributes.get("currencyID")?.text ?? currency) === currency,
  );
  return own.length === 1 ? (own[0]?.text ?? null) : null;
}

function readLine(line: Element): InvoiceLine {
  const delivery =
    at(line, "SpecifiedLineTradeDelivery") ?? at(line, "SpecifiedSupplyChainTradeDelivery");
  const settlement =
    at(line, "SpecifiedLineTradeSettlement") ?? at(line, "SpecifiedSupplyChainTradeSettlement");
  const totals =
    at(settlement, "SpecifiedTradeSettlementLineMonetarySummation") ??
    at(settlement, "SpecifiedTradeSettlementMonetarySummation");
  return {
    name: textAt(line, "SpecifiedTradeProduct", "Name"),
    quantity: textAt(delivery, "BilledQuantity"),
    amount: textAt(totals, "LineTotalAmount"),
  };
}

function readAdjustment(element: Element): Adjustment {
  const reason = textAt(element, "Reason");
  const isCharge =
    (
      textAt(element, "ChargeIndicator", "Indicator") ?? textAt(element, "ChargeIndicator")
    )?.text.toLowerCase() === "true";
  return {
    isCharge,
    isFreight:
      FREIGHT_CODES.has(textAt(element, "ReasonCode")?.text ?? "") ||
      FREIGHT_WORDS.test(reason?.text ?? ""),
    reason,
    amount: textAt(element, "ActualAmount"),
  };
}

function readFreight(element: Element): Adjustment {
  return {
    isCharge: true,
    isFreight: true,
    reason: textAt(element, "Description"),
    amount: textAt(element, "AppliedAmount"),
  };
}
