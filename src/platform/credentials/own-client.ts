// This deployment's own pipeline and pages as an OAuth client of its own budgeting service: its id, and what it may do. A grant
// to it holds no scopes of its own but always these, so that a connection from before a scope was added needs nobody's consent again.

import { scopesIn, type Scope } from "./scope.ts";

/** Of a client id's form; no random id is ever this one (1 in 10^37). */
export const OWN_CLIENT_ID = "tributaryownclient000000";

/** What the importer, its schedules and the pages do in a budget, and nothing else. */
export const OWN_SCOPES: readonly Scope[] = scopesIn([
  "me:read",
  "categories:read",
  "tags:read",
  "accounts:read",
  "accounts:write",
  "transactions:read",
  "transactions:write",
  "crypto:read",
  "crypto:write",
  "balance_history:read",
  "balance_history:write",
  "offline_access",
]);
