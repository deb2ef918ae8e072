// The built Worker (built.ts) on loopback, as often and as configured as a test needs it: on Miniflare itself, as
// wrangler describes it, which starts three times as fast as wrangler's own harness. A test gives its client addresses
// out, so that nobody's attempts count against another's limit.

import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { convertV4MiniflareOptions, Miniflare, Response as MiniflareResponse } from "miniflare";
import { inject } from "vitest";
import {
  unstable_getMiniflareWorkerOptions as describeWorker,
  unstable_readConfig as readConfig,
} from "wrangler";
import { readBundle, serveModules } from "../../scripts/bundle.mjs";

export const LOCAL_TOKEN = "local-token-of-the-outside-tests-0123456789";
const TOKEN_KEY = "token-key-of-the-outside-tests-0123456789";
const CONFIG = fileURLToPath(new URL("../../wrangler.toml", import.meta.url).href);

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
  const { workerOptions } = describeWorker(CONFIG);
  // Not what a developer's .dev.vars says.
  const { vars: committed } = readConfig({ config: CONFIG });
  const modules = serveModules(folder, readBundle(folder), MiniflareResponse);
  const state = mkdtempSync(join(tmpdir(), "tributary-state-"));
  const logs: string[] = [];
  const describe = (port: number, more: Record<string, string>) =>
    convertV4MiniflareOptions({
      ...workerOptions,
      name: "tributary",
      ...modules,
      bindings: {
        ...committed,
        ENVIRONMENT: "local",
        BUDGET_API_URL: "",
        RATES_URL: "",
        MAIL_DNS_URL: "",
        SOURCE_DNS_URL: "",
        TOKEN_KEY,
        LOCAL_TOKEN,
        ...vars,
        ...secrets,
        ...more,
      },
      host: "127.0.0.1",
      port,
      cf: false,
      telemetry: { enabled: false },
      // Mail and cron are triggered by its own paths.
      unsafeTriggerHandlers: true,
      resourcePersistencePath: state,
      handleStructuredLogs: (log) => logs.push(JSON.stringify(log)),
    });
  const miniflare = new Miniflare(describe(0, {}));
  const { origin, port } = await miniflare.ready;
  return {
    origin,
    bindings: async () => miniflare.getBindings<Env>(),
    logged: () => logs.join("\n"),
    configure: async (more, moreSecrets = {}) =>
      miniflare.setOptions(describe(Number(port), { ...more, ...moreSecrets })),
    close: async () => {
      await miniflare.dispose();
      rmSync(state, { recursive: true, force: true });
    },
  };
}

export interface Variant {
  readonly folder: string;
  discard(): void;
}

/**
 * The built Worker with another value of one of its limits (src/platform/limits.ts), so that what
 * it waits for takes less time.
 */
export function withLimit(name: string, value: number): Variant {
  const pattern = new RegExp(`\\b${name}=[\\de]+(?=[,;])`, "g");
  let changed = 0;
  const folder = changedBuild((text) =>
    text.replace(pattern, () => {
      changed += 1;
      return `${name}=${value}`;
    }),
  );
  if (changed !== 1) throw new Error(`the built Worker has ${name} ${changed} times`);
  return { folder, discard: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A copy of the built Worker with each of its modules changed. */
export function changedBuild(change: (text: string, name: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), "tributary-variant-"));
  cpSync(inject("builtWorker"), folder, { recursive: true });
  for (const { name, text } of readBundle(folder))
    writeFileSync(join(folder, name), change(text, name));
  return folder;
}
