// The bar that says what was just done to a transaction, with its undo. It stays until the next
// change.

import type { ShownChange } from "../../importer/changes/wire.ts";
import { useTarget } from "../ui/frame.tsx";
import { UndoOne } from "./history.tsx";
import type { Transaction } from "./wire.ts";

/** The result of the form that was just sent; "unchanged" if there was nothing to write. */
export type SavedState = Saved | "unchanged";

/** A change, and the sentence about it. */
interface Saved {
  readonly change: ShownChange;
  readonly words: string;
}

/** Sentences about what was done outside the journal of changes. */
const DONE = {
  transfer: "Marked as a transfer.",
  dismissed: "This pair will not be suggested as a transfer again.",
} as const;

export type Done = keyof typeof DONE;

/** The word of an address; null if it is none of these. */
export function readDone(text: string | undefined): Done | null {
  return text !== undefined && isDone(text) ? text : null;
}

function isDone(text: string): text is Done {
  return Object.hasOwn(DONE, text);
}

interface BarProps {
  readonly transaction: Transaction;
  readonly back: string;
  readonly formKey: string;
}

/** Says what the form has changed, or why it has not. */
export function SavedBar({
  saved,
  transaction,
  ...rest
}: BarProps & { readonly saved: SavedState }) {
  if (saved === "unchanged")
    return (
      <p class="saved" role="status">
        Nothing had to be changed.
      </p>
    );
  const { change, words } = saved;
  if (change.state === "applying")
    return (
      <p class="alert" role="alert">
        Not saved yet: the budgeting service has not answered. Tributary keeps your change and tries
        again by itself. <a href={`/changes/${change.id}`}>See the change</a>
      </p>
    );
  return (
    <div class="saved">
      <span role="status" id="said">
        {words}
      </span>
      <UndoOne {...rest} transaction={transaction} change={change} inBar />
    </div>
  );
}

/** Says what was done; an accepted transfer with the button that takes it back. */
export function DoneBar({ done, transaction, back, formKey }: BarProps & { readonly done: Done }) {
  const action = useTarget(`/transactions/${transaction.id}/ungroup`);
  const isOpen = done === "transfer" && transaction.is_group_parent === true;
  return (
    <div class="saved">
      <span role="status">{DONE[done]}</span>
      {isOpen ? (
        <form method="post" action={action}>
          <input type="hidden" name="back" value={back} />
          <input type="hidden" name="key" value={`undo-${formKey}`} />
          <button class="quiet" type="submit" id="undo">
            Undo
          </button>
        </form>
      ) : null}
    </div>
  );
}
