// The types of what a page is given. Pages know the importer and the budgeting service only as HTTP, in-process.

import type { Session } from "../../oauth/sign-in/session.ts";

/** The remote budgeting service that this deployment works with. */
export interface Remote {
  readonly host: string;
  /** Whether its authorization server knows us; otherwise only developer tokens connect it. */
  readonly hasOAuth: boolean;
}

/** The surroundings of every page of a person: their budgets, and whether one needs them. */
export interface Frame {
  /** Whether the person has a budget to import into. */
  readonly connected: boolean;
  /** Null if the service is part of this deployment, with its portal and its reference. */
  readonly remote: Remote | null;
  /** The budgets to choose from. */
  readonly connections: readonly { readonly id: string; readonly name: string }[];
  readonly current: string | null;
  /** Why the current budget must be authorized again; null if it must not. */
  readonly problem: string | null;
  /** How many messages of the inbox need review. */
  readonly needsReview: number;
  /** The path of the page, to come back to. */
  readonly path: string;
}

export interface Variables {
  /** Our own API with the caller's session: api("/api/imports"). */
  readonly api: (path: string, init?: RequestInit) => Promise<Response>;
  /** The service's version 2 with the connection's token: service("/manual_accounts"). */
  readonly service: (path: string, init?: RequestInit) => Promise<Response>;
  /** Lists of names, which may be a minute old with a remote service; absent, `service` has them. */
  readonly names?: (path: string) => Promise<Response>;
  /** Null if nobody has signed in. */
  readonly session: Session | null;
  /** Set before any page is rendered. */
  readonly frame: Frame;
  /** Other origins that the page's forms may lead to, for the content-security policy. */
  readonly formTarget?: string;
}

export interface PageEnv {
  readonly Bindings: Env;
  readonly Variables: Variables;
}
