// What synced crypto needs of the world: a fetch, and a seal for the secrets of its sources, bound to budget and account; a
// secret that was moved does not open.

import type { Fetching } from "../../sources/fetching.ts";
import { resealRows, type SealedRow } from "../../platform/sealing/reseal-rows.ts";
import type { Resealed } from "../../platform/sealing/resealed.ts";
import {
  createSealer,
  type Opened,
  type Sealer,
  type TokenKeys,
} from "../../platform/sealing/seal.ts";
import type { CryptoConnection } from "./provider.ts";

/** What the sealing key is derived for. */
const COIN_PURPOSE = "synced crypto sources";

export interface CoinDoor {
  readonly fetching: Fetching;
  seal(connection: CryptoConnection, plain: string): Promise<string>;
  /** Null for what was not sealed for this account, or by a key that is gone. */
  open(connection: CryptoConnection, sealed: string): Promise<Opened | null>;
  /** Seals again what an older key sealed; `put` replaces a value where it is still the one before. */
  reseal(
    rows: readonly SealedSource[],
    put: (row: SealedSource, sealed: string) => void,
  ): Promise<Resealed>;
}

export interface SealedSource {
  readonly id: number;
  readonly connection: CryptoConnection;
  readonly sealed: string;
}

/** The door of one budget. */
export function coinDoor(keys: TokenKeys, budget: string, fetching: Fetching): CoinDoor {
  let sealer: Promise<Sealer> | null = null;
  const made = (): Promise<Sealer> => (sealer ??= createSealer(keys, COIN_PURPOSE));
  const place = ({ provider, providerId }: CryptoConnection) =>
    `crypto/${budget}/${provider}/${providerId}`;
  return {
    fetching,
    seal: async (connection, plain) => (await made()).seal(place(connection), plain),
    open: async (connection, sealed) => {
      const opened = await (await made()).open(place(connection), sealed);
      return opened.ok ? opened.value : null;
    },
    reseal: async (rows, put) => {
      const placed = rows.map((row): SealedSource & SealedRow => ({
        ...row,
        place: place(row.connection),
      }));
      return resealRows(
        await made(),
        placed,
        put,
        (count) =>
          `the credentials of ${count} wallets and exchanges open with neither key: set them again`,
      );
    },
  };
}
