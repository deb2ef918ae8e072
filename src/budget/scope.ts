// Who is calling, and what they may do.

import { SCOPES, type Scope } from "../platform/credentials/scope.ts";

/**
 * How a request was let in: by the local token, or by a developer token or an OAuth access token, whose
 * secret the Budget object checks itself.
 */
export type Principal =
  { readonly kind: "local" } | { readonly kind: "token" | "access"; readonly secret: string };

/** A checked principal. */
export interface Caller {
  readonly userId: number;
  /** The label the user gave to the key in use; null for an OAuth access token, which has none. */
  readonly label: string | null;
  readonly scopes: ReadonlySet<Scope>;
}

/** A developer access token may do everything. */
export const ALL_SCOPES: ReadonlySet<Scope> = new Set(SCOPES);
