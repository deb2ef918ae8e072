// Receipts and notices given as rows of a label and a value, made into mails: each as a table, as lines of text, and
// with every label over its value, as narrow screens show it.

import * as z from "zod";

export const rowsSchema = z.strictObject({
  lang: z.string(),
  sender: z.string(),
  subject: z.string(),
  intro: z.string(),
  /** Label and value; an empty value makes the label a heading. */
  rows: z.array(z.tuple([z.string(), z.string()])),
  outro: z.string(),
  /** Money that moved, that is still to be paid, or none. */
  kind: z.enum(["moved", "due", "none"]),
  total: z.string().optional(),
  currency: z.string().optional(),
  dir: z.enum(["in", "out"]).optional(),
});
export type Rows = z.infer<typeof rowsSchema>;

export const LAYOUTS = ["table", "text", "stacked"] as const;
export type Layout = (typeof LAYOUTS)[number];

/** The raw mail of 25 November 2026, from an address in the country of the language. */
export function makeMail(given: Rows, layout: Layout): Uint8Array {
  const body = makeBody(given, layout).replaceAll(/\r?\n/g, "\r\n");
  const domain = /-(\p{Lu}{2})/u.exec(given.lang)?.[1]?.toLowerCase() ?? "com";
  const lines = [
    `From: ${encodeWord(given.sender)} <info@${nameHost(given.sender)}.${DOMAINS[domain] ?? domain}>`,
    "To: ada@mail.example",
    `Subject: ${encodeWord(given.subject)}`,
    "Date: Wed, 25 Nov 2026 10:00:00 +0100",
    `Content-Type: text/${layout === "text" ? "plain" : "html"}; charset=utf-8`,
    "Content-Transfer-Encoding: base64",
    "",
    ...(Buffer.from(body)
      .toString("base64")
      .match(/.{1,76}/g) ?? []),
  ];
  return new TextEncoder().encode(lines.join("\r\n"));
}

/** A text and its sender: "Corner Shop <info@corner.example>". */
export interface TextMail {
  readonly from: string;
  readonly subject: string;
  readonly text: string;
}

/** The raw mail of 24 November 2026. */
export function makeTextMail({ from, subject, text }: TextMail): Uint8Array {
  const [, name = "", address = ""] = /^(.*?)\s*<(.*)>$/u.exec(from) ?? [];
  const body = Buffer.from(text.replaceAll("\n", "\r\n")).toString("base64");
  const lines = [
    `From: ${encodeWord(name.replaceAll('"', ""))} <${address}>`,
    "To: ada@mail.example",
    `Subject: ${encodeWord(subject)}`,
    "Date: Tue, 24 Nov 2026 10:00:00 +0100",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    ...(body.match(/.{1,76}/g) ?? []),
  ];
  return new TextEncoder().encode(lines.join("\r\n"));
}

const DOMAINS: Readonly<Record<string, string>> = { gb: "co.uk", us: "com" };

function makeBody({ intro, rows, outro }: Rows, layout: Layout): string {
  if (layout === "text") {
    const lines = rows.map(([label, value]) =>
      value === "" ? label : `${label}${/[:：]$/u.test(label) ? "" : ":"} ${value}`,
    );
    return [intro, lines.join("\n"), outro].join("\n\n");
  }
  const [top, end] = [intro, outro].map((text) =>
    text.split("\n").map((line) => `<p>${escapeText(line)}</p>`),
  );
  const middle = rows.map(([label, value]) => toHtml(layout, escapeText(label), escapeText(value)));
  const all = layout === "table" ? ["<table>", ...middle, "</table>"] : middle;
  return ["<html><body>", ...(top ?? []), ...all, ...(end ?? []), "</body></html>"].join("");
}

function toHtml(layout: Layout, label: string, value: string): string {
  if (layout === "stacked")
    return value === "" ? `<h3>${label}</h3>` : `<div>${label}</div><div><b>${value}</b></div>`;
  return value === ""
    ? `<tr><td colspan="2"><b>${label}</b></td></tr>`
    : `<tr><td>${label}</td><td align="right">${value}</td></tr>`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** A header value as an encoded word. */
export function encodeWord(text: string): string {
  return `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
}

function nameHost(sender: string): string {
  const plain = sender
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  return `${plain.replaceAll(/^-|-$/g, "") || "shop"}-shop`;
}
