// A budget in which every operation has something to work on. What an endpoint can make is made through it;
// what only a provider or the app makes is written into the database.

import {
  addLinkedAccount,
  call,
  callOwn,
  categoryId,
  database,
  insert,
  type Answer,
} from "../client.ts";
import { must } from "../../../src/platform/assert.ts";

/** Ids by what they name; `unknown` names nothing. */
export interface World {
  readonly account: number;
  readonly category: number;
  readonly group: number;
  readonly tag: number;
  readonly transactions: readonly number[];
  readonly split: number;
  readonly grouped: number;
  readonly groupMember: number;
  readonly linked: number;
  readonly locked: number;
  readonly cryptoManual: number;
  readonly cryptoSynced: number;
  readonly recurring: number;
  readonly suggested: number;
  readonly entry: number;
  readonly deleted: number;
  readonly file: number;
  readonly unknown: number;
}

async function make(
  method: string,
  path: string,
  body?: unknown,
  form?: FormData,
): Promise<Answer["body"]> {
  const answer = await call(method, path, body, form === undefined ? {} : { raw: form });
  if (answer.status >= 400)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The first bytes of a JPEG, and nothing of a picture. */
export function picture(
  name = "receipt.jpg",
  type = "image/jpeg",
  bytes: readonly number[] = [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46],
): FormData {
  const form = new FormData();
  form.set("file", new File([new Uint8Array(bytes)], name, { type }));
  form.set("notes", "The receipt");
  return form;
}

/** What the providers say: one listing that no budget starts with. */
const FEED = {
  listings: [
    {
      id: "contract-coin",
      symbol: "CTC",
      name: "Contract Coin",
      price: "2.5",
      currency: "usd",
      as_of: "2026-11-20T06:35:00Z",
    },
  ],
};

export async function makeWorld(): Promise<World> {
  const account = (
    await make("POST", "/manual_accounts", { name: "Household", type: "cash", balance: "100.5" })
  ).id;
  const [category, group] = [await categoryId("Groceries"), await categoryId("Food")];
  const tag = (await make("POST", "/tags", { name: "Contract" })).id;
  const item = (n: number, more: object = {}) => ({
    date: `2026-03-${String(n + 1).padStart(2, "0")}`,
    amount: `${n + 10}.00`,
    payee: `Shop ${n}`,
    manual_account_id: account,
    ...more,
  });
  const made = await insert([
    item(0, { external_id: "w-0", category_id: category, tag_ids: [tag] }),
    ...Array.from({ length: 9 }, (_, n) => item(n + 1)),
  ]);
  const ids: number[] = made.transactions.map(({ id }: { id: number }) => id);
  const id = (n: number): number => must(ids[n], "ten were inserted");
  await make("POST", `/transactions/split/${id(7)}`, {
    child_transactions: [{ amount: 7 }, { amount: 10 }],
  });
  const grouped = await make("POST", "/transactions/group", {
    ids: [id(8), id(9)],
    date: "2026-03-11",
    payee: "Both",
  });
  const file = (await make("POST", `/transactions/${id(0)}/attachments`, undefined, picture())).id;
  const fed = await callOwn("PUT", "/linked/feed", FEED);
  if (fed.status !== 200) throw new Error(JSON.stringify(fed.body));
  const linked = await addLinkedAccount(true);
  const locked = await addLinkedAccount(false);
  const cryptoManual = (
    await make("POST", "/crypto/manual", { name: "Cold wallet", balance: "0.5", symbol: "btc" })
  ).id;
  const app = await database((sql) => {
    const first = (statement: string): number =>
      must(sql.first<{ id: number }>(statement), statement).id;
    const recurring = (status: string): number =>
      first(`INSERT INTO recurring_items (description, status, granularity, quantity, anchor_date, payee, amount, currency, to_base, source, created_by, created_at, updated_at)
        VALUES ('Rent', '${status}', 'month', 1, '2026-01-01', 'Landlord', 15000000, 'usd', 15000000, 'manual', 1, 0, 0) RETURNING id`);
    const cryptoSynced = first(
      "INSERT INTO crypto_synced (provider, provider_id, status, created_by, created_at, updated_at) VALUES ('ethereum', 'wallet-1', 'active', 1, 0, 0) RETURNING id",
    );
    sql.run(
      "INSERT INTO crypto_synced_balances (account_id, symbol, name, balance, balance_as_of, updated_at) VALUES (?, 'eth', 'ETH', '1.000000000000000001', 0, 0)",
      cryptoSynced,
    );
    return { recurring: recurring("reviewed"), suggested: recurring("suggested"), cryptoSynced };
  });
  const history = await make("PUT", `/balance_history/manual/${account}`, {
    balances: [{ month: "2025-12", balance: "90.25" }],
  });
  const gone = (await make("POST", "/manual_accounts", { name: "Gone", type: "cash", balance: 1 }))
    .id;
  await make("PUT", `/balance_history/manual/${gone}`, {
    balances: [{ month: "2025-12", balance: 3 }],
  });
  await make("PUT", `/balance_history/crypto_synced/${app.cryptoSynced}/eth`, {
    balances: [{ month: "2025-12", balance: 3, crypto_balance: "1.5" }],
  });
  await make("DELETE", `/manual_accounts/${gone}`);
  const sources = (await make("GET", "/balance_history")).balance_history.map(
    ({ source }: { source: object }) => source,
  );
  await make("PUT", "/budgets", { category_id: category, start_date: "2026-03-01", amount: 400 });
  return {
    ...app,
    account,
    category,
    group,
    tag,
    transactions: ids.slice(0, 7),
    split: id(7),
    grouped: grouped.id,
    groupMember: id(8),
    linked,
    locked,
    cryptoManual,
    entry: history.balance_history[0].balances[0].id,
    deleted: sources.find(({ type }: { type: string }) => type === "deleted").deleted_account_id,
    file,
    unknown: 999_999,
  };
}
