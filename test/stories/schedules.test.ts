// Goal: a schedule of every kind of source brings its balance by itself. Method: the built Worker,
// started with nothing stored, and a fake server of each protocol on loopback. The schedules are
// due at the next full minute, which is waited for; then the heart beats by its address until all
// have run. Balances, the runs and the overview are read from outside. What is expected follows
// from what the fakes are told to hold, by arithmetic.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describe as workerOf, TOKEN } from "../../scripts/built.mjs";
import { MAIN } from "../../scripts/bundle.mjs";
import { changedBuild } from "../node/worker.ts";
import { startFakes } from "../sources/fakes/all.ts";
import { serveFake, type FakeServer } from "../sources/fakes/by-hand.ts";
import { fakeCoinbase } from "../sources/fakes/coinbase.ts";
import { fakeEsplora } from "../sources/fakes/esplora.ts";
import { fakeEthereum } from "../sources/fakes/ethereum.ts";
import { JSON_KEY } from "../sources/fakes/json.ts";
import { fakeKraken } from "../sources/fakes/kraken.ts";
import { FakeSimplefin, household, listen } from "../sources/fakes/simplefin.ts";

const MINUTE_MS = 60_000;
/**
 * How far before a full minute the Worker's clock stands when it starts: what is made until then
 * takes some seconds.
 */
const LEAD_MS = 14_000;
/** No schedule is set to a minute that is nearer. */
const NEAREST_MS = 3_000;
/** For who shares this machine with many; the run takes a moment. */
const PATIENCE_MS = 2 * MINUTE_MS;
const WALLET = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
const TOKEN_CONTRACT = "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359";
const BITCOIN = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";

const scratch = mkdtempSync(join(tmpdir(), "tributary-schedules-"));
// Nobody is to wait up to a minute: the Worker's clock is ahead of this machine's, as clocks are.
const ahead = (2 * MINUTE_MS - LEAD_MS - (Date.now() % MINUTE_MS)) % MINUTE_MS;
const now = () => Date.now() + ahead;
const stops: (() => void)[] = [];
let worker: Miniflare;
let fakes = "";
let base = "";
let cookie = "";

beforeAll(async () => {
  fakes = await startFakes();
  const bindings = {
    RATES_URL: `${fakes}/ecb/daily.xml`,
    RATES_HISTORY_URL: `${fakes}/ecb/history.zip`,
  };
  const built = aheadBuild();
  stops.push(() => rmSync(built, { recursive: true, force: true }));
  worker = new Miniflare(workerOf(built, join(scratch, "state"), { bindings }));
  base = (await worker.ready).origin;
  cookie = await signIn();
});
afterAll(async () => {
  await worker.dispose();
  for (const stop of stops) stop();
  rmSync(scratch, { recursive: true, force: true });
});

/** The built Worker, whose clock is ahead; the platform's alarms go by this machine's. */
function aheadBuild(): string {
  const clock = `const thisMachine = Date.now;\nDate.now = () => thisMachine() + ${ahead};\n`;
  return changedBuild((text, name) => {
    const source = text
      .replaceAll(".setAlarm(", `.setAlarm(-${ahead} + `)
      .replaceAll(".getAlarm()", `.getAlarm().then((at) => (at === null ? null : at + ${ahead}))`);
    return name === MAIN ? clock + source : source;
  });
}

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  const response = await fetch(`${base}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

async function signIn(): Promise<string> {
  const { link } = await ask<{ link: string }>("POST", "/api/sign-in-links");
  const signedIn = await fetch(`${base}/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: base, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ link }),
  });
  return (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

async function beat(): Promise<void> {
  const response = await fetch(`${base}/cdn-cgi/local/scheduled`);
  expect([response.status, await response.text()]).toEqual([200, "ok"]);
}

async function serve(server: FakeServer): Promise<string> {
  const { origin, stop } = await serveFake(server);
  stops.push(stop);
  return origin;
}

async function simplefin(): Promise<FakeSimplefin> {
  const fake = new FakeSimplefin(household(new Date(now()).toISOString().slice(0, 10)));
  stops.push((await listen(fake, 0)).stop);
  return fake;
}

const manual = async (currency: string) =>
  (
    await ask<{ id: number }>("POST", "/v2/manual_accounts", {
      name: `Manual ${currency} ${Math.random()}`,
      type: "cash",
      balance: "0",
      currency,
      balance_as_of: "2020-01-01",
    })
  ).id;
const coin = async (symbol: string) =>
  (
    await ask<{ id: number }>("POST", "/v2/crypto/manual", {
      name: `Coins ${symbol} ${Math.random()}`,
      symbol,
      balance: "0",
    })
  ).id;

interface Case {
  readonly name: string;
  readonly source: object;
  readonly target: object;
  /** Where what was written is read, and what is there then. */
  readonly path: string;
  readonly balance: string;
}

interface Shown {
  readonly id: string;
  readonly next_runs: readonly string[];
  readonly runs: readonly {
    readonly state: string;
    readonly due_at: string | null;
    readonly outcome: string | null;
    readonly fault: object | null;
  }[];
}

/** What is in a manual account then, four decimals long. */
const money = (name: string, source: object, account: number, balance: string): Case => ({
  name,
  source,
  target: { manual_account_id: account },
  path: `/v2/manual_accounts/${account}`,
  balance,
});
const coins = (name: string, source: object, account: number, balance: string): Case => ({
  name,
  source,
  target: { crypto_manual_id: account },
  path: `/v2/crypto/manual/${account}`,
  balance,
});

async function givenSources(house: number): Promise<Case[]> {
  const second = "$.accounts[?@.id == 'B2']";
  const worn = {
    type: "formula",
    rule: "straight_line",
    currency: "eur",
    from: "2020-01-01",
    cost: "6000",
    residual: "1000",
    months: 12,
  };
  return [
    money(
      "JSON",
      {
        type: "json",
        url: `${fakes}/json/balance`,
        path: "$.balance",
        currency_path: "$.currency",
      },
      house,
      "1234.5000",
    ),
    money(
      "JSON with a key",
      {
        type: "json",
        url: `${fakes}/json/accounts`,
        path: `${second}.balance`,
        currency_path: `${second}.currency`,
        secrets: { headers: `Authorization: Bearer ${JSON_KEY}` },
      },
      await manual("usd"),
      "-7.1000",
    ),
    money(
      "CSV",
      {
        type: "csv",
        url: `${fakes}/csv/depot-de.csv`,
        column: "Summe",
        row: "where",
        where_column: "Konto",
        where_value: "Depot",
        currency: "eur",
        delimiter: "semicolon",
        decimal: "comma",
      },
      await manual("eur"),
      "1010.2500",
    ),
    // 3 * 131.28
    money(
      "a price",
      {
        type: "prices",
        url: `${fakes}/prices/price/{symbol}`,
        symbol: "VWCE.DE",
        quantity: "3",
        path: "$.last['{symbol}']",
        currency_path: "$.currency",
      },
      await manual("eur"),
      "393.8400",
    ),
    // 100 / 0.8 * 1.25
    money(
      "a reference rate",
      { type: "rates", url: `${fakes}/ecb/daily.xml`, quantity: "100", from: "gbp", to: "usd" },
      await manual("usd"),
      "156.2500",
    ),
    // After the last of its months the residual is left.
    money("a formula", worn, await manual("eur"), "1000.0000"),
    // What the house was worth at the last month's end; its balance of now is the JSON's.
    {
      name: "last month's",
      source: worn,
      target: { history: house, month: "previous" },
      path: `/v2/manual_accounts/${house}`,
      balance: "1234.5000",
    },
  ];
}

async function readSources(): Promise<Case[]> {
  const [bank, feed] = [await simplefin(), await simplefin()];
  const chain = {
    chainId: 1,
    block: { number: 21_000_000, timestamp: Math.floor(now() / 1000) },
    coins: { [WALLET]: 1_123_456_789_012_345_678n },
    tokens: {
      [TOKEN_CONTRACT]: { decimals: 6, symbol: "USDC", balances: { [WALLET]: 1_234_567_890n } },
    },
    fault: null,
    batches: [],
  };
  const wallet = {
    type: "ethereum",
    url: await serve(fakeEthereum(chain)),
    chain_id: 1,
    address: WALLET,
    tokens: [TOKEN_CONTRACT],
  };
  const esplora = await serve(
    fakeEsplora({
      height: 900_000,
      timestamp: Math.floor(now() / 1000),
      addresses: { [BITCOIN]: { funded: "250000000", spent: "50000001" } },
      fault: null,
      asked: [],
    }),
  );
  const privateKey = btoa("planted-private-key");
  const kraken = await serve(
    fakeKraken({
      apiKey: "planted-api-key",
      privateKey,
      balances: { XXBT: "0.2500000000", "XBT.M": "0.05", ZEUR: "1200.5000" },
      nonce: 0n,
      fault: null,
      calls: [],
    }),
  );
  const pair = (await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const pem = Buffer.from(await crypto.subtle.exportKey("pkcs8", pair.privateKey)).toString(
    "base64",
  );
  const accounts = [
    { uuid: "1", currency: "BTC", available: "0.5", hold: "0.1" },
    { uuid: "2", currency: "EUR", available: "100.00" },
  ];
  const coinbase = await serve(
    fakeCoinbase({
      keyName: "organizations/planted/apiKeys/1",
      publicKey: pair.publicKey,
      accounts,
      page: 1,
      now,
      fault: null,
      nonces: new Set(),
      pages: 0,
    }),
  );
  const fed = await manual("usd");
  return [
    money(
      "SimpleFIN, the balance",
      { type: "simplefin", account: "ACT-everyday", secrets: { token: bank.setupToken } },
      await manual("usd"),
      "1250.5000",
    ),
    // What the server states, whatever its transactions add up to.
    {
      name: "SimpleFIN, the statement",
      source: { type: "simplefin", account: "ACT-everyday", secrets: { token: feed.setupToken } },
      target: { statement: fed },
      path: `/v2/manual_accounts/${fed}`,
      balance: "1250.5000",
    },
    coins("Ether", wallet, await coin("eth"), "1.123456789012345678"),
    coins("an ERC-20 token", wallet, await coin("usdc"), "1234.567890000000000000"),
    // 2.5 received, 0.50000001 spent.
    coins(
      "Bitcoin",
      { type: "bitcoin", url: esplora, account: BITCOIN },
      await coin("btc"),
      "1.999999990000000000",
    ),
    // 0.25, and 0.05 that earns.
    coins(
      "Kraken",
      {
        type: "kraken",
        url: kraken,
        secrets: { api_key: "planted-api-key", private_key: privateKey },
      },
      await coin("btc"),
      "0.300000000000000000",
    ),
    money(
      "Coinbase",
      {
        type: "coinbase",
        url: coinbase,
        secrets: {
          key_name: "organizations/planted/apiKeys/1",
          private_key: `-----BEGIN PRIVATE KEY-----\n${pem}\n-----END PRIVATE KEY-----`,
        },
      },
      await manual("eur"),
      "100.0000",
    ),
  ];
}

/**
 * Sets them all to the next full minute, and looks at them before it; should it come meanwhile, to
 * the one after it.
 */
async function dueSoon(ids: readonly string[]): Promise<{ due: number; before: Shown[] }> {
  for (;;) {
    const due = Math.ceil((now() + NEAREST_MS) / MINUTE_MS) * MINUTE_MS;
    const at = new Date(due);
    const cron = `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`;
    const set = await Promise.all(
      ids.map((id) => ask<Shown>("PUT", `/api/schedules/${id}`, { cron, enabled: true })),
    );
    const before = await readSchedules(ids);
    if (now() < due && set.every(({ next_runs: [next] }) => next === at.toISOString()))
      return { due, before };
  }
}

async function readSchedules(ids: readonly string[]): Promise<Shown[]> {
  return Promise.all(ids.map((id) => ask<Shown>("GET", `/api/schedules/${id}`)));
}

/**
 * The rows of an account's plot, the newest first: the month, the exact value that is drawn, and
 * what its table says.
 */
function readPlotRows(page: string, account: number): [string, string, string][] {
  const [, article = ""] =
    new RegExp(`<article[^>]* id="manual-${account}"(.*?)</article>`, "s").exec(page) ?? [];
  expect(article).toContain('data-plot="yes"');
  return Array.from(
    article.matchAll(/<tr data-month="([^"]*)".*?data-value="([^"]*)">([^<]*)</gs),
    ([, month = "", value = "", text = ""]) => [month, value, text],
  );
}

test(
  "every kind of source is read once when its schedule is due, and appears in balance, runs and plot",
  { timeout: 2 * PATIENCE_MS },
  async () => {
    const house = await manual("eur");
    const cases = [...(await givenSources(house)), ...(await readSources())];
    const ids: string[] = [];
    for (const { name, source, target } of cases)
      ids.push(
        (
          await ask<Shown>("POST", "/api/schedules", {
            name,
            cron: "0 0 1 1 *",
            timezone: "UTC",
            enabled: false,
            source,
            target,
          })
        ).id,
      );
    const { due, before } = await dueSoon(ids);
    const dueAt = new Date(due).toISOString();

    await sleep(due - now());
    let after = await readSchedules(ids);
    for (
      const until = Date.now() + PATIENCE_MS;
      after.some(
        ({ runs }) => !runs.some(({ due_at, state }) => due_at === dueAt && state !== "waiting"),
      ) && Date.now() < until;
      after = await readSchedules(ids)
    ) {
      await beat();
      await sleep(100);
    }
    await beat();
    after = await readSchedules(ids);

    expect(before.flatMap(({ runs }) => runs.filter(({ due_at }) => due_at === dueAt))).toEqual([]);
    expect(
      after.map(({ runs }, index) => [
        cases[index]?.name,
        runs.filter(({ due_at }) => due_at === dueAt).map(({ state, fault }) => [state, fault]),
      ]),
    ).toEqual(cases.map(({ name }) => [name, [["done", null]]]));
    // Two are booked, the third is pending.
    expect((await ask<{ imports: object[] }>("GET", "/api/imports")).imports).toMatchObject([
      { door: "schedule", state: "done", counts: { read: 3, inserted: 2, skipped: 1 } },
    ]);
    const balances = await Promise.all(
      cases.map(async ({ name, path }) => [
        name,
        (await ask<{ balance: string }>("GET", path)).balance,
      ]),
    );
    expect(balances).toEqual(cases.map(({ name, balance }) => [name, balance]));

    const page = await (await fetch(`${base}/overview`, { headers: { cookie } })).text();
    const month = new Date(due);
    const [current, previous] = [
      month.toISOString().slice(0, 7),
      new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 0)).toISOString().slice(0, 7),
    ];
    expect(readPlotRows(page, house)).toEqual([
      [current, "1234.5000", "1,234.50"],
      [previous, "1000.0000", "1,000.00"],
    ]);
    expect(page).toContain("1,234.50 EUR");
  },
);
