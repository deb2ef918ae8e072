import { describe, expect, test } from "vitest";
import { findVerbs } from "../../../src/receipts/alerts/vocabulary.ts";
import { foldInPlace } from "../../../src/receipts/words/in-place.ts";
import { spellings } from "../../../src/receipts/words/spellings.ts";

describe("letters that are written in two ways", () => {
  test("a Danish word counts in both spellings, whichever the file has", () => {
    expect(spellings("haevet", "da no sv")).toContain("hævet");
    expect(spellings("tilbageført", "da")).toContain("tilbagefoert");
  });

  test("a German word counts in both spellings, and a word without an umlaut stays", () => {
    expect(spellings("rückbuchung", "de")).toContain("rueckbuchung");
    expect(spellings("neue steuer", "de")).toEqual(["neue steuer"]);
  });

  test("a Chinese word counts in the letters of Taiwan and of Hong Kong", () => {
    expect(spellings("帳單", "zh")).toContain("賬單");
    expect(spellings("轉賬", "zh")).toContain("轉帳");
  });

  test("a word of another language has one spelling", () => {
    expect(spellings("betaal", "nl")).toEqual(["betaal"]);
  });

  test("the verb of a Danish alert is found in both spellings", () => {
    const found = ["Der er hævet 100 kr.", "Der er haevet 100 kr."].map((text) =>
      findVerbs(foldInPlace(text)).map(({ sense }) => sense),
    );

    expect(found).toEqual([["out"], ["out"]]);
  });
});
