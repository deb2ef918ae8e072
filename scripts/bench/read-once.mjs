// Reads one statement through both passes and forgets each slice, as the importer does. READER may
// name the reader of another working copy (its read-statement.ts).

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const reader =
  process.env.READER ?? resolve(import.meta.dirname, "../../src/statements/read-statement.ts");
const { readStatement, surveyStatement } = await import(pathToFileURL(reader).href);

const [path, expected] = process.argv.slice(2);
const bytes = readFileSync(path);
const PIECE_BYTES = 1 << 18;

function* pieces() {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

const source = {
  name: "bench",
  bytes: bytes.length,
  open: async () => ReadableStream.from(pieces()),
};
const survey = await surveyStatement(source, {
  answers: {},
  recall: () => ({}),
  today: "2026-11-21",
});
if (!survey.ok) throw new Error(survey.error.message);
let rows = 0;
for await (const { records } of readStatement(source, survey.value.plan, 0))
  rows += records.filter(({ kind }) => kind === "transaction").length;
if (rows !== Number(expected)) throw new Error(`${rows} of ${expected} rows`);
