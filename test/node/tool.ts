// The tool as it is installed: a copy of its folder without the project around it, with settings and
// state of its own.

import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("../../scripts/tributary", import.meta.url).href);

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A command that runs, and what it has printed so far. */
export interface Running {
  readonly child: ChildProcess;
  readonly printed: () => { readonly out: string; readonly err: string };
  readonly ended: Promise<Ended>;
}

export class Tool {
  /** A folder for the test's own files. */
  readonly folder = mkdtempSync(join(tmpdir(), "tributary-tool-"));
  readonly env: Record<string, string>;

  constructor(env: Record<string, string> = {}) {
    cpSync(SOURCE, join(this.folder, "tool"), { recursive: true });
    mkdirSync(join(this.folder, "drop"));
    this.env = {
      PATH: process.env["PATH"] ?? "",
      XDG_CONFIG_HOME: join(this.folder, "config"),
      XDG_STATE_HOME: join(this.folder, "state"),
      ...env,
    };
  }

  /** Starts a command. */
  start(args: readonly string[], input: string | null = null): Running {
    const child = spawn(process.execPath, [join(this.folder, "tool/cli.mjs"), ...args], {
      cwd: this.folder,
      env: this.env,
      stdio: ["pipe", "pipe", "pipe"],
    });
    const printed = { out: "", err: "" };
    child.stdout.on("data", (chunk: Buffer) => (printed.out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (printed.err += chunk.toString()));
    child.stdin.on("error", () => undefined);
    child.stdin.end(input ?? "");
    const ended = new Promise<Ended>((resolve) => {
      child.once("close", (code) => resolve({ code, ...printed }));
    });
    return { child, printed: () => printed, ended };
  }

  /** Runs a command to its end. */
  async run(args: readonly string[], input: string | null = null): Promise<Ended> {
    return this.start(args, input).ended;
  }

  discard(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
