// What unwrapping a mail costs: for hostile bodies and raw messages of n, 2n and 4n bytes
// (processor time, the least of three runs; twice the input should cost about twice), and for the
// corpus's mails as a ratio to the parser alone. `node scripts/corpus-mail/growth.mjs [DIRECTORY]`.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { findDocuments } from "../../src/receipts/mime/documents.ts";

const HEAD = "From: a@b.example\r\nSubject: Fwd: x\r\nMIME-Version: 1.0\r\n";
const repeated = (piece) => (chars) => piece.repeat(Math.ceil(chars / piece.length));

const TEXTS = {
  "lines like headers": repeated("From: a\nTo: b\nDate: c\n"),
  "one header again": repeated("Subject: x\n"),
  "headers that wrap": repeated("To: x\nfoo\nfoo\nfoo\nfoo\nfoo\nfoo\n"),
  "quotation marks": repeated(">"),
  "quoted lines": repeated(">>>> From: a\n"),
  separators: repeated("---------- Forwarded message ---------\n"),
  rules: repeated("________________________________\n"),
  blanks: repeated(" "),
  "who wrote": repeated("On 1 Jan 2025, a <a@b.c>\nwrote:\n"),
  addresses: (chars) =>
    `---------- Forwarded message ---------\nFrom: a <a@b.c>\nDate: x\nSubject: y\nTo: ${repeated("a@b,")(chars)}`,
  "glued headers": repeated("----- Forwarded Message ----- From: a <a@b.c>To: bSent: cSubject: d "),
  "empty lines": repeated("\n"),
};
const MARKUP = {
  "opened elements": repeated("<div>"),
  "ends without beginnings": repeated("</p></i>"),
  cells: repeated("<td>a"),
  "style sheets": repeated("<style>.a{display:none}</style>"),
  attributes: repeated("<div a=1 "),
};
const RAW = {
  "many lines": (chars) => `${HEAD}\r\n${repeated("2026-01-01,12.34\r\n")(chars)}`,
  base64: (chars) =>
    `${HEAD}Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${repeated(`${"QUJD".repeat(19)}\r\n`)(chars)}`,
  "quoted-printable": (chars) =>
    `${HEAD}Content-Transfer-Encoding: quoted-printable\r\n\r\n${repeated("=C3=A9=\r\n")(chars)}`,
};

const SIZES = [250_000, 500_000, 1_000_000];
const RUNS = 3;

async function cost(work) {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

async function growth(title, kinds, rawOf) {
  console.log(
    `\n${title.padEnd(26)} ${SIZES.map((size) => `${size / 1_000} KB`.padStart(9)).join("")}   ms for each, and the growth`,
  );
  for (const [kind, write] of Object.entries(kinds)) {
    const costs = [];
    for (const size of SIZES) {
      const raw = new Uint8Array(Buffer.from(rawOf(write(size)), "latin1"));
      costs.push(await cost(() => findDocuments(raw)));
    }
    console.log(
      `${kind.padEnd(26)} ${costs.map((ms) => ms.toFixed(1).padStart(9)).join("")}   x${(costs[1] / costs[0]).toFixed(1)} x${(costs[2] / costs[1]).toFixed(1)}`,
    );
  }
}

async function ratios(directory) {
  console.log(
    "\nmails of the corpus: processor time of unwrapping, as a ratio to the parser alone",
  );
  for (const folder of ["receipts", "forwards", "negatives", "mime_torture"]) {
    const files = readdirSync(join(directory, folder)).filter((name) => name.endsWith(".eml"));
    const mails = files.map((name) => new Uint8Array(readFileSync(join(directory, folder, name))));
    if (mails.length === 0) continue;
    const parser = await cost(async () => {
      for (const raw of mails)
        await PostalMime.parse(raw, { forceRfc822Attachments: true }).catch(() => null);
    });
    const ours = await cost(async () => {
      for (const raw of mails) await findDocuments(raw);
    });
    console.log(
      `${folder.padEnd(16)} ${String(mails.length).padStart(3)} mails, ${(ours / mails.length).toFixed(1)} ms a mail, x${(ours / parser).toFixed(1)}`,
    );
  }
}

await growth("plain text", TEXTS, (text) => `${HEAD}Content-Type: text/plain\r\n\r\n${text}`);
await growth("markup", MARKUP, (html) => `${HEAD}Content-Type: text/html\r\n\r\n${html}`);
await growth("raw", RAW, (raw) => raw);
const directory = process.argv[2];
if (directory !== undefined && existsSync(join(directory, "mails.json"))) await ratios(directory);
