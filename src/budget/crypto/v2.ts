// Cryptocurrencies, manual and synced crypto on the wire.

import type { Route } from "../route.ts";

export const CRYPTO_ROUTES: readonly Route[] = [];
