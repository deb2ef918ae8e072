// One-time sign-in links and sessions, over the real User object.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import {
  endSession,
  mintSignInLink,
  redeemSignInLink,
  sessionCookie,
  findSession,
  signInLinks,
} from "../../src/oauth/sign-in/session.ts";
import {
  LINK_LIFETIME_MS,
  LINKS_MAX,
  SESSION_LIFETIME_MS,
  SESSIONS_MAX,
} from "../../src/platform/limits.ts";
import { must } from "../../src/platform/assert.ts";

describe("sign-in links", () => {
  test("a sign-in link is exchanged for a session, once", async () => {
    const link = await mintSignInLink(env);

    const first = await redeemSignInLink(link, env);
    const second = await redeemSignInLink(link, env);

    expect(link).toMatch(/^link_1_[a-z2-7]{52}$/);
    expect(first).toMatchObject({ ok: true, value: expect.stringMatching(/^ses_1_[a-z2-7]{52}$/) });
    expect(second).toEqual({ ok: false, error: "link is not valid" });
  });

  test("a sign-in link followed twice at the same moment makes one session", async () => {
    const link = await mintSignInLink(env);

    const both = await Promise.all([redeemSignInLink(link, env), redeemSignInLink(link, env)]);

    expect(both.filter((result) => result.ok)).toHaveLength(1);
  });

  test("a sign-in link expires after fifteen minutes", async () => {
    const link = await mintSignInLink(env);
    await sql("UPDATE links SET expires_at = expires_at - ?", LINK_LIFETIME_MS);

    expect(await redeemSignInLink(link, env)).toEqual({ ok: false, error: "link is not valid" });
  });

  test("a sign-in link of another kind, person or form is refused, and creates no object", async () => {
    const link = await mintSignInLink(env);

    for (const wrong of [
      link.replace("link_", "ses_"),
      link.replace("_1_", "_2_"),
      `${link}a`,
      "",
      "link_1_",
    ]) {
      expect(await redeemSignInLink(wrong, env)).toEqual({ ok: false, error: "link is not valid" });
    }
    expect(await redeemSignInLink(link, env)).toMatchObject({ ok: true });
  });

  test("sign-in links exist only in the local environment", async () => {
    const link = await mintSignInLink(env);
    const production: Env = { ...env, ENVIRONMENT: "production" };

    expect(await redeemSignInLink(link, production)).toEqual({
      ok: false,
      error: "link is not valid",
    });
    await expect(mintSignInLink(production)).rejects.toThrow("only locally");
  });

  test("a sign-in link is forgotten after too many newer requests", async () => {
    const oldest = await mintSignInLink(env);
    await sql("UPDATE links SET expires_at = expires_at - 1");
    for (let count = 0; count < LINKS_MAX; count += 1) await mintSignInLink(env);

    expect(await redeemSignInLink(oldest, env)).toEqual({ ok: false, error: "link is not valid" });
  });
});

describe("sessions and their cookies", () => {
  test("a session is recognised by its cookie among any others", async () => {
    const session = await signIn();

    expect(
      await findSession(withCookie(`a=b; tributary_session=${session}; c=d`), env),
    ).toMatchObject({
      user: "1",
      userId: 1,
      connection: "1",
      email: "you@localhost",
      hasPassword: false,
    });
    expect(await findSession(withCookie("tributary_session=ses_1_x"), env)).toBeNull();
    expect(await findSession(new Request("http://localhost/"), env)).toBeNull();
  });

  test("a session ends at once on signing out", async () => {
    const session = await signIn();
    const request = withCookie(`tributary_session=${session}`);

    await endSession(request, env);

    expect(await findSession(request, env)).toBeNull();
  });

  test("a session expires after thirty days", async () => {
    const session = await signIn();
    await sql("UPDATE sessions SET expires_at = expires_at - ?", SESSION_LIFETIME_MS);

    expect(await findSession(withCookie(`tributary_session=${session}`), env)).toBeNull();
  });

  test("a session is forgotten after too many newer ones", async () => {
    const session = await signIn();
    await sql("UPDATE sessions SET created_at = created_at - 1");
    for (let count = 0; count < SESSIONS_MAX; count += 1) await signIn();

    expect(await findSession(withCookie(`tributary_session=${session}`), env)).toBeNull();
  });

  test("a session is stored only as a hash", async () => {
    const session = await signIn();
    const secret = session.split("_")[2] ?? "";

    const stored = JSON.stringify(await sql("SELECT * FROM sessions"));

    expect(stored).not.toContain(secret);
    expect(stored).toMatch(/"hash":"[0-9a-f]{64}"/);
  });

  test("a session's cookie is hidden from scripts and other sites, and needs TLS except on this machine", () => {
    const local = readConfig(env);

    expect(sessionCookie("ses_1_x", local)).toBe(
      "tributary_session=ses_1_x; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax",
    );
    expect(sessionCookie("ses_1_x", { ...local, local: false })).toBe(
      "__Host-tributary_session=ses_1_x; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
    expect(sessionCookie(null, local)).toContain("tributary_session=; Max-Age=0");
  });
});

describe("POST /api/sign-in-links", () => {
  test("POST /api/sign-in-links gives the holder of LOCAL_TOKEN a link and its address", async () => {
    const answer = await ask(`Bearer ${must(env.LOCAL_TOKEN, "set in tests")}`);
    const body: { link: string; url: string } = await answer.json();

    expect(answer.status).toBe(201);
    expect(body.url).toBe(`http://localhost:8787/sign-in?link=${body.link}`);
    expect(await redeemSignInLink(body.link, env)).toMatchObject({ ok: true });
  });

  test("POST /api/sign-in-links refuses other tokens, and exists only on a developer's machine", async () => {
    expect((await ask("Bearer nonsense")).status).toBe(401);
    expect((await ask(null)).status).toBe(401);
    expect((await ask("Bearer nonsense", "GET")).status).toBe(405);
    expect(
      (await ask("Bearer nonsense", "POST", { ...env, ENVIRONMENT: "production" })).status,
    ).toBe(404);
  });
});

async function ask(
  authorization: string | null,
  method = "POST",
  environment = env,
): Promise<Response> {
  const headers: Record<string, string> = authorization === null ? {} : { authorization };
  const request = new Request("http://localhost:8787/api/sign-in-links", { method, headers });
  return signInLinks(request, environment, readConfig(environment));
}

async function signIn(): Promise<string> {
  const redeemed = await redeemSignInLink(await mintSignInLink(env), env);
  return redeemed.ok ? redeemed.value : "refused";
}

function withCookie(cookie: string): Request {
  return new Request("http://localhost/", { headers: { cookie } });
}

async function sql(statement: string, ...bindings: number[]): Promise<unknown[]> {
  return runInDurableObject(env.USER.getByName("1"), (_, state) =>
    state.storage.sql.exec(statement, ...bindings).toArray(),
  );
}
