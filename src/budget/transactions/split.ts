// Splitting and unsplitting.

import type { Route } from "../route.ts";

export const SPLIT_ROUTES: readonly Route[] = [];
