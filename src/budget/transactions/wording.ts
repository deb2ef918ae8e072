// How refusals name properties and print amounts: as version 2 has them, unless the version that asked has others.

import { printUnits, type Units } from "../../value/money.ts";

export interface Wording {
  /** The version's own name of a property of version 2. */
  readonly name: (property: string) => string;
  /** An amount with the sign that the request has. */
  readonly amount: (amount: Units) => string;
}

export const PLAIN_WORDING: Wording = { name: (property) => property, amount: printUnits };
