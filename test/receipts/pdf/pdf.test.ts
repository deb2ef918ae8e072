// PDFs among a message's attachments: their lines as people see them, the e-invoice inside, and
// files that cannot be read or must not be unpacked.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  PDF_PAGES_MAX,
  PDF_TEXT_CHARS_MAX,
  PDFS_A_MAIL_MAX,
} from "../../../src/platform/limits.ts";
import { readPdfs } from "../../../src/receipts/pdf/pdf.ts";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import type { Found } from "../../../src/receipts/reader.ts";
import { attachment, documentWith } from "../document.ts";
import { cii, ubl, type Invoice } from "../invoices/write-einvoice.ts";
import {
  contentOf,
  deflated,
  pdfOf,
  pdfOfRuns,
  pdfOfStreams,
  runsOf,
  type Run,
} from "./write-pdf.ts";

const INVOICE: Invoice = {
  number: "RE-2026-0017",
  day: "2026-10-03",
  seller: "Lantern Books",
  currency: "EUR",
  isCredit: false,
  lines: [{ name: "Atlas", minor: 12_50 }],
  tax: 2_38,
  prepaid: 0,
};
const LINES = [
  ["INVOICE"],
  ["Invoice number:", "RE-2026-0017"],
  ["Invoice date:", "2026-10-03"],
  ["Atlas", "EUR 12.50"],
  ["VAT", "EUR 2.38"],
  ["Total", "EUR 14.88"],
];

async function read(...pdfs: readonly Uint8Array[]): Promise<Found> {
  return readPdfs(
    documentWith(pdfs.map((pdf, index) => attachment(`${index + 1}.pdf`, pdf, "application/pdf"))),
  );
}

test("cells at one height are a line with tabs, in any order of drawing", async () => {
  const cell = fc.stringMatching(/^[A-Za-z0-9]{1,12}( [A-Za-z0-9]{1,6})?$/);
  const pages = fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(pages, fc.infiniteStream(fc.nat()), async (lines, order) => {
      const runs = [...runsOf(lines)]
        .map((run): [number, Run] => [order.next().value, run])
        .sort(([a], [b]) => a - b)
        .map(([, run]) => run);

      const { views } = await read(pdfOfRuns(runs));

      expect(views[0]).toEqual({
        name: "pdf 1",
        text: lines.map((cells) => cells.join("\t")).join("\n"),
      });
    }),
    { numRuns: 25 },
  );
});

test("separate letters become a word again, and text drawn twice is read once", async () => {
  const apart = ["T", "O", "T", "A", "L"].map((text, index): Run => ({
    x: 40 + 6 * index,
    y: 700,
    text,
  }));

  const { views } = await read(
    pdfOfRuns([
      ...apart,
      { x: 240, y: 700.4, text: "14.88" },
      { x: 240.3, y: 700.4, text: "14.88" },
    ]),
  );

  expect(views[0]?.text).toBe("TOTAL\t14.88");
});

test("an invoice that is a PDF is read by its labels", async () => {
  const { receipts } = await readByReaders(
    documentWith([attachment("a.pdf", pdfOfRuns(runsOf(LINES)), "application/pdf")]),
  );

  expect(receipts).toMatchObject([
    {
      kind: "invoice",
      total: { value: "14.88", span: { view: "pdf 1" } },
      currency: "eur",
      date: { value: "2026-10-03" },
      order_number: { value: "RE-2026-0017" },
    },
  ]);
});

test.each([["factur-x.xml"], ["ZUGFeRD-invoice.xml"], ["xrechnung.xml"]])(
  "the e-invoice in a PDF (%s) is its claim",
  async (name) => {
    const found = await read(pdfOfRuns(runsOf(LINES), [{ name, content: cii(INVOICE) }]));

    expect(found.claims).toMatchObject([
      {
        source: "e-invoice",
        total: { value: "14.88", currency: "eur", span: { view: "pdf 1 xml 1" } },
      },
    ]);
    expect(found.doubts).toEqual([]);
  },
);

test("an e-invoice whose total the pages do not show is a doubt", async () => {
  const found = await read(
    pdfOfRuns(runsOf(LINES), [{ name: "factur-x.xml", content: cii({ ...INVOICE, tax: 3_00 }) }]),
  );

  expect(found.doubts.map(({ reason }) => reason)).toEqual(["conflicting_views"]);
});

test("an order embedded in a PDF is not an invoice, so the pages are read", async () => {
  const found = await read(
    pdfOfRuns(runsOf(LINES), [
      { name: "order-x.xml", content: "<SCRDMCCBDACIOMessageStructure/>" },
    ]),
  );

  expect(found.claims).toMatchObject([{ source: "label", total: { value: "14.88" } }]);
});

test("an invoice as XML, as PDF and as PDF with XML is one receipt with the XML's facts", async () => {
  const both = [
    attachment("r.xml", ubl(INVOICE)),
    attachment("r.pdf", pdfOfRuns(runsOf(LINES))),
    attachment(
      "x.pdf",
      pdfOfRuns(runsOf(LINES), [{ name: "factur-x.xml", content: cii(INVOICE) }]),
    ),
  ];

  const { receipts } = await readByReaders(
    documentWith(
      both,
      "<p>Your invoice RE-2026-0017</p><p>Invoice number: RE-2026-0017</p><p>Total: EUR 14.88</p>",
    ),
  );

  expect(receipts).toHaveLength(1);
  expect(receipts[0]).toMatchObject({
    total: { value: "14.88", span: { view: "xml 1" } },
    merchant: { value: "Lantern Books" },
  });
  expect(receipts[0]?.doubts.map(({ reason }) => reason)).toEqual(["invoice_due"]);
});

test("a body and a PDF with one total are one receipt of the PDF; with two totals it has a doubt", async () => {
  const body = (total: string) =>
    `<p>Your invoice</p><p>Invoice number: RE-2026-0017</p><p>Total: EUR ${total}</p>`;

  const same = await readByReaders(
    documentWith([attachment("r.pdf", pdfOfRuns(runsOf(LINES)))], body("14.88")),
  );
  const other = await readByReaders(
    documentWith([attachment("r.pdf", pdfOfRuns(runsOf(LINES)))], body("19.00")),
  );

  expect(
    same.receipts.map(({ total, doubts }) => [
      total?.span.view,
      doubts.map(({ reason }) => reason),
    ]),
  ).toEqual([["pdf 1", ["invoice_due"]]]);
  expect(
    other.receipts.map(({ total, doubts }) => [total?.value, doubts.map(({ reason }) => reason)]),
  ).toEqual([["14.88", ["conflicting_totals", "invoice_due"]]]);
});

test("an invoice and its receipt are one charge, but two tickets of one price are a doubt", async () => {
  const receipt = LINES.map((cells) => (cells[0] === "INVOICE" ? ["RECEIPT"] : cells));
  const ticket = (number: string) =>
    LINES.map((cells) => (cells[0] === "Invoice number:" ? ["Invoice number:", number] : cells));

  const one = await readByReaders(
    documentWith([
      attachment("i.pdf", pdfOfRuns(runsOf(LINES))),
      attachment("r.pdf", pdfOfRuns(runsOf(receipt))),
    ]),
  );
  const two = await readByReaders(
    documentWith([
      attachment("a.pdf", pdfOfRuns(runsOf(ticket("RE-2026-0021")))),
      attachment("b.pdf", pdfOfRuns(runsOf(ticket("RE-2026-0022")))),
    ]),
  );

  expect(one.receipts).toHaveLength(1);
  expect(
    two.receipts.map(({ doubts }) => doubts.some(({ reason }) => reason === "possible_duplicate")),
  ).toEqual([true, true]);
});

test("a PDF with only pictures is a doubt: it has no text", async () => {
  expect(
    (await read(pdfOfStreams([{ entries: "", stream: contentOf([]) }]))).doubts.map(
      ({ reason }) => reason,
    ),
  ).toEqual(["pdf_no_text"]);
});

test("a PDF with a password is a doubt: it is locked", async () => {
  const key = "00".repeat(32);
  const locked = pdfOf(
    [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [] /Count 0 >>",
      `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${key}> /U <${key}> >>`,
    ],
    "/Encrypt 3 0 R /ID [<00> <00>]",
  );

  expect((await read(locked)).doubts.map(({ reason }) => reason)).toEqual(["pdf_encrypted"]);
});

test("pages beyond the bound are not read, which is a doubt", async () => {
  const pages = Array.from({ length: PDF_PAGES_MAX + 1 }, (_page, index) => ({
    entries: "",
    stream: contentOf([{ x: 40, y: 700, text: `Page number ${index + 1}` }]),
  }));

  const found = await read(pdfOfStreams(pages));

  expect(found.views[0]?.text.split("\n").filter((line) => line !== "")).toHaveLength(
    PDF_PAGES_MAX,
  );
  expect(found.doubts.map(({ reason }) => reason)).toEqual(["too_large"]);
});

test("only the first of very many PDFs are read, which is a doubt", async () => {
  const found = await read(
    ...Array.from({ length: PDFS_A_MAIL_MAX + 2 }, () =>
      pdfOfRuns(runsOf([["Some words on a page"]])),
    ),
  );

  expect(found.views).toHaveLength(PDFS_A_MAIL_MAX);
  expect(found.doubts.map(({ reason }) => reason)).toEqual(["too_large"]);
});

test.each([
  ["one stream", 1],
  ["a stream packed twice", 2],
  ["a stream packed three times", 3],
])("a bomb in %s is not unpacked", async (_what, times) => {
  let stream = new Uint8Array(100 * 1024 * 1024);
  for (let packing = 0; packing < times; packing += 1) stream = await deflated(stream);
  const filters = Array.from({ length: times }, () => "/FlateDecode").join(" ");

  const found = await read(pdfOfStreams([{ entries: `/Filter [${filters}]`, stream }]));

  expect(stream.length).toBeLessThan(300_000);
  expect(found.doubts).toMatchObject([
    { reason: "too_large", detail: expect.stringContaining("unpack") },
  ]);
});

test.each([
  ["a line of megabytes", `%PDF-1.4\n${"s".repeat(3_000_000)}`, "too_large"],
  ["marks of streams alone", `%PDF-1.4\n${"stream\n".repeat(300_000)}`, "pdf_damaged"],
])("a file of %s is refused", async (_what, text, reason) => {
  expect((await read(new TextEncoder().encode(text))).doubts.map((doubt) => doubt.reason)).toEqual([
    reason,
  ]);
});

test("only the first words of a page with millions are read, which is a doubt", async () => {
  const stream = await deflated(
    Uint8Array.from(
      contentOf(
        Array.from({ length: 60_000 }, (_run, index) => ({
          x: 40,
          y: 700,
          text: `word number ${index}`,
        })),
      ),
    ),
  );

  const found = await read(pdfOfStreams([{ entries: "/Filter /FlateDecode", stream }]));

  expect(found.views[0]?.text.length).toBeLessThanOrEqual(PDF_TEXT_CHARS_MAX);
  expect(found.doubts.map(({ reason }) => reason)).toContain("too_large");
});

test("a packed page is read", async () => {
  const stream = await deflated(Uint8Array.from(contentOf(runsOf(LINES))));

  expect(
    (await read(pdfOfStreams([{ entries: "/Filter /FlateDecode", stream }]))).claims,
  ).toMatchObject([{ total: { value: "14.88" } }]);
});

test.each<[string, readonly Parameters<typeof pdfOf>[0][number][]]>([
  [
    "pages that hold themselves",
    ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>"],
  ],
  [
    "a length that refers to itself",
    [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>",
      { entries: "/Length 4 0 R", stream: contentOf([]) },
    ],
  ],
  [
    "a form that draws itself",
    [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >> /Contents 4 0 R >>",
      { entries: "", stream: new TextEncoder().encode("/X Do") },
      {
        entries:
          "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>",
        stream: new TextEncoder().encode("/X Do /X Do"),
      },
    ],
  ],
  [
    "names of embedded files that hold themselves",
    [
      "<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles 3 0 R >> >>",
      "<< /Type /Pages /Kids [] /Count 0 >>",
      "<< /Kids [3 0 R 3 0 R] >>",
    ],
  ],
])("%s come to an end and give no facts", async (_what, objects) => {
  expect((await read(pdfOf(objects))).claims).toEqual([]);
});

test("a damaged PDF gives the facts that remain, or is a doubt", async () => {
  const pdf = pdfOfRuns(runsOf(LINES));
  for (let end = 20; end < pdf.length; end += 131) {
    const { claims, doubts } = await read(pdf.subarray(0, end));
    expect(claims.length + doubts.length).toBeGreaterThan(0);
    for (const { total } of claims) expect(["14.88", undefined]).toContain(total?.value);
  }
});

test("a file that is a PDF only by its name is not read", async () => {
  expect(await read(new TextEncoder().encode("not at all"))).toEqual({
    claims: [],
    views: [],
    doubts: [],
  });
});

async function receiptsOf(
  lines: readonly (readonly string[])[],
  from: { readonly name: string; readonly address: string } | null = null,
) {
  const document = documentWith([attachment("a.pdf", pdfOfRuns(runsOf(lines)), "application/pdf")]);
  return (await readByReaders({ ...document, from })).receipts;
}

const TILL = [
  ["LATERNE MARKT"],
  ["Laterne oHG"],
  ["Am Hafen 1"],
  ["UID Nr.: DE123456789"],
  ["EUR"],
  ["BROT", "1,00 B"],
  ["PFAND", "0,25 A"],
  ["SUMME", "EUR", "8,62"],
];
const FOOT = [
  ["Steuer %", "Netto", "Steuer", "Brutto"],
  ["Gesamtbetrag", "8,08", "0,54", "8,62"],
  ["12.01.2026", "12:00", "Bon-Nr.:9999"],
  ["Markt:0051", "Kasse:14"],
];

test.each<readonly [string, readonly (readonly string[])[]]>([
  ["by card", [["Geg. EC-Cash", "EUR", "8,62"]]],
  [
    "in two ways",
    [
      ["Geg. BAR", "EUR", "5,00"],
      ["Geg. VISA", "EUR", "3,62"],
      ["Beleg-Nr.", "1000"],
      ["Trace-Nr.", "100000"],
      ["Betrag EUR", "3,62"],
    ],
  ],
  [
    "with points told of",
    [
      ["Geg. VISA", "EUR", "8,62"],
      ["Punktestand vor Einkauf: 303"],
      ["Punktestand entspricht: 3,03 EUR"],
      ["einen Umsatz von 8,87 EUR!"],
      ["ab 100 EUR = 5fach Coupon"],
    ],
  ],
])("a till receipt paid %s is a receipt of its sum, from any sender", async (_how, paid) => {
  const [receipt, ...more] = await receiptsOf([...TILL, ...paid, ...FOOT]);

  expect(more).toEqual([]);
  expect(receipt).toMatchObject({
    kind: "receipt",
    total: { value: "8.62" },
    currency: "eur",
    date: { value: "2026-01-12" },
    order_number: { value: "9999" },
    merchant: { value: "Laterne" },
    doubts: [],
  });
});

test("an invoice with its title far below its head is read", async () => {
  const head = Array.from({ length: 16 }, (_, at) => [`Regel ${at} van het briefhoofd`]);

  expect(
    await receiptsOf([
      ...head,
      ["Factuur"],
      ["Datum: 3 oktober 2026"],
      ["Lamp", "EUR 14,88"],
      ["Totaal", "EUR 14,88"],
    ]),
  ).toMatchObject([
    { kind: "invoice", total: { value: "14.88" }, currency: "eur", date: { value: "2026-10-03" } },
  ]);
});

test("terms and conditions about orders and payments, without a total, are not a receipt", async () => {
  const lines = Array.from({ length: 16 }, (_, at) => [`Clause ${at} of these conditions`]);

  expect(
    await receiptsOf([
      ...lines,
      ["Your order"],
      ["Payment"],
      ["A deposit of EUR 50.00 may be asked for."],
      ["Invoice"],
    ]),
  ).toEqual([]);
});

test("an invoice that names its order has its own number and day", async () => {
  const lines = [
    ["Invoice"],
    ["Invoice number: INV-4711"],
    ["Invoice date: 2026-10-03"],
    ["Order number: 88123456"],
    ["Order date: 2026-10-01"],
    ["Due date: 2026-11-02"],
    ["Total", "EUR 14.88"],
  ];

  expect(await receiptsOf(lines)).toMatchObject([
    {
      kind: "invoice",
      order_number: { value: "INV-4711" },
      date: { value: "2026-10-03" },
      dueOn: { value: "2026-11-02" },
    },
  ]);
});

test.each([
  ["a person", { name: "Erika Muster", address: "erika.muster@gmail.com" }, "Lantern Trading"],
  ["nobody", null, "Lantern Trading"],
  [
    "an address without a name",
    { name: "", address: "noreply@lantern.example" },
    "Lantern Trading",
  ],
  ["a shop", { name: "Brass & Co", address: "orders@brass.example" }, "Brass & Co"],
])("a PDF's merchant, in a mail from %s, has the surest evidence", async (_who, from, merchant) => {
  expect(await receiptsOf([["Sold by: Lantern Trading Ltd"], ...LINES], from)).toMatchObject([
    { merchant: { value: merchant } },
  ]);
});

test.each([
  [
    "a person's address",
    { name: "Sam Rivers", address: "sam.rivers@gmail.com" },
    "Markthalle West",
  ],
  [
    "a person's own domain",
    { name: "Sam Rivers", address: "sam@rivers.example" },
    "Markthalle West",
  ],
  ["the shop", { name: "Markthalle", address: "bon@markthalle.example" }, "Markthalle"],
])(
  "a till's receipt that came from %s has the shop in its head as its merchant",
  async (_who, from, merchant) => {
    const till = [
      ["Markthalle West"],
      ["Bonner Str. 44, 50677 Bonn"],
      ["Brot", "3,49"],
      ["SUMME EUR", "3,49"],
      ["Geg. BAR EUR", "5,00"],
      ["Wechselgeld BAR EUR", "-1,51"],
      ["Kassenbon 4471 vom 02.11.2026"],
    ];

    expect(await receiptsOf(till, from)).toMatchObject([
      { kind: "receipt", merchant: { value: merchant } },
    ]);
  },
);
