// The operations of version 1 as service-v1.md and gaps.md, 2b, list them: in which form each
// refuses (200), and whether its 404 is documented. Written from the documents, never from the
// route table.

import type { Faults } from "../../../src/budget/route.ts";
import type { Method } from "../../../src/platform/api/route.ts";

export interface Listed1 {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly faults: Faults;
  readonly documents404: boolean;
}

/** [method, path, form of its refusals, its documented 404] */
const ROWS: readonly (readonly [Method, `/${string}`, Faults?, 404?])[] = [
  ["GET", "/me"],
  ["GET", "/categories"],
  ["GET", "/categories/{category_id}"],
  ["POST", "/categories"],
  ["POST", "/categories/group"],
  ["PUT", "/categories/{category_id}"],
  ["POST", "/categories/group/{group_id}/add"],
  ["DELETE", "/categories/{category_id}"],
  ["DELETE", "/categories/{category_id}/force"],
  ["GET", "/tags"],
  ["GET", "/transactions", "error", 404],
  ["GET", "/transactions/{transaction_id}", "error", 404],
  ["POST", "/transactions", "error list"],
  ["PUT", "/transactions/{transaction_id}", "error", 404],
  ["POST", "/transactions/unsplit"],
  ["GET", "/transactions/group", "error", 404],
  ["POST", "/transactions/group"],
  ["DELETE", "/transactions/group/{transaction_id}", "error", 404],
  ["GET", "/assets", "errors list"],
  ["POST", "/assets", "errors list"],
  ["PUT", "/assets/{id}", "errors list"],
  ["GET", "/budgets"],
  ["PUT", "/budgets"],
  ["DELETE", "/budgets"],
  ["GET", "/crypto", "errors list"],
  ["PUT", "/crypto/manual/{id}", "errors list"],
  ["GET", "/linked_accounts"],
  ["POST", "/linked_accounts/fetch"],
  ["GET", "/recurring_items"],
  ["GET", "/recurring_expenses"],
];

export const OPERATIONS_1: readonly Listed1[] = ROWS.map(
  ([method, path, faults = "error", status]) => ({
    method,
    path,
    faults,
    documents404: status === 404,
  }),
);

/** The scopes that each operation takes, as they were decided; `nameOf1` names an operation. */
// prettier-ignore
export const SCOPES_1: Readonly<Record<string, readonly string[]>> = {
  "GET /me": ["me:read"],
  "GET /tags": ["tags:read"],
  "GET /categories": ["categories:read"],
  "GET /categories/{category_id}": ["categories:read"],
  "POST /categories": ["categories:write"],
  "POST /categories/group": ["categories:write"],
  "PUT /categories/{category_id}": ["categories:write"],
  "POST /categories/group/{group_id}/add": ["categories:write"],
  "DELETE /categories/{category_id}": ["categories:write"],
  "DELETE /categories/{category_id}/force": ["categories:write"],
  "GET /transactions": ["transactions:read", "categories:read", "tags:read", "accounts:read", "recurring:read"],
  "GET /transactions/{transaction_id}": ["transactions:read", "categories:read", "tags:read", "accounts:read", "recurring:read"],
  "POST /transactions": ["transactions:write"],
  "PUT /transactions/{transaction_id}": ["transactions:write"],
  "POST /transactions/unsplit": ["transactions:write"],
  "GET /transactions/group": ["transactions:read", "categories:read", "tags:read", "accounts:read", "recurring:read"],
  "POST /transactions/group": ["transactions:write"],
  "DELETE /transactions/group/{transaction_id}": ["transactions:write"],
  "GET /assets": ["accounts:read"],
  "POST /assets": ["accounts:write"],
  "PUT /assets/{id}": ["accounts:write"],
  "GET /linked_accounts": ["accounts:read"],
  "POST /linked_accounts/fetch": ["accounts:write"],
  "GET /crypto": ["crypto:read"],
  "PUT /crypto/manual/{id}": ["crypto:write"],
  "GET /budgets": ["budgets:read", "categories:read", "recurring:read"],
  "PUT /budgets": ["budgets:write"],
  "DELETE /budgets": ["budgets:write"],
  "GET /recurring_items": ["recurring:read", "transactions:read", "categories:read"],
  "GET /recurring_expenses": ["recurring:read"],
};
