// Permissions (OWASP API1): every operation by every kind of caller. A caller without permission is
// refused and changes nothing. The owner of another budget, who may do everything there, sees and
// changes nothing of this one.

import { afterEach, describe, expect, test } from "vitest";
import type { Scope } from "../../../src/platform/credentials/scope.ts";
import { SCOPES } from "../../../src/platform/credentials/scope.ts";
import { must } from "../../../src/platform/assert.ts";
import { ROUTES } from "../../../src/budget/routes.ts";
import { bindings, call, database, issueToken } from "../client.ts";
import { contentsOf } from "./contents.ts";
import { SUCCESSES } from "./successes.ts";
import { makeWorld } from "./world.ts";
import { reset } from "../../reset.ts";

afterEach(reset);

// A stub does not outlive the reset between two tests.
const own = () => bindings.BUDGET.getByName("1");
const other = () => bindings.BUDGET.getByName("2");
const FORMER = 77;
/** In what only this budget's people may see. */
const MARK = "of-this-budget-alone";
/** RFC 7636, appendix B. */
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const REDIRECT = "https://app.example.com/callback";

/** The operations that showed the mark to who may see it. */
const marked = new Set<string>();

let clients = 0;

/** An access token that a person gave a client, with these scopes. */
async function accessToken(
  budget: ReturnType<typeof own>,
  userId: number,
  scopes: readonly Scope[],
): Promise<{ text: string; clientId: string }> {
  clients += 1;
  const clientId = `client${String(clients).padStart(18, "0")}`;
  const code = await budget.authorize({
    clientId,
    clientName: "x",
    userId,
    scopes: [...scopes],
    redirectUri: REDIRECT,
    challenge: CHALLENGE,
  });
  const secret = must(must(code, "the person is a member").split("_")[2], "a code has three parts");
  const redeemed = await budget.redeem({
    clientId,
    secret,
    redirectUri: REDIRECT,
    verifier: VERIFIER,
  });
  if (!redeemed.ok) throw new Error(redeemed.error);
  return { text: redeemed.value.accessToken, clientId };
}

const secretOf = (token: string): string => must(token.split("_")[2], "a token has three parts");

/** Everybody who is refused, and how. */
async function strangers(
  scope: Scope | null,
): Promise<(readonly [who: string, token: string | null, status: number])[]> {
  const others = SCOPES.filter((one) => one !== scope);
  const [ended, revoked, removed, expired, narrow, foreign] = await Promise.all([
    accessToken(own(), 1, SCOPES),
    accessToken(own(), 1, SCOPES),
    accessToken(own(), 1, SCOPES),
    accessToken(own(), 1, SCOPES),
    accessToken(own(), 1, others),
    accessToken(other(), 2, SCOPES),
  ]);
  const grants = await own().listGrants(1);
  await own().endGrant(
    1,
    must(
      grants.find(({ clientId }) => clientId === ended.clientId),
      "it is listed",
    ).id,
  );
  await own().revoke({ clientId: revoked.clientId, kind: "at", secret: secretOf(revoked.text) });
  await own().endClient(removed.clientId);
  await database((sql) =>
    sql.run(
      "UPDATE access_tokens SET expires_at = 1 WHERE grant_id = (SELECT id FROM grants WHERE client_id = ?)",
      expired.clientId,
    ),
  );

  await database((sql) => {
    sql.run(
      "INSERT INTO users (id, name, email, created_at) VALUES (?, 'Former', 'former@example.com', 1)",
      FORMER,
    );
    sql.run("INSERT INTO members (user_id, role, joined_at) VALUES (?, 'member', 1)", FORMER);
  });
  const [former, formersApp] = [
    await issueToken(null, "1", FORMER),
    await accessToken(own(), FORMER, SCOPES),
  ];
  await own().removeMember(1, FORMER);

  const dead = await issueToken("dead");
  const [listed] = (await own().listMemberTokens(1)).filter(({ label }) => label === "dead");
  await own().revokeMemberToken(1, must(listed, "it is listed").id);
  return [
    ["nobody", null, 401],
    ["who has a developer token that was revoked", dead, 401],
    ["a member who was removed", former, 401],
    ["the app of a member who was removed", formersApp.text, 401],
    ["an app whose access the person ended", ended.text, 401],
    ["an app that revoked its token", revoked.text, 401],
    ["an app that was removed", removed.text, 401],
    ["an app whose token expired", expired.text, 401],
    [
      "who puts this budget's name on another's developer token",
      `dev_1_${secretOf(await issueToken(null, "2", 2))}`,
      401,
    ],
    [
      "who puts this budget's name on another's access token",
      `at_1_${secretOf(foreign.text)}`,
      401,
    ],
    ["an app that may do everything else", narrow.text, 403],
  ];
}

/** Marks what people of this budget wrote, so that any of it would be known elsewhere. */
async function mark(): Promise<void> {
  await database((sql) => {
    for (const [table, column] of [
      ["transactions", "payee"],
      ["manual_accounts", "name"],
      ["categories", "name"],
      ["tags", "name"],
      ["crypto_manual", "name"],
      ["recurring_items", "payee"],
      ["users", "name"],
    ]) {
      sql.run(`UPDATE ${table} SET ${column} = ${column} || ' ${MARK}'`);
    }
  });
}

describe.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  "%s",
  (_, { method, path, aliasOf, scope }) => {
    test("the operation works with permission, is refused without it, and shows another budget's owner nothing", async () => {
      const world = await makeWorld();
      await other().create({
        accountId: 2,
        budgetName: "Theirs",
        primaryCurrency: "eur",
        user: { id: 2, name: "Ben", email: "ben@example.com" },
      });
      const ask = must(
        SUCCESSES[`${method} ${aliasOf ?? path}`],
        "every operation has a row",
      )(world);
      const where =
        aliasOf === null
          ? ask.path
          : ask.path.replace(
              must(aliasOf.split("/{")[0], "a path"),
              must(path.split("/{")[0], "a path"),
            );
      const send = async (token: string | null) =>
        call(method, where, ask.body, {
          token,
          ...(ask.form !== undefined && { raw: ask.form() }),
        });
      const refused = await strangers(scope);
      const owners = [await issueToken(null, "2", 2), (await accessToken(other(), 2, SCOPES)).text];
      const allowed = await accessToken(own(), 1, scope === null ? [] : [scope]);
      await mark();
      const before = await contentsOf(own());
      expect(before).toContain(MARK);

      for (const [who, token, status] of refused) {
        const answer = await send(token);
        expect([who, answer.status]).toEqual([who, status]);
        expect(JSON.stringify(answer.body), who).not.toContain(MARK);
      }
      for (const token of owners) {
        const answer = await send(token);
        expect(JSON.stringify(answer.body) ?? "").not.toContain(MARK);
        expect([401, 403]).not.toContain(answer.status);
      }
      expect(await contentsOf(own())).toBe(before);

      const done = await send(allowed.text);
      expect(done.status).toBeLessThan(300);
      if ((JSON.stringify(done.body) ?? "").includes(MARK)) marked.add(`${method} ${path}`);
    });
  },
);

test("the owner's answers contain the mark, so the test would find it elsewhere", () => {
  const shown = [
    "GET /me",
    "GET /categories",
    "GET /tags",
    "GET /manual_accounts",
    "GET /crypto/manual",
    "GET /transactions",
    "GET /transactions/{id}",
    "GET /recurring",
  ];

  expect([...marked]).toEqual(expect.arrayContaining(shown));
});

test("a member changes only their own personal settings", async () => {
  await makeWorld();
  await database((sql) => {
    sql.run(
      "INSERT INTO users (id, name, email, created_at) VALUES (3, 'Cy', 'cy@example.com', 1)",
    );
    sql.run("INSERT INTO members (user_id, role, joined_at) VALUES (3, 'member', 1)");
  });
  const token = await issueToken(null, "1", 3);
  const mine = async () => [
    (await call("GET", "/me/user/settings")).body,
    (await call("GET", "/me/user/account/settings")).body,
    (await call("GET", "/me")).body,
  ];
  const before = await mine();

  expect(
    (await call("PUT", "/me/user/settings", { week_starts_on: "monday" }, { token })).status,
  ).toBe(200);
  expect((await call("GET", "/me", undefined, { token })).body).toMatchObject({
    id: 3,
    name: "Cy",
  });

  expect(await mine()).toEqual(before);
});
