// Secrets that are replaced without a gap: the one in use, and its predecessors, each until it
// expires. There may be several: a replacement whose answer was lost is repeated, and the other
// side may still have the one before the last. Pure: the clock is an argument.

/** A secret with those before it, the newest first. */
export interface Rotation {
  readonly secret: string;
  /** `until`: milliseconds since 1970. */
  readonly previous: readonly { readonly secret: string; readonly until: number }[];
}

/** More predecessors are not kept: the oldest end early. */
export const PREVIOUS_MAX = 4;

/** The secrets that hold at that moment, the one in use first. */
export function secretsAt({ secret, previous }: Rotation, now: number): string[] {
  return [secret, ...previous.filter(({ until }) => until > now).map((one) => one.secret)];
}

/**
 * Adds a new secret; its predecessor is valid until then, and earlier ones no longer than before.
 */
export function rotated(
  { secret, previous }: Rotation,
  fresh: string,
  until: number,
  now: number,
): Rotation {
  const kept = [{ secret, until }, ...previous]
    .filter((one) => one.until > now)
    .slice(0, PREVIOUS_MAX);
  return { secret: fresh, previous: kept };
}
