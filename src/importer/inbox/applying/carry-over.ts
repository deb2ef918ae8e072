// What goes along when a receipt's own transaction is given up for the one that came another way: the category, tags and notes that
// it was given since. Pure. What the other transaction has itself stays.

import type { Present } from "../../posting/transaction.ts";

/** As it is kept between the two. */
export interface TransferredEdits {
  readonly category_id: number | null;
  readonly tag_ids: readonly number[];
  readonly notes: string | null;
}

/** Of the transaction that is given up; `inserted`: the notes that it was inserted with. */
export function collectEdits(
  { category_id, tag_ids, notes }: Pick<Present, "category_id" | "tag_ids" | "notes">,
  inserted: string | null,
): TransferredEdits {
  return { category_id, tag_ids, notes: removeLines(notes, inserted) };
}

function removeLines(notes: string | null, inserted: string | null): string | null {
  const known = new Set((inserted ?? "").split("\n"));
  const rest = (notes ?? "").split("\n").filter((line) => !known.has(line));
  return rest.length === 0 ? null : rest.join("\n");
}

/** What the other transaction takes of it; `text`: Carried as JSON, null where nothing is carried. */
export function transferEdits(
  now: Pick<Present, "category_id" | "tag_ids">,
  text: string | null,
): {
  readonly notes: string | null;
  readonly category_id?: number;
  readonly tag_ids?: readonly number[];
} {
  if (text === null) return { notes: null };
  const { category_id, tag_ids, notes }: TransferredEdits = JSON.parse(text);
  const tags = [...new Set([...now.tag_ids, ...tag_ids])];
  return {
    notes,
    ...(now.category_id === null && category_id !== null && { category_id }),
    ...(tags.length > now.tag_ids.length && { tag_ids: tags }),
  };
}
