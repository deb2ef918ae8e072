// Signs that a reading is wrong although every row of it could be read: amounts that are all zero, many rows left out without
// a known reason, balances that contradict the rows. Found when the whole document was read, before anything is posted, and
// put as one question. The answer is of this file alone and never remembered. Pure.

import { printUnits, units } from "../money/money.ts";
import { placesOf } from "./proof-breaks.ts";
import type { Proof, Question } from "./statement.ts";
import type { Tally } from "./record-counts.ts";

/** The question whether a file is to be imported as it was read. */
export const AS_READ = "as_read";
/** The choice that imports nothing. */
export const LEAVE = "leave";
const IMPORT = "import";

export interface Doubt {
  readonly kind: "zero" | "left out" | "balances";
  readonly sentence: string;
}

/** Rows of which more than this share is left out without a known reason are asked about. */
const LEFT_SHARE_MAX = 0.2;

/** What speaks against the reading of a whole document. */
export function doubtsOf(tally: Tally, proof: Proof): readonly Doubt[] {
  return [...zeroIn(tally), ...leftOutOf(tally, proof), ...brokenIn(proof)];
}

function zeroIn({ transactions, moving }: Tally): readonly Doubt[] {
  if (transactions === 0 || moving > 0) return [];
  const rows =
    transactions === 1 ? "on its one row" : `on all ${transactions.toLocaleString("en")} rows`;
  return [
    {
      kind: "zero",
      sentence: `Every amount in this file is 0.00, ${rows}: the amounts may stand in a column that was not understood.`,
    },
  ];
}

function leftOutOf(
  { transactions, rejected, doubtful, left }: Tally,
  proof: Proof,
): readonly Doubt[] {
  // Where balances fit from each row to the next, a row without an amount moves none of them.
  const open = isComplete(proof) ? 0 : doubtful;
  const rows = transactions + rejected + doubtful;
  if (rejected + open <= LEFT_SHARE_MAX * rows) return [];
  const reasons = [
    ...(rejected > 0 ? [`${rejected.toLocaleString("en")} cannot be read`] : []),
    ...(open > 0 ? [`${open.toLocaleString("en")} have no amount`] : []),
  ];
  const count = rejected + open;
  const [only, ...more] = reasons;
  const which =
    more.length === 0
      ? `${count.toLocaleString("en")} of ${rows.toLocaleString("en")} rows ${(only ?? "").replace(/^[\d,]+ /, "")}`
      : `Of ${rows.toLocaleString("en")} rows ${reasons.join(" and ")}:`;
  const lines = placesOf({ breaks: count, break_lines: left });
  return [
    {
      kind: "left out",
      sentence:
        more.length === 0
          ? `${which} and would be left out: ${lines}.`
          : `${which} they would be left out, ${lines}.`,
    },
  ];
}

function brokenIn(proof: Proof): readonly Doubt[] {
  const { kind, rows_checked: checked, rows_proven: proven, breaks = 0 } = proof;
  if (breaks === 0) return [];
  const lines = placesOf(proof);
  const why = "a row may be missing there or be read wrongly";
  const steps = checked - proven;
  const sentence =
    kind === "running balance"
      ? `The running balance in this file does not fit ${steps.toLocaleString("en")} of ${checked.toLocaleString("en")} steps from row to row, at ${lines}: ${why}.`
      : `The rows do not lead from the opening balance to the closing balance that this file states, at ${lines}: a row may be missing or be read wrongly.`;
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

/** The one question about all doubts. */
export function questionOfDoubts(
  doubts: readonly Doubt[],
  { transactions, into, out, first }: Tally,
): Question {
  const rows =
    transactions === 1 ? "1 transaction" : `${transactions.toLocaleString("en")} transactions`;
  const beginning =
    first === null
      ? ""
      : `; the first is of ${first.date}${first.text === "" ? "" : `, ${first.text.slice(0, 60)}`} (line ${first.line})`;
  return {
    id: AS_READ,
    ask: `${doubts.map(({ sentence }) => sentence).join(" ")} Import the file as it is read?`,
    choices: [
      {
        value: IMPORT,
        label: "Import it so",
        example: `${rows}, money in ${shown(into)}, money out ${shown(-out)}${beginning}`,
      },
      { value: LEAVE, label: "Leave it", example: "Nothing is imported" },
    ],
  };
}

function shown(amount: number): string {
  return Number.isSafeInteger(amount)
    ? printUnits(units(amount === 0 ? 0 : amount), 2)
    : "more than we can hold";
}
