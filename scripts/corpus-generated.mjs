// Generated banks through the reader: right, asked, partly, wrong and refused, the share of payees
// that a person recognises, by language and feature. `npm run corpus -- generated [--seed N]
// [--count N] [--language xx] [--show SEED] [--aside] [--payees] [--json FILE]`. The seeds set
// aside (900000 to 900499) print totals only. READER_ROOT names another working copy to measure.

import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readWhole, shownPayee } from "./corpus-read.mjs";
import { ASIDE, makeBank, touchesAside } from "./generated-banks/bank.mjs";
import { judgeBank } from "./generated-banks/judge.mjs";
import { printFaults, printGroups, printPayees, printTotals } from "./generated-banks/report.mjs";

async function judge(seed, code) {
  const bank = makeBank(seed, code);
  const read = (answers) => readWhole("export.csv", bank.bytes, answers);
  const judged = await judgeBank(bank, read, shownPayee);
  const { open, askable } = bank.truth;
  const language = `${bank.plan.language.code} ${bank.plan.language.name}`;
  return { seed, language, features: bank.features, open, askable, ...judged };
}

async function show(seed, code) {
  const bank = makeBank(seed, code);
  const { columns, encoding, pattern, money } = bank.plan;
  console.log(bank.text);
  console.log(
    JSON.stringify({
      encoding,
      pattern,
      money,
      columns,
      open: bank.truth.open,
      askable: bank.truth.askable,
    }),
  );
  for (const { date, amount, names } of bank.truth.booked)
    console.log("truth", date, amount / 10_000, names[0]);
  const read = await readWhole("export.csv", bank.bytes, {});
  console.log(read.refused ?? JSON.stringify({ ...read.layout, cells: undefined }, null, 1));
  console.log(JSON.stringify(read.questions, null, 1));
  for (const record of read.records.slice(0, 40)) {
    if (record.kind === "transaction") {
      const { date, amount, notes, pending } = record.row;
      const payee = shownPayee(record.row);
      console.log("row", date, amount / 10_000, pending ? "PENDING" : "", payee, "|", notes);
    } else console.log(record.kind, record.reason, JSON.stringify(record.cells).slice(0, 120));
  }
  const { verdict, kind, note } = await judge(seed, code);
  console.log(verdict, kind, note);
}

/** Runs the generator with the arguments after "generated". */
export async function runGenerated(args) {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: "string", default: "1" },
      count: { type: "string", default: "1000" },
      language: { type: "string" },
      show: { type: "string" },
      write: { type: "string" },
      aside: { type: "boolean", default: false },
      payees: { type: "boolean", default: false },
      json: { type: "string" },
    },
  });
  const first = values.aside ? ASIDE.first : Number(values.seed);
  const count = values.aside ? ASIDE.count : Number(values.count);
  const { language } = values;
  if (values.show !== undefined) {
    if (touchesAside(Number(values.show), 1)) throw new Error("This seed is set aside.");
    if (values.write !== undefined)
      writeFileSync(values.write, makeBank(Number(values.show), language).bytes);
    await show(Number(values.show), language);
    return;
  }
  const entries = [];
  for (let seed = first; seed < first + count; seed += 1) entries.push(await judge(seed, language));
  printTotals(entries);
  if (touchesAside(first, count)) return;
  printGroups(entries);
  printFaults(entries);
  if (values.payees) printPayees(entries, count);
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(entries));
}
