// Decisions of a person about imports that overlap: a transfer, possible duplicates, an expired
// hold. With and without scripts.

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { takeScreenshot, reloadUntil, tributaryForTests } from "./tributary.ts";

const tributary = tributaryForTests();

/** Imports a statement and waits until it rests, and what it has to do with others was looked for. */
async function send(account: string, file: string, query = ""): Promise<string> {
  const response = await fetch(`${tributary.origin}/api/imports?account=${account}${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${(await tributary.person()).token}` },
    body: file,
  });
  const { id } = (await response.json()) as { id: string };
  for (let round = 0; round < 1_200; round += 1) {
    const run = (await (await tributary.call(`/api/imports/${id}`)).json()) as { state: string };
    const { looking } = (await (await tributary.call(`/api/imports/${id}/transfers`)).json()) as {
      looking: boolean;
    };
    if (["question", "preview", "done"].includes(run.state) && !looking) return id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the import does not rest");
}

async function groups(): Promise<number> {
  const answer = (await (await tributary.call("/v2/transactions?is_group_parent=true")).json()) as {
    transactions: unknown[];
  };
  return answer.transactions.length;
}

async function section(page: Page, name: string): Promise<string> {
  return (await page.getByRole("region", { name }).textContent()) ?? "";
}

for (const javaScriptEnabled of [true, false]) {
  test(`one transfer is accepted and another refused, ${javaScriptEnabled ? "with" : "without"} scripts`, async () => {
    const year = javaScriptEnabled ? 2026 : 2025;
    await send(
      "Checking",
      `Date,Description,Amount\n${year}-03-13,To savings,-500.00\n${year}-03-18,To savings,-70.00\n${year}-03-25,Salary,2100.00\n`,
    );
    const id = await send(
      "Savings",
      `Date,Description,Amount\n${year}-03-13,From checking,500.00\n${year}-03-18,From checking,70.00\n${year}-03-29,Fee,-1.00\n`,
    );
    const { page, complaints } = await tributary.visitSignedIn({ javaScriptEnabled });
    const before = await groups();

    await page.goto(`/imports/${id}`);
    const shown = await section(page, "Transfers between your accounts: 2");
    await page.getByRole("button", { name: "Accept transfer" }).first().click();
    await reloadUntil(page, page.getByText("Accepted: the two transactions are grouped."));
    await page.getByRole("button", { name: "Not a transfer" }).click();
    await page.getByText("Dismissed: they stay two separate transactions.").waitFor();
    await takeScreenshot(page, javaScriptEnabled ? "60-transfers" : "61-transfers-plain");

    expect(shown).toContain("500.00 USD went out of one account and came into the other.");
    expect(shown).toContain("No other transaction of those days fits either of them.");
    expect(await groups()).toBe(before + 1);
    expect(complaints).toEqual([]);
  });
}

test("possible duplicates are decided one by one, and the decisions determine the import", async () => {
  await tributary.call("/v2/transactions", "POST", {
    transactions: [
      { date: "2026-05-14", amount: 3.5, payee: "Coffee with Ann", manual_account_id: 1 },
      { date: "2026-05-15", amount: 20, payee: "Ride", manual_account_id: 1 },
    ],
  });
  const id = await send(
    "Checking",
    "Date,Description,Amount\n2026-05-14,BLUE BOTTLE,-3.50\n2026-05-15,TAXI,-20.00\n2026-05-17,Salary,2000.00\n",
    "&preview=true",
  );
  const { page, complaints } = await tributary.visitSignedIn({
    viewport: { width: 390, height: 844 },
  });

  await page.goto(`/imports/${id}`);
  await takeScreenshot(page, "62-lookalikes");
  const shown = await section(page, "2 possible duplicates");
  await page.getByRole("button", { name: "Duplicate" }).first().click();
  await page.getByRole("button", { name: "Duplicate ✓" }).waitFor();
  await page.getByRole("button", { name: "Insert anyway" }).last().click();
  await page.waitForLoadState();
  const wide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  await page.getByRole("button", { name: "Import 2 transactions" }).click();
  await page.getByText("Import finished.", { exact: true }).first().waitFor();

  expect(shown).toContain(
    'entered by hand or by another program: same amount, same day, there as "Coffee with Ann"',
  );
  expect(wide).toBeLessThanOrEqual(0);
  const run = (await (await tributary.call(`/api/imports/${id}`)).json()) as { counts: object };
  expect(run.counts).toMatchObject({ read: 3, inserted: 2, duplicate: 1 });
  expect(complaints).toEqual([]);
});

test("a hold that is no longer pending is deleted with one button", async () => {
  const bank = (rows: string) =>
    `Date,Description,Amount,Status\n2026-06-01,Salary,2000.00,Booked\n${rows}`;
  await send("Checking", bank("2026-06-10,HOTEL HOLD,-200.00,Pending\n"), "&include_pending=true");
  const id = await send(
    "Checking",
    bank("2026-06-20,Rent,-900.00,Booked\n"),
    "&include_pending=true",
  );
  const { page, complaints } = await tributary.visitSignedIn();

  await page.goto(`/imports/${id}`);
  const shown = await section(page, "No longer pending: 1 transaction");
  await takeScreenshot(page, "63-no-longer-pending");
  await page.getByRole("button", { name: "Delete HOTEL HOLD of 2026-06-10" }).click();
  await reloadUntil(page, page.getByText("Deleted."));

  expect(shown).toContain("HOTEL HOLD");
  const left = (await (
    await tributary.call("/v2/transactions?start_date=2026-06-01&end_date=2026-06-30")
  ).json()) as { transactions: { payee: string }[] };
  expect(left.transactions.map(({ payee }) => payee).sort()).toEqual(["Rent", "Salary"]);
  expect(complaints).toEqual([]);
});
