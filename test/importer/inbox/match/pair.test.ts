// Which receipts and transactions are one purchase: by example, and by laws that hold for any of them.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  pairUp,
  bookingWindow,
  type Booked,
  type Claimed,
} from "../../../../src/importer/inbox/match/pair.ts";
import { removeLine } from "../../../../src/importer/inbox/applying/restore.ts";
import { distribute } from "../../../../src/importer/inbox/applying/split-parts.ts";
import { sameMerchant } from "../../../../src/importer/inbox/match/names.ts";
import { suggestFor } from "../../../../src/importer/inbox/match/suggest.ts";
import { addDays, parseDay, type Day } from "../../../../src/money/day.ts";
import { units } from "../../../../src/money/money.ts";
import { must } from "../../../../src/platform/assert.ts";

const day = (text: string): Day => must(parseDay(text), "a day");
const receipt = (id: number, changes: Partial<Claimed> = {}): Claimed => ({
  id,
  kind: "receipt",
  date: day("2026-10-20"),
  amount: units(407_700),
  currencies: ["usd"],
  names: ["Tidewater Tea & Books"],
  card: null,
  ...changes,
});
const row = (id: number, changes: Partial<Booked> = {}): Booked => ({
  id,
  date: day("2026-10-22"),
  amount: units(407_700),
  currency: "usd",
  texts: ["TIDEWATER TEA AND BOOKS PORTSMOUTH"],
  cards: [],
  original: null,
  ...changes,
});
const NONE: ReadonlySet<string> = new Set();
const paired = (receipts: readonly Claimed[], rows: readonly Booked[], rejected = NONE) =>
  pairUp(receipts, rows, rejected).pairs.map(
    ({ receipt: r, transaction }) => `${r}-${transaction}`,
  );

describe("a pair by itself", () => {
  test("amount and merchant agree, and nothing else does: with a sentence for each", () => {
    const { pairs } = pairUp([receipt(1)], [row(7), row(8, { amount: units(407_800) })], NONE);
    expect(pairs).toEqual([
      {
        receipt: 1,
        transaction: 7,
        evidence: [
          "the amount is the same, 40.77 USD",
          `the bank's text "TIDEWATER TEA AND BOOKS PORTSMOUTH" names the merchant`,
          "it was booked on 2026-10-22, 2 days after the receipt's day",
        ],
      },
    ]);
  });

  test("amount and card agree, whatever the bank calls the merchant", () => {
    expect(
      paired([receipt(1, { card: "4417" })], [row(7, { texts: ["SQ *QUAY"], cards: ["4417"] })]),
    ).toEqual(["1-7"]);
  });

  test.each([
    ["the day before the receipt's own", row(7, { date: day("2026-10-19") })],
    ["five days after it", row(7, { date: day("2026-10-25") })],
  ])(
    "the card proves nothing where the bank names somebody else and booked it %s",
    (_, { date }) => {
      const other = row(7, { date, texts: ["GREENLEAF MARKET"], cards: ["4417"] });
      const nameless = row(7, { date, texts: ["CARD PAYMENT"], cards: ["4417"] });

      expect(paired([receipt(1, { card: "4417" })], [other])).toEqual([]);
      expect(paired([receipt(1, { card: "4417" })], [nameless])).toEqual(["1-7"]);
    },
  );

  test("the card proves nothing where the bank names somebody else and the amount is a round one", () => {
    const round = { amount: units(200_000) };
    const other = row(7, { ...round, texts: ["SPRINGFIELD PARKING"], cards: ["4417"] });

    expect(paired([receipt(1, { ...round, card: "4417" })], [other])).toEqual([]);
  });

  test.each([
    ["the amount alone", row(7, { texts: ["SQ *QUAY"] })],
    ["another currency", row(7, { currency: "eur" })],
    ["the other sign", row(7, { amount: units(-407_700) })],
    ["a cent more", row(7, { amount: units(407_800) })],
    ["eleven days later", row(7, { date: day("2026-10-31") })],
    ["four days before", row(7, { date: day("2026-10-16") })],
    [
      "two days before, as of a purchase whose receipt never came",
      row(7, { date: day("2026-10-18") }),
    ],
    ["another card", row(7, { cards: ["9999"] })],
  ])("never by %s", (_, other) => {
    expect(paired([receipt(1, { card: "4417" })], [other])).toEqual([]);
  });

  test("a row twice as likely is nobody's: both are shown", () => {
    const { pairs, tied } = pairUp(
      [receipt(1)],
      [row(7), row(8, { date: day("2026-10-21") })],
      NONE,
    );
    expect(pairs).toEqual([]);
    expect(tied.get(1)?.map(({ transactions }) => transactions)).toEqual([[7], [8]]);
  });

  test("a row that two receipts claim is nobody's", () => {
    expect(paired([receipt(1), receipt(2, { date: day("2026-10-21") })], [row(7)])).toEqual([]);
  });

  test("the card decides between two of one merchant", () => {
    expect(
      paired(
        [receipt(1, { card: "4417" })],
        [row(7, { cards: ["9999"] }), row(8, { cards: ["4417"] })],
      ),
    ).toEqual(["1-8"]);
  });

  test("equal twins are paired in their order, as many as there are", () => {
    const twins = [receipt(1), receipt(2, { date: day("2026-10-21") })];
    expect(paired(twins, [row(8, { date: day("2026-10-23") }), row(7)])).toEqual(["1-7", "2-8"]);
    expect(paired(twins, [row(7), row(8), row(9)])).toEqual([]);
  });

  test("two of another merchant on one card are no twins", () => {
    const rows = [
      row(7, { texts: ["ABC"], cards: ["4417"] }),
      row(8, { texts: ["XYZ"], cards: ["4417"] }),
    ];
    expect(
      paired(
        [receipt(1, { card: "4417" }), receipt(2, { card: "4417", names: ["Other Place"] })],
        rows,
      ),
    ).toEqual([]);
  });

  test("a row that one receipt has is no other's by its card", () => {
    expect(
      paired(
        [receipt(1), receipt(2, { card: "4417", names: ["Other Place"] })],
        [row(7, { cards: ["4417"] })],
      ),
    ).toEqual(["1-7"]);
  });

  test("an order is waited for longer", () => {
    expect(paired([receipt(1, { kind: "order" })], [row(7, { date: day("2026-11-30") })])).toEqual([
      "1-7",
    ]);
  });

  test("what came back in another currency is no purchase's, and a refund's", () => {
    const back = row(7, {
      amount: units(-355_000),
      currency: "eur",
      original: { amount: units(407_700), currency: "usd" },
    });
    expect(paired([receipt(1)], [back])).toEqual([]);
    expect(paired([receipt(1, { kind: "refund", amount: units(-407_700) })], [back])).toEqual([
      "1-7",
    ]);
  });

  test("two of other amounts that meet in one row's two currencies are nobody's by their order", () => {
    const rows = [
      row(7, {
        amount: units(355_000),
        currency: "eur",
        original: { amount: units(407_700), currency: "usd" },
      }),
      row(8, { amount: units(355_000), currency: "eur" }),
    ];
    expect(
      paired([receipt(1), receipt(2, { amount: units(355_000), currencies: ["eur"] })], rows),
    ).toEqual([]);
  });

  test("the original amount that the bank printed is exact too", () => {
    const foreign = row(7, {
      amount: units(355_000),
      currency: "eur",
      original: { amount: units(407_700), currency: "usd" },
    });
    expect(paired([receipt(1)], [foreign])).toEqual(["1-7"]);
  });

  test("a refund is money in", () => {
    expect(
      paired(
        [receipt(1, { kind: "refund", amount: units(-407_700) })],
        [row(7), row(8, { amount: units(-407_700) })],
      ),
    ).toEqual(["1-8"]);
  });

  test("what a person said no to is not paired again", () => {
    expect(paired([receipt(1)], [row(7)], new Set(["1/7"]))).toEqual([]);
  });

  test("a sign that may be several currencies is told by the row", () => {
    expect(
      paired([receipt(1, { currencies: ["usd", "cad"] })], [row(7, { currency: "cad" })]),
    ).toEqual(["1-7"]);
    expect(
      paired([receipt(1, { currencies: ["usd", "cad"] })], [row(7, { currency: "cad" }), row(8)]),
    ).toEqual([]);
  });
});

describe("the only transaction of the amount", () => {
  const only = (receipts: readonly Claimed[], rows: readonly Booked[]) =>
    pairUp(receipts, rows, NONE).alone.map(({ receipt: r, transaction }) => `${r}-${transaction}`);
  const nameless = (changes: Partial<Booked> = {}) =>
    row(7, { texts: ["CARD PURCHASE 4417"], ...changes });

  test.each([
    ["CARD PURCHASE 4417"],
    ["POS 20.10. 18:22"],
    ["Kartenzahlung"],
    ["PAIEMENT CARTE 2010"],
    ["COMPRA TARJETA 5402"],
    [""],
    ["Unknown"],
    ["Visa Debit"],
  ])("is the receipt's where the bank names no merchant (%s), and the evidence says so", (text) => {
    const { alone } = pairUp([receipt(1)], [nameless({ texts: [text] })], NONE);

    expect(alone.map(({ receipt: r, transaction }) => [r, transaction])).toEqual([[1, 7]]);
    expect(alone[0]?.evidence).toContain(
      "it is the only transaction of that amount around that day, and nothing in it contradicts the match",
    );
  });

  test.each<readonly [name: string, others: readonly Booked[]]>([
    ["there are two of them", [nameless(), nameless({ id: 8 })]],
    ["another merchant's has the amount too", [nameless(), row(8, { texts: ["SQ *QUAY"] })]],
    ["it names another card", [nameless({ cards: ["9999"] })]],
    ["it is in another currency", [nameless({ currency: "cad" })]],
    ["it comes two weeks later", [nameless({ date: day("2026-10-29") })]],
    ["it comes two days before", [nameless({ date: day("2026-10-18") })]],
    ["it is cash from a machine", [nameless({ texts: ["ATM WITHDRAWAL"] })]],
    ["it is a transfer", [nameless({ texts: ["TRANSFER TO SAVINGS"] })]],
  ])("is not matched where %s", (_, rows) => {
    expect(only([receipt(1, { card: "4417" })], rows)).toEqual([]);
  });

  test("is not matched where two receipts have the amount", () => {
    expect(only([receipt(1), receipt(2, { names: ["Lakeside Books"] })], [nameless()])).toEqual([]);
  });

  test("meets a receipt without a merchant, unless the bank's text is not about a purchase", () => {
    expect(only([receipt(1, { names: [] })], [row(7)])).toEqual(["1-7"]);
    for (const text of [
      "ATM WITHDRAWAL QUAY ST",
      "INTEREST PAID",
      "MONTHLY FEE",
      "Überweisung an Ada",
    ])
      expect(only([receipt(1, { names: [] })], [row(7, { texts: [text] })])).toEqual([]);
  });
});

describe("the number of an order or an invoice", () => {
  const invoice = (changes: Partial<Claimed> = {}) =>
    receipt(1, { kind: "invoice", names: ["Stadtwerke Nord"], number: "RE-2026-118", ...changes });

  test.each([["SEPA RE-2026-118 ABSCHLAG"], ["svwz+re 2026 118 kdnr 4711"], ["RE2026118"]])(
    "in the bank's text (%s) makes a pair, whatever the bank calls the merchant",
    (text) => {
      const { pairs } = pairUp([invoice()], [row(7, { texts: ["SWN GMBH", text] })], NONE);

      expect(pairs.map(({ transaction }) => transaction)).toEqual([7]);
      expect(pairs[0]?.evidence.join(" ")).toContain("names its number RE-2026-118");
    },
  );

  test("decides between two of one merchant", () => {
    const rows = [
      row(7, { texts: ["STADTWERKE NORD"] }),
      row(8, { texts: ["STADTWERKE NORD", "RE-2026-118"] }),
    ];
    expect(paired([invoice()], rows)).toEqual(["1-8"]);
  });

  test("speaks against a match where it is another invoice's of the same series", () => {
    expect(paired([invoice()], [row(7, { texts: ["STADTWERKE NORD", "RE-2026-117"] })])).toEqual(
      [],
    );
  });

  test("does not count where it is short, or only part of a longer number", () => {
    expect(
      paired([invoice({ names: ["Other"], number: "118" })], [row(7, { texts: ["SWN 118"] })]),
    ).toEqual([]);
    expect(
      paired(
        [invoice({ names: ["Other"], number: "20261" })],
        [row(7, { texts: ["SWN 2026118"] })],
      ),
    ).toEqual([]);
  });
});

test("a total without a sign is settled by its merchant's row, never by the amount alone", () => {
  expect(paired([receipt(1, { currencies: [] })], [row(7, { currency: "cad" })])).toEqual(["1-7"]);
  expect(
    pairUp([receipt(1, { currencies: [] })], [row(7, { texts: ["CARD PURCHASE"] })], NONE),
  ).toMatchObject({ pairs: [], alone: [] });
});

test("a receipt in the budget's dollars meets a payment in other dollars abroad, but no transaction booked in them", () => {
  const assumed = receipt(1, { originals: ["usd", "cad", "aud"] });
  expect(
    paired(
      [assumed],
      [row(7, { amount: units(300_000), original: { amount: units(407_700), currency: "cad" } })],
    ),
  ).toEqual(["1-7"]);
  expect(paired([assumed], [row(7, { currency: "cad" })])).toEqual([]);
});

describe("a merchant", () => {
  test.each([
    ["Amazon", "AMZN MKTP US*2K3 SEATTLE"],
    ["Tidewater Tea & Books", "TIDEWATER TEA & BO"],
    ["Müller", "MUELLER GMBH SAGT DANKE".replace("UE", "U")],
    ["Whole Foods Market", "WHOLEFDS MKT 10234".replace("FDS", "FOODS")],
    ["REWE", "REWE SAGT DANKE 4512"],
    ["Пятёрочка", "ПЯТЕРОЧКА 1234 МОСКВА"],
    ["Sainsbury's Groceries", "SAINSBURYS SUPERMARKET"],
    ["Sainsbury’s", "SAINSBURY'S S/MKTS LONDON"],
    ["McDonald's", "MCDONALD S 40123"],
    ["McDonald's", "MCDONALDS"],
    ["Land's End", "LAND S END DODGEVILLE"],
    ["Land's End", "LANDS END BUS OUTF"],
    ["Levi's", "LEVI S STORE 12"],
    ["Levi's", "LEVIS ONLINE"],
    ["O'Reilly Auto Parts", "O REILLY AUTO 1234"],
    ["O'Reilly Auto Parts", "OREILLY AUTO PARTS"],
    ["L'Oréal", "L OREAL PARIS"],
    ["L'Oréal", "LOREAL"],
    ["Rosa's Trattoria", "SQ *ROSA S TRATTORIA"],
  ])("%s is in %s", (name, text) => expect(sameMerchant([name], [text])).toBe(true));

  test.each([
    ["Corner Shop", "COFFEE SHOP"],
    ["Lakeside Books", "TIDEWATER BOOKS"],
    ["Apple", "PINEAPPLE BAR"],
    ["O'Reilly Auto Parts", "REILLY BROTHERS"],
    ["Levi's", "LEVITON ELECTRIC"],
    ["L'Oréal", "OREGANO PIZZA"],
    ["Land's End", "LAND ROVER"],
    ["The Store", "THE STORE ONLINE"],
    ["", "ANYBODY"],
  ])("%s is not in %s", (name, text) => expect(sameMerchant([name], [text])).toBe(false));
});

describe("what is only suggested", () => {
  const none = () => null;
  test("a tip at a restaurant, up to 30 %, and at no bookshop", () => {
    const dinner = receipt(1, { names: ["Quay Restaurant"], amount: units(1_000_000) });
    const bill = (amount: number) => row(7, { amount: units(amount), texts: ["QUAY RESTAURANT"] });
    expect(
      suggestFor(dinner, [bill(1_300_000)], none).map(({ transactions }) => transactions),
    ).toEqual([[7]]);
    expect(suggestFor(dinner, [bill(1_300_100)], none)).toEqual([]);
    expect(suggestFor(dinner, [bill(999_900)], none)).toEqual([]);
    expect(suggestFor(receipt(1), [row(7, { amount: units(450_000) })], none)).toEqual([]);
  });

  test("parts that add up in one way only", () => {
    const parts = [
      row(7, { amount: units(200_000) }),
      row(8, { amount: units(207_700) }),
      row(9, { amount: units(50_000) }),
    ];
    expect(suggestFor(receipt(1), parts, none).map(({ transactions }) => transactions)).toEqual([
      [7, 8],
    ]);
    expect(suggestFor(receipt(1), [...parts, row(10, { amount: units(207_700) })], none)).toEqual(
      [],
    );
  });

  test("another currency within three per cent of a rate that is known", () => {
    const rate = () => ({ of: 10_000, buys: 9_000 });
    expect(
      suggestFor(receipt(1), [row(7, { currency: "eur", amount: units(370_000) })], rate),
    ).toHaveLength(1);
    expect(
      suggestFor(receipt(1), [row(7, { currency: "eur", amount: units(390_000) })], rate),
    ).toEqual([]);
    expect(
      suggestFor(receipt(1), [row(7, { currency: "eur", amount: units(370_000) })], none),
    ).toEqual([]);
  });
});

describe("for any receipts and transactions", () => {
  const names = fc.constantFrom("Tidewater Tea", "Lakeside Books", "Quay Cafe");
  const common = {
    days: fc.nat(25),
    amount: fc.constantFrom(100_000, 200_000, -100_000),
    card: fc.constantFrom(null, "4417", "9999"),
  };
  const receipts = fc
    .array(fc.record({ name: names, ...common }), { maxLength: 7 })
    .map((all) =>
      all.map(({ name, days, amount, card }, id) =>
        receipt(id + 1, {
          names: [name],
          date: addDays(day("2026-10-01"), days),
          amount: units(amount),
          card,
        }),
      ),
    );
  const rows = fc
    .array(fc.record({ name: names, ...common }), { maxLength: 7 })
    .map((all) =>
      all.map(({ name, days, amount, card }, id) =>
        row(id + 100, {
          texts: [name.toUpperCase()],
          date: addDays(day("2026-10-01"), days),
          amount: units(amount),
          cards: card === null ? [] : [card],
        }),
      ),
    );

  test("no receipt and no transaction is in two pairs, and every pair agrees exactly", () => {
    fc.assert(
      fc.property(receipts, rows, (some, others) => {
        const { pairs, tied } = pairUp(some, others, NONE);
        expect(new Set(pairs.map((pair) => pair.receipt)).size).toBe(pairs.length);
        expect(new Set(pairs.map((pair) => pair.transaction)).size).toBe(pairs.length);
        for (const { receipt: id, transaction } of pairs) {
          const [one, other] = [
            some.find((r) => r.id === id),
            others.find((t) => t.id === transaction),
          ];
          expect(one?.amount).toBe(other?.amount);
          expect(tied.has(id)).toBe(false);
        }
      }),
    );
  });

  test("their order changes nothing", () => {
    fc.assert(
      fc.property(
        receipts,
        rows,
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (some, others, random) => {
          const shuffled = <T>(all: readonly T[]): T[] =>
            all
              .map((one) => ({ one, at: random.next().value }))
              .sort((a, b) => a.at - b.at)
              .map(({ one }) => one);
          expect(pairUp(shuffled(some), shuffled(others), NONE).pairs).toEqual(
            pairUp(some, others, NONE).pairs,
          );
        },
      ),
    );
  });

  test("a transaction of another amount changes nothing", () => {
    fc.assert(
      fc.property(receipts, rows, fc.nat(25), names, (some, others, days, name) => {
        const stranger = row(999, {
          amount: units(123_400),
          date: addDays(day("2026-10-01"), days),
          texts: [name],
        });
        expect(pairUp(some, [...others, stranger], NONE)).toEqual(pairUp(some, others, NONE));
      }),
    );
  });
});

test("an invoice is looked for until ten days after it was due, and no further than a person would wait", () => {
  const invoice = (dueOn: string | null) =>
    receipt(1, { kind: "invoice", dueOn: dueOn === null ? null : day(dueOn) });
  expect(bookingWindow(invoice(null)).to).toBe("2026-12-04");
  expect(bookingWindow(invoice("2026-12-20")).to).toBe("2026-12-30");
  expect(bookingWindow(invoice("2026-10-25")).to).toBe("2026-12-04");
  expect(bookingWindow(invoice("2030-01-01")).to).toBe("2027-02-27");
  expect(paired([invoice("2026-12-20")], [row(7, { date: day("2026-12-28") })])).toEqual(["1-7"]);
  expect(paired([invoice(null)], [row(7, { date: day("2026-12-28") })])).toEqual([]);
});

describe("parts of a transaction by a receipt's items", () => {
  const positive = fc.integer({ min: 1, max: 10_000_000 });
  test("add up to it, in steps of its currency's last digit, each within a step of its share", () => {
    fc.assert(
      fc.property(
        fc.array(positive, { minLength: 1, maxLength: 20 }),
        positive,
        fc.constantFrom(1, 100, 10_000),
        (weights, count, step) => {
          const total = count * step;
          const shares = distribute(total, weights, step);
          expect(shares.reduce((sum, one) => sum + one, 0)).toBe(total);
          const sum = weights.reduce((all, one) => all + one, 0);
          for (const [index, share] of shares.entries()) {
            expect(share % step).toBe(0);
            expect(Math.abs(share - (total * (weights[index] ?? 0)) / sum)).toBeLessThan(
              step + 1e-3,
            );
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test("are the items themselves where they are the whole", () => {
    expect(distribute(300, [100, 150, 50], 100)).toEqual([100, 200, 0]);
    expect(distribute(600, [100, 200, 300], 100)).toEqual([100, 200, 300]);
  });
});

describe("a receipt's line in a transaction's notes", () => {
  const line = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !text.includes("\n"));
  test("is taken out wherever it stands, and nothing else is", () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 3 }),
        line,
        fc.array(line, { maxLength: 3 }),
        (before, mine, after) => {
          fc.pre(!before.includes(mine));
          const was = before.length === 0 ? null : before.join("\n");
          const put = [...before, mine].join("\n");
          expect(removeLine(put, put, was)).toBe(was);
          expect(removeLine([put, ...after].join("\n"), put, was)).toBe(
            [...before, ...after].length === 0 ? null : [...before, ...after].join("\n"),
          );
          if (!after.includes(mine))
            expect(removeLine([...after, ...before].join("\n"), put, was)).toBe(
              [...after, ...before].join("\n"),
            );
        },
      ),
      { numRuns: 200 },
    );
  });
});
