// The refusals the documents name, operation by operation: what is asked, the status, and what of the body is
// promised (message, error tag, locators; gaps.md 3.10 and 2a). Refusals that all operations share are in the suite.

import { PRICING_HOST } from "../../../src/budget/crypto/pricing-url.ts";
import type { Ask } from "./ask.ts";
import { picture, type World } from "./world.ts";

export interface Failure {
  readonly operation: string;
  readonly why: string;
  readonly ask: (world: World) => Ask;
  readonly status: number;
  /** Matched against the body. */
  readonly body: object | ((world: World) => object);
}

const errors = (...items: object[]): object => ({ errors: items });
const notFound = { message: "Not Found" };
const shape = { message: "Request Validation Failure" };
const query = { message: "Invalid Request Parameters" };

function failing(
  operation: string,
  why: string,
  status: number,
  ask: (world: World) => Ask,
  body: Failure["body"],
): Failure {
  return { operation, why, status, ask, body };
}

const HALF = "start_date=2026-03-01";
const BACKWARDS = "start_date=2026-03-31&end_date=2026-03-01";

/** Operations whose path names one thing, with a path that names nothing. */
// prettier-ignore
const UNKNOWN: Readonly<Record<string, (world: World) => Ask>> = {
  "GET /categories/{id}": ({ unknown }) => ({ path: `/categories/${unknown}` }),
  "PUT /categories/{id}": ({ unknown }) => ({ path: `/categories/${unknown}`, body: { name: "X" } }),
  "DELETE /categories/{id}": ({ unknown }) => ({ path: `/categories/${unknown}` }),
  "GET /tags/{id}": ({ unknown }) => ({ path: `/tags/${unknown}` }),
  "PUT /tags/{id}": ({ unknown }) => ({ path: `/tags/${unknown}`, body: { name: "X" } }),
  "DELETE /tags/{id}": ({ unknown }) => ({ path: `/tags/${unknown}` }),
  "GET /manual_accounts/{id}": ({ unknown }) => ({ path: `/manual_accounts/${unknown}` }),
  "PUT /manual_accounts/{id}": ({ unknown }) => ({ path: `/manual_accounts/${unknown}`, body: { name: "X" } }),
  "DELETE /manual_accounts/{id}": ({ unknown }) => ({ path: `/manual_accounts/${unknown}` }),
  "GET /linked_accounts/{id}": ({ unknown }) => ({ path: `/linked_accounts/${unknown}` }),
  "GET /crypto/manual/{id}": ({ unknown }) => ({ path: `/crypto/manual/${unknown}` }),
  "PUT /crypto/manual/{id}": ({ unknown }) => ({ path: `/crypto/manual/${unknown}`, body: { balance: 1 } }),
  "DELETE /crypto/manual/{id}": ({ unknown }) => ({ path: `/crypto/manual/${unknown}` }),
  "GET /crypto/synced/{id}": ({ unknown }) => ({ path: `/crypto/synced/${unknown}` }),
  "GET /crypto/synced/{id}/{symbol}": ({ cryptoSynced }) => ({ path: `/crypto/synced/${cryptoSynced}/doge` }),
  "POST /crypto/synced/{id}/refresh": ({ unknown }) => ({ path: `/crypto/synced/${unknown}/refresh` }),
  "GET /balance_history/{account_type}/{account_id}": ({ unknown }) => ({ path: `/balance_history/manual/${unknown}` }),
  "PUT /balance_history/{account_type}/{account_id}": ({ unknown }) => ({
    path: `/balance_history/manual/${unknown}`,
    body: { balances: [{ month: "2025-12", balance: 1 }] },
  }),
  "DELETE /balance_history/{account_type}/{account_id}": ({ unknown }) => ({ path: `/balance_history/linked/${unknown}` }),
  "GET /balance_history/crypto_synced/{account_id}/{symbol}": ({ cryptoSynced }) => ({ path: `/balance_history/crypto_synced/${cryptoSynced}/doge` }),
  "PUT /balance_history/crypto_synced/{account_id}/{symbol}": ({ unknown }) => ({
    path: `/balance_history/crypto_synced/${unknown}/eth`,
    body: { balances: [{ month: "2025-12", balance: 1 }] },
  }),
  "DELETE /balance_history/crypto_synced/{account_id}/{symbol}": ({ cryptoSynced }) => ({ path: `/balance_history/crypto_synced/${cryptoSynced}/doge` }),
  "DELETE /balance_history/entries/{id}": ({ unknown }) => ({ path: `/balance_history/entries/${unknown}` }),
  "PUT /balance_history/deleted/{account_id}/details": ({ unknown }) => ({ path: `/balance_history/deleted/${unknown}/details`, body: { name: "X" } }),
  "GET /recurring/{id}": ({ unknown }) => ({ path: `/recurring/${unknown}` }),
  "DELETE /transactions": ({ unknown, transactions: [id] }) => ({ path: "/transactions", body: { ids: [id, unknown] } }),
  "GET /transactions/{id}": ({ unknown }) => ({ path: `/transactions/${unknown}` }),
  "PUT /transactions/{id}": ({ unknown }) => ({ path: `/transactions/${unknown}`, body: { payee: "X" } }),
  "DELETE /transactions/{id}": ({ unknown }) => ({ path: `/transactions/${unknown}` }),
  "DELETE /transactions/group/{id}": ({ transactions: [id] }) => ({ path: `/transactions/group/${id}` }),
  "GET /transactions/group/{id}": ({ transactions: [id] }) => ({ path: `/transactions/group/${id}` }),
  "POST /transactions/{transaction_id}/attachments": ({ unknown }) => ({ path: `/transactions/${unknown}/attachments`, form: () => picture() }),
  "GET /transactions/attachments/{file_id}": ({ unknown }) => ({ path: `/transactions/attachments/${unknown}` }),
  "DELETE /transactions/attachments/{file_id}": ({ unknown }) => ({ path: `/transactions/attachments/${unknown}` }),
};

// prettier-ignore
export const FAILURES: readonly Failure[] = [
  ...Object.entries(UNKNOWN).map(([operation, ask]) => failing(operation, "the path names nothing", 404, ask, notFound)),

  ...["account/settings", "user/settings", "user/account/settings"].map((path) =>
    failing(`PUT /me/${path}`, "no property at all", 400, () => ({ path: `/me/${path}`, body: {} }), {}),
  ),
  failing("PUT /me/account/settings", "a locale that is not listed", 400, () => ({ path: "/me/account/settings", body: { locale: "xx-XX" } }), shape),
  failing("PUT /me/user/settings", "a format that is not listed", 400, () => ({ path: "/me/user/settings", body: { month_year_format: "YY/M" } }), shape),
  failing(
    "PUT /me/user/account/settings",
    "an account that does not exist",
    400,
    ({ unknown }) => ({ path: "/me/user/account/settings", body: { default_manual_account_id: unknown } }),
    errors({ error: "Invalid Manual Account ID" }),
  ),

  failing("GET /categories", "a format that is not listed", 400, () => ({ path: "/categories?format=tree" }), query),
  failing("POST /categories", "order on create (D8)", 400, () => ({ path: "/categories", body: { name: "X", order: 1 } }), shape),
  failing("POST /categories", "a name that is taken", 400, () => ({ path: "/categories", body: { name: "Groceries" } }), {}),
  failing(
    "POST /categories",
    "a group inside a group",
    400,
    ({ group }) => ({ path: "/categories", body: { name: "X", is_group: true, group_id: group } }),
    {},
  ),
  failing(
    "POST /categories",
    "a child name that exists",
    400,
    () => ({ path: "/categories", body: { name: "X", is_group: true, children: ["Groceries"] } }),
    {},
  ),
  failing("PUT /categories/{id}", "a name that is taken", 400, ({ category }) => ({ path: `/categories/${category}`, body: { name: "Coffee" } }), {}),
  failing("DELETE /categories/{id}", "dependents without force", 422, ({ category }) => ({ path: `/categories/${category}` }), {
    category_name: "Groceries",
    dependents: { budget: 1, category_rules: 0, transactions: 1, children: 0, recurring: 0, plaid_cats: 0 },
  }),
  failing("GET /tags", "ids that are none", 400, () => ({ path: "/tags?ids=a" }), query),
  failing("POST /tags", "a name that is taken", 400, () => ({ path: "/tags", body: { name: "Contract" } }), {}),
  failing("POST /tags", "a name of 101 characters", 400, () => ({ path: "/tags", body: { name: "x".repeat(101) } }), shape),
  failing("PUT /tags/{id}", "a name that is taken", 400, ({ tag }) => ({ path: `/tags/${tag}`, body: { name: "Work" } }), {}),
  failing("DELETE /tags/{id}", "dependents without force", 422, ({ tag }) => ({ path: `/tags/${tag}` }), {
    tag_name: "Contract",
    dependents: { rules: 0, transactions: 1 },
  }),

  failing("GET /manual_accounts", "any query", 400, () => ({ path: "/manual_accounts?x=1" }), query),
  failing("POST /manual_accounts", "no name", 400, () => ({ path: "/manual_accounts", body: { type: "cash", balance: 1 } }), shape),
  failing(
    "POST /manual_accounts",
    "a display name that is taken",
    400,
    () => ({ path: "/manual_accounts", body: { name: "X", type: "cash", balance: 1, display_name: "Household" } }),
    {},
  ),
  failing(
    "POST /manual_accounts",
    "a derived name that is taken",
    400,
    () => ({ path: "/manual_accounts", body: { name: "Household", type: "cash", balance: 1 } }),
    {},
  ),
  failing(
    "POST /manual_accounts",
    "closed_on without status closed",
    400,
    () => ({ path: "/manual_accounts", body: { name: "X", type: "cash", balance: 1, closed_on: "2026-01-01" } }),
    errors({ invalid_property: "closed_on" }),
  ),
  failing("PUT /manual_accounts/{id}", "only ignored properties", 400, ({ account }) => ({ path: `/manual_accounts/${account}`, body: { to_base: 1 } }), {}),

  failing("POST /linked_accounts/fetch", "one date alone", 400, () => ({ path: `/linked_accounts/fetch?${HALF}` }), {}),
  failing("POST /linked_accounts/fetch", "an account that does not exist", 400, ({ unknown }) => ({ path: `/linked_accounts/fetch?id=${unknown}` }), {}),
  failing(
    "POST /cryptocurrencies",
    "an address that is none of the listing's",
    400,
    () => ({ path: "/cryptocurrencies", body: { pricing_url: "https://example.com/coins/1" } }),
    {},
  ),
  failing(
    "POST /cryptocurrencies",
    "a listing that is there already",
    400,
    () => ({ path: "/cryptocurrencies", body: { pricing_url: `https://${PRICING_HOST}/en/coins/bitcoin` } }),
    {},
  ),
  failing(
    "POST /cryptocurrencies",
    "a listing that cannot be found",
    422,
    () => ({ path: "/cryptocurrencies", body: { pricing_url: `https://${PRICING_HOST}/en/coins/no-such-coin` } }),
    {},
  ),
  failing(
    "POST /crypto/manual",
    "a symbol that is not supported",
    400,
    () => ({ path: "/crypto/manual", body: { name: "X", balance: 1, symbol: "nope" } }),
    {},
  ),
  failing(
    "POST /crypto/manual",
    "19 decimals",
    400,
    () => ({ path: "/crypto/manual", body: { name: "X", balance: "0.1234567890123456789", symbol: "btc" } }),
    shape,
  ),
  failing("PUT /crypto/manual/{id}", "nothing to change", 400, ({ cryptoManual }) => ({ path: `/crypto/manual/${cryptoManual}`, body: {} }), {}),

  failing("GET /balance_history", "one month alone (D9)", 400, () => ({ path: "/balance_history?start_month=2025-11" }), {}),
  failing("GET /balance_history", "a future month", 400, () => ({ path: "/balance_history?start_month=2025-11&end_month=2199-01" }), {}),
  failing("GET /balance_history", "end before start", 400, () => ({ path: "/balance_history?start_month=2025-11&end_month=2025-10" }), {}),
  failing("GET /balance_history/{account_type}/{account_id}", "a type of account there is not", 400, () => ({ path: "/balance_history/house/1" }), {}),
  failing(
    "PUT /balance_history/{account_type}/{account_id}",
    "one bad item of two",
    400,
    ({ account }) => ({
      path: `/balance_history/manual/${account}`,
      body: {
        balances: [
          { month: "2025-11", balance: 1 },
          { month: "2199-01", balance: 1 },
        ],
      },
    }),
    errors({ request_balances_index: 1 }),
  ),
  failing(
    "PUT /balance_history/{account_type}/{account_id}",
    "a symbol for a manual account",
    400,
    ({ account }) => ({ path: `/balance_history/manual/${account}`, body: { balances: [{ month: "2025-11", balance: 1, symbol: "btc" }] } }),
    errors({ request_balances_index: 0 }),
  ),
  failing(
    "PUT /balance_history/{account_type}/{account_id}",
    "a property of answers",
    400,
    ({ account }) => ({ path: `/balance_history/manual/${account}`, body: { balances: [{ type: "historical", month: "2025-11", balance: 1 }] } }),
    errors({ request_balances_index: 0 }),
  ),
  failing(
    "PUT /balance_history/{account_type}/{account_id}",
    "no item",
    400,
    ({ account }) => ({ path: `/balance_history/manual/${account}`, body: { balances: [] } }),
    shape,
  ),
  failing(
    "GET /balance_history/crypto_synced/{account_id}/{symbol}",
    "one month alone",
    400,
    ({ cryptoSynced }) => ({ path: `/balance_history/crypto_synced/${cryptoSynced}/eth?end_month=2025-11` }),
    {},
  ),
  failing(
    "PUT /balance_history/crypto_synced/{account_id}/{symbol}",
    "another symbol than the path",
    400,
    ({ cryptoSynced }) => ({
      path: `/balance_history/crypto_synced/${cryptoSynced}/eth`,
      body: { balances: [{ month: "2025-11", balance: 1, symbol: "btc" }] },
    }),
    errors({ request_balances_index: 0 }),
  ),
  failing(
    "PUT /balance_history/deleted/{account_id}/details",
    "nothing to change",
    400,
    ({ deleted }) => ({ path: `/balance_history/deleted/${deleted}/details`, body: {} }),
    {},
  ),

  failing(
    "PUT /budgets",
    "a start that is none, named both ways",
    400,
    ({ category }) => ({ path: "/budgets", body: { category_id: category, start_date: "2026-03-15", amount: 1 } }),
    {
      requested_start_date: "2026-03-15",
      previous_valid_start_date: "2026-03-01",
      next_valid_start_date: "2026-04-01",
      errors: [{ requested_start_date: "2026-03-15", previous_valid_start_date: "2026-03-01", next_valid_start_date: "2026-04-01" }],
    },
  ),
  failing(
    "PUT /budgets",
    "an unknown category",
    400,
    ({ unknown }) => ({ path: "/budgets", body: { category_id: unknown, start_date: "2026-03-01", amount: 1 } }),
    errors({ error: "Invalid Category ID" }),
  ),
  failing("DELETE /budgets", "a start that is none", 400, ({ category }) => ({ path: `/budgets?category_id=${category}&start_date=2026-03-15` }), {
    requested_start_date: "2026-03-15",
  }),
  failing("GET /summary", "no range", 400, () => ({ path: "/summary" }), query),
  failing("GET /summary", "end before start", 400, () => ({ path: `/summary?${BACKWARDS}` }), query),
  failing("GET /recurring", "one date alone", 400, () => ({ path: `/recurring?${HALF}` }), {}),
  failing("GET /recurring/{id}", "one date alone", 400, ({ recurring }) => ({ path: `/recurring/${recurring}?${HALF}` }), {}),

  failing("GET /transactions", "one date alone", 400, () => ({ path: `/transactions?${HALF}` }), query),
  failing("GET /transactions", "a limit of 2,001", 400, () => ({ path: "/transactions?limit=2001" }), query),
  failing("POST /transactions", "no item", 400, () => ({ path: "/transactions", body: { transactions: [] } }), shape),
  failing(
    "POST /transactions",
    "debit_as_negative",
    400,
    () => ({ path: "/transactions", body: { transactions: [{ date: "2026-03-01", amount: 1 }], debit_as_negative: true } }),
    shape,
  ),
  failing(
    "POST /transactions",
    "an unknown category in the second item",
    400,
    ({ unknown }) => ({
      path: "/transactions",
      body: {
        transactions: [
          { date: "2026-03-01", amount: 1 },
          { date: "2026-03-01", amount: 1, category_id: unknown },
        ],
      },
    }),
    errors({ error: "Invalid Category ID", transaction_index: 1 }),
  ),
  failing(
    "POST /transactions",
    "a category group",
    400,
    ({ group }) => ({ path: "/transactions", body: { transactions: [{ date: "2026-03-01", amount: 1, category_id: group }] } }),
    errors({ error: "Invalid Category ID", transaction_index: 0 }),
  ),
  failing(
    "POST /transactions",
    "both kinds of account",
    400,
    ({ account, linked }) => ({
      path: "/transactions",
      body: { transactions: [{ date: "2026-03-01", amount: 1, manual_account_id: account, linked_account_id: linked }] },
    }),
    {},
  ),
  failing(
    "POST /transactions",
    "an external_id twice",
    400,
    ({ account }) => ({
      path: "/transactions",
      body: { transactions: [1, 2].map((amount) => ({ date: "2026-03-01", amount, manual_account_id: account, external_id: "same" })) },
    }),
    errors({ error: "Duplicate External ID", transactions_indices: [0, 1] }),
  ),
  failing(
    "POST /transactions",
    "a locked linked account",
    400,
    ({ locked }) => ({ path: "/transactions", body: { transactions: [{ date: "2026-03-01", amount: 1, linked_account_id: locked }] } }),
    errors({ transaction_index: 0 }),
  ),
  failing(
    "PUT /transactions",
    "an unknown id (D12)",
    400,
    ({ unknown }) => ({ path: "/transactions", body: { transactions: [{ id: unknown, payee: "X" }] } }),
    errors({ error: "Invalid Transaction ID", transaction_index: 0 }),
  ),
  failing("PUT /transactions", "an id and nothing else", 400, ({ transactions: [id] }) => ({ path: "/transactions", body: { transactions: [{ id }] } }), {}),
  failing(
    "PUT /transactions/{id}",
    "tag_ids with additional_tag_ids",
    400,
    ({ transactions: [id], tag }) => ({ path: `/transactions/${id}`, body: { tag_ids: [tag], additional_tag_ids: [tag] } }),
    {},
  ),
  failing("PUT /transactions/{id}", "a split parent", 400, ({ split }) => ({ path: `/transactions/${split}`, body: { payee: "X" } }), {}),
  failing(
    "PUT /transactions/{id}",
    "a member of a group",
    400,
    ({ groupMember }) => ({ path: `/transactions/${groupMember}`, body: { payee: "X" } }),
    ({ grouped }) => errors({ group_parent_id: grouped }),
  ),
  failing(
    "DELETE /transactions",
    "a repeated id",
    400,
    ({ transactions: [id] }) => ({ path: "/transactions", body: { ids: [id, id] } }),
    errors({ ids_index: 1 }),
  ),
  failing("DELETE /transactions/{id}", "a split parent", 400, ({ split }) => ({ path: `/transactions/${split}` }), {}),
  failing("DELETE /transactions/{id}", "a group", 400, ({ grouped }) => ({ path: `/transactions/${grouped}` }), {}),
  failing(
    "POST /transactions/split/{id}",
    "a wrong sum",
    400,
    ({ transactions: [id] }) => ({ path: `/transactions/split/${id}`, body: { child_transactions: [{ amount: 1 }, { amount: 2 }] } }),
    {},
  ),
  failing(
    "POST /transactions/split/{id}",
    "one child",
    400,
    ({ transactions: [id] }) => ({ path: `/transactions/split/${id}`, body: { child_transactions: [{ amount: 10 }] } }),
    shape,
  ),
  failing(
    "POST /transactions/split/{id}",
    "a child without an amount",
    400,
    ({ transactions: [id] }) => ({ path: `/transactions/split/${id}`, body: { child_transactions: [{ amount: 10 }, { payee: "X" }] } }),
    errors({ child_transactions_index: 1 }),
  ),
  failing(
    "POST /transactions/split/{id}",
    "already split",
    400,
    ({ split }) => ({ path: `/transactions/split/${split}`, body: { child_transactions: [{ amount: 7 }, { amount: 10 }] } }),
    {},
  ),
  failing(
    "POST /transactions/split/{id}",
    "a category group",
    400,
    ({ transactions: [id], group }) => ({
      path: `/transactions/split/${id}`,
      body: { child_transactions: [{ amount: 5 }, { amount: 5, category_id: group }] },
    }),
    errors({ child_transactions_index: 1 }),
  ),
  failing("DELETE /transactions/split/{id}", "an unknown id (D12)", 400, ({ unknown }) => ({ path: `/transactions/split/${unknown}` }), {}),
  failing(
    "POST /transactions/group",
    "one id",
    400,
    ({ transactions: [id] }) => ({ path: "/transactions/group", body: { ids: [id], date: "2026-03-01", payee: "X" } }),
    shape,
  ),
  failing(
    "POST /transactions/group",
    "a repeated id",
    400,
    ({ transactions: [id] }) => ({ path: "/transactions/group", body: { ids: [id, id], date: "2026-03-01", payee: "X" } }),
    {},
  ),
  failing(
    "POST /transactions/group",
    "already grouped",
    400,
    ({ transactions: [id], groupMember }) => ({ path: "/transactions/group", body: { ids: [id, groupMember], date: "2026-03-01", payee: "X" } }),
    ({ grouped }) => errors({ group_parent_id: grouped }),
  ),
  failing(
    "POST /transactions/{transaction_id}/attachments",
    "a type that is not taken",
    400,
    ({ transactions: [id] }) => ({ path: `/transactions/${id}/attachments`, form: () => picture("a.txt", "text/plain", [65]) }),
    {},
  ),
  failing(
    "POST /transactions/{transaction_id}/attachments",
    "a picture that is none",
    400,
    ({ transactions: [id] }) => ({ path: `/transactions/${id}/attachments`, form: () => picture("a.jpg", "image/jpeg", [60, 104, 116, 109, 108]) }),
    {},
  ),
];
