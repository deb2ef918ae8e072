// The last change, shown after the list until the next one: with its Undo, and the transactions
// that it left as they are.

import type { ShownChange } from "../../importer/changes/wire.ts";
import { useTarget } from "../ui/frame.tsx";
import { plural } from "../ui/print.ts";
import { LEFT_WORDS } from "./bulk.ts";
import { readQuery, type ListContext } from "./list-context.ts";
import type { PageState } from "./page-state.ts";
import { nameRow } from "./rows.tsx";
import type { Transaction } from "./wire.ts";

interface LastChangeProps {
  /** The newest change of this person; null if there is none or it is old. */
  readonly change: ShownChange | null;
  readonly state: PageState;
  readonly list: ListContext;
}

/** The bar with Undo. Its words are spoken if the change was just made. */
export function LastChange({ change, state, list }: LastChangeProps) {
  const action = useTarget("/transactions/undo");
  if (change === null) return null;
  const isNew = change.id === state.changed;
  const isUndo = change.sentence.startsWith("Undo: ");
  const isWaiting = change.state === "applying";
  return (
    <form
      class="last-change"
      method="post"
      action={action}
      aria-label="Last change"
      data-swap={list.swap}
      data-focus="undo"
    >
      <input type="hidden" name="key" value={`undo-${list.formKey}`} />
      <input type="hidden" name="back" value={readQuery(list.here)} />
      <input type="hidden" name="change" value={String(change.id)} />
      <span role={isNew ? "status" : undefined}>
        {isWaiting
          ? "Your change is under way: the budgeting service has not answered yet."
          : `${change.sentence.replace(/^Undo: /, "Undone: ")}.`}
      </span>
      {change.can_undo ? (
        <button type="submit" id="undo">
          {isUndo ? "Redo" : "Undo"}
        </button>
      ) : null}
      <a href={`/changes/${change.id}`}>See the change</a>
    </form>
  );
}

interface LeftBehindProps {
  readonly state: PageState;
  readonly rows: readonly Transaction[];
  readonly href: (id: number) => string;
}

/**
 * The transactions that the last change left as they are, with the reason; nothing if there are
 * none.
 */
export function LeftBehind({ state: { changed, left, kept }, rows, href }: LeftBehindProps) {
  const count = left.length + kept;
  if (changed === null || (count === 0 && changed !== 0)) return null;
  if (count === 0)
    return (
      <p class="warning" role="status">
        Nothing was changed: all of them are so already.
      </p>
    );
  return (
    <section class="warning" aria-labelledby="left-behind">
      <h2 id="left-behind" role="status">{`Left as it is: ${plural(count, "transaction")}`}</h2>
      <ul class="why">
        {left.map(({ id, reason }) => {
          const row = rows.find((one) => one.id === id);
          return (
            <li>
              <a href={href(id)}>{row === undefined ? `Transaction ${id}` : nameRow(row)}</a>
              {`: ${LEFT_WORDS[reason]}.`}
            </li>
          );
        })}
        {kept === 0 ? null : (
          <li>
            {changed === 0 ? (
              `${plural(kept, "other transaction")}.`
            ) : (
              <a href={`/changes/${changed}`}>{`${plural(kept, "transaction")}: see the change`}</a>
            )}
          </li>
        )}
      </ul>
    </section>
  );
}
