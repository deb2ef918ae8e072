// CORRECTFITID: a booking that replaces or takes back an earlier one (OFX 2.3, 11.4.4.1). Where the earlier one is in
// this file, only what holds in the end is a transaction. Where it is not, it may be in the budget from an earlier
// import: to insert its replacement would count it twice, to leave it out might lose it, so that is asked.

import { ACCOUNT_LABEL_CHARS_MAX } from "../../platform/limits.ts";
import type { Answers, Question } from "../statement.ts";
import type { Draft } from "./draft.ts";

export interface Corrected {
  readonly drafts: readonly Draft[];
  readonly questions: readonly Question[];
  readonly why: readonly string[];
}

/** Applies the corrections among all drafts of one account. */
export function applyCorrections(drafts: readonly Draft[], answers: Answers): Corrected {
  if (!drafts.some(isCorrection)) return { drafts, questions: [], why: [] };
  const places = new Map<string, number>();
  drafts.forEach(({ fitid, record }, place) => {
    if (fitid !== "" && record.kind === "transaction") places.set(fitid, place);
  });
  const out = [...drafts];
  const open: { place: number; draft: Draft }[] = [];
  const why: string[] = [];
  drafts.forEach((draft, place) => {
    if (!isCorrection(draft)) return;
    const earlier = places.get(draft.corrects);
    const target = earlier === undefined || earlier === place ? undefined : drafts[earlier];
    if (earlier === undefined || target === undefined) {
      if (draft.deletes)
        out[place] = becoming(
          draft,
          "rejected",
          `takes back the transaction ${draft.corrects}, which is not in this file: if it is in the budget, delete it there`,
        );
      else open.push({ place, draft });
      return;
    }
    out[earlier] = becoming(
      target,
      "skipped",
      `${draft.deletes ? "taken back" : "replaced"} by the correction on line ${lineOf(draft)}`,
    );
    if (draft.deletes)
      out[place] = becoming(draft, "skipped", `takes back the booking on line ${lineOf(target)}`);
    why.push(`The bank corrects its booking on line ${lineOf(target)}.`);
  });
  const [first] = open;
  if (first === undefined) return { drafts: out, questions: [], why };
  const id = `corrections:${first.draft.corrects.slice(0, ACCOUNT_LABEL_CHARS_MAX)}`;
  const answer = Object.hasOwn(answers, id) ? answers[id] : undefined;
  if (answer === "leave_out")
    for (const { place, draft } of open)
      out[place] = becoming(
        draft,
        "skipped",
        `replaces the transaction ${draft.corrects} of an earlier statement; left out, as answered`,
      );
  if (answer === "take" || answer === "leave_out")
    return {
      drafts: out,
      questions: [],
      why: [...why, "You answered what becomes of corrections to earlier statements."],
    };
  return { drafts: out, questions: [questionOf(id, first.draft, open.length)], why };
}

function isCorrection({ corrects, record }: Draft): boolean {
  return corrects !== "" && record.kind === "transaction";
}

function lineOf({ record }: Draft): number {
  return record.kind === "transaction" ? record.row.line : record.line;
}

function becoming(draft: Draft, kind: "rejected" | "skipped", reason: string): Draft {
  const { record } = draft;
  return record.kind === "transaction"
    ? { ...draft, record: { kind, line: record.row.line, cells: record.row.cells, reason } }
    : draft;
}

function questionOf(id: string, { record, corrects }: Draft, count: number): Question {
  const example =
    record.kind === "transaction"
      ? `${record.row.date} ${record.row.description.slice(0, 60)}, in place of ${corrects}`
      : "";
  return {
    id,
    ask: `The bank corrects ${count} ${count === 1 ? "transaction" : "transactions"} of an earlier statement. Were the earlier ones imported already?`,
    choices: [
      { value: "take", label: "No: take the corrected ones", example },
      {
        value: "leave_out",
        label: "Yes: leave the corrected ones out, I change the earlier ones myself",
        example,
      },
    ],
  };
}
