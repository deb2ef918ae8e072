// The geometry of the plots that the server draws: round axes, lengths, and columns in their place.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { measureBar } from "../../../src/pages/plots/budget-bar.tsx";
import { layOut, type ColumnGroup } from "../../../src/pages/plots/columns.tsx";
import { chooseScale, place, printMark } from "../../../src/pages/plots/scale.ts";
import { sortBars } from "../../../src/pages/plots/sorted-bars.tsx";

const amount = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 });

test("an axis has round steps, includes every value and zero, and has few marks", () => {
  expect(chooseScale([0, 26_100_000]).marks).toEqual([0, 10_000_000, 20_000_000, 30_000_000]);
  expect(chooseScale([-4, 11]).marks).toEqual([-5, 0, 5, 10, 15]);
  expect(chooseScale([0, 0]).marks).toEqual([0]);
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 30 }), (values) => {
      const scale = chooseScale(values);
      expect(scale.least).toBeLessThanOrEqual(Math.min(0, ...values));
      expect(scale.most).toBeGreaterThanOrEqual(Math.max(0, ...values));
      expect(scale.marks.length).toBeLessThanOrEqual(7);
      expect(scale.marks).toContain(0);
    }),
  );
});

test("a mark of an axis is a short number", () => {
  expect([0, 400_000, 12_345_000, -30_000_000, 2e10].map(printMark)).toEqual([
    "0",
    "40",
    "1.23k",
    "−3k",
    "2M",
  ]);
});

test("the bar of a budget shows spent, over and expected within its width, and where the budget ends", () => {
  expect(measureBar(30, 20, 100)).toEqual({ spent: 30, over: 0, expected: 20, end: null });
  expect(measureBar(60, 40, 50)).toEqual({ spent: 50, over: 10, expected: 40, end: 50 });
  expect(measureBar(-5, 0, 100)).toEqual({ spent: 0, over: 0, expected: 0, end: null });
  expect(measureBar(0, 0, 0)).toEqual({ spent: 0, over: 0, expected: 0, end: null });
  fc.assert(
    fc.property(amount, amount, amount, (spent, expected, limit) => {
      const bar = measureBar(spent, expected, limit);
      const parts = [bar.spent, bar.over, bar.expected, bar.end ?? 0];
      expect(parts.every((part) => part >= 0 && part <= 100)).toBe(true);
      expect(bar.spent + bar.over + bar.expected).toBeLessThanOrEqual(100.2);
    }),
  );
});

test("columns stand on the ground line, side by side and inside the drawing", () => {
  const group = (values: number[], line: number): ColumnGroup => ({
    label: "Nov",
    title: "",
    href: "/budget",
    values,
    line,
    mark: 50,
  });
  const layout = layOut([group([100, 40], 60), group([0, 80], -80)]);

  expect(layout.scale.marks).toEqual([-100, -50, 0, 50, 100]);
  // The drawing is 218 high, from 8 down: zero is in the middle, at 8 + 109.
  expect(layout.ground).toBe(117);
  expect(layout.columns.map(({ y, height }) => [y, height])).toEqual([
    [8, 109],
    [73.4, 43.6],
    [117, 0],
    [29.8, 87.2],
  ]);
  expect(layout.points.map(({ y }) => y)).toEqual([51.6, 204.2]);
  const [first, second] = layout.columns;
  expect((first?.x ?? 0) + (first?.width ?? 0)).toBeLessThanOrEqual(second?.x ?? 0);
  expect(place(layout.scale, -100, 218)).toBe(0);
});

test("bars are sorted by their value, and the longest fills the width", () => {
  const row = (name: string, value: number, compared: number | null) => ({
    name,
    href: "",
    value,
    text: "",
    compared,
    comparedText: "",
    words: "",
  });
  const sorted = sortBars([row("b", 10, 20), row("a", 10, null), row("c", 40, 30)]);

  expect(sorted.map(({ name, length, tick }) => [name, length, tick])).toEqual([
    ["c", 100, 75],
    ["a", 25, null],
    ["b", 25, 50],
  ]);
});
