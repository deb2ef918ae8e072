import { mails as HOSTILE_MAILS } from "../../test/importer/inbox/abuse.ts";
import { median } from "./compare.mjs";
import { HeapWatch } from "./heap.mjs";
import { largest, MAILS } from "./mails.mjs";
import { call, timed } from "./service.mjs";

const LARGEST_BYTES = 25 * 1024 * 1024;

/** Mails of each kind beside their parser alone, and mails made to hurt with the memory they take. */
export async function mails(context) {
  context.report.heading("A mail by kind, beside postal-mime alone (median of 7 times 20)");
  for (const [kind, text] of Object.entries(MAILS)) await timeMail(context, kind, text, 20);
  context.report.heading("The largest mail, beside postal-mime alone (median of 7)");
  await timeMail(context, "25 MiB", largest(LARGEST_BYTES), 1);
  await readHostile(context);
}

async function timeMail({ base, report }, kind, text, each) {
  await hold(base, text);
  const time = { alone: [], reading: [], another: [], whole: [] };
  for (let round = 0; round < 8; round += 1) {
    time.alone.push((await read(base, "postal-mime", each)) / each);
    time.reading.push((await read(base, "reading", each)) / each);
    time.another.push((await read(base, "another", each)) / each);
    time.whole.push((await read(base, "whole", each)) / each);
  }
  const [alone, reading, another, whole] = [time.alone, time.reading, time.another, time.whole].map(
    (all) => all.slice(1),
  );
  const rival = `${kind}, postal-mime alone`;
  const besideAlone = report.keep(rival, alone, "ms");
  const besideReading = report.keep(`${kind}, without who vouches`, reading, "ms", rival);
  report.keep(`${kind}, another text each time`, another, "ms", rival);
  report.line(
    kind,
    whole,
    `${(median(reading) / median(alone)).toFixed(1)} times postal-mime (${median(alone).toFixed(2)} ms${besideAlone})${besideReading}, ${(median(whole) / median(alone)).toFixed(1)} with who vouches, ${(median(another) / median(alone)).toFixed(1)} with another text each time`,
    { rival },
  );
}

async function readHostile({ base, report, inspectorPort }) {
  report.heading(
    "Mails made to hurt, read whole (target: within 1,000 ms, less than 64 MB more memory)",
  );
  const kinds = { ...HOSTILE_MAILS, "25 MiB": () => largest(LARGEST_BYTES) };
  for (const [kind, make] of Object.entries(kinds)) {
    await hold(base, make());
    const heap = await HeapWatch.start(inspectorPort);
    const before = await heap.now();
    const ms = await read(base, "whole", 1);
    const { peak } = await heap.stop();
    const more = (peak - before) / 1e6;
    const compared = report.keep(`made to hurt: ${kind}, memory`, more, "MB");
    report.line(kind.slice(0, 40), ms, `${more.toFixed(0)} MB more${compared}`, {
      name: `made to hurt: ${kind}`,
    });
  }
}

function hold(base, text) {
  return call(base, "/bench/hold", { method: "POST", body: Buffer.from(text, "latin1") });
}

function read(base, by, rounds) {
  return timed(() => call(base, `/bench/mail?by=${by}&rounds=${rounds}`));
}
