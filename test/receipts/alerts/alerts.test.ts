// Banks' notices: what each written one says comes out, or is asked; what moves no money becomes nothing. Spans point at what
// is claimed, whatever stands around; time grows with the text and no faster.

import { assert, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { readAlerts } from "../../../src/receipts/alerts/read-alerts.ts";
import { readDocument } from "../../../src/receipts/read-mail.ts";
import { noticeOf, type Notice } from "./notice.ts";
import { WRITTEN_ALERTS, type WrittenAlert } from "./written-alerts.ts";
import { WRITTEN_NEGATIVES } from "./written-negatives.ts";
import { expectLinear } from "../../growth.ts";

/** The same lines as a bank's HTML: a table's row a line with tabs, a paragraph any other. */
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

async function expectRead(alert: WrittenAlert, mail: Notice): Promise<void> {
  const { receipts } = await readDocument(noticeOf(mail));

  const [receipt, ...others] = receipts;
  expect(others).toEqual([]);
  expect({
    kind: receipt?.kind,
    total: receipt?.total?.value,
    incoming: receipt?.incoming,
  }).toEqual({ kind: "bank alert", total: alert.total, incoming: alert.incoming === true });
  expect({
    currency: receipt?.currency,
    doubts: receipt?.doubts.map(({ reason }) => reason),
  }).toEqual(
    alert.asked === true
      ? { currency: null, doubts: ["ambiguous_currency"] }
      : { currency: alert.currency, doubts: [] },
  );
  if (alert.date !== undefined) expect(receipt?.date?.value).toBe(alert.date);
  if (alert.card !== undefined) expect(receipt?.card_last4?.value).toBe(alert.card);
  if (alert.reference !== undefined) expect(receipt?.order_number?.value).toBe(alert.reference);
  if (alert.merchant !== undefined) expect(receipt?.merchant?.value).toBe(alert.merchant);
}

describe("a bank's notice as text", () => {
  test.each(WRITTEN_ALERTS.map((alert) => [alert.name, alert] as const))(
    "%s",
    async (_name, alert) => {
      await expectRead(alert, { subject: alert.subject, text: alert.text });
    },
  );
});

describe("a bank's notice as HTML", () => {
  test.each(WRITTEN_ALERTS.map((alert) => [alert.name, alert] as const))(
    "%s",
    async (_name, alert) => {
      await expectRead(alert, { subject: alert.subject, html: asHtml(alert.text) });
    },
  );
});

describe("no transaction", () => {
  test.each(WRITTEN_NEGATIVES.map((negative) => [negative.name, negative] as const))(
    "%s",
    async (_name, negative) => {
      for (const body of [{ text: negative.text }, { html: asHtml(negative.text) }]) {
        const { receipts } = await readDocument(noticeOf({ ...negative, ...body }));

        expect(
          receipts.map(({ kind }) => kind).filter((kind) => kind !== "not a transaction"),
        ).toEqual([]);
      }
    },
  );
});

const SPENT =
  "INR 1,249.00 has been spent on your Bank Credit Card ending with 7719 at ZOMATO LTD on 19-11-2025 at 20:31. Avl Bal INR 9,000.00.";

describe("of a notice", () => {
  test("every value is the span of the view that it points at", () => {
    for (const alert of WRITTEN_ALERTS) {
      const document = noticeOf({ subject: alert.subject, text: alert.text });
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

  test("the time of day is kept as it is printed", () => {
    for (const alert of WRITTEN_ALERTS.filter(({ time }) => time !== undefined)) {
      expect([
        alert.name,
        readAlerts(noticeOf({ subject: alert.subject, text: alert.text })).claims[0]?.time?.value,
      ]).toEqual([alert.name, alert.time]);
    }
  });

  test("HTML and text that name other amounts are a doubt", () => {
    const { doubts } = readAlerts(
      noticeOf({ html: `<p>${SPENT}</p>`, text: SPENT.replace("1,249.00", "12.49") }),
    );

    expect(doubts.map(({ reason }) => reason)).toEqual(["conflicting_views"]);
  });

  test("HTML that says it was declined while the text says it was spent is a doubt", () => {
    const { doubts } = readAlerts(
      noticeOf({
        html: `<p>${SPENT.replace("has been spent", "transaction was declined")}</p>`,
        text: SPENT,
      }),
    );

    expect(doubts.map(({ reason }) => reason)).toEqual(["conflicting_views"]);
  });

  test("several movements in several currencies are asked about", async () => {
    const told = (way: (amount: string) => string) =>
      `${["EUR 5.00", "EUR 6.00", "USD 7.00"].map((amount, at) => `${way(amount)} at CAFE ${"ABC".charAt(at)}.`).join("\n")}\nAvailable balance: EUR 100.00\nYour bank`;
    const reasons = async (text: string) =>
      (
        await readDocument(
          noticeOf({ from: ["My Bank", "alerts@mybank.example"], subject: "Card activity", text }),
        )
      ).receipts.flatMap(({ doubts }) => doubts.map(({ reason }) => reason));
    expect(
      await reasons(told((amount) => `${amount} has been debited from your account`)),
    ).toContain("conflicting_totals");
    // Said by a word that may also say something else only the first is taken, and that is said.
    expect(
      await reasons(told((amount) => `Your card ending 4417 was charged ${amount}`)),
    ).toContain("several_charges");
  });

  test("one money in two currencies, of which nothing says which the account keeps, is asked", () => {
    const { doubts } = readAlerts(
      noticeOf({
        text: "Your bank card ending in 4410 was used for a purchase of 20.00 USD (18.40 EUR) at SHOP on 19 Nov 2025.",
      }),
    );

    expect(doubts.map(({ reason }) => reason)).toEqual(["conflicting_totals"]);
  });

  test("of one money in two currencies the one that the balance is in counts", () => {
    const [claim] = readAlerts(
      noticeOf({
        text: "Your bank card ending in 4410 was used for a purchase of 20.00 USD (18.40 EUR) at SHOP on 19 Nov 2025. Available balance: 100.00 EUR.",
      }),
    ).claims;

    expect(claim?.total).toMatchObject({ value: "18.40", currency: "eur" });
  });

  test("two movements are two charges, each with its own direction", () => {
    const { claims } = readAlerts(
      noticeOf({
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

  test("two equal movements at two times are two charges; told twice, one", () => {
    const coffee = (time: string) =>
      `Your card ending 4410 was debited EUR 3.00 at CAFE on 18-11-2025 at ${time}.`;

    expect(
      readAlerts(noticeOf({ text: `${coffee("09:00")}\n${coffee("15:00")}\nYour bank` })).claims,
    ).toHaveLength(2);
    expect(
      readAlerts(noticeOf({ text: `${coffee("09:00")}\n${coffee("09:00")}\nYour bank` })).claims,
    ).toHaveLength(1);
  });

  test("a shop that charged a card writes no bank's notice", () => {
    const text =
      "Thank you for your purchase! Order number: 4711-22. Subtotal: $20.00. Shipping: $5.00. We charged $25.00 to your Visa card ending in 4410.";

    expect(
      readAlerts(
        noticeOf({ from: ["The Shop", "orders@shop.example"], subject: "Your order", text }),
      ).claims,
    ).toEqual([]);
  });

  test("more movements than are read are said, and a text full of them takes no longer", async () => {
    const read = (count: number) =>
      readAlerts(noticeOf({ text: "Rs.5 debited from your bank account XX4410. ".repeat(count) }));
    const { claims, doubts } = read(2_000);

    expect(claims).toHaveLength(1);
    expect(doubts.map(({ reason }) => reason)).toEqual(["too_many"]);
    await expectLinear(2_000, read);
  });

  test("words around it change no amount, and no text makes it throw", () => {
    assert(
      property(
        string({ unit: "binary", maxLength: 300 }),
        string({ unit: "binary", maxLength: 300 }),
        (before, after) => {
          readAlerts(noticeOf({ text: before }));
          for (const claim of readAlerts(noticeOf({ text: `${before}\n\n${SPENT}\n\n${after}` }))
            .claims) {
            if (claim.kind?.value === "bank alert" && !/\d/.test(before + after))
              expect(claim.total?.value).toBe("1249.00");
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("a sign that several countries share", () => {
  const currencyOf = async (address: string, text: string) => {
    const { receipts } = await readDocument(
      noticeOf({ from: ["Alerts", address], subject: "Card alert", text }),
    );
    return receipts.map(({ currency, doubts }) => [currency, doubts.map(({ reason }) => reason)]);
  };
  const BOUGHT =
    "A purchase of $20.00 was made with your card ending in 6610 at CORNER BOOKS on November 18, 2025.";

  test("is that of the country where the bank of the sender's domain keeps accounts", async () => {
    expect(await currencyOf("alerts@notify.wellsfargo.com", BOUGHT)).toEqual([["usd", []]]);
    expect(await currencyOf("alerts@alerts.desjardins.com", BOUGHT)).toEqual([["cad", []]]);
    expect(await currencyOf("alerts@bank.example.cl", BOUGHT)).toEqual([["clp", []]]);
  });

  test("is asked about where the domain is nobody's, or only looks like a bank's, or is one bank's in several countries, or the text is of another country", async () => {
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

  test("is no other country's because of a state or a road in the shop's address", async () => {
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

  test("settles no other sign", async () => {
    expect(await currencyOf("alerts@desjardins.com", BOUGHT.replace("$", "€"))).toEqual([
      ["eur", []],
    ]);
  });
});

describe("a day without a year", () => {
  const dayOf = (text: string) => {
    const { claims, doubts } = readAlerts(noticeOf({ text: `${text} Your bank.` }));
    return [claims[0]?.date?.value ?? null, doubts.map(({ reason }) => reason)];
  };

  test("is the one close before the mail, in the order of the account's country", () => {
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

  test("is none where it is far from the mail, or nothing shows that it is a day", () => {
    expect(dayOf("EUR 5.00 was debited from your account XX6610 on 18/03 09:10.")).toEqual([
      null,
      [],
    ]);
    expect(
      dayOf("EUR 5.00 was debited from your account XX6610 in part 18/11 of the plan."),
    ).toEqual([null, []]);
  });
});

test("thousands parted by a blank before a point are asked about where a word that is counted may stand before", () => {
  const { claims, doubts } = readAlerts(
    noticeOf({ text: "Вы оплатили картой *6610 МАГАЗИН 12 350.00 р. Банк" }),
  );

  expect(claims.map(({ total }) => total?.value)).toEqual(["350.00"]);
  expect(doubts.map(({ reason }) => reason)).toEqual(["conflicting_totals"]);
});
