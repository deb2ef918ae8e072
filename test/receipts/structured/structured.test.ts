// Machine-readable data in messages: JSON-LD with its usual faults, microdata and RDFa, as claims
// that point at the written values.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { readJson } from "../../../src/receipts/structured/json-text.ts";
import { readStructured } from "../../../src/receipts/structured/structured.ts";
import type { Found } from "../../../src/receipts/reader.ts";
import { attachment, documentWith } from "../document.ts";
import { expectLinear } from "../../growth.ts";

const ORDER = {
  "@context": "http://schema.org",
  "@type": "Order",
  merchant: { "@type": "Organization", name: "Lantern Books" },
  orderNumber: "LB-4711",
  price: "29.90",
  priceCurrency: "EUR",
  orderDate: "2026-10-03T18:04:00+02:00",
};
const CLAIM = {
  source: "structured",
  kind: { value: "order" },
  merchant: { value: "Lantern Books" },
  order_number: { value: "LB-4711" },
  total: { value: "29.90", currency: "eur" },
  date: { value: "2026-10-03" },
};

function script(json: unknown): string {
  return `<html><head><script type="application/ld+json">${typeof json === "string" ? json : JSON.stringify(json)}</script></head><body>Thank you!</body></html>`;
}

function read(html: string): Found {
  return readStructured(documentWith([], html));
}

function expectSpans({ claims, views }: Found): void {
  for (const { total, merchant, order_number } of claims) {
    for (const seen of [total, merchant, order_number]) {
      const text = views
        .find(({ name }) => name === seen?.span.view)
        ?.text.slice(seen?.span.start, seen?.span.end);
      if (seen !== undefined) expect(text).toContain(seen.value);
    }
  }
}

test("an order in JSON-LD is a claim with values that are in its text", async () => {
  const found = read(script(ORDER));

  expect(found.claims).toMatchObject([CLAIM]);
  expect(found.views.map(({ name }) => name)).toEqual(["json 1"]);
  expectSpans(found);
});

test.each<[string, string]>([
  [
    "no comma between objects",
    `[${JSON.stringify(ORDER)}${JSON.stringify({ ...ORDER, orderNumber: "LB-4712" })}]`,
  ],
  [
    "no brackets around several",
    `${JSON.stringify(ORDER)},${JSON.stringify({ ...ORDER, orderNumber: "LB-4712" })}`,
  ],
  [
    "commas left over",
    `[${JSON.stringify(ORDER).replace("}}", "},}").replace(/\}$/, ",}")},${JSON.stringify({ ...ORDER, orderNumber: "LB-4712" })},]`,
  ],
  [
    "comments",
    `/* orders */ <!-- [${JSON.stringify(ORDER)}, // the second\n${JSON.stringify({ ...ORDER, orderNumber: "LB-4712" })}] -->`,
  ],
  [
    "quotes escaped for HTML",
    `[${JSON.stringify(ORDER)},${JSON.stringify({ ...ORDER, orderNumber: "LB-4712" })}]`.replaceAll(
      '"',
      "&quot;",
    ),
  ],
  ["a graph", JSON.stringify({ "@graph": [ORDER, { ...ORDER, orderNumber: "LB-4712" }] })],
  [
    "types as addresses, in lists",
    JSON.stringify([
      { ...ORDER, "@type": ["https://schema.org/Order", "Thing"] },
      { ...ORDER, "@type": "schema:Order", orderNumber: "LB-4712" },
    ]),
  ],
  [
    "a line break in a text",
    `[${JSON.stringify({ ...ORDER, note: "N" }).replace('"N"', '"a\nb"')},${JSON.stringify({ ...ORDER, orderNumber: "LB-4712" })}]`,
  ],
])("JSON with %s is read", async (_fault, json) => {
  const found = read(script(json));

  expect(found.claims).toMatchObject([CLAIM, { ...CLAIM, order_number: { value: "LB-4712" } }]);
  expectSpans(found);
});

test("JSON that is cut off is not read in part", async () => {
  const json = JSON.stringify(ORDER);
  for (let end = 1; end < json.length; end += 1)
    expect(read(script(json.slice(0, end))).claims).toEqual([]);
});

test("any JSON is read as JSON.parse reads it", async () => {
  const leaves = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap(leaves);
    if (typeof value === "string") return [value];
    if (value === null) return [""];
    return typeof value === "object"
      ? Object.entries(value).flatMap(([name, one]) => [name, ...leaves(one)])
      : [JSON.stringify(value)];
  };
  const ours = (value: ReturnType<typeof readJson>[number]): string[] => {
    if (value.kind === "text") return [value.text];
    return value.kind === "list"
      ? value.values.flatMap(ours)
      : value.entries.flatMap((entry) => [entry.name, ...ours(entry.value)]);
  };
  const text = fc.string({ maxLength: 12 }).map((one) => one.replaceAll("&", "+"));
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      text,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("tree"), { maxLength: 4 }),
      fc.dictionary(text, tie("tree"), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(
      fc.oneof(fc.array(tree), fc.dictionary(text, tree, { noNullPrototype: true })),
      fc.boolean(),
      (value, pretty) => {
        expect(readJson(JSON.stringify(value, null, pretty ? 2 : 0)).flatMap(ours)).toEqual(
          leaves(value),
        );
      },
    ),
  );
});

test.each([
  ["USD 2.00", "2.00", "usd"],
  ["1.234,56 €", "1234.56", "eur"],
  ["€12", "12", "eur"],
  ["1,234.56", "1234.56", null],
])("a price printed as %s is %s", async (price, value, currency) => {
  expect(read(script({ ...ORDER, price, priceCurrency: undefined })).claims).toMatchObject([
    { total: { value, currency } },
  ]);
});

test("a number is a price, and its currency may be in a price specification", async () => {
  expect(read(script({ ...ORDER, price: 12.5 })).claims).toMatchObject([
    { total: { value: "12.5", currency: "eur" } },
  ]);
  expect(
    read(
      script({
        ...ORDER,
        price: undefined,
        priceCurrency: undefined,
        priceSpecification: { price: "7.00", priceCurrency: "SEK" },
      }),
    ).claims,
  ).toMatchObject([{ total: { value: "7.00", currency: "sek" } }]);
});

test.each([["1.234"], ["12 or 13"], ["-5.00"], ["free"], ["5.00 USD"], ["1,234"]])(
  "a price of %s is not a total, which is a doubt",
  async (price) => {
    const found = read(script({ ...ORDER, price }));

    expect(found.claims[0]?.total).toBeUndefined();
    expect(found.doubts.map(({ reason }) => reason)).toEqual(["no_total"]);
  },
);

test("a currency that is not named is not assumed", async () => {
  expect(
    read(script({ ...ORDER, priceCurrency: undefined })).claims[0]?.total?.currency,
  ).toBeNull();
});

test("the price of one piece is not the total of several", async () => {
  const offer = {
    itemOffered: { name: "Lamp" },
    price: "5.00",
    priceCurrency: "EUR",
    eligibleQuantity: { value: 3 },
  };

  expect(read(script({ ...ORDER, price: undefined, acceptedOffer: offer })).claims).toEqual([]);
  expect(read(script({ ...ORDER, price: "15.00", acceptedOffer: offer })).claims).toMatchObject([
    {
      total: { value: "15.00" },
      items: [{ name: { value: "Lamp" }, quantity: { value: "3" }, amount: null }],
    },
  ]);
  expect(
    read(script({ ...ORDER, price: undefined, acceptedOffer: { ...offer, eligibleQuantity: 1 } }))
      .claims,
  ).toMatchObject([{ total: { value: "5.00" } }]);
});

test("an invoice's minimum payment and due day are not its total and date", async () => {
  const invoice = {
    "@type": "Invoice",
    broker: { name: "Lantern Bank" },
    accountId: "xxxx-xxxx-xxxx-1234",
    paymentDueDate: "2026-11-30",
    minimumPaymentDue: { price: "15.00", priceCurrency: "USD" },
    totalPaymentDue: { "@type": "MonetaryAmount", value: "200.00", currency: "USD" },
    paymentStatus: "http://schema.org/PaymentDue",
  };

  const [claim] = read(script(invoice)).claims;

  expect(claim).toMatchObject({
    kind: { value: "invoice" },
    total: { value: "200.00", currency: "usd" },
    card_last4: { value: "1234" },
  });
  expect(claim?.date).toBeUndefined();
  expect(read(script({ ...invoice, paymentStatus: "PaymentComplete" })).claims).toMatchObject([
    { kind: { value: "receipt" } },
  ]);
});

test("a booking's day of travel is not its date", async () => {
  const [claim] = read(
    script({
      "@type": "FlightReservation",
      reservationNumber: "XYZABC",
      totalPrice: "310.20",
      priceCurrency: "GBP",
      bookingTime: "2026-09-01",
      reservationFor: { departureTime: "2026-12-24", airline: { name: "Lantern Air" } },
    }),
  ).claims;

  expect(claim).toMatchObject({
    order_number: { value: "XYZABC" },
    total: { value: "310.20", currency: "gbp" },
    date: { value: "2026-09-01" },
    merchant: { value: "Lantern Air" },
  });
});

test("a cancelled order and an order without a price give no facts", async () => {
  expect(
    read(script({ ...ORDER, orderStatus: "http://schema.org/OrderCancelled" })).claims,
  ).toEqual([]);
  expect(
    read(
      script({
        "@type": "ParcelDelivery",
        trackingNumber: "1Z",
        partOfOrder: { ...ORDER, price: undefined },
      }),
    ).claims,
  ).toEqual([]);
  expect(
    read(
      script({ "@type": "Product", name: "Lamp", offers: { price: "5.00", priceCurrency: "EUR" } }),
    ).claims,
  ).toEqual([]);
});

test("several bookings with one number and one price are a doubt", async () => {
  const leg = {
    "@type": "TrainReservation",
    reservationNumber: "T-99",
    totalPrice: "40.00",
    priceCurrency: "EUR",
  };

  const found = read(script([leg, leg]));

  expect(found.claims).toHaveLength(1);
  expect(found.doubts.map(({ reason }) => reason)).toEqual(["several_charges"]);
});

const MICRODATA = `<div itemscope itemtype="http://schema.org/Order" itemref="more"><meta itemprop="orderNumber" content="LB-4711"><div itemprop="merchant" itemscope itemtype="http://schema.org/Organization"><b itemprop="name">Lantern
  Books</b></div><link itemprop="orderStatus" href="http://schema.org/OrderProcessing"/><time itemprop="orderDate" datetime="2026-10-03">3 October</time></div><p id="more">Total <span itemprop="price">29.90</span> <meta itemprop="priceCurrency" content="EUR"/></p>`;

test("microdata with references, metas, links and times is read", async () => {
  const found = read(MICRODATA);

  expect(found.claims).toMatchObject([CLAIM]);
  expect(found.views.map(({ name }) => name)).toEqual(["microdata"]);
  expect(found.doubts).toEqual([]);
  expectSpans(found);
});

test("RDFa is read", async () => {
  const found = read(
    `<div vocab="https://schema.org/" typeof="Order"><b property="orderNumber">LB-4711</b><div property="seller" typeof="Organization"><i property="name">Lantern Books</i></div><span property="price" content="29.90">thirty</span><meta property="priceCurrency" content="EUR"><time property="orderDate">2026-10-03</time></div>`,
  );

  expect(found.claims).toMatchObject([CLAIM]);
});

test("an order in JSON-LD and in microdata is one charge", async () => {
  expect(read(`${script(ORDER)}${MICRODATA}`).claims).toHaveLength(1);
});

test("JSON-LD as a part of its own and as an attachment is read", async () => {
  for (const part of [
    attachment("", JSON.stringify(ORDER), "application/ld+json"),
    attachment("order.jsonld", JSON.stringify(ORDER)),
  ]) {
    expect(readStructured(documentWith([part])).claims).toMatchObject([CLAIM]);
  }
});

test("a total that the message does not show is a doubt, and so is one that differs from the shown total", async () => {
  const html = (shown: string) =>
    `${script(ORDER)}<p>Your order LB-4711</p><p>Order total: EUR ${shown}</p>`;

  const [right] = (await readByReaders(documentWith([], html("29.90")))).receipts;
  const [wrong] = (await readByReaders(documentWith([], html("129.90")))).receipts;

  expect(right?.doubts).toEqual([]);
  expect(wrong?.doubts.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(["conflicting_views", "conflicting_totals"]),
  );
});

test("things that refer to each other, and names of object internals, do no harm", async () => {
  const loop = [
    { "@id": "#a", "@type": "Thing", other: { "@id": "#b" } },
    { "@id": "#b", "@type": "Thing", other: { "@id": "#a" }, order: ORDER },
  ];

  expect(read(script(loop)).claims).toMatchObject([CLAIM]);
  expect(
    read(
      script(`{"__proto__": {"x": 1}, "constructor": {"prototype": {"x": 1}}, "@type": "Order"}`),
    ).claims,
  ).toEqual([]);
  expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
});

test.each<[string, (size: number) => string]>([
  ["brackets that nest", (size) => script("[".repeat(size))],
  ["objects that nest", (size) => script('{"a":'.repeat(size))],
  ["a text without end", (size) => script(`{"a": "${"\\\\".repeat(size)}`)],
  ["commas", (size) => script(`[${",".repeat(size)}]`)],
  ["comments", (size) => script("/*".repeat(size))],
  ["things in things", (size) => "<div itemscope itemprop=a>".repeat(size)],
  ["properties without end", (size) => `<div itemscope>${"<b itemprop=a>x".repeat(size)}`],
  ["references", (size) => `<div itemscope itemref="${"a ".repeat(size)}">`],
])("twice as many %s take about twice as long", async (_what, hostile) => {
  await expectLinear(100_000, (size) =>
    readStructured({ ...documentWith([]), html: hostile(size) }),
  );
});

const NAMED = (name: string) => ({ "@type": "Organization", name });

test.each<readonly [string, Readonly<Record<string, unknown>>, string]>([
  [
    "a flight",
    {
      "@type": "FlightReservation",
      reservationFor: { "@type": "Flight", airline: NAMED("Lantern Air") },
      totalPrice: "39.90",
    },
    "Lantern Air",
  ],
  [
    "a night",
    {
      "@type": "LodgingReservation",
      reservationFor: { "@type": "LodgingBusiness", name: "Lantern Inn" },
      price: "39.90",
    },
    "Lantern Inn",
  ],
  [
    "an evening",
    {
      "@type": "EventReservation",
      reservationFor: { "@type": "Event", name: "Concert", organizer: NAMED("Lantern Hall") },
      totalPrice: { "@type": "PriceSpecification", price: "39.90" },
    },
    "Lantern Hall",
  ],
  [
    "a car",
    {
      "@type": "RentalCarReservation",
      reservationFor: { "@type": "RentalCar", rentalCompany: NAMED("Lantern Cars") },
      price: "39.90",
    },
    "Lantern Cars",
  ],
  [
    "a train with its ticket",
    {
      "@type": "TrainReservation",
      reservationFor: { "@type": "TrainTrip", trainCompany: NAMED("Lantern Rail") },
      reservedTicket: { "@type": "Ticket", totalPrice: "39.90" },
    },
    "Lantern Rail",
  ],
  [
    "a bus",
    {
      "@type": "BusReservation",
      reservationFor: { "@type": "BusTrip", busCompany: NAMED("Lantern Lines") },
      totalPrice: "39.90",
    },
    "Lantern Lines",
  ],
  [
    "a table that is paid for",
    {
      "@type": "FoodEstablishmentReservation",
      reservationFor: { "@type": "FoodEstablishment", name: "Lantern Grill" },
      totalPrice: "39.90",
    },
    "Lantern Grill",
  ],
])(
  "%s that was booked is an order of its price, from any carrier or host",
  (_what, thing, merchant) => {
    const found = read(
      script({
        "@context": "http://schema.org",
        reservationNumber: "LB-4711",
        priceCurrency: "EUR",
        bookingTime: "2026-10-03",
        ...thing,
      }),
    );

    expect(found.claims).toMatchObject([
      {
        kind: { value: "order" },
        merchant: { value: merchant },
        total: { value: "39.90" },
        order_number: { value: "LB-4711" },
        date: { value: "2026-10-03" },
      },
    ]);
  },
);

test("several tickets with a price each give no total", () => {
  const ticket = { "@type": "Ticket", totalPrice: "39.90", priceCurrency: "EUR" };

  expect(
    read(
      script({
        "@type": "TrainReservation",
        reservationNumber: "LB-4711",
        reservedTicket: [ticket, ticket],
      }),
    ).claims,
  ).toEqual([]);
});

test("a parcel charges nothing, although it names its order", () => {
  expect(
    read(script({ "@type": "ParcelDelivery", trackingNumber: "345", partOfOrder: ORDER })).claims,
  ).toEqual([]);
});

const INVOICE = {
  "@type": "Invoice",
  provider: NAMED("Lantern Gas"),
  paymentDueDate: "2026-11-30",
  totalPaymentDue: { "@type": "PriceSpecification", price: "70.00", priceCurrency: "EUR" },
  paymentStatus: "http://schema.org/PaymentDue",
};

test("an invoice is due on its due day", () => {
  expect(read(script(INVOICE)).claims).toMatchObject([
    { kind: { value: "invoice" }, total: { value: "70.00" }, dueOn: { value: "2026-11-30" } },
  ]);
});

test("an invoice that is paid in full, with nothing due, waits for a person", async () => {
  const { receipts } = await readByReaders(
    documentWith(
      [],
      script({
        ...INVOICE,
        totalPaymentDue: { price: "0.00", priceCurrency: "EUR" },
        paymentStatus: "PaymentComplete",
      }),
    ),
  );

  expect(receipts).toMatchObject([
    { kind: "invoice", total: { value: "0.00" }, doubts: [{ reason: "invoice_due" }] },
  ]);
});
