// The whole way in one process: mail in by the interface, statements imported, and the embedded
// service's own transactions looked at.

import { env, exports } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import type { InboxMessage } from "../../../../src/importer/inbox/message.ts";
import type { Import } from "../../../../src/importer/imports/runs.ts";
import { call, importer, look } from "../driver.ts";
import { callsTo } from "../../../importer-calls.ts";

const SAMPLES = import.meta.glob<string>("../../../../samples/{receipt.eml,us-card.csv}", {
  query: "?raw",
  import: "default",
  eager: true,
});
export const RECEIPT = SAMPLES["../../../../samples/receipt.eml"] ?? "";
export const STATEMENT = SAMPLES["../../../../samples/us-card.csv"] ?? "";
const HEADERS = { authorization: "Bearer local-token-for-tests" };

export interface Held {
  readonly id: number;
  readonly date: string;
  readonly amount: string;
  readonly payee: string;
  readonly notes: string | null;
  readonly external_id: string | null;
  readonly custom_metadata: { readonly tributary?: Readonly<Record<string, unknown>> } | null;
  readonly files: readonly {
    readonly id: number;
    readonly name: string;
    readonly type: string;
    readonly size: number;
  }[];
}

/** Asks the embedded service. */
export async function budget<T>(method: string, path: string, body?: object): Promise<T> {
  const init = {
    method,
    headers: { ...HEADERS, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const response = await exports.Service.fetch(
    new Request(`https://budget.internal/v2${path}`, init),
  );
  if (!response.ok)
    throw new Error(`${method} ${path} ${response.status}: ${await response.text()}`);
  return response.json<T>();
}

/** All that the budget holds, of this amount where one is named, with files. */
export async function held(amount?: string): Promise<Held[]> {
  const { transactions } = await budget<{ transactions: Held[] }>(
    "GET",
    "/transactions?limit=2000&include_metadata=true&include_files=true",
  );
  // That it was changed and changed back again is no difference.
  return transactions
    .filter((one) => amount === undefined || one.amount === amount)
    .map((one) => ({ ...one, updated_at: "" }));
}

const RESTING = ["question", "preview", "done", "failed", "undone"];

/** Imports a file and waits until it rests. */
export async function importFile(file: string, query: string): Promise<Import> {
  const response = await call(`/api/imports?${query}`, { method: "POST", body: file });
  const { id } = await response.json<Import>();
  return rested(id);
}

export async function rested(id: string): Promise<Import> {
  for (let round = 0; round < 4_000; round += 1) {
    const run = await callsTo(importer()).get(id);
    if (run !== null && RESTING.includes(run.state)) return run;
    await scheduler.wait(10);
  }
  throw new Error("the import does not rest");
}

export async function undoImport(id: string): Promise<Import> {
  await callsTo(importer()).undo(id);
  for (
    let round = 0;
    round < 4_000 && (await callsTo(importer()).get(id))?.state !== "undone";
    round += 1
  )
    await scheduler.wait(10);
  return rested(id);
}

/** Waits until nothing is due any more; the message then. */
export async function settled(id: string): Promise<InboxMessage> {
  for (let round = 0; round < 4_000; round += 1) {
    const busy = await runInDurableObject(importer(), (_, state) => {
      const { sql } = state.storage;
      const now = Date.now();
      const n = (query: string) => Number(sql.exec(query).one()["n"]);
      return (
        n("SELECT COUNT(*) AS n FROM inbox WHERE state IN ('received','reading')") +
        n(`SELECT COUNT(*) AS n FROM receipts WHERE next_attempt_at <= ${now + 60_000}`) +
        n(`SELECT COUNT(*) AS n FROM rivals WHERE next_attempt_at <= ${now + 60_000}`) +
        n(`SELECT COUNT(*) AS n FROM receipt_splits WHERE next_attempt_at <= ${now + 60_000}`) +
        n("SELECT COUNT(*) AS n FROM settlings WHERE state = 'undoing'")
      );
    });
    if (busy === 0) return look(id);
    await scheduler.wait(10);
  }
  throw new Error(`the inbox does not rest: ${JSON.stringify(await look(id))}`);
}

/** The account of that name. */
export async function accountNamed(name: string): Promise<number> {
  const { manual_accounts: accounts } = await budget<{
    manual_accounts: { id: number; name: string }[];
  }>("GET", "/manual_accounts");
  return accounts.find((one) => one.name === name)?.id ?? Number.NaN;
}

/** A day passes for what waits. */
export async function tomorrow(): Promise<void> {
  await runInDurableObject(importer(), (_, { storage }) => {
    for (const table of ["receipts", "rivals"])
      storage.sql.exec(`UPDATE ${table} SET next_attempt_at = 1 WHERE next_attempt_at IS NOT NULL`);
    return storage.setAlarm(Date.now());
  });
}

/** A transaction that comes another way than by an import here; its id. */
export async function typeByHand(
  account: string,
  date: string,
  amount: string,
  payee: string,
): Promise<number> {
  const item = {
    date,
    amount,
    payee,
    currency: "usd",
    manual_account_id: await accountNamed(account),
  };
  const { transactions } = await budget<{ transactions: { id: number }[] }>(
    "POST",
    "/transactions",
    { transactions: [item] },
  );
  return transactions[0]?.id ?? 0;
}

export { env };
