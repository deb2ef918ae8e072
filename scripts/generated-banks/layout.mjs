// One bank's way of printing, chosen from the grammar: columns and labels, signs, marks, dates,
// encoding, and the lines above and below the table.

import { LANGUAGES } from "./languages/parse.mjs";
import { numberStyle } from "./values.mjs";

/** The short words that banks print behind an amount: "12.00 CR". */
const SHORT = /^(?:[A-Z]{1,2}|Dr|Cr|Dt|Kt)$/;

/** What stands between thousands where the language has a blank there. */
const BLANKS = [
  [70, " "],
  [22, "\u00a0"],
  [8, "\u202f"],
];

/** Signs of currencies that stand before an amount: no words. */
const BEFORE = /^\P{L}+$|\$$|^(?:RM|Rp|R|S\/)$/u;

/** The layout of a seed; `code` fixes the language. */
export function chooseLayout(random, code) {
  const drawn = random.pick(LANGUAGES);
  const language = LANGUAGES.find((one) => one.code === code) ?? drawn;
  const { words } = language;
  const [currency, symbol = ""] = random.pick(words.currency).split(" ");
  const sample = random.pick(words.number);
  const dc = random.chance(0.1) ? ["-", "+"] : random.pick(words.dc).split("/");
  const base = {
    language,
    currency,
    symbol,
    sample,
    dc,
    holder: random.pick(words.people),
    iban: `${language.code.toUpperCase()}${random.between(10, 99)}${random.between(10_000_000, 99_999_999)}${random.between(1000, 9999)}`,
    phrases: Object.fromEntries(
      ["salary", "rent", "refund", "cash", "transfer", "cardpay", "interest", "direct"]
        .map((key) => [key, random.pick(words[key])])
        .concat([["feetext", random.pick(words.feetext)]]),
    ),
    count: random.weigh([
      [8, random.between(1, 4)],
      [22, random.between(5, 12)],
      [50, random.between(13, 40)],
      [20, random.between(41, 90)],
    ]),
    bookedWord: !random.chance(0.15),
    numbered: random.chance(0.05),
    money: random.weigh([
      [44, "signed"],
      [30, "pair"],
      [4, "pair signed"],
      [11, "side"],
      [6, "card"],
      [dc.every((word) => SHORT.test(word)) ? 5 : 0, "suffix"],
    ]),
  };
  return {
    ...base,
    ...chooseDates(random, base),
    ...chooseTable(random, base),
    ...chooseFile(random, base),
  };
}

function chooseDates(random, { language: { code, words }, currency }) {
  const own = { USD: "M/D/Y", GBP: "D/M/Y", AUD: "D/M/Y", NZD: "D/M/Y", ZAR: "Y/M/D" }[currency];
  const drawn = random.pick(words.dates);
  const wrongWay = code === "en" && own !== undefined && /^[MDmd]\/[MDmd]/.test(drawn);
  return {
    pattern: wrongWay ? own : drawn,
    stamp: random.chance(0.3),
    dates: random.weigh([
      [52, "one"],
      [20, "booked value"],
      [14, "purchase booked"],
      [10, "one value"],
      [4, "value one"],
    ]),
    time: random.weigh([
      [82, "none"],
      [9, "cell"],
      [9, "column"],
    ]),
  };
}

function chooseTable(random, base) {
  const card = base.money === "card";
  const balance = !card && random.chance(0.5);
  const status = random.chance(0.14);
  return {
    texts: random.weigh([
      [34, "text"],
      [24, "payee text"],
      [14, "type text"],
      [10, "payee type text"],
      [9, "parties"],
      [5, "payee"],
      [4, "text payee"],
    ]),
    form: random.below(7),
    balance,
    status,
    pending: status
      ? random.weigh([
          [50, "none"],
          [50, "status"],
        ])
      : random.weigh([
          [94, "none"],
          [6, "section"],
        ]),
    declined: status && random.chance(0.25),
    fee: random.weigh([
      [90, "none"],
      [5, "empty"],
      [balance ? 4 : 0, "charged"],
    ]),
    noise: ["ref", "category", "account", "card", "cur", "original"].filter((kind) =>
      random.chance(
        { ref: 0.35, category: 0.12, account: 0.15, card: 0.1, cur: 0.3, original: 0.07 }[kind],
      ),
    ),
    descending: random.chance(0.45),
    shuffled: random.chance(0.12),
    style: chooseStyle(random, base),
    emptyHalf: random.weigh([
      [72, "empty"],
      [18, "zero"],
      [5, "dash"],
    ]),
    amountUnit: random.weigh([
      [80, ""],
      [8, ` (${base.currency})`],
      [4, ` ${base.currency}`],
      [4, ` in ${base.currency}`],
    ]),
  };
}

function chooseStyle(random, { sample, currency, symbol, money }) {
  const signed = money === "signed" || money === "card" || money === "pair signed";
  const unit = random.weigh([
    [84, {}],
    [5, { suffix: ` ${symbol}` }],
    [4, { suffix: ` ${currency}` }],
    [BEFORE.test(symbol) ? 4 : 0, { prefix: symbol }],
    [2, { prefix: `${currency} ` }],
  ]);
  return {
    ...numberStyle(sample.replace(" ", random.weigh(BLANKS)), currency),
    ...unit,
    sign: signed
      ? random.weigh([
          [84, "minus"],
          [5, "unicode minus"],
          [6, "trailing"],
          [sample.includes(",") && sample.endsWith(",56") ? 0 : 5, "parentheses"],
        ])
      : "minus",
    plus: money === "signed" && random.chance(0.12),
    short: random.chance(0.06),
  };
}

function chooseFile(random, { language: { words } }) {
  const delimiter = random.weigh([
    [92, random.pick(words.delimiter)],
    [4, "|"],
  ]);
  return {
    delimiter: delimiter === "tab" ? "\t" : delimiter,
    quoting: random.weigh([
      [62, "minimal"],
      [30, "all"],
      [8, "texts"],
    ]),
    newline: random.weigh([
      [55, "\r\n"],
      [44, "\n"],
      [1, "\r"],
    ]),
    trailing: random.chance(0.05),
    encoding: random.pick(words.encoding),
    header: !random.chance(0.03),
    hint: random.chance(0.02),
    spaced: random.chance(0.02) && delimiter !== "tab",
    letters: random.weigh([
      [84, "plain"],
      [9, "upper"],
      [4, "lower"],
      [3, "snake"],
    ]),
    preamble: random.chance(0.35)
      ? ["bank", "account", "holder", "period", "currency", "opening", "blank"].filter(() =>
          random.chance(0.5),
        )
      : [],
    preambleStyle: random.weigh([
      [45, "cells"],
      [35, "colon"],
      [20, "padded"],
    ]),
    inside: random.weigh([
      [86, "none"],
      [7, "opening and closing"],
      [7, "opening"],
    ]),
    footer: random.weigh([
      [76, "none"],
      [9, "total"],
      [9, "closing"],
      [6, "note"],
    ]),
  };
}
