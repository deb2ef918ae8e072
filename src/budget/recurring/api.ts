// Our own interface to recurring items.

import type { Route } from "../route.ts";

export const RECURRING_OWN_ROUTES: readonly Route[] = [];
