// Where a proof breaks: how many steps or statements do not fit, and the lines of the first of them, so that a person
// finds the rows. Constant memory, however long the document.

import { PROOF_LINES_MAX } from "../platform/limits.ts";
import type { Proof } from "./statement.ts";

/** The steps or statements that did not fit so far. */
export class Breaks {
  #count = 0;
  #lines: number[] = [];

  /** Notes one that does not fit, at its line. Lines may come in any order. */
  note(line: number): void {
    this.#count += 1;
    this.#lines.push(line);
    if (this.#lines.length > 2 * PROOF_LINES_MAX) this.#lines = firstOf(this.#lines);
  }

  /** The proof with its breaks. */
  proof(kind: Proof["kind"], rows_checked: number, rows_proven: number): Proof {
    const lines = firstOf(this.#lines);
    const [first] = lines;
    const proof = { kind, rows_checked, rows_proven, breaks_at: first ?? null };
    return first === undefined ? proof : { ...proof, breaks: this.#count, break_lines: lines };
  }
}

/** Several proofs as one of the first's kind that proves anything; what breaks in any of them breaks. */
export function joinProofs(proofs: readonly Proof[]): Proof {
  const some = proofs.filter(({ kind }) => kind !== "none");
  const [first, ...others] = some;
  if (first === undefined) return NO_PROOF;
  if (others.length === 0) return first;
  const total = (of: (proof: Proof) => number) => some.reduce((all, proof) => all + of(proof), 0);
  const lines = firstOf(some.flatMap((proof) => proof.break_lines ?? []));
  const joined = {
    kind: first.kind,
    rows_checked: total((proof) => proof.rows_checked),
    rows_proven: total((proof) => proof.rows_proven),
    breaks_at: lines[0] ?? null,
  };
  return lines.length === 0
    ? joined
    : { ...joined, breaks: total((proof) => proof.breaks ?? 0), break_lines: lines };
}

export const NO_PROOF: Proof = { kind: "none", rows_checked: 0, rows_proven: 0, breaks_at: null };

/** "line 7", "lines 3, 7, 9 and 4 more": where a proof breaks, for a sentence; "" where no line is known. */
export function placesOf({
  breaks = 0,
  break_lines: lines = [],
}: Pick<Proof, "breaks" | "break_lines">): string {
  if (lines.length === 0) return "";
  const more = breaks - lines.length;
  return `${lines.length === 1 && more <= 0 ? "line" : "lines"} ${lines.join(", ")}${more > 0 ? ` and ${more.toLocaleString("en")} more` : ""}`;
}

function firstOf(lines: readonly number[]): number[] {
  return lines.toSorted((a, b) => a - b).slice(0, PROOF_LINES_MAX);
}
