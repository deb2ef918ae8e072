// Forwards of every program in every language are read back: sender, date, subject and body, and
// nested ones down to the innermost. Answers quote in the same form and are left alone.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  forwardsInHtml,
  forwardsInText,
  type Forward,
} from "../../../src/receipts/forwards/forwards.ts";
import {
  forwarded,
  LANGUAGES,
  PROGRAMS,
  sentOn,
  type Letter,
  type Written,
} from "./forward-writer.ts";

const RECEIPT: Letter = {
  name: "Lantern Books",
  address: "orders@lantern.example",
  to: "ada@home.example",
  subject: "Your order 4711",
  sent: Date.UTC(2025, 9, 27, 14, 5, 8),
  text: "Thank you for your order.\nTotal: 12.34 EUR\nVisa ending 4242",
  html: '<div itemscope itemtype="https://schema.org/Order"><p>Thank you for your order.</p><table><tr><td>Total:</td><td>12.34 EUR</td></tr></table></div>',
};

function bothWays(written: Written): { text: Forward[]; html: Forward[] } {
  const around = { subject: written.subject, day: null };
  return {
    text: forwardsInText(written.text, around),
    html: forwardsInHtml(
      `<html><head><style>.none { display: none }</style></head><body>${written.html}</body></html>`,
      around,
    ),
  };
}

describe.each(PROGRAMS.map((program) => [program.name, program] as const))(
  "%s",
  (_name, program) => {
    const languages = LANGUAGES.filter(program.speaks);

    test.each(languages.map((language) => [language.locale, language] as const))(
      "a forward in %s is read back",
      (_locale, language) => {
        const { text, html } = bothWays(forwarded(RECEIPT, program, language, "Lunch with Grace"));

        for (const [found, kept] of [
          [text, "Total: 12.34 EUR"],
          [html, 'itemtype="https://schema.org/Order"'],
        ] as const) {
          expect(found).toHaveLength(1);
          expect(found[0]).toMatchObject({
            from: { name: "Lantern Books", address: "orders@lantern.example" },
            subject: "Your order 4711",
            note: "Lunch with Grace",
          });
          expect(found[0]?.sent?.day).toBe("2025-10-27");
          expect(found[0]?.body).toContain(kept);
          expect(found[0]?.body).not.toContain("Lunch");
        }
        expect(
          text[0]?.body
            .trim()
            .split("\n")
            .map((line) => line.trim()),
        ).toEqual(RECEIPT.text.split("\n"));
      },
    );
  },
);

const written = fc
  .constantFrom(...PROGRAMS)
  .chain((program) =>
    fc.record({
      program: fc.constant(program),
      language: fc.constantFrom(...LANGUAGES.filter(program.speaks)),
      note: fc.constantFrom("", "For the tax return", "Zu den Reisekosten"),
    }),
  );
const day = fc
  .integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2029, 11, 31) })
  .map((instant) => instant - (instant % 1_000));
const letter = fc.record({
  name: fc.constantFrom("Lantern Books", "Müller & Söhne", "Ann O'Neil", "Кофейня", "北の本屋"),
  subject: fc.constantFrom(
    "Your order 4711",
    "Quittung Nr. 12",
    "Reçu de votre achat",
    "領収書",
    "Re your visit",
  ),
  sent: day,
});

test("a forward of a forward of a forward gives the innermost message, with all forwarders", () => {
  fc.assert(
    fc.property(letter, fc.array(written, { minLength: 1, maxLength: 4 }), (facts, hops) => {
      const original: Letter = { ...RECEIPT, ...facts };
      let current: Letter = original;
      let last: Written = { subject: "", text: "", html: "" };
      for (const [index, { program, language, note }] of hops.entries()) {
        last = forwarded(current, program, language, note);
        current = sentOn(
          last,
          `Person ${index}`,
          `person${index}@home.example`,
          original.sent + (index + 1) * 3_600_000,
        );
      }

      const { text, html } = bothWays(last);

      for (const found of [text, html]) {
        expect(found.map(({ from }) => from?.address)).toEqual([
          ...hops.slice(1).map((_hop, index) => `person${hops.length - 2 - index}@home.example`),
          original.address,
        ]);
        expect(found.at(-1)).toMatchObject({
          from: { name: original.name },
          subject: original.subject,
        });
        const read = found.at(-1)?.sent?.day ?? null;
        expect([new Date(original.sent).toISOString().slice(0, 10), null]).toContain(read);
      }
      expect(text.at(-1)?.body).toContain("Visa ending 4242");
      expect(html.at(-1)?.body).toContain('itemtype="https://schema.org/Order"');
      expect(html.at(-1)?.body).not.toContain("Person");
    }),
    { numRuns: 300 },
  );
});

test("forwards are unwrapped five deep; deeper ones stay in the fifth", () => {
  const [gmail, english] = [
    PROGRAMS.find(({ name }) => name === "Gmail"),
    LANGUAGES.find(({ locale }) => locale === "en-US"),
  ];
  if (gmail === undefined || english === undefined) throw new Error("no program");
  let current: Letter = RECEIPT;
  let last: Written = { subject: "", text: "", html: "" };
  for (let hop = 0; hop < 7; hop += 1) {
    last = forwarded(current, gmail, english, "");
    current = sentOn(last, `Person ${hop}`, `person${hop}@home.example`, RECEIPT.sent);
  }

  const { text, html } = bothWays(last);

  for (const found of [text, html]) {
    expect(found.map(({ from }) => from?.address)).toEqual(
      [5, 4, 3, 2, 1].map((hop) => `person${hop}@home.example`),
    );
    expect(found.at(-1)?.body).toContain("Forwarded message");
  }
});

test("text below a quoted forward is not part of it, but a line that lost its quotation mark is", () => {
  const quoted =
    "> Begin forwarded message:\n>\n> From: Lantern <orders@lantern.example>\n> Subject: Order\n> Date: 27 October 2025\n> To: ada@home.example\n>\n> A very long line that a program has wrapped without\nits mark\n> Total: 12.34 EUR\n\nBye, Ada: 99 EUR\n";

  expect(forwardsInText(quoted, { subject: "Fwd: Order", day: null })[0]?.body.trim()).toBe(
    "A very long line that a program has wrapped without\nits mark\nTotal: 12.34 EUR",
  );
});
