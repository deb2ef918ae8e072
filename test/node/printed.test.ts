// The tests print no secret, and the check for that can fail.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { cut, PLANTED } from "../../scripts/printed.mjs";
import { CREDENTIAL_KINDS, mint, newSecret } from "../../src/platform/credentials/credential.ts";
import { addressText, newAddressSecret } from "../../src/importer/connection/recipient.ts";
import { PASSWORD } from "../oauth/visitor-password.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url).href);
const scratch = mkdtempSync(join(tmpdir(), "tributary-printed-"));
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

// Put together here, so that no source that a failing test shows has it whole.
const SECRET = ["planted", "in-a-test-of-the-check"].join("-");

describe("lines of test output", () => {
  test.each(CREDENTIAL_KINDS)("a line with a credential of kind %s is redacted", async (kind) => {
    const { text } = await mint(kind, "abc-7");
    expect(cut(`{"error":"no ${text}","x":1}`)).toEqual({
      found: ["a credential"],
      clean: '{"error":"no [a credential]","x":1}',
    });
    expect(cut(`/api/x?access_token=${text}&y=1`).clean).toBe(
      "/api/x?access_token=[a credential]&y=1",
    );
  });

  test("a bare secret, a receipt address in any case, or two of them, are redacted everywhere in a line", () => {
    expect(cut(`secret ${newSecret()}.`)).toEqual({
      found: ["a secret"],
      clean: "secret [a secret].",
    });
    const address = addressText(
      { name: "receipts", domain: "example.com" },
      { connection: "1", secret: newAddressSecret() },
    );
    expect(cut(`to ${address}, ${address.toUpperCase()}`)).toEqual({
      found: ["a receipt address", "a receipt address"],
      clean: "to receipts[a receipt address]example.com, RECEIPTS[a receipt address]EXAMPLE.COM",
    });
  });

  test("a secret is redacted even if colour codes are inside it", async () => {
    const { text } = await mint("imp", "1");
    const coloured = `${text.slice(0, 20)}\u001b[31m${text.slice(20)}\u001b[39m`;
    expect(cut(coloured)).toEqual({ found: ["a credential"], clean: "[a credential]" });
  });

  test("a line with any of the planted secrets is redacted", () => {
    for (const secret of PLANTED) {
      expect(cut(`a ${secret} b ${secret}`)).toEqual({
        found: ["a planted secret", "a planted secret"],
        clean: "a [a planted secret] b [a planted secret]",
      });
    }
    expect(cut(`key ${SECRET}!`)).toEqual({
      found: ["a planted secret"],
      clean: "key [a planted secret]!",
    });
  });

  test.each([
    "\u001b[32m✓\u001b[39m a test that passed",
    `imp_1_${"a".repeat(52)}`,
    `receipts+1-${"a".repeat(16)}@example.com`,
    "sha256 761760136dbeba3e55d4a00147e49d4ccdc71dbf489a432d31fe4846253339ff",
    "at_the_end_of_a_name",
    "receipts+1-…@example.com",
  ])("a line like %j has no secret, and stays unchanged", (line) => {
    expect(cut(line)).toEqual({ found: [], clean: line });
  });
});

test("a piece of a failing test's source may show planted secrets, and no real ones", () => {
  for (const secret of [...PLANTED, SECRET])
    expect(cut(` 12| const TOKEN = "${secret}";`).found).toEqual([]);
  expect(cut(` 12| const TOKEN = "${newSecret()}";`).found).toEqual(["a secret"]);
});

test("the check knows all secrets that the tests are configured with", () => {
  const source = readFileSync(join(ROOT, "vitest.config.ts"), "utf8");
  const bindings = [...source.matchAll(/(TOKEN_KEY|LOCAL_TOKEN|BUDGET_API_TOKEN): "([^"]+)"/g)];
  expect(bindings.length).toBeGreaterThanOrEqual(3);
  for (const [, name = "", value = ""] of bindings)
    expect(cut(value).found, name).toEqual(["a planted secret"]);
  expect(cut(PASSWORD).found).toEqual(["a planted secret"]);
});

test("the platform logs no requests itself, because their addresses hold codes, invitations and links", () => {
  const toml = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
  expect(/\[observability\.logs\]\n(?:[^[\n]*\n)*?invocation_logs = false\n/.test(toml)).toBe(true);
  expect(toml).not.toMatch(/invocation_logs = true/);
});

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** npm test over a folder with one test in it. */
async function run(source: string, ...args: string[]): Promise<Ran> {
  const folder = mkdtempSync(join(scratch, "run-"));
  writeFileSync(
    join(folder, "vitest.config.mjs"),
    "export default { test: { globals: true, include: ['*.test.js'] } };\n",
  );
  writeFileSync(join(folder, "one.test.js"), source);
  const child = spawn(
    process.execPath,
    [join(ROOT, "scripts/test.mjs"), "--root", folder, ...args],
    { env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" } },
  );
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, out, err };
}

const PRINTS = (how: string, secret = `["planted", "in-a-test-of-the-check"].join("-")`) =>
  `test("prints", () => { ${how}("before", ${secret}, "after"); });`;

describe("npm test", () => {
  test("npm test passes without a printed secret, and passes on output, arguments and reports", async () => {
    const report = join(scratch, "report.json");
    const { code, out, err } = await run(
      `test("says", () => { console.log("a word"); });\ntest("left out", () => { throw new Error("not asked for"); });`,
      "-t",
      "says",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    );
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.not.stringContaining("Secrets were printed"),
    });
    expect(out).toContain("a word");
    expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({
      numPassedTests: 1,
      numFailedTests: 0,
    });
  });

  test.each(["console.log", "console.error"])(
    "npm test fails after a secret printed by %s, names the line, and shows no secret",
    async (how) => {
      const { code, out, err } = await run(PRINTS(how));
      expect(code).toBe(1);
      expect(out + err).not.toContain(SECRET);
      expect(err).toMatch(
        /Secrets were printed, 1 times:\n {2}std(out|err), line \d+: before \[a planted secret\] after/,
      );
    },
  );

  test("npm test fails after printing one of our credentials", async () => {
    const { text } = await mint("at", "1");
    const { code, out, err } = await run(PRINTS("console.log", JSON.stringify(text)));
    expect(code).toBe(1);
    expect(out + err).not.toContain(text);
    expect(err).toContain("before [a credential] after");
  });

  test("npm test fails after a secret in a report, even if nothing was printed", async () => {
    const report = join(scratch, "leaky.json");
    const { code, err } = await run(
      `test("a name with " + ["planted", "in-a-test-of-the-check"].join("-"), () => {});`,
      "--reporter=json",
      "--outputFile",
      report,
    );
    expect(existsSync(report)).toBe(true);
    expect(code).toBe(1);
    expect(err).toMatch(/leaky\.json, line \d+: .*\[a planted secret\]/);
  });

  test("npm test with a failing test has vitest's own exit code", async () => {
    const { code, err } = await run(`test("fails", () => { expect(1).toBe(2); });`);
    expect(code).toBe(1);
    expect(err).not.toContain("Secrets were printed");
  });
});
