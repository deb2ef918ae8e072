// The layouts of generated.test.ts that are not read right yet: seed, what comes of it, and its kind.
// A seed leaves this list when it is read right; none may be added.

import type { Verdict } from "./csv/verdict.ts";

export const KNOWN_FAULTS: ReadonlyMap<number, readonly [Verdict, string]> = new Map([
  [5035, ["asked", "Azerbaijani: asked sign"]],
  [5057, ["asked", "Turkish: asked sign"]],
] satisfies [number, [Verdict, string]][]);
