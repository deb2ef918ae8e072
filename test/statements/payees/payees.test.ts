// Cleaned payees and identity through the whole: upload, Importer, the embedded service.

import { afterEach, expect, test } from "vitest";
import { send, service } from "../../importer/posting/driver.ts";
import { reset } from "../../reset.ts";

afterEach(() => reset());

interface Stored {
  readonly id: number;
  readonly payee: string;
  readonly original_name: string | null;
  readonly external_id: string | null;
  readonly custom_metadata: {
    readonly tributary?: Readonly<Record<string, string | number>>;
  } | null;
}

const importFile = (rows: string) =>
  send(`Date,Description,Amount\n2026-03-13,Opening,1.00\n${rows}`, "Checking", "&currency=usd");

async function readStored(): Promise<readonly Stored[]> {
  const { transactions } = await service<{ transactions: Stored[] }>(
    "/transactions?limit=100&include_metadata=true",
  );
  return transactions.filter(({ payee }) => payee !== "Opening");
}

const change = (id: number, body: object) => service(`/transactions/${id}`, "PUT", body);

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
  await service("/transactions", "POST", typed);

  const run = await importFile(COFFEE);

  expect(run.counts).toMatchObject({ inserted: 0, duplicate: 2 });
  expect((await readStored()).map(({ payee }) => payee).toSorted()).toEqual([
    "Bakery",
    "STARBUCKS",
  ]);
});
