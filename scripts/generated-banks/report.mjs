// The figures of a run over generated banks: totals, by language, by feature, and what was not right.

export const VERDICTS = ["right", "asked", "partly", "wrong", "refused"];

const share = (part, whole) => (whole === 0 ? "" : `${((100 * part) / whole).toFixed(1)} %`);

function line(label, entries) {
  const counts = VERDICTS.map(
    (verdict) => entries.filter((entry) => entry.verdict === verdict).length,
  );
  const payees = entries.flatMap(({ payees: some }) => (some === undefined ? [] : [some]));
  const sum = (key) => payees.reduce((all, some) => all + some[key], 0);
  return [
    label.padEnd(38),
    String(entries.length).padStart(6),
    ...counts.map((count) => String(count).padStart(8)),
    share(counts[0], entries.length).padStart(9),
    share(sum("good"), sum("all")).padStart(9),
  ].join("");
}

const HEAD = [
  "".padEnd(38),
  "files".padStart(6),
  ...VERDICTS.map((verdict) => verdict.padStart(8)),
  "right".padStart(9),
  "payees".padStart(9),
].join("");

/** The totals: of all, of those that leave something open, and of the others. */
export function printTotals(entries) {
  console.log(HEAD);
  console.log(line("all", entries));
  const open = entries.filter(({ open: some }) => some.length > 0);
  const askable = entries.filter(
    ({ open: some, askable: more }) => some.length === 0 && more.length > 0,
  );
  const plain = entries.filter(({ open: some, askable: more }) => some.length + more.length === 0);
  console.log(line("the file says everything", plain));
  console.log(line("a question is no fault", askable));
  console.log(line("nobody can tell: a question is right", open));
}

/** Groups by each of the features and by language, the worst first. */
export function printGroups(entries) {
  const groups = (name, keyOf) => {
    console.log(`\n${name}\n${HEAD}`);
    const some = new Map();
    for (const entry of entries)
      for (const key of keyOf(entry)) some.set(key, [...(some.get(key) ?? []), entry]);
    const rightShare = (list) =>
      list.filter(({ verdict }) => verdict === "right").length / list.length;
    for (const [key, list] of [...some].sort(([, a], [, b]) => rightShare(a) - rightShare(b)))
      console.log(line(key, list));
  };
  groups("by language", ({ language }) => [language]);
  groups("by feature", ({ features }) => features);
}

/** The kinds of faults with counts and the seeds of some; then each file that is not right. */
export function printFaults(entries) {
  const others = entries.filter(({ verdict }) => verdict !== "right");
  console.log("\nby kind");
  const kinds = Map.groupBy(others, ({ verdict, kind }) => `${verdict.padEnd(8)} ${kind}`);
  for (const [kind, list] of [...kinds].sort(([, a], [, b]) => b.length - a.length))
    console.log(
      `${String(list.length).padStart(5)}  ${kind}  (seeds ${list
        .slice(0, 6)
        .map(({ seed }) => seed)
        .join(", ")})`,
    );
  console.log(`\nnot right: ${others.length} of ${entries.length}`);
  for (const { seed, language, verdict, kind, note } of others)
    console.log(`  ${seed} ${language} ${verdict}: ${kind}. ${note}`.slice(0, 260));
}

/** Payees that nobody would recognise, with the seed they come from. */
export function printPayees(entries, most) {
  console.log("\npayees not recognised");
  for (const { seed, language, payees } of entries.slice(0, most))
    if (payees !== undefined && payees.bad.length > 0)
      console.log(
        `  ${seed} ${language} ${payees.good}/${payees.all}: ${payees.bad.slice(0, 3).join("; ")}`,
      );
}
