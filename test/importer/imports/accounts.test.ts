import { expect, test } from "vitest";
import { chooseAccounts, findAccount } from "../../../src/importer/imports/accounts.ts";
import type { AccountListed } from "../../../src/importer/posting/client.ts";

const account = (
  id: number,
  display_name: string,
  more: Partial<AccountListed> = {},
): AccountListed => ({
  id,
  name: display_name,
  display_name,
  currency: "usd",
  closed: false,
  cash: false,
  debt: false,
  ...more,
});
const LISTED = [account(1, "Checking"), account(2, "Savings"), account(3, "Old", { closed: true })];

test("an account is found by id or by its exact display name, and by nothing else", () => {
  expect(findAccount("2", LISTED)).toMatchObject({ ok: true, value: { id: 2 } });
  expect(findAccount("Checking", LISTED)).toMatchObject({ ok: true, value: { id: 1 } });
  expect(findAccount("checking", LISTED)).toMatchObject({
    ok: false,
    error: { kind: "unknown account", known: ["Checking", "Savings", "Old"] },
  });
});

test("a name that two accounts have is refused with both ids", () => {
  const twice = [account(1, "Bank A", { name: "Giro" }), account(2, "Bank B", { name: "Giro" })];

  expect(findAccount("Giro", twice)).toEqual({
    ok: false,
    error: { kind: "ambiguous account", account: "Giro", ids: [1, 2] },
  });
});

test("what neither caller, file nor an earlier answer names is one question, with the open accounts", () => {
  const choice = chooseAccounts(null, [], null, LISTED, {});

  expect(choice.questions.map((q) => q.id)).toEqual(["account"]);
  expect(choice.questions[0]?.choices.map((c) => c.value)).toEqual(["1", "2"]);
  expect(chooseAccounts(null, [], null, LISTED, { account: "2" }).accounts[""]).toMatchObject({
    id: 2,
  });
  expect(chooseAccounts(1, [], null, LISTED, {}).accounts[""]).toMatchObject({ id: 1 });
  expect(chooseAccounts(null, [], "savings", LISTED, {}).accounts[""]).toMatchObject({ id: 2 });
});

test("a file of several accounts is split: known names go there, each other one is asked about", () => {
  const choice = chooseAccounts(1, ["Savings", "DE02 1234"], null, LISTED, {});

  expect(choice.accounts["Savings"]).toMatchObject({ id: 2 });
  expect(choice.questions.map((q) => q.id)).toEqual(["account:DE02 1234"]);
  const left = chooseAccounts(1, ["Savings", "DE02 1234"], null, LISTED, {
    "account:DE02 1234": "leave_out",
  });
  expect(left.accounts["DE02 1234"]).toBeNull();
});
