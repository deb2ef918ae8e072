// Runs npm run deploy with the fake wrangler and a folder of its own.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { experimental_readRawConfig as readRawConfig } from "wrangler";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url).href);
const FAKE = fileURLToPath(new URL("fake-wrangler.mjs", import.meta.url).href);

export interface Call {
  readonly command: string;
  readonly args: readonly string[];
  readonly input: string;
  readonly in: string | null;
  /** The text of its --config; empty without one. */
  readonly config: string;
}

/** What the fake's account holds. */
export interface Account {
  loggedIn: boolean;
  plan: "free" | "paid";
  accounts: { id: string; name: string }[];
  namespaces: { id: string; title: string }[];
  buckets: string[];
  taken: string[];
  workers: Record<string, { secrets: Record<string, string>; deployed?: number; version?: string }>;
  calls: Call[];
}

export interface Ended {
  readonly code: number | null;
  readonly text: string;
}

/** A machine with an account at Cloudflare. */
export class Machine {
  readonly scratch = mkdtempSync(join(tmpdir(), "tributary-deploy-"));
  readonly folder = join(this.scratch, "deployment");

  constructor(account: Partial<Account> = {}) {
    this.write({
      loggedIn: true,
      plan: "paid",
      accounts: [{ id: "a".repeat(32), name: "Dana's" }],
      namespaces: [],
      buckets: [],
      taken: [],
      workers: {},
      calls: [],
      ...account,
    });
  }

  get account(): Account {
    const account: Account = JSON.parse(readFileSync(join(this.scratch, "account.json"), "utf8"));
    return account;
  }

  write(account: Account): void {
    writeFileSync(join(this.scratch, "account.json"), JSON.stringify(account));
  }

  /** The commands so far, in order. */
  get commands(): string[] {
    return this.account.calls.map(({ command }) => command);
  }

  /** What the last command was configured with. */
  get config(): Record<string, unknown> {
    const path = join(this.scratch, "last.toml");
    writeFileSync(path, this.account.calls.at(-1)?.config ?? "");
    return { ...readRawConfig({ config: path }).rawConfig };
  }

  /** A file of the deployment's folder; null without it. */
  file(name: string): { text: string; mode: number } | null {
    const path = join(this.folder, name);
    if (!existsSync(path)) return null;
    return { text: readFileSync(path, "utf8"), mode: statSync(path).mode & 0o777 };
  }

  async deploy(args: string[], env: Record<string, string> = {}): Promise<Ended> {
    const own = ["--folder", this.folder, "--wrangler", FAKE];
    const child = spawn(process.execPath, ["scripts/deploy.mjs", ...args, ...own], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, FAKE_ACCOUNT: join(this.scratch, "account.json"), ...env },
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (part: Buffer) => (text += part.toString("utf8")));
    const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
    return { code, text };
  }

  discard(): void {
    rmSync(this.scratch, { recursive: true, force: true });
  }
}
