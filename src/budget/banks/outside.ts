// What connections need of the world: a fetch, and a seal for their secrets. Secrets are bound to budget and connection; one
// that was moved does not open.

import type { Fetching } from "../../sources/fetching.ts";
import { resealRows, type SealedRow } from "../../platform/sealing/reseal-rows.ts";
import type { Resealed } from "../../platform/sealing/resealed.ts";
import {
  createSealer,
  type Opened,
  type Sealer,
  type TokenKeys,
} from "../../platform/sealing/seal.ts";

/** What the sealing key is derived for. */
const BANK_PURPOSE = "bank connections";

export type Secret = "token" | "access";

export interface BankDoor {
  readonly fetching: Fetching;
  seal(itemId: string, what: Secret, plain: string): Promise<string>;
  /** Null for what was not sealed for this place, or by a key that is gone. */
  open(itemId: string, what: Secret, sealed: string): Promise<Opened | null>;
  /** Seals again what an older key sealed; `put` replaces a value where it is still the one before. */
  reseal(
    rows: readonly SealedSecret[],
    put: (row: SealedSecret, sealed: string) => void,
  ): Promise<Resealed>;
}

export interface SealedSecret {
  readonly itemId: string;
  readonly what: Secret;
  readonly sealed: string;
}

/** The door of one budget. */
export function bankDoor(keys: TokenKeys, budget: string, fetching: Fetching): BankDoor {
  let sealer: Promise<Sealer> | null = null;
  const made = (): Promise<Sealer> => (sealer ??= createSealer(keys, BANK_PURPOSE));
  const place = (itemId: string, what: Secret) => `bank/${budget}/${itemId}/${what}`;
  return {
    fetching,
    seal: async (itemId, what, plain) => (await made()).seal(place(itemId, what), plain),
    open: async (itemId, what, sealed) => {
      const opened = await (await made()).open(place(itemId, what), sealed);
      return opened.ok ? opened.value : null;
    },
    reseal: async (rows, put) => {
      const placed = rows.map((row): SealedSecret & SealedRow => ({
        ...row,
        place: place(row.itemId, row.what),
      }));
      return resealRows(
        await made(),
        placed,
        put,
        (count) =>
          `${count} secrets of connections to banks open with neither key: connect them anew`,
      );
    },
  };
}
