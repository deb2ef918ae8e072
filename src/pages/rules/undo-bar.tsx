// The bar that says what has just been changed, with its Undo. It stays until the next change.

import type { ShownChange } from "../../importer/changes/wire.ts";
import { useTarget } from "../ui/frame.tsx";

/** The bar after a change. */
export function UndoBar({
  change,
  formKey,
}: {
  readonly change: ShownChange;
  readonly formKey: string;
}) {
  if (change.state === "applying")
    return (
      <p class="alert" role="status">
        Not everything is saved yet. Tributary goes on by itself.{" "}
        <a href={`/changes/${change.id}`}>See the change</a>
      </p>
    );
  return (
    <form class="saved" method="post" action={useTarget(`/changes/${change.id}/undo`)}>
      <span role="status">{`${change.sentence}.`}</span>
      <input type="hidden" name="key" value={`undo-${formKey}`} />
      {change.can_undo ? (
        <button class="quiet" type="submit" id="undo">
          Undo
        </button>
      ) : null}
    </form>
  );
}
