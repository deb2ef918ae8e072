// What happened on an account: rows of a few months with the other party, and the balance after each.

import { numberStyle } from "./values.mjs";

const SCALES = {
  JPY: 100,
  KRW: 1000,
  VND: 20_000,
  IDR: 10_000,
  HUF: 300,
  ISK: 120,
  IRR: 300_000,
  CLP: 800,
  COP: 3000,
  RSD: 100,
  AMD: 400,
  ALL: 100,
  KZT: 400,
  RUB: 80,
  INR: 60,
  TWD: 30,
  MKD: 55,
  CZK: 22,
  NOK: 10,
  SEK: 10,
  DKK: 7,
  THB: 30,
  TRY: 25,
  UAH: 35,
  EGP: 30,
  MXN: 18,
  ARS: 800,
  ZAR: 16,
};
const WHOLE = /^(JPY|KRW|VND|HUF|ISK|IRR|CLP|COP|IDR|TWD)$/;

const dayAfter = (day, days) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The kinds of a row: how often, money in or out, the size, and whose name is printed. */
const KINDS = [
  { weight: 40, kind: "cardpay", way: -1, size: [3, 120], who: "shops" },
  { weight: 12, kind: "direct", way: -1, size: [20, 150], who: "utilities" },
  { weight: 12, kind: "transfer", way: -1, size: [10, 400], who: "people" },
  { weight: 8, kind: "transfer", way: 1, size: [10, 400], who: "people" },
  { weight: 8, kind: "salary", way: 1, size: [1500, 4200], who: "firms" },
  { weight: 5, kind: "rent", way: -1, size: [600, 1400], who: "people" },
  { weight: 5, kind: "refund", way: 1, size: [5, 80], who: "shops" },
  { weight: 4, kind: "feetext", way: -1, size: [1, 9], who: null },
  { weight: 5, kind: "cash", way: -1, size: [20, 300], who: null },
  { weight: 2, kind: "interest", way: 1, size: [1, 5], who: null },
  { weight: 1.5, kind: "feetext", way: 0, size: [0, 0], who: null },
];

const CARD_KINDS = [
  { weight: 80, kind: "cardpay", way: -1, size: [3, 220], who: "shops" },
  { weight: 8, kind: "refund", way: 1, size: [5, 80], who: "shops" },
  { weight: 6, kind: "feetext", way: -1, size: [1, 9], who: null },
  { weight: 8, kind: "transfer", way: 1, size: [100, 900], who: "own" },
];

function amountOf(random, { way, size }, currency, decimals) {
  const scale = SCALES[currency] ?? 1;
  const units = random.between(size[0] * 100, size[1] * 100) * scale;
  const whole = decimals === 0 || WHOLE.test(currency);
  const round = whole ? Math.max(1, Math.round(units / 100)) * 10_000 : units * 100;
  return way * (decimals === 3 ? round + 10 * random.below(10) : round);
}

/** The rows in the order of time, oldest first. `plan` is a layout of layout.mjs. */
export function makeRows(random, plan) {
  const { words } = plan.language;
  const { decimals } = numberStyle(plan.sample, plan.currency);
  const kinds = (plan.money === "card" ? CARD_KINDS : KINDS).map((kind) => [kind.weight, kind]);
  let day = `${random.between(2021, 2026)}-${String(random.between(1, 9)).padStart(2, "0")}-${String(random.between(1, 28)).padStart(2, "0")}`;
  const rows = [];
  for (let at = 0; at < plan.count; at += 1) {
    day = dayAfter(
      day,
      random.weigh([
        [45, 0],
        [35, 1],
        [12, 2],
        [8, random.between(3, 6)],
      ]),
    );
    const kind = random.weigh(kinds);
    const name = partyOf(random, kind, plan);
    rows.push({
      kind: kind.kind,
      day,
      value: dayAfter(
        day,
        random.weigh([
          [70, 0],
          [20, 1],
          [10, -1],
        ]),
      ),
      purchase: dayAfter(day, kind.kind === "cardpay" ? -random.below(4) : 0),
      time: `${String(random.between(6, 22)).padStart(2, "0")}:${String(random.below(60)).padStart(2, "0")}`,
      number: plan.count - at,
      seconds: String(random.below(60)).padStart(2, "0"),
      phrase: plan.phrases[kind.kind],
      name,
      place: kind.who === "shops" || kind.kind === "cash" ? random.pick(words.places) : "",
      amount: amountOf(random, kind, plan.currency, decimals),
      fee: 0,
      reference: String(random.between(100_000, 999_999)) + String(random.between(1000, 9999)),
      state: "booked",
    });
  }
  markStates(random, plan, rows);
  return rows;
}

function partyOf(random, { who }, plan) {
  if (who === null) return "";
  return who === "own"
    ? plan.holder
    : random.pick(plan.language.words[who].filter((name) => name !== plan.holder));
}

/** The newest rows may be unbooked; some others were declined; some carry a fee of their own. */
function markStates(random, plan, rows) {
  const waiting = plan.pending === "none" ? 0 : Math.min(random.between(1, 3), rows.length - 1);
  for (const row of rows.slice(rows.length - waiting)) row.state = "pending";
  for (const row of rows.slice(0, rows.length - waiting)) {
    if (plan.declined && random.chance(0.08)) row.state = "declined";
    if (plan.fee === "charged" && row.amount < 0 && random.chance(0.2))
      row.fee = 10_000 * random.between(1, 3) * (SCALES[plan.currency] ?? 1);
  }
}

/** The balance after each booked row, in the order of time; others leave it alone. */
export function addBalances(rows, opening) {
  let balance = opening;
  for (const row of rows) {
    if (row.state === "booked") balance += row.amount - row.fee;
    row.balance = balance;
  }
  return balance;
}
