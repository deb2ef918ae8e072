// Months that Croatian names as Polish or Czech name another one: "listopad" is October in Croatian
// and November in the others, "lip" is June or July, "srp" is July or August. Other months in the
// column tell the language, then the words of the file; else a person is asked. Dates are read with
// the Polish and Czech meaning (dates/months.ts); in a Croatian file the months are written into
// the cells before.

import words from "../../words/months.json" with { type: "json" };
import { stripCell } from "../shape/cells.ts";
import { dateParts } from "./dates.ts";

type Rows = readonly (readonly string[])[];

export type MonthLanguage = "croatian" | "polish_czech";

const SHARED: ReadonlyMap<string, string> = new Map(Object.entries(words.shared.croatian_months));
const CROATIAN_MONTHS = new Set(
  words.forms.Croatian.split(" ").flatMap((forms) => forms.split("/")),
);
const OTHER_MONTHS = new Set(
  [words.names.Polish, words.names["Polish (genitive)"], words.names["Czech (genitive)"]]
    .concat(words.forms.Czech)
    .flatMap((line) => line.split(" "))
    .flatMap((forms) => forms.split("/")),
);
const CROATIAN_WORDS = new Set(words.shared.croatian_words.split(" "));
const OTHER_WORDS = new Set(words.shared.polish_czech_words.split(" "));
const WORD = /\p{L}+/gu;

/** What a table shows of such months. */
export interface SharedMonths {
  readonly columns: readonly number[];
  /** Null if nothing in the file tells it. */
  readonly language: MonthLanguage | null;
  readonly example: string;
}

/** The columns of dates with such months, and the language of the file; null if there are none. */
export function findSharedMonths(rows: Rows): SharedMonths | null {
  const columns = new Set<number>();
  let example = "";
  for (const row of rows)
    row.forEach((cell, column) => {
      const shared = findShared(cell);
      if (shared === null) return;
      columns.add(column);
      example ||= stripCell(cell);
    });
  if (columns.size === 0) return null;
  const months = rows.flatMap((row) => [...columns].flatMap((at) => listWords(row[at] ?? "")));
  const language =
    compare(months, CROATIAN_MONTHS, OTHER_MONTHS) ??
    compare(
      rows.flatMap((row) => row.flatMap(listWords)),
      CROATIAN_WORDS,
      OTHER_WORDS,
    );
  return { columns: [...columns], language, example };
}

/** The language of which more words are found; null if neither is. */
function compare(
  found: readonly string[],
  croatian: ReadonlySet<string>,
  others: ReadonlySet<string>,
): MonthLanguage | null {
  const count = (known: ReadonlySet<string>) =>
    new Set(found.filter((word) => known.has(word) && !SHARED.has(word))).size;
  const [own, other] = [count(croatian), count(others)];
  if (own === other) return null;
  return own > other ? "croatian" : "polish_czech";
}

/** A date's cell with its Croatian month in English; any other text as it is. */
export function printCroatianMonth(cell: string): string {
  const shared = findShared(cell);
  return shared === null ? cell : cell.replace(shared, SHARED.get(toKey(shared)) ?? shared);
}

/** The word for such a month, if the cell is a date with one. */
function findShared(cell: string): string | null {
  if (!MAY_SHARE.test(cell)) return null;
  const word = cell.match(WORD)?.find((one) => SHARED.has(toKey(one)));
  return word !== undefined && dateParts(stripCell(cell)) !== null ? word : null;
}

const MAY_SHARE = /\d.*(?:lis|lip|srp)|(?:lis|lip|srp).*\d/iu;

function listWords(text: string): string[] {
  return (text.match(WORD) ?? []).map(toKey);
}

function toKey(word: string): string {
  return word.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}
