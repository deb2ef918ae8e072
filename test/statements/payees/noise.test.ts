// The kind of a part of a payee text by its form: at least one text for each pattern, so that the
// required kinds of characters hide none; and names that resemble a pattern.

import { describe, expect, it } from "vitest";
import { classifyNoise } from "../../../src/statements/payees/noise.ts";
import { splitPieces, type Noise } from "../../../src/statements/payees/pieces.ts";

const FORMS: Readonly<Record<Noise | "name", string>> = {
  date: "2024-01-05 2024/1/5 2024.01.05. 2024-01-05T10:30 2024-01-05T10:30:59 05.01.2024 5/1/24 05-01-24. 05.01.24T10:30 05/01/2024/10.30.59 05JAN 05-JAN-2024 05.OKT.24 05Jan24 31.12 12/31 31.12. (05.01.2024)",
  time: "9:05 23:59 23:59:01",
  card: "XX1234 XXXX-1234 xx12 **1234 •••1234 ##.12 X1234 1234XXXX5678 12**34 44••••12 XXXX 12XX ***12 1234-5678-9012-3456 PAS123",
  reference:
    "555-123-4567 555.123.4567 (555)123-4567 1-555-123-4567 +1-555-123-4567 +41791234567 123-4567 1234-567890-12 12345 A12345 X12345 12345-67 DE89370400440532013000 XK051212012345678906 AB12CD34 ABC1234567",
  amount: "",
  number: "FIL.12 NR.4711 no.33 REF.12345 STORE.0042 012 0042",
  name: "7 42 1900 Café B12 4X4 3M H2O 24/7 32.13 8-12 P+R C++ 99¢ O2 A1 4••••12",
};

describe("kinds of parts in a payee text", () => {
  const cases = Object.entries(FORMS).flatMap(([noise, texts]) =>
    texts
      .split(" ")
      .filter((text) => text !== "")
      .map((text) => [text, noise] as const),
  );

  it.each(cases)("the part %s is a %s", (text, noise) => {
    const [piece] = splitPieces(text);

    expect(piece === undefined ? null : (classifyNoise(piece) ?? "name")).toBe(noise);
  });
});
