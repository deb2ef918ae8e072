// Where a text is cut so that each value that was read from it can be marked.

import { expect, test } from "vitest";
import { cutPieces } from "../../../src/pages/inbox/marked-text.ts";

test("a value is marked wherever it stands, at the beginning and at the end of the text too", () => {
  const places = [
    { id: "shop", label: "Shop", start: 0, end: 4 },
    { id: "total", label: "Total", start: 10, end: 15 },
  ];

  expect(cutPieces("Cafe owed 12.50", places)).toEqual([
    { text: "Cafe", ids: ["shop"], labels: ["Shop"] },
    { text: " owed ", ids: [], labels: [] },
    { text: "12.50", ids: ["total"], labels: ["Total"] },
  ]);
});
