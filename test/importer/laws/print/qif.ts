// The month as QIF: no references, no account, and dates in the habits of their programs.

import { dayParts, decimal, latin1, utf8, type Entry, type Month } from "../truth.ts";
import type { Writer } from "./writer.ts";

/** Records of the fields D, T, P and, where the purpose is printed, M. */
export function qifText(
  rows: Month,
  day: (entry: Entry) => string,
  mark: string,
  purpose: boolean,
  end: string,
): string {
  const record = (entry: Entry) => [
    `D${day(entry)}`,
    `T${decimal(entry.cents, mark)}`,
    `P${entry.payee}`,
    ...(purpose ? [`M${entry.purpose}`] : []),
    "^",
  ];
  return ["!Type:Bank", ...rows.flatMap(record), ""].join(end);
}

const american = (entry: Entry) => {
  const [year, m, d] = dayParts(entry);
  return `${Number(m)}/${Number(d)}'${year.slice(2)}`;
};
const dotted = (entry: Entry) => dayParts(entry).toReversed().join(".");
const iso = (entry: Entry) => dayParts(entry).join("-");
const common = { format: "qif", witness: null } as const;

export const QIF: readonly Writer[] = [
  {
    ...common,
    name: "qif, american",
    text: "payee and purpose",
    answers: { date_order: "mdy" },
    write: (rows) => latin1(qifText(rows, american, ".", true, "\r\n")),
  },
  {
    ...common,
    name: "qif, german",
    text: "payee and purpose",
    answers: { date_order: "dmy" },
    write: (rows) => utf8(qifText(rows, dotted, ",", true, "\n")),
  },
  {
    ...common,
    name: "qif, payee only",
    text: "payee",
    answers: {},
    write: (rows) => utf8(qifText(rows, iso, ".", false, "\n")),
  },
];
