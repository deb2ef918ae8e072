// What an import asks: one fieldset a question, its choices with their examples, answered all at once.
// Discarding is offered beside answering, since a question is never a dead end.

import type { Import, Question } from "../wire.ts";

/** The form of an import's open questions; it works without scripts. */
export function Questions({ run }: { readonly run: Import }) {
  return (
    <form class="questions" method="post" action={`/imports/${encodeURIComponent(run.id)}/answers`}>
      {run.questions.map((question) => (
        <Choices question={question} />
      ))}
      <p class="actions">
        <button class="primary" type="submit">
          {run.questions.length === 1 ? "Answer" : "Answer all"}
        </button>
        <button type="submit" formaction={`/imports/${encodeURIComponent(run.id)}/undo`} formnovalidate>
          Discard
        </button>
        <span class="hint">Answers are remembered for the next file of this layout.</span>
      </p>
    </form>
  );
}

function Choices({ question }: { readonly question: Question }) {
  return (
    <fieldset>
      <legend>{question.ask}</legend>
      {question.choices.map((choice) => (
        <label class="choice">
          <input type="radio" name={question.id} value={choice.value} required />
          <span>
            <strong>{choice.label}</strong>
            {choice.example === "" ? null : <small>{choice.example}</small>}
          </span>
        </label>
      ))}
      {question.id === "account" || question.id.startsWith("account:") ? (
        <p class="hint">
          {"Not among them? Discard this, make the account on the "}
          <a href="/">import page</a>
          {" and send the file again."}
        </p>
      ) : null}
    </fieldset>
  );
}
