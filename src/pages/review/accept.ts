// The form of a review: the accepted transactions, each with its category, as one change. Pure.

import { parseId } from "../ui/form.ts";

/** The fields to write to one transaction. */
export interface Accepted {
  readonly id: number;
  readonly was: Readonly<Record<string, unknown>>;
  readonly set: Readonly<Record<string, unknown>>;
}

/** Names a transaction in a form: its id, its category, and the proposed one; 0 for none. */
export function printRow(id: number, was: number | null, proposed: number | null): string {
  return `${id}.${was ?? 0}.${proposed ?? 0}`;
}

/**
 * The changes of a form. `chosen` is the category that a person chose for all of them: null if they
 * left the proposals, 0 for no category.
 */
export function readAccepted(rows: readonly string[], chosen: number | null): readonly Accepted[] {
  return rows.flatMap((text) => {
    const [id, had, proposed] = text.split(".").map(parseId);
    if (id === undefined || id === 0 || had === undefined || proposed === undefined) return [];
    const category = chosen ?? proposed;
    const reviewed = { was: { status: "unreviewed" }, set: { status: "reviewed" } };
    if (category === had) return [{ id, ...reviewed }];
    return [
      {
        id,
        was: { ...reviewed.was, category_id: had === 0 ? null : had },
        set: { ...reviewed.set, category_id: category === 0 ? null : category },
      },
    ];
  });
}

/** Whether the person chose another category than the one that was proposed. */
export function isChosen(rows: readonly string[], chosen: number | null): boolean {
  return chosen !== null && rows.some((row) => parseId(row.split(".")[2] ?? "") !== chosen);
}
