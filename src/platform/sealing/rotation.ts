// Secrets that are changed without a gap: the one in use, and those that it took the place of, each until its time is over. There
// may be several, since a change whose answer was lost is made again, and what the other side still has is then the one before
// the last. Pure: the clock is an argument.

/** A secret with those before it, the newest first. */
export interface Rotation {
  readonly secret: string;
  /** `until`: milliseconds since 1970. */
  readonly previous: readonly { readonly secret: string; readonly until: number }[];
}

/** More of those before are not kept: the oldest end early. */
export const PREVIOUS_MAX = 4;

/** The secrets that hold at that moment, the one in use first. */
export function secretsAt({ secret, previous }: Rotation, now: number): string[] {
  return [secret, ...previous.filter(({ until }) => until > now).map((one) => one.secret)];
}

/** With a new secret; the one before holds until then, and those before that no longer than they did. */
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
