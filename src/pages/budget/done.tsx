// What was done, above the budget, with the button that undoes it. It stays until the next change.

import { CHANGE_DETAIL, type ShownChange } from "../../importer/changes/wire.ts";
import { UndoButton } from "../changes/list.tsx";
import { read } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { parseId } from "../ui/form.ts";

/** The change that the address names; null for one that the journal does not have. */
export interface DoneState {
  readonly change: ShownChange | null;
}

/** What the address says was done; null if it says nothing. */
export async function readDone(
  { api }: Pick<Variables, "api">,
  saved: string | undefined,
): Promise<DoneState | null> {
  if (saved === undefined) return null;
  const id = parseId(saved);
  if (id === 0) return { change: null };
  const found = await read(api, `/api/changes/${id}`, CHANGE_DETAIL);
  return { change: found.ok ? found.value.change : null };
}

/** The line that says so. */
export function Done({
  done: { change },
  formKey,
}: {
  readonly done: DoneState;
  readonly formKey: string;
}) {
  if (change === null || (change.count === 0 && change.state !== "applying"))
    return <p class="saved">Saved.</p>;
  return (
    <div class="saved-change">
      <span class="saved">
        <a href={`/changes/${change.id}`}>{change.sentence}</a>
      </span>
      <UndoButton change={change} formKey={formKey} />
    </div>
  );
}
