// The step that an import is at: what it does or waits for, its figures, cautions, and the questions
// or buttons of the next step.

import { printTime } from "../ui/print.ts";
import type { Import, LayoutPreview, PreviewedRows } from "../ui/wire.ts";
import { Actions, toGo } from "./actions.tsx";
import { BalancesDone } from "./balances.tsx";
import { Figures } from "./figures.tsx";
import { nameImport } from "./name.ts";
import { listAskedNow, Questions } from "./questions.tsx";
import type { Undoing } from "./read-undo.ts";
import { Sample } from "./sample.tsx";
import { STATE_WORDS } from "./words.ts";

/** The step of an import. */
export function Step({
  run,
  preview,
  sample,
  unrated,
  hasNoCategories,
  undoing,
}: {
  readonly run: Import;
  readonly preview: PreviewedRows | null;
  readonly sample: LayoutPreview | null;
  readonly unrated: readonly string[];
  readonly hasNoCategories: boolean;
  readonly undoing: Undoing | null;
}) {
  const { sentence, working } = STATE_WORDS[run.state];
  return (
    <section class="step" aria-label="Status">
      <p class="sentence" role="status" id="sentence">
        {run.waits_for ? "Waiting for another import to finish." : sentence}
      </p>
      {run.error === null ? null : <p class={working ? "caution" : "error"}>{run.error}</p>}
      {run.dismissed_at === null ? null : <p>You dismissed this import.</p>}
      {run.waits_for ? (
        <p>
          <a href={`/imports/${encodeURIComponent(run.waits_for)}`}>See the other import</a>
        </p>
      ) : null}
      <NextAttempt run={run} />
      {working ? <Progress run={run} /> : null}
      {run.counts.read > 0 && run.state !== "question" ? (
        <Figures run={run} preview={preview} />
      ) : null}
      <Foreign run={run} />
      <Unrated pairs={unrated} />
      {hasNoCategories ? (
        <p>
          Your budget has no categories yet. <a href="/categories">Add categories</a>
        </p>
      ) : null}
      <BalancesDone run={run} />
      {run.state === "question" && sample !== null ? (
        <Sample run={run} sample={sample} questions={listAskedNow(run.questions)} />
      ) : null}
      {run.state === "question" ? (
        <Questions run={run} />
      ) : (
        <Actions
          run={run}
          name={nameImport(run)}
          foreseen={undoing?.foreseen ?? null}
          preview={preview}
        />
      )}
    </section>
  );
}

function NextAttempt({ run: { state, next_attempt_at: at } }: { readonly run: Import }) {
  return at === null || !STATE_WORDS[state].working ? null : (
    <p>
      {"Next attempt: "}
      <time datetime={at}>{printTime(at)}</time>
      {". You can close this page; nothing is lost."}
    </p>
  );
}

/** A file in another currency than its account is imported as printed; a person should know. */
function Foreign({ run }: { readonly run: Import }) {
  const { account, layout } = run;
  if (account === null || !layout?.currency || layout.currency === account.currency) return null;
  const [file, own] = [layout.currency.toUpperCase(), account.currency.toUpperCase()];
  return (
    <p class="caution">{`This file is in ${file}, but the account “${account.name}” is in ${own}. The transactions are imported in ${file}.`}</p>
  );
}

/**
 * Amounts without an exchange rate are in the budget but not counted; a person can add the rate.
 */
function Unrated({ pairs }: { readonly pairs: readonly string[] }) {
  if (pairs.length === 0) return null;
  return (
    <p class="caution">
      {`${pairs.length === 1 ? "An exchange rate is" : "Exchange rates are"} missing: ${pairs.join(", ")}. Amounts that need ${pairs.length === 1 ? "it" : "them"} are not counted in the budget. `}
      <a href="/rates">Add a rate</a>
    </p>
  );
}

function Progress({ run }: { readonly run: Import }) {
  const settled = run.counts.read - toGo(run);
  const known = run.state === "posting" || run.state === "waiting";
  return known ? (
    <progress id="progress" max={run.counts.read} value={settled} aria-label="Rows finished" />
  ) : (
    <progress id="progress" aria-label={STATE_WORDS[run.state].sentence} />
  );
}
