// Our own interface to linked accounts.

import type { Route } from "../route.ts";

export const LINKED_OWN_ROUTES: readonly Route[] = [];
