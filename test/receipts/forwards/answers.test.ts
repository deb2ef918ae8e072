// Messages that quote another without forwarding it are left alone: answers of every program in
// every language, and shops' own messages with lines that look like headers.

import { describe, expect, test } from "vitest";
import { forwardsInHtml, forwardsInText } from "../../../src/receipts/forwards/forwards.ts";
import { forwarded, LANGUAGES, PROGRAMS, type Letter } from "./forward-writer.ts";

const LETTER: Letter = {
  name: "Grace",
  address: "grace@work.example",
  to: "ada@home.example",
  subject: "Lunch",
  sent: Date.UTC(2025, 9, 27, 14, 5),
  text: "I owe you 12.34 EUR",
  html: "<p>I owe you 12.34 EUR</p>",
};
const ANSWERED: Readonly<Record<string, string>> = {
  de: "AW",
  da: "SV",
  nb: "SV",
  sv: "SV",
  fi: "VS",
  it: "R",
  pl: "Odp",
  tr: "YNT",
  "zh-CN": "回复",
  "pt-BR": "RES",
  nl: "Antw",
  hu: "Vá",
};

describe.each(
  PROGRAMS.filter(({ name }) => name.startsWith("Outlook")).map(
    (program) => [program.name, program] as const,
  ),
)("answers of %s", (_name, program) => {
  test.each(
    LANGUAGES.filter(program.speaks).map((language) => [language.locale, language] as const),
  )("an answer in %s is not a forward", (locale, language) => {
    const { text, html } = forwarded(LETTER, program, language, "Thanks!");

    for (const prefix of ["Re", "RE", ANSWERED[locale] ?? "Re"]) {
      const around = { subject: `${prefix}: Lunch`, day: null };
      expect(forwardsInText(text, around)).toEqual([]);
      expect(forwardsInHtml(html, around)).toEqual([]);
    }
  });
});

test.each([
  ["« Lantern, livres »", "Lantern, livres"],
  ["«\u202fLantern\u202f»", "Lantern"],
  ["„Lantern“", "Lantern"],
])("the name %s before an address has no quotation marks", (printed, name) => {
  const [forward] = forwardsInText(
    `Le 2 novembre 2026 à 14:05, ${printed} <orders@lantern.example> a écrit :\n\n> Total 12.34 EUR\n`,
    { subject: "TR: Commande", day: null },
  );

  expect(forward?.from).toEqual({ name, address: "orders@lantern.example" });
});

test('"On DATE, NAME wrote:" begins a forward only if the subject says so', () => {
  const text =
    "Sure.\n\nOn Mon, Oct 27, 2025 at 9:31 AM Grace <grace@work.example> wrote:\n\n> I owe you 12.34 EUR\n";

  expect(forwardsInText(text, { subject: "Lunch", day: null })).toEqual([]);
  expect(forwardsInText(text, { subject: "", day: null })).toEqual([]);
  expect(forwardsInText(text, { subject: "Re: Fwd: Lunch", day: null })).toEqual([]);
  expect(forwardsInText(text, { subject: "Fwd: Lunch", day: null })).toHaveLength(1);
});

test("the quotation of an answer is not a forward, even with all headers", () => {
  const text =
    "Sure.\n\nOn Mon, Oct 27, 2025 at 9:31 AM Grace <grace@work.example> wrote:\n\nFrom: Lantern <a@lantern.example>\nSent: Sunday, October 26, 2025 9:31 AM\nTo: Grace\nSubject: Order\n\nTotal: 12.34 EUR\n";

  expect(forwardsInText(text, { subject: "Lunch", day: null })).toEqual([]);
  expect(forwardsInText(text, { subject: "", day: null })).toEqual([]);
});

test("a forward inside the quotation of an answer is found", () => {
  const text =
    "See below\n\nOn Mon, Oct 27, 2025 at 9:31 AM Grace <grace@work.example> wrote:\n> ---------- Forwarded message ---------\n> From: Lantern <orders@lantern.example>\n> Date: Sun, Oct 26, 2025\n> Subject: Order\n> To: <g@work.example>\n>\n> Total: 12.34 EUR\n";

  const [forward] = forwardsInText(text, { subject: "Re: Fwd: Order", day: null });

  expect(forward).toMatchObject({
    from: { address: "orders@lantern.example" },
    subject: "Order",
    sent: { day: "2025-10-26" },
  });
  expect(forward?.body.trim()).toBe("Total: 12.34 EUR");
});

test.each([
  [
    "a transfer",
    "From: Checking 1234\nTo: Savings 5678\nDate: 12 October 2025\nAmount: 12.34 EUR\n",
  ],
  [
    "a delivery",
    "Order: 4711\nDate: 12 October 2025\nTo: Ada, 1 Main Street\nSubject to availability: no\nTotal: 12.34 EUR\n",
  ],
  [
    "a rule and a signature",
    "Total: 12.34 EUR\n________________________________\nLantern Books Ltd\n-- \nFrom our shop to you\n",
  ],
  [
    "a ticket's history",
    "Your request\n\n----------------------------------------------\nAda, Oct 27, 2025, 9:31\n\nI did not get my order\n",
  ],
  ["a phrase without headers", "Forwarded message:\n\nTotal: 12.34 EUR\n"],
])("%s in a shop's own mail is not a forward", (_name, text) => {
  expect(forwardsInText(text, { subject: "Your order 4711", day: null })).toEqual([]);
  expect(
    forwardsInHtml(
      text
        .split("\n")
        .map((line) => `<div>${line}</div>`)
        .join(""),
      { subject: "Your order 4711", day: null },
    ),
  ).toEqual([]);
});

test('a header block inside a forward is the shop\'s own text unless the inner subject says "Fwd:"', () => {
  const inner =
    "Your question\n\nFrom: Ada <ada@home.example>\nSent: Monday, 27 October 2025 14:05\nTo: Lantern <help@lantern.example>\nSubject: Where is it\n\nHello\n";
  const outer = (subject: string): string =>
    `---------- Forwarded message ---------\nFrom: Lantern <help@lantern.example>\nDate: Tue, Oct 28, 2025\nSubject: ${subject}\nTo: <ada@home.example>\n\n${inner}`;

  expect(
    forwardsInText(outer("Re: Where is it"), { subject: "Fwd: Re: Where is it", day: null }),
  ).toHaveLength(1);
  expect(
    forwardsInText(outer("Your ticket"), { subject: "Fwd: Your ticket", day: null }),
  ).toHaveLength(1);
  expect(
    forwardsInText(outer("FW: Where is it"), { subject: "Fwd: FW: Where is it", day: null }),
  ).toHaveLength(2);
});

test("headers without a subject are a forward only if the message's own subject says so", () => {
  const html =
    "<div>From: Grace &lt;grace@work.example&gt;<br>Sent: Thursday, June 26, 2014 3:05 PM<br>To: Ada</div><div>Total 1.00</div>";

  expect(forwardsInHtml(html, { subject: "FW: =?utf-8?q?Re=C3=A7u?=", day: null })).toHaveLength(1);
  expect(forwardsInHtml(html, { subject: "", day: null })).toEqual([]);
  expect(forwardsInHtml(html, { subject: "Re: Lunch", day: null })).toEqual([]);
  expect(
    forwardsInHtml(html.replace("Thursday, June 26, 2014 3:05 PM", "12"), {
      subject: "FW: Lunch",
      day: null,
    }),
  ).toEqual([]);
});

test("encoded headers inside a body are decoded", () => {
  const text =
    "---------- Forwarded message ---------\nFrom: =?utf-8?q?Caf=C3=A9?= <a@shop.example>\nDate: Mon, Nov 2, 2026\nSubject: =?utf-8?b?UmXDp3U=?=\n\nTotal 1.00\n";

  expect(forwardsInText(text, { subject: "Fwd: x", day: null })[0]).toMatchObject({
    from: { name: "Café" },
    subject: "Reçu",
  });
});

test("hidden headers are ignored", () => {
  const block =
    "---------- Forwarded message ---------<br>From: Shop &lt;a@shop.example&gt;<br>Date: Mon, Nov 2, 2026<br>Subject: Order<br>To: Ada";

  expect(
    forwardsInHtml(`<p>Hello</p><div style="display:none">${block}</div><p>Total 1.00</p>`, {
      subject: "Fwd: Order",
      day: null,
    }),
  ).toEqual([]);
  expect(
    forwardsInHtml(`<p>Hello</p><div>${block}</div><p>Total 1.00</p>`, {
      subject: "Fwd: Order",
      day: null,
    }),
  ).toHaveLength(1);
});

test("a prefix with a count or behind a tag is a prefix too", () => {
  const text =
    "From: Shop <a@shop.example>\nSent: Monday, November 2, 2026 9:00 AM\nTo: Ada\nSubject: Order\n\nTotal 1.00\n";

  for (const subject of ["Fwd[2]: Order", "[EXT] FW: Order", "Fwd: Re: Order"])
    expect(forwardsInText(text, { subject, day: null })).toHaveLength(1);
  for (const subject of ["Re[2]: Order", "[EXT] RE: Order", "Re: Fwd: Order"])
    expect(forwardsInText(text, { subject, day: null })).toEqual([]);
});

test("a line that ends like an attribution but has no date is not an attribution", () => {
  const text =
    "Hello\n\nOn behalf of all of us, Grace <grace@work.example> wrote:\n\n> I owe you 12.34 EUR\n";

  expect(forwardsInText(text, { subject: "Fwd: Lunch", day: null })).toEqual([]);
});
