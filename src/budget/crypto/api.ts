// Our own interface to synced crypto accounts.

import type { Route } from "../route.ts";

export const CRYPTO_OWN_ROUTES: readonly Route[] = [];
