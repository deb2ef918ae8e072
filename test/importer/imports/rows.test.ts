// The rows of a day on which a file was cut: the next file's rows of that day are told apart from them.

import { afterEach, expect, test } from "vitest";
import { reset } from "../../reset.ts";
import { api, csv, listed, rest, send, service } from "../posting/driver.ts";

afterEach(() => reset());

test("the second of two equal coffees, alone in the next file, is inserted on request though the first was typed by hand", async () => {
  const { manual_accounts: accounts } = await service<{
    manual_accounts: { id: number; name: string }[];
  }>("/manual_accounts");
  const account = accounts.find(({ name }) => name === "Checking")?.id;
  const coffee = { date: "2026-03-10", amount: "3.50", payee: "Blue Bottle", currency: "usd" };
  await service("/transactions", "POST", {
    transactions: [{ ...coffee, manual_account_id: account }],
  });
  const first = await send(
    csv(
      ["2026-03-08 10:00", "Bakery", "-4.10"],
      ["2026-03-09 09:00", "Market Hall", "-20.00"],
      ["2026-03-10 09:00", "Blue Bottle", "-3.50"],
    ),
    "Checking",
  );
  expect(first.counts).toMatchObject({ inserted: 2, duplicate: 1 });

  const asked = await send(
    csv(
      ["2026-03-10 15:00", "Blue Bottle", "-3.50"],
      ["2026-03-11 09:00", "Rent", "-900.00"],
      ["2026-03-12 09:00", "Salary", "2000.00"],
    ),
    "Checking",
  );

  await api(`/imports/${asked.id}/answers`, "POST", { answers: { already_there: "insert" } });

  expect((await rest(asked.id)).counts).toMatchObject({ inserted: 3, duplicate: 0 });
  expect((await listed()).filter(({ payee }) => payee === "Blue Bottle")).toHaveLength(2);
});
