// Judges the formats whose expectations are figures (count, sum, first row, dates), not rows: OFX, QIF, CAMT, MT940.
// Right: count, sum and first row agree, or nothing was to be had and nothing would be posted.

const unitsOf = (text) => Math.round(Number(text) * 10_000);

/**
 * Reads each such file of `statements` into `report`; prints a line for each that is not right and
 * one for each format. `verbose` "totals" prints no line of a file.
 */
export async function judgeDerived(statements, readFile, readWhole, report, verbose) {
  const totals = new Map();
  for (const [file, { derived }] of statements) {
    const format = file.split("/")[0] ?? "";
    const first = await readWhole(file, readFile(file), {});
    const judged = await verdictOf(format, derived, first, async (answers) =>
      readWhole(file, readFile(file), answers),
    );
    const grade = totals.get(format) ?? { right: 0, asked: 0, wrong: 0, refused: 0, files: 0 };
    grade[judged.verdict] += 1;
    grade.files += 1;
    totals.set(format, grade);
    report.add(format, file.slice(format.length + 1), { ...judged, proof: first.proof ?? null });
    if (verbose !== "totals" && (judged.verdict !== "right" || verbose))
      console.log(`${judged.verdict.padEnd(8)} ${file}  ${judged.note}`);
  }
  for (const [format, grade] of totals) {
    console.log(
      `${format.padEnd(6)} ${grade.files} files: ${grade.right} right, ${grade.asked} asked, ${grade.wrong} wrong, ${grade.refused} refused`,
    );
  }
}

async function verdictOf(format, derived, first, again) {
  const expected = expectationOf(format, derived);
  if (first.refused !== null)
    return { verdict: expected.counts.includes(0) ? "right" : "refused", note: first.refused };
  const plain = differenceOf(expected, first.records);
  if (first.questions.length === 0)
    return plain === null ? { verdict: "right", note: "" } : { verdict: "wrong", note: plain };
  for (const question of first.questions) {
    for (const { value } of question.choices) {
      const answered = await again({ [question.id]: value });
      if (answered.refused === null && differenceOf(expected, answered.records) === null)
        return { verdict: "asked", note: `${question.id}; right with ${value}` };
    }
  }
  return {
    verdict: "wrong",
    note: `asked ${first.questions.map(({ id }) => id).join(", ")}, but no answer is right: ${plain}`,
  };
}

/** The figures in one shape. `counts`: the least and the most rows there may be. */
function expectationOf(format, derived) {
  switch (format) {
    case "ofx":
      // The extractor counts records (STMTTRN) and adds up what it can read. Records without a
      // readable amount are counted there and rejected here; of investment statements it counts the
      // bank's own bookings only, while here the cash of buys, sells and income are rows too; a
      // first record without a date or an amount is no measure of the first row.
      return {
        counts: [derived.txns - derived.bad_amount, derived.txns - derived.bad_amount],
        sum: unitsOf(derived.sum),
        first:
          derived.first === null || derived.first[1] === "None"
            ? null
            : { date: derived.first[0].slice(0, 8), amount: unitsOf(derived.first[1]) },
        counted: (row) =>
          row.facts.investment === undefined || row.facts.investment === "INVBANKTRAN",
      };
    case "qif":
      // The records of !Type:Invst are not counted there.
      return {
        counts: [derived.txns, derived.txns],
        sum: unitsOf(derived.sum),
        first: null,
        counted: (row) => row.facts.investment === undefined,
      };
    case "camt":
      // Of the collective bookings of a file some are one row and some their details, by whether these add up.
      return {
        counts: [
          Math.min(derived.entries, derived.tx_details),
          Math.max(derived.entries, derived.tx_details),
        ],
        sum: unitsOf(derived.entry_sum),
        first: null,
      };
    default:
      return { counts: [derived.lines61, derived.lines61], sum: unitsOf(derived.sum), first: null };
  }
}

function differenceOf(expected, records) {
  const rows = records
    .filter((record) => record.kind === "transaction")
    .map((record) => record.row)
    .filter(expected.counted ?? (() => true));
  const sum = rows.reduce((all, row) => all + row.amount, 0);
  const rejected = records.filter((record) => record.kind === "rejected");
  const said =
    rejected.length === 0
      ? ""
      : `; rejected: ${rejected
          .slice(0, 2)
          .map(({ reason }) => reason)
          .join(" ")}`;
  const [least, most] = expected.counts;
  if (rows.length < least || rows.length > most)
    return `${rows.length} rows, expected ${least === most ? most : `${least} to ${most}`}${said}`;
  if (sum !== expected.sum) return `sum ${sum / 10_000}, expected ${expected.sum / 10_000}${said}`;
  const [row] = rows;
  if (expected.first === null || row === undefined) return null;
  const same =
    row.date.replaceAll("-", "") === expected.first.date && row.amount === expected.first.amount;
  return same
    ? null
    : `first row ${row.date} ${row.amount / 10_000}, expected ${expected.first.date} ${expected.first.amount / 10_000}`;
}
