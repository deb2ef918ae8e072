// One request for every operation of version 1 that succeeds; all of them do in this order, in one world.

import type { World } from "../contract/world.ts";

/** A request for every operation, of things that are there. */
// prettier-ignore
export const asksOf = (w: World): Readonly<Record<string, readonly [path: string, body?: object]>> => ({
  "GET /me": ["/me"],
  "GET /categories": ["/categories"],
  "GET /categories/{category_id}": [`/categories/${w.category}`],
  "GET /tags": ["/tags"],
  "GET /transactions": ["/transactions?start_date=2026-03-01&end_date=2026-03-31"],
  "GET /transactions/{transaction_id}": [`/transactions/${w.transactions[0]}`],
  "GET /transactions/group": [`/transactions/group?transaction_id=${w.grouped}`],
  "GET /assets": ["/assets"],
  "GET /budgets": ["/budgets?start_date=2026-03-01&end_date=2026-03-31"],
  "GET /crypto": ["/crypto"],
  "GET /linked_accounts": ["/linked_accounts"],
  "GET /recurring_items": ["/recurring_items"],
  "GET /recurring_expenses": ["/recurring_expenses"],
  "POST /categories": ["/categories", { name: "New" }],
  "POST /categories/group": ["/categories/group", { name: "New group", category_ids: [], new_categories: ["Inside"] }],
  "PUT /categories/{category_id}": [`/categories/${w.category}`, { name: "Renamed" }],
  "POST /categories/group/{group_id}/add": [`/categories/group/${w.group}/add`, { new_categories: ["Added"] }],
  "POST /transactions": ["/transactions", { transactions: [{ date: "2026-03-20", amount: 1, asset_id: w.account, tags: [w.tag, "Named"] }], skip_balance_update: false }],
  "PUT /transactions/{transaction_id}": [`/transactions/${w.transactions[2]}`, { transaction: { payee: "Renamed" }, split: [{ amount: 4 }, { amount: 8 }] }],
  "POST /transactions/unsplit": ["/transactions/unsplit", { parent_ids: [w.split] }],
  "POST /transactions/group": ["/transactions/group", { date: "2026-03-20", payee: "Two", transactions: [w.transactions[3], w.transactions[4]] }],
  "DELETE /transactions/group/{transaction_id}": [`/transactions/group/${w.grouped}`],
  "POST /assets": ["/assets", { type_name: "loan", name: "Lent", balance: 5 }],
  "PUT /assets/{id}": [`/assets/${w.account}`, { balance: 6 }],
  "PUT /crypto/manual/{id}": [`/crypto/manual/${w.cryptoManual}`, { balance: "0.75" }],
  "PUT /budgets": ["/budgets", { start_date: "2026-04-01", category_id: w.category, amount: 70 }],
  "DELETE /budgets": [`/budgets?start_date=2026-03-01&category_id=${w.category}`],
  "POST /linked_accounts/fetch": ["/linked_accounts/fetch", {}],
  "DELETE /categories/{category_id}": [`/categories/${w.category}`],
  "DELETE /categories/{category_id}/force": [`/categories/${w.category}/force`],
});
