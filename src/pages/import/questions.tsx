// The questions of an import: a fieldset for each, with choices and examples, all answered at once.
// A person can also discard the file or create an account, so that no question is a dead end.

import type { Child } from "hono/jsx";
import { isAccountQuestion } from "../../importer/imports/accounts.ts";
import { RadioChoice } from "../ui/fields.tsx";
import { AS_READ } from "../../statements/doubts.ts";
import { ALREADY_THERE } from "../../importer/matching/lookalikes.ts";
import type { Import, Question } from "../ui/wire.ts";
import { Consequences, ShownTable, SomethingElse } from "./consequences.tsx";
import { ACCOUNT_NAME_CHARS_MAX, AccountFields, proposeAccountType } from "./account-fields.tsx";
import { proposeAccountName } from "./upload-summary.ts";

/** The form with an import's open questions. It works without scripts. */
export function Questions({ run }: { readonly run: Import }) {
  const asked = listAskedNow(run.questions);
  return (
    <form class="questions" method="post" action={`/imports/${encodeURIComponent(run.id)}/answers`}>
      {asked.map((question) => (
        <Choices run={run} question={question} />
      ))}
      <MoreQuestions left={run.questions.length - asked.length} />
      <p class="actions">
        {asked.every(({ choices }) => choices.length === 0) ? null : (
          <button class="primary" type="submit">
            {asked.length === 1 ? "Answer" : "Answer all"}
          </button>
        )}
        <button
          type="submit"
          formaction={`/imports/${encodeURIComponent(run.id)}/undo`}
          formnovalidate
        >
          Discard
        </button>
        {asked.every(({ id }) => OF_THIS_FILE.includes(id)) ? null : (
          <span class="hint">Your answers are remembered for the next file with this layout.</span>
        )}
      </p>
    </form>
  );
}

/**
 * The questions to show at once: about accounts, and the first about the reading with those of its
 * kind. The results of the others depend on its answer.
 */
export function listAskedNow(questions: readonly Question[]): readonly Question[] {
  const first = questions.find(({ id }) => !isAccountQuestion(id));
  const kind = (id: string) => id.split(":")[0];
  return questions.filter(
    ({ id }) => isAccountQuestion(id) || (first !== undefined && kind(id) === kind(first.id)),
  );
}

/** Says that questions follow. */
export function MoreQuestions({ left }: { readonly left: number }) {
  return left === 0 ? null : (
    <p class="hint">{`After this, ${left === 1 ? "one more question follows" : `${left} more questions follow`}.`}</p>
  );
}

/** Questions about one file alone, whose answers are not remembered. */
const OF_THIS_FILE: readonly string[] = [ALREADY_THERE, AS_READ];

function Choices({ run, question }: { readonly run: Import; readonly question: Question }) {
  return (
    <QuestionField run={run} question={question} legend={question.ask}>
      <NewAccount
        run={run}
        question={question}
        action={`/imports/${encodeURIComponent(run.id)}/accounts`}
        label="Create account and continue"
      />
    </QuestionField>
  );
}

/** A question with its choices; `children` is for a question about an account alone. */
export function QuestionField({
  run,
  question,
  legend,
  at = null,
  children,
}: {
  readonly run: Import;
  readonly question: Question;
  readonly legend: string;
  /** The part of the controls' ids that names the form, if the page has several forms. */
  readonly at?: string | null;
  readonly children?: Child;
}) {
  const { id, note, shown, choices } = question;
  return (
    <fieldset>
      <legend>{legend}</legend>
      {note === undefined ? null : <p class="hint">{note}</p>}
      {shown === undefined ? null : <ShownTable shown={shown} />}
      {choices.map((choice, index) => (
        <RadioChoice
          {...(at !== null && { id: `choice-${at}-${id}-${index}` })}
          name={id}
          value={choice.value}
          required
          label={choice.label}
          hint={<Consequences choice={choice} shown={shown} />}
        />
      ))}
      <SomethingElse run={run} id={id} />
      {isAccountQuestion(id) ? children : null}
    </fieldset>
  );
}

/** The prefix of the fields that describe a new account; no question has such a name. */
const NEW_ACCOUNT = "new account:";

/** The fields of the form that are answers. */
export function answersIn(
  form: Readonly<Record<string, unknown>>,
): readonly (readonly [string, unknown])[] {
  return Object.entries(form).filter(
    ([name]) => name !== "question" && !name.startsWith(NEW_ACCOUNT),
  );
}

/** The name of a field of the account that is created for a question. */
export function newAccountField(question: string, what: "name" | "type" | "currency"): string {
  return `${NEW_ACCOUNT}${question}:${what}`;
}

/** The fields of an account that the budget does not have yet, with the button that creates it. */
export function NewAccount({
  run,
  question,
  action,
  label,
  buttonId = null,
}: {
  readonly run: Import;
  readonly question: Question;
  readonly action: string;
  readonly label: string;
  readonly buttonId?: string | null;
}) {
  const named = question.id.startsWith("account:") ? question.id.slice("account:".length) : "";
  return (
    <details open={question.choices.length === 0}>
      <summary>
        {question.choices.length === 0 ? "Create an account" : "This is a new account"}
      </summary>
      <div class="row-form">
        <AccountFields
          prefix={newAccountField(question.id, "name").slice(0, -"name".length)}
          name={(named || proposeAccountName(run.document)).slice(0, ACCOUNT_NAME_CHARS_MAX)}
          type={proposeAccountType(named, run.document.name, run.document.folder ?? "")}
          currency={run.layout?.currency ?? "usd"}
        />
        <button
          {...(buttonId !== null && { id: buttonId })}
          type="submit"
          name="question"
          value={question.id}
          formaction={action}
          formnovalidate
        >
          {label}
        </button>
      </div>
    </details>
  );
}
