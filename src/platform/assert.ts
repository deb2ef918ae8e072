// Broken invariants: programmer errors, never a user's. They throw, are logged once and answer 500.

/** Throws when an invariant does not hold; `message` says which. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${message}`);
}

/** The value, if the surrounding code has made sure that it exists; throws with `why` if not. */
export function must<T>(value: T | null | undefined, why: string): T {
  if (value === null || value === undefined) throw new Error(`Invariant broken: ${why}`);
  return value;
}

/** For the default branch of an exhaustive switch: does not compile while a case is missing. */
export function never(value: never): never {
  throw new Error(`Invariant broken: unexpected case ${JSON.stringify(value)}`);
}
