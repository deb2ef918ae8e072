// The scope catalogue (gaps.md, D23): what an access token may be allowed to do. Operations name
// theirs in the route table, OAuth clients choose theirs when they are registered.

export const SCOPES = [
  "me:read",
  "settings:read",
  "settings:write",
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
  "recurring:read",
  "crypto:read",
  "crypto:write",
  "balance_history:read",
  "balance_history:write",
  "offline_access",
] as const;

export type Scope = (typeof SCOPES)[number];

/**
 * The scopes that `names` names, each once and in the catalogue's order; what is not in the
 * catalogue is left out.
 */
export function scopesIn(names: unknown): readonly Scope[] {
  return Array.isArray(names) ? SCOPES.filter((scope) => names.includes(scope)) : [];
}
