// Sets up the invented household (test/household.ts), as its person would: accounts, categories, a
// year of statements and receipts, a category for nearly every transaction, and a budget.

import { setTimeout as sleep } from "node:timers/promises";
import firstSet from "../../src/pages/categories/first-sets/en.json" with { type: "json" };
import { makeHousehold } from "../../test/household.ts";

const KINDS = {
  Checking: { type: "cash", subtype: "checking" },
  "Credit Card": { type: "credit", subtype: "credit card" },
  Savings: { type: "cash", subtype: "savings" },
};
const BUDGETS = {
  Groceries: 1_450,
  "Eating out": 620,
  "Car and gas": 220,
  "Public transit": 140,
  Clothes: 220,
  "Health and pharmacy": 140,
  "Rent or mortgage": 1_450,
};
const LAST_MONTH = "2026-10";
const POLL_MS = 100;

/** Creates what the pages show. Returns the ids that their addresses have. */
export async function bringIn(call) {
  const household = makeHousehold();
  const accounts = await makeAccounts(call);
  const categories = await makeCategories(call);
  const last = household.files.at(-3);
  for (const file of household.files) if (file !== last) await importFile(call, file);
  const preview = await upload(call, last);
  const messages = [];
  for (const mail of household.receipts)
    messages.push((await call("POST", "/api/inbox", mail, "message/rfc822")).id);
  const transactions = await categorize(call, household, categories);
  await setBudgets(call, categories);
  return {
    account: accounts.Checking,
    category: categories.Groceries,
    preview: preview.id,
    message: messages.at(-1),
    transaction: transactions[0],
  };
}

async function makeAccounts(call) {
  const made = {};
  for (const [name, kind] of Object.entries(KINDS))
    made[name] = (await call("POST", "/v2/manual_accounts", { name, ...kind })).id;
  return made;
}

async function makeCategories(call) {
  const made = {};
  for (const { name, kind, categories: children } of firstSet.groups) {
    const isOut = kind === "transfers";
    const flags = {
      is_income: kind === "income",
      exclude_from_budget: isOut,
      exclude_from_totals: isOut,
    };
    const group = await call("POST", "/v2/categories", {
      name,
      is_group: true,
      children,
      ...flags,
    });
    for (const child of group.children) made[child.name] = child.id;
  }
  return made;
}

async function upload(call, { name, account, text }) {
  const query = new URLSearchParams({ account, name, preview: "true" });
  const { id } = await call("POST", `/api/imports?${query}`, text);
  return untilState(call, id, ["preview", "done"]);
}

async function importFile(call, file) {
  const { id, state } = await upload(call, file);
  if (state === "preview") await call("POST", `/api/imports/${id}/confirm`, {});
  await untilState(call, id, ["done"]);
}

async function untilState(call, id, wanted) {
  for (;;) {
    const run = await call("GET", `/api/imports/${id}`);
    if (wanted.includes(run.state)) return run;
    if (["failed", "question"].includes(run.state)) throw new Error(JSON.stringify(run));
    await sleep(POLL_MS);
  }
}

/**
 * Gives each transaction its category if the household knows its text, except for the newest ten.
 */
async function categorize(call, { rows }, categories) {
  const chosen = new Map(rows.map(({ text, category }) => [text, categories[category]]));
  const { transactions } = await call(
    "GET",
    "/v2/transactions?limit=2000&start_date=2025-01-01&end_date=2026-12-31",
  );
  const known = transactions
    .toSorted((one, other) => (one.date < other.date ? 1 : -1))
    .slice(10)
    .flatMap(({ id, original_name: text, payee }) => {
      const category = chosen.get(text) ?? chosen.get(payee);
      return category === undefined ? [] : [{ id, category_id: category }];
    });
  for (let from = 0; from < known.length; from += 500)
    await call("PUT", "/v2/transactions", { transactions: known.slice(from, from + 500) });
  return known.map(({ id }) => id);
}

async function setBudgets(call, categories) {
  for (const [name, amount] of Object.entries(BUDGETS))
    await call("PUT", "/v2/budgets", {
      category_id: categories[name],
      start_date: `${LAST_MONTH}-01`,
      amount,
    });
}
