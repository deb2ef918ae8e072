// CORRECTFITID: a transaction that replaces or deletes an earlier one (OFX 2.3, 11.4.4.1). If the
// earlier one is in this file, only the final version is imported. If it is not, it may already be
// in the budget from an earlier import. Inserting the replacement could count it twice, and leaving
// it out could lose it, so a person is asked.

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
        out[place] = replaceRecord(
          draft,
          "rejected",
          `deletes the transaction ${draft.corrects}, which is not in this file: if it is in the budget, delete it there`,
        );
      else open.push({ place, draft });
      return;
    }
    out[earlier] = replaceRecord(
      target,
      "skipped",
      `${draft.deletes ? "deleted" : "replaced"} by the correction on line ${findLine(draft)}`,
    );
    if (draft.deletes)
      out[place] = replaceRecord(
        draft,
        "skipped",
        `deletes the transaction on line ${findLine(target)}`,
      );
    why.push(`The bank corrects its transaction on line ${findLine(target)}.`);
  });
  const [first] = open;
  if (first === undefined) return { drafts: out, questions: [], why };
  const id = `corrections:${first.draft.corrects.slice(0, ACCOUNT_LABEL_CHARS_MAX)}`;
  const answer = Object.hasOwn(answers, id) ? answers[id] : undefined;
  if (answer === "leave_out")
    for (const { place, draft } of open)
      out[place] = replaceRecord(
        draft,
        "skipped",
        `replaces the transaction ${draft.corrects} of an earlier statement; left out, as you answered`,
      );
  if (answer === "take" || answer === "leave_out")
    return {
      drafts: out,
      questions: [],
      why: [...why, "You answered the question about corrections to earlier statements."],
    };
  return { drafts: out, questions: [askAboutCorrections(id, first.draft, open.length)], why };
}

function isCorrection({ corrects, record }: Draft): boolean {
  return corrects !== "" && record.kind === "transaction";
}

function findLine({ record }: Draft): number {
  return record.kind === "transaction" ? record.row.line : record.line;
}

function replaceRecord(draft: Draft, kind: "rejected" | "skipped", reason: string): Draft {
  const { record } = draft;
  return record.kind === "transaction"
    ? { ...draft, record: { kind, line: record.row.line, cells: record.row.cells, reason } }
    : draft;
}

function askAboutCorrections(id: string, { record, corrects }: Draft, count: number): Question {
  const example =
    record.kind === "transaction"
      ? `${record.row.date} ${record.row.description.slice(0, 60)}, replacing ${corrects}`
      : "";
  return {
    id,
    ask: `The bank corrects ${count} ${count === 1 ? "transaction" : "transactions"} of an earlier statement. Have you already imported the earlier ${count === 1 ? "one" : "ones"}?`,
    choices: [
      { value: "take", label: "No: import the corrected ones", example },
      {
        value: "leave_out",
        label: "Yes: leave the corrected ones out; I will change the earlier ones myself",
        example,
      },
    ],
  };
}
