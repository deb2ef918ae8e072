import type { Route } from "../route.ts";
export const RULE_ROUTES: readonly Route[] = [];
