// A connection between two Tributaries, of which the connected one dies by SIGKILL at the worst
// moment: it has sent a refresh token, the service has used it up, and nobody receives the answer.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newClientId } from "../../src/oauth/clients/registration.ts";
import { connect, connections, useBudget } from "./connecting.ts";
import { KillableWorker, passageTo, type Passage } from "./killable.ts";
import { Visitor } from "./visitor.ts";
import { startWorker, type Worker } from "./worker.ts";

const state = mkdtempSync(join(tmpdir(), "tributary-killed-"));
let service: Worker;
let passage: Passage;
let killable: KillableWorker;
/** In front of the Worker, so that it is at one address in all its lives, which nobody else takes in between. */
let front: Passage;
let origin = "";
let client = { id: "", secret: "" };

beforeAll(async () => {
  service = await startWorker({});
  passage = await passageTo(() => service.origin);
  front = await passageTo(() => killable.origin);
  // Another host name of this machine than the service's: browsers keep cookies by host.
  origin = `http://localhost:${new URL(front.origin).port}`;
  const env = await service.bindings();
  const registered = await env.CLIENT.getByName(newClientId()).register({
    name: "Another Tributary",
    kind: "confidential",
    redirectUris: [`${origin}/connect/callback`],
    scopes: [
      "me:read",
      "accounts:read",
      "accounts:write",
      "transactions:read",
      "transactions:write",
      "offline_access",
    ],
    owner: { user: "1", userId: 1 },
  });
  client = { id: registered.clientId, secret: registered.secret ?? "" };
  const bindings = {
    RATES_URL: "",
    BUDGET_API_URL: `${passage.origin}/v2`,
    OAUTH_ISSUER: passage.origin,
    OAUTH_CLIENT_ID: client.id,
    OAUTH_CLIENT_SECRET: client.secret,
  };
  killable = new KillableWorker(inject("builtWorker"), state, { bindings });
  await killable.start();
});

afterAll(async () => {
  await killable.kill();
  passage.close();
  front.close();
  await service.close();
  rmSync(state, { recursive: true, force: true });
});

test("a kill between a refresh and its answer keeps the connection: the same token is sent again in time", async () => {
  const visitor = new Visitor();
  await visitor.open(`${passage.origin}/sign-up`);
  await visitor.send(`${passage.origin}/sign-up`, {
    email: "paula@example.com",
    name: "Paula",
    password: "a long sentence of mine",
    budget: "Household",
    currency: "usd",
  });
  const asked = await connect(visitor, origin);
  const account = /name="account" value="(\d+)"/.exec(asked.text)?.[1] ?? "";
  await visitor.submit(asked, "/oauth/authorize", { account, decision: "allow" });
  await makeSavings();
  const before = await useBudget(visitor, origin);

  await revokeAccess();
  const answered = passage.holdNext();
  const unanswered = useBudget(visitor, origin).catch(() => "no answer");
  await answered;
  await killable.kill();
  passage.release();
  const during = await unanswered;
  await killable.start();
  const after = await useBudget(visitor, origin);
  const refreshes = passage.passed.filter(({ form }) => form.get("grant_type") === "refresh_token");

  expect(before).toBe(true);
  expect(during).toBe("no answer");
  expect(after).toBe(true);
  expect(refreshes.map(({ status }) => status)).toEqual([200, 200]);
  expect(refreshes[1]?.form.get("refresh_token")).toBe(refreshes[0]?.form.get("refresh_token"));
  // The answer that was lost is the one that was given again: nothing was issued beside it.
  expect(refreshes[1]?.answer["refresh_token"]).toBe(refreshes[0]?.answer["refresh_token"]);
  expect(await connections(visitor, origin)).toMatchObject([{ state: "connected", problem: null }]);
});

/** An account named Savings, which useBudget looks for. */
async function makeSavings(): Promise<void> {
  const headers = {
    authorization: `Bearer ${String(passage.passed.at(-1)?.answer["access_token"])}`,
  };
  const body = JSON.stringify({ name: "Savings", type: "cash", balance: 0 });
  expect(
    (await fetch(`${passage.origin}/v2/manual_accounts`, { method: "POST", headers, body })).status,
  ).toBe(201);
}

/** Ends the access token in use, and it alone (RFC 7009), so that the next request has to refresh. */
async function revokeAccess(): Promise<void> {
  const token = String(passage.passed.at(-1)?.answer["access_token"]);
  const headers = { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` };
  const response = await fetch(`${passage.origin}/oauth/revoke`, {
    method: "POST",
    headers,
    body: new URLSearchParams({ token }),
  });
  expect(response.status).toBe(200);
}
