// A Worker that is connected to a server which does what a test tells it, and how it looks when nothing came of it.

import { expect } from "vitest";
import { connections } from "./connecting.ts";
import { CLIENT, FaultyServer } from "./faulty-server.ts";
import type { Shown, Visitor } from "./visitor.ts";
import { startWorker, type Worker } from "./worker.ts";

/** Text as an attacker would write it, to be put wherever a server can put any. */
export const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>\u202e`;

export interface Faulty {
  readonly server: FaultyServer;
  readonly worker: Worker;
  /** A page of ours that says so, and nobody is signed in or connected by it. */
  expectRefused(shown: Shown, who: Visitor): Promise<void>;
  /** The secrets of this server and client that the Worker logged. */
  leaked(): string[];
  close(): Promise<void>;
}

/** Starts both. */
export async function startFaulty(): Promise<Faulty> {
  const server = await FaultyServer.start();
  const vars = {
    BUDGET_API_URL: server.service,
    OAUTH_ISSUER: server.issuer,
    OAUTH_CLIENT_ID: CLIENT.id,
  };
  const worker = await startWorker(vars, { OAUTH_CLIENT_SECRET: CLIENT.secret });
  return {
    server,
    worker,
    expectRefused: async (shown, who) => {
      expect(shown.url.origin).toBe(worker.origin);
      expect(shown.status).toBeGreaterThanOrEqual(400);
      expect(shown.text).toContain("<h1");
      expect(shown.text).not.toContain("<script>alert");
      expect(shown.text).not.toContain("<img src=x");
      expect(server.secrets.filter((secret) => shown.text.includes(secret))).toEqual([]);
      expect(await connections(who, worker.origin)).toBeNull();
    },
    leaked: () => {
      const logged = worker.logged();
      return [...server.secrets, CLIENT.secret].filter((secret) => logged.includes(secret));
    },
    close: async () => {
      await worker.close();
      server.close();
    },
  };
}

/** The document without one of its members. */
export function without(member: string) {
  return (document: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(document).filter(([name]) => name !== member));
}
