// A household's month: every statement and every mail comes twice, in random order. At the end each
// transaction is in the budget once, each receipt is with its transaction, and a person has answered
// at most six questions, in the browser.

import Papa from "papaparse";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeMonth, shuffle, type MonthMail } from "../month.ts";
import { reloadUntil, takeScreenshot, tributaryForTests } from "./tributary.ts";

const QUESTIONS_MAX = 6;
const ROUNDS_MAX = 1_200;
/** The accounts, as the person calls them. */
const NAMES = { Checking: "Checking", Card: "Credit Card" } as const;

const tributary = tributaryForTests();
const month = makeMonth();

interface Message {
  readonly id: string;
  readonly state: string;
  readonly receipts: readonly { readonly total: string; readonly transaction_id: number | null }[];
}

interface Account {
  readonly id: number;
  readonly name: string;
}

test("200 transactions and 60 mails, each twice and in random order, end once and together after six questions at most", async () => {
  const accounts = await listAccounts();
  const messages = new Map<MonthMail, string>();
  const imports: string[] = [];
  for (const event of shuffle([...month.mails, ...month.mails, ...month.files, ...month.files], 7))
    if ("raw" in event) messages.set(event, await post("/api/inbox", "message/rfc822", event.raw));
    else
      imports.push(
        await post(
          `/api/imports?account=${accounts.get(NAMES[event.account]) ?? ""}`,
          "text/csv",
          event.text,
        ),
      );
  const { page, complaints } = await tributary.visitSignedIn({ locale: "en-US" });

  const toImports = await answerImports(page, imports);
  await waitUntil(async () => (await counts()).every((count) => count === 0));
  const toReceipts = await answerReceipts(page, [...new Set(messages.values())]);
  await page.goto("/inbox");
  await takeScreenshot(page, "100-month-inbox");
  const ledger = await readLedger(page);
  const texts = await listTexts();
  const together = await Promise.all(
    month.mails.map(async (mail) => [
      mail.name,
      await describeMessage(messages.get(mail) ?? "", texts),
    ]),
  );

  expect(ledger).toEqual(expectedLedger());
  expect(together).toEqual(month.mails.map((mail) => [mail.name, expectedMessage(mail)]));
  const became = new Set(together.map(([, words]) => words));
  const told = month.mails.flatMap(({ about }) => (about === "cash" ? [] : about));
  expect(told.filter((text) => !became.has(`matched: ${text}`))).toEqual([]);
  expect(toImports + toReceipts).toBeLessThanOrEqual(QUESTIONS_MAX);
  expect(complaints).toEqual([]);
  console.log(`questions: ${toImports} about statements, ${toReceipts} about receipts`);
}, 600_000);

async function listAccounts(): Promise<ReadonlyMap<string, number>> {
  const { manual_accounts: all } = await get<{ manual_accounts: Account[] }>("/v2/manual_accounts");
  return new Map(all.map(({ id, name }) => [name, id]));
}

async function get<T>(path: string): Promise<T> {
  const response = await tributary.call(path);
  expect(response.status, path).toBe(200);
  return (await response.json()) as T;
}

/** Brings a mail or a file; its id. */
async function post(path: string, type: string, body: string): Promise<string> {
  const { token } = await tributary.person();
  const response = await fetch(tributary.origin + path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": type },
    body,
  });
  expect([200, 201, 202]).toContain(response.status);
  const { id }: { id: string } = JSON.parse(await response.text());
  return id;
}

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("It does not come to rest.");
}

/** The messages that are still to be read. */
async function counts(): Promise<number[]> {
  const { received, reading } = await get<{ received: number; reading: number }>(
    "/api/inbox/counts",
  );
  return [received, reading];
}

/** Answers what imports ask, and confirms those that rest at their preview; how many asked. */
async function answerImports(page: Page, ids: readonly string[]): Promise<number> {
  let asked = 0;
  for (const id of ids) {
    const state = async () => (await get<{ state: string }>(`/api/imports/${id}`)).state;
    await waitUntil(async () => ["question", "preview", "done"].includes(await state()));
    if ((await state()) === "question") {
      asked += 1;
      await page.goto(`/imports/${id}`);
      await page.getByLabel("Month first").check();
      await page.getByRole("button", { name: "Answer" }).click();
      await waitUntil(async () => (await state()) !== "question");
    }
    await waitUntil(async () => (await state()) === "done");
  }
  return asked;
}

/** Answers what receipts ask; how many asked. */
async function answerReceipts(page: Page, ids: readonly string[]): Promise<number> {
  await page.goto("/inbox");
  let asked = 0;
  for (const id of ids) {
    const { state } = await get<Message>(`/api/inbox/${id}`);
    if (state !== "review") continue;
    asked += 1;
    await page.goto(`/inbox/${id}`);
    await page.getByRole("button", { name: "Paid in cash: insert into Cash" }).click();
    await reloadUntil(page, page.getByText("inserted", { exact: false }).first());
    await waitUntil(async () => (await get<Message>(`/api/inbox/${id}`)).state === "inserted");
  }
  return asked;
}

/** Every transaction of the export: day, account and amount, and the bank's text. */
async function readLedger(page: Page): Promise<string[]> {
  const csv = await (await page.request.get("/transactions.csv")).text();
  const { data } = Papa.parse<Record<string, string>>(csv.replace("\ufeff", ""), {
    header: true,
    skipEmptyLines: true,
  });
  return data
    .filter(({ Account: account }) => account !== "Cash")
    .map((row) => [row["Date"], row["Account"], row["Amount"], row["Bank text"]].join("|"))
    .toSorted();
}

function expectedLedger(): string[] {
  return month.rows
    .map(({ date, account, cents, text }) =>
      [date, NAMES[account], (cents / 100).toFixed(2), text].join("|"),
    )
    .toSorted();
}

/** The bank's text of each transaction; of a cash payment, the till's name. */
async function listTexts(): Promise<ReadonlyMap<number, string>> {
  const { transactions } = await get<{ transactions: { id: number; original_name: string }[] }>(
    "/v2/transactions?start_date=2026-09-25&end_date=2026-11-30&limit=1000",
  );
  return new Map(transactions.map(({ id, original_name: text }) => [id, text]));
}

/** What became of a mail, and the bank's texts of its transactions. */
async function describeMessage(id: string, texts: ReadonlyMap<number, string>): Promise<string> {
  const { state, receipts } = await get<Message>(`/api/inbox/${id}`);
  const about = receipts.flatMap(({ transaction_id: transaction }) =>
    transaction === null ? [] : [texts.get(transaction) ?? "none of the month"],
  );
  return [state, ...about].join(": ");
}

/** An order's confirmation is one receipt with the mail of its charge, whichever came first. */
function expectedMessage({ name, about }: MonthMail): unknown {
  if (about === "cash") return "inserted: Saturday Market Till";
  const [text, other] = about;
  if (text === undefined) return "ignored";
  if (other !== undefined) return "duplicate";
  return name.startsWith("dispatch")
    ? expect.stringMatching(new RegExp(`^(?:matched: ${text}|duplicate)$`))
    : `matched: ${text}`;
}
