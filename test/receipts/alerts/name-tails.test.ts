// What is printed behind the name of another party.

import { describe, expect, test } from "vitest";
import { withoutTail } from "../../../src/receipts/alerts/name-tails.ts";

const read = (name: string): string => {
  const { start, end } = withoutTail(name, { start: 0, end: name.length });
  return name.slice(start, end);
};

describe("a name ends", () => {
  test.each([
    ["NORTHWIND CLOUD 415-555-0137 CA", "NORTHWIND CLOUD"],
    ["NORTHWIND MKTP 4155550137 CA", "NORTHWIND MKTP"],
    ["DROGUERIA LA CEIBA 18:20", "DROGUERIA LA CEIBA"],
    ["PEAK TRAMWAY CLUB LTD. 88 GARDEN ROAD CENTRAL", "PEAK TRAMWAY CLUB LTD."],
    ["KOMOREBI BOOKS（買物）", "KOMOREBI BOOKS"],
    ["TAN WEI LING (Mobile ending 4410)", "TAN WEI LING"],
    ["LAM KA YAN (****771)", "LAM KA YAN"],
  ])("before what is no part of it: %s", (printed, name) => {
    expect(read(printed)).toBe(name);
  });

  test.each([
    "PHONE CORNER",
    "Cafe Zentral 24",
    "BIEDRONKA 2214 KRAKOW",
    "Studio 54 Ltd",
    "Bistro (1998)",
    "Hotel 11:11 Lounge",
  ])("where it ends: %s", (name) => {
    expect(read(name)).toBe(name);
  });
});
