// What makes each operation succeed in the world of world.ts, written from the documents.

import { PRICING_HOST } from "../../../src/budget/crypto/pricing-url.ts";
import type { Ask } from "./ask.ts";
import { picture, type World } from "./world.ts";

type Row = (world: World) => Ask;

const MONTH = "start_date=2026-03-01&end_date=2026-03-31";

// prettier-ignore
export const SUCCESSES: Readonly<Record<string, Row>> = {
  "GET /me": () => ({ path: "/me" }),
  "GET /me/account/settings": () => ({ path: "/me/account/settings" }),
  "PUT /me/account/settings": () => ({ path: "/me/account/settings", body: { locale: "de-CH", include_pending_in_totals: false } }),
  "GET /me/user/settings": () => ({ path: "/me/user/settings" }),
  "PUT /me/user/settings": () => ({ path: "/me/user/settings", body: { week_starts_on: "monday", month_day_format: "DD.MM" } }),
  "GET /me/user/account/settings": () => ({ path: "/me/user/account/settings" }),
  "PUT /me/user/account/settings": ({ account }) => ({ path: "/me/user/account/settings", body: { default_manual_account_id: account } }),
  "GET /categories": () => ({ path: "/categories?format=flattened" }),
  "POST /categories": ({ category }) => ({
    path: "/categories",
    body: { name: "Everything", is_group: true, children: [category, "New one", { name: "Another" }] },
  }),
  "GET /categories/{id}": ({ group }) => ({ path: `/categories/${group}` }),
  "PUT /categories/{id}": ({ category }) => ({ path: `/categories/${category}`, body: { description: "Food at home", archived: true } }),
  "DELETE /categories/{id}": ({ category }) => ({ path: `/categories/${category}?force=true` }),
  "GET /tags": ({ tag }) => ({ path: `/tags?ids=${tag}` }),
  "POST /tags": () => ({ path: "/tags", body: { name: "Fresh", text_color: "112233" } }),
  "GET /tags/{id}": ({ tag }) => ({ path: `/tags/${tag}` }),
  "PUT /tags/{id}": ({ tag }) => ({ path: `/tags/${tag}`, body: { archived: true } }),
  "DELETE /tags/{id}": ({ tag }) => ({ path: `/tags/${tag}?force=true` }),
  "GET /manual_accounts": () => ({ path: "/manual_accounts" }),
  "POST /manual_accounts": () => ({ path: "/manual_accounts", body: { name: "Jar", type: "cash", balance: 2.5, custom_metadata: { where: "shelf" } } }),
  "GET /manual_accounts/{id}": ({ account }) => ({ path: `/manual_accounts/${account}` }),
  "PUT /manual_accounts/{id}": ({ account }) => ({ path: `/manual_accounts/${account}`, body: { status: "closed", closed_on: "2026-04-01" } }),
  "DELETE /manual_accounts/{id}": ({ account }) => ({ path: `/manual_accounts/${account}?delete_items=true&delete_balance_history=true` }),
  "GET /linked_accounts": () => ({ path: "/linked_accounts" }),
  "GET /linked_accounts/{id}": ({ linked }) => ({ path: `/linked_accounts/${linked}` }),
  "POST /linked_accounts/fetch": ({ linked }) => ({ path: `/linked_accounts/fetch?${MONTH}&id=${linked}` }),
  "GET /cryptocurrencies": () => ({ path: "/cryptocurrencies" }),
  "POST /cryptocurrencies": () => ({ path: "/cryptocurrencies", body: { pricing_url: `https://${PRICING_HOST}/en/coins/contract-coin` } }),
  "GET /crypto/manual": () => ({ path: "/crypto/manual" }),
  "POST /crypto/manual": () => ({ path: "/crypto/manual", body: { name: "Second", balance: "0.000000000000000001", symbol: "eth" } }),
  "GET /crypto/manual/{id}": ({ cryptoManual }) => ({ path: `/crypto/manual/${cryptoManual}` }),
  "PUT /crypto/manual/{id}": ({ cryptoManual }) => ({ path: `/crypto/manual/${cryptoManual}`, body: { balance: "0.75" } }),
  "DELETE /crypto/manual/{id}": ({ cryptoManual }) => ({ path: `/crypto/manual/${cryptoManual}` }),
  "GET /crypto/synced": () => ({ path: "/crypto/synced" }),
  "GET /crypto/synced/{id}": ({ cryptoSynced }) => ({ path: `/crypto/synced/${cryptoSynced}` }),
  "GET /crypto/synced/{id}/{symbol}": ({ cryptoSynced }) => ({ path: `/crypto/synced/${cryptoSynced}/eth` }),
  "POST /crypto/synced/{id}/refresh": ({ cryptoSynced }) => ({ path: `/crypto/synced/${cryptoSynced}/refresh` }),
  "GET /balance_history": () => ({ path: "/balance_history?start_month=2025-11&end_month=2025-12" }),
  "GET /balance_history/{account_type}/{account_id}": ({ account }) => ({ path: `/balance_history/manual/${account}` }),
  "PUT /balance_history/{account_type}/{account_id}": ({ cryptoManual }) => ({
    path: `/balance_history/crypto_manual/${cryptoManual}`,
    body: { balances: [{ month: "2025-10", balance: "12.5", symbol: "btc", crypto_balance: "0.000000000000000001" }] },
  }),
  "DELETE /balance_history/{account_type}/{account_id}": ({ account }) => ({ path: `/balance_history/manual/${account}` }),
  "GET /balance_history/crypto_synced/{account_id}/{symbol}": ({ cryptoSynced }) => ({ path: `/balance_history/crypto_synced/${cryptoSynced}/eth` }),
  "PUT /balance_history/crypto_synced/{account_id}/{symbol}": ({ cryptoSynced }) => ({
    path: `/balance_history/crypto_synced/${cryptoSynced}/eth`,
    body: { balances: [{ month: "2025-10", balance: 7, symbol: "eth" }] },
  }),
  "DELETE /balance_history/crypto_synced/{account_id}/{symbol}": ({ cryptoSynced }) => ({ path: `/balance_history/crypto_synced/${cryptoSynced}/eth` }),
  "DELETE /balance_history/entries/{id}": ({ entry }) => ({ path: `/balance_history/entries/${entry}` }),
  "PUT /balance_history/deleted/{account_id}/details": ({ deleted }) => ({
    path: `/balance_history/deleted/${deleted}/details`,
    body: { mask: "1234", subtype: null },
  }),
  "GET /budgets/settings": () => ({ path: "/budgets/settings" }),
  "PUT /budgets": ({ category }) => ({ path: "/budgets", body: { category_id: category, start_date: "2026-04-01", amount: "250.5", notes: "Less" } }),
  "DELETE /budgets": ({ category }) => ({ path: `/budgets?category_id=${category}&start_date=2026-03-01` }),
  "GET /summary": () => ({
    path: `/summary?${MONTH}&include_occurrences=true&include_totals=true&include_rollover_pool=true&include_past_budget_dates=true&include_exclude_from_budgets=true`,
  }),
  "GET /recurring": () => ({ path: `/recurring?${MONTH}&include_suggested=true` }),
  "GET /recurring/{id}": ({ recurring }) => ({ path: `/recurring/${recurring}?${MONTH}` }),
  "GET /transactions": () => ({ path: `/transactions?${MONTH}&include_children=true&include_metadata=true&include_files=true` }),
  "POST /transactions": ({ account }) => ({
    path: "/transactions",
    body: {
      transactions: [
        { date: "2026-03-01", amount: 10, payee: "Shop 0", manual_account_id: account, external_id: "w-0" },
        { date: "2026-03-02", amount: "1.2345", custom_metadata: { a: [1] } },
      ],
      skip_duplicates: true,
      apply_rules: true,
    },
  }),
  "PUT /transactions": ({ transactions: [id] }) => ({ path: "/transactions", body: { transactions: [{ id, notes: "Seen" }] } }),
  "DELETE /transactions": ({ transactions: [id] }) => ({ path: "/transactions", body: { ids: [id] } }),
  "GET /transactions/{id}": ({ split }) => ({ path: `/transactions/${split}` }),
  "PUT /transactions/{id}": ({ transactions: [id] }) => ({ path: `/transactions/${id}?update_balance=false`, body: { amount: "11", category_id: null } }),
  "DELETE /transactions/{id}": ({ transactions: [id] }) => ({ path: `/transactions/${id}` }),
  "POST /transactions/split/{id}": ({ transactions: [id] }) => ({
    path: `/transactions/split/${id}`,
    body: {
      child_transactions: [
        { amount: "3.3333", category_id: null },
        { amount: 6.6667, payee: "Rest" },
      ],
    },
  }),
  "DELETE /transactions/split/{id}": ({ split }) => ({ path: `/transactions/split/${split}` }),
  "POST /transactions/group": ({ transactions: [a, b] }) => ({ path: "/transactions/group", body: { ids: [a, b], date: "2026-03-05", payee: "" } }),
  "DELETE /transactions/group/{id}": ({ grouped }) => ({ path: `/transactions/group/${grouped}` }),
  "GET /transactions/group/{id}": ({ grouped }) => ({ path: `/transactions/group/${grouped}` }),
  "POST /transactions/{transaction_id}/attachments": ({ transactions: [, id] }) => ({ path: `/transactions/${id}/attachments`, form: () => picture() }),
  "GET /transactions/attachments/{file_id}": ({ file }) => ({ path: `/transactions/attachments/${file}` }),
  "DELETE /transactions/attachments/{file_id}": ({ file }) => ({ path: `/transactions/attachments/${file}` }),
};
