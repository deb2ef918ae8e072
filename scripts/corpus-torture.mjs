// The torture part of the corpus, where it is present: amounts and dates as texts, one file in many
// encodings, CSV corner cases, and broken statements whose outcome is printed beside what is expected.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readAmount } from "../src/statements/csv/amounts/amount.ts";
import { DATE_ORDERS, dateParts, dayIn, readDate } from "../src/statements/csv/dates/dates.ts";
import { detectEncoding } from "../src/statements/csv/shape/encoding.ts";
import { textBlocks } from "../src/statements/csv/shape/text.ts";
import { tokenizer } from "../src/statements/csv/shape/tokenize.ts";
import { sourceOf } from "./corpus-read.mjs";

const json = (path) => JSON.parse(readFileSync(path, "utf8"));

export async function runTorture(directory, readWhole) {
  const root = join(directory, "torture");
  if (!existsSync(root)) return;
  console.log("");
  amounts(join(root, "generated/amounts.json"));
  dates(join(root, "generated/dates.json"));
  await encodings(join(root, "unicode"));
  spectrum(join(root, "csv-spectrum"));
  comparison(join(root, "java-csv-comparison/tests"));
  await broken(join(root, "generated"), readWhole);
}

function report(what, total, misses) {
  console.log(
    `torture ${what}: ${total - misses.length} of ${total} agree${misses.length === 0 ? "" : `; not: ${misses.join("; ")}`}`,
  );
}

function amounts(path) {
  if (!existsSync(path)) return;
  const cases = json(path);
  report(
    "amounts",
    cases.length,
    cases.flatMap(({ text, decimal, minor }) => {
      const value = readAmount(text, decimal, 2);
      return (typeof value === "number" ? value : null) === minor
        ? []
        : [`${JSON.stringify(text)} is ${value}, expected ${minor}`];
    }),
  );
}

function dates(path) {
  if (!existsSync(path)) return;
  const cases = json(path);
  report(
    "dates",
    cases.length,
    cases.flatMap(({ text, order, iso }) => {
      const day =
        order === null
          ? onlyDay(text)
          : readDate(text, DATE_ORDERS.includes(order) ? order : "ymd");
      return day === iso ? [] : [`${JSON.stringify(text)} is ${day}, expected ${iso}`];
    }),
  );
}

function onlyDay(text) {
  const parts = dateParts(text);
  const days = new Set(
    parts === null
      ? []
      : DATE_ORDERS.map((order) => dayIn(parts, order)).filter((day) => day !== null),
  );
  return days.size === 1 ? [...days][0] : null;
}

async function textOf(name, bytes) {
  const source = sourceOf(name, bytes);
  const encoding = await detectEncoding(source);
  let text = "";
  for await (const block of textBlocks(source, encoding)) text += block;
  return { text, encoding: encoding.name };
}

async function encodings(directory) {
  const path = join(directory, "enc-EXPECT.json");
  if (!existsSync(path)) return;
  const expected = Object.entries(json(path));
  const misses = [];
  for (const [file, want] of expected) {
    const { text, encoding } = await textOf(file, readFileSync(join(directory, file)));
    if (text !== want)
      misses.push(`${file} read as ${encoding}: ${JSON.stringify(text.slice(0, 60))}`);
  }
  report("encodings", expected.length, misses);
}

function rowsOf(text) {
  const tokens = tokenizer(
    {
      delimiter: ",",
      newline: text.includes("\n") || !text.includes("\r") ? "\n" : "\r",
      wrapped: false,
    },
    0,
  );
  return [...tokens.push(text).rows, ...tokens.end().rows];
}

function spectrum(directory) {
  if (!existsSync(directory)) return;
  const files = readdirSync(join(directory, "csvs"));
  report(
    "csv-spectrum",
    files.length,
    files.filter((file) => {
      const [header, ...rows] = rowsOf(readFileSync(join(directory, "csvs", file), "utf8")).filter(
        (row) => row.length > 1,
      );
      const objects = rows.map((row) =>
        Object.fromEntries(header.map((key, index) => [key, row[index]])),
      );
      const unfold = (value) => JSON.stringify(value).replaceAll("\\r\\n", "\\n");
      return (
        unfold(objects) !== unfold(json(join(directory, "json", file.replace(".csv", ".json"))))
      );
    }),
  );
}

/** The checks are YAML of one shape: an input line and lists of cells, in single or double quotes. */
function comparison(directory) {
  if (!existsSync(directory)) return;
  let total = 0;
  const misses = [];
  const signs = (text, end) =>
    text
      .replaceAll("␍", "\r")
      .replaceAll("␊", "\n")
      .replaceAll("␤", "\r\n")
      .replaceAll("⏎", end)
      .replaceAll("␠", " ");
  for (const file of readdirSync(directory).filter(
    (name) => !/comments-(read|skip)|skip-empty/.test(name),
  )) {
    for (const check of readFileSync(join(directory, file), "utf8")
      .split(/^ {2}- id: /m)
      .slice(1)) {
      const [id] = check.split("\n");
      const unquote = (text) =>
        text.startsWith('"') ? JSON.parse(text) : text.slice(1, -1).replaceAll("''", "'");
      const input = /^ {4}input: (.*)$/m.exec(check)?.[1] ?? "''";
      for (const end of ["\n", "\r\n", "\r"]) {
        if (end !== "\n" && !input.includes("⏎")) continue;
        total += 1;
        const rows = rowsOf(signs(unquote(input), end));
        const want = [...check.matchAll(/^ +- \[ ?(.*?) ?\]$/gm)].map((match) =>
          [...match[1].matchAll(/'((?:[^']|'')*)'|"((?:[^"\\]|\\.)*)"/g)].map((cell) =>
            signs(cell[1] ?? cell[2], end).replaceAll("''", "'"),
          ),
        );
        const fold = (value) =>
          JSON.stringify(value).replaceAll("\\r\\n", "\\n").replaceAll("\\r", "\\n");
        if (fold(rows) !== fold(want))
          misses.push(`${id}: ${JSON.stringify(rows)} for ${JSON.stringify(want)}`);
      }
    }
  }
  report("java-csv-comparison", total, misses);
}

async function broken(directory, readWhole) {
  const path = join(directory, "EXPECT.json");
  if (!existsSync(path)) return;
  for (const [file, want] of Object.entries(json(path))) {
    const { refused, records, questions } = await readWhole(
      file,
      readFileSync(join(directory, file)),
      {},
    );
    const outcome =
      refused ??
      records
        .map((record) =>
          record.kind === "transaction"
            ? `${record.row.date} ${record.row.amount / 10_000} ${record.row.payee.slice(0, 20)}`
            : `line ${record.line} ${record.kind}: ${record.reason}`,
        )
        .slice(-4)
        .join(" | ");
    console.log(
      `torture ${file}\n    expected ${want}\n    got      ${refused === null ? `${records.length} records: ` : ""}${outcome}${questions.length > 0 ? ` (asks ${questions.map((question) => question.id).join(", ")})` : ""}`,
    );
  }
}
