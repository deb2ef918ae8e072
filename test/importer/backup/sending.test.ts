// Backups that are also sent to an address, over real HTTP to a server of files on loopback.

import { env } from "cloudflare:workers";
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { KeptList } from "../../../src/importer/backup/wire.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { BACKUP_SENT_TRIES_MAX } from "../../../src/platform/limits.ts";
import { emptyBucket, reset } from "../../reset.ts";
import { ask, filesOf, json, LOCAL, newPerson, restore } from "./driver.ts";

const FILES = `${env.SOURCE_FAKES}/backups`;
const TOKEN = "planted-backup-token";
const SOON = { timeout: 20_000 };
let folder = "";
let folders = 0;

beforeEach(async () => {
  folders += 1;
  folder = `folder-${folders}/`;
  await json(LOCAL, "GET", "/v2/me");
});
afterEach(async () => {
  await fetch(`${FILES}/fault?set=`, { method: "POST" });
  await emptyBucket();
  await reset();
});

const list = async (): Promise<KeptList> => json(LOCAL, "GET", "/api/backups");
const target = async () => (await list()).target;
const importer = () => env.IMPORTER.getByName("1");
const set = async (url: string, token?: string): Promise<KeptList> =>
  json(LOCAL, "PUT", "/api/backup-target", { url, ...(token !== undefined && { token }) });

async function makeOne(): Promise<void> {
  await json(LOCAL, "PUT", "/api/backups", { days: 7 });
  await expect.poll(async () => (await list()).backups.length, SOON).toBeGreaterThan(0);
}

/** The next attempt is due now, and the alarm does what is due. */
async function makeDue(): Promise<void> {
  await runInDurableObject(importer(), (_, state) => {
    new Sql(state.storage).run("UPDATE backup_target SET due_at = 1 WHERE due_at IS NOT NULL");
  });
  await importer().wake();
  await runDurableObjectAlarm(importer());
}

/** What was put to a path: null while nothing was. */
async function put(path: string): Promise<Response | null> {
  const response = await fetch(`${FILES}/${path}`);
  if (response.ok) return response;
  await response.body?.cancel();
  return null;
}

test("a backup is put to the address with its length and the token, and what arrives can be restored", async () => {
  await set(`${FILES}/locked/my-budget.zip`, TOKEN);
  await makeOne();
  await expect.poll(async () => (await target())?.sent_at ?? null, SOON).not.toBeNull();

  const arrived = await put("locked/my-budget.zip");
  const zip = new Uint8Array((await arrived?.arrayBuffer()) ?? new ArrayBuffer(0));
  const shown = await target();
  const grace = await newPerson();

  expect(arrived?.headers.get("x-authorization")).toBe(`Bearer ${TOKEN}`);
  expect(arrived?.headers.get("content-type")).toBe("application/zip");
  expect(arrived?.headers.get("x-length")).toBe(String(zip.length));
  expect([...(await filesOf(zip)).keys()]).toContain("budget/categories.jsonl");
  expect(shown).toMatchObject({ has_token: true, error: null, next_attempt_at: null });
  expect(await restore(grace, zip)).toMatchObject({ state: "done" });
});

test("into a folder goes a file with the day of the backup in its name, the newest at once", async () => {
  await makeOne();

  await set(`${FILES}/${folder}`);
  await expect.poll(async () => (await target())?.sent_at ?? null, SOON).not.toBeNull();

  const day = new Date().toISOString().slice(0, 10);
  expect((await put(`${folder}tributary-${day}.zip`))?.headers.get("x-authorization")).toBe("");
});

test("neither the token nor a secret in the address is stored readably, or shown", async () => {
  const { target: shown } = await set(`${FILES}/planted-secret-in-path-0123/?key=planted`, TOKEN);

  const stored = await runInDurableObject(importer(), (_, state) =>
    JSON.stringify(new Sql(state.storage).all("SELECT * FROM backup_target")),
  );

  expect(shown?.url).toBe(`${FILES}/plan…/`);
  expect(stored).not.toMatch(/planted/);
  expect(await importer().reseal()).toMatchObject({ failed: [], current: expect.any(Number) });
});

const PERSON = { user: "ada@files", password: "planted pässword: 1" };
const setWith = async (url: string, more: Record<string, unknown>): Promise<KeptList> =>
  json(LOCAL, "PUT", "/api/backup-target", { url, ...more });

test("a user name and a password go along as Basic authentication, in UTF-8", async () => {
  await setWith(`${FILES}/dav/${folder}`, PERSON);
  await makeOne();
  await expect.poll(async () => (await target())?.sent_at ?? null, SOON).not.toBeNull();

  const day = new Date().toISOString().slice(0, 10);
  expect((await put(`dav/${folder}tributary-${day}.zip`))?.headers.get("x-authorization")).toMatch(
    /^Basic /,
  );
  expect(await target()).toMatchObject({ has_token: false, has_password: true, error: null });
});

test("neither the user name nor the password is stored readably, shown, or lost when resealed", async () => {
  const shown = await setWith(`${FILES}/dav/${folder}a.zip`, PERSON);

  const stored = await runInDurableObject(importer(), (_, state) =>
    JSON.stringify(new Sql(state.storage).all("SELECT * FROM backup_target")),
  );
  expect(JSON.stringify(shown) + stored).not.toMatch(/ada@files|planted p/);
  expect(await importer().reseal()).toMatchObject({ failed: [] });
  await makeOne();
  await expect.poll(async () => (await target())?.sent_at ?? null, SOON).not.toBeNull();
});

test.each([
  [
    "a wrong password",
    "dav/",
    { user: "ada@files", password: "wrong" },
    "The address answered 401: the user name or the password is wrong. Many services want an app password here.",
  ],
  [
    "a user who may only read",
    "dav/readonly/",
    PERSON,
    "The address answered 403: the user name and password are known there, but no file may be put there with them.",
  ],
  [
    "neither of both",
    "dav/",
    {},
    "The address answered 401: it wants a user name and a password, or a token.",
  ],
])("%s is said plainly", async (_, path, credentials, said) => {
  await makeOne();
  await setWith(`${FILES}/${path}${folder}`, credentials);

  await expect.poll(async () => (await target())?.error ?? null, SOON).toBe(said);
});

test.each([
  ["both", { ...PERSON, token: TOKEN }, "Give a token, or a user name and a password, not both."],
  ["no password", { user: "ada" }, "A user name and a password are given together."],
  ["no user name", { password: "pw" }, "A user name and a password are given together."],
  [
    "a colon",
    { user: "a:b", password: "pw" },
    "user must have 1 to 200 characters, without a colon",
  ],
  ["a line break", { user: "a", password: "a\nb" }, "password must have 1 to 1024 characters"],
])("credentials with %s are refused", async (_, credentials, why) => {
  const body = { url: "https://files.example/", ...credentials };
  const refused = await ask(LOCAL, "PUT", "/api/backup-target", body);

  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(why)]);
  expect(await target()).toBeNull();
});

test("a refusal is shown and tried again, a few times and then with the next backup", async () => {
  await makeOne();
  await set(`${FILES}/locked/${folder}`, "another-token");
  await expect.poll(async () => (await target())?.error ?? null, SOON).not.toBeNull();

  const first = await target();
  for (let tries = 1; tries < BACKUP_SENT_TRIES_MAX; tries += 1) {
    const before = (await target())?.next_attempt_at;
    await makeDue();
    await expect.poll(async () => (await target())?.next_attempt_at, SOON).not.toBe(before);
    await expect.poll(isIdle, SOON).toBe(true);
  }

  expect(first?.error).toBe(
    "The address answered 401: the token does not allow this, or is no longer valid.",
  );
  expect(Date.parse(first?.next_attempt_at ?? "") - Date.now()).toBeGreaterThan(50 * 60_000);
  expect(await target()).toMatchObject({ next_attempt_at: null, sent_at: null });
});

/** Whether no attempt is under way: its lease is shorter than the time to the next one. */
async function isIdle(): Promise<boolean> {
  const next = (await target())?.next_attempt_at ?? null;
  return next === null || Date.parse(next) - Date.now() > 30 * 60_000;
}

test("what failed is sent when the receiver is well again", async () => {
  await fetch(`${FILES}/fault?set=down`, { method: "POST" });
  await makeOne();
  await set(`${FILES}/${folder}late.zip`);
  await expect
    .poll(async () => (await target())?.error ?? null, SOON)
    .toBe("The address answered 503.");
  await fetch(`${FILES}/fault?set=`, { method: "POST" });

  await makeDue();
  await expect.poll(async () => (await target())?.sent_at ?? null, SOON).not.toBeNull();

  expect((await target())?.error).toBeNull();
  expect(await put(`${folder}late.zip`)).not.toBeNull();
});

test("a redirect is not followed", async () => {
  await makeOne();
  await set(`${FILES}/${folder}?fault=to%20metadata`);

  await expect
    .poll(async () => (await target())?.error ?? null, SOON)
    .toBe("The address answered 302; redirects are not followed.");
});

test("a receiver that hangs up is a fault in one sentence", async () => {
  await makeOne();
  await set(`${FILES}/${folder}?fault=hangup`);

  await expect
    .poll(async () => (await target())?.error ?? null, SOON)
    .toMatch(/could not be reached/);
});

test("an attempt of which nothing was heard is sent once more after its lease", async () => {
  await makeOne();
  await set(`${FILES}/${folder}first.zip`);
  await expect.poll(async () => (await target())?.sent_at ?? null, SOON).not.toBeNull();
  await runInDurableObject(importer(), (_, state) => {
    new Sql(state.storage).run("UPDATE backup_target SET tries = 1, due_at = 1, sent_at = NULL");
  });

  await makeDue();

  await expect.poll(async () => (await target())?.sent_at ?? null, SOON).not.toBeNull();
});

test.each([
  ["https://10.0.0.1/backup.zip", "10.0.0.1 is a private address"],
  ["https://169.254.169.254/latest", "169.254.169.254 is a link-local address"],
  ["https://files.internal/backup.zip", "files.internal is a name within a private network"],
  ["http://files.example/backup.zip", "The address begins with http:, not with https:"],
  ["https://ada:pw@files.example/", "has a user name or password in it"],
  ["https://tributary.test/api/restore", "tributary.test"],
  ["my cloud", "The address is not a valid URL"],
])("the address %s is refused", async (url, why) => {
  const refused = await ask(LOCAL, "PUT", "/api/backup-target", { url });

  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain(why);
  expect(await target()).toBeNull();
});

test("a token that no header can carry is refused", async () => {
  const body = { url: "https://files.example/", token: "two words" };
  const refused = await ask(LOCAL, "PUT", "/api/backup-target", body);

  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining("visible ASCII characters without spaces"),
  ]);
});

test("sending can be stopped, and started by hand", async () => {
  expect((await ask(LOCAL, "POST", "/api/backup-target/send")).status).toBe(404);
  await makeOne();
  await set(`${FILES}/${folder}by-hand.zip`);
  await expect.poll(async () => (await target())?.sent_at ?? null, SOON).not.toBeNull();
  const before = (await target())?.sent_at;

  expect((await ask(LOCAL, "POST", "/api/backup-target/send")).status).toBe(202);
  await expect.poll(async () => (await target())?.sent_at, SOON).not.toBe(before);
  expect((await ask(LOCAL, "DELETE", "/api/backup-target")).status).toBe(204);

  expect(await target()).toBeNull();
  expect((await ask(LOCAL, "DELETE", "/api/backup-target")).status).toBe(404);
  expect((await list()).backups).toHaveLength(1);
});
