// The changes of a transaction since it came into the budget: each with the values before and
// after, and the button that undoes it.

import type { Field } from "../../importer/changes/fields.ts";
import { HISTORY_SHOWN_MAX } from "../../platform/limits.ts";
import { useTarget } from "../ui/frame.tsx";
import { FIELD_NAMES } from "../changes/values.ts";
import { Moment } from "../ui/moment.tsx";
import { describeField } from "./fields.ts";
import type { Names } from "./read-names.ts";
import type { PastChange } from "./read-one.ts";
import type { RecurringName } from "./read-recurring.ts";
import type { Transaction } from "./wire.ts";

interface HistoryProps {
  readonly transaction: Undoable;
  readonly history: readonly PastChange[];
  readonly names: Names;
  readonly recurring: readonly RecurringName[];
  readonly back: string;
  readonly formKey: string;
}

/** A transaction, possibly a deleted one, whose changes can be undone. */
type Undoable = Pick<Transaction, "id" | "children" | "is_group_parent">;

/** The changes, the newest first; nothing if there are none. */
export function History(props: HistoryProps) {
  const { history } = props;
  if (history.length === 0) return null;
  return (
    <>
      <h3>Changes</h3>
      <ol class="history">
        {history.map((past) => (
          <li id={`change-${past.change.id}`}>
            <Past {...props} past={past} />
          </li>
        ))}
      </ol>
      {history.length < HISTORY_SHOWN_MAX ? null : (
        <p class="hint">
          {`These are the last ${HISTORY_SHOWN_MAX}. `}
          <a href="/changes">See all changes</a>
        </p>
      )}
    </>
  );
}

function Past({
  past: { change, fields },
  names,
  recurring,
  ...rest
}: HistoryProps & { readonly past: PastChange }) {
  return (
    <>
      <p>
        <a id={`sentence-${change.id}`} href={`/changes/${change.id}`}>
          {change.sentence}
        </a>
        <small>
          <Moment at={Date.parse(change.at)} />
          {` by ${change.who.name || "you"}${describeEnd(change.state)}`}
        </small>
      </p>
      {fields.length === 0 ? null : (
        <ul class="values">
          {fields.map(({ field, before, after }) => (
            <li>
              {`${FIELD_NAMES[field]}: `}
              <del>{printValue(field, before, { names, recurring })}</del>
              {" → "}
              <ins>{printValue(field, after, { names, recurring })}</ins>
            </li>
          ))}
        </ul>
      )}
      <UndoOne {...rest} change={change} />
    </>
  );
}

/** The button that undoes a change and stays on the page; nothing if it cannot be undone. */
export function UndoOne({
  transaction: { id, is_group_parent: isGroup, children },
  change,
  back,
  formKey,
  inBar = false,
}: Pick<HistoryProps, "transaction" | "back" | "formKey"> & {
  readonly change: PastChange["change"];
  /** Whether the button is in the bar above the form, which may show a change of the list too. */
  readonly inBar?: boolean;
}) {
  const action = useTarget(`/transactions/${id}/undo`);
  if (!change.can_undo) return null;
  const label = change.sentence.startsWith("Undo: ") ? "Redo" : "Undo";
  return (
    <form method="post" action={action} data-swap="one">
      <input type="hidden" name="back" value={back} />
      <input type="hidden" name="key" value={`undo-${change.id}-${formKey}`} />
      <input type="hidden" name="change" value={String(change.id)} />
      {/* A group that is undone is gone: then its first member is shown. */}
      {isGroup === true ? (
        <input type="hidden" name="to" value={String(children?.[0]?.id ?? "")} />
      ) : null}
      <button
        class="quiet"
        type="submit"
        id={inBar ? "undo" : `undo-${change.id}`}
        aria-describedby={inBar ? "said" : `sentence-${change.id}`}
      >
        {label}
      </button>
    </form>
  );
}

function describeEnd(state: PastChange["change"]["state"]): string {
  switch (state) {
    case "done":
      return "";
    case "applying":
      return ", under way";
    case "undoing":
      return ", being undone";
    case "undone":
      return ", undone since";
    case "partly":
      return ", partly undone since";
  }
}

function printValue(
  field: Field,
  value: string | number | readonly number[] | null,
  { names, recurring }: Pick<HistoryProps, "names" | "recurring">,
): string {
  if (field === "recurring_id") return nameRecurring(recurring, value);
  const text = typeof value === "object" ? (value ?? []).join(",") : String(value);
  return describeField(field, text, names);
}

function nameRecurring(recurring: readonly RecurringName[], id: unknown): string {
  if (id === null) return "none";
  return recurring.find((one) => one.id === id)?.name ?? "a deleted recurring item";
}
