// The columns of a layout with their labels, and what stands in each for a row.

import { printAmount, printDay, printSize } from "./values.mjs";

/** What in a label names a currency, so that a label never names another than the account's. */
const NAMED = [
  ["EUR", /EUR|€|euro/i],
  ["BRL", /R\$/],
  ["JPY", /円/],
  ["CNY", /元/],
  ["THB", /บาท/],
  ["ILS", /ש"ח/],
  ["IRR", /ریال/],
  ["KRW", /원\)/],
  ["TWD", /新臺幣/],
  ["MYR", /\(RM\)/],
  ["TRY", /\(TL\)/],
  ["SEK", /SEK/],
  ["NOK", /NOK/],
  ["DKK", /DKK/],
  ["ISK", /ISK/],
  ["PLN", /PLN/],
  ["CZK", /CZK/],
  ["HUF", /HUF/],
  ["RON", /RON/],
  ["RSD", /RSD/],
  ["UAH", /UAH/],
  ["BGN", /BGN/],
  ["VND", /VND/],
];

const fits = (label, currency) =>
  NAMED.every(([code, pattern]) => code === currency || !pattern.test(label));

const DATES = {
  one: ["date"],
  "booked value": ["booked", "value"],
  "purchase booked": ["purchase", "booked"],
  "one value": ["date", "value"],
  "value one": ["value", "date"],
};

const TEXTS = {
  text: ["text"],
  "payee text": ["payee", "text"],
  "type text": ["type", "text"],
  "payee type text": ["payee", "type", "text"],
  parties: ["sender", "receiver", "text"],
  payee: ["payee"],
  "text payee": ["text", "payee"],
};

const MONEY = {
  signed: ["amount"],
  card: ["amount"],
  suffix: ["amount"],
  pair: ["debit", "credit"],
  "pair signed": ["debit", "credit"],
  side: ["amount", "side"],
};

/** The columns in the order printed: `{ kind, label }`. */
export function chooseColumns(random, plan) {
  const money =
    random.chance(0.25) && plan.money === "side" ? ["side", "amount"] : MONEY[plan.money];
  const groups = [
    [...DATES[plan.dates], ...(plan.time === "column" ? ["time"] : [])],
    TEXTS[plan.texts],
    [...money, ...(plan.noise.includes("cur") ? ["cur"] : [])],
  ];
  const extra = plan.noise.filter((kind) => kind !== "cur");
  const after = extra.flatMap((kind) =>
    kind === "original" ? ["original", "originalcur"] : [kind],
  );
  if (plan.fee !== "none") after.push("fee");
  if (plan.status) after.push("status");
  const ends = random.shuffle(after).map((kind) => [kind]);
  const cut = random.below(ends.length + 1);
  const kinds = (
    plan.shuffled
      ? random.shuffle([...groups, ...keepTogether(after), ...(plan.balance ? [["balance"]] : [])])
      : [
          groups[0],
          ...keepTogether(ends.slice(0, cut).flat()),
          groups[1],
          groups[2],
          ...(plan.balance ? [["balance"]] : []),
          ...keepTogether(ends.slice(cut).flat()),
        ]
  ).flat();
  const all = labelled(random, plan, kinds);
  return plan.numbered ? [{ kind: "number", label: random.pick(["#", "Nr", "No."]) }, ...all] : all;
}

function keepTogether(kinds) {
  const single = kinds.filter((kind) => !kind.startsWith("original")).map((kind) => [kind]);
  const original = kinds.filter((kind) => kind.startsWith("original"));
  return original.length === 0 ? single : [...single, original.toSorted()];
}

/** A label in the letters of the layout: as it is, in capitals, in small letters, or_so. */
function lettered(label, letters) {
  switch (letters) {
    case "upper":
      return label.toUpperCase();
    case "lower":
      return label.toLowerCase();
    case "snake":
      return label
        .toLowerCase()
        .replace(/[ .'/-]+/g, "_")
        .replace(/^_|_$/g, "");
    default:
      return label;
  }
}

function labelled(random, plan, kinds) {
  const { words } = plan.language;
  const used = new Set();
  return kinds.map((kind) => {
    const own = words[kind].filter((label) => fits(label, plan.currency) && !used.has(label));
    const drawn = random.pick(own.length === 0 ? [`${words[kind][0]} 2`] : own);
    used.add(drawn);
    const unit =
      /^(amount|debit|credit)$/.test(kind) && !/[(]|EUR|SEK|PLN/.test(drawn) ? plan.amountUnit : "";
    return { kind, label: lettered(`${drawn}${unit}`, plan.letters) };
  });
}

/** What the row says in one text, by the form of the layout. */
function textOf(row, plan) {
  const name = row.name === "" ? row.phrase : row.name;
  const phrase = row.name === "" ? "" : row.phrase;
  const join = (parts, gap) => parts.filter((part) => part !== "").join(gap);
  const day = printDay(
    row.purchase,
    /y/.test(plan.pattern) ? "D.M." : "D.M.Y",
    plan.language.words,
  );
  switch (plan.form) {
    case 0:
      return name;
    case 1:
      return join([phrase, name], " ");
    case 2:
      return join([phrase, name, row.place], ", ");
    case 3:
      return join([name, row.place], " ");
    case 4:
      return join([phrase, name, row.reference], " - ");
    case 5:
      return join(
        [phrase, row.kind === "cardpay" ? `${day} ${plan.iban.slice(-4)}` : "", name, row.place],
        " ",
      );
    default:
      return join([name, phrase], " / ");
  }
}

/** What stands beside a name of its own: never the name. */
function purposeOf(row, plan) {
  if (row.name === "") return row.phrase;
  const day = printDay(row.day, "D.M.Y", plan.language.words);
  return [row.phrase, `${row.phrase} ${row.reference}`, `${row.phrase} ${day}`, row.reference][
    plan.form % 4
  ];
}

function moneyCell(kind, row, plan) {
  const { style, money, dc } = plan;
  const { amount } = row;
  const empty = { empty: "", zero: printSize(0, style), dash: "-" }[plan.emptyHalf];
  switch (money) {
    case "signed":
      return printAmount(amount, style);
    case "card":
      return printAmount(-amount, style);
    case "side":
      return printAmount(Math.abs(amount), style);
    case "suffix":
      return `${printSize(amount, style)} ${amount <= 0 ? dc[0] : dc[1]}`;
    default: {
      const isDebit = kind === "debit";
      if (amount === 0 ? !isDebit : amount < 0 !== isDebit) return empty;
      return printAmount(money === "pair signed" ? amount : Math.abs(amount), style);
    }
  }
}

const hasOwnName = (plan) => /payee|parties/.test(plan.texts);

/** The time behind a date: " 14:22", " 14:22:07", or as ISO 8601 has it. */
function momentOf({ time, seconds }, { time: place, pattern, stamp }) {
  if (place !== "cell") return "";
  if (!stamp) return ` ${time}`;
  return pattern === "Y-M-D" ? `T${time}:${seconds}Z` : ` ${time}:${seconds}`;
}

/** The text of a cell; `states` are the layout's words for booked, pending and declined. */
export function cellOf(kind, row, plan) {
  const day = (iso) => printDay(iso, plan.pattern, plan.language.words) + momentOf(row, plan);
  const party = row.amount > 0 ? "sender" : "receiver";
  switch (kind) {
    case "date":
    case "booked":
      return day(row.day);
    case "value":
      return printDay(row.value, plan.pattern, plan.language.words);
    case "purchase":
      return printDay(row.purchase, plan.pattern, plan.language.words);
    case "time":
      return row.time;
    case "text":
      return hasOwnName(plan) ? purposeOf(row, plan) : textOf(row, plan);
    case "payee":
      return row.name === "" && plan.texts === "payee" ? row.phrase : row.name;
    case "sender":
    case "receiver":
      return kind === party ? row.name : plan.holder;
    case "type":
      return row.phrase;
    case "amount":
    case "debit":
    case "credit":
      return moneyCell(kind, row, plan);
    case "side":
      return row.amount <= 0 ? plan.dc[0] : plan.dc[1];
    case "balance":
      return row.state === "booked" || plan.form % 2 === 0
        ? printAmount(row.balance, { ...plan.style, plus: false })
        : "";
    default:
      return noiseCell(kind, row, plan);
  }
}

function noiseCell(kind, row, plan) {
  switch (kind) {
    case "cur":
      return plan.currency;
    case "ref":
      return row.reference;
    case "category":
      return { cardpay: plan.words.category, direct: plan.words.household }[row.kind] ?? "";
    case "account":
      return plan.iban;
    case "card":
      return row.kind === "cardpay" ? `****${plan.iban.slice(-4)}` : "";
    case "fee":
      return plan.fee === "charged" || row.fee > 0 ? printSize(row.fee, plan.style) : "";
    case "original":
      return row.foreign === undefined
        ? ""
        : printAmount(row.foreign.amount, { ...plan.style, prefix: "", suffix: "" });
    case "originalcur":
      return row.foreign?.currency ?? "";
    case "number":
      return String(row.number ?? "");
    default:
      return row.state === "booked" && !plan.bookedWord ? "" : plan.words[row.state];
  }
}
