// Reads what an import's page shows about undoing. A part that cannot be read is not shown.

import { MATCHES_PAGE_MAX } from "../../platform/limits.ts";
import { read } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { type Import, type LateFound, type UndoForeseen } from "../ui/wire.ts";
import { LATE, UNDO_FORESEEN } from "../../importer/matching/wire.ts";

export interface Undoing {
  /** What undoing would do now. */
  readonly foreseen: UndoForeseen | null;
  /** Transactions that arrived after the undo. */
  readonly late: LateFound | null;
}

/**
 * Reads what undoing would do, or what arrived after it. `path` is the import's path in the API.
 */
export async function readUndo(
  { api }: Pick<Variables, "api">,
  path: string,
  { state, counts }: Import,
): Promise<Undoing> {
  const undoable =
    counts.inserted > 0 && (state === "done" || state === "posting" || state === "waiting");
  const foreseen = undoable ? await read(api, `${path}/undo`, UNDO_FORESEEN) : null;
  const late =
    state === "undone" ? await read(api, `${path}/late?limit=${MATCHES_PAGE_MAX}`, LATE) : null;
  return {
    foreseen: foreseen?.ok === true ? foreseen.value : null,
    late: late?.ok === true ? late.value : null,
  };
}
