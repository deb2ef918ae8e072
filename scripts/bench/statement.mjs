// A synthetic statement of any size as CSV bytes, a pure function of its arguments: eight columns, ISO dates, signed
// amounts, a running balance; some payees quoted, some rows equal twins of the one before but for id and balance.

const PAYEES = [
  "Corner Bakery",
  "City Water, Dept. 4",
  "Blue Bottle",
  'The "Old" Mill',
  "Rail Tickets",
  "Grocer Müller",
  "Gas & Light",
  "Rent",
];

/** `rows` rows from `seed`; `twin`: share of rows that repeat the facts of the one before. */
export function statement(rows, seed, { twin = 0 } = {}) {
  const lines = ["Transaction ID,Date,Value Date,Description,Reference,Amount,Currency,Balance"];
  let balance = 1_000_000;
  let facts = null;
  for (let i = 0; i < rows; i += 1) {
    if (facts === null || chance(seed, i, 1) >= twin) facts = factsOf(seed, i);
    balance += facts.cents;
    lines.push(
      `TX${seed}-${i},${facts.date},${facts.date},${facts.payee},REF ${facts.reference},${money(facts.cents)},USD,${money(balance)}`,
    );
  }
  return Buffer.from(`${lines.join("\n")}\n`);
}

function factsOf(seed, i) {
  const cents =
    chance(seed, i, 2) < 0.06
      ? 100_000 + Math.floor(chance(seed, i, 3) * 400_000)
      : -100 - Math.floor(chance(seed, i, 3) ** 2 * 30_000);
  const payee = PAYEES[Math.floor(chance(seed, i, 4) * PAYEES.length)];
  const date = new Date(Date.UTC(2021, 0, 1) + (Math.floor(i / 600) % 1800) * 86_400_000)
    .toISOString()
    .slice(0, 10);
  return {
    cents,
    date,
    payee: /[",]/.test(payee) ? `"${payee.replaceAll('"', '""')}"` : payee,
    reference: Math.floor(chance(seed, i, 5) * 1e9),
  };
}

/** Cents as a decimal number. */
export function money(cents) {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A number in [0, 1) from the three integers. */
export function chance(seed, i, k) {
  let h =
    Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^
    Math.imul(i + 1, 0xc2b2ae35) ^
    Math.imul(k, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  h ^= h >>> 13;
  return (h >>> 0) / 4294967296;
}
