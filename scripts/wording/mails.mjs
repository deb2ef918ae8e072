// The messages of the tests whose truth was written with them, as examples of how messages are worded: remembered
// mails, kinds of mails, rows, and sentences and alerts of banks.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { bodyOf } from "../../src/receipts/mail.ts";
import { findDocuments } from "../../src/receipts/mime/documents.ts";
import { findChoices } from "../../src/receipts/wording/choices.ts";
import { findPhrases } from "../../src/receipts/wording/phrases-of-mail.ts";
import { REPORTS } from "../../src/receipts/wording/wording.ts";

const FIXTURES = new URL("../../test/fixtures/", import.meta.url);
const FOLDERS = [
  "remembered-mails",
  "kinds-of-mails",
  "rows",
  "bank-sentences",
  "alerts",
  "no-movement",
];
/** What is counted of an example, and how. */
const COUNTED = [
  "../../src/receipts/wording/phrases-of-mail.ts",
  "../../src/receipts/wording/choices.ts",
  "../../src/receipts/wording/weights.ts",
  "../../src/receipts/wording/wording.ts",
  "./mails.mjs",
  "./regression.mjs",
];

/** A hash of all that the learned weights depend on. */
export function digestMails() {
  const hash = createHash("sha256");
  for (const path of COUNTED) hash.update(readFileSync(new URL(path, import.meta.url)));
  for (const folder of FOLDERS)
    for (const file of list(folder)) hash.update(file).update(readFileSync(pathOf(folder, file)));
  return hash.digest("hex").slice(0, 16);
}

/**
 * Each example with the set it belongs to, the keys of its phrases and how much it is an example of each report, half
 * and half with movements in two directions; and the choices of its amounts, of which the one at `right` moved: -1
 * where none or several did.
 */
export async function readMails() {
  return [
    ...(await readRemembered()),
    ...readKinds(),
    ...readRows(),
    ...readSentences(),
    ...readAlerts(),
  ];
}

async function readRemembered() {
  const read = [];
  for (const file of list("remembered-mails")) {
    if (!file.endsWith(".eml")) continue;
    const expected = pathOf("remembered-mails", file.replace(/\.eml$/u, ".expected.json"));
    const { receipts } = JSON.parse(readFileSync(expected, "utf8"));
    const raw = readFileSync(pathOf("remembered-mails", file), "utf8").replaceAll("\n", "\r\n");
    const { documents } = await findDocuments(new TextEncoder().encode(raw));
    const [document] = documents;
    if (document === undefined || documents.length > 1) continue;
    const set = file.slice(0, file.indexOf("-"));
    read.push(toExample(set, document.subject, bodyOf(document), receipts));
  }
  return read;
}

function readKinds() {
  return readAll("kinds-of-mails", (set, { subject, text, moved }) =>
    toExample(set, subject, text, moved === null ? [] : [{ ...moved, total: moved.amount }]),
  );
}

function readRows() {
  return readAll("rows", (set, { subject, intro, rows, outro, kind, dir, total }) => {
    const lines = rows.map(([label, value]) => (value === "" ? label : `${label}: ${value}`));
    const text = [intro, ...lines, outro].join("\n");
    const movement = { direction: dir, total, due: kind === "due" };
    return toExample(set, subject, text, kind === "none" ? [] : [movement]);
  });
}

function readSentences() {
  return readAll("bank-sentences", (set, { subject, greeting, sentence, closing, dir }) =>
    toExample(
      set,
      subject,
      [greeting, sentence, closing].join("\n"),
      dir === "none" ? [] : [{ direction: dir }],
    ),
  );
}

function readAlerts() {
  const moved = readAll("alerts", (set, { subject, text, facts }) => {
    const direction = facts.incoming === true ? "in" : "out";
    return toExample(set, subject, [text].flat().join("\n"), [{ direction, total: facts.total }]);
  });
  const others = readAll("no-movement", (set, { subject, text }) =>
    toExample(set, subject, [text].flat().join("\n"), []),
  );
  return [...moved, ...others];
}

function readAll(folder, toOne) {
  return list(folder).flatMap((file) =>
    JSON.parse(readFileSync(pathOf(folder, file), "utf8")).map((one) => toOne(file, one)),
  );
}

/** `movements` have a direction, a total where it is known, and whether it is still `due`. */
function toExample(set, subject = "", text, movements) {
  const phrases = findPhrases(subject, text).map(({ key }) => key);
  const reported = new Set(
    movements.map(({ direction, due }) => (due === true ? "due" : direction)),
  );
  const reports = reported.size === 0 ? ["none"] : [...reported];
  const shares = REPORTS.map((one) => (reports.includes(one) ? 1 / reports.length : 0));
  const choices = findChoices(subject, text);
  const [only, ...more] = movements;
  const right =
    more.length > 0
      ? -1
      : choices.findIndex(({ amount }) => Number(amount.value) === Number(only?.total));
  return { set, phrases, shares, choices, right };
}

function list(folder) {
  return readdirSync(new URL(`${folder}/`, FIXTURES)).toSorted();
}

function pathOf(folder, file) {
  return new URL(`${folder}/${file}`, FIXTURES);
}
