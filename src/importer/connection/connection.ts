// What a connection is, as everybody outside connect/ sees it: whose budget at which service, and how it stands. Tokens
// come in with `NewCredential` and are never shown again.

import type { Identity } from "./identity.ts";

/** What a person brought: a developer token, or what an authorization gave. */
export type NewCredential =
  | { readonly kind: "token"; readonly token: string }
  | {
      readonly kind: "oauth";
      readonly issuer: string;
      readonly accessToken: string;
      readonly refreshToken: string | null;
      /** Milliseconds since 1970. */
      readonly expiresAt: number;
      /** As the server gave it, names with blanks between; null where it did not say. */
      readonly scope: string | null;
    };

/** Connects or authorizes again; `owner` is the name of the person's User object. */
export interface Wanted {
  readonly owner: string;
  readonly identity: Identity;
  readonly credential: NewCredential;
}

export type ConnectionState = "connected" | "authorize again";

export interface ConnectionView {
  readonly id: string;
  readonly userId: number;
  readonly accountId: number;
  /** The name of the User object of the person whose connection it is; null where the configuration made it. */
  readonly owner: string | null;
  /** The budget's. */
  readonly name: string;
  readonly personName: string;
  readonly email: string;
  readonly currency: string;
  readonly kind: "oauth" | "token" | "configured";
  readonly state: ConnectionState;
  /** Null where the service did not say, as with a developer token. */
  readonly scopes: string[] | null;
  /** What is wrong now, in a sentence; null where nothing is. */
  readonly problem: string | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** Why nothing was connected; what was connected before is as it was, and new OAuth tokens have been revoked. */
export type ConnectRefusal =
  /** It belongs to somebody else. */
  | { readonly kind: "another person" }
  /** The identity is not the one that this connection's name stands for. */
  | { readonly kind: "another identity" }
  /** The configuration made it: nothing can be put in its place. */
  | { readonly kind: "configured" }
  | { readonly kind: "not stored" };

/** Why there is no token to ask with: until somebody authorizes again, or for `delay` milliseconds. */
export type NoToken =
  | { readonly kind: "unauthorized"; readonly message: string }
  | { readonly kind: "wait"; readonly delay: number; readonly message: string };

/** A token to ask with, and which writing of the tokens it is of. */
export interface AccessToken {
  readonly token: string;
  readonly generation: number;
}
