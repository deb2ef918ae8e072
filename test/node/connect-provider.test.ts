// The built Worker with a person's browser in front of it, connecting to a service that is not
// ours: oidc-provider accepts it as a confidential and as a public client. The tests ask that
// service, not ours, about the tokens.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect, connections, until, useBudget } from "./connecting.ts";
import { CONFIDENTIAL, PUBLIC, startProvider, type Provider } from "./provider.ts";
import { ADA, BEN } from "./resource-server.ts";
import { Visitor, wordsOf } from "./visitor.ts";
import { startWorker, type Worker } from "./worker.ts";

describe.each([CONFIDENTIAL, PUBLIC])("the Worker as the client $id", (client) => {
  let provider: Provider;
  let worker: Worker;

  beforeAll(async () => {
    provider = await startProvider([ADA, BEN]);
    const secrets = client.secret === null ? undefined : { OAUTH_CLIENT_SECRET: client.secret };
    worker = await startWorker(
      {
        BUDGET_API_URL: provider.service,
        OAUTH_ISSUER: provider.issuer,
        OAUTH_CLIENT_ID: client.id,
      },
      secrets,
    );
    provider.open(`${worker.origin}/connect/callback`);
  });

  beforeEach(() => {
    Object.assign(provider, { person: ADA, agrees: true, accessSeconds: 3600 });
    provider.asked.length = 0;
  });

  afterAll(async () => {
    await worker.close();
    provider.close();
  });

  test("the Worker connects by redirects, signs in, imports, and refreshes no valid token", async () => {
    const visitor = new Visitor();
    const shown = await connect(visitor, worker.origin);

    expect(shown.status).toBe(200);
    expect(shown.url.origin).toBe(worker.origin);
    expect(await connections(visitor, worker.origin)).toMatchObject([
      { name: ADA.budgetName, state: "connected", kind: "oauth" },
    ]);
    expect(await imported(visitor, worker.origin, "Fresh")).toMatchObject({
      state: "done",
      counts: { read: 2, inserted: 2 },
    });
    expect(
      provider.asked
        .filter(({ path }) => path === "/token")
        .map(({ form }) => form.get("grant_type")),
    ).toEqual(["authorization_code"]);
  });

  /**
   * Connects and uses tokens of so many seconds twice, beyond half of their life; null where this
   * machine was too slow to do it before their end.
   */
  async function usedTwice(
    seconds: number,
  ): Promise<{ used: boolean[]; refreshed: (string | null)[]; refused: number } | null> {
    const visitor = new Visitor();
    const refused = provider.resource.refused;
    provider.accessSeconds = seconds;
    provider.asked.length = 0;
    const used: boolean[] = [];
    let issued = Date.now();
    await connect(visitor, worker.origin);
    for (let round = 0; round < 2; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, seconds * 600));
      const asked = Date.now();
      used.push(await useBudget(visitor, worker.origin));
      if (Date.now() >= issued + seconds * 1000) return null;
      issued = asked;
    }
    const refreshed = provider.asked
      .filter(({ form }) => form.get("grant_type") === "refresh_token")
      .map(({ form }) => form.get("refresh_token"));
    return { used, refreshed, refused: provider.resource.refused - refused };
  }

  test("the Worker refreshes ahead of expiry, each refresh token once, so that the service refuses none", async () => {
    const { used, refreshed, refused } =
      (await usedTwice(4)) ?? (await usedTwice(12)) ?? (await usedTwice(36)) ?? never();

    expect(used).toEqual([true, true]);
    expect(refreshed.length).toBeGreaterThanOrEqual(2);
    expect(new Set(refreshed).size).toBe(refreshed.length);
    expect(refused).toBe(0);
  });

  test("disconnecting ends the grant there, and forgets it here", async () => {
    const visitor = new Visitor();
    await connect(visitor, worker.origin);
    const [connection] = (await connections(visitor, worker.origin)) ?? [];
    const gone = await visitor.call(`${worker.origin}/api/connections/${connection?.id ?? ""}`, {
      method: "DELETE",
    });
    const revoked = provider.asked
      .filter(({ path }) => path === "/token/revocation")
      .map(({ form }) => form.get("token") ?? "");

    expect(gone.status).toBe(204);
    expect(revoked.length).toBeGreaterThan(0);
    for (const token of revoked) expect(await provider.isActive(token)).toBe(false);
    expect((await connections(visitor, worker.origin)) ?? []).toEqual([]);
    expect(
      await (await worker.bindings()).TOKENS.get(`connection/${connection?.id ?? ""}`),
    ).toBeNull();
  });

  if (client.secret === null) return;

  test("a stolen refresh token in use ends the connection, which reports it and is authorized again", async () => {
    const visitor = new Visitor();
    provider.accessSeconds = 1;
    await connect(visitor, worker.origin);
    const stolen = await until(async () => {
      await useBudget(visitor, worker.origin);
      return (
        provider.asked
          .findLast(({ form }) => form.get("grant_type") === "refresh_token")
          ?.form.get("refresh_token") ?? null
      );
    });
    const theft = await provider.ask("/token", client, {
      grant_type: "refresh_token",
      refresh_token: stolen,
    });
    const ended = await until(async () => {
      await useBudget(visitor, worker.origin);
      const listed = await connections(visitor, worker.origin);
      return listed?.some(({ state }) => state === "connected") === false ? listed : null;
    });
    provider.accessSeconds = 3600;
    await connect(visitor, worker.origin);

    expect(theft.body["error"]).toBe("invalid_grant");
    expect(ended).toMatchObject([{ state: "authorize_again" }]);
    expect(await connections(visitor, worker.origin)).toMatchObject([
      { id: ended?.[0]?.id, state: "connected" },
    ]);
    expect(await useBudget(visitor, worker.origin)).toBe(true);
  });

  test("a person who refuses sees that, and nobody is signed in", async () => {
    const visitor = new Visitor();
    provider.agrees = false;
    const shown = await connect(visitor, worker.origin);

    expect(shown.url.origin).toBe(worker.origin);
    expect(wordsOf(shown.text)).toMatch(
      /did not authorize|did not allow|declined|refused|nothing was connected/i,
    );
    expect(await connections(visitor, worker.origin)).toBeNull();
    // Revoked may be what another test was given and replaced.
    expect(provider.asked.filter(({ path }) => path === "/token")).toEqual([]);
  });

  test("two people of that service are two people here, and neither sees the other's connection", async () => {
    const [ada, ben] = [new Visitor(), new Visitor()];
    await connect(ada, worker.origin);
    provider.person = BEN;
    await connect(ben, worker.origin);
    const [his] = (await connections(ben, worker.origin)) ?? [];

    expect(await connections(ada, worker.origin)).toMatchObject([{ name: ADA.budgetName }]);
    expect(await connections(ben, worker.origin)).toMatchObject([{ name: BEN.budgetName }]);
    expect(
      (await ada.call(`${worker.origin}/api/connections/${his?.id ?? ""}`, { method: "DELETE" }))
        .status,
    ).toBe(404);
    expect(await useBudget(ben, worker.origin)).toBe(true);
  });

  test("no token is ever in an address, and the code's address is not on the displayed page", async () => {
    const visitor = new Visitor();
    const shown = await connect(visitor, worker.origin);
    const addresses = visitor.trail.map(({ href }) => href).join("\n");

    expect(addresses).not.toMatch(/token/);
    expect(addresses).toMatch(/\/connect\/callback\?.*code=/);
    expect(shown.url.search).toBe("");
    expect(shown.headers.get("referrer-policy")).toMatch(/^(same-origin|no-referrer)$/);
  });

  test("the Worker leads on to paths of ours alone", async () => {
    for (const next of [
      "https://evil.example/",
      "//evil.example/",
      "/\\evil.example/",
      "javascript:alert(1)",
    ]) {
      const visitor = new Visitor();
      const page = await visitor.open(`${worker.origin}/connect?next=${encodeURIComponent(next)}`);
      const shown = await visitor.submit(page, "/connect");

      expect(shown.url.origin).toBe(worker.origin);
      expect(shown.status).toBe(200);
    }
  });
});

/** Imports a file of two payments; the import at rest. */
async function imported(visitor: Visitor, origin: string, name: string): Promise<unknown> {
  const file = `Date,Description,Amount\n2026-03-13,${name} coffee,-3.20\n2026-03-14,${name} salary,2500.00\n`;
  const taken = await visitor.call(`${origin}/api/imports?account=Checking`, {
    method: "POST",
    body: file,
  });
  const { id } = (await taken.json()) as { id: string };
  return until(async () => {
    const run = (await (await visitor.call(`${origin}/api/imports/${id}`)).json()) as {
      state: string;
    };
    return ["done", "failed", "question"].includes(run.state) ? run : null;
  });
}

function never(): never {
  throw new Error("A page takes longer than a token of half a minute lives");
}
