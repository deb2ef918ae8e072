// Banks connected by SimpleFIN: claiming, fetching, statuses, changes at the server, and an object
// that is killed between any two steps. The server is a fake one; the budget is the real object's
// database.

import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TokenKeys } from "../../src/platform/sealing/seal.ts";
import { BANK_SECRETS, SourceAccess } from "../../src/budget/source-access.ts";
import { toProviderAnswer, bankProvider } from "../../src/budget/banks/provider.ts";
import { requestJob } from "../../src/budget/jobs/queue.ts";
import { runDueJobs } from "../../src/budget/jobs/run.ts";
import { JOBS } from "../../src/budget/jobs.ts";
import { NO_PROVIDERS } from "../../src/budget/linked/feed-providers.ts";
import { addAccounts, askFetch } from "../../src/budget/linked/store.ts";
import type { Ports } from "../../src/budget/outside.ts";
import { answer } from "../../src/budget/answer.ts";
import { OWN_ROUTES } from "../../src/budget/routes.ts";
import { ALL_SCOPES } from "../../src/budget/scope.ts";
import {
  BANK_ASK_INTERVAL_MS,
  BANK_CLAIMS_MAX,
  PROVIDER_ACCOUNTS_MAX,
  PROVIDER_TRANSACTIONS_MAX,
} from "../../src/platform/limits.ts";
import type { Fetching } from "../../src/sources/fetching.ts";
import { Sql } from "../../src/platform/sql/sql.ts";
import { must } from "../../src/platform/assert.ts";
import { parseDay } from "../../src/money/day.ts";
import { storedQuantity as parsedQuantity } from "../../src/money/quantity.ts";
import { FakeSimplefin, household } from "../sources/fakes/simplefin.ts";
import { fetchingFrom } from "../sources/simplefin/fetching.ts";
import { bindings, config, database, get } from "./client.ts";
import { reset } from "../reset.ts";

const TODAY = "2100-11-21";
beforeEach(() => {
  vi.spyOn(Date, "now").mockReturnValue(Date.parse(`${TODAY}T12:00:00Z`));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

const day = must(parseDay(TODAY), "a day");
const server = () => new FakeSimplefin(household(TODAY));

function portsOf(sql: Sql, fetching: Fetching, keys: TokenKeys = config): Ports {
  const banks = new SourceAccess(BANK_SECRETS, keys, "1", fetching);
  return {
    providers: { ...NO_PROVIDERS, banks, linked: bankProvider(sql, banks, NO_PROVIDERS.linked) },
  } as Ports;
}

async function inBudget<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  await get("/me");
  return runInDurableObject(bindings.BUDGET.getByName("1"), async (_, state) =>
    work(new Sql(state.storage)),
  );
}

/** One request to /api/linked/connections. */
async function ask(
  method: string,
  path = "",
  body?: object,
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
): Promise<{ status: number; body: any }> {
  return inBudget(async (sql) => {
    const request = new Request(`http://localhost/api/linked/connections${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const caller = { userId: 1, label: "test", scopes: ALL_SCOPES };
    const never: Fetching = async () => Promise.reject(new Error("a request asks nobody"));
    const response = await answer(
      { routes: OWN_ROUTES, base: "/api" },
      request,
      { sql, caller, ports: portsOf(sql, never) },
      Date.now,
    );
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  });
}

const connect = async (fake: FakeSimplefin) =>
  (await ask("POST", "", { token: fake.setupToken })).body;
const connections = async () => (await ask("GET")).body.connections;
const accounts = async () => (await get("/linked_accounts")).body.linked_accounts;
const transactions = async () =>
  (await get("/transactions?include_pending=true&limit=500")).body.transactions.filter(
    (one: { linked_account_id: number | null }) => one.linked_account_id !== null,
  );

/** What the object's alarm would do at that time. */
async function alarm(
  fake: FakeSimplefin,
  now = Date.now(),
  fetching = fetchingFrom(fake),
): Promise<void> {
  await inBudget(async (sql) => {
    await runDueJobs(JOBS, sql, portsOf(sql, fetching), () => now);
  });
}

/** Lets a millisecond go by: what is asked for now is not due in an alarm that rang before. */
function later(): void {
  vi.mocked(Date.now).mockReturnValue(Date.now() + 1);
}

async function fetchAgain(fake: FakeSimplefin, now = Date.now()): Promise<void> {
  await database((sql) => {
    askFetch(
      sql,
      sql.all<{ id: number }>("SELECT id FROM linked_accounts").map(({ id }) => id),
      null,
      now,
    );
    requestJob(sql, "fetch linked accounts", now);
  });
  await alarm(fake, now);
}

async function connected(fake = server()): Promise<FakeSimplefin> {
  await connect(fake);
  await alarm(fake);
  return fake;
}

describe("a setup token", () => {
  test("a setup token is claimed, and its accounts appear with balances and transactions", async () => {
    const fake = server();
    const made = await connect(fake);
    expect(made).toMatchObject({
      host: "bridge.example",
      state: "claiming",
      accounts: [],
      messages: [],
    });

    await alarm(fake);

    expect(await connections()).toMatchObject([
      {
        id: made.id,
        state: "open",
        reason: null,
        accounts: [
          { name: "Everyday (4321)", status: "active" },
          { name: "Card", status: "active" },
        ],
      },
    ]);
    expect(await accounts()).toMatchObject([
      {
        linked_item_id: made.id,
        institution_name: "Alpine Bank",
        name: "Everyday (4321)",
        status: "active",
        balance: "1250.5000",
        currency: "usd",
      },
      { name: "Card", balance: "-88.1000" },
    ]);
    expect(
      (await transactions())
        .map(({ payee, amount, is_pending }: Record<string, unknown>) => [
          payee,
          amount,
          is_pending,
        ])
        .sort(),
    ).toEqual([
      ["Corner Cafe", "4.5000", false],
      ["GARAGE", "88.1000", false],
      ["PENDING GROCER", "12.0000", true],
      ["SALARY ACME", "-2000.0000", false],
    ]);
  });

  test("a setup token and its access are neither stored in plain text nor answered", async () => {
    const fake = await connected();
    await ask("POST", "", { token: btoa("https://bridge.example/simplefin/claim/planted-other") });
    const stored = await database((sql) => JSON.stringify(sql.all("SELECT * FROM banks")));

    for (const secret of [
      "planted",
      fake.setupToken,
      "claim/",
      btoa("https://bridge.example/simplefin/claim/planted-other"),
    ])
      expect(stored + JSON.stringify(await connections())).not.toContain(secret);
  });

  test("a setup token that is pasted twice makes one connection", async () => {
    const fake = server();
    const [first, second] = [await connect(fake), await connect(fake)];
    await alarm(fake);

    expect(second.id).toBe(first.id);
    expect(await connections()).toHaveLength(1);
    expect(await accounts()).toHaveLength(2);
  });

  test("a setup token that is already used is reported with the possible reasons", async () => {
    const fake = server();
    fake.claimed = true;
    await connected(fake);

    expect(await connections()).toMatchObject([
      {
        state: "failed",
        reason: expect.stringContaining("somebody else can read these accounts"),
        next_at: null,
      },
    ]);
  });

  test("an invalid setup token is refused at once, and nothing is stored", async () => {
    expect(await ask("POST", "", { token: "planted-nonsense" })).toMatchObject({
      status: 400,
      body: { errors: [{ invalid_property: "token" }] },
    });
    expect(await connections()).toEqual([]);
  });
});

describe("an interrupted claim", () => {
  test("a claim that is killed before the server received it is repeated", async () => {
    const fake = server();
    await connect(fake);
    fake.status = 503;
    const now = Date.now();
    await alarm(fake, now);
    expect(await connections()).toMatchObject([
      { state: "claiming", reason: expect.stringContaining("503") },
    ]);

    fake.status = null;
    await alarm(fake, now + 60_000);

    expect(await connections()).toMatchObject([{ state: "open", reason: null }]);
  });

  test("a claim that is killed after the server received it is reported as lost, not as stolen", async () => {
    const fake = server();
    await connect(fake);
    const now = Date.now();
    // The object dies while it waits for the answer.
    const asking = fetchingFrom(fake);
    await alarm(fake, now, async (request) => {
      await asking(request);
      throw new Error("the object was reset");
    });
    await database((sql) => sql.run("UPDATE jobs SET due_at = 1"));
    await alarm(fake, now + 120_000);

    expect(await connections()).toMatchObject([
      { state: "failed", reason: expect.stringContaining("lost on its way") },
    ]);
  });

  test("a claim that is interrupted every time ends, and reports that the outcome is unknown", async () => {
    const fake = server();
    await connect(fake);
    fake.status = 599;
    let now = Date.now();
    for (let claims = 0; claims < BANK_CLAIMS_MAX; claims += 1) {
      await alarm(fake, now);
      now += 60 * 60_000;
    }

    expect(await connections()).toMatchObject([
      { state: "failed", reason: expect.stringContaining("not known") },
    ]);
  });
});

describe("answers of the SimpleFIN server", () => {
  test.each<[string, (fake: FakeSimplefin) => void, string, string | null]>([
    [
      "that the access was revoked",
      (fake) => void (fake.revoked = true),
      "relink",
      "Connect again",
    ],
    ["that it has to be paid", (fake) => void (fake.status = 402), "error", "payment"],
    [
      "nonsense",
      (fake) => void (fake.malformed = "<html>"),
      "error",
      "did not answer as SimpleFIN requires",
    ],
    [
      "that there were too many requests",
      (fake) => void Object.assign(fake, { status: 429, retryAfter: "7200" }),
      "active",
      "too many requests",
    ],
    [
      "that a bank wants its password",
      (fake) =>
        void (fake.errors = [
          { code: "con.auth", msg: "Sign in at Alpine Bank", conn_id: "CON-alpine" },
        ]),
      "relink",
      null,
    ],
    [
      "that a bank wants its password, and tells of no account",
      (fake) =>
        void Object.assign(fake, {
          errors: [{ code: "con.auth", msg: "Sign in", conn_id: "CON-alpine" }],
          accounts: [],
        }),
      "relink",
      null,
    ],
    [
      "that it could not read the account",
      (fake) =>
        void (fake.errors = [{ code: "act.failed", msg: "Later", account_id: "ACT-everyday" }]),
      "error",
      null,
    ],
    ["without the account", (fake) => void fake.accounts.shift(), "not found", null],
    [
      "with a balance that is not a number",
      (fake) => void (must(fake.accounts[0], "an account").balance = "?"),
      "error",
      null,
    ],
  ])(
    "a server that answers %s changes only the account's status, and its data stays",
    async (_, set, status, reason) => {
      const fake = await connected();
      set(fake);
      await fetchAgain(fake);

      expect((await accounts())[0]).toMatchObject({ status, balance: "1250.5000" });
      expect(
        (await transactions()).filter(({ is_pending }: { is_pending: boolean }) => !is_pending),
      ).toHaveLength(3);
      const [connection] = await connections();
      if (reason === null) expect(connection.reason).toBe(null);
      else expect(connection.reason).toContain(reason);
      expect(JSON.stringify(connection)).not.toContain("planted");
    },
  );

  test("an unreachable server changes nothing, and the connection recovers by itself", async () => {
    const fake = await connected();
    Object.assign(fake, { status: 429, retryAfter: "7200" });
    const now = Date.now();
    await fetchAgain(fake, now);
    expect(
      await database((sql) => sql.first("SELECT fetch_due_at, fetch_tries FROM linked_accounts")),
    ).toEqual({ fetch_due_at: now + 7_200_000, fetch_tries: 1 });

    Object.assign(fake, { status: null, retryAfter: null });
    must(fake.accounts[0], "an account").balance = "7.00";
    await alarm(fake, now + 7_200_000);

    expect((await accounts())[0]).toMatchObject({ status: "active", balance: "7.0000" });
    expect((await connections())[0].reason).toBe(null);
  });

  test("an answer with missing transactions leaves pending transactions unchanged", async () => {
    const fake = await connected();
    must(fake.accounts[0], "an account").transactions = [];
    fake.errors = [{ code: "act.missingdata", msg: "Later", account_id: "ACT-everyday" }];
    await fetchAgain(fake);

    expect((await transactions()).map(({ payee }: { payee: string }) => payee)).toContain(
      "PENDING GROCER",
    );
  });

  test.each<[string, number, FakeSimplefin["errors"]]>([
    [
      "the bank's connection wants its password",
      2,
      [{ code: "con.auth", msg: "Sign in", conn_id: "CON-alpine" }],
    ],
    [
      "the bank is out of reach",
      2,
      [{ code: "con.unavailable", msg: "Later", conn_id: "CON-alpine" }],
    ],
    [
      "the server reports an error without its subject",
      1,
      [{ code: "con.auth", msg: "You must reauthenticate.", conn_id: "CON-alpine" }],
    ],
  ])("pending transactions stay unchanged while %s", async (_, version, errors) => {
    const fake = await connected();
    Object.assign(fake, { version, errors });
    must(fake.accounts[0], "an account").transactions = [];
    await fetchAgain(fake);
    expect((await transactions()).map(({ payee }: { payee: string }) => payee)).toContain(
      "PENDING GROCER",
    );

    fake.errors = [];
    await fetchAgain(fake);

    expect((await transactions()).map(({ payee }: { payee: string }) => payee)).not.toContain(
      "PENDING GROCER",
    );
  });

  test("an account with more transactions than a budget accepts at once shows an error with the reason", () => {
    const one = {
      id: "A",
      name: "Everyday",
      institution: "",
      currency: "usd",
      balance: parsedQuantity("1"),
      available: null,
      balanceAsOf: null,
      connection: null,
      complete: true,
    } as const;
    const transactions = Array.from({ length: PROVIDER_TRANSACTIONS_MAX + 1 }, (_, index) => ({
      id: `T${index}`,
      posted: day,
      transacted: null,
      amount: parsedQuantity("1"),
      description: "x",
      payee: null,
      memo: null,
      pending: index === 0,
    }));
    const answerWith = (many: number) =>
      toProviderAnswer(
        {
          accounts: [{ ...one, transactions: transactions.slice(0, many) }],
          leftOut: [],
          messages: [],
        },
        day,
      );

    expect(answerWith(PROVIDER_TRANSACTIONS_MAX)).toMatchObject({
      accounts: [{ id: "A" }],
      unreadable: [],
    });
    expect(answerWith(PROVIDER_TRANSACTIONS_MAX + 1)).toMatchObject({
      accounts: [],
      unreadable: ["A"],
      messages: [expect.stringContaining(`more than ${PROVIDER_TRANSACTIONS_MAX}`)],
    });
  });

  test("a pending transaction that posts under another id stays one transaction", async () => {
    const fake = await connected();
    const { transactions: list } = must(fake.accounts[0], "an account");
    list.splice(2, 1, {
      id: "TRN-9",
      posted: Date.parse(`${TODAY}T12:00:00Z`) / 1000,
      amount: "-12.00",
      description: "GROCER 12",
    });
    await fetchAgain(fake);

    const grocers = (await transactions()).filter(
      ({ amount }: { amount: string }) => amount === "12.0000",
    );
    expect(grocers).toMatchObject([{ payee: "GROCER 12", is_pending: false }]);
  });

  test("the same answer twice changes nothing", async () => {
    const fake = await connected();
    const before = await transactions();
    await fetchAgain(fake);

    expect(await transactions()).toEqual(before);
  });

  test("a new account at the server is added, but one whose link was ended does not come back", async () => {
    const fake = await connected();
    await inBudget(async (sql) => {
      const request = new Request("http://localhost/api/linked/2?keep_history=false", {
        method: "DELETE",
      });
      const ended = await answer(
        { routes: OWN_ROUTES, base: "/api" },
        request,
        {
          sql,
          caller: { userId: 1, label: "test", scopes: ALL_SCOPES },
          ports: portsOf(sql, fetchingFrom(fake)),
        },
        Date.now,
      );
      expect(ended.status).toBe(204);
    });
    fake.accounts.push({ ...must(household(TODAY)[0], "an account"), id: "ACT-new", name: "New" });
    await fetchAgain(fake);

    expect(
      (await accounts()).map(({ name, status }: Record<string, string>) => [name, status]),
    ).toEqual([
      ["Everyday (4321)", "active"],
      ["New", "active"],
    ]);
  });
});

describe("connections", () => {
  test("a connection is fetched once a day by itself", async () => {
    const fake = await connected();
    const before = fake.asked.length;
    await alarm(fake, Date.now() + BANK_ASK_INTERVAL_MS - 60_000);
    expect(fake.asked.length).toBe(before);

    must(fake.accounts[0], "an account").balance = "9.00";
    await alarm(fake, Date.now() + BANK_ASK_INTERVAL_MS + 1);

    expect(fake.asked.length).toBe(before + 1);
    expect((await accounts())[0].balance).toBe("9.0000");
  });

  test("one request to a connection's server fetches all its accounts, and is not repeated at once", async () => {
    const fake = await connected();
    const [{ id }] = await connections();
    await database((sql) => sql.run("UPDATE linked_accounts SET last_fetch = 0"));
    const before = fake.asked.length;

    const answers = [
      await ask("POST", `/${id}/fetch`),
      await ask("POST", `/${id}/fetch`),
      await ask("POST", "/simplefin-none/fetch"),
    ];
    await alarm(fake);

    expect(answers.map(({ status }) => status)).toEqual([202, 425, 404]);
    expect(fake.asked.length).toBe(before + 1);
    expect((await accounts()).map(({ status }: { status: string }) => status)).toEqual([
      "active",
      "active",
    ]);
  });

  test("a connection that is connected again keeps its accounts", async () => {
    const fake = await connected();
    fake.revoked = true;
    await fetchAgain(fake);
    const [{ id }] = await connections();
    const renewed = server();
    renewed.origin = "https://bridge.example:8443";

    expect((await ask("PUT", `/${id}`, { token: renewed.setupToken })).body).toMatchObject({
      id,
      state: "claiming",
      reason: null,
    });
    await alarm(renewed);

    expect(await accounts()).toMatchObject([
      { id: 1, status: "active" },
      { id: 2, status: "active" },
    ]);
    expect(await transactions()).toHaveLength(4);
  });

  test("a connection with a new token does not use the refused old access again", async () => {
    const fake = await connected();
    const [{ id }] = await connections();
    const revoked = server();
    revoked.revoked = true;
    const renewed = btoa("https://bridge.example/simplefin/claim/planted-second");
    const overlapping: Fetching = async (asked) => {
      if (asked.url.includes("/accounts")) await ask("PUT", `/${id}`, { token: renewed });
      return fetchingFrom(revoked)(asked);
    };
    await database((sql) => {
      askFetch(sql, [1, 2], null, Date.now());
      requestJob(sql, "fetch linked accounts", Date.now());
    });

    await alarm(revoked, Date.now(), overlapping);

    expect((await accounts()).map(({ status }: { status: string }) => status)).toEqual([
      "active",
      "active",
    ]);
    await alarm(fake, Date.now() + 3_600_000);
    expect(fake.asked.length).toBeGreaterThan(2);
  });

  test("a new token given during a claim is neither delayed by that claim's answer nor shown its reason", async () => {
    const fake = server();
    const { id } = await connect(fake);
    const now = Date.now();
    const second = server();
    second.origin = "https://bridge.example:8443";
    await alarm(fake, now, async () => {
      later();
      await ask("PUT", `/${id}`, { token: second.setupToken });
      return {
        ok: false,
        error: {
          kind: "limited",
          message: "bridge.example answered 429.",
          retryAfter: BANK_ASK_INTERVAL_MS,
        },
      };
    });
    expect(await connections()).toMatchObject([{ id, state: "claiming", reason: null }]);
    await alarm(second, now + 1_000);

    expect(await connections()).toMatchObject([
      { id, state: "open", reason: null, accounts: [{ status: "active" }, { status: "active" }] },
    ]);
  });

  test("a connection that is reconnected during a refused first fetch does not show that refusal", async () => {
    const fake = server();
    const { id } = (await ask("POST", "", { token: fake.accessUrl })).body;
    fake.revoked = true;
    await alarm(fake, Date.now(), async (asked) => {
      later();
      await ask("PUT", `/${id}`, { token: fake.setupToken });
      return fetchingFrom(fake)(asked);
    });

    expect(await connections()).toMatchObject([
      { id, state: "claiming", reason: null, accounts: [] },
    ]);
  });

  test("a connection with too many accounts for the budget adds those that fit, and reports the rest", async () => {
    const fake = server();
    await connect(fake);
    const many = Array.from(
      { length: PROVIDER_ACCOUNTS_MAX - 1 },
      (_, index) =>
        ({
          linkedItemId: "other",
          providerId: `${index}`,
          name: `A${index}`,
          type: "other",
          subtype: "other",
          mask: "",
          institution: "",
          currency: "usd",
        }) as const,
    );
    await database((sql) => addAccounts(sql, many, 1, day));
    await alarm(fake);

    expect(await connections()).toMatchObject([
      {
        accounts: [{ name: "Everyday (4321)" }],
        messages: [expect.stringContaining("1 accounts are not added")],
      },
    ]);
  });

  test("a connection keeps its access when a new token gives none", async () => {
    const fake = await connected();
    const [{ id }] = await connections();
    await ask("PUT", `/${id}`, {
      token: btoa("https://bridge.example/simplefin/claim/planted-used"),
    });
    await alarm(fake);

    expect(await connections()).toMatchObject([
      { id, state: "open", reason: expect.stringContaining("used already") },
    ]);
    await fetchAgain(fake);
    expect((await accounts())[0].status).toBe("active");
  });

  test("a removed connection keeps its accounts and transactions, stops fetching, and feeds them when made again", async () => {
    const fake = await connected();
    const [{ id }] = await connections();
    expect((await ask("DELETE", `/${id}`)).status).toBe(204);
    expect((await ask("DELETE", `/${id}`)).status).toBe(404);
    const asked = fake.asked.length;
    await alarm(fake, Date.now() + 3 * BANK_ASK_INTERVAL_MS);
    expect(fake.asked.length).toBe(asked);
    expect(await connections()).toEqual([]);
    expect((await accounts()).map(({ status }: { status: string }) => status)).toEqual([
      "deactivated",
      "deactivated",
    ]);
    expect(
      await database((sql) => sql.all("SELECT sealed_access, sealed_token FROM banks")),
    ).toEqual([{ sealed_access: null, sealed_token: null }]);

    await ask("POST", "", { token: fake.accessUrl });
    await alarm(fake);

    expect(await accounts()).toMatchObject([
      { id: 1, status: "active" },
      { id: 2, status: "active" },
    ]);
    expect(await transactions()).toHaveLength(4);
  });

  test("a connection to accounts that another connection feeds adds none twice, and reports it", async () => {
    const fake = await connected();
    await ask("POST", "", { token: fake.accessUrl });
    await alarm(fake);

    expect(await accounts()).toHaveLength(2);
    expect(
      (await connections()).map(({ messages }: { messages: string[] }) => messages.join()).join(),
    ).toContain("Connected already");
  });

  test("a connection's access is encrypted with the new key at the next fetch after a key change", async () => {
    const fake = await connected();
    const before = await database((sql) =>
      sql.first<{ sealed_access: string }>("SELECT sealed_access FROM banks"),
    );
    const keys = {
      tokenKey: "another-key-of-at-least-32-bytes-long",
      previousTokenKey: config.tokenKey,
    };
    await database((sql) => {
      askFetch(sql, [1, 2], null, Date.now());
      requestJob(sql, "fetch linked accounts", Date.now());
    });
    await inBudget(async (sql) =>
      runDueJobs(JOBS, sql, portsOf(sql, fetchingFrom(fake), keys), Date.now),
    );

    expect((await accounts())[0].status).toBe("active");
    expect(await database((sql) => sql.first("SELECT sealed_access FROM banks"))).not.toEqual(
      before,
    );
  });
});
