// Written receipts in written budgets: each row has the budget's accounts, the bank's transactions,
// the mail, and the outcome that a person would expect. Where two transactions fit, or one names
// another merchant, only a person decides.

import { afterEach, describe, expect, test } from "vitest";
import { bring, mailOf } from "../driver.ts";
import { budget, settled } from "./budget.ts";
import { addDays, dayOfInstant } from "../../../../src/money/day.ts";
import { reset } from "../../../reset.ts";

afterEach(() => reset());

interface Row {
  readonly amount: string;
  readonly payee: string;
  readonly date?: string;
  readonly currency?: string;
}

interface Written {
  readonly name: string;
  /** Currencies of further accounts; the demo budget's own are in US dollars. */
  readonly holds?: readonly string[];
  readonly rows?: readonly Row[];
  readonly from?: string;
  readonly subject?: string;
  readonly lines: readonly string[];
  /** The row that it is, by its place; or why a person is asked; or that it waits in this currency. */
  readonly becomes:
    { readonly row: number } | { readonly asks: string } | { readonly waits: string };
}

const THANKS = "Thank you for your order!";
// Before today, since a receipt stops waiting ten days after its own day.
const MAILED = addDays(dayOfInstant(Date.now()), -3);
const [NEXT_DAY, DAY_AFTER, DUE] = [addDays(MAILED, 1), addDays(MAILED, 2), addDays(MAILED, 15)];

// prettier-ignore
const WRITTEN: readonly Written[] = [
  // The budget's own currencies
  { name: "dollars in a budget of US dollars", lines: [THANKS, "Total $18.20"], becomes: { waits: "usd" } },
  { name: "dollars in a budget that also holds euros and pounds", holds: ["eur", "gbp"], lines: [THANKS, "Grand total: $1,018.20"], becomes: { waits: "usd" } },
  { name: "dollars in a budget of two dollars", holds: ["sgd"], lines: [THANKS, "Total $18.20"], becomes: { asks: "ambiguous_currency" } },
  { name: "dollars of a shop in Toronto", lines: [THANKS, "Total $18.20", "", "100 King St W, Toronto, ON M5V 2T6"], becomes: { waits: "cad" } },
  { name: "dollars of a shop in Minnesota in a budget of two dollars", holds: ["cad"], lines: [THANKS, "Total $18.20", "", "Duluth, MN 55802"], becomes: { waits: "usd" } },
  { name: "crowns in a budget that holds Icelandic ones", holds: ["isk"], lines: [THANKS, "Total 1200 kr"], becomes: { waits: "isk" } },
  { name: "crowns of a Danish shop in a budget that holds Swedish ones", holds: ["sek"], from: "Butik <ordre@butik.dk>", lines: [THANKS, "Total 249,00 kr"], becomes: { waits: "dkk" } },
  { name: "rupees in a budget that holds those of Nepal", holds: ["npr"], lines: [THANKS, "Total Rs. 1,250.00"], becomes: { waits: "npr" } },
  { name: "rupees that the mail says are Indian in a budget that holds those of Pakistan", holds: ["pkr"], lines: [THANKS, "Total Rs. 1,250.00", "GSTIN 29ABCDE1234F1Z5", "Paid by UPI"], becomes: { waits: "inr" } },
  { name: "yen by a sign that is China's too", holds: ["jpy"], lines: [THANKS, "Total ¥3,300"], becomes: { waits: "jpy" } },
  { name: "pesos in a budget that holds those of Chile", holds: ["clp"], lines: ["Gracias por tu compra", "Total: 12.990 pesos"], becomes: { waits: "clp" } },
  { name: "a number without any sign", lines: [THANKS, "Total 18.20"], becomes: { asks: "ambiguous_currency" } },
  // The bank's row first
  { name: "the merchant's row", rows: [{ amount: "18.20", payee: "CORNER SHOP 0042 PORTLAND" }], lines: [THANKS, "Total $18.20"], becomes: { row: 0 } },
  { name: "a row that names no merchant", rows: [{ amount: "18.20", payee: "VISA DEBIT PURCHASE" }], lines: [THANKS, "Total $18.20"], becomes: { row: 0 } },
  { name: "a German row that names no merchant", holds: ["eur"], rows: [{ amount: "18.20", payee: "Kartenzahlung", currency: "eur" }], lines: [THANKS, "Total EUR 18.20"], becomes: { row: 0 } },
  { name: "the merchant's row and one of another merchant", rows: [{ amount: "18.20", payee: "FITNESS CLUB" }, { amount: "18.20", payee: "CORNER SHOP" }], lines: [THANKS, "Total $18.20"], becomes: { row: 1 } },
  { name: "two of the merchant's rows", rows: [{ amount: "18.20", payee: "CORNER SHOP" }, { amount: "18.20", payee: "CORNER SHOP", date: DAY_AFTER }], lines: [THANKS, "Total $18.20"], becomes: { asks: "several_matches" } },
  { name: "two rows that name no merchant", rows: [{ amount: "18.20", payee: "CARD PURCHASE" }, { amount: "18.20", payee: "POS" }], lines: [THANKS, "Total $18.20"], becomes: { waits: "usd" } },
  { name: "a row that names no merchant, of another card", rows: [{ amount: "18.20", payee: "VISA CARD *9999" }], lines: [THANKS, "Total $18.20", "Visa ending in 4417"], becomes: { waits: "usd" } },
  { name: "cash from a machine", rows: [{ amount: "20.00", payee: "ATM WITHDRAWAL 12TH ST" }], lines: [THANKS, "Total $20.00"], becomes: { waits: "usd" } },
  { name: "the merchant's row in another currency", holds: ["eur"], rows: [{ amount: "18.20", payee: "CORNER SHOP", currency: "eur" }], lines: [THANKS, "Total $18.20"], becomes: { waits: "usd" } },
  { name: "dollars of two kinds, told by the merchant's row", holds: ["cad"], rows: [{ amount: "18.20", payee: "CORNER SHOP", currency: "cad" }], lines: [THANKS, "Total $18.20"], becomes: { row: 0 } },
  { name: "dollars of two kinds, with a row of the merchant in each", holds: ["cad"], rows: [{ amount: "18.20", payee: "CORNER SHOP", currency: "cad" }, { amount: "18.20", payee: "CORNER SHOP", currency: "usd" }], lines: [THANKS, "Total $18.20"], becomes: { asks: "several_matches" } },
  { name: "a shop with an apostrophe", from: "Mo's Diner <hello@mosdiner.example>", rows: [{ amount: "18.20", payee: "TST* MO S DINER" }], lines: [THANKS, "Total $18.20"], becomes: { row: 0 } },
  { name: "a refund", subject: "Your refund", rows: [{ amount: "18.20", payee: "CORNER SHOP" }, { amount: "-18.20", payee: "CORNER SHOP" }], lines: ["Your refund has been issued.", "Refund amount $18.20"], becomes: { row: 1 } },
  // Invoices
  { name: "an invoice paid to its merchant", subject: "Invoice INV-20418", rows: [{ amount: "75.00", payee: "CORNER SHOP LTD" }], lines: ["Invoice number: INV-20418", "Amount due: USD 75.00", `Due date: ${DUE}`], becomes: { row: 0 } },
  { name: "an invoice named by its number alone", subject: "Invoice INV-20418", rows: [{ amount: "75.00", payee: "CS HOLDING INV20418" }], lines: ["Invoice number: INV-20418", "Amount due: USD 75.00"], becomes: { row: 0 } },
  { name: "an invoice and the payment of the one before", subject: "Invoice INV-20418", rows: [{ amount: "75.00", payee: "CORNER SHOP INV-20417" }], lines: ["Invoice number: INV-20418", "Amount due: USD 75.00"], becomes: { asks: "invoice_due" } },
  { name: "an invoice and a row of its amount that names no merchant", subject: "Invoice INV-20418", rows: [{ amount: "75.00", payee: "PAYMENT" }], lines: ["Invoice number: INV-20418", "Amount due: USD 75.00"], becomes: { asks: "invoice_due" } },
  { name: "an invoice in dollars of two kinds, paid in one", holds: ["aud"], subject: "Invoice INV-20418", rows: [{ amount: "75.00", payee: "CORNER SHOP LTD", currency: "aud" }], lines: ["Invoice number: INV-20418", "Amount due: $75.00"], becomes: { row: 0 } },
];

describe("a written receipt", () => {
  test.each(WRITTEN.map((written) => [written.name, written] as const))(
    "of %s",
    async (
      _name,
      {
        holds = [],
        rows = [],
        from = "Corner Shop <orders@corner.example>",
        subject = "Your receipt",
        lines,
        becomes,
      },
    ) => {
      for (const currency of holds)
        await budget("POST", "/manual_accounts", {
          name: `In ${currency}`,
          type: "cash",
          balance: "0",
          currency,
        });
      const items = rows.map(({ amount, payee, date = NEXT_DAY, currency = "usd" }) => ({
        date,
        amount,
        payee,
        currency,
      }));
      const { transactions } =
        items.length === 0
          ? { transactions: [] }
          : await budget<{ transactions: { id: number }[] }>("POST", "/transactions", {
              transactions: items,
            });
      const { id } = await bring(
        mailOf({
          from,
          subject,
          date: new Date(`${MAILED}T14:32:08Z`).toUTCString().replace("GMT", "+0000"),
          body: lines.join("\r\n"),
        }),
      );
      const message = await settled(id);

      if ("row" in becomes)
        expect(message).toMatchObject({
          state: "matched",
          transaction_id: transactions[becomes.row]?.id,
        });
      else if ("asks" in becomes)
        expect(message).toMatchObject({
          state: "review",
          reason: becomes.asks,
          transaction_id: null,
        });
      else
        expect(message).toMatchObject({
          state: "waiting",
          reason: null,
          currency: becomes.waits,
          transaction_id: null,
        });
    },
  );
});
