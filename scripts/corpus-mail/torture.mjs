// Odd and broken messages: each is survived within a second and 50 MB. Where another parser's tree
// is given, subject, sender, day and bodies are compared with it; its number of attachments is
// reported, since what counts as one is a choice.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readMail } from "../../src/receipts/read-mail.ts";

const MS_MAX = 1_000;
const BYTES_MAX = 50 * 1024 * 1024;

export async function judgeTorture(directory, mails, filter) {
  const verdicts = [];
  for (const [file, { expect }] of Object.entries(mails)) {
    if (!file.startsWith("mime_torture/") || !file.includes(filter)) continue;
    const raw = new Uint8Array(readFileSync(join(directory, file)));
    const outcome = await survived(raw);
    verdicts.push({ format: "survived", file, ...outcome.verdict });
    const tree = expect?.expected_file;
    if (
      tree === undefined ||
      outcome.reading === null ||
      !existsSync(join(directory, "mime_torture/stalwart", tree))
    )
      continue;
    const { parts, ...lists } = JSON.parse(
      readFileSync(join(directory, "mime_torture/stalwart", tree), "utf8"),
    );
    for (const [aspect, note] of compare(outcome.reading, parts, lists))
      verdicts.push({ format: aspect, file, verdict: note === "" ? "right" : "wrong", note });
  }
  return verdicts;
}

async function survived(raw) {
  const before = process.memoryUsage();
  const started = performance.now();
  try {
    const reading = await readMail(raw);
    const took = performance.now() - started;
    const after = process.memoryUsage();
    const grown = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
    const within = took < MS_MAX && grown < BYTES_MAX;
    return {
      reading,
      verdict: {
        verdict: within ? "right" : "wrong",
        note: within ? "" : `${took.toFixed(0)} ms, ${(grown / 1e6).toFixed(1)} MB`,
      },
    };
  } catch (error) {
    return { reading: null, verdict: { verdict: "wrong", note: `threw ${String(error)}` } };
  }
}

const squeezed = (text) => text.replace(/[^\p{L}\p{N}]+/gu, "").slice(0, 40);

function compare({ message }, parts, lists) {
  const value = (name, kind) =>
    parts[0].headers.find((header) => header.name === name)?.value?.[kind];
  const aspects = [];
  const subject = value("subject", "Text");
  if (subject !== undefined)
    aspects.push([
      "subject",
      squeezed(message.subject) === squeezed(subject) ? "" : `${message.subject} for ${subject}`,
    ]);
  const [from] = value("from", "Address")?.List ?? [];
  if (from?.address)
    aspects.push([
      "sender",
      message.from[0]?.address === from.address.toLowerCase()
        ? ""
        : `${JSON.stringify(message.from)} for ${from.address}`,
    ]);
  const date = value("date", "DateTime");
  if (date !== undefined)
    aspects.push([
      "instant",
      instantOf(date) === message.date ? "" : `${message.date} for ${JSON.stringify(date)}`,
    ]);
  const bodies = [...new Set([...lists.text_body, ...lists.html_body])]
    .map((index) => parts[index].body)
    .map((body) => body.Text ?? body.Html)
    .filter((text) => text !== undefined && squeezed(text) !== "");
  const ours = squeezedAll([
    message.text ?? "",
    message.html ?? "",
    ...message.attachments.map(({ bytes }) => new TextDecoder().decode(bytes)),
  ]);
  if (bodies.length > 0) {
    const missing = bodies.filter((text) => !ours.includes(squeezed(text)));
    aspects.push([
      "bodies",
      missing.length === 0
        ? ""
        : missing.map((text) => JSON.stringify(text.slice(0, 60))).join(", "),
    ]);
  }
  const count = message.attachments.length + message.attached.length;
  const expected = lists.attachments.length;
  aspects.push(["attachments", count === expected ? "" : `${count} for ${expected}`]);
  return aspects;
}

function squeezedAll(texts) {
  return texts.map((text) => text.replace(/[^\p{L}\p{N}]+/gu, "")).join("\n");
}

function instantOf({
  year,
  month,
  day,
  hour,
  minute,
  second,
  tz_before_gmt: west,
  tz_hour: hours,
  tz_minute: minutes,
}) {
  const offset = (hours * 60 + minutes) * (west ? -1 : 1);
  return Date.UTC(year, month - 1, day, hour, minute - offset, second);
}
