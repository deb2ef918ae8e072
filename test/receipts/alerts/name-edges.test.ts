// Where a name ends and begins within the words of a sentence or a row.

import { expect, test } from "vitest";
import { withinEdges } from "../../../src/receipts/alerts/name-edges.ts";

const nameIn = (text: string, start = 0, end = text.length): string => {
  const place = withinEdges(text, { start, end });
  return text.slice(place.start, place.end);
};

test.each([
  ["words in lower case go on behind capitals", "AMELIA LANE ke", "AMELIA LANE"],
  ["a sentence goes on behind capitals", "CORNER has initiated the following", "CORNER"],
  ["words in lower case lead to capitals", "obchodnika CORNER CAFE", "CORNER CAFE"],
  ["the next line begins", "ADA LANE\nIf this was not you", "ADA LANE"],
  ["a day is before it", "09/29 CORNER CAFE", "CORNER CAFE"],
  ["the number of a terminal is behind it", "CORNER CAFE WA S300000000000001", "CORNER CAFE WA"],
])("a name ends or begins where %s", (_, text, name) => {
  expect(nameIn(text)).toBe(name);
});

test.each([
  "UBER eats",
  "PRE distribuce, a.s.",
  "adidas AG",
  "Corner Cafe",
  "BELLA d.o.o.",
  "7-ELEVEN 1140",
])("%s stays whole", (name) => {
  expect(nameIn(name)).toBe(name);
});

test("the form of a company behind what is looked at keeps its words", () => {
  const text = "PRE distribuce, a.s. paid";

  expect(nameIn(text, 0, "PRE distribuce".length)).toBe("PRE distribuce");
});
