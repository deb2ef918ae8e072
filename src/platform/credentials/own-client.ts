// This deployment's own pipeline and pages as an OAuth client of its own budgeting service: its id
// and scopes. A grant to it always has these scopes, so that a connection from before a scope was
// added needs no new consent.

import { scopesIn, type Scope } from "./scope.ts";

/** Of a client id's form; no random id is ever this one (1 in 10^37). */
export const OWN_CLIENT_ID = "tributaryownclient000000";

/** The scopes that the importer, its schedules and the pages need in a budget, and no others. */
export const OWN_SCOPES: readonly Scope[] = scopesIn([
  "me:read",
  "categories:read",
  "categories:write",
  "tags:read",
  "tags:write",
  "accounts:read",
  "accounts:write",
  "transactions:read",
  "transactions:write",
  "budgets:read",
  "budgets:write",
  "crypto:read",
  "crypto:write",
  "balance_history:read",
  "balance_history:write",
  "offline_access",
]);
