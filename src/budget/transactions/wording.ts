// How refusals name properties and print amounts: as version 2 has them, unless the version that asked has others.

import { printUnits, type Units } from "../../money/money.ts";
import type { Noun } from "../accounts/change.ts";

export interface Wording {
  /** The version's own name of a property of version 2. */
  readonly name: (property: string) => string;
  /** What the version calls a manual account. */
  readonly account: Noun;
  /** An amount with the sign that the request has. */
  readonly amount: (amount: Units) => string;
}

export const PLAIN_WORDING: Wording = {
  name: (property) => property,
  account: "manual account",
  amount: printUnits,
};

/** "an asset" */
export function withArticle(noun: Noun): string {
  return noun === "asset" ? `an ${noun}` : `a ${noun}`;
}
