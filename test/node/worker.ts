// The built Worker (built.ts) on loopback, as often and as configured as a test needs it. A test gives its client
// addresses out, so that nobody's attempts count against another's limit.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { createTestHarness } from "wrangler";

export const LOCAL_TOKEN = "local-token-of-the-outside-tests-0123456789";
const TOKEN_KEY = "token-key-of-the-outside-tests-0123456789";
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

/** Starts the built Worker with nothing stored; `folder` is another build than the tests' common one. */
export async function startWorker(
  vars: Record<string, string>,
  secrets: Record<string, string> = {},
  folder: string = inject("builtWorker"),
): Promise<Worker> {
  process.env["CLOUDFLARE_CF_FETCH_ENABLED"] = "false";
  const configPath = join(ROOT, "wrangler.toml");
  const options = (more: Record<string, string>, moreSecrets: Record<string, string>) => ({
    workers: [
      {
        configPath,
        prebuiltWorkerDir: folder,
        vars: {
          ENVIRONMENT: "local",
          BUDGET_API_URL: "",
          RATES_URL: "",
          MAIL_DNS_URL: "",
          SOURCE_DNS_URL: "",
          ...more,
        },
        secrets: { TOKEN_KEY, LOCAL_TOKEN, ...moreSecrets },
      },
    ],
  });
  const harness = createTestHarness(options(vars, secrets));
  const { url } = await harness.listen();
  return {
    origin: url.origin,
    bindings: async () => harness.getWorker<Env>().getEnv(),
    logged: () =>
      harness
        .getLogs()
        .map((log) => JSON.stringify(log))
        .join("\n"),
    configure: async (more, moreSecrets = {}) =>
      harness.update(options({ ...vars, ...more }, { ...secrets, ...moreSecrets })),
    close: async () => harness.close(),
  };
}

export interface Variant {
  readonly folder: string;
  discard(): void;
}

/** The built Worker with another value of one of its limits (src/platform/limits.ts), so that what it waits for takes less time. */
export function withLimit(name: string, value: number): Variant {
  const folder = mkdtempSync(join(tmpdir(), "tributary-variant-"));
  cpSync(inject("builtWorker"), folder, { recursive: true });
  const script = join(folder, "index.js");
  const [before, after, ...more] = readFileSync(script, "utf8").split(
    new RegExp(`\\b${name} = [\\de]+;`),
  );
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`the built Worker has no ${name}`);
  writeFileSync(script, `${before}${name} = ${value};${after}`);
  return { folder, discard: () => rmSync(folder, { recursive: true, force: true }) };
}
