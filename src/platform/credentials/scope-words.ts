// What each scope lets an app do, in the words that people are asked with and the reference
// explains it in.

import type { Scope } from "./scope.ts";

/** A row a scope. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  "me:read": "See your name, your e-mail address and the name of the budget",
  "settings:read": "See the settings of the budget and yours in it",
  "settings:write": "Change the settings of the budget and yours in it",
  "categories:read": "See categories",
  "categories:write": "Add, change and delete categories",
  "tags:read": "See tags",
  "tags:write": "Add, change and delete tags",
  "accounts:read": "See accounts and their balances",
  "accounts:write": "Add, change and delete accounts, and fetch from linked ones",
  "transactions:read": "See transactions and their attachments",
  "transactions:write": "Add, change and delete transactions and their attachments",
  "budgets:read": "See budgets and the summary of income and spending",
  "budgets:write": "Set and delete budgeted amounts",
  "recurring:read": "See recurring items",
  "crypto:read": "See crypto balances",
  "crypto:write": "Add, change, refresh and delete crypto balances",
  "balance_history:read": "See the history of balances",
  "balance_history:write": "Change and delete the history of balances",
  offline_access: "Keep this access while you are away, until you or the app ends it",
};
