// Balance history on the wire.

import type { Route } from "../route.ts";

export const HISTORY_ROUTES: readonly Route[] = [];
