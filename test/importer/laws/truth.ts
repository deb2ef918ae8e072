// What really happened on an account in a month, made at random and known: the measure of every law here. Twins (equal
// purchases of one day), round amounts, fees and purchases in another currency are as frequent as in life, or more so.

import * as fc from "fast-check";

/** One booking. `cents`: money in is positive. */
export interface Entry {
  /** The day of March 2024. */
  readonly day: number;
  /** "HH:MM:SS"; no two bookings of a month have the same. */
  readonly time: string;
  readonly cents: number;
  readonly payee: string;
  readonly purpose: string;
  /** The bank's own id; no two bookings have the same. */
  readonly reference: string;
  readonly original: {
    readonly cents: number;
    readonly currency: string;
    readonly rate: string;
  } | null;
  /** The balance behind it. */
  readonly balance: number;
}

/** The bookings in the bank's order. */
export type Month = readonly Entry[];

export const OPENING = 500_000;
export const CURRENCY = "EUR";
export const IBAN = "DE02120300000000202051";

/** Every format's usual characters hold these, and no reader takes them for totals, headings or codes. */
export const PAYEES = [
  "Café Müller",
  "GROCER 12 MAIN ST",
  "Société du Gaz",
  "Employer Ltd",
  "Bäckerei Groß",
  "Rail Tickets",
  "A Smith",
];
const PURPOSES = ["Lunch", "Invoice 2024-17", "March", "Order 88121", "Thanks"];
const CENTS = [-350, -350, -1_250, -10_000, 4_200];

interface Drawn {
  readonly day: number;
  readonly cents: number;
  readonly payee: string;
  readonly purpose: string;
  readonly twins: number;
  readonly foreign: boolean;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  day: fc.integer({ min: 1, max: 31 }),
  cents: fc.oneof(
    fc.constantFrom(...CENTS),
    fc.integer({ min: -90_000, max: 90_000 }).filter((cents) => cents !== 0),
  ),
  payee: fc.constantFrom(...PAYEES),
  purpose: fc.constantFrom(...PURPOSES),
  twins: fc.oneof(
    { weight: 3, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 3 }) },
  ),
  foreign: fc.boolean(),
});

/** What every month has: a salary, and a purchase past the twelfth, so that no date is left open. */
const ALWAYS: readonly Drawn[] = [
  {
    day: 14,
    cents: -4_990,
    payee: "Rail Tickets",
    purpose: "Order 88121",
    twins: 1,
    foreign: false,
  },
  { day: 15, cents: 212_345, payee: "Employer Ltd", purpose: "March", twins: 1, foreign: false },
  { day: 27, cents: -1_730, payee: "Café Müller", purpose: "Lunch", twins: 2, foreign: false },
];

/** Some 8 to 40 bookings. */
export const month: fc.Arbitrary<Month> = fc
  .array(drawn, { minLength: 4, maxLength: 18 })
  .map((some) => monthOf([...ALWAYS, ...some]));

/** Equal purchases and their refunds of two days: the balance returns again and again. */
export const backAndForth: fc.Arbitrary<Month> = fc
  .array(fc.tuple(fc.constantFrom(2, 3), fc.constantFrom(350, -350, -1_250)), {
    minLength: 3,
    maxLength: 9,
  })
  .map((some) =>
    monthOf([
      ...ALWAYS,
      ...some.map(([day, cents]) => ({
        day,
        cents,
        payee: "Rail Tickets",
        purpose: "March",
        twins: 1,
        foreign: false,
      })),
    ]),
  );

/** Whether no balance is reached twice on one day. */
export function balancesTell(all: Month): boolean {
  return [...Map.groupBy(all, ({ day }) => day).values()].every(
    (day) =>
      new Set(day.flatMap((entry) => [before(entry), entry.balance])).size === day.length + 1,
  );
}

function monthOf(all: readonly Drawn[]): Month {
  let balance = OPENING;
  return all
    .flatMap((one) => Array.from({ length: one.twins }, () => one))
    .toSorted((a, b) => a.day - b.day)
    .map(({ day, cents, payee, purpose, foreign }, index) => {
      balance += cents;
      const original = foreign ? { cents: cents * 2, currency: "USD", rate: "2" } : null;
      const time = `${two(8 + Math.floor(index / 60))}:${two(index % 60)}:07`;
      return {
        day,
        time,
        cents,
        payee,
        purpose,
        reference: `R24${String(index * 7_919 + 100_003)}`,
        original,
        balance,
      };
    });
}

/** The balance before a booking. */
export function before(entry: Entry): number {
  return entry.balance - entry.cents;
}

/** Bookings of the days from `first` to `last`. */
export function days(all: Month, first: number, last: number): Month {
  return all.filter(({ day }) => day >= first && day <= last);
}

/** A day by its parts: ["2024", "03", "05"]. */
export function dayParts({ day }: Pick<Entry, "day">): [string, string, string] {
  return ["2024", "03", two(day)];
}

export function isoDay(entry: Pick<Entry, "day">): string {
  return dayParts(entry).join("-");
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

/** "-1234.50", with another mark where one is given. */
export function decimal(cents: number, mark = "."): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}${mark}${digits.slice(-2)}`;
}

/** Text as bytes of Latin-1, which windows-1252 shares; the texts hold nothing beyond. */
export function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Little-endian, with its mark. */
export function utf16(text: string): Uint8Array {
  return new Uint8Array(Uint16Array.from(`\ufeff${text}`, (char) => char.charCodeAt(0)).buffer);
}
