// Who may sign up at a deployment (SIGN_UP), over the built Worker as it is deployed (ENVIRONMENT
// "production"), with the service included and with a remote one; and schedules that a deployment
// could never run.

import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { ADA, BEN, resourceServer } from "./resource-server.ts";
import { Visitor, wordsOf, type Shown } from "./visitor.ts";
import { startWorker, type Worker } from "./worker.ts";

const started: { close(): Promise<void> | void }[] = [];

afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
});

async function deployed(vars: Record<string, string>): Promise<Worker> {
  const worker = await startWorker({ ENVIRONMENT: "production", LOCAL_TOKEN: "", ...vars });
  started.push(worker);
  return worker;
}

const form = (name: string) => ({
  email: `${name}@home.example`,
  name,
  password: "a long sentence of mine",
  budget: `${name}'s budget`,
  currency: "usd",
});

async function signUp(
  visitor: Visitor,
  worker: Worker,
  name: string,
  next = "/portal",
): Promise<Shown> {
  return visitor.send(`${worker.origin}/sign-up`, { ...form(name), next });
}

/** A new invitation of the person who is signed in, as the path of its link. */
async function invite(visitor: Visitor, worker: Worker): Promise<string> {
  const page = await visitor.submit(
    await visitor.open(`${worker.origin}/portal/people`),
    "/portal/invites",
  );
  return /\/join\?invite=inv_[^"<\s]+/.exec(page.text)?.[0] ?? "no invitation";
}

/** Somebody else's service that knows Ada's and Ben's tokens; where it is. */
async function remoteService(): Promise<string> {
  const people = new Map([
    ["adas-token", ADA],
    ["bens-token", BEN],
  ]);
  const resource = await resourceServer(async (token) => people.get(token) ?? null);
  const server = createServer((request, response) => void resource.answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  started.push({ close: () => void server.close() });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
}

test("a deployment lets one person in by default, tells others about invitations, and each lets one address in", async () => {
  const worker = await deployed({ SIGN_UP: "" });
  const offeredToAll = await new Visitor().open(`${worker.origin}/sign-up`);

  const visitors = ["ada", "ben", "cai", "dee"].map((name) => ({ name, visitor: new Visitor() }));
  const tried = await Promise.all(
    visitors.map(async (one) => ({ ...one, page: await signUp(one.visitor, worker, one.name) })),
  );
  const [first, ...others] = tried.toSorted((one, other) => one.page.status - other.page.status);
  expect(offeredToAll.status).toBe(200);
  expect(tried.map(({ page }) => page.status).toSorted((one, other) => one - other)).toEqual([
    200, 403, 403, 403,
  ]);

  const [second, third] = others;
  if (first === undefined || second === undefined || third === undefined)
    throw new Error("four tried");
  expect(wordsOf(second.page.text)).toContain("You need an invitation to sign up here");
  expect((await second.visitor.open(`${worker.origin}/sign-up`)).status).toBe(403);
  expect((await second.visitor.open(`${worker.origin}/portal`)).status).toBe(401);
  expect((await first.visitor.open(`${worker.origin}/portal`)).status).toBe(200);

  const link = await invite(first.visitor, worker);
  const sentTo = await second.visitor.open(worker.origin + link);
  const offered = await second.visitor.open(
    `${worker.origin}/sign-up?next=${encodeURIComponent(link)}`,
  );
  const joining = await signUp(second.visitor, worker, second.name, link);
  const withTheSame = await signUp(third.visitor, worker, third.name, link);
  const joined = await second.visitor.submit(joining, "/join");
  const withAUsedOne = await signUp(third.visitor, worker, third.name, link);
  expect(sentTo.status).toBe(401);
  expect(sentTo.text).toContain("/sign-up?next=");
  expect(wordsOf(offered.text)).toContain(
    `${first.name} invited you to the budget “${first.name}'s budget”`,
  );
  expect(joining.url.pathname).toBe("/join");
  expect([withTheSame.status, withAUsedOne.status]).toEqual([403, 403]);
  expect(wordsOf(joined.text)).toContain(`${first.name}@home.example`);

  const takenBack = await invite(first.visitor, worker);
  const page = await first.visitor.open(`${worker.origin}/portal/people`);
  await first.visitor.submit(
    page,
    / action="(\/portal\/invites\/[^"]+\/revoke)"/.exec(page.text)?.[1] ?? "",
  );
  const useless = [
    takenBack,
    `/join?invite=inv_2_${"a".repeat(52)}`,
    "/join?invite=inv_0_x",
    "/join",
  ];
  for (const next of useless)
    expect([next, (await signUp(third.visitor, worker, third.name, next)).status]).toEqual([
      next,
      403,
    ]);
});

test('"invited" refuses even the first person uninvited, "open" accepts everybody, and then nobody is first', async () => {
  const worker = await deployed({ SIGN_UP: "invited" });

  expect((await signUp(new Visitor(), worker, "ada")).status).toBe(403);
  await worker.configure({ SIGN_UP: "open" });
  expect((await signUp(new Visitor(), worker, "ada")).status).toBe(200);
  expect((await signUp(new Visitor(), worker, "ben")).status).toBe(200);
  const again = await signUp(new Visitor(), worker, "ada");
  expect([
    again.status,
    wordsOf(again.text).includes("signed up with this address already"),
  ]).toEqual([400, true]);
  await worker.configure({ SIGN_UP: "first" });
  expect((await signUp(new Visitor(), worker, "cai")).status).toBe(403);
});

test("a deployment with a remote service lets in the first person who connects, and nobody new after that", async () => {
  const worker = await deployed({ SIGN_UP: "first", BUDGET_API_URL: await remoteService() });
  const ben = new Visitor();

  const first = await new Visitor().send(`${worker.origin}/connections`, {
    token: "adas-token",
    next: "/",
  });
  const second = await ben.send(`${worker.origin}/connections`, { token: "bens-token", next: "/" });
  const again = await new Visitor().send(`${worker.origin}/connections`, {
    token: "adas-token",
    next: "/",
  });
  await worker.configure({ SIGN_UP: "open" });
  const open = await ben.send(`${worker.origin}/connections`, { token: "bens-token", next: "/" });

  expect(first.status).toBe(200);
  expect(second.status).toBe(409);
  expect(wordsOf(second.text)).toContain("does not accept new people");
  expect(again.status).toBe(200);
  expect(open.status).toBe(200);
});

test("a schedule with a forbidden address is refused on creation, at its field", async () => {
  const worker = await deployed({
    SOURCE_DNS_URL: "https://dns.example/query",
    BUDGET_API_URL: await remoteService(),
  });
  const ada = new Visitor();
  await ada.send(`${worker.origin}/connections`, { token: "adas-token", next: "/" });
  const make = async (source: object) => {
    const schedule = {
      name: "Balance",
      cron: "0 6 * * *",
      timezone: "Europe/Berlin",
      source,
      target: { manual_account_id: 999_999 },
    };
    const response = await ada.call(`${worker.origin}/api/schedules`, {
      method: "POST",
      body: JSON.stringify(schedule),
      headers: { "content-type": "application/json" },
    });
    return { status: response.status, text: await response.text() };
  };
  const json = (url: string) => make({ type: "json", url, path: "$.balance", currency: "usd" });
  const never = [
    "http://bank.example.com/balance",
    "https://127.0.0.1/balance",
    "https://localhost:8443/balance",
    "https://10.0.0.7/balance",
    "https://router.lan/balance",
    "https://[::1]/balance",
    "https://169.254.169.254/latest",
  ];

  for (const url of never) {
    const refused = await json(url);
    expect([url, refused.status], refused.text).toEqual([url, 400]);
    expect(refused.text, url).toContain("/body/source/url");
  }
  const access = await make({
    type: "simplefin",
    secrets: { token: "http://user:pass@127.0.0.1:9/simplefin" },
  });
  expect([
    access.status,
    access.text.includes("/body/source/secrets/token"),
    access.text.includes("pass@"),
  ]).toEqual([400, true, false]);
  // The account is looked for after the address: this one could be asked.
  expect((await json("https://bank.example.com/balance")).text).toContain(
    "There is no open account 999999",
  );
});
