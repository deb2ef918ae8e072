// Decides which account of the budget a statement goes to. Pure. A name is matched exactly or not
// at all. If neither the caller, the file nor an earlier answer names the account, the user is
// asked.

import { ACCOUNT_LABEL_CHARS_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Answers, Question } from "../../statements/statement.ts";
import type { ImportProblem } from "../problem.ts";
import type { AccountListed } from "../posting/client.ts";
import type { AccountRef } from "./account-ref.ts";

/** The choice that leaves out the rows of an account label. */
export const LEAVE_OUT = "leave_out";

/**
 * The account with this id or exact display name; if no display name matches, with this exact name.
 */
export function findAccount(
  named: string,
  accounts: readonly AccountListed[],
): Result<AccountListed, ImportProblem> {
  const byId = accounts.find((account) => String(account.id) === named);
  if (byId !== undefined) return ok(byId);
  const shown = accounts.filter((account) => account.display_name === named);
  const matches = shown.length > 0 ? shown : accounts.filter((account) => account.name === named);
  const [match, second] = matches;
  if (match === undefined)
    return err({
      kind: "unknown account",
      account: named,
      known: accounts.map((account) => account.display_name),
    });
  if (second !== undefined)
    return err({
      kind: "ambiguous account",
      account: named,
      ids: matches.map((account) => account.id),
    });
  return ok(match);
}

export interface AccountChoice {
  /**
   * Label in the file -> account. "" stands for every row of a file of one account; null leaves the
   * rows out.
   */
  readonly accounts: Readonly<Record<string, AccountRef | null>>;
  readonly questions: readonly Question[];
  readonly why: readonly string[];
}

/**
 * The account of each label. `named`: the account that the caller named. `labels`: the account
 * labels found in rows, if several. `only`: the account that a file of one account names, or null.
 */
export function chooseAccounts(
  named: number | null,
  labels: readonly string[],
  only: string | null,
  listed: readonly AccountListed[],
  answers: Answers,
): AccountChoice {
  const open = listed.filter((account) => !account.closed);
  const chosen = new Map<string, AccountRef | null>();
  const questions: Question[] = [];
  const why: string[] = [];
  const several = labels.length > 1;
  for (const label of several ? labels : [""]) {
    const shownAs = several ? label : only;
    const id = accountQuestion(shownAs);
    const answer = answers[id];
    const byCaller =
      named !== null && !several ? listed.find((account) => account.id === named) : undefined;
    const byAnswer =
      answer === undefined ? undefined : listed.find((account) => String(account.id) === answer);
    const byName =
      shownAs === null
        ? undefined
        : open.find((account) => sameName(account.display_name, shownAs));
    const account = byCaller ?? byAnswer ?? byName;
    if (account !== undefined) {
      chosen.set(label, { id: account.id, name: account.display_name, currency: account.currency });
      why.push(
        reason(account.display_name, shownAs, byCaller !== undefined, byAnswer !== undefined),
      );
    } else if (several && answer === LEAVE_OUT) {
      chosen.set(label, null);
      why.push(`Rows of "${label}" are left out, as answered.`);
    } else questions.push(question(id, shownAs, several, open));
  }
  // fromEntries defines own properties whatever their name, "__proto__" included.
  return { accounts: Object.fromEntries(chosen), questions, why };
}

/** The id of the question about the account that the file calls `label`, or does not name. */
export function accountQuestion(label: string | null): string {
  return label === null ? "account" : `account:${label.slice(0, ACCOUNT_LABEL_CHARS_MAX)}`;
}

/** Whether the question with this id asks for an account. */
export function isAccountQuestion(id: string): boolean {
  return id === "account" || id.startsWith("account:");
}

function reason(name: string, label: string | null, byCaller: boolean, byAnswer: boolean): string {
  if (byCaller) return `Goes to ${name}, as named with the upload.`;
  if (byAnswer)
    return label === null
      ? `Goes to ${name}, as answered.`
      : `"${label}" goes to ${name}, as answered.`;
  return `"${label}" is the name of the account ${name}.`;
}

function question(
  id: string,
  label: string | null,
  several: boolean,
  accounts: readonly AccountListed[],
): Question {
  const choices = accounts.map((account) => ({
    value: String(account.id),
    label: account.display_name,
    example: account.currency.toUpperCase(),
  }));
  return {
    id,
    ask: label === null ? "Which account is this statement for?" : `Which account is "${label}"?`,
    choices: several
      ? [...choices, { value: LEAVE_OUT, label: "None: leave these rows out", example: "" }]
      : choices,
  };
}

function sameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
