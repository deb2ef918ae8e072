// Cleaned payees and identity through the whole: upload, Importer, the embedded service.

import { env, exports } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import type { Import } from "../../../src/importer/imports/runs.ts";
import { reset } from "../../reset.ts";
import { callsTo } from "../../importer-calls.ts";

afterEach(() => reset());

const HEADERS = { authorization: "Bearer local-token-for-tests" };
const SERVICE = "https://budget.internal/v2/transactions";

interface Stored {
  readonly id: number;
  readonly payee: string;
  readonly original_name: string | null;
  readonly external_id: string | null;
  readonly custom_metadata: {
    readonly tributary?: Readonly<Record<string, string | number>>;
  } | null;
}

async function importFile(rows: string): Promise<Import> {
  const body = `Date,Description,Amount\n2026-03-13,Opening,1.00\n${rows}`;
  const response = await exports.default.fetch(
    new Request("https://tributary.test/api/imports?account=Checking&currency=usd", {
      method: "POST",
      headers: HEADERS,
      body,
    }),
  );
  const { id } = await response.json<Import>();
  for (let round = 0; round < 4_000; round += 1) {
    const run = await callsTo(env.IMPORTER.getByName("1")).get(id);
    if (run !== null && ["question", "done", "failed"].includes(run.state)) return run;
    await scheduler.wait(10);
  }
  throw new Error("the import does not rest");
}

async function readStored(): Promise<readonly Stored[]> {
  const response = await exports.Service.fetch(
    new Request(`${SERVICE}?limit=100&include_metadata=true`, { headers: HEADERS }),
  );
  return (await response.json<{ transactions: Stored[] }>()).transactions.filter(
    ({ payee }) => payee !== "Opening",
  );
}

async function change(id: number, body: object): Promise<void> {
  const response = await exports.Service.fetch(
    new Request(`${SERVICE}/${id}`, {
      method: "PUT",
      headers: { ...HEADERS, "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  expect(response.status).toBe(200);
}

const COFFEE = "2026-03-14,POS PURCHASE STARBUCKS STORE 00421 SEATTLE WA,-3.50\n";

test("the payee is cleaned, the raw text is kept, and the removed parts are reported", async () => {
  await importFile(COFFEE);

  const [coffee] = await readStored();
  expect(coffee).toMatchObject({
    payee: "STARBUCKS",
    original_name: "POS PURCHASE STARBUCKS STORE 00421 SEATTLE WA",
  });
  expect(coffee?.custom_metadata?.tributary?.["left_out"]).toBe(
    "type: POS PURCHASE; number: STORE 00421; place: SEATTLE WA",
  );
});

test("a transaction imported with its raw payee is the same one after cleaning", async () => {
  await importFile(COFFEE);
  const [coffee] = await readStored();
  // As it stood in the budget before payees were cleaned; and as a person may have renamed it.
  await change(coffee?.id ?? 0, { payee: "POS PURCHASE STARBUCKS STORE 00421 SEATTLE WA" });

  const again = await importFile(COFFEE);

  expect(again.counts).toMatchObject({ inserted: 0, duplicate: 2 });
  expect(await readStored()).toHaveLength(1);
});

test("two shops of one merchant with equal amounts on one day are two transactions, in one file or two", async () => {
  const other = COFFEE.replace("00421", "00977");
  await importFile(COFFEE);
  const second = await importFile(COFFEE + other);
  const third = await importFile(other + COFFEE);

  expect(second.counts).toMatchObject({ inserted: 1, duplicate: 2 });
  expect(third.counts).toMatchObject({ inserted: 0, duplicate: 3 });
  expect((await readStored()).map(({ payee }) => payee)).toEqual(["STARBUCKS", "STARBUCKS"]);
});

test("a transaction entered under a familiar name is recognized as the bank's row, not doubled", async () => {
  const { account } = await importFile("2026-03-12,Bakery,-2.00\n");
  const typed = {
    transactions: [
      {
        date: "2026-03-14",
        payee: "STARBUCKS",
        amount: "3.50",
        currency: "usd",
        manual_account_id: account?.id,
      },
    ],
  };
  const entered = await exports.Service.fetch(
    new Request(SERVICE, {
      method: "POST",
      headers: { ...HEADERS, "content-type": "application/json" },
      body: JSON.stringify(typed),
    }),
  );
  expect(entered.status).toBe(201);

  const run = await importFile(COFFEE);

  expect(run.counts).toMatchObject({ inserted: 0, duplicate: 2 });
  expect((await readStored()).map(({ payee }) => payee).toSorted()).toEqual([
    "Bakery",
    "STARBUCKS",
  ]);
});
