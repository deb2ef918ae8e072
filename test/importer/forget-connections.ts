// What another file left behind, or this one: KV outlives a file, and tells of connections that are no more.

import { env } from "cloudflare:workers";
import { reset } from "../reset.ts";

/** Forgets every object, and all that KV holds: the connections' tokens, and where the last heartbeat ended. */
export async function forgetConnections(): Promise<void> {
  await reset();
  for (;;) {
    const { keys, list_complete } = await env.TOKENS.list();
    await Promise.all(keys.map(({ name }) => env.TOKENS.delete(name)));
    if (list_complete) return;
  }
}
