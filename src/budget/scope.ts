// The scope catalogue (gaps.md, D23) and who is calling.

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

/** How a request was let in: by the local token, or by a token whose secret the Budget object checks itself. */
export type Principal =
  { readonly kind: "local" } | { readonly kind: "token"; readonly secret: string };

/** A checked principal. */
export interface Caller {
  readonly userId: number;
  /** The label the user gave to the key in use. */
  readonly label: string | null;
  readonly scopes: ReadonlySet<Scope>;
}

/** A developer access token may do everything. */
export const ALL_SCOPES: ReadonlySet<Scope> = new Set(SCOPES);
