// Odd requests to every page and every address of our own API, with and without a session. The
// answer is a page or a refusal, never an internal error, and the input is not repeated as markup.

import { beforeAll, expect, test } from "vitest";
import { connectedPerson, Tab } from "../importer/connection/tab.ts";

// prettier-ignore
const PATHS = [
  "/", "/sign-in", "/sign-up", "/sign-out", "/account", "/account/password", "/account/sessions/end", "/account/sessions/x/end", "/account/sessions/0/end", "/account/passkeys", "/account/delete",
  "/passkeys", "/sign-in/passkey", "/join", "/docs", "/portal", "/portal/tokens", "/portal/clients", "/portal/budgets", "/portal/people",
  "/connect", "/connect/callback", "/connections", "/connections/current", "/connections/1/retry", "/connections/1/disconnect", "/connections/%E0%A4%A/retry", "/connections/%00/disconnect",
  "/accounts", "/accounts/new/simplefin", "/accounts/new/%ff", "/accounts/banks/%0a/token", "/accounts/coins/%0d%0a/refresh", "/accounts/coins/1/source", "/recurring", "/recurring/1/keep", "/rates", "/rates/file", "/categories", "/categories/first-set", "/categories/groups", "/categories/1", "/categories/999999999999999/merge", "/categories/%ff/delete", "/categories/tags", "/categories/tags/1/merge", "/oauth/authorize", "/oauth/token", "/oauth/revoke", "/.well-known/oauth-authorization-server", "/health", "/healthz",
  "/addresses", "/addresses/1/rotate", "/addresses/1/revoke", "/keys", "/keys/1/revoke", "/keys/%ff/revoke", "/tool", "/tool/decide", "/api/tool-logins", "/api/tool-logins/key", "/imports", "/imports/x", "/imports/x/rows", "/imports/%2e%2e/answers", "/imports/x/confirm", "/imports/x/undo",
  "/api/connections", "/api/connections/%ff", "/api/keys", "/api/keys/1", "/api/addresses", "/api/addresses/1/rotate", "/api/imports", "/api/imports/x", "/api/imports/x/rows", "/api/imports/x/answers", "/api/imports/x/events",
  "/api/operator/reseal", "/api/sign-in-links", "/api/rules", "/api/nothing", "/files/1/x", "/nothing", "/%", "/%ff", "//other.example/x", "/v2/me", "/v1/me", "/mock/v2/me",
];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];
const QUERY =
  "?next=//other.example&link=%ff&connection=%00&page=-1&state=%E0%A4%A&code=a&code=b&iss=x&offset=1e9&limit=NaN&invite=%&account=<script>";
const BODIES: readonly (readonly [string, BodyInit])[] = [
  [
    "application/json",
    '{"token": {"a": [null]}, "label": 7, "grace_days": -1, "answers": null, "cursor": {}}',
  ],
  ["application/json", "{"],
  ["application/json", `"${"\\u0000\\ud800".repeat(50)}"`],
  [
    "application/x-www-form-urlencoded",
    "token=%ff%00&connection=%&account=1e99&label=<script>&next=javascript:alert(1)&next=2&link=x&credential={}&email=a%40b&grace_days=x",
  ],
  [
    "multipart/form-data; boundary=x",
    '--x\r\nContent-Disposition: form-data; name="file"; filename="\u0000"\r\n\r\n\r\n--x',
  ],
  ["multipart/form-data", "no boundary"],
  ["", new Uint8Array([0xff, 0xfe, 0, 0, 0xd8])],
];
const HEADERS: readonly Record<string, string>[] = [
  {},
  {
    cookie: `tributary_session=${"x".repeat(10_000)}; tributary_try_=%E0%A4%A; tributary_passkey=%; tributary_known=${"~".repeat(5_000)}`,
  },
  { authorization: `Bearer ${"a".repeat(10_000)}` },
  {
    authorization: "Bearer imp_1_%ff",
    cookie: "tributary_session=ses_1_%00; =; ;;",
    "content-type": "text/(",
    "sec-fetch-site": "none",
  },
  {
    accept: "application/json, */*;q=x",
    "accept-language": "x".repeat(10_000),
    "user-agent": "<script>",
  },
];

let person: Tab;
beforeAll(async () => {
  person = (await connectedPerson()).tab;
});

/** The same person, or nobody, from another network each time: nothing counts against the next. */
function tab(signedIn: boolean): Tab {
  return signedIn ? new Tab(person.cookies) : new Tab();
}

async function faultsOf(
  work: (path: string, signedIn: boolean) => Promise<readonly (readonly [string, Response])[]>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const path of PATHS) {
    for (const signedIn of [true, false]) {
      for (const [what, response] of await work(path, signedIn)) {
        const isHtml = response.headers.get("content-type")?.startsWith("text/html") === true;
        const isStream =
          response.headers.get("content-type")?.startsWith("text/event-stream") === true;
        const text = isStream ? "" : await response.text();
        if (response.status >= 500) faults.push(`${response.status} ${what} ${path}`);
        if (isHtml && /<script>|javascript:alert/.test(text)) faults.push(`echo ${what} ${path}`);
        const location = response.headers.get("location");
        if (
          location !== null &&
          new URL(location, "http://localhost").origin !== "http://localhost"
        )
          faults.push(`leads to ${location} ${what} ${path}`);
      }
    }
  }
  return faults;
}

test("every method with an odd query is answered, and leads to no other site", async () => {
  const asked = (path: string, signedIn: boolean) =>
    Promise.all(
      METHODS.filter((method) => path !== "/sign-out" || method !== "POST").map(
        async (method) => [method, await tab(signedIn).ask(method, path + QUERY)] as const,
      ),
    );

  expect(await faultsOf(asked)).toEqual([]);
});

test("every odd body is answered", async () => {
  const asked = (path: string, signedIn: boolean) =>
    Promise.all(
      (path === "/sign-out" ? [] : ["POST", "PUT"]).flatMap((method) =>
        BODIES.map(
          async ([type, body], index) =>
            [
              `${method} body ${index}`,
              await tab(signedIn).ask(
                method,
                path,
                body,
                type === "" ? {} : { "content-type": type },
              ),
            ] as const,
        ),
      ),
    );

  expect(await faultsOf(asked)).toEqual([]);
  expect((await person.ask("GET", "/account")).status).toBe(200);
});

test("every odd header is answered", async () => {
  const asked = (path: string, signedIn: boolean) =>
    Promise.all(
      HEADERS.flatMap((headers, index) =>
        ["GET", "POST"]
          .filter((method) => path !== "/sign-out" || method !== "POST")
          .map(
            async (method) =>
              [
                `${method} header ${index}`,
                await tab(signedIn).ask(method, path, null, headers),
              ] as const,
          ),
      ),
    );

  expect(await faultsOf(asked)).toEqual([]);
});
