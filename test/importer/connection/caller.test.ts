// Who may use /api: a session, an import key, or a developer token of the budget (gaps.md, D33). 401 is for what is no
// credential; a credential that may not is told which kinds may.

import { env, exports } from "cloudflare:workers";
import { afterEach, describe, expect, test } from "vitest";
import { reset } from "../../reset.ts";
import { must } from "../../../src/platform/assert.ts";
import { connectedPerson } from "./tab.ts";
import { connect, register } from "../../oauth/server/driver.ts";
import { callsTo } from "../../importer-calls.ts";

const bindings: Env = env;

afterEach(() => reset());

const call = async (
  path: string,
  token: string | null,
  method = "GET",
  body?: unknown,
  authorization = `Bearer ${token}`,
) => {
  const headers = {
    ...(token !== null && { authorization }),
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await exports.default.fetch(new Request(`https://tributary.test${path}`, init));
  const text = await response.text();
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
  const json: any = text === "" ? undefined : JSON.parse(text);
  return { status: response.status, body: json, said: json?.errors?.[0]?.errMsg };
};

/** Somebody who signed up, with a developer token of their budget. */
async function person() {
  const { tab, connection, user } = await connectedPerson();
  const stub = bindings.USER.getByName(user);
  const [{ accountId }, { userId }] = [
    must((await stub.accounts())[0], "a first budget"),
    must(
      await stub.session((tab.cookies.get("tributary_session") ?? "").split("_")[2] ?? ""),
      "signed in",
    ),
  ];
  const issued = await bindings.BUDGET.getByName(String(accountId)).issueMemberToken(
    userId,
    "script",
  );
  if (!issued.ok) throw new Error(issued.error);
  return { tab, connection, accountId, userId, token: issued.value };
}

describe("a developer token", () => {
  test("reaches everything of its budget: rules, recurring items, rates, imports, mail and schedules", async () => {
    const { token } = await person();

    for (const path of [
      "/api/rules",
      "/api/recurring",
      "/api/rates",
      "/api/linked/connections",
      "/api/imports",
      "/api/inbox",
      "/api/schedules",
      "/api/layouts",
      "/api/hooks",
      "/api/keys",
    ])
      expect([path, (await call(path, token)).status]).toEqual([path, 200]);
    const made = await call("/api/rules", token, "POST", {
      match: { payee: { how: "contains", text: "cafe" } },
      set: { notes: "coffee" },
    });
    expect([made.status, (await call("/api/rules", token)).body.rules.length]).toEqual([201, 1]);
  });

  test("imports a file into its own budget and sees the transactions there", async () => {
    const { token } = await person();
    const account = await call("/v2/manual_accounts", token, "POST", {
      name: "Current",
      type: "cash",
    });
    const file =
      "Date,Description,Amount,Balance\n2026-10-01,Shop,-10.00,90.00\n2026-10-02,Shop,-20.00,70.00\n2026-10-03,Pay,100.00,170.00\n";
    const sent = await exports.default.fetch(
      new Request(`https://tributary.test/api/imports?account=${account.body.id}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body: file,
      }),
    );

    expect(sent.status).toBe(202);
  });

  test("sees nothing of another's budget", async () => {
    const [ada, ben] = [await person(), await person()];
    await call("/api/rules", ada.token, "POST", {
      match: { payee: { how: "contains", text: "cafe" } },
      set: { notes: "coffee" },
    });

    expect((await call("/api/rules", ben.token)).body.rules).toEqual([]);
    expect(
      (await call("/api/rules", ada.token.replace(/_\d+_/, `_${ben.accountId}_`))).status,
    ).toBe(401);
  });

  test("that was revoked is no credential any more", async () => {
    const { token, accountId, userId } = await person();
    const budget = bindings.BUDGET.getByName(String(accountId));
    const [listed] = await budget.listMemberTokens(userId);
    await budget.revokeMemberToken(userId, listed?.id ?? 0);

    expect(await call("/api/rules", token)).toMatchObject({
      status: 401,
      said: expect.stringContaining("Access token does not exist."),
    });
  });

  test("of somebody who gave their connection up reaches the budget, and is told that there is no importer", async () => {
    const { tab, connection, token } = await person();
    const connected = await call("/api/imports", token);
    await tab.submit(`/connections/${connection}/disconnect`);

    expect(connected.status).toBe(200);
    expect((await call("/api/rules", token)).status).toBe(200);
    expect(await call("/api/imports", token)).toMatchObject({
      status: 409,
      said: expect.stringContaining("not connected"),
    });
  });
});

describe("who may not is told which credentials may", () => {
  test("an import key sends files and mail, and reads hooks, but has no rules", async () => {
    const key = await callsTo(bindings.IMPORTER.getByName("1")).createKey("script");
    const token = key?.token ?? "";

    for (const path of ["/api/imports", "/api/inbox", "/api/hooks"])
      expect([path, (await call(path, token)).status]).toEqual([path, 200]);
    for (const path of ["/api/rules", "/api/schedules", "/api/keys"])
      expect(await call(path, token)).toMatchObject({
        status: 403,
        said: expect.stringMatching(/developer token of the budget, or a signed-in person/),
      });
    expect(
      (
        await call("/api/hooks", token, "POST", {
          label: "x",
          check: "address",
          key: null,
          account_id: null,
        })
      ).status,
    ).toBe(403);
  });

  test("an app's access token is for /v2", async () => {
    const { access: token } = await connect(await register());

    expect(token).toMatch(/^at_1_/);
    expect(await call("/api/rules", token)).toMatchObject({
      status: 403,
      said: expect.stringContaining(
        "/api takes a developer token of the budget, an import key, or a person who is signed in",
      ),
    });
    expect((await call("/api/rules", `${token.slice(0, -3)}aaa`)).status).toBe(401);
  });

  test.each([
    ["no header at all", null, "", "Nobody is signed in"],
    ["a token without the word Bearer", "x", "dev_1_abc", 'not of the form "Bearer <token>"'],
    ["another scheme", "x", "Basic dXNlcjpwYXNz", 'not of the form "Bearer <token>"'],
    ["an empty token", "x", "Bearer ", 'not of the form "Bearer <token>"'],
    ["a made-up token", "x", "Bearer nonsense", "Access token does not exist."],
    [
      "a token of a budget that there is not",
      "x",
      `Bearer dev_999999_${"a".repeat(52)}`,
      "Access token does not exist.",
    ],
    [
      "a secret of another kind",
      "x",
      `Bearer ses_1_${"a".repeat(52)}`,
      "Access token does not exist.",
    ],
  ])("%s is 401", async (_, token, authorization, said) => {
    const answer = await call("/api/rules", token, "GET", undefined, authorization);
    expect([answer.status, answer.said]).toEqual([401, expect.stringContaining(said)]);
    expect(answer.said).toContain(
      "Send Authorization: Bearer with an import key or a developer token, or sign in.",
    );
  });
});
