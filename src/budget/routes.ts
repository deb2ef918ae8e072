// The route table of version 2: it yields the router, the validation and the OpenAPI document.
// A resource adds its rows here.

import { ACCOUNT_ROUTES } from "./accounts/v2.ts";
import { CATEGORY_ROUTES } from "./categories/v2.ts";
import { ME_ROUTES } from "./me/v2.ts";
import type { Route } from "./route.ts";
import { TAG_ROUTES } from "./tags/v2.ts";
import { TRANSACTION_ROUTES } from "./transactions/v2.ts";

export const ROUTES: readonly Route[] = [
  ...ME_ROUTES,
  ...ACCOUNT_ROUTES,
  ...CATEGORY_ROUTES,
  ...TAG_ROUTES,
  ...TRANSACTION_ROUTES,
];
