// Every connection of this deployment, a page at a time, by its tokens' place in KV. No object
// lists them: at millions of them it would be what everything waits for. One whose tokens have not
// reached KV yet is missing, for minutes.

import { isConnectionId, OWN_CONNECTION } from "./identity.ts";
import { CONNECTION_PREFIX } from "./vault.ts";
import { HEARTBEAT_CONNECTIONS } from "../../platform/limits.ts";
import { logFault, logNote } from "../../platform/log.ts";
import type { QueueHealth } from "../health.ts";

const CURSOR_KEY = "heartbeat";

export interface ConnectionsPage {
  readonly connections: readonly string[];
  /** Where to go on; null at the end. */
  readonly cursor: string | null;
}

/**
 * The connections after `cursor`. The configured one, which has no tokens, is the first. Throws
 * where KV is out of reach.
 */
export async function pageOfConnections(
  kv: KVNamespace,
  limit: number,
  cursor: string | null,
): Promise<ConnectionsPage> {
  const listed = await kv.list({ prefix: CONNECTION_PREFIX, limit, cursor });
  const connections = listed.keys
    .map(({ name }) => name.slice(CONNECTION_PREFIX.length))
    .filter((name) => name !== OWN_CONNECTION);
  return {
    connections: cursor === null ? [OWN_CONNECTION, ...connections] : connections,
    cursor: listed.list_complete ? null : listed.cursor,
  };
}

/** What a beat works with: of a connection's object no more than that it can be woken. */
export interface Wakeable {
  readonly TOKENS: KVNamespace;
  readonly IMPORTER: { getByName(name: string): { wake(): Promise<QueueHealth | null> } };
}

/**
 * The heartbeat: has some connections see whether something waits without an alarm, which the
 * platform drops when it was out of order for some minutes. Each beat goes on where the one before
 * ended, so its cost is bounded, and everyone's turn comes. Whoever uses a connection wakes it too.
 */
export async function wakeSome(env: Wakeable): Promise<void> {
  try {
    const before = (await env.TOKENS.get(CURSOR_KEY)) ?? null;
    // Before anybody is woken: a cursor that KV no longer takes must not stop the heart.
    if (before !== null) await noted(env.TOKENS.delete(CURSOR_KEY));
    const { connections, cursor } = await pageOfConnections(
      env.TOKENS,
      HEARTBEAT_CONNECTIONS,
      before,
    );
    if (cursor !== null) await noted(env.TOKENS.put(CURSOR_KEY, cursor));
    const woken = await Promise.allSettled(
      connections.filter(isConnectionId).map(async (name) => env.IMPORTER.getByName(name).wake()),
    );
    logNote({ event: "heartbeat", ...sumBeat(woken, Date.now()) });
  } catch (thrown) {
    logFault({ event: "heartbeat failed", error: String(thrown) });
  }
}

/** What a beat found, for the log: counts alone. */
export function sumBeat(
  woken: readonly PromiseSettledResult<QueueHealth | null>[],
  now: number,
): Readonly<Record<string, number>> {
  const found = woken.flatMap((one) =>
    one.status === "fulfilled" && one.value !== null ? [one.value] : [],
  );
  const sum = (name: keyof QueueHealth) =>
    found.reduce((total, one) => total + (one[name] ?? 0), 0);
  const oldest = found.reduce((least, one) => Math.min(least, one.oldest_waiting_at ?? now), now);
  return {
    connections: woken.length,
    unanswered: woken.filter(({ status }) => status === "rejected").length,
    waiting: sum("waiting"),
    oldest_waiting_minutes: Math.floor((now - oldest) / 60_000),
    failed_imports: sum("failed_imports"),
    failing_sources: sum("failing_sources"),
    failing_webhooks: sum("failing_webhooks"),
    authorize_again: sum("authorize_again"),
  };
}

/** A place that KV did not take (its writes have a quota) costs others their turn, and nobody of this page. */
async function noted(written: Promise<void>): Promise<void> {
  try {
    await written;
  } catch (thrown) {
    logFault({ event: "heartbeat's place not kept", error: String(thrown) });
  }
}
