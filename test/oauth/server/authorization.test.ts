// The authorization endpoint: refusals on a page, errors to the client, the consent page, and
// protection against answers by anybody else.

import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test } from "vitest";
import {
  ACCESS_TOKEN_LIFETIME_MS,
  CONSENT_FORM_MS,
  OAUTH_QUERY_CHARS_MAX,
  OAUTH_STATE_CHARS_MAX,
} from "../../../src/platform/limits.ts";
import { newForm, readForm } from "../../../src/oauth/server/consent-form.ts";
import { newClientId } from "../../../src/oauth/clients/registration.ts";
import { withinAMinute } from "../../clock.ts";
import { freshAddress } from "../network.ts";
import {
  asking,
  budget,
  CALLBACK,
  codeFor,
  fieldsOf,
  open,
  ORIGIN,
  register,
  send,
  sentTo,
  signIn,
  submit,
} from "./driver.ts";
import { reset } from "../../reset.ts";

afterEach(() => reset());

describe("authorization requests refused on a page", () => {
  test.each([
    ["no client", { client_id: null }],
    ["a client of another form", { client_id: "../../admin" }],
    ["a client that was never registered", { client_id: newClientId() }],
    ["no address", { redirect_uri: null }],
    ["an empty address", { redirect_uri: "" }],
    ["another host", { redirect_uri: "https://evil.example/callback" }],
    ["a longer path", { redirect_uri: `${CALLBACK}/more` }],
    ["a shorter path", { redirect_uri: "https://app.example.com/" }],
    ["a slash at the end", { redirect_uri: `${CALLBACK}/` }],
    ["another case", { redirect_uri: "https://app.example.com/Callback" }],
    ["a port", { redirect_uri: "https://app.example.com:8443/callback" }],
    ["the default port", { redirect_uri: "https://app.example.com:443/callback" }],
    ["a subdomain", { redirect_uri: "https://x.app.example.com/callback" }],
    ["a host that begins alike", { redirect_uri: "https://app.example.com.evil.example/callback" }],
    ["a user before the host", { redirect_uri: "https://app.example.com@evil.example/callback" }],
    ["dots", { redirect_uri: "https://app.example.com/x/../callback" }],
    ["encoded dots", { redirect_uri: "https://app.example.com/x/%2e%2e/callback" }],
    ["a query", { redirect_uri: `${CALLBACK}?next=https://evil.example` }],
    ["a fragment", { redirect_uri: `${CALLBACK}#x` }],
    ["plain http", { redirect_uri: "http://app.example.com/callback" }],
    ["a script", { redirect_uri: "javascript:alert(1)" }],
    ["a backslash", { redirect_uri: "https://app.example.com\\@evil.example/callback" }],
  ])(
    "an error page refuses the request and never sends the browser away: %s",
    async (_, changed) => {
      const client = await register();

      for (const cookie of [null, await signIn()]) {
        const response = await open(asking(client, changed), cookie);

        expect(response.status).toBe(400);
        expect(response.headers.get("location")).toBeNull();
        expect(await response.text()).toContain("This request cannot continue");
      }
    },
  );

  test("a second client_id or redirect_uri is refused on a page, even if both are right", async () => {
    const client = await register();

    for (const [name, value] of [
      ["client_id", client.id],
      ["redirect_uri", CALLBACK],
    ] as const) {
      const query = asking(client);
      query.append(name, value);
      const response = await open(query, null);

      expect(response.status).toBe(400);
      expect(await response.text()).toContain(`${name} more than once`);
    }
  });

  test("a query of one character over the limit is refused on a page", async () => {
    const client = await register();
    const query = asking(client).toString();
    const padded = (length: number) => `${query}&x=${"x".repeat(length - query.length - 3)}`;

    expect((await open(padded(OAUTH_QUERY_CHARS_MAX), null)).status).toBe(401);
    expect((await open(padded(OAUTH_QUERY_CHARS_MAX + 1), null)).status).toBe(400);
  });

  test("a removed client is refused on a page", async () => {
    const client = await register();
    await env.CLIENT.getByName(client.id).remove();

    expect((await open(asking(client), await signIn())).status).toBe(400);
  });
});

describe("authorization requests refused to the client", () => {
  test.each([
    ["no response_type", { response_type: null }, "invalid_request"],
    ["the implicit grant", { response_type: "token" }, "unsupported_response_type"],
    ["a mixed response_type", { response_type: "code token" }, "unsupported_response_type"],
    ["another response_mode", { response_mode: "fragment" }, "invalid_request"],
    ["no challenge", { code_challenge: null }, "invalid_request"],
    [
      "no challenge and no method",
      { code_challenge: null, code_challenge_method: null },
      "invalid_request",
    ],
    ["the plain method", { code_challenge_method: "plain" }, "invalid_request"],
    ["no method, which means plain", { code_challenge_method: null }, "invalid_request"],
    ["a challenge that is too short", { code_challenge: "a".repeat(42) }, "invalid_request"],
    ["a challenge that is too long", { code_challenge: "a".repeat(44) }, "invalid_request"],
    ["a challenge with padding", { code_challenge: `${"a".repeat(42)}=` }, "invalid_request"],
  ])(
    "the error goes back to the client, with its state and our name: %s",
    async (_, changed, error) => {
      const client = await register();

      const { to, said } = sentTo(await open(asking(client, changed), await signIn()));

      expect(to).toBe(CALLBACK);
      expect(said).toEqual({
        error,
        error_description: expect.any(String),
        state: "a state",
        iss: ORIGIN,
      });
    },
  );

  test("a request without a session is not refused to the client: the person signs in first and returns", async () => {
    const client = await register();
    const query = asking(client, { response_type: "token" }).toString();

    for (const response of [
      await open(query, null),
      await submit({ request: query, decision: "deny" }, ""),
    ]) {
      expect(response.status).toBe(401);
      expect(response.headers.get("location")).toBeNull();
      expect((await response.text()).replaceAll("&amp;", "&")).toContain(
        `name="next" value="/oauth/authorize?${query}"`,
      );
    }
  });

  test("a parameter given twice goes back to the client as an error, and of two states neither", async () => {
    const client = await register();
    const twice = (name: string) => {
      const query = asking(client);
      query.append(name, "b");
      return query;
    };

    const cookie = await signIn();
    expect(sentTo(await open(twice("code_challenge"), cookie)).said).toMatchObject({
      error: "invalid_request",
      state: "a state",
    });
    const { said } = sentTo(await open(twice("state"), cookie));
    expect(said).toEqual({
      error: "invalid_request",
      error_description: expect.any(String),
      iss: ORIGIN,
    });
  });

  test("a state of one character over the limit goes back to the client as an error", async () => {
    const client = await register();
    const cookie = await signIn();

    expect(
      (await open(asking(client, { state: "s".repeat(OAUTH_STATE_CHARS_MAX) }), cookie)).status,
    ).toBe(200);
    const long = await open(
      asking(client, { state: "s".repeat(OAUTH_STATE_CHARS_MAX + 1) }),
      cookie,
    );
    expect(sentTo(long).said["error"]).toBe("invalid_request");
  });

  test("the registered address keeps its own query", async () => {
    const client = await register({ redirectUris: [`${CALLBACK}?tenant=7`] });

    const { said } = sentTo(
      await open(
        asking(client, { redirect_uri: `${CALLBACK}?tenant=7`, response_type: null }),
        await signIn(),
      ),
    );

    expect(said).toMatchObject({ tenant: "7", error: "invalid_request" });
  });
});

describe("loopback addresses of a public client", () => {
  test.each([
    ["http://127.0.0.1/cb", "http://127.0.0.1:51004/cb", true],
    ["http://127.0.0.1:9000/cb", "http://127.0.0.1:51004/cb", true],
    ["http://[::1]/cb", "http://[::1]:51004/cb", true],
    ["http://localhost:1/cb", "http://localhost:51004/cb", true],
    ["http://127.0.0.1/cb", "http://127.0.0.1:51004/other", false],
    ["http://127.0.0.1/cb", "http://127.0.0.1:51004/cb?x", false],
    ["http://127.0.0.1/cb", "http://127.0.0.1:0/cb", false],
    ["http://127.0.0.1/cb", "http://127.0.0.1:65536/cb", false],
    ["http://127.0.0.1/cb", "http://localhost:51004/cb", false],
    ["http://127.0.0.1/cb", "https://127.0.0.1:51004/cb", false],
    ["http://127.0.0.1/cb", "http://127.0.0.1:51004@evil.example/cb", false],
    ["https://app.example.com/cb", "https://app.example.com:51004/cb", false],
  ])(
    "a loopback address registered as %s and requested as %s: %s",
    async (registered, asked, taken) => {
      const open1 = async (kind: "public" | "confidential") => {
        const client = await register({ kind, redirectUris: [registered] });
        return (await open(asking(client, { redirect_uri: asked }), await signIn())).status;
      };

      expect(await open1("public")).toBe(taken ? 200 : 400);
      expect(await open1("confidential")).toBe(400);
    },
  );
});

describe("authorization without a session", () => {
  test("a person without a session is asked to sign in, and led back to the request", async () => {
    const client = await register();
    const query = asking(client).toString();

    const response = await open(query, null);

    expect(response.status).toBe(401);
    const html = (await response.text()).replaceAll("&amp;", "&");
    expect(html).toContain(`name="next" value="/oauth/authorize?${query}"`);
    expect(html).not.toContain("Allow");
  });

  test("a person without a session cannot answer the consent form", async () => {
    const client = await register();
    const cookie = await signIn();
    const fields = await fieldsOf(await open(asking(client), cookie));

    const answer = await submit({ ...fields, account: "1", decision: "allow" }, "");

    expect(answer.status).toBe(401);
    expect(await budget((sql) => sql.all("SELECT * FROM grants"))).toEqual([]);
  });
});

describe("the consent page of an authorization", () => {
  test("the consent page shows the client, its address, its permissions and the budget", async () => {
    const client = await register({
      name: "<Ledger>",
      scopes: ["transactions:read", "offline_access"],
    });

    const html = await (await open(asking(client), await signIn())).text();

    expect(html).toContain("&lt;Ledger&gt;");
    expect(html).toContain("app.example.com");
    expect(html).toContain("See transactions and their attachments");
    expect(html).toContain("Keep this access while you are away");
    expect(html).not.toContain("Add, change");
    expect(html).toContain("Demo budget");
    expect(html).toContain("you@localhost");
  });

  test("the consent page ignores the scope parameter", async () => {
    const client = await register({ scopes: ["tags:read"] });

    const html = await (
      await open(asking(client, { scope: "transactions:write nonsense" }), await signIn())
    ).text();

    expect(html).toContain("See tags");
    expect(html).not.toMatch(/<li>[^<]*transactions/);
  });

  test("the consent page cannot be framed or kept, and only its form may lead to another site", async () => {
    const client = await register();
    const page = await open(asking(client), await signIn());
    const elsewhere = await send("/sign-in");

    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' https:;");
    expect(page.headers.get("x-frame-options")).toBe("DENY");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(elsewhere.headers.get("content-security-policy")).toContain("form-action 'self';");
  });

  test.each([
    ["com.example.app:/callback", "com.example.app:"],
    ["http://127.0.0.1:7777/cb", "http://127.0.0.1:7777 https:"],
    ["http://[::1]:7777/cb", "http: https:"],
  ])(
    "the consent page lets its form lead to the installed app at %s",
    async (redirectUri, source) => {
      const client = await register({ kind: "public", redirectUris: [redirectUri] });

      const page = await open(asking(client, { redirect_uri: redirectUri }), await signIn());

      expect(page.headers.get("content-security-policy")).toContain(
        `form-action 'self' ${source};`,
      );
    },
  );
});

describe("answers to the consent form", () => {
  test("Allow sends a code, the state and our name", async () => {
    const client = await register();
    const cookie = await signIn();
    const fields = await fieldsOf(await open(asking(client), cookie));

    const { to, said } = sentTo(
      await submit({ ...fields, account: "1", decision: "allow" }, cookie),
    );

    expect(to).toBe(CALLBACK);
    expect(said).toEqual({
      code: expect.stringMatching(/^code_1_[a-z2-7]{52}$/),
      state: "a state",
      iss: ORIGIN,
    });
  });

  test("an answer without a requested state has no state", async () => {
    const client = await register();
    const cookie = await signIn();
    const fields = await fieldsOf(await open(asking(client, { state: null }), cookie));

    expect(
      Object.keys(
        sentTo(await submit({ ...fields, account: "1", decision: "allow" }, cookie)).said,
      ),
    ).toEqual(["code", "iss"]);
  });

  test("Deny sends access_denied, and leaves nothing behind", async () => {
    const client = await register();
    const cookie = await signIn();
    const fields = await fieldsOf(await open(asking(client), cookie));

    const { said } = sentTo(await submit({ ...fields, account: "1", decision: "deny" }, cookie));

    expect(said).toEqual({
      error: "access_denied",
      error_description: expect.any(String),
      state: "a state",
      iss: ORIGIN,
    });
    expect(await budget((sql) => sql.all("SELECT * FROM grants"))).toEqual([]);
  });

  test.each([
    ["no budget", {}],
    ["another's budget", { account: "2" }],
    ["no number", { account: "1; DROP TABLE grants" }],
  ])("a consent form with %s is shown again", async (_, chosen) => {
    const client = await register();
    const cookie = await signIn();
    const fields = await fieldsOf(await open(asking(client), cookie));

    const answer = await submit({ ...fields, ...chosen, decision: "allow" }, cookie);

    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("Choose a budget.");
  });

  test("a consent form counts once, no matter how often it is sent", async () => {
    const client = await register();
    const cookie = await signIn();
    const fields = {
      ...(await fieldsOf(await open(asking(client), cookie))),
      account: "1",
      decision: "allow",
    };

    const answers = await Promise.all([
      submit(fields, cookie),
      submit(fields, cookie),
      submit(fields, cookie),
    ]);

    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["303", "400", "400"]);
    expect(await budget((sql) => sql.all("SELECT * FROM grants"))).toHaveLength(1);
  });

  test.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["another port of this host", { "sec-fetch-site": "same-site" }],
    ["an old browser on another site", { "sec-fetch-site": null, origin: "https://evil.example" }],
  ])("a consent form from %s is refused", async (_, headers) => {
    const client = await register();
    const cookie = await signIn();
    const fields = await fieldsOf(await open(asking(client), cookie));

    const answer = await submit({ ...fields, account: "1", decision: "allow" }, cookie, headers);

    expect(answer.status).toBe(403);
    expect(await budget((sql) => sql.all("SELECT * FROM grants"))).toEqual([]);
  });

  test("a consent form of another session, another request, or no form, is shown again", async () => {
    const client = await register();
    const cookie = await signIn();
    const own = await fieldsOf(await open(asking(client), cookie));
    const foreign = await fieldsOf(await open(asking(client), await signIn()));
    const other = await fieldsOf(await open(asking(client, { state: "another" }), cookie));

    for (const form of [
      foreign["form"],
      other["form"],
      "",
      "1.2.3",
      own["form"]?.replace(/[^.](?=[^.]*$)/, ""),
    ]) {
      const answer = await submit(
        { ...own, form: form ?? "", account: "1", decision: "allow" },
        cookie,
      );

      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain("Choose again");
    }
    expect(await budget((sql) => sql.all("SELECT * FROM grants"))).toEqual([]);
  });

  test("a consent form lasts ten minutes", async () => {
    const request = new Request(ORIGIN, { headers: { cookie: "tributary_session=x" } });
    const key = "test-token-key-of-at-least-32-bytes";
    const form = await newForm(request, "q", key, 1_000);

    expect(await readForm(form, request, "q", key, 1_000 + CONSENT_FORM_MS - 1)).not.toBeNull();
    expect(await readForm(form, request, "q", key, 1_000 + CONSENT_FORM_MS)).toBeNull();
  });

  test("an unreadable consent form is refused", async () => {
    const headers = {
      cookie: await signIn(),
      "sec-fetch-site": "same-origin",
      "content-type": "multipart/form-data; boundary=x",
    };

    expect((await send("/oauth/authorize", { method: "POST", body: "--y", headers })).status).toBe(
      400,
    );
    expect(
      (
        await send("/oauth/authorize", {
          method: "POST",
          body: "",
          headers: { ...headers, "content-type": "text/plain" },
        })
      ).status,
    ).toBe(400);
  });

  test("a consent form for a client removed meanwhile grants nothing", async () => {
    const client = await register();
    const cookie = await signIn();
    const fields = await fieldsOf(await open(asking(client), cookie));
    await env.CLIENT.getByName(client.id).remove();

    expect((await submit({ ...fields, account: "1", decision: "allow" }, cookie)).status).toBe(400);
  });
});

test("only hashes of codes are stored, and expired ones are deleted at the next request", async () => {
  const client = await register();
  const code = await codeFor(client);
  const stored = JSON.stringify(await budget((sql) => sql.all("SELECT * FROM grants")));

  expect(stored).not.toContain(code.split("_")[2]);
  await budget((sql) =>
    sql.run("UPDATE grants SET expires_at = expires_at - ?", ACCESS_TOKEN_LIFETIME_MS),
  );
  await codeFor(client);
  expect(await budget((sql) => sql.all("SELECT id FROM grants"))).toHaveLength(1);
});

test("an address with too many requests must wait", async () => {
  const { count, late } = await withinAMinute(async () => {
    const headers = { "cf-connecting-ip": freshAddress() };
    const ask = async () => (await send("/oauth/authorize", { headers })).status;
    const statuses = await Promise.all(Array.from({ length: 301 }, ask));
    return { count: statuses.filter((status) => status === 400).length, late: await ask() };
  });

  expect([count, late]).toEqual([300, 429]);
});
