// What a page is given. Pages know the importer and the budgeting service only as HTTP, in-process.

import type { Frame } from "./frame.tsx";
import type { Session } from "../../oauth/sign-in/session.ts";

export interface Variables {
  /** Our own API with the caller's session: api("/api/imports"). */
  readonly api: (path: string, init?: RequestInit) => Promise<Response>;
  /** The budgeting service's version 2 with the connection's token: service("/manual_accounts"). */
  readonly service: (path: string, init?: RequestInit) => Promise<Response>;
  /** Who is looking; null where nobody has signed in. */
  readonly session: Session | null;
  /** What stands around the page; set before any page is rendered. */
  readonly frame: Frame;
  /** Where else than here the page's forms may lead, as the content-security policy calls it. */
  readonly formTarget?: string;
}

export interface PageEnv {
  readonly Bindings: Env;
  readonly Variables: Variables;
}
