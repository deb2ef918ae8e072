// The file of a layout and its rows: the lines above the table, the table, the lines below.

import { cellOf } from "./columns.mjs";
import { printAmount, printDay, printSize } from "./values.mjs";

/** The whole text, with the layout's delimiter, quotes and ends of lines. */
export function printFile(plan, rows) {
  const { columns } = plan;
  const booked =
    plan.pending === "section" ? rows.filter(({ state }) => state !== "pending") : rows;
  const waiting = plan.pending === "section" ? rows.filter(({ state }) => state === "pending") : [];
  const order = (list) => (plan.descending ? list.toReversed() : list);
  const cells = (row) => columns.map(({ kind }) => cellOf(kind, row, plan));
  const table = order([...insideTop(plan, rows), ...booked.map(cells), ...insideEnd(plan, rows)]);
  const header = columns.map(({ label }) => label);
  const heads = plan.header && plan.form % 3 > 0 ? [header] : [];
  const lines = [
    ...preamble(plan, rows),
    ...(plan.header ? [header] : []),
    ...table,
    ...footer(plan, booked),
    ...(waiting.length === 0
      ? []
      : [[], [plan.words.unbooked], ...heads, ...order(waiting).map(cells)]),
  ];
  const hint = plan.hint ? `sep=${plan.delimiter}${plan.newline}` : "";
  return hint + lines.map((line) => printLine(line, plan)).join(plan.newline) + plan.newline;
}

function printLine(cells, plan) {
  const { delimiter, quoting } = plan;
  const line = cells
    .map((cell) => {
      const must = cell.includes(delimiter) || cell.includes('"') || /[\r\n]/.test(cell);
      const may = quoting === "all" || (quoting === "texts" && /\p{L}/u.test(cell));
      return must || may ? `"${cell.replaceAll('"', '""')}"` : cell;
    })
    .join(plan.spaced ? `${delimiter} ` : delimiter);
  return plan.trailing && cells.length > 1 ? `${line}${delimiter}` : line;
}

function preamble(plan, rows) {
  const { words, columns } = plan;
  const days = rows.map(({ day }) => day).toSorted();
  const print = (day) => printDay(day, plan.whole, plan.language.words);
  const said = {
    bank: () => [words.bank],
    account: () => [words.account, plan.iban],
    holder: () => [words.holder, plan.holder],
    period: () => [words.period, `${print(days[0])} - ${print(days.at(-1))}`],
    currency: () => [words.currency, plan.currency],
    opening: () => [words.opening, printAmount(plan.opening, plan.style)],
    blank: () => [],
  };
  return plan.preamble.map((item) => {
    const line = said[item]();
    if (plan.preambleStyle === "colon" && line.length === 2) return [`${line[0]}: ${line[1]}`];
    if (plan.preambleStyle === "padded")
      return [...line, ...columns.slice(line.length).map(() => "")];
    return line;
  });
}

/** A row of the table that states a balance and is no transaction. */
function balanceRow(plan, label, day, amount) {
  const row = { day, value: day, purchase: day, time: "00:00", seconds: "00" };
  const place = plan.columns.find(({ kind }) => /^(text|payee|type)$/.test(kind))?.kind;
  return plan.columns.map(({ kind }) => {
    if (/^(date|booked|value|purchase)$/.test(kind)) return cellOf(kind, row, plan);
    if (kind === place) return label;
    return kind === "balance" ? printAmount(amount, { ...plan.style, plus: false }) : "";
  });
}

const insideTop = (plan, rows) =>
  plan.balance && plan.inside !== "none" && rows.length > 0
    ? [balanceRow(plan, plan.words.opening, rows[0].day, plan.opening)]
    : [];

const insideEnd = (plan, rows) =>
  plan.balance && plan.inside === "opening and closing" && rows.length > 0
    ? [balanceRow(plan, plan.words.closing, rows.at(-1).day, plan.closing)]
    : [];

function footer(plan, rows) {
  const { words, columns, style } = plan;
  switch (plan.footer) {
    case "total":
      return [totalRow(plan, rows)];
    case "closing":
      return [[], [words.closing, printAmount(plan.closing, { ...style, plus: false })]];
    case "note":
      return [
        [],
        columns.length > 3
          ? [`${words.bank} \u00b7 ${words.period} \u00b7 1/1`.replaceAll("\u00b7", "-")]
          : [],
      ];
    default:
      return [];
  }
}

function totalRow(plan, rows) {
  const counted = rows.filter(({ state }) => state === "booked");
  const sum = (some) => some.reduce((all, { amount }) => all + amount, 0);
  const printed = {
    debit: () => printSize(sum(counted.filter(({ amount }) => amount < 0)), plan.style),
    credit: () => printSize(sum(counted.filter(({ amount }) => amount > 0)), plan.style),
    amount: () =>
      /signed|card/.test(plan.money)
        ? printAmount(plan.money === "card" ? -sum(counted) : sum(counted), plan.style)
        : "",
  };
  return plan.columns.map(({ kind }, index) =>
    index === 0 ? plan.words.total : (printed[kind]?.() ?? ""),
  );
}
