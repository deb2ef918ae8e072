// The figures of a corpus run: a table by format and reason, and each file that is not right with why.

/** Collects verdicts; `report` prints them. */
export class Report {
  #entries = [];

  /** `verdict` right, asked, wrong or refused; `note` says why not right; `proof` what the balances prove. */
  add(format, file, { verdict, note = "", proof = null, contradictory = false }) {
    this.#entries.push({
      format,
      file,
      verdict,
      note,
      reason: reasonOf(verdict, note, proof, contradictory),
    });
  }

  /** With `totalsOnly`, no file is named and no reason quotes one. */
  print(totalsOnly = false) {
    console.log("\nby format and reason");
    const formats = Map.groupBy(this.#entries, ({ format }) => format);
    for (const [format, entries] of formats) {
      const right = entries.filter(({ verdict }) => verdict === "right").length;
      console.log(
        `${format.padEnd(9)} ${String(entries.length).padStart(4)} files, ${String(right).padStart(4)} right (${((100 * right) / entries.length).toFixed(1)} %)`,
      );
      if (totalsOnly) continue;
      for (const [reason, some] of [...Map.groupBy(entries, (entry) => entry.reason)].sort(
        ([, a], [, b]) => b.length - a.length,
      )) {
        console.log(`            ${String(some.length).padStart(4)}  ${reason}`);
      }
    }
    const others = this.#entries.filter(({ verdict }) => verdict !== "right");
    console.log(`\nnot right: ${others.length} of ${this.#entries.length}`);
    if (totalsOnly) return;
    for (const { format, file, reason, note } of others)
      console.log(`  ${format} ${file}: ${reason}${note === "" ? "" : `. ${note}`}`.slice(0, 320));
  }
}

/** What the file came to, in words that many files share. */
function reasonOf(verdict, note, proof, contradictory) {
  if (verdict === "right") return `right, ${provenBy(proof)}`;
  if (verdict === "asked") return `asked: ${note.split(";")[0]}`;
  if (verdict === "refused") return `refused: ${note.split(/[.;:]/)[0]?.slice(0, 80)}`;
  if (contradictory) return "differs from an expectation that reads its dates in two orders";
  const proven =
    proof !== null && proof.kind !== "none" && proof.rows_proven === proof.rows_checked
      ? ", while the balances prove our rows"
      : "";
  if (note.startsWith("asked")) return "asked, without a right answer";
  if (/rows of|rows, expected/.test(note)) return `another number of rows than expected${proven}`;
  if (note.startsWith("sum")) return `another sum than expected${proven}`;
  return `other dates or amounts than expected${proven}`;
}

function provenBy(proof) {
  if (proof === null || proof === undefined || proof.kind === "none")
    return "nothing to prove it by";
  return proof.rows_proven === proof.rows_checked
    ? `proven by its ${proof.kind}`
    : `partly proven by its ${proof.kind}`;
}
