// The list of changes, the newest first, each with its button to undo it. It needs no script.

import { useTarget } from "../ui/frame.tsx";
import { Moment } from "../ui/moment.tsx";
import { Shell } from "../ui/shell.tsx";
import { DataTable, hidden } from "../ui/table.tsx";
import type { ShownChange } from "../../importer/changes/wire.ts";

/** A change with a one-time id for the form that undoes it. */
export interface Row {
  readonly change: ShownChange;
  readonly key: string;
}

interface ChangeListProps {
  readonly rows: readonly Row[];
  /** Whether older ones come before these in time. */
  readonly hasMore: boolean;
  /** Whether the list begins with the newest. */
  readonly isFirst: boolean;
}

/** The list of changes. */
export function ChangeList({ rows, hasMore, isFirst }: ChangeListProps) {
  const last = rows.at(-1)?.change.id;
  return (
    <Shell title="Changes" current="/changes">
      <h1>Changes</h1>
      <p class="lead">
        Everything you changed, for 90 days: transactions, budgets, categories, accounts, rules,
        matches and imports. An undo leaves what was changed again since, and names it.
      </p>
      {rows.length === 0 ? (
        <p>{isFirst ? "You have not changed anything yet." : "There are no older changes."}</p>
      ) : (
        <DataTable
          class="keys journal"
          caption="Changes, the newest first"
          columns={["When", "Who", "Change", "State", hidden("Undo")]}
        >
          {rows.map((row) => (
            <ChangeRow {...row} />
          ))}
        </DataTable>
      )}
      <nav class="pager" aria-label="More of this list">
        {isFirst ? <span /> : <a href="/changes">← Newest</a>}
        {hasMore && last !== undefined ? (
          <a href={`/changes?before=${last}`} rel="next">
            Older →
          </a>
        ) : (
          <span />
        )}
      </nav>
    </Shell>
  );
}

function ChangeRow({ change, key: formKey }: Row) {
  return (
    <tr id={`change-${change.id}`}>
      <td data-label="When">
        <Moment at={Date.parse(change.at)} />
      </td>
      <td data-label="Who">{change.who.name || "You"}</td>
      <th scope="row">
        <a href={`/changes/${change.id}`}>{change.sentence}</a>
        {change.cannot_undo === null ? null : <small>{change.cannot_undo}</small>}
        {change.from === null ? null : <small>{`From ${change.from}`}</small>}
      </th>
      <td data-label="State">{describeState(change)}</td>
      <td>
        <UndoButton change={change} formKey={formKey} />
      </td>
    </tr>
  );
}

/** The button that undoes a change; nothing if it cannot be undone now. */
export function UndoButton({
  change,
  formKey,
  back,
}: {
  readonly change: ShownChange;
  readonly formKey: string;
  /** The page that shows the undo; the page of the undo itself if left out. */
  readonly back?: string;
}) {
  const action = useTarget(`/changes/${change.id}/undo`);
  if (!change.can_undo) return null;
  const label = isUndo(change) ? "Redo" : "Undo";
  return (
    <form method="post" action={action}>
      <input type="hidden" name="key" value={formKey} />
      {back === undefined ? null : <input type="hidden" name="back" value={back} />}
      <button type="submit" id={`undo-${change.id}`} aria-label={`${label}: ${change.sentence}`}>
        {label}
      </button>
    </form>
  );
}

/** How a change is going, or ended. */
export function describeState({ state, count, transactions }: ShownChange): string {
  if (state === "applying") return "under way";
  if (state === "undoing") return "being undone";
  if (state === "undone") return "undone";
  if (state === "partly") return "partly undone";
  return count === transactions ? "done" : `done for ${count} of ${transactions}`;
}

/** Whether undoing the change would do another one again. */
function isUndo({ sentence }: ShownChange): boolean {
  return sentence.startsWith("Undo: ");
}
