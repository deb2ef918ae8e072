// Megabytes of text that would cost a careless search the square of its length, read whole. If the
// work grew so, each test would run for minutes and fail by its time limit.

import { expect, test } from "vitest";
import { findDocuments } from "../../../src/receipts/mime/documents.ts";
import { mail, part, multipart } from "./write-mail.ts";

const CHARS = 1_000_000;
const filled = (piece: string): string => piece.repeat(Math.ceil(CHARS / piece.length));

test.each([
  ["lines like headers", filled("From: a\nTo: b\nDate: c\n")],
  ["one header again and again", filled("Subject: x\n")],
  ["headers that wrap", filled("To: x\nfoo\nfoo\nfoo\nfoo\nfoo\nfoo\nfoo\nfoo\nfoo\n")],
  ["quotation marks", filled(">")],
  ["quotation marks with blanks", filled("> ")],
  ["quoted lines", filled(">>>> From: a\n")],
  ["separators", filled("---------- Forwarded message ---------\n")],
  ["rules", filled("________________________________\n")],
  ["blanks", filled(" ")],
  ["tabs and blanks", filled("\t ")],
  ["lines that say who wrote", filled("On 1 Jan 2025, a <a@b.c>\nwrote:\n")],
  [
    "addresses",
    `---------- Forwarded message ---------\nFrom: a <a@b.c>\nDate: x\nSubject: y\nTo: ${filled("a@b,")}`,
  ],
  ["dashes", filled("-")],
  ["glued headers", filled("----- Forwarded Message ----- From: a <a@b.c>To: bSent: cSubject: d ")],
  ["a label without an end", filled("From")],
  ["empty lines", filled("\n")],
])("hostile text is read in time proportional to its length: %s", async (_name, text) => {
  const { type, body } = multipart("alternative", [
    part("text/plain", text),
    part("text/html", `<pre>${text.replaceAll("<", "&lt;")}</pre>`),
  ]);

  const { documents } = await findDocuments(
    mail(["From: a@b.example", "Subject: Fwd: x", `Content-Type: ${type}`], body),
  );

  expect(documents).toHaveLength(1);
});

test.each([
  ["opened elements", filled("<div>")],
  ["opened and never closed", filled("<b><i>") + filled("</p>")],
  ["cells", filled("<td>a")],
  ["quotes", filled("<blockquote>")],
  ["style sheets", filled("<style>.a{display:none}</style>")],
  ["entities", filled("&amp;")],
])("hostile markup of %s is read in time proportional to its length", async (_name, html) => {
  const { documents } = await findDocuments(
    mail(
      ["From: a@b.example", "Subject: Fwd: x", "Content-Type: text/html"],
      `${html}From: a&lt;a@b.c&gt;<br>Date: 1 Jan 2025<br>Subject: y<br>To: z<br>`,
    ),
  );

  expect(documents).toHaveLength(1);
});
