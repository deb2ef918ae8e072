// A total without any sign of a currency: what the sender's country hints at counts if the budget holds it.

import { expect, test } from "vitest";
import { readInBudget } from "../../../src/importer/inbox/budget-currency.ts";
import type { Currency } from "../../../src/money/currency.ts";
import { readMail } from "../../../src/receipts/read-mail.ts";

async function read(domain: string, held: readonly Currency[], words = "Thank you!") {
  const lines = [
    `From: Corner Cafe <till@corner.${domain}>`,
    "To: ada@mail.example",
    "Subject: Your receipt",
    "Date: Wed, 25 Nov 2026 10:00:00 +0100",
    "",
    "Coffee 3.50",
    "Total 3.50",
    words,
  ];
  const mail = await readMail(new TextEncoder().encode(lines.join("\r\n")));
  const [receipt] = readInBudget(mail, new Set(held)).documents.flatMap(({ receipts }) => receipts);
  return [receipt?.currency ?? "asked", ...(receipt?.doubts ?? []).map(({ reason }) => reason)];
}

test("the only currency that the sender's country has is taken where the budget holds it", async () => {
  expect(await read("fi", ["eur"])).toEqual(["eur"]);
  expect(await read("cz", ["czk", "eur"])).toEqual(["czk"]);
});

test("a person is asked where the budget holds another, or nothing hints at a country", async () => {
  expect(await read("fi", ["usd"])).toEqual(["asked", "ambiguous_currency"]);
  expect(await read("example", ["eur"])).toEqual(["asked", "ambiguous_currency"]);
  expect(await read("fi", ["eur"], "Tel. +46 8 555 44 10")).toEqual([
    "asked",
    "ambiguous_currency",
  ]);
});
