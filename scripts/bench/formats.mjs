// The same bookings in each format, for npm run bench -- formats: written by the writers that the
// tests of repeated imports use.

import { WRITERS } from "../../test/importer/laws/print/all.ts";

const PRINTERS = {
  csv: "csv, american",
  ofx: "ofx, SGML",
  qif: "qif, american",
  camt: "camt, statement",
  mt940: "mt940, with references",
  coda: "coda, with references",
  bai2: "bai2, with references",
  aeb43: "aeb43",
  cfonb120: "cfonb120",
  xlsx: "xlsx, with a balance",
};

/** The formats that there are statements in. */
export const FORMATS = Object.keys(PRINTERS);

const PAYEES = [
  "Corner Bakery",
  "City Water",
  "Blue Bottle",
  "Rail Tickets",
  "Grocer Main St",
  "Gas and Light",
];

/** Format and bytes of a statement of `rows` bookings, one format after the other. */
export async function* statements(rows) {
  const month = monthOf(rows);
  for (const [format, name] of Object.entries(PRINTERS)) {
    const writer = WRITERS.find((one) => one.name === name);
    yield { format, bytes: await writer.write(month) };
  }
}

/** Bookings over the days of a month, in order, each other than the one before. */
function monthOf(rows) {
  let balance = 500_000;
  return Array.from({ length: rows }, (_, i) => {
    const cents = i % 17 === 3 ? 120_000 + i : -(100 + ((i * 7_919) % 30_000));
    balance += cents;
    return {
      day: 1 + Math.floor((i * 31) / rows),
      time: "12:00:00",
      cents,
      payee: `${PAYEES[i % PAYEES.length]} ${i % 977}`,
      purpose: `Order ${i}`,
      reference: `R${1_000_000 + i}`,
      original: null,
      balance,
    };
  });
}
