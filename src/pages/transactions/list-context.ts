// The data that all parts of the list need: the address of the page, and what a form replaces.

import type { Totals } from "./read-ledger.ts";

/** The surroundings of a form or a link in the list. */
export interface ListContext {
  /** The address of this page of the view. */
  readonly here: string;
  /** The ids of the elements that a form of the list replaces (public/swap.js). */
  readonly swap: string;
  /** A one-time id, so that a form that is sent twice changes nothing twice. */
  readonly formKey: string;
  /** Whether the budget has rules, which only the embedded service has. */
  readonly hasRules: boolean;
}

/** The elements that a form of the list replaces. */
export function listSwaps(totals: Totals | null): string {
  return totals === null ? "list" : "totals list";
}

/** The query of an address, as a form sends it back. */
export function readQuery(address: string): string {
  return address.split("?")[1] ?? "";
}
