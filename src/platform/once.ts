// A table that is built when it is first asked for, so that a start does not wait for it.

/** Gives what `make` makes, each time the same. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | null = null;
  return () => (made ??= make());
}
