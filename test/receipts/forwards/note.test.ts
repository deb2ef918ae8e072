// The note that a forwarder wrote above a message.

import { expect, test } from "vitest";
import { splitText } from "../../../src/receipts/forwards/body-lines.ts";
import { readNote } from "../../../src/receipts/forwards/note.ts";
import { FORWARD_NOTE_CHARS_MAX } from "../../../src/platform/limits.ts";

test.each([
  ["a signature", "Lunch with Grace\n-- \nAda\n+44 1234"],
  ["a signature drawn apart", "Lunch with Grace\n____\nAda"],
  ["a telephone's line", "Lunch with Grace\n\nSent from my iPhone"],
  ["a telephone's line in German", "Lunch with Grace\n\nVon meinem iPhone gesendet"],
  ["a telephone's line in French", "Lunch with Grace\n\nEnvoyé de mon iPhone"],
  ["a program's line", "Lunch with Grace\nGet Outlook for iOS<https://aka.example>"],
  ["a disclaimer", "Lunch with Grace\n\nCONFIDENTIALITY NOTICE: this is for Ada"],
  ["blank lines", "\n\nLunch with Grace\n\n"],
])("%s is not part of a note", (_name, text) => {
  expect(readNote(splitText(text))).toBe("Lunch with Grace");
});

test("a message without words has no note, and a long note is cut", () => {
  expect(readNote(splitText("\n \n-- \nAda"))).toBeNull();
  expect(readNote(splitText("x".repeat(FORWARD_NOTE_CHARS_MAX + 1)))).toHaveLength(
    FORWARD_NOTE_CHARS_MAX,
  );
});
