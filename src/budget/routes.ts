// The route tables. ROUTES is version 2; LEGACY_ROUTES is version 1 (v1/routes.ts). OWN_ROUTES are
// our own operations outside the documents, under /api. Each resource adds its rows here.

import { UNCONFIRMED_ROUTES } from "./accounts/unconfirmed.ts";
import { LEGACY_ASSET_ROUTES } from "./v1/assets.ts";
import { ACCOUNT_ROUTES } from "./accounts/v2.ts";
import { BANK_ROUTES } from "./banks/api.ts";
import { BUDGET_OWN_ROUTES } from "./budgets/api.ts";
import { LEGACY_BUDGET_ROUTES } from "./v1/budgets.ts";
import { BUDGET_ROUTES } from "./budgets/v2.ts";
import { LEGACY_CATEGORY_ROUTES } from "./v1/categories.ts";
import { CATEGORY_ROUTES } from "./categories/v2.ts";
import { CRYPTO_OWN_ROUTES } from "./crypto/api.ts";
import { LEGACY_CRYPTO_ROUTES } from "./v1/crypto.ts";
import { LISTING_ROUTES } from "./crypto/listings.ts";
import { MANUAL_ROUTES } from "./crypto/manual.ts";
import { SYNCED_ROUTES } from "./crypto/synced.ts";
import { HISTORY_ROUTES } from "./history/v2.ts";
import { LEDGER_ROUTES } from "./ledger/api.ts";
import { MOVEMENT_ROUTES } from "./ledger/movements.ts";
import { LINKED_OWN_ROUTES } from "./linked/api.ts";
import { LEGACY_LINKED_ROUTES } from "./v1/linked.ts";
import { LINKED_ROUTES } from "./linked/v2.ts";
import { LEGACY_ME_ROUTES } from "./v1/me.ts";
import { ME_ROUTES } from "./me/v2.ts";
import { RATE_ROUTES } from "./rates/api.ts";
import { RECURRING_OWN_ROUTES } from "./recurring/api.ts";
import { LEGACY_RECURRING_ROUTES } from "./v1/recurring.ts";
import { RECURRING_ROUTES } from "./recurring/v2.ts";
import type { Route } from "./route.ts";
import { RULE_ROUTES } from "./rules/api.ts";
import { FORESEE_ROUTES } from "./rules/foresee.ts";
import { PREVIEW_ROUTES } from "./rules/preview.ts";
import { LEGACY_TAG_ROUTES } from "./v1/tags.ts";
import { RESTORING_ROUTES } from "./tables/restoring-api.ts";
import { TABLE_ROUTES } from "./tables/api.ts";
import { TAG_ROUTES } from "./tags/v2.ts";
import { ATTACHMENT_ROUTES } from "./transactions/attachments.ts";
import { GROUP_ROUTES } from "./transactions/group-v2.ts";
import { SPLIT_ROUTES } from "./transactions/split-v2.ts";
import { LEGACY_TRANSACTION_ROUTES } from "./v1/transactions.ts";
import { LEGACY_GROUP_ROUTES } from "./v1/transaction-group.ts";
import { LEGACY_INSERT_ROUTES } from "./v1/transaction-insert.ts";
import { LEGACY_UPDATE_ROUTES } from "./v1/transaction-update.ts";
import { KNOWN_ROUTES } from "./transactions/known.ts";
import { TRANSACTION_ROUTES } from "./transactions/v2.ts";

export const ROUTES: readonly Route[] = [
  ...ME_ROUTES,
  ...ACCOUNT_ROUTES,
  ...LINKED_ROUTES,
  ...LISTING_ROUTES,
  ...MANUAL_ROUTES,
  ...SYNCED_ROUTES,
  ...HISTORY_ROUTES,
  ...CATEGORY_ROUTES,
  ...TAG_ROUTES,
  ...BUDGET_ROUTES,
  ...RECURRING_ROUTES,
  ...TRANSACTION_ROUTES,
  ...SPLIT_ROUTES,
  ...GROUP_ROUTES,
  ...ATTACHMENT_ROUTES,
];

export const LEGACY_ROUTES: readonly Route[] = [
  ...LEGACY_ME_ROUTES,
  ...LEGACY_CATEGORY_ROUTES,
  ...LEGACY_TAG_ROUTES,
  ...LEGACY_ASSET_ROUTES,
  ...LEGACY_LINKED_ROUTES,
  ...LEGACY_CRYPTO_ROUTES,
  ...LEGACY_BUDGET_ROUTES,
  ...LEGACY_RECURRING_ROUTES,
  ...LEGACY_TRANSACTION_ROUTES,
  ...LEGACY_INSERT_ROUTES,
  ...LEGACY_UPDATE_ROUTES,
  ...LEGACY_GROUP_ROUTES,
];

export const OWN_ROUTES: readonly Route[] = [
  ...LEDGER_ROUTES,
  ...KNOWN_ROUTES,
  ...MOVEMENT_ROUTES,
  ...RULE_ROUTES,
  ...PREVIEW_ROUTES,
  ...FORESEE_ROUTES,
  ...RECURRING_OWN_ROUTES,
  ...RATE_ROUTES,
  ...BUDGET_OWN_ROUTES,
  ...LINKED_OWN_ROUTES,
  ...BANK_ROUTES,
  ...CRYPTO_OWN_ROUTES,
  ...UNCONFIRMED_ROUTES,
  ...TABLE_ROUTES,
  ...RESTORING_ROUTES,
];
