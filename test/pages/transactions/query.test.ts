// The address of the list: what it sets, what is wrong in it, and the addresses that the page makes.

import { expect, test } from "vitest";
import {
  FILTERS,
  listPresets,
  pageAddress,
  parseMagnitude,
  readView,
  viewAddress,
} from "../../../src/pages/transactions/query.ts";
import type { Day } from "../../../src/money/day.ts";

const view = (query: string) => readView(new URLSearchParams(query));

test("an amount is read as people type it", () => {
  const typed = ["12", "12.50", "12,50", "1 200", "1,200", "1,200.50", "1.200,50", "1'000", "0"];

  expect(typed.map(parseMagnitude)).toEqual([
    120_000, 125_000, 125_000, 12_000_000, 12_000_000, 12_005_000, 12_005_000, 10_000_000, 0,
  ]);
  expect(["", "-5", "5 USD", "1,2,3", "1.23456"].map(parseMagnitude)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});

test("a written address reads as the same view, whatever order its filters came in", () => {
  const typed =
    "no=receipt&q=a%26b&account=linked%3A4&category=0&tag=7&from=2026-01-02&to=2026-02-03&min=1&max=2&direction=in&status=pending&source=mail%3Ax-1&has=notes";
  const read = view(typed);
  const again = view(viewAddress(read.typed).split("?")[1] ?? "");

  expect([...read.errors, ...read.complaints]).toEqual([]);
  expect(again.query).toEqual(read.query);
  expect([...again.typed.keys()]).toEqual(FILTERS.filter((name) => name !== "month"));
});

test("contradictions are named at one of their fields", () => {
  expect([...view("month=2026-10&from=2026-10-02").errors.keys()]).toEqual(["month"]);
  expect([...view("from=2026-10-02&to=2026-10-01").errors.keys()]).toEqual(["to"]);
  expect([...view("min=5&max=4").errors.keys()]).toEqual(["max"]);
  expect([...view("tag=1&tag=2").errors]).toEqual([["tag", "Choose only one."]]);
});

test("every wrong value has a sentence that quotes it", () => {
  const wrong =
    "account=x&category=x&tag=x&month=x&from=x&to=x&min=x&max=x&direction=x&status=x&source=x&has=x&no=x";
  const { errors } = view(wrong);

  expect([...errors.keys()]).toEqual(FILTERS.filter((name) => name !== "q"));
  for (const sentence of errors.values()) expect(sentence).toContain("“x”");
  expect(view(`q=${"x".repeat(101)}`).errors.get("q")).toBe(
    "A search has at most 100 characters; this one has 101.",
  );
});

test("a place that the list cannot have is named", () => {
  for (const query of [
    "before=x",
    "before=2026-02-30.1",
    "after=2026-01-01",
    "before=2026-01-01.1&after=2026-01-01.1",
  ])
    expect([query, view(query).complaints.length]).toEqual([query, 1]);
  expect(view("after=2026-01-01.12").cursor).toEqual({
    side: "after",
    at: { date: "2026-01-01", id: 12 },
  });
});

test("another page keeps the filters, and dropping one begins at the newest row", () => {
  const { typed } = view("q=a&min=5&before=2026-01-01.12");

  expect(pageAddress(typed, { side: "before", at: { date: "2025-12-01" as Day, id: 3 } })).toBe(
    "/transactions?q=a&min=5&before=2025-12-01.3",
  );
  expect(viewAddress(typed, { min: null })).toBe("/transactions?q=a");
});

test("last month of a day in January is December of the year before", () => {
  const found = listPresets("2026-01-31" as Day).find(({ name }) => name === "Last month");

  expect(found?.href).toBe("/transactions?month=2025-12");
});
