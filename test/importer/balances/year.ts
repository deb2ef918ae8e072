// A year of a bank account, printed as the bank's exports: the truth that balances are compared
// with. Amounts are in cents.

export interface Booking {
  readonly date: string;
  readonly payee: string;
  readonly cents: number;
  /** What was there after it. */
  readonly balance: number;
}

const PAYEES = [
  "Market Hall",
  "City Trains",
  "Rent Ltd",
  "Water Works",
  "Bakery Nord",
  "Payroll Acme",
];

/** Bookings of every day of a year, the last day of each month among them. */
export function yearOf(year: number, opening: number): Booking[] {
  const bookings: Booking[] = [];
  let balance = opening;
  for (
    let at = Date.UTC(year, 0, 1), count = 0;
    at < Date.UTC(year + 1, 0, 1);
    at += 86_400_000, count += 1
  ) {
    const date = new Date(at).toISOString().slice(0, 10);
    for (let of = 0; of < 1 + (count % 3); of += 1) {
      const cents =
        date.endsWith("-25") && of === 0
          ? 250_000
          : -(137 + ((count * 7_919 + of * 104_729) % 9_000));
      balance += cents;
      bookings.push({ date, payee: PAYEES[(count + of) % PAYEES.length] ?? "", cents, balance });
    }
  }
  return bookings;
}

/** The bookings from one day to another, both included. */
export function between(bookings: readonly Booking[], from: string, to: string): Booking[] {
  return bookings.filter(({ date }) => date >= from && date <= to);
}

/** The export of a month, with the last five days of the month before it. */
export function monthOf(bookings: readonly Booking[], month: string): Booking[] {
  const from = new Date(Date.parse(`${month}-01T00:00:00Z`) - 5 * 86_400_000)
    .toISOString()
    .slice(0, 10);
  return between(bookings, from, `${month}-31`);
}

/** The balance at the end of a month, in cents. */
export function endOf(bookings: readonly Booking[], month: string): number {
  return bookings.findLast(({ date }) => date.startsWith(month))?.balance ?? 0;
}

export function printed(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A CSV with a running balance, oldest or newest first. */
export function csvOf(
  bookings: readonly Booking[],
  order: "oldest first" | "newest first" = "oldest first",
): string {
  const rows = bookings.map(
    ({ date, payee, cents, balance }) => `${date},${payee},${printed(cents)},${printed(balance)}`,
  );
  return `Date,Description,Amount,Balance\n${(order === "oldest first" ? rows : rows.toReversed()).join("\n")}\n`;
}
