// The caller and their scopes.

import { SCOPES, type Scope } from "../platform/credentials/scope.ts";

/**
 * How a request was authenticated: by the local token, or by a developer token or an OAuth access
 * token, whose secret the Budget object checks itself.
 */
export type Principal =
  { readonly kind: "local" } | { readonly kind: "token" | "access"; readonly secret: string };

/** A checked principal. */
export interface Caller {
  readonly userId: number;
  /** The label of the key in use; null for an OAuth access token. */
  readonly label: string | null;
  readonly scopes: ReadonlySet<Scope>;
}

/** A developer access token may do everything. */
export const ALL_SCOPES: ReadonlySet<Scope> = new Set(SCOPES);
