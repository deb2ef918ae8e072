// Grouping and ungrouping.

import type { Route } from "../route.ts";

export const GROUP_ROUTES: readonly Route[] = [];
