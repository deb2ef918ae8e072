// What the budget needs of the world outside its database, as interfaces: the Budget object gives the
// real ones, the mock and the tests give others. Handlers never see them, only the steps around handlers do.

import type { Currency } from "../money/currency.ts";
import type { CryptoProvider, Listings } from "./crypto/provider.ts";
import type { BankDoor } from "./banks/outside.ts";
import type { CoinDoor } from "./crypto/outside.ts";
import type { LinkedProvider } from "./linked/provider.ts";

/** A file as it is kept and served again. */
export interface KeptFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Where the bytes of attachments are kept; keys are ours and never leave the service unsigned. */
export interface FileStore {
  put(key: string, file: KeptFile): Promise<void>;
  /** At most 1,000 keys; those that are not there are no fault. */
  delete(keys: readonly string[]): Promise<void>;
}

/** What feeds the accounts that are not kept by hand. */
export interface Providers {
  readonly linked: LinkedProvider;
  readonly crypto: CryptoProvider;
  readonly listings: Listings;
  /** How servers of banks are reached; null where none can be connected. */
  readonly banks: BankDoor | null;
  /** How chains and exchanges are reached; null where none can be connected. */
  readonly coins: CoinDoor | null;
  /** Whether they read the feed that PUT /api/linked/feed writes: on a developer's machine alone. */
  readonly fed: boolean;
}

/** Links by which anybody may download a file for a while. */
export interface FileLinks {
  /** Path and query of the file's link, good until then (milliseconds since 1970, whole seconds). */
  path(key: string, until: number): Promise<string>;
}

/** Where the rates that the service has fetched are read (rates/bank.ts writes them). */
export interface RateStore {
  /** The series of those of the currencies that are published; null when nothing has ever been fetched. */
  read(currencies: readonly Currency[]): Promise<ReadonlyMap<Currency, string> | null>;
}

export interface Ports {
  readonly files: FileStore;
  readonly providers: Providers;
  readonly links: FileLinks;
  readonly rates: RateStore;
}

/** Where the bucket has a file of a budget. */
export function attachmentKey(budget: string, key: string): string {
  return `attachments/${budget}/${key}`;
}

/** The bucket as one budget's store of files. Its metadata is what a download is answered with. */
export function r2Files(bucket: R2Bucket, budget: string): FileStore {
  return {
    put: async (key, { name, type, bytes }) => {
      const contentDisposition = `attachment; filename*=UTF-8''${extValue(name)}`;
      await bucket.put(attachmentKey(budget, key), bytes, {
        httpMetadata: { contentType: type, contentDisposition },
      });
    },
    delete: async (keys) => bucket.delete(keys.map((key) => attachmentKey(budget, key))),
  };
}

/** RFC 8187: everything but letters, digits and a few marks is percent-encoded UTF-8. */
function extValue(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
