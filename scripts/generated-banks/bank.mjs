// A generated bank's file: a layout chosen by the seed, rows with known truth, and the bytes.

import { seeded } from "./random.mjs";
import { chooseLayout } from "./layout.mjs";
import { chooseColumns } from "./columns.mjs";
import { addBalances, makeRows } from "./rows.mjs";
import { printFile } from "./print.mjs";
import { bytesOf } from "./encode.mjs";
import { doubtsOf } from "./doubts.mjs";

/** These 500 seeds are set aside: their totals may be printed, their layouts never looked into. */
export const ASIDE = { first: 900_000, count: 500 };

/** Whether one of the seeds is set aside. */
export function touchesAside(first, count) {
  return first < ASIDE.first + ASIDE.count && first + count > ASIDE.first;
}

/** `{ plan, text, bytes, truth, features }` of a seed; `code` fixes the language. */
export function makeBank(seed, code) {
  const random = seeded(seed);
  const plan = { ...chooseLayout(random, code), opening: 0, closing: 0 };
  dropYears(random, plan);
  plan.words = chooseWords(random, plan);
  plan.columns = chooseColumns(random, plan);
  plan.opening = 10_000 * random.between(500, 9000) * (plan.style.decimals === 0 ? 100 : 1);
  const rows = makeRows(random, plan);
  plan.closing = addBalances(rows, plan.opening);
  addForeign(random, plan, rows);
  const text = printFile(plan, rows);
  const wanted = bytesOf(text, plan.encoding);
  if (wanted === null) plan.encoding = "utf-8";
  const truth = truthOf(plan, rows);
  return {
    seed,
    plan,
    text,
    bytes: wanted ?? new TextEncoder().encode(text),
    truth,
    features: featuresOf(plan, truth),
  };
}

/** Some banks leave the year out of the rows: the period above the table tells it. */
function dropYears(random, plan) {
  plan.whole = plan.pattern;
  if (!/^D[./]M[./]Y$/.test(plan.pattern) || plan.language.code === "en" || !random.chance(0.06))
    return;
  plan.pattern = plan.pattern.slice(0, plan.pattern.includes("/") ? 3 : 4);
  if (!plan.preamble.includes("period")) plan.preamble.unshift("period");
}

function chooseWords(random, { language: { words } }) {
  const pick = (key) => random.pick(words[key]);
  return {
    bank: `${random.pick(words.places)} Bank`,
    booked: pick("is-booked"),
    pending: pick("is-pending"),
    declined: pick("is-declined"),
    opening: pick("opening"),
    closing: pick("closing"),
    total: pick("total"),
    period: pick("period"),
    holder: pick("holder"),
    account: pick("account"),
    currency: pick("cur"),
    unbooked: pick("unbooked"),
    category: pick("cardpay"),
    household: pick("direct"),
  };
}

function addForeign(random, plan, rows) {
  if (!plan.noise.includes("original")) return;
  const always = random.chance(0.5);
  const view = plan.money === "card" ? -1 : 1;
  for (const row of rows) {
    if (row.kind === "cardpay" && random.chance(0.25))
      row.foreign = {
        amount: view * Math.round((row.amount * 0.87) / 100) * 100,
        currency: plan.currency === "USD" ? "EUR" : "USD",
      };
    else if (always) row.foreign = { amount: view * row.amount, currency: plan.currency };
  }
}

/** A payment to one's own card is known by its words as well as by the name. */
const ownOr = ({ name, phrase }, { holder }) => (name === holder ? [phrase, name] : [name]);

/** What a right reading gives. Amounts are in 1/10,000, money in is positive. */
function truthOf(plan, rows) {
  const said = rows.map((row) => ({
    date: row.day,
    amount: row.amount - row.fee,
    bare: row.amount,
    fee: row.fee,
    state: row.state,
    names: row.name === "" ? [row.phrase] : ownOr(row, plan),
    others: [row.purchase, row.value],
    place: row.place,
  }));
  const by = (state) => said.filter((row) => row.state === state);
  return {
    booked: by("booked"),
    pending: by("pending"),
    declined: by("declined"),
    currency: plan.currency.toLowerCase(),
    ...doubtsOf(plan, rows),
  };
}

function featuresOf(plan, truth) {
  return [
    `money: ${plan.money}`,
    `texts: ${plan.texts}`,
    `dates: ${plan.dates}, ${plan.pattern}`,
    `time: ${plan.time}`,
    `balance: ${plan.balance}`,
    `order: ${plan.descending ? "newest first" : "oldest first"}`,
    `encoding: ${plan.encoding}`,
    `delimiter: ${JSON.stringify(plan.delimiter)}`,
    `number: ${plan.sample}`,
    `sign: ${plan.style.sign}`,
    `currency in cell: ${"prefix" in plan.style || "suffix" in plan.style}`,
    `fee: ${plan.fee}`,
    `footer: ${plan.footer}`,
    `inside: ${plan.balance ? plan.inside : "none"}`,
    `preamble: ${plan.preamble.length > 0}`,
    `header: ${plan.header}`,
    `pending: ${truth.pending.length > 0 ? plan.pending : "none"}`,
    `declined: ${truth.declined.length > 0}`,
    `noise: ${plan.noise.includes("original") ? "original amount" : "plain"}`,
    `shuffled: ${plan.shuffled}`,
    `year: ${plan.whole === plan.pattern ? "printed" : "only in the period"}`,
    `letters of labels: ${plan.letters}`,
    `hint of the delimiter: ${plan.hint}`,
    `blank after the delimiter: ${plan.spaced}`,
    `rows numbered: ${plan.numbered}`,
    `rows: ${plan.count < 5 ? "1 to 4" : "5 or more"}`,
  ];
}
