// A bank's workbook as another bank, program or person would have made it: each mutation changes one habit and keeps
// what the rows say. What may come of it is right or asked, with the right answer among the choices; never wrong.

import { LANGUAGES } from "../csv/languages.ts";
import {
  CLOSING,
  eitherDay,
  MONTH,
  saidBy,
  type Column,
  type Entry,
  type Kind,
  type Style,
  type Table,
  type Value,
} from "./world-print.ts";

export interface Mutated {
  readonly table: Table;
  /** What the file may be read as; two readings where two dates stand side by side and nothing names them. */
  readonly truths: readonly (readonly string[])[];
}

export interface Mutation {
  readonly kind: string;
  readonly name: string;
  /** Null where it would not keep what the rows say. */
  readonly apply: (table: Table) => Mutated | null;
}

const same = (table: Table, change: Partial<Table>): Mutated => ({
  table: { ...table, ...change },
  truths: [saidBy({ ...table, ...change })],
});
const unnamed = (table: Table, change: Partial<Table>): Mutated => ({
  table: { ...table, ...change },
  truths: eitherDay(table),
});
const styled = (table: Table, style: Partial<Style>): Mutated =>
  same(table, { style: { ...table.style, ...style } });
const isDay = (value: Value): value is { day: string; clock?: string } =>
  value !== null && typeof value !== "string" && "day" in value;
const isMoney = (value: Value): value is { cents: number } =>
  value !== null && typeof value !== "string" && "cents" in value;
const mapped = (
  columns: readonly Column[],
  change: (value: Value, entry: Entry, column: Column) => Value,
): readonly Column[] =>
  columns.map((column) => ({
    ...column,
    value: (entry) => change(column.value(entry), entry, column),
  }));
const without = (table: Table, role: Column["role"]): Mutated | null => {
  const columns = table.columns.filter((column) => column.role !== role);
  return columns.length === table.columns.length ||
    (role === "value date" && !columns.some((column) => column.role === "date"))
    ? null
    : same(table, { columns, ...(role === "value date" && { posted: undefined }) });
};

const ORDERS: Readonly<Record<string, (columns: readonly Column[]) => readonly Column[]>> = {
  reversed: (columns) => columns.toReversed(),
  "the last first": (columns) => [...columns.slice(-1), ...columns.slice(0, -1)],
  "the first last": (columns) => [...columns.slice(1), ...columns.slice(0, 1)],
  shuffled: (columns) =>
    columns
      .map((column, index) => ({ column, key: (index * 7_919 + 13) % 101 }))
      .toSorted((a, b) => a.key - b.key)
      .map(({ column }) => column),
  "the money first": (columns) =>
    columns.toSorted((a, b) => Number(isMoneyRole(b)) - Number(isMoneyRole(a))),
};
const isMoneyRole = ({ role }: Column) => ["amount", "debit", "credit", "balance"].includes(role);

const DATES = [
  "d/m/y",
  "m/d/y",
  "d.m.y",
  "d-m-y",
  "y-m-d",
  "y/m/d",
  "ymd",
  "d b y",
  "b d, y",
  "d-b-y",
];
const NUMBERS: Readonly<Record<string, Exclude<Style["numbers"], "typed">>> = {
  "1.234,56": { thousands: ".", decimal: "," },
  "1,234.56": { thousands: ",", decimal: "." },
  "1 234,56": { thousands: "\u00a0", decimal: "," },
  "1234,56": { thousands: "", decimal: "," },
  "1234.56": { thousands: "", decimal: "." },
  "1'234.56": { thousands: "'", decimal: "." },
  "1.234,56 EUR": { thousands: ".", decimal: ",", behind: " EUR" },
};
const LEADS: Readonly<Record<string, readonly (readonly Value[])[]>> = {
  "five lines": [
    ["Account statement"],
    ["Account", "12345678"],
    ["Period", { day: "2026-03-01" }, { day: "2026-03-31" }],
    ["Created", { day: "2026-04-01" }],
    [],
  ],
  "a summary": [
    ["Opening balance", { cents: 312_340 }],
    ["Closing balance", { cents: CLOSING }],
    [],
  ],
  "a table of accounts": [
    ["Account", "Currency", "Balance", "Date"],
    ["Checking", "EUR", { cents: 7_710 }, { day: "2026-04-01" }],
    ["Savings", "EUR", { cents: 150_000 }, { day: "2026-04-01" }],
    [],
  ],
};
const TAILS: Readonly<Record<string, readonly (readonly Value[])[]>> = {
  "a remark": [["The bank assumes no liability for this information."]],
  "a total": [["Total", null, null, { cents: 9_999 }]],
  "a count and a day": [
    ["Number of transactions:", "14"],
    ["Created", { day: "2026-04-01" }],
  ],
};
const KINDS: readonly Kind[] = ["xlsx", "xls", "ods", "xml", "html"];

/** Days that exist in both orders come out exchanged and typed, the others stay text: a program of another country. */
function mangled(table: Table): Mutated | null {
  if (!["xlsx", "xls", "ods"].includes(table.kind)) return null;
  const columns = mapped(table.columns, (value) => {
    if (!isDay(value)) return value;
    const [y = "", m = "", d = ""] = value.day.split("-");
    return Number(d) <= 12 ? { day: `${y}-${d}-${m}` } : `${d}/${m}/${y}`;
  });
  return same(
    { ...table, between: undefined },
    { columns, style: { ...table.style, dates: "typed" } },
  );
}

function relabelled(table: Table, words: Readonly<Record<string, string>>): Mutated | null {
  const taken = new Set<string>();
  const columns = table.columns.map((column) => {
    const word = words[column.role];
    if (word === undefined || word === "" || taken.has(column.role)) return column;
    taken.add(column.role);
    return { ...column, label: word };
  });
  return taken.size < 3 ? null : unnamed(table, { columns });
}

function first(table: Table, count: number): Mutated {
  const entries = (table.newestFirst ? MONTH.toReversed() : MONTH).slice(0, count);
  const said = entries
    .map((entry) => `${table.posted === "value" ? entry.value : entry.day} ${entry.cents * 100}`)
    .toSorted();
  return {
    table: {
      ...table,
      only: count,
      lead: table.lead.filter((row) => !row.some(isMoney)),
      tail: table.tail.filter((row) => !row.some(isMoney)),
    },
    truths: [said],
  };
}

/** Half the cells of one kind are typed, the others text. */
const half = (
  table: Table,
  wanted: (value: Value) => boolean,
  text: (value: Value) => string,
): Mutated | null =>
  ["html", "tabs"].includes(table.kind)
    ? null
    : same(table, {
        columns: mapped(table.columns, (value, entry) =>
          wanted(value) && MONTH.indexOf(entry) % 2 === 1 ? text(value) : value,
        ),
        style: { ...table.style, dates: "typed", numbers: "typed" },
      });

export const MUTATIONS: readonly Mutation[] = [
  { kind: "as it is", name: "", apply: (table) => same(table, {}) },
  ...Object.entries(ORDERS).map(([name, order]): Mutation => ({
    kind: "columns",
    name,
    apply: (table) => unnamed(table, { columns: order(table.columns) }),
  })),
  {
    kind: "columns",
    name: "further blank ones",
    apply: (table) =>
      same(table, {
        columns: [
          ...table.columns,
          ...[1, 2, 3].map((): Column => ({ label: "", role: "", value: () => null })),
        ],
      }),
  },
  {
    kind: "columns",
    name: "one of notes in front",
    apply: (table) =>
      same(table, {
        columns: [
          { label: "Note", role: "", value: ({ id }) => (id.endsWith("1") ? "seen" : null) },
          ...table.columns,
        ],
      }),
  },
  {
    kind: "columns",
    name: "three blank before the first",
    apply: (table) => same(table, { indent: 3 }),
  },
  ...(["balance", "value date", "currency", "reference", "description"] as const).map(
    (role): Mutation => ({
      kind: "column dropped",
      name: role,
      apply: (table) => without(table, role),
    }),
  ),
  ...Object.entries(LANGUAGES).map(([name, words]): Mutation => ({
    kind: "language",
    name,
    apply: (table) => relabelled(table, words),
  })),
  {
    kind: "header dropped",
    name: "with the lines before it",
    apply: (table) => unnamed(table, { header: false, lead: [] }),
  },
  { kind: "header dropped", name: "alone", apply: (table) => unnamed(table, { header: false }) },
  ...Object.entries(LEADS).map(([name, lines]): Mutation => ({
    kind: "preamble",
    name,
    apply: (table) => same(table, { lead: [...lines, ...table.lead] }),
  })),
  { kind: "preamble", name: "none", apply: (table) => same(table, { lead: [] }) },
  ...Object.entries(TAILS).map(([name, lines]): Mutation => ({
    kind: "footer",
    name,
    apply: (table) => same(table, { tail: [...table.tail, ...lines] }),
  })),
  { kind: "footer", name: "none", apply: (table) => same(table, { tail: [] }) },
  { kind: "dates", name: "typed", apply: (table) => styled(table, { dates: "typed" }) },
  ...DATES.map((dates): Mutation => ({
    kind: "dates",
    name: `as text, ${dates}`,
    apply: (table) => styled(table, { dates }),
  })),
  {
    kind: "dates",
    name: "half of them as text",
    apply: (table) =>
      half(table, isDay, (value) =>
        isDay(value) ? value.day.split("-").toReversed().join(".") : "",
      ),
  },
  { kind: "dates", name: "exchanged by a program of another country", apply: mangled },
  { kind: "numbers", name: "typed", apply: (table) => styled(table, { numbers: "typed" }) },
  ...Object.entries(NUMBERS).map(([name, numbers]): Mutation => ({
    kind: "numbers",
    name: `as text, ${name}`,
    apply: (table) => styled(table, { numbers }),
  })),
  {
    kind: "numbers",
    name: "half of them as text",
    apply: (table) =>
      half(table, isMoney, (value) =>
        isMoney(value) ? (value.cents / 100).toFixed(2).replace(".", ",") : "",
      ),
  },
  {
    kind: "numbers",
    name: "with the noise of sums",
    apply: (table) =>
      table.kind === "xlsx"
        ? same(table, { noisy: true, style: { ...table.style, numbers: "typed" } })
        : null,
  },
  {
    kind: "order",
    name: "the other way round",
    apply: (table) =>
      table.between === undefined ? same(table, { newestFirst: !table.newestFirst }) : null,
  },
  ...KINDS.map((kind): Mutation => ({
    kind: "kind of file",
    name: kind,
    apply: (table) =>
      same(table, {
        kind,
        style:
          kind === "html" && table.style.numbers === "typed"
            ? { ...table.style, numbers: { thousands: "", decimal: "." } }
            : table.style,
      }),
  })),
  {
    kind: "hidden",
    name: "every third row",
    apply: (table) => (table.kind === "xlsx" ? same(table, { hiddenRows: [12, 15, 18] }) : null),
  },
  {
    kind: "sheets",
    name: "a cover before and a list behind",
    apply: (table) =>
      table.kind === "xlsx"
        ? same(table, {
            further: [
              {
                name: "Legend",
                rows: [
                  ["Code", "Meaning"],
                  ["TRF", "Transfer"],
                  ["DD", "Direct debit"],
                ],
              },
            ],
          })
        : null,
  },
  ...[1, 2, 3, 5, 9].map((count): Mutation => ({
    kind: "first rows",
    name: String(count),
    apply: (table) => (table.between === undefined ? first(table, count) : null),
  })),
];
