// Bookings as a household has them, each with another payee: merchants with store numbers, cities,
// digits of cards and references, 3 to 14 a day. A pure function of the number of rows and a seed.
// Where few payees come round again, what cleaning a payee costs is not seen.

import { chance, money } from "./statement.mjs";

const LAST_DAY = Date.UTC(2025, 11, 31);
const DAY_MS = 86_400_000;
const ROWS_A_DAY = [3, 14];
/** Every such row is a transfer to the person's other account. */
const TRANSFER_EVERY = 20;

const MERCHANTS = [
  "GREENLEAF MARKET",
  "Corner Bakery & Sons",
  "NORTHSIDE FUEL",
  "Trattoria Lucia",
  "PAPER CRANE BOOKS",
  "Müller Elektro",
  "CITY POOL",
  "BRIGHT SMILE DENTAL",
  "The Old Mill, Inc.",
  "QUICKRIDE",
  "HARBOR HARDWARE",
  "Pharmacie du Lac",
  "BLUE KETTLE COFFEE",
  "SUNNY SIDE DINER",
  "WOOL AND WEAVE",
  "NIMBUS CLOUD SERVICES",
];

const CITIES = [
  "PORTLAND OR",
  "ZURICH CH",
  "Springfield IL",
  "LYON FR",
  "AUSTIN TX",
  "Basel",
  "NEW HAVEN CT",
  "LEEDS GB",
  "San Jose CA",
  "GRAZ AT",
];

/** Ways in which banks write the same things; `n` is another number in each row. */
const SHAPES = [
  ({ merchant, store, city, card, n }) => `POS ${card} ${merchant} #${store} ${city} REF ${n}`,
  ({ merchant, city, n }) => `${merchant} ${n} ${city}`,
  ({ merchant, store, city, n }) => `CARD PURCHASE ${merchant} STORE ${store} ${city} ${n}`,
  ({ merchant, card, n }) => `${merchant}*ORDER ${n} XXXX${card}`,
  ({ merchant, store, city, card, n }) => `${merchant} ${store}-${n} ${city} CARD ${card}`,
  ({ merchant, n }) => `SEPA DIRECT DEBIT ${merchant} MANDATE M${n}`,
];

/**
 * The bookings in order of their days: { id, date, cents, payee, merchant, reference, isTransfer,
 * balance }, the last on the same day whatever their number.
 */
export function bookings(rows, seed) {
  const days = daysOf(rows, seed);
  let balance = 1_000_000;
  return Array.from({ length: rows }, (_, i) => {
    const isTransfer = i % TRANSFER_EVERY === TRANSFER_EVERY - 1;
    const merchant = MERCHANTS[Math.floor(chance(seed, i, 4) * MERCHANTS.length)];
    // 7,919 shares no factor with ten million: no two rows have the same number.
    const n = String((i * 7_919 + 1_234_567) % 10_000_000).padStart(7, "0");
    const cents = centsOf(seed, i);
    balance += cents;
    const facts = {
      merchant,
      n,
      store: String(Math.floor(chance(seed, i, 6) * 9_000) + 100).padStart(4, "0"),
      city: CITIES[Math.floor(chance(seed, i, 7) * CITIES.length)],
      card: String(4_000 + Math.floor(chance(seed, i, 8) * 40)),
    };
    const shape = SHAPES[Math.floor(chance(seed, i, 9) * SHAPES.length)];
    return {
      id: `TX${seed}-${i}`,
      date: days[i],
      cents,
      payee: isTransfer ? `TRANSFER TO SAVINGS ${n}` : shape(facts),
      merchant: isTransfer ? "Savings" : merchant,
      reference: `R${n}`,
      isTransfer,
      balance,
    };
  });
}

/** The bookings as a CSV of eight columns. */
export function distinctStatement(rows, seed) {
  const lines = ["Transaction ID,Date,Value Date,Description,Reference,Amount,Currency,Balance"];
  for (const { id, date, cents, payee, reference, balance } of bookings(rows, seed)) {
    const quoted = payee.includes(",") ? `"${payee}"` : payee;
    lines.push(
      `${id},${date},${date},${quoted},${reference},${money(cents)},USD,${money(balance)}`,
    );
  }
  return Buffer.from(`${lines.join("\n")}\n`);
}

/** The day of each row, in order. */
function daysOf(rows, seed) {
  const [least, most] = ROWS_A_DAY;
  const days = [];
  for (let back = 0; days.length < rows; back += 1) {
    const date = new Date(LAST_DAY - back * DAY_MS).toISOString().slice(0, 10);
    const count = least + Math.floor(chance(seed, back, 1) * (most - least + 1));
    for (let one = 0; one < count && days.length < rows; one += 1) days.push(date);
  }
  return days.toReversed();
}

function centsOf(seed, i) {
  const isIncome = i % TRANSFER_EVERY !== TRANSFER_EVERY - 1 && chance(seed, i, 2) < 0.06;
  const part = chance(seed, i, 3);
  return isIncome ? 100_000 + Math.floor(part * 400_000) : -100 - Math.floor(part ** 2 * 30_000);
}
