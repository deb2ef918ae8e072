// Passkeys over the whole Worker, with an authenticator in software: adding, signing in, refusals,
// and what answers reveal.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readConfig } from "../../src/config.ts";
import { http } from "../../src/http/app.ts";
import {
  FRESH_SIGN_IN_MS,
  PASSKEYS_A_PERSON_MAX,
  PASSKEY_CHALLENGE_MS,
} from "../../src/platform/limits.ts";
import { findRelyingParty } from "../../src/oauth/passkeys/relying-party.ts";
import { getUserObjectName } from "../../src/oauth/people/person.ts";
import { ABSENT, Authenticator, UNVERIFIED, type KeyKind, type Lies } from "./authenticator.ts";
import { withinAMinute } from "../clock.ts";
import { inUser, newEmail, PASSWORD, someone, Visitor, type Answer } from "./visitor.ts";

/** SIGN_IN_LIMIT of wrangler.toml. */
const SIGN_IN_TRIES = 10;

afterEach(() => {
  vi.restoreAllMocks();
});

describe("passkeys of a person", () => {
  test.each<KeyKind>(["ES256", "EdDSA", "RS256"])(
    "a passkey with a key for %s is added, listed with its name, signs in and is removed",
    async (kind) => {
      const { visitor, email } = await someone();
      const authenticator = await Authenticator.make(kind);

      const added = await add(visitor, authenticator, { label: "My <laptop>" });
      const listed = await visitor.get("/account");
      const other = new Visitor();
      const entered = await signIn(other, authenticator, email);
      const account = await other.get("/account");
      const id = /\/account\/passkeys\/(\d+)\/remove/.exec(account.text)?.[1] ?? "";
      await other.post(`/account/passkeys/${id}/remove`);
      const removed = await signIn(new Visitor(), authenticator, email);

      expect([added.status, added.headers.get("location")]).toEqual([303, "/account"]);
      expect(listed.text).toContain("My &lt;laptop&gt;");
      expect(listed.text).toContain('<td data-label="last used">never</td>');
      expect([entered.status, entered.headers.get("location")]).toEqual([303, "/overview"]);
      expect(account.text).toContain(email);
      expect(account.text).not.toContain('<td data-label="last used">never</td>');
      expect(removed.status).toBe(401);
      expect((await new Visitor().signIn(email)).status).toBe(303);
    },
  );

  test("a passkey signs in without an address: its user handle names the person", async () => {
    const { visitor, email } = await someone();
    const authenticator = await Authenticator.make();
    await add(visitor, authenticator);
    const other = new Visitor();

    const options = await requestOptions(other, "/sign-in/passkey/options", { email: "" });
    const entered = await answer(other, await authenticator.get(options), "");

    expect(options.allowCredentials).toEqual([]);
    expect(entered.status).toBe(303);
    expect((await other.get("/account")).text).toContain(email);
    expect(Buffer.from(authenticator.userHandle, "base64url").toString()).toBe(
      await getUserObjectName(email),
    );
  });

  test("a passkey without a user handle signs in only after the address was typed", async () => {
    const { visitor, email } = await someone();
    const authenticator = await Authenticator.make();
    await add(visitor, authenticator);

    expect((await signIn(new Visitor(), authenticator, email, { userHandle: null })).status).toBe(
      303,
    );
    expect((await signIn(new Visitor(), authenticator, "", { userHandle: null })).status).toBe(401);
  });

  test("a passkey is requested as WebAuthn specifies, with the list of existing ones", async () => {
    const { visitor, email } = await someone();
    const first = await requestOptions(visitor, "/account/passkeys/options");
    const authenticator = await Authenticator.make();
    await add(visitor, authenticator);
    const second = await requestOptions(visitor, "/account/passkeys/options");
    const request = await requestOptions(new Visitor(), "/sign-in/passkey/options", { email });

    expect(first).toMatchObject({
      rp: { id: "localhost", name: "Tributary" },
      user: { name: email, displayName: "Ada Example" },
      pubKeyCredParams: [
        { type: "public-key", alg: -7 },
        { type: "public-key", alg: -8 },
        { type: "public-key", alg: -257 },
      ],
      authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
      attestation: "none",
      excludeCredentials: [],
      timeout: 300_000,
    });
    expect(Buffer.from(first.challenge, "base64url")).toHaveLength(32);
    expect(second.excludeCredentials).toEqual([
      { type: "public-key", id: authenticator.id, transports: ["internal"] },
    ]);
    expect(second.challenge).not.toBe(first.challenge);
    expect(request).toMatchObject({
      rpId: "localhost",
      userVerification: "required",
      allowCredentials: second.excludeCredentials,
    });
  });

  test("a passkey attesting itself is accepted; one with a certificate is not, and nothing is fetched for it", async () => {
    const { visitor } = await someone();
    const fetched = vi.spyOn(globalThis, "fetch");

    const own = await add(visitor, await Authenticator.make(), {}, { format: "packed" });
    const certified = await add(
      visitor,
      await Authenticator.make(),
      {},
      { format: "packed with a certificate" },
    );
    const tpm = await add(visitor, await Authenticator.make(), {}, { format: "tpm" });

    expect([own.status, certified.status, tpm.status]).toEqual([303, 400, 400]);
    expect(fetched).not.toHaveBeenCalled();
  });

  test("passkeys are never locked out, even while passwords are", async () => {
    const { visitor, email } = await someone();
    const authenticator = await Authenticator.make();
    await add(visitor, authenticator);
    for (let attempt = 0; attempt < 5; attempt += 1)
      await new Visitor().signIn(email, "a wrong sentence");
    for (let attempt = 0; attempt < 8; attempt += 1)
      await signIn(new Visitor(), authenticator, email, { signature: "AAAA" });

    expect((await new Visitor().signIn(email)).status).toBe(429);
    expect((await signIn(new Visitor(), authenticator, email)).status).toBe(303);
  });

  test("a passkey makes the browser known, as the password does", async () => {
    const { visitor, email } = await someone();
    const authenticator = await Authenticator.make();
    await add(visitor, authenticator);
    const other = new Visitor();
    await signIn(other, authenticator, email);
    for (let attempt = 0; attempt < 5; attempt += 1)
      await new Visitor().signIn(email, "a wrong sentence");

    expect((await other.signIn(email)).status).toBe(303);
  });

  test("a passkey is stored only as a public key", async () => {
    const { visitor, email } = await someone();
    await add(visitor, await Authenticator.make());
    const rows = await inUser(email, (sql) =>
      sql.all<{ public_key: string }>("SELECT * FROM passkeys"),
    );

    // A COSE key of ES256 without its private part: five entries, 77 bytes.
    expect(Buffer.from(rows[0]?.public_key ?? "", "base64url")).toHaveLength(77);
  });
});

describe("refused passkey answers", () => {
  const LIES: readonly (readonly [string, Lies])[] = [
    ["for another site", { origin: "https://evil.example" }],
    ["for another port of this host", { origin: "http://localhost:8080" }],
    ["for another relying party", { rpId: "evil.example" }],
    ["to another challenge", { challenge: "A".repeat(43) }],
    ["without the user verified", { flags: UNVERIFIED }],
    ["without the user there", { flags: ABSENT }],
    ["from a frame in another site", { crossOrigin: true }],
  ];

  test.each<readonly [string, Lies]>([
    ...LIES,
    ["of the other kind", { type: "webauthn.create" }],
    ["with another signature", { signature: "MEUCIQ" }],
    ["of another credential", { id: "A".repeat(27) }],
  ])("a passkey's answer with a fault is refused at sign-in: %s", async (_, lies) => {
    const { visitor, email } = await someone();
    const authenticator = await Authenticator.make();
    await add(visitor, authenticator);
    const other = new Visitor();

    const refused = await signIn(other, authenticator, email, lies);

    expect(refused.status).toBe(401);
    expect(refused.text).toContain("This passkey was not accepted.");
    expect(other.cookie).toBe("");
    expect((await signIn(other, authenticator, email)).status).toBe(303);
  });

  test.each<readonly [string, Lies]>([
    ...LIES,
    ["of the other kind", { type: "webauthn.get" }],
    ["of another credential than its own", { id: "A".repeat(27) }],
  ])("a passkey's answer with a fault is refused when it is added: %s", async (_, lies) => {
    const { visitor, email } = await someone();

    const refused = await add(visitor, await Authenticator.make(), {}, lies);

    expect(refused.status).toBe(400);
    expect(refused.text).toContain("The passkey was not accepted.");
    expect(await inUser(email, (sql) => sql.all("SELECT id FROM passkeys"))).toEqual([]);
  });

  test.each([
    ["counts", undefined],
    ["does not count", 0],
  ])(
    "an answer of an authenticator that %s is refused the second time, and marks no copy",
    async (_, counter) => {
      const { visitor, email } = await someone();
      const authenticator = await Authenticator.make();
      await add(visitor, authenticator);
      const other = new Visitor();
      const options = await requestOptions(other, "/sign-in/passkey/options", { email });
      const cookies = new Map(other.cookies);
      const lies: Lies = counter === undefined ? {} : { counter };
      const credential = await authenticator.get(options, lies);

      const replays: number[] = [];
      for (let time = 0; time < 2; time += 1) {
        const replaying = new Visitor();
        for (const [name, value] of cookies) replaying.cookies.set(name, value);
        replays.push((await answer(replaying, credential, email)).status);
      }

      expect(replays).toEqual([303, 401]);
      expect((await signIn(new Visitor(), authenticator, email, lies)).status).toBe(303);
    },
  );

  test("of many identical answers at once all but one are refused", async () => {
    const { visitor, email } = await someone();
    const authenticator = await Authenticator.make();
    await add(visitor, authenticator);
    const other = new Visitor();
    const credential = await authenticator.get(
      await requestOptions(other, "/sign-in/passkey/options", { email }),
      { counter: 0 },
    );

    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const one = new Visitor();
        for (const [name, value] of other.cookies) one.cookies.set(name, value);
        return (await answer(one, credential, email)).status;
      }),
    );

    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
  });

  test("an answer from another browser than the challenge's is refused", async () => {
    const { visitor, email } = await someone();
    const authenticator = await Authenticator.make();
    await add(visitor, authenticator);
    const credential = await authenticator.get(
      await requestOptions(new Visitor(), "/sign-in/passkey/options", { email }),
    );

    expect((await answer(new Visitor(), credential, email)).status).toBe(401);
  });

  test("an answer after five minutes is refused", async () => {
    const { visitor, email } = await someone();
    const authenticator = await Authenticator.make();
    await add(visitor, authenticator);
    const other = new Visitor();
    const credential = await authenticator.get(
      await requestOptions(other, "/sign-in/passkey/options", { email }),
    );
    const began = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => began + PASSKEY_CHALLENGE_MS);

    expect((await answer(other, credential, email)).status).toBe(401);
  });

  test("an answer to a challenge for adding a passkey, or in another session, is refused", async () => {
    const [{ visitor, email }, other] = [await someone(), await someone()];
    const authenticator = await Authenticator.make();
    await add(visitor, authenticator);
    const adding = await requestOptions(visitor, "/account/passkeys/options");
    const asSignIn = await answer(
      visitor,
      await authenticator.get({ rpId: "localhost", challenge: adding.challenge }),
      email,
    );
    const theirs = await requestOptions(other.visitor, "/account/passkeys/options");
    const stranger = await Authenticator.make();
    const credential = await stranger.create(theirs);
    visitor.cookies.set("tributary_passkey", other.visitor.cookies.get("tributary_passkey") ?? "");
    const inOther = await visitor.post("/account/passkeys", { label: "", credential });

    expect(asSignIn.status).toBe(401);
    expect(inOther.status).toBe(400);
  });

  test("an answer of another person's passkey is refused", async () => {
    const [{ visitor, email }, other] = [await someone(), await someone()];
    const authenticator = await Authenticator.make();
    await add(visitor, authenticator);
    const handle = Buffer.from(await getUserObjectName(other.email)).toString("base64url");

    const statuses = [
      (await signIn(new Visitor(), authenticator, other.email)).status,
      (await signIn(new Visitor(), authenticator, other.email, { userHandle: null })).status,
      (await signIn(new Visitor(), authenticator, "", { userHandle: handle })).status,
      (await signIn(new Visitor(), authenticator, email, { userHandle: handle })).status,
    ];

    expect(statuses).toEqual([401, 401, 401, 401]);
  });

  test.each([
    "",
    "{",
    "[]",
    "null",
    '{"id":"a"}',
    `{"id":"${"a".repeat(2_000)}","rawId":"a","type":"public-key","response":{}}`,
  ])("the answer %o is refused", async (credential) => {
    const { visitor, email } = await someone();
    await requestOptions(visitor, "/account/passkeys/options");
    const other = new Visitor();
    await requestOptions(other, "/sign-in/passkey/options", { email });

    expect((await visitor.post("/account/passkeys", { credential })).status).toBe(400);
    expect((await answer(other, credential, email)).status).toBe(401);
  });
});

describe("counters of passkeys", () => {
  test("a counter that goes back shows a copy: the passkey is refused from then on, and its person notified", async () => {
    const { visitor, email } = await someone();
    const authenticator = await Authenticator.make();
    await add(visitor, authenticator);
    await signIn(new Visitor(), authenticator, email, { counter: 7 });

    const copy = await signIn(new Visitor(), authenticator, email, { counter: 7 });
    const afterwards = await signIn(new Visitor(), authenticator, email, { counter: 8 });
    const account = await visitor.get("/account");
    const offered = await requestOptions(new Visitor(), "/sign-in/passkey/options", { email });

    expect([copy.status, afterwards.status]).toEqual([401, 401]);
    expect(account.text).toContain("its usage counter went backwards");
    expect(JSON.stringify(offered)).not.toContain(authenticator.id);
  });

  test("a counter reported without the key marks no copy", async () => {
    const { visitor, email } = await someone();
    const authenticator = await Authenticator.make();
    await add(visitor, authenticator);
    await signIn(new Visitor(), authenticator, email, { counter: 7 });

    await signIn(new Visitor(), authenticator, email, { counter: 3, signature: "MEUCIQ" });

    expect((await signIn(new Visitor(), authenticator, email, { counter: 8 })).status).toBe(303);
  });

  test("a counter that stays at 0 marks no copy", async () => {
    const { visitor, email } = await someone();
    const authenticator = await Authenticator.make();
    await add(visitor, authenticator);

    const statuses = [
      (await signIn(new Visitor(), authenticator, email, { counter: 0 })).status,
      (await signIn(new Visitor(), authenticator, email, { counter: 0 })).status,
    ];

    expect(statuses).toEqual([303, 303]);
  });
});

describe("adding passkeys", () => {
  test("adding a passkey later than ten minutes after signing in needs the password", async () => {
    const { visitor, email } = await someone();
    await inUser(email, (sql) =>
      sql.run("UPDATE sessions SET created_at = created_at - ?", FRESH_SIGN_IN_MS),
    );

    const page = await visitor.get("/account");
    const without = await visitor.post("/account/passkeys/options");
    const wrong = await visitor.post("/account/passkeys/options", { password: "a wrong sentence" });
    const right = await add(visitor, await Authenticator.make(), { password: PASSWORD });

    expect(page.text).toContain("Your password");
    expect([without.status, wrong.status, right.status]).toEqual([400, 401, 303]);
    expect(without.text).toContain("enter your password");
    expect(wrong.text).toContain("The password is wrong.");
  });

  test("wrong passwords while adding a passkey lock out like every other guess", async () => {
    const { visitor, email } = await someone();
    await inUser(email, (sql) =>
      sql.run("UPDATE sessions SET created_at = created_at - ?", FRESH_SIGN_IN_MS),
    );
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1)
      statuses.push(
        (await visitor.post("/account/passkeys/options", { password: "a wrong sentence" })).status,
      );

    expect(statuses).toEqual([401, 401, 401, 401, 429]);
  });

  test("adding a passkey in a session that was ended meanwhile has no effect", async () => {
    const { visitor, email } = await someone();
    const authenticator = await Authenticator.make();
    const options = await requestOptions(visitor, "/account/passkeys/options");
    const credential = await authenticator.create(options);
    const other = new Visitor();
    await other.signIn(email);
    await other.post("/account/sessions/end");

    expect((await visitor.post("/account/passkeys", { credential })).status).toBe(401);
    expect(await inUser(email, (sql) => sql.all("SELECT id FROM passkeys"))).toEqual([]);
  });

  test("a person adds at most twenty passkeys", async () => {
    const { visitor, email } = await someone();
    await inUser(email, (sql) => {
      for (let id = 1; id < PASSKEYS_A_PERSON_MAX; id += 1) {
        sql.run(
          "INSERT INTO passkeys (credential_id, public_key, counter, transports, rp_id, label, created_at) VALUES (?, '', 0, '[]', 'localhost', '', 0)",
          `one-${id}`,
        );
      }
    });

    const last = await add(visitor, await Authenticator.make());
    const more = await visitor.post("/account/passkeys/options");

    expect(last.status).toBe(303);
    expect(more.status).toBe(400);
    expect(more.text).toContain("Remove one first");
  });

  test("adding a passkey needs a session, and one of our own forms", async () => {
    const { visitor } = await someone();

    expect((await new Visitor().post("/account/passkeys/options")).status).toBe(401);
    expect((await new Visitor().post("/account/passkeys")).status).toBe(401);
    expect(
      (await visitor.post("/account/passkeys", {}, { "sec-fetch-site": "same-site" })).status,
    ).toBe(403);
    expect(
      (await visitor.post("/sign-in/passkey/options", {}, { "sec-fetch-site": "cross-site" }))
        .status,
    ).toBe(403);
  });
});

describe("unknown addresses at the passkey sign-in", () => {
  test("an unknown address gets constant passkeys that nobody has, as a known one would, and stores nothing", async () => {
    const { email } = await someone();
    const nobody = newEmail();
    const fetchAllowedPasskeys = async (address: string) =>
      (await requestOptions(new Visitor(), "/sign-in/passkey/options", { email: address }))
        .allowCredentials;

    const [ofNobody, again, ofSomebody] = [
      await fetchAllowedPasskeys(nobody),
      await fetchAllowedPasskeys(nobody),
      await fetchAllowedPasskeys(email),
    ];

    expect(again).toEqual(ofNobody);
    expect(ofNobody).toHaveLength(1);
    expect(ofSomebody).toHaveLength(1);
    expect(ofNobody).not.toEqual(ofSomebody);
    for (const [one] of [ofNobody, ofSomebody]) {
      expect([16, 20, 32]).toContain(Buffer.from(one?.id ?? "", "base64url").length);
      expect(one?.type).toBe("public-key");
    }
    expect(
      await inUser(nobody, async (sql, storage) => [
        sql.all("SELECT name FROM sqlite_master WHERE name NOT LIKE '!_cf!_%' ESCAPE '!'"),
        [...(await storage.list()).keys()],
      ]),
    ).toEqual([[], []]);
  });

  test("an unknown address is refused with exactly the same answer as a known one, and stores nothing", async () => {
    const { visitor, email } = await someone();
    await add(visitor, await Authenticator.make());
    const stranger = await Authenticator.make();
    const nobody = newEmail();
    const refusal = async (address: string) => {
      const { status, text, headers } = await signIn(new Visitor(), stranger, address, {
        userHandle: null,
      });
      return [status, text.replaceAll(address, "…"), headers.getSetCookie()];
    };

    expect(await refusal(nobody)).toEqual(await refusal(email));
    expect(await inUser(nobody, async (_, storage) => [...(await storage.list()).keys()])).toEqual(
      [],
    );
  });
});

test("passkey answers count as sign-ins, and challenges separately, ten a minute from one network", async () => {
  const { questions, answers } = await withinAMinute(async () => {
    const visitor = new Visitor();
    const statuses = { questions: [] as number[], answers: [] as number[] };
    for (let count = 0; count <= SIGN_IN_TRIES; count += 1)
      statuses.questions.push(
        (await visitor.post("/sign-in/passkey/options", { email: newEmail() })).status,
      );
    for (let count = 0; count <= SIGN_IN_TRIES; count += 1)
      statuses.answers.push((await answer(visitor, "{}", newEmail())).status);
    return statuses;
  });

  expect(questions).toEqual([...Array.from({ length: SIGN_IN_TRIES }, () => 200), 429]);
  expect(answers).toEqual([...Array.from({ length: SIGN_IN_TRIES }, () => 401), 429]);
});

describe("relying party of passkeys", () => {
  const local = readConfig(env);
  const deployed = { ...local, local: false };

  test.each([
    ["http://localhost:8787/account", local, { id: "localhost", origin: "http://localhost:8787" }],
    ["http://127.0.0.1:8787/account", local, null],
    ["http://[::1]:8787/account", local, null],
    ["http://evil.example/account", local, null],
    [
      "https://budget.example/account",
      deployed,
      { id: "budget.example", origin: "https://budget.example" },
    ],
    ["http://budget.example/account", deployed, null],
    [
      "https://budget.example/account",
      { ...deployed, ownIssuer: "https://budget.example" },
      { id: "budget.example", origin: "https://budget.example" },
    ],
    ["https://other.example/account", { ...deployed, ownIssuer: "https://budget.example" }, null],
  ])(
    "the relying party at %s is the deployment's own host, never an IP address or another host",
    (address, config, expected) => {
      expect(findRelyingParty(address, config)).toEqual(expected);
    },
  );

  test("a deployment without a relying party reports that it has no passkeys", async () => {
    const headers = { "sec-fetch-site": "same-origin", "cf-connecting-ip": "2001:db8:ffff::1" };
    const response = await http.fetch(
      new Request("http://127.0.0.1/sign-in/passkey/options", { method: "POST", headers }),
      env,
      createExecutionContext(),
    );

    expect(response.status).toBe(404);
    expect(await response.text()).toContain("They need a host name");
  });
});

interface Options {
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
  readonly rpId: string;
  readonly challenge: string;
  readonly allowCredentials: readonly { readonly id: string; readonly type: string }[];
  readonly excludeCredentials: readonly { readonly id: string }[];
}

/** The options that a button asks for. */
async function requestOptions(
  visitor: Visitor,
  path: string,
  fields: Record<string, string> = {},
): Promise<Options> {
  const { status, text } = await visitor.post(path, fields);
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return JSON.parse(text) as Options;
}

async function add(
  visitor: Visitor,
  authenticator: Authenticator,
  fields: Record<string, string> = {},
  lies: Lies = {},
): Promise<Answer> {
  const options = await requestOptions(visitor, "/account/passkeys/options", fields);
  return visitor.post("/account/passkeys", {
    label: fields["label"] ?? "",
    credential: await authenticator.create(options, lies),
  });
}

async function signIn(
  visitor: Visitor,
  authenticator: Authenticator,
  email: string,
  lies: Lies = {},
): Promise<Answer> {
  const options = await requestOptions(visitor, "/sign-in/passkey/options", { email });
  return answer(visitor, await authenticator.get(options, lies), email);
}

async function answer(visitor: Visitor, credential: string, email: string): Promise<Answer> {
  return visitor.post("/sign-in", { email, password: "", credential });
}
