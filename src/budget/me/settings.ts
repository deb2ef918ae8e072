// The three settings objects (service-v2.md): of the account, of the user, and of the user in this
// account. Every property may be changed, so the answer of a GET is a valid PUT. A new primary
// currency converts every amount that is stored in it (rates/recompute.ts).

import * as z from "zod";
import { DISPLAY_NAME_CHARS_MAX } from "../../platform/limits.ts";
import { CURRENCIES } from "../../money/currency.ts";
import { ok, type Result } from "../../platform/result.ts";
import { findAccount } from "../accounts/store.ts";
import { refuse, type Problem } from "../../platform/api/problem.ts";
import { startRecompute } from "../rates/recompute.ts";
import { useCurrencies } from "../rates/store.ts";
import { applyChange } from "../../platform/change.ts";
import { route, type Context, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import {
  MONTH_DAY_FORMATS,
  MONTH_DAY_YEAR_FORMATS,
  MONTH_YEAR_FORMATS,
  WEEK_STARTS,
} from "./formats.ts";
import { LOCALE_OF, LOCALES } from "./locales.ts";
import {
  readAccountSettings,
  readDisplaySettings,
  readUser,
  writeAccountSettings,
  writeDisplaySettings,
  writeUserAccountSettings,
} from "./store.ts";

const ACCOUNT = z
  .strictObject({
    primary_currency: z.enum(CURRENCIES),
    supported_currencies: z.array(z.enum(CURRENCIES)),
    display_name: z.string().nullable(),
    locale: z.enum(LOCALES),
    auto_create_category_rules: z.boolean(),
    auto_create_suggested_transaction_rules: z.boolean(),
    include_pending_in_totals: z.boolean(),
  })
  .meta({ id: "AccountSettings" });

const ACCOUNT_UPDATE = atLeastOne(
  z.strictObject({
    primary_currency: wire.currency.optional(),
    supported_currencies: z
      .array(wire.currency, "must be a list of currency codes")
      .max(CURRENCIES.length)
      .check(({ value, issues }) => {
        const again = value.find((code, index) => value.indexOf(code) !== index);
        if (again !== undefined)
          issues.push(wire.complaint(value, "uniqueItems", `names ${again} twice`));
      })
      .meta({ uniqueItems: true })
      .optional(),
    display_name: wire.text(0, DISPLAY_NAME_CHARS_MAX).nullable().optional(),
    locale: z.enum(LOCALES).optional(),
    auto_create_category_rules: wire.flag.optional(),
    auto_create_suggested_transaction_rules: wire.flag.optional(),
    include_pending_in_totals: wire.flag.optional(),
  }),
  "AccountSettingsUpdate",
);

const DISPLAY = {
  show_debits_as_negative: wire.flag,
  auto_suggest_payee: wire.flag,
  month_year_format: z.enum(MONTH_YEAR_FORMATS),
  month_day_year_format: z.enum(MONTH_DAY_YEAR_FORMATS),
  month_day_format: z.enum(MONTH_DAY_FORMATS),
  show_am_pm: wire.flag,
  week_starts_on: z.enum(WEEK_STARTS),
  always_display_year: wire.flag,
  always_display_weekday: wire.flag,
};
const USER = z.strictObject(DISPLAY).meta({ id: "UserSettings" });
/** Only the settings that a user has changed are stored. */
const USER_SET = z.strictObject(DISPLAY).partial();
const USER_UPDATE = atLeastOne(USER_SET, "UserSettingsUpdate");
const USER_DEFAULTS: z.output<typeof USER> = {
  show_debits_as_negative: true,
  auto_suggest_payee: true,
  month_year_format: "MMM YYYY",
  month_day_year_format: "MMM D, YYYY",
  month_day_format: "MMM D",
  show_am_pm: true,
  week_starts_on: "sunday",
  always_display_year: false,
  always_display_weekday: true,
};

const USER_ACCOUNT = z
  .strictObject({
    auto_review_transaction_on_update: z.boolean(),
    auto_review_transaction_on_creation: z.boolean(),
    default_manual_account_id: z.int().nullable(),
  })
  .meta({ id: "UserAccountSettings" });

const USER_ACCOUNT_UPDATE = atLeastOne(
  z.strictObject({
    auto_review_transaction_on_update: wire.flag.optional(),
    auto_review_transaction_on_creation: wire.flag.optional(),
    default_manual_account_id: wire.id.nullable().optional(),
  }),
  "UserAccountSettingsUpdate",
);

export const SETTINGS_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/me/account/settings",
    scope: "settings:read",
    tag: "me",
    summary: "The settings of the budget account",
    response: ACCOUNT,
    failures: [400],
    handle: (context) => ok(accountSettings(context)),
  }),
  route({
    method: "PUT",
    path: "/me/account/settings",
    scope: "settings:write",
    tag: "me",
    summary: "Change settings of the budget account",
    body: ACCOUNT_UPDATE,
    example: { display_name: "Household", supported_currencies: ["usd", "eur"], locale: "en-GB" },
    response: ACCOUNT,
    failures: [400, 413],
    handle: (context, { body }) => {
      const before = readAccountSettings(context.sql);
      const after = applyChange(before, body);
      writeAccountSettings(context.sql, after);
      // Amounts stored in the old primary currency (budgets, prices) are in a foreign one now.
      const { primary_currency: primary, supported_currencies: supported } = after;
      useCurrencies(context, primary, [before.primary_currency, ...supported]);
      if (primary !== before.primary_currency) startRecompute(context.sql, context.now, "");
      return ok(accountSettings(context));
    },
  }),
  route({
    method: "GET",
    path: "/me/user/settings",
    scope: "settings:read",
    tag: "me",
    summary: "How the user wants things displayed",
    response: USER,
    failures: [400],
    handle: (context) => ok(userSettings(context)),
  }),
  route({
    method: "PUT",
    path: "/me/user/settings",
    scope: "settings:write",
    tag: "me",
    summary: "Change how the user wants things displayed",
    body: USER_UPDATE,
    example: { month_day_year_format: "DD.MM.YYYY", week_starts_on: "monday", show_am_pm: false },
    response: USER,
    failures: [400, 413],
    handle: (context, { body }) => {
      const { sql, caller } = context;
      const before = USER_SET.parse(readDisplaySettings(sql, caller.userId));
      writeDisplaySettings(sql, caller.userId, { ...before, ...body });
      return ok(userSettings(context));
    },
  }),
  route({
    method: "GET",
    path: "/me/user/account/settings",
    scope: "settings:read",
    tag: "me",
    summary: "The user's settings in this budget account",
    response: USER_ACCOUNT,
    failures: [400],
    handle: (context) => ok(userAccountSettings(context)),
  }),
  route({
    method: "PUT",
    path: "/me/user/account/settings",
    scope: "settings:write",
    tag: "me",
    summary: "Change the user's settings in this budget account",
    body: USER_ACCOUNT_UPDATE,
    example: { auto_review_transaction_on_creation: false, default_manual_account_id: 1 },
    response: USER_ACCOUNT,
    failures: [400, 413],
    handle: (context, { body }) => changeUserAccount(context, body),
  }),
];

/** The schema of an update that must say something. */
function atLeastOne<T extends z.ZodObject>(schema: T, id: string): T {
  return schema
    .check(({ value, issues }) => {
      if (Object.keys(value).length === 0)
        issues.push(wire.complaint(value, "minProperties", "must hold at least one property"));
    })
    .meta({ id, minProperties: 1 });
}

function accountSettings({ sql }: Context): object {
  const settings = readAccountSettings(sql);
  return { ...settings, locale: settings.locale ?? LOCALE_OF[settings.primary_currency] };
}

function userSettings({ sql, caller }: Context): object {
  return { ...USER_DEFAULTS, ...USER_SET.parse(readDisplaySettings(sql, caller.userId)) };
}

function userAccountSettings({ sql, caller }: Context) {
  const user = readUser(sql, caller.userId);
  return {
    auto_review_transaction_on_update: user.auto_review_transaction_on_update === 1,
    auto_review_transaction_on_creation: user.auto_review_transaction_on_creation === 1,
    default_manual_account_id: user.default_manual_account_id,
  };
}

function changeUserAccount(
  context: Context,
  body: z.output<typeof USER_ACCOUNT_UPDATE>,
): Result<object, Problem> {
  const { sql, caller } = context;
  const account = body.default_manual_account_id;
  if (account != null && findAccount(sql, account) === null) {
    return refuse("invalid body", {
      errMsg: `default_manual_account_id is ${account}, but there is no such manual account.`,
      error: "Invalid Manual Account ID",
      invalid_property: "default_manual_account_id",
    });
  }
  const after = applyChange(userAccountSettings(context), body);
  writeUserAccountSettings(sql, caller.userId, after);
  return ok(userAccountSettings(context));
}
