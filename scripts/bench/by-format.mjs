import { median } from "./compare.mjs";
import { statements } from "./formats.mjs";
import { call, expectRows, timed } from "./service.mjs";

const ROWS = 10_000;

/**
 * Bytes to ready request bodies of the same bookings in each format, beside the format's tokenizer
 * alone. Both hold one request's way there and back, which is shown: beside a tokenizer of a few
 * milliseconds it counts.
 */
export async function formats({ base, report, formats: named }) {
  const idle = [];
  for (let round = 0; round < 15; round += 1)
    idle.push(await timed(() => call(base, "/bench/idle")));
  report.heading(
    `Bytes to ready requests by format, ${ROWS} rows (median of 7; a request without work takes ${median(idle).toFixed(1)} ms)`,
  );
  for await (const { format, bytes } of statements(ROWS)) {
    if (named.length > 0 && !named.includes(format)) continue;
    await call(base, "/bench/hold", { method: "POST", body: bytes });
    const megabytes = (bytes.length / 1e6).toFixed(1);
    printFormat(report, format, megabytes, await timeFormat(base, format));
  }
}

/** The rounds after the first of: the tokenizer alone, the stage without and with the hash. */
async function timeFormat(base, format) {
  const time = { alone: [], plain: [], hashed: [] };
  for (let round = 0; round < 8; round += 1) {
    time.alone.push(await timed(() => call(base, `/bench/tokenize?format=${format}`)));
    time.plain.push(await timed(() => expectRows(call(base, "/bench/stage?hash=false"), ROWS)));
    time.hashed.push(await timed(() => expectRows(call(base, "/bench/stage?hash=true"), ROWS)));
  }
  return {
    alone: time.alone.slice(1),
    plain: time.plain.slice(1),
    hashed: time.hashed.slice(1),
    beyond: time.plain.slice(1).map((ms, round) => ms - time.alone[round + 1]),
  };
}

function printFormat(report, format, megabytes, { alone, plain, hashed, beyond }) {
  const rival = `${format}, its tokenizer alone`;
  const perRow = (ms) => (1000 * ms) / ROWS;
  const times = (all) =>
    `${(median(all) / median(alone)).toFixed(1)} times, ${perRow(median(all)).toFixed(0)} µs a row`;
  report.line(`${format}, ${megabytes} MB, its tokenizer alone`, alone, "", { name: rival });
  report.line("  without the hash", plain, times(plain), {
    name: `${format}, without the hash`,
    rival,
  });
  report.line("  with SHA-256", hashed, times(hashed), { name: `${format}, with SHA-256`, rival });
  report.figure("  a row, beyond the tokenizer", beyond.map(perRow), "µs", "without the hash", {
    name: `${format}, a row beyond its tokenizer`,
    rival,
  });
}

/** Whether time grows as the rows do: each format at one, two and four times as many, in turns. */
export async function linear({ base, report }) {
  const sizes = [5_000, 10_000, 20_000];
  report.heading("Twice the rows, how many times the time (best of 5; 2.0 is linear)");
  const found = new Map();
  for (const rows of sizes) {
    for await (const { format, bytes } of statements(rows)) {
      await call(base, "/bench/hold", { method: "POST", body: bytes });
      const time = [];
      for (let round = 0; round < 6; round += 1)
        time.push(await timed(() => expectRows(call(base, "/bench/stage?hash=true"), rows)));
      // The best: what else the machine does only ever adds.
      found.set(format, [...(found.get(format) ?? []), Math.min(...time.slice(1))]);
    }
  }
  for (const [format, [one, two, four]] of found) {
    report.line(
      format,
      four,
      `${sizes.join(", ")} rows: ${[one, two, four].map((ms) => ms.toFixed(0)).join(", ")} ms; ${ratioOf(two, one)} and ${ratioOf(four, two)} times`,
    );
  }
}

function ratioOf(ms, before) {
  return (ms / before).toFixed(2);
}
