// Headings that come after the first thousand rows, which are all that is looked at before a file is
// read: their rows are never booked in silence.

import { afterEach, expect, test } from "vitest";
import { printUnits, units } from "../../../src/money/money.ts";
import { reset } from "../../reset.ts";
import { api, listed, rest, send, service } from "../posting/driver.ts";

afterEach(() => reset());

const HEADER = "Date,Description,Amount";
const day = (index: number) =>
  new Date(Date.UTC(2024, 0, 1 + index / 4)).toISOString().slice(0, 10);
const booked = Array.from(
  { length: 1_400 },
  (_, index) => `${day(index)},Shop ${(index * 7) % 90},-${(index % 80) + 1}.50`,
);
const late = ["2024-12-20,Cinema,-11.00", "2024-12-21,Theatre,-40.00"];
const under = (heading: string, header = HEADER) =>
  [header, ...booked, heading, ...late].join("\n");

async function newAccount(): Promise<void> {
  await service("/manual_accounts", "POST", {
    name: "Card",
    type: "cash",
    balance: "0",
    currency: "usd",
  });
}

const answer = (id: string, answers: object) => api(`/imports/${id}/answers`, "POST", { answers });

const there = async () =>
  (await listed("&start_date=2024-12-20&end_date=2024-12-31")).map(({ payee }) => payee).sort();

test("rows below an unknown heading on line 1,402 are asked about, and are left out when they are pending", async () => {
  await newAccount();

  const run = await send(under("Zorblish"), "Card");
  expect(run.state).toBe("question");
  expect(run.questions.map(({ id, ask }) => [id, ask])).toEqual([
    ["section:zorblish", "Are the rows under “Zorblish” booked?"],
  ]);
  expect(run.questions[0]?.choices[0]?.example).toBe(
    "2024-12-20 Cinema -11.00; 2024-12-21 Theatre -40.00",
  );
  await answer(run.id, { "section:zorblish": "pending" });
  const done = await rest(run.id);

  expect([done.state, done.counts.read, done.counts.inserted]).toEqual(["done", 1_403, 1_400]);
  expect(await there()).toEqual([]);
  const next = await send(`${under("Zorblish")}\n`, "Card", "", "next.csv");
  expect([next.state, next.counts.inserted, next.counts.duplicate]).toEqual(["done", 0, 1_400]);
});

test("rows below such a heading are inserted when they are booked", async () => {
  await newAccount();
  const run = await send(under("Zorblish"), "Card", "&preview=true");
  expect(run.state).toBe("question");
  await answer(run.id, { "section:zorblish": "booked" });
  expect((await rest(run.id)).state).toBe("preview");
  await api(`/imports/${run.id}/confirm`, "POST", {});

  expect((await rest(run.id)).counts.inserted).toBe(1_402);
  expect(await there()).toEqual(["Cinema", "Theatre"]);
});

test.each(["Pending transactions", "Not yet booked"])(
  "rows below “%s” on line 1,402 are pending without a question",
  async (heading) => {
    await newAccount();
    const run = await send(under(heading), "Card");

    expect([run.state, run.counts.inserted]).toEqual(["done", 1_400]);
  },
);

test("rows below such a heading are booked without a question where the balances prove them", async () => {
  await newAccount();
  let balance = 0;
  const proven = [...booked, "Zorblish", ...late].map((line) => {
    const amount = line.split(",")[2];
    if (amount === undefined) return `${line},,,`;
    balance += Math.round(Number(amount) * 10_000);
    return `${line},${printUnits(units(balance), 2)}`;
  });
  const run = await send([`${HEADER},Balance`, ...proven].join("\n"), "Card");

  expect([run.state, run.counts.inserted]).toEqual(["done", 1_402]);
});

test("many headings, or the same one again, are lines of text", async () => {
  await newAccount();
  const texts = ["Groceries", "Travel", "Home", "Other", "Fun"].map((text) => `${text},,`);
  const run = await send(
    [
      HEADER,
      ...booked,
      ...texts.flatMap((text, at) => [text, `2024-12-1${at},Shop,-1.0${at}`]),
    ].join("\n"),
    "Card",
  );

  expect([run.state, run.counts.inserted]).toEqual(["done", 1_405]);
});

test("the table of a second account on line 1,403 is not booked into the first account in silence", async () => {
  await newAccount();
  const file = ["Account: 1111 2222", HEADER, ...booked, "Account: 3333 4444", HEADER, ...late];
  const run = await send(file.join("\n"), "Card");

  expect(run.state).toBe("question");
  expect(run.questions[0]?.ask).toContain(
    "Line 1,403 begins the table of another account, “3333 4444”",
  );
});
