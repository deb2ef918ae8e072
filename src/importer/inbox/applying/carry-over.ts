// The user's edits that move from the transaction inserted for a receipt to the one that replaces
// it: category, tags and notes. Pure. The replacement keeps its own category and notes; edits are
// only added to it.

import * as z from "zod";
import { readJson } from "../../../platform/sql/json.ts";
import type { Present } from "../../posting/transaction.ts";

/** The edits as stored in the column `carried`. */
export type TransferredEdits = Readonly<z.output<typeof TRANSFERRED_EDITS>>;

const TRANSFERRED_EDITS = z.object({
  category_id: z.number().nullable(),
  tag_ids: z.array(z.number()),
  notes: z.string().nullable(),
});

/** The edits of the transaction that is given up. `inserted`: the notes it was inserted with. */
export function collectEdits(
  { category_id, tag_ids, notes }: Pick<Present, "category_id" | "tag_ids" | "notes">,
  inserted: string | null,
): TransferredEdits {
  return { category_id, tag_ids: [...tag_ids], notes: removeLines(notes, inserted) };
}

function removeLines(notes: string | null, inserted: string | null): string | null {
  const insertedLines = new Set((inserted ?? "").split("\n"));
  const rest = (notes ?? "").split("\n").filter((line) => !insertedLines.has(line));
  return rest.length === 0 ? null : rest.join("\n");
}

/** The edits that the replacement takes. `now`: the replacement; `carried`: the column. */
export function transferEdits(
  now: Pick<Present, "category_id" | "tag_ids">,
  carried: string | null,
): {
  readonly notes: string | null;
  readonly category_id?: number;
  readonly tag_ids?: readonly number[];
} {
  if (carried === null) return { notes: null };
  const { category_id, tag_ids, notes } = readJson(TRANSFERRED_EDITS, carried);
  const tags = [...new Set([...now.tag_ids, ...tag_ids])];
  return {
    notes,
    ...(now.category_id === null && category_id !== null && { category_id }),
    ...(tags.length > now.tag_ids.length && { tag_ids: tags }),
  };
}
