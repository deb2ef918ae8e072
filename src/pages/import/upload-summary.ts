// Sums up files that were uploaded together: the progress of each in a word, one sentence about
// all, and the groups with the same questions. Pure.

import { capitalize } from "../../platform/text.ts";
import { isAccountQuestion } from "../../importer/imports/accounts.ts";
import { ALREADY_THERE } from "../../importer/matching/lookalikes.ts";
import { AS_READ } from "../../statements/doubts.ts";
import { plural, printCount } from "../ui/print.ts";
import type { Import, Layout, Question } from "../ui/wire.ts";

/** The progress of a file of an upload. */
export type Progress =
  | "reading"
  | "question"
  | "proven"
  | "unproven"
  | "importing"
  | "imported"
  | "failed"
  | "discarded";

/** The words of each progress, in the order of the sentence. */
export const PROGRESS_WORDS: Readonly<
  Record<Progress, { readonly word: string; readonly says: (files: number) => string }>
> = {
  imported: { word: "imported", says: (n) => `${n} imported` },
  importing: { word: "importing", says: (n) => `${n} being imported` },
  proven: { word: "proven", says: (n) => `${n} proven` },
  unproven: { word: "to check", says: (n) => `${n} to check` },
  question: {
    word: "needs an answer",
    says: (n) => `${n} ${n === 1 ? "needs" : "need"} an answer`,
  },
  reading: { word: "reading", says: (n) => `${n} being read` },
  failed: { word: "not imported", says: (n) => `${n} ${n === 1 ? "is" : "are"} no statement` },
  discarded: { word: "discarded", says: (n) => `${n} discarded` },
};

/** Finds the progress of an import of an upload. */
export function findProgress(run: Import): Progress {
  switch (run.state) {
    case "received":
    case "reading":
      return "reading";
    case "question":
      return "question";
    case "preview":
      return isProven(run) ? "proven" : "unproven";
    case "posting":
    case "waiting":
      return "importing";
    case "done":
      return "imported";
    case "failed":
      return "failed";
    case "undoing":
    case "undone":
      return "discarded";
  }
}

/** Whether balances prove every step of a proof. */
export function isWholeProof({ kind, ...proof }: Layout["proof"]): boolean {
  const { rows_checked: checked, rows_proven: proven, breaks_at: breaksAt } = proof;
  return kind !== "none" && checked > 0 && proven === checked && breaksAt === null;
}

/**
 * Whether a preview can be confirmed without a look: balances prove every row, none was rejected,
 * nothing in the file contradicts its reading, and it is in its account's currency.
 */
export function isProven({ layout, counts, account }: Import): boolean {
  if (layout === null || counts.rejected > 0 || (layout.warnings ?? []).length > 0) return false;
  const isForeign =
    account !== null && layout.currency !== null && layout.currency !== account.currency;
  return isWholeProof(layout.proof) && !isForeign;
}

/** "24 files: 21 proven, 2 need an answer, 1 is no statement." */
export function summarize(imports: readonly Import[]): string {
  const all = imports.map(findProgress);
  const parts = Object.entries(PROGRESS_WORDS).flatMap(([progress, { says }]) => {
    const files = all.filter((one) => one === progress).length;
    return files === 0 ? [] : [says(files)];
  });
  return `${plural(imports.length, "file")}: ${parts.join(", ")}.`;
}

/** The proof in a few words: "28 of 29 steps". */
export function describeProof({ kind, rows_checked, rows_proven }: Layout["proof"]): string {
  if (kind === "none" || rows_checked === 0) return "no balances";
  const steps = kind === "running balance" ? "step" : "row";
  return `${printCount(rows_proven)} of ${plural(rows_checked, steps)}`;
}

/** Files with the same questions, which are answered once. */
export interface Asking {
  readonly imports: readonly [Import, ...Import[]];
  readonly questions: readonly Question[];
}

/** Questions about a single file, whose answers hold for no other. */
const OF_ONE_FILE: readonly string[] = [ALREADY_THERE, AS_READ];

/**
 * Groups the imports by their questions. Files that name no account are one group if they have one
 * layout, and names that differ only in numbers: "checking-01.csv", "checking-02.csv".
 */
export function groupAsking(imports: readonly Import[]): readonly Asking[] {
  const asking = imports
    .filter(({ state }) => state === "question")
    .toSorted((a, b) => a.document.name.localeCompare(b.document.name, "en", { numeric: true }));
  const groups = Map.groupBy(asking, (run) => makeAskingKey(run));
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ imports: [first, ...others], questions: first.questions }],
  );
}

function makeAskingKey({ id, document, layout, questions }: Import): string {
  const asked = questions.map((question) => [
    question.id,
    OF_ONE_FILE.includes(question.id) ? id : question.choices.map(({ value }) => value),
  ]);
  const asksAccount = questions.some((question) => isAccountQuestion(question.id));
  return JSON.stringify([layout?.fingerprint, asked, asksAccount ? makeNameStem(document) : ""]);
}

/** A file's name and folder without numbers: the same for each month of an account. */
function makeNameStem({ name, folder = "" }: Import["document"]): string {
  return `${folder}/${name}`.toLowerCase().replace(/\d+/g, "#");
}

/**
 * The answers that other files of the same layout take as well: those about the layout, not about
 * an account or one file.
 */
export function sharedAnswers(
  answers: Readonly<Record<string, string>>,
  { questions }: Import,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(answers).filter(
      ([id, value]) =>
        !isAccountQuestion(id) &&
        !OF_ONE_FILE.includes(id) &&
        questions.some(
          (asked) => asked.id === id && asked.choices.some((choice) => choice.value === value),
        ),
    ),
  );
}

/** Words of file names that name no account. */
const NO_NAME =
  /\b(?:statement|export|transactions|download|umsaetze|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\b/gi;

/** A name for the account of a file: its folder's or its own, without numbers and endings. */
export function proposeAccountName({ name, folder }: Import["document"]): string {
  const words = (text: string) =>
    text
      .replace(/\.[a-z0-9]{1,5}$/i, "")
      .replace(/[\d_.\-()]+/g, " ")
      .replace(NO_NAME, " ")
      .replace(/\s+/g, " ")
      .trim();
  const own = words(name);
  const proposed = own.length > 2 ? own : words(folder ?? "");
  return capitalize(proposed);
}
