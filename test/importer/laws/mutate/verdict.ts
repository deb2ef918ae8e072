// What came of a mutated document: right; asked, with the right answer among the choices; partly (what is missing is
// rejected with a reason); cut (a file that was cut off, of which nothing is false, and it is said); short (the same,
// unsaid: a format without an end can be cut between two records unseen); refused; or wrong.

import type { Answers, Question, StatementRecord } from "../../../../src/statements/statement.ts";
import { combinations, subtract } from "../../../statements/compared.ts";
import type { Mutated } from "./mutations.ts";
import { saysOf } from "./pieces.ts";

export interface Read {
  readonly refused: string | null;
  readonly records: readonly StatementRecord[];
  readonly questions: readonly Question[];
  readonly layout?: {
    readonly account: string | null;
    readonly why: readonly string[];
    readonly proof: { readonly breaks_at: number | null };
  };
}

export type Verdict = "right" | "asked" | "partly" | "cut" | "short" | "refused" | "wrong";
export const VERDICTS: readonly Verdict[] = [
  "right",
  "asked",
  "partly",
  "cut",
  "short",
  "refused",
  "wrong",
];

/** Judges what `read` makes of the mutated bytes. */
export async function judge(
  mutated: Mutated,
  read: (bytes: Uint8Array, answers: Answers) => Promise<Read>,
): Promise<{ verdict: Verdict; note: string }> {
  const first = await read(mutated.bytes, {});
  if (first.refused !== null) return { verdict: "refused", note: first.refused };
  const plainly = compare(mutated, first);
  if (first.questions.length === 0) return plainly;
  const ids = first.questions.map(({ id }) => id).join(", ");
  for (const answers of combinations(first.questions)) {
    const again = await read(mutated.bytes, answers);
    const { verdict } = compare(mutated, again);
    if (
      again.questions.length === 0 &&
      (verdict === "right" || verdict === "cut" || verdict === "short")
    )
      return { verdict: "asked", note: ids };
  }
  return { verdict: "wrong", note: `asked ${ids}: ${plainly.note}` };
}

function compare(
  { says, upTo }: Mutated,
  { records, layout }: Read,
): { verdict: Verdict; note: string } {
  const got = records.flatMap((record) => saysOf(record, layout?.account ?? null));
  const extra = subtract(got, says);
  const missing = subtract(says, got);
  if (extra.length === 0 && missing.length === 0) return { verdict: "right", note: "" };
  const note = `${got.length} of ${says.length}; missing ${missing.slice(0, 2).join(", ")}; false ${extra.slice(0, 2).join(", ")}`;
  if (extra.length > 0) return { verdict: "wrong", note };
  if (upTo)
    return {
      verdict: records.some(({ kind }) => kind === "rejected") || saysSo(layout) ? "cut" : "short",
      note,
    };
  return {
    verdict:
      records.filter(({ kind }) => kind !== "transaction").length >= missing.length
        ? "partly"
        : "wrong",
    note,
  };
}

function saysSo(layout: Read["layout"]): boolean {
  return (
    layout !== undefined &&
    (layout.proof.breaks_at !== null ||
      layout.why.some((sentence) => /cut off|breaks off|no closing balance/i.test(sentence)))
  );
}
