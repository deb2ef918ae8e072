// How refusals name properties and print amounts: as in version 2, unless the calling version has
// other words.

import { printUnits, type Units } from "../../money/money.ts";
import type { Noun } from "../accounts/change.ts";

export interface Wording {
  /** The version's own name of a property of version 2. */
  readonly name: (property: string) => string;
  /** The version's word for a manual account. */
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
