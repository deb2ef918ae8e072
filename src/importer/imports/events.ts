// Server-sent events about imports, held in memory only. If the object sleeps, watchers connect
// again and first get the present state.

import { WATCHERS_MAX } from "../../platform/limits.ts";
import type { Import } from "./runs.ts";
import { RESTING } from "./states.ts";

const encoder = new TextEncoder();

/** The open event streams and waiters of one Importer. */
export class Events {
  readonly #streams = new Map<string, Set<ReadableStreamDefaultController<Uint8Array>>>();
  readonly #waiters = new Map<string, Set<() => void>>();

  /** A response that begins with the import's present state. */
  open(now: Import): Response {
    let mine: ReadableStreamDefaultController<Uint8Array> | null = null;
    const leave = () => {
      if (mine !== null) this.#streams.get(now.id)?.delete(mine);
    };
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(event(now));
        const streams = this.#streams.get(now.id) ?? new Set();
        if (RESTING.includes(now.state) || streams.size >= WATCHERS_MAX) {
          controller.close();
          return;
        }
        mine = controller;
        this.#streams.set(now.id, streams.add(controller));
      },
      cancel: leave,
    });
    return new Response(body, {
      headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" },
    });
  }

  /** Notifies everybody who watches the import; ends their streams once it rests. */
  send(now: Import): void {
    for (const wake of this.#waiters.get(now.id) ?? []) wake();
    const streams = this.#streams.get(now.id);
    if (streams === undefined) return;
    for (const controller of streams) {
      try {
        // A slow reader misses states in between, never the last one.
        if ((controller.desiredSize ?? 0) > 0 || RESTING.includes(now.state))
          controller.enqueue(event(now));
        if (RESTING.includes(now.state)) controller.close();
      } catch {
        // The watcher disconnected without notice; only it is affected.
        streams.delete(controller);
      }
    }
    if (RESTING.includes(now.state)) this.#streams.delete(now.id);
  }

  /** Resolves at the next change of the import, or after `milliseconds`. */
  async next(id: string, milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiters = this.#waiters.get(id) ?? new Set();
    this.#waiters.set(id, waiters.add(resolve));
    const timer = setTimeout(resolve, milliseconds);
    await promise;
    clearTimeout(timer);
    waiters.delete(resolve);
    if (waiters.size === 0) this.#waiters.delete(id);
  }
}

function event(now: Import): Uint8Array {
  return encoder.encode(`event: import\ndata: ${JSON.stringify(now)}\n\n`);
}
