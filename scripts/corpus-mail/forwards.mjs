// Forwarded mails of the corpus: each body goes through the unwrapping as the text of a mail with
// its subject, and as the same lines in HTML. Right: sender, date, subject, recipients, note and
// the beginning of what was forwarded all agree, or an answer is left alone. Attached messages have
// to come out as documents of their own.

import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { forwardsInHtml, forwardsInText } from "../../src/receipts/forwards/forwards.ts";
import { readMail } from "../../src/receipts/read-mail.ts";

/** One verdict a file: {format, file, verdict, note}. */
export async function judgeForwards(directory, mails, filter) {
  const verdicts = [];
  for (const [file, { expect }] of Object.entries(mails)) {
    if (!file.includes(filter) || expect === null || expect === undefined) continue;
    const format = programOf(file) ?? expect.kind;
    if (expect.kind === "forward") {
      const text = readFileSync(join(directory, file), "utf8");
      const subject = subjectFor(directory, file, expect);
      verdicts.push({
        format: `${format} text`,
        file,
        ...judge(forwardsInText(text, { subject, day: null }), expect),
      });
      verdicts.push({
        format: `${format} HTML`,
        file,
        ...judge(forwardsInHtml(asHtml(text), { subject, day: null }), expect),
      });
    } else if (expect.kind === "forward_as_attachment")
      verdicts.push({ format: "attached", file, ...(await judgeAttached(join(directory, file))) });
  }
  return verdicts;
}

/** The program that wrote it, where the file is named after it: "thunderbird_de_body.txt"; null elsewhere. */
function programOf(file) {
  return /^(.+?)(?:_[a-z]{2}(?:_br)?)?_(?:body|subject)/.exec(basename(file))?.[1] ?? null;
}

/** The subject that its own file holds; empty where a part of the corpus is without that file. */
function subjectFor(directory, file, { pair_with_subject_file: pair }) {
  const path = pair ? join(directory, dirname(file), pair) : null;
  return path !== null && existsSync(path) ? readFileSync(path, "utf8").trim() : "";
}

/** The lines as a program writes them into HTML: a line break each, quoted ones in block quotes. */
function asHtml(text) {
  const escape = (line) =>
    line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  let depth = 0;
  const lines = text.split(/\r?\n/).map((line) => {
    const marks = /^(?:> ?)*/.exec(line)[0];
    const to = marks.replaceAll(" ", "").length;
    const change =
      to > depth
        ? '<blockquote type="cite">'.repeat(to - depth)
        : "</blockquote>".repeat(depth - to);
    depth = to;
    return `${change}${escape(line.slice(marks.length))}`;
  });
  return `<html><body><div dir="auto">${lines.join("<br>\n")}</div></body></html>`;
}

function judge(forwards, expected) {
  if (expected.forwarded === false)
    return forwards.length === 0
      ? { verdict: "right", note: "" }
      : { verdict: "wrong", note: `an answer was unwrapped: ${JSON.stringify(forwards[0].from)}` };
  const [outermost] = forwards;
  if (outermost === undefined) return { verdict: "refused", note: "not unwrapped" };
  const differing = differences(outermost, expected);
  return { verdict: differing.length === 0 ? "right" : "wrong", note: differing.join("; ") };
}

function differences(found, expected) {
  const differing = [];
  const same = (name, got, want) => {
    if (JSON.stringify(got) !== JSON.stringify(want))
      differing.push(`${name} ${JSON.stringify(got)} for ${JSON.stringify(want)}`);
  };
  // A forward that names nobody's address, or nobody at all.
  same("from", found.from?.address || null, expected.from_address || null);
  same("name", found.from?.name || null, expected.from_name || null);
  same("subject", found.subject, expected.subject);
  same("date", found.sent?.day ?? null, expected.date ?? null);
  for (const role of ["to", "cc"])
    if (expected[role] !== undefined)
      same(role, recipients(found[role], expected[role]), expected[role]);
  if (expected.message === null) same("note", found.note, null);
  if (
    expected.message_starts !== undefined &&
    !(found.note ?? "").startsWith(expected.message_starts)
  )
    differing.push(`note ${found.note}`);
  const body = found.body.replace(/<[^>]*>/g, "").trim();
  if (!body.startsWith(expected.body_starts))
    differing.push(`body begins ${JSON.stringify(body.slice(0, 60))}`);
  return differing;
}

/** As the expectation writes them: an address, or a name and an address where it names one. */
function recipients(found, expected) {
  return found.map(({ name, address }, index) =>
    Array.isArray(expected[index]) ? [name, address] : address,
  );
}

async function judgeAttached(path) {
  const { documents } = await readMail(new Uint8Array(readFileSync(path)));
  const attached = documents.filter(({ document }) => document.carrier !== "direct");
  return attached.length > 0
    ? { verdict: "right", note: "" }
    : { verdict: "refused", note: "no message came out" };
}
