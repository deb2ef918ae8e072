// Amounts without a sign in a file without a header: no column tells money in from money out. On a
// card's statement all are purchases except payments and credits, which their texts name.

import { describe, expect, test } from "vitest";
import { read } from "./reading.ts";

const CARD = [
  "2026-01-02;CORNER BAKERY;4.50",
  "2026-01-05;PAYMENT THANK YOU;250.00",
  "2026-01-07;BOOKSHOP 0042;18.20",
  "2026-01-09;REFUND SHOES AND MORE;60.00",
  "2026-01-11;CINEMA CITY;11.00",
  "2026-01-14;GROCER WEST;36.40",
].join("\n");

const amounts = async (answers: Record<string, string>, text = CARD) =>
  (await read(text, answers)).rows.map(({ amount }) => amount / 10_000);

describe("a file without a header whose amounts have no sign", () => {
  test("the question offers purchases with payments and credits as money in, first of all", async () => {
    const { survey } = await read(CARD);
    const [question, ...more] = survey.questions;

    expect([question?.id, more]).toEqual(["sign", []]);
    expect(question?.choices.map(({ value, label }) => [value, label])).toEqual([
      [
        "told",
        "Money out, except payments and credits: “PAYMENT THANK YOU”, “REFUND SHOES AND MORE”",
      ],
      ["turned", "All of them are money out"],
      ["as_printed", "All of them are money in"],
    ]);
    expect(question?.choices[0]?.example).toBe(
      "2026-01-02 CORNER BAKERY: 4.50 out; 2026-01-05 PAYMENT THANK YOU: 250.00 in",
    );
  });

  test("each answer is right for the rows that it describes", async () => {
    expect(await amounts({ sign: "told" })).toEqual([-4.5, 250, -18.2, 60, -11, -36.4]);
    expect(await amounts({ sign: "turned" })).toEqual([-4.5, -250, -18.2, -60, -11, -36.4]);
    expect(await amounts({ sign: "as_printed" })).toEqual([4.5, 250, 18.2, 60, 11, 36.4]);
  });

  test("rows after the ones that were looked at are told by their texts too", async () => {
    const many = Array.from({ length: 1_100 }, (_, at) =>
      at === 1_090 ? "2026-02-01;PAYMENT THANK YOU;9.00" : `2026-01-20;SHOP ${at};1.00`,
    );
    const read = await amounts({ sign: "told" }, [CARD, ...many].join("\n"));

    expect(read.filter((amount) => amount > 0)).toEqual([250, 60, 9]);
  });

  test("it is not offered where no text, or every text, names a payment or a credit", async () => {
    for (const text of [
      CARD.replace(/PAYMENT.*YOU|REFUND.*MORE/g, "SHOP"),
      CARD.replace(/;[A-Z][^;]*;/g, ";PAYMENT RECEIVED;"),
    ]) {
      const [question] = (await read(text)).survey.questions;
      expect(question?.choices.map(({ value }) => value)).not.toContain("told");
    }
  });
});
