// The size limit of a page of transactions: the texts of its rows, and the parts and members inside
// splits and groups. A refusal is better than an unbounded answer, and better than a shorter page,
// which a client would take for the last one.

import { PAGE_CHILDREN_MAX, PAGE_TEXT_CHARS_MAX } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { refuse, type Problem } from "../../platform/api/problem.ts";
import type { TransactionRow } from "./row.ts";
import { countChildren } from "./store.ts";

/** Whether it has parts or members. */
export function isParent(row: TransactionRow): boolean {
  return row.is_split_parent === 1 || row.is_group_parent === 1;
}

/** The refusal of a page whose rows' texts are too long together; null where they are not. */
export function tooMuchText(
  page: readonly TransactionRow[],
): { readonly ok: false; readonly error: Problem } | null {
  return tooManyChars(
    page.map(
      ({ payee, original_name, notes, custom_metadata, linked_metadata }) =>
        payee.length +
        countCharacters(original_name) +
        countCharacters(notes) +
        countCharacters(custom_metadata) +
        countCharacters(linked_metadata),
    ),
  );
}

/** The same refusal, from the number of characters of each row. */
export function tooManyChars(
  rows: readonly number[],
): { readonly ok: false; readonly error: Problem } | null {
  const chars = rows.reduce((all, some) => all + some, 0);
  if (chars <= PAGE_TEXT_CHARS_MAX) return null;
  return refuse("invalid query", {
    errMsg: `The texts of one answer's transactions may have ${PAGE_TEXT_CHARS_MAX} characters together, and these have ${chars}; ask for fewer with limit.`,
  });
}

function countCharacters(text: string | null | undefined): number {
  return text?.length ?? 0;
}

/**
 * The refusal of a page whose rows have too many parts and members together; null where they have
 * not.
 */
export function tooManyChildren(
  sql: Sql,
  page: readonly TransactionRow[],
): { readonly ok: false; readonly error: Problem } | null {
  const parents = page.filter(isParent).map(({ id }) => id);
  if (
    parents.length === 0 ||
    countChildren(sql, parents, PAGE_CHILDREN_MAX + 1) <= PAGE_CHILDREN_MAX
  )
    return null;
  return refuse("invalid query", {
    errMsg: `The transactions of one answer may have ${PAGE_CHILDREN_MAX} parts and members together, and these have more; ask for fewer with limit.`,
  });
}
