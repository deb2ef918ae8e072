// Signs that a document was misread although its rows could be parsed: all amounts are zero, many
// rows are left out without a known reason, or the balances contradict the rows. They are found
// after the whole document was read and before anything is posted, and become one question. Its
// answer is valid for this file only and never remembered. Pure.

import { printUnits, units } from "../money/money.ts";
import { describeBreaks } from "./proof-breaks.ts";
import type { Proof, Question } from "./statement.ts";
import type { Tally } from "./record-counts.ts";

/** The id of the question whether to import the file as it was read. */
export const AS_READ = "as_read";
/** The choice to import nothing. */
export const LEAVE = "leave";
const IMPORT = "import";

export interface Doubt {
  readonly kind: "zero" | "left out" | "balances" | "account";
  readonly sentence: string;
}

/** A larger share of rows left out without a known reason is a doubt. */
const LEFT_SHARE_MAX = 0.2;

/** Finds the doubts about a whole document. */
export function findDoubts(tally: Tally, proof: Proof): readonly Doubt[] {
  return [...findZeroAmounts(tally), ...findLeftOut(tally, proof), ...findBreaks(proof)];
}

function findZeroAmounts({ transactions, moving }: Tally): readonly Doubt[] {
  if (transactions === 0 || moving > 0) return [];
  const rows =
    transactions === 1 ? "on its one row" : `on all ${transactions.toLocaleString("en")} rows`;
  return [
    {
      kind: "zero",
      sentence: `Every amount in this file is 0.00, ${rows}. The amounts may be in a column that was not recognized.`,
    },
  ];
}

function findLeftOut(
  { transactions, rejected, doubtful, left }: Tally,
  proof: Proof,
): readonly Doubt[] {
  // If the balances fit from each row to the next, a row without an amount is no transaction.
  const open = isComplete(proof) ? 0 : doubtful;
  const rows = transactions + rejected + doubtful;
  if (rejected + open <= LEFT_SHARE_MAX * rows) return [];
  const reasons = [
    ...(rejected > 0 ? [`${rejected.toLocaleString("en")} cannot be read`] : []),
    ...(open > 0 ? [`${open.toLocaleString("en")} have no amount`] : []),
  ];
  const count = rejected + open;
  const lines = describeBreaks({ breaks: count, break_lines: left });
  const all = rows.toLocaleString("en");
  const sentence =
    reasons.length === 1
      ? `${(reasons[0] ?? "").replace(" ", ` of ${all} rows `)} and would be left out: ${lines}.`
      : `Of ${all} rows, ${reasons.join(" and ")}. They would be left out: ${lines}.`;
  return [{ kind: "left out", sentence }];
}

function findBreaks(proof: Proof): readonly Doubt[] {
  const { kind, rows_checked: checked, rows_proven: proven, breaks = 0 } = proof;
  if (breaks === 0) return [];
  const lines = describeBreaks(proof);
  const steps = (checked - proven).toLocaleString("en");
  const sentence =
    kind === "running balance"
      ? `The running balance does not fit ${steps} of ${checked.toLocaleString("en")} steps from row to row, at ${lines}. A row may be missing or misread there.`
      : `The rows do not lead from this file's opening balance to its closing balance, at ${lines}. A row may be missing or misread.`;
  return [{ kind: "balances", sentence }];
}

function isComplete({
  kind,
  rows_checked: checked,
  rows_proven: proven,
  breaks = 0,
}: Proof): boolean {
  return kind === "running balance" && checked > 0 && proven === checked && breaks === 0;
}

/**
 * Why the rows of a document must be shown and confirmed before they are imported, whatever else is
 * certain: they were read from places on paper, and no balance proves each of them. Null otherwise.
 */
export function mustBeShown(format: string, tally: Tally, proof: Proof): string | null {
  if (format !== "pdf" || provesAll(tally, proof)) return null;
  const { rows_proven: proven } = proof;
  return `The rows were read from the pages of a PDF, and its balances prove ${proven === 0 ? "none" : `only ${proven}`} of ${tally.transactions.toLocaleString("en")}: compare each row with the document before you import it.`;
}

/** Whether balances prove every row; a running balance has one step less than rows. */
function provesAll({ transactions, rejected, doubtful }: Tally, proof: Proof): boolean {
  const { kind, rows_checked: checked, rows_proven: proven, breaks = 0 } = proof;
  const least = kind === "running balance" ? transactions - 1 : transactions;
  return (
    checked > 0 && proven === checked && checked >= least && breaks + rejected + doubtful === 0
  );
}

/** Asks one question about all doubts. */
export function questionOfDoubts(
  doubts: readonly Doubt[],
  { transactions, into, out, first }: Tally,
): Question {
  const rows =
    transactions === 1 ? "1 transaction" : `${transactions.toLocaleString("en")} transactions`;
  const beginning =
    first === null
      ? ""
      : `; the first on ${first.date}${first.text === "" ? "" : `, ${first.text.slice(0, 60)}`} (line ${first.line})`;
  return {
    id: AS_READ,
    ask: `${doubts.map(({ sentence }) => sentence).join(" ")} Import the file anyway?`,
    choices: [
      {
        value: IMPORT,
        label: "Import it as it was read",
        example: `${rows}, money in ${printAmount(into)}, money out ${printAmount(-out)}${beginning}`,
      },
      { value: LEAVE, label: "Do not import it", example: "Nothing is imported" },
    ],
  };
}

function printAmount(amount: number): string {
  return Number.isSafeInteger(amount)
    ? printUnits(units(amount === 0 ? 0 : amount), 2)
    : "too large to show";
}
