// Layouts as a file, for backup or for another budget. Accounts are named in it, since ids belong
// to one budget; examples from documents are left out. An imported file is checked whole before any
// of it counts, and the user first sees what it would change. Pure.

import * as z from "zod";
import {
  ANSWER_CHARS_MAX,
  ANSWERS_MAX,
  CSV_COLUMNS_MAX,
  LAYOUT_SENTENCE_CHARS_MAX,
  LAYOUT_SENTENCES_MAX,
  LAYOUT_TEXT_CHARS_MAX,
  LAYOUTS_MAX,
} from "../../platform/limits.ts";
import { parseCurrency } from "../../money/currency.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { isSettable, isSetting } from "../../statements/settings.ts";
import { fit } from "../../platform/text.ts";
import { isAccountQuestion, LEAVE_OUT } from "../imports/accounts.ts";
import { checkSettings } from "./layout-check.ts";
import { titleAnswer, describeAnswer, type NamedAccount } from "./layout-words.ts";
import type { KeptLayout, LearnedLayout, RememberedAnswer, WantedAnswer } from "./layouts.ts";

export const LAYOUTS_FILE_VERSION = 1;
export const FINGERPRINT = /^[a-z0-9]{2,12}:[0-9a-f]{32}$/;

const text = z.string().max(LAYOUT_TEXT_CHARS_MAX);
const sentences = z.array(z.string().max(LAYOUT_SENTENCE_CHARS_MAX)).max(LAYOUT_SENTENCES_MAX);
const choice = z.strictObject({
  value: z.string().max(ANSWER_CHARS_MAX),
  label: z.string().max(ANSWER_CHARS_MAX),
});

const answer = z.strictObject({
  question: z.string().min(1).max(ANSWER_CHARS_MAX),
  choice: z.string().max(ANSWER_CHARS_MAX),
  /** The name of the account that an answer about accounts chose. */
  account: z.string().max(ANSWER_CHARS_MAX).nullable(),
  /** The name of the account whose files it applies to; null for all. */
  for_account: z.string().max(ANSWER_CHARS_MAX).nullable(),
  asked: z
    .strictObject({
      ask: z.string().max(ANSWER_CHARS_MAX),
      choices: z.array(choice).max(ANSWERS_MAX),
    })
    .nullable(),
});

const layout = z.strictObject({
  fingerprint: z.string().regex(FINGERPRINT),
  format: text,
  bank: text.nullable(),
  encoding: text,
  delimiter: text.nullable(),
  header_line: z.int().nonnegative().nullable(),
  columns: z
    .array(z.strictObject({ index: z.int().min(0).max(CSV_COLUMNS_MAX), label: text, role: text }))
    .max(CSV_COLUMNS_MAX),
  date_format: text.nullable(),
  decimal_mark: z.enum([".", ","]).nullable(),
  sign: text.nullable(),
  currency: text.nullable(),
  why: sentences,
  answers: z.array(answer).max(ANSWERS_MAX),
});

/** A file of layouts. */
export const LAYOUTS_FILE_SCHEMA = z.strictObject({
  tributary_layouts: z.literal(LAYOUTS_FILE_VERSION),
  layouts: z.array(layout).max(LAYOUTS_MAX),
});

export type LayoutsFile = z.infer<typeof LAYOUTS_FILE_SCHEMA>;
type FiledLayout = LayoutsFile["layouts"][number];
export type Mode = "merge" | "replace";

/** The layouts as a file. */
export function writeLayoutsFile(
  learned: readonly LearnedLayout[],
  accounts: readonly NamedAccount[],
): LayoutsFile {
  const nameAccount = (id: number | string) =>
    accounts.find((account) => String(account.id) === String(id))?.name ?? null;
  const layouts = learned.map(({ layout: kept, answers }) => {
    const { account: _account, warnings: _warnings, ...facts } = kept;
    const filed = answers.map(({ question, choice: chosen, for_account, asked }) => ({
      question,
      choice: chosen,
      account: isAccountQuestion(question) ? nameAccount(chosen) : null,
      // An account that no longer exists has no name, so the answer would mean nothing elsewhere.
      for_account: for_account === null ? null : (nameAccount(for_account) ?? `(${for_account})`),
      asked:
        asked === null
          ? null
          : {
              ask: fit(asked.ask, ANSWER_CHARS_MAX),
              choices: asked.choices.map(({ value, label }) => ({
                value,
                label: fit(label, ANSWER_CHARS_MAX),
              })),
            },
    }));
    return { ...facts, columns: [...facts.columns], why: [...facts.why], answers: filed };
  });
  return { tributary_layouts: LAYOUTS_FILE_VERSION, layouts };
}

/** Checks a file, already parsed as JSON; the message names the first fault and its place. */
export function parseFile(json: unknown): Result<LayoutsFile, string> {
  const parsed = LAYOUTS_FILE_SCHEMA.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return err(
      `This is not a layouts file of version ${LAYOUTS_FILE_VERSION}: at ${printPath(issue?.path ?? [])}: ${issue?.message ?? "unknown"}.`,
    );
  }
  const seen = new Set<string>();
  for (const [index, one] of parsed.data.layouts.entries()) {
    if (seen.has(one.fingerprint))
      return err(`At layouts[${index}]: the layout ${one.fingerprint} stands in the file twice.`);
    seen.add(one.fingerprint);
    const settings = one.answers.filter(({ question }) => isSetting(question));
    const odd = one.answers.find(
      ({ asked, choice: chosen }) =>
        asked !== null && !asked.choices.some(({ value }) => value === chosen),
    );
    if (odd !== undefined)
      return err(
        `At layouts[${index}]: "${odd.choice.slice(0, 60)}" is no answer to the question next to it.`,
      );
    if (settings.length > 0 && !isSettable(one.format))
      return err(`At layouts[${index}]: how ${one.format} is read cannot be set.`);
  }
  return ok(parsed.data);
}

function printPath(path: readonly PropertyKey[]): string {
  return path.length === 0
    ? "its beginning"
    : path
        .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step).slice(0, 60)}`))
        .join("")
        .replace(/^\./, "");
}

export interface LayoutChange {
  readonly fingerprint: string;
  readonly format: string;
  readonly bank: string | null;
  readonly kind: "added" | "changed" | "removed" | "same";
  /** The changes, and the entries that cannot be imported, one sentence each. */
  readonly sentences: readonly string[];
}

export interface ImportPlan {
  readonly changes: readonly LayoutChange[];
  readonly writes: readonly {
    readonly layout: KeptLayout;
    readonly answers: readonly (WantedAnswer & Pick<RememberedAnswer, "asked">)[];
  }[];
  readonly removes: readonly string[];
}

/**
 * What importing a file would do. `merge`: the file's answers override those here, everything else
 * stays. `replace`: afterwards there is only what the file has. Contradicting settings are refused.
 */
export function planImport(
  filed: LayoutsFile,
  here: readonly LearnedLayout[],
  accounts: readonly NamedAccount[],
  mode: Mode,
): Result<ImportPlan, string> {
  const known = new Map(here.map((one) => [one.fingerprint, one]));
  const changes: LayoutChange[] = [];
  const writes: ImportPlan["writes"][number][] = [];
  for (const [index, one] of filed.layouts.entries()) {
    const before = known.get(one.fingerprint) ?? null;
    const { wanted, lost } = resolve(one, accounts);
    const kept =
      before === null || mode === "replace"
        ? []
        : before.answers.filter((old) => !wanted.some((answered) => sameKey(answered, old)));
    const answers = [...kept, ...wanted];
    const layoutHere = before?.layout ?? toKept(one);
    const fault =
      answers.length > ANSWERS_MAX
        ? `there would be more than ${ANSWERS_MAX} answers.`
        : checkSettings(answers, layoutHere);
    if (fault !== null) return err(`At layouts[${index}]: ${fault}`);
    const differences = difference(before?.answers ?? [], answers, layoutHere, accounts);
    const { format, bank } = layoutHere;
    changes.push({
      fingerprint: one.fingerprint,
      format,
      bank,
      kind: nameChange(before !== null, differences.length > 0),
      sentences: [...differences, ...lost],
    });
    writes.push({ layout: toKept(one), answers });
  }
  const filedOnes = new Set(filed.layouts.map(({ fingerprint }) => fingerprint));
  const others = here.filter(({ fingerprint }) => !filedOnes.has(fingerprint));
  const removed = mode === "replace" ? others : [];
  changes.push(...removed.map(removal));
  if (filed.layouts.length + others.length - removed.length > LAYOUTS_MAX)
    return err(`There would be more than ${LAYOUTS_MAX} layouts.`);
  return ok({ changes, writes, removes: removed.map(({ fingerprint }) => fingerprint) });
}

function nameChange(isHere: boolean, isDifferent: boolean): LayoutChange["kind"] {
  if (!isHere) return "added";
  return isDifferent ? "changed" : "same";
}

function removal({ fingerprint, layout: { format, bank }, answers }: LearnedLayout): LayoutChange {
  const count = `${answers.length} remembered ${answers.length === 1 ? "answer is" : "answers are"}`;
  const sentences = answers.length === 0 ? [] : [`${count} forgotten.`];
  return { fingerprint, format, bank, kind: "removed", sentences };
}

/**
 * The answers with this budget's accounts; those that name an unknown account cannot be imported.
 */
function resolve(
  one: FiledLayout,
  accounts: readonly NamedAccount[],
): { wanted: (WantedAnswer & Pick<RememberedAnswer, "asked">)[]; lost: string[] } {
  const wanted: (WantedAnswer & Pick<RememberedAnswer, "asked">)[] = [];
  const lost: string[] = [];
  const findAccountId = (name: string) => {
    const named = accounts.filter((account) => account.name === name);
    return named.length === 1 ? (named[0]?.id ?? null) : null;
  };
  for (const { question, choice: chosen, account, for_account, asked } of one.answers) {
    const title = titleAnswer({ question, asked: null }, one);
    const scope = for_account === null ? null : findAccountId(for_account);
    if (for_account !== null && scope === null) {
      lost.push(
        `${title}: not taken over, since no single account here is called “${for_account}”.`,
      );
      continue;
    }
    const byName = isAccountQuestion(question) && chosen !== LEAVE_OUT && chosen !== "";
    const target = byName && account !== null ? findAccountId(account) : null;
    if (byName && target === null)
      lost.push(
        `${title}: not taken over, since no single account here is called “${account ?? chosen}”; it is asked.`,
      );
    else
      wanted.push({
        question,
        choice: target === null ? chosen : String(target),
        for_account: scope,
        asked:
          asked === null
            ? null
            : { ask: asked.ask, choices: asked.choices.map((each) => ({ ...each, example: "" })) },
      });
  }
  // As in JSON, the last of two answers to one question counts.
  return {
    wanted: wanted.filter(
      (each, index) => !wanted.slice(index + 1).some((later) => sameKey(later, each)),
    ),
    lost,
  };
}

function difference(
  before: readonly RememberedAnswer[],
  after: readonly (WantedAnswer & Pick<RememberedAnswer, "asked">)[],
  kept: KeptLayout,
  accounts: readonly NamedAccount[],
): string[] {
  const said: string[] = [];
  for (const one of after) {
    const old = before.find((each) => sameKey(each, one));
    const title = titleAnswer(one, kept);
    if (old === undefined) said.push(`${title}: ${describeAnswer(one, accounts)}.`);
    else if (old.choice !== one.choice)
      said.push(
        `${title}: ${describeAnswer({ ...one, asked: old.asked ?? one.asked }, accounts)} in place of ${describeAnswer(old, accounts)}.`,
      );
  }
  for (const old of before) {
    if (!after.some((each) => sameKey(each, old)))
      said.push(`${titleAnswer(old, kept)}: ${describeAnswer(old, accounts)} is forgotten.`);
  }
  return said;
}

function sameKey(a: WantedAnswer, b: WantedAnswer): boolean {
  return a.question === b.question && a.for_account === b.for_account;
}

function toKept(filed: FiledLayout): KeptLayout {
  const { answers: _answers, ...facts } = filed;
  return {
    ...facts,
    currency: facts.currency === null ? null : parseCurrency(facts.currency),
    account: null,
    warnings: [],
  };
}
