// A connection to our own service through our own authorization server, in-process: the same path as to a remote one.

import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { deriveConnectionId, identify } from "../../../src/importer/connection/identity.ts";
import { begin, discover, finish } from "../../../src/importer/connection/oauth-client.ts";
import { authorizationSetup, serviceAccess } from "../../../src/importer/connection/service.ts";
import type { Import } from "../../../src/importer/imports/runs.ts";
import { must } from "../../../src/platform/assert.ts";
import type { Result } from "../../../src/platform/result.ts";
import { open, ORIGIN, sentTo, signIn } from "../../oauth/server/driver.ts";
import { unusedNumbers } from "../../oauth/numbers.ts";
import { reset } from "../../reset.ts";
import { callsTo } from "../../importer-calls.ts";

const CALLBACK = `${ORIGIN}/connect/callback`;
const ctx = { exports };
let account = "";

beforeEach(async () => {
  await unusedNumbers();
  const made = await env.USER.getByName("1").makeAccount("Holiday home", "eur");
  account = String(valueOf(made).accountId);
});
afterEach(() => reset());

/** The local person connects their second budget account: the whole flow, as pages drive it. */
async function connected() {
  const config = readConfig(env);
  const setup = must(
    await authorizationSetup(config, ctx, ORIGIN),
    "the embedded service has a server",
  );
  const server = valueOf(await discover(setup));
  const begun = valueOf(
    await begin(setup, server, {
      redirectUri: CALLBACK,
      scope: null,
      further: { account_id: account },
    }),
  );
  const { said } = sentTo(await open(new URL(begun.url).searchParams, await signIn()));
  const tokens = valueOf(
    await finish(
      setup,
      server,
      {
        parameters: new URLSearchParams(said),
        redirectUri: CALLBACK,
        state: begun.state,
        verifier: begun.verifier,
      },
      Date.now(),
    ),
  );
  const { base, fetch } = serviceAccess(config, ctx);
  const identity = valueOf(await identify(base, fetch, tokens.accessToken));
  const importer = env.IMPORTER.getByName(await deriveConnectionId(config, identity));
  const view = valueOf(
    await importer.connectBudget({
      owner: "1",
      identity,
      credential: { kind: "oauth", issuer: begun.issuer, ...tokens },
    }),
  );
  return {
    importer,
    view,
    key: must(await callsTo(importer).createKey("script"), "there is room").token,
  };
}

test("imports with its own tokens, refreshed by the embedded server, into that budget account alone", async () => {
  const { importer, view, key } = await connected();
  expect(view).toMatchObject({
    accountId: Number(account),
    userId: 1,
    name: "Holiday home",
    currency: "eur",
    kind: "oauth",
    state: "connected",
  });
  await runInDurableObject(importer, (_, state) =>
    state.storage.sql.exec("UPDATE connection SET expires_at = 1"),
  );

  const before = valueOf(await importer.accessToken());
  // The first generation is what the person brought.
  expect(before.generation).toBe(2);
  const made = await runInDurableObject(importer, async () => {
    const { base, fetch } = serviceAccess(readConfig(env), ctx);
    const body = JSON.stringify({ name: "Checking", type: "cash", balance: "0", currency: "eur" });
    return fetch(
      new Request(`${base}/manual_accounts`, {
        method: "POST",
        headers: { authorization: `Bearer ${before.token}`, "content-type": "application/json" },
        body,
      }),
    );
  });
  expect(made.status).toBe(201);
  const upload = new Request(`${ORIGIN}/api/imports?account=Checking`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: "Date,Description,Amount\n2026-03-13,Shop,-1.00\n2026-03-14,Shop,-2.00\n",
  });
  const { id } = await (await exports.default.fetch(upload)).json<Import>();

  const run = await vi.waitFor(async () => {
    const now = must(await callsTo(importer).get(id), "the import exists");
    expect(now.state, now.error ?? "").toBe("done");
    return now;
  }, 10_000);
  expect(run.counts).toMatchObject({ read: 2, inserted: 2 });
  const stored = await runInDurableObject(env.BUDGET.getByName(account), (_, state) =>
    state.storage.sql.exec("SELECT count(*) AS count FROM transactions").one(),
  );
  expect(stored).toEqual({ count: 2 });
});

test("is told to authorize again when its access is ended in the portal, and goes on with new tokens", async () => {
  const { importer } = await connected();
  await runInDurableObject(env.BUDGET.getByName(account), (_, state) =>
    state.storage.sql.exec("DELETE FROM access_tokens; DELETE FROM grants"),
  );

  const { generation } = valueOf(await importer.accessToken());
  expect(await importer.renew(generation)).toMatchObject({
    ok: false,
    error: { kind: "unauthorized" },
  });
  expect(await importer.connection()).toMatchObject({ state: "authorize again" });

  expect((await connected()).view).toMatchObject({ state: "connected", problem: null });
});

test("disconnected has no access any more", async () => {
  const { importer } = await connected();
  const { token } = valueOf(await importer.accessToken());
  const { base, fetch } = serviceAccess(readConfig(env), ctx);
  expect((await identify(base, fetch, token)).ok).toBe(true);

  await importer.disconnect();

  expect(await identify(base, fetch, token)).toEqual({
    ok: false,
    error: { kind: "unauthorized" },
  });
  expect(await importer.connection()).toBeNull();
});

function valueOf<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
