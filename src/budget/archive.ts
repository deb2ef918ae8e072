// Archiving, as categories and tags share it: `archived` and the time it happened move together.

interface Archive {
  readonly archived: boolean;
  readonly archived_at: number | null;
}

/**
 * The archive state after a request: `archived` decides; without it, a given time archives. The
 * time is `now` unless the request gives one. A row that is not archived has no time.
 */
export function archiveAfter(
  before: Archive,
  change: {
    readonly archived?: boolean | undefined;
    readonly archived_at?: number | null | undefined;
  },
  now: number,
): Archive {
  const archived = change.archived ?? (change.archived_at == null ? before.archived : true);
  if (!archived) return { archived, archived_at: null };
  if (change.archived_at !== undefined) return { archived, archived_at: change.archived_at };
  return { archived, archived_at: before.archived ? before.archived_at : now };
}
