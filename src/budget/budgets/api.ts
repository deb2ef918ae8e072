// Our own interface to budget settings and the automatic budgets of categories.

import type { Route } from "../route.ts";

export const BUDGET_OWN_ROUTES: readonly Route[] = [];
