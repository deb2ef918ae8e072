// Notices of a bank or an employer: what was only held, what a fee took, the net pay among the rows of a payslip, and
// the currency of an amount that is printed without one.

import { expect, test } from "vitest";
import { readMoved } from "../moved.ts";
import { makeTextMail } from "../rows-mail.ts";

const BANK = "First Prairie Bank <alerts@prairiebank.example>";

async function read(subject: string, text: string, currency = "usd", from = BANK): Promise<string> {
  return readMoved(makeTextMail({ from, subject, text }), currency);
}

test("an amount that was held takes no money where the bank says that nothing was charged", async () => {
  const text =
    "You asked us to tell you about any card activity over $100.00. Here is what we just saw:\n\n" +
    "Type\tPending authorization (hold)\nWhere\tPUMP 04, AMES IA\nAmount held\t$175.00\nCard\tending in 2290\n\n" +
    "You have not been charged $175.00. The hold drops off within 3 days.";

  expect(await read("Card alert: gas station authorization of $175.00", text)).toBe("nothing");
});

test("an amount that was held takes no money where its hold was released, though no verb says more", async () => {
  const text =
    "La somma bloccata sulla Sua carta è stata svincolata senza alcun addebito.\n\n" +
    "Esercente: Autonoleggio Sirio\nImporto bloccato: 400,00 €\nData svincolo: 24/11/2026";

  expect(await read("Svincolo preautorizzazione", text, "eur")).toBe("nothing");
});

test("a hold is released in scripts without blanks too", async () => {
  const text =
    "デビットカードの保留を解除いたしました。\n\n加盟店:うみべレンタカー\n保留金額:20,000円\n解除日:2026年11月24日";

  expect(await read("保留金額解除のお知らせ", text, "jpy")).toBe("nothing");
});

test("the fee in a row is what was taken if the sentence above it is of that fee", async () => {
  const text =
    "Your account fee was debited from your account.\n\nFee: $12.00\nPeriod: November 2026";

  expect(await read("Account fee debited", text)).toBe("out 12 usd");
});

test("a fee beside the amount of a purchase is not what was paid", async () => {
  const text = "You spent on your card.\n\nMerchant: CORNER SHOP\nAmount: $40.00\nFee: $0.40";

  expect(await read("Card purchase", text)).toContain("40 usd");
});

test("an amount without a currency has that of the same amount elsewhere", async () => {
  const text =
    "Příjem na kontě: 2101090630\nČástka: 109,56\n" +
    "Zpráva příjemci: Kredit: AIRBNB, Dover St, dne 24.11.2026, částka 109.56 EUR\nAktuální zůstatek: 27 260,37";

  expect(await read("Příjem na konto", text, "eur", "Fio banka <automat@fio.cz>")).toBe(
    "in 109.56 eur",
  );
});

test("two currencies of the same amount decide nothing", async () => {
  const text =
    "Příjem na kontě: 2101090630\nČástka: 109,56\nZpráva příjemci: 109.56 EUR, 109.56 USD\nZůstatek: 27 260,37";

  expect(await read("Příjem na konto", text, "czk")).toBe("asked: in 109.56 none");
});

test("of the rows of a payslip the net pay came in", async () => {
  const text =
    "Your pay for November is in. It should already be showing in your account ending 4471.\n\n" +
    "NET PAY             $2,225.44\nPaid on             27 November 2026\n\nDEDUCTIONS\n" +
    "Income tax            $379.60\nPension               $147.29\nTotal deductions      $526.89";

  expect(await read("You've been paid: payslip for November 2026", text)).toContain(
    "in 2225.44 usd",
  );
});
