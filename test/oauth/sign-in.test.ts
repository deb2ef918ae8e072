// Signing up, in and out over the whole Worker: what the answers reveal, which attempts are
// counted, and which sessions end.

import { createHmac, hkdfSync, pbkdf2Sync } from "node:crypto";
import {
  createExecutionContext,
  evictDurableObject,
  runDurableObjectAlarm,
  runInDurableObject,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { http } from "../../src/http/app.ts";
import { LOCKOUT_MS_MIN } from "../../src/platform/limits.ts";
import { getUserObjectName } from "../../src/oauth/people/person.ts";
import { findSession } from "../../src/oauth/sign-in/session.ts";
import { withinAMinute } from "../clock.ts";
import { freshNetwork } from "./network.ts";
import { inUser, newEmail, PASSWORD, someone, Visitor } from "./visitor.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("signing up", () => {
  test("signing up creates a person with a budget of their own, signed in", async () => {
    const visitor = new Visitor();
    const email = newEmail();

    const answer = await visitor.signUp(` ${email.toUpperCase()} `);
    const portal = await visitor.get("/portal");
    const people = await visitor.get("/portal/people");

    expect([answer.status, answer.headers.get("location"), portal.status]).toEqual([
      303,
      "/overview",
      200,
    ]);
    expect(portal.text).toContain("<strong>Household</strong>");
    expect(people.text).toContain(email);
    expect(people.text).toContain("<td>owner</td>");
  });

  test("every person has their own user id and account id, different from the local person's", async () => {
    const [one, other] = [await someone(), await someone()];
    const ids = async ({ visitor }: { visitor: Visitor }) => {
      const session = await findSession(
        new Request("http://localhost/", { headers: { cookie: visitor.cookie } }),
        env,
      );
      return [session?.userId ?? 0, session?.accountId ?? 0];
    };
    const [a, b] = [await ids(one), await ids(other)];

    expect(a[0]).toBeGreaterThan(1);
    expect(a[1]).toBeGreaterThan(1);
    expect(b[0]).toBe((a[0] ?? 0) + 1);
    expect(b[1]).toBe((a[1] ?? 0) + 1);
  });

  test.each([
    [{ email: "nobody" }, "That is no e-mail address"],
    [{ name: " " }, "The name must have"],
    [{ password: "short" }, "The password has 5 characters; it must have 12 to 200."],
    [{ password: "password1234" }, "among the commonest"],
    [{ budget: "" }, "The budget&#39;s name must have"],
    [{ currency: "xxx" }, "Choose one of the currencies"],
  ])("signing up with %o is refused with a sentence, and creates nobody", async (fields, words) => {
    const visitor = new Visitor();
    const email = newEmail();

    const answer = await visitor.signUp(email, fields);

    expect(answer.status).toBe(400);
    expect(answer.text).toContain(words);
    expect(visitor.cookie).toBe("");
    expect((await new Visitor().signIn(email)).status).toBe(401);
  });

  test("a refused sign-up keeps the form's values except the password", async () => {
    const answer = await new Visitor().signUp(newEmail(), {
      name: 'A "B" <c>',
      password: "hunter2",
    });

    expect(answer.text).toContain('value="A &quot;B&quot; &lt;c&gt;"');
    expect(answer.text).not.toContain("hunter2");
  });

  test("signing up with the e-mail address as the password is refused", async () => {
    const email = newEmail();

    expect((await new Visitor().signUp(email, { password: email })).text).toContain(
      "The password is the e-mail address",
    );
  });

  test("signing up with a taken address is refused and changes nothing, even at the same moment", async () => {
    const { email } = await someone();
    const again = await new Visitor().signUp(email, { password: "another sentence of theirs" });
    const fresh = newEmail();
    const both = await Promise.all([
      new Visitor().signUp(fresh),
      new Visitor().signUp(fresh, { password: "another sentence of theirs" }),
    ]);

    expect(again.status).toBe(400);
    expect(again.text).toContain("signed up with this address already");
    expect((await new Visitor().signIn(email)).status).toBe(303);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([303, 400]);
  });

  test("a sign-up that was cut off before its budget was created is finished at the next look", async () => {
    const { visitor, email } = await someone();
    await inUser(email, (sql) =>
      sql.run(
        "UPDATE memberships SET account_id = account_id + 500000, name = 'Cut off', state = 'making'",
      ),
    );

    const portal = await visitor.get("/portal/budgets");

    expect(portal.text).toContain("Cut off");
    expect(await inUser(email, (sql) => sql.all("SELECT state, role FROM memberships"))).toEqual([
      { state: "ready", role: "owner" },
    ]);
  });
});

describe("signing in", () => {
  test("signing in with the right password makes a session, for any case of the address", async () => {
    const { email } = await someone();
    const visitor = new Visitor();

    const answer = await visitor.signIn(email.toUpperCase());

    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/overview"]);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^tributary_session=ses_[0-9a-f]{32}_[a-z2-7]{52}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect((await visitor.get("/portal")).status).toBe(200);
  });

  test("an unknown address is answered exactly like a wrong password, lock-out included, and stores nothing", async () => {
    const { email } = await someone();
    const nobody = newEmail();
    const [known, unknown] = [new Visitor(), new Visitor()];
    const answers = async (visitor: Visitor, address: string) => {
      const answers: unknown[] = [];
      for (let attempt = 0; attempt < 7; attempt += 1) {
        const { status, text, headers } = await visitor.signIn(
          address,
          `wrong sentence ${attempt}`,
        );
        answers.push([
          status,
          text.replaceAll(address, "…").replace(/in \d+ seconds/, "in some seconds"),
          headers.getSetCookie(),
        ]);
      }
      return answers;
    };

    const ofKnown = await answers(known, email);
    const ofUnknown = await answers(unknown, nobody);

    expect(ofUnknown).toEqual(ofKnown);
    expect(ofKnown.map((answers) => (answers as unknown[])[0])).toEqual([
      401, 401, 401, 401, 429, 429, 429,
    ]);
    const stub = env.USER.getByName(await getUserObjectName(nobody));
    expect(
      await inUser(nobody, (sql) =>
        sql.all(
          "SELECT name FROM sqlite_master WHERE name IN ('person', 'sessions', 'schema_journal')",
        ),
      ),
    ).toEqual([]);
    await runDurableObjectAlarm(stub);
    expect(await inUser(nobody, async (_, storage) => [...(await storage.list()).keys()])).toEqual(
      [],
    );
    expect((await new Visitor().signIn(nobody, "another")).status).toBe(401);
  });

  test("signing in computes one hash, whether the address is known or not", async () => {
    const { email } = await someone();
    const derive = vi.spyOn(crypto.subtle, "deriveBits");
    const counted = async (address: string, password: string) => {
      derive.mockClear();
      await new Visitor().signIn(address, password);
      return derive.mock.calls.map(
        ([algorithm]) => (algorithm as { iterations: number }).iterations,
      );
    };

    expect(await counted(email, PASSWORD)).toEqual([100_000]);
    expect(await counted(email, "a wrong sentence")).toEqual([100_000]);
    expect(await counted(newEmail(), "a wrong sentence")).toEqual([100_000]);
  });

  test("five wrong passwords lock until the stated moment, even for the right one and after an eviction", async () => {
    const { email } = await someone();
    const visitor = new Visitor();
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(now);
    for (let attempt = 0; attempt < 5; attempt += 1)
      await visitor.signIn(email, "a wrong sentence");
    await evictDurableObject(env.USER.getByName(await getUserObjectName(email)));

    const locked = await visitor.signIn(email);
    clock.mockReturnValue(now + LOCKOUT_MS_MIN - 1);
    const last = await visitor.signIn(email);
    clock.mockReturnValue(now + LOCKOUT_MS_MIN);
    const after = await visitor.signIn(email);

    expect([locked.status, locked.headers.get("retry-after")]).toEqual([429, "30"]);
    expect(locked.text).toContain("Too many wrong passwords. Try again in 30 seconds.");
    expect([last.status, last.headers.get("retry-after"), after.status]).toEqual([429, "1", 303]);
  });

  test("a successful sign-in forgets the wrong passwords", async () => {
    const { email } = await someone();
    for (let round = 0; round < 3; round += 1) {
      const visitor = new Visitor();
      for (let attempt = 0; attempt < 4; attempt += 1)
        expect((await visitor.signIn(email, "a wrong sentence")).status).toBe(401);
      expect((await visitor.signIn(email)).status).toBe(303);
    }
  });

  test("simultaneous sign-ins check no more passwords than consecutive ones", async () => {
    const { email } = await someone();
    const derive = vi.spyOn(crypto.subtle, "deriveBits");

    const statuses = await Promise.all(
      Array.from({ length: 20 }, () =>
        new Visitor().signIn(email, "a wrong sentence").then(({ status }) => status),
      ),
    );

    expect(statuses.filter((status) => status === 401)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(16);
    expect(derive).toHaveBeenCalledTimes(5);
  });

  test("signing in is refused for a minute after ten attempts from one network address, for any people", async () => {
    const statuses = await withinAMinute(async () => {
      const visitor = new Visitor();
      const answers: number[] = [];
      for (let count = 0; count < 11; count += 1)
        answers.push((await visitor.signIn(newEmail(), "a wrong sentence")).status);
      return answers;
    });

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  test("an IPv6 network counts as one address, because its owner has all of them", async () => {
    const statuses = await withinAMinute(async () => {
      const network = freshNetwork();
      const answers: number[] = [];
      for (let host = 1; host <= 11; host += 1)
        answers.push(
          (
            await new Visitor(`${network}::${host.toString(16)}`).signIn(
              newEmail(),
              "a wrong sentence",
            )
          ).status,
        );
      return answers;
    });
    const next = await new Visitor().signIn(newEmail(), "a wrong sentence");

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect(next.status).toBe(401);
  });

  test("signing in with a password hashed by fewer rounds works, and hashes it again", async () => {
    const { email } = await someone();
    const derived = pbkdf2Sync(PASSWORD, Buffer.alloc(16, 7), 1_000, 32, "sha256").toString(
      "base64",
    );
    const key = Buffer.from(hkdfSync("sha256", env.TOKEN_KEY, "", "tributary/passwords", 32));
    const mac = createHmac("sha256", key).update(derived).digest("base64url");
    const salt = Buffer.alloc(16, 7).toString("base64");
    await inUser(email, (sql) =>
      sql.run(
        "UPDATE person SET password_rounds = 1000, password_salt = ?, password_mac = ?",
        salt,
        mac,
      ),
    );

    const statuses = [
      (await new Visitor().signIn(email)).status,
      (await new Visitor().signIn(email)).status,
    ];
    const stored = await inUser(email, (sql) =>
      sql.first<{ password_rounds: number; password_salt: string }>("SELECT * FROM person"),
    );

    expect(statuses).toEqual([303, 303]);
    expect(stored?.password_rounds).toBe(100_000);
    expect(stored?.password_salt).not.toBe(salt);
  });

  test("signing in leads to the requested page, and to no other host", async () => {
    const { email } = await someone();
    const asked = await new Visitor().get("/portal/clients?a=1");
    const visitor = new Visitor();
    const on = await visitor.post("/sign-in", {
      email,
      password: PASSWORD,
      next: "/portal/clients?a=1",
    });
    const elsewhere = await Promise.all(
      [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "/.//evil.example",
        "javascript:alert(1)",
      ].map(async (next) => {
        const answer = await new Visitor().post("/sign-in", { email, password: PASSWORD, next });
        return answer.headers.get("location");
      }),
    );

    expect(asked.status).toBe(401);
    expect(asked.text).toContain('name="next" value="/portal/clients?a=1"');
    expect(on.headers.get("location")).toBe("/portal/clients?a=1");
    expect(elsewhere).toEqual(Array.from({ length: 5 }, () => "/overview"));
  });

  test("signing in with a cookie for another object writes nothing there", async () => {
    const visitor = new Visitor();
    const name = "ab".repeat(16);
    visitor.cookie = `tributary_session=ses_${name}_${"a".repeat(52)}`;

    const answer = await visitor.get("/portal");
    const written = await runInDurableObject(env.USER.getByName(name), async (_, state) => [
      [
        ...state.storage.sql.exec(
          "SELECT name FROM sqlite_master WHERE name NOT LIKE '!_cf!_%' ESCAPE '!'",
        ),
      ],
      [...(await state.storage.list()).keys()],
    ]);

    expect(answer.status).toBe(401);
    expect(written).toEqual([[], []]);
  });
});

describe("a session", () => {
  test("each sign-in makes a new session and ends the browser's old one, which prevents fixation", async () => {
    const attacker = await someone();
    const planted = attacker.visitor.cookie;
    const { email } = await someone();
    const victim = new Visitor();
    victim.cookie = planted;

    await victim.signIn(email);

    expect(victim.cookie).not.toBe(planted);
    expect((await victim.get("/account")).text).toContain(email);
    attacker.visitor.cookie = planted;
    expect((await attacker.visitor.get("/account")).status).toBe(401);
  });

  test("signing out ends the session for everybody who copied its cookie", async () => {
    const { visitor } = await someone();
    const copied = new Visitor();
    copied.cookie = visitor.cookie;

    const out = await visitor.post("/sign-out");

    expect([out.status, out.headers.get("location"), visitor.cookie]).toEqual([
      303,
      "/sign-in",
      "",
    ]);
    expect((await copied.get("/portal")).status).toBe(401);
  });

  test("a session is listed with its browser; another session can end it, or all others at once", async () => {
    const { visitor, email } = await someone();
    const [second, third] = [new Visitor(), new Visitor()];
    await second.signIn(email);
    await third.signIn(email);
    const listed = await visitor.get("/account");
    const ids = [...listed.text.matchAll(/\/account\/sessions\/(\d+)\/end/g)].map(
      (match) => match[1] ?? "",
    );

    await visitor.post(`/account/sessions/${ids[0]}/end`);
    const afterOne = [(await second.get("/account")).status, (await third.get("/account")).status];
    await visitor.post("/account/sessions/end");

    expect(listed.text.match(/Firefox on Linux/g)).toHaveLength(3);
    expect(ids).toHaveLength(2);
    expect(afterOne.sort((a, b) => a - b)).toEqual([200, 401]);
    expect([
      (await second.get("/account")).status,
      (await third.get("/account")).status,
      (await visitor.get("/account")).status,
    ]).toEqual([401, 401, 200]);
  });

  test("a person's session cannot end another person's", async () => {
    const [one, other] = [await someone(), await someone()];

    for (let id = 1; id < 5; id += 1) await one.visitor.post(`/account/sessions/${id}/end`);

    expect((await other.visitor.get("/account")).status).toBe(200);
  });

  test("sessions and passwords are stored only as hashes", async () => {
    const { visitor, email } = await someone();
    const stored = JSON.stringify(
      await inUser(email, (sql) => [
        sql.all("SELECT * FROM sessions"),
        sql.all("SELECT * FROM person"),
      ]),
    );

    expect(stored).not.toContain(visitor.cookie.split("_").at(-1));
    expect(stored).not.toContain(PASSWORD);
    expect(stored).toMatch(/"hash":"[0-9a-f]{64}"/);
  });
});

describe("changing passwords", () => {
  const NEXT = "quite another sentence";

  test("changing the password needs the old one, ends all other sessions, and makes the new one valid", async () => {
    const { visitor, email } = await someone();
    const other = new Visitor();
    await other.signIn(email);
    const before = visitor.cookie;

    const changed = await visitor.post("/account/password", { current: PASSWORD, password: NEXT });

    expect([changed.status, visitor.cookie === before]).toEqual([303, false]);
    expect([(await visitor.get("/account")).status, (await other.get("/account")).status]).toEqual([
      200, 401,
    ]);
    expect([
      (await new Visitor().signIn(email)).status,
      (await new Visitor().signIn(email, NEXT)).status,
    ]).toEqual([401, 303]);
  });

  test("changing the password with a wrong old one is refused and counts as an attempt", async () => {
    const { visitor, email } = await someone();
    // Who stole the session is no browser that the person signed in with.
    const thief = new Visitor();
    thief.cookie = visitor.cookie;
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1)
      statuses.push(
        (await thief.post("/account/password", { current: "a wrong sentence", password: NEXT }))
          .status,
      );

    expect(statuses).toEqual([401, 401, 401, 401, 429]);
    expect((await new Visitor().signIn(email)).status).toBe(429);
  });

  test("changing the password to a forbidden one is refused, and the old one stays", async () => {
    const { visitor, email } = await someone();

    expect(
      (await visitor.post("/account/password", { current: PASSWORD, password: "too short" })).text,
    ).toContain("it must have 12 to 200");
    expect(
      (await visitor.post("/account/password", { current: PASSWORD, password: email })).text,
    ).toContain("is the e-mail address");
    expect((await new Visitor().signIn(email)).status).toBe(303);
  });

  test("changing the password twice at once changes it once", async () => {
    const { visitor, email } = await someone();
    const both = await Promise.all([
      visitor.post("/account/password", { current: PASSWORD, password: "the first of two new" }),
      visitor.post("/account/password", { current: PASSWORD, password: "the second of two new" }),
    ]);

    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([303, 401]);
    const admitted = [
      (await new Visitor().signIn(email, "the first of two new")).status,
      (await new Visitor().signIn(email, "the second of two new")).status,
    ];
    expect(admitted.sort((a, b) => a - b)).toEqual([303, 401]);
  });
});

test("the local person has no password, so nobody signs in as them", async () => {
  expect((await new Visitor().signIn("you@localhost", "")).status).toBe(401);
  expect((await new Visitor().signUp("you@localhost")).status).toBe(400);
});

describe("forms from other sites", () => {
  test.each([
    "/sign-up",
    "/sign-in",
    "/sign-out",
    "/account/password",
    "/account/sessions/end",
    "/portal/tokens",
    "/portal/budgets",
    "/portal/clients",
    "/portal/invites",
    "/join",
    "/portal/current",
  ])("a form from another site to %s is refused", async (path) => {
    const { visitor } = await someone();
    const statuses = await Promise.all(
      ["cross-site", "same-site", "none"].map(
        async (site) => (await visitor.post(path, {}, { "sec-fetch-site": site })).status,
      ),
    );

    expect(statuses).toEqual([403, 403, 403]);
    expect((await visitor.get("/account")).status).toBe(200);
  });
});

describe("unreadable forms", () => {
  test.each([
    ["multipart/form-data", "x"],
    ["multipart/form-data; boundary=a", "no parts"],
    ["multipart/form-data; boundary=a", "--a\r\nnonsense"],
  ])(
    "an unreadable form of type %s is refused with a sentence, and not logged as an error",
    async (type, body) => {
      const fault = vi.spyOn(console, "error");
      for (const path of [
        "/sign-in",
        "/sign-up",
        "/sign-out",
        "/portal/tokens",
        "/join",
        "/keys",
        "/tool",
      ]) {
        const headers = { "content-type": type, "sec-fetch-site": "same-origin" };
        const response = await http.fetch(
          new Request(`http://localhost${path}`, { method: "POST", body, headers }),
          env,
          createExecutionContext(),
        );

        expect(response.status, path).toBe(400);
        expect(await response.text()).toContain("The form could not be read");
      }
      expect(fault).not.toHaveBeenCalled();
    },
  );

  test.each([
    ["application/json", "{"],
    ["text/plain", "email=a"],
    ["application/x-www-form-urlencoded", "%ff%fe=1&email=%00"],
  ])("an unreadable form of type %s signs nobody in", async (type, body) => {
    const headers = {
      "content-type": type,
      "sec-fetch-site": "same-origin",
      "cf-connecting-ip": `odd ${type}`,
    };
    const response = await http.fetch(
      new Request("http://localhost/sign-in", { method: "POST", body, headers }),
      env,
      createExecutionContext(),
    );

    expect(response.status).toBe(401);
  });
});
