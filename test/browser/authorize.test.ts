// Letting an app in, in a real browser. The app is a program on this machine that waits at a
// loopback address. The browser enforces the policy on forms, cookies and frames.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newClientId } from "../../src/oauth/clients/registration.ts";
import { OWN_CALLBACK_PATH } from "../../src/oauth/clients/own-client.ts";
import { OWN_CLIENT_ID } from "../../src/platform/credentials/own-client.ts";
import { takeScreenshot, tributaryForTests } from "./tributary.ts";

let app: Server;
let callback = "";
/** RFC 7636, appendix B. */
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
/** Where an app shows its thanks; nobody answers there. */
const ELSEWHERE = "https://thanks.invalid/";
/** What the app was sent, the newest last. */
const received: URL[] = [];

const tributary = tributaryForTests();

beforeAll(async () => {
  app = createServer((request, response) => {
    const url = new URL(request.url ?? "/", callback);
    if (url.pathname === "/frame") {
      response
        .setHeader("content-type", "text/html")
        .end(`<iframe src="${url.searchParams.get("of") ?? ""}"></iframe>`);
      return;
    }
    if (url.pathname !== "/icon") received.push(url);
    // Many apps show their thanks at another address.
    if (url.searchParams.get("state") === "on")
      response.writeHead(302, { location: ELSEWHERE }).end();
    else
      response
        .setHeader("content-type", "text/html")
        .end('<!doctype html><title>App</title><link rel="icon" href="/icon"><p>Back in the app');
  });
  await new Promise<void>((listening) => {
    app.listen(0, "127.0.0.1", listening);
  });
  const { port } = app.address() as AddressInfo;
  callback = `http://127.0.0.1:${port}/callback`;
});

afterEach(() => {
  received.length = 0;
});

afterAll(() => {
  app.close();
});

async function request(state: string): Promise<string> {
  const env = await tributary.bindings();
  const { clientId } = await env.CLIENT.getByName(newClientId()).register({
    name: "Ledger for the desk",
    kind: "public",
    redirectUris: ["http://127.0.0.1/callback"],
    scopes: [
      "me:read",
      "accounts:read",
      "transactions:read",
      "transactions:write",
      "offline_access",
    ],
    owner: { user: "1", userId: 1 },
  });
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: callback,
    state,
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
  });
  return `/oauth/authorize?${query.toString()}`;
}

test("a new person signs up on the way, lets the app in, and returns to it with a code", async () => {
  const { page, complaints } = await tributary.visit();
  await page.goto(await request("s 1"));
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("E-mail address").fill("nadia@example.com");
  await page.getByLabel("Your name").fill("Nadia");
  await page.getByLabel(/^Password/).fill("seven green bottles");
  await page.getByRole("button", { name: "Sign up" }).click();

  await page
    .getByRole("heading", { name: "Allow “Ledger for the desk” to access your budget?" })
    .waitFor();
  await takeScreenshot(page, "authorize");
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByText("Back in the app").waitFor();

  const [back] = received;
  expect(Object.fromEntries(back?.searchParams ?? [])).toEqual({
    code: expect.stringMatching(/^code_[1-9]\d*_/),
    state: "s 1",
    iss: tributary.origin,
  });
  // The first answer of the sign-in page is 401, which Chromium tells in its console.
  expect(complaints.filter((line) => !line.includes("401"))).toEqual([]);
});

test("a person who refuses returns to the app without a code, on a phone and without scripts", async () => {
  const phone = await tributary.visitSignedIn({
    viewport: { width: 375, height: 700 },
    javaScriptEnabled: false,
  });
  await phone.page.goto(await request("s2"));
  await takeScreenshot(phone.page, "authorize-phone");

  await phone.page.getByRole("button", { name: "Deny" }).click();
  await phone.page.getByText("Back in the app").waitFor();

  expect(received[0]?.searchParams.get("error")).toBe("access_denied");
  expect(phone.complaints).toEqual([]);
});

test("an app that redirects the browser to another address at once works", async () => {
  const { page, complaints } = await tributary.visitSignedIn();
  await page.goto(await request("on"));
  const failing = page.waitForEvent("requestfailed", (failed) => failed.url() === ELSEWHERE);
  await page.getByRole("button", { name: "Allow" }).click();
  const tried = await failing;

  // The browser went there, whatever became of it: the form's policy did not hold it back.
  expect(tried.failure()?.errorText).not.toMatch(/BLOCKED|ABORTED/);
  expect(received[0]?.searchParams.get("code")).toMatch(/^code_/);
  expect(complaints.join()).not.toContain("content-security");
});

test("the consent page does not show in a frame", async () => {
  const { page } = await tributary.visitSignedIn();
  const address = new URL(await request("s3"), tributary.origin).href;

  const [answered] = await Promise.all([
    page.waitForResponse(address),
    page.goto(new URL(`/frame?of=${encodeURIComponent(address)}`, callback).href),
  ]);

  expect(answered.status()).toBe(200);
  expect(await page.frames()[1]?.getByRole("button", { name: "Allow" }).count()).toBe(0);
});

test("an app on a page of another site gets its tokens and calls the service, only by scripts", async () => {
  const { page, complaints } = await tributary.visitSignedIn();
  const address = await request("s4");
  await page.goto(address);
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByText("Back in the app").waitFor();
  const known = {
    issuer: tributary.origin,
    clientId: new URLSearchParams(address.split("?")[1]).get("client_id") ?? "",
    code: received[0]?.searchParams.get("code") ?? "",
    redirectUri: callback,
    verifier: VERIFIER,
  };

  // What openid-client does in a browser, as a public client.
  const results = await page.evaluate(async ({ issuer, clientId, code, redirectUri, verifier }) => {
    interface Metadata {
      readonly token_endpoint: string;
      readonly revocation_endpoint: string;
    }
    const metadata = await (
      await fetch(`${issuer}/.well-known/oauth-authorization-server`, {
        headers: { accept: "application/json" },
      })
    ).json<Metadata>();
    const form = {
      grant_type: "authorization_code",
      client_id: clientId,
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    };
    const redeemed = await fetch(metadata.token_endpoint, {
      method: "POST",
      body: new URLSearchParams(form),
      headers: { accept: "application/json" },
    });
    const { access_token: token } = await redeemed.json<{ access_token: string }>();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const me = await fetch(`${issuer}/v2/me`, { headers });
    const refused = await fetch(`${issuer}/v2/tags`, { method: "POST", body: "{}", headers });
    const revoked = await fetch(metadata.revocation_endpoint, {
      method: "POST",
      body: new URLSearchParams({ client_id: clientId, token }),
    });
    return [
      redeemed.status,
      me.status,
      me.headers.get("ratelimit-remaining") !== null,
      refused.status,
      revoked.status,
    ];
  }, known);
  const portal = await page.evaluate(
    `fetch("${tributary.origin}/portal", { credentials: "include" }).then((answer) => answer.status, () => "held back")`,
  );

  expect(results).toEqual([200, 200, true, 403, 200]);
  expect(portal).toBe("held back");
  expect(complaints.filter((line) => !/403|CORS|ERR_FAILED/.test(line))).toEqual([]);
});

test("our own app is let in without a question, and a person with several budgets chooses one, even on a phone", async () => {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: OWN_CLIENT_ID,
    redirect_uri: tributary.origin + OWN_CALLBACK_PATH,
    state: "own",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
  });
  const address = `/oauth/authorize?${query.toString()}`;
  const { page } = await tributary.visitSignedIn();
  const back = new RegExp(
    `^${tributary.origin}${OWN_CALLBACK_PATH}\\?code=code_\\d+_[a-z2-7]{52}&state=own&iss=`,
  );

  const [answered] = await Promise.all([
    page.waitForRequest((asked) => back.test(asked.url())),
    page.goto(address),
  ]);
  expect(answered.method()).toBe("GET");

  await (
    await tributary.bindings()
  ).USER.getByName((await tributary.person()).user).makeAccount("Holiday home", "eur");
  await page.goto(address);
  await takeScreenshot(page, "which-budget");
  const phone = await tributary.visit({
    viewport: { width: 375, height: 700 },
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  await phone.page.goto(address);
  await takeScreenshot(phone.page, "which-budget-phone");
  await phone.page.getByLabel("Holiday home").check();
  const [chosen] = await Promise.all([
    phone.page.waitForRequest((asked) => back.test(asked.url())),
    phone.page.getByRole("button", { name: "Continue" }).click(),
  ]);

  expect(new URL(chosen.url()).searchParams.get("code")).toMatch(
    new RegExp(`^code_(?!${(await tributary.person()).accountId}_)\\d+_`),
  );
});
