// Budgets of several people: invitations, access, and the state after a kill between the writes of
// two objects.

import { createHash } from "node:crypto";
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { INVITE_LIFETIME_MS, JOINING_MS_MAX } from "../../src/platform/limits.ts";
import { getUserObjectName } from "../../src/oauth/people/person.ts";
import { findSession } from "../../src/oauth/sign-in/session.ts";
import {
  beginMembership,
  forgetMembership,
  listMemberships,
  settleMembership,
} from "../../src/oauth/people/store.ts";
import { must } from "../../src/platform/assert.ts";
import { inUser, me, someone, textOf, Visitor } from "./visitor.ts";
import { reset } from "../reset.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("invitations to a budget", () => {
  test("an invitation shows whose budget it is for, and lets in the person who accepts it", async () => {
    const owner = await household();
    const invite = await invitation(owner.visitor, owner.account);
    const guest = await someone({ name: "Ben Guest" });

    const page = await guest.visitor.get(`/join?invite=${invite}`);
    const before = await guest.visitor.get("/portal/people");
    const accepted = await guest.visitor.post("/join", { invite });
    const after = await guest.visitor.get("/portal/people");

    expect(invite).toMatch(new RegExp(`^inv_${owner.account}_[a-z2-7]{52}$`));
    expect(page.text).toContain("Invitation to “Household”");
    expect(page.text).toContain("Ada Example invited you");
    expect(before.text).not.toContain(owner.email);
    // Accepting connects the budget, and asks nothing.
    const next = new URL(accepted.headers.get("location") ?? "");
    expect([accepted.status, next.pathname]).toEqual([303, "/oauth/authorize"]);
    expect(next.searchParams.get("account_id")).toBe(owner.account);
    expect(after.text).toContain(owner.email);
    expect(after.text).toContain(guest.email);
    expect(after.text).toContain("<td>member</td>");
  });

  test("an invitation works once: a second person is refused, and accepting again is harmless", async () => {
    const owner = await household();
    const invite = await invitation(owner.visitor, owner.account);
    const [guest, late] = [await someone(), await someone()];

    const both = await Promise.all([
      guest.visitor.post("/join", { invite }),
      guest.visitor.post("/join", { invite }),
    ]);
    const again = await guest.visitor.post("/join", { invite });
    const other = await late.visitor.post("/join", { invite });

    expect([...both, again].map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(other.status).toBe(404);
    expect(other.text).toContain("it has been used, cancelled or has expired");
    expect(await namesIn(owner)).toHaveLength(2);
  });

  test("an invitation that two people accept at the same moment lets one of them in", async () => {
    const owner = await household();
    const invite = await invitation(owner.visitor, owner.account);
    const guests = [await someone(), await someone()];

    const answers = await Promise.all(
      guests.map(({ visitor }) => visitor.post("/join", { invite })),
    );

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([303, 404]);
    expect(await namesIn(owner)).toHaveLength(2);
  });

  test("an invitation ends after seven days, or when it is withdrawn", async () => {
    const owner = await household();
    const expired = await invitation(owner.visitor, owner.account);
    const guest = await someone();
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockImplementation(() => now + INVITE_LIFETIME_MS);
    const atTheEnd = await guest.visitor.post("/join", { invite: expired });
    clock.mockRestore();
    const taken = await invitation(owner.visitor, owner.account);
    const page = await owner.visitor.get("/portal/people");
    const path = /\/portal\/invites\/\d+\/\d+\/revoke/.exec(page.text)?.[0] ?? "";
    await owner.visitor.post(path);

    expect(atTheEnd.status).toBe(404);
    expect((await guest.visitor.get(`/join?invite=${taken}`)).status).toBe(404);
    expect((await guest.visitor.post("/join", { invite: taken })).status).toBe(404);
  });

  test("an invitation ends with the access of the owner who made it", async () => {
    const { owner, guest } = await shared();
    await owner.visitor.post(`/portal/people/${owner.account}/${guest.userId}/owner`);
    const invite = await invitation(guest.visitor, owner.account);
    await owner.visitor.post(`/portal/people/${owner.account}/${guest.userId}/remove`);

    expect((await (await someone()).visitor.post("/join", { invite })).status).toBe(404);
  });

  test("an invitation of another form, budget or kind is refused, and creates no budget", async () => {
    const { visitor } = await someone();
    for (const invite of [
      "",
      "inv_1",
      `inv_999999_${"a".repeat(52)}`,
      `inv_x_${"a".repeat(52)}`,
      `ses_1_${"a".repeat(52)}`,
    ]) {
      expect((await visitor.get(`/join?invite=${invite}`)).status, invite).toBe(404);
      expect((await visitor.post("/join", { invite })).status, invite).toBe(404);
    }
    expect(await env.BUDGET.getByName("999999").view(1)).toBeNull();
  });

  test("only owners make invitations, which are stored as hashes", async () => {
    const { owner, guest } = await shared();

    const refused = await guest.visitor.post("/portal/invites", { account: owner.account });
    const strange = await (
      await someone()
    ).visitor.post("/portal/invites", { account: owner.account });
    const page = await guest.visitor.get("/portal/people");

    const secret = (await invitation(owner.visitor, owner.account)).split("_")[2] ?? "";
    const stored = await runInDurableObject(env.BUDGET.getByName(owner.account), (_, state) =>
      JSON.stringify([...state.storage.sql.exec("SELECT * FROM invites")]),
    );

    expect([refused.status, strange.status]).toEqual([400, 400]);
    expect(stored).toMatch(/"hash":"[0-9a-f]{64}"/);
    expect(stored).not.toContain(secret);
    expect(refused.text).toContain("Only an owner can invite.");
    expect(page.text).not.toContain("Create invitation");
  });

  test("an invitation that is opened without a session leads through the sign-in back to it", async () => {
    const owner = await household();
    const invite = await invitation(owner.visitor, owner.account);
    const stranger = new Visitor();
    const page = await stranger.get(`/join?invite=${invite}`);
    const guest = await someone();
    const other = new Visitor();
    const on = await other.post("/sign-in", {
      email: guest.email,
      password: "a long sentence of mine",
      next: `/join?invite=${invite}`,
    });

    expect(page.status).toBe(401);
    expect(page.text).toContain(`value="/join?invite=${invite}"`);
    expect(page.text).not.toContain("Household");
    expect(on.headers.get("location")).toBe(`/join?invite=${invite}`);
  });
});

describe("members of a budget", () => {
  test("a member acts as themselves by their tokens, which the others do not see", async () => {
    const { owner, guest } = await shared();
    const token = await makeToken(guest.visitor, owner.account, "guest's script");
    const page = await owner.visitor.get("/portal");

    const answer = await me(token);

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      email: guest.email,
      account_id: Number(owner.account),
      budget_name: "Household",
      primary_currency: "eur",
      api_key_label: "guest's script",
    });
    expect(page.text).not.toContain("guest&#39;s script");
  });

  test("a removed member loses access at once: their tokens are refused, their pages show none of it", async () => {
    const { owner, guest } = await shared();
    const token = await makeToken(guest.visitor, owner.account, "t");
    const before = await me(token);

    const removed = await owner.visitor.post(
      `/portal/people/${owner.account}/${guest.userId}/remove`,
    );

    expect([before.status, removed.status, (await me(token)).status]).toEqual([200, 303, 401]);
    expect((await guest.visitor.get("/portal/people")).text).not.toContain(owner.email);
    expect(
      (await guest.visitor.post("/portal/tokens", { account: owner.account, label: "again" }))
        .status,
    ).toBe(404);
    expect(
      (await guest.visitor.post(`/portal/budgets/${owner.account}/rename`, { name: "Mine" }))
        .status,
    ).toBe(404);
    expect((await guest.visitor.post("/portal/current", { account: owner.account })).status).toBe(
      404,
    );
    expect(
      await inUser(guest.email, (sql) =>
        sql.all("SELECT account_id FROM memberships WHERE account_id = ?", Number(owner.account)),
      ),
    ).toEqual([]);
  });

  test("a removed member's apps lose access too, and so does a code on its way", async () => {
    const { owner, guest } = await shared();
    const budget = env.BUDGET.getByName(owner.account);
    const verifier = "v".repeat(43);
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const clientId = "c".repeat(24);
    const consent = {
      clientId,
      clientName: "App",
      userId: guest.userId,
      scopes: ["me:read", "offline_access"] as const,
      redirectUri: "https://app.example/cb",
      challenge,
    };
    const secretOf = (credential: string | null | undefined) => credential?.split("_")[2] ?? "";
    const redeem = async (code: string | null) =>
      budget.redeem({
        clientId,
        secret: secretOf(code),
        redirectUri: consent.redirectUri,
        verifier,
      });
    const tokens = await redeem(await budget.authorize(consent));
    const pending = await budget.authorize(consent);
    if (!tokens.ok) throw new Error(tokens.error);
    const before = await me(tokens.value.accessToken);

    await owner.visitor.post(`/portal/people/${owner.account}/${guest.userId}/remove`);

    expect([before.status, before.body["email"]]).toEqual([200, guest.email]);
    expect((await me(tokens.value.accessToken)).status).toBe(401);
    expect(
      (await budget.refresh({ clientId, secret: secretOf(tokens.value.refreshToken) })).ok,
    ).toBe(false);
    expect((await redeem(pending)).ok).toBe(false);
    expect(await budget.authorize(consent)).toBeNull();
  });

  test("a member sees the apps they let in, and can end one", async () => {
    const { visitor, account, userId } = await household();
    const budget = env.BUDGET.getByName(account);
    const verifier = "v".repeat(43);
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const clientId = "c".repeat(24);
    const consent = {
      clientId,
      clientName: "Charts <b>",
      userId,
      scopes: ["me:read"] as const,
      redirectUri: "https://app.example/cb",
      challenge,
    };
    const code = await budget.authorize(consent);
    const tokens = await budget.redeem({
      clientId,
      secret: code?.split("_")[2] ?? "",
      redirectUri: consent.redirectUri,
      verifier,
    });
    const access = tokens.ok ? tokens.value.accessToken : "";
    const page = await visitor.get("/portal");
    const path = /\/portal\/grants\/\d+\/\d+\/end/.exec(page.text)?.[0] ?? "";
    const strange = await (await someone()).visitor.post(path);
    const before = await me(access);

    const ended = await visitor.post(path);

    expect(page.text).toContain("Charts &lt;b&gt;");
    expect([strange.status, before.status, ended.status, (await me(access)).status]).toEqual([
      404, 200, 303, 401,
    ]);
    expect((await visitor.get("/portal")).text).not.toContain("Apps with access");
  });

  test("a member can leave, but the last owner cannot until another owner exists", async () => {
    const { owner, guest } = await shared();

    const alone = await owner.visitor.post(`/portal/budgets/${owner.account}/leave`);
    const promoted = await owner.visitor.post(
      `/portal/people/${owner.account}/${guest.userId}/owner`,
    );
    const left = await owner.visitor.post(`/portal/budgets/${owner.account}/leave`);

    expect([alone.status, promoted.status, left.status]).toEqual([400, 303, 303]);
    expect(alone.text).toContain("You cannot leave: you are the only owner.");
    expect((await owner.visitor.get("/portal")).text).toContain("You have no budget.");
    expect((await guest.visitor.get("/portal/people")).text).toContain("<td>owner</td>");
    expect((await guest.visitor.post(`/portal/budgets/${owner.account}/leave`)).status).toBe(400);
  });

  test("a member can neither remove others, nor make owners, nor act on other budgets", async () => {
    const { owner, guest } = await shared();
    const stranger = await someone();

    const statuses = [
      (await guest.visitor.post(`/portal/people/${owner.account}/${owner.userId}/remove`)).status,
      (await guest.visitor.post(`/portal/people/${owner.account}/${guest.userId}/owner`)).status,
      (await stranger.visitor.post(`/portal/people/${owner.account}/${guest.userId}/remove`))
        .status,
      (await stranger.visitor.post(`/portal/people/${owner.account}/${owner.userId}/owner`)).status,
      (await stranger.visitor.post(`/portal/budgets/${owner.account}/rename`, { name: "Mine" }))
        .status,
      (await stranger.visitor.post(`/portal/budgets/${owner.account}/leave`)).status,
      (await stranger.visitor.post("/portal/tokens", { account: owner.account, label: "x" }))
        .status,
    ];

    expect(statuses).toEqual([400, 400, 400, 400, 404, 404, 404]);
    expect(await namesIn(owner)).toHaveLength(2);
    expect((await owner.visitor.get("/portal")).text).toContain("<strong>Household</strong>");
  });

  test("a member who comes back has lost only their tokens", async () => {
    const { owner, guest } = await shared();
    await owner.visitor.post(`/portal/people/${owner.account}/${guest.userId}/remove`);
    const invite = await invitation(owner.visitor, owner.account);

    expect((await guest.visitor.post("/join", { invite })).status).toBe(303);
    expect(await namesIn(owner)).toHaveLength(2);
  });
});

describe("developer tokens in the portal", () => {
  test("a developer token is shown once, records its use, and is refused once it is revoked", async () => {
    const { visitor, account } = await household();
    const token = await makeToken(visitor, account, "reports");
    const unused = await visitor.get("/portal");
    const first = await me(token);
    const used = await visitor.get("/portal");
    const path = /\/portal\/tokens\/\d+\/\d+\/revoke/.exec(used.text)?.[0] ?? "";

    const revoked = await visitor.post(path);

    expect([first.status, first.body["api_key_label"]]).toEqual([200, "reports"]);
    expect(unused.text).toContain(">never<");
    expect(used.text).not.toContain(">never<");
    expect(unused.text).not.toContain(token);
    expect(unused.headers.get("cache-control")).toBe("no-store");
    expect([revoked.status, (await me(token)).status]).toEqual([303, 401]);
    expect((await visitor.post(path)).status).toBe(404);
  });

  test("a token without a label has none", async () => {
    const { visitor, account } = await household();

    expect((await me(await makeToken(visitor, account, "  "))).body["api_key_label"]).toBeNull();
  });

  test("only its own person can revoke a token, and not another member", async () => {
    const { owner, guest } = await shared();
    const token = await makeToken(owner.visitor, owner.account, "mine");
    const path =
      /\/portal\/tokens\/\d+\/\d+\/revoke/.exec((await owner.visitor.get("/portal")).text)?.[0] ??
      "";

    expect((await guest.visitor.post(path)).status).toBe(404);
    expect((await (await someone()).visitor.post(path)).status).toBe(404);
    expect((await me(token)).status).toBe(200);
  });
});

describe("several budgets of one person", () => {
  test("a person's budgets are created, chosen for the session, and renamed for everybody", async () => {
    const { visitor, account } = await household();
    const made = await visitor.post("/portal/budgets", { name: "Side business", currency: "usd" });
    const current = await visitor.get("/portal");
    const other = /value="(\d+)" selected=""/.exec(current.text)?.[1] ?? "";
    await visitor.post(`/portal/budgets/${account}/rename`, { name: "Home" });
    await visitor.post("/portal/current", { account, back: "/portal/people" });

    expect(made.status).toBe(303);
    expect(current.text).toContain(
      `<option value="${other}" selected="">Side business (ID ${other})</option>`,
    );
    expect((await visitor.get("/portal")).text).toContain(
      `<option value="${account}" selected="">Home (ID ${account})</option>`,
    );
    expect((await me(await makeToken(visitor, account, "a"))).body).toMatchObject({
      budget_name: "Home",
      primary_currency: "eur",
    });
    expect((await me(await makeToken(visitor, other, "b"))).body).toMatchObject({
      budget_name: "Side business",
      primary_currency: "usd",
    });
  });

  test("each session has its own current budget", async () => {
    const { visitor, email, account } = await household();
    await visitor.post("/portal/budgets", { name: "Side business", currency: "usd" });
    const second = new Visitor();
    await second.signIn(email);

    expect((await second.get("/portal")).text).toContain(`<option value="${account}" selected="">`);
    expect((await visitor.get("/portal")).text).not.toContain(
      `<option value="${account}" selected="">`,
    );
  });

  test("a budget that is renamed through the settings is shown by its new name", async () => {
    const { visitor, account } = await household();
    await env.BUDGET.getByName(account).handle(
      new Request("http://localhost/v2/me/account/settings", {
        method: "PUT",
        body: JSON.stringify({ display_name: "By settings" }),
      }),
      { kind: "token", secret: (await makeToken(visitor, account, "s")).split("_")[2] ?? "" },
    );

    expect((await visitor.get("/portal")).text).toContain("<strong>By settings</strong>");
  });

  test.each([[{ name: "", currency: "usd" }], [{ name: "A", currency: "xxx" }]])(
    "a budget with %o is refused with a sentence",
    async (fields) => {
      const { visitor } = await household();

      expect((await visitor.post("/portal/budgets", fields)).status).toBe(400);
    },
  );
});

describe("interruptions between two objects", () => {
  test("a look at the list from before a person was let in again does not forget that they were", async () => {
    const { owner, guest } = await shared();
    await env.BUDGET.getByName(owner.account).removeMember(owner.userId, guest.userId);

    const left = await inUser(guest.email, (sql) => {
      const ofAccount = () =>
        listMemberships(sql).filter((row) => row.account_id === Number(owner.account));
      const seen = must(ofAccount()[0], "the removal did not reach the list");
      // The look was told "no access"; before it writes that down, an invitation is being accepted.
      beginMembership(sql, {
        ...seen,
        name: "",
        role: "member",
        state: "joining",
        created_at: seen.created_at + 1,
      });
      forgetMembership(sql, seen);
      settleMembership(sql, seen.account_id, {
        name: "Household",
        role: "member",
        currency: "eur",
      });
      return ofAccount();
    });

    expect(left).toMatchObject([{ name: "Household", role: "member", state: "ready" }]);
  });

  test("an interrupted joining leaves a record without access, hidden at first and forgotten later", async () => {
    const owner = await household();
    const { visitor, email } = await someone();
    const now = Date.now();
    await inUser(email, (sql) =>
      sql.run(
        "INSERT INTO memberships (account_id, name, role, state, created_at) VALUES (?, '', 'member', 'joining', ?)",
        Number(owner.account),
        now,
      ),
    );
    const recorded = () =>
      inUser(
        email,
        (sql) =>
          sql.all("SELECT 1 FROM memberships WHERE account_id = ?", Number(owner.account)).length,
      );

    const shown = (await visitor.get("/portal/budgets")).text.includes(
      `data-label="ID">${owner.account}<`,
    );
    const young = await recorded();
    vi.spyOn(Date, "now").mockImplementation(() => now + JOINING_MS_MAX);
    await visitor.get("/portal/budgets");

    expect([shown, young, await recorded()]).toEqual([false, 1, 0]);
  });

  test("a joining that succeeded but lost its answer is finished at the next look", async () => {
    const owner = await household();
    const invite = await invitation(owner.visitor, owner.account);
    const guest = await person();
    await inUser(guest.email, (sql) =>
      sql.run(
        "INSERT INTO memberships (account_id, name, role, state, created_at) VALUES (?, '', 'member', 'joining', 1)",
        Number(owner.account),
      ),
    );
    await env.BUDGET.getByName(owner.account).addMember(
      { id: guest.userId, name: "Ben", email: guest.email },
      invite.split("_")[2] ?? "",
    );

    const page = await guest.visitor.get("/portal/budgets");

    expect(page.text).toContain(`data-label="ID">${owner.account}<`);
    expect(
      await inUser(guest.email, (sql) =>
        sql.first(
          "SELECT name, state FROM memberships WHERE account_id = ?",
          Number(owner.account),
        ),
      ),
    ).toEqual({ name: "Household", state: "ready" });
  });

  test("a removal that did not reach the person's list leaves a record that the next look forgets", async () => {
    const { owner, guest } = await shared();
    await env.BUDGET.getByName(owner.account).removeMember(owner.userId, guest.userId);

    const accounts = await env.USER.getByName(await getUserObjectName(guest.email)).accounts();

    expect(accounts.map(({ accountId }) => accountId)).not.toContain(Number(owner.account));
    expect(
      await inUser(guest.email, (sql) =>
        sql.all("SELECT 1 FROM memberships WHERE account_id = ?", Number(owner.account)),
      ),
    ).toEqual([]);
  });
});

test("an unreachable budget is shown as it was last known, and the others as they are", async () => {
  const { owner, guest } = await shared();
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const stub = env.USER.getByName(await getUserObjectName(guest.email));
  const listed = async () =>
    runInDurableObject(stub, async (user) =>
      (await user.accounts()).map(({ accountId, name, currency, role }) => ({
        accountId,
        name,
        currency,
        role,
      })),
    );
  const before = await listed();
  expect(before.map(({ accountId }) => String(accountId)).toSorted()).toEqual(
    [owner.account, guest.account].toSorted(),
  );

  const down = await runInDurableObject(stub, async (user) => {
    const reach = Object.getOwnPropertyDescriptor(user, "env")?.value;
    const view = async () => Promise.reject(new Error("out of reach"));
    const BUDGET = {
      getByName: (name: string) => (name === owner.account ? { view } : env.BUDGET.getByName(name)),
    };
    Object.defineProperty(user, "env", {
      value: { ...reach, BUDGET },
      configurable: true,
      writable: true,
    });
    const found = await user.accounts();
    Object.defineProperty(user, "env", { value: reach, configurable: true, writable: true });
    return found;
  });

  expect(down).toEqual(before);
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
  expect(await listed()).toEqual(before);
});

test("the local person owns the demo budget, and other people can sign up", async () => {
  await reset();
  const accounts = await env.USER.getByName("1").accounts();
  const demo = await env.BUDGET.getByName("1").members(1);

  expect(accounts).toEqual([{ accountId: 1, name: "Demo budget", currency: "usd", role: "owner" }]);
  expect(demo).toMatchObject([{ id: 1, name: "You", email: "you@localhost", role: "owner" }]);
});

test("a person without a connection sees only what works for them", async () => {
  const { visitor } = await someone();
  const [home, imports, posted, api, portal, docs] = [
    await visitor.get("/"),
    await visitor.get("/imports/1"),
    await visitor.post("/imports"),
    await visitor.get("/api/imports"),
    await visitor.get("/portal"),
    await visitor.get("/docs"),
  ];

  expect([home.status, home.headers.get("location")]).toEqual([303, "/connect?next=%2F"]);
  expect([imports.status, imports.headers.get("location")]).toEqual([
    303,
    "/connect?next=%2Fimports%2F1",
  ]);
  expect([posted.status, api.status]).toEqual([404, 409]);
  for (const page of [portal, docs]) {
    const links = [
      ...page.text.slice(0, page.text.indexOf("<main")).matchAll(/<a href="(\/[a-z]*)"/g),
    ].map((match) => match[1]);
    expect(links).toEqual(["/connections", "/portal", "/account"]);
  }
});

async function person() {
  const { visitor, email } = await someone({ name: "Ben Guest" });
  const session = must(
    await findSession(
      new Request("http://localhost/", { headers: { cookie: visitor.cookie } }),
      env,
    ),
    "just signed up",
  );
  return { visitor, email, userId: session.userId, account: String(session.accountId) };
}

/** Somebody with a budget account of their own. */
async function household() {
  const { visitor, email } = await someone();
  const session = must(
    await findSession(
      new Request("http://localhost/", { headers: { cookie: visitor.cookie } }),
      env,
    ),
    "just signed up",
  );
  return { visitor, email, userId: session.userId, account: String(session.accountId) };
}

/** An owner and a guest who accepted, whose current account is the owner's. */
async function shared() {
  const owner = await household();
  const guest = await person();
  const accepted = await guest.visitor.post("/join", {
    invite: await invitation(owner.visitor, owner.account),
  });
  expect(accepted.status).toBe(303);
  return { owner, guest };
}

async function invitation(visitor: Visitor, account: string): Promise<string> {
  const page = await visitor.post("/portal/invites", { account });
  return new URL(textOf(page.text, "invitation")).searchParams.get("invite") ?? "";
}

async function makeToken(visitor: Visitor, account: string, label: string): Promise<string> {
  return textOf((await visitor.post("/portal/tokens", { account, label })).text, "token");
}

async function namesIn({
  account,
  userId,
}: {
  account: string;
  userId: number;
}): Promise<string[]> {
  return (await env.BUDGET.getByName(account).members(userId)).map(({ name }) => name);
}
