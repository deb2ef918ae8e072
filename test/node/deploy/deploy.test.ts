// npm run deploy against a fake of wrangler's commands, and a stand-in for the deployment: fresh, repeated, refused at
// each step, and killed between the steps.

import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Machine, type Account } from "./deploying.ts";

let server: Server;
let url = "";
let status = {
  sign_up: "invited",
  first_person: "nobody",
  mailbox: null as string | null,
  mail: [],
  opens: true,
};

const machines: Machine[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === "/health") return response.end("ok");
    if (request.url === "/healthz") return response.end('{"status":"ok","databases":true}');
    return response.end(JSON.stringify(status));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
afterEach(() => {
  for (const machine of machines.splice(0)) machine.discard();
  status = { sign_up: "invited", first_person: "nobody", mailbox: null, mail: [], opens: true };
});

function machine(account: Partial<Account> = {}): Machine {
  const made = new Machine(account);
  machines.push(made);
  return made;
}

const FRESH = [
  "whoami",
  "kv namespace list",
  "kv namespace create tributary-tokens",
  "kv namespace list",
  "r2 bucket list",
  "r2 bucket create tributary-documents",
  "secret list",
  "secret put TOKEN_KEY",
  "deploy",
];
const REPEATED = ["whoami", "kv namespace list", "r2 bucket list", "secret list", "deploy"];

test("a fresh account gets a namespace, a bucket, a key and the Worker, and its first person a link", async () => {
  const dana = machine();

  const ended = await dana.deploy(["--mail", "receipts@example.com", "--url", url]);

  expect(ended.code, ended.text).toBe(0);
  expect(dana.commands).toEqual(FRESH);
  const { workers } = dana.account;
  const key = workers["tributary"]?.secrets["TOKEN_KEY"] ?? "";
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(dana.config).toMatchObject({
    account_id: "a".repeat(32),
    kv_namespaces: [{ binding: "TOKENS", id: "1".repeat(32) }],
    r2_buckets: [{ binding: "DOCUMENTS", bucket_name: "tributary-documents" }],
    addresses: ["receipts@example.com"],
    limits: { cpu_ms: 300_000 },
    vars: {
      SIGN_UP: "invited",
      RECEIPT_ADDRESS: "receipts@example.com",
      ENVIRONMENT: "production",
    },
  });
  expect(ended.text).toMatch(new RegExp(`${url}/sign-up\\?first=\\d{13}\\.[\\w-]{43}`));
  expect(ended.text).toContain("Subaddressing: switch it on");
});

test("the key is in no argument, no setting and no line that is printed, and its file is its owner's alone", async () => {
  const dana = machine();

  const { text } = await dana.deploy(["--url", url]);

  const key = dana.account.workers["tributary"]?.secrets["TOKEN_KEY"] ?? "none";
  const given = dana.account.calls.map(({ args, config }) => JSON.stringify([args, config])).join();
  const others =
    (dana.file("settings.json")?.text ?? "") + (dana.file("wrangler.toml")?.text ?? "");
  expect([text, given, others].map((one) => one.includes(key))).toEqual([false, false, false]);
  expect(dana.file("token-key")).toEqual({ text: `${key}\n`, mode: 0o600 });
});

test("a second run makes nothing, puts no secret, remembers the options and deploys again", async () => {
  const dana = machine();
  await dana.deploy([
    "--mail",
    "receipts@example.com",
    "--domain",
    "budget.example.com",
    "--url",
    url,
  ]);
  const before = dana.account;
  dana.write({ ...before, calls: [] });
  status = { ...status, first_person: "come" };

  const ended = await dana.deploy(["--url", url]);

  const { calls, ...after } = dana.account;
  expect(ended.text).toContain("has come already. Sign-up is closed");
  expect(ended.text).not.toContain("/sign-up?first=");
  expect(calls.map(({ command }) => command)).toEqual(REPEATED);
  expect(after).toMatchObject({
    namespaces: before.namespaces,
    buckets: before.buckets,
    workers: { tributary: { secrets: before.workers["tributary"]?.secrets, deployed: 2 } },
  });
  expect(dana.config).toMatchObject({
    routes: [{ pattern: "budget.example.com", custom_domain: true }],
    vars: {
      OAUTH_ISSUER_SELF: "https://budget.example.com",
      RECEIPT_ADDRESS: "receipts@example.com",
    },
  });
});

test("an update that cannot open the stored data is taken back by itself, and the next run tries again", async () => {
  const dana = machine();
  await dana.deploy(["--url", url]);
  const before = dana.account.workers["tributary"]?.version;
  status = { ...status, opens: false };

  const failed = await dana.deploy(["--url", url]);
  const put = dana.account.workers["tributary"]?.version;
  status = { ...status, opens: true };
  const next = await dana.deploy(["--url", url]);

  expect([failed.code, put], failed.text).toEqual([1, before]);
  expect(failed.text).toContain(`Version ${before}, which worked, was put back.`);
  expect(next.code, next.text).toBe(0);
  expect(dana.account.workers["tributary"]?.version).not.toBe(before);
}, 60_000);

test("a first version that cannot open its data is not taken back, for there is no other", async () => {
  const dana = machine();
  status = { ...status, opens: false };

  const failed = await dana.deploy(["--url", url]);

  expect([failed.code, dana.commands.at(-1)]).toEqual([1, "deploy"]);
  expect(failed.text).toContain("cannot open its databases");
}, 60_000);

test("somebody who is not logged in is told so, and nothing is made", async () => {
  const dana = machine({ loggedIn: false });

  const ended = await dana.deploy(["--url", url]);

  expect(ended.code).toBe(1);
  expect(ended.text).toContain("Wrangler is not logged in");
  expect(ended.text).toContain("npx wrangler login");
  expect(dana.commands).toEqual(["whoami"]);
});

test("of several accounts one must be named, and every command then works in it", async () => {
  const accounts = [
    { id: "a".repeat(32), name: "Home" },
    { id: "b".repeat(32), name: "Work" },
  ];
  const dana = machine({ accounts });

  const first = await dana.deploy(["--url", url]);
  const second = await dana.deploy(["--url", url, "--account", "b".repeat(32)]);

  expect([first.code, first.text.includes("--account ID"), second.code]).toEqual([1, true, 0]);
  const after = dana.account.calls.slice(2).map((call) => call.in);
  expect(new Set(after)).toEqual(new Set(["b".repeat(32)]));
});

test("a namespace and a bucket that exist are used, not made", async () => {
  const kept = { id: "c".repeat(32), title: "tributary-tokens" };
  const dana = machine({ namespaces: [kept], buckets: ["tributary-documents"] });

  const ended = await dana.deploy(["--url", url]);

  expect(ended.code, ended.text).toBe(0);
  expect(dana.commands.filter((command) => command.includes("create"))).toEqual([]);
  expect(dana.config["kv_namespaces"]).toMatchObject([{ id: kept.id }]);
});

test("a bucket's name that is taken is told with the option for another, which is then remembered", async () => {
  const dana = machine({ taken: ["tributary-documents"] });

  const refused = await dana.deploy(["--url", url]);
  const other = await dana.deploy(["--url", url, "--bucket", "danas-documents"]);
  const again = await dana.deploy(["--url", url]);

  expect([refused.code, refused.text.includes("--bucket NAME")]).toEqual([1, true]);
  expect([other.code, again.code]).toEqual([0, 0]);
  expect(dana.account.buckets).toEqual(["danas-documents"]);
});

test("a namespace of the settings that the account does not have stops it before anything is made", async () => {
  const dana = machine();
  await dana.deploy(["--url", url]);
  dana.write({ ...dana.account, namespaces: [], calls: [] });

  const ended = await dana.deploy(["--url", url]);

  expect([ended.code, dana.commands]).toEqual([1, ["whoami", "kv namespace list"]]);
  expect(ended.text).toContain("is not in this account");
});

test("the Free plan's refusal names both ways on, and --free leaves out what that plan refuses", async () => {
  const dana = machine({ plan: "free" });

  const refused = await dana.deploy(["--url", url]);
  const free = await dana.deploy(["--url", url, "--free"]);
  const again = await dana.deploy(["--url", url]);

  expect(refused.code).toBe(1);
  expect(refused.text).toContain("Workers Free plan");
  expect(refused.text).toContain("npm run deploy -- --free");
  expect([free.code, again.code], free.text).toEqual([0, 0]);
  expect(free.text).toContain("100,000 rows written a day");
  expect(dana.config).not.toHaveProperty("limits");
  expect(dana.config).toHaveProperty("vars.PLAN", "free");
});

const FAULTS: readonly (readonly [string, string, string])[] = [
  ["kv namespace list", "fetch failed", "cannot be reached"],
  [
    "r2 bucket list",
    "A request to the Cloudflare API (/accounts/x/r2/buckets) failed.\n\n  Please enable R2 through the Cloudflare Dashboard. [code: 10042]",
    "R2 and accept its terms",
  ],
  [
    "secret put",
    "Secret edit failed. You attempted to modify a secret, but the latest version of your Worker isn't currently deployed.",
    "roll back that version",
  ],
  [
    "secret put",
    "A request to the Cloudflare API failed.\n\n  Authentication error [code: 10000]",
    "npx wrangler login",
  ],
  [
    "deploy",
    "You can either deploy your worker to one or more routes by specifying them in your wrangler.json file, or register a workers.dev subdomain here:",
    "--domain budget.example.com",
  ],
  [
    "deploy",
    "The Worker is deployed, but Email Routing has destructive changes (deletes or takeover conflicts) that need confirmation.",
    "Delete that rule",
  ],
  ["deploy", "Something that nobody knows yet", "The reason is what wrangler said"],
];

for (const [command, said, remedy] of FAULTS)
  test(`"${said.slice(0, 60)}" of ${command} is told with its remedy, and the next run goes on`, async () => {
    const dana = machine();

    const failed = await dana.deploy(["--url", url], {
      FAKE_FAULTS: JSON.stringify({ [command]: said }),
    });
    const next = await dana.deploy(["--url", url]);

    expect(failed.code).toBe(1);
    expect(failed.text).toContain(remedy);
    expect(failed.text).toContain(said.split("\n").at(-1)?.trim() ?? "");
    expect(next.code, next.text).toBe(0);
    const { namespaces, buckets, workers } = dana.account;
    expect([namespaces.length, buckets.length, workers["tributary"]?.deployed]).toEqual([1, 1, 1]);
  });

test("killed behind any step and run again, it makes everything once and keeps one key", async () => {
  for (const killed of FRESH) {
    const dana = machine();
    const first = await dana.deploy(["--url", url], { FAKE_KILL: killed });
    const second = await dana.deploy(["--url", url]);

    const { namespaces, buckets, workers } = dana.account;
    const key = workers["tributary"]?.secrets["TOKEN_KEY"];
    expect([killed, first.code, second.code], second.text).toEqual([killed, null, 0]);
    expect([killed, namespaces.length, buckets.length]).toEqual([killed, 1, 1]);
    expect([killed, dana.file("token-key")?.text]).toEqual([killed, `${key}\n`]);
  }
});

test("a dry run shows every step without an account, and leaves nothing behind", async () => {
  const dana = machine({ loggedIn: false });

  const ended = await dana.deploy([
    "--dry-run",
    "--free",
    "--mail",
    "receipts@example.com",
    "--catch-all",
  ]);

  expect(ended.code, ended.text).toBe(0);
  expect(dana.commands).toEqual([]);
  expect([dana.file("settings.json"), dana.file("wrangler.toml"), dana.file("token-key")]).toEqual([
    null,
    null,
    null,
  ]);
  for (const step of [
    "[1/6]",
    "[6/6]",
    "wrangler secret put TOKEN_KEY",
    "without [limits]",
    '"*@example.com"',
  ])
    expect(ended.text).toContain(step);
});

test("a mistyped option is refused by name before anything is asked", async () => {
  const dana = machine();
  const refused = await Promise.all(
    [
      ["--domain", "budget"],
      ["--mail", "a+b@example.com"],
      ["--var", "TOKEN_KEY=x"],
      ["--free", "--paid"],
      ["--fre"],
    ].map(async (args) => dana.deploy(args)),
  );

  expect(refused.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
  expect(dana.commands).toEqual([]);
});
