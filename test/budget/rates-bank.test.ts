import {
  createScheduledController,
  runDurableObjectAlarm,
  runInDurableObject,
} from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import worker from "../../src/index.ts";
import { dueJob } from "../../src/budget/jobs/queue.ts";
import { createProfile } from "../../src/budget/me/store.ts";
import { refreshRates } from "../../src/budget/rates/bank.ts";
import { currenciesInUse } from "../../src/budget/rates/store.ts";
import { STEPS } from "../../src/budget/schema/steps.ts";
import { readConfig } from "../../src/config.ts";
import {
  RATES_FETCH_INTERVAL_MS,
  RATES_FILE_BYTES_MAX,
  RATES_GAP_DAYS_MAX,
  RATES_LOAD_INTERVAL_MS,
  RATES_LOAD_RETRY_MS,
} from "../../src/platform/limits.ts";
import { internetFetching } from "../../src/sources/internet.ts";
import { migrate } from "../../src/platform/sql/migrate.ts";
import { Sql } from "../../src/platform/sql/sql.ts";
import { bankXml, historyCsv, zipOf, type Days } from "./bank-files.ts";
import { bindings, callOwn, database, get, insertOne, put } from "./client.ts";
import { reset } from "../reset.ts";

const DAILY = "https://bank.example/daily.xml";
const HISTORY = "https://bank.example/history.zip";
const NOW = Date.parse("2026-11-20T16:00:00Z");

const PAST: Days = {
  "2026-11-19": { USD: "1.20", GBP: "0.80" },
  "2026-01-05": { USD: "1.10", GBP: "0.88", JPY: "160" },
};
const TODAY: Days = { "2026-11-20": { USD: "1.25", GBP: "0.75" } };

/** What the bank answers by address, and what it was asked. */
let bank: Record<string, () => Response | Promise<Response>>;
let asked: string[];
let logged: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  asked = [];
  bank = {
    [DAILY]: () => new Response(bankXml(TODAY)),
    [HISTORY]: async () => new Response(await zipOf(historyCsv(PAST))),
  };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address) => {
    const url = address instanceof Request ? address.url : String(address);
    asked.push(url);
    const answer = bank[url];
    if (answer === undefined) throw new Error(`unexpected request to ${url}`);
    return answer();
  });
  logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

const SOURCES = { daily: DAILY, history: HISTORY };
const refresh = async (now: number, sources = SOURCES) =>
  refreshRates(bindings.DOCUMENTS, internetFetching(readConfig(bindings)), sources, now);
const stored = async (currency: string) =>
  (await bindings.DOCUMENTS.get(`rates/${currency}`))?.text();

describe("the heartbeat's fetch of exchange rates", () => {
  test("the heartbeat fetches today and, the first time, the whole history, as one series per currency", async () => {
    await refresh(NOW);

    expect(asked).toEqual([DAILY, HISTORY]);
    expect(await stored("usd")).toBe("2026-01-05 1.10\n2026-11-19 1.20\n2026-11-20 1.25\n");
    expect(await stored("jpy")).toBe("2026-01-05 160\n");
    expect(await stored("chf")).toBeUndefined();
    expect(logged).not.toHaveBeenCalled();
  });

  test("the heartbeat fetches again only after some hours, and then only today's rates", async () => {
    await refresh(NOW);
    await refresh(NOW + RATES_FETCH_INTERVAL_MS - 1);
    expect(asked).toHaveLength(2);

    bank[DAILY] = () => new Response(bankXml({ "2026-11-23": { USD: "1.30" } }));
    await refresh(NOW + RATES_FETCH_INTERVAL_MS);

    expect(asked.slice(2)).toEqual([DAILY]);
    expect(await stored("usd")).toMatch(/2026-11-20 1\.25\n2026-11-23 1\.30\n$/);
    expect(await stored("gbp")).toMatch(/2026-11-20 0\.75\n$/);
  });

  test("the heartbeat fills a gap from the history", async () => {
    await refresh(NOW);
    const soon = 20 + RATES_GAP_DAYS_MAX;
    bank[DAILY] = () => new Response(bankXml({ [`2026-11-${soon}`]: { USD: "1.30" } }));
    await refresh(NOW + RATES_FETCH_INTERVAL_MS);
    expect(asked.slice(2)).toEqual([DAILY]);

    bank[DAILY] = () => new Response(bankXml({ "2026-12-31": { USD: "1.40" } }));
    bank[HISTORY] = () => new Response(historyCsv({ "2026-12-30": { USD: "1.39" } }));
    await refresh(NOW + 2 * RATES_FETCH_INTERVAL_MS);

    expect(asked.slice(3)).toEqual([DAILY, HISTORY]);
    expect(await stored("usd")).toMatch(/2026-11-26 1\.30\n2026-12-30 1\.39\n2026-12-31 1\.40\n$/);
  });

  test.each([
    ["does not answer", () => Promise.reject(new Error("connection lost"))],
    ["answers an error", () => new Response("gone", { status: 503 })],
    ["answers something else", () => new Response("<!DOCTYPE html><p>Maintenance</p>")],
    ["answers a cut file", () => new Response(bankXml(TODAY).slice(0, -30))],
    ["answers without end", () => new Response(new Uint8Array(RATES_FILE_BYTES_MAX + 1))],
    ["answers without rates", () => new Response(bankXml({ "2026-11-20": {} }))],
  ])(
    "the heartbeat logs a bank that %s, stores nothing, and tries again next time",
    async (_, answer) => {
      bank[HISTORY] = answer;
      await refresh(NOW);

      expect(logged).toHaveBeenCalledOnce();
      expect(await stored("usd")).toBeUndefined();
      bank[HISTORY] = () => new Response(historyCsv(PAST));
      await refresh(NOW + 1);
      expect(asked).toEqual([DAILY, HISTORY, DAILY, HISTORY]);
      expect(await stored("usd")).toContain("2026-01-05 1.10");
    },
  );

  test.each([
    [
      "to a private address",
      { location: "https://10.0.0.1/planted.zip" },
      "redirects to an address that cannot be used",
    ],
    ["in a circle", { location: HISTORY }, "redirects more than 3 times"],
  ])(
    "the heartbeat follows no redirect %s, and obeys the same network rules as any other source",
    async (_, headers, why) => {
      bank[HISTORY] = () => new Response(null, { status: 302, headers });

      await refresh(NOW);

      expect(String(logged.mock.calls[0]?.[0])).toContain(why);
      expect(asked.filter((url) => url !== DAILY && url !== HISTORY)).toEqual([]);
      expect(await stored("usd")).toBeUndefined();
    },
  );

  test("the Worker's scheduled handler runs the heartbeat with the addresses from its vars", async () => {
    const beat = async (vars: object) =>
      worker.scheduled(
        createScheduledController({ scheduledTime: new Date(), cron: "*/15 * * * *" }),
        { ...bindings, ...vars },
      );

    await beat({ RATES_URL: "" });
    await beat({ RATES_URL: DAILY, BUDGET_API_URL: "https://service.example/v2" });
    expect(asked).toEqual([]);
    await beat({ RATES_URL: DAILY, RATES_HISTORY_URL: HISTORY });
    expect(asked).toEqual([DAILY, HISTORY]);
    expect(await stored("gbp")).toContain("2026-11-20 0.75");
  });
});

describe("addresses of the rates", () => {
  test("the addresses default to the bank's own files, and only https is allowed", () => {
    const { RATES_URL: _, RATES_HISTORY_URL: __, ...bare } = bindings;

    expect(readConfig(bare).rates).toEqual({
      daily: "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml",
      history: "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip",
    });
    expect(() => readConfig({ ...bindings, RATES_URL: "http://bank.example/" })).toThrow(
      "RATES_URL",
    );
    expect(() => readConfig({ ...bindings, RATES_HISTORY_URL: "ftp://bank.example/" })).toThrow(
      "RATES_HISTORY_URL",
    );
  });
});

describe("a budget's use of exchange rates", () => {
  const job = async () =>
    database((sql) =>
      sql.first<{ due_at: number }>("SELECT due_at FROM jobs WHERE name = 'load rates'"),
    );
  /** Lets the job be done now, whenever it is due, by an alarm that may be running by itself. */
  const load = async () => {
    await database((sql) => sql.run("UPDATE jobs SET due_at = 1 WHERE name = 'load rates'"));
    await runDurableObjectAlarm(bindings.BUDGET.getByName("1"));
    await expect.poll(job, { timeout: 30_000 }).not.toEqual({ due_at: 1 });
  };
  const baseOf = async (id: number) => (await get(`/transactions/${id}`)).body.to_base;
  const loaded = async () =>
    database((sql) =>
      sql
        .all<{ currency: string }>("SELECT DISTINCT currency FROM rates ORDER BY currency")
        .map(({ currency }) => currency),
    );

  test("a budget takes the rates of only the currencies it uses, once it meets one", async () => {
    await refresh(NOW);
    await insertOne({ date: "2026-01-05", amount: 1 });
    expect(await job()).toBeNull();

    const { id } = await insertOne({ date: "2026-01-05", amount: 88, currency: "gbp" });
    await load();

    // 88 / 0.88 * 1.10
    expect(await baseOf(id)).toBe(110);
    expect(await loaded()).toEqual(["gbp", "usd"]);
    await put("/me/account/settings", { supported_currencies: ["usd", "jpy"] });
    await load();
    expect(await loaded()).toEqual(["gbp", "jpy", "usd"]);
  });

  test("a budget checks for rates every day, and sooner while none have been fetched yet", async () => {
    const { id } = await insertOne({ date: "2026-11-20", amount: 75, currency: "gbp" });
    await load();
    expect(await baseOf(id)).toBe(0);
    const wait = ((await job())?.due_at ?? 0) - Date.now();
    expect(wait).toBeGreaterThan(RATES_LOAD_RETRY_MS - 60_000);
    expect(wait).toBeLessThanOrEqual(RATES_LOAD_RETRY_MS);

    await refresh(NOW);
    await load();

    // 75 / 0.75 * 1.25
    expect(await baseOf(id)).toBe(125);
    const daily = ((await job())?.due_at ?? 0) - Date.now();
    expect(daily).toBeGreaterThan(RATES_LOAD_INTERVAL_MS - 60_000);
    bank[DAILY] = () => new Response(bankXml({ "2026-11-23": { USD: "1.50", GBP: "0.50" } }));
    await refresh(NOW + RATES_FETCH_INTERVAL_MS);
    const late = await insertOne({ date: "2026-11-24", amount: 75, currency: "gbp" });
    expect(late.to_base).toBe(125);
    await load();
    expect(await baseOf(late.id)).toBe(225);
    expect(await baseOf(id)).toBe(125);
  });

  test("a budget keeps a rate that a person entered when the bank reports another", async () => {
    await refresh(NOW);
    await callOwn("PUT", "/rates", {
      rates: [{ currency: "gbp", date: "2026-11-20", per_euro: "0.5" }],
    });
    const { id } = await insertOne({ date: "2026-11-20", amount: 1, currency: "gbp" });

    await load();

    // 1 / 0.5 * 1.25
    expect(await baseOf(id)).toBe(2.5);
    expect((await callOwn("GET", "/rates?currency=gbp&start_date=2026-11-19")).body.rates).toEqual([
      { currency: "gbp", date: "2026-11-20", per_euro: "0.5" },
      { currency: "gbp", date: "2026-11-19", per_euro: "0.80" },
    ]);
  });

  test("a budget older than the rates is searched once for the currencies it uses", async () => {
    const used = await runInDurableObject(bindings.BUDGET.getByName("older"), async (_, state) => {
      const sql = new Sql(state.storage);
      const before = STEPS.findIndex(({ name }) => name === "rates");
      await migrate(sql, STEPS.slice(0, before), 1);
      createProfile(
        sql,
        {
          accountId: 9,
          budgetName: "Older",
          primaryCurrency: "usd",
          user: { id: 1, name: "You", email: "you@localhost" },
        },
        1,
      );
      sql.run(
        `INSERT INTO transactions (date, amount, currency, to_base, payee, status, created_at, updated_at)
         VALUES ('2026-01-05', 1, 'chf', 0, 'x', 'reviewed', 1, 1), ('2026-01-05', 1, 'eur', 0, 'x', 'reviewed', 1, 1), ('2026-01-05', 1, 'usd', 1, 'x', 'reviewed', 1, 1)`,
      );
      await migrate(sql, STEPS, 2);
      return { currencies: currenciesInUse(sql), job: dueJob(sql, 2)?.name };
    });

    expect(used).toEqual({ currencies: ["chf", "usd"], job: "load rates" });
  });
});
