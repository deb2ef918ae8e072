// The bank's balance on an import's page: the choices before it is confirmed, the sentences afterwards.

import { expect, test } from "vitest";
import { BalanceChoices, BalancesDone, balancesIn } from "../../../src/pages/import/balances.tsx";
import type { ImportBalance } from "../../../src/pages/ui/wire.ts";
import { importOf } from "../fake-api.ts";

const BALANCE: ImportBalance = {
  account: { id: 11, name: "Checking", currency: "usd" },
  as_of: "2026-10-30",
  balance: "3399.6100",
  currency: "usd",
  debt: false,
  evidence: "running balance",
  state: "planned",
  sets: true,
  may_set: true,
  reason: null,
  before: "0.0000",
  after: "3390.1100",
  later_transactions: 1,
  rows_move: true,
  months: [
    { month: "2026-08", balance: "1.0000" },
    { month: "2026-09", balance: "2.0000" },
  ],
};

const runOf = (changes: Partial<ImportBalance>) =>
  importOf({ balances: [{ ...BALANCE, ...changes }] });
const htmlOf = (page: unknown) => String(page);
const text = (page: unknown) =>
  String(page)
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

test("the page shows the balance, its day, later transactions and the months before the confirmation", () => {
  const html = htmlOf(<BalanceChoices run={runOf({})} />);

  expect(text(html)).toContain(
    "According to this statement, the account held 3,399.61 USD at the end of 30 Oct 2026 (the running balance of every row confirms it).",
  );
  expect(text(html)).toContain("Set the balance of Checking to 3,390.11 USD");
  expect(text(html)).toContain(
    "plus the 1 later transaction already in the budget. It is now 0.00 USD. The balance history gets the end of 2 months (Aug 2026 to Sep 2026), except",
  );
  expect(html).toMatch(/name="balance:11" value="set" checked/);
});

test("a balance that is left alone by default shows its reason, and leaving it is preselected", () => {
  const html = htmlOf(
    <BalanceChoices
      run={runOf({
        sets: false,
        rows_move: false,
        reason: "The balances in the file do not fit its rows.",
      })}
    />,
  );

  expect(text(html)).toContain("The balances in the file do not fit its rows.");
  expect(html).toMatch(/name="balance:11" value="leave" checked/);
  expect(text(html)).toContain(
    "It is now 0.00 USD and does not change, because it is more recent than these transactions.",
  );
});

test("a balance in another currency is shown in that currency and has no choice", () => {
  const html = htmlOf(
    <BalanceChoices
      run={runOf({
        currency: "eur",
        may_set: false,
        sets: false,
        reason: "It is in another currency.",
      })}
    />,
  );

  expect(text(html)).toBe(
    "According to this statement, the account held 3,399.61 EUR at the end of 30 Oct 2026 (the running balance of every row confirms it). It is in another currency.",
  );
});

test("the page of a finished import shows whether the balance was set, left or restored, and a debt as owed", () => {
  const said = (changes: Partial<ImportBalance>) => text(<BalancesDone run={runOf(changes)} />);

  expect(said({ state: "set", after: "3399.6100" })).toBe(
    "The balance of Checking was set to 3,399.61 USD: according to this statement, the account held 3,399.61 USD at the end of 30 Oct 2026. The balance history now has the end of 2 months (Aug 2026 to Sep 2026).",
  );
  expect(said({ state: "left", debt: true, reason: "The account is closed." })).toBe(
    "What you owe on Checking was not set to 3,399.61 USD, the file’s balance on 30 Oct 2026. The account is closed.",
  );
  expect(said({ state: "taken back", after: "12.5000" })).toBe(
    "The balance of Checking was reset to 12.50 USD.",
  );
});

test("only the form's fields about balances count as choices", () => {
  expect(balancesIn({ "balance:11": "never", "balance:12": "set", other: "x" })).toEqual({
    11: "never",
    12: "set",
  });
});
