// A Worker in a process of its own, with its data on disk, that can be killed with SIGKILL at any moment and started
// again on what it left behind; and a way in front of a service in which an answer can be held until its asker is dead.

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, request as askHttp } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { killAll } from "../../scripts/kill/all.mjs";
import { bodyOf } from "./resource-server.ts";

const SERVE = fileURLToPath(new URL("../../scripts/kill/serve.mjs", import.meta.url).href);

/** `port`: the same in every life; a free one each time if it is left out. */
export interface KillableOptions {
  readonly bindings: Record<string, string>;
  readonly port?: number;
}

export class KillableWorker {
  readonly folder: string;
  readonly state: string;
  readonly options: KillableOptions;
  #child: ChildProcess | null = null;
  #origin = "";

  constructor(folder: string, state: string, options: KillableOptions) {
    this.folder = folder;
    this.state = state;
    this.options = options;
  }

  /** Where it is, in its newest life. */
  get origin(): string {
    return this.#origin;
  }

  /** Resolves once it answers. */
  async start(): Promise<void> {
    const child = spawn(
      process.execPath,
      [SERVE, this.folder, this.state, JSON.stringify(this.options)],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    this.#child = child;
    const said = await Promise.race([
      once(child.stdout, "data"),
      once(child, "exit").then(() => {
        throw new Error("the Worker ended before it was ready");
      }),
    ]);
    this.#origin = new URL(String(said[0]).trim()).origin;
  }

  /** SIGKILL to the process and everything below it; resolves once nothing of them is left. */
  async kill(): Promise<void> {
    if (this.#child?.pid !== undefined) await killAll(this.#child.pid);
    this.#child = null;
  }
}

/** A token request as it passed, and the status that it was answered with. */
export interface Passed {
  readonly form: URLSearchParams;
  readonly status: number;
  readonly answer: Record<string, unknown>;
}

export interface Passage {
  readonly origin: string;
  /** Every token request, the newest last. */
  readonly passed: Passed[];
  /** The answer to the next token request is held; resolves once the service has given it. */
  holdNext(): Promise<void>;
  /** Lets go of what is held. */
  release(): void;
  close(): void;
}

/** A way to what is at `target` on a port of its own, under whose name it then speaks. */
export async function passageTo(target: () => string): Promise<Passage> {
  const passed: Passed[] = [];
  let held: { readonly reached: () => void; readonly until: Promise<void> } | null = null;
  let release = () => {};
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      const inner = askHttp(new URL(request.url ?? "/", target()).href, {
        agent: false,
        method: request.method,
        headers: { ...request.headers, "content-length": Buffer.byteLength(body) },
      });
      inner.end(body);
      const [answer] = (await once(inner, "response")) as [import("node:http").IncomingMessage];
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      const bytes = Buffer.concat(chunks);
      if (request.url === "/oauth/token") {
        passed.push({
          form: new URLSearchParams(body),
          status: answer.statusCode ?? 0,
          answer: JSON.parse(bytes.toString()),
        });
        const holding = held;
        held = null;
        holding?.reached();
        await holding?.until;
      }
      const { "transfer-encoding": _, ...headers } = answer.headers;
      response
        .writeHead(answer.statusCode ?? 502, { ...headers, "content-length": bytes.byteLength })
        .end(bytes);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", listening);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    holdNext: async () => {
      const until = new Promise<void>((resolve) => {
        release = resolve;
      });
      return new Promise<void>((reached) => {
        held = { reached, until };
      });
    },
    release: () => release(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
