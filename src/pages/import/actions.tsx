// The buttons of an import. The one for undo says first what it would do.

import { ConfirmButton } from "../ui/buttons.tsx";
import { plural, printCount } from "../ui/print.ts";

import type { Import, PreviewedRows, UndoForeseen } from "../ui/wire.ts";
import { BalanceChoices, hasSetBalance, undoSentences } from "./balances.tsx";
import { labelConfirm } from "./preview.tsx";
import { Dismiss, isDismissible } from "./waiting.tsx";

/** The number of rows that are not settled yet. */
export function toGo({ counts }: Import): number {
  return Math.max(
    0,
    counts.read - counts.inserted - counts.duplicate - counts.rejected - counts.skipped,
  );
}

interface ActionsProps {
  readonly run: Import;
  /** The import's name in the list and the title. */
  readonly name: string;
  /** What undoing would do; null if that is not known. */
  readonly foreseen: UndoForeseen | null;
  /**
   * The preview; null if the import waits for no confirmation, or the preview could not be read.
   */
  readonly preview?: PreviewedRows | null;
}

/** The buttons of an import that asks nothing. */
export function Actions({ run, name, foreseen, preview = null }: ActionsProps) {
  switch (run.state) {
    case "preview":
      return <Confirm run={run} preview={preview} />;
    case "posting":
    case "waiting":
      return (
        <div class="actions">
          <ConfirmButton
            label="Stop and undo…"
            ask={`Stop this import and delete the transactions inserted so far? ${staying(run, foreseen)}`}
            action={actionPath(run, "undo")}
            confirm="Stop and delete"
          />
        </div>
      );
    case "done":
      return (
        <div class="actions">
          <SeeTransactions run={run} />
          <Another />
          {run.counts.inserted > 0 || hasSetBalance(run) ? (
            <Undo run={run} foreseen={foreseen} />
          ) : null}
        </div>
      );
    case "failed":
    case "undone":
      return (
        <div class="actions">
          <Another />
          {isDismissible(run) ? <Dismiss id={run.id} name={name} /> : null}
        </div>
      );
    case "received":
    case "reading":
    case "question":
    case "undoing":
      return null;
  }
}

/** Leads to what the import inserted. */
function SeeTransactions({ run: { id, counts } }: { readonly run: Import }) {
  if (counts.inserted === 0) return null;
  const words =
    counts.inserted === 1 ? "the transaction" : `the ${plural(counts.inserted, "transaction")}`;
  return (
    <>
      <a class="button" href={`/transactions?source=import:${encodeURIComponent(id)}`}>
        {`See ${words}`}
      </a>
      <a class="button" href="/review">
        Review what is new
      </a>
    </>
  );
}

function Another() {
  return (
    <a class="button" href="/">
      Import another file
    </a>
  );
}

function Confirm({
  run,
  preview,
}: {
  readonly run: Import;
  readonly preview: PreviewedRows | null;
}) {
  const ready = toGo(run);
  const setsBalance = run.balances.some((balance) => balance.may_set);
  if (ready === 0 && !setsBalance && (preview?.marks.left_out ?? 0) === 0)
    return <p>This file has nothing to import.</p>;
  const words = ready === 0 ? "Continue" : `Import ${plural(ready, "transaction")}`;
  return (
    <form class="confirm" method="post" action={actionPath(run, "confirm")}>
      <BalanceChoices run={run} />
      <p class="actions" id="confirm-actions">
        <button id="confirm" class="primary" type="submit">
          {preview === null ? words : labelConfirm(preview)}
        </button>
        <button type="submit" formaction={actionPath(run, "undo")} formnovalidate>
          Discard
        </button>
      </p>
    </form>
  );
}

function Undo({ run, foreseen }: Omit<ActionsProps, "name" | "preview">) {
  const { inserted } = run.counts;
  const kept = sum(foreseen);
  const deleted = inserted - kept;
  const which =
    kept === 0
      ? `the ${plural(inserted, "transaction")}`
      : `${printCount(deleted)} of the ${plural(inserted, "transaction")}`;
  const ask = deleted === 0 ? "Undo this import?" : `Delete ${which} that this import inserted?`;
  const confirm =
    deleted === 0 ? "Undo without deleting" : `Delete ${plural(deleted, "transaction")}`;
  return (
    <ConfirmButton
      label="Undo…"
      ask={`${ask} ${staying(run, foreseen)}`}
      action={actionPath(run, "undo")}
      confirm={confirm}
    />
  );
}

/** One sentence for each import that shares transactions with this one. */
function staying(run: Import, foreseen: UndoForeseen | null): string {
  const stays = (foreseen?.stays ?? []).map(({ name, transactions: n }) => {
    const [are, they] =
      n === 1 ? ["is", "It stays and will belong"] : ["are", "They stay and will belong"];
    return `${printCount(n)} of these ${plural(run.counts.inserted, "transaction")} ${are} also in ${name}. ${they} to that import.`;
  });
  return [...stays, ...undoSentences(run), "Nothing else changes."].join(" ");
}

function sum(foreseen: UndoForeseen | null): number {
  return (foreseen?.stays ?? []).reduce((total, { transactions }) => total + transactions, 0);
}

function actionPath(run: Import, act: string): string {
  return `/imports/${encodeURIComponent(run.id)}/${act}`;
}
