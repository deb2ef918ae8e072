// The page of accounts over the whole Worker, by its forms. The servers behind it are those of
// test/sources/fakes, or none.

import { createExecutionContext, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mintSignInLink } from "../../../src/oauth/sign-in/session.ts";
import { readHeld } from "../../../src/pages/accounts/read-accounts.ts";
import { pages } from "../../../src/pages/app.tsx";
import type { PageEnv } from "../../../src/pages/ui/context.ts";
import { Visitor } from "../../oauth/visitor.ts";
import { LOCAL_SESSION } from "../fake-api.ts";
import { reset } from "../../reset.ts";

const bindings: Env = env;

beforeEach(() => reset());
afterEach(() => reset());

async function signedIn(): Promise<Visitor> {
  const visitor = new Visitor();
  await visitor.post("/sign-in", { link: await mintSignInLink(bindings) });
  return visitor;
}

const wordsOf = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
/** What is said beside a field. */
const besideOf = (html: string, id: string) =>
  wordsOf(
    new RegExp(`<p class="refused" id="${id}-error" role="alert">([^<]*)`).exec(html)?.[1] ?? "",
  ).trim();
const WALLET = {
  name: "Cold",
  "setting.url": "http://127.0.0.1:1/",
  "setting.chain_id": "1",
  "setting.address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "setting.symbol": "",
  "setting.tokens": "",
  "secret.key": "",
};

test("a text that is not a setup token is refused next to the field, and not shown again", async () => {
  const visitor = await signedIn();
  const { status, text } = await visitor.post("/accounts/banks", { token: "planted-not-base64!" });

  expect(status).toBe(400);
  expect(besideOf(text, "token")).toContain("The text is not a setup token: it is not base64");
  expect(text).not.toContain("planted-not");
});

test("an unreachable bank is shown with the reason, is given another token, and is removed", async () => {
  const visitor = await signedIn();
  const made = await visitor.post("/accounts/banks", {
    token: btoa("http://127.0.0.1:1/simplefin/claim/planted-one"),
  });
  const id = /#bank-(.+)$/.exec(made.headers.get("location") ?? "")?.[1] ?? "";
  // The page that follows waits for the answer, but not for as long as a busy machine may take.
  const shown = await vi.waitUntil(
    async () =>
      [(await visitor.get("/accounts")).text].find((text) => text.includes("Last update:")),
    { timeout: 30_000, interval: 100 },
  );
  const path = `/accounts/banks/${id}`;
  const refused = await visitor.post(`${path}/token`, { token: "planted-not-base64!" });

  expect([made.status, id]).toEqual([303, expect.stringMatching(/^simplefin-/)]);
  expect(wordsOf(shown)).toContain("127.0.0.1:1");
  expect(shown).not.toContain("planted-one");
  expect([refused.status, besideOf(refused.text, `token-${id}`)]).toEqual([
    400,
    expect.stringContaining("it is not base64"),
  ]);
  expect((await visitor.post(`${path}/fetch`)).status).toBe(425);
  expect((await visitor.post(`${path}/remove`)).status).toBe(303);
  expect(wordsOf((await visitor.get("/accounts")).text)).not.toContain("127.0.0.1:1");
  expect((await visitor.post(`${path}/fetch`)).status).toBe(404);
  expect(
    wordsOf(
      (
        await visitor.post(`${path}/token`, {
          token: btoa("http://127.0.0.1:1/simplefin/claim/planted-two"),
        })
      ).text,
    ),
  ).toContain("There is no connection with the id");
});

test("a wallet is refused per field with its values kept, connected, shown empty, changed and removed", async () => {
  const visitor = await signedIn();
  const wrong = await visitor.post("/accounts/new/ethereum", {
    ...WALLET,
    "setting.address": "0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "setting.chain_id": "0",
    "secret.key": "planted-key",
  });
  const long = await visitor.post("/accounts/new/ethereum", { ...WALLET, name: "C".repeat(46) });
  const made = await visitor.post("/accounts/new/ethereum", WALLET);
  const twice = await visitor.post("/accounts/new/ethereum", WALLET);
  const shown = wordsOf((await visitor.get("/accounts")).text);
  const form = (await visitor.get("/accounts/coins/1/source")).text;
  const other = await visitor.post("/accounts/coins/1/source", {
    ...WALLET,
    "setting.chain_id": "137",
  });

  expect(wrong.status).toBe(400);
  expect(besideOf(wrong.text, "setting-address")).toMatch(/^Address .*\.$/);
  expect(besideOf(wrong.text, "setting-chain_id")).toMatch(/^Chain must have at least 1, found 0/);
  expect([long.status, besideOf(long.text, "name")]).toEqual([
    400,
    expect.stringMatching(/^Name must be text of 1 to 45 characters/),
  ]);
  expect(wrong.text).toContain('value="http://127.0.0.1:1/"');
  expect(wrong.text).not.toContain("planted-key");
  expect([made.status, made.headers.get("location")]).toEqual([303, "/accounts#synced-1"]);
  expect([twice.status, wordsOf(twice.text)]).toEqual([
    400,
    expect.stringContaining("This is connected already, as “Cold”."),
  ]);
  expect(shown).toMatch(/Cold Ethereum wallet; not updated yet; last updated .* Last update: /);
  expect(form).toContain(`value="${WALLET["setting.address"]}"`);
  expect([other.status, wordsOf(other.text)]).toEqual([
    400,
    expect.stringContaining("These settings are of another address or chain"),
  ]);
  expect((await visitor.post("/accounts/coins/1/source", WALLET)).status).toBe(303);
  expect((await visitor.post("/accounts/coins/1/remove")).status).toBe(303);
  expect(wordsOf((await visitor.get("/accounts")).text)).not.toContain("Ethereum wallet;");
});

test("an exchange without its key is refused next to that field", async () => {
  const { status, text } = await (
    await signedIn()
  ).post("/accounts/new/kraken", {
    name: "",
    "setting.url": "",
    "secret.api_key": "planted-key",
    "secret.private_key": "",
  });

  expect([status, besideOf(text, "secret-private_key")]).toEqual([
    400,
    expect.stringMatching(/^Private key is missing/),
  ]);
  expect(text).not.toContain("planted-key");
});

test("a credential that is too long is refused without being repeated", async () => {
  const visitor = await signedIn();
  const long = "planted-".repeat(2_000);
  const key = await visitor.post("/accounts/new/kraken", {
    name: "",
    "setting.url": "",
    "secret.api_key": long,
    "secret.private_key": "planted-private",
  });
  const token = await visitor.post("/accounts/banks", { token: long });

  expect([key.status, token.status]).toEqual([400, 400]);
  expect(besideOf(key.text, "secret-api_key")).toMatch(/^API key must /);
  expect(key.text + token.text).not.toContain("planted-");
});

test("a Bitcoin wallet becomes a holding with a schedule, completely or not at all, and once", async () => {
  const visitor = await signedIn();
  const form = {
    name: "Savings in coins",
    "setting.url": "http://127.0.0.1:1/",
    "setting.account": "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    "setting.script": "",
  };
  const wrong = await visitor.post("/accounts/new/bitcoin", {
    ...form,
    "setting.account": "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb",
  });
  const without = (await visitor.get("/accounts")).text;
  const made = await visitor.post("/accounts/new/bitcoin", form);
  const twice = await visitor.post("/accounts/new/bitcoin", form);
  const shown = wordsOf((await visitor.get("/accounts")).text);

  expect([wrong.status, besideOf(wrong.text, "setting-account")]).toEqual([
    400,
    expect.stringMatching(/.+\.$/),
  ]);
  expect(without).not.toContain("Savings in coins");
  expect([made.status, made.headers.get("location")]).toEqual([
    303,
    expect.stringMatching(/^\/accounts#holding-\d+$/),
  ]);
  expect([twice.status, besideOf(twice.text, "name")]).toEqual([
    409,
    "You already have a wallet called “Savings in coins”.",
  ]);
  expect(shown).toMatch(/Savings in coins 0 BTC .* Savings in coins /);
});

test("a Bitcoin wallet whose form is sent twice at once becomes one holding with one schedule", async () => {
  const visitor = await signedIn();
  const form = {
    name: "Savings in coins",
    "setting.url": "http://127.0.0.1:1/",
    "setting.account": "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    "setting.script": "",
  };
  const sent = await Promise.all([
    visitor.post("/accounts/new/bitcoin", form),
    visitor.post("/accounts/new/bitcoin", form),
    visitor.post("/accounts/new/bitcoin", form),
  ]);
  const shown = (await visitor.get("/accounts")).text;

  expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409, 409]);
  expect(shown.match(/<tr id="holding-/g)).toHaveLength(1);
  expect(
    (await visitor.get("/schedules")).text.match(/<a href="\/schedules\/[^"]+">Savings in coins</g),
  ).toHaveLength(1);
});

test("the page requests the wallets' sources once, for any number of wallets", async () => {
  const asked: string[] = [];
  const answers: Record<string, object> = {
    "/api/linked/connections": { connections: [] },
    "/api/schedules": { schedules: [] },
    "/api/balances/unconfirmed": { balances: [] },
    "/api/statement-balances": { never: [] },
    "/linked_accounts": { linked_accounts: [] },
    "/manual_accounts": { manual_accounts: [] },
    "/crypto/manual": { crypto_manual: [] },
    "/crypto/synced": {
      crypto_synced: Array.from({ length: 150 }, (_, index) => ({
        id: index + 1,
        provider: "ethereum",
        status: "active",
        balances: [],
      })),
    },
    "/api/crypto/sources": {
      sources: Array.from({ length: 149 }, (_, index) => ({
        id: index + 1,
        provider: "ethereum",
        settings: {},
        asked_at: null,
        reason: `reason ${index + 1}`,
      })),
    },
  };
  const answer = async (path: string) => (
    asked.push(path),
    Response.json(answers[path] ?? {}, { status: path in answers ? 200 : 404 })
  );

  const held = await readHeld({ api: answer, service: answer }, true);

  expect(asked.toSorted()).toEqual(Object.keys(answers).toSorted());
  expect(held.synced.map(({ source }) => source?.reason ?? null)).toEqual([
    ...Array.from({ length: 149 }, (_, index) => `reason ${index + 1}`),
    null,
  ]);
  expect(held.unread).toEqual([]);
});

test("an account that does not exist is not found", async () => {
  const visitor = await signedIn();
  const answers = await Promise.all([
    visitor.get("/accounts/new/piggy-bank"),
    visitor.get("/accounts/coins/7/source"),
    visitor.post("/accounts/coins/7/refresh"),
    visitor.post("/accounts/linked/7/remove"),
    visitor.post("/accounts/new/piggy-bank"),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect((await new Visitor().get("/accounts")).status).toBe(401);
});

test("the page of a newly connected bank waits until its accounts have balances", async () => {
  const bank = {
    id: "simplefin-x",
    host: "bank.example",
    state: "claiming",
    reason: null,
    messages: [],
    answered_at: null,
    next_at: null,
    accounts: [],
  };
  const open = { ...bank, state: "open", answered_at: "2026-11-22T05:00:00.000Z" };
  const steps = [
    bank,
    { ...open, answered_at: null },
    { ...open, accounts: [{ id: 1, status: "syncing" }] },
    { ...open, accounts: [{ id: 1, status: "active" }] },
  ];
  let looks = 0;
  const app = new Hono<PageEnv>();
  app.use(async (c, next) => {
    c.set("session", LOCAL_SESSION);
    c.set("api", async (_, init) =>
      Response.json(init?.method === "POST" ? bank : { connections: [steps[looks++]] }),
    );
    return next();
  });
  app.route("/", pages);
  const request = new Request("http://localhost/accounts/banks", {
    method: "POST",
    body: new URLSearchParams({ token: "planted-token" }),
    headers: { "sec-fetch-site": "same-origin" },
  });
  // The clock stands still: only what is seen ends the waiting.
  vi.useFakeTimers({ toFake: ["Date"] });
  const { status, headers } = await Promise.resolve(
    app.fetch(request, env, createExecutionContext()),
  ).finally(() => vi.useRealTimers());

  expect([status, headers.get("location"), looks]).toEqual([303, "/accounts#bank-simplefin-x", 4]);
});

test("the page reloads while a bank is read, but not while it shows a refused form", async () => {
  const bank = {
    id: "simplefin-x",
    host: "bank.example",
    state: "claiming",
    reason: null,
    messages: [],
    answered_at: null,
    next_at: null,
    accounts: [],
  };
  const lists = {
    connections: [bank],
    sources: [],
    schedules: [],
    linked_accounts: [],
    crypto_synced: [],
    manual_accounts: [],
    crypto_manual: [],
    balances: [],
    never: [],
    stated: [],
    imports: [],
    has_more: false,
  };
  const app = new Hono<PageEnv>();
  app.use(async (c, next) => {
    c.set("session", LOCAL_SESSION);
    c.set("api", async (_, init) =>
      init?.method === "PUT"
        ? Response.json(
            { message: "Refused", errors: [{ errMsg: "That is no setup token." }] },
            { status: 400 },
          )
        : Response.json(lists),
    );
    c.set("service", async () => Response.json(lists));
    return next();
  });
  app.route("/", pages);
  const fetchText = async (path: string, init: RequestInit = {}) =>
    (
      await app.fetch(new Request(`http://localhost${path}`, init), env, createExecutionContext())
    ).text();
  const refused = await fetchText("/accounts/banks/simplefin-x/token", {
    method: "POST",
    body: new URLSearchParams({ token: "planted-token" }),
    headers: { "sec-fetch-site": "same-origin" },
  });

  expect(await fetchText("/accounts")).toContain('http-equiv="refresh"');
  expect(refused).toContain("That is no setup token.");
  expect(refused).not.toContain('http-equiv="refresh"');
});

test("a balance is set by a form, is refused next to its field if not a number, and shows debts as owed", async () => {
  const visitor = await signedIn();
  const row = async () =>
    wordsOf(/<tr id="manual-3">.*?<\/tr>/s.exec((await visitor.get("/accounts")).text)?.[0] ?? "");

  const wrong = await visitor.post("/accounts/manual/3/balance", { balance: "1,2,3" });
  expect([wrong.status, besideOf(wrong.text, "balance-3")]).toEqual([
    400,
    expect.stringContaining("balance"),
  ]);
  const set = await visitor.post("/accounts/manual/3/balance", { balance: " 258.71 " });
  expect([set.status, set.headers.get("location")]).toEqual([303, "/accounts#manual-3"]);
  expect(await row()).toContain("258.71 USD owed");
  await visitor.post("/accounts/manual/3/balance", { balance: "-10" });
  expect(await row()).toContain("−10.00 USD (paid ahead)");
  expect((await visitor.post("/accounts/manual/99/balance", { balance: "1" })).status).toBe(404);
});

test("a balance whose sign was changed without certainty shows its old value until it is confirmed or set", async () => {
  const visitor = await signedIn();
  const unconfirmed = async () => {
    await runInDurableObject(bindings.BUDGET.getByName("1"), (_, state) => {
      state.storage.sql.exec("UPDATE manual_accounts SET balance = 13000000 WHERE id = 3");
      state.storage.sql.exec(
        "INSERT INTO unconfirmed_balances (manual_account_id, balance_before) VALUES (3, 7000000)",
      );
    });
  };
  const words = async () => wordsOf((await visitor.get("/accounts")).text);
  await visitor.get("/accounts");

  await unconfirmed();
  expect(await words()).toContain("The balance was changed from 700.00 USD to 1,300.00 USD.");
  expect((await visitor.post("/accounts/manual/3/confirm")).status).toBe(303);
  expect(await words()).not.toContain("The balance was changed");
  expect((await visitor.post("/accounts/manual/3/confirm")).status).toBe(404);
  await unconfirmed();
  await visitor.post("/accounts/manual/3/balance", { balance: "1250" });
  expect(await words()).not.toContain("The balance was changed");
});

test("a person says that statements never set a balance, and takes it back", async () => {
  const visitor = await signedIn();
  const row = async () =>
    (await visitor.get("/accounts")).text.split('<tr id="manual-3"')[1]?.split("</tr>")[0] ?? "";
  const never = async () => (await visitor.get("/api/statement-balances")).text;

  expect(await row()).toContain("Statements set its balance.");
  expect(await row()).toContain('<td data-label="Updated by">');
  const said = await visitor.post("/accounts/manual/3/statements", { set: "no" });
  expect([said.status, await never()]).toEqual([303, '{"never":[3]}']);
  expect(await row()).toContain("Statements never change its balance.");
  await visitor.post("/accounts/manual/3/statements", { set: "yes" });
  expect(await never()).toBe('{"never":[]}');
  expect(await row()).toContain("Statements set its balance.");
});

test("an account is created on the page, and a name that is taken is explained there with what was typed", async () => {
  const visitor = await signedIn();
  const fields = { name: "Rainy days", type: "cash", currency: "eur" };

  const made = await visitor.post("/accounts/manual", fields);
  const id = /#(manual-\d+)$/.exec(made.headers.get("location") ?? "")?.[1] ?? "none";
  const page = (await visitor.get("/accounts")).text;
  const again = await visitor.post("/accounts/manual", fields);

  expect(made.status).toBe(303);
  expect(page).toMatch(new RegExp(`<tr id="${id}">.*?Rainy days`));
  expect(page).toMatch(/<details class="panel" id="create-account"><summary>Create account/);
  expect(again.status).toBe(400);
  expect(wordsOf(again.text)).toContain("You already have an account called “Rainy days”.");
  expect(again.text).toMatch(/<details class="panel" id="create-account" open/);
  expect(again.text).toMatch(/name="name" value="Rainy days"/);
  expect(again.text).toMatch(/<option value="eur" selected/);
});
