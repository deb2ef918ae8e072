// The SimpleFIN reader against the fake server: tokens, both versions of the protocol, windows, and each fault.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AccountSet } from "../../../src/sources/simplefin/account-set.ts";
import { claim } from "../../../src/sources/simplefin/claim.ts";
import { plainText } from "../../../src/sources/simplefin/plain-text.ts";
import { readSimplefin, splitWindows } from "../../../src/sources/simplefin/read.ts";
import type { Pins } from "../../../src/sources/reading.ts";
import {
  pinOfAccount,
  readSimplefinAccount,
  SIMPLEFIN_SETTINGS,
} from "../../../src/sources/simplefin/schedule.ts";
import { readAccess, readPasted } from "../../../src/sources/simplefin/token.ts";
import { must } from "../../../src/platform/assert.ts";
import { addDays, dayNumber, parseDay } from "../../../src/money/day.ts";
import { FakeSimplefin, household, type FakeAccount } from "../fakes/simplefin.ts";
import { fetchingFrom } from "./fetching.ts";

const day = (text: string) => must(parseDay(text), "a day");
const NOVEMBER = { start: day("2026-11-01"), end: day("2026-11-21") };

const read = (
  fake: FakeSimplefin,
  range: typeof NOVEMBER | null = NOVEMBER,
  account: string | null = null,
) => readSimplefin({ accessUrl: fake.accessUrl, range, account, fetching: fetchingFrom(fake) });

async function told(fake: FakeSimplefin, range: typeof NOVEMBER | null = NOVEMBER) {
  const set = await read(fake, range);
  if (!set.ok) throw new Error(set.error.message);
  return set.value;
}

const withFirst = (change: Partial<FakeAccount>): FakeSimplefin => {
  const [first, ...others] = household("2026-11-20");
  return new FakeSimplefin([{ ...must(first, "an account"), ...change }, ...others]);
};

describe("what is pasted", () => {
  test("a setup token is read with blanks and line breaks, in either base64", () => {
    const url = "https://bridge.example/simplefin/claim/a?b>c";
    const token = btoa(url);
    const spread = `  ${token.slice(0, 10)}\n${token.slice(10)} `;

    expect(readPasted(spread)).toEqual({
      ok: true,
      value: { kind: "claim", url, host: "bridge.example" },
    });
    expect(
      readPasted(token.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")),
    ).toMatchObject({ ok: true });
  });

  test("an access URL that was claimed already is accepted", () => {
    expect(readPasted("https://u:p@bridge.example/simplefin")).toMatchObject({
      ok: true,
      value: { kind: "access", host: "bridge.example" },
    });
  });

  test.each([
    "",
    "hello",
    btoa("hello"),
    "https://bridge.example/claim/planted-x",
    btoa("https://u:p@bridge.example/claim/x"),
    btoa("ftp://bridge.example/"),
    "A".repeat(5_000),
  ])("is refused where it is neither: %s", (text) => {
    const pasted = readPasted(text);

    expect(pasted.ok).toBe(false);
    expect(JSON.stringify(pasted)).not.toContain("planted");
  });

  test("the credentials of an access URL are taken out and decoded", () => {
    const access = readAccess("https://planted%40user:p%3Ass@bridge.example:8443/simplefin/");

    expect(access).toEqual({
      ok: true,
      value: {
        root: "https://bridge.example:8443/simplefin",
        host: "bridge.example:8443",
        authorization: `Basic ${btoa("planted@user:p:ss")}`,
      },
    });
  });
});

describe("a claim", () => {
  test("a claim gives the access URL once and then reports that the token was used", async () => {
    const fake = new FakeSimplefin();
    const url = atob(fake.setupToken);

    expect(await claim(url, fetchingFrom(fake))).toEqual({ ok: true, value: fake.accessUrl });
    expect(await claim(url, fetchingFrom(fake))).toMatchObject({
      ok: false,
      error: { kind: "claimed" },
    });
  });

  test("a claim without an answer is repeated, and one with an unusable answer is not", async () => {
    const fake = new FakeSimplefin();
    fake.losesClaim = true;
    const url = atob(fake.setupToken);

    expect(await claim(url, fetchingFrom(fake))).toMatchObject({ error: { kind: "no answer" } });
    const odd = await claim(url, async () => ({
      ok: true,
      value: {
        status: 200,
        headers: new Headers(),
        body: new TextEncoder().encode("<html>planted-secret"),
      },
    }));
    expect(odd).toMatchObject({ error: { kind: "unusable" } });
    expect(JSON.stringify(odd)).not.toContain("planted");
  });
});

describe("an account set", () => {
  test.each([1, 2])(
    "of version %i gives accounts with exact digits, days and what is pending",
    async (version) => {
      const fake = new FakeSimplefin();
      fake.version = version;

      const { accounts, leftOut, messages } = await told(fake);

      expect([leftOut, messages]).toEqual([[], []]);
      expect(accounts[0]).toEqual({
        id: "ACT-everyday",
        name: "Everyday (4321)",
        institution: "Alpine Bank",
        connection: version === 1 ? null : "CON-alpine",
        complete: true,
        currency: "usd",
        balance: "1250.5",
        available: "1200",
        balanceAsOf: Date.parse("2026-11-20T12:00:00Z"),
        transactions: [
          {
            id: "TRN-1",
            posted: "2026-11-15",
            transacted: "2026-11-14",
            amount: "-4.5",
            description: "CORNER CAFE 0042",
            payee: "Corner Cafe",
            memo: "card 4321",
            pending: false,
          },
          {
            id: "TRN-2",
            posted: "2026-11-17",
            transacted: null,
            amount: "2000",
            description: "SALARY ACME",
            payee: null,
            memo: null,
            pending: false,
          },
          {
            id: "TRN-3",
            posted: null,
            transacted: "2026-11-19",
            amount: "-12",
            description: "PENDING GROCER",
            payee: null,
            memo: null,
            pending: true,
          },
        ],
      });
    },
  );

  test("a range is requested from the first instant of its first day to the last of its last", async () => {
    const fake = new FakeSimplefin();
    await told(fake);

    expect(fake.asked).toEqual([
      `?start-date=${Date.UTC(2026, 10, 1) / 1000}&end-date=${Date.UTC(2026, 10, 22) / 1000}&pending=1&version=2`,
    ]);
  });

  test("a transaction that is listed as pending and as posted is posted, in either order", async () => {
    const posted = { id: "a", posted: secondsOf("2026-11-10"), amount: "1.10", description: "x" };
    const pending = { id: "a", posted: 0, pending: true, amount: "1", description: "x" };

    for (const transactions of [
      [posted, pending],
      [pending, posted],
    ])
      expect((await told(withFirst({ transactions }))).accounts[0]?.transactions).toMatchObject([
        { id: "a", amount: "1.1", pending: false },
      ]);
  });

  test("only balances are requested if no range is given", async () => {
    const fake = new FakeSimplefin();

    expect((await told(fake, null)).accounts.map(({ transactions }) => transactions)).toEqual([
      [],
      [],
    ]);
    expect(fake.asked).toEqual(["?balances-only=1&version=2"]);
  });

  test.each<[string, Partial<FakeAccount>, string]>([
    ["a balance that is no number", { balance: "1,250.50" }, '"1,250.50"'],
    ["a number in place of a text that is too long for any", { balance: 1e60 }, '"balance"'],
    ["no balance", { balance: undefined }, "missing"],
    ["points", { currency: "https://alpine.example/miles" }, "points"],
    ["an unknown currency", { currency: "XXQ" }, "XXQ"],
    ["a date in milliseconds", { "balance-date": 1_795_000_000_000 }, "seconds since 1970"],
    [
      "a transaction without an id",
      { transactions: [{ id: "", posted: 1_795_000_000, amount: "1", description: "x" }] },
      "transaction 1",
    ],
    [
      "a transaction of a broken amount",
      { transactions: [{ id: "a", posted: 1_794_700_000, amount: "1e3", description: "x" }] },
      '"1e3"',
    ],
    [
      "two different transactions of one id",
      {
        transactions: [
          { id: "a", posted: 1_794_700_000, amount: "1", description: "x" },
          { id: "a", posted: 1_794_700_000, amount: "2", description: "x" },
        ],
      },
      'the id "a"',
    ],
  ])(
    "with %s leaves that account out with the reason, and the other stands",
    async (_, change, words) => {
      const { accounts, leftOut } = await told(withFirst(change));

      expect(accounts.map(({ id }) => id)).toEqual(["ACT-card"]);
      expect(leftOut).toEqual([{ id: "ACT-everyday", reason: expect.stringContaining(words) }]);
    },
  );

  test("two accounts with the same id are both left out, and a repeated transaction counts once", async () => {
    const [one, two] = household("2026-11-20");
    const twice = new FakeSimplefin([
      must(one, "an account"),
      { ...must(two, "an account"), id: "ACT-everyday" },
    ]);
    expect(await told(twice)).toMatchObject({
      accounts: [],
      leftOut: [{ id: "ACT-everyday" }, { id: "ACT-everyday" }],
    });

    const same = { id: "a", posted: secondsOf("2026-11-10"), amount: "1", description: "x" };
    expect(
      (await told(withFirst({ transactions: [same, { ...same }] }))).accounts[0]?.transactions,
    ).toHaveLength(1);
  });

  test("each message of the server is reported once, without markup", async () => {
    const fake = new FakeSimplefin();
    fake.errors = [
      {
        code: "con.auth",
        msg: "Sign in at <a href='https://evil.example'>Alpine</a>\u202e <script>x()</script>now",
        conn_id: "CON-alpine",
      },
    ];

    expect((await told(fake, { start: day("2026-01-01"), end: NOVEMBER.end })).messages).toEqual([
      {
        code: "con.auth",
        text: "Sign in at Alpine x() now",
        connection: "CON-alpine",
        account: null,
      },
    ]);
    fake.version = 1;
    expect((await told(fake)).messages).toMatchObject([{ code: "gen.", connection: null }]);
  });

  test("a number instead of a text keeps its digits, and a repeated key is refused", async () => {
    const fake = new FakeSimplefin();
    const answer = (balance: string) =>
      `{"errors":[],"accounts":[{"org":{"name":"A"},"id":"A","name":"A","currency":"USD","balance":${balance},"balance-date":1.7949e9}]}`;
    fake.malformed = answer("0.100000000000000000001e2");
    expect((await told(fake)).leftOut[0]?.reason).toContain("0.100000000000000000001e2");

    fake.malformed = answer("1234567890123456.1234");
    expect((await told(fake)).accounts).toMatchObject([
      { balance: "1234567890123456.1234", balanceAsOf: 1_794_900_000_000 },
    ]);

    fake.malformed = answer('"1","balance":"2"');
    expect(await read(fake)).toMatchObject({
      ok: false,
      error: { kind: "malformed", message: expect.stringContaining('has the key "balance" twice') },
    });
  });

  test("a message about the last of many connections counts", async () => {
    const fake = new FakeSimplefin();
    fake.errors = Array.from({ length: 30 }, (_, index) => ({
      code: "con.auth",
      msg: `Sign in at bank ${index}`,
      conn_id: index === 29 ? "CON-alpine" : `CON-${index}`,
    }));

    expect((await told(fake)).accounts.map(({ complete }) => complete)).toEqual([false, false]);
  });

  test.each<[string, FakeSimplefin["errors"][number], boolean]>([
    ["of another account", { code: "act.failed", msg: "x", account_id: "ACT-other" }, true],
    ["of another connection", { code: "con.auth", msg: "x", conn_id: "CON-other" }, true],
    [
      "of another account of its connection",
      { code: "act.failed", msg: "x", conn_id: "CON-alpine", account_id: "ACT-other" },
      true,
    ],
    [
      "of its connection, in words of its own",
      { code: "new", msg: "x", conn_id: "CON-alpine" },
      false,
    ],
    ["of nothing by name", { code: "con.unavailable", msg: "x" }, false],
    ["of the request", { code: "gen.api", msg: "Requested date range exceeds limit" }, true],
    ["in words of its own", { code: "new", msg: "x" }, false],
  ])("with an error %s is whole or may not be", async (_, error, complete) => {
    const fake = new FakeSimplefin();
    fake.errors = [error];

    expect((await told(fake)).accounts.map((account) => account.complete)).toEqual([
      complete,
      complete,
    ]);
  });

  test("an account that the server could not read completely is not complete", async () => {
    const fake = new FakeSimplefin();
    fake.errors = [{ code: "act.missingdata", msg: "Try again later.", account_id: "ACT-card" }];

    expect((await told(fake)).accounts.map(({ complete }) => complete)).toEqual([true, false]);
  });
});

describe("a schedule", () => {
  const readOne = (fake: FakeSimplefin, account?: string, pins: Pins = {}) =>
    readSimplefinAccount({
      pins,
      settings: SIMPLEFIN_SETTINGS.parse(account === undefined ? {} : { account }),
      secrets: { token: fake.accessUrl },
      fetching: fetchingFrom(fake),
      now: Date.parse("2026-11-21T08:00:00Z"),
    });
  const card = () => new FakeSimplefin(household("2026-11-20").slice(1));

  test("a schedule without an account reads the only one", async () => {
    expect(await readOne(card())).toMatchObject({
      ok: true,
      value: { account: { id: "ACT-card" } },
    });
  });

  test("a schedule reads what is booked on the next day, which has begun east of Greenwich", async () => {
    const booked = (on: string) => ({
      id: on,
      posted: secondsOf(on),
      amount: "-1.10",
      description: "x",
    });
    const fake = withFirst({ transactions: [booked("2026-11-22"), booked("2026-11-23")] });

    expect(await readOne(fake, "ACT-everyday")).toMatchObject({
      ok: true,
      value: { account: { transactions: [{ id: "2026-11-22" }] } },
    });
  });

  test("a schedule without an account keeps to the first one that it read", async () => {
    const [everyday, other] = household("2026-11-20").map((account) => must(account, "an account"));
    const pins = pinOfAccount(
      must(
        await readOne(card()).then((read) => (read.ok ? read.value.account : null)),
        "it is read",
      ),
    );
    const both = withFirst({});

    expect(await readOne(both, undefined, pins)).toMatchObject({
      ok: true,
      value: { account: { id: "ACT-card" } },
    });
    expect(await readOne(withFirst({ balance: "?" }), undefined, pins)).toMatchObject({
      ok: true,
      value: { account: { id: "ACT-card" } },
    });
    for (const accounts of [[must(everyday, "one")], [{ ...must(other, "one"), id: "ACT-new" }]]) {
      expect(await readOne(new FakeSimplefin(accounts), undefined, pins)).toMatchObject({
        ok: false,
        error: {
          kind: "gone",
          message: expect.stringContaining(
            "no longer lists the account that the schedule has read so far, ACT-card",
          ),
        },
      });
      expect(
        await readOne(new FakeSimplefin(accounts), must(accounts[0], "one").id, pins),
      ).toMatchObject({ ok: true });
    }
  });

  test("a schedule without an account reads none if another account is unreadable", async () => {
    const fake = withFirst({ balance: "?" });

    expect(await readOne(fake)).toMatchObject({
      ok: false,
      error: {
        kind: "gone",
        message: expect.stringContaining(
          "lists 2 accounts, and the schedule does not say which one",
        ),
      },
    });
    expect(await readOne(fake, "Card")).toMatchObject({
      ok: true,
      value: { account: { id: "ACT-card" } },
    });
    expect(await readOne(fake, "ACT-everyday")).toMatchObject({
      ok: false,
      error: { kind: "malformed", message: expect.stringContaining('"balance"') },
    });
  });
});

const secondsOf = (text: string) => Date.parse(`${text}T12:00:00Z`) / 1000;

describe("a fault", () => {
  test.each<[string, (fake: FakeSimplefin) => void, object]>([
    [
      "revoked",
      (fake) => void (fake.revoked = true),
      { kind: "refused", message: expect.stringContaining("Connect again") },
    ],
    [
      "not paid",
      (fake) => void (fake.status = 402),
      { kind: "gone", message: expect.stringContaining("payment") },
    ],
    [
      "asked too often",
      (fake) => void Object.assign(fake, { status: 429, retryAfter: "3600" }),
      { kind: "limited", retryAfter: 3_600_000 },
    ],
    ["down", (fake) => void (fake.status = 503), { kind: "unreachable" }],
    ["no JSON", (fake) => void (fake.malformed = "<html>"), { kind: "malformed" }],
    [
      "no list of accounts",
      (fake) => void (fake.malformed = '{"accounts": {}}'),
      { kind: "malformed" },
    ],
    [
      "endless nesting",
      (fake) => void (fake.malformed = "[".repeat(100_000)),
      { kind: "malformed" },
    ],
    ["too large", (fake) => void (fake.malformed = " ".repeat(9_000_000)), { kind: "too large" }],
  ])("of a server that is %s is told, without a secret", async (_, set, expected) => {
    const fake = new FakeSimplefin();
    set(fake);

    const set_ = await read(fake);

    expect(set_).toMatchObject({ ok: false, error: expected });
    expect(JSON.stringify(set_)).not.toContain("planted");
  });
});

describe("a long range", () => {
  test("a long range is requested in windows and joined with the last balances", async () => {
    const fake = new FakeSimplefin();
    const first = must(fake.accounts[0], "an account");
    first.transactions.push({
      id: "TRN-old",
      posted: secondsOf("2026-03-01"),
      amount: "-1.00",
      description: "OLD",
    });

    const { accounts, messages } = await told(fake, {
      start: day("2026-02-01"),
      end: NOVEMBER.end,
    });

    expect(fake.asked).toHaveLength(4);
    expect(messages).toEqual([]);
    expect(accounts[0]?.transactions.map(({ id }) => id).sort()).toEqual([
      "TRN-1",
      "TRN-2",
      "TRN-3",
      "TRN-old",
    ]);
  });

  test("at most nine windows of at most 90 days cover a range without gap or overlap", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_200 }), (days) => {
        const end = day("2026-11-21");
        const start = addDays(end, -days);
        const windows = splitWindows({ start, end });
        expect(windows.at(-1)?.end).toBe(end);
        expect(windows[0]?.start).toBe(days < 810 ? start : addDays(end, -809));
        for (const [index, window] of windows.entries()) {
          expect(dayNumber(window.end) - dayNumber(window.start)).toBeLessThan(90);
          if (index > 0)
            expect(window.start).toBe(addDays(must(windows[index - 1], "one before").end, 1));
        }
      }),
      { numRuns: 60 },
    );
  });

  test("a range that is too long reports its first requested day", async () => {
    const fake = new FakeSimplefin();
    const unasked = (set: AccountSet) => set.messages.map(({ text }) => text);

    // The first of 810 days that end with 30 November 2026.
    expect(unasked(await told(fake, { start: day("2024-09-12"), end: day("2026-11-30") }))).toEqual(
      [],
    );
    expect(unasked(await told(fake, { start: day("2024-09-11"), end: day("2026-11-30") }))).toEqual(
      [
        "Transactions before 2024-09-12 were not requested: at most 810 days are requested at once.",
      ],
    );
  });

  test("an account that vanishes and comes back during a long range is incomplete", async () => {
    const fake = new FakeSimplefin();
    const all = fake.accounts;
    const asking = fetchingFrom(fake);
    let requests = 0;
    const set = await readSimplefin({
      accessUrl: fake.accessUrl,
      range: { start: day("2026-07-01"), end: NOVEMBER.end },
      account: null,
      fetching: (request) => {
        requests += 1;
        fake.accounts = requests === 1 ? all.slice(0, 1) : all;
        return asking(request);
      },
    });

    expect(set).toMatchObject({
      ok: true,
      value: {
        accounts: [
          { id: "ACT-everyday", complete: true },
          { id: "ACT-card", complete: false },
        ],
      },
    });
  });
});

test("plain text never holds a tag", () => {
  fc.assert(
    fc.property(
      fc.string({
        maxLength: 80,
        unit: fc.constantFrom("<", ">", "a", "/", " ", "\u0000", "!", "é", "1"),
      }),
      (text) => {
        expect(plainText(text, 40)).not.toMatch(/<[a-z/!?]|\p{Cc}|^\s|\s$|\s\s/u);
      },
    ),
  );
});
