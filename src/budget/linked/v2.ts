// Linked accounts on the wire.

import type { Route } from "../route.ts";

export const LINKED_ROUTES: readonly Route[] = [];
