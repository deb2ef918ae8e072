// The note that a person wrote above a message before forwarding it, without signature and
// disclaimer (words/note-endings.json).

import { FORWARD_NOTE_CHARS_MAX } from "../../platform/limits.ts";
import { foldLabel } from "./fold-text.ts";
import type { Line } from "./body-lines.ts";
import ENDINGS from "../words/note-endings.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";

/** Beginnings of lines that devices, programs and gateways add. */
const BEGINNINGS = [...wordsIn(ENDINGS.signature), ...wordsIn(ENDINGS.disclaimer)].map(foldLabel);
const BEGINNING_CHARS_MAX = 60;

/** The note in these lines; null if there is none. */
export function readNote(lines: readonly Line[]): string | null {
  const end = lines.findIndex(({ text }) => endsNote(text));
  const kept = (end === -1 ? lines : lines.slice(0, end)).map(({ text }) => text);
  const note = kept.join("\n").trim().slice(0, FORWARD_NOTE_CHARS_MAX).toWellFormed();
  return note === "" ? null : note;
}

function endsNote(line: string): boolean {
  if (line === "--" || line === "-- " || /^[_-]{2,}$/.test(line)) return true;
  const start = foldLabel(line.slice(0, BEGINNING_CHARS_MAX));
  return BEGINNINGS.some((beginning) => start.startsWith(beginning));
}
