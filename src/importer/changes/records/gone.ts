// The refusal of a record that somebody deleted.

import type { FactRefusal } from "./store.ts";

/** Nothing is left to change or to take back. */
export const RECORD_GONE: FactRefusal = { field: null, message: "It is no longer in the budget." };
