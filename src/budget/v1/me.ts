// GET /me in version 1 (service-v1.md, User; gaps.md, D29).

import * as z from "zod";
import { CURRENCIES } from "../../money/currency.ts";
import { ok } from "../../platform/result.ts";
import { legacyRoute } from "./routes.ts";
import type { Route } from "../route.ts";
import { getBudgetName, readBudget, readUser } from "../me/store.ts";

const USER = z
  .strictObject({
    user_id: z.int(),
    user_name: z.string(),
    user_email: z.string(),
    account_id: z.int(),
    budget_name: z.string(),
    primary_currency: z.enum(CURRENCIES),
    api_key_label: z.string().nullable(),
  })
  .meta({ id: "LegacyUser" });

export const LEGACY_ME_ROUTES: readonly Route[] = [
  legacyRoute({
    method: "GET",
    path: "/me",
    scope: "me:read",
    tag: "me",
    summary: "The user, the budget account and the key in use",
    response: USER,
    handle: ({ sql, caller }) => {
      const budget = readBudget(sql);
      const user = readUser(sql, caller.userId);
      return ok<z.input<typeof USER>>({
        user_id: user.id,
        user_name: user.name,
        user_email: user.email,
        account_id: budget.account_id,
        budget_name: getBudgetName(budget),
        primary_currency: budget.primary_currency,
        api_key_label: caller.label,
      });
    },
  }),
];
