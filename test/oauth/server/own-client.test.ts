// Our own pipeline as a client: agreed to by signing in, answered at once where there is nothing to choose, and of no
// use to anybody who is not this deployment.

import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test } from "vitest";
import { readConfig } from "../../../src/config.ts";
import {
  findClient,
  registerClient,
  removeClient,
  rotateSecret,
} from "../../../src/oauth/clients/clients.ts";
import {
  describeOwnClient,
  isOwnSecret,
  ownClient,
} from "../../../src/oauth/clients/own-client.ts";
import { OWN_CLIENT_ID } from "../../../src/platform/credentials/own-client.ts";
import { isClientId } from "../../../src/oauth/clients/registration.ts";
import { must } from "../../../src/platform/assert.ts";
import { unusedNumbers } from "../numbers.ts";
import {
  asClient,
  asking,
  basic,
  budget,
  fieldsOf,
  me,
  open,
  ORIGIN,
  redeem,
  refresh,
  send,
  sentTo,
  signIn,
  submit,
  type TestClient,
} from "./driver.ts";
import { reset } from "../../reset.ts";

afterEach(() => reset());

const OWN_CALLBACK = `${ORIGIN}/connect/callback`;

async function own(): Promise<TestClient> {
  const { clientId, clientSecret } = await ownClient(readConfig(env));
  return { id: clientId, secret: clientSecret };
}

const request = async (changed: Record<string, string | null> = {}) =>
  asking(await own(), { redirect_uri: OWN_CALLBACK, ...changed });

async function secondBudget(): Promise<string> {
  await unusedNumbers();
  const made = await env.USER.getByName("1").makeAccount("Holiday home", "eur");
  if (!made.ok) throw new Error(made.error);
  return String(made.value.accountId);
}

const grants = async () => budget((sql) => sql.all("SELECT * FROM grants"));

describe("who has signed in", () => {
  test("with one budget is sent back with a code at once, and the code gives tokens", async () => {
    const client = await own();

    const answer = await open(await request(), await signIn());
    const { to, said } = sentTo(answer);

    expect(to).toBe(OWN_CALLBACK);
    expect(said).toEqual({
      code: expect.stringMatching(/^code_1_[a-z2-7]{52}$/),
      state: "a state",
      iss: ORIGIN,
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const { status, body } = await redeem(client, must(said["code"], "there is a code"), {
      redirect_uri: OWN_CALLBACK,
    });
    expect(status).toBe(200);
    expect((await me(body.access_token)).body).toMatchObject({ id: 1, account_id: 1 });
    expect((await refresh(client, body.refresh_token)).status).toBe(200);
    // What the importer posts with is open, what it never does is not.
    expect(
      (
        await send("/v2/manual_accounts", {
          headers: { authorization: `Bearer ${body.access_token}` },
        })
      ).status,
    ).toBe(200);
    expect(
      (
        await send("/v2/tags/1", {
          method: "DELETE",
          headers: { authorization: `Bearer ${body.access_token}` },
        })
      ).status,
    ).toBe(403);
  });

  test("before our own client needed the history of balances has it now, with the same tokens and without being asked", async () => {
    const client = await own();
    const { said } = sentTo(await open(await request(), await signIn()));
    const { body } = await redeem(client, must(said["code"], "there is a code"), {
      redirect_uri: OWN_CALLBACK,
    });
    await budget((sql) =>
      sql.run('UPDATE grants SET scopes = \'["me:read","accounts:read","offline_access"]\''),
    );
    const history = async (token: string) =>
      (await send("/v2/balance_history", { headers: { authorization: `Bearer ${token}` } })).status;

    expect(await history(body.access_token)).toBe(200);
    const next = await refresh(client, body.refresh_token);
    expect(next.body.scope.split(" ")).toEqual(
      expect.arrayContaining(["balance_history:read", "balance_history:write"]),
    );
    expect(await history(next.body.access_token)).toBe(200);
  });

  test("with several is asked which, and nothing else", async () => {
    const holiday = await secondBudget();
    const cookie = await signIn();

    const page = await open(await request(), cookie);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self';");
    const html = await page.clone().text();
    for (const text of ["Which budget?", "Demo budget", "Holiday home", "you@localhost"])
      expect(html).toContain(text);
    for (const text of ["It will be able to", "Allow", "checked"]) expect(html).not.toContain(text);
    expect(await grants()).toEqual([]);

    const answer = await submit(
      { ...(await fieldsOf(page)), account: holiday, decision: "allow" },
      cookie,
    );
    expect(sentTo(answer).said["code"]).toMatch(new RegExp(`^code_${holiday}_`));
  });

  test("with several has the session's current one chosen already", async () => {
    const holiday = await secondBudget();
    const cookie = await signIn();
    const [session] = await env.USER.getByName("1").sessions();
    await env.USER.getByName("1").chooseAccount(
      must(session, "somebody is signed in").id,
      Number(holiday),
    );

    const html = await (await open(await request(), cookie)).text();

    expect(html).toMatch(new RegExp(`value="${holiday}"[^>]* checked`));
  });

  test("is not asked where the request names one of theirs", async () => {
    const holiday = await secondBudget();
    const cookie = await signIn();

    for (const account of ["1", holiday]) {
      const { said } = sentTo(await open(await request({ account_id: account }), cookie));
      expect(said["code"]).toMatch(new RegExp(`^code_${account}_`));
    }
  });

  test.each(["999", "1 ", "01", "x"])(
    "is asked where it names %s, which is none of theirs, even if they have but one",
    async (account) => {
      const page = await open(await request({ account_id: account }), await signIn());

      expect(page.status).toBe(400);
      expect(await page.text()).toContain("no access to the requested budget");
      expect(await grants()).toEqual([]);
    },
  );

  test("with none is led to the portal", async () => {
    const cookie = await signIn();
    await env.USER.getByName("1").accounts();
    await budget((sql) => sql.run("DELETE FROM members"));

    const answer = await open(await request(), cookie);

    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/portal"]);
  });

  test("may say no", async () => {
    await secondBudget();
    const cookie = await signIn();
    const fields = await fieldsOf(await open(await request(), cookie));

    const { to, said } = sentTo(await submit({ ...fields, decision: "deny" }, cookie));

    expect(to).toBe(OWN_CALLBACK);
    expect(said).toMatchObject({ error: "access_denied", state: "a state", iss: ORIGIN });
  });

  test("can end it in the portal like any other app, and has it listed there", async () => {
    const client = await own();
    const { said } = sentTo(await open(await request(), await signIn()));
    const { body } = await redeem(client, must(said["code"], "there is a code"), {
      redirect_uri: OWN_CALLBACK,
    });
    const [listed] = await env.BUDGET.getByName("1").listGrants(1);
    expect(listed).toMatchObject({ clientId: OWN_CLIENT_ID, clientName: "Tributary" });

    await env.BUDGET.getByName("1").endGrant(1, must(listed, "it is listed").id);

    expect((await me(body.access_token)).status).toBe(401);
    expect((await refresh(client, body.refresh_token)).body.error).toBe("invalid_grant");
  });
});

describe("another site", () => {
  test.each(["cross-site", "same-site"])(
    "that leads a person here (%s) gets nothing done: they are asked",
    async (site) => {
      const cookie = await signIn();
      const query = await request();

      const page = await send(`/oauth/authorize?${query.toString()}`, {
        headers: { cookie, "sec-fetch-site": site },
      });

      expect(page.status).toBe(200);
      expect(await page.clone().text()).toContain("Which budget?");
      expect(await grants()).toEqual([]);
      const answer = await submit(
        { ...(await fieldsOf(page)), account: "1", decision: "allow" },
        cookie,
      );
      expect(sentTo(answer).to).toBe(OWN_CALLBACK);
    },
  );

  test.each(["none", "same-origin"])("is not meant where the browser says %s", async (site) => {
    const headers = { cookie: await signIn(), "sec-fetch-site": site };

    expect(
      sentTo(await send(`/oauth/authorize?${(await request()).toString()}`, { headers })).to,
    ).toBe(OWN_CALLBACK);
  });

  test("cannot send the form for a person", async () => {
    await secondBudget();
    const cookie = await signIn();
    const own1 = await fieldsOf(await open(await request(), cookie));
    const foreign = await fieldsOf(await open(await request(), await signIn()));
    const before = await grants();

    expect(
      (
        await submit({ ...own1, account: "1", decision: "allow" }, cookie, {
          "sec-fetch-site": "cross-site",
        })
      ).status,
    ).toBe(403);
    expect(
      (
        await submit(
          { ...own1, form: foreign["form"] ?? "", account: "1", decision: "allow" },
          cookie,
        )
      ).status,
    ).toBe(400);
    expect(await grants()).toEqual(before);
  });

  test.each([
    ["its own address", "https://evil.example/connect/callback"],
    ["another path of ours", `${ORIGIN}/imports`],
    ["our address with more", `${OWN_CALLBACK}?next=https://evil.example`],
    ["our address at another port", "http://localhost:8788/connect/callback"],
    ["our address under another name", "http://127.0.0.1/connect/callback"],
  ])("has no code sent to %s", async (_, address) => {
    const answer = await open(await request({ redirect_uri: address }), await signIn());

    expect(answer.status).toBe(400);
    expect(answer.headers.get("location")).toBeNull();
    expect(await answer.text()).not.toContain("code_");
  });

  test("under another name for this host finds no authorization server", async () => {
    const { exports } = await import("cloudflare:workers");
    const query = await request({ redirect_uri: "http://rebound.example/connect/callback" });
    const headers = { cookie: await signIn(), "cf-connecting-ip": "192.0.2.80" };

    const answer = await exports.default.fetch(
      new Request(`http://rebound.example/oauth/authorize?${query.toString()}`, {
        headers,
        redirect: "manual",
      }),
    );

    expect(answer.status).toBe(404);
    await answer.body?.cancel();
  });
});

test("HEAD makes no code", async () => {
  const headers = { cookie: await signIn() };

  expect(
    (await send(`/oauth/authorize?${(await request()).toString()}`, { method: "HEAD", headers }))
      .status,
  ).toBe(200);
  expect(await grants()).toEqual([]);
});

test("who has not signed in is asked to, and led back", async () => {
  const query = (await request()).toString();

  const page = await open(query, null);

  expect(page.status).toBe(401);
  expect((await page.text()).replaceAll("&amp;", "&")).toContain(
    `name="next" value="/oauth/authorize?${query}"`,
  );
});

describe("its secret", () => {
  const config = { ...readConfig(env), tokenKey: "k".repeat(32), previousTokenKey: null };

  test("has the form of every client's secret, and is another with another key", async () => {
    const { clientId, clientSecret } = await ownClient(config);

    expect(isClientId(clientId)).toBe(true);
    expect(clientSecret).toMatch(new RegExp(`^cs_${clientId}_[a-z2-7]{52}$`));
    expect((await ownClient(config)).clientSecret).toBe(clientSecret);
    expect((await ownClient({ ...config, tokenKey: "l".repeat(32) })).clientSecret).not.toBe(
      clientSecret,
    );
  });

  test("of the key before is taken while that key is kept, and no longer", async () => {
    const { clientSecret } = await ownClient(config);
    const rotated = { ...config, tokenKey: "l".repeat(32), previousTokenKey: config.tokenKey };

    expect(await isOwnSecret(config, clientSecret)).toBe(true);
    expect(await isOwnSecret(rotated, clientSecret)).toBe(true);
    expect(await isOwnSecret(rotated, (await ownClient(rotated)).clientSecret)).toBe(true);
    expect(await isOwnSecret({ ...rotated, previousTokenKey: null }, clientSecret)).toBe(false);
  });

  test("is asked for: its id alone, a wrong one, another client's and none are refused", async () => {
    const client = await own();
    const wrong = must(client.secret, "it is confidential").replace(/.$/, (last) =>
      last === "a" ? "b" : "a",
    );

    for (const secret of [null, "", wrong, "cs"]) {
      const answer = await asClient({ ...client, secret }, "/oauth/token", {
        grant_type: "refresh_token",
        refresh_token: `rt_1_${"a".repeat(52)}`,
      });
      expect([answer.status, answer.body.error]).toEqual([401, "invalid_client"]);
    }
    const right = await send("/oauth/token", {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: `rt_1_${"a".repeat(52)}`,
      }),
      headers: { authorization: basic(client.id, client.secret ?? "") },
    });
    expect(await right.json()).toMatchObject({ error: "invalid_grant" });
  });

  test("and the client are unknown where the pipeline drives another service", async () => {
    const remote = { ...config, budgetApiUrl: "https://budget.example.com/v2" };

    expect(describeOwnClient(remote, ORIGIN)).toBeNull();
    expect(await isOwnSecret(remote, (await ownClient(remote)).clientSecret)).toBe(false);
  });
});

test("it is no client of the portal's: nobody can see, register, change or delete it", async () => {
  const who = { user: "1", userId: 1 };
  const object = env.CLIENT.getByName(OWN_CLIENT_ID);
  const wish = {
    name: "Tributary",
    redirectUris: ["https://evil.example/cb"],
    scopes: ["me:read"],
    kind: "confidential",
  };

  expect(await findClient(who, OWN_CLIENT_ID, env)).toBeNull();
  expect(await rotateSecret(who, OWN_CLIENT_ID, env)).toBeNull();
  expect(await removeClient(who, OWN_CLIENT_ID, env)).toBe(false);
  const made = await registerClient(who, wish, env);
  expect(made.ok && made.value.clientId).not.toBe(OWN_CLIENT_ID);
  await object.remove();
  expect(await object.describe()).toBeNull();
  expect((await open(await request(), await signIn())).status).toBe(303);
});
