// Reads every statement of the corpus that has an expectation, without configuration, and prints
// what came of it: right, asked, wrong, refused, by format and reason, and each file not right.
// `npm run corpus [-- DIRECTORY [FILTER]]`. Right: the (date, amount) multiset, the count and the
// sum agree. Asked: one of the combinations of the choices put makes it right. Wrong: rows would
// have been posted and differ. Mails (mails.json) come first. With `--only LIST` it reads the
// statements that the file LIST names, one a line, and prints totals only, no file's name. `npm run
// corpus -- generated` reads generated banks instead: corpus-generated.mjs.

import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { combinations, subtract } from "./corpus-compare.mjs";
import { readWhole } from "./corpus-read.mjs";
import { judgeDerived } from "./corpus-derived.mjs";
import { judgeMails, mailsIn } from "./corpus-mail/judge.mjs";
import { runGenerated } from "./corpus-generated.mjs";
import { Report } from "./corpus-report.mjs";
import { runTorture } from "./corpus-torture.mjs";

const generated = process.argv[2] === "generated";
const { values: options, positionals } = parseArgs({
  args: generated ? [] : process.argv.slice(2),
  options: { only: { type: "string" } },
  allowPositionals: true,
});
const [directory = "../shared/corpus", filter = ""] = positionals;
const only =
  options.only === undefined
    ? null
    : new Set(readFileSync(options.only, "utf8").split("\n").filter(Boolean));
const verbose = filter !== "";

function isoOf(text) {
  const parts = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text);
  return parts === null ? text : `${parts[3]}-${parts[2]}-${parts[1]}`;
}

const inOrder = (a, b) => Number(a > b) - Number(a < b);
const keyOf = (date, amount) => `${date} ${amount}`;

function compare(expected, records) {
  const rows = records
    .filter((record) => record.kind === "transaction")
    .map((record) => record.row);
  const got = rows.map((row) => keyOf(row.date, row.amount)).sort(inOrder);
  const sum = rows.reduce((all, row) => all + row.amount, 0);
  const sumRight = sum === Math.round(Number(expected.sum) * 10_000);
  if (rows.length !== expected.count || !sumRight)
    return {
      right: false,
      note: `${rows.length} rows of ${expected.count}, sum ${sum / 10_000} of ${expected.sum}`,
    };
  if (!Array.isArray(expected.rows) || expected.rows.length !== expected.count)
    return { right: true, note: "count and sum only" };
  const want = expected.rows
    .map((row) => keyOf(isoOf(row.date), Math.round(Number(row.amount) * 10_000)))
    .sort(inOrder);
  const differing = want.filter((key, index) => key !== got[index]).length;
  if (differing === 0) return { right: true, note: "" };
  const missing = subtract(want, got);
  return {
    right: false,
    note: `${differing} (date, amount) differ: want ${missing.slice(0, 3).join(", ")} got ${subtract(got, want).slice(0, 3).join(", ")}`,
    contradictory: swappedOnly(missing, subtract(got, want)),
  };
}

/** Whether some expected dates are ours with day and month exchanged, while the others agree: the
 * expectation then reads one column in two orders, and no reading satisfies it. */
function swappedOnly(missing, extra) {
  const swap = (key) => key.replace(/^(\d{4})-(\d\d)-(\d\d)/, "$1-$3-$2");
  return (
    missing.length > 0 && missing.map(swap).sort(inOrder).join() === [...extra].sort(inOrder).join()
  );
}

async function judge(file, expected) {
  const bytes = readFileSync(join(directory, file));
  const first = await readWhole(file, bytes, {});
  if (first.refused !== null) return { verdict: "refused", note: first.refused };
  if (verbose) show(first);
  const plain = compare(expected, first.records);
  if (first.questions.length === 0)
    return {
      verdict: plain.right ? "right" : "wrong",
      note: plain.note,
      contradictory: plain.contradictory,
      rejected: count(first.records, "rejected"),
      proof: first.proof,
    };
  const ids = first.questions.map((question) => question.id).join(", ");
  for (const answers of combinations(first.questions)) {
    const again = await readWhole(file, bytes, answers);
    if (again.questions.length === 0 && compare(expected, again.records).right)
      return {
        verdict: "asked",
        note: `${ids}; right with ${JSON.stringify(answers)}`,
        proof: again.proof,
      };
  }
  return {
    verdict: "wrong",
    note: `asked ${ids}, but no answer is right: ${plain.note}`,
    proof: first.proof,
  };
}

function count(records, kind) {
  return records.filter((record) => record.kind === kind).length;
}

function show({ layout, questions, records, proof }) {
  console.log(
    JSON.stringify(
      { ...layout, columns: layout.columns.map((column) => `${column.label}: ${column.role}`) },
      null,
      1,
    ),
  );
  console.log(JSON.stringify(questions, null, 1), JSON.stringify(proof));
  for (const record of records.slice(0, Number(positionals[2] ?? 30))) {
    if (record.kind === "transaction")
      console.log(
        record.row.line,
        record.row.date,
        record.row.amount / 10_000,
        record.row.balance === null ? "" : record.row.balance / 10_000,
        record.row.pending ? "PENDING" : "",
        record.row.payee.slice(0, 40),
        "|",
        record.row.description.slice(0, 60),
        "|",
        JSON.stringify(record.row.facts),
      );
    else
      console.log(
        record.line,
        record.kind.toUpperCase(),
        record.reason,
        JSON.stringify(record.cells.slice(0, 8)).slice(0, 120),
      );
  }
}

async function main() {
  const list = join(directory, "statements.json");
  const mails = mailsIn(directory);
  if (mails !== null && only === null) await judgeMails(mails, filter);
  if (!existsSync(list)) {
    if (mails !== null) return;
    console.error(`No statements.json in ${directory}.`);
    process.exitCode = 1;
    return;
  }
  const all = Object.entries(JSON.parse(readFileSync(list, "utf8"))).filter(
    ([file]) => existsSync(join(directory, file)) && (only === null || only.has(file)),
  );
  const statements = all.filter(
    ([file, expected]) =>
      file.startsWith("csv/") && expected.count !== undefined && file.includes(filter),
  );
  const report = new Report();
  await judgeStatements(statements, report);
  const derived = all.filter(
    ([file, expected]) => expected.derived !== undefined && file.includes(filter),
  );
  await judgeDerived(
    derived,
    (file) => readFileSync(join(directory, file)),
    readWhole,
    report,
    only === null ? verbose : "totals",
  );
  report.print(only !== null);
  if (!verbose && only === null) await runTorture(directory, readWhole);
}

async function judgeStatements(statements, report) {
  const totals = new Map();
  for (const [file, expected] of statements) {
    if (!statSync(join(directory, file)).isFile()) continue;
    const started = performance.now();
    const judged = await judge(file, expected);
    const { verdict, note, contradictory, rejected, proof } = judged;
    report.add(`csv ${expected.trust}`, file.slice(4), judged);
    const grade = totals.get(expected.trust) ?? {
      right: 0,
      asked: 0,
      wrong: 0,
      refused: 0,
      disputed: 0,
      files: 0,
    };
    grade[verdict] += 1;
    grade.files += 1;
    if (contradictory) grade.disputed += 1;
    totals.set(expected.trust, grade);
    const proven =
      proof === null || proof === undefined || proof.kind === "none"
        ? ""
        : `${proof.rows_proven}/${proof.rows_checked}`;
    if (only !== null) continue;
    console.log(
      `${verdict.padEnd(8)} ${expected.trust.padEnd(2)} ${proven.padStart(11)} ${String(Math.round(performance.now() - started)).padStart(5)} ms  ${file.slice(4, 90)}  ${rejected ? `(${rejected} rejected) ` : ""}${contradictory ? "[the expectation reads its dates in two orders] " : ""}${note}`,
    );
  }
  console.log("");
  for (const [trust, grade] of [...totals].sort(([a], [b]) => inOrder(a, b))) {
    console.log(
      `${trust.padEnd(3)} ${grade.files} files: ${grade.right} right, ${grade.asked} asked, ${grade.wrong} wrong (${grade.disputed} of them by an expectation that contradicts itself), ${grade.refused} refused`,
    );
  }
}

await (generated ? runGenerated(process.argv.slice(3)) : main());
