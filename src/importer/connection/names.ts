// The lists of names (accounts, categories, tags) of a remote service, kept for a short time. Pages
// show names beside everything, and a remote service answers only a hundred requests a minute. Any
// write of this connection forgets them, so that nobody sees a name from before their own change.

import { KEPT_NAMES_BYTES_MAX, KEPT_NAMES_MS, RESPONSE_BYTES_MAX } from "../../platform/limits.ts";
import { readBytes } from "../../platform/api/json.ts";
import type { Fetch } from "./ask.ts";

/** Lists that are only names: each page of a remote budget asks for some of them. */
const NAMES: readonly string[] = [
  "/me",
  "/categories?format=flattened",
  "/tags",
  "/recurring_items",
];
/** These have balances, too. Pages that show balances read them from the service itself. */
const ACCOUNTS: readonly string[] = ["/manual_accounts", "/linked_accounts"];

/** Whether the list at a path has nothing but names. */
export function isNames(path: string): boolean {
  return NAMES.includes(path);
}

/** "{": a page of a proxy or an empty answer is not kept. */
const OBJECT_START = 0x7b;

interface Kept {
  readonly until: number;
  readonly bytes: Uint8Array;
  readonly type: string;
}

/** The kept lists of one connection, in the memory of its object. */
export class KeptNames {
  readonly #kept = new Map<string, Kept>();
  /** Counts the writes: a list that was read during one is not kept. */
  #writes = 0;

  /** Answers a list by its path, from memory if it was read a short time ago. */
  async read(base: string, path: string, fetch: Fetch, now: number): Promise<Response> {
    const known = this.#kept.get(path);
    if (known !== undefined && now < known.until) return toResponse(known);
    this.#kept.delete(path);
    const writes = this.#writes;
    const response = await fetch(new Request(base + path));
    if (response.status !== 200 || ![...NAMES, ...ACCOUNTS].includes(path)) return response;
    const bytes = await readBytes(response, RESPONSE_BYTES_MAX);
    if (bytes === null) return new Response(null, { status: 502 });
    const type = response.headers.get("content-type") ?? "application/json";
    const kept = { until: now + KEPT_NAMES_MS, bytes, type };
    const isList = bytes[0] === OBJECT_START && bytes.byteLength <= KEPT_NAMES_BYTES_MAX;
    if (writes === this.#writes && isList) this.#kept.set(path, kept);
    return toResponse(kept);
  }

  /** Something is about to be written, or was. */
  forget(): void {
    this.#writes += 1;
    this.#kept.clear();
  }

  /** The same fetch, which forgets the lists before and after each write. */
  watching(fetch: Fetch): Fetch {
    return async (request) => {
      if (request.method === "GET") return fetch(request);
      this.forget();
      try {
        return await fetch(request);
      } finally {
        this.forget();
      }
    };
  }
}

function toResponse({ bytes, type }: Kept): Response {
  return new Response(bytes, { headers: { "content-type": type } });
}
