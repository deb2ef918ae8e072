// A clean start for a test. `reset` of cloudflare:test forgets the objects that are at work, and what they stored; one that was
// aborted or evicted meanwhile would keep what it has for whichever test wakes it next. So each that ever stored anything is woken first.

import { listDurableObjectIds, reset as resetAwake, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { OWN_CONNECTION } from "../src/connect/identity.ts";
import { CONNECTION_PREFIX } from "../src/connect/vault.ts";

const BY_ID: readonly DurableObjectNamespace[] = [env.ATTEMPT, env.BUDGET, env.CLIENT, env.DIRECTORY, env.PACE, env.RATE_LIMIT, env.USER];

/** Deletes everything that any object has stored, and every object with it. KV and R2 stay as they are. */
export async function reset(): Promise<void> {
  const stored = await Promise.all([importersStored(), ...BY_ID.map(async (namespace) => (await listDurableObjectIds(namespace)).map((id) => namespace.get(id)))]);
  // One whose constructor throws is awake for as long as it takes.
  await Promise.all(stored.flat().map((stub) => runInDurableObject(stub, () => undefined).catch(() => undefined)));
  await resetAwake();
}

/** An Importer wakes by its name alone: that of a connection which KV knows, or of the one that is configured. */
async function importersStored(): Promise<DurableObjectStub[]> {
  const { keys } = await env.TOKENS.list({ prefix: CONNECTION_PREFIX });
  const ids = new Set((await listDurableObjectIds(env.IMPORTER)).map(String));
  const names = [OWN_CONNECTION, ...keys.map(({ name }) => name.slice(CONNECTION_PREFIX.length))];
  return names.map((name) => env.IMPORTER.getByName(name)).filter((stub) => ids.has(String(stub.id)));
}
