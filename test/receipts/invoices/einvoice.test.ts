// E-invoices of every syntax give back the facts written into them, in any envelope and signature.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readEInvoices } from "../../../src/receipts/invoices/einvoice.ts";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import type { Found } from "../../../src/receipts/reader.ts";
import type { Claim } from "../../../src/receipts/receipt.ts";
import { attachment, documentWith } from "../document.ts";
import {
  cfdi,
  cii,
  decimal,
  facturae,
  fattura,
  grossOf,
  signed,
  ubl,
  type Invoice,
} from "./write-einvoice.ts";

const SYNTAXES: readonly (readonly [string, (invoice: Invoice) => string, boolean])[] = [
  ["UBL", ubl, true],
  ["CII", (invoice) => cii(invoice), true],
  ["ZUGFeRD 1", (invoice) => cii(invoice, true), true],
  ["FatturaPA", (invoice) => fattura(invoice), false],
  ["CFDI", cfdi, false],
];

const PLAIN: Invoice = {
  number: "R-17",
  day: "2026-10-03",
  seller: "Lantern & Sons",
  currency: "EUR",
  isCredit: false,
  lines: [
    { name: "Lamp <large>", minor: 10_00 },
    { name: "Wick", minor: 2_50 },
  ],
  tax: 2_38,
  prepaid: 0,
};

const name = fc.stringMatching(
  /^[A-Za-z0-9ÄÖÜäöüßéñ&<>"'.,;/-]{1,20}( [A-Za-z0-9&<>"'#]{1,12}){0,3}$/,
);
const invoices: fc.Arbitrary<Invoice> = fc.record({
  number: fc.stringMatching(/^[A-Z0-9]{1,6}[/ -]?[0-9]{1,8}$/),
  day: fc
    .date({ min: new Date("2010-01-01"), max: new Date("2030-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  seller: name,
  currency: fc.constantFrom("EUR", "USD", "SEK", "MXN", "PLN"),
  isCredit: fc.boolean(),
  lines: fc.array(fc.record({ name, minor: fc.integer({ min: 1, max: 9_999_999 }) }), {
    minLength: 1,
    maxLength: 6,
  }),
  tax: fc.integer({ min: 0, max: 999_999 }),
  prepaid: fc.constant(0),
});

async function read(content: string | Uint8Array, file = "rechnung.xml"): Promise<Found> {
  return readEInvoices(documentWith([attachment(file, content, "text/xml")]));
}

async function onlyClaim(content: string | Uint8Array, file?: string): Promise<Claim> {
  const found = await read(content, file);
  expect(found.claims).toHaveLength(1);
  return found.claims[0] ?? { source: "e-invoice" };
}

/** Expects every value of a claim at its place, in a view that the reader gave. */
function expectSpans({ claims, views }: Found): void {
  for (const claim of claims) {
    for (const seen of [
      claim.total,
      claim.merchant,
      claim.order_number,
      claim.tax,
      ...(claim.items ?? []).flatMap((item) => [item.name, item.amount]),
    ]) {
      if (seen === undefined || seen === null) continue;
      const view = views.find(({ name: called }) => called === seen.span.view);
      expect(view?.text.slice(seen.span.start, seen.span.end)).toBe(seen.value);
    }
  }
}

test.each(SYNTAXES)(
  "%s gives back number, day, seller, currency, total, tax and lines",
  async (_syntax, write) => {
    await fc.assert(
      fc.asyncProperty(invoices, async (invoice) => {
        const found = await read(write(invoice));

        const [claim] = found.claims;
        expect(found.doubts).toEqual([]);
        expect(claim).toMatchObject({
          kind: { value: invoice.isCredit ? "refund" : "invoice" },
          order_number: { value: invoice.number },
          date: { value: invoice.day },
          merchant: { value: invoice.seller },
          total: { currency: invoice.currency.toLowerCase(), value: decimal(grossOf(invoice)) },
          tax: { value: decimal(invoice.tax) },
        });
        expect(claim?.incoming?.value).toBe(invoice.isCredit ? true : undefined);
        expect(claim?.items?.map((item) => [item.name.value, item.amount?.value])).toEqual(
          invoice.lines.map((line) => [line.name, decimal(line.minor)]),
        );
        expectSpans(found);
      }),
      { numRuns: 40 },
    );
  },
);

test.each(SYNTAXES.filter(([, , prepays]) => prepays))(
  "in %s a prepaid amount is not due, and lines that do not add up to the rest are left out",
  async (_syntax, write) => {
    const claim = await onlyClaim(write({ ...PLAIN, prepaid: 5_00 }));

    expect(claim.total?.value).toBe("9.88");
    expect(claim.items).toBeUndefined();
  },
);

test.each(SYNTAXES.filter(([, , prepays]) => prepays))(
  "in %s an invoice with nothing due is a zero charge, with a doubt that it was paid before",
  async (_syntax, write) => {
    const found = await read(write({ ...PLAIN, prepaid: grossOf(PLAIN) }));

    expect(found.claims[0]).toMatchObject({
      kind: { value: "zero charge" },
      total: { value: "0.00" },
    });
    expect(found.doubts.map(({ reason }) => reason)).toEqual(["several_charges"]);
  },
);

test("an invoice with a negative amount stays an invoice, with money in", async () => {
  const { receipts } = await readByReaders(
    documentWith([attachment("r.xml", ubl({ ...PLAIN, prepaid: 20_00 }), "text/xml")]),
  );

  expect(receipts).toMatchObject([
    {
      kind: "invoice",
      incoming: true,
      total: { value: "5.12" },
      doubts: [{ reason: "invoice_due", detail: expect.stringContaining("to come back") }],
    },
  ]);
});

test("a Facturae gives back number, day, seller, currency, total, tax and lines", async () => {
  await fc.assert(
    fc.asyncProperty(invoices, async (any) => {
      const invoice = { ...any, isCredit: false };
      const found = await read(facturae(invoice));

      expect(found.doubts).toEqual([]);
      expect(found.claims).toMatchObject([
        {
          kind: { value: "invoice" },
          order_number: { value: invoice.number },
          date: { value: invoice.day },
          merchant: { value: invoice.seller },
          total: { currency: invoice.currency.toLowerCase(), value: decimal(grossOf(invoice)) },
          tax: { value: decimal(invoice.tax) },
        },
      ]);
      expect(found.claims[0]?.items?.map((item) => [item.name.value, item.amount?.value])).toEqual(
        invoice.lines.map((line) => [line.name, decimal(line.minor)]),
      );
      expectSpans(found);
    }),
    { numRuns: 20 },
  );
});

test("a corrective Facturae with a negative total is a refund, and one with a positive total an invoice", async () => {
  const back = await onlyClaim(facturae({ ...PLAIN, isCredit: true }));
  const more = await onlyClaim(facturae(PLAIN).replace(">OO<", ">OR<"));

  expect(back).toMatchObject({
    kind: { value: "refund" },
    incoming: { value: true },
    total: { value: "14.88" },
  });
  expect(more).toMatchObject({ kind: { value: "invoice" }, total: { value: "14.88" } });
  expect(more.incoming).toBeUndefined();
});

test.each<readonly [string, (invoice: Invoice) => string]>([
  ...SYNTAXES.filter(([syntax]) => syntax !== "CFDI").map(
    ([syntax, write]) => [syntax, write] as const,
  ),
  ["Facturae", facturae],
])("in %s the due day is a value separate from the date", async (_syntax, write) => {
  const [due, unread, back] = await Promise.all(
    [
      write(PLAIN),
      write(PLAIN).replace("2031-01-01", "soon").replace("20310101", "soon"),
      write({ ...PLAIN, isCredit: true }),
    ].map(async (xml) => onlyClaim(xml)),
  );

  expect(due).toMatchObject({ date: { value: "2026-10-03" }, dueOn: { value: "2031-01-01" } });
  expect(unread?.dueOn).toBeUndefined();
  expect(back?.dueOn).toBeUndefined();
});

test("instalments with several due days give no due day", async () => {
  const xml = fattura(PLAIN);
  const [payment = ""] = /<DettaglioPagamento>.*<\/DettaglioPagamento>/.exec(xml) ?? [];
  const half = payment.replace("14.88", "7.44");

  expect((await onlyClaim(xml.replace(payment, half + half))).dueOn?.value).toBe("2031-01-01");
  expect(
    (await onlyClaim(xml.replace(payment, half + half.replace("2031-01-01", "2031-02-01")))).dueOn,
  ).toBeUndefined();
});

test("a credit note with a negative amount is a doubt", async () => {
  const found = await read(ubl({ ...PLAIN, isCredit: true, prepaid: 20_00 }));

  expect(found.doubts.map(({ reason }) => reason)).toContain("conflicting_totals");
});

test.each([
  [
    "net and tax that are not the gross",
    (xml: string) => xml.replace(/(TaxAmount currencyID="EUR">)2\.38/, "$12.39"),
  ],
  [
    "a due amount that is not what is left of the gross",
    (xml: string) => xml.replace(/(PayableAmount currencyID="EUR">)14\.88/, "$114.89"),
  ],
])("%s are a doubt", async (_what, change) => {
  const xml = ubl(PLAIN);

  const found = await read(change(xml));

  expect(change(xml)).not.toBe(xml);
  expect(found.doubts.map(({ reason }) => reason)).toContain("sums_disagree");
});

test("a currency that is missing is a doubt, never a default", async () => {
  const found = await read(cfdi(PLAIN).replace(' Moneda="EUR"', ""));

  expect(found.claims[0]?.total?.currency).toBeNull();
  expect(found.doubts.map(({ reason }) => reason)).toEqual(["ambiguous_currency"]);
});

test("an invoice by direct debit is marked as such, and its due day is not its date", async () => {
  const claim = await onlyClaim(
    ubl(PLAIN).replace(
      "<cac:TaxTotal>",
      "<cac:PaymentMeans><cbc:PaymentMeansCode>59</cbc:PaymentMeansCode></cac:PaymentMeans><cac:TaxTotal>",
    ),
  );

  expect(claim.kind).toMatchObject({ value: "invoice", rule: "UBL by direct debit" });
  expect(claim.date?.value).toBe("2026-10-03");
});

test("a self-billed invoice is a doubt for a person to decide", async () => {
  const found = await read(ubl(PLAIN).replace(">380<", ">389<"));

  expect(found.doubts.map(({ reason }) => reason)).toEqual(["unknown_sender"]);
});

test("several bodies of a FatturaPA are several invoices", async () => {
  const found = await read(fattura(PLAIN, { ...PLAIN, number: "R-18", tax: 0 }));

  expect(
    found.claims.map(({ order_number, total }) => [order_number?.value, total?.value]),
  ).toEqual([
    ["R-17", "14.88"],
    ["R-18", "12.50"],
  ]);
});

test("a FatturaPA that asks for less than its total is a doubt", async () => {
  const found = await read(
    fattura(PLAIN).replace("<ImportoPagamento>14.88", "<ImportoPagamento>12.50"),
  );

  expect(found.doubts.map(({ reason }) => reason)).toEqual(["conflicting_totals"]);
});

test("a seller who is a person has a given name and a family name", async () => {
  const found = await read(
    fattura(PLAIN).replace(
      /<Denominazione>Lantern[^<]*<\/Denominazione>/,
      "<Nome>Ada</Nome><Cognome>Lovelace</Cognome>",
    ),
  );

  expect(found.claims[0]?.merchant?.value).toBe("Ada Lovelace");
  expectSpans(found);
});

test("a Mexican payment complement is not a charge", async () => {
  const claim = await onlyClaim(
    cfdi(PLAIN).replace('TipoDeComprobante="I"', 'TipoDeComprobante="P"'),
  );

  expect(claim).toMatchObject({ kind: { value: "not a transaction" } });
  expect(claim.total).toBeUndefined();
});

test("series and folio together are a CFDI's number", async () => {
  const claim = await onlyClaim(cfdi(PLAIN).replace("Folio=", 'Serie="B" Folio='));

  expect(claim.order_number?.value).toBe("BR-17");
});

test.each([
  ["DER", 0],
  ["BER in pieces", 100],
])("a signed invoice (%s) is read, as bytes and as base64", async (_form, pieces) => {
  const file = signed(new TextEncoder().encode(fattura(PLAIN)), pieces);
  const base64 = btoa(String.fromCharCode(...file)).replace(/.{64}/g, "$&\r\n");

  expect((await onlyClaim(file, "IT01.xml.p7m")).total?.value).toBe("14.88");
  expect((await onlyClaim(base64, "IT01.xml.p7m")).total?.value).toBe("14.88");
  expect((await onlyClaim(signed(file, 500), "IT01.xml.p7m.p7m")).total?.value).toBe("14.88");
});

test("a signed file cut at any position is neither an invoice nor an error", async () => {
  const file = signed(new TextEncoder().encode(fattura(PLAIN)), 100);
  for (let end = 0; end < file.length; end += 37)
    expect((await read(file.subarray(0, end), "IT01.xml.p7m")).claims).toEqual([]);
});

test.each([
  [
    "an Order-X order",
    `<rsm:SCRDMCCBDACIOMessageStructure xmlns:rsm="urn:rsm"><rsm:ExchangedDocument/></rsm:SCRDMCCBDACIOMessageStructure>`,
  ],
  ["a UBL order", "<Order><ID>1</ID></Order>"],
  [
    "a bank statement",
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt/></Document>',
  ],
  ["another export that is called Invoice", "<Invoice><foo>1</foo></Invoice>"],
])("%s is not an e-invoice", async (_what, xml) => {
  const found = await read(xml);

  expect(found.claims).toEqual([]);
  expect(found.doubts).toEqual([]);
});

test("an invoice in its transport envelope is read", async () => {
  const claim = await onlyClaim(
    `<sh:StandardBusinessDocument xmlns:sh="urn:sh"><sh:StandardBusinessDocumentHeader/>${ubl(PLAIN).replace(/<\?xml[^>]*>/, "")}</sh:StandardBusinessDocument>`,
  );

  expect(claim.total?.value).toBe("14.88");
});

test("invoices in UTF-16 and in Latin 1 are read in the encoding that they declare", async () => {
  const wide = ubl(PLAIN).replace("UTF-8", "UTF-16");
  const bytes = new Uint8Array(2 + wide.length * 2);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfeff);
  for (let at = 0; at < wide.length; at += 1) view.setUint16(2 + at * 2, wide.charCodeAt(at));
  const latin = Uint8Array.from(
    ubl({ ...PLAIN, seller: "Müller" }).replace("UTF-8", "ISO-8859-1"),
    (char) => char.charCodeAt(0),
  );

  expect((await onlyClaim(bytes)).merchant?.value).toBe("Lantern & Sons");
  expect((await onlyClaim(latin)).merchant?.value).toBe("Müller");
});

test("an invoice cut at any position gives no facts", async () => {
  const xml = cii(PLAIN);
  for (let end = 20; end < xml.length - 1; end += 61)
    expect((await read(xml.slice(0, end))).claims).toEqual([]);
});

test.each([
  ["an external entity", '<!DOCTYPE Invoice [<!ENTITY x SYSTEM "file:///etc/passwd">]>', "&x;"],
  ["a remote document type", '<!DOCTYPE Invoice SYSTEM "http://evil.example/x.dtd">', "R"],
  [
    "entities that multiply",
    `<!DOCTYPE Invoice [<!ENTITY a "lol">${"bcdefghij"
      .split("")
      .map((one, at) => `<!ENTITY ${one} "${`&${"abcdefghi"[at] ?? "a"};`.repeat(10)}">`)
      .join("")}]>`,
    "&j;",
  ],
])("an invoice with %s is refused with a reason", async (_what, doctype, number) => {
  const xml = ubl(PLAIN).replace("?>", `?>${doctype}`).replace("<cbc:ID>R-17", `<cbc:ID>${number}`);

  const found = await read(xml);

  expect(found.claims).toEqual([]);
  expect(found.views).toEqual([]);
  expect(found.doubts).toMatchObject([
    { reason: "parse_error", detail: expect.stringContaining("DOCTYPE") },
  ]);
});

test("entities that are not declared stay as they are written", async () => {
  expect(
    (await onlyClaim(ubl(PLAIN).replace("Lantern &amp; Sons", "Lantern &xxe; Sons"))).merchant
      ?.value,
  ).toBe("Lantern &xxe; Sons");
});

test("a file embedded in an invoice is neither decoded nor shown", async () => {
  const payload = btoa("X5O!P%@AP[4\\PZX54(P^)7CC)7}$PLANTED-TEST-FILE".repeat(40));
  const found = await read(
    ubl(PLAIN).replace(
      "<cac:TaxTotal>",
      `<cac:AdditionalDocumentReference><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="a.exe">${payload}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference><cac:TaxTotal>`,
    ),
  );

  expect(found.claims[0]?.total?.value).toBe("14.88");
  expect(found.views[0]?.text).not.toContain(payload.slice(0, 40));
});

test.each([
  ["too many tags", `<Invoice>${"<a/>".repeat(70_000)}</Invoice>`, "parse_error"],
  [
    "elements nested too deep",
    `<Invoice>${"<a>".repeat(5_000)}${"</a>".repeat(5_000)}</Invoice>`,
    "parse_error",
  ],
  ["too many bytes", `<Invoice>${"x".repeat(9 * 1024 * 1024)}</Invoice>`, "too_large"],
  ["a tag of a megabyte", `<Invoice><a b="${"x".repeat(1024 * 1024)}"/></Invoice>`, "parse_error"],
])("an invoice with %s is refused with a reason", async (_what, xml, reason) => {
  const found = await read(xml);

  expect(found.claims).toEqual([]);
  expect(found.doubts.map((doubt) => doubt.reason)).toEqual([reason]);
});

test("names of object internals are not read as facts", async () => {
  for (const evil of ["__proto__", "constructor", "prototype"]) {
    const found = await read(
      ubl(PLAIN).replace(
        "<cbc:ID>R-17</cbc:ID>",
        `<${evil}><${evil}>x</${evil}></${evil}><cbc:ID>R-17</cbc:ID>`,
      ),
    );
    expect([0, 1]).toContain(found.claims.length);
    expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
  }
  expect((await read(fattura(PLAIN).replace("TD01", "constructor"))).claims[0]?.kind?.value).toBe(
    "invoice",
  );
});

test("an invoice without a written total has none, because sums are never made up", async () => {
  const found = await read(ubl(PLAIN).replace(/<cbc:PayableAmount[^/]*\/cbc:PayableAmount>/, ""));

  expect(found.claims[0]?.total).toBeUndefined();
  expect(found.doubts.map(({ reason }) => reason)).toEqual(["no_total"]);
});
