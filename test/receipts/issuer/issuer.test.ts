// Who wrote a paper, by the evidence on it. Its addressee is never its issuer, and thin evidence
// names nobody.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findIssuer } from "../../../src/receipts/issuer/issuer.ts";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { documentWith } from "../document.ts";
import { legalFormIn, withoutForms } from "../../../src/receipts/issuer/legal-forms.ts";
import { expectLinear } from "../../growth.ts";

function issuer(...lines: readonly string[]): string | null {
  const text = lines.join("\n");
  const seen = findIssuer({ name: "pdf 1", text }, { to: [] });
  if (seen !== null) expect(text.slice(seen.span.start, seen.span.end)).toBe(seen.value);
  return seen?.value ?? null;
}

const BODY = ["Invoice 2026-17", "Lamp\t10.00", "Total\tEUR 10.00"];

test.each<readonly [string, readonly string[], string]>([
  ["a seller's label", ["Sold by Lantern Trading Ltd, 4 Harbour Row", ...BODY], "Lantern Trading"],
  [
    "a Polish seller's label, with the buyer's beside it",
    ["Faktura VAT", "Sprzedawca: Latarnia Sp. z o.o.", "Nabywca: Kupiec S.A.", ...BODY],
    "Latarnia",
  ],
  [
    "a label over a name among other labels",
    [
      "Verkäufer",
      "Nummer:\t4711",
      "Name:\tLaterne GmbH",
      "Anschrift:\tAm Hafen 3",
      "Käufer/Leistungsempfänger",
      "Name:\tKunden AG",
      ...BODY,
    ],
    "Laterne",
  ],
  [
    "the line over an address window",
    ["Laterne GmbH - Am Hafen 3 - 20457 Hamburg", "Kunden AG", "Am Markt 1", "Rechnung", ...BODY],
    "Laterne",
  ],
  [
    "the same, with dots in cells of their own",
    ["Laterne GmbH\t●\tAm Hafen 3\t●\t20457 Hamburg", "Erika Muster", ...BODY],
    "Laterne",
  ],
  [
    "a company beside its register",
    ["Reçu", ...BODY, "Lanterne SAS au capital de 10 000 euros, RCS Paris 123 456 789"],
    "Lanterne",
  ],
  [
    "a company and its tax number",
    ["Lantaarn B.V.", "Kade 7, Utrecht", "BTW NL001234567B01", ...BODY],
    "Lantaarn",
  ],
  [
    "a name over its seat",
    [
      "MARTIN Alexandre",
      ...BODY,
      "LANTERNE",
      "Siège social : 16 rue du Port, Nantes",
      "Siret 12345678900017",
    ],
    "LANTERNE",
  ],
  [
    "a domain that is the name",
    [
      "Brass Lantern",
      "12 High Street",
      ...BODY,
      "hello@brass-lantern.example.com  www.brass-lantern.com",
    ],
    "Brass Lantern",
  ],
  [
    "a trade name of which the domain begins, before the company behind it",
    [
      ...BODY,
      "Payment received by LUMA",
      "Lantern Stays Pvt. Ltd.",
      "GSTIN 06AABCO6063D1ZQ",
      "contact@lumarooms.com LUMA",
    ],
    "LUMA",
  ],
  [
    "a company in a sentence",
    [
      "Invoice",
      ...BODY,
      "All services are sold by Lantern Web Services, Inc.",
      "Lantern Web Services, Inc.",
      "lantern.com",
    ],
    "Lantern Web Services",
  ],
  [
    "a Japanese company",
    ["請求書", "株式会社ランタン", "登録番号 T1234567890123", "合計 ¥1,000"],
    "ランタン",
  ],
  [
    "a Chinese seller's label",
    ["电子发票", "购买方：买家贸易有限公司", "销售方：北京灯笼科技有限公司", "合计 ¥100.00"],
    "北京灯笼科技",
  ],
  [
    "a Russian company",
    ["Счет № 17", "Поставщик: ООО «Фонарь»", "Покупатель: ООО «Клиент»", "Итого 100,00"],
    "Фонарь",
  ],
])("%s names the issuer", (_what, lines, name) => {
  expect(issuer(...lines)).toBe(name);
});

test.each<readonly [string, readonly string[]]>([
  [
    "the customer's company alone, at the top",
    ["Kunden AG", "Am Markt 1", "69876 Frankfurt", ...BODY, "Kunden AG, thank you"],
  ],
  [
    "the customer's company behind its label",
    ["Bill to: Customer Holdings Ltd", "VAT no 123456789", ...BODY],
  ],
  [
    "two companies with the same evidence",
    ["Lantern Ltd", "VAT no 123456789", "Candle Ltd", "VAT no 987654321", ...BODY],
  ],
  ["a name of a person at the top", ["Erika Muster", "Am Markt 1", ...BODY]],
  ["weights and titles", ["INVOICE", "08,500 KG", "Page 1", ...BODY]],
])("%s names nobody", (_what, lines) => {
  expect(issuer(...lines)).toBeNull();
});

test("a text without a sender has its issuer as the merchant", async () => {
  const text =
    "Faktura nr: F 17/2026\tData wystawienia: 2026-10-01\nSprzedawca: Latarnia S.A.\nNabywca: Kupiec Sp. z o.o.\nNależność ogółem: 316,83 PLN";
  const { receipts } = await readByReaders({
    ...documentWith([]),
    views: [{ name: "text", text }],
  });

  expect(receipts).toMatchObject([
    {
      kind: "invoice",
      total: { value: "316.83" },
      currency: "pln",
      merchant: { value: "Latarnia", span: { view: "text" } },
    },
  ]);
});

test("the recipient of a message is not the issuer of its papers", () => {
  const view = {
    name: "pdf 1",
    text: ["Lantern GmbH - Am Hafen 3 - 20457 Hamburg", ...BODY].join("\n"),
  };

  expect(findIssuer(view, { to: [{ name: "Lantern", address: "me@lantern.example" }] })).toBeNull();
});

test("a name below a customer's label is never the issuer, despite any other evidence", () => {
  const label = fc.constantFrom(
    "Bill to:",
    "Rechnung an:",
    "Facturé à :",
    "Kunde:",
    "Nabywca:",
    "Cliente:",
    "Factuur aan:",
    "Ship to",
  );
  const form = fc.constantFrom("Ltd", "GmbH", "B.V.", "S.A.", "Inc.", "AB", "Oy", "Kft.");
  fc.assert(
    fc.property(label, form, fc.nat(3), (words, legal, below) => {
      const address = [
        "VAT no 123456789",
        "4 Harbour Row",
        "buyer@candleworks.com",
        "www.candleworks.com",
      ].slice(0, below);
      const found = issuer("Invoice 17", words, `Candleworks ${legal}`, ...address, "", ...BODY);
      expect(found).toBeNull();
    }),
    { numRuns: 60 },
  );
});

test.each([
  ["Müller GmbH & Co. KG", "Müller"],
  ["Acme Pte. Ltd.", "Acme"],
  ["bol.com b.v.", "bol.com"],
  ["PT Maju Jaya Tbk", "Maju Jaya"],
  ["S.C. Exemplu S.R.L.", "Exemplu"],
  ["サンプル株式会社", "サンプル"],
  ["Nordlys A/S", "Nordlys"],
  ["The Company", "The Company"],
])("%s without its legal form is %s", (name, bare) => {
  const { start, end } = withoutForms(name);
  expect(name.slice(start, end)).toBe(bare);
});

test("ordinary words of a sentence are not legal forms", () => {
  for (const text of [
    "as soon as possible",
    "se habla español",
    "sa facture",
    "10 kg of salt",
    "ab 5 Stück",
    "co-worker",
  ])
    expect(legalFormIn(text)).toBeNull();
});

test("the search for the issuer takes time in proportion to the text", async () => {
  const cells = { name: "pdf 1", text: "Seller\t".repeat(30_000) };
  const page = (lines: number) => ({
    name: "pdf 1",
    text: Array.from(
      { length: lines },
      (_, at) => `Example ${at} GmbH & Co, Inc. - a@b${at}.com ${"x ".repeat(40)}`,
    ).join("\n"),
  });

  await expectLinear(4_000, (lines) => findIssuer(page(lines), { to: [] }));
  expect(findIssuer(cells, { to: [] })).toBeNull();
});
