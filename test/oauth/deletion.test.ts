// Deleting a budget and deleting a person: the deleted data, the kept data, the permissions, and
// the state after a kill in between.

import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { isErased } from "../../src/budget/erase.ts";
import { readConfig } from "../../src/config.ts";
import { deriveConnectionId } from "../../src/importer/connection/identity.ts";
import {
  ERASE_FILES_STEP,
  ERASE_LOOK_AGAIN_MS,
  ERASE_PAUSE_MS,
  FRESH_SIGN_IN_MS,
} from "../../src/platform/limits.ts";
import { beginDeleting, isDeleting } from "../../src/oauth/people/deletion.ts";
import { getUserObjectName } from "../../src/oauth/people/person.ts";
import { mintSignInLink, findSession } from "../../src/oauth/sign-in/session.ts";
import { Sql } from "../../src/platform/sql/sql.ts";
import { must } from "../../src/platform/assert.ts";
import { Authenticator } from "./authenticator.ts";
import { inUser, me, PASSWORD, someone, textOf, Visitor } from "./visitor.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("deleting a budget", () => {
  test("deleting a budget ends everybody's access at once, and removes it from every list", async () => {
    const owner = await household();
    const guest = await guestOf(owner);
    const tokens = [await tokenOf(owner), await tokenOf({ ...guest, account: owner.account })];
    const invite = await invitationOf(owner);
    const page = await owner.visitor.get(`/portal/budgets/${owner.account}/delete`);

    const deleted = await deleteBudget(owner);

    expect(page.text).toContain("1 other person will lose access to it too.");
    expect(page.text).toContain("To keep your data, download it first");
    expect([deleted.status, deleted.headers.get("location")]).toEqual([303, "/portal/budgets"]);
    expect(await Promise.all(tokens.map(async (token) => (await me(token)).status))).toEqual([
      401, 401,
    ]);
    expect((await owner.visitor.get("/portal/budgets")).text).not.toContain("Household");
    expect((await guest.visitor.get("/portal/budgets")).text).not.toContain("Household");
    expect(
      await inUser(guest.email, (sql) =>
        sql.all("SELECT account_id FROM memberships WHERE name = 'Household'"),
      ),
    ).toEqual([]);
    expect((await (await someone()).visitor.get(`/join?invite=${invite}`)).status).toBe(404);
  });

  test("deleting a budget deletes its data and files some minutes later, and its number is never reused", async () => {
    const owner = await household();
    const file = `attachments/${owner.account}/one`;
    const [other, late] = [
      `attachments/${owner.account}0/one`,
      `attachments/${owner.account}/late`,
    ];
    for (const key of [file, other]) await env.DOCUMENTS.put(key, "bytes");
    const stub = env.BUDGET.getByName(owner.account);
    await deleteBudget(owner);
    const due = await runInDurableObject(stub, (_, state) => state.storage.getAlarm());

    const before = await tablesOf(owner.account);
    await runDurableObjectAlarm(stub);
    await isGone(owner.account);
    await env.DOCUMENTS.put(late, "bytes of an upload that was on its way");
    const again = await runInDurableObject(stub, (_, state) => state.storage.getAlarm());
    await runDurableObjectAlarm(stub);
    await stub.create({
      accountId: Number(owner.account),
      budgetName: "Again",
      primaryCurrency: "eur",
      user: { id: owner.userId, name: "Ada", email: owner.email },
    });

    expect(due).toBeGreaterThan(Date.now() + ERASE_PAUSE_MS - 60_000);
    expect(due).toBeLessThanOrEqual(Date.now() + ERASE_PAUSE_MS);
    expect(before).not.toEqual([]);
    expect(await env.DOCUMENTS.head(file)).toBeNull();
    expect(again).toBeGreaterThan(Date.now() + ERASE_LOOK_AGAIN_MS - 60_000);
    expect(await env.DOCUMENTS.head(late)).toBeNull();
    expect(await env.DOCUMENTS.head(other)).not.toBeNull();
    expect(await stub.view(owner.userId)).toBeNull();
    expect(await tablesOf(owner.account)).toEqual([]);
  });

  test("a deletion deletes a thousand files in each step, and continues after an eviction", async () => {
    const owner = await household();
    const keys = Array.from(
      { length: ERASE_FILES_STEP + 1 },
      (_, index) => `attachments/${owner.account}/${index}`,
    );
    await Promise.all(keys.map((key) => env.DOCUMENTS.put(key, "")));
    const stub = env.BUDGET.getByName(owner.account);
    await deleteBudget(owner);
    await evictDurableObject(stub);
    const steps = await runInDurableObject(stub, (budget) => vi.spyOn(bucketOf(budget), "delete"));

    await runDurableObjectAlarm(stub);
    await isGone(owner.account);

    expect(steps.mock.calls.map(([keys]) => [keys].flat().length)).toEqual([ERASE_FILES_STEP, 1]);
    expect((await env.DOCUMENTS.list({ prefix: `attachments/${owner.account}/` })).objects).toEqual(
      [],
    );
  });

  test("a deletion continues by itself after the bucket fails", async () => {
    const owner = await household();
    const stub = env.BUDGET.getByName(owner.account);
    await deleteBudget(owner);
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await runInDurableObject(stub, async (budget) => {
      vi.spyOn(bucketOf(budget), "list").mockRejectedValueOnce(new Error("the bucket is away"));
      await budget.alarm();
    });

    await runDurableObjectAlarm(stub);
    await isGone(owner.account);

    expect(logged).toHaveBeenCalledOnce();
  });

  test("deleting a budget needs its name, typed, and the password", async () => {
    const owner = await household();
    const path = `/portal/budgets/${owner.account}/delete`;
    // Signed in long ago, by a session that somebody may have stolen.
    await inUser(owner.email, (sql) =>
      sql.run("UPDATE sessions SET created_at = created_at - ?", FRESH_SIGN_IN_MS),
    );

    const refused = [
      await owner.visitor.post(path, { typed: "household", password: PASSWORD }),
      await owner.visitor.post(path, { typed: "", password: PASSWORD }),
      await owner.visitor.post(path, { typed: "Household" }),
      await owner.visitor.post(path, { typed: "Household", password: "a wrong sentence" }),
      await owner.visitor.post(path, { typed: "Household", credential: "{}" }),
      await owner.visitor.post(
        path,
        { typed: "Household", password: PASSWORD },
        { "sec-fetch-site": "same-site" },
      ),
    ];

    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 401, 400, 403]);
    expect((await owner.visitor.get("/portal/budgets")).text).toContain("Household");
    expect(
      (await owner.visitor.post(path, { typed: " Household ", password: PASSWORD })).status,
    ).toBe(303);
  });

  test("only owners can delete a budget or see the page", async () => {
    const owner = await household();
    const guest = await guestOf(owner);
    const stranger = await someone();
    const path = `/portal/budgets/${owner.account}/delete`;

    const statuses = [
      (await guest.visitor.get(path)).status,
      (await guest.visitor.post(path, { typed: "Household", password: PASSWORD })).status,
      (await stranger.visitor.get(path)).status,
      (await stranger.visitor.post(path, { typed: "Household", password: PASSWORD })).status,
      (await new Visitor().get(path)).status,
    ];

    expect(statuses).toEqual([404, 404, 404, 404, 401]);
    expect((await owner.visitor.get("/portal/budgets")).text).toContain("Household");
  });

  test("deleting a budget accepts a passkey instead of the password, whose answer is valid for this and once", async () => {
    const owner = await household();
    const authenticator = await passkeyOf(owner.visitor);
    const path = `/portal/budgets/${owner.account}/delete`;
    const elsewhere = new Visitor();
    const forSignIn = await authenticator.get(
      JSON.parse((await elsewhere.post("/sign-in/passkey/options", { email: owner.email })).text),
    );
    owner.visitor.cookies.set(
      "tributary_passkey",
      elsewhere.cookies.get("tributary_passkey") ?? "",
    );
    const wrong = await owner.visitor.post(path, { typed: "Household", credential: forSignIn });
    const options = JSON.parse((await owner.visitor.post("/account/confirm/options")).text);
    const kept = owner.visitor.cookies.get("tributary_passkey") ?? "";
    const credential = await authenticator.get(options, { counter: 0 });

    const deleted = await owner.visitor.post(path, { typed: "Household", credential });
    const second = await anotherBudgetOf(owner.visitor, "Second");
    owner.visitor.cookies.set("tributary_passkey", kept);
    const replayed = await owner.visitor.post(`/portal/budgets/${second}/delete`, {
      typed: "Second",
      credential,
    });

    expect([wrong.status, deleted.status, replayed.status]).toEqual([400, 303, 400]);
    expect((await owner.visitor.get("/portal/budgets")).text).toContain("Second");
  });

  test("a deletion that was cut off before the list was updated is finished by the next look", async () => {
    const owner = await household();
    await env.BUDGET.getByName(owner.account).erase(owner.userId, "Household");

    const listed = await owner.visitor.get("/portal/budgets");

    expect(listed.text).toContain("You have no budgets yet.");
    expect(
      await inUser(owner.email, (sql) => sql.all("SELECT account_id FROM memberships")),
    ).toEqual([]);
  });

  test("the demo budget cannot be deleted, because it makes itself", async () => {
    const visitor = await localPerson();

    const answer = await visitor.post("/portal/budgets/1/delete", { typed: "Demo budget" });

    expect(answer.status).toBe(400);
    expect(answer.text).toContain("npm run reset");
    expect(
      await runInDurableObject(env.BUDGET.getByName("1"), (_, state) => isErased(state.storage)),
    ).toBe(false);
  });
});

describe("deleting a person", () => {
  test("a person's deletion lists its effects, ends every way in, and the address can be used again", async () => {
    const [owner, other] = [await household(), await household("Shared")];
    const second = new Visitor();
    await second.signIn(owner.email);
    await join(other, owner.visitor);
    const authenticator = await passkeyOf(owner.visitor);
    const clientId = await clientOf(owner.visitor);
    const token = await tokenOf(owner);
    const page = await owner.visitor.get("/account/delete");

    const deleted = await deletePerson(owner);
    const goodbye = await owner.visitor.get("/deleted");

    expect(page.text).toContain(`<strong>Household</strong> (ID ${owner.account})`);
    expect(page.text).toMatch(
      /They stay, with everything you entered, but without your name:<\/p><ul><li><strong>Shared/,
    );
    expect(page.text).toContain("1 OAuth client that you registered");
    expect([deleted.status, deleted.headers.get("location"), goodbye.status]).toEqual([
      303,
      "/deleted",
      200,
    ]);
    expect([...owner.visitor.cookies.keys()]).toEqual([]);
    expect((await second.get("/account")).status).toBe(401);
    expect((await new Visitor().signIn(owner.email)).status).toBe(401);
    expect((await signInByPasskey(authenticator, owner.email)).status).toBe(401);
    expect((await me(token)).status).toBe(401);
    expect(await env.CLIENT.getByName(clientId).describe()).toBeNull();
    expect(await env.BUDGET.getByName(owner.account).view(owner.userId)).toBeNull();
    const people = (await other.visitor.get("/portal/people")).text;
    expect(people).not.toContain(owner.email);
    expect(people.match(/<td>(owner|member)<\/td>/g)).toEqual(["<td>owner</td>"]);
    expect(
      await inUser(owner.email, (sql) =>
        sql.all("SELECT name FROM sqlite_master WHERE name NOT LIKE '!_cf!_%' ESCAPE '!'"),
      ),
    ).toEqual([]);
    expect(
      await runInDurableObject(env.BUDGET.getByName(other.account), (_, state) =>
        new Sql(state.storage).all("SELECT name, email FROM users WHERE id = ?", owner.userId),
      ),
    ).toEqual([{ name: "Deleted person", email: "" }]);

    const anew = new Visitor();
    expect((await anew.signUp(owner.email, { budget: "Fresh start" })).status).toBe(303);
    const session = must(await findSession(requestOf(anew), env), "just signed up");
    expect(session.userId).not.toBe(owner.userId);
    const budgets = (await anew.get("/portal/budgets")).text;
    expect(budgets).toContain("Fresh start");
    expect(budgets).not.toContain("Shared");
    expect((await anew.get("/account")).text).not.toContain("/remove");
  });

  test("a person's deletion gives up their own connections, and no others on record", async () => {
    const [owner, other] = [await household(), await household()];
    const [own, others] = [await connectionOf(owner), await connectionOf(other)];
    await inUser(owner.email, (sql) =>
      sql.run(
        "INSERT INTO connections (id, service, user_id, account_id, name, state, created_at) VALUES (?, 'embedded', 0, 0, '', 'connecting', 0)",
        others,
      ),
    );
    const before = (await env.IMPORTER.getByName(own).connection())?.state;

    await deletePerson(owner);

    expect(before).toBe("connected");
    expect(await env.IMPORTER.getByName(own).connection()).toBeNull();
    expect((await env.IMPORTER.getByName(others).connection())?.state).toBe("connected");
  });

  test("the last owner of a budget with other members cannot delete themselves", async () => {
    const owner = await household();
    const guest = await guestOf(owner);

    const page = await owner.visitor.get("/account/delete");
    const refused = await deletePerson(owner, "");
    await owner.visitor.post(`/portal/people/${owner.account}/${guest.userId}/owner`);
    const deleted = await deletePerson(owner, "");

    expect(page.text).toContain("You are the only owner of these shared budgets");
    expect(page.text).not.toContain("Delete my profile");
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Nothing was deleted");
    expect(deleted.status).toBe(303);
    expect((await guest.visitor.get("/portal/people")).text).not.toContain(owner.email);
  });

  test("a person's deletion needs the address, typed, the password, and the plan that was shown", async () => {
    const owner = await household();
    await inUser(owner.email, (sql) =>
      sql.run("UPDATE sessions SET created_at = created_at - ?", FRESH_SIGN_IN_MS),
    );
    const right = { typed: owner.email, password: PASSWORD, plan: owner.account };

    const refused = [
      await owner.visitor.post("/account/delete", { ...right, typed: "somebody@example.com" }),
      await owner.visitor.post("/account/delete", { ...right, password: "a wrong sentence" }),
      await owner.visitor.post("/account/delete", { ...right, password: "" }),
      await owner.visitor.post("/account/delete", { ...right, plan: "" }),
      await owner.visitor.post("/account/delete", { ...right, plan: `${owner.account} 5` }),
      await owner.visitor.post("/account/delete", right, { "sec-fetch-site": "cross-site" }),
    ];

    expect(refused.map(({ status }) => status)).toEqual([400, 401, 400, 400, 400, 403]);
    expect(refused[3]?.text).toContain("has changed. Check it again");
    expect((await owner.visitor.post("/account/delete", right)).status).toBe(303);
  });

  test("a person's deletion accepts a passkey instead of the password", async () => {
    const owner = await household();
    const authenticator = await passkeyOf(owner.visitor);
    const credential = await authenticator.get(
      JSON.parse((await owner.visitor.post("/account/confirm/options")).text),
    );

    expect(
      (
        await owner.visitor.post("/account/delete", {
          typed: owner.email,
          plan: owner.account,
          credential,
        })
      ).status,
    ).toBe(303);
    expect((await new Visitor().signIn(owner.email)).status).toBe(401);
  });

  test("an interrupted deletion has ended every way in, and the alarm finishes it; repeating it is harmless", async () => {
    const owner = await household();
    const other = await household("Shared");
    await join(other, owner.visitor);
    const clientId = await clientOf(owner.visitor);
    const stub = env.USER.getByName(await getUserObjectName(owner.email));
    await runInDurableObject(stub, (_, state) =>
      beginDeleting(state.storage, new Sql(state.storage), Date.now()),
    );

    const cutOff = [
      (await owner.visitor.get("/account")).status,
      (await new Visitor().signIn(owner.email)).status,
      (await new Visitor().signUp(owner.email)).status,
    ];
    await env.BUDGET.getByName(owner.account).depart(owner.userId);
    await evictDurableObject(stub);
    await stub.sessions();
    const ran = await runDurableObjectAlarm(stub);
    const deleting = await runInDurableObject(stub, (_, state) => isDeleting(state.storage));
    await env.BUDGET.getByName(other.account).depart(owner.userId);

    expect(cutOff).toEqual([401, 401, 400]);
    expect([ran, deleting]).toEqual([true, false]);
    expect(await env.CLIENT.getByName(clientId).describe()).toBeNull();
    expect(await env.BUDGET.getByName(other.account).members(other.userId)).toHaveLength(1);
    expect((await new Visitor().signUp(owner.email)).status).toBe(303);
  });

  test("a deletion retries by itself while an object cannot be reached, and forgets nothing meanwhile", async () => {
    const owner = await household();
    const stub = env.USER.getByName(await getUserObjectName(owner.email));
    await runInDurableObject(stub, async (user, state) => {
      beginDeleting(state.storage, new Sql(state.storage), Date.now());
      const budgets = (user as unknown as { env: { BUDGET: DurableObjectNamespace } }).env.BUDGET;
      vi.spyOn(console, "error").mockImplementation(() => undefined);
      vi.spyOn(budgets, "getByName").mockImplementationOnce(() => {
        throw new Error("the object is away");
      });
      await user.alarm();
    });
    const kept = await inUser(owner.email, (sql) => sql.all("SELECT account_id FROM memberships"));
    // Somebody tries to sign in: the count of that sets an alarm of its own, a day later.
    await new Visitor().signIn(owner.email);
    const due = await runInDurableObject(stub, (_, state) => state.storage.getAlarm());
    await runDurableObjectAlarm(stub);

    expect(kept).toEqual([{ account_id: Number(owner.account) }]);
    expect(due).toBeLessThan(Date.now() + 60_000);
    expect(await env.BUDGET.getByName(owner.account).view(owner.userId)).toBeNull();
  });

  test("a person's deletion never deletes a shared budget: the longest member becomes its owner", async () => {
    const owner = await household();
    const [first, second] = [await guestOf(owner), await guestOf(owner)];

    await env.BUDGET.getByName(owner.account).depart(owner.userId);
    const members = await env.BUDGET.getByName(owner.account).members(first.userId);

    expect(members.map(({ id, role }) => [id, role])).toEqual([
      [first.userId, "owner"],
      [second.userId, "member"],
    ]);
  });

  test("the local person cannot be deleted", async () => {
    const visitor = await localPerson();

    expect((await visitor.get("/account/delete")).status).toBe(400);
    expect((await visitor.post("/account/delete", { typed: "you@localhost" })).status).toBe(400);
    expect((await visitor.get("/account")).text).not.toContain("/account/delete");
  });
});

interface Somebody {
  readonly visitor: Visitor;
  readonly email: string;
  readonly userId: number;
  readonly account: string;
}

/** Somebody with a budget account of their own. */
async function household(budget = "Household"): Promise<Somebody> {
  const { visitor, email } = await someone({ budget });
  const session = must(await findSession(requestOf(visitor), env), "just signed up");
  return { visitor, email, userId: session.userId, account: String(session.accountId) };
}

/** Somebody else, let into an owner's budget account. */
async function guestOf(owner: Somebody): Promise<Somebody> {
  const guest = await household("Own");
  await join(owner, guest.visitor);
  return guest;
}

async function join(owner: Somebody, visitor: Visitor): Promise<void> {
  const { status, text } = await visitor.post("/join", { invite: await invitationOf(owner) });
  if (status !== 303) throw new Error(`not let in: ${text}`);
  // The connection that accepting begins is left where it is.
  for (const name of visitor.cookies.keys())
    if (name.startsWith("tributary_try_")) visitor.cookies.delete(name);
}

async function invitationOf({ visitor, account }: Somebody): Promise<string> {
  const page = await visitor.post("/portal/invites", { account });
  return new URL(textOf(page.text, "invitation")).searchParams.get("invite") ?? "";
}

async function tokenOf({
  visitor,
  account,
}: Pick<Somebody, "visitor" | "account">): Promise<string> {
  return textOf((await visitor.post("/portal/tokens", { account, label: "" })).text, "token");
}

async function anotherBudgetOf(visitor: Visitor, name: string): Promise<string> {
  await visitor.post("/portal/budgets", { name, currency: "eur" });
  return String(must(await findSession(requestOf(visitor), env), "signed in").accountId);
}

async function clientOf(visitor: Visitor): Promise<string> {
  const fields = new URLSearchParams({
    name: "Charts",
    redirect_uris: "https://charts.example/callback",
    scopes: "me:read",
    kind: "confidential",
  });
  await visitor.post("/portal/clients", fields);
  return (
    /\/portal\/clients\/([a-z0-9]{24})/.exec((await visitor.get("/portal/clients")).text)?.[1] ?? ""
  );
}

/** A connection of somebody's importer to their budget account, by a developer token. */
async function connectionOf(person: Somebody): Promise<string> {
  const identity = {
    userId: person.userId,
    accountId: Number(person.account),
    name: "Ada Example",
    email: person.email,
    budgetName: "Household",
    currency: "eur",
  };
  const id = await deriveConnectionId(readConfig(env), identity);
  const owner = await getUserObjectName(person.email);
  await env.USER.getByName(owner).beginConnection(
    {
      id,
      service: "embedded",
      userId: person.userId,
      accountId: identity.accountId,
      name: "Household",
    },
    null,
  );
  const connected = await env.IMPORTER.getByName(id).connectBudget({
    owner,
    identity,
    credential: { kind: "token", token: await tokenOf(person) },
  });
  if (!connected.ok) throw new Error(`not connected: ${connected.error.kind}`);
  return id;
}

async function passkeyOf(visitor: Visitor): Promise<Authenticator> {
  const authenticator = await Authenticator.make();
  const options = JSON.parse((await visitor.post("/account/passkeys/options")).text);
  const added = await visitor.post("/account/passkeys", {
    credential: await authenticator.create(options),
  });
  if (added.status !== 303) throw new Error(`not added: ${added.text}`);
  return authenticator;
}

async function signInByPasskey(authenticator: Authenticator, email: string) {
  const visitor = new Visitor();
  const options = JSON.parse((await visitor.post("/sign-in/passkey/options", { email })).text);
  return visitor.post("/sign-in", { email, credential: await authenticator.get(options) });
}

async function localPerson(): Promise<Visitor> {
  const visitor = new Visitor();
  await visitor.post("/sign-in", { link: await mintSignInLink(env) });
  await visitor.get("/portal");
  return visitor;
}

async function deleteBudget({ visitor, account }: Somebody, name = "Household") {
  return visitor.post(`/portal/budgets/${account}/delete`, { typed: name, password: PASSWORD });
}

async function deletePerson({ visitor, email, account }: Somebody, plan = account) {
  return visitor.post("/account/delete", { typed: email, password: PASSWORD, plan });
}

/** The bucket as an object has it. */
function bucketOf(budget: unknown): R2Bucket {
  return (budget as { env: { DOCUMENTS: R2Bucket } }).env.DOCUMENTS;
}

/** Waits for the object's alarm to have deleted its database, and to be set for the last look. */
async function isGone(account: string): Promise<void> {
  const alarm = async () =>
    runInDurableObject(env.BUDGET.getByName(account), (_, state) => state.storage.getAlarm());
  await expect
    .poll(async () => [await tablesOf(account), await alarm()], { timeout: 30_000 })
    .toEqual([[], expect.any(Number)]);
}

async function tablesOf(account: string): Promise<unknown[]> {
  return runInDurableObject(env.BUDGET.getByName(account), (_, state) =>
    new Sql(state.storage).all(
      "SELECT name FROM sqlite_master WHERE name NOT LIKE '!_cf!_%' ESCAPE '!'",
    ),
  );
}

function requestOf(visitor: Visitor): Request {
  return new Request("http://localhost/", { headers: { cookie: visitor.cookie } });
}
