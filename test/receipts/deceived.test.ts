// Messages that show a person one amount and hide another, or print digits that look different from
// what they are. An amount that nobody sees is never the total, and an amount with two looks is a
// doubt.

import { describe, expect, test } from "vitest";
import { readMail } from "../../src/receipts/read-mail.ts";

const HEAD =
  "From: Corner Shop <orders@corner.example>\r\nDate: Tue, 20 Oct 2026 14:32:08 +0000\r\nMessage-ID: <1@corner.example>\r\nMIME-Version: 1.0\r\n";
const SEEN =
  "<p>Thank you for your order at the Corner Shop</p><table><tr><td>Order number</td><td>AB-1234</td></tr><tr><td>Total</td><td>EUR 12.50</td></tr></table>";
const PLANTED = "<p>Grand total charged: EUR 99.99</p>";

/** The totals read from a message, each with the reasons of its doubts: "12.50 eur no_total". */
async function readTotals(type: string, body: string, subject = "Your receipt"): Promise<string> {
  const raw = `${HEAD}Subject: ${subject}\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}`;
  const { documents } = await readMail(new TextEncoder().encode(raw));
  return documents
    .flatMap(({ receipts }) =>
      receipts.map(({ total, currency, doubts }) =>
        [
          total?.value ?? "none",
          currency ?? "?",
          ...new Set(doubts.map(({ reason }) => reason)),
        ].join(" "),
      ),
    )
    .join("; ");
}
const readHtml = (body: string, head = "") =>
  readTotals("text/html", `<html><head>${head}</head><body>${body}</body></html>`);
const readText = (total: string) =>
  readTotals("text/plain", `Thank you for your order at the Corner Shop\r\nTotal: ${total}\r\n`);

// prettier-ignore
const HIDING = [
  "display:none", "DISPLAY : None !important", "dis\\70lay:none", "display:/**/none", "visibility:hidden", "visibility:collapse", "content-visibility:hidden", "mso-hide:all",
  "opacity:0", "opacity:0.0", "opacity:.01", "opacity:0%", "filter:opacity(0)", "max-height:0", "height:0;overflow:hidden", "max-width:0;overflow:hidden", "text-indent:-9999px",
  "position:absolute;left:-9999px", "position:absolute;right:-9999px", "margin-left:-9999px", "transform:scale(0)", "transform:translateX(-9999px)", "clip:rect(0 0 0 0)", "clip:rect(1px,1px,1px,1px)", "clip-path:inset(100%)", "clip-path:circle(0)", "zoom:0",
  "unicode-bidi:bidi-override;direction:rtl",
];
const DISGUISING = [
  "color:#fff;background:#fff",
  "color:white",
  "color:#fdfdfd",
  "color:rgb(255, 255, 255)",
  "color:transparent",
  "color:rgba(0,0,0,0)",
  "background-color:#333;color:#333",
];

describe("hidden amounts", () => {
  test.each([...HIDING, "font-size:0", "font-size:1px", "font:0/0 a", "font-size:0.01em"])(
    "an amount hidden by a style of %s is not the total",
    async (style) => {
      expect(await readHtml(`${SEEN}<div style="${style}">${PLANTED}</div>`)).toBe("12.50 eur");
    },
  );

  test.each(HIDING)("an amount hidden by a class of %s is not the total", async (style) => {
    expect(
      await readHtml(
        `${SEEN}<div class="a x">${PLANTED}</div>`,
        `<style>p.y, .x { ${style} }</style>`,
      ),
    ).toBe("12.50 eur");
    expect(
      await readHtml(
        `${SEEN}<div class="a x">${PLANTED}</div>`,
        `<style>@media screen { .x { ${style} } }</style>`,
      ),
    ).toBe("12.50 eur");
  });

  test.each([
    "#x{display:none}",
    "section{display:none}",
    "div#x{visibility:hidden}",
    "/* } */ #x{display:none}",
    ".x{color:#fff;background:#fff}",
  ])("an amount hidden by the rule %s is not the total", async (rule) => {
    expect(
      await readHtml(
        `${SEEN}<div id="x" class="x"><section>${PLANTED}</section></div>`,
        `<style>${rule}</style>`,
      ),
    ).toBe("12.50 eur");
  });

  test.each(DISGUISING)("an amount hidden by the colours %s is a doubt", async (style) => {
    expect(await readHtml(`${SEEN}<div style="${style}">${PLANTED}</div>`)).toBe(
      "12.50 eur conflicting_views",
    );
  });

  test.each([
    `<td bgcolor="#ffffff"><font color="#ffffff">`,
    `<td bgcolor="FFFFFF"><font color=white>`,
  ])("an amount hidden by %s is a doubt", async (open) => {
    expect(await readHtml(`${SEEN}<table><tr>${open}Grand total charged: EUR 99.99`)).toBe(
      "12.50 eur conflicting_views",
    );
  });

  test.each([
    `<!-- ${PLANTED} -->`,
    `<!--[if mso]>${PLANTED}<![endif]-->`,
    `<div hidden>${PLANTED}</div>`,
    `<template>${PLANTED}</template>`,
    `<textarea>Grand total charged: EUR 99.99</textarea>`,
    `<img alt="Grand total charged: EUR 99.99">`,
    `<div aria-label="Grand total charged: EUR 99.99"></div>`,
  ])("an amount hidden by %s is not the total", async (markup) => {
    expect(await readHtml(`${SEEN}${markup}`)).toBe("12.50 eur");
  });
});

describe("visible amounts", () => {
  test.each([
    `<div style="background:#222"><p style="color:#fff">Total: EUR 12.50</p></div>`,
    `<table background="https://corner.example/p.png"><tr><td style="color:#fff">Total: EUR 12.50</td></tr></table>`,
    `<div style="background:#fff url(p.png)"><p style="color:#fff">Total: EUR 12.50</p></div>`,
    `<div class="dark"><p style="color:#fff">Total: EUR 12.50</p></div>`,
    `<div style="opacity:0.9;clip:auto;margin-left:-10px;transform:none;color:#ffffff;background:#000000e0">Total: EUR 12.50</div>`,
    `<details><summary>More</summary>Total: EUR 12.50</details>`,
    `<div class="narrow">Total: EUR 12.50</div>`,
  ])("a visible amount is read: %s", async (markup) => {
    expect(
      await readHtml(
        `<p>Thank you for your order</p>${markup}`,
        "<style>.dark{background:#111} @media (max-width: 600px){.narrow{display:none}}</style>",
      ),
    ).toBe("12.50 eur");
  });
});

describe("amounts in deceptive digits", () => {
  test.each([
    "EUR \u202e05.21\u202c",
    "\u202eEUR 05.21",
    "EUR 12·50",
    "EUR 12․50",
    "EUR 12‚50",
    "12·50 EUR",
    "EUR 12⁵⁰",
    "EUR 12½",
    "EUR 1\u03382.50",
    "1\u03382.50 EUR",
    "EUR 1\u28002.50",
    "EUR 1,2.50",
    "EUR 12.5O",
    "EUR −12.50",
    "EUR –12.50",
    "EUR ‐12.50",
    "EUR ‑12.50",
    "EUR ﹣12.50",
    "EUR －12.50",
  ])("an amount in deceptive digits is a doubt: %s", async (total) => {
    expect(await readText(total)).toBe("none ? no_total");
  });

  test.each([
    "EUR １２．５０",
    "EUR 1\u200b2.50",
    "EUR 1\u00ad2.50",
    "EUR 12\u2060.50",
    "EUR ١٢٫٥٠",
    "EUR 12.50¹",
    "EUR \u202d12.50\u202c",
  ])("an amount in unusual but clear digits is read: %s", async (total) => {
    expect(await readText(total)).toBe("12.50 eur");
  });

  test("an amount that markup reverses is a doubt", async () => {
    expect(
      await readHtml("<p>Thank you for your order</p>Total: EUR <bdo dir=rtl>05.21</bdo>"),
    ).toBe("none ? no_total");
  });
});

describe("contradictory amounts", () => {
  const both = (text: string, html: string) =>
    readTotals(
      "multipart/alternative; boundary=x",
      `--x\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--x\r\nContent-Type: text/html\r\n\r\n${html}\r\n--x--\r\n`,
    );

  test.each([["Total: EUR 99.99"], ["Total: USD 12.50"], ["Refund total: EUR 12.50"]])(
    "an amount of %s in the text and 12.50 in the HTML is a doubt",
    async (text) => {
      expect(await both(`Thank you for your order\r\n${text}`, SEEN)).toBe(
        "12.50 eur conflicting_views",
      );
    },
  );

  test("different amounts in the subject and in the body are a doubt", async () => {
    expect(await readTotals("text/html", SEEN, "Your receipt: total EUR 99.99")).toBe(
      "12.50 eur conflicting_totals",
    );
    expect(await readTotals("text/html", SEEN, "Your receipt: total EUR 12.50")).toBe("12.50 eur");
    expect(
      await readTotals("text/html", SEEN, "Your receipt, and EUR 5.00 off the next order"),
    ).toBe("12.50 eur");
  });
});
