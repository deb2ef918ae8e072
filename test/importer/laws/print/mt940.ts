// The month as MT940: German structured texts with the bank's reference, and without one; in an envelope, and bare.

import {
  before,
  CURRENCY,
  dayParts,
  decimal,
  IBAN,
  latin1,
  utf8,
  type Entry,
  type Month,
} from "../truth.ts";
import type { Writer } from "./writer.ts";

interface Habit {
  readonly references: boolean;
  readonly purpose: boolean;
  readonly envelope: boolean;
  readonly end: string;
}

/** One message. */
export function mt940Text(rows: Month, { references, purpose, envelope, end }: Habit): string {
  const short = (entry: Entry) => {
    const [year, month, day] = dayParts(entry);
    return [year.slice(2), month, day] as const;
  };
  const side = (cents: number) => (cents < 0 ? "D" : "C");
  const amount = (cents: number) => decimal(Math.abs(cents), ",");
  const booking = (entry: Entry) => {
    const [year, month, day] = short(entry);
    return [
      `:61:${year}${month}${day}${month}${day}${side(entry.cents)}${amount(entry.cents)}NTRFNONREF${references ? `//${entry.reference}` : ""}`,
      `:86:${entry.cents < 0 ? "105" : "166"}?00${entry.cents < 0 ? "BASISLASTSCHRIFT" : "GUTSCHRIFT"}${purpose ? `?20${entry.purpose}` : ""}?32${entry.payee}`,
    ];
  };
  const balance = (tag: string, cents: number, entry: Entry) =>
    `:${tag}:${side(cents)}${short(entry).join("")}${CURRENCY}${amount(cents)}`;
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined)
    throw new Error("a statement of no bookings is not printed");
  const body = [
    ":20:STARTUMS",
    `:25:12030000/${IBAN.slice(-10)}`,
    ":28C:00003/001",
    balance("60F", before(first), first),
    ...rows.flatMap(booking),
    balance("62F", last.balance, last),
    "-",
  ];
  return envelope
    ? `{1:F01BYLADEM1AXXX0000000000}{2:I940BYLADEM1XXXXN}{4:${end}${body.slice(0, -1).join(end)}${end}-}${end}`
    : body.join(end) + end;
}

const common = { format: "mt940", answers: {} } as const;
const PLAIN: Habit = { references: true, purpose: true, envelope: false, end: "\r\n" };

export const MT940: readonly Writer[] = [
  {
    ...common,
    name: "mt940, with references",
    witness: "reference",
    text: "payee and purpose",
    write: (rows) => latin1(mt940Text(rows, PLAIN)),
  },
  {
    ...common,
    name: "mt940, in an envelope, in UTF-8",
    witness: "reference",
    text: "payee and purpose",
    write: (rows) => utf8(mt940Text(rows, { ...PLAIN, envelope: true, end: "\n" })),
  },
  {
    ...common,
    name: "mt940, without references",
    witness: null,
    text: "payee and purpose",
    write: (rows) => latin1(mt940Text(rows, { ...PLAIN, references: false })),
  },
  {
    ...common,
    name: "mt940, payee only",
    witness: null,
    text: "payee",
    write: (rows) => latin1(mt940Text(rows, { ...PLAIN, references: false, purpose: false })),
  },
];
