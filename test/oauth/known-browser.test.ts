// A stranger who knows an address cannot lock its person out of a browser that has signed in
// before. That browser's proof is worthless to anybody else.

import { createHmac, hkdfSync } from "node:crypto";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readConfig } from "../../src/config.ts";
import {
  FAILURES_KEEP_MS,
  KNOWN_BROWSER_MS,
  KNOWN_BROWSERS_MAX,
  LOCKOUT_MS_MIN,
  PEOPLE_A_BROWSER_MAX,
} from "../../src/platform/limits.ts";
import { findKnownBrowser, knownCookie } from "../../src/oauth/sign-in/known-cookie.ts";
import { getUserObjectName } from "../../src/oauth/people/person.ts";
import { inUser, newEmail, PASSWORD, someone, Visitor } from "./visitor.ts";

const KNOWN = "tributary_known";
const WRONG = "a wrong sentence";

// Nobody is let in again because the machine was slow: the first lock-out lasts half a minute.
beforeEach(() => {
  vi.spyOn(Date, "now").mockReturnValue(Date.now());
});
afterEach(() => {
  vi.restoreAllMocks();
});

test("endless attempts of a stranger lock out other browsers, but never the person's own", async () => {
  const { visitor, email } = await someone();
  await visitor.post("/sign-out");
  await lockOut(email);

  const stranger = await new Visitor().signIn(email);
  const own = await visitor.signIn(email);
  const strangerAfter = await new Visitor().signIn(email);

  expect([stranger.status, own.status, strangerAfter.status]).toEqual([429, 303, 429]);
});

test("the person's own browser is locked only by its own wrong passwords, and locks no other out", async () => {
  const { visitor, email } = await someone();
  await visitor.post("/sign-out");
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1)
    statuses.push((await visitor.signIn(email, WRONG)).status);

  const locked = await visitor.signIn(email);
  const elsewhere = await new Visitor().signIn(email);
  const now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now + LOCKOUT_MS_MIN + 1_000);
  const later = await visitor.signIn(email);

  expect(statuses).toEqual([401, 401, 401, 401, 429]);
  expect(locked.status).toBe(429);
  expect(elsewhere.status).toBe(303);
  expect(later.status).toBe(303);
});

test("a browser's wrong passwords are forgotten after a day without an attempt", async () => {
  const { visitor, email } = await someone();
  for (let attempt = 0; attempt < 4; attempt += 1) await visitor.signIn(email, WRONG);
  const now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now + FAILURES_KEEP_MS);

  expect((await visitor.signIn(email, WRONG)).status).toBe(401);
});

test("a stolen cookie allows one browser's guesses, and is worthless after the person's next two sign-ins", async () => {
  const { visitor, email } = await someone();
  const thief = new Visitor();
  thief.cookies.set(KNOWN, stolenFrom(visitor));
  const guesses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1)
    guesses.push((await thief.signIn(email, WRONG)).status);
  const now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now + LOCKOUT_MS_MIN + 60_000);
  const signIns = [(await visitor.signIn(email)).status, (await visitor.signIn(email)).status];
  await lockOut(email);

  const afterwards = await thief.signIn(email);

  expect(guesses).toEqual([401, 401, 401, 401, 429, 429]);
  expect(signIns).toEqual([303, 303]);
  expect(afterwards.status).toBe(429);
});

test("a browser whose last sign-in's answer was lost is still known by its previous cookie", async () => {
  const { visitor, email } = await someone();
  const before = stolenFrom(visitor);
  await visitor.signIn(email);
  visitor.cookies.set(KNOWN, before);
  await lockOut(email);

  expect((await visitor.signIn(email)).status).toBe(303);
});

test("each sign-in gives the browser another proof", async () => {
  const { visitor, email } = await someone();
  const before = stolenFrom(visitor);

  const answer = await visitor.signIn(email);

  expect(stolenFrom(visitor)).not.toBe(before);
  expect(answer.headers.getSetCookie()[1]).toMatch(
    /^tributary_known=[0-9a-f]{32}\.[a-z2-7]{52}\.\d{13}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
});

test("another person's cookie, a forged one and one for another person's object are not accepted", async () => {
  const [{ email }, other] = [await someone(), await someone()];
  await lockOut(email);
  const object = await getUserObjectName(email);
  const theirs = stolenFrom(other.visitor);
  const [, device, expires] = theirs.split(".");
  const [first = "", ...rest] = theirs.split(".");
  const forged = [
    theirs,
    theirs.replace(first, object),
    `${object}.${device}.${expires}.${"A".repeat(43)}`,
    `${object}.${device}.${expires}.${macOf(`${object} ${device} ${expires}`, "a key that is not the deployment's")}`,
    [object, ...rest].join("."),
    "~~~",
    `${object}.`,
  ];

  const statuses: number[] = [];
  for (const cookie of forged) {
    const visitor = new Visitor();
    visitor.cookies.set(KNOWN, cookie);
    statuses.push((await visitor.signIn(email)).status);
  }

  expect(statuses).toEqual(forged.map(() => 429));
});

test("a valid cookie that names no browser of the person counts with unknown browsers", async () => {
  const { email } = await someone();
  const object = await getUserObjectName(email);
  const visitor = new Visitor();
  const cookie = await knownCookie(
    new Request("http://localhost/"),
    object,
    "a".repeat(52),
    readConfig(env),
    Date.now(),
  );
  visitor.cookies.set(KNOWN, /=([^;]*)/.exec(cookie)?.[1] ?? "");
  await lockOut(email);

  expect((await visitor.signIn(email)).status).toBe(429);
});

test("a new password ends every browser's cookie except the one that changed it", async () => {
  const NEXT = "quite another sentence";
  const { visitor, email } = await someone();
  const second = new Visitor();
  await second.signIn(email);
  await visitor.post("/account/password", { current: PASSWORD, password: NEXT });
  await lockOut(email);

  const statuses = [
    (await second.signIn(email, NEXT)).status,
    (await visitor.signIn(email, NEXT)).status,
  ];

  expect(statuses).toEqual([429, 303]);
});

test("the person's own browser can change the password while strangers are locked out", async () => {
  const { visitor, email } = await someone();
  await lockOut(email);

  expect(
    (
      await visitor.post("/account/password", {
        current: PASSWORD,
        password: "quite another sentence",
      })
    ).status,
  ).toBe(303);
});

test("a browser is known for a year, by the current and the previous key, and by no other", async () => {
  const object = "ab".repeat(16);
  const config = { ...readConfig(env), tokenKey: "one".repeat(12), previousTokenKey: null };
  const set = await knownCookie(
    new Request("http://localhost/"),
    object,
    "a".repeat(52),
    config,
    1_000,
  );
  const request = new Request("http://localhost/", {
    headers: { cookie: set.split(";")[0] ?? "" },
  });
  const rotated = { ...config, tokenKey: "two".repeat(12), previousTokenKey: config.tokenKey };

  expect(await findKnownBrowser(request, object, config, 1_000 + KNOWN_BROWSER_MS - 1)).toBe(
    "a".repeat(52),
  );
  expect(await findKnownBrowser(request, object, config, 1_000 + KNOWN_BROWSER_MS)).toBeNull();
  expect(await findKnownBrowser(request, object, rotated, 1_000)).toBe("a".repeat(52));
  expect(
    await findKnownBrowser(request, object, { ...rotated, previousTokenKey: null }, 1_000),
  ).toBeNull();
});

test("one browser is known for the last five people who signed in with it", async () => {
  const config = readConfig(env);
  const objects = Array.from({ length: PEOPLE_A_BROWSER_MAX + 1 }, (_, index) =>
    String(index).repeat(32),
  );
  let cookie = "";
  for (const object of objects) {
    const request = new Request("http://localhost/", { headers: { cookie } });
    cookie =
      (await knownCookie(request, object, "a".repeat(52), config, 1_000)).split(";")[0] ?? "";
  }
  const request = new Request("http://localhost/", { headers: { cookie } });
  const known = await Promise.all(
    objects.map(
      async (object) => (await findKnownBrowser(request, object, config, 2_000)) !== null,
    ),
  );

  expect(known).toEqual([false, true, true, true, true, true]);
});

test("the newest twenty browsers of a person are remembered, only as hashes", async () => {
  const { visitor, email } = await someone();
  for (let count = 0; count <= KNOWN_BROWSERS_MAX; count += 1) await new Visitor().signIn(email);
  const rows = await inUser(email, (sql) => sql.all("SELECT * FROM known_browsers"));

  expect(rows).toHaveLength(KNOWN_BROWSERS_MAX);
  expect(JSON.stringify(rows)).not.toContain(stolenFrom(visitor).split(".")[1]);
});

test("an unknown address gets the same answers as a known one, with any cookie", async () => {
  const [{ email }, other] = [await someone(), await someone()];
  const nobody = newEmail();
  const answers = async (address: string) => {
    const answers: unknown[] = [];
    const visitor = new Visitor();
    const object = await getUserObjectName(address);
    visitor.cookies.set(
      KNOWN,
      `${object}.${"a".repeat(52)}.9999999999999.${"A".repeat(43)}~${stolenFrom(other.visitor)}`,
    );
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const { status, text, headers } = await visitor.signIn(address, WRONG);
      answers.push([
        status,
        text.replaceAll(address, "…").replace(/in \d+ seconds/, "in some seconds"),
        headers.getSetCookie(),
      ]);
    }
    return answers;
  };

  expect(await answers(nobody)).toEqual(await answers(email));
});

/** As many wrong passwords as lock a person out, from browsers that nobody knows. */
async function lockOut(email: string): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) await new Visitor().signIn(email, WRONG);
}

function stolenFrom(visitor: Visitor): string {
  return visitor.cookies.get(KNOWN) ?? "";
}

function macOf(statement: string, secret: string): string {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "tributary/known browsers", 32));
  return createHmac("sha256", key).update(statement).digest("base64url");
}
