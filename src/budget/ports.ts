// What the budget needs of the world outside its database, as interfaces: the Budget object gives the
// real ones, the mock and the tests give others. Handlers never see them, only the steps around handlers do.

import type { CryptoProvider, Listings } from "./crypto/provider.ts";
import type { LinkedProvider } from "./linked/provider.ts";

/** Where the bytes of attachments are kept; keys are ours and never leave the service. */
export interface FileStore {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  delete(keys: readonly string[]): Promise<void>;
}

/** What feeds the accounts that are not kept by hand. */
export interface Providers {
  readonly linked: LinkedProvider;
  readonly crypto: CryptoProvider;
  readonly listings: Listings;
  /** Whether they read the feed that PUT /api/linked/feed writes: on a developer's machine alone. */
  readonly fed: boolean;
}

export interface Ports {
  readonly files: FileStore;
  readonly providers: Providers;
}

/** The bucket as a store of files. */
export function r2Files(bucket: R2Bucket): FileStore {
  return {
    put: async (key, bytes, type) => {
      await bucket.put(key, bytes, { httpMetadata: { contentType: type } });
    },
    delete: async (keys) => bucket.delete([...keys]),
  };
}
