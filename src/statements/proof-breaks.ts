// Where a proof breaks: how many steps or statements do not fit, and the first of their lines, so
// that a person can find the rows. Uses constant memory.

import { PROOF_LINES_MAX } from "../platform/limits.ts";
import type { Proof } from "./statement.ts";

/** Collects the steps or statements that do not fit. */
export class Breaks {
  #count = 0;
  #lines: number[] = [];

  /** Records a break at a line. Lines may come in any order. */
  note(line: number): void {
    this.#count += 1;
    this.#lines.push(line);
    if (this.#lines.length > 2 * PROOF_LINES_MAX) this.#lines = firstLines(this.#lines);
  }

  /** Builds the proof with its breaks. */
  proof(kind: Proof["kind"], rows_checked: number, rows_proven: number): Proof {
    const lines = firstLines(this.#lines);
    const [first] = lines;
    const proof = { kind, rows_checked, rows_proven, breaks_at: first ?? null };
    return first === undefined ? proof : { ...proof, breaks: this.#count, break_lines: lines };
  }
}

/** Joins proofs into one; its kind is that of the first proof that is not "none". */
export function joinProofs(proofs: readonly Proof[]): Proof {
  const some = proofs.filter(({ kind }) => kind !== "none");
  const [first, ...others] = some;
  if (first === undefined) return NO_PROOF;
  if (others.length === 0) return first;
  const total = (of: (proof: Proof) => number) => some.reduce((all, proof) => all + of(proof), 0);
  const lines = firstLines(some.flatMap((proof) => proof.break_lines ?? []));
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

/**
 * Names the breaks in a sentence: "line 7", "lines 3, 7, 9 and 4 more"; "" when no line is known.
 */
export function describeBreaks({
  breaks = 0,
  break_lines: lines = [],
}: Pick<Proof, "breaks" | "break_lines">): string {
  if (lines.length === 0) return "";
  const more = breaks - lines.length;
  return `${lines.length === 1 && more <= 0 ? "line" : "lines"} ${lines.join(", ")}${more > 0 ? ` and ${more.toLocaleString("en")} more` : ""}`;
}

function firstLines(lines: readonly number[]): number[] {
  return lines.toSorted((a, b) => a - b).slice(0, PROOF_LINES_MAX);
}
