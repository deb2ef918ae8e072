// A server's answers while somebody connects, and later when tokens are renewed and revoked,
// through the built Worker's own pages. The expected results follow RFC 6749, 6750 and 7009.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect, connections, until, useBudget } from "./connecting.ts";
import type { Fault, Faults, FaultyServer, Reply } from "./faulty-server.ts";
import { HOSTILE, startFaulty, without, type Faulty } from "./faulty.ts";
import { ADA, BEN, meOf } from "./resource-server.ts";
import { Visitor, wordsOf } from "./visitor.ts";
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

describe("answers to the code exchange", () => {
  const unusable: Record<string, Fault> = {
    "a token of another type": { change: (body) => ({ ...body, token_type: "DPoP" }) },
    "no type": { change: without("token_type") },
    "no token": { change: without("access_token") },
    "a token with a line break": {
      change: (body) => ({ ...body, access_token: "a\r\nx-planted: 1" }),
    },
    "a refresh token that is a number": { change: (body) => ({ ...body, refresh_token: 7 }) },
    "a page": { headers: { "content-type": "text/html" }, body: `<html>${HOSTILE}</html>` },
    "an empty answer": { status: 200, body: "" },
    "a megabyte": {
      status: 200,
      body: JSON.stringify({ access_token: "x".repeat(3_000_000), token_type: "bearer" }),
    },
    "an error with hostile text": {
      status: 400,
      body: JSON.stringify({ error: "invalid_request", error_description: HOSTILE }),
    },
    "an error that is hostile text": { status: 400, body: JSON.stringify({ error: HOSTILE }) },
    "an unknown client": {
      status: 401,
      headers: { "www-authenticate": 'Basic realm="x"' },
      body: JSON.stringify({ error: "invalid_client" }),
    },
    "a fault of its own": { status: 500, body: HOSTILE },
    "too many requests": { status: 429, headers: { "retry-after": "7" }, body: "{}" },
    "a redirect": { status: 307, headers: { location: "http://127.0.0.1:1/token" }, body: "" },
  };
  for (const [name, fault] of Object.entries(unusable)) {
    test(`after ${name} nobody is signed in, and the code is not sent again`, async () => {
      server.faults.token = [fault];
      const shown = await connect(visitor, worker.origin);

      await faulty.expectRefused(shown, visitor);
      expect(server.grants("authorization_code")).toHaveLength(1);
    });
  }

  test("after a connection that is cut off nobody is signed in, and pressing again connects", async () => {
    server.faults.token = [{ cut: true, commit: true }];
    await faulty.expectRefused(await connect(visitor, worker.origin), visitor);

    expect((await connect(visitor, worker.origin)).status).toBe(200);
    expect(await connections(visitor, worker.origin)).toMatchObject([{ state: "connected" }]);
  });

  test("tokens without a lifetime are used until the service refuses them", async () => {
    server.faults.token = [{ change: without("expires_in") }];
    await connect(visitor, worker.origin);

    expect(await useBudget(visitor, worker.origin)).toBe(true);
    server.expireAccess();
    expect(await useBudget(visitor, worker.origin)).toBe(true);
    expect(server.grants("refresh_token")).toHaveLength(1);
  });

  test.each([0, -1, 1e300, "3600", "soon", null])(
    "a lifetime of %s causes no endless refreshing",
    async (seconds) => {
      server.faults.token = [{ change: (body) => ({ ...body, expires_in: seconds }) }];
      await connect(visitor, worker.origin);

      expect(await useBudget(visitor, worker.origin)).toBe(true);
      expect(server.grants("refresh_token").length).toBeLessThanOrEqual(1);
    },
  );

  test("tokens without a refresh token are used until they end, and then the person authorizes again", async () => {
    server.faults.token = [{ change: without("refresh_token") }];
    await connect(visitor, worker.origin);
    const before = await useBudget(visitor, worker.origin);
    server.expireAccess();
    const after = await useBudget(visitor, worker.origin);

    expect([before, after]).toEqual([true, false]);
    expect(server.grants("refresh_token")).toEqual([]);
    expect(await connections(visitor, worker.origin)).toMatchObject([{ state: "authorize_again" }]);
  });

  test("a grant of fewer scopes than requested is shown with those scopes", async () => {
    server.faults.token = [{ change: (body) => ({ ...body, scope: "me:read" }) }];
    await connect(visitor, worker.origin);

    expect(await connections(visitor, worker.origin)).toMatchObject([
      { state: "connected", scopes: ["me:read"] },
    ]);
  });
});

describe("the person whose tokens were received", () => {
  const unusable: Record<string, Reply> = {
    "the service does not take them": { status: 401, body: "{}" },
    "they may not be asked about": { status: 403, body: "{}" },
    "the service is down": { status: 503, body: "" },
    "the service answers with a page": {
      status: 200,
      headers: { "content-type": "text/html" },
      body: HOSTILE,
    },
    "the service says no number": { status: 200, body: JSON.stringify({ ...meOf(ADA), id: "71" }) },
    "the service says no account": {
      status: 200,
      body: JSON.stringify({ ...meOf(ADA), account_id: null }),
    },
    "the service sends it elsewhere": {
      status: 302,
      headers: { location: "http://127.0.0.1:1/me" },
      body: "",
    },
  };
  for (const [name, me] of Object.entries(unusable)) {
    test(`if ${name}, the new tokens are revoked, and nobody is signed in`, async () => {
      server.faults.me = me;
      const shown = await connect(visitor, worker.origin);
      const issued = server.secrets.slice(-2);
      const revoked = server.asked
        .filter(({ path }) => path === "/revoke")
        .map(({ form }) => form.get("token"));

      await faulty.expectRefused(shown, visitor);
      expect(revoked).toContain(issued.find((secret) => secret.includes("refresh")));
      expect(server.personOf(issued.find((secret) => secret.includes("access")) ?? "")).toBeNull();
    });
  }

  test("a name that is hostile text is shown as text", async () => {
    server.faults.me = {
      status: 200,
      body: JSON.stringify({
        ...meOf({ ...ADA, id: 900, accountId: 901 }),
        name: HOSTILE,
        budget_name: HOSTILE,
        email: HOSTILE,
      }),
    };
    await connect(visitor, worker.origin);
    const shown = await visitor.open(`${worker.origin}/connections`);

    expect(shown.status).toBe(200);
    expect(wordsOf(shown.text)).toContain("<script>alert(1)</script>");
    expect(shown.text).not.toContain("<script>alert");
    expect(shown.text).not.toContain("<img src=x");
  });

  test("another person's agreement names both people, revokes the new tokens, and keeps the connection", async () => {
    await connect(visitor, worker.origin);
    const before = await connections(visitor, worker.origin);
    server.person = BEN;
    const shown = await connect(visitor, worker.origin);
    const words = wordsOf(shown.text);
    const issued = server.secrets.slice(-2);

    expect(words).toMatch(/Ben Remote|ben@remote\.example/);
    expect(words).toMatch(/Ada Remote|ada@remote\.example/);
    expect(server.personOf(issued.find((secret) => secret.includes("access")) ?? "")).toBeNull();
    expect(await connections(visitor, worker.origin)).toEqual(before);
    expect(await useBudget(visitor, worker.origin)).toBe(true);
  });
});

describe("refreshing a connection", () => {
  beforeEach(async () => {
    await connect(visitor, worker.origin);
    server.expireAccess();
    server.asked = [];
  });

  const passing: Record<string, Faults["token"]> = {
    "a fault of the server": [{ status: 500, body: HOSTILE }],
    "too many requests": [{ status: 429, headers: { "retry-after": "1" }, body: "{}" }],
    "a page with status 200": [
      { status: 200, headers: { "content-type": "text/html" }, body: HOSTILE },
    ],
    "an unknown client": [{ status: 401, body: JSON.stringify({ error: "invalid_client" }) }],
    "a connection that is cut before": [{ cut: true }],
  };
  for (const [name, token] of Object.entries(passing)) {
    test(`after ${name} the same refresh token is sent again, and the connection continues`, async () => {
      if (token !== undefined) server.faults.token = token;
      await useBudget(visitor, worker.origin);
      const meanwhile = await connections(visitor, worker.origin);
      await untilUsable();
      const sent = server.grants("refresh_token").map(({ form }) => form.get("refresh_token"));

      expect(meanwhile).toMatchObject([{ state: "connected" }]);
      expect(sent.length).toBeGreaterThanOrEqual(2);
      expect(new Set(sent.slice(0, 2)).size).toBe(1);
    });
  }

  test("a connection survives a lost answer to a used token if the server repeats it", async () => {
    server.graceMs = 60_000;
    server.faults.token = [{ commit: true, cut: true }];
    await useBudget(visitor, worker.origin);
    await untilUsable();
    const sent = server.grants("refresh_token").map(({ form }) => form.get("refresh_token"));

    expect(sent).toHaveLength(2);
    expect(new Set(sent).size).toBe(1);
    expect(await connections(visitor, worker.origin)).toMatchObject([
      { state: "connected", problem: null },
    ]);
  });

  test("a lost answer that the server does not repeat asks the person to authorize again, once", async () => {
    server.faults.token = [{ commit: true, cut: true }];
    await useBudget(visitor, worker.origin);
    await untilState("authorize_again");
    const asked = server.asked.length;
    await useBudget(visitor, worker.origin);

    expect(server.asked).toHaveLength(asked);
    await connect(visitor, worker.origin);
    expect(await useBudget(visitor, worker.origin)).toBe(true);
  });

  test("an answer without a new refresh token keeps the old one (RFC 6749, 6)", async () => {
    server.rotates = false;
    server.accessSeconds = 1;
    await until(async () => {
      await useBudget(visitor, worker.origin);
      return server.grants("refresh_token").length >= 2 ? true : null;
    });
    server.accessSeconds = 3600;
    await untilUsable();
    const sent = server.grants("refresh_token").map(({ form }) => form.get("refresh_token"));

    expect(new Set(sent).size).toBe(1);
  });

  test("a grant that the person ended at the service is not requested repeatedly", async () => {
    server.endGrants();
    expect(await useBudget(visitor, worker.origin)).toBe(false);
    expect(await connections(visitor, worker.origin)).toMatchObject([{ state: "authorize_again" }]);
    for (let round = 0; round < 3; round += 1) await useBudget(visitor, worker.origin);

    expect(server.grants("refresh_token")).toHaveLength(1);
  });

  test("fifty requests with an expired token cause one refresh", async () => {
    // Long enough that all of them ask while it is under way.
    server.faults.token = [{ delayMs: 2_000 }];
    const used = await Promise.all(
      Array.from({ length: 50 }, async () => useBudget(visitor, worker.origin)),
    );

    expect(used.filter(Boolean)).toHaveLength(50);
    expect(server.grants("refresh_token")).toHaveLength(1);
  });

  async function untilUsable(): Promise<void> {
    await until(async () => ((await useBudget(visitor, worker.origin)) ? true : null));
  }

  async function untilState(state: string): Promise<void> {
    await until(async () => {
      const [connection] = (await connections(visitor, worker.origin)) ?? [];
      if (connection?.state === state) return true;
      await useBudget(visitor, worker.origin);
      return null;
    });
  }
});

describe("disconnecting from a service", () => {
  const failing: Record<string, Faults["revoke"]> = {
    "that works": [],
    "that the server refuses": [
      { status: 400, body: JSON.stringify({ error: "unsupported_token_type" }) },
      { status: 400, body: "{}" },
    ],
    "that the server does not answer": [{ cut: true }, { cut: true }],
  };
  for (const [name, revoke] of Object.entries(failing)) {
    test(`a connection is removed even after a revocation ${name}`, async () => {
      await connect(visitor, worker.origin);
      const [connection] = (await connections(visitor, worker.origin)) ?? [];
      if (revoke !== undefined) server.faults.revoke = revoke;
      const answer = await visitor.call(
        `${worker.origin}/api/connections/${connection?.id ?? ""}`,
        { method: "DELETE" },
      );

      expect(answer.status).toBe(204);
      expect((await connections(visitor, worker.origin)) ?? []).toEqual([]);
      expect(
        await (await worker.bindings()).TOKENS.get(`connection/${connection?.id ?? ""}`),
      ).toBeNull();
      expect(
        server.asked.some(
          ({ path, form }) =>
            path === "/revoke" &&
            form.get("token") === server.secrets.findLast((secret) => secret.includes("refresh")),
        ),
      ).toBe(true);
    });
  }
});

test("no log line has a secret after all the faults above", () => {
  expect(server.secrets.length).toBeGreaterThan(100);
  expect(faulty.leaked()).toEqual([]);
});
