// GET /me, and the settings below it (settings.ts).

import * as z from "zod";
import { CURRENCIES } from "../../money/currency.ts";
import { ok } from "../../platform/result.ts";
import { route, type Route } from "../route.ts";
import { SETTINGS_ROUTES } from "./settings.ts";
import { getBudgetName, readBudget, readUser } from "./store.ts";

const USER = z
  .strictObject({
    name: z.string(),
    email: z.string(),
    id: z.int(),
    account_id: z.int(),
    budget_name: z.string(),
    primary_currency: z.enum(CURRENCIES),
    api_key_label: z.string().nullable(),
  })
  .meta({ id: "User" });

export const ME_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/me",
    scope: "me:read",
    tag: "me",
    summary: "The user, the budget account and the key in use",
    response: USER,
    failures: [400],
    handle: ({ sql, caller }) => {
      const budget = readBudget(sql);
      const user = readUser(sql, caller.userId);
      return ok({
        name: user.name,
        email: user.email,
        id: user.id,
        account_id: budget.account_id,
        budget_name: getBudgetName(budget),
        primary_currency: budget.primary_currency,
        api_key_label: caller.label,
      });
    },
  }),
  ...SETTINGS_ROUTES,
];
