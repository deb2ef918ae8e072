// Every CSV of the corpus that is read right, printed in other ways: what comes of each mutation.
// `node scripts/corpus-mutate.mjs DIRECTORY [FILTER] [MUTATION]`; with a filter each verdict but "right" is printed.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readWhole } from "./corpus-read.mjs";
import { textBlocks } from "../src/statements/csv/shape/text.ts";
import { tokenizer } from "../src/statements/csv/shape/tokenize.ts";
import { sourceOf } from "./corpus-read.mjs";
import { encode, ENCODINGS } from "../test/statements/csv/encodings.ts";
import { MUTATIONS, printed, truthsOf } from "../test/statements/csv/mutations.ts";
import { judge, saying, sheetOf, VERDICTS } from "../test/statements/csv/verdict.ts";

const [directory = "../shared/corpus", filter = "", wanted = ""] = process.argv.slice(2);
const ROWS_MAX = 400;
const table = new Map();
const wrongs = [];

function note(kind, name, file, { verdict, note: why }) {
  for (const key of [kind, `  ${kind}: ${name}`]) {
    const counts = table.get(key) ?? {};
    counts[verdict] = (counts[verdict] ?? 0) + 1;
    table.set(key, counts);
  }
  if (verdict === "wrong" || (verdict !== "right" && filter !== ""))
    wrongs.push(`${verdict} ${kind}: ${name}  ${file}  ${why}`);
}

async function reader(text) {
  const bytes = text instanceof Uint8Array ? text : new TextEncoder().encode(text);
  return async (answers) => {
    const read = await readWhole("x.csv", bytes, answers);
    return { ...read, plan: read.plan?.csv, columns: read.layout?.columns };
  };
}

async function gridOf(bytes, plan) {
  const tokens = tokenizer(plan.dialect, 0);
  const grid = [];
  const take = ({ rows, lines }) =>
    rows.forEach((cells, index) =>
      cells.join("").trim() === "" ? null : grid.push({ cells, line: lines[index] }),
    );
  for await (const text of textBlocks(sourceOf("x", bytes), plan.encoding)) take(tokens.push(text));
  take(tokens.end());
  return grid.filter(({ cells }) => !/^"?sep=.?"?$/i.test(cells[0] ?? "") || cells.length > 2);
}

const sums = (expected) =>
  (Array.isArray(expected.rows)
    ? expected.rows.map((row) => Math.round(Number(row.amount) * 10_000))
    : []
  )
    .sort((a, b) => a - b)
    .join();

async function main() {
  const list = Object.entries(JSON.parse(readFileSync(join(directory, "statements.json"), "utf8")));
  for (const [file, expected] of list) {
    if (
      !file.startsWith("csv/") ||
      expected.count === undefined ||
      !file.includes(filter) ||
      !existsSync(join(directory, file))
    )
      continue;
    const bytes = new Uint8Array(readFileSync(join(directory, file)));
    let read = await (await reader(bytes))({});
    if (read.refused !== null || read.questions.length > 0) continue;
    const said = saying(read.records);
    if (
      said.length !== expected.count ||
      said
        .map((key) => Number(key.slice(11)))
        .sort((a, b) => a - b)
        .join() !== sums(expected)
    )
      continue;
    const whole = sheetOf(read, await gridOf(bytes, read.plan), {});
    const sheet = { ...whole, rows: whole.rows.slice(0, ROWS_MAX) };
    for (const mutation of MUTATIONS) {
      if (!`${mutation.kind}: ${mutation.name}`.includes(wanted)) continue;
      const mutated = mutation.apply(sheet);
      if (mutated === null) continue;
      note(
        mutation.kind,
        mutation.name,
        file,
        await judge(truthsOf(mutated), await reader(printed(mutated))),
      );
    }
    for (const encoding of ENCODINGS) {
      if (!`encoding: ${encoding}`.includes(wanted)) continue;
      const encoded = encode(printed(sheet), encoding);
      if (encoded !== null)
        note("encoding", encoding, file, await judge(truthsOf(sheet), await reader(encoded)));
    }
  }
  for (const line of wrongs) console.log(line.slice(0, 330));
  console.log(["mutation".padEnd(44), ...VERDICTS.map((verdict) => verdict.padStart(8))].join(""));
  for (const [key, counts] of table)
    if (filter !== "" || wanted !== "" || !key.startsWith("  ") || (counts.wrong ?? 0) > 0)
      console.log(
        [
          key.padEnd(44),
          ...VERDICTS.map((verdict) => String(counts[verdict] ?? 0).padStart(8)),
        ].join(""),
      );
}

await main();
