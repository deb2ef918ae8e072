// Bank alerts: each fixture is read as its facts say, or is a question, and a message without a
// movement makes no receipt. Claims point at their places, and time grows with the text and no
// faster.

import { assert, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { readAlerts } from "../../../src/receipts/alerts/read-alerts.ts";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument, type AlertMail } from "./alert-document.ts";
import { ALERTS, WITHOUT_MOVEMENT, type AlertFixture } from "./fixtures.ts";
import { expectLinear } from "../../growth.ts";

/** The lines as HTML: a line with tabs is a table's row, any other line a paragraph. */
function asHtml(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return escaped
    .split("\n")
    .map((line) =>
      line.includes("\t")
        ? `<table><tr>${line
            .split("\t")
            .map((cell) => `<td>${cell}</td>`)
            .join("")}</tr></table>`
        : `<p>${line}</p>`,
    )
    .join("\n");
}

async function expectFacts({ facts }: AlertFixture, mail: AlertMail): Promise<void> {
  const { receipts } = await readByReaders(alertDocument(mail));

  const [receipt, ...others] = receipts;
  expect(others).toEqual([]);
  expect({
    kind: receipt?.kind,
    total: receipt?.total?.value,
    incoming: receipt?.incoming,
  }).toEqual({ kind: "bank alert", total: facts.total, incoming: facts.incoming === true });
  expect({
    currency: receipt?.currency,
    doubts: receipt?.doubts.map(({ reason }) => reason),
  }).toEqual(
    facts.asked === true
      ? { currency: null, doubts: ["ambiguous_currency"] }
      : { currency: facts.currency, doubts: [] },
  );
  if (facts.date !== undefined) expect(receipt?.date?.value).toBe(facts.date);
  if (facts.card !== undefined) expect(receipt?.card_last4?.value).toBe(facts.card);
  if (facts.reference !== undefined) expect(receipt?.order_number?.value).toBe(facts.reference);
  if (facts.merchant !== undefined) expect(receipt?.merchant?.value ?? null).toBe(facts.merchant);
}

describe("bank alerts as text", () => {
  test.each(ALERTS.map((alert) => [alert.name, alert] as const))(
    "a bank alert is read as text: %s",
    async (_name, alert) => {
      await expectFacts(alert, { subject: alert.subject, text: alert.text });
    },
  );
});

describe("bank alerts as HTML", () => {
  test.each(ALERTS.map((alert) => [alert.name, alert] as const))(
    "a bank alert is read as HTML: %s",
    async (_name, alert) => {
      await expectFacts(alert, { subject: alert.subject, html: asHtml(alert.text) });
    },
  );
});

describe("messages without a movement", () => {
  test.each(WITHOUT_MOVEMENT.map((one) => [one.name, one] as const))(
    "a message without a movement makes no receipt: %s",
    async (_name, { subject, from, text }) => {
      for (const body of [{ text }, { html: asHtml(text) }]) {
        const { receipts } = await readByReaders(alertDocument({ subject, from, ...body }));

        expect(
          receipts.map(({ kind }) => kind).filter((kind) => kind !== "not a transaction"),
        ).toEqual([]);
      }
    },
  );
});

const SPENT =
  "INR 1,249.00 has been spent on your Bank Credit Card ending with 7719 at ZOMATO LTD on 19-11-2025 at 20:31. Avl Bal INR 9,000.00.";

describe("facts of a bank alert", () => {
  test("a bank alert's facts equal the text at their positions", () => {
    for (const alert of ALERTS) {
      const document = alertDocument({ subject: alert.subject, text: alert.text });
      for (const claim of readAlerts(document).claims) {
        for (const seen of [claim.merchant, claim.card_last4, claim.order_number, claim.time]) {
          if (seen !== undefined)
            expect(
              document.views
                .find(({ name }) => name === seen.span.view)
                ?.text.slice(seen.span.start, seen.span.end),
            ).toBe(seen.value);
        }
        if (claim.total !== undefined)
          expect(
            document.views
              .find(({ name }) => name === claim.total?.span.view)
              ?.text.slice(claim.total.span.start, claim.total.span.end)
              .replace(/\D/g, ""),
          ).toContain(claim.total.value.replace(/\D/g, "").replace(/^0+/, ""));
      }
    }
  });

  test("a bank alert keeps the time of day as printed", () => {
    for (const alert of ALERTS.filter(({ facts }) => facts.time !== undefined)) {
      expect([
        alert.name,
        readAlerts(alertDocument({ subject: alert.subject, text: alert.text })).claims[0]?.time
          ?.value,
      ]).toEqual([alert.name, alert.facts.time]);
    }
  });

  test("a bank alert is a doubt if its HTML and its text have different amounts", () => {
    const { doubts } = readAlerts(
      alertDocument({ html: `<p>${SPENT}</p>`, text: SPENT.replace("1,249.00", "12.49") }),
    );

    expect(doubts.map(({ reason }) => reason)).toEqual(["conflicting_views"]);
  });

  test("a bank alert is a doubt if its HTML says declined and its text says spent", () => {
    const { doubts } = readAlerts(
      alertDocument({
        html: `<p>${SPENT.replace("has been spent", "transaction was declined")}</p>`,
        text: SPENT,
      }),
    );

    expect(doubts.map(({ reason }) => reason)).toEqual(["conflicting_views"]);
  });

  test("movements in several currencies are a doubt, unless each has a line of its own", async () => {
    const write = (way: (amount: string) => string) =>
      `${["EUR 5.00", "EUR 6.00", "USD 7.00"].map((amount, at) => `${way(amount)} at CAFE ${"ABC".charAt(at)}.`).join("\n")}\nAvailable balance: EUR 100.00\nYour bank`;
    const readCharges = async (text: string) =>
      (
        await readByReaders(
          alertDocument({
            from: ["My Bank", "alerts@mybank.example"],
            subject: "Card activity",
            text,
          }),
        )
      ).receipts;
    const reasons = async (text: string) =>
      (await readCharges(text)).flatMap(({ doubts }) => doubts.map(({ reason }) => reason));
    const totals = async (text: string) =>
      (await readCharges(text)).map(({ total, currency }) => `${total?.value} ${currency}`);
    expect(
      await reasons(write((amount) => `${amount} has been debited from your account`)),
    ).toContain("conflicting_totals");
    // Lines of the same words up to the amount tell of one movement each, in its own currency.
    expect(await totals(write((amount) => `Your card ending 4417 was charged ${amount}`))).toEqual([
      "5.00 eur",
      "6.00 eur",
      "7.00 usd",
    ]);
  });

  test("a bank alert with one amount in two currencies is a doubt if nothing shows the account's currency", () => {
    const { doubts } = readAlerts(
      alertDocument({
        text: "Your bank card ending in 4410 was used for a purchase of 20.00 USD (18.40 EUR) at SHOP on 19 Nov 2025.",
      }),
    );

    expect(doubts.map(({ reason }) => reason)).toEqual(["conflicting_totals"]);
  });

  test("a bank alert with one amount in two currencies uses the currency of the balance", () => {
    const [claim] = readAlerts(
      alertDocument({
        text: "Your bank card ending in 4410 was used for a purchase of 20.00 USD (18.40 EUR) at SHOP on 19 Nov 2025. Available balance: 100.00 EUR.",
      }),
    ).claims;

    expect(claim?.total).toMatchObject({ value: "18.40", currency: "eur" });
  });

  test("a bank alert with two movements is two charges, each with its own direction", () => {
    const { claims } = readAlerts(
      alertDocument({
        text: "Your account XX4410 was debited by INR 500.00 on 18-11-2025 at 10:00. Your account XX4410 was credited by INR 90.00 on 19-11-2025 at 11:00. Your bank.",
      }),
    );

    expect(
      claims.map(({ total, incoming, date, time }) => [
        total?.value,
        incoming?.value,
        date?.value,
        time?.value,
      ]),
    ).toEqual([
      ["500.00", false, "2025-11-18", "10:00"],
      ["90.00", true, "2025-11-19", "11:00"],
    ]);
  });

  test("two equal movements in a bank alert are two charges if their times differ, and one otherwise", () => {
    const coffee = (time: string) =>
      `Your card ending 4410 was debited EUR 3.00 at CAFE on 18-11-2025 at ${time}.`;

    expect(
      readAlerts(alertDocument({ text: `${coffee("09:00")}\n${coffee("15:00")}\nYour bank` }))
        .claims,
    ).toHaveLength(2);
    expect(
      readAlerts(alertDocument({ text: `${coffee("09:00")}\n${coffee("09:00")}\nYour bank` }))
        .claims,
    ).toHaveLength(1);
  });

  test("a shop's message about a charged card is not a bank alert", () => {
    const text =
      "Thank you for your purchase! Order number: 4711-22. Subtotal: $20.00. Shipping: $5.00. We charged $25.00 to your Visa card ending in 4410.";

    expect(
      readAlerts(
        alertDocument({ from: ["The Shop", "orders@shop.example"], subject: "Your order", text }),
      ).claims,
    ).toEqual([]);
  });

  test("a payment that was made to the person's card is money in, and one from it is money out", () => {
    const isIncoming = (text: string) =>
      readAlerts(
        alertDocument({ from: ["Maple Bank", "alerts@maplebank.example"], subject: "Alert", text }),
      ).claims.map(({ incoming }) => incoming?.value);

    expect(
      isIncoming("A payment of $500.00 has been made to your Maple credit card ending in 4410."),
    ).toEqual([true]);
    expect(
      isIncoming("A payment of $500.00 to HYDRO was made from your account ending in 4410."),
    ).toEqual([false]);
  });

  test("a debit without another party is the sender's only if a creditor's words say so and the sender is no bank and no person", () => {
    const partyOf = (from: readonly [string, string], text: string) =>
      readAlerts(alertDocument({ from, subject: "Debit", text })).claims.map(
        ({ merchant }) => merchant?.value ?? null,
      );
    const DEBIT =
      "A direct debit of £20.00 was debited from your account ending 4410 on 15 November 2025.";
    const INSTALMENT = `${DEBIT} It was your monthly instalment.`;

    expect(partyOf(["Fjordside", "post@fjordside.example"], INSTALMENT)).toEqual(["Fjordside"]);
    expect(partyOf(["Fjordside", "post@fjordside.example"], DEBIT)).toEqual([null]);
    expect(partyOf(["Fjord Bank", "post@fjordbank.example"], INSTALMENT)).toEqual([null]);
    expect(partyOf(["Ada Lane", "ada.lane@gmail.com"], INSTALMENT)).toEqual([null]);
  });

  test("a bank alert with too many movements is a doubt, and takes time in proportion to its length", async () => {
    const read = (count: number) =>
      readAlerts(
        alertDocument({ text: "Rs.5 debited from your bank account XX4410. ".repeat(count) }),
      );
    const { claims, doubts } = read(2_000);

    expect(claims).toHaveLength(1);
    expect(doubts.map(({ reason }) => reason)).toEqual(["too_many"]);
    await expectLinear(2_000, read);
  });

  test("a bank alert keeps its amount among any words, and no text makes the reader throw", () => {
    assert(
      property(
        string({ unit: "binary", maxLength: 300 }),
        string({ unit: "binary", maxLength: 300 }),
        (before, after) => {
          readAlerts(alertDocument({ text: before }));
          for (const claim of readAlerts(
            alertDocument({ text: `${before}\n\n${SPENT}\n\n${after}` }),
          ).claims) {
            if (claim.kind?.value === "bank alert" && !/\d/.test(before + after))
              expect(claim.total?.value).toBe("1249.00");
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("currency symbols that several countries share", () => {
  const currencyOf = async (address: string, text: string) => {
    const { receipts } = await readByReaders(
      alertDocument({ from: ["Alerts", address], subject: "Card alert", text }),
    );
    return receipts.map(({ currency, doubts }) => [currency, doubts.map(({ reason }) => reason)]);
  };
  const BOUGHT =
    "A purchase of $20.00 was made with your card ending in 6610 at CORNER BOOKS on November 18, 2025.";

  test("a shared symbol means the currency of the country where the sender's bank keeps accounts", async () => {
    expect(await currencyOf("alerts@notify.wellsfargo.com", BOUGHT)).toEqual([["usd", []]]);
    expect(await currencyOf("alerts@alerts.desjardins.com", BOUGHT)).toEqual([["cad", []]]);
    expect(await currencyOf("alerts@bank.example.cl", BOUGHT)).toEqual([["clp", []]]);
  });

  test("a shared symbol is a doubt if the domain is unknown, imitates a bank, spans countries, or contradicts the text", async () => {
    for (const address of [
      "alerts@bank.example",
      "alerts@wellsfargo.com.example",
      "alerts@notwellsfargo.com",
      "alerts@tt.jmmb.com",
    ])
      expect(await currencyOf(address, BOUGHT)).toEqual([[null, ["ambiguous_currency"]]]);
    expect(await currencyOf("alerts@desjardins.com", `${BOUGHT} Bank of America.`)).toEqual([
      [null, ["ambiguous_currency"]],
    ]);
  });

  test("a shared symbol is not another country's because of a state or a road in the shop's address", async () => {
    for (const shop of [
      "TARGET MINNEAPOLIS MN",
      "TARGET T-0694, Minneapolis, MN 55403",
      "SHELL 12 OLD MILL RD",
      "CORNER CAFE 4 Oak Rd, Duluth MN 55802",
    ]) {
      expect(
        await currencyOf(
          "alerts@bank.example",
          `A purchase of $20.00 was made with your card ending in 6610 at ${shop} on November 18, 2025.`,
        ),
      ).not.toEqual([["mxn", []]]);
      expect(
        await currencyOf(
          "alerts@notify.wellsfargo.com",
          `A purchase of $20.00 was made with your card ending in 6610 at ${shop} on November 18, 2025.`,
        ),
      ).toEqual([["usd", []]]);
    }
    expect(
      await currencyOf(
        "avisos@bank.example",
        "Compra de $20.00 con tu tarjeta *6610 en TIENDA UNO el 18/11/2025. Saldo: 63.37 MN",
      ),
    ).toEqual([["mxn", []]]);
    expect(
      await currencyOf(
        "avisos@bank.example",
        "Consumo de $20.00 con su tarjeta *6610 en TIENDA UNO el 18/11/2025. Balance: RD$ 500.00",
      ),
    ).toEqual([["dop", []]]);
  });

  test("the sender's country does not change the meaning of unshared symbols", async () => {
    expect(await currencyOf("alerts@desjardins.com", BOUGHT.replace("$", "€"))).toEqual([
      ["eur", []],
    ]);
  });
});

describe("days without a year", () => {
  const dayOf = (text: string) => {
    const { claims, doubts } = readAlerts(alertDocument({ text: `${text} Your bank.` }));
    return [claims[0]?.date?.value ?? null, doubts.map(({ reason }) => reason)];
  };

  test("a day without a year is shortly before the message, in the order of the account's country", () => {
    expect(dayOf("EUR 5.00 was debited from your account XX6610 on 18/11 09:10.")).toEqual([
      "2025-11-18",
      [],
    ]);
    expect(dayOf("USD 5.00 was debited from your account XX6610 on 11/18 09:10.")).toEqual([
      "2025-11-18",
      [],
    ]);
    expect(dayOf("EUR 5.00 was debited from your account XX6610 on 11/11 09:10.")).toEqual([
      "2025-11-11",
      [],
    ]);
  });

  test("a day without a year is ignored far from the message's date, or if nothing shows that it is a day", () => {
    expect(dayOf("EUR 5.00 was debited from your account XX6610 on 18/03 09:10.")).toEqual([
      null,
      [],
    ]);
    expect(
      dayOf("EUR 5.00 was debited from your account XX6610 in part 18/11 of the plan."),
    ).toEqual([null, []]);
  });
});

test("a day is taken if the sender's time zone may have reached it, and a day later is a doubt", () => {
  const dayOf = (printed: string) => {
    const { claims, doubts } = readAlerts(
      alertDocument({ text: SPENT.replace("19-11-2025", printed) }),
    );
    return [claims[0]?.date?.value ?? null, doubts.map(({ reason }) => reason)];
  };

  expect(dayOf("21-11-2025")).toEqual(["2025-11-21", []]);
  expect(dayOf("22-11-2025")).toEqual([null, ["ambiguous_date"]]);
});

test("thousands separated by a blank before a point are a doubt after a word that may be counted", () => {
  const { claims, doubts } = readAlerts(
    alertDocument({ text: "Вы оплатили картой *6610 МАГАЗИН 12 350.00 р. Банк" }),
  );

  expect(claims.map(({ total }) => total?.value)).toEqual(["350.00"]);
  expect(doubts.map(({ reason }) => reason)).toEqual(["conflicting_totals"]);
});
