// The account holder among the two parties of each row. Where two columns name the payer and the
// payee, the holder is in exactly one of them on every row: in the payer's column where money goes
// out. Names that are in neither are left to the reader, which rejects their rows.

import { normalLabel } from "../columns/labels.ts";
import { holdsAmounts, holdsDates } from "../columns/profile.ts";
import { stripCell } from "../shape/cells.ts";
import type { WordedPlan } from "./learned-side-words.ts";
import type { MoneyContext } from "./money.ts";

/** The holder must be in each of the two columns on so many rows. */
const ROWS_MIN = 2;
/** The other parties that a plan lists, and the columns that are compared. */
const OTHERS_MAX = 200;
const COLUMNS_MAX = 12;

/**
 * The readings of unsigned amounts in which the holder's column gives the side, as the payer's and
 * as the payee's; the balances must decide between them.
 */
export function listOwnPartyReadings(context: MoneyContext, amount: number): readonly WordedPlan[] {
  const columns = context.columns.profiles
    .filter(
      (profile) =>
        profile.filled === profile.rows && !holdsAmounts(profile) && !holdsDates(profile),
    )
    .slice(0, COLUMNS_MAX)
    .map(({ index }) => listWords(context, index));
  for (const one of columns) {
    const own = findOwnWord(one, columns);
    const others = own === null ? [] : [...new Set(one.words)].filter((word) => word !== own);
    if (own === null || others.length === 0 || others.length > OTHERS_MAX) continue;
    const plan = { kind: "worded", column: amount, side: one.column } as const;
    return [
      { ...plan, out: [own], in: others },
      { ...plan, out: others, in: [own] },
    ];
  }
  return [];
}

interface ColumnWords {
  readonly column: number;
  readonly words: readonly string[];
}

function listWords(context: MoneyContext, column: number): ColumnWords {
  const words = context.rows.map(({ cells }) => normalLabel(stripCell(cells[column] ?? "")));
  return { column, words };
}

/** The word that is, on every row, either in this column or in one certain other column. */
function findOwnWord({ column, words }: ColumnWords, all: readonly ColumnWords[]): string | null {
  for (const other of all) {
    if (other.column === column) continue;
    for (const own of [words[0] ?? "", other.words[0] ?? ""]) {
      const isApart = words.every((word, at) => (word === own) !== (other.words[at] === own));
      if (own === "" || !isApart) continue;
      const here = words.filter((word) => word === own).length;
      if (here >= ROWS_MIN && words.length - here >= ROWS_MIN) return own;
    }
  }
  return null;
}
