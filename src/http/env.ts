// The app's variables of a request.

import type { Config } from "../config.ts";
import type { Session } from "../oauth/sign-in/session.ts";

export interface HttpEnv {
  readonly Bindings: Env;
  readonly Variables: {
    config: Config;
    session: Session | null;
    /** Where the forms of this page may lead, besides this site. */
    formTarget?: string;
    /** The content security policy of an answer that has one of its own. */
    ownPolicy?: string;
    api: (path: string, init?: RequestInit) => Promise<Response>;
    service: (path: string, init?: RequestInit) => Promise<Response>;
    names: (path: string) => Promise<Response>;
  };
}
