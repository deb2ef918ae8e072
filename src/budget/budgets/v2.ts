// Budgets and the summary on the wire.

import type { Route } from "../route.ts";

export const BUDGET_ROUTES: readonly Route[] = [];
