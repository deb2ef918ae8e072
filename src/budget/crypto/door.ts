// What synced crypto needs of the world: a fetch, and a seal for the secrets of its sources, bound to budget and account; a
// secret that was moved does not open.

import type { Fetching } from "../../sources/fetching.ts";
import { sealerOf, type Opened, type Sealer, type TokenKeys } from "../../value/seal.ts";
import type { CryptoConnection } from "./provider.ts";

/** What the sealing key is derived for. */
const COIN_PURPOSE = "synced crypto sources";

export interface CoinDoor {
  readonly fetching: Fetching;
  seal(connection: CryptoConnection, plain: string): Promise<string>;
  /** Null for what was not sealed for this account, or by a key that is gone. */
  open(connection: CryptoConnection, sealed: string): Promise<Opened | null>;
}

/** The door of one budget. */
export function coinDoor(keys: TokenKeys, budget: string, fetching: Fetching): CoinDoor {
  let sealer: Promise<Sealer> | null = null;
  const made = (): Promise<Sealer> => (sealer ??= sealerOf(keys, COIN_PURPOSE));
  const place = ({ provider, providerId }: CryptoConnection) => `crypto/${budget}/${provider}/${providerId}`;
  return {
    fetching,
    seal: async (connection, plain) => (await made()).seal(place(connection), plain),
    open: async (connection, sealed) => {
      const opened = await (await made()).open(place(connection), sealed);
      return opened.ok ? opened.value : null;
    },
  };
}
