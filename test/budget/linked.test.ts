import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { requestJob } from "../../src/budget/jobs/queue.ts";
import { runDueJobs } from "../../src/budget/jobs/run.ts";
import { JOBS } from "../../src/budget/jobs.ts";
import { NO_PROVIDERS } from "../../src/budget/linked/feed-providers.ts";
import { within } from "../../src/budget/linked/time-limit.ts";
import type {
  LinkedProvider,
  ProviderAccount,
  ProviderAnswer,
} from "../../src/budget/linked/provider.ts";
import { askFetch } from "../../src/budget/linked/store.ts";
import type { Ports } from "../../src/budget/outside.ts";
import { answer } from "../../src/budget/answer.ts";
import { OWN_ROUTES } from "../../src/budget/routes.ts";
import { ALL_SCOPES } from "../../src/budget/scope.ts";
import { FEED_CHARS_MAX, FETCH_TRIES_MAX } from "../../src/platform/limits.ts";
import { Sql } from "../../src/platform/sql/sql.ts";
import { must } from "../../src/platform/assert.ts";
import { parseDay, type Day } from "../../src/money/day.ts";
import { units } from "../../src/money/money.ts";
import { monthOfInstant, nextMonth } from "../../src/money/month.ts";
import { addLinkedAccount, bindings, callOwn, database, del, get, post, put } from "./client.ts";
import { reset } from "../reset.ts";

// Ahead of the real clock, by which the platform would fire the object's alarm on its own; and it stands still.
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2100-11-21T12:00:00Z"), toFake: ["Date"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const SAMPLE = must(
  Object.values(
    import.meta.glob<string>("../../samples/provider-feed.json", {
      query: "?raw",
      import: "default",
      eager: true,
    }),
  )[0],
  "the sample is there",
);
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into documents of every shape
const sample = (): any => JSON.parse(SAMPLE.replaceAll("2026-", "2100-"));

const ACCOUNT = {
  id: "everyday",
  connection: "c1",
  name: "Everyday",
  type: "depository",
  subtype: "checking",
  mask: "4321",
  currency: "usd",
  balance: "100.5",
};

function feed(transactions: readonly object[] = [], account: object = {}, more: object = {}) {
  return {
    institutions: [{ id: "alpine", name: "Alpine Bank" }],
    connections: [{ id: "c1", institution: "alpine" }],
    accounts: [{ ...ACCOUNT, ...account }],
    transactions,
    ...more,
  };
}

const bought = (id: string, more: object = {}) => ({
  id,
  account: "everyday",
  date: "2100-11-18",
  amount: "4.5",
  name: "CORNER CAFE 0042",
  ...more,
});

async function upload(document: object): Promise<void> {
  const answer = await callOwn("PUT", "/linked/feed", document);
  if (answer.status !== 200) throw new Error(`feed refused: ${JSON.stringify(answer.body)}`);
}

/** Asks by the endpoint, as if the last time were long ago, and lets the alarm do its work. */
async function fetchNow(query = ""): Promise<void> {
  await database((sql) => sql.run("UPDATE linked_accounts SET last_fetch = NULL"));
  const { status, body } = await post(`/linked_accounts/fetch${query}`, undefined);
  if (status !== 202) throw new Error(`fetch refused: ${JSON.stringify(body)}`);
  await alarm();
}

async function alarm(): Promise<void> {
  for (;;) {
    await runDurableObjectAlarm(bindings.BUDGET.getByName("1"));
    const left = await database((sql) =>
      sql.first("SELECT 1 FROM jobs WHERE name = 'fetch linked accounts'"),
    );
    if (left === null) return;
  }
}

async function linked() {
  return (await get("/linked_accounts")).body.linked_accounts;
}

async function transactions(query = "include_pending=true&include_metadata=true") {
  return (await get(`/transactions?${query}`)).body.transactions;
}

describe("listing linked accounts", () => {
  test("the list of linked accounts is empty in a new budget and takes no parameter", async () => {
    expect((await get("/linked_accounts")).body).toEqual({ linked_accounts: [] });
    expect((await get("/linked_accounts?limit=1")).status).toBe(400);
  });

  test("a new linked account awaits its first import, and is named by institution and account", async () => {
    await upload(feed());

    expect(await linked()).toEqual([
      {
        id: 1,
        linked_item_id: "c1",
        date_linked: "2100-11-21",
        linked_by_name: "You",
        name: "Everyday",
        display_name: "Alpine Bank Everyday",
        type: "depository",
        subtype: "checking",
        mask: "4321",
        institution_name: "Alpine Bank",
        status: "syncing",
        allow_transaction_modifications: true,
        limit: null,
        balance: "0.0000",
        currency: "usd",
        to_base: 0,
        balance_last_update: null,
        import_start_date: null,
        last_import: null,
        last_fetch: null,
        linked_last_successful_update: null,
      },
    ]);
    expect((await get("/linked_accounts/1")).body).toEqual((await linked())[0]);
  });

  test("an unknown linked account answers 404, and a malformed id 400", async () => {
    expect((await get("/linked_accounts/1")).status).toBe(404);
    expect((await get("/linked_accounts/one")).status).toBe(400);
    expect((await get("/linked_accounts/1?x=1")).status).toBe(400);
  });
});

describe("fetching linked accounts", () => {
  test("a fetch brings balance, limit, times and status, in the account's and the primary currency", async () => {
    await database((sql) => sql.run("INSERT INTO rates VALUES ('usd', '2100-11-01', '1.25')"));
    await upload(
      feed([], {
        currency: "eur",
        balance: "-80.1234",
        limit: "1500.5",
        balance_as_of: "2100-11-20T06:00:00Z",
      }),
    );

    await fetchNow();

    const [account] = await linked();
    expect(account).toMatchObject({
      status: "active",
      currency: "eur",
      balance: "-80.1234",
      // 80.1234 * 1.25 = 100.15425, rounded half away from zero.
      to_base: -100.1543,
      limit: 1500.5,
      balance_last_update: "2100-11-20T06:00:00.000Z",
    });
    for (const time of ["last_fetch", "last_import", "linked_last_successful_update"])
      expect(account[time]).toBe("2100-11-21T12:00:00.000Z");
  });

  test("a fetch answers 202 without a body, and 425 within a minute of the previous one", async () => {
    await upload(feed());

    const first = await post("/linked_accounts/fetch", undefined);
    const second = await post("/linked_accounts/fetch", undefined);
    const named = await post("/linked_accounts/fetch?id=1", undefined);

    expect([first.status, first.body]).toEqual([202, undefined]);
    for (const answer of [second, named]) {
      expect(answer.status).toBe(425);
      expect(answer.body.message).toBe("Too Early");
      expect(answer.headers.get("Retry-After")).toBe("60");
    }
  });

  test("the minute counts for each account: a call without an id fetches those that may be fetched", async () => {
    await upload(
      feed([], {}, { accounts: [ACCOUNT, { ...ACCOUNT, id: "second", name: "Second" }] }),
    );
    await post("/linked_accounts/fetch?id=1", undefined);

    expect((await post("/linked_accounts/fetch", undefined)).status).toBe(202);
    expect((await post("/linked_accounts/fetch", undefined)).status).toBe(425);
    await database((sql) =>
      sql.run("UPDATE linked_accounts SET last_fetch = last_fetch - 59999 WHERE id = 2"),
    );
    expect((await post("/linked_accounts/fetch?id=2", undefined)).status).toBe(425);
    await database((sql) =>
      sql.run("UPDATE linked_accounts SET last_fetch = last_fetch - 1 WHERE id = 2"),
    );
    expect((await post("/linked_accounts/fetch?id=2", undefined)).status).toBe(202);
  });

  test("a clock that goes back, or was wrong, blocks a fetch for a minute at most", async () => {
    await upload(feed());
    await database((sql) =>
      sql.run("UPDATE linked_accounts SET last_fetch = ?", Date.now() + 365 * 86_400_000),
    );
    expect((await post("/linked_accounts/fetch?id=1", undefined)).status).toBe(202);

    await database((sql) =>
      sql.run("UPDATE linked_accounts SET last_fetch = ?", Date.now() + 30_000),
    );
    const early = await post("/linked_accounts/fetch?id=1", undefined);
    expect(early.status).toBe(425);
    expect(early.headers.get("Retry-After")).toBe("60");
  });

  test("a fetch without any account that can be fetched answers 425", async () => {
    expect((await post("/linked_accounts/fetch", undefined)).status).toBe(425);
  });

  test.each(["inactive", "closed", "deactivated", "not supported", "revoked"])(
    "a fetch skips an account that is %s, and is refused if it names that account",
    async (status) => {
      await upload(feed());
      await database((sql) => sql.run("UPDATE linked_accounts SET status = ?", status));

      const { status: code, body } = await post("/linked_accounts/fetch?id=1", undefined);

      expect(code).toBe(400);
      expect(body.errors[0]).toMatchObject({ error: "Invalid Linked Account ID", status });
      expect((await post("/linked_accounts/fetch", undefined)).status).toBe(425);
    },
  );

  test.each(["active", "syncing", "relink", "error", "not found"])(
    "a fetch includes an account that is %s",
    async (status) => {
      await upload(feed());
      await database((sql) => sql.run("UPDATE linked_accounts SET status = ?", status));
      expect((await post("/linked_accounts/fetch?id=1", undefined)).status).toBe(202);
    },
  );

  test.each([
    ["start_date=2100-11-01", "/query/end_date"],
    ["end_date=2100-11-01", "/query/start_date"],
    ["start_date=2100-11-02&end_date=2100-11-01", "/query/start_date"],
    ["start_date=2100-02-30&end_date=2100-03-01", "/query/start_date"],
    ["id=x", "/query/id"],
    ["id=7", "/query/id"],
    ["account=1", "/query/account"],
  ])("a fetch with %s is refused", async (query, instancePath) => {
    await upload(feed());

    const { status, body } = await post(`/linked_accounts/fetch?${query}`, undefined);

    expect(status).toBe(400);
    expect(body.message).toBe("Invalid Request Parameters");
    expect(body.errors[0].instancePath).toBe(instancePath);
  });

  test("a fetch imports transactions, pending ones too, with the provider's texts", async () => {
    await upload(
      feed([
        bought("a", { payee: "Corner Café", metadata: { channel: "card" } }),
        bought("b", { date: "2100-11-19", amount: "-20", pending: true, currency: "eur" }),
      ]),
    );

    await fetchNow();

    const [b, a] = await transactions();
    expect(a).toMatchObject({
      date: "2100-11-18",
      amount: "4.5000",
      currency: "usd",
      payee: "Corner Café",
      original_name: "CORNER CAFE 0042",
      linked_account_id: 1,
      manual_account_id: null,
      status: "unreviewed",
      is_pending: false,
      source: "linked",
      external_id: null,
      linked_metadata: { channel: "card", id: "a", pending: false, pending_id: null },
    });
    expect(b).toMatchObject({
      amount: "-20.0000",
      currency: "eur",
      is_pending: true,
      status: "unreviewed",
    });
    expect(await transactions("")).toHaveLength(1);
  });

  test("fetching twice imports once", async () => {
    await upload(feed([bought("a"), bought("b", { pending: true })]));
    await fetchNow();
    const before = await transactions();

    await fetchNow();

    expect(await transactions()).toEqual(before);
  });

  test("a pending transaction becomes the posted one and keeps the user's category", async () => {
    await upload(feed([bought("p", { pending: true })]));
    await fetchNow();
    const [pending] = await transactions();
    await put(`/transactions/${pending.id}`, { category_id: 2 });

    await upload(feed([bought("t", { pending_id: "p", amount: "5", date: "2100-11-19" })]));
    await fetchNow();

    expect(await transactions()).toEqual([
      expect.objectContaining({
        id: pending.id,
        is_pending: false,
        amount: "5.0000",
        to_base: 5,
        date: "2100-11-19",
        category_id: 2,
        status: "unreviewed",
      }),
    ]);
  });

  test("a transaction that the provider removes disappears, or waits for a user who had changed it", async () => {
    await upload(feed([bought("a"), bought("b")]));
    await fetchNow();
    const [one, other] = await transactions();
    await put(`/transactions/${other.id}`, { notes: "mine" });

    const removed = ["a", "b"].map((id) => ({ account: "everyday", id }));
    await upload(feed([], {}, { removed }));
    await fetchNow();

    expect((await get(`/transactions/${one.id}`)).status).toBe(404);
    expect(await transactions("status=delete_pending")).toEqual([
      expect.objectContaining({ id: other.id, status: "delete_pending", notes: "mine" }),
    ]);
  });

  test("a pending transaction cannot leave its account, which alone reports when it posts", async () => {
    await upload(
      feed(
        [bought("a", { pending: true })],
        {},
        { accounts: [ACCOUNT, { ...ACCOUNT, id: "second", name: "Second" }] },
      ),
    );
    await fetchNow();
    const [{ id }] = await transactions();

    for (const change of [
      { linked_account_id: null },
      { linked_account_id: 2 },
      { manual_account_id: 1 },
    ]) {
      const { status, body } = await put(`/transactions/${id}`, change);
      expect(status, JSON.stringify(change)).toBe(400);
      expect(body.errors[0].invalid_property).toBe(Object.keys(change)[0]);
    }
    expect((await put(`/transactions/${id}`, { linked_account_id: 1, notes: "mine" })).status).toBe(
      200,
    );
  });

  test("a transaction that the user deleted does not come back", async () => {
    await upload(feed([bought("a")]));
    await fetchNow();
    const [{ id }] = await transactions();
    expect((await del(`/transactions/${id}`)).status).toBe(204);

    await upload(feed([bought("a", { amount: "5" })]));
    await fetchNow();

    expect(await transactions()).toEqual([]);
  });

  test("a removed split transaction waits with its parts, and they return with it", async () => {
    await upload(feed([bought("a")]));
    await fetchNow();
    const [{ id }] = await transactions();
    await post(`/transactions/split/${id}`, {
      child_transactions: [{ amount: 4 }, { amount: 0.5 }],
    });

    await upload(feed([], {}, { removed: [{ account: "everyday", id: "a" }] }));
    await fetchNow();
    expect(await transactions("status=delete_pending")).toHaveLength(2);

    await upload(feed([bought("a")]));
    await fetchNow();
    expect(await transactions("status=delete_pending")).toHaveLength(0);
    expect((await transactions()).map((part: { amount: string }) => part.amount).sort()).toEqual([
      "0.5000",
      "4.0000",
    ]);
  });

  test("rules set payee, category, tags and review status of new transactions", async () => {
    await callOwn("POST", "/rules", {
      match: { original_name: { how: "contains", text: "cafe" }, linked_account_id: 1 },
      set: { payee: "Café", category_id: 2, tag_ids: [1], reviewed: true },
    }).then(({ status }) => expect(status).toBe(400));
    await upload(feed([bought("a"), bought("b", { name: "OTHER" })]));
    const rule = await callOwn("POST", "/rules", {
      match: { original_name: { how: "contains", text: "cafe" }, linked_account_id: 1 },
      set: { payee: "Café", category_id: 2, tag_ids: [1], reviewed: true },
    });
    expect(rule.status).toBe(201);

    await fetchNow();

    const byName = Object.fromEntries(
      (await transactions()).map((one: { original_name: string }) => [one.original_name, one]),
    );
    expect(byName["CORNER CAFE 0042"]).toMatchObject({
      payee: "Café",
      category_id: 2,
      tag_ids: [1],
      status: "reviewed",
    });
    expect(byName["OTHER"]).toMatchObject({
      payee: "OTHER",
      category_id: null,
      tag_ids: [],
      status: "unreviewed",
    });
  });

  test("a rule splits a posted transaction, and a pending one once it is posted", async () => {
    await callOwn("POST", "/rules", {
      match: { original_name: { how: "contains", text: "cafe" } },
      set: {
        tag_ids: [1],
        split: [
          { share: 50, category_id: 2 },
          { share: 50, payee: "Half" },
        ],
      },
    }).then(({ status, body }) => expect(status, JSON.stringify(body)).toBe(201));
    await upload(feed([bought("a"), bought("p", { pending: true, amount: 9 })]));
    await fetchNow();
    const parts = () => transactions("include_pending=true");
    expect((await parts()).map((one: { amount: string }) => one.amount).sort()).toEqual([
      "2.2500",
      "2.2500",
      "9.0000",
    ]);

    await upload(feed([bought("a"), bought("t", { pending_id: "p", amount: 10 })]));
    await fetchNow();
    await fetchNow();

    const all = await parts();
    expect(all.map((one: { amount: string }) => one.amount).sort()).toEqual([
      "2.2500",
      "2.2500",
      "5.0000",
      "5.0000",
    ]);
    for (const one of all)
      expect(one).toMatchObject({ linked_account_id: 1, tag_ids: [1], source: "split" });
    expect(await transactions("include_split_parents=true")).toHaveLength(6);
  });

  test("a reviewed recurring item takes the transactions that it recognizes, and reviews them", async () => {
    await upload(feed([bought("a"), bought("b", { amount: 99 })]));
    const item = await callOwn("POST", "/recurring", {
      transaction_criteria: {
        granularity: "month",
        quantity: 1,
        anchor_date: "2100-10-18",
        payee: "CORNER CAFE 0042",
        amount: "4.5",
        linked_account_id: 1,
      },
      overrides: { notes: "monthly" },
    });
    expect(item.status, JSON.stringify(item.body)).toBe(201);

    await fetchNow();

    const found = (await transactions()).map((one: Record<string, unknown>) => [
      one["recurring_id"],
      one["status"],
      one["notes"],
    ]);
    expect(found).toContainEqual([item.body.id, "reviewed", "monthly"]);
    expect(found).toContainEqual([null, "unreviewed", null]);
  });

  test("import_start_date is respected, and an earlier one later brings the rest", async () => {
    await upload(feed([bought("a", { date: "2100-11-09" }), bought("b", { date: "2100-11-10" })]));
    await callOwn("PUT", "/linked/1", { import_start_date: "2100-11-10" });
    await fetchNow();
    expect((await transactions()).map((one: { date: string }) => one.date)).toEqual(["2100-11-10"]);

    await callOwn("PUT", "/linked/1", { import_start_date: null });
    await fetchNow("?start_date=2100-11-01&end_date=2100-11-30");
    expect(await transactions()).toHaveLength(2);
  });

  test("a fetch with dates requests only those days", async () => {
    await upload(feed([bought("a", { date: "2100-10-31" }), bought("b", { date: "2100-11-01" })]));
    await fetchNow("?id=1&start_date=2100-11-01&end_date=2100-11-01");
    expect((await transactions()).map((one: { date: string }) => one.date)).toEqual(["2100-11-01"]);
  });

  test("an account that the provider no longer has is not found, and is active again when it returns", async () => {
    await upload(feed());
    await fetchNow();
    await upload({ ...feed(), accounts: [] });
    await fetchNow();
    expect((await linked())[0]).toMatchObject({ status: "not found", balance: "100.5000" });

    await upload(feed());
    await fetchNow();
    expect((await linked())[0].status).toBe("active");
  });

  test("an account without a connection is not found", async () => {
    const id = await addLinkedAccount(true);
    await fetchNow(`?id=${id}`);
    expect((await linked())[0].status).toBe("not found");
  });
});

describe("the sample feed", () => {
  test("the sample feed shows every status that a provider can report, in its documented place", async () => {
    await upload(sample());
    await fetchNow();

    const statuses = Object.fromEntries(
      (await linked()).map((one: { name: string; status: string }) => [one.name, one.status]),
    );
    expect(statuses).toEqual({
      "Everyday Checking": "active",
      "Rainy Day": "active",
      "Student Account": "closed",
      "Joint Account": "deactivated",
      "Pension Plan": "not supported",
      "Travel Card": "active",
      "Euro Card": "active",
      "Store Card": "syncing",
      "Share Draft": "relink",
      "Growth Savings": "revoked",
      "Home Loan": "error",
    });
    expect(await transactions("limit=2000&include_pending=true")).toHaveLength(
      sample().transactions.length,
    );
    // Two equal coffees on one day are two transactions.
    const coffees = (await transactions("start_date=2100-11-09&end_date=2100-11-09")).map(
      (one: { amount: string }) => one.amount,
    );
    expect(coffees).toEqual(["4.7500", "4.7500"]);
  });

  test("fetching the sample feed again changes only the times", async () => {
    await upload(sample());
    await fetchNow();
    const before = await transactions("limit=2000&include_pending=true&include_metadata=true");

    await fetchNow();

    expect(await transactions("limit=2000&include_pending=true&include_metadata=true")).toEqual(
      before,
    );
  });
});

describe("locked accounts", () => {
  test("a locked account refuses inserts and changes of amount, currency and account, and allows the rest", async () => {
    await upload(feed([bought("a")]));
    await callOwn("PUT", "/linked/1", { allow_transaction_modifications: false });
    await fetchNow();
    const [{ id }] = await transactions();

    const inserted = await post("/transactions", {
      transactions: [{ date: "2100-11-01", amount: 1, linked_account_id: 1 }],
    });
    expect(inserted.status).toBe(400);
    expect(inserted.body.errors[0].error).toBe("Transaction belongs to a locked linked account");
    for (const [property, value] of [
      ["amount", 9],
      ["currency", "eur"],
      ["linked_account_id", null],
      ["manual_account_id", 1],
    ] as const) {
      const { status, body } = await put(`/transactions/${id}`, { [property]: value });
      expect(status, property).toBe(400);
      expect(
        body.errors.map((error: { locked_property: string }) => error.locked_property),
      ).toContain(property);
    }
    expect((await put(`/transactions/${id}`, { notes: "mine", category_id: 2 })).status).toBe(200);
  });

  test("a locked account still follows its provider", async () => {
    await upload(feed([bought("a")]));
    await callOwn("PUT", "/linked/1", { allow_transaction_modifications: false });
    await fetchNow();
    await upload(feed([bought("a", { amount: "7" })]));
    await fetchNow();

    expect((await transactions())[0].amount).toBe("7.0000");
  });
});

// Faults: the job with providers of its own making, run by hand so that no alarm runs before it.

const day = (text: string): Day => must(parseDay(text), text);

function account(more: Partial<ProviderAccount> = {}): ProviderAccount {
  return {
    id: "everyday",
    name: "Everyday",
    type: "depository",
    subtype: "checking",
    mask: "4321",
    currency: "usd",
    balance: units(1_000),
    balanceAsOf: null,
    limit: null,
    status: "active",
    transactions: {
      posted: [
        {
          id: "a",
          date: day("2100-11-18"),
          amount: units(45_000),
          currency: "usd",
          name: "CAFE",
          payee: null,
          pendingId: null,
          metadata: null,
        },
      ],
      pending: [],
      removed: [],
    },
    ...more,
  };
}

const answering = (...accounts: ProviderAccount[]): ProviderAnswer => ({
  kind: "accounts",
  institution: "Alpine Bank",
  reachedAt: null,
  accounts,
});

/** Asks for all accounts and runs the job once at `now` with this provider. */
async function jobWith(
  provider: LinkedProvider,
  now = Date.now(),
  ask = true,
  clock = () => now,
): Promise<void> {
  await get("/me");
  await runInDurableObject(bindings.BUDGET.getByName("1"), async (_, state) => {
    const sql = new Sql(state.storage);
    if (ask) {
      askFetch(
        sql,
        sql.all<{ id: number }>("SELECT id FROM linked_accounts").map(({ id }) => id),
        null,
        now,
      );
      requestJob(sql, "fetch linked accounts", now);
    }
    const providers = { ...NO_PROVIDERS, linked: provider };
    await runDueJobs(JOBS, sql, { providers } as Ports, clock);
  });
}

const waiting = () =>
  database((sql) =>
    sql.all<{ fetch_due_at: number | null; fetch_tries: number }>(
      "SELECT fetch_due_at, fetch_tries FROM linked_accounts ORDER BY id",
    ),
  );

describe("failing providers", () => {
  const broken: LinkedProvider = async () => Promise.reject(new Error("unreachable"));

  test("a failing provider is requested again later, and its account is in error after several failures", async () => {
    await upload(feed());
    let now = Date.now();
    await jobWith(broken, now);
    expect((await linked())[0].status).toBe("syncing");
    expect((await waiting())[0]).toEqual({ fetch_due_at: now + 30_000, fetch_tries: 1 });

    for (let tries = 2; tries <= FETCH_TRIES_MAX; tries++) {
      now = (await waiting())[0]?.fetch_due_at ?? 0;
      await jobWith(broken, now, false);
    }

    expect((await linked())[0].status).toBe("error");
    expect((await waiting())[0]).toEqual({ fetch_due_at: null, fetch_tries: 0 });
    expect(await database((sql) => sql.all("SELECT * FROM jobs WHERE name LIKE 'fetch%'"))).toEqual(
      [],
    );
  });

  test("a provider that fails once and then works leaves no error", async () => {
    await upload(feed());
    await jobWith(broken);
    await jobWith(async () => answering(account()), (await waiting())[0]?.fetch_due_at ?? 0, false);

    expect((await linked())[0].status).toBe("active");
    expect(await transactions()).toHaveLength(1);
  });

  test("a provider that fails for one connection does not delay the others", async () => {
    await upload(
      feed(
        [],
        {},
        {
          connections: [
            { id: "c1", institution: "alpine" },
            { id: "c2", institution: "alpine" },
          ],
          accounts: [ACCOUNT, { ...ACCOUNT, id: "other", connection: "c2" }],
        },
      ),
    );

    await jobWith(async ({ id }) =>
      id === "c1" ? broken({ id }, range) : answering(account({ id: "other" })),
    );

    expect((await linked()).map((one: { status: string }) => one.status)).toEqual([
      "syncing",
      "active",
    ]);
  });

  const range = { start: day("2100-01-01"), end: day("2100-12-31") };

  test.each(["relink", "revoked", "error"] as const)(
    "a provider that fails completely gives the connection's accounts the status %s, except inactive ones",
    async (status) => {
      await upload(
        feed([], {}, { accounts: [ACCOUNT, { ...ACCOUNT, id: "b" }, { ...ACCOUNT, id: "c" }] }),
      );
      await callOwn("PUT", "/linked/3", { status: "inactive" });
      await jobWith(async () => answering(account({ balance: units(7) }), account({ id: "b" })));

      await jobWith(async () => ({ kind: "failed", status, reason: "x" }));

      expect((await linked()).map((one: { status: string }) => one.status)).toEqual([
        status,
        status,
        "inactive",
      ]);
      expect((await linked())[0].balance).toBe("0.0007");
      expect(await transactions()).toHaveLength(2);
    },
  );

  test("a provider that fails in the middle of an answer changes nothing", async () => {
    await upload(feed([], {}, { accounts: [ACCOUNT, { ...ACCOUNT, id: "b" }] }));
    const torn = account({ id: "b" });
    const bad = { ...torn, balance: 0.5 as never };

    await jobWith(async () => answering(account(), bad));

    expect(await transactions()).toEqual([]);
    expect((await linked()).map((one: { status: string }) => one.status)).toEqual([
      "syncing",
      "syncing",
    ]);
    expect((await waiting()).map(({ fetch_tries: tries }) => tries)).toEqual([1, 1]);
  });

  test("a provider that omits one account leaves it not found, and imports the others", async () => {
    await upload(feed([], {}, { accounts: [ACCOUNT, { ...ACCOUNT, id: "b" }] }));

    await jobWith(async () => answering(account()));

    expect((await linked()).map((one: { status: string }) => one.status)).toEqual([
      "active",
      "not found",
    ]);
    expect(await transactions()).toHaveLength(1);
  });
});

describe("slow answers of a provider", () => {
  test("a balance is dated when it is written, not when it was requested", async () => {
    await upload(feed());
    const asked = Date.now() + 60_000;
    let now = asked;

    await jobWith(
      async () => {
        now = asked + 20_000;
        return answering(account());
      },
      asked,
      true,
      () => now,
    );

    const since = new Date(asked + 19_999).toISOString();
    const { body } = await get(`/transactions?updated_since=${since}`);
    expect(body.transactions.map((one: { created_at: string }) => one.created_at)).toEqual([
      new Date(asked + 20_000).toISOString(),
    ]);
    expect((await linked())[0].last_import).toBe(new Date(asked + 20_000).toISOString());
  });

  test("a balance that arrives in a new month leaves the old month its last balance", async () => {
    await upload(feed());
    await jobWith(async () => answering(account({ balance: units(70_000) })));
    const month = monthOfInstant(Date.now());
    const asked = Date.parse(`${nextMonth(month)}-01T00:00:00Z`) - 5_000;
    let now = asked;

    await jobWith(
      async () => {
        now = asked + 10_000;
        return answering(account({ balance: units(90_000) }));
      },
      asked,
      true,
      () => now,
    );

    const entries = await database((sql) =>
      sql.all("SELECT month, balance FROM balance_history WHERE kind = 'linked'"),
    );
    expect(entries).toEqual([{ month, balance: 70_000 }]);
    expect((await linked())[0].balance).toBe("9.0000");
  });
});

test("a provider that never answers counts as unreachable, and one that answers in time is used", async () => {
  const never = new Promise<string>(() => undefined);
  await expect(within(20, "the bank", never)).rejects.toThrow("the bank did not answer in 20 ms");
  await expect(within(20_000, "the bank", Promise.resolve("here"))).resolves.toBe("here");
  await expect(within(20_000, "the bank", Promise.reject(new Error("closed")))).rejects.toThrow(
    "closed",
  );
});

describe("repeated and interrupted fetches", () => {
  test("a fetch that is repeated after it was written imports nothing twice", async () => {
    await upload(feed());
    await jobWith(async () => answering(account()));
    const before = await transactions();

    await jobWith(async () => answering(account()));

    expect(await transactions()).toEqual(before);
  });

  test("a fetch writes nothing to an account that is deactivated or deleted meanwhile", async () => {
    await upload(feed([], {}, { accounts: [ACCOUNT, { ...ACCOUNT, id: "b" }] }));

    await jobWith(async () => {
      await callOwn("PUT", "/linked/1", { status: "inactive" });
      await callOwn("DELETE", "/linked/2");
      return answering(account(), account({ id: "b" }));
    });

    expect((await linked()).map((one: { status: string }) => one.status)).toEqual(["inactive"]);
    expect(await transactions()).toEqual([]);
  });

  test("a fetch that is requested during another one runs afterwards, with the new days", async () => {
    await upload(feed());
    const starts: string[] = [];
    const now = Date.now();

    await jobWith(async (_, { start }) => {
      starts.push(start);
      if (starts.length === 1)
        await database((sql) => {
          askFetch(sql, [1], { start: day("2100-05-01"), end: day("2100-05-31") }, now + 1);
          requestJob(sql, "fetch linked accounts", now);
          sql.run("UPDATE linked_accounts SET fetch_due_at = ?", now);
        });
      return answering(account());
    }, now);

    expect(starts).toHaveLength(2);
    expect(starts[1]).toBe("2100-05-01");
    expect((await waiting())[0]?.fetch_due_at).toBeNull();
  });

  test("the first fetch covers two years, and later ones begin sixty days before the last import", async () => {
    await upload(feed());
    const asked: string[] = [];
    const provider: LinkedProvider = async (_, { start, end }) => {
      asked.push(`${start} ${end}`);
      return answering(account());
    };
    const now = Date.parse("2100-11-21T12:00:00Z");

    await jobWith(provider, now);
    await jobWith(provider, now);

    // 730 and 60 days before November 21, one day after.
    expect(asked).toEqual(["2098-11-21 2100-11-22", "2100-09-22 2100-11-22"]);
  });
});

test("an answer with duplicates, long ids, foreign currencies and extreme dates is written once", async () => {
  await upload(feed());
  const one = must(account().transactions?.posted[0], "a posted one");
  const strange = [
    {
      ...one,
      id: "\u{1F980}".repeat(255),
      date: day("1900-01-01"),
      currency: "btc" as const,
      amount: units(Number.MAX_SAFE_INTEGER),
    },
    { ...one, id: "' OR 1=1 --", date: day("2199-12-31"), amount: units(-Number.MAX_SAFE_INTEGER) },
    { ...one, id: "__proto__", pendingId: "__proto__", name: " ", payee: "" },
  ];
  const posted = [...strange, ...strange];
  const answer = answering(
    account({ balance: units(5) }),
    account({
      balance: units(-Number.MAX_SAFE_INTEGER),
      currency: "kwd",
      transactions: { posted, pending: strange, removed: ["nobody"] },
    }),
  );

  for (let time = 0; time < 2; time++) await jobWith(async () => answer);

  expect(
    (await linked()).map((shown: Record<string, unknown>) => [
      shown["balance"],
      shown["currency"],
      shown["status"],
    ]),
  ).toEqual([["-900719925474.0991", "kwd", "active"]]);
  const shown = await transactions(
    "start_date=1900-01-01&end_date=2199-12-31&include_pending=true",
  );
  expect(
    shown.map((listed: Record<string, unknown>) => [
      listed["date"],
      listed["amount"],
      listed["payee"],
      listed["is_pending"],
    ]),
  ).toEqual([
    ["2199-12-31", "-900719925474.0991", "CAFE", false],
    ["2100-11-18", "4.5000", "[No Payee]", false],
    ["1900-01-01", "900719925474.0991", "CAFE", false],
  ]);
});

test("a fetch after months without one leaves no gap: it begins sixty days before the last import", async () => {
  await upload(feed());
  const asked: string[] = [];
  const provider: LinkedProvider = async (_, { start }) => {
    asked.push(start);
    return answering(account());
  };

  for (const day of ["2022-01-01", "2022-06-30", "2100-11-21"])
    await jobWith(provider, Date.parse(`${day}T12:00:00Z`));

  // 730 days before January 1, then 60 before January 1 and June 30.
  expect(asked).toEqual(["2020-01-02", "2021-11-02", "2022-05-01"]);
});

describe("a user's settings of a linked account", () => {
  test("name, lock, start date and inactivity can be set, and what GET shows is accepted", async () => {
    await upload(feed());

    const { status, body } = await callOwn("PUT", "/linked/1", {
      display_name: "Household",
      allow_transaction_modifications: false,
      import_start_date: "2100-01-01",
      status: "inactive",
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      display_name: "Household",
      allow_transaction_modifications: false,
      import_start_date: "2100-01-01",
      status: "inactive",
    });
    expect((await callOwn("PUT", "/linked/1", body)).body).toEqual(body);
    expect((await callOwn("PUT", "/linked/1", { display_name: null })).body.display_name).toBe(
      "Alpine Bank Everyday",
    );
  });

  test("the answer of GET is accepted even if institution and account have the longest names", async () => {
    const institutions = [{ id: "alpine", name: "B".repeat(100) }];
    await upload(feed([], { name: "N".repeat(100) }, { institutions }));
    const [before] = await linked();

    const { status, body } = await callOwn("PUT", "/linked/1", before);

    expect(before.display_name).toHaveLength(201);
    expect([status, body]).toEqual([200, before]);
  });

  test("a derived name that is sent back stays derived", async () => {
    await upload(feed());
    const before = (await get("/linked_accounts/1")).body;
    await callOwn("PUT", "/linked/1", before);
    await upload(feed([], { name: "Renamed" }));
    await fetchNow();

    expect((await linked())[0].display_name).toBe("Alpine Bank Renamed");
  });

  test("an inactive account becomes active again, or awaits its first import if it had none", async () => {
    await upload(feed());
    await callOwn("PUT", "/linked/1", { status: "inactive" });
    expect((await callOwn("PUT", "/linked/1", { status: "active" })).body.status).toBe("syncing");

    await fetchNow();
    await callOwn("PUT", "/linked/1", { status: "inactive" });
    expect((await callOwn("PUT", "/linked/1", { status: "active" })).body.status).toBe("active");
  });

  test.each([
    [{ status: "error" }],
    [{ status: "active" }],
    [{ status: "gone" }],
    [{ display_name: "" }],
    [{ display_name: "n".repeat(202) }],
    [{ import_start_date: "2100-02-30" }],
    [{ allow_transaction_modifications: null }],
    [{ color: "red" }],
    [{ id: 1, balance: "5" }],
    [{}],
  ])("the linked account's change %j is refused", async (body) => {
    await upload(feed());
    expect((await callOwn("PUT", "/linked/1", body)).status).toBe(400);
  });

  test("a feed that is uploaded again keeps the user's settings and adds only new data", async () => {
    await upload(feed());
    await callOwn("PUT", "/linked/1", { display_name: "Mine", import_start_date: "2100-05-01" });

    await upload(
      feed([], { name: "Other" }, { accounts: [ACCOUNT, { ...ACCOUNT, id: "b", name: "Second" }] }),
    );

    expect((await linked()).map((one: { display_name: string }) => one.display_name)).toEqual([
      "Mine",
      "Alpine Bank Second",
    ]);
  });

  test("ending the link keeps posted transactions without an account, and deletes pending ones", async () => {
    await upload(feed([bought("a"), bought("b", { pending: true })]));
    await fetchNow();

    expect((await callOwn("DELETE", "/linked/1")).status).toBe(204);

    expect(await linked()).toEqual([]);
    expect(await transactions()).toEqual([
      expect.objectContaining({
        linked_account_id: null,
        is_pending: false,
        payee: "CORNER CAFE 0042",
      }),
    ]);
    expect((await callOwn("DELETE", "/linked/1")).status).toBe(404);
    expect((await callOwn("PUT", "/linked/1", { display_name: "x" })).status).toBe(404);
  });

  test("ending a link with a history asks whether to keep the history", async () => {
    await upload(feed());
    const history = () =>
      database((sql) =>
        sql.all("SELECT kind, balance FROM balance_history WHERE month = '2100-08'"),
      );
    await database((sql) =>
      sql.run(
        "INSERT INTO balance_history (kind, account_id, month, balance, currency, to_base) VALUES ('linked', 1, '2100-08', 5, 'usd', 5)",
      ),
    );

    const refused = await callOwn("DELETE", "/linked/1");
    expect(refused.status).toBe(422);
    expect(refused.body.errors[0]).toMatchObject({
      linked_account_id: 1,
      has_balance_history: true,
      required_parameter: "keep_history",
      allowed_values: [true, false],
    });
    expect((await callOwn("DELETE", "/linked/1?keep_history=true")).status).toBe(204);
    expect(await history()).toEqual([{ kind: "deleted", balance: 5 }]);
    expect(
      await database((sql) =>
        sql.all("SELECT name, institution_name, account_type, mask FROM deleted_accounts"),
      ),
    ).toEqual([
      {
        name: "Everyday",
        institution_name: "Alpine Bank",
        account_type: "depository",
        mask: "4321",
      },
    ]);
  });
});

describe("the uploaded feed", () => {
  test("GET shows the feed as it was sent", async () => {
    await upload(sample());
    expect((await callOwn("GET", "/linked/feed")).body).toEqual(sample());
  });

  test.each([
    ["an unknown institution", { connections: [{ id: "c1", institution: "x" }] }],
    ["an unknown connection", { accounts: [{ ...ACCOUNT, connection: "x" }] }],
    ["an unknown account", { transactions: [bought("a", { account: "x" })] }],
    ["a removal from an unknown account", { removed: [{ account: "x", id: "a" }] }],
    ["an id twice", { transactions: [bought("a"), bought("a")] }],
    ["an account twice", { accounts: [ACCOUNT, ACCOUNT] }],
    ["a status that is the user's", { accounts: [{ ...ACCOUNT, status: "inactive" }] }],
    ["a mask of five digits", { accounts: [{ ...ACCOUNT, mask: "12345" }] }],
    ["a price without a currency", { listings: [{ id: "x", symbol: "x", name: "X", price: "1" }] }],
    [
      "a price that is no decimal",
      { listings: [{ id: "x", symbol: "x", name: "X", price: "1e5", currency: "usd" }] },
    ],
    [
      "one symbol twice",
      {
        crypto_accounts: [
          {
            id: "w",
            provider: "ethereum",
            balances: [
              { symbol: "ETH", balance: 1 },
              { symbol: "eth", balance: 1 },
            ],
          },
        ],
      },
    ],
    ["a property nobody knows", { colors: [] }],
  ])("a feed with %s is refused", async (_, change) => {
    expect((await callOwn("PUT", "/linked/feed", { ...feed(), ...change })).status).toBe(400);
  });

  test("a feed has a maximum length", async () => {
    const length = JSON.stringify(feed([bought("a", { metadata: { x: "" } })])).length;
    const long = (more: number) =>
      feed([bought("a", { metadata: { x: "y".repeat(FEED_CHARS_MAX - length + more) } })]);

    expect((await callOwn("PUT", "/linked/feed", long(0))).status).toBe(200);
    expect((await callOwn("PUT", "/linked/feed", long(1))).status).toBe(400);
  });

  test("the feed exists only on a developer's machine: elsewhere it can be neither read nor written", async () => {
    await get("/me");
    for (const method of ["GET", "PUT"]) {
      const init = method === "PUT" ? { method, body: JSON.stringify(feed()) } : { method };
      const answered = await runInDurableObject(
        bindings.BUDGET.getByName("1"),
        async (_, state) => {
          const sql = new Sql(state.storage);
          const caller = { userId: 1, label: null, scopes: ALL_SCOPES };
          const ports = { providers: NO_PROVIDERS } as Ports;
          const request = new Request("http://localhost/api/linked/feed", init);
          return answer(
            { routes: OWN_ROUTES, base: "/api" },
            request,
            { sql, caller, ports },
            Date.now,
          );
        },
      );
      expect(answered.status).toBe(404);
      await answered.body?.cancel();
    }
    expect(await linked()).toEqual([]);
  });

  test("a fetch without any provider leaves the feed's accounts in error", async () => {
    await upload(feed());
    await jobWith(NO_PROVIDERS.linked);
    expect((await linked())[0].status).toBe("error");
  });
});
