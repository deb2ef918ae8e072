// A bank's notice whose verb is in no table. Its rows tell the movement, or its only sentence with an amount and the
// reader's card. The verbs here ("zblorfat") are of no language.

import { expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument, type AlertMail } from "./alert-document.ts";
import { SENT } from "./fixtures.ts";

const BANK = ["Example Bank", "notices@examplebank.example"] as const;
const OPENING = "Dear Ada Lane, zblorfat:";

async function read(mail: AlertMail) {
  const { receipts } = await readByReaders(
    alertDocument({ subject: "Zblorfat", from: BANK, ...mail }),
  );
  return receipts.map(({ kind, total, incoming, merchant, date }) => ({
    kind,
    total: total?.value,
    incoming,
    merchant: merchant?.value,
    date: date?.value,
  }));
}

const rows = (...lines: readonly string[]): AlertMail => ({ text: [OPENING, ...lines].join("\n") });
const OUT = {
  kind: "bank alert",
  total: "18.90",
  incoming: false,
  merchant: "Corner Cafe",
  date: SENT,
};

test("rows of an amount, of whom it went to and of a day are money out", async () => {
  expect(
    await read(rows("Beneficiary: Corner Cafe", "Amount: EUR 18.90", `Date: ${SENT}`)),
  ).toEqual([OUT]);
});

test("with a row of whom it came from they are money in", async () => {
  expect(await read(rows("Sender: Corner Cafe", "Amount: EUR 18.90", `Date: ${SENT}`))).toEqual([
    { ...OUT, incoming: true },
  ]);
});

test("where both sides are named, the side with an account's digits is the reader's", async () => {
  const day = `Date: ${SENT}`;
  const mine = "account **** 4417";
  expect(
    await read(rows(`Sender: ${mine}`, "Beneficiary: Corner Cafe", "Amount: EUR 18.90", day)),
  ).toMatchObject([{ incoming: false, merchant: "Corner Cafe" }]);
  expect(
    await read(rows("Sender: Corner Cafe", `Beneficiary: ${mine}`, "Amount: EUR 18.90", day)),
  ).toMatchObject([{ incoming: true, merchant: "Corner Cafe" }]);
});

test.each([
  ["two different amounts", ["Amount: EUR 18.90", "Amount: EUR 20.00", `Date: ${SENT}`]],
  ["a day ahead", ["Amount: EUR 18.90", "Date: 2027-03-01"]],
  ["no day", ["Amount: EUR 18.90"]],
  ["a status in unknown words", ["Amount: EUR 18.90", `Date: ${SENT}`, "Status: qwertzat"]],
  ["a status that refuses it", ["Amount: EUR 18.90", `Date: ${SENT}`, "Status: declined"]],
])("rows with %s claim no movement", async (_, lines) => {
  const found = await read(rows("Beneficiary: Corner Cafe", ...lines));
  expect(found.filter(({ kind }) => kind === "bank alert")).toEqual([]);
});

test("the same rows of somebody who is no bank claim no movement", async () => {
  const from = ["Lane & Daughters", "office@lane.example"] as const;
  const found = await read({
    ...rows("Beneficiary: Corner Cafe", "Amount: EUR 18.90", `Date: ${SENT}`),
    from,
  });
  expect(found.filter(({ kind }) => kind === "bank alert")).toEqual([]);
});

test("a sentence with the reader's card and the only amount is money out", async () => {
  const text = `EUR 18.90 zblorfat with card *4417, CORNER CAFE, ${SENT}.`;
  expect(await read({ text })).toMatchObject([{ total: "18.90", incoming: false }]);
});

test("a sentence with a card and two amounts claims no movement", async () => {
  const text = `EUR 18.90 and EUR 20.00 zblorfat with card *4417, CORNER CAFE, ${SENT}.`;
  const found = await read({ text });
  expect(found.filter(({ kind }) => kind === "bank alert")).toEqual([]);
});

const FOOTER = "Beware of anybody requesting your password by telephone.";

test("what stands below the rows does not take the movement back", async () => {
  const found = await read({
    text: [
      "The following payment zblorfat:",
      "Beneficiary: Corner Cafe",
      "Amount: EUR 18.90",
      `Date: ${SENT}`,
      "Thank you.",
      FOOTER,
    ].join("\n"),
  });
  expect(found).toMatchObject([{ kind: "bank alert", total: "18.90", incoming: false }]);
});

test("the same words above the rows do", async () => {
  const found = await read({
    text: `Your payment was scheduled.\nBeneficiary: Corner Cafe\nAmount: EUR 18.90\nDate: ${SENT}\nThank you.`,
  });
  expect(found.filter(({ kind }) => kind === "bank alert")).toEqual([]);
});
