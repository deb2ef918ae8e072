// Answers about long texts are kept, and characters are folded once each, without any change of an answer.

import { expect, test } from "vitest";
import { foldWords } from "../../../src/receipts/words/phrases.ts";
import { rememberTexts } from "../../../src/receipts/words/remembered.ts";

test("a long text is read once for each question about it, a short one each time", () => {
  const asked: string[] = [];
  const measure = rememberTexts((text: string, also: string | null) => {
    asked.push(`${text.slice(0, 1)}${also ?? ""}`);
    return text.length;
  });
  const [long, short] = ["a".repeat(1_000), "b"];

  expect([measure(long, null), measure(long, "x"), measure(long, null)]).toEqual([
    1_000, 1_000, 1_000,
  ]);
  expect([measure(short, null), measure(short, null)]).toEqual([1, 1]);

  expect(asked).toEqual(["a", "ax", "b", "b"]);
});

test("a letter is folded alike whether the text is folded at once or letter by letter", () => {
  // A combining mark makes the whole text be folded at once.
  const mark = "e\u0301";
  const texts = [
    "Größe № 7",
    "Łódź, ØRE",
    "ĐAKOVO İzmir ı",
    "Сумма: ₽",
    "総額（税込）",
    "합계 금액",
    "½ ª ǅ",
  ];

  for (const text of texts) expect(foldWords(`${text} ${mark}`)).toBe(`${foldWords(text)}e `);
});
