// Our own interface to the currency rates.

import type { Route } from "../route.ts";

export const RATE_ROUTES: readonly Route[] = [];
