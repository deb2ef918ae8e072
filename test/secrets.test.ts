// Nothing secret in a log line, an error or the bucket: every kind of credential, right ones and
// ones that only look so, in every place where somebody could put it, on routes of every part.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { http } from "../src/http/app.ts";
import { logFault } from "../src/platform/log.ts";
import { mintSignInLink, redeemSignInLink } from "../src/oauth/sign-in/session.ts";
import { must } from "../src/platform/assert.ts";
import { CREDENTIAL_KINDS, mint } from "../src/platform/credentials/credential.ts";
import { withoutSecrets } from "../src/platform/credentials/redact.ts";
import { PASSWORD } from "./oauth/visitor-password.ts";
import { reset } from "./reset.ts";
import { callsTo } from "./importer-calls.ts";

const bindings: Env = env;
const SOURCES = import.meta.glob<string>("../src/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const LEVELS = ["log", "info", "warn", "error", "debug", "trace"] as const;

afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

const ROUTES: readonly (readonly [string, string])[] = [
  ["GET", "/v2/me"],
  ["GET", "/v2/transactions"],
  ["POST", "/v2/transactions"],
  ["GET", "/v2/transactions/7"],
  ["GET", "/mock/v2/nowhere"],
  ["GET", "/v1/me"],
  ["GET", "/v1/categories"],
  ["POST", "/v1/categories"],
  ["GET", "/files/1/x"],
  ["GET", "/api/imports"],
  ["POST", "/api/imports"],
  ["POST", "/api/imports/x/answers"],
  ["GET", "/api/keys"],
  ["DELETE", "/api/keys/9"],
  ["POST", "/api/addresses"],
  ["POST", "/api/addresses/9/rotate"],
  ["GET", "/api/connections"],
  ["POST", "/api/operator/reseal"],
  ["POST", "/api/sign-in-links"],
  ["GET", "/api/rules"],
  ["GET", "/oauth/authorize"],
  ["POST", "/oauth/token"],
  ["POST", "/oauth/revoke"],
  ["GET", "/connect/callback"],
  ["GET", "/portal"],
  ["POST", "/portal"],
  ["GET", "/nowhere"],
];

type Place = (request: { method: string; path: string }, secret: string) => Request;

const ORIGIN = "http://localhost";
const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
  new Request(ORIGIN + path, {
    method,
    headers: { "cf-connecting-ip": "2001:db8::7", ...headers },
    ...(method === "GET" || method === "HEAD" ? {} : { body: body ?? "{}" }),
  });

const PLACES: Record<string, Place> = {
  "a bearer token": ({ method, path }, secret) =>
    ask(method, path, { authorization: `Bearer ${secret}` }),
  "a Basic password": ({ method, path }, secret) =>
    ask(method, path, { authorization: `Basic ${btoa(`client:${secret}`)}` }),
  "?access_token=": ({ method, path }, secret) =>
    ask(method, `${path}?access_token=${encodeURIComponent(secret)}`),
  "another parameter": ({ method, path }, secret) =>
    ask(
      method,
      `${path}?account=${encodeURIComponent(secret)}&limit=${encodeURIComponent(secret)}`,
    ),
  "a cookie": ({ method, path }, secret) =>
    ask(method, path, { cookie: `tributary_session=${secret}` }),
  "the path": ({ method, path }, secret) => ask(method, `${path}/${encodeURIComponent(secret)}`),
  "a JSON body": ({ method, path }, secret) =>
    ask(
      method,
      path,
      { authorization: `Bearer ${bindings.LOCAL_TOKEN ?? ""}`, "content-type": "application/json" },
      JSON.stringify({ [secret]: 1, label: secret, token: secret }),
    ),
  "a form": ({ method, path }, secret) =>
    ask(
      method,
      path,
      { "content-type": "application/x-www-form-urlencoded" },
      new URLSearchParams({
        grant_type: secret,
        code: secret,
        token: secret,
        client_secret: secret,
      }).toString(),
    ),
  Referer: ({ method, path }, secret) =>
    ask(method, path, { referer: `${ORIGIN}/?access_token=${secret}` }),
};

/** One of each kind that holds, and one of each that only has the shape. */
async function secrets(): Promise<Map<string, string>> {
  const importer = bindings.IMPORTER.getByName("1");
  const session = await redeemSignInLink(await mintSignInLink(bindings), bindings);
  const found = new Map([
    ["LOCAL_TOKEN", bindings.LOCAL_TOKEN ?? ""],
    ["TOKEN_KEY", bindings.TOKEN_KEY],
    ["an import key", must(await callsTo(importer).createKey("script"), "there is room").token],
    ["a session", session.ok ? session.value : ""],
    ["a sign-in link", await mintSignInLink(bindings)],
  ]);
  const address = await callsTo(importer).createAddress("shop");
  found.set("a receipt address", address.ok ? (address.value.address ?? "") : "");
  for (const kind of CREDENTIAL_KINDS) found.set(`a made-up ${kind}`, (await mint(kind, "1")).text);
  return found;
}

/** What is secret in a secret: of a receipt address not the mailbox. */
const essence = (secret: string) => /[_-]([a-z2-7]{16,})(?:@|$)/.exec(secret)?.[1] ?? secret;

/** What is printed from now on. */
function printed(): string[] {
  const lines: string[] = [];
  for (const level of LEVELS) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      lines.push(parts.map(String).join(" "));
    });
  }
  return lines;
}

describe("nothing secret", () => {
  test.each(Object.keys(PLACES))(
    "sent as %s comes back in an error, or gets into a log",
    async (place) => {
      const known = await secrets();
      const lines = printed();
      const hits: string[] = [];
      let refusals = 0;

      for (const [method, path] of ROUTES) {
        const answers = [...known].map(async ([name, secret]) => {
          const request = must(PLACES[place], "the place is known")({ method, path }, secret);
          const response = await http.fetch(request, env, createExecutionContext());
          // The sign-in page leads back to the address that was asked for: an invitation is in it, and must be.
          const body = (await response.text()).replace(
            /(name="next" value|href|action)="[^"]*"/g,
            "",
          );
          // Version 1 refuses with 200.
          if (response.status < 400 && !body.startsWith('{"error')) return;
          refusals += 1;
          if (body.includes(essence(secret)))
            hits.push(`${method} ${path} with ${name}: ${response.status}`);
        });
        await Promise.all(answers);
      }

      expect(hits).toEqual([]);
      expect(refusals).toBeGreaterThan(ROUTES.length);
      for (const [name, secret] of known)
        expect(
          lines.filter((line) => line.includes(essence(secret))),
          name,
        ).toEqual([]);
    },
    300_000,
  );

  test("is logged with a fault, whatever the fault says and wherever it was asked", async () => {
    const known = await secrets();
    known.delete("LOCAL_TOKEN");
    known.delete("TOKEN_KEY");
    for (const [name, secret] of known) {
      const lines = printed();
      const broken = {
        ...bindings,
        USER: {
          getByName: () => {
            throw new Error(`no answer to ${secret}`);
          },
        },
      } as unknown as Env;
      const cookie = `tributary_session=${(await mint("ses", "1")).text}`;
      const response = await http.fetch(
        new Request(`${ORIGIN}/imports/${encodeURIComponent(secret)}?access_token=${secret}`, {
          headers: { cookie },
        }),
        broken,
        createExecutionContext(),
      );

      expect([name, response.status, lines.length]).toEqual([name, 500, 1]);
      expect(JSON.parse(lines[0] ?? "")).toMatchObject({ event: "request failed", method: "GET" });
      expect(lines[0]).not.toContain(essence(secret));
      expect(await response.text()).not.toContain(essence(secret));
      vi.restoreAllMocks();
    }
  });

  test("is in the bucket after a file came in with a credential of each kind", async () => {
    const known = await secrets();
    const file = "Date,Description,Amount\n2026-03-13,Coffee,-3.50\n";
    for (const secret of known.values()) {
      const headers = {
        authorization: `Bearer ${secret}`,
        cookie: `tributary_session=${secret}`,
        "sec-fetch-site": "same-origin",
        referer: `${ORIGIN}/?access_token=${secret}`,
      };
      await http.fetch(
        new Request(`${ORIGIN}/api/imports?account=Checking`, {
          method: "POST",
          body: file,
          headers,
        }),
        env,
        createExecutionContext(),
      );
    }

    const { objects } = await bindings.DOCUMENTS.list({
      include: ["customMetadata", "httpMetadata"],
    });
    expect(objects.length).toBeGreaterThan(0);
    for (const object of objects) {
      const whole =
        JSON.stringify([object.key, object.customMetadata, object.httpMetadata]) +
        (await (await bindings.DOCUMENTS.get(object.key))?.text());
      for (const secret of known.values()) expect(whole).not.toContain(essence(secret));
    }
  });
});

describe("a log line", () => {
  test("is without credentials, addresses and parameters that hold them, and otherwise as it was", async () => {
    const { text } = await mint("at", "acc-1");
    const lines = printed();
    logFault({
      event: "x",
      path: `/v2/me?access_token=abc.def&limit=5`,
      error: `Error: ${text} is not "taken"`,
      password: "left to whoever logs it",
    });
    expect(lines).toEqual([
      JSON.stringify({
        event: "x",
        path: "/v2/me?access_token=…&limit=5",
        error: 'Error: at_acc-1_… is not "taken"',
        password: "left to whoever logs it",
      }),
    ]);
    expect(withoutSecrets("/x/receipts%2B1-a2b3c4d5e6f7g2h3%40example.com")).toBe(
      "/x/receipts%2B1-…%40example.com",
    );
    expect(
      withoutSecrets("receipts+1-a2b3c4d5e6f7g2h3@example.com and at_the_end of code=77&x"),
    ).toBe("receipts+1-…@example.com and at_the_end of code=…&x");
    expect(withoutSecrets(`my ${PASSWORD}`, [PASSWORD, null, ""])).toBe("my …");
  });

  test("is written by one file alone", () => {
    expect(Object.keys(SOURCES).length).toBeGreaterThan(30);
    for (const [path, source] of Object.entries(SOURCES)) {
      if (!path.endsWith("/log.ts")) expect(/\bconsole\./.test(source), path).toBe(false);
    }
  });
});
