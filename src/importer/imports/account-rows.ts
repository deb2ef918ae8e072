// The rows by which a person knows an account that a file names by a number or not at all. Pure.

import { fit } from "../../platform/text.ts";
import {
  printBalance,
  printLongDay,
  printSigned,
  printSize,
} from "../../statements/questions/words.ts";
import type { Question, StatementRecord, StatementRow } from "../../statements/statement.ts";

const ROWS_SHOWN = 3;
const TEXT_CHARS_MAX = 60;

/**
 * Adds the first rows of its account to each question about an account, and lists accounts in the
 * rows' currency first. `isSignOpen`: another question decides which amounts are money out.
 */
export function showAccountRows(
  questions: readonly Question[],
  sample: readonly StatementRecord[],
  isSignOpen: boolean,
): readonly Question[] {
  const rows = sample.flatMap((record) => (record.kind === "transaction" ? [record.row] : []));
  const several = rows.some(({ account }) => account !== null);
  return questions.map((question) => {
    const own = rows.filter(
      ({ account }) => !several || `account:${account ?? ""}`.startsWith(question.id),
    );
    return own.length === 0 ? question : showRows(question, own, isSignOpen);
  });
}

function showRows(
  question: Question,
  rows: readonly StatementRow[],
  isSignOpen: boolean,
): Question {
  const [first] = rows;
  const code = first?.currency?.toUpperCase() ?? null;
  const shown = rows.slice(0, ROWS_SHOWN);
  const hasBalance = shown.some(({ balance }) => balance !== null);
  const amount = (row: StatementRow) =>
    isSignOpen ? printSize(row.amount) : printSigned(row.amount);
  const isLike = (example: string) => Number(example === code);
  return {
    ...question,
    note:
      code === null ? "The first rows, and no currency is named." : `The first rows, in ${code}.`,
    shown: {
      labels: ["Date", "Text", "Amount", ...(hasBalance ? ["Balance"] : [])],
      marked: [],
      rows: shown.map((row) => ({
        line: row.line,
        text: fit(row.payee || row.description, TEXT_CHARS_MAX),
        cells: [
          printLongDay(row.date),
          fit(row.payee || row.description, TEXT_CHARS_MAX),
          amount(row),
          ...(hasBalance ? [row.balance === null ? "" : printBalance(row.balance)] : []),
        ],
      })),
    },
    choices: question.choices.toSorted((a, b) => isLike(b.example) - isLike(a.example)),
  };
}
