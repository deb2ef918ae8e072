// What several imports make of one another, through the embedded service's own interface: transfers
// between own accounts, rows that were pending, and the same month from two sources.

import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, describe, expect, test } from "vitest";
import type { SuggestedTransfer } from "../../../src/importer/matching/transfers.ts";
import type { ImportRow } from "../../../src/importer/imports/rows.ts";
import { addDays, type Day } from "../../../src/money/day.ts";
import { DECIDED_ROWS_MAX } from "../../../src/platform/limits.ts";
import { whileTimeStands } from "../../clock.ts";
import {
  api,
  csv,
  done,
  HEADERS,
  importer,
  listed,
  rest,
  send,
  service,
  transfersOf,
  undo,
} from "../posting/driver.ts";
import { reset } from "../../reset.ts";
import { callsTo } from "../../importer-calls.ts";

afterEach(() => reset());

const FILLER = [
  ["2026-03-20", "Bakery", "-4.10"],
  ["2026-03-21", "Salary", "2100.00"],
] as const;

describe("a transfer between own accounts", () => {
  const OUT = csv(["2026-03-13", "To savings", "-500.00"], ...FILLER);
  const IN = csv(
    ["2026-03-16", "From checking", "500.00"],
    ["2026-03-25", "Interest", "1.23"],
    ["2026-03-26", "Fee", "-2.00"],
  );

  test("is suggested by the import that brings the second side, with its evidence, and does nothing by itself", async () => {
    const first = await send(OUT, "Checking");
    const second = await send(IN, "Savings");

    expect(await transfersOf(first.id)).toEqual([]);
    expect(await transfersOf(second.id)).toMatchObject([
      {
        state: "suggested",
        kind: "equal",
        debit: {
          account: { name: "Checking" },
          date: "2026-03-13",
          amount: "500.0000",
          payee: "To savings",
        },
        credit: { account: { name: "Savings" }, date: "2026-03-16", amount: "-500.0000" },
        evidence: [
          "500.00 USD went out of one account and came into the other.",
          "They are one weekday apart: 2026-03-13 and 2026-03-16.",
          "No other transaction of those days fits either of them.",
        ],
      },
    ]);
    expect((await listed()).some((t) => t.is_group_parent)).toBe(false);
  });

  test("accepted, is one transaction of zero in the totals, made once however often it is asked for; undo dissolves it", async () => {
    const first = await send(OUT, "Checking");
    const second = await send(IN, "Savings");
    const [suggested] = await transfersOf(second.id);
    const path = `/imports/${second.id}/transfers/${suggested?.n}/accept`;

    const [accepted, again] = await whileTimeStands(() =>
      Promise.all([api<SuggestedTransfer>(path, "POST"), api<SuggestedTransfer>(path, "POST")]),
    );
    const third = await done<SuggestedTransfer>(path);

    for (const one of [accepted, again, third])
      expect(one).toMatchObject({ state: "accepted", problem: null });
    const groups = (await listed()).filter((t) => t.is_group_parent);
    expect(groups).toMatchObject([
      {
        id: accepted.group_id,
        amount: "0.0000",
        date: "2026-03-13",
        payee: "Transfer from Checking to Savings",
      },
    ]);
    expect((await listed()).filter((t) => Math.abs(Number(t.amount)) === 500)).toEqual([]);

    expect(await undo(first.id)).toMatchObject({ state: "undone", error: null });
    expect((await listed()).filter((t) => t.is_group_parent)).toEqual([]);
    expect((await listed()).filter((t) => Number(t.amount) === -500)).toMatchObject([
      { group_parent_id: null },
    ]);
    expect(await transfersOf(second.id)).toEqual([]);
  });

  test("dismissed, stays dismissed, also when its import is taken back and sent again", async () => {
    await send(OUT, "Checking");
    const second = await send(IN, "Savings");
    const [suggested] = await transfersOf(second.id);

    expect(
      await api(`/imports/${second.id}/transfers/${suggested?.n}/dismiss`, "POST"),
    ).toMatchObject({ state: "dismissed" });
    await undo(second.id);
    const again = await send(IN, "Savings");

    expect(await transfersOf(again.id)).toEqual([]);
    const refused = await exports.default.fetch(
      new Request(
        `https://tributary.test/api/imports/${second.id}/transfers/${suggested?.n}/accept`,
        { method: "POST", headers: HEADERS },
      ),
    );
    expect(refused.status).toBe(409);
  });

  test("that the service does not group says why, and can have a category that is left out of the totals instead", async () => {
    await send(OUT, "Checking");
    const out = (await listed()).find((t) => t.payee === "To savings");
    await service(`/transactions/split/${out?.id}`, "POST", {
      child_transactions: [{ amount: 200 }, { amount: 300 }],
    });
    const second = await send(IN, "Savings");
    expect(await transfersOf(second.id)).toEqual([]);
    await service(`/transactions/split/${out?.id}`, "DELETE");
    await undo(second.id);
    const again = await send(IN, "Savings");
    const [suggested] = await transfersOf(again.id);
    await service(`/transactions/split/${out?.id}`, "POST", {
      child_transactions: [{ amount: 200 }, { amount: 300 }],
    });
    const path = `/imports/${again.id}/transfers/${suggested?.n}/accept`;

    const refused = await done<SuggestedTransfer>(path);
    expect(refused.state).toBe("suggested");
    expect(refused.problem).toContain("split");
    await service(`/transactions/split/${out?.id}`, "DELETE");
    const category = await service<{ id: number }>("/categories", "POST", {
      name: "Between own accounts",
      exclude_from_totals: true,
    });
    const accepted = await done<SuggestedTransfer>(path, { category_id: category.id });

    expect(accepted).toMatchObject({ state: "accepted", group_id: null });
    expect((await listed(`&category_id=${category.id}`)).map((t) => t.amount).sort()).toEqual([
      "-500.0000",
      "500.0000",
    ]);
  });
});

describe("the same month from two sources", () => {
  const OFX = (rows: readonly (readonly [string, string, string, string])[]) => `OFXHEADER:100
DATA:OFXSGML
VERSION:102
ENCODING:USASCII
CHARSET:1252

<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>USD
<BANKACCTFROM><BANKID>1<ACCTID>12345678<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20260301<DTEND>20260331
${rows.map(([date, amount, id, name]) => `<STMTTRN><TRNTYPE>${amount.startsWith("-") ? "DEBIT" : "CREDIT"}<DTPOSTED>${date.replaceAll("-", "")}<TRNAMT>${amount}<FITID>${id}<NAME>${name}</STMTTRN>`).join("\n")}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;

  test("where the bank's texts agree nothing is inserted twice, twins included, and nobody is asked", async () => {
    const coffee = ["2026-03-14", "BLUE BOTTLE", "-3.50"] as const;
    const file = csv(
      coffee,
      coffee,
      ["2026-03-15", "RENT", "-900.00"],
      ["2026-03-16", "SALARY", "2000.00"],
    );
    const ofx = OFX([
      ["2026-03-14", "-3.50", "F1", "BLUE BOTTLE"],
      ["2026-03-14", "-3.50", "F2", "BLUE BOTTLE"],
      ["2026-03-15", "-900.00", "F3", "RENT"],
      ["2026-03-16", "2000.00", "F4", "SALARY"],
    ]);

    for (const [one, other] of [
      [file, ofx],
      [ofx, file],
    ] as const) {
      const first = await send(one, "Checking");
      const second = await send(other, "Checking");

      expect(first.counts).toMatchObject({ read: 4, inserted: 4 });
      expect(second).toMatchObject({
        state: "done",
        counts: { read: 4, inserted: 0, duplicate: 4 },
      });
      expect(await listed()).toHaveLength(4);
      const third = await send(other, "Checking");
      expect(third.counts).toMatchObject({ read: 4, inserted: 0, duplicate: 4 });
      await undo(second.id);
      expect((await undo(first.id)).counts).toMatchObject({ inserted: 0, skipped: 4 });
      expect(await listed()).toHaveLength(4);
      await undo(third.id);
      expect(await listed()).toEqual([]);
    }
  });

  test("where they do not agree it is asked once, before anything is posted, and the answer is not remembered", async () => {
    await send(
      OFX([
        ["2026-03-14", "-3.50", "F1", "BB 0042"],
        ["2026-03-15", "-900.00", "F2", "LANDLORD"],
      ]),
      "Checking",
      "",
      "march.ofx",
    );
    const file = csv(
      ["2026-03-14", "Blue Bottle", "-3.50"],
      ["2026-03-16", "Rent", "-900.00"],
      ["2026-03-17", "Salary", "2000.00"],
    );

    const asked = await send(file, "Checking");
    expect(asked).toMatchObject({
      state: "question",
      questions: [
        {
          id: "already_there",
          ask: "2 rows look like what is already in the account, from another source. Are they the same?",
        },
      ],
    });
    expect(await listed()).toHaveLength(2);
    const { lookalikes } = await api<{
      lookalikes: { line: number; evidence: string; decision: null }[];
    }>(`/imports/${asked.id}/lookalikes`);
    expect(lookalikes).toMatchObject([
      {
        line: 2,
        decision: null,
        evidence: 'imported from march.ofx: same amount, same day, there as "BB 0042"',
      },
      {
        line: 3,
        decision: null,
        evidence:
          'imported from march.ofx: same amount, a day apart (2026-03-15), there as "LANDLORD"',
      },
    ]);
    await api(`/imports/${asked.id}/lookalikes/2/same`, "POST");
    await api(`/imports/${asked.id}/lookalikes/3/insert`, "POST");
    expect((await rest(asked.id)).counts).toMatchObject({ read: 3, inserted: 2, duplicate: 1 });
    expect(await listed()).toHaveLength(4);
    const again = await send(file, "Checking");
    expect(again).toMatchObject({ state: "done", counts: { read: 3, inserted: 0, duplicate: 3 } });
  });

  test("what was typed by hand under another name is asked about too; all can be answered at once, and undo forgets it", async () => {
    await service("/transactions", "POST", {
      transactions: [
        { date: "2026-03-14", amount: 3.5, payee: "Coffee with Ann", manual_account_id: 1 },
      ],
    });
    const file = csv(["2026-03-14", "BLUE BOTTLE", "-3.50"], ["2026-03-17", "Salary", "2000.00"]);

    const asked = await send(file, "Checking", "&preview=true");
    expect(asked.state).toBe("question");
    await api(`/imports/${asked.id}/answers`, "POST", { answers: { already_there: "same" } });
    const shown = await rest(asked.id);
    expect(shown).toMatchObject({
      state: "preview",
      counts: { read: 2, duplicate: 1, waiting: 1 },
    });
    await api(`/imports/${asked.id}/confirm`, "POST");
    expect((await rest(asked.id)).counts).toMatchObject({ inserted: 1, duplicate: 1 });
    await undo(asked.id);

    expect((await send(file, "Checking")).state).toBe("question");
  });

  test("one answer decides more rows than one statement takes, and the file again finds each of them decided", async () => {
    const rows = Array.from({ length: DECIDED_ROWS_MAX + 20 }, (_, n) => ({
      day: addDays("2026-01-01" as Day, Math.floor(n / 40)),
      price: `${(n % 40) + 1}.50`,
    }));
    for (let from = 0; from < rows.length; from += 500)
      await service("/transactions", "POST", {
        transactions: rows
          .slice(from, from + 500)
          .map(({ day, price }) => ({
            date: day,
            amount: price,
            payee: "By hand",
            manual_account_id: 1,
          })),
      });
    const file = csv(...rows.map(({ day, price }) => [day, "SHOP 0042", `-${price}`] as const));

    const asked = await send(file, "Checking");
    expect(asked.state).toBe("question");
    await api(`/imports/${asked.id}/answers`, "POST", { answers: { already_there: "same" } });
    expect((await rest(asked.id)).counts).toMatchObject({ inserted: 0, duplicate: rows.length });

    const again = await send(file, "Checking");
    expect(again).toMatchObject({ state: "done", counts: { inserted: 0, duplicate: rows.length } });
    expect(await listed("&offset=2000")).toHaveLength(rows.length - 2000);
  });

  test("a file of the same layout is told by its own ids: the same price on the next day is another purchase", async () => {
    await send(
      csv(["2026-03-14", "Blue Bottle", "-3.50"], ["2026-03-14", "Salary", "2000.00"]),
      "Checking",
    );

    expect(
      await send(
        csv(["2026-03-15", "Bakery", "-3.50"], ["2026-03-16", "Salary", "2000.00"]),
        "Checking",
      ),
    ).toMatchObject({ state: "done", counts: { inserted: 2 } });
  });
});

describe("what was pending", () => {
  const bank = (...rows: readonly (readonly [string, string, string, string])[]) =>
    `Date,Description,Amount,Status\n${rows.map((row) => row.join(",")).join("\n")}\n`;
  const SURE = ["2026-03-01", "Salary", "2000.00", "Booked"] as const;
  const LATER = ["2026-03-20", "Rent", "-900.00", "Booked"] as const;
  const PENDING = "&include_pending=true";

  /** All that is stored becomes so much older. */
  async function letDaysPass(days: number): Promise<void> {
    const ago = days * 24 * 60 * 60_000;
    await runInDurableObject(env.IMPORTER.getByName("1"), (_, { storage: { sql } }) => {
      sql.exec("UPDATE runs SET created_at = created_at - ?", ago);
      sql.exec("UPDATE pendings SET inserted_at = inserted_at - ?", ago);
    });
    await runInDurableObject(env.BUDGET.getByName("1"), (_, { storage: { sql } }) => {
      sql.exec("UPDATE transactions SET created_at = created_at - ?", ago);
    });
  }

  async function rowsOf(id: string): Promise<ImportRow[]> {
    return (await api<{ rows: ImportRow[] }>(`/imports/${id}/rows`)).rows;
  }

  test("is changed to what is posted, with what a person edited kept; the counts add up, and undo brings it back", async () => {
    const first = await send(
      bank(
        SURE,
        ["2026-03-10", "UBER *TRIP HELP", "-20.00", "Pending"],
        ["2026-03-11", "LIDL 0042", "-31.00", "Pending"],
      ),
      "Checking",
      PENDING,
    );
    const before = await listed();
    const uber = before.find((t) => t.payee.startsWith("UBER"));
    const lidl = before.find((t) => t.payee.startsWith("LIDL"));
    await service(`/transactions/${uber?.id}`, "PUT", { payee: "Ride home", notes: "late" });

    const second = await send(
      bank(
        SURE,
        ["2026-03-12", "UBER TRIP SAN FRANCISCO", "-20.00", "Booked"],
        ["2026-03-13", "LIDL GROCERIES", "-31.00", "Booked"],
        LATER,
      ),
      "Checking",
      PENDING,
    );

    expect(second.counts).toEqual({
      read: 4,
      inserted: 1,
      duplicate: 3,
      rejected: 0,
      skipped: 0,
      waiting: 0,
    });
    const after = await listed();
    expect(after).toHaveLength(4);
    expect(after.find((t) => t.id === uber?.id)).toMatchObject({
      date: "2026-03-12",
      payee: "Ride home",
      notes: "late",
    });
    expect(after.find((t) => t.id === lidl?.id)).toMatchObject({
      date: "2026-03-13",
      payee: "LIDL GROCERIES",
    });
    expect(after.find((t) => t.id === lidl?.id)?.external_id).toMatch(/^t1:20260313:/);
    const reasons = (await rowsOf(second.id))
      .filter((row) => row.state === "duplicate")
      .map((row) => row.reason);
    expect(reasons).toContain(
      'already there, updated: it was pending as 2026-03-11, -31.00, "LIDL 0042" (the amount is the same, the text similar, and no other row fits)',
    );
    const third = await send(
      bank(
        SURE,
        ["2026-03-12", "UBER TRIP SAN FRANCISCO", "-20.00", "Booked"],
        ["2026-03-13", "LIDL GROCERIES", "-31.00", "Booked"],
        LATER,
      ),
      "Checking",
      PENDING,
    );
    expect(third.counts).toMatchObject({ inserted: 0, duplicate: 4 });
    await undo(third.id);

    expect((await undo(second.id)).counts).toMatchObject({ inserted: 0, skipped: 3, duplicate: 1 });
    const restored = await listed();
    expect(restored.find((t) => t.id === uber?.id)).toMatchObject({
      date: "2026-03-10",
      payee: "Ride home",
      notes: "late",
    });
    expect(restored.find((t) => t.id === lidl?.id)).toEqual({
      ...lidl,
      updated_at: expect.anything(),
    });
    await undo(first.id);
    expect(await listed()).toEqual([]);
  });

  test("stays in the budget when the import that brought it is undone after it was posted", async () => {
    const first = await send(
      bank(SURE, ["2026-03-10", "LIDL 0042", "-31.00", "Pending"]),
      "Checking",
      PENDING,
    );
    const second = await send(
      bank(
        ["2026-03-02", "Bakery", "-4.00", "Booked"],
        ["2026-03-13", "LIDL GROCERIES", "-31.00", "Booked"],
      ),
      "Checking",
      PENDING,
    );

    expect((await undo(first.id)).counts).toMatchObject({ inserted: 0 });
    expect((await listed()).map((t) => t.payee).sort()).toEqual(["Bakery", "LIDL GROCERIES"]);
    expect((await callsTo(await importer()).get(second.id))?.counts).toMatchObject({
      read: 2,
      inserted: 2,
      duplicate: 0,
    });
    await undo(second.id);
    expect(await listed()).toEqual([]);
  });

  test("that an undone import of days before left to a later one is deleted with that, though a person deleted another of its rows", async () => {
    const first = await send(
      bank(SURE, ["2026-03-10", "LIDL 0042", "-31.00", "Pending"]),
      "Checking",
      PENDING,
    );
    await letDaysPass(3);
    const second = await send(
      bank(
        ["2026-03-02", "Bakery", "-4.00", "Booked"],
        ["2026-03-13", "LIDL GROCERIES", "-31.00", "Booked"],
      ),
      "Checking",
      PENDING,
    );
    await undo(first.id);
    const bakery = (await listed()).find((t) => t.payee === "Bakery");
    await service(`/transactions/${bakery?.id}`, "DELETE");

    await undo(second.id);

    expect(await listed()).toEqual([]);
  });

  test("that the bank no longer shows is listed, and deleted when asked to", async () => {
    const first = await send(
      bank(SURE, ["2026-03-10", "HOTEL HOLD", "-200.00", "Pending"]),
      "Checking",
      PENDING,
    );
    const second = await send(bank(SURE, LATER), "Checking", PENDING);

    const { no_longer_pending: gone } = await api<{
      no_longer_pending: { transaction_id: number; payee: string; state: string }[];
    }>(`/imports/${second.id}/pending`);
    expect(gone).toMatchObject([{ payee: "HOTEL HOLD", amount: "200.0000", state: "pending" }]);
    expect(await listed()).toHaveLength(3);
    await done(`/imports/${second.id}/pending/${gone[0]?.transaction_id}/delete`);

    expect((await listed()).map((t) => t.payee).sort()).toEqual(["Rent", "Salary"]);
    expect((await callsTo(await importer()).get(first.id))?.counts).toMatchObject({
      read: 2,
      inserted: 1,
      skipped: 1,
    });
    expect(await api(`/imports/${second.id}/pending`)).toMatchObject({
      no_longer_pending: [{ state: "deleted" }],
    });
  });

  test("that the bank no longer shows is kept when asked to, and may be booked later", async () => {
    await send(bank(SURE, ["2026-03-10", "HOTEL HOLD", "-200.00", "Pending"]), "Checking", PENDING);
    const second = await send(bank(SURE, LATER), "Checking", PENDING);
    const list = async () =>
      api<{ no_longer_pending: { transaction_id: number }[] }>(`/imports/${second.id}/pending`);
    const hold = (await list()).no_longer_pending[0]?.transaction_id;

    await done(`/imports/${second.id}/pending/${hold}/keep`);
    await done(`/imports/${second.id}/pending/${hold}/keep`);
    expect((await list()).no_longer_pending).toEqual([]);
    expect(await listed()).toHaveLength(3);

    const booked = ["2026-03-10", "HOTEL HOLD", "-200.00", "Posted"] as const;
    await send(bank(SURE, LATER, [...booked]), "Checking", PENDING);
    expect((await listed()).filter(({ payee }) => payee === "HOTEL HOLD")).toMatchObject([
      { id: hold, is_pending: false },
    ]);
  });

  test("is left alone by an import that does not include pending rows", async () => {
    await send(bank(SURE, ["2026-03-10", "LIDL 0042", "-31.00", "Pending"]), "Checking", PENDING);
    const before = await listed();

    const second = await send(
      bank(SURE, ["2026-03-13", "LIDL GROCERIES", "-31.00", "Booked"], LATER),
      "Checking",
    );

    expect(second.counts).toMatchObject({ inserted: 2, duplicate: 1 });
    for (const one of before) expect((await listed()).find((t) => t.id === one.id)).toEqual(one);
    expect(await api(`/imports/${second.id}/pending`)).toMatchObject({ no_longer_pending: [] });
  });
});
