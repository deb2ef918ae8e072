// Letting an app in, in a real browser: the app is a program on this machine that waits at a loopback address. What
// the browser enforces is enforced here: the policy on forms, cookies, frames.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newClientId } from "../../src/oauth/registration.ts";
import { look, startTributary, type Tributary } from "./tributary.ts";

let tributary: Tributary;
let app: Server;
let callback = "";
/** Where an app shows its thanks; nobody answers there. */
const ELSEWHERE = "https://thanks.invalid/";
/** What the app was sent, the newest last. */
const received: URL[] = [];

beforeAll(async () => {
  tributary = await startTributary();
  app = createServer((request, response) => {
    const url = new URL(request.url ?? "/", callback);
    if (url.pathname === "/frame") {
      response.setHeader("content-type", "text/html").end(`<iframe src="${url.searchParams.get("of") ?? ""}"></iframe>`);
      return;
    }
    if (url.pathname !== "/icon") received.push(url);
    // Many apps show their thanks at another address.
    if (url.searchParams.get("state") === "on") response.writeHead(302, { location: ELSEWHERE }).end();
    else response.setHeader("content-type", "text/html").end('<!doctype html><title>App</title><link rel="icon" href="/icon"><p>Back in the app');
  });
  await new Promise<void>((listening) => {
    app.listen(0, "127.0.0.1", listening);
  });
  const { port } = app.address() as AddressInfo;
  callback = `http://127.0.0.1:${port}/callback`;
});

afterEach(async () => {
  received.length = 0;
  await tributary.leave();
});

afterAll(async () => {
  await tributary.close();
  app.close();
});

async function request(state: string): Promise<string> {
  const env = await tributary.bindings();
  const { clientId } = await env.CLIENT.getByName(newClientId()).register({
    name: "Ledger for the desk",
    kind: "public",
    redirectUris: ["http://127.0.0.1/callback"],
    scopes: ["me:read", "accounts:read", "transactions:read", "transactions:write", "offline_access"],
    owner: { user: "1", userId: 1 },
  });
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: callback,
    state,
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  });
  return `/oauth/authorize?${query.toString()}`;
}

test("a stranger signs up on the way, lets the app in, and is sent back to it with a code", async () => {
  const { page, complaints } = await tributary.visit();
  await page.goto(await request("s 1"));
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("E-mail address").fill("nadia@example.com");
  await page.getByLabel("Your name").fill("Nadia");
  await page.getByLabel(/^Password/).fill("seven green bottles");
  await page.getByRole("button", { name: "Sign up" }).click();

  await page.getByRole("heading", { name: "Let “Ledger for the desk” into your budget?" }).waitFor();
  await look(page, "authorize");
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

test("who does not agree is sent back without a code, on a phone and without scripts", async () => {
  const { page, complaints } = await tributary.visit({ viewport: { width: 375, height: 700 } });
  await page.goto(await tributary.signInLink());
  await page.waitForURL(`${tributary.origin}/`);
  const phone = await tributary.visit({ viewport: { width: 375, height: 700 }, javaScriptEnabled: false, storageState: await page.context().storageState() });
  await phone.page.goto(await request("s2"));
  await look(phone.page, "authorize-phone");

  await phone.page.getByRole("button", { name: "Deny" }).click();
  await phone.page.getByText("Back in the app").waitFor();

  expect(received[0]?.searchParams.get("error")).toBe("access_denied");
  expect([...complaints, ...phone.complaints]).toEqual([]);
});

test("an app that sends the browser on to another address at once is not in the way", async () => {
  const { page, complaints } = await tributary.visit();
  await page.goto(await tributary.signInLink());
  await page.waitForURL(`${tributary.origin}/`);
  await page.goto(await request("on"));
  await page.getByRole("button", { name: "Allow" }).click();
  const tried = await page.waitForEvent("requestfailed", (failed) => failed.url() === ELSEWHERE);

  // The browser went there, whatever became of it: the form's policy did not hold it back.
  expect(tried.failure()?.errorText).not.toMatch(/BLOCKED|ABORTED/);
  expect(received[0]?.searchParams.get("code")).toMatch(/^code_/);
  expect(complaints.join()).not.toContain("content-security");
});

test("the consent page does not show in a frame", async () => {
  const { page } = await tributary.visit();
  await page.goto(await tributary.signInLink());
  await page.waitForURL(`${tributary.origin}/`);
  const address = new URL(await request("s3"), tributary.origin).href;

  await page.goto(new URL(`/frame?of=${encodeURIComponent(address)}`, callback).href);

  await page.waitForTimeout(500);
  expect(await page.frames()[1]?.getByRole("button", { name: "Allow" }).count()).toBe(0);
});
