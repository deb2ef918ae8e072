// UTF-8 that was read as Windows-1252 before it was sent.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { repairLetters } from "../../../src/receipts/mime/misread-letters.ts";

const windows1252 = new TextDecoder("windows-1252");
const misread = (text: string): string => windows1252.decode(new TextEncoder().encode(text));

test.each([
  ["CafÃ© MÃ¼ller", "Café Müller"],
  ["Total: â‚¬ 12,34", "Total: € 12,34"],
  ["Total: Â£12.34", "Total: £12.34"],
  ["TotalÂ\u00a012.34", "Total\u00a012.34"],
  ["If youâ€™re new â€œhereâ€\u009d", "If you’re new “here”"],
  ["10 â€“ 20", "10 – 20"],
  ["â‚¹ 499", "₹ 499"],
  ["å\u0090ˆè¨ˆ", "合計"],
])("%s is put right: %s", (text, expected) => {
  expect(repairLetters(text)).toBe(expected);
});

test.each([
  "MAÇÃ\u00a01 kg",
  "“MAÇÔ e “AVELÔ, «ROMÂ»",
  "“Café”… e “résumé”– »",
  "São João, NÃO, Â ação",
  "à € 12,00, é £ 5",
  "Zürich – “Café” … 20 €",
  "Ευχαριστώ, спасибо, 円 500",
])("%s stays", (text) => {
  expect(repairLetters(text)).toBe(text);
});

test("signs and letters beyond ASCII come back, whatever they are", () => {
  const letter = fc.constantFrom(...Array.from("éüñçßøåÉÖ€£’“–…₹"));
  fc.assert(
    fc.property(fc.array(letter, { minLength: 1 }), (letters) => {
      const text = letters.join(" ");
      expect(repairLetters(misread(text))).toBe(text);
    }),
  );
});
