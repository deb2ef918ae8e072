import { expect, test } from "vitest";
import {
  numberBoundaryRows,
  unprovenRows,
  type BoundaryRow,
  type Edge,
} from "../../../src/importer/imports/cut-days.ts";
import { units } from "../../../src/money/money.ts";

const KEY = "t1:20240301:coffee";
const row = (seq: number, facts: Partial<BoundaryRow>): BoundaryRow => ({
  seq,
  key: KEY,
  amount: units(-40_000),
  time: null,
  balance: null,
  ...facts,
});
const edge = (occurrence: number, facts: Partial<Edge>): Edge => ({
  key: KEY,
  occurrence,
  amount: units(-40_000),
  time: null,
  balance: null,
  ...facts,
});
const numbers = (rows: BoundaryRow[], edges: Edge[]) =>
  [...numberBoundaryRows(rows, edges)].sort((a, b) => a[0] - b[0]).map(([, n]) => n);

test("the second of two equal coffees, alone in the next file, is the second: its time says so", () => {
  expect(numbers([row(0, { time: "08:02" })], [edge(1, { time: "08:01" })])).toEqual([2]);
});

test("the same coffee seen again keeps its number", () => {
  expect(numbers([row(0, { time: "08:01" })], [edge(1, { time: "08:01" })])).toEqual([1]);
  expect(
    numbers([row(0, { time: "08:02" }), row(1, { time: "08:01" })], [edge(1, { time: "08:01" })]),
  ).toEqual([2, 1]);
});

test("a running balance that goes on where the earlier file stopped tells the second coffee from the first", () => {
  const first = edge(1, { balance: units(960_000) });

  expect(numbers([row(0, { balance: units(920_000) })], [first])).toEqual([2]);
  expect(numbers([row(0, { balance: units(960_000) })], [first])).toEqual([1]);
});

test("the balance of another row of that day may be what shows that the balances go on", () => {
  const edges = [
    edge(1, { balance: units(960_000) }),
    { ...edge(1, { balance: units(930_000), amount: units(-30_000) }), key: "t1:20240301:tea" },
  ];

  expect(numbers([row(0, { balance: units(890_000) })], edges)).toEqual([2]);
});

test("balances that do not connect prove nothing: a late booking must not double the coffee", () => {
  expect(
    numbers([row(0, { balance: units(955_000) })], [edge(1, { balance: units(960_000) })]),
  ).toEqual([1]);
});

test("a coffee that takes a known number by no more than balances that do not connect is unproven", () => {
  const unproven = (rows: BoundaryRow[], edges: Edge[]) => [
    ...unprovenRows(rows, edges, numberBoundaryRows(rows, edges)),
  ];

  expect(
    unproven([row(0, { balance: units(955_000) })], [edge(1, { balance: units(960_000) })]),
  ).toEqual([0]);
  expect(unproven([row(0, {}), row(1, {})], [edge(1, {})])).toEqual([0]);
  expect(
    unproven([row(0, { balance: units(960_000) })], [edge(1, { balance: units(960_000) })]),
  ).toEqual([]);
  expect(
    unproven([row(0, { balance: units(920_000) })], [edge(1, { balance: units(960_000) })]),
  ).toEqual([]);
  expect(unproven([row(0, { time: "08:01" })], [edge(1, { time: "08:01" })])).toEqual([]);
});

test("where the balance returns, the same coffee with the same balance may be another one: that it is held for it is said", () => {
  const refund = { key: "t1:20240301:refund", amount: units(40_000) };
  const rest = [
    edge(1, { ...refund, balance: units(1_000_000) }),
    edge(1, { balance: units(960_000) }),
    edge(2, { balance: units(920_000) }),
  ];
  const unproven = (rows: BoundaryRow[], edges: Edge[]) => [
    ...unprovenRows(rows, edges, numberBoundaryRows(rows, edges)),
  ];

  expect(unproven([row(0, { balance: units(960_000) })], rest)).toEqual([0]);
  expect(
    unproven(
      [row(0, { balance: units(960_000), time: "08:01" })],
      rest.map((one) => ({ ...one, time: one.balance === 920_000 ? "08:05" : "08:01" })),
    ),
  ).toEqual([]);
  // Not on the way back: the last coffee is the last coffee.
  expect(unproven([row(0, { balance: units(920_000) })], rest)).toEqual([]);
  expect(
    unproven(
      [row(0, { balance: units(960_000) })],
      [edge(1, { balance: units(960_000) }), edge(2, { balance: units(920_000) })],
    ),
  ).toEqual([]);
  // What leads to no earlier balance is proven, before and behind the way back as well.
  const tea = { key: "t1:20240301:tea", amount: units(-10_000) };
  expect(
    unproven(
      [row(0, { ...tea, balance: units(1_000_000) })],
      [...rest, edge(1, { ...tea, balance: units(1_000_000) })],
    ),
  ).toEqual([]);
});

test("without a witness the count in the file stands", () => {
  expect(numbers([row(0, {}), row(1, {})], [edge(1, {})])).toEqual([1, 2]);
});

test("a row the bank inserted on that day shifts the balances: the coffee after it is still the same coffee", () => {
  const kiosk = "t1:20240301:kiosk";
  const known = [
    edge(1, { key: kiosk, amount: units(-250_000), balance: units(34_750_000) }),
    edge(1, { amount: units(-35_000), balance: units(34_715_000) }),
  ];
  const seen = [
    row(0, { key: kiosk, amount: units(-250_000), balance: units(34_750_000) }),
    row(1, { key: "t1:20240301:fuel", amount: units(-400_000), balance: units(34_350_000) }),
    row(2, { amount: units(-35_000), balance: units(34_315_000) }),
  ];

  expect(numbers(seen, known)).toEqual([1, 1, 1]);
});

test("an older file uploaded later, ending where the known one begins, gives the other coffee the other number", () => {
  expect(
    numbers([row(0, { balance: units(1_000_000) })], [edge(1, { balance: units(960_000) })]),
  ).toEqual([2]);
});

test("a time printed with seconds is the same as without them", () => {
  expect(numbers([row(0, { time: "14:05" })], [edge(1, { time: "14:05:00" })])).toEqual([1]);
  expect(numbers([row(0, { time: "14:05:30" })], [edge(1, { time: "14:06" })])).toEqual([2]);
});

test("20,000 rows of one day against as many known ones take no long time", () => {
  const many = Array.from({ length: 20_000 }, (_, i) =>
    row(i, { key: `${KEY}${i}`, time: "08:00" }),
  );

  expect(
    numberBoundaryRows(
      many,
      many.map((one) => ({ ...one, occurrence: 1 })),
    ).size,
  ).toBe(20_000);
});
