// Applying the properties of a request to what is stored: a property that was left out stays as it
// was, null is a value.

/** The value after a change; undefined leaves what was there. */
export function valueAfter<T>(change: T | undefined, before: T): T {
  return change === undefined ? before : change;
}

/**
 * `before` with every one of its properties that `change` has a value for; `change` may have
 * others, which are ignored.
 */
export function applyChange<State extends object>(
  before: State,
  change: { readonly [Property in keyof State]?: State[Property] | undefined },
): State {
  const after = { ...before };
  for (const property in before) {
    const value: State[typeof property] | undefined = change[property];
    if (value !== undefined) after[property] = value;
  }
  return after;
}
