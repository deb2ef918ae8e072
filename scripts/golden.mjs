// What the readers say of every sample, of every file of the corpora and of the queue's simulation, kept or compared:
//   npm run golden -- --check [DIR] [--but-texts] [--corpus PATH]   names each input that is read otherwise; exit code 1
//   npm run golden -- --write [DIR] [--but-facts] [--corpus PATH]   keeps what is said now
// DIR has all digests, a file each; without it those of the project are meant (test/golden), of corpora and queue only hashes of
// the facts. PATH has the folders corpus/ and findings/files/; without it corpora are left out. Sentences for people are apart from
// the facts: --but-texts leaves them aside; --but-facts keeps a new wording and nothing where a fact differs.

import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  CORPORA_KEPT,
  differences,
  digestsOf,
  hashesIn,
  QUEUE_KEPT,
  SAMPLES_KEPT,
  wholeIn,
} from "../test/golden/golden.ts";
import { corpusInputs, sampleInputs } from "../test/golden/inputs.ts";
import { queueInputs } from "../test/golden/queue.ts";

const flag = { type: "boolean", default: false };
const options = {
  write: flag,
  check: flag,
  "but-texts": flag,
  "but-facts": flag,
  corpus: { type: "string" },
};
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const [directory] = positionals;

if (values.write === values.check || positionals.length > 1) {
  console.error(
    "npm run golden -- --check|--write [DIR] [--but-texts|--but-facts] [--corpus PATH]",
  );
  process.exit(2);
}

const started = performance.now();
const kinds = [
  { name: "samples", inputs: sampleInputs(), ours: () => wholeIn(SAMPLES_KEPT) },
  {
    name: "corpora",
    inputs: values.corpus === undefined ? [] : corpusInputs(values.corpus),
    ours: () => hashesIn(CORPORA_KEPT),
  },
  { name: "queue", inputs: queueInputs(), ours: () => hashesIn(QUEUE_KEPT) },
].filter(({ name }) => name !== "corpora" || values.corpus !== undefined);

for (const { name, inputs } of kinds)
  if (inputs.length === 0)
    throw new Error(
      `There are no ${name}: --corpus names a folder that has corpus/ or findings/files/`,
    );

let differing = 0;
for (const { name, inputs, ours } of kinds) {
  const keeping = directory === undefined ? ours() : wholeIn(join(directory, name));
  const digests = await digestsOf(inputs);
  const others =
    values.write && !values["but-facts"]
      ? []
      : differences(
          keeping,
          digests,
          values.write || values["but-texts"] ? ["facts"] : ["facts", "texts"],
        );
  for (const line of others) console.log(`${name} ${line}`);
  if (values.write && others.length === 0) keeping.write(digests);
  differing += others.length;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${name}: ${inputs.length} inputs, ${others.length} differ${values.write && others.length === 0 ? ", written" : ""} (${seconds} s)`,
  );
}
if (values.corpus === undefined)
  console.log("corpora: not looked at; --corpus PATH names the folder that has them");
process.exitCode = differing === 0 ? 0 : 1;
