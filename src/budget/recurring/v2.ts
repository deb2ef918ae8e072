// Recurring items on the wire.

import type { Route } from "../route.ts";

export const RECURRING_ROUTES: readonly Route[] = [];
