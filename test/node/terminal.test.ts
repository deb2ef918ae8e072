// The terminal: npm start on a free port with nothing stored, and the samples through npm run
// import.

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { readConfig } from "../../scripts/local-worker.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url).href);
const scratch = mkdtempSync(join(tmpdir(), "tributary-"));
const START_MS_MAX = 110_000;

/**
 * What each sample holds: transactions, their sum in hundredths (money in is positive), and the
 * shop of the two coffees.
 */
const TRUTH = [
  { name: "be-rekening.cod", rows: 5, cents: 142270, coffee: "Koffiebar Centraal" },
  { name: "be-zichtrekening.xml", rows: 8, cents: 124257, coffee: "Koffiehuis Vos" },
  { name: "ch-privatkonto.csv", rows: 13, cents: 187910, coffee: "Kaffeebar" },
  { name: "de-girokonto.csv", rows: 15, cents: 170999, coffee: "Café Müllerin" },
  { name: "de-umsaetze.sta", rows: 7, cents: 150238, coffee: "Kaffeerösterei Ost" },
  { name: "es-cuenta.n43", rows: 5, cents: 104828, coffee: "CAFETERIA EL SOL" },
  { name: "fr-compte.cfo", rows: 5, cents: 122610, coffee: "CAFE DU PORT" },
  { name: "se-konto.xlsx", rows: 7, cents: 1814225, coffee: "KAFFEBAREN SÖDER" },
  { name: "uk-current.csv", rows: 15, cents: 73896, coffee: "BREW & BEAN" },
  { name: "us-card.csv", rows: 13, cents: -25871, coffee: "TWO RIVERS" },
  { name: "us-checking.csv", rows: 19, cents: 219528, coffee: "CORNER COFFEE" },
  { name: "us-credit-union.qfx", rows: 10, cents: 36272, coffee: "RIVER ROAST COFFEE" },
  { name: "us-register.qif", rows: 7, cents: 151291, coffee: "Corner Espresso" },
  { name: "us-report.bai", rows: 4, cents: 144230, coffee: "CORNER COFFEE" },
];

let worker: ChildProcess;
let printed = "";
let address = "";

beforeAll(async () => {
  ({ worker, printed, address } = await started("--persist-to", join(scratch, "state")));
});

afterAll(async () => {
  if (worker.exitCode === null) {
    worker.kill("SIGTERM");
    await once(worker, "exit");
  }
  rmSync(scratch, { recursive: true, force: true });
});

describe("npm start", () => {
  test("npm start prints the address, a one-time link that opens, the token and a call to try", async () => {
    const link = /Open it:\s+(\S+)/.exec(printed)?.[1] ?? "";
    const page = await fetch(link);

    expect(printed).toMatch(/^export TOKEN=[\w-]{43}$/m);
    expect(printed).toContain("--data-binary @samples/us-checking.csv");
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Open Tributary");
  });

  test("npm start next to a running Tributary prints another link and ends", async () => {
    const again = await run("start.mjs", "--port", new URL(address).port);

    expect(again.code).toBe(0);
    expect(again.output).toContain("Tributary already runs");
    expect(again.output).toMatch(/Open it:\s+\S+link=link_1_/);
  });
});

describe("the port of npm start", () => {
  const WRANGLERS = [
    "/cdn-cgi/explorer",
    "/cdn-cgi/local/explorer",
    "/cdn-cgi/local/explorer/api",
    "/cdn-cgi/local/explorer/api/workers/durable_objects/namespaces",
    "/cdn-cgi/local/platform-proxy",
    "/cdn-cgi/local/r2/public/tributary-documents/documents/0",
    "/cdn-cgi/local/r2/s3",
    "/cdn-cgi/handler/scheduled",
    "/cdn-cgi/mf/scheduled",
    "/cdn-cgi/ProxyWorker/pause",
    "/x/../cdn-cgi/local/platform-proxy",
    "/cdn-cgi/local/scheduled/..%2f/",
  ];
  test.each(WRANGLERS)("%s is not found on the port of npm start", async (path) => {
    expect(await askRaw("GET", path)).toMatchObject({ status: 404 });
  });

  test("a query on stored data is refused, even from a page of this machine", async () => {
    const path =
      "/cdn-cgi/local/explorer/api/workers/durable_objects/namespaces/tributary-Budget/query";
    const body = JSON.stringify({ durable_object_name: "1", queries: [{ sql: "SELECT 1" }] });
    const answer = await askRaw("POST", path, {
      body,
      headers: { origin: "http://localhost:3000", "content-type": "application/json" },
    });

    expect(answer.status).toBe(404);
  });

  test("the trigger of the heartbeat still answers on this machine", async () => {
    expect(await askRaw("GET", "/cdn-cgi/local/scheduled")).toMatchObject({ status: 200 });
  });

  test("a requested address with secrets in it is stored nowhere", async () => {
    const planted = [
      "plantedcode8d1f",
      "plantedinvitation8d1f",
      "plantedlink8d1f",
      "plantedtoken8d1f",
    ];
    await askRaw("GET", `/connect/callback?code=${planted[0]}&state=s`);
    await askRaw("GET", `/join?invite=${planted[1]}`);
    await askRaw("GET", `/sign-in?link=${planted[2]}`);
    await askRaw("GET", `/v1/me?access_token=${planted[3]}`);
    await askRaw("GET", `/v1/me?access_token=${token()}`);

    const holding = filesBelow(join(scratch, "state")).filter((path) => {
      const content = readFileSync(path);
      return [...planted, token()].some((secret) => content.includes(secret));
    });
    expect(filesBelow(join(scratch, "state")).length).toBeGreaterThan(5);
    expect(holding).toEqual([]);
  });

  test("stored data and secrets are readable only by their owner", () => {
    const open = [join(scratch, "state/v3"), join(ROOT, ".dev.vars")].filter(
      (path) => (statSync(path).mode & 0o077) !== 0,
    );
    const files = filesBelow(join(scratch, "state")).filter(
      (path) => (statSync(path).mode & 0o077) !== 0,
    );

    expect([...open, ...files]).toEqual([]);
  });

  test("a large body that is refused unread is answered, and later requests work", async () => {
    const body = "x".repeat(6_000_000);
    const headers = { authorization: `Bearer ${token()}` };
    const said: string[] = [];
    for (let round = 0; round < 12; round++) {
      const refused = await askRaw("POST", "/v2/me", { body, headers });
      const next = await askRaw("GET", "/health", { headers });
      said.push(`${refused.status} ${next.status}`);
    }

    expect(new Set(said)).toEqual(new Set(["405 200"]));
  });

  test("a client cannot choose the network it comes from", async () => {
    const tries = Array.from({ length: 12 }, async (_, index) =>
      askRaw("POST", "/sign-in", {
        body: `email=nobody%40home.example&password=wrong-password-${index}`,
        headers: {
          "cf-connecting-ip": `203.0.113.${index}`,
          origin: address,
          "content-type": "application/x-www-form-urlencoded",
        },
      }),
    );

    expect((await Promise.all(tries)).some(({ status }) => status === 429)).toBe(true);
  });
});

test("npm start passes vars on, and --ip sets the address of a second Tributary next to the first", async () => {
  const vars = [
    "--var",
    "BUDGET_API_URL:http://127.0.0.1:9/v2",
    "--var",
    "OAUTH_ISSUER:http://127.0.0.1:9",
    "--var",
    "OAUTH_CLIENT_ID:an-id",
    "--var",
    "OAUTH_CLIENT_SECRET:a-secret",
  ];
  const second = await started(
    "--persist-to",
    join(scratch, "second"),
    "--ip",
    "127.0.0.1",
    ...vars,
  );
  const headers = {
    authorization: `Bearer ${/export TOKEN=(\S+)/.exec(second.printed)?.[1] ?? ""}`,
  };
  const answer = await fetch(`${second.address}/api/recurring`, { headers }).then((response) =>
    response.json(),
  );
  second.worker.kill("SIGTERM");
  await once(second.worker, "exit");

  expect(second.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(address).toMatch(/^http:\/\/localhost:\d+$/);
  expect(answer).toMatchObject({
    errors: [{ errMsg: "This is managed in the remote service itself." }],
  });
  expect(second.printed).not.toContain("a-secret");
  expect(second.printed).not.toContain("Others can reach this");
});

test("npm start warns if other machines can reach it", async () => {
  const { worker: open, printed: said } = await started(
    "--persist-to",
    join(scratch, "open"),
    "--ip",
    "0.0.0.0",
  );
  open.kill("SIGTERM");
  await once(open, "exit");

  expect(said).toContain("Others can reach this Tributary: it listens on 0.0.0.0");
});

test("npm start reports invalid vars once, and ends", async () => {
  const { code, output } = await run(
    "start.mjs",
    "--port",
    "0",
    "--persist-to",
    join(scratch, "faulty"),
    "--var",
    "OAUTH_CLIENT_ID:alone",
  );

  expect(code).toBe(1);
  expect(output.match(/BUDGET_API_URL is missing/g)).toHaveLength(1);
  expect(output).toContain("Tributary cannot run with these vars");
});

/** The parts of wrangler's reading that are compared; its own type needs packages that are not here. */
interface WranglerConfig {
  readonly name?: string;
  readonly compatibility_date?: string;
  readonly vars: object;
  readonly durable_objects: { readonly bindings: readonly { name: string; class_name: string }[] };
  readonly kv_namespaces: readonly { binding: string; id?: string }[];
  readonly r2_buckets: readonly { binding: string; bucket_name?: string }[];
  readonly ratelimits: readonly { name: string; namespace_id: string; simple: object }[];
  readonly assets?: object;
}

test("npm start reads the same bindings in wrangler.toml as wrangler does", () => {
  const config: WranglerConfig = unstable_readConfig({ config: join(ROOT, "wrangler.toml") });

  expect(readConfig()).toEqual({
    name: config.name,
    compatibilityDate: config.compatibility_date,
    vars: config.vars,
    objects: Object.fromEntries(
      config.durable_objects.bindings.map(({ name, class_name: className }) => [
        name,
        { className, useSQLite: true },
      ]),
    ),
    kv: Object.fromEntries(config.kv_namespaces.map(({ binding, id }) => [binding, id])),
    r2: Object.fromEntries(
      config.r2_buckets.map(({ binding, bucket_name: bucket }) => [binding, bucket]),
    ),
    ratelimits: Object.fromEntries(
      config.ratelimits.map(({ name, namespace_id, simple }) => [name, { namespace_id, simple }]),
    ),
  });
  expect(config.assets).toMatchObject({ binding: "ASSETS" });
});

test.each([
  [["--prot", "1"], "npm start has no option --prot; it has --ip, --port"],
  [["--port"], "--port needs a value."],
  [["--var", "lower:1"], "--var lower:1 is not NAME:VALUE."],
  [["--log-level", "loud"], "--log-level loud is none of none, error"],
  [["8790"], 'npm start cannot use "8790".'],
])("npm start %j says what it cannot use", async (args, said) => {
  const { code, output } = await run("start.mjs", ...args);

  expect(code).toBe(1);
  expect(output).toContain(said);
});

describe("npm run import", () => {
  test("each sample has a known truth", () => {
    const samples = readdirSync(join(ROOT, "samples")).filter(
      (name) => !/\.(md|json|eml)$/.test(name),
    );

    expect(samples.sort()).toEqual(TRUTH.map(({ name }) => name).sort());
  });

  test.each(TRUTH)(
    "npm run import reads $name correctly without a question, and inserts nothing the second time",
    async ({ name, rows, cents, coffee }) => {
      // In one account some files' rows would look like those of others, and be asked about.
      const account = /\.(qfx|cod|n43|cfo|bai)$/.test(name) ? "Savings" : "Checking";
      const first = await run(
        "import.mjs",
        join("samples", name),
        "--account",
        account,
        "--yes",
        "--url",
        address,
      );
      const second = await run(
        "import.mjs",
        join("samples", name),
        "--account",
        account,
        "--yes",
        "--url",
        address,
      );

      const items = await itemsOf(name);
      expect(first).toMatchObject({ code: 0 });
      expect(figure(first.output, "inserted")).toBe(rows);
      expect(items.reduce((sum, item) => sum - Math.round(Number(item.amount) * 100), 0)).toBe(
        cents,
      );
      expect(
        items.filter((item) => item.date === "2026-10-01" && item.payee.includes(coffee)),
      ).toHaveLength(2);
      expect(figure(second.output, "inserted")).toBe(0);
      expect(figure(second.output, "already there")).toBe(rows);
    },
  );

  test("npm run import names the rejected rows with line and reason, and exits 1", async () => {
    const file = statement(
      "Date,Description,Amount\n2026-02-27,COFFEE,-3.75\n2026-02-30,\u001b[31mBOOKS,-18.00\n2026-03-01,MARKET,-52.10\n2026-03-02,BUS,-2.90\n2026-03-03,TEA,-4.20\n2026-03-04,GYM,-31.00\n",
    );

    const { code, output } = await run(
      "import.mjs",
      file,
      "--account",
      "Savings",
      "--url",
      address,
    );

    expect(code).toBe(1);
    expect(output).toContain("line 3:");
    expect(output).toContain("2026-02-30");
    expect(output).not.toContain("\u001b");
  });

  test("npm run import without a terminal prints an open question and exits 2", async () => {
    const file = statement(
      "Date,Description,Amount\n01/02/2026,COFFEE,-3.75\n02/03/2026,PAYROLL,2184.60\n03/04/2026,MARKET,-52.10\n",
    );

    const { code, output } = await run(
      "import.mjs",
      file,
      "--account",
      "Savings",
      "--url",
      address,
    );

    expect(code).toBe(2);
    expect(output).toContain("1) ");
    expect(output).toContain(`${address}/imports/`);
  });

  test("npm run import with --preview posts nothing", async () => {
    const { code, output } = await run(
      "import.mjs",
      "samples/us-checking.csv",
      "--account",
      "Cash",
      "--preview",
      "--url",
      address,
    );

    expect(code).toBe(0);
    expect(figure(output, "to import")).toBe(19);
    expect(output).toContain("Nothing is in the budget yet");
    expect(output).toContain(
      "Importing sets the balance of Cash to 3399.61 USD: the bank says 3399.61 USD on 2026-10-30.",
    );
  });

  test("npm run import reports the account's new balance, and leaves it unchanged on request", async () => {
    const file = statement(
      "Date,Description,Amount,Balance\n2025-03-01,COFFEE,-3.75,96.25\n2025-03-02,MARKET,-6.25,90.00\n",
    );
    const left = await run(
      "import.mjs",
      file,
      "--account",
      "Cash",
      "--leave-balance",
      "--url",
      address,
    );
    const set = await run("import.mjs", file, "--account", "Cash", "--url", address);

    expect(left.output).toContain(
      "The balance of Cash is left as it is, though the bank says 90.00 USD on 2025-03-02. The upload asked to leave the balance alone.",
    );
    expect(set.output).toContain(
      "The balance of Cash is now 90.00 USD: the bank says 90.00 USD on 2025-03-02.",
    );
  });

  test("npm run import names the fault of a file, an account or an address, and tells an unreachable server apart", async () => {
    const nothing = await run("import.mjs", "nowhere.csv", "--url", address);
    const account = await run(
      "import.mjs",
      "samples/us-checking.csv",
      "--account",
      "Nobody's",
      "--url",
      address,
    );
    const silent = await run(
      "import.mjs",
      "samples/us-checking.csv",
      "--url",
      "http://127.0.0.1:9",
    );

    expect([nothing.code, account.code, silent.code]).toEqual([1, 1, 3]);
    expect(nothing.output).toContain("Cannot read nowhere.csv");
    expect(account.output).toContain('There is no account "Nobody\'s"');
    expect(silent.output).toContain("Is Tributary running");
  });
});

describe("npm run import into an account of another currency", () => {
  const SAYS =
    "The file is in EUR; the account Cash is in USD. The transactions are imported in EUR.";
  const euros = (payee: string) =>
    statement(
      `Date,Description,Amount,Currency\n2026-05-02,${payee},-3.75,EUR\n2026-05-13,WAGE ${payee},2184.60,EUR\n2026-05-14,MARKET ${payee},-52.10,EUR\n`,
    );
  const newest = async () => (await importsOf("?limit=1"))[0];

  test("npm run import in a pipe refuses another currency, and says how to import it all the same", async () => {
    const { code, output } = await run(
      "import.mjs",
      euros("COFFEE A"),
      "--account",
      "Cash",
      "--url",
      address,
    );

    expect(code).toBe(1);
    expect(output).toContain(SAYS);
    expect(output).toContain("Nothing was imported.");
    expect(output).toContain("--yes");
    expect(await newest()).toMatchObject({ state: "undone", counts: { inserted: 0 } });
  });

  test("npm run import in a pipe imports another currency with --yes", async () => {
    const { code, output } = await run(
      "import.mjs",
      euros("COFFEE A"),
      "--account",
      "Cash",
      "--yes",
      "--url",
      address,
    );

    expect(code).toBe(0);
    expect(output).toContain(SAYS);
    expect(figure(output, "inserted")).toBe(3);
  });

  test("npm run import on a terminal asks about another currency first, and posts nothing after a no", async () => {
    const { code, output } = await runOnTerminal(
      ["maybe", "n"],
      euros("COFFEE BEANS"),
      "--account",
      "Cash",
      "--url",
      address,
    );

    expect(output).toContain(SAYS);
    expect(output.match(/Import it all the same\? \(y\/n\)/g)).toHaveLength(2);
    expect(output).toContain("Nothing was imported.");
    expect(code).toBe(1);
    expect(await newest()).toMatchObject({ state: "undone", counts: { inserted: 0 } });
  });

  test("npm run import on a terminal posts another currency after a yes", async () => {
    const { code, output } = await runOnTerminal(
      ["y"],
      euros("COFFEE AND CAKE"),
      "--account",
      "Cash",
      "--url",
      address,
    );

    expect(output).toContain(SAYS);
    expect(output.indexOf(SAYS)).toBeLessThan(output.indexOf("inserted"));
    expect(code).toBe(0);
    expect(await newest()).toMatchObject({ state: "done", counts: { inserted: 3 } });
  });

  test("npm run import with --preview reports another currency, and asks nothing", async () => {
    const { code, output } = await runOnTerminal(
      [],
      euros("COFFEE TO GO"),
      "--account",
      "Cash",
      "--preview",
      "--url",
      address,
    );

    expect(code).toBe(0);
    expect(output).toContain(SAYS);
    expect(output).toContain("Nothing is in the budget yet");
  });

  test("npm run import reports the assumed currency if the file names none, and asks nothing", async () => {
    const { code, output } = await runOnTerminal(
      [],
      "samples/se-konto.xlsx",
      "--account",
      "Cash",
      "--url",
      address,
    );

    expect(code).toBe(0);
    expect(output).toContain(
      "The file names no currency: its amounts are taken as USD, the currency of Cash.",
    );
  });

  test("npm run import mentions no currency if the file names the account's", async () => {
    const file = statement(
      "Date,Description,Amount,Currency\n2026-06-02,COFFEE,-3.75,USD\n2026-06-13,PAYROLL,2184.60,USD\n2026-06-14,MARKET,-52.10,USD\n",
    );
    const { output } = await run("import.mjs", file, "--account", "Cash", "--url", address);

    expect(figure(output, "inserted")).toBe(3);
    expect(output).not.toContain("USD");
  });
});

test("npm start ends everything it started when it is told to end", async () => {
  worker.kill("SIGTERM");
  const [code] = await once(worker, "exit");

  expect(code).toBe(0);
  await expect(fetch(address)).rejects.toThrow("fetch failed");
});

/** A request whose path is sent as it is written here, over a connection of its own. */
async function askRaw(
  method: string,
  path: string,
  { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number }> {
  const { port, hostname } = new URL(address);
  return new Promise((resolve, reject) => {
    const asked = request({
      hostname,
      port,
      path,
      method,
      agent: false,
      headers: { ...headers, ...(body !== undefined && { "content-length": String(body.length) }) },
    });
    asked.on("response", (answer) => {
      answer.resume().on("end", () => {
        resolve({ status: answer.statusCode ?? 0 });
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** The local token, as it was printed. */
function token(): string {
  return /export TOKEN=(\S+)/.exec(printed)?.[1] ?? "";
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );
}

/** npm start on a free port, once it has said where. */
async function started(
  ...more: string[]
): Promise<{ worker: ChildProcess; printed: string; address: string }> {
  const child = spawn(process.execPath, ["scripts/start.mjs", "--port", "0", ...more], {
    cwd: ROOT,
  });
  let said = "";
  const note = (chunk: Buffer) => {
    said += chunk.toString();
  };
  child.stdout.on("data", note);
  child.stderr.on("data", note);
  const deadline = Date.now() + START_MS_MAX;
  while (!said.includes("Stop with Ctrl-C") && Date.now() < deadline && child.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 50));
  if (!said.includes("Stop with Ctrl-C")) {
    child.kill("SIGTERM");
    throw new Error(`npm start does not say where it is: ${said}`);
  }
  return { worker: child, printed: said, address: /Tributary runs at (\S+)/.exec(said)?.[1] ?? "" };
}

/** The imports, newest first. */
async function importsOf(
  query: string,
): Promise<readonly { state: string; counts: { inserted: number } }[]> {
  const answer = await fetch(`${address}/api/imports${query}`, {
    headers: { authorization: `Bearer ${token()}` },
  });
  const { imports } = (await answer.json()) as {
    imports: readonly { state: string; counts: { inserted: number } }[];
  };
  return imports;
}

/** npm run import by somebody at a terminal, who types these lines, one as soon as each is asked for. */
async function runOnTerminal(
  lines: readonly string[],
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const asTerminal = "data:text/javascript,process.stdin.isTTY=true;process.stdout.isTTY=true";
  const child = spawn(
    process.execPath,
    ["--import", asTerminal, join("scripts", "import.mjs"), ...args],
    { cwd: ROOT, stdio: "pipe" },
  );
  let output = "";
  let asked = 0;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      for (; asked < Math.min(lines.length, output.split("(y/n)").length - 1); asked += 1)
        child.stdin.write(`${lines[asked]}\n`);
    });
  }
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

/** The insert items of the first import of a file. */
async function itemsOf(name: string): Promise<{ date: string; amount: string; payee: string }[]> {
  const headers = { authorization: `Bearer ${/export TOKEN=(\S+)/.exec(printed)?.[1] ?? ""}` };
  const ask = async (path: string) =>
    (await fetch(`${address}/api/imports${path}`, { headers })).json();
  const { imports } = (await ask("?limit=100")) as {
    imports: { id: string; document: { name: string } }[];
  };
  const found = imports.filter((one) => one.document.name === name).at(-1);
  const { rows } = (await ask(`/${found?.id ?? ""}/rows?state=inserted`)) as {
    rows: { item: { date: string; amount: string; payee: string } }[];
  };
  return rows.map((row) => row.item);
}

async function run(
  script: string,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join("scripts", script), ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

/** The number beside a label of the result table. */
function figure(output: string, label: string): number {
  return Number(
    new RegExp(`^ {2}${label} +([\\d,]+)$`, "m").exec(output)?.[1]?.replaceAll(",", "") ??
      Number.NaN,
  );
}

function statement(text: string): string {
  const path = join(scratch, `statement-${text.length}.csv`);
  writeFileSync(path, text);
  return path;
}
