// The month in the records of four countries: CODA (128 characters), AEB 43 (80), CFONB 120 and BAI2 (commas). Each
// is printed by the positions of its specification, with its own counts, sums and balances.

import {
  before,
  CURRENCY,
  dayParts,
  IBAN,
  latin1,
  utf8,
  type Entry,
  type Month,
} from "../truth.ts";
import type { Writer } from "./writer.ts";

/** Texts at places from 1, blanks between them. */
function place(width: number, ...parts: readonly (readonly [at: number, text: string])[]): string {
  let line = "";
  for (const [at, text] of parts) line = line.padEnd(at - 1, " ") + text;
  return line.padEnd(width, " ");
}

const digits = (value: number, width: number) => String(Math.abs(value)).padStart(width, "0");
const sum = (rows: Month, out: boolean) =>
  rows.reduce((all, { cents }) => (cents < 0 === out ? all + Math.abs(cents) : all), 0);
const ends = (rows: Month): readonly [Entry, Entry] => {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) throw new Error("a statement has bookings");
  return [first, last];
};
const dmy = (entry: Entry) => {
  const [year, month, day] = dayParts(entry);
  return `${day}${month}${year.slice(2)}`;
};
const ymd = (entry: Entry) => dayParts(entry).join("").slice(2);

/** Three decimals; side 0 is credit. */
export function codaText(rows: Month): string {
  const [first, last] = ends(rows);
  const account = IBAN.padEnd(34, " ") + CURRENCY;
  const money = (cents: number) => `${cents < 0 ? "1" : "0"}${digits(cents * 10, 15)}`;
  const movements = rows.flatMap((entry, index) => {
    const number = digits((index % 9_999) + 1, 4);
    const code = entry.cents < 0 ? "00103000" : "00150000";
    return [
      place(
        128,
        [1, `21${number}0000${entry.reference}`],
        [32, `${money(entry.cents)}${dmy(entry)}${code}0${entry.purpose}`],
        [116, `${dmy(entry)}001010`],
        [128, "0"],
      ),
      place(128, [1, `22${number}0000`], [126, "1"], [128, "0"]),
      place(128, [1, `23${number}0000BE68539007547034`], [48, entry.payee], [126, "0 0"]),
    ];
  });
  const records = [
    place(128, [1, `00000${dmy(last)}53905`], [61, "KREDBEBB"], [128, "2"]),
    place(128, [1, `12001${account}${money(before(first))}${dmy(first)}`], [126, "001"]),
    ...movements,
    place(128, [1, `8001${account}${money(last.balance)}${dmy(last)}`], [128, "0"]),
    place(
      128,
      [1, "9"],
      [
        17,
        `${digits(movements.length + 2, 6)}${digits(sum(rows, true) * 10, 15)}${digits(sum(rows, false) * 10, 15)}`,
      ],
      [128, "2"],
    ),
  ];
  return `${records.join("\r\n")}\r\n`;
}

/** Two decimals; side 1 is debit. */
export function aebText(rows: Month): string {
  const [first, last] = ends(rows);
  const money = (cents: number) => `${cents < 0 ? "1" : "2"}${digits(cents, 14)}`;
  const account = "010012340200051332";
  const out = rows.filter(({ cents }) => cents < 0).length;
  const records = [
    place(
      80,
      [1, `11${account}${ymd(first)}${ymd(last)}${money(before(first))}9783`],
      [52, "TITULAR"],
    ),
    ...rows.flatMap((entry) => [
      place(80, [
        1,
        `22    1234${ymd(entry)}${ymd(entry)}12040${money(entry.cents)}0000000000000000000000`,
      ]),
      place(80, [1, `2301${entry.payee}`], [43, entry.purpose]),
    ]),
    place(80, [
      1,
      `33${account}${digits(out, 5)}${digits(sum(rows, true), 14)}${digits(rows.length - out, 5)}${digits(sum(rows, false), 14)}${money(last.balance)}978`,
    ]),
    place(80, [1, `88${"9".repeat(18)}${digits(rows.length * 2 + 2, 6)}`]),
  ];
  return `${records.join("\r\n")}\r\n`;
}

/** The last digit has the sign. */
export function cfonbText(rows: Month): string {
  const [first, last] = ends(rows);
  const money = (cents: number) => {
    const all = digits(cents, 14);
    return (
      all.slice(0, -1) + ((cents < 0 ? "}JKLMNOPQR" : "{ABCDEFGHI")[Number(all.slice(-1))] ?? "")
    );
  };
  const holder = `30004    00815${CURRENCY}2 00010205133`;
  const records = [
    place(120, [1, `01${holder}  ${dmy(first)}`], [91, money(before(first))]),
    ...rows.flatMap((entry) => [
      place(
        120,
        [1, `04${holder}05${dmy(entry)}  ${dmy(entry)}${entry.payee}`],
        [82, "0000000"],
        [91, money(entry.cents)],
      ),
      place(120, [1, `05${holder}05${dmy(entry)}     LIB${entry.purpose}`]),
    ]),
    place(120, [1, `07${holder}  ${dmy(last)}`], [91, money(last.balance)]),
  ];
  return `${records.join("\r\n")}\r\n`;
}

/** Amounts without a mark; control totals add all of them. A group for each day. */
export function baiText(rows: Month): string {
  const days = [...Map.groupBy(rows, ymd).values()];
  const total = days.reduce((all, own) => all + totalOf(own), 0);
  const [, last] = ends(rows);
  return `${[
    `01,122099999,123456789,${ymd(last)},0200,1,80,,2/`,
    ...days.flatMap(groupOf),
    `99,${total},${days.length},${2 * rows.length + 4 * days.length + 2}/`,
  ].join("\n")}\n`;
}

function totalOf(rows: Month): number {
  const [first, last] = ends(rows);
  return before(first) + last.balance + rows.reduce((all, { cents }) => all + Math.abs(cents), 0);
}

function groupOf(rows: Month): string[] {
  const printed = (cents: number) => `${cents < 0 ? "-" : "+"}${Math.abs(cents)}`;
  const [first, last] = ends(rows);
  const total = totalOf(rows);
  return [
    `02,123456789,122099999,1,${ymd(first)},2359,${CURRENCY},2/`,
    `03,0975312468,${CURRENCY},010,${printed(before(first))},,,015,${printed(last.balance)},,/`,
    ...rows.flatMap(({ cents, reference, payee, purpose }) => [
      `16,${cents < 0 ? "455" : "165"},${Math.abs(cents)},0,${reference},,${payee}`,
      `88,${purpose}`,
    ]),
    `49,${total},${2 * rows.length + 2}/`,
    `98,${total},1,${2 * rows.length + 4}/`,
  ];
}

export const RECORDS: readonly Writer[] = [
  {
    name: "coda, with references",
    format: "coda",
    witness: "reference",
    answers: {},
    text: "payee and purpose",
    write: (rows) => latin1(codaText(rows)),
  },
  {
    name: "bai2, with references",
    format: "bai2",
    witness: "reference",
    answers: {},
    text: "payee and purpose",
    write: (rows) => utf8(baiText(rows)),
  },
  {
    name: "aeb43",
    format: "aeb43",
    witness: null,
    answers: {},
    text: "payee and purpose",
    write: (rows) => latin1(aebText(rows)),
  },
  {
    name: "cfonb120",
    format: "cfonb120",
    witness: null,
    answers: {},
    text: "payee and purpose",
    write: (rows) => latin1(cfonbText(rows)),
  },
];
