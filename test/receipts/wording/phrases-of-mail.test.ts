// The phrases of a message by which its wording is judged.

import { assert, property, string } from "fast-check";
import { expect, test } from "vitest";
import { findPhrases } from "../../../src/receipts/wording/phrases-of-mail.ts";

/** The keys of the phrases of one place, without the place. */
function phrasesOf(place: string, subject: string, text: string): string[] {
  return findPhrases(subject, text)
    .filter((phrase) => phrase.place === place)
    .map(({ key }) => key.slice(place.length + 1));
}

test("words and pairs of neighbours are phrases, without case and accents", () => {
  expect(phrasesOf("subject", "Votre réservation confirmée", "")).toEqual([
    "votre",
    "votre reservation",
    "reservation",
    "reservation confirmee",
    "confirmee",
  ]);
});

test("an amount is the same phrase whatever it is, and so is any other number", () => {
  const first = phrasesOf("text", "", "We charged 12.50 EUR to card 4410.");
  const second = phrasesOf("text", "", "We charged 1,204.99 EUR to card 1952.");
  expect(first).toEqual(second);
  expect(first).toContain("charged #amount");
  expect(first).toContain("card #number");
});

test("the same words in the subject, at the head and further down are different phrases", () => {
  const filler = Array.from(
    { length: 60 },
    (_, at) => `word${String.fromCharCode(97 + (at % 26))}`,
  );
  const text = ["paid", ...filler, "refund"].join(" ");
  expect(phrasesOf("subject", "paid", text)).toEqual(["paid"]);
  expect(phrasesOf("head", "paid", text)).toContain("paid");
  expect(phrasesOf("head", "paid", text)).not.toContain("refund");
  expect(phrasesOf("text", "paid", text)).toContain("refund");
});

test("what stands behind the first 160 words does not count", () => {
  const text = `${"so on ".repeat(80)}refund`;
  expect(phrasesOf("text", "", text)).toEqual(["so", "so on", "on", "on so"]);
});

test("in a script without blanks every two neighbouring characters are a word", () => {
  expect(phrasesOf("subject", "支払い完了", "")).toContain("支払");
  expect(phrasesOf("subject", "支払い完了", "")).toContain("完了");
});

test("a phrase is where it is printed, and each is found once", () => {
  assert(
    property(string({ unit: "binary" }), string({ unit: "binary" }), (subject, text) => {
      const phrases = findPhrases(subject, text);
      expect(new Set(phrases.map(({ key }) => key)).size).toBe(phrases.length);
      for (const { place, start, end } of phrases) {
        const { length } = place === "subject" ? subject : text;
        expect(start).toBeLessThan(end);
        expect(end).toBeLessThanOrEqual(length);
      }
    }),
  );
});
