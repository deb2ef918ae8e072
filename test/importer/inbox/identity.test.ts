// Deliveries, documents and charges: what makes two of them one.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  externalIdBase,
  classifyCharge,
  identifyDelivery,
  senderDomain,
  deriveExternalId,
  identifyDocument,
  sameDocument,
  type ChargeFacts,
  type DocumentIdentity,
} from "../../../src/importer/inbox/identity.ts";
import { relate, type Arriving, type Known } from "../../../src/importer/inbox/purchase.ts";
import { readDocument } from "../../../src/receipts/read-mail.ts";
import type { Attachment, MailDocument } from "../../../src/receipts/mail.ts";
import { KINDS } from "../../../src/receipts/receipt.ts";
import { DOCUMENT_LETTERS_MIN, EXTERNAL_ID_CHARS_MAX } from "../../../src/platform/limits.ts";
import { must } from "../../../src/platform/assert.ts";
import { parseDay } from "../../../src/money/day.ts";
import { units } from "../../../src/money/money.ts";

const day = (text: string) => must(parseDay(text), "a day");
const bytes = (text: string) => new TextEncoder().encode(text);

describe("a delivery", () => {
  test("is known by Message-ID and body, whatever was stamped above them", async () => {
    const one = await identifyDelivery(bytes("Message-ID: <1>\r\n\r\nbody\r\n"), "<1>");
    expect(
      await identifyDelivery(bytes("Received: x\r\nMessage-ID: <1>\r\n\r\nbody\r\n"), "<1>"),
    ).toBe(one);
    expect(await identifyDelivery(bytes("Message-ID: <1>\n\nbody\r\n"), "<1>")).toBe(one);
    expect(await identifyDelivery(bytes("Message-ID: <1>\r\n\r\nbody\r\n"), "<2>")).not.toBe(one);
    expect(await identifyDelivery(bytes("Message-ID: <1>\r\n\r\nBody\r\n"), "<1>")).not.toBe(one);
    expect(await identifyDelivery(bytes("x\r\n\r\nbody\r\n"), null)).toBeNull();
  });
});

describe("a document", () => {
  const base: DocumentIdentity = {
    texts: ["a"],
    domain: "corner.example",
    message_id: null,
    day: day("2026-10-20"),
    instant: null,
    minute: null,
  };
  const at = Date.UTC(2026, 9, 20, 14, 32, 8);
  const cases: readonly (readonly [
    string,
    Partial<DocumentIdentity>,
    Partial<DocumentIdentity>,
    string,
  ])[] = [
    ["one Message-ID, one text", { message_id: "<1>" }, { message_id: "<1>" }, "same"],
    [
      "one Message-ID, two texts",
      { message_id: "<1>" },
      { message_id: "<1>", texts: ["b"] },
      "maybe",
    ],
    [
      "two Message-IDs, one text: two equal coffees",
      { message_id: "<1>" },
      { message_id: "<2>" },
      "different",
    ],
    ["one text, one minute", { instant: at }, { instant: at + 40_000 }, "same"],
    ["one text, two minutes", { instant: at }, { instant: at + 60_000 }, "different"],
    ["one text, a time and its day", { instant: at, message_id: "<1>" }, {}, "same"],
    [
      "one text, a time and the next day, in another zone",
      { instant: at },
      { day: day("2026-10-21") },
      "same",
    ],
    [
      "one text, a time and its minute in a zone of half an hour",
      { instant: at },
      { minute: 2 },
      "same",
    ],
    ["one text, a time and another minute", { instant: at }, { minute: 33 }, "maybe"],
    ["one text, twice a minute without its zone", { minute: 32 }, { minute: 32 }, "maybe"],
    [
      "one text, a time and a day that cannot be",
      { instant: at },
      { day: day("2026-10-22") },
      "different",
    ],
    ["one text, twice a day", {}, {}, "maybe"],
    ["one text, no day", {}, { day: null }, "maybe"],
    ["two texts, a day", {}, { texts: ["b"] }, "maybe"],
    ["two texts, a time and its day: plain and HTML", { instant: at }, { texts: ["b"] }, "maybe"],
    ["two senders", { instant: at }, { domain: "other.example" }, "different"],
    ["a sender whom the forward does not name", { instant: at }, { domain: "" }, "same"],
    ["no texts at all", { texts: [], instant: at }, { texts: [] }, "maybe"],
  ];
  for (const [name, a, b, expected] of cases) {
    test(`${name}: ${expected}`, () => {
      expect(sameDocument({ ...base, ...a }, { ...base, ...b })).toBe(expected);
      expect(sameDocument({ ...base, ...b }, { ...base, ...a })).toBe(expected);
    });
  }

  const document = (text: string, attachments: readonly Attachment[] = []): MailDocument => ({
    carrier: "direct",
    from: { name: "", address: "orders@mail.corner.example" },
    to: [],
    cc: [],
    subject: "",
    messageId: null,
    sent: null,
    chain: [],
    note: null,
    html: null,
    views: [{ name: "text", text }],
    attachments,
  });
  const textsOf = async (text: string, attachments?: readonly Attachment[]) =>
    (await identifyDocument(await readDocument(document(text, attachments)))).texts;
  const pdf = (content: string): Attachment => ({
    name: "i.bin",
    mediaType: "application/x",
    bytes: bytes(content),
    inline: false,
  });
  const STORY = "Thank you for your order at the Corner Shop: 3 teas.";

  test("reads the same quoted, wrapped, and in other blanks and case", async () => {
    expect(await textsOf(STORY)).toEqual(
      await textsOf("> thank you\r\n> for your\u00a0order\u200b at the\n>> Corner Shop: 3 Teas"),
    );
    expect(await textsOf(STORY)).not.toEqual(await textsOf(STORY.replace("3", "4")));
  });

  test("with one covering text and two invoices is two", async () => {
    expect(await textsOf(STORY, [pdf("1")])).not.toEqual(await textsOf(STORY, [pdf("2")]));
    expect(await textsOf("See below", [pdf("1")])).not.toEqual(
      await textsOf("See below", [pdf("2")]),
    );
    expect(await textsOf("See below", [pdf("1")])).toHaveLength(1);
  });

  test("of several attachments is one in whatever order they stand; a logo in its look is none of them", async () => {
    expect(await textsOf(STORY, [pdf("1"), pdf("2")])).toEqual(
      await textsOf(STORY, [pdf("2"), pdf("1")]),
    );
    expect(await textsOf(STORY, [{ ...pdf("1"), inline: true }])).toEqual(await textsOf(STORY));
  });

  test("that says next to nothing is known by nothing", async () => {
    expect(await textsOf("Thanks!")).toEqual([]);
    expect(await textsOf("a".repeat(DOCUMENT_LETTERS_MIN - 1))).toEqual([]);
    expect(await textsOf("a".repeat(DOCUMENT_LETTERS_MIN))).toHaveLength(1);
  });
});

test("the registrable domain is the sender's, whatever is before it", () => {
  expect([
    senderDomain({ name: "", address: "a@Mail.Shop.co.uk" }),
    senderDomain({ name: "", address: "a@shop.example" }),
    senderDomain({ name: "x", address: "" }),
    senderDomain(null),
    senderDomain({ name: "", address: "a@[127.0.0.1]" }),
  ]).toEqual(["shop.co.uk", "shop.example", "", "", ""]);
  // Shops of one host are not one sender, and what is no host's name is none.
  expect([
    senderDomain({ name: "", address: "a@one.myshopify.com" }),
    senderDomain({ name: "", address: `a@${"a.".repeat(150)}example` }),
  ]).toEqual(["one.myshopify.com", ""]);
});

describe("an external_id", () => {
  const facts: ChargeFacts = {
    domain: "corner.example",
    class: "charge",
    order_number: "#TW-20 461",
    date: day("2026-10-20"),
    currency: "eur",
    total: units(129_500),
  };

  test("is of sender, number and class; without a number of day, amount and text", async () => {
    expect(await deriveExternalId(externalIdBase(facts, "abcdef0123"), 1)).toBe(
      "email:corner.example:tw20461:charge:1",
    );
    expect(
      await deriveExternalId(
        externalIdBase({ ...facts, order_number: null, class: "refund" }, "abcdef0123"),
        2,
      ),
    ).toBe("email:corner.example:2026-10-20:eur12.9500:refund:abcdef01:2");
  });

  test("stands as it is while the service takes it, and is a hash beyond", async () => {
    const fitting = `email:${"a".repeat(EXTERNAL_ID_CHARS_MAX - "email:".length - 2)}`;

    expect(await deriveExternalId(fitting, 1)).toBe(`${fitting}:1`);
    expect(await deriveExternalId(`${fitting}a`, 1)).not.toContain(fitting);
  });

  test("is never longer than the service takes, and never another charge's", async () => {
    const domain = fc.domain().map((text) => text.toLowerCase());
    const charge = fc.record({
      domain,
      order_number: fc.option(fc.string({ maxLength: 100 })),
      class: fc.constantFrom("charge", "refund", "alert in"),
      currency: fc.constantFrom("eur", "usd"),
      total: fc.nat().map(units),
      date: fc.constant(facts.date),
    });
    await fc.assert(
      fc.asyncProperty(charge, charge, fc.integer({ min: 1, max: 99 }), async (a, b, seq) => {
        const [one, other] = [
          externalIdBase({ ...a, class: classed(a.class) }, "t"),
          externalIdBase({ ...b, class: classed(b.class) }, "t"),
        ];
        const [first, second] = [
          await deriveExternalId(one, seq),
          await deriveExternalId(other, seq),
        ];
        expect(first.length).toBeLessThanOrEqual(EXTERNAL_ID_CHARS_MAX);
        expect(first === second).toBe(one === other);
        expect(await deriveExternalId(one, seq + 1)).not.toBe(first);
      }),
      { numRuns: 100 },
    );
  });
});

function classed(text: string): ChargeFacts["class"] {
  return text === "refund" || text === "alert in" ? text : "charge";
}

describe("charges told of in any order", () => {
  const arriving = (kind: Arriving["kind"], total: number, number: string | null): Arriving => ({
    kind,
    class: classifyCharge(kind, kind === "refund"),
    domain: "corner.example",
    order_number: number,
    date: day("2026-10-20"),
    currency: "eur",
    total: units(total),
  });

  test("order, invoice and receipt of one number and amount end as one charge, told of by the last kind that came before it was settled", () => {
    const kinds = fc.shuffledSubarray(
      ["order", "order", "invoice", "receipt", "receipt"] as const,
      { minLength: 1 },
    );
    fc.assert(
      fc.property(kinds, fc.integer({ min: -1, max: 4 }), (told, settledAfter) => {
        let standing: Known[] = [];
        for (const [index, kind] of told.entries()) {
          const one = arriving(kind, 50_000, "4711");
          const relation = relate(one, standing);
          expect(relation.kind).not.toBe("doubt");
          if (relation.kind === "supersedes")
            standing = standing.filter(({ id }) => id !== relation.of);
          if (relation.kind !== "duplicate")
            standing.push({
              ...one,
              id: index,
              settled: index === settledAfter,
              document: "different",
            });
        }
        expect(standing).toHaveLength(1);
      }),
    );
  });

  test("what is settled is never superseded, and another amount of one number never passes by itself", () => {
    const kind = fc.constantFrom(...KINDS.filter((one) => classifyCharge(one, false) === "charge"));
    fc.assert(
      fc.property(kind, kind, fc.boolean(), (a, b, settled) => {
        const known: Known = { ...arriving(a, 50_000, "4711"), id: 1, settled, document: "maybe" };
        expect(relate(arriving(b, 50_001, "4711"), [known]).kind).toBe("doubt");
        if (settled) expect(relate(arriving(b, 50_000, "4711"), [known]).kind).toBe("duplicate");
      }),
    );
  });

  test("an order with a number and a receipt without one, of that day and amount, are asked about", () => {
    const order: Known = {
      ...arriving("order", 50_000, "4711"),
      id: 1,
      settled: false,
      document: "different",
    };
    expect(relate(arriving("receipt", 50_000, null), [order])).toMatchObject({
      kind: "doubt",
      reason: "possible_duplicate",
    });
    expect(
      relate({ ...arriving("receipt", 50_000, null), date: day("2026-10-22") }, [order]),
    ).toMatchObject({ kind: "new" });
    expect(
      relate({ ...arriving("receipt", 50_000, null), currency: "usd" }, [order]),
    ).toMatchObject({ kind: "new" });
    expect(
      relate({ ...arriving("receipt", 50_000, null), class: "refund" }, [order]),
    ).toMatchObject({ kind: "new" });
  });

  test("the same document with the same amount is the same charge, whatever its sender is called", () => {
    const known: Known = {
      ...arriving("receipt", 50_000, null),
      domain: "",
      id: 1,
      settled: true,
      document: "same",
    };
    expect(relate(arriving("receipt", 50_000, null), [known])).toMatchObject({
      kind: "duplicate",
      of: 1,
    });
    expect(relate(arriving("receipt", 50_001, null), [known])).toMatchObject({ kind: "new" });
  });
});
