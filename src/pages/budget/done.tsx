// The bar above the budget that says what was changed, with the button that undoes it. It stays
// until the next change.

import { CHANGE_DETAIL, type ShownChange } from "../../importer/changes/wire.ts";
import type { Day } from "../../money/day.ts";
import { read } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { parseId } from "../ui/form.ts";
import { useTarget } from "../ui/frame.tsx";

/** The parts of the page that a change of amounts replaces (public/swap.js). */
export const CHANGED_PARTS = "budget-done budget-alerts pot budget-form continue";

/** The change that the address names; null if the journal does not have it. */
export interface DoneState {
  readonly change: ShownChange | null;
  /** A sentence for each thing that an undo left as it is. */
  readonly left: readonly string[];
}

/** Reads the change that the address names; null if it names none. */
export async function readDone(
  { api }: Pick<Variables, "api">,
  saved: string | undefined,
): Promise<DoneState | null> {
  if (saved === undefined) return null;
  const id = parseId(saved);
  if (id === 0) return { change: null, left: [] };
  const found = await read(api, `/api/changes/${id}`, CHANGE_DETAIL);
  if (!found.ok) return { change: null, left: [] };
  return { change: found.value.change, left: found.value.not_restored };
}

/** The bar. */
export function Done({
  done: { change, left },
  start,
  formKey,
}: {
  readonly done: DoneState;
  /** The first day of the period to return to. */
  readonly start: Day;
  readonly formKey: string;
}) {
  const action = useTarget("/budget/undo");
  if (change === null || (change.count === 0 && change.state !== "applying"))
    return <p class="saved">{left.length === 0 ? "Saved." : left.join(" ")}</p>;
  const label = change.undoes === null ? "Undo" : "Redo";
  return (
    <form
      class="saved-change"
      method="post"
      action={action}
      data-swap={CHANGED_PARTS}
      data-focus="undo"
    >
      <input type="hidden" name="change" value={String(change.id)} />
      <input type="hidden" name="start" value={start} />
      <input type="hidden" name="key" value={formKey} />
      <span class="saved">
        <a href={`/changes/${change.id}`}>{change.sentence}</a>
        {left.length === 0 ? "" : ` ${left.join(" ")}`}
      </span>
      {change.can_undo ? (
        <button type="submit" id="undo" aria-label={`${label}: ${change.sentence}`}>
          {label}
        </button>
      ) : null}
    </form>
  );
}
