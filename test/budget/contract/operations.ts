// The operations of version 2 as gaps.md 2a lists them: success, and the failures it names beside 401, 403,
// 429 and 500, which every operation has. Written from the document, never from the route table.

export interface Listed {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly success: number;
  readonly failures: readonly number[];
}

const ROWS = `
GET /me 200
GET /me/account/settings 200
PUT /me/account/settings 200 400
GET /me/user/settings 200
PUT /me/user/settings 200 400
GET /me/user/account/settings 200
PUT /me/user/account/settings 200 400
GET /categories 200 400
POST /categories 201 400
GET /categories/{id} 200 400 404
PUT /categories/{id} 200 400 404
DELETE /categories/{id} 204 404 422
GET /tags 200 400
POST /tags 201 400
GET /tags/{id} 200 400 404
PUT /tags/{id} 200 400 404
DELETE /tags/{id} 204 404 422
GET /manual_accounts 200 400
POST /manual_accounts 201 400
GET /manual_accounts/{id} 200 400 404
PUT /manual_accounts/{id} 200 400 404
DELETE /manual_accounts/{id} 204 404
GET /linked_accounts 200 400
GET /linked_accounts/{id} 200 400 404
POST /linked_accounts/fetch 202 400 425
GET /cryptocurrencies 200
POST /cryptocurrencies 201 400 422
GET /crypto/manual 200
POST /crypto/manual 201 400
GET /crypto/manual/{id} 200 400 404
PUT /crypto/manual/{id} 200 400 404
DELETE /crypto/manual/{id} 204 404 422
GET /crypto/synced 200
GET /crypto/synced/{id} 200 400 404
GET /crypto/synced/{id}/{symbol} 200 400 404
POST /crypto/synced/{id}/refresh 200 404
GET /balance_history 200 400
GET /balance_history/{account_type}/{account_id} 200 400 404
PUT /balance_history/{account_type}/{account_id} 200 400 404
DELETE /balance_history/{account_type}/{account_id} 204 404
GET /balance_history/crypto_synced/{account_id}/{symbol} 200 400 404
PUT /balance_history/crypto_synced/{account_id}/{symbol} 200 400 404
DELETE /balance_history/crypto_synced/{account_id}/{symbol} 204 400 404
DELETE /balance_history/entries/{id} 204 400 404
PUT /balance_history/deleted/{account_id}/details 200 400 404
GET /budgets/settings 200
PUT /budgets 200 400
DELETE /budgets 204 400
GET /summary 200 400
GET /recurring 200 400
GET /recurring/{id} 200 400 404
GET /transactions 200 400
POST /transactions 201 400
PUT /transactions 200 400
DELETE /transactions 204 400 404
GET /transactions/{id} 200 400 404
PUT /transactions/{id} 200 400 404
DELETE /transactions/{id} 204 400 404
POST /transactions/split/{id} 201 400
DELETE /transactions/split/{id} 204 400
POST /transactions/group 201 400
DELETE /transactions/group/{id} 204 404
GET /transactions/group/{id} 200 404
POST /transactions/{transaction_id}/attachments 201 400 404
GET /transactions/attachments/{file_id} 200 404
DELETE /transactions/attachments/{file_id} 204 404
`;

export const OPERATIONS: readonly Listed[] = ROWS.trim()
  .split("\n")
  .map((row) => {
    const [method = "", path = "", success = "", ...failures] = row.split(" ");
    if (method !== "GET" && method !== "POST" && method !== "PUT" && method !== "DELETE")
      throw new Error(row);
    return { method, path, success: Number(success), failures: failures.map(Number) };
  });
