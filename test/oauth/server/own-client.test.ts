// Our own pipeline as a client. Signing in is its consent, it is answered at once if there is
// nothing to choose, and it is useless to anybody outside this deployment.

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

describe("our own client with a session", () => {
  test("our own client with one budget gets a code at once, and the code gives tokens", async () => {
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
    // What the importer and the pages do is open, what they never do is not.
    expect(
      (
        await send("/v2/manual_accounts", {
          headers: { authorization: `Bearer ${body.access_token}` },
        })
      ).status,
    ).toBe(200);
    expect(
      (await send("/v2/recurring", { headers: { authorization: `Bearer ${body.access_token}` } }))
        .status,
    ).toBe(403);
  });

  test("a consent from before balance history was needed covers it now, with the same tokens", async () => {
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

  test("a person with several budgets chooses one, and is asked nothing else", async () => {
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

  test("a person with several budgets finds the session's current one already chosen", async () => {
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

  test("a person is asked nothing if the request names one of their budgets", async () => {
    const holiday = await secondBudget();
    const cookie = await signIn();

    for (const account of ["1", holiday]) {
      const { said } = sentTo(await open(await request({ account_id: account }), cookie));
      expect(said["code"]).toMatch(new RegExp(`^code_${account}_`));
    }
  });

  test.each(["999", "1 ", "01", "x"])(
    "a person is asked if the request names %s, which is not theirs, even if they have only one budget",
    async (account) => {
      const page = await open(await request({ account_id: account }), await signIn());

      expect(page.status).toBe(400);
      expect(await page.text()).toContain("no access to the requested budget");
      expect(await grants()).toEqual([]);
    },
  );

  test("a person without a budget is led to the portal", async () => {
    const cookie = await signIn();
    await env.USER.getByName("1").accounts();
    await budget((sql) => sql.run("DELETE FROM members"));

    const answer = await open(await request(), cookie);

    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/portal"]);
  });

  test("a person may refuse our own client", async () => {
    await secondBudget();
    const cookie = await signIn();
    const fields = await fieldsOf(await open(await request(), cookie));

    const { to, said } = sentTo(await submit({ ...fields, decision: "deny" }, cookie));

    expect(to).toBe(OWN_CALLBACK);
    expect(said).toMatchObject({ error: "access_denied", state: "a state", iss: ORIGIN });
  });

  test("a person finds our own client listed in the portal, and can end it like any other", async () => {
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

describe("our own client and other sites", () => {
  test.each(["cross-site", "same-site"])(
    "another site that leads a person here (%s) skips no consent: the person is asked",
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

  test.each(["none", "same-origin"])(
    "a browser that reports %s does not count as another site",
    async (site) => {
      const headers = { cookie: await signIn(), "sec-fetch-site": site };

      expect(
        sentTo(await send(`/oauth/authorize?${(await request()).toString()}`, { headers })).to,
      ).toBe(OWN_CALLBACK);
    },
  );

  test("another site cannot send the consent form for a person", async () => {
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
  ])("another site has no code of our own client sent to %s", async (_, address) => {
    const answer = await open(await request({ redirect_uri: address }), await signIn());

    expect(answer.status).toBe(400);
    expect(answer.headers.get("location")).toBeNull();
    expect(await answer.text()).not.toContain("code_");
  });

  test("another site's name for this host has no authorization server", async () => {
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

test("a person without a session is asked to sign in, and led back", async () => {
  const query = (await request()).toString();

  const page = await open(query, null);

  expect(page.status).toBe(401);
  expect((await page.text()).replaceAll("&amp;", "&")).toContain(
    `name="next" value="/oauth/authorize?${query}"`,
  );
});

describe("the secret of our own client", () => {
  const config = { ...readConfig(env), tokenKey: "k".repeat(32), previousTokenKey: null };

  test("our own client's secret has the usual form, and differs with another key", async () => {
    const { clientId, clientSecret } = await ownClient(config);

    expect(isClientId(clientId)).toBe(true);
    expect(clientSecret).toMatch(new RegExp(`^cs_${clientId}_[a-z2-7]{52}$`));
    expect((await ownClient(config)).clientSecret).toBe(clientSecret);
    expect((await ownClient({ ...config, tokenKey: "l".repeat(32) })).clientSecret).not.toBe(
      clientSecret,
    );
  });

  test("our own client's secret of the previous key works only while that key is kept", async () => {
    const { clientSecret } = await ownClient(config);
    const rotated = { ...config, tokenKey: "l".repeat(32), previousTokenKey: config.tokenKey };

    expect(await isOwnSecret(config, clientSecret)).toBe(true);
    expect(await isOwnSecret(rotated, clientSecret)).toBe(true);
    expect(await isOwnSecret(rotated, (await ownClient(rotated)).clientSecret)).toBe(true);
    expect(await isOwnSecret({ ...rotated, previousTokenKey: null }, clientSecret)).toBe(false);
  });

  test("our own client needs its secret: its id alone, a wrong one, another client's and none are refused", async () => {
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

  test("our own client and its secret are unknown if the pipeline works with another service", async () => {
    const remote = { ...config, budgetApiUrl: "https://budget.example.com/v2" };

    expect(describeOwnClient(remote, ORIGIN)).toBeNull();
    expect(await isOwnSecret(remote, (await ownClient(remote)).clientSecret)).toBe(false);
  });
});

test("nobody can see, register, change or delete our own client in the portal", async () => {
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
