// What a person reads for each state, role and mark; a row each.

import type { ImportState } from "../wire.ts";

interface StateWords {
  /** For the list. */
  readonly word: string;
  /** For the import's own page. */
  readonly sentence: string;
  /** Something is going on: the page follows it. */
  readonly working: boolean;
}

export const STATE_WORDS: Readonly<Record<ImportState, StateWords>> = {
  received: { word: "received", sentence: "Received, about to be read.", working: true },
  reading: { word: "reading", sentence: "Reading the file.", working: true },
  question: { word: "asks", sentence: "The file leaves something open.", working: false },
  preview: { word: "to confirm", sentence: "Read. Nothing is in the budget yet.", working: false },
  posting: { word: "importing", sentence: "Importing.", working: true },
  waiting: { word: "waiting", sentence: "Waiting for the budgeting service.", working: true },
  done: { word: "done", sentence: "Done.", working: false },
  failed: { word: "failed", sentence: "This could not be imported.", working: false },
  undoing: { word: "undoing", sentence: "Taking the transactions out again.", working: true },
  undone: { word: "undone", sentence: "Taken back.", working: false },
};

const ROW_WORDS: Readonly<Record<string, string>> = {
  ready: "to import",
  waiting: "to import",
  sent: "sent, not answered yet",
  inserted: "inserted",
  duplicate: "already there",
  rejected: "rejected",
  skipped: "skipped",
  undone: "taken out again",
};

const DELIMITERS: Readonly<Record<string, string>> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "vertical bar",
  ":": "colon",
  " ": "blank",
};

const DECIMAL_MARKS: Readonly<Record<string, string>> = { ".": "point, 1.50", ",": "comma, 1,50" };

/** A row's fate in a word or two. */
export function rowWord(state: string): string {
  return ROW_WORDS[state] ?? state;
}

/** A delimiter by name; an unknown one as it is printed. */
export function delimiterWord(delimiter: string | null): string {
  return delimiter === null ? "none" : (DELIMITERS[delimiter] ?? delimiter);
}

/** A decimal mark with an example. */
export function decimalWord(mark: string | null): string {
  return mark === null ? "none" : (DECIMAL_MARKS[mark] ?? mark);
}
