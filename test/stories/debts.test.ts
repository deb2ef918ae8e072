// Goal: the amount owed is the same figure everywhere. Method: the built Worker, and a person who
// signs up and uploads files as a browser without scripts does. The expected sums come from the
// printed files, in whole cents.

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Visitor, wordsOf, type Shown } from "../node/visitor.ts";
import { startWorker, type Worker } from "../node/worker.ts";

const CARD_FILE = readFileSync("samples/us-card.csv", "utf8");
const CHECKING_FILE =
  "Date,Description,Debit,Credit\n2026-10-01,RENT,900.00,\n2026-10-02,PAYROLL,,2184.60\n" +
  "2026-10-05,CAR LOAN PAYMENT,250.00,\n2026-10-06,MARKET,52.10,\n";
const LOAN_FILE =
  "Date,Description,Debit,Credit\n2026-09-30,INTEREST SEPTEMBER,41.20,\n" +
  "2026-10-05,PAYMENT RECEIVED,,250.00\n2026-10-31,INTEREST OCTOBER,40.05,\n";
const LOAN_BEGAN_CENTS = 900_000;
const REST_MS_MAX = 30_000;

/** "1,234.05" of cents. */
const printed = (cents: number) =>
  (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** "1234.0500", as the interfaces print it. */
const onWire = (cents: number) => `${(cents / 100).toFixed(2)}00`;
const centsOf = (text: string | undefined) =>
  text === undefined || text.trim() === "" ? 0 : Math.round(Number(text) * 100);
const rowsOf = (file: string) =>
  file
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));

/** Purchases, fees and interest less returns and payments: the card prints what is owed as positive. */
const CARD_CENTS = rowsOf(CARD_FILE).reduce((sum, cells) => sum + centsOf(cells.at(-1)), 0);
/** Debits less credits, of a file with a column for each. */
const debitsLessCredits = (file: string) =>
  rowsOf(file).reduce((sum, [, , debit, credit]) => sum + centsOf(debit) - centsOf(credit), 0);
const LOAN_CENTS = LOAN_BEGAN_CENTS + debitsLessCredits(LOAN_FILE);
const CHECKING_CENTS = -debitsLessCredits(CHECKING_FILE);

let worker: Worker;
let token = "";
const visitor = new Visitor();

beforeAll(async () => {
  worker = await startWorker({});
  const fields = {
    email: "dana@home.example",
    name: "Dana",
    password: "a long sentence of mine",
    budget: "Household",
    currency: "usd",
  };
  await visitor.send(`${worker.origin}/sign-up`, fields);
  const portal = await open("/portal");
  token =
    /\bdev_\w+/.exec(
      (await visitor.submit(portal, "/portal/tokens", { label: "story" })).text,
    )?.[0] ?? "";
});
afterAll(async () => worker.close());

async function open(path: string): Promise<Shown> {
  const shown = await visitor.open(worker.origin + path);
  expect(shown.status, path).toBe(200);
  return shown;
}

/** An account made by the form of the import page. */
async function makeAccount(name: string, type: string): Promise<void> {
  await visitor.submit(await open("/"), "/accounts", { name, type, currency: "usd" });
}

/** Brings a file into an account and confirms it, by the page's own forms; the words of its page when it is done. */
async function importFile(name: string, file: string, account: string): Promise<string> {
  const body = new FormData();
  body.set("account", account);
  body.set("file", new File([file], name, { type: "text/csv" }));
  const sent = await visitor.call(`${worker.origin}/imports`, { method: "POST", body });
  const path = sent.headers.get("location") ?? "";
  expect([sent.status, path]).toEqual([303, expect.stringMatching(/^\/imports\/\w+$/)]);
  const preview = await waitForWords(path, "Preview: nothing has been imported yet");
  await visitor.submit(preview, `${path}/confirm`);
  return wordsOf((await waitForWords(path, "Import finished.")).text);
}

async function waitForWords(path: string, words: string): Promise<Shown> {
  for (const end = Date.now() + REST_MS_MAX; Date.now() < end; await sleep(100)) {
    const shown = await open(path);
    if (wordsOf(shown.text).includes(words)) return shown;
  }
  throw new Error(`${path} does not come to say ${words}: ${wordsOf((await open(path)).text)}`);
}

async function call<T>(path: string, method = "GET", body?: object): Promise<T> {
  const response = await fetch(worker.origin + path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  return (await response.json()) as T;
}

interface Account {
  readonly id: number;
  readonly name: string;
  readonly balance: string;
  readonly to_base: number;
}

const named = (accounts: readonly Account[], name: string) =>
  accounts.find((account) => account.name === name);

/** One account's balance as both versions of the interface and the two pages show it. */
async function balancesOf(name: string) {
  const { manual_accounts: second } = await call<{ manual_accounts: Account[] }>(
    "/v2/manual_accounts",
  );
  const { assets: first } = await call<{ assets: Account[] }>("/v1/assets");
  const { id } = named(second, name) ?? { id: 0 };
  const row = (html: string) =>
    wordsOf(new RegExp(`<tr id="manual-${id}">.*?</tr>`, "s").exec(html)?.[0] ?? "");
  const overview = wordsOf((await open("/overview")).text);
  return {
    v2: named(second, name)?.balance,
    toBase: named(second, name)?.to_base,
    v1: named(first, name)?.balance,
    accounts: row((await open("/accounts")).text),
    overview,
  };
}

test("the debt on a card is the sum of its printed file, on every page and in both versions", async () => {
  await makeAccount("Visa", "credit");
  await makeAccount("Everyday", "cash");
  const { id } = named(
    (await call<{ manual_accounts: Account[] }>("/v2/manual_accounts")).manual_accounts,
    "Visa",
  ) ?? { id: 0 };
  expect(CARD_CENTS).toBeGreaterThan(0);

  expect(await importFile("us-card.csv", CARD_FILE, String(id))).toContain("Visa (USD)");

  const card = await balancesOf("Visa");
  expect(card).toMatchObject({
    v2: onWire(CARD_CENTS),
    v1: onWire(CARD_CENTS),
    toBase: CARD_CENTS / 100,
  });
  expect(card.accounts).toContain(`${printed(CARD_CENTS)} USD owed`);
  expect(card.overview).toContain(`${printed(-CARD_CENTS).replace("-", "−")} net worth, USD`);
  expect(card.overview).toContain(`0.00 assets ${printed(CARD_CENTS)} debts`);
  expect(card.overview).not.toContain("paid more than you owed");
});

test("net worth is the money in the bank less the debt on the card", async () => {
  const { id } = named(
    (await call<{ manual_accounts: Account[] }>("/v2/manual_accounts")).manual_accounts,
    "Everyday",
  ) ?? { id: 0 };

  await importFile("everyday.csv", CHECKING_FILE, String(id));

  const bank = await balancesOf("Everyday");
  expect(bank).toMatchObject({ v2: onWire(CHECKING_CENTS), v1: onWire(CHECKING_CENTS) });
  expect(bank.accounts).toContain(`${printed(CHECKING_CENTS)} USD`);
  expect(bank.accounts).not.toContain("owed");
  expect(bank.overview).toContain(
    `${printed(CHECKING_CENTS - CARD_CENTS)} net worth, USD ${printed(CHECKING_CENTS)} assets ${printed(CARD_CENTS)} debts`,
  );
});

test("a payment into a loan lowers what is owed, and its interest raises it, on the same pages and interfaces", async () => {
  await makeAccount("Car loan", "loan");
  const { id } = named(
    (await call<{ manual_accounts: Account[] }>("/v2/manual_accounts")).manual_accounts,
    "Car loan",
  ) ?? { id: 0 };
  await visitor.submit(await open("/accounts"), `/accounts/manual/${id}/balance`, {
    balance: String(LOAN_BEGAN_CENTS / 100),
  });
  expect((await balancesOf("Car loan")).v2).toBe(onWire(LOAN_BEGAN_CENTS));

  await importFile("car-loan.csv", LOAN_FILE, String(id));

  const loan = await balancesOf("Car loan");
  expect(LOAN_CENTS).toBeLessThan(LOAN_BEGAN_CENTS);
  expect(loan).toMatchObject({
    v2: onWire(LOAN_CENTS),
    v1: onWire(LOAN_CENTS),
    toBase: LOAN_CENTS / 100,
  });
  expect(loan.accounts).toContain(`${printed(LOAN_CENTS)} USD owed`);
  const net = CHECKING_CENTS - CARD_CENTS - LOAN_CENTS;
  expect(loan.overview).toContain(
    `${printed(net).replace("-", "−")} net worth, USD ${printed(CHECKING_CENTS)} assets ${printed(CARD_CENTS + LOAN_CENTS)} debts`,
  );
});

test("undoing the card's import leaves nothing owed on it", async () => {
  const { imports } = await call<{ imports: { id: string; document: { name: string } }[] }>(
    "/api/imports",
  );
  const path = `/imports/${imports.find(({ document }) => document.name === "us-card.csv")?.id ?? ""}`;

  await visitor.submit(await open(path), `${path}/undo`);
  await waitForWords(path, "Import undone.");

  const card = await balancesOf("Visa");
  expect(card).toMatchObject({ v2: "0.0000", v1: "0.0000" });
  expect(card.overview).toContain(`${printed(LOAN_CENTS)} debts`);
});
