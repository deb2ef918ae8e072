// Seals the rows of one table again after TOKEN_KEY was changed. A row that changes meanwhile is
// left alone.

import type { Sealer } from "./seal.ts";
import type { Resealed } from "./resealed.ts";

export interface SealedRow {
  /** The place that it is sealed for. */
  readonly place: string;
  readonly sealed: string;
}

/**
 * Seals again what an older key sealed; `put` replaces a value only where it has not changed
 * meanwhile. `lost` describes values that no key opens.
 */
export async function resealRows<Row extends SealedRow>(
  sealer: Sealer,
  rows: readonly Row[],
  put: (row: Row, sealed: string) => void,
  lost: (count: number) => string,
): Promise<Resealed> {
  const stale = rows.filter(({ sealed }) => !sealer.isCurrent(sealed));
  let unopened = 0;
  for (const row of stale) {
    const opened = await sealer.open(row.place, row.sealed);
    if (opened.ok) put(row, await sealer.seal(row.place, opened.value.plain));
    else unopened += 1;
  }
  return {
    resealed: stale.length - unopened,
    current: rows.length - stale.length,
    failed: unopened === 0 ? [] : [lost(unopened)],
  };
}
