// A body is walked for forwards and then for its view; the second walk repeats the first.

import { expect, test } from "vitest";
import { walkAgain, walkAndKeep, type HtmlListener } from "../../../src/receipts/view/html-walk.ts";

const HTML = `<p class="a">Total<br>12.34 &amp; more</p><td>`;

function writeDown(steps: unknown[]): HtmlListener {
  return {
    openTag: (...step) => void steps.push(["open", ...step]),
    closeTag: (...step) => void steps.push(["close", ...step]),
    addText: (...step) => void steps.push(["text", ...step]),
  };
}

test("the second walk of the same HTML tells what the first told", () => {
  const [first, second, third]: unknown[][] = [[], [], []];

  expect(walkAndKeep(HTML, writeDown(first ?? []))).toBe(true);
  expect(walkAgain(HTML, writeDown(second ?? []))).toBe(true);
  expect(walkAgain(HTML, writeDown(third ?? []))).toBe(true);

  expect(first).toContainEqual(["open", "p", { class: "a" }, 0]);
  expect(second).toEqual(first);
  expect(third).toEqual(first);
});

test("a walk of other HTML does not repeat the walk that was kept", () => {
  const steps: unknown[] = [];

  walkAndKeep(HTML, writeDown([]));
  walkAgain("<b>other</b>", writeDown(steps));

  expect(steps).toEqual([
    ["open", "b", {}, 0],
    ["text", "other", 3, 8],
    ["close", 12],
  ]);
});
