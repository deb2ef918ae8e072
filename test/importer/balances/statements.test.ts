// The bank's own balance is the account's balance: what a statement states or proves is set when it
// is imported, the ends of the months that it proves go into the balance history, and undoing takes
// exactly that back. Over the built pipeline and service.

import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, test } from "vitest";
import type { Import } from "../../../src/importer/imports/runs.ts";
import { api, rest, send, service, undo } from "../posting/driver.ts";
import { reset } from "../../reset.ts";
import { csvOf, endOf, monthOf, printed, yearOf } from "./year.ts";

const bindings: Env = env;

afterEach(() => reset());

interface Account {
  readonly id: number;
  readonly balance: string;
  readonly balance_as_of: string;
}

async function made(body: Record<string, unknown> = {}): Promise<Account> {
  return service<Account>("/manual_accounts", "POST", {
    name: "Everyday",
    type: "cash",
    currency: "usd",
    balance: 0,
    ...body,
  });
}

const balanceOf = async ({ id }: Account) =>
  Number((await service<Account>(`/manual_accounts/${id}`)).balance);

const imported = ({ id }: Account, file: string, query = "") =>
  send(file, String(id), query, "statement");

const undone = ({ id }: Import) => undo(id);

/** Month -> balance, of the months that are stored. */
async function historyOf({ id }: Account): Promise<Record<string, number>> {
  interface List {
    readonly balance_history: readonly {
      readonly balances: readonly {
        readonly type: string;
        readonly month: string;
        readonly balance: string;
      }[];
    }[];
  }
  const {
    balance_history: [found],
  } = await service<List>(`/balance_history/manual/${id}`);
  return Object.fromEntries(
    (found?.balances ?? [])
      .filter(({ type }) => type === "historical")
      .map(({ month, balance }) => [month, Number(balance)]),
  );
}

const ledgerOf = async ({ id }: Account) =>
  (
    await service<{ transactions: { date: string; amount: string; external_id: string }[] }>(
      `/transactions?manual_account_id=${id}&limit=2000`,
    )
  ).transactions
    .map(({ date, amount, external_id: external }) => `${date} ${amount} ${external}`)
    .toSorted((a, b) => (a < b ? -1 : 1));

const MONTHS = Array.from(
  { length: 12 },
  (_, index) => `2025-${String(index + 1).padStart(2, "0")}`,
);

describe("a year of overlapping monthly statements", () => {
  test("ends in the bank's last printed balance with the ends of twelve months, and the third month undone and imported again leaves all as it was", async () => {
    const year = yearOf(2025, 1_234_567);
    const account = await made();
    const runs: Import[] = [];
    for (const month of MONTHS)
      runs.push(
        await imported(
          account,
          csvOf(
            monthOf(year, month),
            MONTHS.indexOf(month) % 2 === 0 ? "oldest first" : "newest first",
          ),
        ),
      );

    expect(runs.map(({ state, error }) => error ?? state)).toEqual(MONTHS.map(() => "done"));
    const ends = Object.fromEntries(
      MONTHS.map((month) => [month, Number(printed(endOf(year, month)))]),
    );
    const seen = {
      balance: await balanceOf(account),
      history: await historyOf(account),
      ledger: await ledgerOf(account),
    };
    expect(seen.balance).toBe(Number(printed(year.at(-1)?.balance ?? 0)));
    expect(seen.history).toEqual(ends);
    expect(seen.ledger).toHaveLength(year.length);

    const third = runs[2];
    if (third === undefined) throw new Error("no third month");
    await undone(third);
    expect(await balanceOf(account)).toBe(seen.balance);
    await imported(account, csvOf(monthOf(year, "2025-03")));
    expect({
      balance: await balanceOf(account),
      history: await historyOf(account),
      ledger: await ledgerOf(account),
    }).toEqual(seen);
  });
});

describe("the balance that a statement states", () => {
  const FILE =
    "Date,Description,Amount,Balance\n2026-08-28,Market Hall,-20.00,480.00\n2026-09-03,Payroll Acme,100.00,580.00\n2026-09-20,City Trains,-30.50,549.50\n";

  test("is shown before it is set, with the day, the balance there is now and the months that the rows prove", async () => {
    const account = await made({ balance: 12.34 });
    const run = await imported(account, FILE, "&preview=true");

    expect(run.state).toBe("preview");
    expect(run.balances).toEqual([
      {
        account: { id: account.id, name: "Everyday", currency: "usd" },
        as_of: "2026-09-20",
        balance: "549.5000",
        currency: "usd",
        debt: false,
        evidence: "running balance",
        state: "planned",
        sets: true,
        may_set: true,
        reason: null,
        before: "12.3400",
        after: "549.5000",
        later_transactions: 0,
        rows_move: true,
        months: [{ month: "2026-08", balance: "480.0000" }],
      },
    ]);
    expect(await balanceOf(account)).toBe(12.34);

    await api(`/imports/${run.id}/confirm`, "POST");
    const done = await rest(run.id);
    expect(done.balances.map(({ state, before, after }) => [state, before, after])).toEqual([
      ["set", "12.3400", "549.5000"],
    ]);
    expect(await balanceOf(account)).toBe(549.5);
    expect((await service<Account>(`/manual_accounts/${account.id}`)).balance_as_of).toBe(
      "2026-09-20T23:59:59.999Z",
    );
  });

  test("is moved by transactions of later days, those that were there before among them, and by those that come afterwards", async () => {
    const account = await made();
    const insert = (date: string, amount: number) =>
      service("/transactions", "POST", {
        transactions: [{ date, amount, payee: `Kiosk ${amount}`, manual_account_id: account.id }],
      });
    await insert("2026-10-02", 9.5);
    await imported(account, FILE);
    expect(await balanceOf(account)).toBe(540);

    await insert("2026-10-05", 40);
    expect(await balanceOf(account)).toBe(500);
  });

  test("is moved by those rows of a later file without balances that are of later days, and by no others", async () => {
    const account = await made();
    await imported(account, FILE);
    const [before, { length: rows }] = [await balanceOf(account), await ledgerOf(account)];

    await imported(
      account,
      "Date,Description,Amount\n2026-08-30,Bakery,-3.00\n2026-11-05,Kiosk,-7.00\n2026-11-06,Market,-1.50\n",
    );

    expect(await ledgerOf(account)).toHaveLength(rows + 3);
    expect(await balanceOf(account)).toBe(before - 8.5);
  });

  test("undone, the balance and the history are what they were, with what came in between", async () => {
    const account = await made({ balance: 75 });
    await service(`/balance_history/manual/${account.id}`, "PUT", {
      balances: [{ month: "2026-07", balance: 60 }],
    });
    const run = await imported(account, FILE);
    expect(await historyOf(account)).toEqual({ "2026-07": 60, "2026-08": 480 });
    await service("/transactions", "POST", {
      transactions: [
        { date: "2026-11-02", amount: 5, payee: "Kiosk", manual_account_id: account.id },
      ],
    });

    const gone = await undone(run);
    expect([gone.state, gone.balances.map(({ state }) => state)]).toEqual([
      "undone",
      ["taken back"],
    ]);
    expect(await balanceOf(account)).toBe(70);
    expect(await historyOf(account)).toEqual({ "2026-07": 60 });
    expect(await ledgerOf(account)).toHaveLength(1);
  });

  test("never replaces what a person wrote of a month, and says so", async () => {
    const account = await made();
    await service(`/balance_history/manual/${account.id}`, "PUT", {
      balances: [{ month: "2026-08", balance: 479 }],
    });
    const run = await imported(account, FILE);

    expect(await historyOf(account)).toEqual({ "2026-08": 479 });
    expect(run.balances.map(({ state, reason }) => [state, reason])).toEqual([
      [
        "set",
        "One month of the history has another balance, which somebody else wrote: that stays.",
      ],
    ]);
    await undone(run);
    expect(await historyOf(account)).toEqual({ "2026-08": 479 });
  });

  test("replaces what the service recorded by itself when a month ended; undone, that is there again, and can be replaced again", async () => {
    const account = await made();
    await runInDurableObject(bindings.BUDGET.getByName("1"), (_, state) => {
      state.storage.sql.exec(
        "INSERT INTO balance_history (kind, account_id, month, balance, currency, to_base, recorded) VALUES ('manual', ?, '2026-08', 10000, 'usd', 10000, 1)",
        account.id,
      );
    });
    const run = await imported(account, FILE);
    expect(await historyOf(account)).toEqual({ "2026-08": 480 });
    await undone(run);
    expect(await historyOf(account)).toEqual({ "2026-08": 1 });
    await imported(account, FILE);
    expect(await historyOf(account)).toEqual({ "2026-08": 480 });
  });

  test("is left as it is where a person stated the balance of a later time, and the rows do not move it", async () => {
    const account = await made();
    await service("/transactions", "POST", {
      transactions: [
        { date: "2026-08-01", amount: 5, payee: "Kiosk", manual_account_id: account.id },
      ],
    });
    await scheduler.wait(2_100);
    await service(`/manual_accounts/${account.id}`, "PUT", { balance: 900 });
    const run = await imported(account, FILE);

    expect(run.balances.map(({ state, sets, reason }) => [state, sets, reason])).toEqual([
      [
        "left",
        false,
        `The account's balance was stated on ${new Date().toISOString().slice(0, 10)}, after the end of this statement: it stays as it is.`,
      ],
    ]);
    expect(await balanceOf(account)).toBe(900);
    await undone(run);
    expect(await balanceOf(account)).toBe(900);
  });

  test("stays as a person stated it after the import, when the import is undone", async () => {
    const account = await made();
    const run = await imported(account, FILE);
    await service(`/manual_accounts/${account.id}`, "PUT", { balance: 1_000 });
    const gone = await undone(run);

    expect(gone.balances.map(({ state, reason }) => [state, reason])).toEqual([
      ["taken back", "Somebody else has set the account's balance since: it stays as it is."],
    ]);
    expect(await balanceOf(account)).toBe(1_000);
  });

  test("is counted from the later statement, whichever is imported first; undoing the later one leads back to the earlier", async () => {
    const account = await made();
    const [first, second] = [
      "Date,Description,Amount,Balance\n2026-07-01,A,-1.00,99.00\n2026-07-31,B,-2.00,97.00\n",
      "Date,Description,Amount,Balance\n2026-08-01,C,-3.00,94.00\n2026-08-31,D,-4.00,90.00\n",
    ];
    const later = await imported(account, second);
    const earlier = await imported(account, first);

    expect(earlier.balances.map(({ state, reason }) => [state, reason])).toEqual([
      [
        "left",
        "A later statement, statement, says 90.0000 on 2026-08-31: the balance is counted from there.",
      ],
    ]);
    expect([await balanceOf(account), await historyOf(account)]).toEqual([
      90,
      { "2026-07": 97, "2026-08": 90 },
    ]);
    await undone(later);
    expect([await balanceOf(account), await historyOf(account)]).toEqual([97, { "2026-07": 97 }]);
    await undone(earlier);
    expect([await balanceOf(account), await historyOf(account)]).toEqual([0, {}]);
  });

  test("proves the month between two statements of which one begins with what the other ended with", async () => {
    const account = await made();
    await imported(
      account,
      "Date,Description,Amount,Balance\n2026-07-03,A,-1.00,99.00\n2026-07-28,B,-2.00,97.00\n",
    );
    expect(await historyOf(account)).toEqual({});
    await imported(
      account,
      "Date,Description,Amount,Balance\n2026-08-03,C,-3.00,94.00\n2026-08-20,D,-4.00,90.00\n",
    );
    expect(await historyOf(account)).toEqual({ "2026-07": 97 });
  });
});

describe("a person can say no", () => {
  const FILE =
    "Date,Description,Amount,Balance\n2026-08-28,Market Hall,-20.00,480.00\n2026-09-03,Payroll Acme,100.00,580.00\n";
  const NEXT =
    "Date,Description,Amount,Balance\n2026-10-03,Market Hall,-10.00,570.00\n2026-10-04,Kiosk,-1.00,569.00\n";

  const confirmed = async (run: Import, choice: string) => {
    await api(
      `/imports/${run.id}/confirm`,
      "POST",
      JSON.stringify({ balances: { [run.balances[0]?.account.id ?? 0]: choice } }),
    );
    return rest(run.id);
  };

  test("to one import: its rows move the balance as any transaction does, and no month is written", async () => {
    const account = await made({ balance: 10 });
    const run = await confirmed(await imported(account, FILE, "&preview=true"), "leave");

    expect(run.balances.map(({ state }) => state)).toEqual(["left"]);
    expect([await balanceOf(account), await historyOf(account)]).toEqual([90, {}]);
  });

  test("with the upload, where nobody confirms", async () => {
    const account = await made({ balance: 10 });
    const run = await imported(account, FILE, "&set_balance=false");

    expect(run.balances.map(({ state, reason }) => [state, reason])).toEqual([
      ["left", "The upload asked to leave the balance alone."],
    ]);
    expect(await balanceOf(account)).toBe(90);
  });

  test("for an account: later statements leave it until a person says otherwise", async () => {
    const account = await made({ balance: 10 });
    await confirmed(await imported(account, FILE, "&preview=true"), "never");
    const next = await imported(account, NEXT, "&preview=true");
    expect(next.balances.map(({ sets, may_set: may, reason }) => [sets, may, reason])).toEqual([
      [false, true, "You chose that statements leave this account's balance alone."],
    ]);
    expect(await balanceOf(account)).toBe(90);

    await confirmed(next, "always");
    expect(await balanceOf(account)).toBe(569);
    const again = await imported(account, FILE, "&preview=true");
    expect(again.balances.map(({ reason }) => reason)).toEqual([
      "A later statement, statement, says 569.0000 on 2026-10-04: the balance is counted from there.",
    ]);
  });

  test("and is told of an account whose balance cannot be chosen", async () => {
    const account = await made();
    const run = await imported(
      account,
      "Date,Description,Amount\n2026-08-28,Market Hall,-20.00\n2026-08-29,Kiosk,-2.00\n",
      "&preview=true",
    );
    await expect(confirmed({ ...run, balances: [] }, "set")).rejects.toThrow(
      "this file states no balance that could be set",
    );
    await expect(
      api(`/imports/${run.id}/confirm`, "POST", '{"balances":{"1":"perhaps"}}'),
    ).rejects.toThrow("400");
  });
});

describe("the balance of a debt", () => {
  const ofx = (
    balance: string,
    day = "20260930",
  ) => `<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>USD<CCACCTFROM><ACCTID>4111</CCACCTFROM><BANKTRANLIST><DTSTART>20260901<DTEND>20260930
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260903<TRNAMT>-40.00<FITID>a1<NAME>Market Hall</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260910<TRNAMT>15.00<FITID>a2<NAME>Payment</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>${balance}<DTASOF>${day}</LEDGERBAL></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`;

  test("that a card's statement prints negative is what is owed, also of the month that it ends with", async () => {
    const card = await made({ name: "Card", type: "credit" });
    const run = await imported(card, ofx("-225.00"));

    expect(run.balances.map(({ balance, state, months }) => [balance, state, months])).toEqual([
      ["225.0000", "set", [{ month: "2026-09", balance: "225.0000" }]],
    ]);
    expect([await balanceOf(card), await historyOf(card)]).toEqual([225, { "2026-09": 225 }]);
    await undone(run);
    expect([await balanceOf(card), await historyOf(card)]).toEqual([0, {}]);
  });

  test("that is printed without a sign is not taken for money that is there", async () => {
    const card = await made({ name: "Card", type: "credit" });
    const run = await imported(card, ofx("225.00"), "&preview=true");

    expect(run.balances.map(({ sets, may_set: may, reason }) => [sets, may, reason])).toEqual([
      [
        false,
        true,
        "According to this file, more was paid than was owed. Some banks print a debt without a minus sign: check it before you set it.",
      ],
    ]);
    await api(`/imports/${run.id}/confirm`, "POST");
    await rest(run.id);
    expect(await balanceOf(card)).toBe(25);
  });

  const OWED = [
    [
      "a column of amounts",
      "Date,Description,Amount,Balance\n2026-09-01,Market Hall,40.00,140.00\n2026-09-03,Fuel,25.50,165.50\n2026-09-10,Payment,-100.00,65.50\n2026-09-12,Films,15.49,80.99\n",
      ["2026-09-01 Market Hall: 40.00 in", "2026-09-01 Market Hall: 40.00 out"],
    ],
    [
      "columns of debits and credits",
      "Date,Description,Debit,Credit,Balance\n2026-09-01,Market Hall,40.00,,140.00\n2026-09-03,Fuel,25.50,,165.50\n2026-09-10,Payment,,100.00,65.50\n2026-09-12,Films,15.49,,80.99\n",
      [
        "4 transactions: money in 80.99, money out 100.00. The balance at the end would be 80.99, which the file prints too.",
        "4 transactions: money in 100.00, money out 80.99. The balance at the end would be −80.99, which the file prints too.",
      ],
    ],
  ] as const;

  test.each(OWED)(
    "whose running balance is printed without a sign beside %s is asked about once, and read as what is owed",
    async (_, file, [held, owed]) => {
      const card = await made({ name: "Card", type: "credit" });
      const asked = await imported(card, file, "&preview=true");
      expect(
        asked.questions.map(({ ask, choices }) => [
          ask,
          ...choices.map(({ value, example }) => `${value}: ${example}`),
        ]),
      ).toEqual([
        [
          "Does the balance in this file show what is in the account or what is owed?",
          `held: ${held}`,
          `owed: ${owed}`,
        ],
      ]);

      await api(
        `/imports/${asked.id}/answers`,
        "POST",
        JSON.stringify({ answers: { balance_says: "owed" } }),
      );
      const run = await rest(asked.id);
      expect([
        run.layout?.proof.rows_proven,
        run.balances.map(({ balance, sets }) => [balance, sets]),
      ]).toEqual([3, [["80.9900", true]]]);
      await api(`/imports/${run.id}/confirm`, "POST");
      await rest(run.id);
      expect(await balanceOf(card)).toBe(80.99);
      expect((await ledgerOf(card)).map((row) => row.split(" ")[1])).toEqual([
        "40.0000",
        "25.5000",
        "-100.0000",
        "15.4900",
      ]);

      const next = await imported(card, file.replaceAll("2026-09", "2026-10"), "&preview=true");
      expect([next.state, next.questions]).toEqual(["preview", []]);
    },
  );

  test("whose running balance was answered to be what is in the account is shown and left", async () => {
    const card = await made({ name: "Card", type: "credit" });
    const asked = await imported(card, OWED[0][1], "&preview=true");
    await api(
      `/imports/${asked.id}/answers`,
      "POST",
      JSON.stringify({ answers: { balance_says: "held" } }),
    );
    const run = await rest(asked.id);
    expect([
      run.state,
      run.balances.map(({ balance, sets, may_set: may }) => [balance, sets, may]),
    ]).toEqual(["preview", [["-80.9900", false, true]]]);
  });

  test("of 0.00 that nothing proves is left, and one of a day to come as well", async () => {
    const card = await made({ name: "Card", type: "credit" });
    const nothing = await imported(card, ofx("0.00"), "&preview=true");
    expect(nothing.balances.map(({ sets, reason }) => [sets, reason])).toEqual([
      [
        false,
        "The file states a balance of 0.00 without proof; some banks print it for every account.",
      ],
    ]);
    const ahead = await imported(card, ofx("-1.00", "21991231"), "&preview=true");
    expect(ahead.balances.map(({ sets, may_set: may }) => [sets, may])).toEqual([[false, false]]);
  });
});

describe("balances beside the rows", () => {
  test("that the rows lead to prove the ends of months between them", async () => {
    const account = await made();
    const mt940 =
      ":20:1\n:25:12345678/0001\n:28C:1/1\n:60F:C260630USD100,00\n:61:2607030703D10,00NMSCNONREF\n:86:Market Hall\n:61:2608050805C50,00NMSCNONREF\n:86:Payroll\n:61:2608200820D5,00NMSCNONREF\n:86:Kiosk\n:62F:C260831USD135,00\n-\n";
    const run = await imported(account, mt940);

    expect(
      run.balances.map(({ evidence, as_of: day, balance }) => [evidence, day, balance]),
    ).toEqual([["opening and closing balance", "2026-08-31", "135.0000"]]);
    expect([await balanceOf(account), await historyOf(account)]).toEqual([
      135,
      { "2026-07": 90, "2026-08": 135 },
    ]);
  });

  test("of one day under a label of their own are set as of that day", async () => {
    const account = await made({ currency: "eur" });
    const file =
      "Kontonummer:;DE02120300000000202051\nKontostand vom 30.09.2026:;1.234,56 EUR\n\nBuchungstag;Verwendungszweck;Betrag (EUR)\n03.09.2026;Miete September;-900,00\n12.09.2026;Gehalt Acme;2.000,00\n";
    const run = await imported(account, file, "&preview=true");

    expect(
      run.balances.map(({ evidence, as_of: day, balance, sets }) => [evidence, day, balance, sets]),
    ).toEqual([["stated", "2026-09-30", "1234.5600", true]]);
  });

  test("that count credit or what is not booked yet are no balances of the account", async () => {
    const account = await made({ currency: "eur" });
    const file =
      "Kontonummer:;DE02120300000000202051\nVerfügbarer Saldo vom 30.09.2026:;1.234,56 EUR\n\nBuchungstag;Verwendungszweck;Betrag (EUR)\n03.09.2026;Miete September;-900,00\n12.09.2026;Gehalt Acme;2.000,00\n";
    expect((await imported(account, file, "&preview=true")).balances).toEqual([]);
  });

  test("in another currency than the account are shown in theirs and left", async () => {
    const account = await made();
    const file =
      "Date,Description,Amount,Currency,Balance\n2026-08-28,Market Hall,-20.00,EUR,480.00\n2026-09-03,Payroll,100.00,EUR,580.00\n";
    const run = await imported(account, file, "&preview=true");

    expect(
      run.balances.map(({ balance, currency, sets, may_set: may, reason }) => [
        balance,
        currency,
        sets,
        may,
        reason,
      ]),
    ).toEqual([
      [
        "580.0000",
        "eur",
        false,
        false,
        "The file's balance or a row is in another currency than the account, USD.",
      ],
    ]);
  });

  test("that do not fit the rows are left", async () => {
    const account = await made();
    const file =
      "Date,Description,Amount,Balance\n2026-03-13,Coffee,-3.50,996.50\n2026-03-14,Market,-10.00,986.50\n2026-03-15,Train,-5.00,950.00\n2026-03-16,Salary,100.00,1050.00\n";
    const run = await imported(account, file, "&preview=true");
    expect(
      run.balances.map(({ sets, may_set: may, reason, months }) => [sets, may, reason, months]),
    ).toEqual([[false, true, "The balances in the file do not fit its rows.", []]]);
  });
});

test("deleting rows whose statement set the balance moves nothing, and neither does undoing that", async () => {
  const account = await made();
  await imported(
    account,
    "Date,Description,Amount,Balance\n2026-10-01,Milk,-2.50,97.50\n2026-10-02,Wage,10.00,107.50\n2026-10-03,Bread,-5.00,102.50\n",
  );
  interface List {
    readonly transactions: readonly { readonly id: number }[];
  }
  const query = "start_date=2026-10-01&end_date=2026-10-31";
  const ids = async () =>
    (
      await service<List>(`/transactions?manual_account_id=${account.id}&${query}`)
    ).transactions.map(({ id }) => id);
  const before = await balanceOf(account);
  const { change } = await api<{ change: { id: number } }>("/changes", "POST", {
    key: "delete",
    delete: await ids(),
  });
  const [left, without] = [await ids(), await balanceOf(account)];
  await api(`/changes/${change.id}/undo`, "POST", { key: "undo" });

  expect([before, without]).toEqual([102.5, 102.5]);
  expect(left).toEqual([]);
  expect(await ids()).toHaveLength(3);
  expect(await balanceOf(account)).toBe(102.5);
});
