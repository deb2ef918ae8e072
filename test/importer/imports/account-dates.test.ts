// Which of two printed dates is the date of an account's transactions. The posting date identifies a
// row whatever is chosen, so changing the choice inserts nothing a second time.

import { afterEach, expect, test } from "vitest";
import { reset } from "../../reset.ts";
import { api, listed, rest, send, service } from "../posting/driver.ts";

afterEach(() => reset());

type Row = readonly [posted: string, bought: string, text: string, amount: string];

const ROWS: readonly Row[] = [
  ["2026-03-04", "2026-03-02", "CORNER BAKERY", "-4.50"],
  ["2026-03-05", "2026-03-02", "CORNER BAKERY", "-4.50"],
  ["2026-03-09", "2026-03-06", "BOOKSHOP", "-18.20"],
  ["2026-03-16", "2026-03-16", "SALARY ACME", "2000.00"],
  ["2026-03-20", "2026-02-27", "HOTEL AURORA", "-240.00"],
];

const card = (rows: readonly Row[] = ROWS) =>
  `Posting Date,Purchase Date,Description,Amount\n${rows.map((row) => row.join(",")).join("\n")}\n`;

const ofx = (rows: readonly Row[]) => `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>USD
<BANKACCTFROM><BANKID>1<ACCTID>4321<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20260301<DTEND>20260331
${rows.map(([posted, , name, amount], index) => `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${posted.replaceAll("-", "")}<TRNAMT>${amount}<FITID>F${index + 71}<NAME>${name}</STMTTRN>`).join("\n")}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;

const choose = (account: number | undefined, date: "posting" | "purchase") =>
  api<{ purchase: number[] }>(`/transaction-dates/${account}`, "PUT", { date });

const inBudget = async () =>
  (await listed("&start_date=2026-02-01&end_date=2026-04-30"))
    .map(({ date, payee, amount }) => `${date} ${payee} ${Number(amount)}`)
    .sort();

/** What the import kept beside the only transaction of a day. */
async function factsOn(day: string): Promise<Record<string, unknown> | undefined> {
  const { transactions } = await service<{
    transactions: { custom_metadata: { tributary: Record<string, unknown> } }[];
  }>(`/transactions?include_metadata=true&start_date=${day}&end_date=${day}`);
  return transactions[0]?.custom_metadata.tributary;
}

const BY_POSTING = [
  "2026-03-04 CORNER BAKERY 4.5",
  "2026-03-05 CORNER BAKERY 4.5",
  "2026-03-09 BOOKSHOP 18.2",
  "2026-03-16 SALARY ACME -2000",
  "2026-03-20 HOTEL AURORA 240",
];

const BY_PURCHASE = [
  "2026-02-27 HOTEL AURORA 240",
  "2026-03-02 CORNER BAKERY 4.5",
  "2026-03-02 CORNER BAKERY 4.5",
  "2026-03-06 BOOKSHOP 18.2",
  "2026-03-16 SALARY ACME -2000",
];

/** An account without transactions in these months. */
async function account(): Promise<number> {
  const made = await service<{ id: number }>("/manual_accounts", "POST", {
    name: "Card",
    type: "cash",
    balance: "0",
    currency: "usd",
  });
  return made.id;
}

test("the posting date is the date of a transaction unless the account says otherwise, and the purchase date is kept", async () => {
  await account();
  const run = await send(card(), "Card");

  expect(run.counts.inserted).toBe(5);
  expect(await inBudget()).toEqual(BY_POSTING);
  expect(await factsOn("2026-03-09")).toMatchObject({ purchase_date: "2026-03-06" });
});

test("an account dated by purchase gets the purchase dates, and the posting date is kept", async () => {
  const id = await account();
  expect(await choose(id, "purchase")).toEqual({ purchase: [id] });
  await send(card(), "Card");

  expect(await inBudget()).toEqual(BY_PURCHASE);
  const facts = await factsOn("2026-03-06");
  expect(facts).toMatchObject({ posting_date: "2026-03-09" });
  expect(facts).not.toHaveProperty("purchase_date");
});

test.each([
  ["posting", "purchase"],
  ["purchase", "posting"],
] as const)(
  "a file imported by %s date is not inserted again by %s date, nor is an overlapping one",
  async (before, after) => {
    const id = await account();
    await choose(id, before);
    await send(card(), "Card");
    const there = await inBudget();
    await choose(id, after);

    const preview = await send(card(), "Card", "&preview=true", "again.csv");
    const { marks } = await api<{ marks: Record<string, number> }>(
      `/imports/${preview.id}/preview?limit=10`,
    );
    expect(marks).toMatchObject({ new: 0, there: 5 });
    await api(`/imports/${preview.id}/confirm`, "POST", {});
    const again = await rest(preview.id);
    expect([again.counts.inserted, again.counts.duplicate]).toEqual([0, 5]);

    const next: Row = ["2026-04-02", "2026-03-30", "CINEMA", "-11.00"];
    const overlap = await send(card([...ROWS.slice(2), next]), "Card", "", "overlap.csv");
    expect([overlap.counts.inserted, overlap.counts.duplicate]).toEqual([1, 3]);
    const day = after === "purchase" ? "2026-03-30" : "2026-04-02";
    expect(await inBudget()).toEqual([...there, `${day} CINEMA 11`].sort());
  },
);

test.each(["posting", "purchase"] as const)(
  "the same month from a file without purchase dates is found in an account dated by %s",
  async (date) => {
    const id = await account();
    await choose(id, date);
    await send(card(), "Card");

    const run = await send(ofx(ROWS), "Card", "", "bank.ofx");

    expect([run.state, run.counts.inserted, run.counts.duplicate]).toEqual(["done", 0, 5]);
  },
);

test("a file with purchase dates finds the month of a file without them", async () => {
  const id = await account();
  await send(ofx(ROWS), "Card", "", "bank.ofx");
  await choose(id, "purchase");

  const run = await send(card(), "Card");

  expect([run.state, run.counts.inserted, run.counts.duplicate]).toEqual(["done", 0, 5]);
});

test("a purchase that a person typed on its day is found in an account dated by purchase", async () => {
  const id = await account();
  await choose(id, "purchase");
  await service("/transactions", "POST", {
    transactions: [
      { date: "2026-03-06", amount: "18.20", payee: "BOOKSHOP", manual_account_id: id },
    ],
  });

  const run = await send(card(), "Card");

  expect([run.counts.inserted, run.counts.duplicate]).toEqual([4, 1]);
});

test("a purchase date too far from the posting date is not taken", async () => {
  const id = await account();
  await choose(id, "purchase");
  await send(card([...ROWS, ["2026-03-21", "2025-03-21", "ODD", "-1.00"]]), "Card");

  expect(await inBudget()).toContain("2026-03-21 ODD 1");
});
