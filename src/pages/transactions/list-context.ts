// What the parts of the list need in common: where they are, and what a form of theirs replaces.

import type { Totals } from "./read-ledger.ts";

/** The surroundings of a form or a link in the list. */
export interface ListContext {
  /** The address of this page of the view. */
  readonly here: string;
  /** The ids of the elements that a form of the list replaces (public/swap.js). */
  readonly swap: string;
  /** A one-time id: a form sent twice changes nothing twice. */
  readonly formKey: string;
  /** Whether the budget has rules: those of the embedded service alone. */
  readonly hasRules: boolean;
}

/** The elements that a form of the list replaces. */
export function listSwaps(totals: Totals | null): string {
  return totals === null ? "list" : "totals list";
}

/** The query of an address, as a form sends it back. */
export function queryOf(address: string): string {
  return address.split("?")[1] ?? "";
}
