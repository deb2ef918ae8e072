// The result of sealing one connection's secrets again after TOKEN_KEY was changed.

/** How many values are sealed by the key in use now, and what could not be helped, in words. */
export interface Resealed {
  readonly resealed: number;
  readonly current: number;
  readonly failed: readonly string[];
}

export const NOTHING_SEALED: Resealed = { resealed: 0, current: 0, failed: [] };

/** Both together. */
export function addResealed(a: Resealed, b: Resealed): Resealed {
  return {
    resealed: a.resealed + b.resealed,
    current: a.current + b.current,
    failed: [...a.failed, ...b.failed],
  };
}
