// E-invoices of each syntax, written from one invoice by construction: what a reader must give back
// is what went in.

export interface Invoice {
  readonly number: string;
  readonly day: string;
  readonly seller: string;
  readonly currency: string;
  readonly isCredit: boolean;
  /** In minor units, without tax. */
  readonly lines: readonly { readonly name: string; readonly minor: number }[];
  readonly tax: number;
  readonly prepaid: number;
}

/** Minor units as a decimal of two places. */
export function decimal(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, "0");
  return `${minor < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

export function netOf({ lines }: Invoice): number {
  return lines.reduce((sum, { minor }) => sum + minor, 0);
}

export function grossOf(invoice: Invoice): number {
  return netOf(invoice) + invoice.tax;
}

/** UBL 2.1. */
export function ubl(invoice: Invoice): string {
  const { currency, isCredit } = invoice;
  const root = isCredit ? "CreditNote" : "Invoice";
  const amount = (name: string, minor: number): string =>
    `<cbc:${name} currencyID="${currency}">${decimal(minor)}</cbc:${name}>`;
  const lines = invoice.lines.map(
    ({ name, minor }, index) =>
      `<cac:${root}Line><cbc:ID>${index + 1}</cbc:ID>${amount("LineExtensionAmount", minor)}<cac:Item><cbc:Name>${escaped(name)}</cbc:Name></cac:Item></cac:${root}Line>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<u:${root} xmlns:u="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" xmlns:cac="urn:cac" xmlns:cbc="urn:cbc">
  <cbc:ID>${escaped(invoice.number)}</cbc:ID><cbc:IssueDate>${invoice.day}</cbc:IssueDate><cbc:DueDate>2031-01-01</cbc:DueDate>
  <cbc:${root}TypeCode>${isCredit ? 381 : 380}</cbc:${root}TypeCode><cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode>
  <cac:AccountingSupplierParty><cac:Party><cac:PartyName><cbc:Name>Trading</cbc:Name></cac:PartyName><cac:PartyLegalEntity><cbc:RegistrationName>${escaped(invoice.seller)}</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty><cac:Party><cac:PartyLegalEntity><cbc:RegistrationName>Buyer</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingCustomerParty>
  <cac:TaxTotal><cbc:TaxAmount currencyID="ZZZ">999.99</cbc:TaxAmount></cac:TaxTotal><cac:TaxTotal>${amount("TaxAmount", invoice.tax)}</cac:TaxTotal>
  <cac:LegalMonetaryTotal>${amount("LineExtensionAmount", netOf(invoice))}${amount("TaxExclusiveAmount", netOf(invoice))}${amount("TaxInclusiveAmount", grossOf(invoice))}${amount("PrepaidAmount", invoice.prepaid)}${amount("PayableAmount", grossOf(invoice) - invoice.prepaid)}</cac:LegalMonetaryTotal>
  ${lines.join("\n  ")}
</u:${root}>`;
}

/** Cross Industry Invoice; `old`: as ZUGFeRD 1 names things. */
export function cii(invoice: Invoice, old = false): string {
  const names = old
    ? {
        root: "CrossIndustryDocument",
        head: "HeaderExchangedDocument",
        trade: "SpecifiedSupplyChainTradeTransaction",
        agreement: "ApplicableSupplyChainTradeAgreement",
        settlement: "ApplicableSupplyChainTradeSettlement",
        totals: "SpecifiedTradeSettlementMonetarySummation",
        line: "SpecifiedSupplyChainTradeSettlement",
        lineTotals: "SpecifiedTradeSettlementMonetarySummation",
      }
    : {
        root: "CrossIndustryInvoice",
        head: "ExchangedDocument",
        trade: "SupplyChainTradeTransaction",
        agreement: "ApplicableHeaderTradeAgreement",
        settlement: "ApplicableHeaderTradeSettlement",
        totals: "SpecifiedTradeSettlementHeaderMonetarySummation",
        line: "SpecifiedLineTradeSettlement",
        lineTotals: "SpecifiedTradeSettlementLineMonetarySummation",
      };
  const lines = invoice.lines.map(
    ({ name, minor }) =>
      `<ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedTradeProduct><ram:Name>${escaped(name)}</ram:Name></ram:SpecifiedTradeProduct><ram:${names.line}><ram:${names.lineTotals}><ram:LineTotalAmount>${decimal(minor)}</ram:LineTotalAmount></ram:${names.lineTotals}></ram:${names.line}></ram:IncludedSupplyChainTradeLineItem>`,
  );
  return `\ufeff<?xml version='1.0' encoding='UTF-8'?>
<!-- a comment > with marks < in it -->
<rsm:${names.root} xmlns:rsm="urn:rsm" xmlns:ram="urn:ram" xmlns:udt="urn:udt">
  <rsm:${names.head}><ram:ID>${escaped(invoice.number)}</ram:ID><ram:TypeCode>${invoice.isCredit ? 381 : 380}</ram:TypeCode><ram:IssueDateTime><udt:DateTimeString format="102">${invoice.day.replaceAll("-", "")}</udt:DateTimeString></ram:IssueDateTime></rsm:${names.head}>
  <rsm:${names.trade}>${lines.join("")}
    <ram:${names.agreement}><ram:SellerTradeParty><ram:Name>${escaped(invoice.seller)}</ram:Name></ram:SellerTradeParty><ram:BuyerTradeParty><ram:Name>Buyer</ram:Name></ram:BuyerTradeParty></ram:${names.agreement}>
    <ram:${names.settlement}><ram:InvoiceCurrencyCode>${invoice.currency}</ram:InvoiceCurrencyCode><ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">20310101</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
      <ram:${names.totals}><ram:LineTotalAmount>${decimal(netOf(invoice))}</ram:LineTotalAmount><ram:TaxBasisTotalAmount>${decimal(netOf(invoice))}</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="${invoice.currency}">${decimal(invoice.tax)}</ram:TaxTotalAmount><ram:GrandTotalAmount>${decimal(grossOf(invoice))}</ram:GrandTotalAmount><ram:TotalPrepaidAmount>${decimal(invoice.prepaid)}</ram:TotalPrepaidAmount><ram:DuePayableAmount>${decimal(grossOf(invoice) - invoice.prepaid)}</ram:DuePayableAmount></ram:${names.totals}>
    </ram:${names.settlement}>
  </rsm:${names.trade}>
</rsm:${names.root}>`;
}

/** FatturaPA, one body an invoice; all of the first one's seller. */
export function fattura(...invoices: readonly Invoice[]): string {
  const bodies = invoices.map((invoice) => {
    const lines = invoice.lines.map(
      ({ name, minor }, index) =>
        `<DettaglioLinee><NumeroLinea>${index + 1}</NumeroLinea><Descrizione>${escaped(name)}</Descrizione><PrezzoTotale>${decimal(minor)}</PrezzoTotale></DettaglioLinee>`,
    );
    return `<FatturaElettronicaBody><DatiGenerali><DatiGeneraliDocumento><TipoDocumento>${invoice.isCredit ? "TD04" : "TD01"}</TipoDocumento><Divisa>${invoice.currency}</Divisa><Data>${invoice.day}</Data><Numero>${escaped(invoice.number)}</Numero><ImportoTotaleDocumento>${decimal(grossOf(invoice))}</ImportoTotaleDocumento></DatiGeneraliDocumento></DatiGenerali><DatiBeniServizi>${lines.join("")}<DatiRiepilogo><Imposta>${decimal(invoice.tax)}</Imposta></DatiRiepilogo></DatiBeniServizi><DatiPagamento><DettaglioPagamento><ModalitaPagamento>MP05</ModalitaPagamento><DataScadenzaPagamento>2031-01-01</DataScadenzaPagamento><ImportoPagamento>${decimal(grossOf(invoice))}</ImportoPagamento></DettaglioPagamento></DatiPagamento></FatturaElettronicaBody>`;
  });
  return `<?xml version="1.0"?><p:FatturaElettronica xmlns:p="urn:fpa" versione="FPR12"><FatturaElettronicaHeader><CedentePrestatore><DatiAnagrafici><Anagrafica><Denominazione>${escaped(invoices[0]?.seller ?? "")}</Denominazione></Anagrafica></DatiAnagrafici></CedentePrestatore><CessionarioCommittente><DatiAnagrafici><Anagrafica><Denominazione>Buyer</Denominazione></Anagrafica></DatiAnagrafici></CessionarioCommittente></FatturaElettronicaHeader>${bodies.join("")}</p:FatturaElettronica>`;
}

/** CFDI 4.0; the folio alone is its number. */
export function cfdi(invoice: Invoice): string {
  const lines = invoice.lines.map(
    ({ name, minor }) =>
      `<cfdi:Concepto Cantidad="1" Descripcion="${escaped(name)}" Importe="${decimal(minor)}"/>`,
  );
  return `<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Version="4.0" Folio="${escaped(invoice.number)}" Fecha="${invoice.day}T12:30:00" SubTotal="${decimal(netOf(invoice))}" Moneda="${invoice.currency}" Total="${decimal(grossOf(invoice))}" TipoDeComprobante="${invoice.isCredit ? "E" : "I"}" MetodoPago="PPD" FormaPago="99"><cfdi:Emisor Rfc="AAA010101AAA" Nombre="${escaped(invoice.seller)}"/><cfdi:Receptor Rfc="XAXX010101000" Nombre="Buyer"/><cfdi:Conceptos>${lines.join("")}</cfdi:Conceptos><cfdi:Impuestos TotalImpuestosTrasladados="${decimal(invoice.tax)}"/></cfdi:Comprobante>`;
}

/** Facturae 3.2.2; what is given back is a corrective invoice of negative amounts. */
export function facturae(invoice: Invoice): string {
  const signed = (minor: number): string => decimal(invoice.isCredit ? 0 - minor : minor);
  const lines = invoice.lines.map(
    ({ name, minor }) =>
      `<InvoiceLine><ItemDescription>${escaped(name)}</ItemDescription><Quantity>1</Quantity><GrossAmount>${signed(minor)}</GrossAmount></InvoiceLine>`,
  );
  const gross = signed(grossOf(invoice));
  return `<?xml version="1.0"?><fe:Facturae xmlns:fe="urn:facturae"><FileHeader><InvoiceIssuerType>EM</InvoiceIssuerType><Batch><TotalExecutableAmount><TotalAmount>999.99</TotalAmount></TotalExecutableAmount></Batch></FileHeader>
<Parties><SellerParty><LegalEntity><CorporateName>${escaped(invoice.seller)}</CorporateName></LegalEntity></SellerParty><BuyerParty><LegalEntity><CorporateName>Buyer</CorporateName></LegalEntity></BuyerParty></Parties>
<Invoices><Invoice><InvoiceHeader><InvoiceNumber>${escaped(invoice.number)}</InvoiceNumber><InvoiceDocumentType>FC</InvoiceDocumentType><InvoiceClass>${invoice.isCredit ? "OR" : "OO"}</InvoiceClass></InvoiceHeader><InvoiceIssueData><IssueDate>${invoice.day}</IssueDate><OperationDate>2020-01-01</OperationDate><InvoiceCurrencyCode>${invoice.currency}</InvoiceCurrencyCode></InvoiceIssueData>
<InvoiceTotals><TotalGrossAmount>${signed(netOf(invoice))}</TotalGrossAmount><TotalTaxOutputs>${signed(invoice.tax)}</TotalTaxOutputs><InvoiceTotal>${gross}</InvoiceTotal><TotalExecutableAmount>${gross}</TotalExecutableAmount></InvoiceTotals><Items>${lines.join("")}</Items>
<PaymentDetails><Installment><InstallmentDueDate>2031-01-01</InstallmentDueDate><InstallmentAmount>${gross}</InstallmentAmount></Installment></PaymentDetails></Invoice></Invoices></fe:Facturae>`;
}

/**
 * CMS SignedData around a content: `pieces` as a BER writer does it, with indefinite lengths; else
 * DER.
 */
export function signed(content: Uint8Array, pieces = 0): Uint8Array {
  const DATA = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01];
  const SIGNED_DATA = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02];
  const wrap = (tag: number, inner: readonly number[]): number[] =>
    pieces > 0 && tag !== 0x04
      ? [tag, 0x80, ...inner, 0, 0]
      : [tag, ...lengthOf(inner.length), ...inner];
  const octets =
    pieces === 0
      ? wrap(0x04, [...content])
      : wrap(
          0x24,
          [...chunks(content, pieces)].flatMap((chunk) => [
            0x04,
            ...lengthOf(chunk.length),
            ...chunk,
          ]),
        );
  const inner = wrap(0x30, [...DATA, ...wrap(0xa0, octets)]);
  return Uint8Array.from(
    wrap(0x30, [
      ...SIGNED_DATA,
      ...wrap(0xa0, wrap(0x30, [0x02, 0x01, 0x01, 0x31, 0x00, ...inner, 0x31, 0x00])),
    ]),
  );
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x1_0000
    ? [0x82, length >> 8, length & 0xff]
    : [0x83, length >> 16, (length >> 8) & 0xff, length & 0xff];
}

function* chunks(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
