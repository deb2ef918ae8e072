// The built Worker on loopback, as often and as configured as a test needs it; built once. A test gives its client
// addresses out, so that nobody's attempts count against another's limit.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTestHarness } from "wrangler";
import type { Env } from "../../src/config.ts";

export const LOCAL_TOKEN = "local-token-of-the-connecting-tests-0123456789";
const TOKEN_KEY = "token-key-of-the-connecting-tests-0123456789";
const ROOT = fileURLToPath(new URL("../..", import.meta.url).href);

export interface Worker {
  readonly origin: string;
  /** The Worker's own bindings, for what has no page or interface. */
  bindings(): Promise<Env>;
  /** Everything that it logged so far. */
  logged(): string;
  /** Other vars from now on; what is stored stays. */
  configure(vars: Record<string, string>, secrets?: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

export interface Build {
  readonly folder: string;
  start(vars: Record<string, string>, secrets?: Record<string, string>): Promise<Worker>;
  discard(): void;
}

/** Builds the Worker as a deployment would. */
export function buildWorker(): Build {
  process.env["CLOUDFLARE_CF_FETCH_ENABLED"] = "false";
  const folder = mkdtempSync(join(tmpdir(), "tributary-built-"));
  const wrangler = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
  execFileSync(process.execPath, [wrangler, "deploy", "--dry-run", "--outdir", folder, "-c", join(ROOT, "wrangler.toml")], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
  });
  return { folder, start: async (vars, secrets) => start(folder, vars, secrets), discard: () => rmSync(folder, { recursive: true, force: true }) };
}

async function start(prebuiltWorkerDir: string, vars: Record<string, string>, secrets: Record<string, string> = {}): Promise<Worker> {
  const configPath = join(ROOT, "wrangler.toml");
  const options = (more: Record<string, string>, moreSecrets: Record<string, string>) => ({
    workers: [
      {
        configPath,
        prebuiltWorkerDir,
        vars: { ENVIRONMENT: "local", BUDGET_API_URL: "", RATES_URL: "", MAIL_DNS_URL: "", ...more },
        secrets: { TOKEN_KEY, LOCAL_TOKEN, ...moreSecrets },
      },
    ],
  });
  const harness = createTestHarness(options(vars, secrets));
  const { url } = await harness.listen();
  return {
    origin: url.origin,
    bindings: async () => harness.getWorker<Env>().getEnv(),
    logged: () => harness.getLogs().map((log) => JSON.stringify(log)).join("\n"),
    configure: async (more, moreSecrets = {}) => harness.update(options({ ...vars, ...more }, { ...secrets, ...moreSecrets })),
    close: async () => harness.close(),
  };
}
