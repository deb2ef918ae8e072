// Fills the local person's budget with everything that a backup holds.

import { expect } from "vitest";
import { mailOf } from "../inbox/driver.ts";
import { csv, rest, send } from "../posting/driver.ts";
import { ask, json, LOCAL } from "./driver.ts";

const PDF = "%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n";

/** Transactions with splits, groups and files; imports, mail, rules, views, schedules and changes. */
export async function fillHousehold(): Promise<void> {
  const { manual_accounts: accounts } = await json(LOCAL, "GET", "/v2/manual_accounts");
  const { categories } = await json(LOCAL, "GET", "/v2/categories?format=flattened");
  const food = categories.find(({ name }: { name: string }) => name === "Groceries").id;
  const run = await send(
    csv(
      ["2026-10-01", '=HYPERLINK("http://evil")', "-12.50"],
      ["2026-10-02", "Corner Shop", "-42.00"],
      ["2026-10-03", "Salary", "2500.00"],
      ["2026-10-04", "Kiosk", "-3.20"],
      ["2026-10-05", "Kiosk", "-3.20"],
    ),
    "Checking",
  );
  expect(run.state, JSON.stringify(run)).toBe("done");
  const { transactions } = await json(LOCAL, "GET", "/v2/transactions?limit=100");
  const [kiosk, other, salary, shop] = transactions;
  await json(LOCAL, "POST", `/v2/transactions/split/${shop.id}`, {
    child_transactions: [{ amount: "40" }, { amount: "2", category_id: food }],
  });
  await json(LOCAL, "POST", "/v2/transactions/group", {
    ids: [kiosk.id, other.id],
    date: "2026-10-05",
    payee: "Kiosk twice",
  });
  const form = new FormData();
  form.set("file", new File([PDF], "Payslip Örtel.pdf", { type: "application/pdf" }));
  form.set("notes", "October");
  const attached = await ask(LOCAL, "POST", `/v2/transactions/${salary.id}/attachments`, form);
  expect(attached.status, await attached.text()).toBe(201);
  await json(LOCAL, "PUT", "/v2/budgets", {
    category_id: food,
    start_date: "2026-10-01",
    amount: "300",
  });
  await json(LOCAL, "POST", "/v2/tags", { name: "Moving" });
  await json(LOCAL, "POST", "/api/rules", {
    priority: 1,
    enabled: true,
    match: { payee: { how: "contains", text: "corner" } },
    set: { category_id: food },
  });
  await fillImporter(accounts[0].id, salary);
}

interface ListedMail {
  readonly state: string;
  readonly receipts: readonly { readonly next_attempt_at: string | null }[];
}

/** How many messages are still read, or have a receipt that is looked for in the budget now. */
async function countUnsettled(): Promise<number> {
  const { messages }: { messages: readonly ListedMail[] } = await json(LOCAL, "GET", "/api/inbox");
  const isDue = (at: string | null): boolean =>
    at !== null && Date.parse(at) <= Date.now() + 60_000;
  return messages.filter(
    ({ state, receipts }) =>
      ["received", "reading"].includes(state) ||
      receipts.some(({ next_attempt_at: at }) => isDue(at)),
  ).length;
}

async function fillImporter(account: number, salary: { id: number; payee: string }): Promise<void> {
  const asking = await json(
    LOCAL,
    "POST",
    "/api/imports?account=Savings&preview=true&name=later.csv",
    csv(["2026-11-01", "Interest", "1.00"], ["2026-11-02", "Interest", "1.10"]),
  );
  await rest(asking.id);
  for (const [index, id] of ["<1@corner.example>", "<2@corner.example>"].entries()) {
    const mail = mailOf({ id, body: `Thank you for order ${index}. Total: EUR ${index + 3}.20` });
    const sent = await ask(LOCAL, "POST", "/api/inbox", mail, "message/rfc822");
    expect(sent.status, await sent.text()).toBe(202);
  }
  await expect.poll(countUnsettled, { interval: 10, timeout: 30_000 }).toBe(0);
  await json(LOCAL, "POST", "/api/views", { name: "Groceries", query: "category=2" });
  await json(LOCAL, "POST", "/api/schedules", {
    name: "House",
    cron: "0 6 * * *",
    timezone: "Europe/Berlin",
    source: {
      type: "formula",
      rule: "appreciation",
      currency: "usd",
      from: "2020-01-01",
      cost: "100000",
      yearly_percent: "0",
      compounded: "monthly",
    },
    target: { manual_account_id: account },
  });
  await json(LOCAL, "POST", "/api/changes", {
    key: "one-change-of-a-person",
    transactions: [
      { id: salary.id, was: { payee: salary.payee }, set: { payee: "Salary of October" } },
    ],
  });
  await json(LOCAL, "POST", "/api/addresses", { label: "Shops" });
}
