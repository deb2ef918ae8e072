// Crypto on the wire: what can be held, what is held by hand, what providers say is held.

import type { Route } from "../route.ts";
import { LISTING_ROUTES } from "./listings.ts";
import { MANUAL_ROUTES } from "./manual.ts";
import { SYNCED_ROUTES } from "./synced.ts";

export const CRYPTO_ROUTES: readonly Route[] = [
  ...LISTING_ROUTES,
  ...MANUAL_ROUTES,
  ...SYNCED_ROUTES,
];
