// What came of a mutated statement, beside what it says: right; asked, with the right answer among the choices;
// partly (some rows rejected with a reason, the others right); refused; or wrong.

import type { Answers, Question, StatementRecord } from "../../../src/statements/statement.ts";
import { stripCell } from "../../../src/statements/csv/shape/cells.ts";
import { readDate } from "../../../src/statements/csv/dates/dates.ts";
import type { CsvPlan } from "../../../src/statements/csv/plan.ts";
import { combinations, subtract } from "../compared.ts";
import { PRINT, type Print, type Sheet } from "./mutations.ts";

export interface Read {
  readonly refused: string | null;
  readonly records: readonly StatementRecord[];
  readonly questions: readonly Question[];
  readonly plan?: CsvPlan;
  readonly columns?: readonly { readonly index: number; readonly role: string }[];
}

export type Verdict = "right" | "asked" | "partly" | "refused" | "wrong";

export const VERDICTS: readonly Verdict[] = ["right", "asked", "partly", "refused", "wrong"];

/** "2024-03-28 -125000" of each transaction, sorted. */
export function saying(records: readonly StatementRecord[]): string[] {
  return records
    .flatMap((record) =>
      record.kind === "transaction" ? [`${record.row.date} ${record.row.amount}`] : [],
    )
    .toSorted();
}

/** Takes the cells of a file that was read right apart: `grid` is all its records with their lines. */
export function sheetOf(
  read: Read,
  grid: readonly { readonly line: number; readonly cells: readonly string[] }[],
  print: Partial<Print>,
): Sheet | null {
  const { plan, columns = [] } = read;
  if (plan === undefined) return null;
  const byLine = new Map(
    read.records.map((record) => [
      record.kind === "transaction" ? record.row.line : record.line,
      record,
    ]),
  );
  const before = grid.filter(({ line }) => line < plan.first_line).map(({ cells }) => cells);
  const isOneLine = plan.header?.join("") === (before.at(-1) ?? []).map(stripCell).join("");
  const headerLines = isOneLine ? 1 : 2;
  const headerRows = plan.header === null ? 0 : headerLines;
  const roles = columns.map(({ role }) => role);
  const { money } = plan;
  const moneyColumns = (
    money.kind === "pair" ? [money.debit, money.credit] : [money.column]
  ).filter((column) => column >= 0);
  const amountRoles = [
    "amount",
    "debit",
    "credit",
    "balance",
    "original amount",
    "other amount",
    "fee",
  ];
  const dates = [
    ...new Set([
      ...plan.dates.columns,
      ...plan.facts.filter((fact) => fact.date).map((fact) => fact.column),
    ]),
  ];
  return {
    lead: before.slice(0, before.length - headerRows),
    header: headerRows === 0 ? [] : before.slice(-headerRows),
    rows: grid
      .filter(({ line }) => line >= plan.first_line)
      .map(({ line, cells }) => {
        const record = byLine.get(line);
        if (record?.kind !== "transaction") return { cells, truth: null };
        const { date, amount } = record.row;
        return {
          cells,
          truth: `${date} ${amount}`,
          others: dates.map(
            (column) =>
              `${readDate(stripCell(cells[column] ?? ""), plan.dates.order) ?? date} ${amount}`,
          ),
        };
      }),
    dates,
    order: plan.dates.order,
    money: moneyColumns,
    amounts: [
      ...new Set([
        ...moneyColumns,
        ...roles.flatMap((role, column) => (amountRoles.includes(role) ? [column] : [])),
      ]),
    ],
    mark: plan.mark,
    roles,
    print: { ...PRINT, delimiter: plan.dialect.delimiter, ...print },
  };
}

/** Judges what a reader makes of a text that says one of `truths`. */
export async function judge(
  truths: readonly (readonly string[])[],
  read: (answers: Answers) => Promise<Read>,
): Promise<{ verdict: Verdict; note: string }> {
  const first = await read({});
  if (first.refused !== null) return { verdict: "refused", note: first.refused };
  const [truth = []] = truths;
  const compare = (records: readonly StatementRecord[]) =>
    truths
      .map((one) => compareWith(one, records))
      .toSorted((a, b) => VERDICTS.indexOf(a) - VERDICTS.indexOf(b))[0] ?? "wrong";
  const plainly = compare(first.records);
  if (first.questions.length === 0)
    return { verdict: plainly, note: plainly === "wrong" ? noteOf(truth, first) : "" };
  const ids = first.questions.map(({ id }) => id).join(", ");
  let best: Verdict = "wrong";
  for (const answers of combinations(first.questions)) {
    const again = await read(answers);
    const judged = again.questions.length > 0 ? "wrong" : compare(again.records);
    if (judged === "right") return { verdict: "asked", note: ids };
    if (judged === "partly") best = "partly";
  }
  return { verdict: best, note: `asked ${ids}: ${noteOf(truth, first)}` };
}

function compareWith(truth: readonly string[], records: readonly StatementRecord[]): Verdict {
  const got = saying(records);
  if (got.length === truth.length && got.every((key, index) => key === truth[index]))
    return "right";
  const missing = subtract(truth, got);
  if (subtract(got, truth).length > 0) return "wrong";
  if (records.filter((record) => record.kind === "rejected").length < missing.length)
    return "wrong";
  return got.length === 0 ? "refused" : "partly";
}

function noteOf(truth: readonly string[], { records }: Read): string {
  const got = saying(records);
  return `${got.length} rows of ${truth.length}; missing ${subtract(truth, got).slice(0, 2).join(", ")}; extra ${subtract(got, truth).slice(0, 2).join(", ")}`;
}
