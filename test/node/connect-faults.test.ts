// Attacks by a thief, a second server or an unfit one while somebody connects, through the built
// Worker's own pages. The expected results follow RFC 6749, 7636, 8414, 9207 and 9700. The server
// records its requests, so "nothing was exchanged" is what it saw, not what we claim.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { almostConnect, connect, connections } from "./connecting.ts";
import { FaultyServer, type Faults } from "./faulty-server.ts";
import { HOSTILE, startFaulty, without, type Faulty } from "./faulty.ts";
import { BEN } from "./resource-server.ts";
import { Visitor, type Shown } from "./visitor.ts";
import type { Worker } from "./worker.ts";

let faulty: Faulty;
let server: FaultyServer;
let worker: Worker;
let visitor: Visitor;

beforeAll(async () => {
  faulty = await startFaulty();
  ({ server, worker } = faulty);
});

beforeEach(() => {
  server.forget();
  visitor = new Visitor();
});

afterAll(async () => {
  await faulty.close();
});

/** What the browser brings back, told by the test. */
async function comeBackWith(change: (parameters: URLSearchParams) => void): Promise<Shown> {
  const back = await almostConnect(visitor, worker.origin);
  change(back.searchParams);
  return visitor.open(back);
}

describe("faulty answers that a browser brings back", () => {
  const foreign: Record<string, (parameters: URLSearchParams) => void> = {
    "another server's name (RFC 9207)": (back) => back.set("iss", "http://127.0.0.1:1"),
    "the right name with a slash more": (back) => back.set("iss", `${server.issuer}/`),
    "no name, though this server always says its own": (back) => back.delete("iss"),
    "two names": (back) => back.append("iss", server.issuer),
    "another state": (back) => back.set("state", "another"),
    "no state": (back) => back.delete("state"),
    "an empty state": (back) => back.set("state", ""),
    "two states": (back) => back.append("state", "another"),
    "no code": (back) => back.delete("code"),
    "an empty code": (back) => back.set("code", ""),
    "two codes": (back) => back.append("code", "another"),
    "a code and an error at once": (back) => back.set("error", "access_denied"),
    "a token instead of a code": (back) => {
      back.delete("code");
      back.set("access_token", "x");
    },
  };
  for (const [name, change] of Object.entries(foreign)) {
    test(`an answer with ${name} gives 400, and nothing is exchanged`, async () => {
      const shown = await comeBackWith(change);

      expect(shown.status).toBe(400);
      await faulty.expectRefused(shown, visitor);
      expect(server.grants("authorization_code")).toEqual([]);
    });
  }

  test("an answer that comes a second time gives 400, and nothing is exchanged again", async () => {
    const back = await almostConnect(visitor, worker.origin);
    const first = await visitor.open(back);
    const second = await visitor.open(back);

    expect(first.status).toBe(200);
    expect(second.status).toBe(400);
    expect(server.grants("authorization_code")).toHaveLength(1);
    expect(await connections(visitor, worker.origin)).toMatchObject([{ state: "connected" }]);
  });

  test("an answer without a request gives 400", async () => {
    const shown = await visitor.open(
      `${worker.origin}/connect/callback?code=x&state=y&iss=${encodeURIComponent(server.issuer)}`,
    );

    expect(shown.status).toBe(400);
    await faulty.expectRefused(shown, visitor);
    expect(server.asked).toEqual([]);
  });

  test("another person's answer in another browser (cross-site request forgery) gives 400 and signs nobody in", async () => {
    const attackers = await almostConnect(new Visitor(), worker.origin);
    const shown = await visitor.open(attackers);

    expect(shown.status).toBe(400);
    await faulty.expectRefused(shown, visitor);
    expect(server.grants("authorization_code")).toEqual([]);
  });

  test("another person's answer in a browser that is connecting itself gives 400", async () => {
    const attackers = await almostConnect(new Visitor(), worker.origin);
    await almostConnect(visitor, worker.origin);
    const shown = await visitor.open(attackers);

    expect(shown.status).toBe(400);
    await faulty.expectRefused(shown, visitor);
    expect(server.grants("authorization_code")).toEqual([]);
  });

  test("a stolen code in one's own answer (code injection) fails, because it is bound to the victim's verifier", async () => {
    server.person = BEN;
    const stolen =
      (await almostConnect(new Visitor(), worker.origin)).searchParams.get("code") ?? "";
    const shown = await comeBackWith((back) => back.set("code", stolen));

    expect(server.grants("authorization_code")).toHaveLength(1);
    await faulty.expectRefused(shown, visitor);
  });

  test("an attempt's cookie from another browser (session fixation) does not connect the attacker's account", async () => {
    const attacker = new Visitor();
    const back = await almostConnect(attacker, worker.origin);
    await connect(visitor, worker.origin);
    const before = await connections(visitor, worker.origin);
    const planted = attacker.cookies.filter(({ value }) => value.startsWith("try_"));
    visitor.setCookies([
      ...visitor.cookies.filter(({ name }) => !planted.some((cookie) => cookie.name === name)),
      ...planted,
    ]);
    server.asked = [];
    const shown = await visitor.open(back);

    expect(planted).toHaveLength(1);
    expect(shown.status).toBe(400);
    expect(server.grants("authorization_code")).toEqual([]);
    expect(await connections(visitor, worker.origin)).toEqual(before);
  });

  test("a refusal is a normal outcome, shown plainly in our words, with a way to try again", async () => {
    const shown = await comeBackWith((back) => {
      back.delete("code");
      back.set("error", "access_denied");
      back.set("error_description", HOSTILE);
      back.set("error_uri", "javascript:alert(1)");
    });

    expect(shown.status).toBeLessThan(500);
    expect(shown.text).not.toContain("alert(");
    expect(shown.text).toContain("/connect");
    expect(await connections(visitor, worker.origin)).toBeNull();
    expect(server.asked).toEqual([]);
  });

  test.each(["server_error", "temporarily_unavailable", "invalid_scope", `x${HOSTILE}`])(
    "the error %s is shown without the server's own words",
    async (error) => {
      const shown = await comeBackWith((back) => {
        back.delete("code");
        back.set("error", error);
        back.set("error_description", HOSTILE);
      });

      await faulty.expectRefused(shown, visitor);
      expect(shown.text).not.toContain("alert(");
      expect(server.asked).toEqual([]);
    },
  );
});

describe("mix-up of two authorization servers", () => {
  test("a second server that returns the first one's answer under its own name gets no code", async () => {
    const evil = await FaultyServer.start();
    const shown = await comeBackWith((back) => back.set("iss", evil.issuer));

    await faulty.expectRefused(shown, visitor);
    expect(evil.asked).toEqual([]);
    expect(server.asked).toEqual([]);
    evil.close();
  });

  test("an attempt begun at one server cannot finish at another configured since, with or without issuer names", async () => {
    const evil = await FaultyServer.start();
    const nameless: Faults = {
      metadata: without("authorization_response_iss_parameter_supported"),
      callback: (parameters) => parameters.delete("iss"),
    };
    const named = await almostConnect(visitor, worker.origin);
    Object.assign(server.faults, nameless);
    const unnamed = await almostConnect(visitor, worker.origin);
    Object.assign(evil.faults, nameless);
    await worker.configure({ OAUTH_ISSUER: evil.issuer });
    const shown = [await visitor.open(named), await visitor.open(unnamed)];
    await worker.configure({});

    expect(unnamed.searchParams.has("iss")).toBe(false);
    for (const page of shown) await faulty.expectRefused(page, visitor);
    expect(evil.asked).toEqual([]);
    expect(server.asked).toEqual([]);
    evil.close();
  });
});

describe("faulty metadata of a server", () => {
  const wrong: Record<string, Faults["metadata"]> = {
    "of another issuer": (document) => ({ ...document, issuer: "http://127.0.0.1:1" }),
    "of an issuer with a slash more": (document) => ({ ...document, issuer: `${server.issuer}/` }),
    "without an issuer": without("issuer"),
    "with an authorization endpoint over http": (document) => ({
      ...document,
      authorization_endpoint: "http://service.example/authorize",
    }),
    "with a token endpoint over http": (document) => ({
      ...document,
      token_endpoint: "http://service.example/token",
    }),
    "with a revocation endpoint over http": (document) => ({
      ...document,
      revocation_endpoint: "http://service.example/revoke",
    }),
    "with an authorization endpoint that is a script": (document) => ({
      ...document,
      authorization_endpoint: "javascript:alert(1)//",
    }),
    "without a token endpoint": without("token_endpoint"),
    "without S256": (document) => ({ ...document, code_challenge_methods_supported: ["plain"] }),
    "without a word on PKCE": without("code_challenge_methods_supported"),
    "without a way to authenticate that we have": (document) => ({
      ...document,
      token_endpoint_auth_methods_supported: ["private_key_jwt"],
    }),
    "that is a page": {
      status: 200,
      headers: { "content-type": "text/html" },
      body: `<html>${HOSTILE}</html>`,
    },
    "that is empty": { status: 200, body: "" },
    "that is a list": { status: 200, body: "[]" },
    "that is huge": { status: 200, body: JSON.stringify({ padding: "x".repeat(3_000_000) }) },
    "that is somewhere else": {
      status: 302,
      headers: { location: "http://127.0.0.1:1/elsewhere" },
    },
    "that fails": { status: 500, body: HOSTILE },
    "that is throttled": { status: 429, headers: { "retry-after": "60" }, body: "{}" },
  };
  for (const [name, metadata] of Object.entries(wrong)) {
    test(`with metadata ${name} nobody is sent anywhere`, async () => {
      if (metadata !== undefined) server.faults.metadata = metadata;
      const shown = await connect(visitor, worker.origin);

      await faulty.expectRefused(shown, visitor);
      expect(visitor.trail.every(({ origin }) => origin === worker.origin)).toBe(true);
      expect(server.asked).toEqual([]);
    });
  }
});

describe("forms and secrets of connecting", () => {
  test("another site cannot begin or end anything", async () => {
    await connect(visitor, worker.origin);
    const [connection] = (await connections(visitor, worker.origin)) ?? [];
    const begun = await visitor.call(`${worker.origin}/connect`, {
      method: "POST",
      headers: { "sec-fetch-site": "cross-site" },
      body: new URLSearchParams(),
    });
    const ended = await visitor.call(`${worker.origin}/api/connections/${connection?.id ?? ""}`, {
      method: "DELETE",
      headers: { "sec-fetch-site": "cross-site" },
    });

    expect(begun.status).toBe(403);
    expect([401, 403]).toContain(ended.status);
    expect(await connections(visitor, worker.origin)).toMatchObject([{ state: "connected" }]);
  });

  test("no log line has a secret after all the faults above", () => {
    expect(server.secrets.length).toBeGreaterThan(20);
    expect(faulty.leaked()).toEqual([]);
  });
});
