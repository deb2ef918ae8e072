// What must not be offered, changed or asked about: each rule with the smallest case that breaks without it.

import { exports } from "cloudflare:workers";
import { afterEach, describe, expect, test } from "vitest";
import type { SuggestedTransfer } from "../../../src/importer/matching/transfers.ts";
import {
  api,
  csv,
  done,
  HEADERS,
  listed,
  send,
  service,
  transfersOf,
  undo,
} from "../posting/driver.ts";
import { reset } from "../../reset.ts";

afterEach(() => reset());

const LATER = [
  ["2026-03-25", "Bakery", "-4.10"],
  ["2026-03-26", "Salary", "2100.00"],
] as const;
const bank = (...rows: readonly string[]) =>
  `Date,Description,Amount,Status\n2026-03-01,Salary,2000.00,Booked\n${rows.join("\n")}\n2026-03-28,Rent,-900.00,Booked\n`;
const PENDING = "&include_pending=true";

const ofx = (
  account: string,
  ...rows: readonly (readonly [string, string, string])[]
) => `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>USD
<BANKACCTFROM><BANKID>1<ACCTID>${account}<ACCTTYPE>SAVINGS</BANKACCTFROM><BANKTRANLIST><DTSTART>20260301<DTEND>20260331
${rows.map(([date, amount, name], index) => `<STMTTRN><TRNTYPE>${amount.startsWith("-") ? "DEBIT" : "CREDIT"}<DTPOSTED>${date.replaceAll("-", "")}<TRNAMT>${amount}<FITID>${account}${date}${index}<NAME>${name}</STMTTRN>`).join("\n")}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;

async function typed(...transactions: readonly object[]): Promise<void> {
  await service("/transactions", "POST", { transactions });
}

async function missingIn(id: string): Promise<string[]> {
  return (
    await api<{ no_longer_pending: { payee: string }[] }>(`/imports/${id}/pending`)
  ).no_longer_pending.map(({ payee }) => payee);
}

describe("a transfer", () => {
  const OUT = csv(["2026-03-13", "To savings", "-500.00"], ...LATER);
  const IN = csv(["2026-03-16", "From checking", "500.00"], ["2026-03-27", "Fee", "-2.00"]);

  test("is offered by the import of the debit when that comes second", async () => {
    await send(IN, "Savings");
    const second = await send(OUT, "Checking");

    expect(await transfersOf(second.id)).toMatchObject([
      { debit: { payee: "To savings" }, credit: { payee: "From checking" } },
    ]);
  });

  test("of a side that is still pending is not offered", async () => {
    await send(bank("2026-03-13,To savings,-500.00,Pending"), "Checking", PENDING);
    const second = await send(IN, "Savings");

    expect(await transfersOf(second.id)).toEqual([]);
  });

  test("between two transactions that were there before is not offered by an import of others", async () => {
    await typed(
      { date: "2026-03-24", amount: 70, payee: "Out", manual_account_id: 1 },
      { date: "2026-03-24", amount: -70, payee: "In", manual_account_id: 2 },
    );
    const run = await send(csv(["2026-03-24", "Tea", "-2.00"], ...LATER), "Checking");

    expect(await transfersOf(run.id)).toEqual([]);
  });

  test("is found on the first day of the second stretch of a long file", async () => {
    await send(
      csv(["2026-03-03", "To savings", "-500.00"], ["2026-04-20", "Salary", "2100.00"]),
      "Checking",
    );
    const long = await send(
      csv(
        ["2026-02-01", "Interest", "1.00"],
        ["2026-03-04", "From checking", "500.00"],
        ["2026-04-21", "Fee", "-2.00"],
      ),
      "Savings",
    );

    expect(await transfersOf(long.id)).toHaveLength(1);
  });

  test("of which a side is offered with another already is not offered beside it", async () => {
    await send(OUT, "Checking");
    const second = await send(IN, "Savings");
    await send(
      csv(["2026-03-13", "Deposit", "500.00"], ["2026-03-27", "Charge", "-3.00"]),
      "Savings",
    );
    const last = await send(
      csv(["2026-03-16", "Standing order", "-500.00"], ["2026-03-29", "Salary", "2200.00"]),
      "Checking",
    );

    expect(await transfersOf(second.id)).toHaveLength(1);
    expect(await transfersOf(last.id)).toEqual([]);
  });

  test("that was accepted cannot be dismissed, and stays a group", async () => {
    await send(OUT, "Checking");
    const second = await send(IN, "Savings");
    const [one] = await transfersOf(second.id);
    await done<SuggestedTransfer>(`/imports/${second.id}/transfers/${one?.n}/accept`);

    const refused = await exports.default.fetch(
      new Request(`https://tributary.test/api/imports/${second.id}/transfers/${one?.n}/dismiss`, {
        method: "POST",
        headers: HEADERS,
      }),
    );
    expect(refused.status).toBe(409);
    expect(await transfersOf(second.id)).toMatchObject([{ state: "accepted" }]);
  });

  test("is told by the account number printed with it, however it is spaced; by none that two accounts' statements had", async () => {
    const printed = `Date,Description,Amount,Counterparty account\n2026-03-13,Order,-500.00,1234 56-78\n2026-03-26,Salary,2100.00,\n`;
    const said = async (twice: boolean) => {
      if (twice)
        await send(ofx("12345678", ["2026-03-02", "-1.00", "Charge"]), "Checking", "", "one.ofx");
      await send(
        ofx("12345678", ["2026-03-14", "500.00", "Deposit"], ["2026-03-20", "-3.00", "Charge"]),
        "Savings",
        "",
        "two.ofx",
      );
      const second = await send(printed, "Checking");
      const [one] = await transfersOf(second.id);
      await reset();
      return one?.evidence.filter((sentence) => sentence.startsWith("The account printed"));
    };

    expect(await said(false)).toEqual(["The account printed with it is Savings."]);
    expect(await said(true)).toEqual([]);
  });
});

describe("a pending transaction", () => {
  const A = "2026-03-10,LIDL 0042,-31.00";

  test("that the bank still shows stays pending beside a posted row like it", async () => {
    await send(bank(`${A},Pending`), "Checking", PENDING);
    const lidl = (await listed()).find((t) => t.payee.startsWith("LIDL"));
    const second = await send(
      bank(`${A},Pending`, "2026-03-12,LIDL GROCERIES,-31.00,Booked"),
      "Checking",
      PENDING,
    );

    expect(second.counts).toMatchObject({ inserted: 1, duplicate: 3 });
    expect((await listed()).find((t) => t.id === lidl?.id)).toEqual(lidl);
    expect(
      (await listed())
        .filter((t) => t.payee.startsWith("LIDL"))
        .map(({ date }) => date)
        .sort(),
    ).toEqual(["2026-03-10", "2026-03-12"]);
  });

  test("does not become a row that the budget had before", async () => {
    await send(bank("2026-03-12,LIDL GROCERIES,-31.00,Booked"), "Checking", PENDING);
    await send(
      bank(`${A},Pending`, "2026-03-12,LIDL GROCERIES,-31.00,Booked"),
      "Checking",
      PENDING,
    );
    const third = await send(bank("2026-03-12,LIDL GROCERIES,-31.00,Booked"), "Checking", PENDING);

    expect(third.counts).toMatchObject({ inserted: 0, duplicate: 3 });
    expect((await listed()).map(({ date }) => date).sort()).toEqual([
      "2026-03-01",
      "2026-03-10",
      "2026-03-12",
      "2026-03-28",
    ]);
    expect(await missingIn(third.id)).toHaveLength(1);
  });

  test("that was posted does not become the next purchase, though the bank shows it no longer", async () => {
    await send(bank(`${A},Pending`), "Checking", PENDING);
    await send(bank("2026-03-12,LIDL GROCERIES,-31.00,Booked"), "Checking", PENDING);
    const third = await send(bank("2026-03-14,LIDL AGAIN,-31.00,Booked"), "Checking", PENDING);

    expect(third.counts).toMatchObject({ inserted: 1, duplicate: 2 });
    expect((await listed()).map(({ date }) => date).sort()).toEqual([
      "2026-03-01",
      "2026-03-12",
      "2026-03-14",
      "2026-03-28",
    ]);
    expect(await missingIn(third.id)).toEqual([]);
  });

  test("that is shown again is no longer listed as missing; posted as it was, it never will be", async () => {
    await send(bank(`${A},Pending`), "Checking", PENDING);
    const second = await send(bank(), "Checking", PENDING);
    expect(await missingIn(second.id)).toHaveLength(1);
    await send(bank(`${A},Pending`, "2026-03-15,Tea,-2.00,Booked"), "Checking", PENDING);
    expect(await missingIn(second.id)).toEqual([]);

    await send(bank(`${A},Booked`), "Checking", PENDING);
    expect(
      await missingIn((await send(bank("2026-03-16,Cake,-5.00,Booked"), "Checking", PENDING)).id),
    ).toEqual([]);
  });

  test("that a person reviewed, and noted something with, keeps both when it is posted", async () => {
    await send(bank(`${A},Pending`), "Checking", PENDING);
    const lidl = (await listed()).find((t) => t.payee.startsWith("LIDL"));
    const own = await service<{ custom_metadata: object }>(`/transactions/${lidl?.id}`);
    await service(`/transactions/${lidl?.id}`, "PUT", {
      status: "reviewed",
      custom_metadata: { ...own.custom_metadata, mine: "kept" },
    });
    await send(bank("2026-03-12,LIDL GROCERIES,-31.00,Booked"), "Checking", PENDING);

    expect(await service(`/transactions/${lidl?.id}`)).toMatchObject({
      date: "2026-03-12",
      status: "reviewed",
      custom_metadata: { mine: "kept" },
    });
  });

  test("that was split meanwhile keeps its date and amount; the posted row is it, also in the next file", async () => {
    await send(bank(`${A},Pending`), "Checking", PENDING);
    const lidl = (await listed()).find((t) => t.payee.startsWith("LIDL"));
    await service(`/transactions/split/${lidl?.id}`, "POST", {
      child_transactions: [{ amount: 20 }, { amount: 11 }],
    });
    const before = await listed();
    const posted = bank("2026-03-12,LIDL GROCERIES,-31.00,Booked");

    for (const file of [
      posted,
      posted,
      bank("2026-03-12,LIDL GROCERIES,-31.00,Booked", "2026-03-20,Tea,-2.00,Booked"),
    ])
      expect((await send(file, "Checking", PENDING)).counts.duplicate).toBe(3);
    expect(
      (await listed())
        .filter((t) => t.payee !== "Tea")
        .map(({ date, amount }) => `${date} ${amount}`),
    ).toEqual(before.map(({ date, amount }) => `${date} ${amount}`));
  });
});

describe("what looks alike", () => {
  test("in another account is not asked about, nor is a part of a split", async () => {
    await typed(
      { date: "2026-03-13", amount: 20, payee: "Lunch", manual_account_id: 2 },
      { date: "2026-03-13", amount: 31, payee: "Shopping", manual_account_id: 1 },
    );
    const shopping = (await listed()).find((t) => t.payee === "Shopping");
    await service(`/transactions/split/${shopping?.id}`, "POST", {
      child_transactions: [{ amount: 20 }, { amount: 11 }],
    });

    expect((await send(csv(["2026-03-13", "CANTEEN", "-20.00"], ...LATER), "Checking")).state).toBe(
      "done",
    );
  });

  test("on the day before the file begins, or after it ends, is asked about", async () => {
    await typed(
      { date: "2026-03-12", amount: 20, payee: "Lunch", manual_account_id: 1 },
      { date: "2026-03-27", amount: -2100, payee: "Pay", manual_account_id: 1 },
    );
    const asked = await send(csv(["2026-03-13", "CANTEEN", "-20.00"], ...LATER), "Checking");

    expect(asked.questions.map(({ ask }) => ask)).toEqual([
      expect.stringContaining("2 rows look like"),
    ]);
  });

  test("to the service itself is not asked about", async () => {
    await typed({ date: "2026-03-13", amount: 20, payee: "CANTEEN", manual_account_id: 1 });
    const run = await send(csv(["2026-03-13", "CANTEEN", "-20.00"], ...LATER), "Checking");

    expect(run).toMatchObject({ state: "done", counts: { inserted: 2, duplicate: 1 } });
  });

  test("is not asked about where nothing is to be skipped", async () => {
    await typed({ date: "2026-03-13", amount: 20, payee: "Lunch", manual_account_id: 1 });

    expect(
      await send(
        csv(["2026-03-13", "CANTEEN", "-20.00"], ...LATER),
        "Checking",
        "&skip_duplicates=false",
      ),
    ).toMatchObject({ state: "done", counts: { inserted: 3 } });
  });

  test("once decided, is the same in every later file and takes no second row", async () => {
    await typed({ date: "2026-03-13", amount: 20, payee: "Lunch", manual_account_id: 1 });
    const file = csv(["2026-03-13", "CANTEEN", "-20.00"], ...LATER);
    const asked = await send(file, "Checking", "&preview=true");
    await api(`/imports/${asked.id}/answers`, "POST", { answers: { already_there: "same" } });
    await api(`/imports/${asked.id}/confirm`, "POST");
    const next = await send(
      csv(["2026-03-13", "CANTEEN", "-20.00"], ["2026-03-13", "KIOSK", "-20.00"], ...LATER),
      "Checking",
    );

    expect(next).toMatchObject({ state: "done", counts: { inserted: 1, duplicate: 3 } });
    await undo(next.id);
    expect(await listed()).toHaveLength(3);
  });
});
