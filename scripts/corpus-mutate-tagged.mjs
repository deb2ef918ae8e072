// Every OFX, QIF, camt and MT940 file of the corpus that is read without a question, printed in other ways, damaged and
// cut off: what comes of each mutation. `node scripts/corpus-mutate-tagged.mjs DIRECTORY [FILTER]`.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readWhole } from "./corpus-read.mjs";
import { MUTATIONS } from "../test/importer/laws/mutate/mutations.ts";
import { saidBy, saysOf, taggedOf } from "../test/importer/laws/mutate/pieces.ts";
import { judge, VERDICTS } from "../test/importer/laws/mutate/verdict.ts";

const [directory = "../shared/corpus", filter = ""] = process.argv.slice(2);
const FORMATS = ["ofx", "qif", "camt", "mt940"];
const table = new Map();
const wrongs = [];
let files = 0;

function note(key, verdict) {
  const counts = table.get(key) ?? {};
  counts[verdict] = (counts[verdict] ?? 0) + 1;
  table.set(key, counts);
}

/** The text where the bytes are UTF-8, else each byte as a character. */
function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

async function mutateFile(format, file) {
  // A line a record at least, or its lines would not tell whose it is.
  const text = textOf(readFileSync(join(directory, format, file)))
    .replace(/(?<![\r\n])<STMTTRN>/gi, "\n$&")
    .replace(/(?<!\n)<Ntry>/g, "\n$&");
  const bytes = new TextEncoder().encode(text);
  const read = await readWhole(file, bytes, {});
  if (read.refused !== null || read.questions.length > 0) return;
  const tagged = taggedOf(format, text, { records: read.records, account: read.layout.account });
  // A file whose records cannot be told apart here, as those on one line, is no measure.
  const said = read.records.flatMap((record) => saysOf(record, read.layout.account)).toSorted();
  if (said.length === 0 || said.join() !== saidBy(tagged).join()) {
    if (filter !== "")
      console.log(`not taken apart: ${format}/${file} ${said.length} ${saidBy(tagged).length}`);
    return;
  }
  files += 1;
  for (const mutation of MUTATIONS) {
    if (!mutation.formats.includes(format)) continue;
    const mutated = mutation.apply(tagged);
    if (mutated === null) continue;
    const { verdict, note: why } = await judge(mutated, (changed, answers) =>
      readWhole(file, changed, answers),
    );
    note(`${format} ${mutation.kind}`, verdict);
    if (
      verdict === "wrong" ||
      (filter !== "" && verdict !== "right" && mutation.kind !== "cut off")
    )
      wrongs.push(`${verdict} ${format} ${mutation.kind}: ${mutation.name}  ${file}  ${why}`);
  }
}

for (const format of FORMATS) {
  if (!existsSync(join(directory, format))) continue;
  for (const file of readdirSync(join(directory, format)))
    if (`${format}/${file}`.includes(filter)) await mutateFile(format, file);
}
for (const line of wrongs) console.log(line.slice(0, 300));
console.log(`\n${files} files`);
console.log(["mutation".padEnd(24), ...VERDICTS.map((verdict) => verdict.padStart(8))].join(""));
for (const [key, counts] of [...table].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  console.log(
    [key.padEnd(24), ...VERDICTS.map((verdict) => String(counts[verdict] ?? 0).padStart(8))].join(
      "",
    ),
  );
