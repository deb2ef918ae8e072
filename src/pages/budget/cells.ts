// The contents of the amount fields: the stored amount, or after a refusal the typed text and the
// reason. Pure.

import type { Editable, Problem } from "./save.ts";

/** One field of an amount, with its note. */
export interface Cell {
  readonly text: string;
  /** The stored amount that the person sees. */
  readonly was: string;
  /** The amount that is budgeted automatically while the field is empty; "" for none. */
  readonly automatic: string;
  /** The currency of the amount; null for the budget's. */
  readonly foreign: string | null;
  readonly note: string;
  readonly wasNote: string;
  readonly error: string | null;
  readonly noteError: string | null;
}

export type Cells = ReadonlyMap<number, Cell>;

/** The fields of all lines. */
export function fillCells(
  editable: ReadonlyMap<number, Editable>,
  problems: ReadonlyMap<number, Problem>,
  currency: string,
): Cells {
  return new Map(
    [...editable].map(([id, one]) => [id, fillCell(one, problems.get(id), currency)] as const),
  );
}

function fillCell(
  { line, text, currency: own, automatic }: Editable,
  problem: Problem | undefined,
  currency: string,
): Cell {
  const foreign = own === currency ? null : own;
  const fresh = { text, was: text, automatic, foreign, note: line.notes, wasNote: line.notes };
  if (problem === undefined) return { ...fresh, error: null, noteError: null };
  const { sent, message, field } = problem;
  return {
    ...fresh,
    text: sent.amount,
    note: sent.note?.text ?? line.notes,
    error: field === "amount" ? message : null,
    noteError: field === "note" ? message : null,
  };
}
