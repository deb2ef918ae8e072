// The tokens at rest: sealed for the place they are kept at, with their generation inside. What does not open there, or
// is of another generation, is not used, whoever put it and however late KV serves it.

import * as z from "zod";
import { parseJson } from "./ask.ts";
import type { Sealer } from "../../platform/sealing/seal.ts";

/** What the sealing key is derived for. */
export const TOKENS_PURPOSE = "connection tokens";

export interface HeldTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
}

export interface OpenedTokens {
  readonly generation: number;
  readonly tokens: HeldTokens;
  /** False where the key before this one sealed it: it is to be sealed again. */
  readonly current: boolean;
}

/** The part of a KV namespace that is used. */
export interface TokenStore {
  get(key: string): Promise<string | null>;
  put(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

const kept = z.object({
  generation: z.int().positive(),
  access_token: z.string(),
  refresh_token: z.string().nullable(),
});

/** What the KV keys of connections begin with. */
export const CONNECTION_PREFIX = "connection/";

/** The KV key of a connection's tokens, which is also what they are sealed for. */
export function tokensKey(connection: string): string {
  return CONNECTION_PREFIX + connection;
}

/** Whether any connection is kept, as far as KV knows yet; the configured one keeps no tokens. */
export async function hasConnections(kv: KVNamespace): Promise<boolean> {
  return (await kv.list({ prefix: CONNECTION_PREFIX, limit: 1 })).keys.length > 0;
}

/** One connection's tokens in KV. */
export class Vault {
  readonly #key: string;
  readonly #kv: TokenStore;
  readonly #sealer: () => Promise<Sealer>;

  constructor(connection: string, kv: TokenStore, sealer: () => Promise<Sealer>) {
    this.#key = tokensKey(connection);
    this.#kv = kv;
    this.#sealer = sealer;
  }

  async seal(generation: number, { accessToken, refreshToken }: HeldTokens): Promise<string> {
    const plain = JSON.stringify({
      generation,
      access_token: accessToken,
      refresh_token: refreshToken,
    });
    return (await this.#sealer()).seal(this.#key, plain);
  }

  /** Null for what this connection's tokens were not sealed as. */
  async open(sealed: string): Promise<OpenedTokens | null> {
    const opened = await (await this.#sealer()).open(this.#key, sealed);
    const read = kept.safeParse(opened.ok ? parseJson(opened.value.plain) : undefined);
    if (!opened.ok || !read.success) return null;
    const { generation, access_token: accessToken, refresh_token: refreshToken } = read.data;
    return { generation, tokens: { accessToken, refreshToken }, current: opened.value.current };
  }

  /** What KV serves now; null where it has nothing or is out of reach. */
  async get(): Promise<string | null> {
    try {
      return await this.#kv.get(this.#key);
    } catch {
      return null;
    }
  }

  /** False where KV did not take it. */
  async put(sealed: string): Promise<boolean> {
    try {
      await this.#kv.put(this.#key, sealed);
      return true;
    } catch {
      return false;
    }
  }

  /** False where KV is out of reach. */
  async delete(): Promise<boolean> {
    try {
      await this.#kv.delete(this.#key);
      return true;
    } catch {
      return false;
    }
  }
}
